#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Fills several displays, and plugs displays in and out while the program runs. The
# displays of a sway are windows of another, headless one: closing such a window
# outside unplugs a display inside. Exit: 0 if each display shows its part of the
# frame, to the byte.
. "$(dirname "$0")/sway.sh"

end_ripple() {
    kill "$ripple"
    wait "$ripple" || fail "ended with $?"
}

# Windows of ripple fill $1 displays.
are_filled() {
    local count

    swaymsg -t get_tree -r >"$work/tree"
    count=$(grep -A 40 '"app_id": "ripple"' "$work/tree" |
        grep -c '"fullscreen_mode": 1') || true
    ((count == $1))
}

# Display $1 shows the calm frame of size $2 from its column $3 on.
expect() {
    want "$2" "crop=1280:720:$3:0"
    await 15 "$1 does not show its part of $2" shows -o "$1"
}

plug_in() {
    tell create_output
    await 15 "a new display is not filled" are_filled 2
}

unplug() {
    swaymsg -q -s "$outside" "[title=\"$1\"] kill"
    await 15 "the display that is left is not filled" are_filled 1
}

test_span() {
    start_ripple --span --rain 0
    await 15 "--span does not fill two displays" are_filled 2
    expect WL-1 2560x720 0
    expect WL-2 2560x720 1280
    unplug WL-2
    expect WL-1 1280x720 0
    plug_in
    expect WL-1 2560x720 0
    expect WL-3 2560x720 1280
    end_ripple
}

# A wave from a stone right of the border reaches the display on the left.
test_waves() {
    echo '0 stone 53% 50% 8% 2400' >"$work/stone"
    want 2560x720 crop=1280:720:0:0
    start_ripple --span --rain 0 --damping 12 --script "$work/stone"
    await 15 "no wave comes across" differs 3000 -o WL-1
    end_ripple
}

# The first display goes, and all displays are renumbered.
test_all() {
    start_ripple --display all --rain 0
    await 15 "--display all does not fill two displays" are_filled 2
    expect WL-1 1280x720 0
    expect WL-3 1280x720 0
    unplug WL-1
    expect WL-3 1280x720 0
    plug_in
    expect WL-3 1280x720 0
    expect WL-4 1280x720 0
    end_ripple
}

require sway swaymsg grim ffmpeg setpriv
start_sway WLR_BACKENDS=headless <<<'for_window [app_id=".*"] floating enable'
outside=$SWAYSOCK
start_sway WLR_BACKENDS=wayland WLR_WL_OUTPUTS=2 <<<'' # 1280x720 each
test_span
test_waves
test_all
say "$cases cases: filled, plugged in and unplugged"
