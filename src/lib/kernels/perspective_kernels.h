/* SPDX-License-Identifier: MIT */
/*
 * Contracts of the kernels that draw the pool in perspective: cast finds what
 * each pixel shows, shade colours it. The formulas stand in
 * scalar_perspective.c.
 *
 * Places are in cells, x to the right and y down the pool, heights in cells
 * above the calm sea; all numbers are floats. Only + - * /, square roots,
 * comparisons and conversions are used, which IEEE 754 rounds exactly, in the
 * order of the formulas: the same bits on every machine.
 *
 *              eye o--___       The plane of the picture stands upright at
 *                  |     --__    `focal` pixels before the eye; row `horizon`
 *      height of   |         --  is as high as the eye. What is z cells away,
 *      the eye     |  focal   |  measured forward, and h high is in row
 *      ============+==========|=
 *                  water         horizon + (eye - h) * focal / z
 */
#ifndef RIPPLE_KERNELS_PERSPECTIVE_KERNELS_H
#define RIPPLE_KERNELS_PERSPECTIVE_KERNELS_H

#include "ripple.h"

#include <stddef.h>

typedef struct Vector {
    float x, y, up;
} Vector;

typedef struct Colour {
    float red, green, blue; /* 0..255 */
} Colour;

typedef struct Eye {
    Vector place;
    float forward_x, forward_y; /* of length 1 */
    float right_x, right_y;     /* of length 1 */
    float focal;                /* pixels, above 0 */
    float inverse_focal;        /* 1 / focal */
    float horizon, middle;      /* row and column, counted between pixels */
} Eye;

/* A cell. One load of 16 bytes brings two neighbours. */
typedef struct Place {
    int16_t ground;  /* in units of the Terrain, above the calm sea */
    int16_t slope_x; /* of the water, in 1/2^RIPPLE_INCLINE_BITS */
    int16_t water;   /* as `ground` */
    int16_t slope_y;
} Place;

/* A cell of the ground, land or floor of the sea, and its light. One load of 8
   bytes brings two neighbours. */
typedef struct Floor {
    int16_t ground; /* as that of the Place */
    int16_t light;  /* of the sun on it, in 1/2^RIPPLE_SUN_BITS */
} Floor;

/*
 * Maps of the pool. Each has one column and one row more than there are cells,
 * a copy of the last, so that four neighbours can be read at every place.
 * Outside the pool the nearest cell counts, with `out` cells to it: the ground
 * falls by out^2 * fall, and after RIPPLE_EVEN_AFTER cells it is lit as level
 * ground. Where the water of the edge is calm, so is all outside.
 */
typedef struct Terrain {
    const Place *places;
    const Floor *floor;
    ptrdiff_t stride;   /* of both */
    float max_x, max_y; /* columns - 1 and rows - 1 */
    float unit;         /* cells */
    float fall;         /* of the ground, out * out times, in cells */
} Terrain;

#define RIPPLE_EVEN_AFTER 16.0f

/* Numbers whose squares and cubes are needed stay below it. */
#define RIPPLE_FAR 1e8f

/* How soon the longest waves of wind are too far for the frame. */
#define RIPPLE_WIND_FADE 8.0f

#define RIPPLE_INCLINE_BITS 12
#define RIPPLE_SUN_BITS     7

/* Shares of the way from a place to the one to the right of it are in
   1/2^RIPPLE_ACROSS_BITS. */
#define RIPPLE_ACROSS_BITS 14
#define RIPPLE_ACROSS      (1 << RIPPLE_ACROSS_BITS)

/* Columns are cast in groups of this many. */
#define RIPPLE_CAST_GROUP 16

/*
 * Casts the columns x..x + width - 1 of the frame, both multiples of
 * RIPPLE_CAST_GROUP: walks away from the eye through `distances`, and draws
 * what rises above all that is nearer. `inverse` becomes 1 / z for each pixel,
 * 0 for sky. Behind the last distance lies calm water.
 */
typedef struct CastArgs {
    Terrain terrain;
    Eye eye;
    const float *distances; /* `count`, rising, above 0 */
    int count;
    float highest; /* at least the height of every place */
    float *inverse;
    ptrdiff_t inverse_stride; /* from one row of it to the next */
    int x, width, height;     /* pixels; height is at least 1 */
} CastArgs;

#define RIPPLE_CAST(name) void name(const CastArgs *args)
typedef RIPPLE_CAST(Cast);

/* Level 0 is the picture itself, the others have half the width and height of
   the one before, rounded up. */
#define RIPPLE_TEXTURE_LEVELS 7

typedef struct TextureLevel {
    ptrdiff_t first;  /* its pixel (0, 0) */
    ptrdiff_t stride; /* pixels from one row to the next */
    int last_x, last_y;
} TextureLevel;

/*
 * What lies on the ground. A place (x, y) is at column (x + 1/2) * per_cell_x /
 * 2^level - 1/2 of a level. Levels 1 and above lie in `coarse`.
 */
typedef struct Texture {
    const uint32_t *pixels; /* of level 0 */
    const uint32_t *coarse;
    TextureLevel levels[RIPPLE_TEXTURE_LEVELS];
    float limits[RIPPLE_TEXTURE_LEVELS - 1]; /* beyond limits[i] cells from the
                                                eye level i + 1 is shown */
    float per_cell_x, per_cell_y;
} Texture;

/*
 * The land that level water mirrors at a pixel, if there is water: a ray from
 * there, away from the eye, meets land if it rises less than `top`, the sine of
 * an angle. 0: none.
 */
typedef struct Mirrored {
    Colour colour;
    float top;
} Mirrored;

/* They stand RIPPLE_CAST_GROUP columns and so many rows apart; between four of
   them, values are bilinear. */
#define RIPPLE_MIRROR_ROWS 4

/* How much more of the land is seen for a ray that rises less. */
#define RIPPLE_MIRROR_EDGE 20.0f

/* How water and sky look. */
typedef struct Scenery {
    Vector sun; /* of length 1 */
    Colour horizon, zenith, deep;
    Colour thickness; /* of water: 1 / cells after which half the light is
                         gone, by channel */
    float haze;       /* distance at which half is hidden by haze, squared */
    float shine;      /* of the light about the sun in the water, 0..1 */
    float specular;   /* of the sun itself there, above 0 */
    float mirror;     /* how much sky the water mirrors, 0..1 */
    float rough;      /* how much higher small waves make it look, 0..1 */
    float breeze;     /* 1 / length of the longest waves of wind */
    Colour bed;       /* of the floor outside the pool */
    float rim;        /* cells from it to the edges of the pool, on average */
    float bare;       /* 1 / cells beyond the rim after which no picture is
                         seen, squared */
    float sink;       /* water to look through, beyond^2 times, in cells */
    float moist;      /* 1 / cells above the water that are wet */
    float foam;       /* 1 / cells of depth that have foam */
    float smooth;     /* see incline in scalar_perspective.c */
} Scenery;

typedef struct ShadeArgs {
    Terrain terrain;
    Eye eye;
    Texture texture;
    Scenery scenery;
    const Mirrored *mirrored; /* first: pixel (0, 0) */
    ptrdiff_t mirrored_stride;
    const float *inverse; /* as cast made it */
    ptrdiff_t inverse_stride;
    uint32_t *frame;
    ptrdiff_t frame_stride;
} ShadeArgs;

/* Draws a rectangle of the frame; every pixel by itself. */
#define RIPPLE_SHADE(name) void name(const ShadeArgs *args, RippleRect rect)
typedef RIPPLE_SHADE(Shade);

#endif
