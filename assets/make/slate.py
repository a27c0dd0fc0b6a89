# SPDX-License-Identifier: MIT
"""Slate that has split along its layers."""
import numpy as np

from ground import Relief, linear, mix, photograph, smoothstep

LIE = 0.5  # the direction of the grain


def draw(canvas, seed):
    """Draws the bed from above."""
    rng = np.random.default_rng([seed, 4])
    bed = Relief(canvas, 0.35)
    bed.heights[:] = 10 * canvas.clouds(rng, 2400, 400, 1.5, 2.0, LIE)
    ragged = canvas.clouds(rng, 120, 4, 1.15, 1.6, LIE)
    tone = np.zeros_like(bed.heights)
    for _ in range(11):
        # A sheet of stone that is there where its noise is above a level.
        sheet = canvas.clouds(rng, 1500, 60, 1.35, 2.2, LIE + rng.normal(0, 0.15))
        sheet += 0.05 * ragged
        there = smoothstep(-0.012, 0.012, sheet - rng.uniform(-0.9, 0.9))
        bed.heights += rng.uniform(1.5, 5.5) * there
        tone += rng.normal(0, 0.10) * there
    grain = canvas.clouds(rng, 60, 2.0, 0.45, 5.0, LIE)
    fine = canvas.clouds(rng, 14, 1.4, -0.3, 1.8, LIE)
    bed.heights += (0.26 * grain + 0.035 * fine
                    + 0.5 * canvas.clouds(rng, 60, 8, 1, 2, LIE))
    stain = canvas.clouds(rng, 900, 20, 1.2, 1.5, LIE)
    blue, green, rust = [linear(*c)[..., None] for c in
                         ((68, 74, 82), (70, 76, 78), (98, 84, 70))]
    colour = mix(blue, green, smoothstep(-0.5, 2, canvas.clouds(rng, 1200, 150)))
    colour = mix(colour, rust, 0.4 * smoothstep(1.6, 3.4, stain + 0.4 * grain))
    bed.colour[:] = colour * np.exp(tone + 0.06 * grain + 0.06 * fine)

    def shade(place, p, jitter):
        return bed.light(p, jitter, bed.look(place), depth=60)
    return photograph(bed, rng, shade, 0.34)
