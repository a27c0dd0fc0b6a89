/* SPDX-License-Identifier: MIT */
/*
 * Contracts of the kernels that draw water: blend, interpolate and render. The
 * conventions of kernels.h apply. The formulas are in light.inc and draw.inc.
 */
#ifndef RIPPLE_KERNELS_RENDER_KERNELS_H
#define RIPPLE_KERNELS_RENDER_KERNELS_H

#include "ripple.h"
#include "lib/kernels/shared.h"

#define RIPPLE_MAX_GAIN 32767 /* of refraction */

/* Pixels are interpolated in groups of this many, at most
   RIPPLE_INTERPOLATE_MAX in one call. */
#define RIPPLE_GROUP           32
#define RIPPLE_INTERPOLATE_MAX 256

/*
 * Maps pixels to cells along one axis: pixel i is share[i] / 2^15 of the way
 * from cell first[i] to the next one, share in 0..32767. Within a group `first`
 * never falls; within 8 pixels it rises by at most 6.
 */
typedef struct GridAxis {
    int16_t *first, *share;
} GridAxis;

/* Planes of cells with one stride, starting at cell (0, 0). */
typedef struct Surface {
    const int16_t *heights;
    const int16_t *light;    /* as collect makes it; NULL: none */
    const int16_t *shine;    /* likewise; NULL if light is */
    const int16_t *strength; /* factor of bends and light in 1/2^15, 0..32767;
                                NULL: 1 */
    ptrdiff_t stride;
} Surface;

/* A block of heights between two steps, laid out as in StepArgs. `phase` is the
   share of `now`, 0..RIPPLE_MAX_PHASE, in 1/2^RIPPLE_PHASE_BITS. */
typedef struct BlendArgs {
    int16_t *to;
    const int16_t *now, *before;
    ptrdiff_t stride;
    int columns, rows;
    int phase;
} BlendArgs;

#define RIPPLE_BLEND(name) void name(const BlendArgs *args)
typedef RIPPLE_BLEND(Blend);

/* Traits of the surface at a pixel. */
typedef enum Trait {
    TRAIT_BEND_X, /* offset of the view, in 1/2^8 pixel or whole pixels */
    TRAIT_BEND_Y,
    TRAIT_LIGHT,  /* in 1/2^8 */
    TRAIT_SHINE,  /* likewise, 0 or more */
    TRAIT_GREY_X, /* slopes and height as grey levels less RIPPLE_GREY */
    TRAIT_GREY_Y,
    TRAIT_GREY_HEIGHT,
    TRAIT_COUNT,
} Trait;

/*
 * Interpolates a trait along rows of cells, for pixels on those rows. `x` and
 * `width` are multiples of RIPPLE_GROUP. The whole rows of cells y - 1 to y +
 * rows may be read.
 */
typedef struct InterpolateArgs {
    int16_t *to;         /* the first pixel */
    ptrdiff_t to_stride; /* pixels from one row to the next */
    Surface surface;
    const Optics *optics;
    int columns;     /* cells in a row */
    GridAxis axis_x; /* from pixel 0 on */
    int x, width;    /* pixels */
    int y, rows;     /* rows of cells */
} InterpolateArgs;

#define RIPPLE_INTERPOLATE(name) \
    void name(const InterpolateArgs *args, Trait trait)
typedef RIPPLE_INTERPOLATE(Interpolate);

/* A view shows at most this many traits. */
#define RIPPLE_SHOWN_TRAITS 4

/*
 * A picture, and the water through which it is seen. The water is a surface
 * with one cell per pixel or, if surface.heights is NULL, `traits`: planes of
 * the traits that the view shows, as `interpolate` stores them for rows of
 * cells. axis_y mixes two of their rows.
 */
typedef struct RenderArgs {
    RipplePixels picture, frame; /* of the same size and format */
    Surface surface;
    Optics optics;
    const int16_t *traits[RIPPLE_SHOWN_TRAITS];
    ptrdiff_t trait_stride; /* from one row of traits to the next */
    GridAxis axis_y;        /* rows of traits by pixel row, from row 0 on */
    int first_x, first_row; /* pixel and row of cells of the first trait */
    RippleFilter filter;
    RippleView view; /* not RIPPLE_VIEW_SPLIT; RGB565 frames have only
                        RIPPLE_VIEW_WATER, nearest, unlit */
    int is_lit;      /* light is added in RIPPLE_VIEW_WATER */
    int rows_ahead;  /* rows by which the picture is prefetched, with streaming
                        stores to the frame; 0: both fit the caches */
} RenderArgs;

/* The number of traits that a view shows. */
static inline int ripple_count_traits(RippleView view, int is_lit)
{
    if (view == RIPPLE_VIEW_HEIGHTS)
        return 1;
    return view == RIPPLE_VIEW_WATER && is_lit ? 4 : 2;
}

/* Trait i of those that a view shows. */
static inline Trait ripple_view_trait(RippleView view, int i)
{
    if (view == RIPPLE_VIEW_HEIGHTS)
        return TRAIT_GREY_HEIGHT;
    return (Trait)((view == RIPPLE_VIEW_SLOPES ? TRAIT_GREY_X : TRAIT_BEND_X) +
                   i);
}

/* Draws rectangle `rect` of the frame; pixels are independent. */
#define RIPPLE_RENDER(name) void name(const RenderArgs *args, RippleRect rect)
typedef RIPPLE_RENDER(Render);

#endif
