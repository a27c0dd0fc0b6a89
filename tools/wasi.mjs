// SPDX-License-Identifier: MIT
//
// Runs a program that was built for WebAssembly and WASI, with this environment.
//
// Usage: node tools/wasi.mjs PROGRAM [ARGUMENT]...
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const args = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args, env: process.env });
const { instance } = await WebAssembly.instantiate(readFileSync(args[0]), {
    wasi_snapshot_preview1: wasi.wasiImport,
});

process.exitCode = wasi.start(instance);
