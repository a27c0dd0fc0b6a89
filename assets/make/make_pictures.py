#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the drawn pictures of assets/: the pebble bed and the presets' masks.

Writes the named pictures, or all, into FOLDER. With --check it writes nothing, and
compares the masks in FOLDER with what it makes, pixel by pixel. It needs numpy and
Pillow (Debian: python3-numpy, python3-pil); pebbles.jpg takes a minute and 600 MiB.
The committed pebbles.jpg comes from an older C program with the same method: this
script draws other stones, the same ones for the same seed.
"""
import argparse
from types import SimpleNamespace

import numpy as np
from PIL import Image


def smoothstep(low, high, value):
    t = np.clip((value - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


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
    """Shallows between two arcs."""
    inside = 0.55 - np.maximum(np.hypot(x - 0.17, y), np.hypot(x + 0.67, y))
    return 1 - 0.72 * smoothstep(0, 0.03, inside)


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


# The pebbles. A unit of length is 1/1920 of the picture's width, and z points up.
# Arrays hold the axes of space (or red, green, blue) first and the points last.
WIDTH, HEIGHT, SAMPLES = 2560, 1440, 2  # SAMPLES x SAMPLES in a pixel
PITCH = 1920 / WIDTH / SAMPLES          # units between samples
MARGIN = 450                            # samples around the frame, not seen
COLUMNS, ROWS = WIDTH * SAMPLES + 2 * MARGIN, HEIGHT * SAMPLES + 2 * MARGIN


def dot(a, b):
    return np.einsum("i...,i...->...", a, b)


def unit(a):
    return a / np.sqrt(dot(a, a) + 1e-20)


def mix(a, b, share):
    return a + (b - a) * share


def column(*values):
    return np.float32(values)[:, None]


class Noise:
    """A periodic block of noise in space: white noise, filtered by FFT."""
    # Three octaves, each half as strong as the one before; the first has wavelengths
    # about 1.4. The standard deviation is 0.22.
    SIZE, TEXELS = 128, 12  # texels a side of the block, texels a unit

    def __init__(self, rng):
        k = np.fft.fftfreq(self.SIZE, 1 / self.TEXELS).astype(np.float32)
        k = np.stack(np.meshgrid(k, k, k, indexing="ij"))
        length = np.sqrt(dot(k, k)) + 1e-6
        wave = np.fft.fftn(rng.standard_normal(length.shape)) * length ** -2.5
        wave *= np.exp(-(0.55 / length) ** 4 - (length / 3.2) ** 4)
        block = np.stack([np.fft.ifftn(factor * wave).real.ravel()
                          for factor in (1, *(2j * np.pi * k))], axis=-1)
        self.block = np.float32(block * 0.22 / block[:, 0].std())
        # Turned, it does not repeat along the axes of a stone.
        self.turn = np.float32(np.linalg.qr(rng.standard_normal((3, 3)))[0])

    def at(self, p):
        """The noise at p and its slopes: 4 rows, trilinear."""
        p = np.tensordot(self.turn, p * np.float32(self.TEXELS), 1)
        low = np.floor(p)
        t, low, four = p - low, low.astype(np.int32), 0
        for corner in np.ndindex(2, 2, 2):
            cell, share = 0, 1
            for i, side in enumerate(corner):
                cell = cell * self.SIZE + (low[i] + side & self.SIZE - 1)
                share = share * (t[i] if side else 1 - t[i])
            four = four + self.block.take(cell, axis=0) * share[..., None]
        return np.stack([four[..., 0], *np.tensordot(self.turn.T, four[..., 1:].T, 1)])


# Layers in the order of laying: stones; smallest and largest size (half the length);
# how many places each tries, and how far from the first: it takes the lowest. Where
# the open share of the sky is larger than the last number, it rolls away.
LAYERS = [(4000, 5.0, 17.0, 2, 30, 1.0), (400, 24.0, 50.0, 3, 60, 1.0),
          (65, 78.0, 124.0, 4, 900, 1.0), (230, 44.0, 78.0, 5, 900, 1.0),
          (460, 24.0, 44.0, 7, 140, 0.97), (1390, 11.0, 24.0, 7, 60, 0.82),
          (7700, 4.5, 11.0, 7, 36, 0.75), (37000, 1.8, 4.5, 6, 24, 0.71)]

# Rocks of a mountain stream: weight; sRGB of the body, and of its patches and
# crystals; strength of patches; share of crystals; chance of a vein.
ROCKS = [(2.0, (134, 126, 115), (98, 91, 84), 0.5, 0.2, 0.24),
         (2.0, (110, 111, 112), (80, 82, 86), 0.4, 0.2, 0.36),
         (1.6, (90, 95, 101), (118, 120, 121), 0.4, 0.0, 0.36),
         (1.5, (170, 144, 110), (136, 106, 76), 0.7, 0.1, 0.12),
         (0.7, (136, 90, 70), (100, 68, 58), 0.7, 0.1, 0.24),
         (0.9, (112, 107, 84), (84, 82, 68), 0.6, 0.2, 0.24),
         (1.0, (192, 172, 142), (160, 132, 100), 0.6, 0.1, 0.12),
         (1.1, (54, 54, 58), (80, 79, 79), 0.4, 0.1, 0.48),
         (0.6, (214, 203, 188), (190, 164, 132), 0.6, 0.0, 0.00),
         (1.0, (178, 156, 142), (64, 60, 60), 0.3, 1.0, 0.12),
         (0.9, (166, 163, 157), (56, 57, 60), 0.2, 1.0, 0.12),
         (0.4, (94, 101, 90), (126, 130, 112), 0.7, 0.1, 0.48),
         (1.0, (114, 91, 73), (150, 124, 99), 0.6, 0.2, 0.12),
         (0.6, (110, 82, 80), (134, 108, 102), 0.5, 0.3, 0.36)]
TO_SUN, TO_BRIGHT_SKY = column(-0.46, -0.40, 0.793), column(0.38, -0.32, 0.868)


def make_stones(rng, size):
    """Shapes and materials of stones, without a place. Stone 0 stands for sand.

    With q in the frame of its axes and u = q / radius, a stone is where
    |u|^6 + sum over cuts of max(cut . u, 0)^6 < 1: an ellipsoid, flattened here
    and there, with round edges. It is convex.
    """
    n, uniform = len(size), rng.uniform
    weight, *table = map(np.float32, zip(*ROCKS))
    kind = (uniform(0, weight.sum(), (n, 1)) > weight.cumsum()[:-1]).sum(1)
    first, second, mottle, speckle, veins = (entry[kind].T for entry in table)
    tint = uniform(0.5, 1, n) * uniform(0.94, 1.06, (3, n))
    plain, wear = np.where(size < 11, 0.4, 0), rng.random(n)  # gravel is plainer
    lean, side, origin, vein = unit(rng.standard_normal((3, 4, n))).swapaxes(0, 1)
    up = unit(lean * 0.3 + column(0, 0, 1))
    middle = unit(np.cross(up, side, axis=0))
    depth = mix(uniform(0.62, 0.86, n), 1.05, rng.random((12, n)))
    stones = {
        "size": size, "centre": np.zeros((3, n)),
        "axes": np.stack([np.cross(middle, up, axis=0), middle, up]),
        "radius": size * [np.ones(n), uniform(0.58, 0.95, n), uniform(0.36, 0.62, n)],
        "cut": unit(rng.standard_normal((3, 12, n))) / depth, "origin": origin * 900,
        "colour": (mix(first, column(130, 111, 95), plain) / 255) ** 2.2 * tint,
        "second": (second / 255) ** 2.2 * tint, "mottle": mottle, "wear": wear,
        "rough": 0.3 + wear, "grain": np.full(n, 4.2),
        "speckle": speckle * uniform(0.3, 1, n), "crystal": uniform(2, 5, n),
        "vein": vein, "vein_place": uniform(-0.4, 0.4, n),
        "vein_width": uniform(0.01, 0.055, n) * (rng.random(n) < veins)}
    sand = column(0.33, 0.22, 0.145)
    for name, value in {"size": 300, "centre": column(0, 0, -999), "cut": 0,
                        "radius": column(1e9, 1e9, 999), "axes": np.eye(3)[..., None],
                        "colour": sand, "second": sand, "wear": 0.7, "rough": 2.5,
                        "grain": 2.2, "speckle": 0, "vein_width": 0}.items():
        stones[name][..., :1] = value
    return SimpleNamespace(**{name: np.float32(v) for name, v in stones.items()})


def take(stones, index):
    return SimpleNamespace(**{name: values.take(index, axis=-1)
                              for name, values in vars(stones).items()})


def hull(m, x, y):
    """Of |u|^2 = a z^2 + 2 b z + c, u = m (x, y, z): a, b, c, sqrt(b^2 - a (c - 1))."""
    u = m[:, 0] * x + m[:, 1] * y
    a, b, c = dot(m[:, 2], m[:, 2]), dot(u, m[:, 2]), dot(u, u)
    return a, b, c, np.sqrt(b * b - a * (c - 1))


class Bed:
    """Sand and the stones on it: the height and the stone of each sample."""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.noise = Noise(rng)
        self.owner = np.zeros((ROWS, COLUMNS), np.int32)
        self.heights = np.empty((ROWS, COLUMNS), np.float32)
        for y, row in enumerate(self.heights):
            p = np.stack(np.broadcast_arrays(np.arange(COLUMNS), y, 0))
            row[:] = 26 * self.noise.at(p * np.float32(PITCH / 330))[0]
        self.stones = make_stones(rng, np.concatenate([
            mix(small, large, rng.random(count) ** 2)
            for count, small, large, *_ in LAYERS]))
        ends = np.cumsum([layer[0] for layer in LAYERS])
        for (count, _, large, *rule), end in zip(LAYERS, ends):
            # Stones of one batch are too sparse to meet.
            for batch in np.array_split(np.r_[max(end - count, 1):end],
                                        int(1 + count * large ** 2 / 7500)):
                self.lay(rng, batch, *rule)

    def at(self, grid, p):
        """The cell of a grid at each point; it is clamped to the grid."""
        rows, columns = grid.shape
        i, j = ((p[:2] / PITCH + MARGIN) * (columns / COLUMNS)).astype(np.int32)
        return grid[np.clip(j, 0, rows - 1), np.clip(i, 0, columns - 1)]

    def sky(self, p, jitter):
        """The open share of the sky, by the horizon in eight directions."""
        share = 0
        for i in range(8):
            angle = (i + jitter) * np.float32(2 * np.pi / 8)
            direction, steepest = np.stack([np.cos(angle), np.sin(angle)]), 0
            for reach in (1.7, 4.0, 9.0, 19.0, 40.0, 80.0):
                r = reach * (0.8 + 0.4 * jitter)
                rise = self.at(self.heights, p[:2] + direction * r) - p[2] - 0.5
                steepest = np.maximum(steepest, rise / r)
            share = share + 0.125 / (1 + steepest * steepest)
        return share

    def sun(self, p, jitter):
        """The share of the sun that passes the stones, with a penumbra."""
        # Few jittered steps make noise, and the mean of a pixel's samples hides it.
        share, t, step = 1, 1.2 + 1.6 * jitter, 1.6
        while step < 24:
            q = p + TO_SUN * t
            clear = q[2] - self.at(self.heights, q)
            share = np.minimum(share, 0.5 + 8 * (clear + 0.8) / (t + 6))
            t, step = t + step, step * 1.13
        return smoothstep(0, 1, share)

    def lay(self, rng, batch, tries, reach, open_sky):
        """Each stone tries some places, and comes to rest in the lowest."""
        stone = take(self.stones, batch)
        extent = np.array([[[COLUMNS]], [[ROWS]]]) * PITCH
        place = rng.uniform(-reach, reach, (2, len(batch), tries))
        place += rng.random((2, len(batch), 1)) * extent
        place = np.float32(place % extent - MARGIN * PITCH)
        d = np.stack(np.meshgrid(*[np.linspace(-1, 1, 15)] * 2))
        d = d[:, None, None] * stone.size[:, None, None, None]
        h = self.at(self.heights, place[..., None, None] + d)
        m = (stone.axes / stone.radius[:, None])[..., None, None, None]
        a, b, _, root = hull(m, *d)
        z = np.nanmax(h + (b + root) / a, axis=(2, 3))
        best = np.arange(len(batch)), z.argmin(axis=1)
        sunk = z[best] - 0.25 * stone.size
        centre = np.stack([*place[(slice(2), *best)], sunk])
        self.stones.centre[:, batch] = centre
        # The current carries off stones from open and from sandy places.
        sandy = self.noise.at(centre * column(1, 1, 0) / 520 + 5)[0]
        stays = ((self.sky(centre, np.float32([0.5])) <= open_sky)
                 & (stone.size * smoothstep(0.1, 0.6, sandy) <= 12))
        for i in batch[stays]:
            self.stamp(take(self.stones, i), i)

    def stamp(self, stone, index):
        """Puts a stone into the maps, where it is higher than what is there."""
        x, y = stone.centre[:2] / PITCH + MARGIN
        reach = stone.size / PITCH
        left, right = np.clip([x - reach, x + reach + 2], 0, COLUMNS).astype(int)
        top, bottom = np.clip([y - reach, y + reach + 2], 0, ROWS).astype(int)
        dx = np.float32(np.arange(left, right) - x) * PITCH
        dy = np.float32(np.arange(top, bottom) - y)[:, None] * PITCH
        m = stone.axes / stone.radius[:, None]
        a, b, c, root = hull(m[..., None, None], dx, dy)
        z = (root - b) / a
        old = self.heights[top:bottom, left:right]
        j, i = np.nonzero(z + stone.centre[2] > old)
        a, b, c, z = a[0, 0], b[j, i], c[j, i], z[j, i]
        cut = stone.cut.T @ m
        v0, vz = cut[:, :2] @ np.stack([dx[i], dy[j, 0]]), cut[:, 2:]
        # Newton's method walks down from the hull, and never too far: |u| is convex.
        for _ in range(5):
            e = a * z * z + 2 * b * z + c
            v = np.maximum(v0 + vz * z, 0)
            v3 = v * v * v
            power = e * e * e + (v3 * v3).sum(0)
            rise = e * e * (a * z + b) + (v3 * v * v * vz).sum(0)
            excess = 1 - power ** (-1 / 6)
            found = (excess < 0.004) & (rise > 0)
            z -= excess * power / np.where(rise > 0, rise, np.inf)
        z += stone.centre[2]
        found &= z > old[j, i]
        old[j[found], i[found]] = z[found]
        self.owner[top:bottom, left:right][j[found], i[found]] = index


def surface(noise, stone, p):
    """Colour, normal and gloss at p of one stone for each point."""
    q = np.einsum("ij...,j...->i...", stone.axes, p - stone.centre)
    u = q / stone.radius
    cut = np.maximum(np.einsum("ij...,i...->j...", stone.cut, u), 0) ** 5
    normal = dot(u, u) ** 2 * u + np.einsum("ij...,j...->i...", stone.cut, cut)
    local = q + stone.origin  # patterns run through the stone in space
    grain = noise.at(local / stone.grain)
    mottle = noise.at(local * (1.9 / (stone.size + 8)))
    bump = (0.07 * grain[1:] + 0.14 * mottle[1:]) * stone.rough
    normal, grain, mottle = unit(normal / stone.radius) - bump, grain[0], mottle[0]
    edge = 0.1 + 0.5 * stone.wear
    patch = 1.4 * stone.mottle * smoothstep(0.15 - edge, 0.15 + edge, mottle)
    colour = mix(stone.colour, stone.second, patch)
    crystal = noise.at(local / stone.crystal)[0]
    rim = 0.32 - 0.25 * stone.speckle
    for tone, share in (stone.second, crystal), (column(0.4, 0.38, 0.35), -crystal):
        colour = mix(colour, tone, smoothstep(rim, rim + 0.15, share) * stone.speckle)
    warp = noise.at(local * (1.2 / stone.size))[0]
    place = dot(stone.vein, q) / stone.size - stone.vein_place + 0.24 * warp
    width = stone.vein_width * (0.8 + 1.4 * mottle) + 1e-6
    vein = (1 - smoothstep(width * 0.4, width, np.abs(place))) * (width > 1e-4)
    colour = mix(colour, column(0.6, 0.56, 0.5), vein)
    pits = smoothstep(0.22, 0.5, noise.at(local / 6.5)[0] + 0.35 * mottle)
    colour *= (1 - 0.5 * stone.wear * pits) * (1 + 0.42 * grain + 0.55 * mottle)
    normal = unit(np.einsum("ij...,i...->j...", stone.axes, normal))
    return colour, normal, np.clip(1.2 - stone.wear + 0.8 * mottle, 0.1, 1.5)


def cast_caustics(rng, swells=48):
    """The light that waves gather on the ground, 1 on average: red, green, blue.

    A photon for each sample goes straight down, and the slope of the waves moves
    it. A wave cos(kx x + ky y + phase) is the real part of a factor for x times
    one for y, so the sum of all waves is a product of matrices.
    """
    length = 80 * 5.5 ** ((np.arange(swells) + rng.random(swells)) / swells)
    angle, phase = rng.uniform(0, 2 * np.pi, (2, swells))
    direction = np.stack([np.cos(angle), np.sin(angle)])
    kx, ky = direction * 2 * np.pi / length * PITCH
    strength = 3.25 * (length / 150) ** 0.7 / PITCH
    x, rows, columns = np.arange(COLUMNS), ROWS // 2, COLUMNS // 2
    along = np.exp(1j * np.outer(kx, x)).astype(np.complex64)
    grids = np.zeros((3, rows * columns), np.float32)
    for y in np.array_split(np.arange(ROWS)[:, None], ROWS // 60):
        across = np.exp(1j * (ky * y + phase)) * strength
        dx, dy = [((across * d).astype(np.complex64) @ along).real for d in direction]
        for grid, dispersion in zip(grids, (0.975, 1.0, 1.025)):
            i = np.clip((x + dx * dispersion) // 2, 0, columns - 1)
            j = np.clip((y + dy * dispersion) // 2, 0, rows - 1)
            grid += np.bincount((j * columns + i).astype(int).ravel(), None, grid.size)
    grids = grids.reshape(3, rows, columns) / 4
    for axis in (1, 2) * 4:  # the sun is no point
        grids = (np.roll(grids, 1, axis) + 2 * grids + np.roll(grids, -1, axis)) / 4
    return grids


def light(bed, caustics, p, jitter, colour, normal, gloss):
    """The light that a surface at p sends up through the water."""
    # Shifted at full length the net of light would be torn to pieces.
    q = p - 0.4 * p[2] / TO_SUN[2] * TO_SUN
    net = np.stack([bed.at(grid, q) for grid in caustics])
    facing, side, shine = [np.clip(dot(direction, normal), 0, 1) for direction in
                           (TO_SUN, TO_BRIGHT_SKY, unit(TO_SUN + column(0, 0, 1)))]
    sun = column(3.85, 3.22, 2.73) * (0.13 + 1.05 * net ** 1.2 / (1 + 0.03 * net))
    sun *= bed.sun(p, jitter) * facing
    open_sky = bed.sky(p, jitter)
    sky = column(0.66, 0.72, 0.82) * open_sky * (0.35 + 0.65 * side)
    bounce = column(0.24, 0.215, 0.19) * (1 - open_sky)
    colour = colour * (sun + sky + bounce) + sun * (0.07 * gloss * shine ** 36)
    # On its way up the light loses red, and the haze of the water adds blue.
    passed = np.exp(column(-0.0037, -0.00136, -0.00054) * np.maximum(250 - p[2], 0))
    return mix(column(0.008, 0.078, 0.124), colour, passed)


def draw_pebbles(seed):
    """Draws the bed from above. A pixel is the mean of its samples."""
    with np.errstate(all="ignore"):  # beside a stone its height is NaN
        bed = Bed([seed, 0])
    rng, picture = np.random.default_rng([seed, 1]), []
    caustics = cast_caustics(rng)
    for j in np.array_split(np.arange(HEIGHT * SAMPLES), HEIGHT // 4):
        j, i = np.meshgrid(j, np.arange(WIDTH * SAMPLES), indexing="ij")
        place = (j + MARGIN).ravel(), (i + MARGIN).ravel()
        p = np.float32([*np.stack([i.ravel(), j.ravel()]) * PITCH, bed.heights[place]])
        look = surface(bed.noise, take(bed.stones, bed.owner[place]), p)
        colour = light(bed, caustics, p, rng.random(i.size, np.float32), *look)
        far = 2 * ((p[:2] / column(1920, 1080) - 0.5) ** 2).sum(0)
        colour *= 1 - 0.12 * far - 0.34 * far * far
        # The filmic curve of Narkowicz, 2015, keeps contrast and rolls off lights.
        colour *= (2.51 * colour + 0.03) / (colour * (2.43 * colour + 0.59) + 0.14)
        colour = np.clip(colour, 0, 1).reshape(3, -1, SAMPLES, WIDTH, SAMPLES)
        picture.append(colour.mean((2, 4)))
    return np.concatenate(picture, axis=1) ** (1 / 2.2)


MASKS = {"puddle.png": puddle, "harbour.png": harbour, "lens.png": lens,
         "river.png": river, "river-flow.png": river_flow}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare masks only")
    parser.add_argument("--seed", type=int, default=2, help="of the pebbles")
    parser.add_argument("folder", metavar="FOLDER", help="of the pictures")
    parser.add_argument("names", metavar="NAME", nargs="*", help="of a picture")
    options = parser.parse_args()
    names = ["pebbles.jpg", *MASKS][options.check:]
    if not set(options.names) <= set(names):
        parser.error("the names are " + ", ".join(names))
    different = 0
    for name in options.names or names:
        path, paint = f"{options.folder}/{name}", MASKS.get(name)
        picture = draw_mask(paint) if paint else draw_pebbles(options.seed)
        picture = np.uint8(np.moveaxis(np.floor(255 * picture + 0.5), 0, -1))
        if options.check:
            same = np.array_equal(picture, Image.open(path).convert("RGB"))
            print(f"{path}: {'same' if same else 'DIFFERENT'}")
            different += not same
        else:
            Image.fromarray(picture).save(path, quality=90, optimize=True)
    return different


if __name__ == "__main__":
    raise SystemExit(main())
