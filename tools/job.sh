#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs a test job, a command, and prints its result as the last line:
#
#     job NAME: CASES cases, SECONDS s, passed
#
# or FAILED at its end, with the exit status of the command. CASES is the sum of
# all "Checks: N" of check's summaries and all "N cases" in the command's output;
# a job with 0 cases fails. The line is kept in build/jobs/NAME and the output in
# build/jobs/NAME.log for `make trust-report`.
#
# Usage: tools/job.sh NAME COMMAND [ARGUMENT]...
set -uo pipefail

name=$1
shift
mkdir -p build/jobs
log=build/jobs/$name.log
started=$SECONDS
"$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
cases=$(awk '
    /^job / { next }
    /^[0-9]+%: Checks: [0-9]+,/ { sum += $3 }
    { for (i = 2; i <= NF; i++) if ($i ~ /^cases[,:]?$/ && $(i - 1) ~ /^[0-9]+$/)
        sum += $(i - 1) }
    END { print sum + 0 }' "$log")
result=passed
if [[ $status != 0 || $cases == 0 ]]; then
    result=FAILED
    [[ $status != 0 ]] || status=1
fi
echo "job $name: $cases cases, $((SECONDS - started)) s, $result" |
    tee "build/jobs/$name"
exit "$status"
