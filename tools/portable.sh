#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# What this machine cannot show by itself: binaries run on older and other CPUs and
# make the same bits there (under qemu-user), and a step takes no more instructions
# than a limit (under valgrind, whose counts are repeatable; the limits are the
# counts of gcc 12 and 1 percent). CASES sets the cases of the differential test for
# each old CPU, and ten times as many for aarch64; SUITES sets the suites for
# aarch64. Exit: 0 if all of it holds.
. "$(dirname "$0")/shell.sh"

old_cpu_cases=${CASES:-20000}
range=(${CASES:+0 "$((CASES * 10))"})
# The other suites are long runs of the same kernels.
suites=${SUITES:-models mask splash refraction pixels pool thread_pool views}
build=build/release
# QEMU 7.2 gathers with a wrong index if that is in ymm4.
emulated=build/emulated
cross=build/aarch64
compiler=aarch64-linux-gnu-gcc
packages=/usr/lib/aarch64-linux-gnu/pkgconfig

render() {
    "$@" $build/ripple --no-config --preset storm --size 197x131 --frames 60 \
        --heights "$work/heights.pgm" --output "$work/frame.png"
    cksum <"$work/heights.pgm"
    cksum <"$work/frame.png"
}

# check_cpu CPU LEVELS: an x86-64 CPU and the levels it has.
check_cpu() {
    emulator=(qemu-x86_64 -cpu "$1")
    levels=$("${emulator[@]}" $build/ripple --list simd 2>/dev/null | xargs)
    [[ $levels == "$2" ]] || fail "$1 shows $levels instead of $2"
    "${emulator[@]}" $emulated/ripple-difftest 0 "$old_cpu_cases" 2>/dev/null ||
        fail "$1: the differential test"
    [[ $(render "${emulator[@]}" 2>/dev/null) == "$native" ]] ||
        fail "$1 renders something else"
    say "$1 runs $levels and renders the same"
}

count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        $build/count-step "$1" "$2" 2>&1 |
        awk '/Collected :/ { print $4 }'
}

# check_count LEVEL MAX: thousandths of an instruction for a step of a cell.
check_count() {
    first=$(count "$1" 2)
    last=$(count "$1" 10)
    [[ -n $last ]] || fail "valgrind counted nothing"
    # 8 steps of two models of 640x480 cells.
    each=$(((last - first) * 1000 / (8 * 2 * 640 * 480)))
    say "a $1 step takes $each/1000 instructions a cell, at most $2"
    ((each <= $2)) || fail "a $1 step has become slower"
}

require qemu-x86_64 qemu-aarch64 valgrind $compiler
make --no-print-directory $build/ripple $build/ripple-difftest \
    $build/count-step
make --no-print-directory build=$emulated AVX2_FLAGS=-ffixed-xmm4 \
    $emulated/ripple-difftest
make --no-print-directory build=$cross CC=$compiler AR=aarch64-linux-gnu-ar \
    LDFLAGS=-static PKGCONFIG="env PKG_CONFIG_LIBDIR=$packages pkg-config" \
    $cross/ripple-difftest $cross/ripple-library-tests
native=$(render)
start qemu-aarch64 $cross/ripple-difftest "${range[@]}" >"$work/difftest.log"
difftest=$last
check_cpu Conroe "scalar sse2"
check_cpu Penryn "scalar sse2"
check_cpu Haswell "scalar sse2 avx2"
for suite in $suites; do
    CK_RUN_SUITE=$suite CK_TIMEOUT_MULTIPLIER=20 \
        qemu-aarch64 $cross/ripple-library-tests
done
wait "$difftest" || fail "aarch64: the differential test"
cat "$work/difftest.log"
has_same_hash "$work/difftest.log" "${range[@]}" || fail "aarch64 makes other bits"
say "aarch64 makes the same bits"
check_count scalar 20730
check_count sse2 4740
check_count avx2 2260
