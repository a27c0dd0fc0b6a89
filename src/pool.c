/* SPDX-License-Identifier: MIT */
/*
 * The public functions: checks arguments and turns pixels of the frame into
 * cells. The backend does the rest and is only called with valid arguments.
 */
#include "backend/cpu.h"
#include "base/rect.h"
#include "base/thread_pool.h"
#include "kernels/kernels.h"
#include "render/grid_map.h"
#include "render/pixel_formats.h"
#include "ripple.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct Ripple {
    Cpu cpu;
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

int ripple_create(Ripple **pool, int width, int height,
                  const RippleSettings *settings)
{
    RippleSettings defaults;
    int error = check_size(width, height);

    *pool = NULL;
    if (error != RIPPLE_OK)
        return error;
    ripple_settings_init(&defaults);
    if (settings == NULL)
        settings = &defaults;
    error = ripple_settings_check(settings, NULL, 0);
    if (error != RIPPLE_OK)
        return error;

    Ripple *made = calloc(1, sizeof *made);

    if (made == NULL)
        return RIPPLE_ERROR_MEMORY;
    error = ripple_cpu_init(&made->cpu, width, height, settings);
    if (error != RIPPLE_OK) {
        free(made);
        return error;
    }
    *pool = made;
    return RIPPLE_OK;
}

void ripple_destroy(Ripple *pool)
{
    if (pool == NULL)
        return;
    ripple_cpu_clear(&pool->cpu);
    free(pool);
}

int ripple_resize(Ripple *pool, int width, int height)
{
    int error = check_size(width, height);

    if (error != RIPPLE_OK ||
        (width == ripple_width(pool) && height == ripple_height(pool)))
        return error;
    return ripple_cpu_resize(&pool->cpu, width, height, &pool->cpu.settings);
}

int ripple_configure(Ripple *pool, const RippleSettings *settings)
{
    if (ripple_settings_check(settings, NULL, 0) != RIPPLE_OK)
        return RIPPLE_ERROR_SETTING;
    return ripple_cpu_configure(&pool->cpu, settings);
}

const RippleSettings *ripple_settings(const Ripple *pool)
{
    return &pool->cpu.settings;
}

int ripple_use_threads(Ripple *pool, int threads)
{
    ThreadPool *thread_pool;
    int error;

    if (threads < 1 || threads > RIPPLE_MAX_THREADS)
        return RIPPLE_ERROR_SETTING;
    if (threads == ripple_threads(pool))
        return RIPPLE_OK;
    error = ripple_thread_pool_create(&thread_pool, threads);
    if (error != RIPPLE_OK)
        return error;
    ripple_thread_pool_destroy(pool->cpu.thread_pool);
    pool->cpu.thread_pool = thread_pool;
    return RIPPLE_OK;
}

int ripple_threads(const Ripple *pool)
{
    return ripple_thread_pool_size(pool->cpu.thread_pool);
}

int ripple_use_simd(Ripple *pool, const char *name)
{
    const Kernels *kernels = ripple_kernels_best();

    if (strcmp(name, "auto") != 0)
        kernels = ripple_kernels_find(name);
    if (kernels == NULL)
        return RIPPLE_ERROR_SETTING;
    pool->cpu.kernels = kernels;
    return RIPPLE_OK;
}

const char *ripple_simd(const Ripple *pool)
{
    return pool->cpu.kernels->name;
}

const char *ripple_simd_name(int i)
{
    const Kernels *level = ripple_kernels_level(i);

    return level != NULL ? level->name : NULL;
}

void ripple_skip_calm(Ripple *pool, int skip)
{
    pool->cpu.skips_calm = skip;
}

int ripple_width(const Ripple *pool)
{
    return pool->cpu.grid_map.width;
}

int ripple_height(const Ripple *pool)
{
    return pool->cpu.grid_map.height;
}

double ripple_cell(const Ripple *pool)
{
    return (double)ripple_height(pool) / pool->cpu.grid_map.rows;
}

void ripple_drop(Ripple *pool, const RippleStone *stone)
{
    ripple_drop_line(pool, stone, stone->x, stone->y);
}

void ripple_drop_line(Ripple *pool, const RippleStone *stone, int x, int y)
{
    const GridMap *grid_map = &pool->cpu.grid_map;
    RippleStone in_cells = *stone;

    in_cells.x = ripple_grid_map_column(grid_map, stone->x);
    in_cells.y = ripple_grid_map_row(grid_map, stone->y);
    in_cells.radius = ripple_grid_map_to_cells(grid_map, stone->radius);
    ripple_cpu_drop(&pool->cpu, &in_cells, ripple_grid_map_column(grid_map, x),
                    ripple_grid_map_row(grid_map, y));
}

void ripple_disturb(Ripple *pool, int x, int y, int magnitude)
{
    const GridMap *grid_map = &pool->cpu.grid_map;

    ripple_cpu_disturb(&pool->cpu, ripple_grid_map_column(grid_map, x),
                       ripple_grid_map_row(grid_map, y), magnitude);
}

void ripple_pull(Ripple *pool, int x, int y, int radius, int height)
{
    RippleStone disc = {x, y, radius, height > -INT_MAX ? -height : INT_MAX,
                        RIPPLE_PROFILE_DISC};

    ripple_drop(pool, &disc);
}

int ripple_set_mask(Ripple *pool, const uint8_t *mask, int width, int height,
                    size_t stride)
{
    int error = mask != NULL ? check_size(width, height) : RIPPLE_OK;

    if (error != RIPPLE_OK)
        return error;
    return ripple_cpu_set_mask(&pool->cpu, mask, width, height, stride);
}

int ripple_paint_mask(Ripple *pool, int x0, int y0, int x1, int y1, int radius,
                      int depth, RippleRect *part)
{
    const GridMap *grid_map = &pool->cpu.grid_map;
    Capsule brush;
    RippleRect cells;
    int error;

    if (depth < RIPPLE_DEPTH_LAND || depth > RIPPLE_DEPTH_OPEN)
        return RIPPLE_ERROR_SETTING;
    brush = ripple_capsule_make(
        ripple_grid_map_column(grid_map, x0), ripple_grid_map_row(grid_map, y0),
        ripple_grid_map_column(grid_map, x1), ripple_grid_map_row(grid_map, y1),
        ripple_grid_map_to_cells(grid_map, radius));
    error = ripple_cpu_paint_mask(&pool->cpu, &brush, depth, &cells);
    if (error == RIPPLE_OK && part != NULL)
        *part = ripple_grid_map_reach(grid_map, cells);
    return error;
}

const uint8_t *ripple_mask(const Ripple *pool)
{
    const Mask *mask = ripple_cpu_mask(&pool->cpu);

    return mask != NULL ? mask->depths : NULL;
}

int ripple_set_current(Ripple *pool, double x, double y)
{
    float flow_x = (float)x, flow_y = (float)y;

    return ripple_cpu_set_flow(&pool->cpu, &flow_x, &flow_y, 1, 1);
}

int ripple_set_current_map(Ripple *pool, const float *x, const float *y,
                           int width, int height)
{
    int error = check_size(width, height);

    if (error != RIPPLE_OK)
        return error;
    return ripple_cpu_set_flow(&pool->cpu, x, y, width, height);
}

double ripple_current_divergence(const Ripple *pool)
{
    return pool->cpu.advection.divergence;
}

void ripple_clear(Ripple *pool)
{
    ripple_cpu_reset(&pool->cpu);
}

void ripple_step(Ripple *pool)
{
    ripple_cpu_advance(&pool->cpu, 1, NULL, NULL);
}

int ripple_is_calm(const Ripple *pool)
{
    return ripple_cpu_is_calm(&pool->cpu);
}

const int16_t *ripple_heights(const Ripple *pool, int *columns, int *rows,
                              size_t *stride)
{
    const Field *field = &pool->cpu.field;

    if (columns != NULL)
        *columns = field->columns;
    if (rows != NULL)
        *rows = field->rows;
    if (stride != NULL)
        *stride = field->stride;
    return field->now.cells;
}

static int fits(const RipplePixels *pixels, const Ripple *pool)
{
    return ripple_pixels_start(pixels) != NULL &&
           pixels->width == ripple_width(pool) &&
           pixels->height == ripple_height(pool) &&
           pixels->stride >= (size_t)pixels->width;
}

/* RGB565 frames can only hold unchanged pixels of the picture. */
static int can_render(const RenderArgs *args, RippleFormat format)
{
    return format != RIPPLE_FORMAT_RGB565 ||
           (args->filter == RIPPLE_FILTER_NEAREST && !args->is_lit &&
            args->view == RIPPLE_VIEW_WATER);
}

static int render(Ripple *pool, int steps, const RipplePixels *picture,
                  const RipplePixels *frame, const RippleRect **changed)
{
    Cpu *cpu = &pool->cpu;

    if (!fits(picture, pool) || !fits(frame, pool) ||
        picture->format != frame->format ||
        !can_render(&cpu->render_args, frame->format))
        return RIPPLE_ERROR_PIXELS;
    ripple_cpu_advance(cpu, steps, picture, frame);
    if (changed != NULL)
        *changed = cpu->refraction.changed.rects;
    return cpu->refraction.changed.count;
}

int ripple_render(Ripple *pool, const RipplePixels *picture,
                  const RipplePixels *frame, const RippleRect **changed)
{
    return render(pool, 0, picture, frame, changed);
}

int ripple_advance(Ripple *pool, const RipplePixels *picture,
                   const RipplePixels *frame, const RippleRect **changed)
{
    return render(pool, 1, picture, frame, changed);
}

void ripple_invalidate(Ripple *pool)
{
    ripple_refraction_invalidate(&pool->cpu.refraction);
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
    int width = ripple_width(pool), height = ripple_height(pool);
    RippleRect laid = {0, 0, width, height};

    if (!fits(picture, pool) || !fits(floor, pool))
        return RIPPLE_ERROR_PIXELS;
    if (part != NULL)
        laid = ripple_rect_clip(*part, width, height);
    ripple_cpu_lay_floor(&pool->cpu, picture, floor, laid);
    return RIPPLE_OK;
}
