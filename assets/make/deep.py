# SPDX-License-Identifier: MIT
"""The open sea from above: little of its floor is seen."""
import numpy as np

from ground import SAMPLES, linear, mix, smoothstep


def draw(canvas, seed):
    """Draws the bed from above."""
    rng = np.random.default_rng([seed, 6])
    depth = canvas.clouds(rng, 2400, 300, 1.6)
    weeds = canvas.clouds(rng, 300, 24, 1.2)
    dark, light = [linear(*c)[..., None] for c in ((8, 56, 84), (22, 104, 124))]
    water = mix(dark, light, smoothstep(-2.2, 2.6, depth + 0.18 * weeds))
    inside = slice(canvas.margin, -canvas.margin)
    water = np.clip(water[:, inside, inside], 0, 1)[
        :, :canvas.height * SAMPLES, :canvas.width * SAMPLES]
    water = water.reshape(3, canvas.height, SAMPLES, canvas.width, SAMPLES)
    return water.mean((2, 4)) ** (1 / 2.2)
