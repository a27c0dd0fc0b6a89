/* SPDX-License-Identifier: MIT */
/*
 * A second backend, for tests: the specification once more, as plain loops over
 * 32-bit values. Nothing is skipped and nothing is done for speed. It is
 * written from src/lib/water/README.md and from the formulas above the scalar
 * kernels and in the headers.
 *
 * It shares with the CPU backend: what a model makes of settings (stencil,
 * speed, energy), the current as it is solved in doubles, the shapes of
 * capsules, the factors of light, the form of BackendState, access to pixels,
 * and the small arithmetic of lib/util/fixed.h.
 *
 * Lack of memory ends the test.
 */
#ifndef RIPPLE_TESTS_REFERENCE_H
#define RIPPLE_TESTS_REFERENCE_H

#include "lib/cpu/backend.h"
#include "lib/util/fixed.h"

#include <stddef.h>

typedef struct Reference {
    GridSize size;
    RippleSettings settings;
    BackendState state; /* planes with a halo, governor, current */
    int32_t one;        /* a height of 1 in those planes: 4096 if the model is
                           fine, else 1 */
    uint8_t *depths;    /* by cell; NULL: open water */
    int32_t *strength;  /* by cell: of refraction and light; with depths only */
    uint8_t *tiles;     /* by cell: the TileSort of its tile; likewise */
    int16_t *heights;   /* the newest, by cell */
    int32_t *surface;   /* what is shown, heights with swell; with a halo */
    int *is_stale;      /* 1: they have changed since `heights` was filled */
    DirtyRects written;
    RippleRect frame; /* the one rectangle of `written` */
} Reference;

/* Some things hold for tiles of 64 x 8 cells, the last ones of a row or column
   may be smaller. */
#define TILE_COLUMNS 64
#define TILE_ROWS    8

/* Bits: */
typedef enum TileSort {
    TILE_IS_PLAIN = 1, /* its cells and those around it are open water */
    TILE_IS_SOFT = 2,  /* some cell has less than full strength */
} TileSort;

#define FULL_STRENGTH 32767

/* Sums over the cells of a step, of heights in 1/16: now^2, next^2, next *
   before. */
typedef struct StepEnergy {
    int64_t now2, next2, product;
} StepEnergy;

/* v * factor / 2^15, rounded to nearest, halves up. */
static inline int32_t times_q15(int32_t v, int32_t factor)
{
    return (v * factor + 16384) >> 15;
}

/* share / 2^15 of the way from a to b. */
static inline int32_t between_q15(int32_t a, int32_t b, int32_t share)
{
    return a + times_q15(sat16(b - a), share);
}

/* The value of a plane at a cell or a halo cell: x is -1..columns. */
static inline int32_t *plane_at(const Reference *water, int32_t *plane, int x,
                                int y)
{
    ptrdiff_t row = water->size.columns + 2;

    return &plane[(y + 1) * row + x + 1];
}

/* The height that a value of a plane of heights shows: to nearest, halves up.
   The rest is its fraction, -2048..2047. */
static inline int32_t whole_height(int32_t value, int32_t one)
{
    return (value + one / 2) >> (one > 1 ? 12 : 0);
}

static inline int32_t fraction_of(int32_t value, int32_t one)
{
    return value - whole_height(value, one) * one;
}

/* The height of a cell or a halo cell that others see. */
static inline int32_t height_at(const Reference *water, int32_t *plane, int x,
                                int y)
{
    return whole_height(*plane_at(water, plane, x, y), water->one);
}

/* The height that a cell or a halo cell shows. */
static inline int32_t surface_at(const Reference *water, int x, int y)
{
    return *plane_at(water, water->surface, x, y);
}

static inline size_t cell_at(const Reference *water, int x, int y)
{
    return (size_t)y * (size_t)water->size.columns + (size_t)x;
}

/* calloc, or the end of the test. */
void *reference_allocate(size_t count, size_t size);

/* (1 + cos(pi sqrt(ratio))) / 2 in 1/2^30, ratio in 1/2^18. */
int64_t reference_raised_cosine(int64_t ratio);

/* reference_swell.c: fills `surface` from the heights at a phase, see
   ripple_render_at, and their halo. */
void reference_add_swell(Reference *water, int phase);

/* reference_mask.c */

/* The depth, 0..255, at a cell or a halo cell: the nearest cell, or at wrapped
   edges the opposite one. */
int reference_masked_depth(const Reference *water, int x, int y);
static inline int reference_depth(const Reference *water, int x, int y)
{
    return water->depths != NULL ? reference_masked_depth(water, x, y)
                                 : RIPPLE_DEPTH_OPEN;
}
/* The TileSort of a cell's tile. */
static inline int reference_tile(const Reference *water, int x, int y)
{
    return water->tiles != NULL ? water->tiles[cell_at(water, x, y)]
                                : TILE_IS_PLAIN;
}
/* Scales a mask of any size; NULL removes it. */
void reference_scale_mask(Reference *water, const uint8_t *depths, int width,
                          int height, size_t stride);
/* Derives strength and tiles from depths and edges. */
void reference_derive_mask(Reference *water);
/* Returns the cells that can look different. */
RippleRect reference_paint_mask(Reference *water, const Capsule *brush,
                                int depth);
/* See ripple_lay_land. */
int reference_lay_floor(const void *self, const ShorePictures *pictures,
                        const RipplePixels *floor, RippleRect part);

/* reference_edges.c */

/* Sets the halo of a plane. */
void reference_copy_halo(const Reference *water, int32_t *plane);
/* Lets waves leave through open edges after a step, which wrote its heights
   over those of the plane `before`. */
void reference_open_edges(const Reference *water, int32_t *before);

/* reference_governor.c */

/* Call before a step: takes what the last one had too much; returns 1 if this
   one is to be judged. */
int reference_start_measuring(Reference *water);
/* Compares the energy of a step with the budget. */
void reference_judge(Reference *water, const StepEnergy *sums);
/* Call after changes of mask, current or settings. */
void reference_renew(Reference *water);
/* Call for each cell that a stone changes. */
void reference_add(Reference *water, int32_t before, int32_t from, int32_t to);

/* reference_step.c */
/* The flow of a cell in 1/2^15 cells a pass. */
void reference_find_flow(const Reference *water, int column, int row, int *x,
                         int *y);

void reference_step(Reference *water);
/* Sets the halo of all planes. */
void reference_copy_halos(const Reference *water);
int reference_is_calm(const void *self);
/* Steps are counted from calm water. */
void reference_restart(Reference *water);
/* Rounding down twice, by classic and round, needs something that is held at 0
   on all sides. */
int reference_may_halve(const Reference *water);

/* reference_caustics.c */

/* The light on the floor of every cell; free it. */
int32_t *reference_find_caustics(const Reference *water);

/* reference_render.c */

/* Draws all pixels. */
void reference_render(const Reference *water, const RipplePixels *picture,
                      const RipplePixels *frame);
/* The pixel of cells that a pixel of a coarse grid lies between: the first of
   two, and the share of the second in 1/2^15. */
int reference_find_cell(int pixel, int pixels, int cells, int *share);

extern const Backend reference_backend;
extern const Backend paired_backend;

#endif
