/* SPDX-License-Identifier: MIT */
#include "play/pool_change.h"

#include "os/paths.h"
#include "os/pixel_buffer.h"
#include "play/hills.h"

#include <stdlib.h>
#include <string.h>

#define STILL      128
#define FULL_SPEED 128.0f

int pool_change_result(const char *name, int code, Error *error)
{
    return code == RIPPLE_OK
               ? 0
               : error_set(error, name, "%s", ripple_error_text(code));
}

/* Luma of ITU-R BT.601, full range. */
static uint8_t compute_luma(uint32_t pixel)
{
    uint32_t red = pixel >> 16 & 0xff, green = pixel >> 8 & 0xff;

    return (uint8_t)((299 * red + 587 * green + 114 * (pixel & 0xff) + 500) /
                     1000);
}

static size_t count_pixels(const RipplePixels *map)
{
    return (size_t)map->width * (size_t)map->height;
}

static int use_as_mask(Ripple *pool, const RipplePixels *map)
{
    uint8_t *mask = malloc(count_pixels(map)), *next = mask;
    int code;

    if (mask == NULL)
        return RIPPLE_ERROR_MEMORY;
    for (int y = 0; y < map->height; y++) {
        const uint32_t *row = pixel_buffer_row(map, y);

        for (int x = 0; x < map->width; x++)
            *next++ = compute_luma(row[x]);
    }
    ripple_set_land(pool, NULL, 0, 0, 0);
    code = ripple_set_mask(pool, mask, map->width, map->height,
                           (size_t)map->width);
    free(mask);
    return code;
}

/* Half of the luma is sea level. */
static int use_as_land(Ripple *pool, const RipplePixels *map)
{
    uint16_t *heights = malloc(count_pixels(map) * sizeof *heights);
    uint16_t *next = heights;
    int code;

    if (heights == NULL)
        return RIPPLE_ERROR_MEMORY;
    for (int y = 0; y < map->height; y++) {
        const uint32_t *row = pixel_buffer_row(map, y);

        for (int x = 0; x < map->width; x++)
            *next++ = (uint16_t)(compute_luma(row[x]) * 257);
    }
    code = ripple_set_land(pool, heights, map->width, map->height,
                           (size_t)map->width);
    free(heights);
    return code;
}

static float compute_speed(uint32_t channel)
{
    return (float)((int)(channel & 0xff) - STILL) / FULL_SPEED;
}

static int use_as_current(Ripple *pool, const RipplePixels *map)
{
    size_t count = count_pixels(map);
    float *flow = malloc(2 * count * sizeof *flow), *next = flow;
    int code;

    if (flow == NULL)
        return RIPPLE_ERROR_MEMORY;
    for (int y = 0; y < map->height; y++) {
        const uint32_t *row = pixel_buffer_row(map, y);

        for (int x = 0; x < map->width; x++, next++) {
            next[0] = compute_speed(row[x] >> 16);
            next[count] = compute_speed(row[x] >> 8);
        }
    }
    code = ripple_set_current_map(pool, flow, flow + count, map->width,
                                  map->height);
    free(flow);
    return code;
}

int pool_change_give_hills(Ripple *pool, const char *name, Error *error)
{
    const char *builtin = paths_builtin(name);
    int columns, rows, code = RIPPLE_ERROR_MEMORY;
    uint16_t *heights;

    if (builtin == NULL || strcmp(builtin, HILLS_NAME) != 0)
        return 0;
    ripple_cells(pool, &columns, &rows);
    heights = malloc((size_t)columns * (size_t)rows * sizeof *heights);
    if (heights != NULL && hills_make(heights, columns, rows) == 0)
        code = ripple_set_land(pool, heights, columns, rows, (size_t)columns);
    free(heights);
    return pool_change_result(name, code, error) == 0 ? 1 : -1;
}

static int set_current(Ripple *pool, const PlaySettings *settings,
                       const MapReader *reader, Error *error)
{
    int code;

    if (settings->current[0] != '\0')
        return reader->use(pool, settings->current, use_as_current, error);
    code = ripple_set_current(pool, settings->current_x, settings->current_y);
    return pool_change_result("current", code, error);
}

static int set_land(Ripple *pool, const char *name, const MapReader *reader,
                    Error *error)
{
    int result = reader->give_land(pool, name, error);

    if (result != 0)
        return result > 0 ? 0 : -1;
    return reader->use(pool, name, use_as_land, error);
}

/* The one ends the other. */
static int set_mask_or_land(Ripple *pool, const PlaySettings *settings,
                            const MapReader *reader, Error *error)
{
    if (settings->land[0] != '\0')
        return set_land(pool, settings->land, reader, error);
    if (settings->mask[0] != '\0')
        return reader->use(pool, settings->mask, use_as_mask, error);
    ripple_set_mask(pool, NULL, 0, 0, 0);
    return 0;
}

static int configure(Ripple *pool, const PlaySettings *settings, Error *error)
{
    char why[128];
    int code = ripple_settings_check(&settings->pool, why, sizeof why);
    const char *wrong = play_settings_check_look(settings);

    if (wrong != NULL)
        return error_set(error, "rgb565", "%s", wrong);
    if (code != RIPPLE_OK)
        return error_set(error, ripple_model_name(settings->pool.model), "%s",
                         why);
    code = ripple_configure(pool, &settings->pool);
    return pool_change_result("pool", code, error);
}

static int has_other_current(const PlaySettings *a, const PlaySettings *b)
{
    return strcmp(a->current, b->current) != 0 ||
           a->current_x != b->current_x || a->current_y != b->current_y;
}

/* The program loads the picture of land once there is land. */
static int check_land(const PlaySettings *from, const PlaySettings *to,
                      const MapReader *reader, Error *error)
{
    const char *before = play_settings_land(from);
    const char *land = play_settings_land(to);

    if (land == NULL || (before != NULL && strcmp(before, land) == 0))
        return 0;
    return reader->check != NULL ? reader->check(land, error) : 0;
}

int pool_change(Ripple *pool, const PlaySettings *from, const PlaySettings *to,
                const MapReader *reader, Error *error)
{
    static const PlaySettings still;

    if (from == NULL)
        from = &still;
    if (configure(pool, to, error) != 0)
        return -1;
    if (!camera_is_same(&from->camera, &to->camera))
        ripple_set_camera(pool, &to->camera);
    if (check_land(from, to, reader, error) != 0)
        return -1;
    if (play_settings_other_land(from, to) &&
        set_mask_or_land(pool, to, reader, error) != 0)
        return -1;
    if (has_other_current(from, to) &&
        set_current(pool, to, reader, error) != 0)
        return -1;
    return 0;
}
