/* SPDX-License-Identifier: MIT */
/*
 * The pool: checks what callers hand in, holds the pieces together and turns
 * pixels of the frame into cells of the water, which for now are the same.
 */
#include "ripple.h"

#include "crew.h"
#include "drop.h"
#include "heights.h"
#include "kernels/kernels.h"
#include "model.h"
#include "optics.h"
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

struct Ripple {
    int width, height;
    RippleSettings settings;
    int gain_q12;
    int skips_calm;
    const Kernels *kernels;
    Crew *crew;
    Heights heights;
    Optics optics;
};

const char *ripple_error_text(int error)
{
    switch (error) {
    case RIPPLE_OK:
        return "no error";
    case RIPPLE_ERROR_MEMORY:
        return "not enough memory";
    case RIPPLE_ERROR_SIZE:
        return "width and height must lie between 1 and 32768";
    case RIPPLE_ERROR_SETTING:
        return "a setting is out of its range";
    case RIPPLE_ERROR_PIXELS:
        return "picture and frame must be as large as the pool";
    case RIPPLE_ERROR_THREADS:
        return "threads could not be started";
    }
    return "unknown error";
}

void ripple_settings_init(RippleSettings *settings)
{
    settings->model = RIPPLE_MODEL_ROUND;
    settings->damping = 6;
    settings->refraction = 1.0 / 16;
}

static int check_size(int width, int height)
{
    if (width < 1 || width > RIPPLE_MAX_SIZE || height < 1 ||
        height > RIPPLE_MAX_SIZE)
        return RIPPLE_ERROR_SIZE;
    return RIPPLE_OK;
}

int ripple_configure(Ripple *pool, const RippleSettings *settings)
{
    /* Written so that a refraction that is not a number fails too. */
    int bends = settings->refraction >= 0 &&
                settings->refraction <= RIPPLE_MAX_REFRACTION;

    if (ripple_model_name(settings->model) == NULL || settings->damping < 0 ||
        settings->damping > RIPPLE_MAX_DAMPING || !bends)
        return RIPPLE_ERROR_SETTING;
    pool->settings = *settings;

    int gain_q12 = (int)(settings->refraction * (1 << RIPPLE_GAIN_BITS) + 0.5);

    if (gain_q12 != pool->gain_q12 && pool->optics.bent != NULL)
        optics_invalidate(&pool->optics);
    pool->gain_q12 = gain_q12;
    return RIPPLE_OK;
}

/* Gives a pool water of a new size, with what fits of its present water. */
static int make_water(Ripple *pool, int width, int height)
{
    Heights heights;
    Optics optics;
    int error = heights_init(&heights, width, height);

    if (error != RIPPLE_OK)
        return error;
    error = optics_init(&optics, &heights);
    if (error != RIPPLE_OK) {
        heights_clear(&heights);
        return error;
    }
    heights_copy(&heights, &pool->heights);
    heights_clear(&pool->heights);
    optics_clear(&pool->optics);
    pool->heights = heights;
    pool->optics = optics;
    pool->width = width;
    pool->height = height;
    return RIPPLE_OK;
}

int ripple_create(Ripple **pool, int width, int height,
                  const RippleSettings *settings)
{
    RippleSettings defaults;
    int error = check_size(width, height);

    *pool = NULL;
    if (error != RIPPLE_OK)
        return error;

    Ripple *made = calloc(1, sizeof *made);

    if (made == NULL)
        return RIPPLE_ERROR_MEMORY;
    ripple_settings_init(&defaults);
    made->kernels = kernels_best();
    made->skips_calm = 1;
    error = ripple_configure(made, settings != NULL ? settings : &defaults);
    if (error == RIPPLE_OK)
        error = make_water(made, width, height);
    if (error != RIPPLE_OK) {
        ripple_destroy(made);
        return error;
    }
    *pool = made;
    return RIPPLE_OK;
}

void ripple_destroy(Ripple *pool)
{
    if (pool == NULL)
        return;
    crew_destroy(pool->crew);
    heights_clear(&pool->heights);
    optics_clear(&pool->optics);
    free(pool);
}

int ripple_resize(Ripple *pool, int width, int height)
{
    int error = check_size(width, height);

    if (error != RIPPLE_OK || (width == pool->width && height == pool->height))
        return error;
    return make_water(pool, width, height);
}

const RippleSettings *ripple_settings(const Ripple *pool)
{
    return &pool->settings;
}

int ripple_use_threads(Ripple *pool, int threads)
{
    Crew *crew;
    int error;

    if (threads < 1 || threads > RIPPLE_MAX_THREADS)
        return RIPPLE_ERROR_SETTING;
    if (threads == crew_size(pool->crew))
        return RIPPLE_OK;
    error = crew_create(&crew, threads);
    if (error != RIPPLE_OK)
        return error;
    crew_destroy(pool->crew);
    pool->crew = crew;
    return RIPPLE_OK;
}

int ripple_threads(const Ripple *pool)
{
    return crew_size(pool->crew);
}

int ripple_use_simd(Ripple *pool, const char *name)
{
    const Kernels *kernels = kernels_best();

    if (strcmp(name, "auto") != 0)
        kernels = kernels_find(name);
    if (kernels == NULL)
        return RIPPLE_ERROR_SETTING;
    pool->kernels = kernels;
    return RIPPLE_OK;
}

const char *ripple_simd(const Ripple *pool)
{
    return pool->kernels->name;
}

void ripple_skip_calm(Ripple *pool, int skip)
{
    pool->skips_calm = skip;
}

int ripple_width(const Ripple *pool)
{
    return pool->width;
}

int ripple_height(const Ripple *pool)
{
    return pool->height;
}

void ripple_drop(Ripple *pool, const RippleStone *stone)
{
    drop_stone(&pool->heights, stone, stone->x, stone->y);
}

void ripple_drop_line(Ripple *pool, const RippleStone *stone, int x, int y)
{
    drop_stone(&pool->heights, stone, x, y);
}

void ripple_disturb(Ripple *pool, int x, int y, int magnitude)
{
    drop_disturb(&pool->heights, x, y, magnitude);
}

void ripple_clear(Ripple *pool)
{
    heights_calm(&pool->heights);
}

/* Steps, draws unless `refraction` is NULL, or does both in one sweep. */
static void sweep(Ripple *pool, int steps, const Refraction *refraction)
{
    const Kernels *kernels = pool->kernels;
    Stepping stepping = {kernels->step[pool->settings.model],
                         pool->settings.damping, !pool->skips_calm};
    Sweep sweep = {pool->crew, &pool->heights, NULL, NULL};

    if (steps)
        sweep.stepping = &stepping;
    if (refraction != NULL) {
        sweep.optics = &pool->optics;
        pool->optics.everywhere = !pool->skips_calm;
        optics_start(&pool->optics, kernels->refract, refraction);
    }
    sweep_run(&sweep);
    if (refraction != NULL)
        optics_finish(&pool->optics, &pool->heights);
}

void ripple_step(Ripple *pool)
{
    sweep(pool, 1, NULL);
}

int ripple_is_calm(const Ripple *pool)
{
    return heights_wet_tiles(&pool->heights) == 0;
}

const int16_t *ripple_heights(const Ripple *pool, int *columns, int *rows,
                              size_t *stride)
{
    if (columns != NULL)
        *columns = pool->heights.columns;
    if (rows != NULL)
        *rows = pool->heights.rows;
    if (stride != NULL)
        *stride = pool->heights.stride;
    return pool->heights.now.cells;
}

static int fits(const RipplePixels *pixels, const Ripple *pool)
{
    return pixels->pixels != NULL && pixels->width == pool->width &&
           pixels->height == pool->height &&
           pixels->stride >= (size_t)pool->width;
}

static int draw(Ripple *pool, int steps, const RipplePixels *picture,
                const RipplePixels *frame, const RippleRect **changed)
{
    Refraction refraction = {.gain_q12 = pool->gain_q12};

    if (!fits(picture, pool) || !fits(frame, pool))
        return RIPPLE_ERROR_PIXELS;
    refraction.picture = *picture;
    refraction.frame = *frame;
    sweep(pool, steps, &refraction);
    if (changed != NULL)
        *changed = pool->optics.changed.rects;
    return pool->optics.changed.count;
}

int ripple_render(Ripple *pool, const RipplePixels *picture,
                  const RipplePixels *frame, const RippleRect **changed)
{
    return draw(pool, 0, picture, frame, changed);
}

int ripple_advance(Ripple *pool, const RipplePixels *picture,
                   const RipplePixels *frame, const RippleRect **changed)
{
    return draw(pool, 1, picture, frame, changed);
}

void ripple_invalidate(Ripple *pool)
{
    optics_invalidate(&pool->optics);
}

const char *ripple_simd_name(int i)
{
    const Kernels *level = kernels_level(i);

    return level != NULL ? level->name : NULL;
}
