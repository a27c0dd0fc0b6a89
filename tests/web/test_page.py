#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs cases.js in Chromium and in Firefox on what `make web` has made. Screenshots of
the page are kept in build/web-pictures. Exit: 0 if all of it holds.

Usage: tests/web/test_page.py [CASE]...     the cases to run, all by default
"""
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
import zlib

import browsers

SITE = pathlib.Path("build/web")
PICTURES = pathlib.Path("build/web-pictures")
PROGRAM = "build/release/ripple"
WIDTH, HEIGHT, STEPS = 320, 240, 60
# Land shows the picture itself: programs scale others in ways of their own.
SCENES = [
    ("pond", {"preset": "pond", "rain": "20"}, "3 stone 50% 50% 20 900\n10 line 10 10 200 100 6 500"),
    ("river", {"preset": "river", "land-picture": "picture"}, ""),
    ("hills", {"preset": "hills", "land-picture": "picture"}, "5 stone 30% 60% 12 800"),
]
# The page does without a script what the program's says: its water goes on in
# perspective, whose module it loads then.
TURNED = ("turned", {"preset": "pond", "rain": "20"}, "20 set view perspective")
IN_PAGE = ["resize", "memory", "density", "churn", "early", "rest", "hidden", "paused", "keyboard",
           "sources", "video", "element", "mistakes", "presets"]
SIZES = [(1280, 800), (390, 844)]
# A stone of the middle of the page, pressed and dragged; as splash_size.c has them.
DRAG = [(60, 60), (200, 150)]


class Server(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(folder):
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Server, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def write_picture(path):
    rows = b"".join(b"\0" + bytes(
        value for x in range(WIDTH) for value in
        ((x * 3 ^ y * 5) & 0x3f | 0x40, (x // 32 + y // 32) % 2 * 60 + 90, (x * y >> 6) & 0xff))
        for y in range(HEIGHT))
    chunks = [(b"IHDR", struct.pack(">2I5B", WIDTH, HEIGHT, 8, 2, 0, 0, 0)),
              (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks))


def render_scenes(folder):
    """What the program makes of the scenes."""
    for name, settings, script in [*SCENES, TURNED]:
        (folder / f"{name}.txt").write_text(script)
        options = [word for key, value in settings.items() for word in (f"--{key}", value)]
        subprocess.run(
            [PROGRAM, "--no-config", *options, "--picture", folder / "picture.png",
             "--size", f"{WIDTH}x{HEIGHT}", "--rate", "60", "--seed", "7",
             "--script", folder / f"{name}.txt", "--frames", str(STEPS),
             "--output", folder / f"{name}.png"], check=True)


def make_drag_script():
    """A press and a drag in numbers: suite splash has the formulas."""
    (x0, y0), (x1, y1) = DRAG
    radius = round(HEIGHT * 0.048)
    weight = round(min(radius_real() * 3.9 * 48, 12000))
    steps = max(4, min(32, round(radius * 1.05)))
    return (f"0 splash {x0} {y0} {round(radius * 1.8)} {round(weight * -0.25)} {steps}\n"
            f"0 splash {x0} {y0} {radius} {weight} {steps}\n"
            f"0 stone {x0} {y0} {radius} {-(weight // 2)}\n"
            f"0 line {x0} {y0} {x1} {y1} {radius} {weight // 2}\n")


def radius_real():
    return HEIGHT * 0.048


class Run:
    """The cases in one browser."""

    def __init__(self, browser, url, wanted):
        self.browser, self.url, self.wanted = browser, url, wanted
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

    def drag(self):
        if self.wanted and "drag" not in self.wanted:
            return
        self.browser.run("void (window.touched = new Promise(go => window.touch = go), "
                         "window.dragged = cases.drag(...args))", make_drag_script())
        self.browser.run("new Promise(go => setTimeout(go, 500))")
        self.browser.touch(DRAG)
        self.check("drag", self.browser.run("(touch(), dragged)"))

    def cases(self):
        self.browser.open(f"{self.url}/cases.html")
        self.browser.run("new Promise(go => { const look = () => "
                         "window.ready ? go() : setTimeout(look, 20); look(); })")
        for name, settings, script in SCENES:
            for simd in (True, False):
                self.case("bits", settings, script, STEPS, simd, f"{name}.png",
                          label=f"bits of {name}, {'simd128' if simd else 'scalar'}")
        self.case("turned", TURNED[1], STEPS, f"{TURNED[0]}.png")
        self.drag()
        for name in IN_PAGE:
            self.case(name)
        said = self.browser.run("complaints")
        self.check("warnings", "; ".join(said))
        speeds = [self.case("speed", simd) for simd in (True, False)]
        if all(isinstance(speed, (int, float)) for speed in speeds):
            print(f"{self.browser.name}: 1280x720 pond, ms a frame: simd128 {speeds[0]:.2f}, "
                  f"scalar {speeds[1]:.2f}")

    def page(self):
        """The demonstration, looked at and touched."""
        for width, height in SIZES:
            self.browser.resize(width, height)
            self.browser.open(f"{self.url}/web/#preset=pond&rain=3")
            self.browser.run("new Promise(go => setTimeout(go, 2500))")
            self.browser.touch([(width // 2, height // 3)])
            rows = self.browser.run(
                "(document.getElementById('panel').open = true, new Promise(go => setTimeout("
                "() => go(document.querySelectorAll('#rows .row').length), 600)))")
            fits = self.browser.run("document.documentElement.scrollWidth <= innerWidth")
            self.browser.save_picture(
                PICTURES / f"{self.browser.name.lower()}-{width}x{height}.png")
            self.check(f"page of {width}x{height}",
                       "" if rows == 7 and fits else f"{rows} rows, fits: {fits}")


def check_package():
    """All that is listed is there, with the version of the library."""
    package = json.loads((SITE / "package.json").read_text())
    version = re.search(r'RIPPLE_VERSION +"(.*)"', pathlib.Path("src/ripple.h").read_text())[1]
    missing = [name for name in package["files"] if not (SITE / name).exists()]
    size = sum(len(gzip.compress((SITE / name).read_bytes()))
               for name in ("ripple.wasm", "ripple.js", "worker.js"))
    print(f"ripple.wasm and its scripts: {size / 1000:.1f} kB gzip")
    return missing or package["version"] != version


def main():
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        root = work / "root"
        root.mkdir()
        shutil.copytree(SITE, root / "web")
        for name in ("cases.html", "cases.js"):
            shutil.copy(pathlib.Path(__file__).with_name(name), root)
        write_picture(root / "picture.png")
        render_scenes(root)
        PICTURES.mkdir(parents=True, exist_ok=True)
        url = serve(root)
        count, failed = 1, bool(check_package())
        for kind in (browsers.Chromium, browsers.Firefox):
            with open(work / f"{kind.name}.log", "w") as log:
                browser = kind(work / kind.name, log)
                try:
                    run = Run(browser, url, sys.argv[1:])
                    run.cases()
                    if not run.wanted:
                        run.page()
                finally:
                    browser.close()
            count += run.count
            failed += run.failed
    print(f"test_page: {count} cases")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
