/* SPDX-License-Identifier: MIT */
/*
 * Constants and structs of the view in perspective, as C and GLSL
 * (perspective.inc).
 */
#ifndef RIPPLE_KERNELS_PERSPECTIVE_SHARED_H
#define RIPPLE_KERNELS_PERSPECTIVE_SHARED_H

#ifdef __STDC__
typedef struct Vector Vector;
typedef struct Colour Colour;
typedef struct Eye Eye;
typedef struct Mirrored Mirrored;
typedef struct Scenery Scenery;
typedef struct SurveyScale SurveyScale;
#endif

#define RIPPLE_RELIEF_OPEN  (-16384) /* height of the floor of open water */
#define RIPPLE_RELIEF_LEVEL 128      /* light on level ground in the sun */

/* Cells beyond the edges from which on the ground is lit as level ground. */
#define RIPPLE_EVEN_AFTER 16.0f

/* Numbers are clamped to this before they are squared or cubed. */
#define RIPPLE_FAR 1e8f

#define RIPPLE_INCLINE_BITS 12
#define RIPPLE_SUN_BITS     7

/* Shares of the way from a place to its right neighbour are in
   1/2^RIPPLE_ACROSS_BITS. */
#define RIPPLE_ACROSS_BITS 14
#define RIPPLE_ACROSS      (1 << RIPPLE_ACROSS_BITS)

/* Texels across and down a tile of wind waves, in memory with a copy of the
   first column and row; tiles; and the root mean square of slopes. */
#define RIPPLE_SEA_SIDE   128
#define RIPPLE_SEA_STRIDE (RIPPLE_SEA_SIDE + 1)
#define RIPPLE_SEA_TEXELS (RIPPLE_SEA_STRIDE * RIPPLE_SEA_STRIDE)
#define RIPPLE_SEA_TILES  2
#define RIPPLE_SEA_ONE    6000.0f

/* Columns are cast in groups of this many. */
#define RIPPLE_CAST_GROUP 16

/* Of an edge, for a whole row. */
#define RIPPLE_EDGE_ROW 254

/* Rows that a place must sink below the top to be hidden by it. */
#define RIPPLE_EDGE_DROP 0.75f

/* Rows above and below its own that a top changes. */
#define RIPPLE_SILHOUETTE_REACH 8

/* Silhouettes are smoothed by bands, every other one at once: these are so far
   apart that none changes what another reads. */
#define RIPPLE_SMOOTH_ROWS 32

/* Level 0 is the picture itself. Each other level has half the width and height
   of the one before, rounded up. */
#define RIPPLE_TEXTURE_LEVELS 7

struct Vector {
    float x, y, up;
};

struct Colour {
    float red, green, blue; /* 0..255 */
};

struct Eye {
    Vector place;
    float forward_x, forward_y; /* of length 1 */
    float right_x, right_y;     /* of length 1 */
    float focal;                /* pixels, above 0 */
    float inverse_focal;        /* 1 / focal */
    float horizon, middle;      /* row and column; 0 is the frame's edge */
};

/*
 * The land that level water would mirror at a pixel. A ray from there, away
 * from the eye, meets land if the sine of its elevation is below `top`. 0:
 * none.
 */
struct Mirrored {
    Colour colour;
    float top;
};

/* Mirrored values are RIPPLE_CAST_GROUP columns and so many rows apart; pixels
   between four of them mix bilinearly. */
#define RIPPLE_MIRROR_ROWS 4

/* How fast mirrored land fades in as a ray falls below `top`. */
#define RIPPLE_MIRROR_EDGE 20.0f

/* Looks of water and sky. */
struct Scenery {
    Vector sun; /* of length 1 */
    Colour horizon, zenith, deep;
    Colour tint;          /* of all that is seen: 1 keeps a channel */
    Colour thickness;     /* of water: 1 / cells that absorb half the light, by
                             channel */
    float haze;           /* distance at which haze hides half, squared */
    float shine;          /* of the glow around the mirrored sun, 0..1 */
    float glitter;        /* of the sun in waves, 0 or more */
    float mirror;         /* how much sky the water mirrors, 0..1 */
    float breeze;         /* 1 / length of gusts */
    float tile;           /* 1 / side of the largest tile of waves */
    float gust_u, gust_v; /* how far gusts have come, in their length */
    float cloud_u, cloud_v; /* how far clouds have come, 0..1 tile */
    float swash;            /* how far waves run up beaches, 0..1 turn */
    Colour bed;             /* of the floor outside the pool */
    float rim;    /* cells from the pool's edge inward to where the bed begins
                     to show, on average */
    float bare;   /* 1 / d^2: d cells beyond the rim only the bed shows */
    float sink;   /* extra path in water per beyond^2, in cells */
    float moist;  /* 1 / cells above the water that are wet */
    float foam;   /* 1 / cells of depth with foam */
    float fading; /* see find_farness in perspective.inc */
};

/* Of the water of a map (survey.inc). */
struct SurveyScale {
    float lap;   /* maximum rise of waves on land, in units of Terrain */
    float water; /* units of Terrain per height of 1 */
    float slope; /* slope per height difference of 1 over two cells */
    float ray;   /* share of light per curvature of 1 */
};

#endif
