/* SPDX-License-Identifier: MIT */
/*
 * The inner loops of the pool: their signatures, their contract and the table
 * that callers pick them from.
 *
 * The scalar level is the specification. Every other level gives the same
 * bits for every input, and no caller knows which one runs.
 *
 * A kernel works on a block of cells, or on the pixels over one. Cells around
 * the block, one to each side and one row up and down, corners included, may
 * be read and hold valid values: the planes surround their cells with a ring.
 * Nothing beyond that ring is touched, nothing outside the block is written
 * but the ring by absorb, and blocks that do not overlap may be done side by
 * side. Addresses are aligned like an int16_t or a uint32_t, and need be no
 * better.
 *
 * sat16(v) clamps v to int16; >> is the arithmetic shift, rounding down;
 * scale(v, f) = (v * f + 2^14) >> 15 takes a share f/2^15 of v.
 */
#ifndef RIPPLE_KERNELS_KERNELS_H
#define RIPPLE_KERNELS_KERNELS_H

#include "ripple.h"

/* Fixed point of the refraction: 12 bits behind the point. */
#define RIPPLE_GAIN_BITS 12
#define RIPPLE_MAX_GAIN  32767

/* Fixed points of the laws below: bits behind the point. */
#define RIPPLE_WEIGHT_BITS    14
#define RIPPLE_SPEED_BITS     4
#define RIPPLE_STIFFNESS_BITS 11

/* Heights of which the rounding below speaks. */
#define RIPPLE_LOW  8
#define RIPPLE_HIGH 20

/* What a step leaves in a block; the sides say where nonzero heights lie. */
enum {
    RIPPLE_ACTIVE = 1, /* some height or speed is not zero */
    RIPPLE_ACTIVE_TOP = 2,
    RIPPLE_ACTIVE_BOTTOM = 4,
    RIPPLE_ACTIVE_LEFT = 8,
    RIPPLE_ACTIVE_RIGHT = 16,
    RIPPLE_ACTIVE_ALL = 31,
};

/* How the heights of a block follow from those around them. */
typedef enum StencilKind {
    STENCIL_CLASSIC, /* halves and shifts, in open water only */
    STENCIL_ROUND,
    STENCIL_LINEAR, /* weighs the heights before, now and to the four sides */
    STENCIL_LINEAR_ROUND, /* and in the four corners */
    STENCIL_SPRING,
    STENCIL_COUNT,
} StencilKind;

/*
 * How weighted sums are rounded. Rounding down takes nothing on the whole, and
 * makes a step without damping reversible. ROUND_TO_REST takes a little from
 * every wave, which is what lets the water come to rest; high waves get it
 * back every other step by ROUND_AWAY.
 */
typedef enum Rounding {
    ROUND_DOWN,
    ROUND_TO_REST,
    ROUND_AWAY, /* heights beyond RIPPLE_HIGH away from zero */
} Rounding;

/* The numbers of a law; scalar.c has the formulas. */
typedef struct Stencil {
    StencilKind kind;
    int mirror;  /* shores throw waves back upright, not inverted */
    int damping; /* classic, round: 0..15, 0 for none */
    /* linear: weights in 1/2^14, -32767 <= now, 0 <= sides, corners, their sum
       at most 8192, |before| + |now| + 5 * (sides + corners) < 2^16 */
    int16_t w_prev, w_now, w_edge, w_diag;
    Rounding rounding; /* linear, spring */
    /* spring: speeds are in 1/16 of a height a step */
    int16_t speed_kept;  /* share of a speed that is kept, in 1/2^11, 0..2048 */
    int16_t stiffness;   /* speed per height of force, in 1/2^11, 0..16384 */
    int16_t friction;    /* speed lost besides, 0 or 1 */
    int16_t height_kept; /* share of a height kept, in 1/2^14, 0..16384 */
    int16_t max_speed;   /* at most 32000 */
    int16_t max_height;
} Stencil;

/*
 * What one step works on: columns x rows cells, both at least 1, by the first
 * cell of each plane. `bed` is NULL in open water, else it says for each cell
 * how much of its depth is missing, 0 for open water to RIPPLE_SHALLOWEST, or
 * RIPPLE_LAND.
 */
typedef struct StepArgs {
    int16_t *next;      /* the heights before, then those after */
    const int16_t *now; /* the newest heights */
    int16_t *speeds;    /* of STENCIL_SPRING */
    const int16_t *depth_map;
    ptrdiff_t stride; /* cells from one row to the next in all of them */
    int columns, rows;
} StepArgs;

#define RIPPLE_SHALLOWEST 32512
#define RIPPLE_LAND       (-1)

/* Steps a block and returns RIPPLE_ACTIVE flags of what it wrote. */
#define RIPPLE_STEP(name) int name(const StepArgs *args, const Stencil *stencil)
typedef RIPPLE_STEP(Step);

/* The flow along a row of cells: x as it stands, y by a share in 1/2^15,
   0..32767, of the way from `above` to `below`. */
typedef struct FlowRow {
    const int16_t *x, *above, *below;
    int16_t share;
} FlowRow;

/*
 * What one carrying along a current works on: planes as in Block, `from` to
 * `to`. The flow is in 1/2^15 cells, each component from -32767 to 32767: of
 * row y it is flow[y] from `flow_column` on, or, where `flow` is NULL, x and y
 * everywhere.
 */
typedef struct AdvectArgs {
    int16_t *to;
    const int16_t *from;
    const FlowRow *flow;
    int flow_column;
    const int16_t *depth_map;
    ptrdiff_t stride;
    int x, y;
    int columns, rows;
} AdvectArgs;

/* Carries a block and returns RIPPLE_ACTIVE flags of what it wrote. */
#define RIPPLE_ADVECT(name) int name(const AdvectArgs *args)
typedef RIPPLE_ADVECT(Advect);

/*
 * A piece of an open edge: `count` cells of it by the first one, which lies
 * `outside` before its cell of the ring, and as far after the cell behind it.
 * One cell farther than that one may be read. What the first of two
 * one-way wave equations leaves over is kept between the cells and those behind
 * them (inner), and between the ring and the cells (outer).
 */
typedef struct AbsorbingBoundary {
    int16_t *next;      /* the heights after, of which the ring is written */
    const int16_t *now; /* the heights before */
    ptrdiff_t along, outside;
    int16_t *inner, *outer;
    int count;
    int16_t normal, oblique; /* (r - 1) / (r + 1) of waves that go r cells a
                                 step, in 1/2^15, -32767..32767 */
    int is_normal;           /* the first equation will do */
    int decay;               /* what is left over loses 1/2^leak, 1..15 */
} AbsorbingBoundary;

/* Up to here the ring, and what is left over, come to rest by themselves. */
#define RIPPLE_SMALL_HEIGHT  2
#define RIPPLE_SMALL_RESIDUE 6

#define RIPPLE_BOUNDARY_ACTIVE 1
#define RIPPLE_OPPOSITE_ACTIVE 2

/*
 * Fills the ring along a piece of an open edge. With `opposite`, if that is not
 * NULL, this is a piece of the left edge, and that one, of the right edge, has
 * the same rows, count and factors. Returns from which something is still on
 * its way out.
 */
#define RIPPLE_ABSORB(name) \
    int name(const AbsorbingBoundary *boundary, \
             const AbsorbingBoundary *opposite)
typedef RIPPLE_ABSORB(Absorb);

/* How many pixels belong together where cells are magnified. */
#define RIPPLE_GROUP 32

/*
 * Which cells the pixels along an axis lie between: the first of two, and the
 * share of the second in 1/2^15, 0..32767. The first ones of a group do not
 * fall, and lie at most 6 apart in each 8 pixels.
 */
typedef struct GridAxis {
    int16_t *first, *share;
} GridAxis;

/* What of the heights is wanted: themselves, or how they fall or bend. */
typedef enum Trait {
    TRAIT_HEIGHT,
    TRAIT_SLOPE_X,
    TRAIT_SLOPE_Y,
    TRAIT_LAPLACIAN,
    TRAIT_COUNT,
} Trait;

/*
 * A trait along rows of cells, as pixels see it that lie right in them. The
 * pixels begin at a multiple of RIPPLE_GROUP and are as many, and the heights
 * of the rows, and of those around, may be read as a whole.
 */
typedef struct InterpolateArgs {
    int16_t *to;         /* the first pixel */
    ptrdiff_t to_stride; /* pixels from one row to the next */
    const int16_t *from; /* cell (0, 0) */
    ptrdiff_t stride;    /* cells from one row to the next */
    int columns;         /* of cells */
    GridAxis across;     /* from pixel 0 on */
    int x, width;        /* the pixels */
    int y, rows;         /* the rows of cells */
    int doublings; /* of the trait before it is mixed: what lies between two
                      cells is told that much finer */
} InterpolateArgs;

/* At most this wide. */
#define RIPPLE_INTERPOLATE_MAX 256

/* Fills the pixels, each with what it sees between two cells. */
#define RIPPLE_INTERPOLATE(name) \
    void name(const InterpolateArgs *args, Trait trait)
typedef RIPPLE_INTERPOLATE(Interpolate);

/*
 * What the surface adds to a picture, and how the views show it; scalar.c has
 * the formulas. Shares are in 1/2^15, -32767..32767, of slopes, curvatures and
 * heights that were doubled `doublings` times, 0..15.
 */
typedef struct Lighting {
    int doublings;
    int16_t across, along; /* share of a slope that faces the light */
    int16_t caustic;       /* share of a curvature that gathers light */
    int16_t depth;         /* share of a height that takes red light away */
    int16_t specular_peak,
        width; /* what faces the light by so much is a mirror, and
         less so up to `width` off; 0 <= width <= peak */
    int16_t slope_shown, height_shown; /* shares of the grey of a view */
} Lighting;

/* What to look at through which water, how strongly it bends, and how it is
   shown. RIPPLE_VIEW_SPLIT is not for kernels. */
typedef struct RenderArgs {
    RipplePixels picture, frame; /* of the same size and format */
    const int16_t *cells; /* cell (0, 0) of the newest heights; NULL where */
    const int16_t *traits[TRAIT_COUNT]; /* they are here, those of light only
                                           when it is wanted: magnified along
                                           rows of cells, and pixels are mixed
                                           from two of these */
    GridAxis along;                     /* which two, from pixel row 0 on */
    int first_x, first_row; /* of traits, the first pixel and row of cells */
    size_t stride; /* cells, or pixels of traits, from one row to the next */
    int doublings; /* of traits, which gain and light reckon with, 0..3 */
    int gain_q12;  /* 0..RIPPLE_MAX_GAIN */
    RippleFilter filter;
    RippleView view; /* with RGB565 only the water, nearest and not lit */
    int is_lit;      /* the light adds to the view of water */
    Lighting light;
    const int16_t *clear; /* share of bend and light to be seen, in 1/2^15,
                             0..32767, as cells or traits are; NULL: all */
    int rows_ahead; /* how far ahead the picture is fetched, and the frame is
                       written past the caches; 0: they fit in the caches */
} RenderArgs;

/* Whether curvatures and heights are looked at besides slopes. */
static inline int render_needs_light(const RenderArgs *args)
{
    return args->is_lit || args->view != RIPPLE_VIEW_WATER;
}

/* Bends that end between pixels are kept in 1/2^8 pixel. */
#define RIPPLE_BEND_BITS 8

/* Two shares in 1/255, one doubled 7 times and the product halved 16 times,
   make a mean of pixels 127 times as large; plus a half of that, times the
   gain, halved 16 times, it is a pixel again. */
#define RIPPLE_MEAN_HALF 64
#define RIPPLE_MEAN_GAIN 516

/* Light turns into this many times as much where the surface is a mirror, as
   two doublings. */
#define RIPPLE_GLINT 4

/* What lies still, in the views of heights and slopes. */
#define RIPPLE_GREY 128

/* Draws the pixels of a rectangle of the frame; a cell is a pixel. */
#define RIPPLE_RENDER(name) void name(const RenderArgs *args, RippleRect rect)
typedef RIPPLE_RENDER(Render);

typedef struct Kernels {
    const char *name;
    Step *step[STENCIL_COUNT];
    Advect *advect;
    Absorb *absorb;
    Interpolate *interpolate;
    Render *refract;
} Kernels;

/* The table of a level, whose functions have these names in its file. */
#define RIPPLE_KERNELS(level) \
    const Kernels ripple_kernels_##level = { \
        .name = #level, \
        .step = {[STENCIL_CLASSIC] = step_classic, \
                 [STENCIL_ROUND] = step_round, \
                 [STENCIL_LINEAR] = step_linear, \
                 [STENCIL_LINEAR_ROUND] = step_linear_round, \
                 [STENCIL_SPRING] = step_spring}, \
        .advect = advect, \
        .absorb = absorb, \
        .interpolate = interpolate, \
        .refract = refract, \
    }

/* Level i from 0, weakest first, or NULL past the last this CPU can run. */
const Kernels *ripple_kernels_level(int i);

/* The strongest level this CPU can run. */
const Kernels *ripple_kernels_best(void);

/* The level of that name if this CPU can run it, else NULL. */
const Kernels *ripple_kernels_find(const char *name);

extern const Kernels ripple_kernels_scalar;
#if defined(__x86_64__)
extern const Kernels ripple_kernels_sse2;
extern const Kernels ripple_kernels_avx2;
extern const Kernels ripple_kernels_avx512;
#elif defined(__aarch64__)
extern const Kernels ripple_kernels_neon;
#endif

#endif
