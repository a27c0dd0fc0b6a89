#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# `ripple --wallpaper` on Xvfb: behind a window and clicked beside it, deaf to keys,
# asleep under a window in full screen, and told by a pipe what to do, with a window
# manager, with a compositor as well, and with neither. Exit: 0 if all of it holds.
. "$(dirname "$0")/shell.sh"

rests() {
    local before

    before=$(read_ticks "$ripple")
    sleep 4
    [[ $(read_ticks "$ripple") == "$before" ]]
}

begin() {
    start env DISPLAY="$display" HOME="$work" "$@" >>"$work/desktop.log" 2>&1
}

# The arguments are the programs of a desktop.
test_desktop() {
    local program processes=()

    : >"$work/desktop.log"

    for program in "$@"; do
        # shellcheck disable=SC2086 # a program and its options
        begin $program
        processes+=("$last")
        sleep 1
    done
    begin xterm -bg white -geometry 40x10+20+20
    processes+=("$last")
    begin build/release/ripple --no-config --wallpaper --preset pond --rain 0 --seed 1 \
        --events "$work/pipe"
    ripple=$last
    await 20 "$*: no water" is_water 400 300
    await 20 "$*: no window over the water" is_plain 150 100
    DISPLAY=$display xdotool key q Escape Escape mousemove 410 310 click 1
    await 5 "$*: no ring" is_moving 400 300
    if (($# > 0)); then
        begin xterm -bg white -fullscreen
        await 20 "$*: no full screen" is_plain 400 300
        sleep 1
        await 5 "$*: runs though it is covered" rests
        end_process "$last"
        await 20 "$*: does not come back" is_water 400 300
        DISPLAY=$display xdotool mousemove 410 310 click 1
        await 5 "$*: no ring after it was covered" is_moving 400 300
    fi
    echo "nonsense" >"$work/pipe"
    await 5 "$*: nothing said" grep -q "pipe: line 1: nonsense: no such event" \
        "$work/desktop.log"
    echo quit >"$work/pipe"
    wait "$ripple" || fail "$*: ripple has failed: $?"
    for program in "${processes[@]}"; do
        end_process "$program"
    done
}

require Xvfb openbox picom xterm xdotool ffmpeg
unset WAYLAND_DISPLAY
start_x 640x480
mkfifo "$work/pipe"
test_desktop
test_desktop openbox
test_desktop openbox "picom --backend xrender"
say "$cases cases: behind all windows, and asleep when covered"
