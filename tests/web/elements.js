// SPDX-License-Identifier: MIT
//
// Cases of test_page.py about the element that the water covers: its picture, its
// place, and its label.
import { attach } from "./web/ripple.js";
import { compareShown, complaints, get, load, makeRoom, readPixels, sleep, until, withDensity,
    withPool } from "./support.js";

const SVG = "data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 4 3%22%3E" +
    "%3Crect width=%222%22 height=%223%22 fill=%22red%22/%3E" +
    "%3Crect x=%222%22 width=%222%22 height=%223%22 fill=%22blue%22/%3E%3C/svg%3E";
const RED = [255, 0, 0], BLUE = [0, 0, 255], GREEN = [0, 128, 0];
const HALF = "linear-gradient(rgba(0,0,0,.5), rgba(0,0,0,.5))";

// Whether a canvas comes to have these colours at places of CSS pixels.
async function compareColours(canvas, colours) {
    let wrong = "";

    await until(() => {
        const pixels = readPixels(canvas), { width, height } = canvas.getBoundingClientRect();

        wrong = colours.map(([x, y, colour]) => {
            const at = 4 * (Math.floor(y * canvas.height / height) * canvas.width +
                Math.floor(x * canvas.width / width));
            const found = [...pixels.slice(at, at + 3)];

            return found.some((value, i) => Math.abs(value - colour[i]) > 6)
                ? `${x},${y} is ${found}, not ${colour}; ` : "";
        }).join("");
        return !wrong;
    });
    return wrong;
}

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

    // Backgrounds lie as the browser draws them, also after a change of size.
    backgrounds: async () => {
        const picture = readPixels(await load("picture.png")); // 320x240
        const at = (x, y, factor = 1) => [x, y, [0, 1, 2].map((i) =>
            Math.round(picture[4 * (320 * y + x) + i] * factor))];
        const cases = [
            ["background: green", [[5, 5, GREEN], [315, 235, GREEN]]],
            ["background: linear-gradient(red 50%, blue 50%)", [[5, 110, RED], [5, 130, BLUE]]],
            ["background: radial-gradient(red 60px, blue 61px)", [[160, 120, RED], [5, 5, BLUE]]],
            ["background: repeating-linear-gradient(90deg, red 0 40px, blue 0 80px)",
                [[20, 9, RED], [60, 9, BLUE], [100, 9, RED], [300, 9, BLUE]]],
            [`background: ${HALF}, url(picture.png)`, [at(40, 60, 0.5), at(200, 130, 0.5)]],
            ["background-image: image-set('picture.png' 1x, 'picture.png' 2x)", [at(40, 60)]],
            [`background: url("${SVG}") center / cover`, [[80, 120, RED], [240, 120, BLUE]]],
            [`background: url("${SVG}") center / 160px 120px no-repeat green`,
                [[5, 5, GREEN], [120, 120, RED], [200, 120, BLUE]]],
            [`background: ${HALF}, url("${SVG}")`, [[80, 120, [128, 0, 0]]]],
            ["background: linear-gradient(red, red) 10px 20px / 50px 60px no-repeat content-box, green; " +
                "padding: 30px", [[20, 30, GREEN], [45, 55, RED], [100, 55, GREEN]]],
            ["background: linear-gradient(red, red) 0 0 / calc(50% + 10px) 9px repeat-y, blue",
                [[160, 200, RED], [180, 200, BLUE]]],
            ["background: linear-gradient(rgba(255,0,0,.5), rgba(255,0,0,.5)), white",
                [[9, 9, [255, 127, 127]]]],
            ["background: linear-gradient(90deg, red 50px, blue 50px) fixed; margin-left: 20px",
                [[20, 9, RED], [40, 9, BLUE]]],
        ];

        for (const [css, colours] of cases) {
            const room = makeRoom(320, 240);

            room.style.cssText += `box-sizing: border-box; ${css}`;
            const wrong = await withPool({ settings: { rain: 0 } }, async ({ canvas }) => {
                const before = await compareColours(canvas, colours);

                if (before || !/^background: (green|linear-gradient\(red 50%)/.test(css)) {
                    return before;
                }
                room.style.height = "480px";
                return compareColours(canvas, colours.map(([x, y, colour]) => [x, 2 * y, colour]));
            }, room);

            if (wrong) {
                return `${css}: ${wrong}`;
            }
        }
        return "";
    },

    // A background of the body covers all of the page.
    ofPage: async () => {
        const { body, documentElement: root } = document, tall = makeRoom(10, 3000);
        const cases = [
            ["background: green; margin: 20px", "", (width) => [[1, 1, GREEN], [width - 1, 3001, GREEN]]],
            ["background: linear-gradient(red 1500px, blue 1500px)", "",
                (width) => [[width - 1, 1490, RED], [1, 1510, BLUE]]],
            ["background: linear-gradient(red 50%, blue 50%) fixed", "",
                () => [[1, innerHeight / 4, RED], [1, innerHeight * 3 / 4, BLUE]]],
            ["background: green; margin: 20px", "background: white", () => [[1, 1, GREEN]]],
        ];

        try {
            for (const [css, ofRoot, find] of cases) {
                body.style.cssText = css;
                root.style.cssText = ofRoot;
                const pool = attach(body, { settings: { rain: 0 } });

                await pool.ready;
                const box = pool.canvas.getBoundingClientRect();
                const wrong = await compareColours(pool.canvas, find(root.clientWidth));

                pool.destroy();
                if (wrong || box.left !== (ofRoot ? 20 : 0)) {
                    return `${css}, ${ofRoot}: ${wrong} at ${box.left}`;
                }
            }
        } finally {
            tall.remove();
            body.style.cssText = "margin: 0";
            root.style.cssText = "";
        }
        return "";
    },

    // A drawing without a size is a picture, too.
    drawings: async () => {
        const image = await load(SVG);

        for (const [options, room] of [[{ picture: SVG }, makeRoom(320, 240)],
            [{}, makeRoom(320, 240, image)]]) {
            const wrong = await withPool({ settings: { rain: 0 }, ...options }, ({ canvas }) =>
                compareColours(canvas, [[80, 120, RED], [240, 120, BLUE]]), room);

            if (wrong) {
                return `${room.localName}: ${wrong}`;
            }
        }
        return "";
    },

    // The message for a pool that is too large names its size.
    tooLarge: async () => {
        for (const [width, height] of [[40000, 10], [20000, 20000]]) {
            const room = makeRoom(width, height);
            const said = await withPool({}, () => "nothing", room).catch((error) => error.message);

            if (said !== `${width} x ${height} pixels are too many`) {
                return said;
            }
        }
        complaints.splice(0, Infinity, ...complaints.filter((text) => !/too many/.test(text)));
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
        video.play(); // the pool waits for its first picture
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
