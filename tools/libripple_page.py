#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the manual page libripple(3) from the comments of src/ripple.h.

A comment directly above a declaration describes it; a comment that stands
alone starts a section, whose title is its first sentence. Types are shown as they are declared. So the
header is the only place where a function is described.

    tools/libripple_page.py            writes the page
    tools/libripple_page.py --check    fails if the page differs from the header
"""
import pathlib
import re
import sys

HEADER = pathlib.Path("src/ripple.h")
PAGE = pathlib.Path("assets/share/man/man3/libripple.3")

HEAD = r""".\" SPDX-License-Identifier: MIT
.\" Made from src/ripple.h by tools/libripple_page.py.
.Dd November 22, 2026
.Dt LIBRIPPLE 3
.Os
.Sh NAME
.Nm libripple
.Nd any picture as the floor of a pool of water
.Sh SYNOPSIS
.In ripple.h
.Pp
.Li cc example.c $(pkg-config --cflags --libs ripple)
.Sh DESCRIPTION
"""
TAIL = """.Sh SEE ALSO
.Xr ripple-bench 1 ,
.Xr ripple 6
"""
FUNCTION = re.compile(r"^((?:const )?\w+ \**)(ripple_\w+)\(([^)]*)\);", re.M)


def text(comment):
    """The paragraphs of a comment as lines of mdoc."""
    lines = [re.sub(r"^\s*\*? ?", "", line) for line in comment.split("\n")]
    paragraphs = re.split(r"\n\s*\n", "\n".join(lines).strip())
    out = []
    for paragraph in paragraphs:
        words = " ".join(paragraph.split()).replace("\\", "\\e")
        words = words.replace("-", "\\-")
        out.append(re.sub(r"([.:;?]) (?=[A-Z0])", "\\1\n", words))
    lines = "\n.Pp\n".join(out).split("\n")
    return [re.sub(r"^(['.])(?!Pp$)", r"\\&\1", line) for line in lines]


def functions(code):
    """The declarations of a block: each as Ft, Fo, Fa, Fc."""
    out = []
    for kind, name, arguments in FUNCTION.findall(code):
        out += [".Ft " + kind.strip(), ".Fo " + name]
        out += ['.Fa "%s"' % " ".join(one.split())
                for one in arguments.split(",")]
        out.append(".Fc")
    return out


def literal(code):
    return [".Bd -literal", *code.rstrip().replace("\\", "\\e").split("\n"),
            ".Ed"]


def page(header):
    title, *blocks = re.split(r"\n\n+(?=\S)", header)
    out = text(re.search(r"libripple:.*?\n \*\n(.*?)\*/", title, re.S)[1])
    for block in blocks:
        comment, code = re.fullmatch(r"(?:/\*(.*?)\*/\n?)?(.*)", block,
                                     re.S).groups()
        lines = text(comment or "")
        names = [name for _, name, _ in FUNCTION.findall(code)]
        types = re.findall(r"^(?:typedef.*|\}) (\w+);", code, re.M)
        if code.startswith(("#ifdef", "#endif", "#include")):
            continue
        if not code:
            types, lines[0] = lines[0].split(".", 1)
            types = [types]
        out += [".Ss " + ", ".join(names or types or ["Limits"])]
        out += functions(code) + [".Pp"] * bool(names and comment) + lines
        out += literal(code) if code and not names else []
    return HEAD + "\n".join(line.strip() if line[0] != " " else line
                            for line in out if line) + "\n" + TAIL


def main():
    made = page(HEADER.read_text())
    if "--check" not in sys.argv:
        PAGE.write_text(made)
    elif PAGE.read_text() != made:
        sys.exit(f"{PAGE} is not what {sys.argv[0]} makes of {HEADER}")


main()
