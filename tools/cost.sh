#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Measures what water costs while it lies there, in percent of one core at 60 frames
# a second, as CPU time, which other programs hardly change: `pond` at 1080p, its
# steps and frames without a display, and a calm pool in a window of Xvfb (SDL's own
# drivers without a display look for events all the time). SECONDS_EACH and SIZE may
# be set. Exit: 1 only if the cost is far beyond the goal.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=tools/shell.sh
. tools/shell.sh

ripple=${RIPPLE:-build/release/ripple}
seconds=${SECONDS_EACH:-60}
size=${SIZE:-1920x1080}
export XDG_STATE_HOME=/dev/null

# CPU seconds of $1 frames with seed $2, the start included.
render() {
    local TIMEFORMAT='%U %S'

    { time "$ripple" --no-config --preset pond --size "$size" --threads 1 \
        --seed "$2" --frames "$1" 2>"$work/ripple.log"; } 2>&1 |
        awk '{ print $1 + $2 }'
}

# report NAME GOAL LIMIT: prints $percent; above the limit it is a mistake.
report() {
    printf 'cost: %-16s %6.2f %% of a core, to be at most %s\n' \
        "$1, $size" "$percent" "$2"
    awk -v is="$percent" -v max="$3" 'BEGIN { exit is > max }' ||
        fail "$1: more than $3 % is a mistake"
}

# Ticks of the window's process until now.
read_ticks() {
    awk '{ print $14 + $15 }' "/proc/$last/stat"
}

# The mean of three seeds, which decide where drops fall.
measure_pond() {
    local start sum=0 seed

    start=$(render 0 0)
    for seed in 1 2 3; do
        sum=$(awk -v a="$sum" -v b="$(render $((seconds * 60)) $seed)" \
            -v c="$start" 'BEGIN { print a + b - c }')
    done
    percent=$(awk -v s="$sum" -v n="$seconds" \
        'BEGIN { print s / (3 * n) * 100 }')
}

# Without the first seconds, in which the program starts.
measure_calm() {
    local before

    start_x "$size"
    export DISPLAY=$display SDL_VIDEODRIVER=x11
    start "$ripple" --no-config --rain 0 --size "$size"
    sleep 3
    before=$(read_ticks)
    sleep 10
    percent=$(awk -v a="$before" -v b="$(read_ticks)" \
        -v hz="$(getconf CLK_TCK)" 'BEGIN { print (b - a) / hz / 10 * 100 }')
    end_process "$last"
}

measure_pond
report pond "10 %" 100
if command -v Xvfb >/dev/null; then
    measure_calm
    report calm "1 %" 10
else
    say "no Xvfb to show calm water in" >&2
fi
