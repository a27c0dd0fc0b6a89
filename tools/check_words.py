#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Looks for the identifiers of tools/words.txt, which are gone. Exit: 0 if none is found."""
import collections
import fnmatch
import pathlib
import re
import sys

PLACES = ["src", "tests", "tools", "assets/share", ".ci"]
LEFT_OUT = ["tools/words.txt", "tools/check_words.py", "tests/mutants.txt", "tests/fuzz/corpus/*"]
# What is no name: C's comments, strings, and names of included files; comments of
# scripts.
QUOTED = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|^#include[^\n]*',
                    re.S | re.M)
REMARK = re.compile(r"(^|\s)#.*", re.M)

Rule = collections.namedtuple("Rule", "pattern only but instead")


def read_rules():
    rules = []
    for line in pathlib.Path("tools/words.txt").read_text().splitlines():
        words, _, instead = line.partition("#")
        words = words.split()
        if words:
            pattern, *globs = words
            rules.append(Rule(re.compile(f"(?:^|_)(?:{pattern})(?:_|$)"),
                              [glob for glob in globs if glob[0] != "!"],
                              [glob[1:] for glob in globs if glob[0] == "!"],
                              instead.strip()))
    return rules


def in_any(path, globs):
    return any(fnmatch.fnmatch(path, glob) for glob in globs)


def snake(name):
    """let_out for LetOut and LET_OUT"""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def find_names(path, text):
    """The names in the code of a file: in scripts, words with _ and what is set."""
    if path.endswith((".c", ".h")):
        return set(re.findall(r"[A-Za-z_]\w*", QUOTED.sub(" ", text)))
    if path.startswith("assets/"):
        return set()
    return set(re.findall(r"\b(?:[a-z]+_\w+|\w+(?=\(\)|=))", REMARK.sub("", text)))


def main():
    rules = read_rules()
    files = [path for place in PLACES for path in sorted(pathlib.Path(place).rglob("*"))
             if path.is_file()] + [pathlib.Path("Makefile")]
    found = 0
    for path in map(str, files):
        if in_any(path, LEFT_OUT):
            continue
        text = pathlib.Path(path).read_text(errors="replace")
        names = find_names(path, text)
        for rule in rules:
            if in_any(path, rule.but) or rule.only and not in_any(path, rule.only):
                continue
            for name in sorted(names):
                if rule.pattern.search(snake(name)):
                    print(f"check_words: {path}: {name}: say {rule.instead}", file=sys.stderr)
                    found += 1
    print(f"check_words: {len(files)} cases")
    return found > 0


if __name__ == "__main__":
    sys.exit(main())
