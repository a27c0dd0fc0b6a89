// SPDX-License-Identifier: MIT
//
// A pool: an instance of ripple.wasm, see src/web/module.h, and the pictures that
// it asks for.

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const BUILTIN = "builtin:";
// The height of a frame in which a picture of land has its own size.
const LAND_ROWS = 1440;
const MAX_THREADS = 8;
const THREAD_PIXELS = 2 ** 18; // of the frame, for each thread
const MEMORY = { initial: 32, maximum: 32768, shared: true }; // as web.mk has it
const unused = new Proxy({}, { get: () => () => 0 }); // calls of libc to files
// The files of this folder. Bundlers find those whose address is written like this.
const MODULE = new URL("./ripple.wasm", import.meta.url);
const THREADS_MODULE = new URL("./ripple-threads.wasm", import.meta.url);
const PICTURES = {
    "deep": new URL("./pictures/deep.jpg", import.meta.url),
    "earth": new URL("./pictures/earth.jpg", import.meta.url),
    "grass": new URL("./pictures/grass.jpg", import.meta.url),
    "harbour": new URL("./pictures/harbour.png", import.meta.url),
    "lens": new URL("./pictures/lens.png", import.meta.url),
    "pebbles": new URL("./pictures/pebbles.jpg", import.meta.url),
    "puddle": new URL("./pictures/puddle.png", import.meta.url),
    "river": new URL("./pictures/river.png", import.meta.url),
    "river-flow": new URL("./pictures/river-flow.png", import.meta.url),
    "rock": new URL("./pictures/rock.jpg", import.meta.url),
    "sand": new URL("./pictures/sand.jpg", import.meta.url),
    "slate": new URL("./pictures/slate.jpg", import.meta.url),
    "tiles": new URL("./pictures/tiles.jpg", import.meta.url),
    "wall": new URL("./pictures/wall.jpg", import.meta.url),
};
const loaded = new Map(); // promises of modules and of PICTURES, by address

async function fetchFile(url) {
    const response = await fetch(url);

    if (!response.ok) {
        throw new Error(`${url}: ${response.status} ${response.statusText}`);
    }
    return response;
}

// Loads a file once; a failure is forgotten.
function once(url, load) {
    if (!loaded.has(url)) {
        loaded.set(url, load(url).catch((error) => {
            loaded.delete(url);
            throw error;
        }));
    }
    return loaded.get(url);
}

// Compiles while the file comes. Some hosts do not know the type of .wasm; in a page of
// one file it is packed.
async function fetchModule(url) {
    const { body, headers } = await fetchFile(url);
    const isPacked = headers.get("Content-Type") === "application/gzip";

    return WebAssembly.compileStreaming(new Response(
        isPacked ? body.pipeThrough(new DecompressionStream("gzip")) : body,
        { headers: { "Content-Type": "application/wasm" } }));
}

// As many as a frame is worth; a core is left to the page.
function countThreads(pixels) {
    return Math.min(MAX_THREADS, navigator.hardwareConcurrency - 1,
        Math.ceil(pixels / THREAD_PIXELS));
}

// null: the browser has no more of it.
function makeSharedMemory() {
    try {
        return new WebAssembly.Memory(MEMORY);
    } catch {
        return null;
    }
}

const MAX_MAPS = 20; // of one change

async function fetchPicture(url) {
    return createImageBitmap(await (await fetchFile(url)).blob(),
        { colorSpaceConversion: "none", premultiplyAlpha: "none" });
}

async function loadBuiltin(name) {
    if (!Object.hasOwn(PICTURES, name)) {
        throw new Error(`${BUILTIN}${name}: no such picture`);
    }
    return once(PICTURES[name], fetchPicture);
}

// A length in CSS pixels or a share of the whole, in pixels; NaN for "auto".
function measure(length, whole, density) {
    return parseFloat(length) * (/%/.test(length) ? whole / 100 : density);
}

// The place of a picture in a frame, as CSS has it: `fit` is cover, contain, stretch,
// none, tile or scale-down, `at` what is left at the left and above (a number is a
// share), and `size` that of none and tile if it is not the picture's own.
function place({ bitmap, fit, at = [0.5, 1 / 3], density, size = [] }, width, height) {
    const across = width / bitmap.width, down = height / bitmap.height;
    const own = measure(size[0], width, density) / bitmap.width;
    const other = measure(size[1], height, density) / bitmap.height;
    const or = (length, instead) => isNaN(length) ? instead : length;
    const move = (to, left) => typeof to === "number" ? to * left : measure(to, left, density);
    const scale = fit === "none" || fit === "tile" ? or(own, or(other, density))
        : fit === "scale-down" ? Math.min(density, across, down)
        : fit === "contain" ? Math.min(across, down) : Math.max(across, down);
    const w = fit === "stretch" ? width : bitmap.width * scale;
    const h = fit === "stretch" ? height : bitmap.height * or(other, scale);

    return [move(at[0], width - w), move(at[1], height - h), w, h];
}

function drawPicture(source, width, height) {
    const { bitmap, fit, colour = "#000" } = source, [x, y, w, h] = place(source, width, height);
    const context = new OffscreenCanvas(width, height)
        .getContext("2d", { willReadFrequently: true });

    context.fillStyle = colour;
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    if (fit === "tile") {
        const pattern = context.fillStyle = context.createPattern(bitmap, "repeat");

        pattern.setTransform({ a: w / bitmap.width, d: h / bitmap.height, e: x, f: y });
        context.fillRect(0, 0, width, height);
    } else {
        context.drawImage(bitmap, x, y, w, h);
    }
    return context.getImageData(0, 0, width, height).data;
}

// A map as it lies in its file.
function readMap(bitmap) {
    const context = new OffscreenCanvas(bitmap.width, bitmap.height)
        .getContext("2d", { willReadFrequently: true });

    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
}

export class Water {
    #isShared;
    #copy;
    #base;
    #shownBed = null;
    #shownLand = null;
    threads = []; // besides this one

    static async open(options, source) {
        const water = new Water();

        try {
            await water.start(options, source);
        } catch (error) {
            water.destroy();
            throw error;
        }
        return water;
    }

    async start({ width, height, seed, script, settings, base, isStill, threads }, source) {
        const count = Math.min(threads ?? countThreads(width * height), 64); // as in ripple.h
        const memory = crossOriginIsolated && count > 1 ? makeSharedMemory() : null;

        this.#isShared = memory !== null;
        const module = await once(this.#isShared ? THREADS_MODULE : MODULE, fetchModule);
        const { exports } = await WebAssembly.instantiate(module, {
            env: { memory },
            page: {
                start: (worker, stack) => this.#startThread({ module, memory, worker, stack }),
                number: (text) => Number(this.#read(text)),
                decimal: (text, value) => this.#write(text, value),
            },
            wasi_snapshot_preview1: unused,
        });

        this.x = exports;
        this.#base = base;
        this.width = width;
        this.height = height;
        this.source = source;
        exports._initialize();
        exports.reset();
        for (const [name, value] of this.sort(settings)) {
            await this.set(name, value);
        }
        if (isStill) {
            exports.keep_still();
        }
        if (script) {
            await this.ask(() => {
                this.#say(script);
                return exports.script();
            });
        }
        await this.ask(() => exports.open(width, height, seed, this.#isShared ? count : 1));
        await this.showPictures();
    }

    // The water does not wait for a thread that has not come yet, or never does.
    #startThread(message) {
        try {
            const thread = new Worker(new URL("./thread.js", import.meta.url), { type: "module" });

            thread.onerror = (event) => event.preventDefault();
            thread.postMessage(message);
            this.threads.push(thread);
        } catch { // a policy refuses it
        }
    }

    destroy() {
        this.threads.forEach((thread) => thread.terminate());
    }

    // Text in the module's memory, which ends with a zero.
    #write(address, text) {
        this.#put(address, encoder.encode(`${text}\0`));
    }

    #read(address) {
        const bytes = new Uint8Array(this.x.memory.buffer, address);

        return decoder.decode(bytes.slice(0, bytes.indexOf(0)));
    }

    // Tells the module a text.
    #say(text) {
        this.#write(this.x.text(Math.max(3 * text.length + 1, 4096)), text);
    }

    // What the module has said.
    #hear() {
        return this.#read(this.x.text(0));
    }

    // Calls what can fail, and gives it the maps that it lacks.
    async ask(call) {
        for (let result, tries = 0; (result = call()) !== 0;) {
            const name = this.#hear();

            if (result < 0 || ++tries > MAX_MAPS) {
                throw new Error(name);
            }
            await this.#giveMap(name);
        }
    }

    async #giveMap(name) {
        const bitmap = await this.#loadPicture(name);

        this.#say(name);
        this.#put(this.x.map(bitmap.width, bitmap.height), readMap(bitmap));
        this.x.give_map();
    }

    // Of this folder, or the user's where the page is.
    #loadPicture(name) {
        return name.startsWith(BUILTIN) ? loadBuiltin(name.slice(BUILTIN.length))
            : fetchPicture(new URL(name, this.#base));
    }

    #put(address, bytes) {
        if (address === 0) {
            throw new Error("not enough memory");
        }
        new Uint8Array(this.x.memory.buffer, address, bytes.length).set(bytes);
    }

    // A preset first: it sets all others.
    sort(settings) {
        const hour = new Date().toTimeString().slice(0, 5);

        return Object.entries(settings).map(([name, value]) => [name, value === "clock" ? hour : value])
            .sort((a, b) => (b[0] === "preset") - (a[0] === "preset"));
    }

    set(name, value) {
        return this.ask(() => {
            this.#say(`${name} ${value}`);
            return this.x.set();
        }).catch((error) => {
            const text = error.message;

            throw new Error(text.startsWith(`${name}: `) ? text : `${name}: ${text}`);
        });
    }

    async play(line) {
        if (/^\s*[^\s#]/.test(line)) {
            await this.ask(() => {
                this.#say(line);
                return this.x.event();
            });
        }
    }

    async setAll(settings) {
        for (const [name, value] of this.sort(settings)) {
            await this.set(name, value);
        }
        await this.showPictures();
    }

    async show(source) {
        this.source?.bitmap.close();
        this.source = source;
        this.#shownBed = null;
        await this.showPictures();
    }

    async resize(width, height) {
        await this.ask(() => this.x.resize(width, height));
        this.width = width;
        this.height = height;
        this.#shownBed = this.#shownLand = null;
        await this.showPictures();
    }

    // What lies under the water, and on land.
    #findPictures() {
        this.x.bed();
        const bed = this.source ? this.source.bitmap : this.#hear();

        this.x.land_picture();
        return [bed, this.#hear()];
    }

    isOutdated() {
        const [bed, land] = this.#findPictures();

        return bed !== this.#shownBed || land !== this.#shownLand;
    }

    // Gives the pictures that have changed; one that cannot be had is not tried again.
    async showPictures() {
        const [bed, land] = this.#findPictures();

        if (bed !== this.#shownBed) {
            this.#shownBed = bed;
            await this.#showBed(bed);
        }
        if (land !== this.#shownLand) {
            this.#shownLand = land;
            await this.#showLand(land);
        }
    }

    async #showBed(bed) {
        if (bed === "hills") {
            await this.ask(() => this.x.paint_hills());
            return;
        }
        const source = this.source ?? { bitmap: await loadBuiltin(bed) };
        const pixels = drawPicture(source, this.width, this.height);

        this.#put(this.x.picture(), pixels);
        this.x.give(0);
    }

    async #showLand(name) {
        if (name === "") {
            this.x.land(0, 0);
            return;
        }
        const bitmap = await this.#loadPicture(name);
        const scale = this.height / LAND_ROWS;
        const width = Math.max(Math.floor(bitmap.width * scale), 1);
        const height = Math.max(Math.floor(bitmap.height * scale), 1);
        const pixels = drawPicture({ bitmap, fit: "stretch" }, width, height);

        this.#put(this.x.land(width, height), pixels);
        this.x.give(1);
    }

    // Returns the rectangles that have changed: x, y, width, height of each.
    draw(steps, phase) {
        const count = this.x.draw(steps, phase);

        return new Int32Array(this.x.memory.buffer, this.x.changed(), 4 * count);
    }

    // The frame: a view of memory, or, where that is shared, which browsers do not show,
    // a copy in which those rectangles are new.
    image(rects) {
        const { width, height } = this;
        const pixels = new Uint8ClampedArray(this.x.memory.buffer, this.x.shown(),
            4 * width * height);

        if (!this.#isShared) {
            return new ImageData(pixels, width, height);
        }
        if (this.#copy?.width !== width || this.#copy.height !== height) {
            this.#copy = new ImageData(width, height);
        }
        for (let i = 0; i < rects.length; i += 4) {
            const [x, y, across, down] = rects.slice(i, i + 4);

            for (let row = y; row < y + down; row++) {
                const at = 4 * (row * width + x);

                this.#copy.data.set(pixels.subarray(at, at + 4 * across), at);
            }
        }
        return this.#copy;
    }

    heights() {
        const [address, columns, rows, stride] = new Int32Array(this.x.memory.buffer,
            this.x.heights(), 4);
        const all = new Int16Array(this.x.memory.buffer, address, stride * rows);
        const heights = new Int16Array(columns * rows);

        for (let y = 0; y < rows; y++) {
            heights.set(all.subarray(y * stride, y * stride + columns), y * columns);
        }
        return heights;
    }

    // The settings as the module describes them.
    describe() {
        const found = [];

        for (let i = 0; this.x.describe(i) === 0; i++) {
            const [name, help, value, flags, isUsed, isWhole, min, max, ...words] =
                this.#hear().split("\t");

            found.push({ name, help, value, flags: +flags, isUsed: isUsed === "1",
                isWhole: isWhole === "1", min: +min, max: +max, words });
        }
        return found;
    }

    calmSteps(limit) {
        return this.x.calm_steps(limit);
    }

    skip(steps) {
        this.x.skip(steps);
    }
}
