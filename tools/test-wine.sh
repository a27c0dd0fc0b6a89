#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs under wine the library's tests, every kernel beside the scalar one, and the frames
# of ripple-bench, which must be those of this machine. CASES sets the number of cases of
# the differential test. Exit: 0 if all of it holds.
. "$(dirname "$0")/shell.sh"

build=build/windows
mingw=x86_64-w64-mingw32
native=build/release/ripple-bench
forked=build/release/ripple-library-tests
range=(${CASES:+0 "$CASES"})
unset DISPLAY WAYLAND_DISPLAY CK_RUN_SUITE CK_RUN_CASE RIPPLE_SIMD

# The names of suites, each with its number of checks.
list_checks() {
    sed -n 's/ checks.*//p'
}

# What must be the same on every machine, the frame's CRC among it.
list_frames() {
    local preset

    for preset in classic pond retro waves torus; do
        "$@" --sizes 333x77 --scenes storm --threads 1,3 --simd "$levels" \
            --seconds 0.01 --preset $preset --json
    done | grep -oE '"(size|scene|preset|simd|threads|crc)": ("[^"]*"|[0-9]+)'
}

require $mingw-gcc-posix wine wineserver
make --no-print-directory windows build/release/ripple $native $forked \
    build/release/ripple-difftest
start_wine
start wine $build/ripple-library-plain.exe >"$work/tests.log" 2>&1
tests=$last
wine $build/ripple-difftest.exe "${range[@]}" | tr -d '\r' >"$work/difftest.log" ||
    fail "the differential test"
sed "s/^difftest:/$name:/" "$work/difftest.log"
has_same_hash "$work/difftest.log" "${range[@]}" ||
    fail "the kernels make other bits than here"
levels=$(build/release/ripple --list simd | paste -sd ,)
list_frames $native >"$work/here"
list_frames wine $build/ripple-bench.exe >"$work/there"
diff "$work/here" "$work/there" >&2 || fail "other frames than here (<, >)"
frames=$(grep -c '^"crc": "[0-9a-f]\{8\}"$' "$work/there") ||
    fail "ripple-bench has printed no CRC"
if says=$(wine $build/ripple-bench.exe --present 2>&1); then
    fail "without SDL there is a window"
fi
[[ $says == "ripple-bench: --present: built without SDL2"* ]] ||
    fail "ripple-bench --present says $says"

# The quickest suites have as many checks as here, where each check is a process.
for suite in models mask splash pixels pool views; do
    CK_RUN_SUITE=$suite $forked | list_checks
done >"$work/forked"
wait "$tests" || fail "the library's tests"
list_checks <"$work/tests.log" >"$work/checks"
[[ $(grep -cFxf "$work/forked" "$work/checks") == 6 ]] ||
    fail "other checks than here: $(cat "$work/forked" "$work/checks")"
checks=$(sed -n 's/.*Checks: \([0-9]*\),.*/\1/p' "$work/tests.log")
say "$((checks + frames)) cases as here, $frames of them frames"
