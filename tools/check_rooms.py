#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks how the code is cut. Includes point down the floors below. Modules (a .c file
with its header) make no circle, by includes or by the calls of a release build. Files
and functions keep to LIMITS. Exit: 0 if all of it holds."""
import collections
import graphlib
import os
import pathlib
import re
import subprocess
import sys

# From the bottom up. Rooms of one floor do not include each other. "lib" stands for
# the files directly in it.
FLOORS = [name.split() for name in """
ripple.h
lib/util
lib/kernels
lib/kernels/simd/perspective
lib/kernels/simd
lib/water
lib/look
lib/view3d
lib/cpu
lib/gpu
lib
os
play/nature
play
web plugins
media
app
tools
tools/bench tools/compare
tests
""".split("\n") if name]

# Most lines in a file, and in a function from { to } (0: any number).
LIMITS = [
    (r"src/ripple[.]h", 600, 0),  # all that a user of the library reads
    (r"src/lib/kernels/", 900, 0),
    (r"(src|tools)/", 900, 60),
    (r"tests/", 900, 70),
    (r"(Makefile|tools/make/)", 250, 0),
]

INCLUDE = re.compile(r'^#\s*include "([^"]+)"', re.M)
BUILD = "build/release/src"
problems = []


def find_room(path):
    """lib/water for src/lib/water/model.h"""
    if path == "src/ripple.h":
        return "ripple.h"
    folder = os.path.dirname(path)
    return "tests" if folder.startswith("tests") else folder.removeprefix("src/")


def read_arrows(files):
    """The files that each file includes, other than those of the system."""
    arrows = {}
    for path, text in files.items():
        if path.endswith((".c", ".h")):
            beside = os.path.dirname(path)
            places = {os.path.normpath(os.path.join(folder, name))
                      for name in INCLUDE.findall(text) for folder in ("src", beside)}
            arrows[path] = places & files.keys()
    return arrows


def check_floors(arrows):
    floor_of = {room: i for i, rooms in enumerate(FLOORS) for room in rooms}
    for path, targets in arrows.items():
        room = find_room(path)
        if room not in floor_of:
            problems.append(f"{path}: the room {room} has no floor")
        problems.extend(f"{path} includes {target}, which is not below it"
                        for target in sorted(targets) if find_room(target) != room
                        and floor_of.get(find_room(target), 0) >= floor_of.get(room, 99))


def read_calls():
    """The modules whose functions and tables each object of the release uses."""
    objects = [str(path) for path in sorted(pathlib.Path(BUILD).rglob("*.o"))
               if pathlib.Path("src", path.relative_to(BUILD)).with_suffix(".c").exists()]
    owners, used = {}, collections.defaultdict(set)
    for line in subprocess.check_output(["nm", "-A", "-P", "-g", *objects],
                                        text=True).splitlines():
        place, name, kind, *_ = line.split()
        module = place.removeprefix(f"{BUILD}/").removesuffix(".o:")
        if kind == "U":
            used[module].add(name)
        else:
            owners[name] = module
    return {module: {owners[name] for name in names & owners.keys()} - {module}
            for module, names in used.items()}


def check_circle(arrows, kind):
    try:
        graphlib.TopologicalSorter(arrows).prepare()
    except graphlib.CycleError as error:
        problems.append(f"a circle of {kind}: " + " -> ".join(error.args[1][::-1]))


def join_headers(arrows):
    """Arrows between modules: a .c file and its header are one."""
    modules = collections.defaultdict(set)
    for path, targets in arrows.items():
        modules[path[:-2]] |= {target[:-2] for target in targets} - {path[:-2]}
    return modules


def check_sizes(files):
    for path, text in files.items():
        file_limit, function_limit = next(
            limits for pattern, *limits in LIMITS if re.match(pattern, path))
        size = len(text.splitlines())
        if size > file_limit:
            problems.append(f"{path}: {size} lines, at most {file_limit}")
        if not path.endswith((".c", ".h")) or not function_limit:
            continue
        for function in re.finditer(r"^\{\n(.*\n)*?\}$", text, re.M):
            size = len(function[0].splitlines())
            if size > function_limit:
                line = text.count("\n", 0, function.start()) + 1
                problems.append(f"{path}:{line}: a function of {size} lines,"
                                f" at most {function_limit}")


def main():
    paths = [path for folder in ("src", "tools", "tests")
             for path in sorted(pathlib.Path(folder).rglob("*"))
             if path.suffix in (".c", ".h", ".inc", ".py", ".sh", ".mk")]
    files = {str(path): path.read_text() for path in [*paths, pathlib.Path("Makefile")]}
    arrows = read_arrows(files)
    check_floors(arrows)
    check_circle(join_headers(arrows), "includes")
    check_circle(read_calls(), "calls")
    check_sizes(files)
    for problem in problems:
        print(f"check_rooms: {problem}", file=sys.stderr)
    print(f"check_rooms: {len(files)} cases")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
