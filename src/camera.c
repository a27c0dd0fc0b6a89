/* SPDX-License-Identifier: MIT */
#include "camera.h"

#include "landscape/camera.h"

int ripple_camera_prepare(Perspective **next, const Ripple *pool,
                          const GridSize *size, const RippleSettings *settings)
{
    int fits =
        size->width == pool->size.width && size->height == pool->size.height &&
        size->columns == pool->size.columns && size->rows == pool->size.rows;

    *next = NULL;
    if (settings->view != RIPPLE_VIEW_PERSPECTIVE)
        return RIPPLE_OK;
    if (fits && pool->perspective != NULL) {
        *next = pool->perspective;
        return RIPPLE_OK;
    }
    return ripple_perspective_create(next, size);
}

void ripple_camera_ground(Ripple *pool, const RippleRect *part)
{
    if (pool->perspective == NULL)
        return;
    ripple_perspective_set_ground(pool->perspective,
                                  pool->backend->depths(pool->water),
                                  pool->land, part);
    ripple_perspective_set_camera(pool->perspective, &pool->camera);
}

void ripple_camera_accept(Ripple *pool, Perspective *next)
{
    if (next != pool->perspective)
        ripple_perspective_destroy(pool->perspective);
    pool->perspective = next;
    if (next == NULL)
        return;
    ripple_perspective_configure(next, &pool->settings);
    ripple_camera_ground(pool, NULL);
}

void ripple_camera_reject(const Ripple *pool, Perspective *next)
{
    if (next != pool->perspective)
        ripple_perspective_destroy(next);
}

int ripple_camera_render(Ripple *pool, int steps, int phase,
                         const RipplePixels *picture, const RipplePixels *frame,
                         const RippleRect **changed)
{
    Perspective *perspective = pool->perspective;
    PerspectiveInput input = {
        .kernels = pool->tuning.kernels,
        .run = pool->backend->run,
        .self = pool->water,
    };
    int error = pool->backend->surface(pool->water, steps, phase,
                                       &input.heights, &input.stride);

    if (error != RIPPLE_OK && steps)
        error = pool->backend->surface(pool->water, steps, RIPPLE_MAX_PHASE,
                                       &input.heights, &input.stride);
    if (error != RIPPLE_OK)
        return error;
    input.is_calm = pool->tuning.skips_calm && pool->settings.swell <= 0 &&
                    pool->backend->is_calm(pool->water);
    ripple_perspective_render(perspective, &input, picture, frame);
    if (changed != NULL)
        *changed = &perspective->changed;
    return perspective->changed.width > 0;
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
    const uint8_t *depths = pool->backend->depths(pool->water);
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
