// SPDX-License-Identifier: MIT
//
// For a worker of test_page.py: keeps the contexts of WebGL that are made after this,
// and loses or restores them when a case says so.
const lost = [];
const { getContext } = OffscreenCanvas.prototype;

OffscreenCanvas.prototype.getContext = function getAndKeep(kind, ...options) {
    const context = getContext.call(this, kind, ...options);

    if (kind === "webgl2" && context) {
        lost.push(context.getExtension("WEBGL_lose_context"));
    }
    return context;
};
new BroadcastChannel("contexts").onmessage = ({ data }) => lost.forEach((each) => each[data]());
