#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the library as one file of C, FOLDER/ripple.c, with ripple.h beside it: no GPU,
no build system, `cc -O3 -c ripple.c`. Headers come once; what is static in a source, and
in the templates of instruction sets, gets the source's name in front if another source
has the same name.

Usage: tools/amalgamate.py FOLDER
"""
import pathlib
import re
import shutil
import sys

SRC = pathlib.Path(__file__).resolve().parent.parent / "src"
ROOMS = ["util", "kernels", "kernels/simd", "water", "look", "view3d", "cpu", "."]
THREADS = {"thread_pool.c": "#ifndef RIPPLE_NO_THREADS", "workers.c": "#ifndef RIPPLE_NO_THREADS",
           "one_thread.c": "#ifdef RIPPLE_NO_THREADS"}
X86 = "#if defined(__x86_64__)"
LEVELS = {"sse2.c": (X86, None), "avx2.c": (X86, "avx2"),
          "avx512.c": (X86, "avx2,avx512f,avx512bw,avx512vl"),
          "neon.c": ("#if defined(__aarch64__)", None),
          "simd128.c": ("#if defined(__wasm__) && !defined(RIPPLE_NO_SIMD)", None)}
# Headers that mean something else in each source that includes them.
PRIVATE = re.compile(r"lib/kernels/(simd/.*|(real_)?formula\.h)|.*\.inc")
INCLUDE = re.compile(r'[ \t]*#[ \t]*include[ \t]+"([^"]+)"[^\n]*\n')
WORDS = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|(?:\.|->)?[A-Za-z_]\w*',
                   re.S)

HEAD = """\
/* SPDX-License-Identifier: MIT */
/*
 * libripple {version} as one file, made from its sources: compile it with -O3, and
 * -pthread unless RIPPLE_NO_THREADS is defined; link with -lm. It has the instruction
 * sets of the compiler's target, on x86-64 AVX2 and AVX-512 as well, and no GPU.
 * GCC for ARM's microcontrollers needs -fno-short-enums. The licence is at the end.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#if !defined(RIPPLE_NO_THREADS) && !defined(__unix__) && !defined(__APPLE__) && \\
    !defined(__MINGW32__)
#define RIPPLE_NO_THREADS
#endif
#if defined(__wasm__) && !defined(__wasm_simd128__)
#define RIPPLE_NO_SIMD
#endif
/* No fused multiply-add: the same bits on every machine. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("-ffp-contract=off")
#endif

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wunused-function"
#endif

#include "ripple.h"

#ifndef RIPPLE_NO_THREADS
#include <stdatomic.h>
#else /* the compiler need not have any */
#define atomic_uchar                unsigned char
#define atomic_uint                 unsigned int
#define atomic_uint_least32_t       uint32_t
#define atomic_int_least64_t        int64_t
#define atomic_init(object, value)  (*(object) = (value))
#define atomic_load(object)         (*(object))
#define atomic_fetch_add(object, n) (*(object) += (n)) /* the new value, which is not used */
#define atomic_fetch_sub(object, n) ((*(object) -= (n)) + (n))
#endif
#if defined(__x86_64__) /* before a target is chosen */
#include <immintrin.h>
#endif
"""


def read(path):
    return (SRC / path).read_text()


def find(name, beside):
    """The path of an included file below src."""
    return name if (SRC / name).exists() else str(pathlib.PurePath(beside).parent / name)


def strip_guard(text):
    guard = re.search(r"#ifndef (RIPPLE_\w+_H)\n#define \1\n", text)
    if guard is None:
        return text
    text = text[:guard.start()] + text[guard.end():]
    return text[:text.rstrip().rfind("#endif")]


def expand(path, once, is_private):
    """The text of a file: (headers that all share, its own text). `once` has the shared
    ones that came already, or the private ones of this source."""
    shared, own = [], []
    text, end = strip_guard(read(path)), 0
    for include in INCLUDE.finditer(text):
        own.append(text[end:include.start()])
        end = include.end()
        name = include[1]
        if name == "ripple.h":
            continue
        name = find(name, path)
        inner = is_private and PRIVATE.fullmatch(name) is not None
        seen = once[inner or not is_private and name.endswith(".inc")]
        if name in seen:
            continue
        if not name.endswith(".inc"):
            seen.add(name)
        before, inside = expand(name, once, inner)
        shared += before
        (own if inner or not is_private else shared).append(inside)
    own.append(text[end:])
    return shared, "".join(own)


def list_names(text):
    """What a text declares for itself: (functions, variables and constants; types;
    macros)."""
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    macros = set(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", code, re.M))
    code = re.sub(r"^[ \t]*#.*(?:\\\n.*)*", "", code, flags=re.M)
    code = re.sub(r"__attribute__\(\((?:[^()]|\([^()]*\))*\)\)|[A-Z_]+(?=;)", "", code)
    names = set(re.findall(r"^static\b[^;{=(]*?(\w+)\s*(?:\(|\[|=|;)", code, re.M))
    names |= set(re.findall(r"^\w[\w *]*?\b(\w+)\([^;{}]*\)\n?\{", code, re.M))
    names |= set(re.findall(r"^\}\s*(\w+)(?:\[.*\])?\s*=", code, re.M))
    names = {word for word in names if not word.isupper() and not word.startswith("ripple_")}
    names |= set(re.findall(r"^static [A-Z_]+\((\w+)\)", code, re.M))
    types = set(re.findall(r"^\}\s*(\w+);", code, re.M))
    types |= set(re.findall(r"^(?:typedef )?(?:struct|enum|union) (\w+)\s*\{", code, re.M))
    types |= set(re.findall(r"^typedef [^;{(]*?(\w+)\s*(?:[\[(][^;]*)?;", code, re.M))
    for body in re.findall(r"^(?:typedef )?enum\s*\w*\s*\{([^}]*)\}", code, re.M):
        names |= set(re.findall(r"(\w+)\s*(?:=[^,]*)?(?:,|$)", body))
    return names, types, macros


def rename(text, names, mark):
    return WORDS.sub(lambda word: mark + word[0] if word[0] in names else word[0], text)


def main(folder):
    parts = []
    once = {False: set(), True: set()}
    files = [path for room in ROOMS for path in sorted((SRC / "lib" / room).glob("*.c"))]
    files.append(SRC / "lib/gpu/without_gpu.c")
    files.sort(key=lambda path: path.name == "processors.c")  # last: windows.h has `near`
    for path in files:
        name = str(path.relative_to(SRC))
        once[True] = set()
        parts.append((name, *expand(name, once, True)))

    declared = {name: list_names(own) for name, _, own in parts}
    counts = {}
    for names, types, _ in declared.values():
        for word in names | types:
            counts[word] = counts.get(word, 0) + 1
    common, _, _ = list_names("".join(text for _, shared, _ in parts for text in shared))

    version = re.search(r'RIPPLE_VERSION\s+"(.*)"', read("ripple.h"))[1]
    out = [HEAD.replace("{version}", version)]
    for name, shared, own in parts:
        out += [f"\n{text.strip()}\n" for text in shared]
        file = name.rsplit("/", 1)[1]
        names, types, macros = declared[name]
        clashing = {word for word in names | types if counts[word] > 1}
        clashing |= names & common
        clashing |= {start for start in re.findall(r"(\w+)##", own)
                     if any(word.startswith(start) for word in clashing)}
        own = rename(own, clashing, re.sub(r"\W", "_", file[:-2]) + "_")
        condition, target = LEVELS.get(file, (THREADS.get(file), None))
        out.append(f"\n/* {name} */\n")
        if condition:
            out.append(condition + "\n")
        if target:
            out.append("#if defined(__clang__)\n#pragma clang attribute push("
                       f'__attribute__((target("{target}"))), apply_to = function)\n'
                       "#elif defined(__GNUC__)\n#pragma GCC push_options\n"
                       f'#pragma GCC target("{target}")\n#endif\n')
        out.append(own.strip() + "\n")
        out += [f"#undef {macro}\n" for macro in sorted(macros) if macro != "_GNU_SOURCE"]
        if target:
            out.append("#if defined(__clang__)\n#pragma clang attribute pop\n"
                       "#elif defined(__GNUC__)\n#pragma GCC pop_options\n#endif\n")
        if condition:
            out.append("#endif\n")
    licence = (SRC.parent / "LICENSE").read_text().strip()
    out.append(f"\n/*\n{licence}\n*/\n")
    text = re.sub(r"/\* SPDX-License-Identifier: MIT \*/\n|#define _(GNU|DEFAULT)_SOURCE.*\n"
                  r"|#include <stdatomic.h>\n", "",
                  "".join(out[1:]))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ripple.c").write_text(out[0] + text)
    shutil.copy(SRC / "ripple.h", folder)


main(pathlib.Path(sys.argv[1]))
