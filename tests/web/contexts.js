// SPDX-License-Identifier: MIT
//
// For a worker of test_page.py: keeps the contexts of WebGL that are made after this,
// and loses or restores them when a case says so. Another makes the module fail in its
// next frame, by an instruction of its own.
const lost = [];
const { getContext } = OffscreenCanvas.prototype;

OffscreenCanvas.prototype.getContext = function getAndKeep(kind, ...options) {
    const context = getContext.call(this, kind, ...options);

    if (kind === "webgl2" && context) {
        lost.push(context.getExtension("WEBGL_lose_context"));
    }
    return context;
};

const UNREACHABLE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1,
    97, 0, 0, 10, 5, 1, 3, 0, 0, 11);
const { a: fail } = new WebAssembly.Instance(new WebAssembly.Module(UNREACHABLE)).exports;
const { instantiate } = WebAssembly;
let fails = false;

WebAssembly.instantiate = async (...all) => {
    const { exports } = await instantiate(...all);

    return { exports: { ...exports, draw: (...its) => fails ? fail() : exports.draw(...its) } };
};
new BroadcastChannel("contexts").onmessage = ({ data }) => {
    fails = data === "fail";
    if (!fails) {
        lost.forEach((each) => each[data]());
    }
};
