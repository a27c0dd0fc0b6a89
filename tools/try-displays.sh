#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Fills several displays, and plugs displays in and out while the program runs:
# in a sway whose displays are windows of another, headless one. Closing such a
# window outside unplugs a display inside. Exit: 0 when each display shows what
# it is to show, to the byte.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=tools/desk.sh
. tools/desk.sh

# Two displays beside each other, 1280x720 each.
start_displays() {
    start_sway WLR_BACKENDS=headless <<<'for_window [app_id=".*"] floating enable'
    outside=$SWAYSOCK
    start_sway WLR_BACKENDS=wayland WLR_WL_OUTPUTS=2 <<<''
}

start_ripple() {
    start "$program" --no-config "$@" "$picture" 2>"$work/says"
    ripple=$last
}

# It ends in order when it is asked to.
end_ripple() {
    kill "$ripple"
    wait "$ripple" || fail "ended with $?"
}

# So many windows fill a display; workspaces that are filled are named apart.
are_filled() {
    local count

    swaymsg -t get_tree -r >"$work/tree"
    count=$(grep -A 40 '"app_id": "ripple"' "$work/tree" |
        grep -c '"fullscreen_mode": 1') || true
    ((count == $1))
}

shows() {
    look -o "$1"
    is_wanted
}

# Display $1 shows the calm frame of size $2 from its column $3 on.
expect() {
    want "$2" "crop=1280:720:$3:0"
    await "$1 does not show its part of $2" shows "$1"
}

plug_in() {
    tell create_output
}

unplug() {
    swaymsg -q -s "$outside" "[title=\"$1\"] kill"
}

try_span() {
    start_ripple --span --rain 0
    await "--span does not fill two displays" are_filled 2
    expect WL-1 2560x720 0
    expect WL-2 2560x720 1280
    unplug WL-2
    await "the display that is left is not filled" are_filled 1
    expect WL-1 1280x720 0
    plug_in
    await "a new display is not filled" are_filled 2
    expect WL-1 2560x720 0
    expect WL-3 2560x720 1280
    end_ripple
}

differs() {
    look -o "$1"
    is_other "$2"
}

# From a stone right of the border a wave comes to the display on the left.
try_waves() {
    echo '0 stone 53% 50% 8% 800' >"$work/stone"
    want 2560x720 crop=1280:720:0:0
    start_ripple --span --rain 0 --damping 12 --script "$work/stone"
    await "no wave comes across" differs WL-1 3000
    end_ripple
}

# The first display goes, and all numbers of displays with it.
try_all() {
    start_ripple --display all --rain 0
    await "--display all does not fill two displays" are_filled 2
    expect WL-1 1280x720 0
    expect WL-3 1280x720 0
    unplug WL-1
    await "the display that is left is not filled" are_filled 1
    expect WL-3 1280x720 0
    plug_in
    await "a new display is not filled" are_filled 2
    expect WL-3 1280x720 0
    expect WL-4 1280x720 0
    end_ripple
}

require sway swaymsg grim ffmpeg setpriv
start_displays
try_span
try_waves
try_all
echo "$name: $cases cases: filled, plugged in and unplugged"
