/* SPDX-License-Identifier: MIT */
/*
 * The pool: checks what callers hand in, holds the pieces together and turns
 * pixels of the frame into cells of the water. Whatever can fail is done
 * before anything changes.
 */
#include "ripple.h"

#include "base/thread_pool.h"
#include "water/advection.h"
#include "water/splash.h"
#include "water/boundary.h"
#include "water/field.h"
#include "kernels/kernels.h"
#include "render/lighting.h"
#include "render/grid_map.h"
#include "water/models/table.h"
#include "render/refraction.h"
#include "render/pixel_formats.h"
#include "water/mask.h"
#include "water/step.h"
#include "backend/pipeline.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct Ripple {
    int width, height;
    RippleSettings settings;
    Magnify magnify; /* from cells to pixels */
    Refraction look; /* of the settings; pixels and heights are left open */
    int skips_calm;
    const Kernels *kernels;
    Crew *crew;
    Heights heights;
    Edges edges;
    Shore shore; /* zeros where there is only open water */
    Current current;
    Optics optics;
    Law law, open_law; /* near land and in shallows, and elsewhere */
    int is_odd;        /* an odd number of steps since it was last calm */
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
        return "pixels must be as large as the pool, and of a format that the "
               "settings can draw";
    case RIPPLE_ERROR_THREADS:
        return "threads could not be started";
    }
    return "unknown error";
}

static int check_size(int width, int height)
{
    if (width < 1 || width > RIPPLE_MAX_SIZE || height < 1 ||
        height > RIPPLE_MAX_SIZE)
        return RIPPLE_ERROR_SIZE;
    return RIPPLE_OK;
}

static const Shore *find_shore(const Ripple *pool)
{
    return pool->shore.mask != NULL ? &pool->shore : NULL;
}

static int has_current(const Ripple *pool)
{
    return pool->current.passes > 0;
}

static int is_flow_uneven(const Ripple *pool)
{
    return pool->current.room.rows != NULL;
}

static int has_speeds(const RippleSettings *settings)
{
    return settings->model == RIPPLE_MODEL_SPRING;
}

static int is_wrapped(const RippleSettings *settings)
{
    return settings->edges == RIPPLE_EDGES_WRAP;
}

/* Everything that follows from settings, shore and current. */
static void follow_settings(Ripple *pool)
{
    RippleEdges edges = pool->settings.edges;
    int is_plain =
        (edges == RIPPLE_EDGES_FIXED || edges == RIPPLE_EDGES_OPEN) &&
        pool->settings.shore == RIPPLE_SHORE_FIXED && !is_flow_uneven(pool);

    pool->law = model_law(&pool->settings, 0);
    pool->open_law = model_law(&pool->settings, is_plain);
    edges_set(&pool->edges, &pool->heights, &pool->settings, has_current(pool));
}

/* Frees the buffers that the model and the current do not need. */
static void remove_buffers(Ripple *pool)
{
    Heights *heights = &pool->heights;

    if (!has_speeds(&pool->settings))
        heights_remove(&heights->speeds);
    if (!has_current(pool))
        heights_remove(&heights->spare);
    if (!has_current(pool) || !has_speeds(&pool->settings))
        heights_remove(&heights->spare_speeds);
}

/* Adds the buffers that models and currents need. */
static int add_buffers(Heights *heights, const RippleSettings *settings,
                       int is_carried)
{
    int error = RIPPLE_OK;

    if (has_speeds(settings))
        error = heights_add(heights, &heights->speeds);
    if (error == RIPPLE_OK && is_carried)
        error = heights_add(heights, &heights->spare);
    if (error == RIPPLE_OK && is_carried && has_speeds(settings))
        error = heights_add(heights, &heights->spare_speeds);
    return error;
}

/* The same for a pool that is in use: on failure it is as it was. */
static int need_buffers(Ripple *pool, const RippleSettings *settings,
                        int is_carried)
{
    int error = add_buffers(&pool->heights, settings, is_carried);

    if (error != RIPPLE_OK)
        remove_buffers(pool);
    return error;
}

/* Fits the current, for which there is room, to pool and shore. */
static void fit_current(Ripple *pool)
{
    current_fit(&pool->current, &pool->heights, find_shore(pool),
                pool->settings.edges);
    remove_buffers(pool);
    follow_settings(pool);
}

/* How often traits are doubled before they are magnified: what bends the view
   by 64 cells still fits. */
static int choose_doublings(const Ripple *pool)
{
    int doublings = 0;

    while (magnify_is_coarse(&pool->magnify) && doublings < 3 &&
           pool->settings.refraction * 512 >= 2 << doublings)
        doublings++;
    return doublings;
}

static void set_look(Ripple *pool)
{
    const RippleSettings *settings = &pool->settings;
    int doublings = choose_doublings(pool);
    double gain =
        settings->refraction * ripple_cell(pool) * (1 << RIPPLE_GAIN_BITS);

    pool->look = (Refraction){
        .doublings = doublings,
        .gain_q12 =
            (int)(fmin(gain, RIPPLE_MOST_GAIN) / (1 << doublings) + 0.5),
        .filter = settings->filter,
        .view = settings->view,
        .is_lit = settings->light > 0,
        .light = light_of(settings, doublings),
    };
    optics_invalidate(&pool->optics);
}

static int looks_alike(const RippleSettings *a, const RippleSettings *b)
{
    return a->refraction == b->refraction && a->filter == b->filter &&
           a->view == b->view && a->light == b->light &&
           a->light_from == b->light_from;
}

/* The pieces of a pool that have its size. */
typedef struct Grid {
    Heights heights;
    Edges edges;
    Shore shore;
    Optics optics;
    Magnify magnify;
    FlowRoom flow_room;
} Grid;

static void grid_clear(Grid *grid)
{
    heights_clear(&grid->heights);
    edges_clear(&grid->edges);
    shore_clear(&grid->shore);
    optics_clear(&grid->optics);
    magnify_clear(&grid->magnify);
    current_clear_room(&grid->flow_room);
}

static int grid_init(Grid *grid, const Ripple *pool, int width, int height,
                     const RippleSettings *settings)
{
    int has_land = find_shore(pool) != NULL;
    int error, columns, rows;

    memset(grid, 0, sizeof *grid);
    magnify_choose(&columns, &rows, width, height, settings->cell);
    error = magnify_init(&grid->magnify, width, height, columns, rows);
    if (error == RIPPLE_OK)
        error = heights_init(&grid->heights, columns, rows);
    if (error == RIPPLE_OK)
        error = add_buffers(&grid->heights, settings, has_current(pool));
    if (error == RIPPLE_OK)
        error = edges_init(&grid->edges, &grid->heights);
    if (error == RIPPLE_OK && has_land)
        error = shore_init(&grid->shore, &grid->heights, is_wrapped(settings));
    if (error == RIPPLE_OK)
        error = optics_init(&grid->optics, &grid->heights, &grid->magnify);
    if (error == RIPPLE_OK)
        error = current_make_room(&grid->flow_room, &pool->current,
                                  &grid->heights, has_land);
    if (error != RIPPLE_OK)
        grid_clear(grid);
    return error;
}

/* Gives a pool settings and water of a new size, with what fits of its present
   water unless its cells change; the mask is scaled. */
static int make_water(Ripple *pool, int width, int height,
                      const RippleSettings *settings)
{
    Grid grid, old = {pool->heights, pool->edges,   pool->shore,
                      pool->optics,  pool->magnify, pool->current.room};
    int error = grid_init(&grid, pool, width, height, settings);

    if (error != RIPPLE_OK)
        return error;
    if (settings->cell == pool->settings.cell)
        heights_copy(&grid.heights, &old.heights);
    if (grid.shore.mask != NULL) {
        shore_set(&grid.shore, &grid.heights, old.shore.mask, old.shore.columns,
                  old.shore.rows, (size_t)old.shore.columns);
        shore_dry(&grid.shore, &grid.heights,
                  (RippleRect){0, 0, grid.shore.columns, grid.shore.rows});
    }
    pool->heights = grid.heights;
    pool->edges = grid.edges;
    pool->shore = grid.shore;
    pool->optics = grid.optics;
    pool->magnify = grid.magnify;
    pool->current.room = grid.flow_room;
    pool->width = width;
    pool->height = height;
    pool->settings = *settings;
    set_look(pool);
    fit_current(pool);
    grid_clear(&old);
    return RIPPLE_OK;
}

/* Changes settings that leave the cells what they are. */
static int change_settings(Ripple *pool, const RippleSettings *settings)
{
    RippleSettings had = pool->settings;
    int error = need_buffers(pool, settings, has_current(pool));

    if (error != RIPPLE_OK)
        return error;
    pool->settings = *settings;
    if (!looks_alike(settings, &had))
        set_look(pool);
    if (has_speeds(settings) && !has_speeds(&had))
        heights_start_speeds(&pool->heights);
    if (is_wrapped(settings) != is_wrapped(&had) && find_shore(pool) != NULL)
        shore_wrap(&pool->shore, &pool->heights, is_wrapped(settings));
    if (settings->edges != had.edges) {
        fit_current(pool);
    } else {
        remove_buffers(pool);
        follow_settings(pool);
    }
    return RIPPLE_OK;
}

int ripple_configure(Ripple *pool, const RippleSettings *settings)
{
    if (ripple_settings_check(settings, NULL, 0) != RIPPLE_OK)
        return RIPPLE_ERROR_SETTING;
    if (settings->cell != pool->settings.cell)
        return make_water(pool, pool->width, pool->height, settings);
    return change_settings(pool, settings);
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
    if (settings == NULL)
        settings = &defaults;
    made->kernels = kernels_best();
    made->skips_calm = 1;
    error = ripple_settings_check(settings, NULL, 0);
    if (error == RIPPLE_OK)
        error = make_water(made, width, height, settings);
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
    edges_clear(&pool->edges);
    shore_clear(&pool->shore);
    current_clear(&pool->current);
    optics_clear(&pool->optics);
    magnify_clear(&pool->magnify);
    free(pool);
}

int ripple_resize(Ripple *pool, int width, int height)
{
    int error = check_size(width, height);

    if (error != RIPPLE_OK || (width == pool->width && height == pool->height))
        return error;
    return make_water(pool, width, height, &pool->settings);
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

double ripple_cell(const Ripple *pool)
{
    return (double)pool->height / pool->heights.rows;
}

void ripple_drop(Ripple *pool, const RippleStone *stone)
{
    ripple_drop_line(pool, stone, stone->x, stone->y);
}

void ripple_drop_line(Ripple *pool, const RippleStone *stone, int x, int y)
{
    const Magnify *magnify = &pool->magnify;
    RippleStone shrunk = *stone;

    shrunk.x = magnify_find_column(magnify, stone->x);
    shrunk.y = magnify_find_row(magnify, stone->y);
    shrunk.radius = magnify_shrink(magnify, stone->radius);
    drop_stone(&pool->heights, find_shore(pool), &shrunk,
               magnify_find_column(magnify, x), magnify_find_row(magnify, y));
}

void ripple_disturb(Ripple *pool, int x, int y, int magnitude)
{
    drop_disturb(&pool->heights, find_shore(pool),
                 magnify_find_column(&pool->magnify, x),
                 magnify_find_row(&pool->magnify, y), magnitude);
}

void ripple_pull(Ripple *pool, int x, int y, int radius, int height)
{
    RippleStone disc = {x, y, radius, height > -INT_MAX ? -height : INT_MAX,
                        RIPPLE_PROFILE_DISC};

    ripple_drop(pool, &disc);
}

/* After a change of the mask: what lies on land is gone, and the current goes
   around it. */
static void follow_shore(Ripple *pool, RippleRect part)
{
    if (shore_is_open(&pool->shore)) {
        shore_clear(&pool->shore);
    } else {
        shore_dry(&pool->shore, &pool->heights, part);
        edges_dry(&pool->edges, &pool->heights, &pool->shore);
    }
    optics_invalidate(&pool->optics);
    fit_current(pool);
}

/* Makes room for land, and for a current around it. */
static int need_shore(Ripple *pool)
{
    int had_shore = find_shore(pool) != NULL, error = RIPPLE_OK;

    if (!had_shore)
        error = shore_init(&pool->shore, &pool->heights,
                           is_wrapped(&pool->settings));
    if (error == RIPPLE_OK)
        error = current_make_room(&pool->current.room, &pool->current,
                                  &pool->heights, 1);
    if (error != RIPPLE_OK && !had_shore)
        shore_clear(&pool->shore);
    return error;
}

int ripple_set_mask(Ripple *pool, const uint8_t *mask, int width, int height,
                    size_t stride)
{
    RippleRect all = {0, 0, pool->heights.columns, pool->heights.rows};
    int error;

    if (mask == NULL) {
        shore_clear(&pool->shore);
        optics_invalidate(&pool->optics);
        fit_current(pool);
        return RIPPLE_OK;
    }
    error = check_size(width, height);
    if (error == RIPPLE_OK)
        error = need_shore(pool);
    if (error != RIPPLE_OK)
        return error;
    shore_set(&pool->shore, &pool->heights, mask, width, height, stride);
    follow_shore(pool, all);
    return RIPPLE_OK;
}

int ripple_paint_mask(Ripple *pool, int x0, int y0, int x1, int y1, int radius,
                      int depth, RippleRect *part)
{
    const Magnify *magnify = &pool->magnify;
    RippleRect painted;
    int error;

    if (depth < RIPPLE_DEPTH_LAND || depth > RIPPLE_DEPTH_OPEN)
        return RIPPLE_ERROR_SETTING;
    error = need_shore(pool);
    if (error != RIPPLE_OK)
        return error;
    painted = shore_paint(
        &pool->shore, &pool->heights, magnify_find_column(magnify, x0),
        magnify_find_row(magnify, y0), magnify_find_column(magnify, x1),
        magnify_find_row(magnify, y1), magnify_shrink(magnify, radius), depth);
    if (part != NULL)
        *part = magnify_reach(magnify, painted);
    follow_shore(pool, painted);
    return RIPPLE_OK;
}

const uint8_t *ripple_mask(const Ripple *pool)
{
    return pool->shore.mask;
}

static int set_flow(Ripple *pool, const float *x, const float *y, int width,
                    int height)
{
    Current current;
    int error = current_init(&current, x, y, width, height);

    if (error == RIPPLE_OK)
        error = current_make_room(&current.room, &current, &pool->heights,
                                  find_shore(pool) != NULL);
    if (error == RIPPLE_OK)
        error =
            need_buffers(pool, &pool->settings, !current_is_still(&current));
    if (error != RIPPLE_OK) {
        current_clear(&current);
        return error;
    }
    current.is_ahead = pool->current.is_ahead;
    current_clear(&pool->current);
    pool->current = current;
    fit_current(pool);
    return RIPPLE_OK;
}

int ripple_set_current(Ripple *pool, double x, double y)
{
    float flow_x = (float)x, flow_y = (float)y;

    return set_flow(pool, &flow_x, &flow_y, 1, 1);
}

int ripple_set_current_map(Ripple *pool, const float *x, const float *y,
                           int width, int height)
{
    int error = check_size(width, height);

    return error == RIPPLE_OK ? set_flow(pool, x, y, width, height) : error;
}

double ripple_current_divergence(const Ripple *pool)
{
    return has_current(pool) ? pool->current.divergence : 0;
}

/* Calm water is like new: steps change nothing, not even what they do next. */
static void forget_steps(Ripple *pool)
{
    pool->is_odd = 0;
    pool->current.turn = 0;
    pool->current.is_ahead = 0;
}

void ripple_clear(Ripple *pool)
{
    heights_calm(&pool->heights);
    edges_calm(&pool->edges, &pool->heights);
    forget_steps(pool);
}

/* Every other step, what rounding took is given back. */
static void take_laws(Ripple *pool, Stepping *stepping)
{
    stepping->law = pool->law;
    stepping->open_law = pool->open_law;
    if (pool->is_odd && pool->law.rounding == ROUND_TO_REST)
        stepping->law.rounding = stepping->open_law.rounding = ROUND_AWAY;
    pool->is_odd = !pool->is_odd;
}

/* What is carried on after the last step of a round is ahead of the heights
   before it, which follow before the next. */
static void take_turn(Current *current, Stepping *stepping)
{
    stepping->carries_first = current->is_ahead;
    stepping->carries_on = current->turn == current->every - 1;
    current->is_ahead = stepping->carries_on;
    current->turn = (current->turn + 1) % current->every;
}

/* Steps, draws unless `refraction` is NULL, or does both in one sweep. */
static void sweep(Ripple *pool, int steps, const Refraction *refraction)
{
    const Kernels *kernels = pool->kernels;
    Stepping stepping = {
        .kernels = kernels,
        .edges = &pool->edges,
        .shore = find_shore(pool),
        .current = has_current(pool) ? &pool->current : NULL,
        .everywhere = !pool->skips_calm,
    };
    Sweep sweep = {pool->crew, &pool->heights, NULL, NULL};

    edges_refresh(&pool->edges, &pool->heights);
    if (steps) {
        take_laws(pool, &stepping);
        if (has_current(pool))
            take_turn(&pool->current, &stepping);
        edges_smooth(&pool->edges, &pool->heights, &pool->heights.now);
        sweep.stepping = &stepping;
    }
    if (refraction != NULL) {
        sweep.optics = &pool->optics;
        pool->optics.everywhere = !pool->skips_calm;
        optics_start(&pool->optics, kernels, find_shore(pool), &pool->magnify,
                     refraction);
    }
    sweep_run(&sweep);
    if (steps && ripple_is_calm(pool))
        forget_steps(pool);
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
    return picture_start(pixels) != NULL && pixels->width == pool->width &&
           pixels->height == pool->height &&
           pixels->stride >= (size_t)pool->width;
}

/* Whether a look is made of nothing but pixels of the picture. */
static int looks_plain(const Refraction *look)
{
    return look->filter == RIPPLE_FILTER_NEAREST && !look->is_lit &&
           look->view == RIPPLE_VIEW_WATER;
}

static int draw(Ripple *pool, int steps, const RipplePixels *picture,
                const RipplePixels *frame, const RippleRect **changed)
{
    Refraction refraction = pool->look;

    if (!fits(picture, pool) || !fits(frame, pool) ||
        picture->format != frame->format ||
        (frame->format == RIPPLE_FORMAT_RGB565 && !looks_plain(&refraction)))
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

size_t ripple_pixel_size(RippleFormat format)
{
    return picture_pixel_size(format);
}

int ripple_copy_pixels(const RipplePixels *from, const RipplePixels *to)
{
    RippleRect all = {0, 0, to->width, to->height};

    if (picture_start(from) == NULL || picture_start(to) == NULL ||
        from->width != to->width || from->height != to->height ||
        from->width < 0 || from->stride < (size_t)from->width ||
        to->stride < (size_t)to->width)
        return RIPPLE_ERROR_PIXELS;
    picture_copy(from, to, all);
    return RIPPLE_OK;
}

int ripple_lay_floor(const Ripple *pool, const RipplePixels *picture,
                     const RipplePixels *floor, const RippleRect *part)
{
    RippleRect all = {0, 0, pool->width, pool->height};
    RippleRect laid =
        part != NULL ? rect_clip(*part, pool->width, pool->height) : all;

    if (!fits(picture, pool) || !fits(floor, pool))
        return RIPPLE_ERROR_PIXELS;
    if (find_shore(pool) != NULL)
        shore_lay_floor(&pool->shore, &pool->magnify, picture, floor, laid);
    else
        picture_copy(picture, floor, laid);
    return RIPPLE_OK;
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
