// SPDX-License-Identifier: MIT
//
// The demonstration: one pool fills the page, a panel shows some of its settings,
// and the address carries those that were changed.
import { attach } from "./ripple.js";

const ROWS = ["preset", "bed", "rain", "light", "sky", "swell", "view"];
const TOP = { rain: 30 }; // of a slider, where the setting's own is too much
const SPEED_MS = 1000;
const TURN = 0.25; // degrees a pixel

const FIRST_MS = 400; // before the first stone falls, as into a window of the program

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const find = (id) => document.getElementById(id);
const chosen = new Map(new URLSearchParams(location.hash.slice(1)));
const settings = () => Object.fromEntries(chosen);
let place = find("pool");
let pool = attach(place, { settings: settings() });

function tell(text) {
    find("note").textContent = text;
    find("note").hidden = text === "";
}

function saveAddress() {
    history.replaceState(null, "", `#${new URLSearchParams([...chosen])}`);
}

async function set(name, value) {
    if (name === "preset") {
        chosen.clear();
    }
    if (name === "bed") {
        await pool.show(null);
    }
    chosen.set(name, value);
    saveAddress();
    await pool.set({ [name]: value });
    await showRows();
}

function makeInput({ name, value, min, max, words }) {
    const input = document.createElement(words.length ? "select" : "input");

    if (words.length) {
        input.append(...words.map((word) => new Option(word)));
    } else {
        Object.assign(input, { type: "range", min, max: TOP[name] ?? max, step: "any" });
    }
    input.value = value;
    input.addEventListener(words.length ? "change" : "input", () => {
        const number = Number(input.value).toFixed(1).replace(/\.0$/, "");

        set(name, words.length ? input.value : number);
    });
    return input;
}

function makeRow(row) {
    const label = document.createElement("label");
    const text = document.createElement("span");
    const input = makeInput(row);
    const output = document.createElement("output");

    label.className = "row";
    label.title = row.help;
    text.textContent = row.name;
    label.append(text, input);
    if (!row.words.length) {
        label.append(output);
    }
    label.dataset.name = row.name;
    return label;
}

// Shows the values that the pool has.
async function showRows() {
    const described = await pool.describe();

    for (const row of ROWS.map((name) => described.find((each) => each.name === name))) {
        let label = find("rows").querySelector(`[data-name="${row.name}"]`);

        if (!label) {
            label = makeRow(row);
            find("rows").append(label);
        }
        const input = label.querySelector("input, select");

        if (input !== document.activeElement || row.words.length) {
            input.value = row.value;
        }
        if (!row.words.length) {
            label.querySelector("output").textContent = Math.round(row.value * 10) / 10;
        }
    }
}

async function showFile(file) {
    if (file?.type.startsWith("image/")) {
        const url = URL.createObjectURL(file);

        await pool.show(url);
        URL.revokeObjectURL(url);
    }
}

function listen() {
    find("file").addEventListener("change", ({ target }) => showFile(target.files[0]));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
        event.preventDefault();
        showFile(event.dataTransfer.files[0]);
    });
    find("link").addEventListener("click", async ({ target }) => {
        await navigator.clipboard.writeText(location.href);
        target.textContent = "Copied";
        setTimeout(() => target.textContent = "Copy link", 2000);
    });
    addEventListener("hashchange", () => location.reload());
}

// The camera of the view in perspective: the right button, and Ctrl with the wheel.
function listenToCamera() {
    place.addEventListener("contextmenu", (event) => event.preventDefault());
    place.addEventListener("pointermove", (event) => {
        if (event.buttons === 2) {
            pool.turn(-event.movementX * TURN, event.movementY * TURN);
        }
    });
    place.addEventListener("wheel", (event) => {
        if (event.ctrlKey) {
            event.preventDefault();
            pool.turn(0, 0, 1.001 ** event.deltaY);
        }
    }, { passive: false });
}

// Frames of the last second, while the panel is open.
async function showSpeed() {
    const before = await pool.stats();

    await sleep(SPEED_MS);
    const after = await pool.stats(), frames = after.frames - before.frames;

    find("speed").value = frames > 1
        ? `${frames} frames a second, ${after.ms.toFixed(1)} ms each` : "The water rests.";
    if (find("panel").open) {
        showSpeed();
    }
}

async function start() {
    try {
        await pool.ready;
    } catch (error) {
        if (!chosen.size) {
            tell(`There is no water here: ${error.message}.`);
            return;
        }
        chosen.clear(); // of an address that is wrong
        saveAddress();
        pool.destroy();
        pool = attach(place);
        await start();
        return;
    }
    tell("");
    await showRows();
}

listen();
listenToCamera();
await start();
find("panel").addEventListener("toggle", () => find("panel").open && showSpeed());
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
    await sleep(FIRST_MS);
    pool.drop(pool.canvas.width / 2, pool.canvas.height / 2);
}
