#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A day of a scene, played without a window: calm, rain, storm, input and change
follow each other in a script that is drawn from a seed. Each pool is played twice at
once, with the best instruction set on three threads and with another one on one
thread. Memory, descriptors and threads of both stay as they were early, the water is
calm at the end, and both end in the same frame.

Usage: tests/random/soak.py RIPPLE [HOURS [SEED]]
"""
import os
import pathlib
import platform
import random
import shutil
import subprocess
import sys
import tempfile
import time

RATE = 60
HOUR = 3600 * RATE
SLACK = 512  # kB that free blocks may lie otherwise
CALM_AT_END = 8000  # steps
# glibc gives free memory back at once.
EXACT = {"MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": "0",
         "MALLOC_MMAP_THRESHOLD_": "16384"}
POOLS = {"classic": "320x240", "pond": "120x90"}

# The seconds of each phase and its rain. Every second phase is calm.
PHASES = {"rain": (5, 30, "1.5"), "storm": (2, 8, "30"), "input": (5, 20, "0.05"),
          "change": (5, 15, "2")}

# Settings with which every pool still comes to rest.
CHOICES = {
    "edges": "fixed mirror open wrap", "shore": "fixed mirror",
    "mask": "builtin:puddle builtin:lens builtin:river",
    "current": "0.3,-0.2 -1.7,0.4 0,0 builtin:river-flow",
    "view": "water heights slopes split perspective perspective",
    "camera": "20,18,0.9 -200,3,0.2 77.7,70,4 360,9,0.5", "land": "builtin:hills",
    "filter": "nearest linear", "light": "0 30 100", "light-from": "-90 45",
    "sky": "0 50 100", "swell": "0 0 80", "swell-from": "wind around",
    "bend-limit": "0 0.5 20 100", "refraction": "0 0.02 0.25 4",
    "stone": "disc smooth", "cell": "1 2 auto", "scroll": "40,0 -7,3"}
WATER_CHOICES = {
    "damping": "3 5 6 8", "viscosity": "0.2 1", "loss": "0.004 0.02",
    "restore": "0.008 0.03", "model": "classic round wave shallow spring"}


def draw_phase(phase, begin, end, draw):
    """The events of a phase that is not calm, as pairs of a step and its event."""
    def place():
        return f"{draw.uniform(-2, 102):.1f}% {draw.uniform(-2, 102):.1f}%"

    yield begin, f"set rain {PHASES[phase][2]}"
    if phase == "input":
        for step in range(begin, end, 6):
            yield step, f"line {place()} {place()} {draw.randint(1, 9)} {draw.randint(-900, 900)}"
        yield begin, f"boat {place()} {place()} {draw.randint(4, 20)} 300 {end - begin}"
    if phase == "change":
        for step in range(begin, end, RATE // 4):
            table = draw.choice((CHOICES, CHOICES, WATER_CHOICES))
            name = draw.choice(list(table))
            yield step, f"set {name} {draw.choice(table[name].split())}"
            what = draw.choice(("wall", "land", "water"))
            yield step, f"{what} {place()}{' ' + place() if what == 'wall' else ''} 2%"


def draw_script(preset, steps, draw):
    step, is_calm = 0, False
    while step < steps:
        if is_calm:
            phase, end = "calm", step + draw.randint(2, 14) * 60 * RATE
            for event in f"set preset {preset}", "water 50% 50% 120%", "set rain 0":
                yield f"{step} {event}"
        else:
            phase = draw.choice(list(PHASES))
            end = step + draw.randint(*PHASES[phase][:2]) * RATE
            for at, event in sorted(draw_phase(phase, step, end, draw)):
                yield f"{at} {event}"
        is_calm, step = not is_calm, end
    yield f"{step} set preset {preset}"
    yield f"{step} water 50% 50% 120%"
    yield f"{step} set rain 0"


def measure(process):
    """Memory of its own in kB, descriptors and threads."""
    proc = pathlib.Path("/proc", str(process.pid))
    status = dict(line.split(":", 1) for line in (proc / "status").read_text().splitlines())
    return int(status["RssAnon"].split()[0]), len(os.listdir(proc / "fd")), int(status["Threads"])


def watch(processes):
    """What each process holds, many times a second until all have ended."""
    seen = {process: [] for process in processes}
    while any(process.poll() is None for process in processes):
        time.sleep(0.05)
        for process in processes:
            try:
                seen[process].append(measure(process))
            except (OSError, KeyError):  # it has ended
                pass
    return seen


def has_grown(counts):
    """Whether the last third has more than the second one at the least: what a view or
    the next picture takes comes and goes."""
    third = len(counts) // 3
    early, late = ([min(column) for column in zip(*part)]
                   for part in (counts[third:2 * third], counts[2 * third:]))
    print(f"soak: kB, descriptors, threads {early}, then {late}")
    return late[0] > early[0] + SLACK or late[1:] > early[1:]


def play(ripple, preset, hours, seed, folder):
    other = "sse2" if platform.machine() == "x86_64" else "scalar"
    script = folder / "script"
    steps = hours * HOUR
    lines = list(draw_script(preset, steps, random.Random(seed)))
    script.write_text("\n".join(lines) + "\n")
    last = int(lines[-1].split()[0])
    processes = [subprocess.Popen([
        ripple, "--preset", preset, "--size", POOLS[preset], "--script", script,
        "--simd", simd, "--threads", str(threads), "--every", str(hours * 75),
        "--frames", str(last + CALM_AT_END), "--output", folder / f"{simd}.png",
        "--heights", folder / f"{simd}.pgm", folder / "pictures"],
        env={**os.environ, **EXACT})
        for simd, threads in (("auto", 3), (other, 1))]
    seen = watch(processes)
    for simd in "auto", other:
        cells = (folder / f"{simd}.pgm").read_bytes().split(b"65535\n", 1)[1]
        if cells.strip(b"\x80\0"):
            sys.exit(f"soak: {preset}: the water is not calm at the end")
    for end in "png", "pgm":
        if len({(folder / f"{simd}.{end}").read_bytes() for simd in ("auto", other)}) > 1:
            sys.exit(f"soak: {preset}: another .{end} with another instruction set")
    if any([has_grown(counts) for counts in seen.values()]):
        sys.exit(f"soak: {preset}: has grown")
    print(f"soak: {preset}: {last} steps, {len(lines)} events: 2 cases", flush=True)


def main():
    ripple, hours, seed = (sys.argv[1:] + ["24", "1"][len(sys.argv) - 2:])[:3]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "pictures").mkdir()
        for picture in "harbour", "puddle":
            shutil.copy(f"assets/{picture}.png", folder / "pictures")
        for preset in POOLS:
            play(ripple, preset, int(hours), int(seed), folder)


main()
