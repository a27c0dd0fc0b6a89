#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# The program and the bench built by clang where the headers of optional libraries are
# missing, and without SDL: each says in a line what it lacks. Files with labels of the
# assembler are built without LTO. Exit: 0 if all of it holds.
. "$(dirname "$0")/shell.sh"

# refuses WORDS COMMAND...: it fails and says so
refuses() {
    local words=$1 says

    shift
    if says=$("$@" 2>&1); then
        fail "$* succeeded"
    fi
    [[ $says == *"$words"* ]] || fail "$* said: $says"
    cases=$((cases + 1))
}

# hide NAME...: sets $flags and $PKGCONFIG, with which these headers and packages are
# not found.
hide() {
    local headers=$work/headers system=/usr/include

    mkdir "$headers"
    ln -s $system/* "$headers"
    rm -f "${@/#/$headers/}"
    flags="-nostdinc -isystem $(clang -print-resource-dir)/include"
    flags+=" -isystem $headers -isystem $headers/$(clang -print-multiarch)"
    printf '#!/bin/sh\ncase " $* " in\n%s exit 1 ;;\nesac\nexec pkg-config "$@"\n' \
        "$(printf '*" %s "* | ' "$@" | sed 's/ | $/)/')" >"$work/pkg-config"
    chmod +x "$work/pkg-config"
    export PKGCONFIG=$work/pkg-config
}

bare=build/bare
hide frei0r.h GL GLES3 X11 x11 wayland-client lcms2 libwebpdemux libjpeg
make --no-print-directory build=$bare CC=clang CPPFLAGS="$flags" CONFIG=debug \
    all $bare/tests/window/test_display.o | tee "$work/built"
grep -q '^built without x11 wayland-client lcms2 libwebpdemux libjpeg frei0r.h GL/glcorearb.h$' "$work/built" ||
    fail "make does not say what is left out"
unset PKGCONFIG
$bare/ripple --no-config --frames 1 --output "$work/frame.png"
refuses "built without X11" \
    $bare/ripple --no-config --picture-from screen --frames 1 --output "$work/screen.png"
refuses "built without X11" $bare/ripple --no-config --root

bare=build/no-sdl
make --no-print-directory build=$bare SDL= CC=clang CONFIG=debug all
$bare/ripple-bench --sizes 9x9 --seconds 0.01 --csv
refuses "builtin:lens: built without SDL2_image" \
    $bare/ripple-bench --sizes 9x9 --seconds 0.01 --csv --preset lens

bare=build/lto
while read -r file; do
    object=$bare/${file%.c}.o
    make --no-print-directory build=$bare CFLAGS=-flto "$object"
    ! objdump -h "$object" | grep -q gnu.lto || fail "$file is built with LTO"
    cases=$((cases + 1))
done < <(grep -rl --include='*.c' 'EMBED(' src/lib src/play)
echo "test-variants: $((cases + 2)) cases"
