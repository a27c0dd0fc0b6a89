/* SPDX-License-Identifier: MIT */
/* The mask, the land map and the perspective view of a pool. The view exists
   only while the setting `view` selects it. */
#include "lib/land.h"

#include "lib/pool.h"

#include "lib/util/memory.h"
#include "lib/view3d/camera.h"
#include "lib/view3d/land_map.h"
#include "lib/look/shore.h"

#include <stdlib.h>
#include <string.h>

/* Scales a map to the cells of a pool. Errors: MEMORY. */
static int scale_map(uint16_t **map, const GridSize *size,
                     const LandSource *source)
{
    size_t cells = (size_t)size->columns * (size_t)size->rows;

    *map = malloc(cells * sizeof **map);
    if (*map == NULL)
        return RIPPLE_ERROR_MEMORY;
    ripple_land_map_scale(*map, size->columns, size->rows, source);
    return RIPPLE_OK;
}

int ripple_land_prepare(uint16_t **next, const Ripple *pool,
                        const GridSize *size)
{
    int columns = pool->size.columns, rows = pool->size.rows;
    LandSource source = {pool->land, columns, rows, (size_t)columns};

    *next = NULL;
    return pool->land != NULL ? scale_map(next, size, &source) : RIPPLE_OK;
}

void ripple_land_accept(Ripple *pool, uint16_t *next)
{
    free(pool->land);
    pool->land = next;
}

int ripple_view_prepare(Perspective **next, const Ripple *pool,
                        const GridSize *size, const RippleSettings *settings)
{
    *next = NULL;
    if (settings->view != RIPPLE_VIEW_PERSPECTIVE)
        return RIPPLE_OK;
    if (pool->perspective != NULL &&
        memcmp(size, &pool->size, sizeof *size) == 0) {
        *next = pool->perspective;
        return RIPPLE_OK;
    }
    return ripple_perspective_create(next, size);
}

/* Call after the mask changed in the cells `part`; NULL: everywhere. */
static void update_ground(Ripple *pool, const RippleRect *part)
{
    if (pool->perspective == NULL)
        return;
    ripple_perspective_set_ground(pool->perspective, pool->water->mask.depths,
                                  pool->land, part);
    ripple_perspective_set_camera(pool->perspective, &pool->camera);
}

void ripple_view_accept(Ripple *pool, Perspective *next)
{
    if (next != pool->perspective)
        ripple_perspective_destroy(pool->perspective);
    pool->perspective = next;
    if (next == NULL)
        return;
    ripple_perspective_configure(next, &pool->settings);
    update_ground(pool, NULL);
}

void ripple_view_reject(const Ripple *pool, Perspective *next)
{
    if (next != pool->perspective)
        ripple_perspective_destroy(next);
}

static int check_map(const void *map, int width, int height, size_t stride,
                     size_t value)
{
    if (map != NULL && (ripple_check_size(width, height) != RIPPLE_OK ||
                        ripple_memory_extent((size_t)width, (size_t)height,
                                             stride, value) == SIZE_MAX))
        return RIPPLE_ERROR_SIZE;
    return RIPPLE_OK;
}

/* Sets a mask and stores its land map, which may be the pool's own. On error
   the caller keeps the map. */
static int set_mask(Ripple *pool, const uint8_t *mask, int width, int height,
                    size_t stride, uint16_t *map)
{
    int error = ripple_cpu_set_mask(pool->water, mask, width, height, stride);

    if (error != RIPPLE_OK)
        return error;
    pool->sinking.count = 0;
    if (map != pool->land)
        ripple_land_accept(pool, map);
    update_ground(pool, NULL);
    return RIPPLE_OK;
}

int ripple_set_mask(Ripple *pool, const uint8_t *mask, int width, int height,
                    size_t stride)
{
    int error = check_map(mask, width, height, stride, sizeof *mask);

    return error == RIPPLE_OK ? set_mask(pool, mask, width, height, stride,
                                         mask != NULL ? pool->land : NULL)
                              : error;
}

int ripple_set_land(Ripple *pool, const uint16_t *heights, int width,
                    int height, size_t stride)
{
    int columns = pool->size.columns, rows = pool->size.rows;
    LandSource source = {heights, width, height, stride};
    uint16_t *map = NULL;
    uint8_t *depths;
    int error = check_map(heights, width, height, stride, sizeof *heights);

    if (error != RIPPLE_OK)
        return error;
    if (heights == NULL)
        return ripple_set_mask(pool, NULL, 0, 0, 0);
    depths = malloc((size_t)columns * (size_t)rows);
    error = depths != NULL ? scale_map(&map, &pool->size, &source)
                           : RIPPLE_ERROR_MEMORY;
    if (error == RIPPLE_OK) {
        ripple_land_map_sink(map, columns, rows);
        ripple_land_map_depths(depths, map, columns, rows);
        error = set_mask(pool, depths, columns, rows, (size_t)columns, map);
    }
    if (error != RIPPLE_OK)
        free(map);
    free(depths);
    return error;
}

static Capsule make_brush(const GridSize *size, int x0, int y0, int x1, int y1,
                          int radius)
{
    return ripple_capsule_make(
        ripple_grid_column(size, x0), ripple_grid_row(size, y0),
        ripple_grid_column(size, x1), ripple_grid_row(size, y1),
        ripple_grid_to_cells(size, radius));
}

static int paint(Ripple *pool, const Capsule *brush, int depth,
                 RippleRect *part)
{
    RippleRect cells;
    int error;

    if (depth < RIPPLE_DEPTH_LAND || depth > RIPPLE_DEPTH_OPEN)
        return RIPPLE_ERROR_SETTING;
    error = ripple_cpu_paint_mask(pool->water, brush, depth, &cells);
    if (error == RIPPLE_OK)
        update_ground(pool, &cells);
    if (error == RIPPLE_OK && part != NULL)
        *part = ripple_shore_reach(&pool->size, cells);
    return error;
}

int ripple_paint_mask(Ripple *pool, int x0, int y0, int x1, int y1, int radius,
                      int depth, RippleRect *part)
{
    Capsule brush = make_brush(&pool->size, x0, y0, x1, y1, radius);

    return paint(pool, &brush, depth, part);
}

int ripple_paint_land(Ripple *pool, int x0, int y0, int x1, int y1, int radius,
                      int depth, RippleRect *part)
{
    Capsule brush = make_brush(&pool->size, x0, y0, x1, y1, radius);

    ripple_capsule_roughen(&brush);
    return paint(pool, &brush, depth, part);
}

const uint8_t *ripple_mask(const Ripple *pool)
{
    return pool->water->mask.depths;
}

int ripple_set_camera(Ripple *pool, const RippleCamera *camera)
{
    if (!ripple_camera_is_valid(camera))
        return RIPPLE_ERROR_SETTING;
    pool->camera = *camera;
    if (pool->perspective != NULL)
        ripple_perspective_set_camera(pool->perspective, camera);
    return RIPPLE_OK;
}

const RippleCamera *ripple_camera(const Ripple *pool)
{
    return &pool->camera;
}

static int is_inside(const Ripple *pool, int x, int y)
{
    return x >= 0 && y >= 0 && x < pool->size.width && y < pool->size.height;
}

static int is_land(const Ripple *pool, int x, int y)
{
    const uint8_t *depths = pool->water->mask.depths;
    const GridSize *size = &pool->size;
    size_t row = (size_t)ripple_grid_row(size, y);

    return depths != NULL &&
           depths[row * (size_t)size->columns +
                  (size_t)ripple_grid_column(size, x)] == RIPPLE_DEPTH_LAND;
}

int ripple_pick(const Ripple *pool, int x, int y, int *px, int *py)
{
    int ignored_x = 0, ignored_y = 0;

    px = px != NULL ? px : &ignored_x;
    py = py != NULL ? py : &ignored_y;
    if (pool->perspective != NULL)
        return ripple_perspective_pick(pool->perspective, x, y, px, py);
    if (!is_inside(pool, x, y))
        return 0;
    *px = x;
    *py = y;
    return is_land(pool, x, y) ? 2 : 1;
}

int ripple_project(const Ripple *pool, int px, int py, int *x, int *y)
{
    int ignored_x = 0, ignored_y = 0;

    x = x != NULL ? x : &ignored_x;
    y = y != NULL ? y : &ignored_y;
    if (pool->perspective != NULL)
        return ripple_perspective_project(pool->perspective, px, py, x, y);
    *x = px;
    *y = py;
    return is_inside(pool, px, py);
}

const Eye *ripple_eye(const Ripple *pool)
{
    return pool->perspective != NULL ? &pool->perspective->eye : NULL;
}
