/* SPDX-License-Identifier: MIT */
/*
 * Constants of kernels, water and light, and structs of what formulas count
 * with. Shaders get this file too: the words of C in it are GLSL as well.
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
 * Taller tiles read more rows at once than hardware prefetchers follow; in
 * narrower ones finding the active tiles takes more time than stepping them.
 */
#define RIPPLE_TILE_COLUMNS 64
#define RIPPLE_TILE_ROWS    8

/* Fixed point of a stencil: bits behind the point. */
#define RIPPLE_WEIGHT_BITS    14
#define RIPPLE_SPEED_BITS     4
#define RIPPLE_STIFFNESS_BITS 11

/* Fine heights: a height and a fraction of it, -2048..2047, in 1/2^12. */
#define RIPPLE_FRACTION_BITS 12

/* Linear and fine, damped: a change of so many whole units, or more, is rounded
   to nearest. */
#define RIPPLE_FAST 16

/* Springs: a height or speed up to this goes toward 0 when it is rounded. */
#define RIPPLE_SLOW 16

/* Open edges: bits of `sum` and `product`, and of `resists`. */
#define RIPPLE_OPEN_FACTOR_BITS 12
#define RIPPLE_OPEN_SHARE_BITS  14

/* Fine heights sink by 1/2^RIPPLE_OPEN_SINK_BITS of them a step, others by 1.
 */
#define RIPPLE_OPEN_SINK_BITS 10

/* Energies are in 1/2^4 of a squared height. */
#define RIPPLE_ENERGY_BITS 4

/* The governor: steps from one measurement to the next, and those in a current.
 */
#define RIPPLE_GOVERNOR_INTERVAL 16
#define RIPPLE_GOVERNOR_FAST     4

#define RIPPLE_GOVERNOR_LITTLE 4 /* bits of a loss up to twice the budget */
#define RIPPLE_GOVERNOR_MUCH   1 /* above it */

/* In a current, still water counts 1/2^8 of its square. */
#define RIPPLE_GOVERNOR_LEVEL_BITS 8

/* Measurements after which the search for sums that repeat starts anew, and a
   prime by which sums are mixed. */
#define RIPPLE_GOVERNOR_LOOKS 1024
#define RIPPLE_GOVERNOR_MIX   1000003

/* Water whose sums repeat keeps a budget of 1 - 1/2^3 of its energy. */
#define RIPPLE_GOVERNOR_CUT 3

/* Root mean square of heights with fractions. */
#define RIPPLE_GOVERNOR_MAX_LEVEL 8192

/* Swell: waves, fraction bits of amplitudes, and of the sum of all waves: of
   cosine times amplitude. */
#define RIPPLE_SWELL_WAVES    6
#define RIPPLE_SWELL_BITS     3
#define RIPPLE_SWELL_SUM_BITS (15 + RIPPLE_SWELL_BITS)

/* Between two steps: bits behind the point of the share of the newer one. */
#define RIPPLE_PHASE_BITS 8

#define RIPPLE_RAY      256  /* the light of a ray */
#define RIPPLE_MAX_RAYS 4095 /* light that counts at a node */

/* Light of RIPPLE_BRIGHT and more is compressed to half of that. */
#define RIPPLE_BRIGHT 512

/* Fixed point of the refraction gain: 12 bits behind the point. Bilinear and
   limited offsets have 8. */
#define RIPPLE_GAIN_BITS 12
#define RIPPLE_BEND_BITS 8

/* The rounding of a bilinear mean; mix_rows in draw.inc tells why. */
#define RIPPLE_MEAN_HALF 64
#define RIPPLE_MEAN_GAIN 516

/* The strongest light, and the brightness that it adds to what it multiplies;
   with these no channel exceeds 255. */
#define RIPPLE_LIGHT_RANGE 156
#define RIPPLE_LIGHT_FLOOR 24

/* Light on the floor is multiplied by 2^4 before its factor. */
#define RIPPLE_CAUSTICS_BITS 4

#define RIPPLE_SQRT_HALF 23170 /* in 1/2^15 */

/* The grey of calm water in the views of heights and slopes. */
#define RIPPLE_GREY 128

/* The view of heights: the colour of the lowest, and what the highest has more,
   in 1/2^8. */
#define RIPPLE_DEEP_RED   1
#define RIPPLE_DEEP_GREEN 24
#define RIPPLE_DEEP_BLUE  96
#define RIPPLE_RAMP_GREEN 232
#define RIPPLE_RAMP_BLUE  160

/* The numbers of a model. Bounds keep every sum of a kernel within 32 bits. */
struct Stencil {
    int kind;    /* a StencilKind */
    int mirror;  /* 1: land reflects waves upright; 0: inverted */
    int damping; /* classic, round: 0..15, 0 for none */
    /* linear, fine: in 1/2^14; w_prev, at most 0, counts from the previous
       height (see step.inc); 0 <= w_edge, 0 <= w_diag, |w_prev| + |w_now|
       + 4 * (w_edge + w_diag) <= 2^16 */
    int16_t w_prev, w_now, w_edge, w_diag;
    int16_t w_rest; /* fine: in 1/2^26, the rest of w_now; counts for heights,
                       not for fractions; |w_rest| <= 2^12 */
    int is_damped;  /* linear, fine, spring: water comes to rest */
    /* spring: a speed is in 1/16 of a height per step */
    int16_t speed_kept;  /* factor of the speed, in 1/2^11, 0..2048 */
    int16_t stiffness;   /* speed per height of force, in 1/2^11, 0..16384 */
    int16_t friction;    /* taken from each speed after that, 0 or 1 */
    int16_t height_kept; /* factor of the height, in 1/2^14, 0..16384 */
    int16_t max_speed;   /* 0..32000 */
    int16_t max_height;  /* of all models: heights are +-max_height; classic,
                            round and linear_round: at most 8191 */
};

/* How far a slope moves a ray. */
struct RayBend {
    int16_t max_slope; /* steeper ones count as this */
    int16_t doublings; /* of the slope; it still fits in 16 bits */
    int16_t gain;      /* makes 1/2^8 cell of that, at most 2^12 */
};

/*
 * A smooth, monotone limit: a parabola whose slope is 1 at 0 and 0 at `max`,
 * from where on the result is `top` = max / 2. For v >= 0, with
 *
 *     d = (max - min(v >> halvings, max)) << up
 *     soft_limit(v) = (top - scale(scale(d, d), factor)) << halvings
 *
 * and soft_limit(-v) = -soft_limit(v). ripple_soft_limit_make makes the numbers
 * such that 0 stays 0.
 */
struct SoftLimit {
    int16_t max, top, factor, halvings, up;
};

/*
 * Light on the surface, and the grey levels of the views. Factors are in
 * 1/2^15, -32767..32767, of slopes, heights and Laplacians that were doubled
 * `doublings` times, 0..15. Light is in 1/2^8.
 */
struct Lighting {
    int doublings;
    int16_t diffuse_x, diffuse_y; /* factors of the slopes: Lambert */
    int16_t caustic;              /* factor of the Laplacian: a lens */
    int16_t specular_peak;        /* diffuse light at which a mirror shines */
    int16_t specular_width;       /* and how far off it does, 0..181 */
    int16_t specular_shift;       /* width^2 << shift is below 2^15 */
    int16_t specular;             /* factor of that shine */
    int16_t sky;                  /* factor of the slopes: Fresnel */
    int16_t sky_from;             /* the slope in y that mirrors least */
    int16_t sky_level;            /* the mirrored light of level water */
    SoftLimit sky_knee;           /* up to which slopes count by their square */
    SoftLimit faint, strong; /* of light, and of a quarter of it; as that of
                                the sky, without halvings */
    int16_t caustics;        /* factor of 16 times the light on the floor */
    int16_t slope_grey, height_grey; /* factors of the views of them */
};

/* How heights bend the view and shine. */
struct Optics {
    int gain_q12;         /* pixels of offset per slope, 0..RIPPLE_MAX_GAIN */
    SoftLimit bend_limit; /* of offsets in 1/2^8 pixel, which then turn; max 0:
                             none, and they do not */
    int is_whole; /* offsets are whole pixels, as in 1999, without a limit */
    Lighting light;
};

/* The heights of a cell and of its neighbours. */
struct Around {
    int own, left, right, up, down;
};

#endif
