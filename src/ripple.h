/* SPDX-License-Identifier: MIT */
/*
 * libripple: any picture as the floor of a pool of water.
 *
 * A pool is a grid of int16 heights, zero at rest. Drops disturb it, each
 * step carries the waves on, and render draws a picture as seen through the
 * surface. All arithmetic is integer: the same calls give the same bits on
 * every machine.
 *
 * Lengths and positions are in pixels of the frame, x to the right and y
 * down; a name that says cell, columns or rows means the water's own grid,
 * which has one cell a pixel. Heights have no unit of their own: the setting
 * `refraction` says how many pixels one unit of height difference is worth.
 *
 * A function that can fail returns 0 or a negative RippleError and then has
 * changed nothing. Pools share no state: use one from one thread at a time,
 * and as many side by side as you like.
 */
#ifndef RIPPLE_H
#define RIPPLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RIPPLE_VERSION        "0.1.0"
#define RIPPLE_MAX_SIZE       32768 /* largest width and height of a pool */
#define RIPPLE_MAX_DAMPING    15
#define RIPPLE_MAX_REFRACTION 4.0
#define RIPPLE_MAX_THREADS    64

typedef enum RippleError {
    RIPPLE_OK = 0,
    RIPPLE_ERROR_MEMORY = -1,  /* not enough memory */
    RIPPLE_ERROR_SIZE = -2,    /* width or height outside 1..RIPPLE_MAX_SIZE */
    RIPPLE_ERROR_SETTING = -3, /* a field of RippleSettings out of range */
    RIPPLE_ERROR_PIXELS = -4,  /* picture or frame does not match the pool */
    RIPPLE_ERROR_THREADS = -5, /* threads could not be started */
} RippleError;

/* One sentence for an error code, in English, never NULL, not to be freed. */
const char *ripple_error_text(int error);

/* How a height follows from its neighbours. */
typedef enum RippleModel {
    RIPPLE_MODEL_CLASSIC, /* four neighbours: the 1999 DirectDraw ripple */
    RIPPLE_MODEL_ROUND,   /* eight neighbours: rounder rings */
} RippleModel;

/* The name of a model ("classic"), or NULL when there is none such. */
const char *ripple_model_name(RippleModel model);

/* One line about a model, or NULL when there is none such. */
const char *ripple_model_summary(RippleModel model);

/* Finds the model of that name; returns 0, or RIPPLE_ERROR_SETTING. */
int ripple_model_find(RippleModel *model, const char *name);

typedef struct RippleSettings {
    RippleModel model; /* default RIPPLE_MODEL_ROUND */
    int damping;       /* lose 1/2^damping a step, 1..15; 0 loses nothing and
                          so never comes to rest; default 6 */
    double refraction; /* pixels of offset per unit of height difference,
                          0..4, kept in steps of 1/4096; default 1/16.
                          1 counts heights in whole pixels, as in 1999 */
} RippleSettings;

/* Fills in the defaults above. */
void ripple_settings_init(RippleSettings *settings);

/*
 * Pixels in memory that the caller owns: 0xAARRGGBB in native byte order
 * (SDL_PIXELFORMAT_ARGB8888). Alpha is carried along, never looked at. Large
 * frames are drawn fastest when each row starts at a multiple of 64 bytes.
 */
typedef struct RipplePixels {
    uint32_t *pixels; /* pixel (0, 0) */
    int width;
    int height;
    size_t stride; /* pixels from one row to the next, at least width */
} RipplePixels;

typedef struct RippleRect {
    int x, y, width, height;
} RippleRect;

typedef enum RippleProfile {
    RIPPLE_PROFILE_DISC,   /* SETS every height to -weight: hard, as in 1999 */
    RIPPLE_PROFILE_SMOOTH, /* ADDS -weight/2 * (1 + cos(pi * d / radius)) */
} RippleProfile;

/*
 * A stone: it touches the cells nearer than `radius` to (x, y), those with
 * dx*dx + dy*dy < radius*radius. It may lie partly or wholly outside.
 */
typedef struct RippleStone {
    int x, y;
    int radius; /* 0 or less touches nothing */
    int weight; /* how deep it presses, in units of height; may be negative */
    RippleProfile profile;
} RippleStone;

typedef struct Ripple Ripple;

/*
 * Makes a calm pool for frames of width x height pixels, each 1..32768, and
 * stores it in *pool; free it with ripple_destroy. settings may be NULL for
 * the defaults. Takes a little over 4 bytes a cell.
 * Errors: SIZE, SETTING, MEMORY; *pool is then NULL.
 */
int ripple_create(Ripple **pool, int width, int height,
                  const RippleSettings *settings);

/* Frees a pool; NULL is allowed. */
void ripple_destroy(Ripple *pool);

/*
 * Changes the size of a pool. The water that still fits stays where it is,
 * counted from the top left corner; new water is calm. Errors: SIZE, MEMORY.
 */
int ripple_resize(Ripple *pool, int width, int height);

/* Changes the settings of a pool and keeps its water. Errors: SETTING. */
int ripple_configure(Ripple *pool, const RippleSettings *settings);

/* The settings in force, as given; valid until the pool is destroyed. */
const RippleSettings *ripple_settings(const Ripple *pool);

int ripple_width(const Ripple *pool);
int ripple_height(const Ripple *pool);

/* Drops a stone. Heights saturate at the ends of int16. */
void ripple_drop(Ripple *pool, const RippleStone *stone);

/*
 * Drags a stone in a straight line to (x, y): what it leaves is the stone's
 * profile over the distance from the line, so there is no gap however long.
 */
void ripple_drop_line(Ripple *pool, const RippleStone *stone, int x, int y);

/*
 * Adds magnitude to the cell at (x, y) and magnitude/2, rounded toward zero,
 * to its four neighbours. Does nothing on the two outermost rings of cells.
 * Source: Lengyel, "Mathematics for 3D Game Programming", and Luna.
 */
void ripple_disturb(Ripple *pool, int x, int y, int magnitude);

/* Makes the water calm at once. */
void ripple_clear(Ripple *pool);

/* One step of the model over the whole pool. Calm water costs nothing. */
void ripple_step(Ripple *pool);

/* 1 when every height of both buffers is zero: steps change nothing. */
int ripple_is_calm(const Ripple *pool);

/*
 * The newest heights: the cell in column x of row y is [y * *stride + x].
 * Valid until the pool is stepped, resized or destroyed. The other
 * parameters may be NULL.
 */
const int16_t *ripple_heights(const Ripple *pool, int *columns, int *rows,
                              size_t *stride);

/*
 * Draws `picture` as seen through the water into `frame`; both must be
 * exactly as large as the pool and must not overlap. The frame is a function
 * of picture and heights alone; calm water shows the picture itself.
 *
 * Only pixels that can have changed since the last call are written, as long
 * as picture and frame lie at the same addresses as then; otherwise all are.
 * If their contents changed meanwhile, call ripple_invalidate first.
 *
 * Returns how many rectangles were written; *changed (may be NULL) is set to
 * them, disjoint, top to bottom, valid until the next call with this pool.
 * Errors: PIXELS.
 */
int ripple_render(Ripple *pool, const RipplePixels *picture,
                  const RipplePixels *frame, const RippleRect **changed);

/* Makes the next ripple_render write every pixel. */
void ripple_invalidate(Ripple *pool);

/*
 * Steps once and renders, in one pass over the memory: the same as
 * ripple_step and ripple_render, faster. On an error nothing is stepped.
 */
int ripple_advance(Ripple *pool, const RipplePixels *picture,
                   const RipplePixels *frame, const RippleRect **changed);

/*
 * Speed. None of this changes a single bit of any result.
 */

/*
 * Lets a pool work with that many threads, 1..RIPPLE_MAX_THREADS; the caller
 * of step, render and advance is one of them, the others sleep in between. A
 * new pool uses 1, which starts none. Errors: SETTING, MEMORY, THREADS.
 */
int ripple_use_threads(Ripple *pool, int threads);
int ripple_threads(const Ripple *pool);

/*
 * Chooses the instruction set of the inner loops by name; "auto" is the best
 * there is, as in a new pool. Errors: SETTING when this CPU has no such.
 */
int ripple_use_simd(Ripple *pool, const char *name);
const char *ripple_simd(const Ripple *pool);

/* The name of instruction set i of this CPU from 0, weakest first, or NULL
   past the last. */
const char *ripple_simd_name(int i);

/* 0 makes step and render do the calm parts too, to measure or to check; 1,
   as in a new pool, leaves them out. */
void ripple_skip_calm(Ripple *pool, int skip);

#ifdef __cplusplus
}
#endif

#endif
