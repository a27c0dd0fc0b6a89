#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the library's tests notice mistakes. Changes one operator or constant
of a source at a time (a mutant) in copies of the tree, and runs the tests of that
file, the fastest first, until one fails, which kills the mutant. Endless mutants are
killed by limits of time. Mutants that do not compile or make the same object files
do not count, nor do the lines of tests/mutants.txt: these change nothing visible, for
the reason above them. The lines of tests/survivors.txt count: they are to be killed.
Draws other mutants each time; --seed repeats a run. Exit: 0 if enough are killed. A
survivor is printed as a line for one of these files.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import threading
import time

ENOUGH = 85  # percent; about 90 are killed, and draws of 100 vary by 3
TREES = pathlib.Path("build/mutants")
EQUIVALENT = pathlib.Path("tests/mutants.txt")
SURVIVORS = pathlib.Path("tests/survivors.txt")
BUILD = "build/release"
# -O1 takes the least time to compile and run; few repetitions are enough here.
MAKE = ["make", "-s", "CONFIG=release", "flags_release=-O1",
        "CPPFLAGS=-DRIPPLE_SANITIZED -DRIPPLE_SCENE_STEPS=13"]

# The sources with code: headers of types have none. Other machines have others.
FOLDERS = ("", "util", "kernels", "kernels/simd", "kernels/simd/perspective", "water",
           "look", "view3d", "cpu")
HEADERS = ("src/lib/util/fixed.h", "src/lib/kernels/scalar.h", "src/lib/look/pixel_formats.h",
           "src/lib/[kv]*/*.inc", "src/lib/kernels/simd/*.h")
LEFT_OUT = ["src/lib/util/one_thread.c", "src/lib/kernels/simd/neon.c",
            "src/lib/kernels/simd/simd128.c"]
if "avx512bw" not in pathlib.Path("/proc/cpuinfo").read_text():
    LEFT_OUT.append("src/lib/kernels/simd/avx512.c")
# The tests of a file, those of its first row: the number of cases of difftest, a
# suite, "suite/case". Random scenes and lack of memory take longest.
RANDOM = " scenes memory"
ROWS = (
    ("src/lib/kernels/dispatch.c", "3000 pool pipeline/calm"),
    ("src/lib/kernels/*", "3000 40000"),
    ("src/lib/util/trig.c", "splash refraction perspective scenes"),
    ("src/lib/util/[ptw]*", "thread_pool pipeline/use pipeline/threads memory"),
    ("src/lib/util/memory.c", "pixels/copies thread_pool memory"),
    ("src/lib/util/[sd]e*.c", "settings waves/limits"),
    ("src/lib/settings.c", "settings waves/limits pool pixels/water"),
    ("src/lib/water/model*", "waves/limits models/facts waves/formulas mask/waves "
     "waves/edges rest pool law"),
    ("src/lib/util/shapes.c", "splash mask/masks grid_map scenes"),
    ("src/lib/water/splash.c", "splash mask/masks grid_map scenes"),
    ("src/lib/water/[ap]*", "advection/multigrid advection/fit advection/maps "
     "advection/waves" + RANDOM),
    ("src/lib/water/*", "pool waves/halo mask/masks mask/waves models/facts pipeline/calm "
     "advection/waves law rest" + RANDOM),
    ("src/lib/look/*", "pixels/copies mask/masks grid_map refraction pixels "
     "pipeline/calm pipeline/use" + RANDOM),
    ("src/lib/view3d/*", "perspective views pool/land" + RANDOM),
    ("src/lib/land.c", "pool/land mask/masks perspective views" + RANDOM),
    ("src/lib/cpu/pipeline.c", "pool pipeline/calm pipeline/use advection/waves "
     "pipeline/threads scenes"),
    ("*", "3000 pool mask/masks splash grid_map pixels refraction pipeline/calm "
     "advection/fit" + RANDOM),
)

SWAPS = dict(pair.split() for pair in (
    "+ -;- +;* /;/ *;% *;<< >>;>> <<;< <=;<= <;> >=;>= >;== !=;!= ==;&& ||;"
    "|| &&;& |;| &;^ &;+= -=;-= +=;*= /=;/= *=;|= &=;&= |=;<<= >>=;>>= <<=;"
    "++ --;-- ++").split(";"))
# Comments, strings, the preprocessor but for constants, what the compiler alone
# checks, and the indices of tables.
IGNORED = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\])+\''
                     r'|^#(?!define \w+ +[^\n]*[^\\]$)(?:[^\n]*\\\n)*[^\n]*'
                     r'|^_Static_assert\([^;]*|(?<=\w)\[\w+\](?= =|[;,])', re.S | re.M)
# Binary operators have blanks on both sides; others do not.
PARTS = re.compile(r'(?<=\s)[-+*/%<>=!&|^]{1,3}(?=\s)|\+\+|--'
                   r'|(?<![-\w)\]])[-!](?=[\w(])|(?<![\w.])\d[\w.]*')
NUMBER = re.compile(r'0x[\da-f]+|\d+(?:\.\d*)?', re.I)
# min and max by ?: are the same with < and <=.
EITHER = re.compile(r'(?<![\w.*>-])([*\w.>-]+) (?P<sign>[<>]) ([*\w.>-]+)'
                    r'(?=\s*\?\s*(?:\1\s*:\s*\3|\3\s*:\s*\1)(?![\w.*>-]))')

Mutant = collections.namedtuple("Mutant", "file start old new line")


def matches(file, patterns):
    return any(fnmatch.fnmatch(file, pattern) for pattern in patterns)


def find_files():
    found = (str(path) for folder in FOLDERS
             for path in sorted(pathlib.Path("src/lib", folder).glob("*")))
    return [file for file in found if not matches(file, LEFT_OUT)
            and (file.endswith(".c") or matches(file, HEADERS))]


def tests_of(file):
    return next(tests for pattern, tests in ROWS if matches(file, [pattern])).split()


def program_of(test):
    """difftest alone has its name of a number; suite memory makes calls fail."""
    kind = ("difftest" if test.isdigit() else
            "tests" if test == "memory" else "library-tests")
    return f"{BUILD}/ripple-{kind}"


def find_new(code, part):
    """The replacement of an operator or a number, or None. The constants of #define
    change by more than 1: most are chosen, not derived."""
    if part[0] == "1" and re.search(r"(=|return) $", code[:part.start()]) and \
            code[part.end()] in ";,":
        return "0"
    if part[0][0].isdigit():
        digits = NUMBER.match(part[0])[0]
        number = float(digits) if "." in digits else int(digits, 0)
        is_named = code[code.rfind("\n", 0, part.start()) + 1] == "#"
        return str(number * (1 + is_named) + 1) + part[0][len(digits):]
    is_sign = len(part[0]) == 1 and not code[part.end()].isspace()
    return "" if is_sign else SWAPS.get(part[0])


def find_mutants():
    mutants, repeats = [], collections.Counter()
    for file in find_files():
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
            mutants.append(Mutant(file, start, part[0], new, line))
    return mutants


class Tree:
    """A copy of the sources in which one mutant at a time is made and tested."""

    def __init__(self, path):
        self.path = path

    def run(self, seconds, *command, **names):
        """Whether a command succeeds within limits of CPU time and, for deadlocks,
        of time."""
        limited = (f"ulimit -t {seconds}; ulimit -c 0;"
                   f"exec timeout -s KILL {6 * seconds} nice \"$@\"")
        return subprocess.run(
            ["sh", "-c", limited, "-", *command], cwd=self.path,
            env={**os.environ, "MALLOC_PERTURB_": "165", **names},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def make(self, *targets):
        return self.run(600, *MAKE, *targets)

    def passes(self, test, seconds):
        if test.isdigit():
            return self.run(seconds, program_of(test), "0", test)
        suite, _, case = test.partition("/")
        names = {"CK_RUN_CASE": case} if case else {}
        return self.run(seconds, program_of(test), CK_RUN_SUITE=suite, CK_FORK="no",
                        **names)

    def objects_of(self, file):
        """The library's objects that a source is part of."""
        objects = self.path / BUILD / "src"
        if file.endswith(".c"):
            return [self.path / BUILD / file.replace(".c", ".o")]
        return [path.with_suffix(".o") for path in sorted(objects.rglob("*.d"))
                if f" {file} " in path.read_text().replace("\n", " ")]

    def judge(self, mutant, limits):
        """The test that kills it, or "broken", "same" or "survived". Restores sources,
        objects and their times of change."""
        source = self.path / mutant.file
        made = self.objects_of(mutant.file)
        kept = {file: (file.read_bytes(), file.stat().st_mtime_ns)
                for file in [source, *made]}
        tests = tests_of(mutant.file)
        text = source.read_text()
        end = mutant.start + len(mutant.old)
        source.write_text(text[:mutant.start] + mutant.new + text[end:])
        try:
            for file in made:
                file.unlink()
            if not self.make(*(str(file.relative_to(self.path)) for file in made)):
                return "broken"
            if all(file.read_bytes() == kept[file][0] for file in made):
                return "same"
            if not self.make(*set(map(program_of, tests))):
                sys.exit(f"mutate: {mutant.line} cannot be linked")
            return next((test for test in tests
                         if not self.passes(test, limits[test])), "survived")
        finally:
            for file, (content, time_ns) in kept.items():
                file.write_bytes(content)
                os.utime(file, ns=(time_ns, time_ns))


def prepare(tests):
    """Makes a copy for each processor and builds the programs of these tests."""
    tree = Tree(TREES / "0")
    workers = os.cpu_count()
    for part in "assets src tests tools".split():
        shutil.rmtree(tree.path / part, ignore_errors=True)
        shutil.copytree(part, tree.path / part)
    shutil.copy2("Makefile", tree.path)
    # An object may be that of a mutant of an interrupted run.
    for file in find_files():
        if file.endswith(".c"):
            tree.objects_of(file)[0].unlink(missing_ok=True)
    if not tree.make(f"-j{workers}", *{program_of(test) for test in tests}):
        sys.exit(f"mutate: {tree.path} cannot be built")
    trees = [tree]
    for i in range(1, workers):
        trees.append(Tree(TREES / str(i)))
        shutil.rmtree(trees[i].path, ignore_errors=True)
        shutil.copytree(tree.path, trees[i].path)
    return trees


def in_turns(trees, function, items):
    """function(tree, item) of each item, on all trees at once, in order."""
    idle, own = list(trees), threading.local()

    def take():
        own.tree = idle.pop()

    with concurrent.futures.ThreadPoolExecutor(len(trees), initializer=take) as pool:
        yield from zip(items, pool.map(lambda item: function(own.tree, item), items))


def find_limit(tree, test):
    """The seconds of a test: three times those without a change, and 5."""
    started = time.monotonic()
    if not tree.passes(test, 600):
        print(f"mutate: {test} fails without any change", flush=True)
        os._exit(1)
    return 5 + 3 * int(time.monotonic() - started)


def read_lines(file, every):
    lines = {line for line in file.read_text().splitlines() if line and line[0] != "#"}
    gone = lines - {mutant.line for mutant in every}
    for line in gone:
        print(f"mutate: {file} has a line that is gone: {line}")
    return lines, bool(gone)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, help="that many, drawn by --seed; 0 reads the lists")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--only", action="append", help="file, or a pattern of files")
    parser.add_argument("--listed", action="store_true", help="those to be killed")
    options = parser.parse_args()

    every = find_mutants()
    equivalent, is_stale = read_lines(EQUIVALENT, every)
    listed, is_old = read_lines(SURVIVORS, every)
    mutants = [m for m in every if m.line not in equivalent
               and (not options.listed or m.line in listed)
               and (not options.only or matches(m.file, options.only))]
    print(f"mutate: seed {options.seed}, {len(mutants)} of {len(every)} mutants",
          flush=True)
    if options.sample is not None and options.sample < len(mutants):
        mutants = random.Random(options.seed).sample(mutants, options.sample)
    if not mutants:
        return is_stale or is_old
    tests = dict.fromkeys(test for m in mutants for test in tests_of(m.file))
    trees = prepare(tests)
    limits = dict(in_turns(trees, find_limit, tests))
    counts = collections.Counter()
    for mutant, result in in_turns(
            trees, lambda tree, m: tree.judge(m, limits), mutants):
        if result == "survived":
            print(mutant.line, flush=True)
        elif mutant.line in listed:
            print(f"mutate: {SURVIVORS} has a line that is killed: {mutant.line}")
        counts[result if result in ("broken", "same", "survived") else "killed"] += 1
    meaningful = counts["killed"] + counts["survived"]
    print(f"mutate: {meaningful} cases, {counts['killed']} killed "
          f"({100 * counts['killed'] / max(meaningful, 1):.1f} %), {counts['same']} "
          f"the same, {counts['broken']} not compiled")
    return is_stale or is_old or 100 * counts["killed"] < ENOUGH * meaningful


if __name__ == "__main__":
    sys.exit(main())
