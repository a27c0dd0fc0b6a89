/* SPDX-License-Identifier: MIT */
/*
 * Perlin's noise with a quintic fade. Its gradient is computed along with it,
 * since bumps need the slope and differences of noise would cost four times.
 */
#include "noise.h"

#include <stdint.h>

#include "random.h"

static Vec3 lattice_slope(int x, int y, int z)
{
    uint32_t h = random_hash((uint32_t)x, (uint32_t)y, (uint32_t)z);
    return (Vec3){(float)(h & 1023) * (2.0f / 1023.0f) - 1.0f,
                  (float)(h >> 10 & 1023) * (2.0f / 1023.0f) - 1.0f,
                  (float)(h >> 20 & 1023) * (2.0f / 1023.0f) - 1.0f};
}

/* Summed over the eight corners of the cell. */
Noise noise_at(Vec3 p)
{
    float fx = floorf(p.x), fy = floorf(p.y), fz = floorf(p.z);
    float t[3] = {p.x - fx, p.y - fy, p.z - fz};
    float transition[3], rise[3];
    for (int i = 0; i < 3; i++) {
        float s = t[i];
        transition[i] = s * s * s * (s * (s * 6.0f - 15.0f) + 10.0f);
        rise[i] = 30.0f * s * s * (s * (s - 2.0f) + 1.0f);
    }
    Noise sum = {0};
    for (int corner = 0; corner < 8; corner++) {
        int i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
        Vec3 g = lattice_slope((int)fx + i, (int)fy + j, (int)fz + k);
        float wx = i ? transition[0] : 1.0f - transition[0];
        float wy = j ? transition[1] : 1.0f - transition[1];
        float wz = k ? transition[2] : 1.0f - transition[2];
        float v = g.x * (t[0] - (float)i) + g.y * (t[1] - (float)j) +
                  g.z * (t[2] - (float)k);
        sum.value += wx * wy * wz * v;
        Vec3 turn = {(i ? rise[0] : -rise[0]) * wy * wz * v,
                     (j ? rise[1] : -rise[1]) * wx * wz * v,
                     (k ? rise[2] : -rise[2]) * wx * wy * v};
        sum.slope = add(sum.slope, add(scaled(g, wx * wy * wz), turn));
    }
    return sum;
}

Noise noise_fractal(Vec3 p, int octaves)
{
    Noise sum = {0};
    float strength = 1.0f, frequency = 1.0f;
    for (int i = 0; i < octaves; i++) {
        Noise n = noise_at(scaled(p, frequency));
        sum.value += strength * n.value;
        sum.slope = add(sum.slope, scaled(n.slope, strength * frequency));
        strength *= 0.5f;
        frequency *= 2.03f;
    }
    return sum;
}
