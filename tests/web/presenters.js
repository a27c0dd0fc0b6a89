// SPDX-License-Identifier: MIT
//
// Cases of test_page.py about how frames are shown: by WebGL or by a 2D canvas, also if
// WebGL is lost or the worker fails.
import { compareShown, complaints, load, makeRoom, readPixels, sleep, until, withPool } from "./support.js";

const LOST_MS = 5000; // of presenter.js

// Attaches to a room whose pool is shown by WebGL, and whose worker listens to `tell`:
// see contexts.js.
async function withContexts(options, act, file = "worker.js") {
    const Own = Worker, contexts = new BroadcastChannel("contexts");

    window.Worker = class extends Own {
        constructor(url, init) {
            super(file, init);
        }
    };
    const { attach } = await import(`./web/ripple.js?${file}`);
    const room = makeRoom(320, 240);
    const pool = attach(room, { seed: 7, renderer: "webgl", picture: "picture.png",
        paused: true, ...options });

    try {
        await pool.ready;
        return await act(pool, (call) => contexts.postMessage(call));
    } finally {
        window.Worker = Own;
        pool.destroy();
        room.remove();
    }
}

export const presenters = {
    // WebGL is chosen where a card draws it.
    renderer: () => withPool({}, async (pool) => {
        const gl = document.createElement("canvas").getContext("webgl2");
        const { UNMASKED_RENDERER_WEBGL } = gl?.getExtension("WEBGL_debug_renderer_info") ?? {};
        const name = gl ? gl.getParameter(UNMASKED_RENDERER_WEBGL) : "none";
        const { renderer } = await pool.stats();

        return renderer === (/SwiftShader|llvmpipe|none/.test(name) ? "2d" : "webgl") ? ""
            : `${name} is shown by ${renderer}`;
    }),

    // A context of WebGL goes, and comes back.
    lost: (settings, script, steps, wanted) => withContexts({ settings, script },
        async (pool, tell) => {
            await pool.step(steps / 2);
            tell("loseContext");
            await sleep(300);
            await pool.step(steps / 2);
            const native = readPixels(await load(wanted));
            const isSame = await compareShown(pool, native, 3) === "";

            tell("restoreContext");
            const wrong = isSame ? "it was not lost" : await compareShown(pool, native);

            return wrong || ((await pool.stats()).renderer === "webgl" ? "" : "it did not come back");
        }),

    // It does not come back: another canvas shows the water, with focus and keys.
    gone: (settings, script, steps, wanted) => withContexts({ settings, script },
        async (pool, tell) => {
            const { canvas } = pool, label = canvas.getAttribute("aria-label");

            canvas.focus();
            await pool.step(steps / 2);
            tell("loseContext");
            await sleep(LOST_MS + 500);
            await pool.step(steps / 2);
            const wrong = await compareShown(pool, readPixels(await load(wanted)));
            const { renderer } = await pool.stats(), next = pool.canvas;
            const heights = String(await pool.heights());

            next.dispatchEvent(new KeyboardEvent("keydown", { key: " ", cancelable: true }));
            await pool.step(1);
            return wrong || (renderer === "2d" && next !== canvas && !canvas.isConnected &&
                next === document.activeElement && next.getAttribute("aria-label") === label &&
                String(await pool.heights()) !== heights ? "" : `by ${renderer}`);
        }),

    // A fault of the module, and a worker that is not there, are told.
    faults: async () => {
        const stopped = await withContexts({ paused: false, settings: { preset: "waves" } },
            async (pool, tell) => {
                tell("fail");
                await until(() => complaints.length > 0);
                tell("restoreContext");
                return complaints.splice(0, Infinity).join();
            });
        const missing = [];

        for (let i = 0; i < 2; i++) { // the second at once
            missing.push(await withContexts({}, () => "", "nothing.js")
                .catch(({ message }) => message));
        }
        complaints.length = 0;
        return /^ripple: the water has stopped \(.*unreachable.*\)$/.test(stopped) &&
            missing.every((said) => said === "the worker of the water cannot be started") ? ""
            : `${stopped}; ${missing}`;
    },

    // A fault in a thread is told, too, whether the pool is ready by then or not.
    faultyThread: async (options) => {
        await withPool({ settings: { preset: "waves" }, ...options },
            () => until(() => complaints.length > 0)).catch(() => "");
        const said = complaints.splice(0, Infinity).join();

        return /^ripple: the water has stopped \(.*unreachable.*\)$/.test(said) ? "" : `said: ${said}`;
    },

    // A frame that is larger than a picture of WebGL may be.
    large: () => withPool({ settings: { rain: 0 }, picture: "picture.png", renderer: "webgl",
        fit: "stretch" }, async (pool, room) => {
        const gl = new OffscreenCanvas(1, 1).getContext("webgl2");
        const { renderer } = await pool.stats();
        const width = gl.getParameter(gl.MAX_TEXTURE_SIZE) + 300;

        room.style.width = `${width}px`;
        const isShown = await until(() => pool.canvas.width === width &&
            readPixels(pool.canvas).some((value, byte) => byte % 4 < 3 && value > 0));
        const { renderer: after } = await pool.stats();

        return isShown && renderer === "webgl" && after === "2d" ? ""
            : `${width} by ${renderer}, then ${after}`;
    }, makeRoom(320, 16)),

    // Frames of another size, by WebGL and by a 2D canvas.
    resizeFrames: () => withPool({ settings: { rain: 0 }, renderer: "2d" }, (flat, room) =>
        withPool({ settings: { rain: 0 }, renderer: "webgl" }, async (pool, other) => {
            room.style.width = other.style.width = "400px";
            for (const each of [flat, pool]) {
                await until(() => each.canvas.width === 400);
                each.pause();
                each.drop(100, 80);
                await each.step(30);
            }
            await sleep(300);
            return compareShown(pool, readPixels(flat.canvas));
        })),
};
