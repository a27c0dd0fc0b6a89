#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Checks that the release is built with the usual guards: Debian's hardening-check
# looks for PIE, relro, bindnow, stack protector and fortified functions. A program
# has control flow protection only if every object in it has, and on Debian 12 the C
# library's start has not: so our objects are checked one by one. Exit: 0 if all of
# it holds.
. "$(dirname "$0")/shell.sh"

build=build/release

files=("$build"/{ripple,ripple-bench,libripple.so})
[[ ! -e $build/frei0r/ripple.so ]] || files+=("$build/frei0r/ripple.so")
for file in "${files[@]}"; do
    hardening-check --nocfprotection "$file" || status=$?
    if readelf -lW "$file" | grep -E 'GNU_STACK.* RWE|LOAD.* RWE'; then
        echo "hardening: $file has memory to write and to run" >&2
        status=1
    fi
done
objects=$(find $build/src -name '*.o')
count=$(wc -l <<<"$objects")
if [[ $(uname -m) == x86_64 ]]; then
    for object in $objects; do
        if ! readelf -n "$object" | grep -q 'IBT, SHSTK'; then
            echo "hardening: $object has no control flow protection" >&2
            status=1
        fi
    done
fi
echo "hardening: $((${#files[@]} + count)) cases"
exit "${status:-0}"
