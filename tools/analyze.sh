#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs gcc's analyzer and clang-tidy (.clang-tidy) on each file, two files at a time.
# ANALYZE_FLAGS has the flags to compile with. Exit: 0 if they find nothing.
#
# Usage: tools/analyze.sh FILE...
. "$(dirname "$0")/shell.sh"

read -ra flags <<<"$ANALYZE_FLAGS"
flags+=('-DRIPPLE_ASSETS="assets"')
files=("$@")
status=0

each() {
    printf '%s\n' "${files[@]}" | xargs -P 2 -I FILE "$@" || status=1
}

each gcc "${flags[@]}" -O1 -fanalyzer -Werror -c -o /dev/null FILE
each clang-tidy --quiet FILE -- "${flags[@]}" 2>/dev/null
echo "analyze: $((2 * ${#files[@]})) cases"
exit $status
