#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# The library as one file: compilers and targets make a program with it without a warning,
# and it prints the same hashes of frames, one of each preset, as with the library, whose
# tests and every kernel pass with it, too. Exit: 0 if all of it holds.
# shellcheck disable=SC2016 # no expansions
. "$(dirname "$0")/shell.sh"

folder=build/amalgamation
parts=("$work/example.c" "$work/ripple.o" -o "$work/example")

# compile COMPILER FLAG...: ripple.c and the example, with nothing but that folder
compile() {
    "$@" -O2 -Wall -Wextra -Werror -c $folder/ripple.c -o "$work/ripple.o" || fail "$*"
}

# Whether a command prints the hashes.
prints() {
    [[ "$("$@" | tr -d '\r' | xargs)" == "$hashes" ]] || fail "$* prints other hashes"
    cases=$((cases + 1))
}

test_targets() {
    local compiler

    for compiler in gcc clang "clang -DRIPPLE_NO_THREADS" "gcc -std=c11" musl-gcc \
        "aarch64-linux-gnu-gcc -static"; do
        # shellcheck disable=SC2086 # with options
        compile $compiler -pthread
        # shellcheck disable=SC2086
        $compiler -pthread -I$folder "${parts[@]}" -lm
        case $compiler in
        aarch64*) prints qemu-aarch64 "$work/example" ;;
        *) prints "$work/example" ;;
        esac
    done
    # A board with 4 MB at 0 and at 0x20000000, and newlib's semihosting.
    arm=(arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -fno-short-enums)
    compile "${arm[@]}"
    printf '%s\n' 'extern void _start(void);' \
        '__attribute__((section(".vectors"), used)) static const void *const vectors[] = {' \
        '    (void *)0x20400000, (void *)_start};' >"$work/vectors.c"
    "${arm[@]}" --specs=rdimon.specs -Wl,--section-start=.vectors=0,--no-enum-size-warning \
        -I$folder "$work/vectors.c" "${parts[@]}" -lm 2>"$work/arm.log" || fail "no program for ARM"
    prints qemu-system-arm -M mps2-an386 -nographic -semihosting -kernel "$work/example"
    wasm=(clang-19 --target=wasm32-wasi --sysroot=/usr -isystem /usr/include/wasm32-wasi)
    for compiler in -mno-simd128 -msimd128; do
        compile "${wasm[@]}" $compiler
        "${wasm[@]}" $compiler -I$folder -L/usr/lib/wasm32-wasi "${parts[@]}"
        prints node tools/wasi.mjs "$work/example"
    done
    start_wine
    compile x86_64-w64-mingw32-gcc-posix
    x86_64-w64-mingw32-gcc-posix -static -I$folder "${parts[@]:0:3}" "$work/example.exe"
    prints wine "$work/example.exe"
    echo '#include "ripple.h"' | g++ -Wall -Wextra -Werror -I$folder -fsyntax-only -x c++ -
}

# The tests of the library, linked with it. Their own objects know the sources.
test_suites() {
    rm -rf $folder/tests
    mkdir $folder/tests
    gcc -O3 -pthread -c $folder/ripple.c -o "$work/ripple.o"
    make --no-print-directory build/release/ripple-{difftest,library-tests}
    for program in difftest library-tests; do
        make -n -W build/release/libripple.a build/release/ripple-$program |
            sed -n "s,.*&& \(.* -o build/release/ripple-$program \),\1,p" |
            sed "s,-o build/release/,-o $folder/tests/,; s,build/release/libripple.a,$work/ripple.o,
                s/ -pie / -no-pie /" >"$work/link.sh"
        sh "$work/link.sh"
    done
    $folder/tests/ripple-difftest 0 20000 >"$work/difftest.log" || fail "the differential test"
    has_same_hash "$work/difftest.log" 0 20000 || fail "the kernels make other bits"
    $folder/tests/ripple-library-tests >"$work/suites.log" || fail "the library's tests"
    checks=$(sed -n 's/.*Checks: \([0-9]*\),.*/\1/p' "$work/suites.log")
}

require gcc clang-19 arm-none-eabi-gcc qemu-system-arm musl-gcc aarch64-linux-gnu-gcc qemu-aarch64 \
    x86_64-w64-mingw32-gcc-posix wine node c++
tools/amalgamate.py $folder
make --no-print-directory build/release/libripple.a
cat >"$work/example.c" <<'END'
#include "ripple.h"
#include <stdio.h>
enum { WIDTH = 80, HEIGHT = 64, STEPS = 24 };
static uint32_t picture[HEIGHT * WIDTH], pixels[HEIGHT * WIDTH];
int main(void)
{
    RipplePixels floor = {picture, WIDTH, HEIGHT, WIDTH, RIPPLE_FORMAT_ARGB8888, NULL};
    RipplePixels frame = {pixels, WIDTH, HEIGHT, WIDTH, RIPPLE_FORMAT_ARGB8888, NULL};
    for (uint32_t i = 0; i < HEIGHT * WIDTH; i++)
        picture[i] = 0xff000000 | i * 2654435761u >> 8;
    for (int i = 0; ripple_preset_name(i) != NULL; i++) {
        uint32_t hash = 2166136261u;
        RippleSettings settings;
        Ripple *pool;
        ripple_settings_preset(&settings, ripple_preset_name(i));
        if (ripple_create(&pool, WIDTH, HEIGHT, &settings) != RIPPLE_OK)
            return 1;
        for (int step = 0; step < STEPS; step++) {
            RippleStone stone = {step * 31 % WIDTH, step * 17 % HEIGHT, 5, 600, RIPPLE_PROFILE_SMOOTH};
            ripple_splash(pool, &stone, 6);
            ripple_advance(pool, &floor, &frame, NULL);
            for (int k = 0; k < HEIGHT * WIDTH; k++)
                hash = (hash ^ pixels[k]) * 16777619u;
        }
        printf("%s %08lx\n", ripple_preset_name(i), (unsigned long)hash);
        ripple_destroy(pool);
    }
}
END
gcc -Isrc "$work/example.c" build/release/libripple.a -pthread -lm -o "$work/library"
hashes=$("$work/library" | xargs)
test_targets
test_suites
say "$((cases + checks)) cases: as the library, $cases compilers and targets"
