#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Builds for Windows what needs no SDL and runs it under wine: the tests of the
# library, every kernel beside the scalar one, and the frames of ripple-bench,
# which must be those made here. The program is built, not run. CASES of the
# differential test may be set. Exit: 0 when all of it holds.
set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=tools/same-hash.sh
. tools/same-hash.sh

build=build/windows
native=build/release/ripple-bench
forked=build/release/ripple-library-tests
cases=(${CASES:+0 "$CASES"})
work=$(mktemp -d)
tests=
# Nothing of wine's is to be seen, or to be left behind.
export WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
unset DISPLAY WAYLAND_DISPLAY CK_RUN_SUITE CK_RUN_CASE RIPPLE_SIMD

clean_up() {
    [ -z "$tests" ] || kill "$tests" 2>/dev/null || true
    wineserver -k 2>/dev/null || true
    wineserver -w 2>/dev/null || true
    rm -rf "$work"
}
trap clean_up EXIT

fail() {
    echo "try-windows: $*" >&2
    exit 1
}

for tool in x86_64-w64-mingw32-gcc-posix wine wineserver; do
    command -v $tool >/dev/null || fail "$tool is missing"
done
make --no-print-directory windows build/release/ripple $native $forked \
    build/release/ripple-difftest
wineboot --init >/dev/null 2>&1 || fail "wine does not start"

# The program cannot be run without SDL's own libraries for Windows, only built:
# with the headers of this machine, and with libraries that merely say that all
# the functions they have here are in a DLL.
build_program() {
    local sdl=$work/sdl libraries name

    mkdir -p "$sdl/SDL2"
    printf '#define HAVE_%s_H 1\n' STDARG STDDEF STDINT STDIO STDLIB STRING \
        >"$sdl/SDL2/_real_SDL_config.h"
    libraries=$(pkg-config --variable=libdir sdl2)
    for name in SDL2 SDL2_image; do
        {
            echo EXPORTS
            nm -D --defined-only "$libraries/lib$name.so" |
                sed -nE 's/.* T ((SDL|IMG)_[A-Za-z0-9_]*).*/\1/p' | sort -u
        } >"$sdl/$name.def"
        x86_64-w64-mingw32-dlltool -d "$sdl/$name.def" -D $name.dll \
            -l "$sdl/lib$name.dll.a"
    done
    make --no-print-directory build=$build/program X11= \
        CC=x86_64-w64-mingw32-gcc-posix AR=x86_64-w64-mingw32-ar \
        CFLAGS="-O1 -Werror" LDFLAGS=-static native= \
        sdl_cflags="-DRIPPLE_SDL -DSDL_MAIN_HANDLED -I$sdl $(
            pkg-config --cflags-only-I sdl2)" \
        sdl_libs="-L$sdl -l:libSDL2_image.dll.a -l:libSDL2.dll.a" \
        $build/program/ripple{,-bench}.exe
}

# The names of suites with how many checks each has.
list_checks() {
    sed -n 's/ checks.*//p'
}

# What must be the same everywhere: a row's size, scene, preset, level, threads
# and the CRC of its frame.
list_frames() {
    local preset

    for preset in classic pond retro waves torus; do
        "$@" --sizes 333x77 --scenes storm --threads 1,3 --simd "$levels" \
            --seconds 0.01 --preset $preset --csv
    done | tr -d '\r' | awk -F, -v OFS=, '
        /^size,/ {
            for (i = 1; i <= NF; i++)
                column[$i] = i
        }
        {
            print $column["size"], $column["scene"], $column["preset"],
                $column["simd"], $column["threads"], $column["crc"]
        }'
}

build_program
wine $build/ripple-library-plain.exe >"$work/log" 2>&1 &
tests=$!
wine $build/ripple-difftest.exe "${cases[@]}" | tr -d '\r' >"$work/difftest" ||
    fail "$(cat "$work/difftest")"
sed 's/^difftest:/try-windows:/' "$work/difftest"
has_same_hash "$work/difftest" "${cases[@]}" ||
    fail "the kernels make other bits than here"
levels=$(build/release/ripple --list simd | paste -sd ,)
list_frames $native >"$work/here"
list_frames wine $build/ripple-bench.exe >"$work/there"
diff "$work/here" "$work/there" >&2 || fail "other frames than here (<, >)"
frames=$(grep -c '^333x77,.*,[0-9a-f]\{8\}$' "$work/there") ||
    fail "ripple-bench has printed no CRC"
if says=$(wine $build/ripple-bench.exe --present 2>&1); then
    fail "without SDL there is a window"
fi
[[ $says == "ripple-bench: --present: built without SDL2"* ]] ||
    fail "ripple-bench --present says $says"

# Those that take no time: as many as there are where each has its process.
for suite in models mask splash pixels pool thread_pool; do
    CK_RUN_SUITE=$suite $forked | list_checks
done >"$work/forked"
wait $tests || fail "the tests: $(cat "$work/log")"
tests=
list_checks <"$work/log" >"$work/checks"
[ "$(grep -cFxf "$work/forked" "$work/checks")" = 6 ] ||
    fail "other checks than here: $(cat "$work/forked" "$work/checks")"
checks=$(sed -n 's/.*Checks: \([0-9]*\),.*/\1/p' "$work/log")
echo "try-windows: $((checks + frames)) cases as here, $frames of them frames"
