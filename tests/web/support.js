// SPDX-License-Identifier: MIT
//
// What the cases stand on: rooms in the page, pools in them, and their pixels.
import { attach } from "./web/ripple.js";

export const complaints = [];
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

console.warn = console.error = (...words) => complaints.push(words.join(" "));
addEventListener("error", ({ message }) => complaints.push(message));
addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));
addEventListener("securitypolicyviolation", ({ blockedURI, violatedDirective }) =>
    complaints.push(`policy: ${violatedDirective} ${blockedURI}`));

export function makeRoom(width, height, element = document.createElement("div")) {
    Object.assign(element.style, { width: `${width}px`, height: `${height}px`,
        touchAction: "none" });
    document.body.style.margin = 0;
    document.body.append(element);
    return element;
}

// Attaches to a room of its own, calls, and clears it away; by another ripple.js if the
// options have one.
export async function withPool({ module, ...options }, act, room = makeRoom(320, 240)) {
    const pool = (module ? (await import(module)).attach : attach)(room, { seed: 7, ...options });

    try {
        await pool.ready;
        return await act(pool, room);
    } finally {
        pool.destroy();
        room.remove();
    }
}

// Calls as if the display had so many pixels per CSS pixel.
export async function withDensity(density, act) {
    const own = Object.getOwnPropertyDescriptor(window, "devicePixelRatio");

    Object.defineProperty(window, "devicePixelRatio", { value: density, configurable: true });
    try {
        return await act();
    } finally {
        Object.defineProperty(window, "devicePixelRatio", own);
    }
}

export function readPixels(image) {
    const canvas = Object.assign(document.createElement("canvas"),
        { width: image.naturalWidth ?? image.width, height: image.naturalHeight ?? image.height });
    const context = canvas.getContext("2d");

    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, canvas.width, canvas.height).data;
}

// A worker's canvas shows its frame a little later; its bytes differ by `most` at most.
export async function compareShown(pool, wanted, times = 50, most = 0) {
    let found, at;

    for (let i = 0; i < times; i++) {
        found = readPixels(pool.canvas);
        at = wanted.findIndex((value, byte) => !(Math.abs(value - found[byte]) <= most));
        if (at < 0 && found.length === wanted.length) {
            return "";
        }
        await sleep(50);
    }
    return `byte ${at} is ${found[at]}, not ${wanted[at]}`;
}

// The pixels of a calm pool, once there are some and they stay.
export async function readStill(pool) {
    let before, pixels = [];

    await until(() => {
        [before, pixels] = [pixels, readPixels(pool.canvas)];
        return sum(pixels) > 0 && share(before, pixels) === 0;
    });
    return pixels;
}

export async function load(url) {
    const image = new Image();

    image.src = url;
    await image.decode();
    return image;
}

export function sum(heights) {
    return heights.reduce((total, height) => total + Math.abs(height), 0);
}

// Whether something becomes true within a few seconds.
export async function until(holds) {
    for (let i = 0; i < 100 && !await holds(); i++) {
        await sleep(50);
    }
    return holds();
}

// Until the driver has done its part.
export function waitForUser() {
    return new Promise((resolve) => window.go = resolve);
}

// Whether a pixel of a frame 320 wide is another.
export function differ(before, after, x, y) {
    const at = 4 * (320 * y + x);

    return Math.abs(after[at] - before[at]) + Math.abs(after[at + 2] - before[at + 2]) > 40;
}

// Of the bytes that differ.
export function share(before, after) {
    return after.filter((value, i) => value !== before[i]).length / after.length;
}

export async function get(pool, wanted) {
    return (await pool.describe()).find(({ name }) => name === wanted).value;
}
