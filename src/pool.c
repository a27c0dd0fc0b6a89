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
    GridMap grid_map; /* from cells to pixels */
    RenderArgs look;  /* of the settings; pixels and heights are left open */
    int skips_calm;
    const Kernels *kernels;
    ThreadPool *thread_pool;
    Field heights;
    Boundary edges;
    Mask shore; /* zeros where there is only open water */
    Advection current;
    Refraction refraction;
    Stencil stencil,
        open_stencil; /* near land and in shallows, and elsewhere */
    int is_odd;       /* an odd number of steps since it was last calm */
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

static const Mask *find_shore(const Ripple *pool)
{
    return pool->shore.mask != NULL ? &pool->shore : NULL;
}

static int has_current(const Ripple *pool)
{
    return pool->current.passes > 0;
}

static int is_flow_uneven(const Ripple *pool)
{
    return pool->current.workspace.rows != NULL;
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

    pool->stencil = ripple_model_stencil(&pool->settings, 0);
    pool->open_stencil = ripple_model_stencil(&pool->settings, is_plain);
    ripple_boundary_configure(&pool->edges, &pool->heights, &pool->settings,
                              has_current(pool));
}

/* Frees the buffers that the model and the current do not need. */
static void remove_buffers(Ripple *pool)
{
    Field *heights = &pool->heights;

    if (!has_speeds(&pool->settings))
        ripple_field_remove_plane(&heights->speeds);
    if (!has_current(pool))
        ripple_field_remove_plane(&heights->spare);
    if (!has_current(pool) || !has_speeds(&pool->settings))
        ripple_field_remove_plane(&heights->spare_speeds);
}

/* Adds the buffers that models and currents need. */
static int add_buffers(Field *heights, const RippleSettings *settings,
                       int is_carried)
{
    int error = RIPPLE_OK;

    if (has_speeds(settings))
        error = ripple_field_add_plane(heights, &heights->speeds);
    if (error == RIPPLE_OK && is_carried)
        error = ripple_field_add_plane(heights, &heights->spare);
    if (error == RIPPLE_OK && is_carried && has_speeds(settings))
        error = ripple_field_add_plane(heights, &heights->spare_speeds);
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
    ripple_advection_fit(&pool->current, &pool->heights, find_shore(pool),
                         pool->settings.edges);
    remove_buffers(pool);
    follow_settings(pool);
}

/* How often traits are doubled before they are magnified: what bends the view
   by 64 cells still fits. */
static int choose_doublings(const Ripple *pool)
{
    int doublings = 0;

    while (ripple_grid_map_is_coarse(&pool->grid_map) && doublings < 3 &&
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

    pool->look = (RenderArgs){
        .doublings = doublings,
        .gain_q12 = (int)(fmin(gain, RIPPLE_MAX_GAIN) / (1 << doublings) + 0.5),
        .filter = settings->filter,
        .view = settings->view,
        .is_lit = settings->light > 0,
        .light = ripple_lighting_make(settings, doublings),
    };
    ripple_refraction_invalidate(&pool->refraction);
}

static int looks_alike(const RippleSettings *a, const RippleSettings *b)
{
    return a->refraction == b->refraction && a->filter == b->filter &&
           a->view == b->view && a->light == b->light &&
           a->light_from == b->light_from;
}

/* The pieces of a pool that have its size. */
typedef struct Grid {
    Field heights;
    Boundary edges;
    Mask shore;
    Refraction refraction;
    GridMap grid_map;
    FlowWorkspace flow_workspace;
} Grid;

static void grid_clear(Grid *grid)
{
    ripple_field_clear(&grid->heights);
    ripple_boundary_clear(&grid->edges);
    ripple_mask_clear(&grid->shore);
    ripple_refraction_clear(&grid->refraction);
    ripple_grid_map_clear(&grid->grid_map);
    ripple_advection_clear_workspace(&grid->flow_workspace);
}

static int grid_init(Grid *grid, const Ripple *pool, int width, int height,
                     const RippleSettings *settings)
{
    int has_land = find_shore(pool) != NULL;
    int error, columns, rows;

    memset(grid, 0, sizeof *grid);
    ripple_grid_map_choose_cells(&columns, &rows, width, height,
                                 settings->cell);
    error = ripple_grid_map_init(&grid->grid_map, width, height, columns, rows);
    if (error == RIPPLE_OK)
        error = ripple_field_init(&grid->heights, columns, rows);
    if (error == RIPPLE_OK)
        error = add_buffers(&grid->heights, settings, has_current(pool));
    if (error == RIPPLE_OK)
        error = ripple_boundary_init(&grid->edges, &grid->heights);
    if (error == RIPPLE_OK && has_land)
        error = ripple_mask_init(&grid->shore, &grid->heights,
                                 is_wrapped(settings));
    if (error == RIPPLE_OK)
        error = ripple_refraction_init(&grid->refraction, &grid->heights,
                                       &grid->grid_map);
    if (error == RIPPLE_OK)
        error = ripple_advection_make_workspace(
            &grid->flow_workspace, &pool->current, &grid->heights, has_land);
    if (error != RIPPLE_OK)
        grid_clear(grid);
    return error;
}

/* Gives a pool settings and water of a new size, with what fits of its present
   water unless its cells change; the mask is scaled. */
static int make_water(Ripple *pool, int width, int height,
                      const RippleSettings *settings)
{
    Grid grid,
        old = {pool->heights,    pool->edges,    pool->shore,
               pool->refraction, pool->grid_map, pool->current.workspace};
    int error = grid_init(&grid, pool, width, height, settings);

    if (error != RIPPLE_OK)
        return error;
    if (settings->cell == pool->settings.cell)
        ripple_field_copy(&grid.heights, &old.heights);
    if (grid.shore.mask != NULL) {
        ripple_mask_set(&grid.shore, &grid.heights, old.shore.mask,
                        old.shore.columns, old.shore.rows,
                        (size_t)old.shore.columns);
        ripple_mask_clear_land(
            &grid.shore, &grid.heights,
            (RippleRect){0, 0, grid.shore.columns, grid.shore.rows});
    }
    pool->heights = grid.heights;
    pool->edges = grid.edges;
    pool->shore = grid.shore;
    pool->refraction = grid.refraction;
    pool->grid_map = grid.grid_map;
    pool->current.workspace = grid.flow_workspace;
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
        ripple_field_init_speeds(&pool->heights);
    if (is_wrapped(settings) != is_wrapped(&had) && find_shore(pool) != NULL)
        ripple_mask_set_wrap(&pool->shore, &pool->heights,
                             is_wrapped(settings));
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
    made->kernels = ripple_kernels_best();
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
    ripple_thread_pool_destroy(pool->thread_pool);
    ripple_field_clear(&pool->heights);
    ripple_boundary_clear(&pool->edges);
    ripple_mask_clear(&pool->shore);
    ripple_advection_clear(&pool->current);
    ripple_refraction_clear(&pool->refraction);
    ripple_grid_map_clear(&pool->grid_map);
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
    ThreadPool *thread_pool;
    int error;

    if (threads < 1 || threads > RIPPLE_MAX_THREADS)
        return RIPPLE_ERROR_SETTING;
    if (threads == ripple_thread_pool_size(pool->thread_pool))
        return RIPPLE_OK;
    error = ripple_thread_pool_create(&thread_pool, threads);
    if (error != RIPPLE_OK)
        return error;
    ripple_thread_pool_destroy(pool->thread_pool);
    pool->thread_pool = thread_pool;
    return RIPPLE_OK;
}

int ripple_threads(const Ripple *pool)
{
    return ripple_thread_pool_size(pool->thread_pool);
}

int ripple_use_simd(Ripple *pool, const char *name)
{
    const Kernels *kernels = ripple_kernels_best();

    if (strcmp(name, "auto") != 0)
        kernels = ripple_kernels_find(name);
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
    const GridMap *grid_map = &pool->grid_map;
    RippleStone shrunk = *stone;

    shrunk.x = ripple_grid_map_column(grid_map, stone->x);
    shrunk.y = ripple_grid_map_row(grid_map, stone->y);
    shrunk.radius = ripple_grid_map_to_cells(grid_map, stone->radius);
    ripple_splash_stone(&pool->heights, find_shore(pool), &shrunk,
                        ripple_grid_map_column(grid_map, x),
                        ripple_grid_map_row(grid_map, y));
}

void ripple_disturb(Ripple *pool, int x, int y, int magnitude)
{
    ripple_splash_disturb(&pool->heights, find_shore(pool),
                          ripple_grid_map_column(&pool->grid_map, x),
                          ripple_grid_map_row(&pool->grid_map, y), magnitude);
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
    if (ripple_mask_is_open(&pool->shore)) {
        ripple_mask_clear(&pool->shore);
    } else {
        ripple_mask_clear_land(&pool->shore, &pool->heights, part);
        ripple_boundary_clear_land(&pool->edges, &pool->heights, &pool->shore);
    }
    ripple_refraction_invalidate(&pool->refraction);
    fit_current(pool);
}

/* Makes room for land, and for a current around it. */
static int need_shore(Ripple *pool)
{
    int had_shore = find_shore(pool) != NULL, error = RIPPLE_OK;

    if (!had_shore)
        error = ripple_mask_init(&pool->shore, &pool->heights,
                                 is_wrapped(&pool->settings));
    if (error == RIPPLE_OK)
        error = ripple_advection_make_workspace(
            &pool->current.workspace, &pool->current, &pool->heights, 1);
    if (error != RIPPLE_OK && !had_shore)
        ripple_mask_clear(&pool->shore);
    return error;
}

int ripple_set_mask(Ripple *pool, const uint8_t *mask, int width, int height,
                    size_t stride)
{
    RippleRect all = {0, 0, pool->heights.columns, pool->heights.rows};
    int error;

    if (mask == NULL) {
        ripple_mask_clear(&pool->shore);
        ripple_refraction_invalidate(&pool->refraction);
        fit_current(pool);
        return RIPPLE_OK;
    }
    error = check_size(width, height);
    if (error == RIPPLE_OK)
        error = need_shore(pool);
    if (error != RIPPLE_OK)
        return error;
    ripple_mask_set(&pool->shore, &pool->heights, mask, width, height, stride);
    follow_shore(pool, all);
    return RIPPLE_OK;
}

int ripple_paint_mask(Ripple *pool, int x0, int y0, int x1, int y1, int radius,
                      int depth, RippleRect *part)
{
    const GridMap *grid_map = &pool->grid_map;
    RippleRect painted;
    int error;

    if (depth < RIPPLE_DEPTH_LAND || depth > RIPPLE_DEPTH_OPEN)
        return RIPPLE_ERROR_SETTING;
    error = need_shore(pool);
    if (error != RIPPLE_OK)
        return error;
    painted = ripple_mask_paint(
        &pool->shore, &pool->heights, ripple_grid_map_column(grid_map, x0),
        ripple_grid_map_row(grid_map, y0), ripple_grid_map_column(grid_map, x1),
        ripple_grid_map_row(grid_map, y1),
        ripple_grid_map_to_cells(grid_map, radius), depth);
    if (part != NULL)
        *part = ripple_grid_map_reach(grid_map, painted);
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
    Advection current;
    int error = ripple_advection_init(&current, x, y, width, height);

    if (error == RIPPLE_OK)
        error = ripple_advection_make_workspace(&current.workspace, &current,
                                                &pool->heights,
                                                find_shore(pool) != NULL);
    if (error == RIPPLE_OK)
        error = need_buffers(pool, &pool->settings,
                             !ripple_advection_is_still(&current));
    if (error != RIPPLE_OK) {
        ripple_advection_clear(&current);
        return error;
    }
    current.leads = pool->current.leads;
    ripple_advection_clear(&pool->current);
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
    pool->current.phase = 0;
    pool->current.leads = 0;
}

void ripple_clear(Ripple *pool)
{
    ripple_field_reset(&pool->heights);
    ripple_boundary_reset(&pool->edges, &pool->heights);
    forget_steps(pool);
}

/* Every other step, what rounding took is given back. */
static void take_laws(Ripple *pool, StepContext *context)
{
    context->stencil = pool->stencil;
    context->open_stencil = pool->open_stencil;
    if (pool->is_odd && pool->stencil.rounding == ROUND_TO_REST)
        context->stencil.rounding = context->open_stencil.rounding = ROUND_AWAY;
    pool->is_odd = !pool->is_odd;
}

/* What is carried on after the last step of a round is ahead of the heights
   before it, which follow before the next. */
static void take_turn(Advection *current, StepContext *context)
{
    context->advects_before = current->leads;
    context->advects_after = current->phase == current->interval - 1;
    current->leads = context->advects_after;
    current->phase = (current->phase + 1) % current->interval;
}

/* Steps, draws unless `refraction` is NULL, or does both in one sweep. */
static void pipeline(Ripple *pool, int steps, const RenderArgs *refraction)
{
    const Kernels *kernels = pool->kernels;
    StepContext context = {
        .kernels = kernels,
        .edges = &pool->edges,
        .shore = find_shore(pool),
        .current = has_current(pool) ? &pool->current : NULL,
        .everywhere = !pool->skips_calm,
    };
    Pipeline pipeline = {pool->thread_pool, &pool->heights, NULL, NULL};

    ripple_boundary_refresh(&pool->edges, &pool->heights);
    if (steps) {
        take_laws(pool, &context);
        if (has_current(pool))
            take_turn(&pool->current, &context);
        ripple_boundary_smooth(&pool->edges, &pool->heights,
                               &pool->heights.now);
        pipeline.context = &context;
    }
    if (refraction != NULL) {
        pipeline.refraction = &pool->refraction;
        pool->refraction.everywhere = !pool->skips_calm;
        ripple_refraction_start(&pool->refraction, kernels, find_shore(pool),
                                &pool->grid_map, refraction);
    }
    ripple_pipeline_run(&pipeline);
    if (steps && ripple_is_calm(pool))
        forget_steps(pool);
    if (refraction != NULL)
        ripple_refraction_finish(&pool->refraction, &pool->heights);
}

void ripple_step(Ripple *pool)
{
    pipeline(pool, 1, NULL);
}

int ripple_is_calm(const Ripple *pool)
{
    return ripple_field_count_active(&pool->heights) == 0;
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
    return ripple_pixels_start(pixels) != NULL &&
           pixels->width == pool->width && pixels->height == pool->height &&
           pixels->stride >= (size_t)pool->width;
}

/* Whether a look is made of nothing but pixels of the picture. */
static int looks_plain(const RenderArgs *look)
{
    return look->filter == RIPPLE_FILTER_NEAREST && !look->is_lit &&
           look->view == RIPPLE_VIEW_WATER;
}

static int draw(Ripple *pool, int steps, const RipplePixels *picture,
                const RipplePixels *frame, const RippleRect **changed)
{
    RenderArgs refraction = pool->look;

    if (!fits(picture, pool) || !fits(frame, pool) ||
        picture->format != frame->format ||
        (frame->format == RIPPLE_FORMAT_RGB565 && !looks_plain(&refraction)))
        return RIPPLE_ERROR_PIXELS;
    refraction.picture = *picture;
    refraction.frame = *frame;
    pipeline(pool, steps, &refraction);
    if (changed != NULL)
        *changed = pool->refraction.changed.rects;
    return pool->refraction.changed.count;
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
    return ripple_pixels_size(format);
}

int ripple_copy_pixels(const RipplePixels *from, const RipplePixels *to)
{
    RippleRect all = {0, 0, to->width, to->height};

    if (ripple_pixels_start(from) == NULL || ripple_pixels_start(to) == NULL ||
        from->width != to->width || from->height != to->height ||
        from->width < 0 || from->stride < (size_t)from->width ||
        to->stride < (size_t)to->width)
        return RIPPLE_ERROR_PIXELS;
    ripple_pixels_copy(from, to, all);
    return RIPPLE_OK;
}

int ripple_lay_floor(const Ripple *pool, const RipplePixels *picture,
                     const RipplePixels *floor, const RippleRect *part)
{
    RippleRect all = {0, 0, pool->width, pool->height};
    RippleRect laid =
        part != NULL ? ripple_rect_clip(*part, pool->width, pool->height) : all;

    if (!fits(picture, pool) || !fits(floor, pool))
        return RIPPLE_ERROR_PIXELS;
    if (find_shore(pool) != NULL)
        ripple_shore_lay_floor(&pool->shore, &pool->grid_map, picture, floor,
                               laid);
    else
        ripple_pixels_copy(picture, floor, laid);
    return RIPPLE_OK;
}

void ripple_invalidate(Ripple *pool)
{
    ripple_refraction_invalidate(&pool->refraction);
}

const char *ripple_simd_name(int i)
{
    const Kernels *level = ripple_kernels_level(i);

    return level != NULL ? level->name : NULL;
}
