# SPDX-License-Identifier: MIT
"""The tiles of a swimming pool, laid by hand: no two have one colour."""
import numpy as np

from ground import Relief, linear, mix, photograph, smoothstep

PITCH, GROUT = 60.0, 5.2  # units from tile to tile, and between two
CORNER = 5.0              # radius of a tile's corners

# Weight and colour of the glazes.
GLAZES = [(3.0, (92, 160, 200)), (3.0, (80, 150, 196)), (2.4, (104, 170, 206)),
          (1.6, (70, 138, 188)), (1.2, (122, 182, 210)), (0.5, (58, 124, 178))]


class Tiling:
    """Which tile each sample is of, and where in it."""

    def __init__(self, canvas, rng, wobble):
        # The picture begins half a tile down: the rows at top and bottom are cut.
        x, y = canvas.axes[0], canvas.axes[1][:, None] + PITCH / 2
        i, j = [np.int32(np.floor(axis / PITCH)) for axis in (x, y)]
        self.place = np.broadcast_arrays(j - j.min(), i - i.min())
        self.count = int(np.ptp(j)) + 1, int(np.ptp(i)) + 1
        shift, turn = rng.normal(0, 0.45, (2, *self.count)), self.draw(rng, 0.006)
        u, v = [np.float32(axis % PITCH - PITCH / 2) - self.of(part)
                for axis, part in zip((x, y), shift)]
        self.u, self.v = u + turn * v, v - turn * u
        # Units inwards from the edge.
        half = (PITCH - GROUT) / 2 + self.draw(rng, 0.35) + 0.22 * wobble
        a, b = np.abs(self.u) - half, np.abs(self.v) - half
        round_off = np.hypot(np.maximum(a + CORNER, 0), np.maximum(b + CORNER, 0))
        self.inside = np.minimum(CORNER - round_off, -np.maximum(a, b))

    def of(self, values):
        """For each sample the value of its tile."""
        return np.float32(values)[tuple(self.place)]

    def draw(self, rng, deviation):
        return self.of(rng.normal(0, deviation, self.count))


def draw(canvas, seed):
    """Draws the bed from above."""
    rng = np.random.default_rng([seed, 3])
    bed, wobble = Relief(canvas, 0.6), canvas.clouds(rng, 40, 5, 0.8)
    tiling = Tiling(canvas, rng, wobble)
    inside = tiling.inside
    # A tile has a bevel, lies a little askew, and is not quite even.
    rise = smoothstep(-1.6, 1.6, inside)
    top = 0.5 + 1.1 * np.sqrt(smoothstep(0, 5.5, inside)) + tiling.draw(rng, 0.10)
    top += tiling.draw(rng, 0.006) * tiling.u + tiling.draw(rng, 0.006) * tiling.v
    top += 0.10 * canvas.clouds(rng, 90, 24)
    bed.heights[:] = mix(0.25 * wobble, top, rise)
    weights, colours = zip(*GLAZES)
    kind = rng.choice(len(GLAZES), tiling.count, p=np.array(weights) / sum(weights))
    speck = canvas.clouds(rng, 9, 2.2, 0.2)
    shade = (1 + 0.055 * canvas.clouds(rng, 50, 4, 0.9) + 0.02 * speck
             + 0.04 * canvas.clouds(rng, 1500, 200))
    is_tile = smoothstep(-0.6, 0.6, inside)
    thin = 0.16 * smoothstep(7.0, 0.5, inside)  # the glaze, at edges: it is lighter
    grout = linear(214, 222, 220)[..., None] * (1 + 0.05 * wobble + 0.03 * speck)
    glazes = np.stack([linear(*colour)[:, 0] for colour in colours], axis=1)
    for mine, joint, glaze in zip(bed.colour, grout, glazes):
        tint = glaze[kind] * rng.normal(1, 0.035, tiling.count)
        tile = mix(tiling.of(tint) * shade, 0.75, thin)
        mine[:] = mix(joint, tile, is_tile)
    bed.gloss *= np.float16(is_tile)
    flow = canvas.clouds(rng, 700, 110)

    def shade_samples(place, p, jitter):
        return bed.light(p, jitter, bed.look(place), 1 + 0.07 * flow[place], depth=150)
    return photograph(bed, rng, shade_samples, 0.42)
