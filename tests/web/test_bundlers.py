#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Installs the package of build/web, by npm, in an app that Vite and webpack build and
Vite's dev server shows, and looks at the app's water in Chromium: the element, of the
package and of its single module, and the README's component for React. Imports the
package in node, as servers that render pages do. Exit: 0 if all of it holds.

Usage: tests/web/test_bundlers.py
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import browsers
from test_page import IsolatedServer, SITE, serve

APP = pathlib.Path("build/bundlers")
# Vite 8 needs node 20.19; Debian 12 has npm 9 and node 18. Older ones need the README's line.
OLD_VITE = 'optimizeDeps: { exclude: ["ripple-pool"] }, '
PAGE = '<!doctype html><link rel="icon" href="data:,">{}<script type="module" src="{}"></script>'
POOL = ('<ripple-pool preset="puddle" rain="0" threads="{}" style="height: 300px">'
        '</ripple-pool>')
README = pathlib.Path("src/web/site/README.md").read_text()
FILES = {
    "package.json": '{"private": true, "type": "module"}',
    "main.js": 'import "ripple-pool";',
    "single.js": 'import "ripple-pool/single";',
    "water.jsx": re.search(r"```jsx\n(.*?)```", README, re.S)[1],
    "react.js": """
        import { createElement, StrictMode } from "react";
        import { createRoot } from "react-dom/client";
        import { Water } from "./water.jsx";

        const root = createRoot(document.getElementById("root"));
        const show = (preset, onReady) => root.render(createElement(StrictMode, null,
            createElement(Water, { settings: { preset, rain: 0, swell: 0 }, onReady,
                style: { height: 300 } }, "words")));

        show("storm", async (pool) => {
            show("puddle");
            while ((await pool.describe()).find(({ name }) => name === "preset").value !== "puddle");
            document.querySelector("#root > div").pool = pool;
        });""",
    "index.html": PAGE.format(POOL.format(2), "main.js"),
    "single.html": PAGE.format(POOL.format(1), "single.js"),
    "react.html": PAGE.format('<div id="root"></div>', "react.js"),
    "vite.config.js": f'export default {{ {OLD_VITE}'
                      'build: { rollupOptions: { input: ["index.html", "single.html", "react.html"] } },'
                      'server: { headers: {'
                      '"Cross-Origin-Opener-Policy": "same-origin",'
                      '"Cross-Origin-Embedder-Policy": "require-corp" } } };',
}
SERVER = """
    const before = Object.getOwnPropertyNames(globalThis).join();
    const { attach } = await import("ripple-pool");
    process.exitCode = typeof attach === "function" &&
        before === Object.getOwnPropertyNames(globalThis).join() ? 0 : 1;"""
# A stone moves what was calm, on so many threads or any number of them: "" if it does.
WATER = """(async () => {
    const until = async (holds) => {
        for (let i = 0; i < 200 && !await holds(); i++) {
            await new Promise((go) => setTimeout(go, 50));
        }
        return holds();
    };
    const find = () => document.querySelector("ripple-pool, #root > div");
    await until(() => find()?.pool);
    const element = find();
    const read = () => {
        const canvas = document.createElement("canvas"), context = canvas.getContext("2d");

        context.drawImage(element.pool.canvas, 0, 0, 64, 32);
        return context.getImageData(0, 0, 64, 32).data;
    };

    if (!element?.pool) {
        return "no element";
    }
    await element.pool.ready;
    if (!await until(() => read().some((value, i) => i % 4 < 3 && value > 30))) {
        return "black";
    }
    const before = read();

    await new Promise((go) => setTimeout(go, 300));
    if (`${read()}` !== `${before}`) {
        return "not calm";
    }
    element.pool.drop(element.pool.canvas.width / 2, element.pool.canvas.height / 2);
    return await until(() => read().filter((value, i) => value !== before[i]).length > 100)
        ? await until(async () => [(await element.pool.stats()).threads, 0].includes(args[0])) ? "" : "no thread"
        : "the stone moves nothing";
})()"""


def run(*command, cwd=APP):
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout


def install():
    APP.mkdir(parents=True, exist_ok=True)
    has_vite_8 = int(run("npm", "--version", cwd=SITE).split(".")[0]) >= 11
    for name, text in FILES.items():
        (APP / name).write_text(text.replace(OLD_VITE, "") if has_vite_8 else text)
    package = run("npm", "pack", "--silent", "--pack-destination", APP.resolve(), cwd=SITE).strip()
    run("npm", "install", "--no-audit", "--no-fund", f"./{package}",
        "vite@8" if has_vite_8 else "vite@6", "webpack@5", "webpack-cli@6", "react@19", "react-dom@19")


def build():
    """The apps as they are served: name, address and threads, 0 for any number."""
    run("npx", "vite", "build", "--outDir", "vite")
    run("npx", "webpack", "./main.js", "--mode", "production", "--output-path", "webpack")
    (APP / "webpack" / "index.html").write_text(FILES["index.html"])
    url = serve(APP / "vite", IsolatedServer)
    return [("vite", url, 2), ("vite, single", f"{url}/single.html", 1), ("vite, React", f"{url}/react.html", 0),
            ("webpack", serve(APP / "webpack", IsolatedServer), 2)]


def main():
    install()
    apps = build()
    port = browsers.find_port()
    development = subprocess.Popen(["node_modules/.bin/vite", "--port", str(port)], cwd=APP,
                                   stdout=subprocess.DEVNULL)
    url = f"http://localhost:{port}"
    apps += [("vite's dev server", url, 2), ("the same, React", f"{url}/react.html", 0)]
    failed = subprocess.run(["node", "--input-type=module", "-e", SERVER], cwd=APP).returncode
    with tempfile.TemporaryDirectory() as work, open(f"{work}/log", "w") as log:
        browser = browsers.Chromium(f"{work}/chromium", log)
        try:
            for name, url, threads in apps:
                browser.open(url)
                complaint = browser.run(WATER, threads)
                if complaint:
                    failed += 1
                    print(f"{name}: {complaint}", file=sys.stderr)
        finally:
            browser.close()
            development.terminate()
    print(f"test_bundlers: {1 + len(apps)} cases")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
