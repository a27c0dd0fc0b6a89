# SPDX-License-Identifier: MIT
"""Pebbles on sand, and the net of light that waves cast on them."""
from types import SimpleNamespace

import numpy as np

from ground import (MARGIN, TO_SUN, Ground, Noise, column, dot, mix, photograph,
                    smoothstep, unit)

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


class Pebbles(Ground):
    """Sand and the stones on it: the height and the stone of each sample."""

    def __init__(self, canvas, rng):
        super().__init__(canvas)
        self.noise = Noise(rng)
        self.owner = np.zeros(self.heights.shape, np.int32)
        for y, row in enumerate(self.heights):
            p = np.stack(np.broadcast_arrays(np.arange(canvas.columns), y, 0))
            row[:] = 26 * self.noise.at(p * np.float32(canvas.pitch / 330))[0]
        self.stones = make_stones(rng, np.concatenate([
            mix(small, large, rng.random(count) ** 2)
            for count, small, large, *_ in LAYERS]))
        ends = np.cumsum([layer[0] for layer in LAYERS])
        for (count, _, large, *rule), end in zip(LAYERS, ends):
            # Stones of one batch are too sparse to meet.
            for batch in np.array_split(np.r_[max(end - count, 1):end],
                                        int(1 + count * large ** 2 / 7500)):
                self.lay(rng, batch, *rule)

    def lay(self, rng, batch, tries, reach, open_sky):
        """Each stone tries some places, and comes to rest in the lowest."""
        stone = take(self.stones, batch)
        extent = self.canvas.extent[:, None, None]
        place = rng.uniform(-reach, reach, (2, len(batch), tries))
        place += rng.random((2, len(batch), 1)) * extent
        place = np.float32(place % extent - MARGIN)
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
        columns, rows, dx, dy = self.canvas.around(*stone.centre[:2], stone.size)
        m = stone.axes / stone.radius[:, None]
        a, b, c, root = hull(m[..., None, None], dx, dy)
        z = (root - b) / a
        old = self.heights[rows, columns]
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
        self.owner[rows, columns][j[found], i[found]] = index


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


def cast_caustics(canvas, rng, swells=48):
    """The light that waves gather on the ground, 1 on average: red, green, blue.

    A photon for each sample goes straight down, and the slope of the waves moves
    it. A wave cos(kx x + ky y + phase) is the real part of a factor for x times
    one for y, so the sum of all waves is a product of matrices.
    """
    length = 80 * 5.5 ** ((np.arange(swells) + rng.random(swells)) / swells)
    angle, phase = rng.uniform(0, 2 * np.pi, (2, swells))
    direction = np.stack([np.cos(angle), np.sin(angle)])
    kx, ky = direction * 2 * np.pi / length * canvas.pitch
    strength = 3.25 * (length / 150) ** 0.7 / canvas.pitch
    x, rows, columns = np.arange(canvas.columns), canvas.rows // 2, canvas.columns // 2
    along = np.exp(1j * np.outer(kx, x)).astype(np.complex64)
    grids = np.zeros((3, rows * columns), np.float32)
    for y in np.array_split(np.arange(canvas.rows)[:, None], canvas.rows // 60):
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


def draw(canvas, seed):
    """Draws the bed from above."""
    with np.errstate(all="ignore"):  # beside a stone its height is NaN
        bed = Pebbles(canvas, np.random.default_rng([seed, 0]))
    rng = np.random.default_rng([seed, 1])
    caustics = cast_caustics(canvas, rng)

    def shade(place, p, jitter):
        look = surface(bed.noise, take(bed.stones, bed.owner[place]), p)
        # Shifted at full length the net of light would be torn to pieces.
        q = p - 0.4 * p[2] / TO_SUN[2] * TO_SUN
        net = np.stack([bed.at(grid, q) for grid in caustics])
        return bed.light(p, jitter, look, net)
    return photograph(bed, rng, shade)
