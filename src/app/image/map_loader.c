/* SPDX-License-Identifier: MIT */
#include "app/image/map_loader.h"

#include "app/image/land_loader.h"

#ifdef RIPPLE_SDL
#include "play/builtin.h"
#include "play/hills.h"
#include "app/image/decoder.h"
#include "app/image/load.h"
#include "app/image/surface.h"
#include "host/paths.h"
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail_with(Error *error, const char *name, int code)
{
    return error_set(error, name, "%s", ripple_error_text(code));
}

#ifdef RIPPLE_SDL

#define STILL      128
#define FULL_SPEED 128.0f

/* For pools of every size: see fit_picture. */
static int paint_hills(SDL_Surface **surface, const char *name, Error *error)
{
    SDL_Surface *hills = surface_create(HILLS_WIDTH, HILLS_HEIGHT);
    RipplePixels pixels;

    if (hills == NULL)
        return fail_with(error, name, RIPPLE_ERROR_MEMORY);
    pixels = surface_pixels(hills);
    if (hills_paint(&pixels) != 0) {
        SDL_FreeSurface(hills);
        return fail_with(error, name, RIPPLE_ERROR_MEMORY);
    }
    hills->userdata = hills;
    *surface = hills;
    return 0;
}

int map_loader_read_picture(SDL_Surface **surface, const char *name,
                            SDL_atomic_t *cancel, Error *error)
{
    const char *builtin = paths_builtin(name);
    const unsigned char *data;
    size_t size;

    if (builtin == NULL)
        return decoder_load(surface, name, cancel, error);
    *surface = NULL;
    if (strcmp(builtin, HILLS_NAME) == 0)
        return paint_hills(surface, name, error);
    data = builtin_find(builtin, &size);
    if (data == NULL)
        return error_set(error, name,
                         "no such picture is built in, see the manual page");
    return load_decode(surface, data, size, name, error);
}

int map_loader_read_bed(SDL_Surface **surface, int bed, Error *error)
{
    char name[32];

    snprintf(name, sizeof name, "builtin:%s", play_settings_bed(bed));
    return map_loader_read_picture(surface, name, NULL, error);
}

/* Luma of ITU-R BT.601, full range. */
static uint8_t compute_luma(uint32_t pixel)
{
    uint32_t red = pixel >> 16 & 0xff, green = pixel >> 8 & 0xff;

    return (uint8_t)((299 * red + 587 * green + 114 * (pixel & 0xff) + 500) /
                     1000);
}

static int use_as_mask(Ripple *pool, const SDL_Surface *surface)
{
    uint8_t *mask = malloc((size_t)surface->w * (size_t)surface->h);
    uint8_t *next = mask;
    int code;

    if (mask == NULL)
        return RIPPLE_ERROR_MEMORY;
    for (int y = 0; y < surface->h; y++) {
        const uint32_t *row = surface_row(surface, y);

        for (int x = 0; x < surface->w; x++)
            *next++ = compute_luma(row[x]);
    }
    ripple_set_land(pool, NULL, 0, 0, 0);
    code =
        ripple_set_mask(pool, mask, surface->w, surface->h, (size_t)surface->w);
    free(mask);
    return code;
}

static int use_as_land(Ripple *pool, const SDL_Surface *surface)
{
    size_t count = (size_t)surface->w * (size_t)surface->h;
    uint16_t *heights = malloc(count * sizeof *heights), *next = heights;
    int code;

    if (heights == NULL)
        return RIPPLE_ERROR_MEMORY;
    for (int y = 0; y < surface->h; y++) {
        const uint32_t *row = surface_row(surface, y);

        for (int x = 0; x < surface->w; x++)
            *next++ = (uint16_t)(compute_luma(row[x]) * 257);
    }
    code = ripple_set_land(pool, heights, surface->w, surface->h,
                           (size_t)surface->w);
    free(heights);
    return code;
}

static float compute_speed(uint32_t channel)
{
    return (float)((int)(channel & 0xff) - STILL) / FULL_SPEED;
}

static int use_as_current(Ripple *pool, const SDL_Surface *surface)
{
    size_t count = (size_t)surface->w * (size_t)surface->h;
    float *flow = malloc(2 * count * sizeof *flow), *next = flow;
    int code;

    if (flow == NULL)
        return RIPPLE_ERROR_MEMORY;
    for (int y = 0; y < surface->h; y++) {
        const uint32_t *row = surface_row(surface, y);

        for (int x = 0; x < surface->w; x++, next++) {
            next[0] = compute_speed(row[x] >> 16);
            next[count] = compute_speed(row[x] >> 8);
        }
    }
    code = ripple_set_current_map(pool, flow, flow + count, surface->w,
                                  surface->h);
    free(flow);
    return code;
}

static int check_picture(const char *name, Error *error)
{
    SDL_Surface *surface;

    if (map_loader_read_picture(&surface, name, NULL, error) != 0)
        return -1;
    SDL_FreeSurface(surface);
    return 0;
}

typedef int UseMap(Ripple *pool, const SDL_Surface *surface);

static int read_map(Ripple *pool, const char *name, UseMap *use, Error *error)
{
    SDL_Surface *surface;
    int code;

    if (map_loader_read_picture(&surface, name, NULL, error) != 0)
        return -1;
    code = use(pool, surface);
    SDL_FreeSurface(surface);
    return code == RIPPLE_OK ? 0 : fail_with(error, name, code);
}

#else

/* Nothing shows it. */
static int check_picture(const char *name, Error *error)
{
    (void)name, (void)error;
    return 0;
}

typedef void *UseMap;
#define use_as_mask    NULL
#define use_as_land    NULL
#define use_as_current NULL

static int read_map(Ripple *pool, const char *name, UseMap use, Error *error)
{
    (void)pool, (void)use;
    return error_set(error, name,
                     "built without SDL2_image, which reads pictures");
}

#endif

static int set_current(Ripple *pool, const PlaySettings *settings, Error *error)
{
    int code;

    if (settings->current[0] != '\0')
        return read_map(pool, settings->current, use_as_current, error);
    code = ripple_set_current(pool, settings->current_x, settings->current_y);
    return code == RIPPLE_OK ? 0 : fail_with(error, "current", code);
}

/* Half of the luma is sea level, if a picture has no values of 16 bits. */
static int set_land(Ripple *pool, const PlaySettings *settings, Error *error)
{
    int result = land_loader_apply(pool, settings->land, error);

    return result != 0 ? (result > 0 ? 0 : -1)
                       : read_map(pool, settings->land, use_as_land, error);
}

/* The one ends the other. */
static int set_mask_or_land(Ripple *pool, const PlaySettings *settings,
                            Error *error)
{
    if (settings->land[0] != '\0')
        return set_land(pool, settings, error);
    if (settings->mask[0] != '\0')
        return read_map(pool, settings->mask, use_as_mask, error);
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
    return code == RIPPLE_OK ? 0 : fail_with(error, "pool", code);
}

static int has_other_current(const PlaySettings *a, const PlaySettings *b)
{
    return strcmp(a->current, b->current) != 0 ||
           a->current_x != b->current_x || a->current_y != b->current_y;
}

/* The scene loads the picture of land once there is land. */
static int check_land(const PlaySettings *from, const PlaySettings *to,
                      Error *error)
{
    const char *before = play_settings_land(from);
    const char *land = play_settings_land(to);

    if (land == NULL || (before != NULL && strcmp(before, land) == 0))
        return 0;
    return check_picture(land, error);
}

int map_loader_apply(Ripple *pool, const PlaySettings *from,
                     const PlaySettings *to, Error *error)
{
    static const PlaySettings still;

    if (from == NULL)
        from = &still;
    if (configure(pool, to, error) != 0)
        return -1;
    if (!camera_is_same(&from->camera, &to->camera))
        ripple_set_camera(pool, &to->camera);
    if (check_land(from, to, error) != 0)
        return -1;
    if (play_settings_other_land(from, to) &&
        set_mask_or_land(pool, to, error) != 0)
        return -1;
    if (has_other_current(from, to) && set_current(pool, to, error) != 0)
        return -1;
    return 0;
}
