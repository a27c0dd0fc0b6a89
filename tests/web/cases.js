// SPDX-License-Identifier: MIT
//
// What test_page.py runs in each browser. Each case returns what it found wrong, or
// "".
import { attach } from "./web/ripple.js";

const REST_MS = 5000;
const complaints = [];
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

console.warn = console.error = (...words) => complaints.push(words.join(" "));
addEventListener("error", ({ message }) => complaints.push(message));
addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));
addEventListener("securitypolicyviolation", ({ blockedURI, violatedDirective }) =>
    complaints.push(`policy: ${violatedDirective} ${blockedURI}`));

function makeRoom(width, height, element = document.createElement("div")) {
    Object.assign(element.style, { width: `${width}px`, height: `${height}px`,
        touchAction: "none" });
    document.body.style.margin = 0;
    document.body.append(element);
    return element;
}

// Attaches to a room of its own, calls, and clears it away.
async function withPool(options, act, room = makeRoom(320, 240)) {
    const pool = attach(room, { seed: 7, ...options });

    try {
        await pool.ready;
        return await act(pool, room);
    } finally {
        pool.destroy();
        room.remove();
    }
}

function readPixels(image) {
    const canvas = Object.assign(document.createElement("canvas"),
        { width: image.naturalWidth ?? image.width, height: image.naturalHeight ?? image.height });
    const context = canvas.getContext("2d");

    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
}

// A worker's canvas shows its frame a little later.
async function compareShown(pool, wanted) {
    let found, at;

    for (let i = 0; i < 50; i++) {
        found = readPixels(pool.canvas);
        at = wanted.findIndex((value, byte) => value !== found[byte]);
        if (at < 0 && found.length === wanted.length) {
            return "";
        }
        await sleep(50);
    }
    return `byte ${at} is ${found[at]}, not ${wanted[at]}`;
}

async function load(url) {
    const image = new Image();

    image.src = url;
    await image.decode();
    return image;
}

function sum(heights) {
    return heights.reduce((total, height) => total + Math.abs(height), 0);
}

// How many times the worker is called while nothing moves, once it rests.
async function countCalls(pool) {
    let before = -1;

    for (let i = 0; i < 20 && before !== (await pool.stats()).callbacks; i++) {
        before = (await pool.stats()).callbacks;
        await sleep(300);
    }

    await sleep(REST_MS);
    return (await pool.stats()).callbacks - before;
}

// Nothing calls the worker in these; all rest at the same time.
const resting = {
    calm: () => withPool({ settings: { rain: 0 } }, async (pool) => {
        const calls = await countCalls(pool);

        pool.drop(100, 100);
        await sleep(500);
        return calls === 0 && sum(await pool.heights()) > 0 ? "" : `${calls} calls`;
    }),

    outOfView: () => withPool({ settings: { preset: "waves" } }, async (pool, room) => {
        Object.assign(room.style, { position: "absolute", top: "5000px" });
        const calls = await countCalls(pool);

        return calls === 0 ? "" : `${calls} calls`;
    }),

    // Drops alone for those who ask for less motion.
    still: async () => {
        const { matchMedia } = window;

        window.matchMedia = () => ({ matches: true });
        try {
            return await withPool({ settings: { preset: "harbour", swell: 50 } }, async (pool) => {
                const calls = await countCalls(pool);

                pool.drop(160, 120);
                await sleep(300);
                return calls === 0 && sum(await pool.heights()) > 0 ? "" : `${calls} calls`;
            });
        } finally {
            window.matchMedia = matchMedia;
        }
    },
};

export const cases = {
    rest: async () => (await Promise.all(Object.entries(resting).map(
        async ([name, act]) => await act() && name))).filter(Boolean).join(", "),

    // The frame that the program has made of the same picture, script and steps.
    bits: (settings, script, steps, simd, wanted) => withPool(
        { settings, script, simd, picture: "picture.png", paused: true }, async (pool) => {
            await pool.step(steps);
            const native = readPixels(await load(wanted));

            return compareShown(pool, native);
        }),

    // The same, with another view from step 20 on.
    turned: (settings, steps, wanted) => withPool(
        { settings, picture: "picture.png", paused: true }, async (pool) => {
            const native = readPixels(await load(wanted));

            await pool.step(20);
            await pool.set({ view: "perspective" });
            await pool.step(steps - 20);
            return compareShown(pool, native);
        }),

    // The pool that a finger has dragged a stone through, and one with a script.
    drag: (script) => withPool({ settings: { rain: 0 }, paused: true }, async (pool) => {
        await window.touched;
        await pool.step(20);
        const found = await pool.heights();
        const wanted = await withPool({ settings: { rain: 0 }, paused: true, script },
            async (other) => {
                await other.step(20);
                return other.heights();
            }, makeRoom(320, 240));
        const at = wanted.findIndex((height, i) => height !== found[i]);

        return at < 0 && sum(found) > 0 ? "" : `height ${at} is ${found[at]}, not ${wanted[at]}`;
    }),

    resize: () => withPool({ settings: { rain: 0, cell: 1 }, paused: true }, async (pool, room) => {
        pool.drop(100, 80);
        await pool.step(30);
        const before = await pool.heights();

        room.style.width = "400px";
        for (let i = 0; i < 50 && (await pool.heights()).length === before.length; i++) {
            await sleep(20);
        }
        const after = await pool.heights();
        const at = before.findIndex((height, i) =>
            height !== after[Math.floor(i / 320) * 400 + i % 320]);

        return after.length === 400 * 240 && sum(before) > 0 && at < 0 ? ""
            : `${after.length} heights, ${at} is another`;
    }),

    // Memory that sizes before have had is used again.
    memory: () => withPool({ paused: true }, async (pool, room) => {
        const sizes = [];

        for (let i = 0; i < 24; i++) {
            const { length } = await pool.heights();

            room.style.width = `${320 + 40 * (i * 5 % 8)}px`;
            for (let j = 0; j < 50 && (await pool.heights()).length === length; j++) {
                await sleep(10);
            }
            sizes.push((await pool.stats()).memory);
        }
        return sizes[23] === sizes[7] && sizes[0] > 0 ? "" : `${sizes}`;
    }),

    // A frame has at most two pixels per CSS pixel in each direction.
    density: async () => {
        const own = Object.getOwnPropertyDescriptor(window, "devicePixelRatio");

        Object.defineProperty(window, "devicePixelRatio", { value: 3, configurable: true });
        try {
            return await withPool({ settings: { cell: 1 } }, async (pool) => {
                const { length } = await pool.heights();

                return length === 640 * 480 ? "" : `${length} heights`;
            });
        } finally {
            Object.defineProperty(window, "devicePixelRatio", own);
        }
    },

    churn: async () => {
        let before = 0;

        for (let i = 0; i < 110; i++) {
            if (i === 10) {
                globalThis.gc?.();
                before = performance.memory?.usedJSHeapSize ?? 0;
            }
            await withPool({}, (pool) => pool.drop(100, 100), makeRoom(64, 48));
        }
        await sleep(1500);
        globalThis.gc?.();
        const more = (performance.memory?.usedJSHeapSize ?? 0) - before;

        return more < 1e6 && !document.querySelector("canvas") ? "" : `${more} bytes more`;
    },

    early: async () => {
        const room = makeRoom(64, 48), pool = attach(room);

        pool.drop(10, 10);
        pool.destroy();
        await sleep(100);
        room.remove();
        return document.querySelector("canvas") ? "a canvas is left" : "";
    },

    hidden: () => withPool({ settings: { preset: "waves" } }, async (pool) => {
        const tell = (hidden) => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        };

        tell(true);
        const calls = await countCalls(pool);

        tell(false);
        await sleep(500);
        return calls === 0 && (await pool.stats()).callbacks > 5 ? "" : `${calls} calls`;
    }),

    paused: () => withPool({ settings: { preset: "waves" } }, async (pool) => {
        pool.pause();
        const { steps } = await pool.stats();

        await sleep(300);
        pool.drop(100, 100);
        const still = (await pool.stats()).steps === steps;

        pool.resume();
        await sleep(300);
        return still && (await pool.stats()).steps > steps ? "" : "it does not pause";
    }),

    keyboard: () => withPool({ settings: { rain: 0 } }, async (pool) => {
        pool.canvas.focus();
        const isFocused = document.activeElement === pool.canvas;

        pool.canvas.dispatchEvent(new KeyboardEvent("keydown", { key: " ", cancelable: true }));
        await sleep(300);
        return isFocused && pool.canvas.getAttribute("role") && pool.canvas.ariaLabel &&
            sum(await pool.heights()) > 0 ? "" : "no stone";
    }),

    // Pictures, a CSS background and an element of each kind.
    sources: async () => {
        const wanted = readPixels(await load("picture.png"));
        const image = await load("picture.png");
        const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 240 });
        const div = document.createElement("div");

        canvas.getContext("2d").drawImage(image, 0, 0);
        div.style.background = "url(picture.png) 0 0 / cover";
        for (const room of [image, canvas, div]) {
            const wrong = await withPool({ settings: { rain: 0 } },
                (pool) => compareShown(pool, wanted), makeRoom(320, 240, room));

            if (wrong) {
                return `${room.localName}: ${wrong}`;
            }
        }
        return "";
    },

    // Each picture of a video comes under the water.
    video: async () => {
        const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 240 });
        const video = Object.assign(document.createElement("video"), { muted: true });
        const context = canvas.getContext("2d");
        let channel = 0; // red, then blue
        const paint = setInterval(() => {
            context.fillStyle = ["#f00", "#00f"][channel && 1];
            context.fillRect(0, 0, 320, 240);
        }, 30);
        const shows = async (pool) => {
            for (let i = 0; i < 60; i++) {
                const pixels = readPixels(pool.canvas).slice(0, 3);

                if (pixels[channel] > 200 && pixels[2 - channel] < 60) {
                    return true;
                }
                await sleep(50);
            }
            return false;
        };

        context.fillRect(0, 0, 320, 240);
        video.srcObject = canvas.captureStream();
        await video.play();
        try {
            return await withPool({ settings: { rain: 0 } }, async (pool) => {
                const isRed = await shows(pool);

                channel = 2;
                return isRed && await shows(pool) ? "" : `${isRed ? "blue" : "red"} is not shown`;
            }, makeRoom(320, 240, video));
        } finally {
            clearInterval(paint);
        }
    },

    element: async () => {
        document.body.insertAdjacentHTML("beforeend",
            `<ripple-pool preset="river" light="10" seed="3"><p>words</p></ripple-pool>`);
        const element = document.querySelector("ripple-pool"), { pool } = element;

        await pool.ready;
        const light = (await pool.describe()).find(({ name }) => name === "light");

        element.remove();
        return light.value === "10" && !element.querySelector("canvas") ? ""
            : `light is ${light.value}`;
    },

    // A mistake is told, and the element stays as it was.
    mistakes: async () => {
        const said = await withPool({ settings: { preset: "pont" } }, () => "nothing")
            .catch(({ message }) => message);
        const later = await withPool({}, (pool) => pool.set({ light: 101 })
            .catch(({ message }) => message));
        const script = await withPool({ script: "0 clear\n1 stone 1 2 -3 4" }, () => "nothing")
            .catch(({ message }) => message);

        complaints.length = 0;
        return /^preset: no such preset/.test(said) &&
            later === "light: must be a number from 0 to 100" &&
            script === "script: line 2: a radius must not be negative" ? ""
            : `${said}; ${later}; ${script}`;
    },

    presets: () => withPool({}, async (pool) => {
        const { words } = (await pool.describe()).find(({ name }) => name === "preset");

        for (const preset of words) {
            await pool.set({ preset });
            await pool.step(2);
        }
        return words.length > 10 ? "" : `${words}`;
    }),

    // The largest time of a frame of 1280x720 in the middle of rings, and the median.
    speed: (simd) => withPool({ simd, paused: true }, async (pool) => {
        const times = [];

        for (let i = 0; i < 60; i++) {
            if (i % 10 === 0) {
                pool.drop(200 + 17 * i, 100 + 9 * i);
            }
            await pool.step(1);
            times.push((await pool.stats()).ms);
        }
        return times.sort((a, b) => a - b)[30];
    }, makeRoom(1280, 720)),
};

window.cases = cases;
window.complaints = complaints;
window.ready = true;
