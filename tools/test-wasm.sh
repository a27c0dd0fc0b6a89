#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Builds the library for WebAssembly and runs under node: every kernel of the level
# simd128 beside the scalar one, whose bits must be the committed ones, and the
# library's tests that need no threads. Exit: 0 if all of it holds.
. "$(dirname "$0")/shell.sh"

# The others need threads or, advection, half a minute.
suites="pool models waves mask splash refraction grid_map views"
build=build/wasm
unset CK_RUN_CASE

run() {
    node --no-warnings tools/wasi.mjs "$@"
}

require node
# Node 20 may crash after memory has grown, so much is there from the start. A stack
# at the bottom of memory cannot run over into data. -O0: clang would call wasm-opt.
tools/make-wasm.sh build=$build \
    LDFLAGS="-O0 -Wl,--stack-first,-z,stack-size=1048576,--initial-memory=268435456" \
    $build/ripple-{difftest,library-plain}.wasm $build/count-step
run $build/ripple-difftest.wasm | tee "$work/difftest.log" ||
    fail "the differential test"
grep -q "kernels, simd128: 0 differences" "$work/difftest.log" ||
    fail "simd128 was not tested"
for suite in $suites; do
    CK_RUN_SUITE=$suite run $build/ripple-library-plain.wasm
done
