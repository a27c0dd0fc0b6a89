/* SPDX-License-Identifier: MIT */
/*
 * Photons go straight down through every cell of the surface, are moved by
 * the slope of the waves there, and land: many where waves focus them. Each
 * colour is bent a little differently.
 */
#include "caustics.h"

#include <math.h>
#include <stdlib.h>

#include "random.h"
#include "vector.h"

#define SWELLS 48 /* waves of the water */

typedef struct Swell {
    float x, y, phase, strength; /* wave vector; slope of the wave */
} Swell;

static void make_swells(Swell swells[SWELLS], uint32_t seed)
{
    Random random = random_seeded(seed, 1000, 0);
    for (int i = 0; i < SWELLS; i++) {
        float t = ((float)i + random_chance(&random)) / SWELLS;
        float wave_length = 80.0f * powf(440.0f / 80.0f, t);
        float angle = random_between(&random, 0.0f, 2.0f * PI_F);
        float k = 2.0f * PI_F / wave_length;
        swells[i] = (Swell){k * cosf(angle), k * sinf(angle),
                            random_between(&random, 0.0f, 2.0f * PI_F),
                            3.25f * powf(wave_length / 150.0f, 0.7f)};
    }
}

/* How far the water's slope at (x, y) moves light on the ground. */
static void bend_light(const Swell swells[SWELLS], float x, float y,
                       float bend[2])
{
    bend[0] = bend[1] = 0.0f;
    for (int i = 0; i < SWELLS; i++) {
        const Swell *s = &swells[i];
        float slope = s->strength * cosf(s->x * x + s->y * y + s->phase);
        float length = sqrtf(s->x * s->x + s->y * s->y);
        bend[0] += slope * s->x / length;
        bend[1] += slope * s->y / length;
    }
}

/* The sun is no point: spreads every photon over some units. */
static bool spread_light(Grid *grid)
{
    static const float WEIGHT[] = {0.09f, 0.24f, 0.34f, 0.24f, 0.09f};
    Grid old = *grid;
    grid->cells =
        calloc((size_t)grid->columns * (size_t)grid->rows, sizeof *grid->cells);
    if (!grid->cells) {
        *grid = old;
        return false;
    }
    for (int row = 2; row < grid->rows - 2; row++)
        for (int column = 2; column < grid->columns - 2; column++) {
            float sum = 0.0f;
            for (int j = -2; j <= 2; j++)
                for (int i = -2; i <= 2; i++)
                    sum += WEIGHT[j + 2] * WEIGHT[i + 2] *
                           *grid_cell(&old, column + i, row + j);
            *grid_cell(grid, column, row) = sum;
        }
    free(old.cells);
    return true;
}

static void land_photon(Grid *grid, float x, float y, float energy)
{
    if (x < 0.0f || y < 0.0f || x >= (float)(grid->columns - 1) ||
        y >= (float)(grid->rows - 1))
        return;
    int column = (int)x, row = (int)y;
    float tx = x - (float)column, ty = y - (float)row;
    float *upper = grid_cell(grid, column, row);
    float *lower = upper + grid->columns;
    upper[0] += energy * (1.0f - tx) * (1.0f - ty);
    upper[1] += energy * tx * (1.0f - ty);
    lower[0] += energy * (1.0f - tx) * ty;
    lower[1] += energy * tx * ty;
}

/* Sends light through one cell of the surface, whose corners bend it so. */
static void light_cell(Grid caustics[3], int column, int row,
                       const float *upper, const float *lower)
{
    static const float DISPERSION[3] = {0.975f, 1.0f, 1.025f};
    enum { PHOTONS = 3 };
    for (int j = 0; j < PHOTONS; j++)
        for (int i = 0; i < PHOTONS; i++) {
            float tx = ((float)i + 0.5f) / PHOTONS;
            float ty = ((float)j + 0.5f) / PHOTONS;
            float bend[2];
            for (int k = 0; k < 2; k++)
                bend[k] = mix(mix(upper[k], upper[k + 2], tx),
                              mix(lower[k], lower[k + 2], tx), ty);
            for (int c = 0; c < 3; c++)
                land_photon(&caustics[c],
                            (float)column + tx + bend[0] * DISPERSION[c],
                            (float)row + ty + bend[1] * DISPERSION[c],
                            1.0f / (PHOTONS * PHOTONS));
        }
}

bool caustics_cast(Grid caustics[3], uint32_t seed)
{
    Swell swells[SWELLS];
    make_swells(swells, seed);
    int columns = caustics[0].columns, rows = caustics[0].rows;
    float *bends = malloc(4 * (size_t)columns * sizeof *bends);
    if (!bends)
        return false;
    for (int row = 0; row < rows; row++) {
        float *upper = bends + (row & 1 ? 2 * columns : 0);
        float *lower = bends + (row & 1 ? 0 : 2 * columns);
        for (int column = 0; column < columns; column++)
            bend_light(swells, (float)column, (float)row, lower + 2 * column);
        for (int column = 0; row > 0 && column < columns - 1; column++)
            light_cell(caustics, column, row - 1, upper + 2 * column,
                       lower + 2 * column);
    }
    free(bends);
    return spread_light(&caustics[0]) && spread_light(&caustics[1]) &&
           spread_light(&caustics[2]);
}
