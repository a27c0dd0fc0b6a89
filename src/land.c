/* SPDX-License-Identifier: MIT */
#include "land.h"

#include "base/memory.h"
#include "camera.h"
#include "landscape/land_map.h"
#include "render/shore.h"

#include <stdlib.h>

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

static int check_map(const void *map, int width, int height, size_t stride,
                     size_t value)
{
    if (map != NULL && (ripple_check_size(width, height) != RIPPLE_OK ||
                        ripple_memory_extent((size_t)width, (size_t)height,
                                             stride, value) == SIZE_MAX))
        return RIPPLE_ERROR_SIZE;
    return RIPPLE_OK;
}

/* Sets a mask and takes the map over that belongs to it, unless it fails; the
   map may be the pool's. */
static int set_mask(Ripple *pool, const uint8_t *mask, int width, int height,
                    size_t stride, uint16_t *map)
{
    int error =
        pool->backend->set_mask(pool->water, mask, width, height, stride);

    if (error != RIPPLE_OK)
        return error;
    pool->sinking.count = 0;
    if (map != pool->land)
        ripple_land_accept(pool, map);
    ripple_camera_ground(pool, NULL);
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

int ripple_paint_mask(Ripple *pool, int x0, int y0, int x1, int y1, int radius,
                      int depth, RippleRect *part)
{
    const GridSize *size = &pool->size;
    Capsule brush;
    RippleRect cells;
    int error;

    if (depth < RIPPLE_DEPTH_LAND || depth > RIPPLE_DEPTH_OPEN)
        return RIPPLE_ERROR_SETTING;
    brush = ripple_capsule_make(
        ripple_grid_column(size, x0), ripple_grid_row(size, y0),
        ripple_grid_column(size, x1), ripple_grid_row(size, y1),
        ripple_grid_to_cells(size, radius));
    error = pool->backend->paint_mask(pool->water, &brush, depth, &cells);
    if (error == RIPPLE_OK)
        ripple_camera_ground(pool, &cells);
    if (error == RIPPLE_OK && part != NULL)
        *part = ripple_shore_reach(size, cells);
    return error;
}

const uint8_t *ripple_mask(const Ripple *pool)
{
    return pool->backend->depths(pool->water);
}
