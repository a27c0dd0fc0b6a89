# SPDX-License-Identifier: MIT
"""Draws what land looks like: small pictures that repeat without a seam.

All are squares with the height of 640 pixels of a frame of 1440, seen from above in
the sun from the top left, and even: nothing in them catches the eye when it repeats.
"""
import numpy as np

from ground import linear, mix, smoothstep

SIDE, SAMPLES = 640, 2        # pixels a side, and SAMPLES x SAMPLES in each
SIZE = SIDE * SAMPLES         # samples a side
TO_SUN = np.array([-0.50, -0.62, 0.60])


def colour(*srgb):
    """A plane of a colour."""
    return linear(*srgb)[:, None]


def noise(rng, coarse, fine, slope=1.0):
    """Noise of wavelengths from `coarse` to `fine` pixels: mean 0, deviation 1.

    Waves are as strong as their length to the power `slope`.
    """
    k = np.fft.fftfreq(SIZE, 1 / SIDE)
    length = SIDE / (np.hypot(k, k[:, None]) + 1e-6)
    wave = np.fft.fft2(rng.standard_normal((SIZE, SIZE))) * length ** (1 + slope)
    wave[(length > coarse) | (length < fine)] = 0
    value = np.fft.ifft2(wave).real
    return value / value.std()


def facing(height):
    """The sun on a relief, 1 where it is level; heights are in pixels."""
    dx, dy = [(np.roll(height, -1, axis) - np.roll(height, 1, axis)) * SAMPLES / 2
              for axis in (1, 0)]
    sun = TO_SUN[2] - TO_SUN[0] * dx - TO_SUN[1] * dy
    return np.maximum(sun / np.sqrt(1 + dx * dx + dy * dy), 0) / TO_SUN[2]


def blur(plane, reach):
    """Blurs with a Gaussian of that deviation in pixels."""
    k = np.fft.fftfreq(SIZE, 1 / SIDE)
    share = np.exp(-2 * (np.hypot(k, k[:, None]) * np.pi * reach / SIDE) ** 2)
    return np.fft.ifft2(np.fft.fft2(plane) * share).real


def hollow(height, reach):
    """How much darker a hollow is than what lies around it: a share of the light."""
    return np.exp(-np.maximum(blur(height, reach) - height, 0) / reach * 1.6)


def expose(light):
    """Samples of linear light to pixels, as three planes from 0 to 1."""
    luma = light.mean(0)
    light = light / blur(luma, 60) * luma.mean()  # no part stands out
    light = np.clip(light, 0, 1).reshape(3, SIDE, SAMPLES, SIDE, SAMPLES)
    return light.mean((2, 4)) ** (1 / 2.2)


def cells(rng, spacing, squeeze=1.0):
    """Stones around scattered points, `spacing` pixels apart, `squeeze` times as wide
    as high: the number of the stone at each sample, where it is from the stone's
    middle, and how far the joint is; all in pixels."""
    columns, rows = round(SIDE / (spacing * squeeze)), round(SIDE / spacing)
    j, i = np.mgrid[0:rows, 0:columns]
    x = (i + 0.5 * (j % 2) + rng.uniform(-0.3, 0.3, i.shape)) * SIDE / columns
    y = (j + 0.5 + rng.uniform(-0.28, 0.28, i.shape)) * SIDE / rows
    points = np.stack([x.ravel() % SIDE, y.ravel() % SIDE], axis=-1)
    axis = (np.arange(SIZE) + 0.5) / SAMPLES
    warp_x, warp_y = [noise(rng, 40, 8) * 0.07 * spacing for _ in range(2)]
    best = np.full((3, SIZE, SIZE), np.inf)  # distance, next distance, number
    place = np.zeros((2, SIZE, SIZE))
    for number, (px, py) in enumerate(points):
        dx = (axis - px + SIDE / 2) % SIDE - SIDE / 2
        dy = (axis - py + SIDE / 2) % SIDE - SIDE / 2
        near = np.ix_(np.abs(dy) < 2.2 * spacing, np.abs(dx) < 2.2 * spacing * squeeze)
        x = dx[near[1][0]] + warp_x[near]
        y = dy[near[0][:, 0]][:, None] + warp_y[near]
        # Between a circle and a square, so that stones have flat sides.
        d = ((np.abs(x) / squeeze) ** 2.6 + np.abs(y) ** 2.6) ** (1 / 2.6)
        first, second, index = (plane[near] for plane in best)
        closer = d < first
        best[1][near] = np.where(closer, first, np.minimum(second, d))
        best[0][near] = np.where(closer, d, first)
        best[2][near] = np.where(closer, number, index)
        for plane, value in zip(place, (x, y)):
            plane[near] = np.where(closer, value, plane[near])
    return best[2].astype(int), place, (best[1] - best[0]) / 2


def wall(rng):
    """The top of a wall: split stones, set close, with moss and dirt in the joints."""
    owner, place, joint = cells(rng, 15, 1.4)
    count = owner.max() + 1
    lean = rng.normal(0, 0.13, (2, count))
    height = 3.8 * smoothstep(0, 4.4, joint) + rng.uniform(-0.9, 0.9, count)[owner]
    height += (lean[:, owner] * place).sum(0)
    height += 0.55 * noise(rng, 16, 2) * smoothstep(0, 3, joint)
    tones = np.array([(150, 143, 132), (134, 130, 124), (164, 152, 134),
                      (120, 119, 117), (172, 164, 150), (142, 128, 110),
                      (128, 132, 134)])
    tone = (tones[rng.integers(0, len(tones), count)] / 255) ** 2.2
    tone = np.moveaxis((tone * rng.uniform(0.82, 1.22, (count, 1)))[owner], -1, 0)
    tone = tone * (1 + 0.13 * noise(rng, 30, 2) + 0.08 * noise(rng, 6, 2))
    lichen = smoothstep(1.0, 1.7, noise(rng, 60, 3, 0.8))
    tone = mix(tone, colour(176, 174, 146), 0.35 * lichen)
    moss = smoothstep(0, 1, noise(rng, 90, 8))
    dirt = mix(colour(52, 46, 38), colour(64, 74, 40), moss)
    tone = mix(dirt, tone, smoothstep(0.3, 1.7, joint))
    return expose(tone * (0.50 + 1.05 * facing(height)) * hollow(height, 5))


def rock(rng):
    """Broken rock: blocks with flat, tilted faces, split again and weathered."""
    height, edge = 0.9 * noise(rng, 36, 2, 0.9), 1.0
    tone = mix(colour(172, 166, 156), colour(142, 144, 146),
               smoothstep(-1.2, 1.2, noise(rng, 60, 4, 0.7)))
    for spacing, lean, crack in (42, 0.28, 3.0), (19, 0.22, 1.4):
        owner, place, joint = cells(rng, spacing, 1.2)
        count = owner.max() + 1
        slopes = rng.normal(0, lean, (2, count))
        height += (slopes[:, owner] * place).sum(0)
        height += rng.normal(0, 0.02 * spacing, count)[owner]
        edge = edge * smoothstep(-0.2, crack, joint)
        tone = tone * rng.uniform(0.86, 1.16, count)[owner]
    height -= 3 * (1 - edge)
    stain = smoothstep(0.5, 1.8, noise(rng, 40, 3, 0.6))
    tone = mix(tone, colour(186, 168, 140), 0.5 * stain)
    lichen = smoothstep(0.9, 1.6, noise(rng, 44, 2.5, 0.6))
    tone = mix(tone, colour(124, 126, 96), 0.45 * lichen)
    tone = tone * (1 + 0.09 * noise(rng, 6, 2)) * (0.55 + 0.45 * edge)
    return expose(tone * (0.45 + 0.85 * facing(height)) * hollow(height, 6))


def earth(rng):
    """Damp brown earth, crumbs and clods, some gravel."""
    height = 1.0 * noise(rng, 60, 2.2, 0.8) + 0.8 * np.abs(noise(rng, 14, 3))
    owner, _, joint = cells(rng, 13)
    count = owner.max() + 1
    size = rng.uniform(-3.5, 2.4, count)[owner]  # where below 0, no clod lies
    clod = np.sqrt(np.clip(joint + size - 2.6, 0, 5)) * (size > 0.2)
    height += 1.6 * clod
    damp = smoothstep(-1.2, 1.2, noise(rng, 80, 3, 0.7))
    tone = mix(colour(128, 110, 90), colour(94, 80, 66), damp)
    grey = (rng.random(count) < 0.3)[owner] & (clod > 0)
    shade = rng.uniform(0.75, 1.3, count)[owner]
    tone = np.where(clod > 0, tone * shade, tone)
    tone = np.where(grey, colour(138, 126, 112) * shade, tone)
    tone = tone * (1 + 0.12 * noise(rng, 8, 2))
    return expose(tone * (0.30 + 0.76 * facing(height)) * hollow(height, 4))


def grass(rng):
    """Short grass, thin in places, where earth shows through."""
    count, steps = 80000, 26
    clump = noise(rng, 90, 14, 0.4)
    x, y = rng.random((2, count)) * SIZE
    here = clump[y.astype(int), x.astype(int)]
    kept = rng.random(count) < smoothstep(-2.2, -0.6, here)
    x, y, here = x[kept], y[kept], here[kept]
    count = len(x)
    lie = noise(rng, 70, 20)[y.astype(int), x.astype(int)]
    angle = rng.normal(0, 1.1, count) + 2.2 * lie
    curl = rng.normal(0, 0.05, count)
    length = rng.uniform(14, 36, count) * (0.75 + 0.15 * np.clip(here, -1, 1.5))
    greens = np.array([(98, 114, 58), (112, 126, 66), (82, 102, 52), (130, 134, 76),
                       (88, 104, 56), (146, 140, 84), (70, 92, 48)])
    tone = (greens[rng.choice(len(greens), count, p=(.22, .2, .2, .12, .12, .06, .08))]
            / 255) ** 2.2 * rng.uniform(0.7, 1.25, (count, 1))
    below = (earth(rng) ** 2.2).repeat(SAMPLES, 1).repeat(SAMPLES, 2)
    picture = np.moveaxis(below, 0, -1) * 0.55
    # Later blades lie over earlier ones; each casts a thin shadow beside it.
    order = np.argsort(rng.random(count) + 0.15 * here)
    for part in np.array_split(order, 60):
        for is_blade in (0, 1):
            px, py, way = x[part], y[part], angle[part]
            for step in range(steps):
                px = px + np.cos(way) * length[part] / steps
                py = py + np.sin(way) * length[part] / steps
                way = way + curl[part]
                for wide in range(2 if step < 0.7 * steps else 1):
                    i = px + wide * np.abs(np.sin(way)) + 2 * (1 - is_blade)
                    j = py + wide * np.abs(np.cos(way)) + 2 * (1 - is_blade)
                    place = j.astype(int) % SIZE, i.astype(int) % SIZE
                    lit = 0.62 + 0.55 * step / steps - 0.12 * wide
                    picture[place] = (tone[part] * lit if is_blade
                                      else picture[place] * 0.93)
    return expose(1.55 * np.moveaxis(picture, -1, 0))
