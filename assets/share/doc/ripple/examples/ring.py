#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stone falls into a pool; numpy looks at the heights where libripple has them.

Writes the water 60 steps later as a PGM to standard output, 128 at rest, and says on
standard error how far the crest has come. RIPPLE names the library if it is not
installed.

Usage: ring.py >ring.pgm
"""
import ctypes
import os
import sys

import numpy as np

WIDTH, HEIGHT, STEPS = 320, 200, 60
SMOOTH = 1  # RIPPLE_PROFILE_SMOOTH


class Stone(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ("x", "y", "radius", "weight", "profile")]


def load():
    lib = ctypes.CDLL(os.environ.get("RIPPLE", "libripple.so.1"))
    pool, number = ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)
    lib.ripple_create.argtypes = [ctypes.POINTER(pool), ctypes.c_int, ctypes.c_int, pool]
    lib.ripple_drop.argtypes = [pool, ctypes.POINTER(Stone)]
    lib.ripple_error_text.restype = ctypes.c_char_p
    lib.ripple_heights.argtypes = [pool, number, number, ctypes.POINTER(ctypes.c_size_t)]
    lib.ripple_heights.restype = ctypes.POINTER(ctypes.c_int16)
    for name in ("ripple_step", "ripple_destroy"):
        getattr(lib, name).argtypes = [pool]
    return lib


class Pool:
    """A pool of still water with the default settings."""

    def __init__(self, lib, width, height):
        self.lib, self.pool = lib, ctypes.c_void_p()
        error = lib.ripple_create(ctypes.byref(self.pool), width, height, None)
        if error:
            raise RuntimeError(lib.ripple_error_text(error).decode())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.lib.ripple_destroy(self.pool)

    def drop(self, x, y, radius, weight):
        self.lib.ripple_drop(self.pool, Stone(x, y, radius, weight, SMOOTH))

    def step(self):
        self.lib.ripple_step(self.pool)

    def heights(self):
        """The newest heights, int16, rows x columns: the pool's own memory, not a copy,
        to read until the next step."""
        columns, rows, stride = ctypes.c_int(), ctypes.c_int(), ctypes.c_size_t()
        first = self.lib.ripple_heights(self.pool, columns, rows, stride)
        # Behind the last cell of the last row there may be no memory.
        size = (rows.value - 1) * stride.value + columns.value
        flat = np.ctypeslib.as_array(first, (size,))
        view = np.lib.stride_tricks.as_strided(
            flat, (rows.value, columns.value), (2 * stride.value, 2), writeable=False)
        return view


def main():
    with Pool(load(), WIDTH, HEIGHT) as pool:
        pool.drop(WIDTH // 2, HEIGHT // 2, 12, 2000)
        for _ in range(STEPS):
            pool.step()
        heights = pool.heights()
        crest = int(np.argmax(heights[HEIGHT // 2, WIDTH // 2:]))
        print(f"after {STEPS} steps the crest is {crest} cells away", file=sys.stderr)
        grey = (128 + heights * (127 / np.abs(heights).max())).astype(np.uint8)
    sys.stdout.buffer.write(b"P5\n%d %d\n255\n" % (WIDTH, HEIGHT) + grey.tobytes())


if __name__ == "__main__":
    main()
