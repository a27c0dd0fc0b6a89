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
    light = light / blur(luma, 130) * luma.mean()  # no part stands out
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
    warp_x, warp_y = [noise(rng, 2.7 * spacing, 0.53 * spacing) * 0.07 * spacing
                      for _ in range(2)]
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


def ashlar(rng, columns=4, rows=8):
    """Dressed stones in courses: the number of the stone at each sample, where it is
    from the stone's middle, and how far the joint is; all in pixels."""
    axis = (np.arange(SIZE) + 0.5) / SAMPLES
    length, height = SIDE / columns, SIDE / rows
    y = np.broadcast_to(axis[:, None], (SIZE, SIZE)) + 0.7 * noise(rng, 160, 20)
    course = np.floor(axis / height).astype(int)[:, None]
    x = axis + 0.7 * noise(rng, 160, 20) - length * (0.25 + 0.5 * (course % 2))
    column = np.floor(x / length).astype(int) % columns
    x, y = (x % length) - length / 2, y - (course + 0.5) * height
    joint = np.minimum(length / 2 - np.abs(x), height / 2 - np.abs(y))
    return course * columns + column, (x, y), joint


def wall(rng):
    """The top of a wall or a quay: dressed stones, set close, with worn edges."""
    owner, place, joint = ashlar(rng)
    count = owner.max() + 1
    lean = rng.normal(0, 0.012, (2, count))
    worn = joint - 1.2 * np.maximum(noise(rng, 40, 4), 0)
    height = 3.2 * smoothstep(0, 4.5, worn) + rng.uniform(-0.4, 0.4, count)[owner]
    height += (lean[:, owner] * place).sum(0) + 0.22 * noise(rng, 14, 2)
    tones = np.array([(152, 147, 138), (144, 141, 135), (158, 152, 140),
                      (138, 136, 132), (148, 141, 130)])
    tone = (tones[rng.integers(0, len(tones), count)] / 255) ** 2.2
    tone = np.moveaxis((tone * rng.uniform(0.86, 1.12, (count, 1)))[owner], -1, 0)
    tone = tone * (1 + 0.09 * noise(rng, 90, 8) + 0.05 * noise(rng, 6, 2))
    stain = smoothstep(0.4, 1.8, noise(rng, 120, 6, 0.8))
    tone = mix(tone, colour(106, 104, 88), 0.35 * stain)
    tone = mix(colour(58, 56, 50), tone, smoothstep(0.4, 2.0, worn))
    return expose(tone * (0.45 + 0.85 * facing(height)) * hollow(height, 5))


def rock(rng):
    """A rocky coast: slabs and blocks with rounded edges, split and weathered."""
    height, edge = 1.5 * noise(rng, 80, 5, 1.3), 1.0
    tone = mix(colour(166, 156, 142), colour(128, 126, 122),
               smoothstep(-1.3, 1.3, noise(rng, 200, 12, 0.9)))
    for spacing, lean, crack in (104, 0.17, 9.0), (41, 0.19, 4.0):
        owner, place, joint = cells(rng, spacing, 1.25)
        count = owner.max() + 1
        slopes = rng.normal(0, lean, (2, count))
        height += (slopes[:, owner] * place).sum(0)
        height += rng.normal(0, 0.05 * spacing, count)[owner]
        bevel = smoothstep(-0.5, crack, joint)
        height += 0.9 * crack * np.sqrt(bevel)
        edge = edge * smoothstep(-0.3, 0.5 * crack, joint)
        tone = tone * rng.uniform(0.80, 1.20, count)[owner]
    height += 0.25 * noise(rng, 14, 2, 0.8)
    stain = smoothstep(0.3, 1.8, noise(rng, 120, 6, 0.8))
    tone = mix(tone, colour(176, 146, 108), 0.45 * stain)
    moss = smoothstep(0.8, 1.7, noise(rng, 90, 4, 0.7) - 0.7 * edge + 0.5)
    tone = mix(tone, colour(96, 104, 62), 0.6 * moss)
    tone = tone * (1 + 0.07 * noise(rng, 8, 2)) * (0.40 + 0.60 * edge)
    return expose(tone * (0.36 + 0.84 * facing(height)) * hollow(height, 9))


def scatter(rng, count, low, high):
    """Pebbles of radii from `low` to `high` pixels, most of them small: the height of
    the tops, 0 between them, and a random number of each, 0 to 1."""
    top, number = np.zeros((2, SIZE, SIZE))
    axis = (np.arange(SIZE) + 0.5) / SAMPLES
    for _ in range(count):
        radius = low * (high / low) ** (rng.random() ** 2.2)
        px, py, turn = rng.random(3) * (SIDE, SIDE, np.pi)
        flat, shade = rng.uniform(0.62, 0.95), rng.random()
        dx = (axis - px + SIDE / 2) % SIDE - SIDE / 2
        dy = (axis - py + SIDE / 2) % SIDE - SIDE / 2
        near = np.ix_(np.abs(dy) < radius, np.abs(dx) < radius)
        dx, dy = dx[near[1][0]], dy[near[0][:, 0]][:, None]
        u = (dx * np.cos(turn) + dy * np.sin(turn)) / radius
        v = (dy * np.cos(turn) - dx * np.sin(turn)) / (radius * flat)
        inside = np.maximum(1 - np.abs(u) ** 2.4 - np.abs(v) ** 2.4, 0)
        dome = 0.62 * radius * np.sqrt(inside)
        number[near] = np.where(dome > top[near], shade, number[near])
        top[near] = np.maximum(dome, top[near])
    return top, number


def earth(rng):
    """Wet ground: dark mud that shines here and there, with grit and pebbles."""
    ground = 1.3 * noise(rng, 150, 30, 1.2) + 0.25 * noise(rng, 40, 5, 1.2)
    wet = smoothstep(0.9, -0.9, noise(rng, 120, 10, 1.0))
    grit = scatter(rng, 5200, 0.9, 3)
    stones = scatter(rng, 640, 2.2, 13)
    top, number = np.where(stones[0] > grit[0], stones, grit)
    stone = smoothstep(0.1, 0.8, top)
    height = ground + (0.22 - 0.16 * wet) * noise(rng, 9, 2, 0.8) + top
    tone = mix(colour(92, 74, 56), colour(62, 50, 39), wet)
    tone = tone * (1 + 0.12 * noise(rng, 24, 3))
    tones = np.array([(122, 112, 98), (98, 95, 92), (134, 121, 101),
                      (80, 70, 62), (104, 84, 68), (114, 106, 96)])
    shades = (tones[(number * 5.99).astype(int)] / 255) ** 2.2
    tone = mix(tone, np.moveaxis(shades, -1, 0) * (1 - 0.3 * wet), stone)
    shine = smoothstep(1.16, 1.36, facing(blur(height, 0.7))) * (0.25 + 0.75 * wet)
    light = tone * (0.30 + 0.70 * facing(height)) * hollow(height, 5)
    return expose(light + 0.14 * shine)


def grass(rng):
    """A meadow: tufts with shadows between them, light and dark patches."""
    count, steps = 52000, 34
    clump = noise(rng, 70, 22, 0.3)
    patch = noise(rng, 260, 70, 0.8)
    bare = noise(rng, 200, 20, 0.9)
    shape = 0.45 + 0.55 * facing(7.5 * clump)
    shape = shape * (0.62 + 0.38 * smoothstep(-1.6, 0.4, clump))
    below = (earth(rng) ** 2.2).repeat(SAMPLES, 1).repeat(SAMPLES, 2)
    picture = np.moveaxis(below, 0, -1) * 0.55
    x, y = rng.random((2, count)) * SIZE
    there = y.astype(int), x.astype(int)
    kept = rng.random(count) < smoothstep(2.9, 1.7, bare[there])
    x, y = x[kept], y[kept]
    there = y.astype(int), x.astype(int)
    here, count = clump[there], len(x)
    lie = noise(rng, 120, 30)[there]
    angle = rng.normal(0, 0.8, count) + 2.4 * lie
    curl = rng.normal(0, 0.035, count)
    length = rng.uniform(22, 52, count) * (0.8 + 0.15 * np.clip(here, -1, 1.5))
    greens = np.array([(86, 108, 50), (104, 122, 58), (70, 94, 44), (130, 138, 74),
                       (154, 148, 88)])
    tone = (greens[rng.choice(len(greens), count, p=(.30, .28, .22, .14, .06))]
            / 255) ** 2.2 * rng.uniform(0.75, 1.2, (count, 1))
    dry = smoothstep(0.2, 1.6, patch[there])[:, None]
    tone = tone * mix(1, np.array([1.38, 1.20, 1.05]), dry)
    lush = smoothstep(0.1, -1.6, patch[there])[:, None]
    tone = tone * mix(1, np.array([0.55, 0.72, 0.62]), lush) * shape[there][:, None]
    # Later blades lie over earlier ones; each casts a thin shadow beside it.
    order = np.argsort(rng.random(count) + 0.25 * here)
    for part in np.array_split(order, 60):
        for is_blade in (0, 1):
            px, py, way = x[part], y[part], angle[part]
            for step in range(steps):
                px = px + np.cos(way) * length[part] / steps
                py = py + np.sin(way) * length[part] / steps
                way = way + curl[part]
                for wide in range(3 if step < 0.6 * steps else 2):
                    i = px + wide * np.abs(np.sin(way)) + 2 * (1 - is_blade)
                    j = py + wide * np.abs(np.cos(way)) + 2 * (1 - is_blade)
                    place = j.astype(int) % SIZE, i.astype(int) % SIZE
                    lit = 0.58 + 0.62 * step / steps - 0.10 * wide
                    picture[place] = (tone[part] * lit if is_blade
                                      else picture[place] * 0.94)
    return expose(1.7 * np.moveaxis(picture, -1, 0))
