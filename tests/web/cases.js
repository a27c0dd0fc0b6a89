// SPDX-License-Identifier: MIT
//
// What test_page.py runs in each browser. Each case returns what it found wrong, or
// "".
import { attach } from "./web/ripple.js";
import { elements } from "./elements.js";
import { presenters } from "./presenters.js";
import { compareShown, complaints, differ, get, load, makeRoom, readPixels,
    readStill, share, sleep, sum, until, waitForUser, withDensity, withPool } from "./support.js";

const REST_MS = 5000;

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

// Threads start a while after the pool is ready.
async function untilThreads(pool, wanted = 1) {
    let found;

    if (!await until(async () => (found = (await pool.stats()).threads) === wanted)) {
        throw new Error(`${found} threads, not ${wanted}`);
    }
}

// Nothing calls the worker in these; all rest at the same time, while the user has
// asked for less motion.
const resting = {
    calm: () => withPool({ settings: { rain: 0 }, motion: "always" }, async (pool) => {
        const calls = await countCalls(pool);

        pool.drop(100, 100);
        await sleep(500);
        return calls === 0 && sum(await pool.heights()) > 0 ? "" : `${calls} calls`;
    }),

    outOfView: () => withPool({ settings: { preset: "waves" }, motion: "always" },
        async (pool, room) => {
            Object.assign(room.style, { position: "absolute", top: "5000px" });
            const calls = await countCalls(pool);
            const { callbacks } = await pool.stats();

            await sleep(1500); // for the others
            scrollTo(0, 5000);
            await sleep(500);
            const isBack = (await pool.stats()).callbacks - callbacks > 5;

            scrollTo(0, 0);
            return calls === 0 && isBack ? "" : `${calls} calls`;
        }),

    // Drops alone for those who ask for less motion.
    still: () => withPool({ settings: { preset: "harbour", swell: 50 } }, async (pool) => {
        const calls = await countCalls(pool);

        pool.drop(160, 120);
        await sleep(300);
        return calls === 0 && sum(await pool.heights()) > 0 ? "" : `${calls} calls`;
    }),
};

export const cases = {
    ...elements,
    ...presenters,

    rest: async () => (await Promise.all(Object.entries(resting).map(
        async ([name, act]) => await act() && name))).filter(Boolean).join(", "),

    // The frame that the program has made of the same picture, script and steps.
    bits: (settings, script, steps, { started, ...options }, wanted) => withPool(
        { settings, script, picture: "picture.png", paused: true, ...options }, async (pool) => {
            await untilThreads(pool, started ?? options.threads);
            await pool.step(steps);
            const wrong = await compareShown(pool, readPixels(await load(wanted)));
            const { renderer } = await pool.stats();

            return renderer === options.renderer ? wrong : `it is shown by ${renderer}`;
        }),

    // What the user draws beside a script.
    strokes: (script) => withPool({ settings: { rain: 0 }, paused: true }, async (pool) => {
        await waitForUser();
        await pool.step(40);
        const found = await pool.heights();
        const wanted = await withPool({ settings: { rain: 0 }, paused: true, script },
            async (other) => {
                await other.step(40);
                return other.heights();
            }, makeRoom(320, 240));
        const at = wanted.findIndex((height, i) => height !== found[i]);

        return at < 0 && sum(found) > 0 ? "" : `height ${at} is ${found[at]}, not ${wanted[at]}`;
    }),

    // The camera before and after what the user does.
    camera: () => withPool({ settings: { preset: "hills", rain: 0 }, paused: true },
        async (pool) => {
            const before = await get(pool, "camera");

            pool.canvas.focus();
            await waitForUser();
            return [before, await get(pool, "camera")];
        }),

    // Land that the right button paints, and a boat of the middle one.
    tools: (settings) => withPool({ settings: { rain: 0, ...settings }, interactive: "alone" }, async (pool, room) => {
        const draw = async (button, from, to) => {
            for (const [type, clientX] of [["down", from], ["move", to], ["up", to]]) {
                room.dispatchEvent(new PointerEvent(`pointer${type}`,
                    { button, clientX, clientY: 100, pointerId: 9, bubbles: true }));
                await sleep(200);
            }
        };
        const before = await readStill(pool);

        await draw(2, 200, 260);
        const hasLand = await until(() => differ(before, readPixels(pool.canvas), 230, 100));

        await draw(1, 60, 120);
        return hasLand && sum(await pool.heights()) > 0 ? "" : hasLand ? "no boat" : "no land";
    }),

    // A script has more maps than there is room for, and another bed in the end.
    scripted: () => withPool({ settings: { rain: 0 }, paused: true, script: `1 set preset puddle
        2 set preset harbour\n3 set preset lens\n4 set preset river\n5 set preset pond
        6 set rain 0\n7 set bed tiles` }, async (pool) => {
        await pool.step(6);
        const before = await readStill(pool);

        await pool.step(4);
        return await until(() => share(before, readPixels(pool.canvas)) > 0.5) ? ""
            : `the bed is the same but for ${share(before, readPixels(pool.canvas))}`;
    }),

    // Events and a setting of now make the water that a script makes.
    events: () => withPool({ settings: { rain: 0 }, paused: true, script:
        "0 set refraction 0.05\n0 stone 50% 50% 20 900\n0 boat 10% 10% 90% 90% 9 300 8" },
    (scripted) => withPool({ settings: { rain: 0 }, paused: true }, async (pool) => {
        const refused = await pool.events("stone 1 2 3").then(() => "", ({ message }) => message);

        await pool.set("refraction", 0.05);
        await pool.events("stone 50% 50% 20 900 # one\n\n# none\nboat 10% 10% 90% 90% 9 300 8\n");
        await Promise.all([scripted.step(12), pool.step(12)]);
        const [wanted, found] = await Promise.all([scripted.heights(), pool.heights()]);

        return refused !== "stone: stone X Y RADIUS WEIGHT" ? `refused: ${refused}`
            : !found.some((height) => height) ? "calm"
            : `${found}` === `${wanted}` ? "" : "other heights";
    })),

    // A paused pool turns.
    turning: () => withPool({ settings: { rain: 0, view: "perspective" }, paused: true }, async (pool) => {
        const before = await readStill(pool);

        pool.turn(30, 0);
        return await until(() => share(before, readPixels(pool.canvas)) > 0.3) ? ""
            : "it is shown as before";
    }),

    // Land of a mask that is a file of the page's.
    mask: () => withPool({ settings: { rain: 0 } }, async (pool) => {
        const before = await readStill(pool);

        await pool.set({ mask: "mask.png", "land-picture": "builtin:grass" });
        const isThere = (x) => differ(before, readPixels(pool.canvas), x, 200);

        return await until(() => isThere(20)) && !isThere(300) ? "" : "no land";
    }),

    // The same of a script, with a picture of land: both lie where the page is.
    scriptFiles: () => withPool({ settings: { rain: 0 }, paused: true, picture: "picture.png",
        script: "2 set mask mask.png\n3 set land-picture ./web/pictures/rock.jpg" }, async (pool) => {
        await pool.step(1);
        const before = await readStill(pool);

        await pool.step(5);
        const isThere = (x) => differ(before, readPixels(pool.canvas), x, 200);

        return await until(() => isThere(20)) && !isThere(300) ? "" : "no land";
    }),

    resize: (options) => withPool({ settings: { rain: 0, cell: 1 }, paused: true, ...options }, async (pool, room) => {
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

    // A size that cannot be had, as it is too wide or needs too much memory: the water
    // goes on in the old one, and says so once.
    refused: () => withPool({ settings: { rain: 0 } }, async (pool, room) => {
        const { length } = await pool.heights();
        const goesOn = async () => {
            const { left, top, width, height } = pool.canvas.getBoundingClientRect();

            for (const type of ["pointerdown", "pointerup"]) {
                room.dispatchEvent(new PointerEvent(type, { clientX: left + width / 2,
                    clientY: top + height / 2, pointerId: 9, bubbles: true }));
            }
            const { frames } = await pool.stats();

            await sleep(500);
            return sum(await pool.heights()) > 0 && (await pool.stats()).frames > frames + 5;
        };

        for (const [width, height] of [[40000, 240], [20000, 20000], [32000, 32000]]) {
            Object.assign(room.style, { width: `${width}px`, height: `${height}px` });
            await sleep(300);
            if ((await pool.heights()).length !== length || !await goesOn()) {
                return `the water stops at ${width}x${height}`;
            }
        }
        const said = complaints.splice(0, Infinity);
        Object.assign(room.style, { width: "400px", height: "240px" });
        const isBack = await until(() => pool.canvas.width === 400);

        return isBack && said.length === 1 && /^ripple: the water keeps its size: /.test(said) ? ""
            : `${said.join("; ")}, ${pool.canvas.width} pixels wide`;
    }),

    // Memory that sizes before have had is used again, but for what falls between.
    memory: (options) => withPool({ paused: true, ...options }, async (pool, room) => {
        const sizes = [];

        for (let i = 0; i < 24; i++) {
            const { length } = await pool.heights();

            room.style.width = `${320 + 40 * (i * 5 % 8)}px`;
            for (let j = 0; j < 50 && (await pool.heights()).length === length; j++) {
                await sleep(10);
            }
            sizes.push((await pool.stats()).memory);
        }
        return sizes[23] <= 1.1 * sizes[7] && sizes[0] > 0 ? "" : `${sizes}`;
    }),

    // A frame has at most two pixels per CSS pixel in each direction.
    density: () => withDensity(3, () => withPool({ settings: { cell: 1 } }, async (pool) => {
        const { length } = await pool.heights();

        return length === 640 * 480 ? "" : `${length} heights`;
    })),

    churn: async (options, times = 110) => {
        let before = 0;

        for (let i = 0; i < times; i++) {
            if (i === 10) {
                globalThis.gc?.();
                before = performance.memory?.usedJSHeapSize ?? 0;
            }
            await withPool({ ...options }, (pool) => pool.drop(100, 100), makeRoom(64, 48));
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

    // A call that waits for a picture fails if its pool is destroyed, also if another
    // pool goes on.
    waiting: () => withPool({}, () => withPool({}, async (pool) => {
        const said = pool.set({ mask: "never.png" }).then(() => "nothing", ({ message }) => message);

        await sleep(100);
        pool.destroy();
        return await Promise.race([said, sleep(4000)]) === "the pool is destroyed" ? ""
            : "it waits";
    })),

    // The driver shows another tab.
    hidden: () => withPool({ settings: { preset: "waves" } }, async (pool) => {
        let calls = "no";

        document.addEventListener("visibilitychange", async () => {
            const before = (await pool.stats()).callbacks;

            await sleep(REST_MS);
            calls = document.hidden ? (await pool.stats()).callbacks - before : "too few";
        }, { once: true });
        await waitForUser();
        const { callbacks } = await pool.stats();

        await sleep(500);
        return calls === 0 && (await pool.stats()).callbacks - callbacks > 5 ? ""
            : `${calls} calls`;
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
            later === "light: must be a number from 0 to 100 percent" &&
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

    // Medians of a frame of 1280x720 with rings, whole and without showing it, in ms.
    // Only the second half counts: browsers have compiled all of it by then.
    speed: (options) => withPool({ ...options, paused: true }, async (pool) => {
        const all = [];

        for (let i = 0; i < 40; i++) {
            if (i % 5 === 0) {
                pool.drop(200 + 34 * (i % 30), 100 + 18 * (i % 30));
            }
            await pool.step(1);
            all.push(await pool.stats());
        }
        return ["ms", "drawMs"].map((name) => all.slice(20)
            .map((stats, i) => stats[name] - all[19 + i][name]).sort((a, b) => a - b)[10]);
    }, makeRoom(1280, 720)),
};

window.cases = cases;
window.complaints = complaints;
window.ready = true;
