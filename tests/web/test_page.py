#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs cases.js in Chromium and in Firefox on what `make web` has made, in both at once
but for their speed. Screenshots of the page are kept in build/web-pictures. Exit: 0 if
all of it holds.

Usage: tests/web/test_page.py [CASE]...     the cases to run, all by default
"""
import concurrent.futures
import functools
import gzip
import http.server
import json
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

import browsers

SITE = pathlib.Path("build/web")
SINGLE = pathlib.Path("build/web-single/ripple.html")
PICTURES = pathlib.Path("build/web-pictures")
PROGRAM = "build/release/ripple"
WIDTH, HEIGHT, STEPS = 320, 240, 60
START = "-35,15,0.65"  # the camera of hills
MAX_SIZE = 123500  # bytes by gzip of a module and all scripts
# Land shows the picture itself: programs scale others in ways of their own.
SCENES = [
    ("pond", {"preset": "pond", "rain": "20", "fish": "12", "float": "boat=3,duck"}, "3 stone 50% 50% 20 900\n10 line 10 10 200 100 6 500"),
    ("river", {"preset": "river", "land-picture": "picture"}, ""),
    ("hills", {"preset": "hills", "land-picture": "picture", "light-from": "20:00"}, "5 stone 30% 60% 12 800"),
    ("walled", {"preset": "pond", "current": "0.4,0.1", "land-picture": "picture"},
     "2 stone 30% 50% 20 900\n10 wall 45% 20% 45% 70% 8"),
    ("scroll", {"preset": "river", "land-picture": "picture", "scroll": "31.5,-20"}, ""),
]
KINDS = [{"renderer": "2d"}, {"renderer": "webgl"}]
THREADS = [{"renderer": "2d", "threads": 4}, {"renderer": "webgl", "threads": 3}]
# A folder without thread.js, and one whose threads have no stack.
ALONE = {**THREADS[0], "module": "./alone/ripple.js", "started": 1}
FAULTY = {**THREADS[0], "module": "./faulty/ripple.js"}
SPEEDS = {"simd128": {"renderer": "2d", "threads": 1},
          "simd128, 2 threads": {"renderer": "2d", "threads": 2},
          "simd128 by WebGL": {"renderer": "webgl", "threads": 1}}
IN_PAGE = ["renderer", "resize", "resizeFrames", "large", "faults", "refused", "memory", "density", "churn", "early",
           "scripted", "events", "turning", "mask", "scriptFiles", "paused", "keyboard", "labels", "boxes", "fits",
           "fitsDensity", "backgrounds", "ofPage", "drawings", "tooLarge", "sources", "overtaken", "waiting", "video",
           "element", "mistakes", "presets"]
SIZES = [(1280, 800, 1), (390, 844, 2)]
# Ways of one and of two fingers in a pool of 320x240.
STROKES = [[[(60, 60), (200, 150)]], [[(60, 60), (200, 150)], [(250, 40), (90, 200)]]]
TAB, LEFT, UP, HOME = "\ue004", "\ue012", "\ue013", "\ue011"


# How scripts begin that wait for something, for 15 s at most.
UNTIL = """(async () => {
    const until = async (holds) => {
        for (let i = 0; i < 300 && !holds(); i++) {
            await new Promise((go) => setTimeout(go, 50));
        }
        return holds();
    };
"""

# How scripts begin that look at the water: its picture in so many pixels, and changes.
LOOKING = UNTIL + """
    const read = (size = 64) => {
        const canvas = document.createElement("canvas");
        const context = canvas.getContext("2d");

        context.drawImage(document.querySelector("canvas"), 0, 0, size, size);
        return [...context.getImageData(0, 0, size, size).data];
    };
    const isLit = (values) => values.some((value, i) => i % 4 < 3 && value > 30);
    const changes = async (act, least) => {
        const before = read();

        await act();
        return until(() => read().filter((value, i) => Math.abs(value - before[i]) > least).length > 40);
    };
"""
# Land dropped on its button, a preset of the panel, and a picture dropped on the water.
OFFERS = LOOKING + """
    const drop = async (name, target) => {
        const blob = await (await fetch(`../${name}`)).blob();
        const dataTransfer = new DataTransfer(), before = read(16);

        dataTransfer.items.add(new File([blob], name, { type: "image/png" }));
        target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
        return until(() => read(16).filter((value, i) => Math.abs(value - before[i]) > 30).length > 50);
    };
    const preset = document.querySelector("[data-name=preset] select"), found = [];

    found.push(await drop("mask.png", document.getElementById("land").parentElement));
    preset.value = "storm";
    preset.dispatchEvent(new Event("change"));
    found.push(await until(() => location.hash === "#preset=storm"));
    found.push(await drop("picture.png", document.querySelector("canvas")));
    return found.join();
})()"""

# The panel is closed and opened again at once: its speed is measured by two calls a second.
MEASURING = """(async () => {
    const { postMessage } = Worker.prototype, panel = document.getElementById("panel");
    let calls = 0;

    Worker.prototype.postMessage = function (data, ...rest) {
        calls += data.call === "stats";
        postMessage.call(this, data, ...rest);
    };
    for (const open of [true, false, true]) {
        panel.open = open;
        await new Promise((go) => setTimeout(go, 100));
    }
    calls = 0;
    await new Promise((go) => setTimeout(go, 3000));
    Worker.prototype.postMessage = postMessage;
    return calls;
})()"""

# The contrast of a control's border with what is inside and outside, over white water.
CONTRAST = """(() => {
    const read = (text) => text.match(/[\\d.]+/g).map(Number);
    const lay = (below, [r, g, b, alpha = 1]) =>
        [r, g, b].map((value, i) => alpha * value + (1 - alpha) * below[i]);
    const measure = (colour) => colour.map((value) => value / 255)
        .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        .reduce((all, value, i) => all + value * [0.2126, 0.7152, 0.0722][i], 0.05);
    const found = getComputedStyle(document.querySelector(args[0]));
    const glass = lay([255, 255, 255], read(getComputedStyle(document.getElementById("panel")).backgroundColor));
    const inside = lay(glass, read(found.backgroundColor));
    const border = measure(lay(inside, read(found.borderTopColor)));
    return Math.min(border / measure(inside), border / measure(glass));
})()"""

# Two settings of the panel, then the button for the link, whose words are returned with
# the link. args: what a clipboard does with it, or null where there is none.
COPYING = UNTIL + """
    let copied = null;
    const writeText = { keeps: async (text) => { copied = text; },
        refuses: async () => { throw new Error("no"); } }[args[0]];
    const link = document.getElementById("link");

    Object.defineProperty(navigator, "clipboard",
        { value: writeText && { writeText }, configurable: true });
    for (const [name, value, type] of [["preset", "storm", "change"], ["rain", "7", "input"]]) {
        const input = document.querySelector(`[data-name=${name}] :is(select, input)`);

        input.value = value;
        input.dispatchEvent(new Event(type));
        await until(() => new URLSearchParams(location.hash.slice(1)).get(name) === value);
    }
    link.click();
    await until(() => link.textContent !== "Copy link");
    return [link.textContent, copied ?? location.href];
})()"""

# Whether the water has come to rest, from black.
RESTS = LOOKING + """
    await until(() => isLit(read()));
    for (let last, now; `${last}` !== `${now = read()}`; last = now) {
        await new Promise((go) => setTimeout(go, 500));
    }
    return isLit(read());
})()"""
WAVES = LOOKING + "return changes(() => {}, 0); })()"
# Whether the picture stops or moves after the button was pressed, unless it does so already.
PAUSING = LOOKING + """
    const rests = async () => {
        for (let i = 0, last, now; i < 10; i++, last = now) {
            await new Promise((go) => setTimeout(go, 100));
            if (`${last}` === `${now = read()}`) {
                return isLit(now);
            }
        }
        return false;
    };
    await until(() => isLit(read()));
    if (await rests() !== args[0]) {
        document.getElementById("pause").click();
    }
    return await rests() === args[0];
})()"""
# A picture that is dropped, then what is wrong with each word of some rows.
WORDS = LOOKING + """
    const canvas = new OffscreenCanvas(64, 64), context = canvas.getContext("2d");
    const dataTransfer = new DataTransfer(), wrong = [], note = document.getElementById("note");

    context.fillStyle = "#f60";
    context.fillRect(0, 0, 64, 64);
    dataTransfer.items.add(new File([await canvas.convertToBlob()], "orange.png", { type: "image/png" }));
    if (!await changes(() => document.querySelector("canvas").dispatchEvent(
        new DragEvent("drop", { dataTransfer, bubbles: true })), 60)) {
        wrong.push("the dropped picture");
    }
    for (const name of ["preset", "bed"]) {
        const select = document.querySelector(`[data-name=${name}] select`);

        for (const { value } of [...select.options]) {
            select.value = value;
            select.dispatchEvent(new Event("change"));
            if (!await until(() => new URLSearchParams(location.hash.slice(1)).get(name) === value) ||
                !note.hidden) {
                wrong.push(`${name} ${value}: ${note.textContent}`);
            }
        }
    }
    return wrong.join();
})()"""

# The values of rows, once they are there.
READING = UNTIL + """
    const find = (name) => document.querySelector(`[data-name=${name}] :is(select, input)`);
    await until(() => find("rain"));
    return args.map((name) => find(name).value);
})()"""


class Server(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/never.png":
            time.sleep(6)
            return
        super().do_GET()

    def log_message(self, *_):
        pass


class IsolatedServer(Server):
    """Browsers give its pages threads and exact clocks."""

    def end_headers(self):
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


def serve(folder, handler):
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def paint_picture(x, y):
    return (x * 3 ^ y * 5) & 0x3f | 0x40, (x // 32 + y // 32) % 2 * 60 + 90, (x * y >> 6) & 0xff


def paint_mask(x, _):
    return (0 if x < 100 else 255,) * 3


def write_picture(path, paint=paint_picture):
    rows = b"".join(b"\0" + bytes(value for x in range(WIDTH) for value in paint(x, y))
                    for y in range(HEIGHT))
    chunks = [(b"IHDR", struct.pack(">2I5B", WIDTH, HEIGHT, 8, 2, 0, 0, 0)),
              (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks))


def render_scenes(folder):
    """What the program makes of the scenes."""
    for name, settings, script in SCENES:
        (folder / f"{name}.txt").write_text(script)
        options = [word for key, value in settings.items() for word in (f"--{key}", value)]
        subprocess.run(
            [PROGRAM, "--no-config", *options, "--picture", folder / "picture.png",
             "--size", f"{WIDTH}x{HEIGHT}", "--rate", "60", "--seed", "7",
             "--script", folder / f"{name}.txt", "--frames", str(STEPS),
             "--output", folder / f"{name}.png"], check=True)


def make_script(ways):
    """Presses, drags and the second rings in numbers, by the formulas of splash_size.c."""
    size = HEIGHT * 0.048
    radius = round(size)
    weight = round(min(size * 3.9 * 48, 12000))

    def press(step, radius, weight):
        steps = max(4, min(32, round(radius * 1.05)))
        return "".join(
            f"{step} splash {x} {y} {round(radius * 1.8)} {round(weight * -0.25)} {steps}\n"
            f"{step} splash {x} {y} {radius} {weight} {steps}\n" for (x, y), _ in ways)

    soft_radius, soft_weight = round(radius * 0.65), round(weight * 0.2)
    drags = "".join(f"0 stone {x0} {y0} {soft_radius} {-soft_weight}\n"
                    f"0 line {x0} {y0} {x1} {y1} {soft_radius} {soft_weight}\n"
                    for (x0, y0), (x1, y1) in ways)
    return (press(0, radius, weight) + drags
            + press(22, round(radius * 0.72), round(weight * 0.62)))


class Run:
    """The cases in one browser."""

    def __init__(self, browser, urls, wanted):
        self.browser, self.wanted = browser, wanted
        self.url, self.isolated = urls
        self.count = self.failed = 0

    def check(self, name, complaint):
        self.count += 1
        if complaint:
            self.failed += 1
            print(f"{self.browser.name}: {name}: {complaint}", file=sys.stderr)

    def case(self, name, *arguments, label=None):
        if self.wanted and name not in self.wanted:
            return None
        try:
            found = self.browser.run(f"cases.{name}(...args)", *arguments)
        except AssertionError as error:
            found = str(error)
        if name != "speed":
            self.check(label or name, found)
        return found

    def with_user(self, name, act, *arguments):
        """A case in which the user does something in the middle."""
        self.browser.run(f"void (window.go = null, window.acting = cases.{name}(...args))",
                         *arguments)
        self.browser.run("new Promise(resolve => { const look = () => "
                         "window.go ? resolve() : setTimeout(look, 20); look(); })")
        act()
        return self.browser.run("(go(), acting)")

    def is_wanted(self, name):
        return not self.wanted or name in self.wanted

    def strokes(self):
        for ways in STROKES if self.is_wanted("strokes") else []:
            found = self.with_user("strokes", lambda ways=ways: self.browser.draw(ways),
                                   make_script(ways))
            self.check(f"strokes of {len(ways)} fingers", found)

    def camera(self):
        """A drag across the pool is 180 degrees."""
        browser = self.browser
        ways = [[(50 + 30 * i, 100), (210 + 30 * i, 100)] for i in range(3)]
        cases = [
            ("three fingers", lambda: browser.draw(ways), "-125,15,0.65"),
            ("two fingers", lambda: browser.draw(ways[:2]), START),
            ("right button", lambda: browser.draw(ways[:1], "mouse", 2), "-125,15,0.65"),
            ("left button", lambda: browser.draw(ways[:1], "mouse", 0), START),
            ("arrows", lambda: browser.press(LEFT, LEFT, UP), "-41,17,0.65"),
            ("Home", lambda: browser.press(LEFT, UP, HOME), START),
        ]
        for name, act, wanted in cases if self.is_wanted("camera") else []:
            before, after = self.with_user("camera", act)
            self.check(f"camera by {name}", "" if before == START and after == wanted
                       else f"{before} becomes {after}")

    def rest(self):
        if self.is_wanted("rest"):
            self.browser.reduce_motion(True)
            self.case("rest")
            self.browser.reduce_motion(False)
        if self.is_wanted("hidden"):
            self.check("hidden", self.with_user("hidden", lambda: self.browser.hide(6)))

    def bits(self, kinds):
        for name, settings, script in SCENES:
            for options in kinds if name != "scroll" else kinds[:1]:
                self.case("bits", settings, script, STEPS, options, f"{name}.png",
                          label=f"bits of {name}, {options}")

    def threads(self):
        """What has threads, in a page that may have them."""
        self.open_cases(self.isolated)
        self.bits(THREADS)
        name, settings, script = SCENES[0]
        self.case("bits", settings, script, STEPS, ALONE, f"{name}.png",
                  label="bits where threads do not come")
        self.case("faultyThread", FAULTY)
        for name, *more in ("resize",), ("memory",), ("churn", 40):
            self.case(name, THREADS[0], *more)

    def cases(self):
        self.open_cases(self.url)
        self.bits(KINDS)
        _, settings, script = SCENES[0]
        for name in "lost", "gone":
            self.case(name, settings, script, STEPS, "pond.png")
        self.strokes()
        self.camera()
        for name in IN_PAGE:
            self.case(name)
        for settings in {}, {"current": "0.3,0.1"}:
            self.case("tools", settings)
        self.rest()
        self.complaints()
        self.threads()
        self.complaints()

    def complaints(self):
        said = self.browser.run("complaints")
        self.check("warnings", "; ".join(said))

    def open_cases(self, url):
        self.browser.open(f"{url}/cases.html")
        self.browser.run("new Promise(go => { const look = () => "
                         "window.ready ? go() : setTimeout(look, 20); look(); })")

    def speed(self):
        self.browser.resize(*SIZES[0])
        self.open_cases(self.isolated)
        for name, options in SPEEDS.items():
            found = self.case("speed", options)
            if found:
                print(f"{self.browser.name}: 1280x720 pond, {name}: {found[0]:.2f} ms a frame, "
                      f"{found[1]:.2f} of them in the module")

    def page(self):
        """The demonstration, looked at and touched."""
        browser = self.browser
        for width, height, density in SIZES:
            browser.open(f"{self.url}/web/?{width}"
                         "#preset=pond&rain=3&land-picture=builtin:rock")
            browser.resize(width, height, density)
            browser.run("new Promise(go => setTimeout(go, 1500))")
            self.save_picture(width, "closed")
            browser.draw([[(width // 2, height // 3)]])
            # The panel comes next to the water, and opens by a key.
            browser.run("document.querySelector('canvas').focus()")
            browser.press(TAB, " ")
            browser.run("new Promise(go => setTimeout(go, 700))")
            found = browser.run(
                "[document.activeElement.localName, document.getElementById('panel').open,"
                " document.querySelectorAll('#rows .row').length, innerWidth,"
                " document.documentElement.scrollWidth <= innerWidth]")
            self.save_picture(width, "open")
            self.check(f"page of {width}x{height}",
                       "" if found == ["summary", True, 7, width, True] else str(found))

    def offers(self):
        found = self.browser.run(OFFERS)
        self.check("land, preset and picture of the page", "" if found == "true,true,true"
                   else found)

    def panel(self):
        """What copies the link, how speed is measured, and how borders are seen."""
        browser = self.browser
        for clipboard, said in [("keeps", "Copied"), ("refuses", "See the address"),
                                (None, "See the address")]:
            browser.open(f"{self.url}/web/?{clipboard}")
            browser.run(READING, "rain")
            words, link = browser.run(COPYING, clipboard)
            browser.open(link)
            found = [words, *browser.run(READING, "preset", "rain")]
            self.check(f"link where the clipboard {clipboard}",
                       "" if found == [said, "storm", "7"] else f"{found} by {link}")
        calls = browser.run(MEASURING)
        self.check("speed of the panel", "" if 4 <= calls <= 8 else f"{calls} calls in 3 s")
        for control in "select", "button":
            contrast = browser.run(CONTRAST, control)
            self.check(f"border of {control}", "" if contrast >= 3 else f"{contrast:.2f}:1")

    def save_picture(self, width, state):
        self.browser.save_picture(PICTURES / f"{self.browser.name.lower()}-{width}-{state}.png")

    def file(self):
        """Opened as a file, the page says what to do."""
        self.browser.treat_files_strictly()
        self.browser.open(f"file://{SITE.resolve()}/index.html")
        says = self.browser.run(UNTIL + """
            return until(() => document.body.innerText.includes("make web-single"));
        })()""")
        self.check("file", "" if says else "it says nothing")

    def single(self):
        """The page in one file, opened from a disk: its first stone, rest, another stone,
        a picture dropped on it, and all pictures that it has."""
        self.browser.open(f"file://{SINGLE.resolve()}#rain=0&damping=2")
        self.check("rest of a page in one file", "" if self.browser.run(RESTS) else "black")
        self.browser.draw([[(300, 200), (301, 200)]], "mouse")
        self.check("a stone in it", "" if self.browser.run(WAVES) else "no waves")
        self.check("its pictures", self.browser.run(WORDS))
        self.save_picture("single", "words")

    def pause(self):
        """Rain falls; the button stops it, and lets it go on."""
        self.browser.open(f"{self.url}/web/#preset=storm")
        found = [self.browser.run(PAUSING, wanted) for wanted in (False, True, False)]
        self.check("pause", "" if found == [True] * 3 else str(found))


def check_package():
    """npm packs the module, not the demonstration, and not the folder of the sources.
    Bundlers find each picture, and the README lists all presets."""
    packed, refused = [subprocess.run(["npm", "pack", "--dry-run", "--json", "--offline"],
                                      cwd=folder, capture_output=True)
                       for folder in (SITE, "src/web/site")]
    files = {str(path.relative_to(SITE)): path for path in SITE.rglob("*") if path.is_file()}
    wrong = {each["path"] for each in json.loads(packed.stdout)[0]["files"]}
    wrong ^= files.keys() - {"index.html", "page.css", "page.js"}
    worker = files["worker.js"].read_text()
    wrong |= {name for name in files if name.startswith("pictures/") and
              f'new URL("./{name}",import.meta.url)' not in worker}
    listed = re.search(r"preset \(([^)]*)\)", files["README.md"].read_text())[1]
    wrong |= {*re.split(r",\s+", listed)} ^ {
        *re.findall(r'^    {"(\w+)",', pathlib.Path("src/play/presets.c").read_text(), re.M)}
    sizes = {name: len(gzip.compress(path.read_bytes())) for name, path in files.items()}
    size = sizes["ripple.wasm"] - sizes["ripple-single.js"] + sum(
        sizes[name] for name in files if name.endswith(".js"))
    print(f"a module and all scripts: {size / 1000:.1f} kB gzip of {MAX_SIZE / 1000}")
    if wrong or not refused.returncode or size > MAX_SIZE:
        print(f"package: {wrong or refused.stdout or size}", file=sys.stderr)
        return 1
    return 0


def try_browser(kind, work, urls):
    with open(work / f"{kind.name}.log", "w") as log:
        browser = kind(work / kind.name, log)
    run = Run(browser, urls, sys.argv[1:])
    try:
        run.cases()
        if not run.wanted:
            run.page()
            run.offers()
            run.panel()
            run.file()
            run.single()
            run.pause()
    except BaseException:
        browser.close()
        raise
    return run


def main():
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        root = work / "root"
        root.mkdir()
        shutil.copytree(SITE, root / "web")
        shutil.copytree(SITE, root / "alone", ignore=shutil.ignore_patterns("thread.js"))
        shutil.copytree(SITE, root / "faulty")
        thread = root / "faulty" / "thread.js"
        thread.write_text(thread.read_text().replace("__stack_pointer.value=",
                                                     "__stack_pointer.value=0*"))
        for path in pathlib.Path(__file__).parent.glob("*.*"):
            shutil.copy(path, root)
        (root / "worker.js").write_text('import "./contexts.js";\nimport "./web/worker.js";\n')
        write_picture(root / "picture.png")
        write_picture(root / "mask.png", paint_mask)
        render_scenes(root)
        PICTURES.mkdir(parents=True, exist_ok=True)
        urls = serve(root, Server), serve(root, IsolatedServer)
        failed = check_package()
        with concurrent.futures.ThreadPoolExecutor() as pool:
            runs = list(pool.map(lambda kind: try_browser(kind, work, urls),
                                 [browsers.Chromium, browsers.Firefox]))
        for run in runs:
            run.speed()
            run.browser.close()
    count = 1 + sum(run.count for run in runs)
    failed += sum(run.failed for run in runs)
    print(f"test_page: {count} cases")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
