#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the drawn pictures of assets/: the beds, land and the presets'
masks.

Writes the named pictures, or all, into FOLDER. With --check it writes nothing, and
compares the masks in FOLDER with what it makes, pixel by pixel. It needs numpy and
Pillow (Debian: python3-numpy, python3-pil); a bed takes minutes and 2 GiB.
"""
import argparse

import numpy as np
from PIL import Image

import deep
import land
import pebbles
import sand
import slate
import tiles
from ground import Canvas, smoothstep

LAND_QUALITY = 72     # of the JPEG
SLATE_QUALITY = 78    # its detail hides what a lower one loses


def draw_mask(paint):
    """0 is land, 1 open water; x and y are from the middle, in picture heights."""
    y, x = np.mgrid[0.5:360, 0.5:640]
    return np.broadcast_to(paint((x - 320) / 360, (y - 180) / 360), (3, *x.shape))


def puddle(x, y):
    """A blob with bays, deeper from its shore inwards."""
    angle = np.arctan2(y, x * 0.62)
    shore = (0.41 + 0.035 * np.sin(3 * angle + 0.6) + 0.022 * np.sin(5 * angle + 2.1)
             + 0.010 * np.sin(11 * angle)) - np.hypot(x * 0.62, y)
    return (0.25 + 0.75 * smoothstep(0, 0.13, shore)) * (shore >= 0)


def harbour(x, y):
    """A coast in the corner, an islet, and a mole with a gap in it."""
    shore = 0.33 + 0.05 * np.sin(4 * x + 1) - y - 0.42 * smoothstep(0.1, 1.0, -x)
    shore = np.minimum(shore, np.hypot(x + 0.28, (y + 0.31) * 1.3) - 0.055)
    depth = (0.35 + 0.65 * smoothstep(0, 0.12, shore)) * (shore >= 0)
    for x0, y0, x1, y1 in (-0.95, -0.16, 0.02, -0.06), (0.22, -0.05, 0.95, -0.10):
        dx, dy = x1 - x0, y1 - y0
        share = np.clip(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0, 1)
        depth *= np.hypot(x - x0 - share * dx, y - y0 - share * dy) >= 0.022
    return depth


def lens(x, y):
    """Shallows between two arcs, which rise slowly: steep ones scatter waves."""
    inside = 0.50 - np.maximum(np.hypot(x + 0.20, y), np.hypot(x + 0.60, y))
    return 1 - 0.74 * smoothstep(0, 0.26, inside)


def river_bed(x):
    """The middle of the river, and half its width."""
    return (0.10 * np.sin(2.6 * x + 0.5) + 0.03 * np.sin(5.1 * x),
            0.29 + 0.05 * np.sin(3.3 * x - 1.2))


def river(x, y):
    """A bent river with stones in it."""
    middle, half_width = river_bed(x)
    shore = half_width - np.abs(y - middle)
    stones = [(-0.42, -0.13, 0.042), (-0.05, 0.02, 0.055), (0.12, 0.16, 0.032),
              (0.43, -0.05, 0.045), (-0.60, 0.08, 0.030)]
    for i, (stone_x, stone_y, radius) in enumerate(stones):
        dx, dy = x - stone_x, y - stone_y
        rim = radius * (1 + 0.12 * np.sin(3 * np.arctan2(dy, dx) + i))
        shore = np.minimum(shore, np.hypot(dx, dy) - rim)
    return (0.4 + 0.6 * smoothstep(0, 0.09, shore)) * (shore >= 0)


def river_flow(x, y):
    """A map of currents along the river, fastest in the middle, stones ignored.

    Red is the flow to the right, green down: 128 is none, 256 more a cell a step.
    """
    middle, half_width = river_bed(x)
    slope = (river_bed(x + 0.01)[0] - river_bed(x - 0.01)[0]) / 0.02
    place = (y - middle) / half_width
    speed = 128 * 0.42 * np.maximum(1 - place * place, 0) / np.hypot(1, slope)
    return (128 + np.stack([speed, speed * slope, 0 * x])) / 255


MASKS = {"puddle.png": puddle, "harbour.png": harbour, "lens.png": lens,
         "river.png": river, "river-flow.png": river_flow}
BEDS = {f"{bed.__name__}.jpg": bed.draw for bed in (pebbles, sand, tiles, slate, deep)}

LANDS = {f"{draw.__name__}.jpg": draw
         for draw in (land.wall, land.rock, land.grass, land.earth)}


def draw_picture(name, options):
    """Red, green, blue from 0 to 1."""
    if name in MASKS:
        return draw_mask(MASKS[name])
    if name in LANDS:
        return LANDS[name](np.random.default_rng([5, 0]))
    return BEDS[name](Canvas(options.width), options.seed)


def find_quality(name, options):
    """That of the JPEG; a PNG has none."""
    if name in LANDS:
        return LAND_QUALITY
    return SLATE_QUALITY if name == "slate.jpg" else options.quality


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare masks only")
    parser.add_argument("--seed", type=int, default=2, help="of the beds")
    parser.add_argument("--width", type=int, default=2560, help="of the beds, pixels")
    parser.add_argument("--quality", type=int, default=86,
                        help="of the other beds' JPEG")
    parser.add_argument("folder", metavar="FOLDER", help="of the pictures")
    parser.add_argument("names", metavar="NAME", nargs="*", help="of a picture")
    options = parser.parse_args()
    names = [*MASKS] if options.check else [*BEDS, *LANDS, *MASKS]
    if not set(options.names) <= set(names):
        parser.error("the names are " + ", ".join(names))
    different = 0
    for name in options.names or names:
        path, picture = f"{options.folder}/{name}", draw_picture(name, options)
        picture = np.uint8(np.moveaxis(np.floor(255 * picture + 0.5), 0, -1))
        if options.check:
            same = np.array_equal(picture, Image.open(path).convert("RGB"))
            print(f"{path}: {'same' if same else 'DIFFERENT'}")
            different += not same
        else:
            Image.fromarray(picture).save(path, quality=find_quality(name, options),
                                          optimize=True)
    return different


if __name__ == "__main__":
    raise SystemExit(main())
