#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Whether the release is built with the usual guards, by Debian's
# hardening-check, which asks for PIE, relro, bindnow, stack protector and
# fortified functions. A file is marked for control flow protection only if
# all that is linked in is, the C library's own start too, which is not so on
# Debian 12: so that is asked of our objects, one by one. Exit: 0 when all of
# it holds.
set -euo pipefail
cd "$(dirname "$0")/.."

build=build/release

for file in $build/{ripple,ripple-bench,libripple.so}; do
    hardening-check --nocfprotection "$file" || status=$?
    if readelf -lW "$file" | grep -E 'GNU_STACK.* RWE|LOAD.* RWE'; then
        echo "hardening: $file has memory to write and to run" >&2
        status=1
    fi
done
objects=$(find $build/src $build/shared -name '*.o')
count=$(wc -l <<<"$objects")
if [[ $(uname -m) == x86_64 ]]; then
    for object in $objects; do
        if ! readelf -n "$object" | grep -q 'IBT, SHSTK'; then
            echo "hardening: $object has no control flow protection" >&2
            status=1
        fi
    done
fi
echo "hardening: $((3 + count)) cases"
exit "${status:-0}"
