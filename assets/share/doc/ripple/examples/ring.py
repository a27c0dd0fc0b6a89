#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A stone falls into a pool; numpy looks at the heights where libripple has them. Writes
the water 60 steps later as a PGM to standard output, 128 at rest. RIPPLE names the
library if it is not installed.

Usage: ring.py >ring.pgm
"""
import ctypes
import os
import sys

import numpy as np

lib = ctypes.CDLL(os.environ.get("RIPPLE", "libripple.so.1"))
lib.ripple_error_text.restype = ctypes.c_char_p
lib.ripple_heights.restype = ctypes.POINTER(ctypes.c_int16)


def check(error):
    if error < 0:
        raise RuntimeError(lib.ripple_error_text(error).decode())


def make_pool(width, height, **settings):
    """A calm pool with some settings by name, to be freed with lib.ripple_destroy."""
    pool = ctypes.c_void_p()
    check(lib.ripple_create(ctypes.byref(pool), width, height, None))
    for name, value in settings.items():
        check(lib.ripple_set(pool, name.replace("_", "-").encode(), str(value).encode()))
    return pool


def drop(pool, x, y, radius, weight, profile=1):  # RIPPLE_PROFILE_SMOOTH
    lib.ripple_drop(pool, (ctypes.c_int * 5)(x, y, radius, weight, profile))


def see_heights(pool):
    """The newest heights, int16, rows x columns: the pool's own memory, not a copy."""
    columns, rows, stride = ctypes.c_int(), ctypes.c_int(), ctypes.c_size_t()
    first = lib.ripple_heights(pool, *map(ctypes.byref, (columns, rows, stride)))
    # Behind the last cell of the last row there may be no memory.
    flat = np.ctypeslib.as_array(first, ((rows.value - 1) * stride.value + columns.value,))
    return np.lib.stride_tricks.as_strided(
        flat, (rows.value, columns.value), (2 * stride.value, 2), writeable=False)


if __name__ == "__main__":
    pool = make_pool(320, 200, damping=5)
    drop(pool, 160, 100, 12, 2000)
    for _ in range(60):
        lib.ripple_step(pool)
    heights = see_heights(pool)
    grey = (128 + heights * (127 / np.abs(heights).max())).astype(np.uint8)
    sys.stdout.buffer.write(b"P5\n%d %d\n255\n" % heights.shape[::-1] + grey.tobytes())
