#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Do the tests notice? Breaks one operator, constant or condition of the
library at a time, builds that in a copy of the tree and runs tests until one
fails, which kills the mutant. Those that do not compile, or make the same
object files, do not count; endless ones die of a limit of CPU time. The lines
of tests/mutants.txt, below the reason why, are mutants that mean nothing and
do not count either. Exit: 0 when enough of the others are killed, else 1.
A survivor is printed as a line for that file, its number before it.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import queue
import random
import re
import shutil
import signal
import subprocess
import sys
import time

ENOUGH = 95  # percent
WORK = pathlib.Path("build/mutants")
KNOWN = pathlib.Path("tests/mutants.txt")
# -O1 is made quickest, and runs well enough.
BUILD = "build/release"
MAKE = ["make", "-s", "CONFIG=release", "flags_release=-O1"]

# What is mutated, and the tests that know it best: "suite" or "suite/case".
FILES = {
    "src/kernels/scalar.c": "difftest", "src/kernels/body.h": "difftest",
    "src/kernels/look.h": "difftest", "src/kernels/mix.h": "difftest",
    "src/kernels/columns.h": "difftest", "src/stepping.c": "waves shore",
    "src/edges.c": "shore waves", "src/optics.c": "optics pixels",
    "src/magnify.c": "magnify", "src/light.c": "optics pixels",
    "src/drop.c": "drop", "src/segment.c": "drop", "src/shore.c": "shore",
    "src/current.c": "current/fit current/waves", "src/flow.c": "current",
    "src/model.c": "model waves",
}
# The objects of a file that goes into others: the first that it changes.
LEVELS = ["src/kernels/sse2", "src/kernels/avx2"]
# What all have to stand, and with --slow those that survive it too.
FAST = ("difftest drop shore model pool optics pixels sweep/use magnify "
        "current/fit current/waves waves crew")
SLOW = "program/frames current/maps difftest/60000 sweep/same"

SWAPS = dict(pair.split() for pair in (
    "+ -;- +;* /;/ *;% *;<< >>;>> <<;< <=;<= <;> >=;>= >;== !=;!= ==;&& ||;"
    "|| &&;& |;| &;^ &;+= -=;-= +=;*= /=;/= *=;|= &=;&= |=;<<= >>=;>>= <<=;"
    "++ --;-- ++").split(";"))
IGNORED = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\])+\''
                     r'|^#(?:[^\n]*\\\n)*[^\n]*|(?<=\w)\[\w+\](?= =|[;,])', re.S | re.M)
# Blanks stand around the operators that take two operands, and no others.
PARTS = re.compile(r'(?<=\s)[-+*/%<>=!&|^]{1,3}(?=\s)|\+\+|--'
                   r'|(?<![-\w)\]])[-!](?=[\w(])|(?<![\w.])\d[\w.]*|(?<=\bif )\(')
NUMBER = re.compile(r'0x[\da-f]+|\d+(?:\.\d*)?', re.I)

Mutant = collections.namedtuple("Mutant", "number file start old new")


def find_end(code, start):
    depth = 1
    while depth > 0:
        start += 1
        depth += {"(": 1, ")": -1}.get(code[start], 0)
    return start + 1


def find_mutants():
    mutants = []
    for file in FILES:
        code = pathlib.Path(file).read_text()
        code = IGNORED.sub(lambda m: re.sub(r"\S", " ", m[0]), code)
        for part in PARTS.finditer(code):
            start, old = part.start(), part[0]
            new = SWAPS.get(old)
            if old == "(":
                old = code[start:find_end(code, start)]
                new = f"(!{old})"
            elif old[0].isdigit():
                digits = NUMBER.match(old)[0]
                number = float(digits) if "." in digits else int(digits, 0)
                new = str(number + 1) + old[len(digits):]
            elif not code[part.end()].isspace() and len(old) == 1:
                new = ""
            if new is not None:
                mutants.append(Mutant(len(mutants), file, start, old, new))
    return mutants


def describe(mutant):
    """The line with what became of it; a condition by its beginning alone."""
    code = pathlib.Path(mutant.file).read_text()
    first = code.rfind("\n", 0, mutant.start) + 1
    last = code.index("\n", mutant.start)
    old, new = mutant.old, mutant.new
    if old[0] == "(":
        old, new = "(", "(!"
    return (f"{mutant.file}: {code[first:mutant.start].lstrip()}"
            f"{{{old} -> {new}}}{code[mutant.start + len(old):last]}")


def read_known():
    lines = KNOWN.read_text().splitlines() if KNOWN.exists() else []
    return {line for line in lines if line and line[0] != "#"}


def run(command, folder, seconds, suite=None, case=None):
    """Whether it ends well, within CPU time and, for deadlocks, any time."""
    names = {"CK_RUN_SUITE": suite, "CK_RUN_CASE": case, "CK_FORK": "no",
             "RIPPLE_PROGRAM": f"{BUILD}/ripple", "TEST_WORKERS": "1"}
    environment = {**os.environ, **{k: v for k, v in names.items() if v}}
    child = subprocess.Popen(
        ["sh", "-c", f"ulimit -t {seconds} -c 0; exec nice \"$@\"", "-", *command],
        cwd=folder, env=environment, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        return child.wait(30 * seconds) == 0
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        return False


def make(folder, *targets):
    return run([*MAKE, *targets], folder, 600)


def fails(test, folder, built):
    """`built` is what has been built since the code was changed."""
    suite, _, case = test.partition("/")
    kind = {"difftest": "-difftest", "magnify": "-tests",
            "program": "-tests"}.get(suite, "-library-plain")
    programs = [f"{BUILD}/ripple{kind}"]
    if suite == "program":
        programs.append(f"{BUILD}/ripple")
    if not built.issuperset(programs) and not make(folder, *programs):
        raise SystemExit(f"mutate: {folder} cannot be linked")
    built.update(programs)
    seconds = 150 if test in SLOW.split() else 12
    if suite == "difftest":
        return not run([programs[0], "0", case or "3000"], folder, seconds)
    return not run(programs[:1], folder, seconds, suite, case)


def play(first, folder, slow):
    """The first test that fails."""
    tests = f"{first} {FAST} {SLOW if slow else ''}".split()
    built = set()
    return next((test for test in dict.fromkeys(tests)
                 if fails(test, folder, built)), "survived")


def judge(mutant, folder, slow):
    """What kills it; "broken", "same" or "survived" where nothing does. Leaves
    sources and objects as they were before."""
    base = WORK / "base"
    source = folder / mutant.file
    code = source.read_text()
    parts = [mutant.file[:-2]] if mutant.file.endswith(".c") else LEVELS
    source.write_text(code[:mutant.start] + mutant.new +
                      code[mutant.start + len(mutant.old):])
    # Of the files that include it only one is to be made anew.
    shutil.copystat(base / mutant.file, source)
    try:
        for made in (f"{BUILD}/{part}.o" for part in parts):
            (folder / made).unlink()
            if not make(folder, made):
                return "broken"
            if (folder / made).read_bytes() != (base / made).read_bytes():
                return play(FILES[mutant.file], folder, slow)
        return "same"
    finally:
        for file in [mutant.file, *(f"{BUILD}/{part}.o" for part in parts)]:
            shutil.copy2(base / file, folder / file)


def prepare(jobs, slow):
    """A built tree for each job, once all tests pass without a change."""
    base = WORK / "base"
    for part in "assets share src tests tools".split():
        shutil.rmtree(base / part, ignore_errors=True)
        shutil.copytree(part, base / part)
    shutil.copy2("Makefile", base)
    programs = ["", "-tests", "-difftest", "-library-plain"]
    if not make(base, f"-j{jobs}", *(f"{BUILD}/ripple{p}" for p in programs)):
        raise SystemExit("mutate: it cannot be built")
    failed = play("", base, slow)
    if failed != "survived":
        raise SystemExit(f"mutate: {failed} fails without any change")
    folders = queue.Queue()
    for job in range(jobs):
        folder = WORK / f"job-{job}"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(base, folder)
        folders.put(folder)
    return folders


def run_all(mutants, jobs, slow):
    folders = prepare(jobs, slow)

    def work(mutant):
        folder = folders.get()
        started = time.monotonic()
        try:
            return mutant, judge(mutant, folder, slow), time.monotonic() - started
        finally:
            folders.put(folder)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        waiting = [pool.submit(work, mutant) for mutant in mutants]
        for done in concurrent.futures.as_completed(waiting):
            yield done.result()


def report(results):
    rows = collections.defaultdict(collections.Counter)
    for mutant, result, _ in results:
        kind = result if result in ("broken", "same", "survived") else "killed"
        rows[mutant.file][kind] += 1
        rows["all"][kind] += 1
    for file in [*filter(rows.get, FILES), "all"]:
        count = rows[file]
        meaningful = count["killed"] + count["survived"]
        print(f"{file:22} {meaningful:4} meaningful, {count['killed']:4} killed"
              f" ({100 * count['killed'] / max(meaningful, 1):.1f} %), "
              f"{count['same']:3} the same, {count['broken']:3} not compiled")
    return rows["all"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--sample", type=int, help="that many, drawn by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slice", default="0/1", help="I/N: each Nth from I")
    parser.add_argument("--only", action="append", help="file")
    parser.add_argument("--run", type=int, nargs="+", help="these numbers")
    parser.add_argument("--slow", action="store_true", help="slow tests too")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--verbose", action="store_true", help="tell of all")
    options = parser.parse_args()

    every = find_mutants()
    known, lines = read_known(), {describe(m) for m in every}
    for line in known - lines:
        print(f"mutate: {KNOWN} has what there is no more: {line}")
    part, parts = map(int, options.slice.split("/"))
    if options.run:
        mutants = [every[number] for number in options.run]
    else:
        mutants = [m for m in every if describe(m) not in known
                   and (not options.only or m.file in options.only)]
        if options.sample and options.sample < len(mutants):
            mutants = random.Random(options.seed).sample(mutants, options.sample)
        mutants = mutants[part::parts]
    print(f"{len(every)} mutants, {sum(describe(m) in known for m in every)} "
          f"known to mean nothing, {len(mutants)} tried", flush=True)
    results = []
    for mutant in mutants if options.list else []:
        print(f"{mutant.number:5} {describe(mutant)}")
    for result in [] if options.list else run_all(mutants, options.jobs, options.slow):
        results.append(result)
        mutant, what, seconds = result
        if options.verbose or what == "survived":
            print(f"{mutant.number:5} {describe(mutant)}" + (
                f"  [{what}, {seconds:.1f} s]" if options.verbose else ""),
                flush=True)
    if options.list:
        return 0
    count = report(results)
    meaningful = count["killed"] + count["survived"]
    print(f"mutate: {meaningful} cases")
    return bool(known - lines) or 100 * count["killed"] < ENOUGH * meaningful


if __name__ == "__main__":
    sys.exit(main())
