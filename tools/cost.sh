#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# What the water costs while it only lies there, in percent of one core at 60
# frames a second, all in CPU time, which other programs' work hardly changes:
# `pond` in 1080p, its steps and frames without bringing them to a display,
# and a calm pool in a window, which needs Xvfb: SDL's own drivers without a
# display look for events all the time. SECONDS_EACH and SIZE may be set.
# Exit: 1 only where it is far beyond what it should be.
set -euo pipefail
cd "$(dirname "$0")/.."

ripple=${RIPPLE:-build/release/ripple}
seconds=${SECONDS_EACH:-60}
size=${SIZE:-1920x1080}
work=$(mktemp -d)
window=
server=
trap 'kill $window $server 2>/dev/null || true; rm -rf "$work"' EXIT
export XDG_STATE_HOME=/dev/null

# CPU seconds of so many frames, the start included.
render() {
    local TIMEFORMAT='%U %S'

    { time "$ripple" --no-config --preset pond --size "$size" --threads 1 \
        --seed "$2" --frames "$1" 2>"$work/log"; } 2>&1 |
        awk '{ print $1 + $2 }'
}

# Ticks of the window's process until now.
read_ticks() {
    awk '{ print $14 + $15 }' "/proc/$window/stat"
}

# What was measured, the goal, and the percent that is a mistake.
report() {
    printf 'cost: %-16s %6.2f %% of a core, to be at most %s\n' \
        "$1, $size" "$percent" "$2"
    awk -v is="$percent" -v most="$3" 'BEGIN { exit is > most }' || {
        echo "cost: $1: more than $3 % is a mistake" >&2
        exit 1
    }
}

# Chance decides where drops fall, and so how much is wet: three seeds.
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

# The first seconds are its start.
measure_calm() {
    local before

    Xvfb -displayfd 3 -screen 0 "${size}x24" 3>"$work/display" 2>"$work/log" &
    server=$!
    for _ in {1..100}; do
        [[ -s $work/display ]] && break
        sleep 0.1
    done
    DISPLAY=:$(<"$work/display") SDL_VIDEODRIVER=x11 \
        "$ripple" --no-config --rain 0 --size "$size" &
    window=$!
    sleep 3
    before=$(read_ticks)
    sleep 10
    percent=$(awk -v a="$before" -v b="$(read_ticks)" \
        -v hz="$(getconf CLK_TCK)" 'BEGIN { print (b - a) / hz / 10 * 100 }')
    kill "$window"
    wait "$window" || true
}

measure_pond
report pond "10 %" 100
if command -v Xvfb >/dev/null; then
    measure_calm
    report calm "1 %" 10
else
    echo "cost: no Xvfb to show calm water in" >&2
fi
