#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Leaves two pools in the weather of a day, or of as many hours, each of them
# twice at once: with the best instruction set and three threads, and with
# another one and one thread, which must come to the same sums.
#
# Usage: tools/soak.sh RIPPLE-SOAK [HOURS]
set -euo pipefail
cd "$(dirname "$0")/.."

soak=$1
hours=${2:-24}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
other=scalar
[[ $(uname -m) != x86_64 ]] || other=sse2
# So that the heap's books are exact.
export GLIBC_TUNABLES=glibc.malloc.tcache_count=0

# What a run saw, without what it held of the machine.
sums()
{
    sed -n 's/\(crc [0-9a-f]*\).*/\1/p' "$folder/$1"
}

for pool in classic pond; do
    "$soak" --hours "$hours" --simd "$other" "$pool" >"$folder/one" &
    one=$!
    well=yes
    "$soak" --hours "$hours" --threads 3 "$pool" | tee "$folder/three" || well=no
    wait "$one" || well=no
    tail -n 1 "$folder/one"
    if ! diff <(sums one) <(sums three) >&2; then
        echo "soak: $pool: other sums with another instruction set" >&2
        well=no
    fi
    [[ $well == yes ]]
    echo "soak: $pool: the same $(sums one | wc -l) sums twice: 1 cases"
done
