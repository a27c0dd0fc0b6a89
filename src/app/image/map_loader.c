/* SPDX-License-Identifier: MIT */
#include "app/image/map_loader.h"

#ifdef RIPPLE_SDL
#include "play/builtin.h"
#include "app/image/load.h"
#include "app/image/surface.h"
#endif

#include <stdlib.h>
#include <string.h>

static int fail_with(Error *error, const char *name, int code)
{
    return error_set(error, name, "%s", ripple_error_text(code));
}

#ifdef RIPPLE_SDL

#define PREFIX     "builtin:"
#define STILL      128
#define FULL_SPEED 128.0f

int map_loader_read_picture(SDL_Surface **surface, const char *name,
                            Error *error)
{
    const unsigned char *data;
    size_t size;

    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0)
        return load_file(surface, name, error);
    *surface = NULL;
    data = builtin_find(name + strlen(PREFIX), &size);
    if (data == NULL)
        return error_set(error, name, "there is none such");
    return load_decode(surface, data, size, name, error);
}

/* Luma of ITU-R BT.601, full range. */
static uint8_t compute_luma(uint32_t pixel)
{
    uint32_t red = pixel >> 16 & 0xff, green = pixel >> 8 & 0xff;

    return (uint8_t)((299 * red + 587 * green + 114 * (pixel & 0xff) + 500) /
                     1000);
}

static int read_mask(Ripple *pool, const char *name, Error *error)
{
    SDL_Surface *surface;
    int code = RIPPLE_ERROR_MEMORY;
    uint8_t *mask, *next;

    if (map_loader_read_picture(&surface, name, error) != 0)
        return -1;
    mask = malloc((size_t)surface->w * (size_t)surface->h);
    next = mask;
    for (int y = 0; mask != NULL && y < surface->h; y++) {
        const uint32_t *row = surface_row(surface, y);

        for (int x = 0; x < surface->w; x++)
            *next++ = compute_luma(row[x]);
    }
    if (mask != NULL)
        code = ripple_set_mask(pool, mask, surface->w, surface->h,
                               (size_t)surface->w);
    free(mask);
    SDL_FreeSurface(surface);
    return code == RIPPLE_OK ? 0 : fail_with(error, name, code);
}

static float compute_speed(uint32_t channel)
{
    return (float)((int)(channel & 0xff) - STILL) / FULL_SPEED;
}

static int read_current(Ripple *pool, const char *name, Error *error)
{
    SDL_Surface *surface;
    int code = RIPPLE_ERROR_MEMORY;
    float *flow, *next;
    size_t count;

    if (map_loader_read_picture(&surface, name, error) != 0)
        return -1;
    count = (size_t)surface->w * (size_t)surface->h;
    flow = malloc(2 * count * sizeof *flow);
    next = flow;
    for (int y = 0; flow != NULL && y < surface->h; y++) {
        const uint32_t *row = surface_row(surface, y);

        for (int x = 0; x < surface->w; x++, next++) {
            next[0] = compute_speed(row[x] >> 16);
            next[count] = compute_speed(row[x] >> 8);
        }
    }
    if (flow != NULL)
        code = ripple_set_current_map(pool, flow, flow + count, surface->w,
                                      surface->h);
    free(flow);
    SDL_FreeSurface(surface);
    return code == RIPPLE_OK ? 0 : fail_with(error, name, code);
}

#else

static int read_mask(Ripple *pool, const char *name, Error *error)
{
    (void)pool;
    return error_set(error, name,
                     "built without SDL2_image, which reads pictures");
}

static int read_current(Ripple *pool, const char *name, Error *error)
{
    return read_mask(pool, name, error);
}

#endif

static int set_current(Ripple *pool, const PlaySettings *settings, Error *error)
{
    int code;

    if (settings->current[0] != '\0')
        return read_current(pool, settings->current, error);
    code = ripple_set_current(pool, settings->current_x, settings->current_y);
    return code == RIPPLE_OK ? 0 : fail_with(error, "current", code);
}

static int set_mask(Ripple *pool, const PlaySettings *settings, Error *error)
{
    if (settings->mask[0] != '\0')
        return read_mask(pool, settings->mask, error);
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

int map_loader_apply(Ripple *pool, const PlaySettings *from,
                     const PlaySettings *to, Error *error)
{
    static const PlaySettings still;

    if (from == NULL)
        from = &still;
    if (configure(pool, to, error) != 0)
        return -1;
    if (strcmp(from->mask, to->mask) != 0 && set_mask(pool, to, error) != 0)
        return -1;
    if (has_other_current(from, to) && set_current(pool, to, error) != 0)
        return -1;
    return 0;
}
