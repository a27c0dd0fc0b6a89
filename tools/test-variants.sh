#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# The program and the bench built by clang without optional libraries: each says in
# a line what it lacks. Exit: 0 if all of it holds.
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

bare=build/bare
make --no-print-directory build=$bare X11= WAYLAND= CC=clang CONFIG=debug \
    $bare/ripple $bare/tests/window/test_display.o
$bare/ripple --no-config --frames 1 --output "$work/frame.png"
refuses "built without X11" \
    $bare/ripple --no-config --picture-from screen --frames 1 --output "$work/screen.png"
refuses "built without X11" $bare/ripple --no-config --root

bare=build/no-sdl
make --no-print-directory build=$bare SDL= CC=clang CONFIG=debug all
$bare/ripple-bench --sizes 9x9 --seconds 0.01 --csv
refuses "builtin:lens: built without SDL2_image" \
    $bare/ripple-bench --sizes 9x9 --seconds 0.01 --csv --preset lens
echo "test-variants: $((cases + 2)) cases"
