/* SPDX-License-Identifier: MIT */
/*
 * The public functions except those for drawing, stones and land. They check
 * arguments and turn pixels into cells. None of them touches a height.
 */
#include "lib/pool.h"

#include "lib/util/memory.h"
#include "lib/util/processors.h"
#include "lib/gpu/gpu.h"
#include "lib/view3d/camera.h"
#include "lib/look/pixel_formats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int ripple_create(Ripple **pool, int width, int height,
                  const RippleSettings *settings)
{
    RippleSettings defaults;
    int error = ripple_check_size(width, height);

    if (pool == NULL)
        return RIPPLE_ERROR_SETTING;
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
    Perspective *perspective;

    if (made == NULL)
        return RIPPLE_ERROR_MEMORY;
    *made = (Ripple){
        .size = ripple_grid_choose(width, height, settings->cell),
        .settings = *settings,
        .tuning = {ripple_kernels_best(), 1, 1},
        .camera = ripple_camera_initial,
        .tint = {1, 1, 1},
    };
    error = ripple_view_prepare(&perspective, made, &made->size, settings);
    if (error == RIPPLE_OK)
        error = ripple_cpu_create(&made->water, &made->size, settings);
    if (error != RIPPLE_OK) {
        ripple_view_reject(made, perspective);
        free(made);
        return error;
    }
    ripple_view_accept(made, perspective);
    *pool = made;
    return RIPPLE_OK;
}

void ripple_destroy(Ripple *pool)
{
    if (pool == NULL)
        return;
    ripple_cpu_destroy(pool->water);
    ripple_perspective_destroy(pool->perspective);
    free(pool->land);
    free(pool);
}

static const char *const backends[] = {"cpu", "gpu"};

const char *ripple_backend_name(int i)
{
    return i >= 0 && i < COUNT(backends) ? backends[i] : NULL;
}

/* "gpu" needs an attached GPU: only ripple_use_gpu has a loader for it. */
int ripple_use_backend(Ripple *pool, const char *name)
{
    if (name == NULL)
        return RIPPLE_ERROR_SETTING;
    if (strcmp(name, "gpu") == 0)
        return pool->water->accelerator != NULL ? RIPPLE_OK : RIPPLE_ERROR_GPU;
    if (strcmp(name, "cpu") != 0)
        return RIPPLE_ERROR_SETTING;
    ripple_cpu_detach(pool->water);
    return RIPPLE_OK;
}

int ripple_use_gpu(Ripple *pool, RippleLoader *load, int allow_software)
{
    if (load == NULL)
        return RIPPLE_ERROR_SETTING;
    ripple_cpu_detach(pool->water);
    return ripple_gpu_attach(pool->water, load, allow_software);
}

const char *ripple_backend(const Ripple *pool)
{
    return backends[ripple_gpu_renderer(pool->water) != NULL];
}

static int resize(Ripple *pool, int width, int height,
                  const RippleSettings *settings)
{
    GridSize size = ripple_grid_choose(width, height, settings->cell);
    Perspective *perspective;
    uint16_t *land = NULL;
    int error = ripple_view_prepare(&perspective, pool, &size, settings);

    if (error == RIPPLE_OK)
        error = ripple_land_prepare(&land, pool, &size);
    if (error == RIPPLE_OK)
        error = ripple_cpu_resize(pool->water, &size, settings);
    if (error != RIPPLE_OK) {
        ripple_view_reject(pool, perspective);
        free(land);
        return error;
    }
    pool->size = size;
    ripple_land_accept(pool, land);
    pool->settings = *settings;
    pool->sinking.count = 0;
    ripple_view_accept(pool, perspective);
    return RIPPLE_OK;
}

int ripple_resize(Ripple *pool, int width, int height)
{
    int error = ripple_check_size(width, height);

    if (error != RIPPLE_OK ||
        (width == pool->size.width && height == pool->size.height))
        return error;
    return resize(pool, width, height, &pool->settings);
}

int ripple_configure(Ripple *pool, const RippleSettings *settings)
{
    Perspective *perspective;
    int error = ripple_settings_check(settings, NULL, 0);

    if (error != RIPPLE_OK)
        return error;
    if (settings->cell != pool->settings.cell)
        return resize(pool, pool->size.width, pool->size.height, settings);
    error = ripple_view_prepare(&perspective, pool, &pool->size, settings);
    if (error == RIPPLE_OK)
        error = ripple_cpu_configure(pool->water, settings);
    if (error != RIPPLE_OK) {
        ripple_view_reject(pool, perspective);
        return error;
    }
    pool->settings = *settings;
    ripple_view_accept(pool, perspective);
    return RIPPLE_OK;
}

int ripple_set(Ripple *pool, const char *name, const char *text)
{
    RippleSettings settings = pool->settings;
    int error = ripple_setting_set(&settings, name, text, NULL, 0);

    return error == RIPPLE_OK ? ripple_configure(pool, &settings) : error;
}

int ripple_get(const Ripple *pool, const char *name, char *text, size_t size)
{
    return ripple_setting_get(&pool->settings, name, text, size);
}

const RippleSettings *ripple_settings(const Ripple *pool)
{
    return &pool->settings;
}

static int tune(Ripple *pool, Tuning tuning)
{
    int error = ripple_cpu_tune(pool->water, &tuning);

    if (error == RIPPLE_OK)
        pool->tuning = tuning;
    return error;
}

/* Falls back to one thread if the threads of a child of fork cannot start. */
static int tune_loops(Ripple *pool, Tuning tuning)
{
    Tuning alone = tuning;

    alone.threads = 1;
    return tune(pool, tuning) == RIPPLE_OK ? RIPPLE_OK : tune(pool, alone);
}

int ripple_use_threads(Ripple *pool, int threads)
{
    Tuning tuning = pool->tuning;

    if (threads < 0 || threads > RIPPLE_MAX_THREADS)
        return RIPPLE_ERROR_SETTING;
    tuning.threads = threads > 0 ? threads : ripple_processors_count();
    return tune(pool, tuning);
}

int ripple_threads(const Ripple *pool)
{
    return pool->tuning.threads;
}

int ripple_use_simd(Ripple *pool, const char *name)
{
    Tuning tuning = pool->tuning;

    if (name == NULL)
        return RIPPLE_ERROR_SETTING;
    tuning.kernels = strcmp(name, "auto") == 0 ? ripple_kernels_best()
                                               : ripple_kernels_find(name);
    return tuning.kernels != NULL ? tune_loops(pool, tuning)
                                  : RIPPLE_ERROR_SETTING;
}

const char *ripple_simd(const Ripple *pool)
{
    return pool->tuning.kernels->name;
}

void ripple_skip_calm(Ripple *pool, int skip)
{
    Tuning tuning = pool->tuning;

    tuning.skips_calm = skip;
    tune_loops(pool, tuning);
}

int ripple_width(const Ripple *pool)
{
    return pool->size.width;
}

int ripple_height(const Ripple *pool)
{
    return pool->size.height;
}

double ripple_cell(const Ripple *pool)
{
    return (double)pool->size.height / pool->size.rows;
}

int ripple_set_current(Ripple *pool, double x, double y)
{
    float flow_x = (float)x, flow_y = (float)y;

    /* Checked first: narrowing could round an excess down to the limit. */
    if (fabs(x) > RIPPLE_MAX_CURRENT || fabs(y) > RIPPLE_MAX_CURRENT)
        return RIPPLE_ERROR_SETTING;
    return ripple_cpu_set_current(pool->water, &flow_x, &flow_y, 1, 1);
}

int ripple_set_current_map(Ripple *pool, const float *x, const float *y,
                           int width, int height)
{
    int error = ripple_check_size(width, height);

    if (error != RIPPLE_OK)
        return error;
    if (x == NULL || y == NULL)
        return RIPPLE_ERROR_SETTING;
    return ripple_cpu_set_current(pool->water, x, y, width, height);
}

double ripple_current_divergence(const Ripple *pool)
{
    return pool->water->advection.divergence;
}

void ripple_current_at(const Ripple *pool, int x, int y, int *flow_x,
                       int *flow_y)
{
    const GridSize *size = &pool->size;
    int column = ripple_grid_column(size, x), row = ripple_grid_row(size, y);

    if (flow_x == NULL || flow_y == NULL)
        return;
    ripple_advection_flow_at(&pool->water->advection, column, row, flow_x,
                             flow_y);
    *flow_x = (int)((int64_t)*flow_x * size->width / size->columns);
    *flow_y = (int)((int64_t)*flow_y * size->height / size->rows);
}

void ripple_clear(Ripple *pool)
{
    ripple_cpu_clear(pool->water);
    pool->sinking.count = 0;
}

void ripple_step(Ripple *pool)
{
    ripple_stones_sink(pool);
    ripple_cpu_step(pool->water);
}

int ripple_is_calm(const Ripple *pool)
{
    return pool->sinking.count == 0 && ripple_cpu_is_calm(pool->water);
}

void ripple_cells(const Ripple *pool, int *columns, int *rows)
{
    if (columns != NULL)
        *columns = pool->size.columns;
    if (rows != NULL)
        *rows = pool->size.rows;
}

const int16_t *ripple_heights(const Ripple *pool, int *columns, int *rows,
                              size_t *stride)
{
    size_t ignored;

    ripple_cells(pool, columns, rows);
    return ripple_cpu_heights(pool->water, stride != NULL ? stride : &ignored);
}

const char *ripple_error_text(int error)
{
    switch (error) {
    case RIPPLE_OK:
        return "no error";
    case RIPPLE_ERROR_MEMORY:
        return "not enough memory";
    case RIPPLE_ERROR_SIZE:
        return "width and height must lie between 1 and 32768, and rows must "
               "not "
               "overlap";
    case RIPPLE_ERROR_SETTING:
        return "a setting is out of its range";
    case RIPPLE_ERROR_PIXELS:
        return "pixels must be as large as the pool, must not overlap, and "
               "must have a format that the settings can draw";
    case RIPPLE_ERROR_THREADS:
        return "threads could not be started";
    case RIPPLE_ERROR_GPU:
        return "no GPU with OpenGL 4.3 or ES 3.1 steps this water right";
    }
    return "unknown error";
}

const char *ripple_version(void)
{
    return RIPPLE_VERSION;
}

const char *ripple_simd_name(int i)
{
    const Kernels *level = ripple_kernels_level(i);

    return level != NULL ? level->name : NULL;
}

size_t ripple_pixel_size(RippleFormat format)
{
    return ripple_pixels_size(format);
}

int ripple_copy_pixels(const RipplePixels *from, const RipplePixels *to)
{
    if (!ripple_pixels_are_valid(from) || !ripple_pixels_are_valid(to) ||
        from->width != to->width || from->height != to->height ||
        ripple_pixels_overlap(from, to))
        return RIPPLE_ERROR_PIXELS;
    ripple_pixels_copy(from, to, (RippleRect){0, 0, to->width, to->height});
    return RIPPLE_OK;
}
