// SPDX-License-Identifier: MIT
//
// Cases of test_page.py about the element that the water covers: its picture, its
// place, and its label.
import { compareShown, complaints, get, load, makeRoom, readPixels, sleep, until, withDensity,
    withPool } from "./support.js";

export const elements = {
    // The label and the role of the canvas for a screen reader.
    labels: async () => {
        const wanted = [
            [{}, "application", "A pool of water. Press space to drop a stone."],
            [{ settings: { view: "perspective" } }, "application",
                "A pool of water. Press space to drop a stone. Arrows turn it."],
            [{ interactive: false, settings: { view: "perspective" } }, "img",
                "A pool of water."],
            [{ label: "A lake" }, "application", "A lake"],
        ];

        for (const [options, role, label] of wanted) {
            const said = await withPool(options, async ({ canvas }) => {
                const says = () => canvas.getAttribute("aria-label");

                await until(() => says() === label);
                return canvas.getAttribute("role") === role && says() === label ? "" : says();
            });

            if (said) {
                return `${JSON.stringify(options)}: ${said}`;
            }
        }
        return "";
    },

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

    // Of two pictures the one that was asked for later stays, even if it is there sooner.
    // One that cannot be had takes no other away.
    overtaken: () => withPool({ settings: { rain: 0 } }, async (pool) => {
        const [mask, picture] = [await load("mask.png"), await load("picture.png")];
        const own = createImageBitmap;

        window.createImageBitmap = async (image, ...options) => {
            await sleep(image === mask ? 500 : 0);
            return own(image, ...options);
        };
        try {
            await Promise.all([pool.show(mask), pool.show(picture)]);
            const wrong = await compareShown(pool, readPixels(picture));
            const shown = pool.show(mask);

            await pool.show("nothing.png").catch(() => "");
            await shown;
            return wrong || await compareShown(pool, readPixels(mask));
        } finally {
            window.createImageBitmap = own;
        }
    }),

    // Pictures that are not as large as their elements lie as CSS has it.
    fits: async () => {
        const image = await createImageBitmap(await load("picture.png"));
        const blue = "background-color: #123456;";
        const cases = [
            ["div", "background: #123456 url(picture.png) 100% 100% no-repeat", [[80, 60]]],
            ["div", "background: #123456 url(picture.png)", [[0, 0], [320, 0], [0, 240], [320, 240]]],
            ["div", "background: #123456 url(picture.png) 0 0 / 200px no-repeat", [[0, 0, 200, 150]]],
            ["div", "background: #123456 url(picture.png) 0 0 / auto 50% no-repeat", [[0, 0, 200, 150]]],
            ["div", "background: #123456 url(picture.png) 0 0 / 50% 60px no-repeat", [[0, 0, 200, 60]]],
            ["div", "background: #123456 url(picture.png) 0 0 / 0px auto no-repeat", []],
            ["div", "background: #123456 url(picture.png) 30px 25% / 200px no-repeat",
                [[30, 37.5, 200, 150]]],
            ["div", "background: url(picture.png) 100% 50% / 80% no-repeat, #123456 url(mask.png) 0 0 / 0px",
                [[80, 30]]],
            ["div", "background: #123456 url(picture.png) 10px 20px",
                [-310, 10, 330].flatMap((x) => [[x, -220], [x, 20], [x, 260]])],
            ["div", "background: #123456 url(picture.png) 0 0 / 80%", [[0, 0], [320, 0], [0, 240], [320, 240]]],
            ["img", `${blue} object-fit: none; object-position: 0 0`, [[0, 0]]],
            ["img", `${blue} object-fit: contain; height: 240px`, [[40, 0]]],
            ["img", `${blue} object-fit: scale-down`, [[40, 30]]],
            ["img", `${blue} object-fit: scale-down; width: 200px`, [[0, 75, 200, 150]]],
            ["img", `${blue} object-fit: cover; height: 240px; width: 200px`, [[-60, 0]]],
            ["img", `${blue} object-fit: fill`, [[0, 0, 400, 300]]],
        ];

        for (const [kind, css, places] of cases) {
            const room = kind === "img" ? await load("picture.png") : document.createElement(kind);

            makeRoom(400, 300, room).style.cssText += css;
            const canvas = Object.assign(document.createElement("canvas"),
                { width: room.clientWidth, height: room.clientHeight });
            const context = canvas.getContext("2d", { willReadFrequently: true });

            context.fillStyle = "#123456";
            context.fillRect(0, 0, 400, 300);
            context.imageSmoothingQuality = "high";
            places.forEach((place) => context.drawImage(image, ...place));
            const wrong = await withPool({ settings: { rain: 0 } },
                (pool) => compareShown(pool, readPixels(canvas)), room);

            if (wrong) {
                return `${kind}, ${css}: ${wrong}`;
            }
        }
        return "";
    },

    // A picture of its own size is as large on a display of more pixels.
    fitsDensity: () => withDensity(2, async () => {
        const room = makeRoom(400, 300);

        room.style.background = "#123456 url(picture.png) no-repeat";
        return withPool({ settings: { rain: 0 } }, ({ canvas }) => {
            const isBlue = (x, y) => {
                const pixel = readPixels(canvas).slice(4 * (800 * y + x));

                return pixel[0] === 0x12 && pixel[1] === 0x34 && pixel[2] === 0x56;
            };

            return until(() => isBlue(650, 490) && !isBlue(630, 470)).then(
                (holds) => holds ? "" : `${[isBlue(650, 490), isBlue(630, 470)]}`);
        }, room);
    }),

    // The water covers a picture without its border and padding, up to round corners.
    boxes: async () => {
        const image = await load("picture.png"), box = document.createElement("div");
        const style = { boxSizing: "content-box", border: "7px solid red", borderRadius: "40px",
            padding: "5px 10px 15px 20px" };

        for (const room of [image, box]) {
            Object.assign(room.style, style);
            const wrong = await withPool({ settings: { cell: 1 } }, async ({ canvas, heights }) => {
                const inner = canvas.getBoundingClientRect(), outer = room.getBoundingClientRect();
                const [left, top, width, height] = room === image ? [27, 12, 320, 240]
                    : [7, 7, 350, 260];
                const found = [inner.left - outer.left, inner.top - outer.top, inner.width,
                    inner.height, (await heights()).length, canvas.ownerDocument
                        .elementsFromPoint(inner.left + 2, inner.top + 2).includes(canvas),
                    getComputedStyle(canvas).borderRadius];

                return `${found}` === `${[left, top, width, height, width * height, false, "40px"]}`
                    ? "" : `${found}`;
            }, makeRoom(320, 240, room));

            if (wrong) {
                return `${room.localName}: ${wrong}`;
            }
        }
        return "";
    },

    // Each picture of a video comes under the water, until another picture does.
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
                if (!isRed || !await shows(pool)) {
                    return `${isRed ? "blue" : "red"} is not shown`;
                }
                await pool.show("picture.png");
                await sleep(500);
                const wrong = await compareShown(pool, readPixels(await load("picture.png")), 1);

                await pool.show(video);
                channel = 0;
                return wrong ? `the video comes back: ${wrong}`
                    : await shows(pool) ? "" : "it is not shown again";
            }, makeRoom(320, 240, video));
        } finally {
            clearInterval(paint);
        }
    },

    element: async () => {
        document.body.insertAdjacentHTML("beforeend",
            `<ripple-pool preset="river" light="10" scroll="5,0" seed="3" id="a" class="b"
                style="top:0" onclick="" onpointerdown="" tabindex="0" title="c" lang="en" draggable="true"
                contenteditable="false" aria-busy="false" data-d="e"><p>words</p></ripple-pool>`);
        const element = document.querySelector("ripple-pool"), { pool } = element;

        await pool.ready;
        const light = await get(pool, "light");
        const lost = (await pool.describe()).filter(({ name }) =>
            Object.hasOwn(HTMLElement.prototype, name));

        element.remove();
        await sleep(100); // the page's policy forbids code and style of attributes
        complaints.splice(0, Infinity, ...complaints.filter((text) => !/-attr inline/.test(text)));
        return light === "10" && !lost.length && !element.querySelector("canvas")
            ? "" : `light is ${light}, lost: ${lost.map(({ name }) => name)}`;
    },
};
