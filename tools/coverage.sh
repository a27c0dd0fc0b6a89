#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Builds with counters, runs all tests, and prints the percentage of lines and
# branches that ran: of the library, then of the program. Fails below the limits of
# the last lines. build/coverage/{library,program}.html show each line.
. "$(dirname "$0")/shell.sh"

build=build/coverage
status=0
find "$build" -name '*.gcda' -delete 2>/dev/null || true
make --no-print-directory build/release/ripple build/release/ripple-bench
RIPPLE_UNCOUNTED=build/release/ripple \
    make --no-print-directory CC=gcc CONFIG=coverage test
make --no-print-directory CC=gcc CONFIG=coverage "$build/ripple-reference-tests"
CK_RUN_CASE=exchange CK_RUN_SUITE=backends "$build/ripple-reference-tests"
make --no-print-directory CC=gcc CONFIG=coverage "$build/ripple-gpu-tests"
CK_RUN_SUITE=gpu "$build/ripple-gpu-tests"

# Levels that this CPU cannot run do not count.
levels=$(build/release/ripple --list simd)
for notes in "$build"/src/kernels/simd/*.gcno; do
    level=$(basename "$notes" .gcno)
    grep -qw "$level" <<<"$levels" || rm "$notes"
done

# count NAME FILTER LINES BRANCHES: the files that match, and both limits.
count() {
    local what=$1 filter=$2 lines=$3 branches=$4

    gcovr --root . --object-directory "$build" --filter "$filter" \
        "${@:5}" --json-summary "$build/$what.json" --json-summary-pretty \
        --txt "$build/$what.txt" --html-details "$build/$what.html" \
        --fail-under-line "$lines" --fail-under-branch "$branches" || status=1
    sed -n '/^src/{s/  */ /g;/ 100%/!p;}' "$build/$what.txt"
    echo "coverage: $what: $(find_figure line) % of lines," \
        "$(find_figure branch) % of branches"
}

# A percentage of all files; those of single files are indented further.
find_figure() {
    sed -n "s/^ \{4\}\"$1_percent\": \([0-9.]*\),*/\1/p" "$build/$what.json"
}

count library 'src/([^/]*|(base|kernels|water|render|landscape|backend|gpu)/.*)$' 100 95
count program 'src/(host|play|app)/' 85 0
exit $status
