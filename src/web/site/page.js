// SPDX-License-Identifier: MIT
//
// The demonstration: one pool fills the page, a panel shows its settings, and the
// address carries those that were changed.
import { attach } from "./ripple.js";

const FIRST_ROWS = ["preset", "bed", "tool", "rain", "light", "sky", "view"];
const MORE_ROWS = ["scroll"]; // though no menu of the program has them
const MENU = 2; // RIPPLE_SETTING_MENU
const TOP = { rain: 30 }; // of a slider, where the setting's own is too much
const SPEED_MS = 1000;
const FIRST_MS = 400; // before the first stone falls, as into a window of the program
const HINT_MS = 8000;
const TOOL = { name: "tool", help: "what a click or a finger does", value: "stone",
    words: ["stone", "boat", "land", "water"], isUsed: true };

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const find = (id) => document.getElementById(id);
const chosen = new Map(new URLSearchParams(location.hash.slice(1)));
const fill = (settings) => attach(find("pool"), { settings, interactive: "alone" });
let pool = fill(Object.fromEntries(chosen));
let isPaused = false;
let isMeasuring = false; // the speed

// Without what the program says of its own options.
function tell(text) {
    find("note").textContent = text.replace(/, see --\w+ \w+/, "");
    find("note").hidden = text === "";
}

function findAddress() {
    return new URL(`#${new URLSearchParams([...chosen])}`, location).href;
}

function saveAddress() {
    try {
        history.replaceState(null, "", findAddress());
    } catch {
        // Browsers refuse too many a second; the next one has it all.
    }
}

async function change(name, value) {
    if (name === "tool") {
        TOOL.value = value;
        pool.use(value);
        return;
    }
    try {
        await pool.set({ [name]: value });
        tell("");
    } catch (error) {
        tell(`${error.message}.`);
        await showRows();
        return;
    }
    if (name === "preset") {
        chosen.clear();
    }
    if (name === "bed") {
        await pool.show(null);
    }
    chosen.set(name, value);
    saveAddress();
    await showRows();
}

// A list, a line of text, or a slider.
function makeInput({ name, min, max, isWhole, words, help }) {
    const input = document.createElement(words.length ? "select" : "input");
    const isSlider = !words.length && min < max;

    if (words.length) {
        input.append(...words.map((word) => new Option(word)));
    } else if (isSlider) {
        Object.assign(input, { type: "range", min, max: TOP[name] ?? max,
            step: isWhole ? 1 : "any" });
    } else {
        Object.assign(input, { type: "text", placeholder: "0,0" });
    }
    input.title = help;
    input.addEventListener(isSlider ? "input" : "change", () => change(name,
        isSlider ? String(Number(Number(input.value).toPrecision(3))) : input.value));
    return input;
}

function makeRow(row) {
    const label = document.createElement("label");
    const text = document.createElement("span");
    const input = makeInput(row);

    label.className = "row";
    label.dataset.name = row.name;
    text.textContent = row.name;
    label.append(text, input);
    if (input.type === "range") {
        const output = document.createElement("output");

        output.setAttribute("aria-hidden", "true"); // the slider says it
        label.append(output);
    }
    return label;
}

function showRow(place, row) {
    let label = place.querySelector(`[data-name="${row.name}"]`);

    if (!label) {
        label = makeRow(row);
        place.append(label);
    }
    const input = label.querySelector("input, select");
    const output = label.querySelector("output");

    label.hidden = !row.isUsed;
    if (row.value && (input !== document.activeElement || row.words.length)) {
        input.value = row.value;
    }
    if (output) {
        output.value = Math.round(row.value * 100) / 100;
    }
}

// Shows the values that the pool has: a few rows, and all others of the menu.
async function showRows() {
    const rows = (await pool.describe())
        .flatMap((row) => row.name === "bed" ? [row, TOOL] : [row]);
    const view = rows.find(({ name }) => name === "view").value;

    for (const row of rows) {
        if (FIRST_ROWS.includes(row.name)) {
            showRow(find("rows"), row);
        } else if (row.flags & MENU || MORE_ROWS.includes(row.name)) {
            showRow(find("more"), row);
        }
    }
    find("turn").hidden = view !== "perspective";
    find("mouse").hidden = view === "perspective";
    return view;
}

async function showPicture(file) {
    const url = URL.createObjectURL(file);

    await pool.show(url).finally(() => URL.revokeObjectURL(url));
}

// A map keeps its address, by which the pool knows it.
async function showLand(file) {
    const name = await showRows() === "perspective" ? "land" : "mask";

    await pool.set({ [name]: URL.createObjectURL(file) });
}

async function take(file, show) {
    if (file?.type.startsWith("image/")) {
        await show(file).then(() => tell(""), (error) => tell(`${file.name}: ${error.message}.`));
    } else if (file) {
        tell(`${file.name} is not a picture.`);
    }
}

function listen() {
    find("picture").addEventListener("change", ({ target }) => take(target.files[0], showPicture));
    find("land").addEventListener("change", ({ target }) => take(target.files[0], showLand));
    find("form").addEventListener("submit", (event) => event.preventDefault());
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
        event.preventDefault();
        const isLand = find("land").parentElement.contains(event.target);

        take(event.dataTransfer.files[0], isLand ? showLand : showPicture);
    });
    find("link").addEventListener("click", async ({ target }) => {
        saveAddress();
        target.textContent = await navigator.clipboard?.writeText(findAddress())
            .then(() => "Copied", () => null) ?? "See the address";
        setTimeout(() => target.textContent = "Copy link", 2000);
    });
    find("pause").addEventListener("click", ({ target }) => {
        isPaused = !isPaused;
        isPaused ? pool.pause() : pool.resume();
        target.textContent = isPaused ? "Go on" : "Pause";
    });
    find("panel").addEventListener("keydown", (event) => {
        if (event.key === "Escape") {
            find("panel").open = false;
            find("panel").querySelector("summary").focus();
        }
    });
    find("panel").addEventListener("toggle", () => find("panel").open && showSpeed());
    addEventListener("hashchange", () => location.reload());
}

// Frames of the last second, while the panel is open.
async function showSpeed() {
    if (isMeasuring) {
        return;
    }
    isMeasuring = true;
    try {
        while (find("panel").open) {
            const before = await pool.stats();

            await sleep(SPEED_MS);
            const after = await pool.stats(), frames = after.frames - before.frames;

            find("speed").value = frames > 1
                ? `${frames} frames a second, ${((after.ms - before.ms) / frames).toFixed(1)} ms each` : "The water rests.";
        }
    } catch { // the pool has failed, which the page tells
    } finally {
        isMeasuring = false;
    }
}

async function start() {
    try {
        await pool.ready;
        tell("");
    } catch (error) {
        pool.destroy();
        if (!chosen.size) {
            throw error;
        }
        chosen.clear(); // of an address that is wrong
        saveAddress();
        pool = fill({});
        await pool.ready;
        tell(`The address was wrong: ${error.message}.`);
    }
    await showRows();
}

// The first stone falls by itself, and a word says that others may.
async function begin() {
    await sleep(FIRST_MS);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
        pool.drop(pool.canvas.width * 0.42, pool.canvas.height * 0.46);
    }
    find("hint").hidden = false;
    await Promise.race([sleep(HINT_MS), new Promise((resolve) => {
        for (const type of ["pointerdown", "keydown"]) {
            addEventListener(type, resolve, { once: true });
        }
    })]);
    find("hint").classList.add("gone");
}

tell("");
listen();
await start().then(begin, (error) => tell(`There is no water here: ${error.message}.`));
