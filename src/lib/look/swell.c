/* SPDX-License-Identifier: MIT */
#include "lib/look/swell.h"

#include "lib/util/fixed.h"
#include "lib/util/trig.h"
#include "lib/kernels/render_kernels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ONE_BITS 15 /* of cosines */
#define CHUNK    64 /* cells summed at once */

/* Waves grow as refraction falls, down to this: so all waves together reach at
   most 3,774 heights. */
#define MIN_REFRACTION (1.0 / 128)

/* Cells per step of a wave 100 cells long. In deep water the square of the
   speed is proportional to the length. */
#define SPEED 0.6

typedef struct Row {
    double length;    /* cells */
    double direction; /* degrees clockwise from the right, as seen */
} Row;

/* Chosen by eye. Waves of a swell differ in length, direction and speed, so
   their sum does not look periodic. */
static const Row wind[RIPPLE_SWELL_WAVES] = {
    {168, 337}, {120, 49}, {105, 5}, {78, 70}, {60, 27}, {49, 350},
    {39, 59},   {29, 21},  {25, 86}, {18, 39}, {16, 6},  {12, 66},
};
static const Row around[RIPPLE_SWELL_WAVES] = {
    {62, 212}, {55, 78},  {53, 299}, {48, 158}, {44, 20},  {41, 248},
    {38, 111}, {34, 338}, {32, 197}, {29, 55},  {28, 286}, {26, 140},
};

static const struct {
    const Row *rows;
    double steepest; /* the largest offset of each wave at swell 100, cells */
} swells[RIPPLE_SWELL_FROM_COUNT] = {
    [RIPPLE_SWELL_FROM_WIND] = {wind, 0.45},
    [RIPPLE_SWELL_FROM_AROUND] = {around, 0.756},
};

static uint32_t to_phase(double turns)
{
    return (uint32_t)(int64_t)floor(turns * 4294967296.0 + 0.5);
}

SwellWave ripple_swell_wave(const RippleSettings *settings, int i)
{
    Row row = swells[settings->swell_from].rows[i];
    double steepest =
        settings->swell / 100 * swells[settings->swell_from].steepest;
    /* Slopes are differences of cells two apart: 4 pi amplitude / length. */
    double offset = steepest * row.length / (4 * PI);
    double per_offset = 1 / max_double(settings->refraction, MIN_REFRACTION);

    return (SwellWave){
        .per_column = to_phase(-ripple_cosine(row.direction) / row.length),
        .per_row = to_phase(-ripple_sine(row.direction) / row.length),
        .per_step = to_phase(SPEED * sqrt(row.length / 100) / row.length),
        .start = (uint32_t)i * 0x9e3779b9u, /* 2^32 / golden ratio */
        .amplitude =
            (int)lround(offset * per_offset * (1 << RIPPLE_SWELL_BITS)),
    };
}

/* The cosine of a phase, in 1/2^15. */
static int16_t cosine(uint32_t phase)
{
    int64_t turn = (int32_t)phase; /* half turns in 1/2^31 */
    int64_t ratio = turn * turn >> (62 - RIPPLE_RATIO_BITS);
    int64_t raised = ripple_raised_cosine(ratio);
    int64_t rounded = (2 * raised - (1 << RIPPLE_COSINE_BITS) +
                       (1 << (RIPPLE_COSINE_BITS - ONE_BITS - 1))) >>
                      (RIPPLE_COSINE_BITS - ONE_BITS);

    return (int16_t)clamp_int64(rounded, -INT16_MAX, INT16_MAX);
}

static int16_t sine(uint32_t phase)
{
    return cosine(phase - ((uint32_t)1 << 30));
}

static void make_all_active(const Field *field, Plane *plane)
{
    for (int y = 0; y < field->tile_rows; y++) {
        memset(ripple_field_flags(field, plane, y), RIPPLE_ACTIVE,
               (size_t)field->tile_columns);
        ripple_field_count_row(field, plane, y);
    }
}

int ripple_swell_init(Swell *swell, const Field *field)
{
    if (swell->waves != NULL)
        return RIPPLE_OK;
    swell->stride = (size_t)field->columns + 2;
    swell->waves =
        malloc(2 * RIPPLE_SWELL_WAVES * swell->stride * sizeof *swell->waves);
    if (swell->waves == NULL ||
        ripple_field_add_plane(field, &swell->surface) != RIPPLE_OK) {
        ripple_swell_clear(swell);
        return RIPPLE_ERROR_MEMORY;
    }
    make_all_active(field, &swell->surface);
    return RIPPLE_OK;
}

void ripple_swell_clear(Swell *swell)
{
    ripple_field_remove_plane(&swell->surface);
    free(swell->waves);
    memset(swell, 0, sizeof *swell);
}

void ripple_swell_configure(Swell *swell, const RippleSettings *settings)
{
    for (int i = 0; i < RIPPLE_SWELL_WAVES; i++) {
        int16_t *cosines = swell->waves + 2 * (size_t)i * swell->stride;
        uint32_t phase;

        swell->wave[i] = ripple_swell_wave(settings, i);
        phase = -swell->wave[i].per_column;
        for (size_t x = 0; x < swell->stride; x++) {
            cosines[x] = cosine(phase);
            cosines[swell->stride + x] = sine(phase);
            phase += swell->wave[i].per_column;
        }
    }
}

static int16_t multiply(int amplitude, int cosine)
{
    return (int16_t)((amplitude * cosine + (1 << (ONE_BITS - 1))) >> ONE_BITS);
}

SwellFactors ripple_swell_factors(const Swell *swell, int i, int y)
{
    const SwellWave *wave = &swell->wave[i];
    uint64_t share = (uint64_t)(RIPPLE_MAX_PHASE - swell->phase);
    uint32_t late = (uint32_t)(share * wave->per_step >> RIPPLE_PHASE_BITS);
    uint32_t phase = (uint32_t)y * wave->per_row +
                     swell->step * wave->per_step - late + wave->start;

    return (SwellFactors){multiply(wave->amplitude, cosine(phase)),
                          multiply(wave->amplitude, sine(phase))};
}

/* Adds a wave to the sums of CHUNK cells. */
static void add_wave(int32_t *restrict sums, const int16_t *restrict cosines,
                     const int16_t *restrict sines, SwellFactors factors,
                     int count)
{
    for (int x = 0; x < count; x++)
        sums[x] += cosines[x] * factors.of_cosine - sines[x] * factors.of_sine;
}

static void add_sums(int16_t *restrict to, const int16_t *restrict from,
                     const int32_t *restrict sums, int count)
{
    const int bits = RIPPLE_SWELL_SUM_BITS;

    for (int x = 0; x < count; x++)
        to[x] = sat16(from[x] + ((sums[x] + (1 << (bits - 1))) >> bits));
}

/* Fills row y, -1..rows, including its halo cells. */
static void fill_cell_row(const Swell *swell, const Field *field,
                          const Plane *plane, int y)
{
    int16_t *to = ripple_field_halo_row(field, swell->surface.cells, y);
    const int16_t *from = ripple_field_halo_row(field, plane->cells, y);
    int width = field->columns + 2;
    SwellFactors factors[RIPPLE_SWELL_WAVES];

    for (int i = 0; i < RIPPLE_SWELL_WAVES; i++)
        factors[i] = ripple_swell_factors(swell, i, y);
    for (int x = 0; x < width; x += CHUNK) {
        int32_t sums[CHUNK] = {0};
        int count = min_int(CHUNK, width - x);

        for (int i = 0; i < RIPPLE_SWELL_WAVES; i++) {
            const int16_t *cosines =
                swell->waves + 2 * (size_t)i * swell->stride + x;

            add_wave(sums, cosines, cosines + swell->stride, factors[i], count);
        }
        add_sums(to + x, from + x, sums, count);
    }
}

void ripple_swell_fill_row(const Swell *swell, const Field *field,
                           const Plane *plane, int tile_y)
{
    RippleRect tile = ripple_field_tile(field, 0, tile_y);
    int first = tile.y - (tile_y == 0);
    int end = tile.y + tile.height + (tile_y == field->tile_rows - 1);

    for (int y = first; y < end; y++)
        fill_cell_row(swell, field, plane, y);
}
