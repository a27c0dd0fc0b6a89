#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Builds for Windows all that needs no SDL and runs it under wine: the library's
# tests, every kernel beside the scalar one, and the frames of ripple-bench, which
# must be those of this machine. The program is only built. CASES sets the number of
# cases of the differential test. Exit: 0 if all of it holds.
. "$(dirname "$0")/shell.sh"

build=build/windows
mingw=x86_64-w64-mingw32
native=build/release/ripple-bench
forked=build/release/ripple-library-tests
range=(${CASES:+0 "$CASES"})
# wine shows nothing and leaves nothing behind.
export WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
unset DISPLAY WAYLAND_DISPLAY CK_RUN_SUITE CK_RUN_CASE RIPPLE_SIMD

end_wine() {
    wineserver -k 2>/dev/null || true
    wineserver -w 2>/dev/null || true
    clean_up
}
trap end_wine EXIT

# The program needs SDL's libraries for Windows to run. It is built with the headers
# of this machine, and with import libraries that list the functions of this
# machine's libraries.
build_program() {
    local sdl=$work/sdl libraries dll

    mkdir -p "$sdl/SDL2"
    printf '#define HAVE_%s_H 1\n' STDARG STDDEF STDINT STDIO STDLIB STRING \
        >"$sdl/SDL2/_real_SDL_config.h"
    libraries=$(pkg-config --variable=libdir sdl2)
    for dll in SDL2 SDL2_image; do
        {
            echo EXPORTS
            nm -D --defined-only "$libraries/lib$dll.so" |
                sed -nE 's/.* T ((SDL|IMG)_[A-Za-z0-9_]*).*/\1/p' | sort -u
        } >"$sdl/$dll.def"
        $mingw-dlltool -d "$sdl/$dll.def" -D $dll.dll -l "$sdl/lib$dll.dll.a"
    done
    make --no-print-directory build=$build/program X11= \
        CC=$mingw-gcc-posix AR=$mingw-ar \
        CFLAGS="-O1 -Werror" LDFLAGS=-static native= \
        sdl_cflags="-DRIPPLE_SDL -DSDL_MAIN_HANDLED -I$sdl $(
            pkg-config --cflags-only-I sdl2)" \
        sdl_libs="-L$sdl -l:libSDL2_image.dll.a -l:libSDL2.dll.a" \
        $build/program/ripple{,-bench}.exe
}

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
wineboot --init >/dev/null 2>&1 || fail "wine does not start"
build_program
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
