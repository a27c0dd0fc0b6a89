#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Plays the scenario of a day, or of some hours, on two pools, on each of them
# twice at once: with the best instruction set and three threads, and with
# another instruction set and one thread, which must have the same CRCs.
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
# Makes glibc count its heap exactly.
export GLIBC_TUNABLES=glibc.malloc.tcache_count=0

mkdir "$folder/pictures"
cp assets/{harbour,puddle}.png "$folder/pictures"

# The CRCs of a run, without memory and the like.
sums()
{
    sed -n 's/\(crc [0-9a-f]*\).*/\1/p' "$folder/$1"
}

for pool in classic pond; do
    "$soak" --hours "$hours" --simd "$other" "$pool" "$folder/pictures" >"$folder/one" &
    one=$!
    well=yes
    "$soak" --hours "$hours" --threads 3 "$pool" "$folder/pictures" |
        tee "$folder/three" || well=no
    wait "$one" || well=no
    tail -n 1 "$folder/one"
    if ! diff <(sums one) <(sums three) >&2; then
        echo "soak: $pool: other CRCs with another instruction set" >&2
        well=no
    fi
    [[ $well == yes ]]
    echo "soak: $pool: the same $(sums one | wc -l) CRCs twice: 1 cases"
done
