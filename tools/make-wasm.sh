#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Runs make for WebAssembly, with the newest clang; setup.sh says which one is
# installed.
#
# Usage: tools/make-wasm.sh ARGUMENT...     arguments of make
set -euo pipefail

compiler=$(compgen -c clang | grep -xE 'clang(-[0-9]+)?' | sort -V | tail -n 1)
flags="--target=wasm32-wasi --sysroot=/ -isystem /usr/include/wasm32-wasi"
# wasi-libc has no signals but in name.
exec "${MAKE:-make}" --no-print-directory \
    CC="$compiler $flags -D_WASI_EMULATED_SIGNAL -Wno-enum-float-conversion" "$@"
