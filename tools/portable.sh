#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# What the machine at hand cannot show by itself: that its binaries run on
# older and other CPUs and make the same bits there (under qemu-user), and
# that a step takes no more instructions than it should (under valgrind,
# whose counts repeat where times do not; the limits are what gcc 12 makes
# and 5 percent). CASES of the differential test for each old CPU, ten times
# as many for aarch64, and the SUITES for that may be set. Exit: 0 when all of
# it holds.
set -euo pipefail
cd "$(dirname "$0")/.."

# shellcheck source=tools/same-hash.sh
. tools/same-hash.sh

cases=${CASES:-20000}
range=(${CASES:+0 "$((CASES * 10))"})
# The others are long runs of the same kernels.
suites=${SUITES:-models mask splash refraction pixels pool thread_pool}
build=build/release
# QEMU 7.2 gathers by no index where that is in ymm4.
emulated=build/emulated
cross=build/aarch64
compiler=aarch64-linux-gnu-gcc
packages=/usr/lib/aarch64-linux-gnu/pkgconfig
work=$(mktemp -d)
difftest=
trap 'rm -rf "$work"; kill $difftest 2>/dev/null || true' EXIT

fail() {
    echo "portable: $*" >&2
    exit 1
}

for tool in qemu-x86_64 qemu-aarch64 valgrind $compiler; do
    command -v "$tool" >/dev/null || fail "$tool is missing"
done
make --no-print-directory $build/ripple $build/ripple-difftest \
    $build/count-step
make --no-print-directory build=$emulated AVX2_FLAGS=-ffixed-xmm4 \
    $emulated/ripple-difftest
make --no-print-directory build=$cross CC=$compiler AR=aarch64-linux-gnu-ar \
    LDFLAGS=-static PKGCONFIG="env PKG_CONFIG_LIBDIR=$packages pkg-config" \
    $cross/ripple-difftest $cross/ripple-library-tests

render() {
    "$@" $build/ripple --no-config --preset storm --size 197x131 --frames 60 \
        --heights "$work/heights.pgm" --output "$work/frame.png"
    cksum <"$work/heights.pgm"
    cksum <"$work/frame.png"
}

# An x86-64 CPU by name, and the levels it must show.
check_cpu() {
    emulator=(qemu-x86_64 -cpu "$1")
    levels=$("${emulator[@]}" $build/ripple --list simd 2>/dev/null | xargs)
    [ "$levels" = "$2" ] || fail "$1 shows $levels instead of $2"
    "${emulator[@]}" $emulated/ripple-difftest 0 "$cases" 2>/dev/null ||
        fail "$1: the difference test"
    [ "$(render "${emulator[@]}" 2>/dev/null)" = "$native" ] ||
        fail "$1 renders something else"
    echo "portable: $1 runs $levels and renders the same"
}

native=$(render)
qemu-aarch64 $cross/ripple-difftest "${range[@]}" >"$work/difftest" &
difftest=$!
check_cpu Conroe "scalar sse2"
check_cpu Penryn "scalar sse2"
check_cpu Haswell "scalar sse2 avx2"
for suite in $suites; do
    CK_RUN_SUITE=$suite CK_TIMEOUT_MULTIPLIER=20 \
        qemu-aarch64 $cross/ripple-library-tests
done
wait $difftest || fail "aarch64: $(cat "$work/difftest")"
difftest=
cat "$work/difftest"
has_same_hash "$work/difftest" "${range[@]}" || fail "aarch64 makes other bits"
echo "portable: aarch64 makes the same bits"

count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        $build/count-step "$1" "$2" 2>&1 |
        awk '/Collected :/ { print $4 }'
}

# A level, and the most thousandths of an instruction that a cell may take.
check_count() {
    first=$(count "$1" 2)
    last=$(count "$1" 10)
    [ -n "$last" ] || fail "valgrind counted nothing"
    # 8 steps of two models of 640x480 cells.
    each=$(((last - first) * 1000 / (8 * 2 * 640 * 480)))
    echo "portable: a $1 step takes $each/1000 instructions a cell," \
        "at most $2"
    [ $each -le "$2" ] || fail "a $1 step has become slower"
}

check_count scalar 35000
check_count sse2 4680
check_count avx2 2170
