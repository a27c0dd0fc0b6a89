// SPDX-License-Identifier: MIT
//
// Water over an element of a page: attach(element, options) and <ripple-pool>. The
// work is done in one worker for all pools; this file gives it pictures and what
// the user does. ripple.d.ts describes what is exported.
import { Input } from "./input.js";
import { getDensity, isFixed, isPage, OWN_PICTURE, readSource, readStyle } from "./source.js";

const LABEL = "A pool of water.";
const DROPPING = " Press space to drop a stone.";
const TURNING = " Arrows turn it.";
const LINGER_MS = 1000; // of the worker after the last pool: another may come
const DESTROYED = "the pool is destroyed";

let worker = null;
let nextId = 1;
let nextReply = 1;
const pools = new Map(); // by id
const replies = new Map(); // by number

// An answer, or what a pool is to do.
function receive({ data: { id, call, reply, value, error } }) {
    const waiting = replies.get(reply);

    replies.delete(reply);
    if (waiting) {
        error ? waiting.reject(new Error(error)) : waiting.resolve(value);
    } else {
        pools.get(id)?.[call ?? "fail"](error ?? value);
    }
}

function startWorker() {
    worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = receive;
    worker.onerror = ({ message }) => {
        if (!message) {
            endWorker(); // the next pool tries another
        }
        rejectAll(message ? `the worker of the water failed: ${message}`
            : "the worker of the water cannot be started");
    };
}

function endWorker() {
    worker?.terminate();
    worker = null;
}

// The calls of one pool, or of all, get no more reply.
function rejectAll(reason, id) {
    for (const [reply, waiting] of replies) {
        if (id === undefined || waiting.id === id) {
            replies.delete(reply);
            waiting.reject(new Error(reason));
        }
    }
}

function send(id, call, data = {}, transfer = []) {
    worker || startWorker();
    worker.postMessage({ id, call, ...data }, transfer);
}

function ask(id, call, data = {}, transfer = []) {
    return new Promise((resolve, reject) => {
        const reply = nextReply++;

        replies.set(reply, { id, resolve, reject });
        send(id, call, { ...data, reply }, transfer);
    });
}

// What tells of the element's size, of whether it is seen, and of the user.
class Pool {
    #isResizing;
    #isRefused;
    #isOpened;
    #isInteractive;
    #isInView;
    #held;
    #followed;
    id = nextId++;
    isDestroyed = false;
    turn = 0; // of the pictures that are asked for
    #shownTurn = 0;
    #undo = []; // calls of destroy

    constructor(element, options) {
        this.element = element;
        this.options = options;
        pools.set(this.id, this);
        this.#isInteractive = options.interactive !== false;
        this.canvas = this.makeCanvas();
        this.input = new Input({ isAlone: options.interactive === "alone",
            tell: (call, data) => this.tell(call, data), find: (event) => this.find(event),
            measure: () => this.size });
        this.changeView(false);
        this.ready = this.open();
        this.ready.catch((error) => {
            this.fail(error.message);
            this.destroy();
        });
    }

    fail(message) {
        if (!this.isDestroyed) {
            console.warn(`ripple: ${message}`);
            this.element.dispatchEvent(new CustomEvent("ripple-error", { detail: message }));
        }
    }

    // An element with a picture of its own is covered, others have the canvas
    // between their background and what they contain.
    makeCanvas() {
        const { element } = this;
        const canvas = document.createElement("canvas");

        Object.assign(canvas.style, { position: "absolute", inset: "0", width: "100%",
            height: "100%", borderRadius: "inherit", outlineOffset: "-3px" });
        canvas.setAttribute("role", "img");
        if (this.#isInteractive) {
            canvas.setAttribute("role", "application"); // which gets all keys
            canvas.tabIndex = 0;
        }
        if (element.matches(OWN_PICTURE)) {
            canvas.style.pointerEvents = "none";
            element.after(canvas);
        } else {
            this.makeRoom();
            canvas.style.zIndex = "-1";
            element.prepend(canvas);
        }
        return canvas;
    }

    // The canvas lies in the element.
    makeRoom() {
        const { style } = this.element;
        const { position, isolation } = style;

        if (!isPage(this.element) && getComputedStyle(this.element).position === "static") {
            style.position = "relative";
        }
        style.isolation = "isolate";
        this.#undo.push(() => Object.assign(style, { position, isolation }));
    }

    // Pixels of the frame, which covers an element's own picture without its border
    // and padding.
    measure() {
        const { element, canvas } = this;
        let { clientWidth: width, clientHeight: height } = element;

        if (isPage(element)) { // whose background covers all of it
            const root = document.documentElement;
            const position = isFixed(element) ? "fixed" : "absolute";

            width = root.clientWidth;
            height = Math.max(root.clientHeight, position === "fixed" ? 0 : root.offsetHeight);
            Object.assign(canvas.style, { position, width: `${width}px`, height: `${height}px` });
        }
        if (element.matches(OWN_PICTURE)) {
            const style = getComputedStyle(element);
            const [top, right, bottom, left] = ["Top", "Right", "Bottom", "Left"].map((side) =>
                parseFloat(style[`padding${side}`]));

            width -= left + right;
            height -= top + bottom;
            Object.assign(canvas.style, { inset: "auto", width: `${width}px`, height: `${height}px`,
                left: `${element.offsetLeft + element.clientLeft + left}px`,
                top: `${element.offsetTop + element.clientTop + top}px`,
                borderRadius: style.borderRadius });
        }
        return {
            width: Math.max(Math.round(width * getDensity()), 1),
            height: Math.max(Math.round(height * getDensity()), 1),
        };
    }

    findSource() {
        const { element, options } = this;
        const { picture, fit, at } = options;

        return picture ? { picture, fit, at } : readStyle(element);
    }

    async open() {
        const { options, canvas } = this;

        if (!canvas.transferControlToOffscreen) {
            throw new Error("this browser has no OffscreenCanvas");
        }
        const found = this.found = this.findSource();
        const source = found && await readSource(found, this.measure());
        const offscreen = canvas.transferControlToOffscreen();
        const isStill = options.motion !== "always" &&
            matchMedia("(prefers-reduced-motion: reduce)").matches;

        if (this.isDestroyed) {
            return;
        }
        this.size = this.asked = this.measure();
        const opened = ask(this.id, "open", {
            canvas: offscreen, source, ...this.size,
            settings: options.settings ?? {}, script: options.script ?? "", base: document.baseURI,
            seed: options.seed ?? Math.floor(Math.random() * 2 ** 31),
            isStill, isPaused: options.paused === true,
            renderer: options.renderer ?? "auto", threads: options.threads,
        }, source ? [offscreen, source.bitmap] : [offscreen]);

        this.#isOpened = true;
        this.#held?.forEach((message) => send(this.id, ...message));
        this.watch();
        if (this.#isInteractive) {
            this.listen();
        }
        await opened;
    }

    // What is called before the pool is opened waits for that.
    tell(call, data, transfer) {
        if (this.isDestroyed) {
            return;
        }
        if (this.#isOpened) {
            send(this.id, call, data, transfer);
        } else {
            (this.#held ??= []).push([call, data, transfer]);
        }
    }

    async ask(call, data, transfer) {
        await this.ready;
        if (this.isDestroyed) {
            throw new Error(DESTROYED);
        }
        return ask(this.id, call, data, transfer);
    }

    watch() {
        const { element } = this;
        const follow = () => this.#follow();
        const resized = new ResizeObserver(follow);
        const seen = new IntersectionObserver((entries) => {
            this.#isInView = entries.at(-1).isIntersecting;
            this.#tellSeen();
        });
        const hidden = () => this.#tellSeen();
        const moved = () => isFixed(element) && !isPage(element) && this.redraw();

        this.#isInView = true;
        resized.observe(element);
        resized.observe(document.body); // which moves an element
        addEventListener("resize", follow); // and another density
        addEventListener("scroll", moved);
        seen.observe(element);
        document.addEventListener("visibilitychange", hidden);
        this.#undo.push(() => {
            resized.disconnect();
            removeEventListener("resize", follow);
            removeEventListener("scroll", moved);
            seen.disconnect();
            document.removeEventListener("visibilitychange", hidden);
        });
        this.followVideo();
        this.#tellSeen();
    }

    // Goes from size to size, one at a time. Warns once if sizes are refused.
    async #follow() {
        if (this.#isResizing) {
            return;
        }
        this.#isResizing = true;
        for (let size = this.measure(); !this.isDestroyed && (size.width !== this.asked.width ||
            size.height !== this.asked.height); size = this.measure()) {
            const before = this.size;

            this.size = this.asked = size;
            await this.ask("resize", { ...size, density: getDensity() }).then(
                () => this.#isRefused = false, (error) => {
                    this.size = before;
                    this.#isRefused ||= !this.fail(`the water keeps its size: ${error.message}`);
                });
            this.redraw();
        }
        this.#isResizing = false;
    }

    // A background that the browser draws is as large as the frame.
    redraw() {
        this.found?.element && this.#showNext(this.found);
    }

    #showNext(found, isOfVideo) {
        return this.show(found, isOfVideo).catch((error) => this.fail(error.message));
    }

    #tellSeen() {
        this.tell("see", { isSeen: this.#isInView && !document.hidden });
    }

    // Each picture of a video comes under the water, until another source does.
    followVideo() {
        const { found } = this, video = found?.picture;
        const next = async () => {
            if (this.#isInView && !document.hidden) {
                await this.#showNext(found, true);
            }
            again();
        };
        const again = () => !this.isDestroyed && this.found === found &&
            video?.requestVideoFrameCallback?.(next);

        if (this.#followed !== found) {
            this.#followed = found;
            again();
        }
    }

    // Reading takes a while, in which one that was asked for later may be shown. The
    // pictures of a video give way to all others.
    async show(found, isOfVideo) {
        const turn = isOfVideo ? this.#shownTurn : ++this.turn;
        const source = found && await readSource(found, this.size);

        if (turn >= this.#shownTurn && (!isOfVideo || this.found === found)) {
            this.#shownTurn = turn;
            this.found = found;
            await this.ask("show", { source }, source ? [source.bitmap] : []);
        }
    }

    listen() {
        const { element, input } = this;

        this.canvas.onkeydown = (event) => input.pressKey(event);
        input.listen((type, act, options) => {
            element.addEventListener(type, act, options);
            this.#undo.push(() => element.removeEventListener(type, act, options));
        });
    }

    // The browser shows no more by WebGL: a new canvas is drawn without.
    changeCanvas() {
        const { canvas } = this, next = this.canvas = canvas.cloneNode();
        const hasFocus = canvas === canvas.getRootNode().activeElement;

        next.onkeydown = canvas.onkeydown;
        canvas.replaceWith(next);
        hasFocus && next.focus();
        const offscreen = next.transferControlToOffscreen();

        this.tell("changeCanvas", { canvas: offscreen }, [offscreen]);
    }

    changeView(isLandscape) {
        this.input.isLandscape = isLandscape;
        this.canvas.setAttribute("aria-label", this.options.label ?? LABEL +
            (this.#isInteractive ? DROPPING + (isLandscape ? TURNING : "") : ""));
    }

    // The pixel of the frame under a pointer.
    find({ clientX, clientY }) {
        const box = this.canvas.getBoundingClientRect();

        return [Math.floor((clientX - box.left) * this.size.width / box.width),
            Math.floor((clientY - box.top) * this.size.height / box.height)];
    }

    destroy() {
        if (this.isDestroyed) {
            return;
        }
        this.#isOpened && send(this.id, "destroy");
        this.isDestroyed = true;
        this.#undo.reverse().forEach((act) => act());
        this.canvas.remove();
        pools.delete(this.id);
        rejectAll(DESTROYED, this.id);
        setTimeout(() => pools.size === 0 && endWorker(), LINGER_MS);
    }
}

const round = (place) => place.map(Math.round);

export function attach(element, options = {}) {
    const pool = new Pool(element, options);

    return {
        ready: pool.ready,
        get canvas() {
            return pool.canvas;
        },
        drop: (x, y, radius, weight = 200) => radius === undefined
            ? pool.tell("drop", { at: round([x, y]), scale: 1 })
            : pool.tell("stone", { at: round([x, y]), stone: round([radius, weight]) }),
        drag: (from, to) => pool.tell("drag", { from: round(from), to: round(to), scale: 1 }),
        turn: (yaw, pitch, distance = 1) => pool.tell("turn", { yaw, pitch, distance }),
        use: (tool, size = pool.input.size) => Object.assign(pool.input, { tool, size }),
        step: (count = 1) => pool.ask("step", { count }),
        heights: () => pool.ask("heights"),
        set: (settings, value) => pool.ask("set", { settings: typeof settings === "string"
            ? { [settings]: value } : settings }),
        events: (lines) => pool.ask("play", { lines }),
        show: (picture, placed) => pool.show(picture && { ...placed, picture })
            .then(() => pool.followVideo()),
        describe: () => pool.ask("describe"),
        stats: () => pool.ask("stats"),
        pause: () => pool.tell("pause"),
        resume: () => pool.tell("resume"),
        destroy: () => pool.destroy(),
    };
}

// Attributes that are options; those of HTML are neither, all others settings.
const OPTIONS = ["picture", "fit", "script", "seed", "label", "motion", "renderer", "threads"];
const OF_HTML = /^(aria-.*|data-.*|item.*|accesskey|class|contenteditable|exportparts|id|interactive|is|part|paused|role|slot|tabindex)$/;

// A server that renders pages has no elements.
class RipplePool extends (globalThis.HTMLElement ?? Object) {
    pool = null;

    connectedCallback() {
        const interactive = this.getAttribute("interactive");
        const options = { settings: {}, paused: this.hasAttribute("paused"),
            interactive: interactive === "alone" ? interactive : interactive !== "false" };

        for (const { name, value } of this.attributes) {
            if (OPTIONS.includes(name)) {
                options[name] = value;
            } else if (!OF_HTML.test(name) && !Object.hasOwn(HTMLElement.prototype, name)) {
                options.settings[name] = value;
            }
        }
        if (getComputedStyle(this).display === "inline") {
            this.style.display = "block";
        }
        this.pool = attach(this, options);
    }

    disconnectedCallback() {
        this.pool?.destroy();
        this.pool = null;
    }
}

if (globalThis.customElements && !customElements.get("ripple-pool")) {
    customElements.define("ripple-pool", RipplePool);
}
