#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Measures what water costs while it lies there, in percent of one core at 60 frames
# a second, as CPU time, which other programs hardly change: `pond` at 1080p, its
# steps and frames without a display, and a calm pool in a window of Xvfb (SDL's own
# drivers without a display look for events all the time). SECONDS_EACH and SIZE may
# be set. Exit: 1 only if the cost is far beyond the goal.
. "$(dirname "$0")/shell.sh"

ripple=${RIPPLE:-build/release/ripple}
seconds=${SECONDS_EACH:-60}
size=${SIZE:-1920x1080}
export XDG_STATE_HOME=/dev/null

# CPU seconds of $1 frames with seed $2, the start included.
render() {
    local TIMEFORMAT='%U %S'

    { time "$ripple" --no-config --preset pond --size "$size" --threads 1 \
        --seed "$2" --frames "$1" 2>"$work/ripple.log"; } 2>&1
}

# report NAME GOAL LIMIT EXPRESSION: prints the percentage, which awk computes from
# standard input; above the limit it is a mistake.
report() {
    awk -v name="$1, $size" -v goal="$2" -v max="$3" "
        $4 END {
            printf \"cost: %-16s %6.2f %% of a core, to be at most %s %%\n\",
                name, percent, goal
            exit percent > max
        }" || fail "$1: more than $3 % is a mistake"
}

# The mean of three seeds, which decide where drops fall, without the start.
{
    render 0 0
    for seed in 1 2 3; do
        render $((seconds * 60)) $seed
    done
} | report pond 10 100 "{
    used = \$1 + \$2
    if (NR == 1)
        start = used
    else
        percent += (used - start) * 100 / $seconds / 3
}"
if ! command -v Xvfb >/dev/null; then
    say "no Xvfb to show calm water in" >&2
    exit
fi
start_x "$size"
export DISPLAY=$display SDL_VIDEODRIVER=x11
start "$ripple" --no-config --rain 0 --size "$size"
sleep 3 # in which the program starts
{
    read_ticks "$last"
    sleep 10
    read_ticks "$last"
} | report calm 1 10 "{
    percent = (\$1 - before) * 10 / $(getconf CLK_TCK)
    before = \$1
}"
