#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs a lane of tests, a command, and tells as the last line what came of it:
#
#     lane NAME: CASES cases, SECONDS s, passed
#
# or FAILED at its end, with the exit status of the command. How many cases
# there were is what the command says in lines of its own: the sum of all
# "Checks: N" of check's summaries, and of all "N cases". The line is kept in
# build/lanes/NAME for `make trust-report`.
#
# Usage: tools/lane.sh NAME COMMAND [ARGUMENT]...
set -uo pipefail

name=$1
shift
mkdir -p build/lanes
log=build/lanes/$name.log
started=$SECONDS
"$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
cases=$(awk '
    /^lane / { next }
    /^[0-9]+%: Checks: [0-9]+,/ { sum += $3 }
    { for (i = 2; i <= NF; i++) if ($i ~ /^cases[,:]?$/ && $(i - 1) ~ /^[0-9]+$/)
        sum += $(i - 1) }
    END { print sum + 0 }' "$log")
result=passed
if [[ $status != 0 || $cases == 0 ]]; then
    result=FAILED
    [[ $status != 0 ]] || status=1
fi
echo "lane $name: $cases cases, $((SECONDS - started)) s, $result" |
    tee "build/lanes/$name"
exit "$status"
