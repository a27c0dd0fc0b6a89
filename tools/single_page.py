#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes single files of build/web: FOLDER/ripple-single.js, the module with all that it
loads inside, and PAGE, the demonstration, which opens from a disk. Pictures become WebP
of at most 1600 columns, the module is packed by gzip, that for threads is left out.
Fails if PAGE is larger than 1 MB.

Usage: tools/single_page.py FOLDER PAGE
"""
import base64
import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile

MAX_SIZE = 1000000
POLICY = ("default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; "
          "style-src 'unsafe-inline'; img-src blob: data:; connect-src blob: data:")


def replace(text, *pairs):
    """Each of the first must be there once."""
    for old, new in pairs:
        if text.count(old) != 1:
            sys.exit(f"single_page: {text.count(old)} times: {old}")
        text = text.replace(old, new)
    return text


def pack_picture(path, scratch):
    lossless = ["-lossless", "1"] if path.suffix == ".png" else ["-quality", "35"]
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-vf", "scale=min(iw\\,1600):-2",
                    "-c:v", "libwebp", "-compression_level", "6", *lossless, scratch], check=True)
    return scratch.read_bytes()


def pack(folder, name, scratch):
    """The address of a file, which has all of it."""
    path = folder / name
    kind, data = (("application/gzip", gzip.compress(path.read_bytes(), mtime=0))
                  if path.suffix == ".wasm" else
                  ("image/webp", pack_picture(path, scratch / f"{path.stem}.webp")))
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


def embed_files(worker, folder, scratch):
    def embed(found):
        name = found[1]
        return "null" if name == "ripple-threads.wasm" else json.dumps(pack(folder, name, scratch))

    # thread.js stays as it is: nothing starts it.
    worker = re.sub(r'new URL\("\./([^"]+\.(?:wasm|jpg|png))",import\.meta\.url\)', embed, worker)
    return replace(worker, ("crossOriginIsolated", "!1"), ("import.meta.url", "location"))


def main():
    folder, page = map(pathlib.Path, sys.argv[1:])
    read = {name: (folder / name).read_text()
            for name in ("worker.js", "ripple.js", "page.js", "page.css", "index.html")}
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        worker = json.dumps(embed_files(read["worker.js"], folder, scratch), ensure_ascii=False)
        module = replace(read["ripple.js"], (
            'new Worker(new URL("./worker.js",import.meta.url),{type:"module"})',
            f'new Worker(URL.createObjectURL(new Blob([{worker}],{{type:"text/javascript"}})))'))
        (folder / "ripple-single.js").write_text(module)
        (scratch / "ripple.js").write_text(module)
        (scratch / "page.js").write_text(read["page.js"])
        script = subprocess.run(["esbuild", "--bundle", "--minify", "--format=esm", "--log-level=warning",
                                 scratch / "page.js"], check=True, capture_output=True, text=True).stdout
    text = re.sub(r'(Content-Security-Policy" content=)"[^"]*"', rf'\1"{POLICY}"', read["index.html"])
    text = replace(text, ('<link rel="modulepreload" href="ripple.js">\n', ""),
                   ('<link rel="stylesheet" href="page.css">', f"<style>{read['page.css']}</style>"),
                   ('<script type="module" src="page.js"></script>', '<script type="module">'
                    + script.replace("</script", "<\\/script") + "</script>"))
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(text)
    print(f"{page}: {len(text.encode())} bytes, opens from a disk")
    if len(text.encode()) > MAX_SIZE:
        sys.exit(f"single_page: {page}: more than {MAX_SIZE} bytes")


if __name__ == "__main__":
    main()
