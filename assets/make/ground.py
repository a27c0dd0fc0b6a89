# SPDX-License-Identifier: MIT
"""What the beds share: noise, a ground of heights, and light through water.

A unit of length is 1/1920 of the picture's width, and z points up. Arrays hold the
axes of space (or red, green, blue) first and the points last. Colours are linear,
those of sRGB to the power of 2.2.
"""
import numpy as np

SAMPLES = 2   # SAMPLES x SAMPLES in a pixel
MARGIN = 169  # units around the frame, not seen
TO_SUN, TO_BRIGHT_SKY = np.float32([[[-0.46], [-0.40], [0.793]],
                                    [[0.38], [-0.32], [0.868]]])


def smoothstep(low, high, value):
    t = np.clip((value - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def dot(a, b):
    return np.einsum("i...,i...->...", a, b)


def unit(a):
    return a / np.sqrt(dot(a, a) + 1e-20)


def mix(a, b, share):
    return a + (b - a) * share


def column(*values):
    return np.float32(values)[:, None]


def linear(*srgb):
    """The colour of red, green and blue up to 255."""
    return (column(*srgb) / 255) ** 2.2


class Canvas:
    """The samples of a picture of 16:9, and of a margin around it."""

    def __init__(self, width):
        self.width, self.height = width, width * 9 // 16
        self.pitch = 1920 / width / SAMPLES  # units between samples
        self.margin = int(MARGIN / self.pitch)
        self.columns = width * SAMPLES + 2 * self.margin
        self.rows = self.height * SAMPLES + 2 * self.margin
        self.extent = np.array([1920, 1080]) + 2 * MARGIN  # units
        # The places of columns and of rows, in units.
        self.axes = [np.float32((np.arange(n) - self.margin) * self.pitch)
                     for n in (self.columns, self.rows)]

    def around(self, x, y, reach):
        """Slices of the columns and rows near a place; their distances from it."""
        slices, distances = [], []
        for middle, axis in zip((x, y), self.axes):
            first, end = np.searchsorted(axis, [middle - reach, middle + reach])
            slices.append(slice(first, end))
            distances.append(axis[first:end] - np.float32(middle))
        return *slices, distances[0], distances[1][:, None]

    def enlarge(self, waves):
        """What has these waves of the extent: rows are waves down, 0, 1, ... -2, -1."""
        down, along = waves.shape
        low = min((down + 1) // 2, self.rows // 2)
        along = min(along, self.columns // 2)
        full = np.zeros((self.rows, self.columns // 2 + 1), complex)
        full[:low, :along] = waves[:low, :along]
        full[1 - low:, :along] = waves[down - low + 1:, :along]
        return np.float32(np.fft.irfft2(full, (self.rows, self.columns)) * full.size)

    def waves(self, rng, shortest, strength):
        """Random waves no shorter than that; strength is a function of (kx, ky)."""
        along, down = np.int32(self.extent / shortest)
        kx = np.arange(along) / self.extent[0]
        ky = np.fft.ifftshift(np.arange(-down, down + 1))[:, None] / self.extent[1]
        real, imaginary = rng.standard_normal((2, 2 * down + 1, along))
        factor = strength(kx, ky)
        factor[0, 0] = 0
        return (real + 1j * imaginary) * factor

    def clouds(self, rng, longest, shortest, slope=1.0, stretch=1.0, angle=0.0):
        """Noise of waves of these lengths, each as strong as its length to the slope.

        It is that much longer along a direction. The standard deviation is about 1.
        """
        cos, sin = np.cos(angle), np.sin(angle)

        def strength(kx, ky):
            k = np.hypot((kx * cos + ky * sin) * stretch, ky * cos - kx * sin) + 1e-9
            band = np.exp(-(1 / (k * longest)) ** 4 - (k * shortest * 1.25) ** 4)
            return k ** (-slope - 1) * band
        noise = self.enlarge(self.waves(rng, shortest, strength))
        return noise / noise[::8, ::8].std()


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


class Ground:
    """The height of each sample of a canvas, and what of the sky and sun it sees."""

    def __init__(self, canvas):
        self.canvas = canvas
        self.heights = np.empty((canvas.rows, canvas.columns), np.float32)

    def at(self, grid, p):
        """The cell of a grid at each point; it is clamped to the grid."""
        rows, columns = grid.shape
        scale = columns / self.canvas.columns
        i, j = ((p[:2] / self.canvas.pitch + self.canvas.margin)
                * scale).astype(np.int32)
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
        """The share of the sun that passes the ground, with a penumbra."""
        # Few jittered steps make noise, and the mean of a pixel's samples hides it.
        share, t, step = 1, 1.2 + 1.6 * jitter, 1.6
        while step < 24:
            q = p + TO_SUN * t
            clear = q[2] - self.at(self.heights, q)
            share = np.minimum(share, 0.5 + 8 * (clear + 0.8) / (t + 6))
            t, step = t + step, step * 1.13
        return smoothstep(0, 1, share)

    def light(self, p, jitter, look, net=1.0, depth=250):
        """The light that a surface at p sends up through water of that depth.

        Its look is colour, normal and gloss; net is what waves gather of the sun.
        """
        colour, normal, gloss = look
        facing, side, shine = [np.clip(dot(direction, normal), 0, 1) for direction in
                               (TO_SUN, TO_BRIGHT_SKY, unit(TO_SUN + column(0, 0, 1)))]
        sun = column(3.85, 3.22, 2.73) * (0.13 + 1.05 * net ** 1.2 / (1 + 0.03 * net))
        sun = sun * self.sun(p, jitter) * facing
        open_sky = self.sky(p, jitter)
        sky = column(0.66, 0.72, 0.82) * open_sky * (0.35 + 0.65 * side)
        bounce = column(0.24, 0.215, 0.19) * (1 - open_sky)
        colour = colour * (sun + sky + bounce) + sun * (0.07 * gloss * shine ** 36)
        # On its way up the light loses red, and the haze of the water adds blue.
        lost = column(-0.0037, -0.00136, -0.00054) * np.maximum(depth - p[2], 0)
        return mix(column(0.008, 0.078, 0.124), colour, np.exp(lost))


class Relief(Ground):
    """A ground whose samples have a colour and a gloss each."""

    def __init__(self, canvas, gloss):
        super().__init__(canvas)
        self.colour = np.empty((3, canvas.rows, canvas.columns), np.float16)
        self.gloss = np.full((canvas.rows, canvas.columns), gloss, np.float16)

    def tint(self, part, colour, share):
        """Mixes a share of a colour into a part."""
        for mine, other in zip(self.colour, colour):
            mine[part] = mix(mine[part], other, share)

    def look(self, place):
        """Colour, normal and gloss of samples."""
        j, i = place
        slopes = [self.heights[j, i - 1] - self.heights[j, i + 1],
                  self.heights[j - 1, i] - self.heights[j + 1, i]]
        normal = np.stack([*slopes, np.full(j.size, 2 * self.canvas.pitch, np.float32)])
        return (np.float32(self.colour[:, j, i]), unit(normal),
                np.float32(self.gloss[place]))


def expose(canvas, p, colour):
    """Light as on a film, from 0 to 1, darker to the corners of the picture."""
    far = 2 * ((p[:2] / column(1920, 1080) - 0.5) ** 2).sum(0)
    colour *= 1 - 0.12 * far - 0.34 * far * far
    # The filmic curve of Narkowicz, 2015, keeps contrast and rolls off lights.
    colour *= (2.51 * colour + 0.03) / (colour * (2.43 * colour + 0.59) + 0.14)
    colour = np.clip(colour, 0, 1).reshape(3, -1, SAMPLES, canvas.width, SAMPLES)
    return colour.mean((2, 4))


def photograph(ground, rng, shade, exposure=1.0):
    """The ground from above, by shade(place, p, jitter). A pixel is the mean of its
    samples."""
    canvas, picture = ground.canvas, []
    for j in np.array_split(np.arange(canvas.height * SAMPLES), canvas.height // 4):
        j, i = np.meshgrid(j, np.arange(canvas.width * SAMPLES), indexing="ij")
        place = (j + canvas.margin).ravel(), (i + canvas.margin).ravel()
        p = np.float32([*np.stack([i.ravel(), j.ravel()]) * canvas.pitch,
                        ground.heights[place]])
        jitter = rng.random(i.size, np.float32)
        picture.append(expose(canvas, p, exposure * shade(place, p, jitter)))
    return np.concatenate(picture, axis=1) ** (1 / 2.2)
