/* SPDX-License-Identifier: MIT */
#include "lib/view3d/sea.h"

#include "lib/util/fixed.h"
#include "lib/util/memory.h"
#include "lib/util/trig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDE        RIPPLE_SEA_SIDE
#define WAVES       36
#define MAX_ACROSS  14
#define GOLDEN_TURN 0.618033988749895 /* between starts of waves */

/* Texels by which a slope of 1 moves light on the floor. */
#define FOCUS 3.0f

typedef struct Wave {
    int8_t across, down; /* whole waves in a tile */
} Wave;

/* Lengths are a geometric series, 3 to 15 in a tile. Two of three waves run
   within 75 degrees of the wind, which blows at 35 degrees, clockwise from the
   right; each third one runs anywhere and is lower. */
static const Wave all_waves[RIPPLE_SEA_TILES][WAVES] = {
    {{2, 2},   {-1, 3}, {-2, 3},  {2, 3},   {4, 1},  {-2, -3}, {0, 4},  {3, 3},
     {3, -3},  {0, 5},  {5, -1},  {3, 4},   {4, 3},  {5, 0},   {-6, 2}, {-2, 6},
     {6, 1},   {-5, 4}, {1, 7},   {7, -2},  {4, 6},  {6, 5},   {3, 8},  {2, 8},
     {6, 6},   {7, 6},  {-9, -4}, {5, 9},   {3, 10}, {5, 10},  {10, 6}, {8, 9},
     {-5, 12}, {13, 4}, {11, 9},  {-3, -14}},
    {{3, 0},   {3, -1}, {-1, 3}, {3, 2},   {0, 4},   {4, 0},   {1, 4},  {3, -2},
     {-3, -3}, {4, -1}, {5, 0},  {-3, -4}, {-1, 5},  {5, 1},   {-5, 3}, {2, 6},
     {3, 6},   {-2, 6}, {6, 4},  {5, 4},   {-1, -7}, {8, -1},  {-2, 8}, {-7, 6},
     {7, 6},   {9, 2},  {7, -7}, {10, 1},  {10, -3}, {-9, -6}, {12, 2}, {10, 7},
     {3, -12}, {8, 11}, {12, 7}, {-1, 14}},
};
#define LOWER 0.6f

/* Turns a step of a wave as long as a tile; in deep water the square of the
   frequency is inverse to the length. */
static const double speeds[RIPPLE_SEA_TILES] = {0.0042, 0.0085};

/* Waves with the same number across, summed in a row: the factors of its cosine
   and sine in both slopes. */
typedef struct Factors {
    float cosine[2], sine[2];
} Factors;

struct SeaScratch {
    float cosines[MAX_ACROSS][SIDE], sines[MAX_ACROSS][SIDE]; /* by waves */
    Factors factors[SIDE][MAX_ACROSS];                        /* by row */
    float slopes[2][SIDE * SIDE], light[SIDE * SIDE];
};

static uint32_t hash(int x, int y, int seed)
{
    uint32_t value = (uint32_t)x * 0x8da6b343u + (uint32_t)y * 0xd8163841u +
                     (uint32_t)seed * 0xcb1ab31fu;

    value = (value ^ value >> 15) * 0x2c1b3c6du;
    value = (value ^ value >> 12) * 0x297a2d39u;
    return value ^ value >> 15;
}

static float ease(float v)
{
    return v * v * (3 - 2 * v);
}

/* Smooth noise, 0..1, between `count` corners across the tile. */
static float find_noise(int x, int y, int count, int seed)
{
    float u = (float)(x * count) / SIDE, v = (float)(y * count) / SIDE;
    int left = (int)u, top = (int)v;
    float corners[4] = {0};

    for (int i = 0; i < 4; i++)
        corners[i] = (float)(hash((left + i % 2) % count, (top + i / 2) % count,
                                  seed + count) >>
                             16) /
                     65535.0f;
    u = ease(u - (float)left);
    v = ease(v - (float)top);
    corners[0] += (corners[1] - corners[0]) * u;
    corners[2] += (corners[3] - corners[2]) * u;
    return corners[0] + (corners[2] - corners[0]) * v;
}

/* Fills in noise of five scales. */
static void fill_noise(SeaTexel *tile, int seed)
{
    for (int i = 0; i < RIPPLE_SEA_TEXELS; i++) {
        int x = i % RIPPLE_SEA_STRIDE % SIDE, y = i / RIPPLE_SEA_STRIDE % SIDE;
        float sum = 0, share = 0.55f * INT16_MAX;

        for (int count = 4; count <= 64; count *= 2, share *= 0.55f)
            sum += (find_noise(x, y, count, seed) - 0.5f) * share;
        tile[i].noise = (int16_t)sum;
    }
}

int ripple_sea_init(Sea *sea)
{
    const size_t size = RIPPLE_SEA_TILES * RIPPLE_SEA_TEXELS;
    struct SeaScratch *scratch = malloc(sizeof *scratch);

    *sea = (Sea){ripple_memory_alloc(size * sizeof *sea->tiles), scratch, -1};
    if (sea->tiles == NULL || scratch == NULL) {
        ripple_sea_clear(sea);
        return RIPPLE_ERROR_MEMORY;
    }
    memset(sea->tiles, 0, size * sizeof *sea->tiles);
    for (int i = 0; i < RIPPLE_SEA_TILES; i++)
        fill_noise(sea->tiles + i * RIPPLE_SEA_TEXELS, 7 + 100 * i);
    for (int i = 0; i < MAX_ACROSS * SIDE; i++) {
        double degrees = i / SIDE * (i % SIDE) % SIDE * (360.0 / SIDE);

        scratch->cosines[i / SIDE][i % SIDE] = (float)ripple_cosine(degrees);
        scratch->sines[i / SIDE][i % SIDE] = (float)ripple_sine(degrees);
    }
    return RIPPLE_OK;
}

void ripple_sea_clear(Sea *sea)
{
    ripple_memory_free(sea->tiles);
    free(sea->scratch);
    memset(sea, 0, sizeof *sea);
}

/* Adds a wave, so many turns from its start, to the factors. The cosine of
   across + down + turns is that of its negative. */
static void add_wave(struct SeaScratch *scratch, Wave wave, float height,
                     double turns)
{
    int is_back = wave.across < 0;
    int across = abs(wave.across), down = is_back ? -wave.down : wave.down;
    double degrees = (turns - floor(turns)) * (is_back ? -360 : 360);
    float cosine = (float)ripple_cosine(degrees);
    float sine = (float)ripple_sine(degrees);
    float length = sqrtf((float)(across * across + down * down));
    float slopes[2] = {height * (float)across / length,
                       height * (float)down / length};

    for (int y = 0; y < SIDE; y++) {
        Factors *factors = &scratch->factors[y][across];
        int at = (down * y) & (SIDE - 1);
        float c = scratch->cosines[1][at], s = scratch->sines[1][at];
        float even = c * cosine - s * sine, odd = s * cosine + c * sine;

        for (int i = 0; i < 2; i++) {
            factors->cosine[i] += even * slopes[i];
            factors->sine[i] += odd * slopes[i];
        }
    }
}

/* The cosine of across + (down + turns), summed by waves across. */
static void sum_row(struct SeaScratch *scratch, int y)
{
    for (int i = 0; i < 2; i++) {
        float *slopes = scratch->slopes[i] + y * SIDE;

        memset(slopes, 0, SIDE * sizeof *slopes);
        for (int k = 0; k < MAX_ACROSS; k++) {
            const float *cosines = scratch->cosines[k];
            const float *sines = scratch->sines[k];
            float c = scratch->factors[y][k].cosine[i];
            float s = scratch->factors[y][k].sine[i];

            for (int x = 0; x < SIDE; x++)
                slopes[x] += cosines[x] * c - sines[x] * s;
        }
    }
}

/* Sums the waves of a tile; their slopes have a root mean square of 1. */
static void sum_waves(struct SeaScratch *scratch, int tile, int64_t step_q8)
{
    float power = 0, one;

    memset(scratch->factors, 0, sizeof scratch->factors);
    for (int i = 0; i < WAVES; i++)
        power += i % 3 != 2 ? 0.5f : 0.5f * LOWER * LOWER;
    one = 1 / sqrtf(power);
    for (int i = 0; i < WAVES; i++) {
        Wave wave = all_waves[tile][i];
        double rate = sqrt(
            sqrt((double)(wave.across * wave.across + wave.down * wave.down)));

        add_wave(scratch, wave, i % 3 != 2 ? one : one * LOWER,
                 i * GOLDEN_TURN - rate * speeds[tile] * (double)step_q8 / 256);
    }
    for (int y = 0; y < SIDE; y++)
        sum_row(scratch, y);
}

/* Sends a ray from each texel to the floor, shared among four texels there. */
static void gather_light(struct SeaScratch *scratch)
{
    float *light = scratch->light;

    memset(light, 0, sizeof scratch->light);
    for (int i = 0; i < SIDE * SIDE; i++) {
        float u = (float)(i % SIDE + SIDE) + scratch->slopes[0][i] * FOCUS;
        float v = (float)(i / SIDE + SIDE) + scratch->slopes[1][i] * FOCUS;
        int column = (int)u, row = (int)v;
        float right = u - (float)column, below = v - (float)row;
        int left = column & (SIDE - 1), next = (column + 1) & (SIDE - 1);
        int top = (row & (SIDE - 1)) * SIDE;
        int under = ((row + 1) & (SIDE - 1)) * SIDE;

        light[top + left] += (1 - right) * (1 - below);
        light[top + next] += right * (1 - below);
        light[under + left] += (1 - right) * below;
        light[under + next] += right * below;
    }
}

static int16_t to_texel(float v)
{
    return (int16_t)clamp_int((int)(v * RIPPLE_SEA_ONE), -INT16_MAX, INT16_MAX);
}

void ripple_sea_set_step(Sea *sea, int64_t step_q8)
{
    struct SeaScratch *scratch = sea->scratch;

    for (int tile = 0; tile < RIPPLE_SEA_TILES && sea->step_q8 != step_q8;
         tile++) {
        SeaTexel *texels = sea->tiles + tile * RIPPLE_SEA_TEXELS;

        sum_waves(scratch, tile, step_q8);
        gather_light(scratch);
        for (int i = 0; i < RIPPLE_SEA_TEXELS; i++) {
            int from = i / RIPPLE_SEA_STRIDE % SIDE * SIDE +
                       i % RIPPLE_SEA_STRIDE % SIDE;

            texels[i].slope_x = to_texel(scratch->slopes[0][from]);
            texels[i].slope_y = to_texel(scratch->slopes[1][from]);
            texels[i].light = to_texel(scratch->light[from] - 1);
        }
    }
    sea->step_q8 = step_q8;
}
