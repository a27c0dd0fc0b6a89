/* SPDX-License-Identifier: MIT */
/*
 * Pools and pixels for tests of the library, with what they do to water and how
 * they compare it. Pools and pixels made here belong to the test.
 */
#ifndef RIPPLE_TESTS_WATER_H
#define RIPPLE_TESTS_WATER_H

#include "lib/util/fixed.h"
#include "lib/water/model.h"
#include "../support.h"
#include "../test.h"

#define MODEL_COUNT RIPPLE_MODEL_COUNT

#define CLASSIC RIPPLE_MODEL_CLASSIC
#define ROUND   RIPPLE_MODEL_ROUND
#define WAVE    RIPPLE_MODEL_WAVE
#define SHALLOW RIPPLE_MODEL_SHALLOW
#define SPRING  RIPPLE_MODEL_SPRING

#define FIXED  RIPPLE_EDGES_FIXED
#define MIRROR RIPPLE_EDGES_MIRROR
#define OPEN   RIPPLE_EDGES_OPEN
#define WRAP   RIPPLE_EDGES_WRAP

#define DISC   RIPPLE_PROFILE_DISC
#define SMOOTH RIPPLE_PROFILE_SMOOTH
#define BODY   RIPPLE_PROFILE_BODY

/* The colour of a blank pixel, in 32 and in 16 bits. */
#define UNTOUCHED    0x12345678u
#define UNTOUCHED565 0x5555u

#define EXPECT_BAD_SETTING(call) EXPECT_INT(call, ==, RIPPLE_ERROR_SETTING)
#define EXPECT_BAD_SIZE(call)    EXPECT_INT(call, ==, RIPPLE_ERROR_SIZE)
#define EXPECT_BAD_PIXELS(call)  EXPECT_INT(call, ==, RIPPLE_ERROR_PIXELS)

/* Changes settings of a pool: CONFIGURE(pool, with.light = 80, with.cell = 2)
 */
#define CONFIGURE(pool, ...) \
    do { \
        RippleSettings with = *ripple_settings(pool); \
\
        __VA_ARGS__; \
        EXPECT_OK(ripple_configure(pool, &with)); \
    } while (0)

/* The defaults of a model with these edges. Models, edges and shores are enums
   or loop counters, which the macros below convert. */
RippleSettings water_settings_of(int model, int edges);

/* The energy that waves keep a step if they are hardly damped. */
#define UNDAMPED 0.999

/* Without damping, and the fastest that is stable, as far as settings go. */
RippleSettings water_undamped_of(int model, int edges);

/* Hands a new pool to the test. */
Ripple *water_own(Ripple *pool);

Ripple *water_pool(int width, int height, const RippleSettings *settings);
Ripple *water_bounded_by(int width, int height, int model, int edges,
                         int shore);
Ripple *water_damped_by(int width, int height, int model, int damping,
                        double refraction);

#define water_settings(model, edges) \
    water_settings_of((int)(model), (int)(edges))
#define water_undamped(model, edges) \
    water_undamped_of((int)(model), (int)(edges))
#define water_bounded(width, height, model, edges, shore) \
    water_bounded_by(width, height, (int)(model), (int)(edges), (int)(shore))
#define water_damped(width, height, model, damping, refraction) \
    water_damped_by(width, height, (int)(model), damping, refraction)

/* Pixels: all of one colour; each of its own colour (support.h); random ones.
 */
RipplePixels water_blank(int width, int height);
RipplePixels water_picture(int width, int height);
RipplePixels water_wild(int width, int height);

/* The same in 16 bits, aligned for stores that bypass the caches. */
RipplePixels water_blank565(int width, int height);
RipplePixels water_wild565(int width, int height);

/* Drops a smooth stone; a disc; sets the height of one cell. */
void water_drop(Ripple *pool, int x, int y, int radius, int weight);
void water_disc(Ripple *pool, int x, int y, int radius, int weight);
/* The largest height that a stone of a model makes. */
int water_max_height(RippleModel model);

void water_set(Ripple *pool, int x, int y, int height);

/* Makes a capsule of land. */
void water_wall(Ripple *pool, int x0, int y0, int x1, int y1, int radius);

void water_step(Ripple *pool, int steps);

/* Steps until the pool is calm; the number of steps, at most max. */
int water_rest(Ripple *pool, int max);

/* The largest |height|; the sum of squares in columns first..end - 1; the
   number of cells that are not 0. */
int water_max(const Ripple *pool);
double water_energy(const Ripple *pool, int first, int end);
int water_count(const Ripple *pool);

/* Sets heights to amplitude cos(2 pi x / length). */
void water_set_cosine(Ripple *pool, int length, double amplitude);

/* The phase a step of cell (0, 0), from its zero crossings, of which there must
   be more than `min`. */
double water_phase(Ripple *pool, int steps, int min);

void water_check_same(const Ripple *a, const Ripple *b);

/* Compares cell (x, y) of a, x < columns and y < rows, with cell (x + dx,
   y + dy) of b, modulo the size of b. */
void water_check_moved(const Ripple *a, const Ripple *b, int columns, int rows,
                       int dx, int dy);

/* The relative mean error of the same cells, dy = 0; a must not be calm. */
double water_error(const Ripple *a, const Ripple *b, int columns, int rows,
                   int dx);

/* Compares pixels of one size and format, whatever their strides. */
void water_check_pixels(const RipplePixels *a, const RipplePixels *b);

#endif
