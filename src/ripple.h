/* SPDX-License-Identifier: MIT */
/*
 * libripple: any picture as the floor of a pool of water.
 *
 * A pool is a grid of int16 heights, zero at rest. Drops disturb it, each
 * step carries the waves on, and render draws a picture as seen through the
 * surface. Steps and drawings are integer, and what they start from is made so
 * by the same doubles everywhere: the same calls give the same bits on every
 * machine.
 *
 * Lengths and positions are in pixels of the frame, x to the right and y
 * down; a name that says cell, columns or rows means the water's own grid,
 * which has one cell a pixel unless the setting `cell` says otherwise. Heights
 * have no unit of their own: the setting `refraction` says how many cells one
 * unit of height difference is worth.
 *
 * A function that can fail returns 0 or a negative RippleError and then has
 * changed nothing. Pools share no state: use one from one thread at a time, and
 * as many side by side as you like.
 */
#ifndef RIPPLE_H
#define RIPPLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

#define RIPPLE_VERSION        "0.1.0"
#define RIPPLE_MAX_SIZE       32768 /* largest width and height of a pool */
#define RIPPLE_MAX_DAMPING    15
#define RIPPLE_MAX_REFRACTION 4.0
#define RIPPLE_MAX_LIGHT      100.0
#define RIPPLE_MAX_CELL       64
#define RIPPLE_CELL_AUTO      0
#define RIPPLE_MAX_THREADS    64
#define RIPPLE_MAX_CURRENT    4.0 /* cells a step, along each axis */

typedef enum RippleError {
    RIPPLE_OK = 0,
    RIPPLE_ERROR_MEMORY = -1,  /* not enough memory */
    RIPPLE_ERROR_SIZE = -2,    /* width or height outside 1..RIPPLE_MAX_SIZE */
    RIPPLE_ERROR_SETTING = -3, /* a field of RippleSettings out of range */
    RIPPLE_ERROR_PIXELS = -4,  /* size or format of pixels does not fit */
    RIPPLE_ERROR_THREADS = -5, /* threads could not be started */
} RippleError;

/* One sentence for an error code, in English, never NULL, not to be freed. */
const char *ripple_error_text(int error);

/* How a height follows from its neighbours. */
typedef enum RippleModel {
    RIPPLE_MODEL_CLASSIC, /* four neighbours: the 1999 DirectDraw ripple */
    RIPPLE_MODEL_ROUND,   /* eight neighbours: rounder rings */
    RIPPLE_MODEL_WAVE,    /* the damped wave equation (Lengyel; Luna) */
    RIPPLE_MODEL_SHALLOW, /* shallow water with a history (games, part 1) */
    RIPPLE_MODEL_SPRING,  /* springs with a shape ("water puddle", part 5) */
} RippleModel;

/* The name of a model ("classic"), or NULL when there is none such. */
const char *ripple_model_name(RippleModel model);

/* One line about a model, or NULL when there is none such. */
const char *ripple_model_summary(RippleModel model);

/* Finds the model of that name; returns 0, or RIPPLE_ERROR_SETTING. */
int ripple_model_find(RippleModel *model, const char *name);

/* What waves meet at the border of the pool. */
typedef enum RippleEdges {
    RIPPLE_EDGES_FIXED,  /* height zero: they come back inverted */
    RIPPLE_EDGES_MIRROR, /* a wall: they come back upright */
    RIPPLE_EDGES_OPEN,   /* more water: they leave */
    RIPPLE_EDGES_WRAP,   /* the other side: the pool is a torus */
    RIPPLE_EDGES_COUNT,
} RippleEdges;

/* What waves meet at land. */
typedef enum RippleShore {
    RIPPLE_SHORE_FIXED,
    RIPPLE_SHORE_MIRROR,
    RIPPLE_SHORE_COUNT,
} RippleShore;

/* Which pixels of the picture are looked at. */
typedef enum RippleFilter {
    RIPPLE_FILTER_NEAREST, /* the nearest one, as in 1999 */
    RIPPLE_FILTER_LINEAR,  /* a mean of four, by where between them; up to 128
                              pixels away */
    RIPPLE_FILTER_COUNT,
} RippleFilter;

/* What is shown of the water. */
typedef enum RippleView {
    RIPPLE_VIEW_WATER,   /* the picture, bent and lit */
    RIPPLE_VIEW_HEIGHTS, /* heights: grey where calm, brighter where higher */
    RIPPLE_VIEW_SLOPES,  /* slopes: red to the right, green down */
    RIPPLE_VIEW_SPLIT,   /* side by side heights, the picture bent, and lit */
    RIPPLE_VIEW_COUNT,
} RippleView;

/*
 * Settings of a model that is not chosen only have to be numbers in their
 * range. All numbers are finite.
 */
typedef struct RippleSettings {
    RippleModel model; /* default RIPPLE_MODEL_ROUND */
    RippleEdges edges; /* default RIPPLE_EDGES_FIXED */
    RippleShore shore; /* default RIPPLE_SHORE_FIXED */
    double refraction; /* cells of offset per unit of height difference, 0..4,
                          which are at most 8 pixels; default 1/16. 1 counts
                          heights in whole pixels, as in 1999 */
    int cell; /* pixels a cell is wide and high, 1..RIPPLE_MAX_CELL, default
                 1; or RIPPLE_CELL_AUTO: so many that what falls in makes the
                 same ring at the same speed in every size of frame. A change
                 of it makes the water calm */
    RippleFilter filter; /* default RIPPLE_FILTER_NEAREST */
    RippleView view;     /* default RIPPLE_VIEW_WATER */
    double light;        /* 0..100: light on slopes, glints, caustics, and water
                            that takes red light away; default 0, none */
    double light_from;   /* degrees against the clock from the right, -360..360;
                            default 120, from the upper left */

    /* classic and round */
    int damping; /* lose 1/2^damping a step, 1..15; 0 loses nothing and
                    so never comes to rest; default 6 */

    /* wave: next = K1 before + K2 now + K3 (sum of four neighbours) with
       D = viscosity time_step + 2, e = (speed time_step / spacing)^2,
       K1 = (viscosity time_step - 2) / D, K2 = (4 - 8 e) / D, K3 = 2 e / D;
       refused unless 4 e <= D, and where e is beyond 1/2, in which the shortest
       waves would grow all the same, K3 is cut to what they bear */
    double viscosity; /* 0..2 / time_step, 0 loses nothing; default 0.2 */
    double speed;     /* of the waves, above 0; default 12 */
    double time_step; /* above 0, default 0.03 */
    double spacing;   /* of the cells, above 0, default 0.625 */

    /* shallow: next = (1 - loss) (now + beta (now - before) +
       alpha (sum of four neighbours - 4 now)) */
    double alpha; /* 0..0.5 and at most (1 / (1 - loss) + 1 + 2 beta) / 8;
                     default 0.35 */
    double beta;  /* 0..1, default 1 */
    double loss;  /* 0..1, default 0.004 */

    /* spring: velocity += stiffness (sum of four neighbours - 4 height),
       then height += velocity / 5, then height -= restore height */
    double stiffness;  /* 0..2, default 1.6 */
    double restore;    /* 0..1, default 0.008 */
    double max_speed;  /* of the velocity, 1..10000; default 4000 */
    double max_height; /* 1..32767, less in shallows; default 8000 */
} RippleSettings;

/* Fills in the defaults above. */
void ripple_settings_init(RippleSettings *settings);

/*
 * Whether a pool would take the settings. If not, *why (may be NULL), which
 * has room for `size` bytes, says which setting has which limit. Errors:
 * SETTING.
 */
int ripple_settings_check(const RippleSettings *settings, char *why,
                          size_t size);

/* What a pixel is, in native byte order. */
typedef enum RippleFormat {
    RIPPLE_FORMAT_ARGB8888, /* 0xAARRGGBB; alpha is carried along, never looked
                               at (SDL_PIXELFORMAT_ARGB8888) */
    RIPPLE_FORMAT_RGB565,   /* from the top 5 bits of red, 6 of green, 5 of
                               blue (SDL_PIXELFORMAT_RGB565) */
    RIPPLE_FORMAT_COUNT,
} RippleFormat;

/* How many bytes a pixel takes. */
size_t ripple_pixel_size(RippleFormat format);

/*
 * Pixels in memory that the caller owns. Those of 16 bits take half the memory
 * and its traffic, and can only be looked at plainly: with the nearest filter,
 * no light and the view of water. Large frames are drawn fastest when each row
 * starts at a multiple of 64 bytes.
 */
typedef struct RipplePixels {
    uint32_t *pixels; /* pixel (0, 0) of RIPPLE_FORMAT_ARGB8888 */
    int width;
    int height;
    size_t stride; /* pixels from one row to the next, at least width */
    RippleFormat format;
    uint16_t *pixels565; /* pixel (0, 0) of RIPPLE_FORMAT_RGB565 */
} RipplePixels;

/*
 * Copies pixels to others of the same size, which must not overlap them, from
 * one format to the other where they differ: each channel becomes the nearest
 * that there is, so that RGB565 comes back as it was, and alpha 255. Errors:
 * PIXELS.
 */
int ripple_copy_pixels(const RipplePixels *from, const RipplePixels *to);

typedef struct RippleRect {
    int x, y, width, height;
} RippleRect;

typedef enum RippleProfile {
    RIPPLE_PROFILE_DISC,   /* SETS every height to -weight: hard, as in 1999 */
    RIPPLE_PROFILE_SMOOTH, /* ADDS -weight/2 * (1 + cos(pi * d / radius)) */
    RIPPLE_PROFILE_BODY,   /* presses what is higher down to -weight */
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
 * the defaults. Takes a little over 4 bytes a cell, 2 more each for springs,
 * a mask's depths, its view and itself, and a current.
 * Errors: SIZE, SETTING, MEMORY; *pool is then NULL.
 */
int ripple_create(Ripple **pool, int width, int height,
                  const RippleSettings *settings);

/* Frees a pool; NULL is allowed. */
void ripple_destroy(Ripple *pool);

/*
 * Changes the size of a pool. The cells that still fit keep their water,
 * counted from the top left corner; new ones are calm. The mask and a map of
 * currents are scaled. Errors: SIZE, MEMORY.
 */
int ripple_resize(Ripple *pool, int width, int height);

/* Changes the settings of a pool and, unless its cells change, keeps its
   water. Errors: SETTING, MEMORY. */
int ripple_configure(Ripple *pool, const RippleSettings *settings);

/* The settings in force, as given; valid until the pool is destroyed. */
const RippleSettings *ripple_settings(const Ripple *pool);

int ripple_width(const Ripple *pool);
int ripple_height(const Ripple *pool);

/* How many pixels a cell is high. */
double ripple_cell(const Ripple *pool);

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

/* Lifts, or with a negative height presses, the water within a radius to a
   height, as a disc. */
void ripple_pull(Ripple *pool, int x, int y, int radius, int height);

/*
 * Land and shallows. A mask gives each cell a depth: 0 is land, which stays
 * dry and throws waves back, 255 open water, and what lies between shallows.
 * There the square of the speed of waves goes with the depth; springs instead
 * move less far.
 */

/*
 * Sets the whole mask from one of any size, 1..RIPPLE_MAX_SIZE, `stride` bytes
 * from row to row, which is copied and scaled to the pool; NULL makes open
 * water. Errors: SIZE, MEMORY.
 */
int ripple_set_mask(Ripple *pool, const uint8_t *mask, int width, int height,
                    size_t stride);

/*
 * Gives the cells within a radius of the line from (x0, y0) to (x1, y1) a
 * depth, 0..255. What can look different by that is stored in *part, which
 * may be NULL. Errors: SETTING, MEMORY.
 */
int ripple_paint_mask(Ripple *pool, int x0, int y0, int x1, int y1, int radius,
                      int depth, RippleRect *part);

/* The mask as it is, columns x rows bytes, valid until it changes; NULL where
   there is only open water. */
const uint8_t *ripple_mask(const Ripple *pool);

/*
 * Copies a part of `picture` to `floor`, as the picture to render: land stays
 * as it is, what lies under water is darker, the deeper the more; without land
 * or shallows nothing changes. Both must be exactly as large as the pool and
 * must not overlap; their formats may differ, as in ripple_copy_pixels. part
 * may be NULL for all. Errors: PIXELS.
 */
int ripple_lay_floor(const Ripple *pool, const RipplePixels *picture,
                     const RipplePixels *floor, const RippleRect *part);

/*
 * Currents. Each step carries the water along, x to the right and y down, by
 * at most RIPPLE_MAX_CURRENT cells along each axis. Where there is land, and
 * for a map, the current is made to flow around the land and to gain or lose
 * no water anywhere.
 */

/* The same current everywhere; 0, 0 for none. Errors: SETTING, MEMORY. */
int ripple_set_current(Ripple *pool, double x, double y);

/*
 * A current from a map of any size, which is copied and scaled to the pool:
 * width x height values in cells a step, row by row. Errors: SIZE, SETTING,
 * MEMORY.
 */
int ripple_set_current_map(Ripple *pool, const float *x, const float *y,
                           int width, int height);

/* The largest amount of water that a cell of the grid of at most 256 cells a
   side, on which maps and land are solved, gains or loses, in its cells a
   step; 0 without them. */
double ripple_current_divergence(const Ripple *pool);

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
 * exactly as large as the pool, of one format, and must not overlap. The frame
 * is a function of picture and heights alone; calm water shows the picture
 * itself.
 *
 * Only pixels that can have changed since the last call are written, as long
 * as picture and frame lie at the same addresses as then; otherwise all are.
 * If their contents changed meanwhile, call ripple_invalidate first.
 *
 * Returns how many rectangles were written; *changed (may be NULL) is set to
 * them, disjoint, top to bottom, valid until the next call with this pool.
 * Errors: PIXELS, which RIPPLE_FORMAT_RGB565 is also with settings that ask
 * for more than the plain look.
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

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
