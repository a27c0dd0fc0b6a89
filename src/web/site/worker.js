// SPDX-License-Identifier: MIT
//
// Runs the pools of a page: each is an instance of ripple.wasm that draws on a
// canvas of the page. ripple.js sends {id, call, ...}; what has a number `reply`
// is answered by {id, reply, value} or {id, reply, error}.
import { makePresenter } from "./presenter.js";
import { Water } from "./water.js";

const RATE = 60; // steps a second, WEB_RATE of the module
const MAX_STEPS = 4; // at once: the others are lost
const FOREVER = 1e6; // steps
const NEAR = 0.03; // of the rate: then each frame shows one step more
const WHOLE = 256; // the phase of the newest step

const pools = new Map();

// A trap of the module is our mistake.
function explain(error) {
    return error instanceof WebAssembly.RuntimeError
        ? `the water has stopped (${error.message})` : error.message;
}

class Pool {
    #asleep;
    water = null;
    presenter = null;
    isPaused = false;
    isSeen = true;
    frame = 0; // asked for
    timer = 0;
    #last = 0; // when the last frame was drawn, in ms
    #due = 0; // steps
    #gap = 1000 / RATE; // between frames
    isLandscape = false; // as the page knows
    stats = { callbacks: 0, frames: 0, steps: 0, ms: 0, drawMs: 0 };
    queue = Promise.resolve();

    constructor(id) {
        this.id = id;
    }

    async open({ canvas, source, ...options }) {
        this.#useCanvas(canvas, options);
        this.isPaused = options.isPaused;
        this.water = await Water.open(options, source);
        this.draw(0, WHOLE);
        this.#wake();
    }

    #useCanvas(canvas, { width, height, renderer }) {
        this.canvas = Object.assign(canvas, { width, height });
        this.presenter = makePresenter(canvas, renderer, () => this.#showAll(), () =>
            this.presenter?.gl && postMessage({ id: this.id, call: "changeCanvas" }));
    }

    draw(steps, phase) {
        const start = performance.now();
        const { water, presenter, stats } = this;
        const rects = water.draw(steps, phase);

        stats.drawMs += performance.now() - start;
        presenter.show(water.image(rects), rects);
        this.tellView();
        if (steps > 0 && water.isOutdated()) {
            this.take({ id: this.id, call: "set", settings: {} }); // a script's pictures
        }
        stats.frames += 1;
        stats.steps += steps;
        stats.ms += performance.now() - start;
    }

    // The page has keys for the view in perspective.
    tellView() {
        const isLandscape = this.water.x.is_landscape() === 1;

        if (isLandscape !== this.isLandscape) {
            this.isLandscape = isLandscape;
            postMessage({ id: this.id, call: "changeView", value: isLandscape });
        }
    }

    // After the browser has lost what the canvas showed.
    #showAll() {
        if (this.water) {
            const whole = [0, 0, this.water.width, this.water.height];

            this.presenter.show(this.water.image(whole), whole);
        }
    }

    // Goes on with the water, unless nobody sees it; while paused for a frame.
    #wake() {
        if (!this.water || !this.isSeen || this.frame) {
            return;
        }
        this.rest();
        this.#last = 0;
        this.#plan();
    }

    #plan() {
        this.frame = requestAnimationFrame((now) => {
            try {
                this.#tick(now);
            } catch (error) {
                postMessage({ id: this.id, error: explain(error) });
            }
        });
    }

    rest() {
        cancelAnimationFrame(this.frame);
        clearTimeout(this.timer);
        this.frame = this.timer = 0;
    }

    // How many steps this frame shows more.
    countSteps(now) {
        const passed = this.#last ? now - this.#last : 1000 / RATE;

        this.#last = now;
        this.#gap += (Math.min(passed, 100) - this.#gap) / 16;
        if (Math.abs(passed * RATE - 1000) < 500 && Math.abs(this.#gap * RATE - 1000) < 1000 * NEAR) {
            this.#due = 0;
            return [1, WHOLE];
        }
        this.#due = Math.min(this.#due + passed * RATE / 1000, MAX_STEPS);
        const steps = Math.ceil(this.#due);

        this.#due -= steps;
        return [steps, Math.round((1 + this.#due) * WHOLE)];
    }

    #tick(now) {
        this.frame = 0;
        this.stats.callbacks += 1;
        const calm = this.isPaused ? FOREVER : this.water.calmSteps(FOREVER);

        if (calm > 1) {
            this.draw(0, WHOLE);
            this.#sleep(calm);
            return;
        }
        this.draw(...this.countSteps(now));
        this.#plan();
    }

    // The water rests for so many steps.
    #sleep(steps) {
        if (steps >= FOREVER) {
            return;
        }
        const start = performance.now();
        const end = () => {
            this.stats.callbacks += 1;
            this.timer = 0;
            this.water.skip(steps - 1);
            this.#wake();
        };

        this.#asleep = { start, steps };
        this.timer = setTimeout(end, (steps - 1) * 1000 / RATE);
    }

    // What the user does wakes the water.
    #touch(act) {
        act(this.water.x);
        if (this.timer) {
            const { start, steps } = this.#asleep;
            const passed = (performance.now() - start) * RATE / 1000;

            this.water.skip(Math.min(Math.floor(passed), steps - 1));
        }
        this.#wake();
    }

    #calls = {
        open: (data) => this.open(data),
        drop: ({ at, scale }) => this.#touch((x) => x.drop(...at, scale)),
        stone: ({ at, stone }) => this.#touch((x) => x.stone(...at, ...stone)),
        drag: ({ from, to, scale }) => this.#touch((x) => x.drag(...from, ...to, scale)),
        paint: async ({ from, to, scale, isLand }) => {
            this.#touch((x) => x.paint(...from, ...to, scale, isLand));
            await this.water.showPictures();
            this.#wake();
        },
        hold: ({ at, scale }) => this.#touch((x) => x.hold(...at, scale)),
        release: () => this.#touch((x) => x.release()),
        turn: ({ yaw, pitch, distance }) => this.#touch((x) => x.turn(yaw, pitch, distance)),
        home: () => this.#touch((x) => x.home()),
        step: ({ count }) => this.draw(count, WHOLE),
        heights: () => this.water.heights(),
        describe: () => this.water.describe(),
        stats: () => ({
            ...this.stats,
            renderer: this.presenter.name,
            threads: 1 + (this.water.x.workers?.() ?? 0),
            memory: this.water.x.memory.buffer.byteLength,
        }),
        pause: () => {
            this.isPaused = true;
            this.rest();
        },
        resume: () => {
            this.isPaused = false;
            this.#wake();
        },
        see: ({ isSeen }) => {
            this.isSeen = isSeen;
            isSeen ? this.#wake() : this.rest();
        },
        play: async ({ lines }) => {
            this.#touch(() => {});
            for (const line of lines.split("\n")) {
                await this.water.play(line);
            }
            await this.water.showPictures();
            this.redraw();
        },
        set: async ({ settings }) => {
            await this.water.setAll(settings);
            this.redraw();
        },
        show: async ({ source }) => {
            await this.water.show(source);
            this.redraw();
        },
        changeCanvas: ({ canvas }) => {
            this.presenter.destroy();
            this.#useCanvas(canvas, { ...this.water, renderer: "2d" });
            this.#showAll();
        },
        resize: async ({ width, height, density }) => {
            const { water } = this, before = [water.width, water.height];

            this.rest();
            Object.assign(water.source ?? {}, { density });
            try {
                await water.resize(width, height);
            } catch (error) {
                if (water.width === width && water.height === height) { // for want of a picture
                    postMessage({ id: this.id, error: error.message });
                    return;
                }
                await water.resize(...before);
                throw error;
            } finally {
                this.fit();
            }
        },
        destroy: () => {
            this.rest();
            this.presenter?.destroy();
            this.water?.destroy();
            this.canvas.width = this.canvas.height = 1;
            this.water = this.presenter = null;
        },
    };

    // The canvas is as large as the frame.
    fit() {
        const { width, height } = this.water;

        Object.assign(this.canvas, { width, height });
        this.presenter.resize(width, height);
        this.redraw();
    }

    redraw() {
        this.draw(0, WHOLE);
        this.#wake();
    }

    async #answer({ id, call, reply, ...data }) {
        const answer = { id, reply };

        try {
            if (!this.water && call !== "open" && call !== "destroy") {
                throw new Error("the pool is not open");
            }
            answer.value = await this.#calls[call](data);
        } catch (error) {
            answer.error = data.width && /memory|width/.test(error.message)
                ? `${data.width} x ${data.height} pixels are too many` : explain(error);
        }
        if (reply || answer.error) {
            postMessage(answer);
        }
    }

    take(data) {
        this.queue = this.queue.then(() => this.#answer(data));
    }
}

onmessage = ({ data }) => {
    if (!pools.has(data.id)) {
        pools.set(data.id, new Pool(data.id));
    }
    const pool = pools.get(data.id);

    pool.take(data);
    if (data.call === "destroy") { // which may have to wait
        pool.isSeen = false;
        pool.rest();
        pools.delete(data.id);
    }
};
