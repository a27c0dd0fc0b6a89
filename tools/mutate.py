#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the tests notice mistakes. Changes one operator or constant at a time in
a copy of the tree (a mutant), and runs the tests of that file until one fails, which
kills the mutant. Endless mutants are killed by a limit of CPU time. Mutants that do
not compile or make the same object files do not count, nor do the lines of
tests/mutants.txt: these change nothing visible, for the reason above them. Exit: 0 if
enough of the others are killed. A survivor is printed with its number, as a line for
that file.
"""
import argparse
import collections
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

ENOUGH = 95  # percent
TREE = pathlib.Path("build/mutants")
KNOWN = pathlib.Path("tests/mutants.txt")
BUILD = "build/release"
# -O1 takes the least time to compile and run.
MAKE = ["make", "-s", "CONFIG=release", "flags_release=-O1"]

# The tests of each file: suites, "suite/case", and how many cases of difftest.
KERNELS = "3000 40000"
RENDER = "refraction grid_map pixels pipeline/calm pipeline/use memory program/frames"
SPLASH = "splash mask grid_map program/frames"
ADVECT = "advection/fit advection/maps advection/waves memory program/frames"
TESTS = {f"src/{folder}/{name}": tests for folder, names, tests in (
    ("kernels", "scalar_step.c scalar_advect.c scalar_boundary.c scalar_render.c",
     KERNELS),
    ("kernels/simd", "simd_step.h simd_advect.h simd_boundary.h simd_interpolate.h "
     "simd_render.h simd_mix.h transpose.h", KERNELS),
    ("water", "step.c", "pipeline/calm waves mask advection/waves pipeline/levels"),
    ("render", "refraction.c dirty_blocks.c views.c grid_map.c lighting.c", RENDER),
    ("water", "splash.c", SPLASH),
    ("base", "capsule.c", SPLASH),
    ("water", "advection.c projection.c", ADVECT),
) for name in names.split()}
# A header of kernels is tested in the first of these whose object it changes.
LEVELS = ["src/kernels/simd/sse2.c", "src/kernels/simd/avx2.c"]

SWAPS = dict(pair.split() for pair in (
    "+ -;- +;* /;/ *;% *;<< >>;>> <<;< <=;<= <;> >=;>= >;== !=;!= ==;&& ||;"
    "|| &&;& |;| &;^ &;+= -=;-= +=;*= /=;/= *=;|= &=;&= |=;<<= >>=;>>= <<=;"
    "++ --;-- ++").split(";"))
# Comments, strings, the preprocessor, and the indices of tables.
IGNORED = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\])+\''
                     r'|^#(?:[^\n]*\\\n)*[^\n]*|(?<=\w)\[\w+\](?= =|[;,])', re.S | re.M)
# Binary operators have blanks on both sides; others do not.
PARTS = re.compile(r'(?<=\s)[-+*/%<>=!&|^]{1,3}(?=\s)|\+\+|--'
                   r'|(?<![-\w)\]])[-!](?=[\w(])|(?<![\w.])\d[\w.]*')
NUMBER = re.compile(r'0x[\da-f]+|\d+(?:\.\d*)?', re.I)
# min and max by ?: are the same with < and <=.
EITHER = re.compile(r'(?<![\w.*>-])([*\w.>-]+) (?P<sign>[<>]) ([*\w.>-]+)'
                    r'(?=\s*\?\s*(?:\1\s*:\s*\3|\3\s*:\s*\1)(?![\w.*>-]))')

Mutant = collections.namedtuple("Mutant", "number file start old new line")


def find_new(code, part):
    """The replacement of an operator or a number, or None."""
    if part[0][0].isdigit():
        digits = NUMBER.match(part[0])[0]
        number = float(digits) if "." in digits else int(digits, 0)
        return str(number + 1) + part[0][len(digits):]
    is_sign = len(part[0]) == 1 and not code[part.end()].isspace()
    return "" if is_sign else SWAPS.get(part[0])


def find_mutants():
    mutants, repeats = [], collections.Counter()
    for file in TESTS:
        text = pathlib.Path(file).read_text()
        code = IGNORED.sub(lambda m: re.sub(r"\S", " ", m[0]), text)
        same = {match.start("sign") for match in EITHER.finditer(code)}
        for part in PARTS.finditer(code):
            start, new = part.start(), find_new(code, part)
            before = text[text.rfind("\n", 0, start) + 1:start].lstrip()
            after = text[part.end():text.index("\n", start)]
            line = f"{file}: {before}{{{part[0]} -> {new}}}{after}"
            if new is None or start in same:
                continue
            repeats[line] += 1
            line += f"  ({repeats[line]})" if repeats[line] > 1 else ""
            mutants.append(Mutant(len(mutants), file, start, part[0], new, line))
    return mutants


def run(seconds, *command, **names):
    """Whether a command succeeds within limits of CPU time and, for deadlocks, of time."""
    limited = (f"ulimit -t {seconds}; ulimit -c 0;"
               f"exec timeout -s KILL {30 * seconds} nice \"$@\"")
    return subprocess.run(
        ["sh", "-c", limited, "-", *command], cwd=TREE, env={**os.environ, **names},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def passes(test, seconds):
    program = f"{BUILD}/ripple-{'difftest' if test.isdigit() else 'tests'}"
    if not run(600, *MAKE, program, f"{BUILD}/ripple"):
        sys.exit(f"mutate: {TREE} cannot be built")
    if test.isdigit():
        return run(seconds, program, "0", test)
    suite, _, case = test.partition("/")
    names = {"CK_RUN_CASE": case} if case else {}
    return run(seconds, program, CK_RUN_SUITE=suite, CK_FORK="no", TEST_WORKERS="1",
               RIPPLE_PROGRAM=f"{BUILD}/ripple", **names)


def object_of(file):
    return TREE / BUILD / file.replace(".c", ".o")


def judge(mutant, limits):
    """The test that kills it, or "broken", "same" or "survived". Restores sources,
    objects and their times of change."""
    source = TREE / mutant.file
    parts = [mutant.file] if mutant.file.endswith(".c") else LEVELS
    kept = {file: (file.read_bytes(), file.stat().st_mtime_ns)
            for file in [source, *map(object_of, parts)]}

    def put(file, content):
        file.write_bytes(content)
        os.utime(file, ns=(kept[file][1], kept[file][1]))

    text = kept[source][0].decode()
    end = mutant.start + len(mutant.old)
    put(source, (text[:mutant.start] + mutant.new + text[end:]).encode())
    try:
        for made in map(object_of, parts):
            made.unlink()
            if not run(600, *MAKE, str(made.relative_to(TREE))):
                return "broken"
            if made.read_bytes() != kept[made][0]:
                return next((test for test in TESTS[mutant.file].split()
                             if not passes(test, limits[test])), "survived")
        return "same"
    finally:
        for file in kept:
            put(file, kept[file][0])


def prepare(files):
    """Makes the copy, and returns the limit of seconds of each test: three times its
    time without a change, and 5."""
    for part in "assets src tests tools".split():
        shutil.rmtree(TREE / part, ignore_errors=True)
        shutil.copytree(part, TREE / part)
    shutil.copy2("Makefile", TREE)
    # An object may be that of a mutant of an interrupted run.
    for file in [*LEVELS, *TESTS]:
        if file.endswith(".c"):
            object_of(file).unlink(missing_ok=True)
    run(600, *MAKE, *(f"{BUILD}/ripple{part}" for part in ("", "-tests", "-difftest")))
    limits = {}
    for test in dict.fromkeys(" ".join(TESTS[file] for file in files).split()):
        started = time.monotonic()
        if not passes(test, 600):
            sys.exit(f"mutate: {test} fails without any change")
        limits[test] = 5 + 3 * int(time.monotonic() - started)
    return limits


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, help="that many, drawn by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", help="file")
    parser.add_argument("--run", type=int, nargs="+", help="these numbers")
    options = parser.parse_args()

    every = find_mutants()
    known = {line for line in KNOWN.read_text().splitlines() if line and line[0] != "#"}
    stale = known - {mutant.line for mutant in every}
    for line in stale:
        print(f"mutate: {KNOWN} has a line that is gone: {line}")
    drawn = [m for m in every if not options.only or m.file in options.only]
    if options.run:
        drawn = [every[number] for number in options.run]
    elif options.sample and options.sample < len(drawn):
        drawn = random.Random(options.seed).sample(drawn, options.sample)
    mutants = [m for m in drawn if options.run or m.line not in known]
    print(f"{len(mutants)} of {len(every)} mutants, {len(drawn) - len(mutants)} "
          "left out", flush=True)
    limits = prepare({mutant.file for mutant in mutants})
    counts = collections.Counter()
    for mutant in mutants:
        result = judge(mutant, limits)
        if result == "survived":
            print(f"{mutant.number:5} {mutant.line}", flush=True)
        counts[result if result in ("broken", "same", "survived") else "killed"] += 1
    meaningful = counts["killed"] + counts["survived"]
    print(f"mutate: {meaningful} cases, {counts['killed']} killed "
          f"({100 * counts['killed'] / max(meaningful, 1):.1f} %), {counts['same']} "
          f"the same, {counts['broken']} not compiled")
    return bool(stale) or 100 * counts["killed"] < ENOUGH * meaningful


if __name__ == "__main__":
    sys.exit(main())
