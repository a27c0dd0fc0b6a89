/* SPDX-License-Identifier: MIT */
/*
 * Constants of kernels, water and light, and the structs of the formulas.
 * Shaders include this file too: its C is also valid GLSL.
 */
#ifndef RIPPLE_KERNELS_SHARED_H
#define RIPPLE_KERNELS_SHARED_H

#ifdef __STDC__
#include <stdint.h>

#define FORMULA static inline

typedef struct Around Around;
typedef struct Stencil Stencil;
typedef struct RayBend RayBend;
typedef struct SoftLimit SoftLimit;
typedef struct Lighting Lighting;
typedef struct Optics Optics;
#else
#define FORMULA
#define int16_t        int
#define uint32_t       uint
#define as_int(value)  int(value)
#define as_uint(value) uint(value)
#define sat16(value)   clamp(value, -32768, 32767)
#endif

/*
 * Taller tiles read more rows at once than hardware prefetchers follow. With
 * narrower ones, finding the active tiles takes more time than stepping them.
 */
#define RIPPLE_TILE_COLUMNS 64
#define RIPPLE_TILE_ROWS    8

/* Fixed point of a stencil: bits behind the point. */
#define RIPPLE_WEIGHT_BITS    14
#define RIPPLE_SPEED_BITS     4
#define RIPPLE_STIFFNESS_BITS 11

/* Fine heights: a height and a fraction of it, -2048..2047, in 1/2^12. */
#define RIPPLE_FRACTION_BITS 12

/* Linear and fine, damped: a change of at least this many whole units is
   rounded to nearest. */
#define RIPPLE_FAST 16

/* Springs: heights and speeds up to this round toward 0. */
#define RIPPLE_SLOW 16

/* Open edges: bits of `sum` and `product`, and of `kept`. */
#define RIPPLE_OPEN_FACTOR_BITS 12
#define RIPPLE_OPEN_SHARE_BITS  14

/* Fine heights at open edges sink by 1/2^RIPPLE_OPEN_SINK_BITS of themselves a
   step, others by 1. */
#define RIPPLE_OPEN_SINK_BITS 10

/* Energies are in 1/2^4 of a squared height. */
#define RIPPLE_ENERGY_BITS 4

/* The governor: steps between measurements, and those in a current. */
#define RIPPLE_GOVERNOR_INTERVAL 16
#define RIPPLE_GOVERNOR_FAST     4

#define RIPPLE_GOVERNOR_LITTLE 4 /* bits of the loss up to twice the budget */
#define RIPPLE_GOVERNOR_MUCH   1 /* bits of the loss above that */

/* In a current, the energy includes 1/2^8 of each squared height. */
#define RIPPLE_GOVERNOR_LEVEL_BITS 8

/* Measurements after which the search for repeating sums restarts, and a prime
   that mixes sums. */
#define RIPPLE_GOVERNOR_LOOKS 1024
#define RIPPLE_GOVERNOR_MIX   1000003

/* Water with repeating sums keeps a budget of 1 - 1/2^3 of its energy. */
#define RIPPLE_GOVERNOR_CUT 3

/* Limit of the root mean square of heights with fractions. */
#define RIPPLE_GOVERNOR_MAX_LEVEL 8192

/* Swell: its waves, the fraction bits of an amplitude, and those of the sum of
   all waves (cosine times amplitude). */
#define RIPPLE_SWELL_WAVES    12
#define RIPPLE_SWELL_BITS     3
#define RIPPLE_SWELL_SUM_BITS (15 + RIPPLE_SWELL_BITS)

/* Fraction bits of the phase between two steps, the share of the newer one. */
#define RIPPLE_PHASE_BITS 8

#define RIPPLE_RAY      128 /* the light of a ray, and of a cell of calm water */
#define RIPPLE_MAX_RAYS 2047 /* maximum light of a cell beyond that */

/* The greatest n of limit_of: a length, in 1/2^8 of its limit. */
#define RIPPLE_LIMIT_END 5793

/* Fraction bits of the refraction gain, and of bilinear and limited offsets. */
#define RIPPLE_GAIN_BITS 12
#define RIPPLE_BEND_BITS 8

/* Fraction bits of offsets before they are limited. */
#define RIPPLE_LIMIT_BITS 6

/* Rounding of a bilinear mean; mix_rows in draw.inc has the derivation. */
#define RIPPLE_MEAN_HALF 64
#define RIPPLE_MEAN_GAIN 516

/* The strongest light, and the brightness added to the channel that it
   multiplies. With these no channel exceeds 255. */
#define RIPPLE_LIGHT_RANGE 156
#define RIPPLE_LIGHT_FLOOR 24

/* Light on the floor of this much or more counts as bright. */
#define RIPPLE_BRIGHT 90

/* Shine above this turns white six times as fast. */
#define RIPPLE_SHINE_KNEE 92

/* The grey of calm water in the views of heights and slopes. */
#define RIPPLE_GREY 128

/* The view of heights: the colour of the lowest height, and the increase up to
   the highest, in 1/2^8. */
#define RIPPLE_DEEP_RED   1
#define RIPPLE_DEEP_GREEN 24
#define RIPPLE_DEEP_BLUE  96
#define RIPPLE_RAMP_GREEN 232
#define RIPPLE_RAMP_BLUE  160

/* Coefficients of a model. Bounds keep every sum of a kernel within 32 bits. */
struct Stencil {
    int kind;    /* a StencilKind */
    int mirror;  /* 1: land reflects waves upright; 0: inverted */
    int damping; /* classic, round: 0..15, 0 for none */
    /* linear, fine: in 1/2^14; w_prev, at most 0, counts from the previous
       height (see step.inc); 0 <= w_edge, 0 <= w_diag, |w_prev| + |w_now|
       + 4 * (w_edge + w_diag) <= 2^16 */
    int16_t w_prev, w_now, w_edge, w_diag;
    int16_t w_rest; /* fine: in 1/2^26, the rest of w_now; for heights, not for
                       fractions; |w_rest| <= 2^12 */
    int is_damped;  /* linear, fine, spring: water comes to rest */
    /* spring: a speed is in 1/16 of a height per step */
    int16_t speed_kept;  /* factor of the speed, in 1/2^11, 0..2048 */
    int16_t stiffness;   /* speed per height of force, in 1/2^11, 0..16384 */
    int16_t friction;    /* subtracted from each speed after that, 0 or 1 */
    int16_t height_kept; /* factor of the height, in 1/2^14, 0..16384 */
    int16_t max_speed;   /* 0..32000 */
    int16_t max_height;  /* of all models: the limit of |height|; at most 8191
                            for classic, round and linear_round */
};

/* Slopes in cells of offset, and how far they move a ray. */
struct RayBend {
    int16_t max_slope; /* limit of slopes */
    int16_t doublings; /* of the slope; the result fits 16 bits */
    int16_t gain;      /* factor from that to 1/2^8 cell, at most 2^12 */
    int16_t depth; /* of the floor: offsets per slope, in 1/2^12, 0..24576 */
};

/*
 * A smooth, monotone limit: a parabola with slope 1 at 0 and slope 0 at `max`.
 * From `max` on the result is `top` = max / 2. For v >= 0, with
 *
 *     d = (max - min(v >> halvings, max)) << up
 *     soft_limit(v) = (top - scale(scale(d, d), factor)) << halvings
 *
 * and soft_limit(-v) = -soft_limit(v). ripple_soft_limit_make chooses the
 * numbers such that 0 stays 0.
 */
struct SoftLimit {
    int16_t max, top, factor, halvings, up;
};

/*
 * Light, in 1/2^8, and grey levels of the views. Factors are in 1/2^15,
 * -32767..32767.
 */
struct Lighting {
    int16_t sun_x, sun_y; /* towards the light, of length 1 in 1/2^15 */
    int16_t line, bright; /* factors of light on the floor, and of what is
                             above RIPPLE_BRIGHT, both 0 or more */
    int16_t shade;        /* factor of missing light on the floor */
    int16_t sky, away;    /* factors of slopes towards the light and away */
    int16_t glint;        /* factor of the mirrored sun, 0 or more */
    int16_t doublings;    /* of slopes and heights before the factors below */
    int16_t slope_grey, height_grey; /* factors of these views */
    SoftLimit floor;                 /* of light on the floor */
    SoftLimit faint, strong; /* of the grey of heights, and of a quarter of it;
                                without halvings */
};

/* Refraction and light of the surface. */
struct Optics {
    int gain_q12; /* pixels of offset per slope, 0..RIPPLE_MAX_GAIN */
    /* From lengths of offsets in 1/2^6 pixel to 1/2^8 of their limit: a factor
       in 1/2^15, then doublings, 0..12. Limited offsets have their sign
       inverted. Factor 0: no limit, same sign. */
    int16_t limit_factor, limit_doublings;
    int is_whole; /* offsets are whole pixels, as in 1999, without a limit */
    Lighting light;
};

/* The heights of a cell and of its neighbours. */
struct Around {
    int own, left, right, up, down;
};

#endif
