/* SPDX-License-Identifier: MIT */
/*
 * Swell: a few long plane waves that are drawn, not stepped. Rendering reads
 * their sum with the heights from a plane of their own; the water itself does
 * not change.
 *
 *     heights  __.-._____    A sum of RIPPLE_SWELL_WAVES cosines, each of
 *     swell    .-'''-.___    a + b: cos a cos b - sin a sin b, where `a`
 *     surface  .-'`''-.__    depends on the column, `b` on row and step.
 *
 * The formula. Phases have 2^32 a turn and wrap; cosines are rounded to 1/2^15,
 * at most 32767:
 *
 *     a = column * per_column
 *     b = row * per_row + step * per_step - late + start
 *     late = (256 - phase) * per_step / 2^8, rounded down
 *     sum of  cos a * round(amplitude cos b / 2^15)
 *           - sin a * round(amplitude sin b / 2^15)
 *     height = sat16(height + round(sum / 2^(15 + RIPPLE_SWELL_BITS)))
 *
 * round() rounds halves up.
 */
#ifndef RIPPLE_LOOK_SWELL_H
#define RIPPLE_LOOK_SWELL_H

#include "ripple.h"
#include "lib/water/field.h"

typedef struct SwellWave {
    uint32_t per_column, per_row, per_step; /* phases, 2^32 a turn */
    uint32_t start;
    int amplitude; /* heights, in 1/2^RIPPLE_SWELL_BITS */
} SwellWave;

typedef struct Swell {
    Plane surface;  /* heights plus swell, with halo; all its tiles are active.
                       cells are NULL without swell */
    int16_t *waves; /* cosines, then sines, per wave, columns -1..columns */
    size_t stride;  /* from one row of `waves` to the next */
    uint32_t step;  /* steps since swell was 0; wraps */
    int phase;      /* of this rendering, as in Blending */
    SwellWave wave[RIPPLE_SWELL_WAVES];
} Swell;

/* Wave i, 0..RIPPLE_SWELL_WAVES - 1, for checked settings. */
SwellWave ripple_swell_wave(const RippleSettings *settings, int i);

/* The factors of wave i at row y, -1..rows; see the formula. */
typedef struct SwellFactors {
    int16_t of_cosine, of_sine;
} SwellFactors;
SwellFactors ripple_swell_factors(const Swell *swell, int i, int y);

/* Allocates memory for a field of this shape unless it exists. Returns 0 or
   RIPPLE_ERROR_MEMORY; on error *swell is as after clear. */
int ripple_swell_init(Swell *swell, const Field *field);

/* Frees the memory and zeroes the struct. */
void ripple_swell_clear(Swell *swell);

/* Computes the waves of new settings. */
void ripple_swell_configure(Swell *swell, const RippleSettings *settings);

/* Fills a row of tiles of the surface and the halo beside it from `plane` and
   its halo. Call once per row, in any order or in parallel. */
void ripple_swell_fill_row(const Swell *swell, const Field *field,
                           const Plane *plane, int tile_y);

#endif
