#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs lanes of tests two at a time: each line of standard input is the target
# of one and what make is to be told besides. Tells the last line of each, or all
# that it says where it fails. What several of them use is built before.
#
# Usage: tools/lanes.sh [MAKE'S ARGUMENT]... <LANES
set -euo pipefail
cd "$(dirname "$0")/.."

release=build/release/ripple
make -j2 "$@" all $release-{tests,difftest,soak,library-tests} \
    build/release/failing/ripple{,-bench} build/release/count-step

try() {
    local log=build/lanes/$1.out

    mkdir -p build/lanes
    if make --no-print-directory "$@" >"$log" 2>&1; then
        tail -n 1 "$log"
    else
        cat "$log"
        return 1
    fi
}
export -f try
xargs -P 2 -L 1 bash -c 'try "$@"' try
