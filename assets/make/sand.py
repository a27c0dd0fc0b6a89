# SPDX-License-Identifier: MIT
"""Sand that waves have rippled, and a few shells on it, under a little clear water."""
import numpy as np

from ground import Relief, column, linear, mix, photograph, smoothstep

LENGTH = 84     # units from one crest to the next
HEIGHT = 8.0    # units from trough to crest
ACROSS = -2.30  # the direction across the crests, about that of the sun

SHALLOWS = column(128, 174, 162) / 255  # mean colour of the middle third

PALE, WARM, GREY = linear(224, 209, 194), linear(213, 187, 160), linear(186, 178, 170)


def relax(waves, band, times=10):
    """Stripes of one wavelength that branch here and there: by turns bounds the
    height and lets only waves of a band pass."""
    for _ in range(times):
        height = np.fft.irfft2(waves)
        waves = np.fft.rfft2(np.tanh(2 * height / height.std())) * band
    return waves


def ripple(canvas, rng):
    """The phase of the ripples at each sample, and how far they are from a branch."""
    shape = np.int32(canvas.extent[::-1] / LENGTH * 8) // 2 * 2
    ky = np.fft.fftfreq(shape[0], canvas.extent[1] / shape[0])[:, None] * LENGTH
    kx = np.fft.rfftfreq(shape[1], canvas.extent[0] / shape[1])[None] * LENGTH
    along = kx * np.cos(ACROSS) + ky * np.sin(ACROSS)
    aside = ky * np.cos(ACROSS) - kx * np.sin(ACROSS)
    length = np.hypot(kx, ky)
    turn = np.arctan2(aside, np.abs(along))
    band = np.exp(-((length - 1) / 0.2) ** 2 - (turn / 0.62) ** 2)
    waves = relax(np.fft.rfft2(rng.standard_normal(shape)) * band, band)
    # The same a quarter of a wave on, across the crests, has the phase.
    real = canvas.enlarge(waves)
    imaginary = canvas.enlarge(waves * (1j * np.sign(along)))
    strength = np.hypot(real, imaginary)
    return np.arctan2(imaginary, real), strength / strength.mean()


def scallop(x, y):
    """Of a fan with ribs: height, below 0 outside; share of its bands; place between
    beak and rim."""
    angle, reach = np.arctan2(x, y + 0.96), np.hypot(x, y + 0.96)
    ribs = np.cos(angle * 25)
    edge = 1.94 * np.cos(np.clip(angle, -1.45, 1.45)) ** 0.62 * (1 + 0.014 * ribs)
    edge *= 1 - 0.42 * smoothstep(0.72, 1.25, np.abs(angle))
    u = reach / np.maximum(edge, 0.01)
    dome = np.sqrt(np.clip(1 - (2 * u - 0.86) ** 2 / 1.3, 0, 1))
    dome *= np.cos(np.clip(angle * 1.15, -1.57, 1.57)) ** 0.6
    z = 0.46 * dome - 0.06 + 0.014 * ribs * smoothstep(0.1, 0.5, u)
    bands = 0.5 + 0.5 * np.sin(9 * np.pi * u ** 1.6)
    bands = 0.45 * bands * smoothstep(0, 0.3, u) + 0.2 * smoothstep(0, -0.6, ribs)
    return np.where(u < 1, z, -1), bands, u


def turret(x, y):
    """The same of a slender spire of whorls, from tip to mouth."""
    s = (x + 1) / 2
    radius = 0.30 * s * smoothstep(1.02, 0.93, s) ** 0.35 * (s > 0) * (s < 1.02)
    v = y / np.maximum(radius, 1e-3)
    whorl = np.log(np.maximum(s - 0.05 * v * s, 1e-3)) / np.log(1.26)
    turn = whorl - np.floor(whorl)
    bulge = np.sin(np.pi * turn) ** 0.6
    width = 0.86 + 0.14 * bulge
    z = radius * np.sqrt(np.clip(1 - (v / width) ** 2, 0, 1)) * (0.8 + 0.2 * bulge)
    bands = 0.75 * smoothstep(0.3, 0.0, turn) + 0.35 * smoothstep(0.5, 0.9, turn)
    return np.where((np.abs(v) < width) & (s > 0.02), z, -1), bands, s


def bivalve(x, y):
    """The same of a smooth oval with lines of growth around its beak."""
    oval, u = np.hypot(x, y / 0.74), np.hypot(0.8 * (x + 0.12), y + 0.62) / 1.45
    dome = np.sqrt(np.clip(1 - oval ** 2, 0, 1)) * (1.15 - 0.35 * u)
    lines = np.sin(60 * u ** 1.3)
    bands = 0.35 * (0.5 + 0.5 * np.sin(17 * u)) + 0.08 * lines
    return np.where(oval < 1, 0.40 * dome - 0.03 + 0.006 * lines, -1), bands, u


# Model, place and size; colours of the body, the bands and the beak.
SHELLS = [
    (scallop, 1459, 315, 46, (240, 222, 204), (214, 150, 122), (232, 196, 176)),
    (scallop, 266, 180, 30, (244, 236, 224), (206, 176, 168), (226, 200, 190)),
    (scallop, 840, 970, 22, (244, 236, 224), (206, 176, 168), (226, 200, 190)),
    (turret, 398, 751, 40, (230, 214, 190), (150, 108, 78), (240, 230, 216)),
    (turret, 1125, 128, 22, (230, 214, 190), (150, 108, 78), (240, 230, 216)),
    (turret, 1722, 708, 34, (238, 226, 208), (186, 146, 112), (244, 236, 224)),
    (bivalve, 617, 240, 27, (246, 240, 230), (206, 186, 164), (236, 216, 200)),
    (bivalve, 984, 545, 19, (246, 240, 230), (206, 186, 164), (236, 216, 200)),
    (bivalve, 1655, 925, 17, (246, 240, 230), (206, 186, 164), (236, 216, 200)),
    (bivalve, 328, 493, 14, (246, 240, 230), (206, 186, 164), (236, 216, 200)),
    (bivalve, 1245, 893, 30, (226, 208, 196), (164, 132, 128), (240, 224, 214)),
    (bivalve, 99, 894, 20, (226, 208, 196), (164, 132, 128), (240, 224, 214))]


def lay_shell(bed, angle, model, x, y, size, body, bands, beak):
    columns, rows, dx, dy = bed.canvas.around(x, y, size * 1.15)
    cos, sin = np.cos(angle) / size, np.sin(angle) / size
    z, share, u = model(dx * cos + dy * sin, dy * cos - dx * sin)
    sand = bed.heights[rows, columns]
    # It lies on the sand as a whole, half as uneven.
    z = size * (z - 0.03) + (sand + sand.mean()) / 2
    colour = mix(linear(*body)[..., None], linear(*bands)[..., None],
                 np.clip(share, 0, 1))
    colour = mix(colour, linear(*beak)[..., None], 0.7 * smoothstep(0.35, 0.0, u))
    # Sand has drifted against it.
    lies = smoothstep(0, 0.05 * size, z - sand)
    bed.tint((rows, columns), colour, lies)
    bed.gloss[rows, columns] += np.float16(0.5 * lies)
    bed.heights[rows, columns] = np.maximum(sand, z)


def lay_bits(bed, rng, count):
    """Bits of shell, and dark grains."""
    width, height = 1920, 1080
    for x, y, turn, kind, small in rng.random((count, 5)):
        size = 1.3 + 3.2 * small ** 4
        columns, rows, dx, dy = bed.canvas.around(x * width, y * height, size)
        cos, sin = np.cos(turn * np.pi), np.sin(turn * np.pi)
        oval = np.hypot(dx * cos + dy * sin, (dy * cos - dx * sin) * 1.6) / size
        colour = linear(96, 84, 74) if kind < 0.45 else linear(240, 230, 215)
        bed.tint((rows, columns), colour, 0.7 * smoothstep(1, 0.7, oval))
        bed.heights[rows, columns] += 0.3 * size * np.sqrt(np.clip(1 - oval ** 2, 0, 1))


def blur(plane, radius):
    """A Gaussian blur; the plane is mirrored at its edges."""
    pad = int(3 * radius)
    plane = np.pad(plane, pad, "reflect")
    ky, kx = np.fft.fftfreq(plane.shape[0])[:, None], np.fft.rfftfreq(plane.shape[1])
    passed = np.exp(-2 * (np.pi * radius) ** 2 * (kx * kx + ky * ky))
    plane = np.fft.irfft2(np.fft.rfft2(plane) * passed, plane.shape)
    return np.float32(plane[pad:-pad, pad:-pad])


def submerge(picture):
    """Grades a picture of dry sand as wet sand under clear shallow water.

    Hues differ more and ridges have more contrast; grain and large areas keep theirs.
    """
    _, height, width = picture.shape
    light = picture.mean(0)
    ridges = blur(light, width / 640) / blur(light, width / 64)
    hue = picture / light
    picture = picture * ridges ** 1.7 * hue ** column(3, 2.2, 2.2)[..., None]
    middle = picture[:, height // 3:height * 2 // 3, width // 3:width * 2 // 3]
    scale = SHALLOWS / middle.mean((1, 2))[:, None]
    return np.minimum(picture * scale[..., None], 1)


def draw(canvas, seed):
    """Draws the bed from above."""
    rng = np.random.default_rng([seed, 2])
    bed = Relief(canvas, 0.02)
    phase, strength = ripple(canvas, rng)
    mottle, grain = canvas.clouds(rng, 60, 6, 0.6), canvas.clouds(rng, 9, 1.2, -0.5)
    crest = (0.5 + 0.5 * np.cos(phase + 0.35 * np.sin(phase) + 0.03 * mottle)) ** 1.5
    tall = smoothstep(0.0, 0.9, strength)  # none where ripples branch
    tall *= np.clip(0.72 + 0.2 * canvas.clouds(rng, 1300, 260), 0.3, 1.1)
    bed.heights[:] = (HEIGHT * tall * crest + 5 * canvas.clouds(rng, 2000, 500)
                      + 0.20 * canvas.clouds(rng, 34, 18, 0.5, 0.45, ACROSS)
                      + 0.12 * mottle + 0.03 * grain)
    warm = smoothstep(-1.5, 2.2, canvas.clouds(rng, 900, 120) + 0.5 * mottle)
    colour = mix(PALE[..., None], WARM[..., None], 0.55 * warm)
    colour = mix(colour, GREY[..., None], 0.30 * (1 - crest) * tall)
    bed.colour[:] = colour * (1 + 0.045 * grain + 0.03 * mottle)
    lay_bits(bed, rng, 1400)
    for shell in SHELLS:
        lay_shell(bed, rng.uniform(0, 2 * np.pi), *shell)
    depth = 150 + 50 * canvas.clouds(rng, 2200, 600)

    def shade(place, p, jitter):
        return bed.light(p, jitter, bed.look(place), depth=depth[place])
    return submerge(photograph(bed, rng, shade, 0.28))
