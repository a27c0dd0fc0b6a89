#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks how the code is cut into rooms (folders). Includes only point down the
floors below, modules (a .c file with its header) make no circle, and folders, files
and functions keep to LIMITS. Exit: 0 if all of it holds.

Usage: tools/check_rooms.py [--draw]      --draw prints room -> rooms that it includes
"""
import collections
import graphlib
import os
import pathlib
import re
import sys

# From the bottom up. Rooms of one floor do not include each other. "src" stands
# for the files directly in it.
FLOORS = [name.split() for name in """
ripple.h
base
kernels
kernels/simd/perspective
kernels/simd
water/models
water
render
landscape
backend
gpu
src
host
host/media
play/nature
play
web plugins
app/platform app/osd
app/image app/output
app/scene app/present
app/options app/input
app/window
app
tools
tools/bench tools/compare
tests
""".split("\n") if name]

# Most modules in a folder, lines in a file, lines in a function from { to }, and in
# a function that is one switch or table (0: any number).
LIMITS = [
    (r"src/ripple[.]h", 15, 600, 0, 0),  # all that a user of the library reads
    (r"src/kernels/", 15, 600, 0, 0),
    (r"(src|tools)/", 15, 450, 40, 60),
    (r"tests/", 20, 800, 70, 70),
    (r"(Makefile|tools/make/)", 15, 250, 0, 0),
]
ONE_THOUGHT = 12  # other lines of a function that is one switch or table

ONE = re.compile(r"^    (switch \(.*|.*\] = )\{\n(.*\n)*?    \};?$", re.M)
INCLUDE = re.compile(r'^#\s*include "([^"]+)"', re.M)
problems = []


def find_room(path):
    """water/models for src/water/models/model.h"""
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


def check_circles(arrows):
    """Follows the arrows between modules."""
    modules = collections.defaultdict(set)
    for path, targets in arrows.items():
        modules[path[:-2]] |= {target[:-2] for target in targets} - {path[:-2]}
    try:
        graphlib.TopologicalSorter(modules).prepare()
    except graphlib.CycleError as error:
        problems.append("a circle of modules: " + " -> ".join(error.args[1][::-1]))


def check_functions(path, text, limit, one_limit):
    for function in re.finditer(r"^\{\n(.*\n)*?\}$", text, re.M):
        size = len(function[0].splitlines())
        # All but a few lines are one switch or table.
        is_one_thought = any(size - len(part[0].splitlines()) <= ONE_THOUGHT
                             for part in ONE.finditer(function[0]))
        allowed = one_limit if is_one_thought else limit
        if size > allowed:
            line = text.count("\n", 0, function.start()) + 1
            problems.append(f"{path}:{line}: a function of {size} lines,"
                            f" at most {allowed}")


def check_sizes(files):
    modules = collections.defaultdict(set)
    for path, text in files.items():
        size = len(text.splitlines())
        folder_limit, file_limit, *function_limits = next(
            limits for pattern, *limits in LIMITS if re.match(pattern, path))
        if size > file_limit:
            problems.append(f"{path}: {size} lines, at most {file_limit}")
        if path.endswith((".c", ".h")):
            modules[os.path.dirname(path), folder_limit].add(path[:-2])
            if function_limits[0]:
                check_functions(path, text, *function_limits)
    for (folder, limit), stems in modules.items():
        if len(stems) > limit:
            problems.append(f"{folder}: {len(stems)} modules, at most {limit}")


def draw(arrows):
    rooms = collections.defaultdict(set)
    for path, targets in arrows.items():
        rooms[find_room(path)] |= {find_room(target) for target in targets}
    order = [room for floor in FLOORS for room in floor]
    for room in reversed([room for room in order if room in rooms]):
        below = [other for other in order if other in rooms[room] - {room}]
        print(f"{room:14} -> {' '.join(below)}")


def main():
    paths = [path for folder in ("src", "tools", "tests")
             for path in sorted(pathlib.Path(folder).rglob("*"))
             if path.suffix in (".c", ".h", ".py", ".sh", ".mk")]
    files = {str(path): path.read_text() for path in [*paths, pathlib.Path("Makefile")]}
    arrows = read_arrows(files)
    if "--draw" in sys.argv:
        draw(arrows)
    check_floors(arrows)
    check_circles(arrows)
    check_sizes(files)
    for problem in problems:
        print(f"check_rooms: {problem}", file=sys.stderr)
    print(f"check_rooms: {len(files)} cases")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
