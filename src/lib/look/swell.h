/* SPDX-License-Identifier: MIT */
/*
 * Swell: a few long plane waves that are drawn, not stepped. They are added to
 * the heights as they are read for rendering, in a plane of their own, so the
 * water knows nothing of them.
 *
 *     heights  __.-._____    The sum of RIPPLE_SWELL_WAVES cosines. The cosine
 * of a swell    .-'''-.___    sum is cos a cos b - sin a sin b: `a` depends on
 *     surface  .-'`''-.__    the column alone, `b` on row and step.
 *
 * The formula, with phases of 2^32 to a turn, that wrap, and cosines rounded to
 * 1/2^15, at most 32767:
 *
 *     a = column * per_column
 *     b = row * per_row + step * per_step - late + start
 *     late = (256 - phase) * per_step / 2^8, rounded down
 *     sum of  cos a * round(amplitude cos b / 2^15)
 *           - sin a * round(amplitude sin b / 2^15)
 *     height = sat16(height + round(sum / 2^(15 + RIPPLE_SWELL_BITS)))
 *
 * where round takes halves up.
 */
#ifndef RIPPLE_LOOK_SWELL_H
#define RIPPLE_LOOK_SWELL_H

#include "ripple.h"
#include "lib/water/field.h"

#define RIPPLE_SWELL_WAVES 6

/* Bits behind the point of amplitudes. */
#define RIPPLE_SWELL_BITS 3

/* Bits behind the point of the sum of all waves: a cosine times an amplitude.
 */
#define RIPPLE_SWELL_SUM_BITS (15 + RIPPLE_SWELL_BITS)

typedef struct SwellWave {
    uint32_t per_column, per_row, per_step; /* of a turn, 2^32 */
    uint32_t start;
    int amplitude; /* of heights, in 1/2^RIPPLE_SWELL_BITS */
} SwellWave;

typedef struct Swell {
    Plane surface; /* heights with swell, halo too; all its tiles are active.
                      cells are NULL: no swell */
    int16_t
        *waves;    /* cosines, then sines, of each wave's columns -1..columns */
    size_t stride; /* from one row of `waves` to the next */
    uint32_t step; /* since swell was 0; wraps */
    int phase;     /* of this rendering, as in Blending */
    SwellWave wave[RIPPLE_SWELL_WAVES];
} Swell;

/* Wave i, 0..RIPPLE_SWELL_WAVES - 1, for checked settings. */
SwellWave ripple_swell_wave(const RippleSettings *settings, int i);

/* The factors of a wave's cosines and sines at row y, -1..rows; see the
 * formula.
 */
typedef struct SwellFactors {
    int16_t of_cosine, of_sine;
} SwellFactors;
SwellFactors ripple_swell_factors(const Swell *swell, int i, int y);

/* Allocates what a field of this shape needs, unless it is there. Returns 0 or
   RIPPLE_ERROR_MEMORY; on error *swell is as after clear. */
int ripple_swell_init(Swell *swell, const Field *field);

/* Frees the memory and zeroes the struct. */
void ripple_swell_clear(Swell *swell);

/* Takes over the settings. */
void ripple_swell_configure(Swell *swell, const RippleSettings *settings);

/* Fills a row of tiles of the surface, with the halo beside it, from `plane`
   and its halo. Once for each row, in any order or at the same time. */
void ripple_swell_fill_row(const Swell *swell, const Field *field,
                           const Plane *plane, int tile_y);

#endif
