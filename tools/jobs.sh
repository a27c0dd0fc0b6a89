#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs test jobs two at a time. A line of standard input is the target of one job
# and make's arguments for it. Prints the last line of each job, or its whole
# output if it fails. Files that several jobs use are built first.
#
# Usage: tools/jobs.sh [MAKE'S ARGUMENT]... <JOBS
. "$(dirname "$0")/shell.sh"

release=build/release/ripple
make -j2 "$@" all web $release-{tests,difftest,random,truth,library-tests} \
    build/release/failing/ripple{,-bench} build/release/count-step

run_job() {
    local log=build/jobs/$1.out

    mkdir -p build/jobs
    if make --no-print-directory "$@" >"$log" 2>&1; then
        tail -n 1 "$log"
    else
        cat "$log"
        return 1
    fi
}
export -f run_job
xargs -P 2 -L 1 bash -c 'run_job "$@"' run_job
