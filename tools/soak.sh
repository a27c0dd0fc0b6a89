#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Plays the scenario of 24 hours, or HOURS, on two pools, on each of them twice at
# once: with the best instruction set and three threads, and with another
# instruction set and one thread. Both must print the same CRCs.
#
# Usage: tools/soak.sh RIPPLE-RANDOM [HOURS]
. "$(dirname "$0")/shell.sh"

random=$1
hours=${2:-24}
other=scalar
[[ $(uname -m) != x86_64 ]] || other=sse2
# Makes glibc count its heap exactly.
export GLIBC_TUNABLES=glibc.malloc.tcache_count=0

mkdir "$work/pictures"
cp assets/{harbour,puddle}.png "$work/pictures"

# The CRCs of a run, without its memory and descriptors.
sums() {
    sed -n 's/\(crc [0-9a-f]*\).*/\1/p' "$work/$1"
}

for pool in classic pond; do
    start "$random" soak "$pool" "$work/pictures" "$hours" $other 1 >"$work/one"
    passed=yes
    "$random" soak "$pool" "$work/pictures" "$hours" auto 3 |
        tee "$work/three" || passed=no
    wait "$last" || passed=no
    tail -n 1 "$work/one"
    if ! diff <(sums one) <(sums three) >&2; then
        fail "$pool: other CRCs with another instruction set"
    fi
    [[ $passed == yes ]]
    say "$pool: the same $(sums one | wc -l) CRCs twice: 1 cases"
done
