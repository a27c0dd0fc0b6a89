/* SPDX-License-Identifier: MIT */
/*
 * Contracts of the kernels that draw the pool in perspective. cast finds the
 * distance that each pixel shows, shade colours it. The formulas are in
 * scalar_perspective.c and perspective.inc.
 *
 * Places are in cells, x to the right and y down the pool; heights are in cells
 * above the calm sea. All numbers are floats. The only operations are + - * /,
 * square roots, comparisons and conversions, which IEEE 754 rounds correctly,
 * in the order of the formulas. So every machine gives the same bits.
 *
 *              eye o--___       The image plane is vertical, `focal` pixels
 *                  |     --__    in front of the eye. Row `horizon` is at eye
 *      height of   |         --  level. A point z cells away, measured
 *      the eye     |  focal   |  forward, and h high is in row
 *      ============+==========|=
 *                  water         horizon + (eye - h) * focal / z
 */
#ifndef RIPPLE_KERNELS_PERSPECTIVE_KERNELS_H
#define RIPPLE_KERNELS_PERSPECTIVE_KERNELS_H

#include "lib/kernels/perspective_shared.h"
#include "ripple.h"

#include <stddef.h>

/* A cell. One 16-byte load reads two neighbours. */
typedef struct Place {
    int16_t ground;  /* in units of the Terrain, above the calm sea */
    int16_t slope_x; /* of the water, in 1/2^RIPPLE_INCLINE_BITS */
    int16_t water;   /* as `ground` */
    int16_t slope_y;
} Place;

/* A cell of the ground (land or sea floor) and its light. One 8-byte load reads
   two neighbours. */
typedef struct Floor {
    int16_t ground; /* as in Place */
    int16_t light;  /* sunlight, in 1/2^RIPPLE_SUN_BITS */
} Floor;

/*
 * Maps of the pool. Each has an extra last column and row, copies of the ones
 * before, so that four neighbours can be read at every place. A place outside
 * the pool, `out` cells from it, uses the nearest cell: the ground falls by
 * out^2 * fall, or rises to a bank, and from RIPPLE_EVEN_AFTER cells on is lit
 * as level ground. If the water at the edge is calm, all water outside is.
 */
typedef struct Terrain {
    const Place *places;
    const Floor *floor;
    ptrdiff_t stride;   /* of both */
    float max_x, max_y; /* columns - 1 and rows - 1 */
    float unit;         /* cells */
    float fall;         /* of the ground per out^2, in cells */
    float bank;         /* height of the ground outside, in cells; 0: sea */
    float bank_in;      /* 1 / cells in which the ground rises to it */
    int is_deck;        /* the bank is paved */
} Terrain;

/*
 * A texel of a tile of wind waves. Slopes have a root mean square of
 * RIPPLE_SEA_ONE, both axes together; `light` is what the waves gather on a
 * floor, 0 on average, in the same unit; noise is -32767..32767. A tile has
 * RIPPLE_SEA_SIDE texels across and down, repeats, and is followed by a copy of
 * its first column and row. The second tile has the finer waves.
 */
typedef struct SeaTexel {
    int16_t slope_x, slope_y, light, noise;
} SeaTexel;

/*
 * Casts the columns x..x + width - 1 of the frame; x and width are multiples of
 * RIPPLE_CAST_GROUP. Walks through `distances` away from the eye and draws
 * places that rise above all nearer ones. Stores 1 / z of each pixel in
 * `inverse`, 0 for sky. Beyond the last distance is calm water.
 *
 * Where a place hides farther ones, `edges` says how far its top is above the
 * centre of the highest pixel that shows it: 1 + rows * RIPPLE_EDGE_ROW. Other
 * edges stay as they are, and so does row 0.
 */
typedef struct CastArgs {
    Terrain terrain;
    Eye eye;
    const float *distances; /* `count`, rising, above 0 */
    int count;
    float highest; /* at least the height of every place */
    float *inverse;
    uint8_t *edges;
    ptrdiff_t inverse_stride; /* of both, from one row to the next */
    int x, width, height;     /* pixels; height is at least 1 */
} CastArgs;

#define RIPPLE_CAST(name) void name(const CastArgs *args)
typedef RIPPLE_CAST(Cast);

typedef struct TextureLevel {
    ptrdiff_t first;  /* its pixel (0, 0) */
    ptrdiff_t stride; /* pixels from one row to the next */
    int last_x, last_y;
} TextureLevel;

/*
 * The picture on the ground. A place (x, y) is at column (x + 1/2) * per_cell_x
 * / 2^level - 1/2 of a level. Levels 1 and above are in `coarse`.
 */
typedef struct Texture {
    const uint32_t *pixels; /* of level 0 */
    const uint32_t *coarse;
    TextureLevel levels[RIPPLE_TEXTURE_LEVELS];
    float limits[RIPPLE_TEXTURE_LEVELS - 1]; /* level i + 1 is shown beyond
                                                limits[i] cells from the eye */
    float per_cell_x, per_cell_y;
} Texture;

typedef struct ShadeArgs {
    Terrain terrain;
    Eye eye;
    Texture texture;
    Scenery scenery;
    const SeaTexel *sea;      /* RIPPLE_SEA_TILES tiles */
    const Mirrored *mirrored; /* first: pixel (0, 0) */
    ptrdiff_t mirrored_stride;
    const float *inverse; /* output of cast */
    ptrdiff_t inverse_stride;
    uint32_t *frame;
    ptrdiff_t frame_stride;
} ShadeArgs;

/* Draws a rectangle of the frame; pixels are independent. */
#define RIPPLE_SHADE(name) void name(const ShadeArgs *args, RippleRect rect)
typedef RIPPLE_SHADE(Shade);

#endif
