#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Adds to a copy of the tree what the recipes of src/*/README.md add, one patch of
# tests/recipes at a time, and runs tests that know nothing of it: the library's with
# every instruction set, some beside the reference, the program's of settings and
# help, and the differential test. A patch says in its head how many files of src and
# lines it may have. NAME.sed plants a mistake in the files of NAME.patch, which the
# tests must notice. TESTS=NAME tries one recipe. Exit: 0 if all of it holds.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=tools/shell.sh
. tools/shell.sh

copy=$work/copy
log=$work/tests.log
bin=build/release
# `pipeline` compares all instruction sets by itself, the others use the strongest.
suites=(models waves rest mask advection splash settings)
unset CK_RUN_SUITE CK_RUN_CASE RIPPLE_SIMD

# check_size PATCH: it has no more files and new lines than its head allows.
check_size() {
    local files lines max_files max_lines

    files=$(grep -c '^+++ b/src/' "$1")
    lines=$(sed '/^+++ /d' "$1" | grep -c '^+')
    read -r max_files max_lines < <(
        sed -n 's/^At most \([0-9]*\) files and \([0-9]*\) lines\.$/\1 \2/p' "$1")
    say "$1: $files files and $lines lines of at most $max_files and $max_lines"
    ((files <= max_files && lines <= max_lines)) || fail "$1 is too large"
}

build() {
    make -s --no-print-directory -C "$copy" -j2 CFLAGS=-Werror \
        $bin/ripple{,-tests,-library-tests,-difftest,-random}
}

# A new kernel changes the hash that is committed: a range of cases has none. Random
# scenes draw other models and settings if there are more.
run_tests() {
    local suite level range=()

    grep -q '^+++ b/src/lib/kernels/' "$1" && range=(0 100000)
    $bin/ripple-random slow 10 20000
    TEST_LEAVE_OUT=scenes $bin/ripple-library-tests
    for suite in settings manual; do
        CK_RUN_SUITE=$suite $bin/ripple-tests
    done
    $bin/ripple-difftest "${range[@]}" | tee "$work/levels"
    # shellcheck disable=SC2013 # words
    for level in scalar $(sed -n 's/.*kernels, \(.*\): .*/\1/p' "$work/levels"); do
        for suite in "${suites[@]}"; do
            CK_RUN_SUITE=$suite RIPPLE_SIMD=$level $bin/ripple-library-tests
        done
    done
}

try_recipe() {
    local mistake=${1%.patch}.sed changed suite noticed

    patch -s -p1 -d "$copy" <"$1"
    build
    (cd "$copy" && run_tests "$OLDPWD/$1") | tee "$log"
    [[ -e $mistake ]] || return 0
    mapfile -t changed < <(sed -n "s|^+++ b/|$copy/|p" "$1")
    sed -i -f "$mistake" "${changed[@]}"
    build
    for suite in "${suites[@]}"; do
        CK_RUN_SUITE=$suite "$copy/$bin/ripple-library-tests" || true
    done &>"$log"
    "$copy/$bin/ripple-difftest" 0 1000 >>"$log" || true
    noticed=$(grep -cE ':[FE]:|^difftest: case' "$log") ||
        fail "$mistake: no test notices it"
    say "$mistake: $noticed checks notice it, 1 cases"
}

require patch
misfits=0
for recipe in tests/recipes/${TESTS:-*}.patch; do
    check_size "$recipe"
    patch -s -p1 --dry-run <"$recipe" >/dev/null || {
        say "$recipe does not fit the sources" >&2
        misfits=1
    }
done
((misfits == 0)) || exit 1
for recipe in tests/recipes/${TESTS:-*}.patch; do
    rm -rf "$copy"
    mkdir "$copy"
    cp -pr Makefile README.md src assets tests tools "$copy"
    try_recipe "$recipe"
done
