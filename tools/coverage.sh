#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Builds with counters, runs all tests, and prints the percentage of lines and
# branches that ran: of the library, the program and the plugin. Fails below the limits
# of the last lines. build/coverage/{library,program,plugin}.html show each line.
. "$(dirname "$0")/shell.sh"

build=build/coverage
status=0
# The plugin first: a counted program makes its pictures.
make --no-print-directory CC=gcc CONFIG=coverage "$build"/{frei0r/ripple.so,ripple-frei0r}
find "$build" -name '*.gcda' -delete
make --no-print-directory build/release/ripple build/release/ripple-bench
RIPPLE_UNCOUNTED=build/release/ripple \
    make --no-print-directory CC=gcc CONFIG=coverage test
make --no-print-directory CC=gcc CONFIG=coverage "$build/ripple-gpu-tests"
CK_RUN_SUITE=gpu "$build/ripple-gpu-tests"
"$build/ripple-frei0r" "$build/frei0r/ripple.so"

# Levels that this CPU cannot run do not count.
levels=$(build/release/ripple --list simd)
for notes in "$build"/src/lib/kernels/simd/*.gcno; do
    level=$(basename "$notes" .gcno)
    grep -qw "$level" <<<"$levels" || rm "$notes"
done

# count NAME FILTER LINES BRANCHES: the files that match, and both limits.
count() {
    local what=$1 filter=$2 lines=$3 branches=$4

    gcovr --root . --filter "$filter" "$build/src" \
        --json-summary "$build/$what.json" --json-summary-pretty \
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

count library 'src/lib/' 100 95
count program 'src/(os|play|media|app)/' 85 0
count plugin 'src/plugins/' 95 0
exit $status
