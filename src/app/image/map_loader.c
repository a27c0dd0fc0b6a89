/* SPDX-License-Identifier: MIT */
#include "app/image/map_loader.h"

#ifdef RIPPLE_SDL
#include "play/builtin.h"
#include "app/image/load.h"
#endif

#include <stdlib.h>
#include <string.h>

static int report_error(Report *report, const char *name, int error)
{
    return report_failure(report, name, "%s", ripple_error_text(error));
}

#ifdef RIPPLE_SDL

#define PREFIX     "builtin:"
#define STILL      128
#define FULL_SPEED 128.0f

int maps_read_picture(SDL_Surface **surface, const char *name, Report *report)
{
    const unsigned char *data;
    size_t size;

    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0)
        return loader_read(surface, name, report);
    *surface = NULL;
    data = builtin_find(name + strlen(PREFIX), &size);
    if (data == NULL)
        return report_failure(report, name, "%s", "there is none such");
    return loader_decode(surface, data, size, name, report);
}

static const uint32_t *find_row(const SDL_Surface *surface, int y)
{
    return (const uint32_t *)(const void *)((const char *)surface->pixels +
                                            (ptrdiff_t)y * surface->pitch);
}

/* As bright as the eye sees it (ITU-R BT.601), 0..255. */
static uint8_t find_luma(uint32_t pixel)
{
    uint32_t red = pixel >> 16 & 0xff, green = pixel >> 8 & 0xff;

    return (uint8_t)((299 * red + 587 * green + 114 * (pixel & 0xff) + 500) /
                     1000);
}

static int read_mask(Ripple *pool, const char *name, Report *report)
{
    SDL_Surface *surface;
    int error = RIPPLE_ERROR_MEMORY;
    uint8_t *mask;

    if (maps_read_picture(&surface, name, report) != 0)
        return -1;
    mask = malloc((size_t)surface->w * (size_t)surface->h);
    if (mask != NULL) {
        for (int y = 0; y < surface->h; y++) {
            for (int x = 0; x < surface->w; x++)
                mask[(size_t)y * (size_t)surface->w + (size_t)x] =
                    find_luma(find_row(surface, y)[x]);
        }
        error = ripple_set_mask(pool, mask, surface->w, surface->h,
                                (size_t)surface->w);
    }
    free(mask);
    SDL_FreeSurface(surface);
    return error == RIPPLE_OK ? 0 : report_error(report, name, error);
}

static float find_speed(uint32_t channel)
{
    return (float)((int)(channel & 0xff) - STILL) / FULL_SPEED;
}

static int read_current(Ripple *pool, const char *name, Report *report)
{
    SDL_Surface *surface;
    int error = RIPPLE_ERROR_MEMORY;
    float *flow;
    size_t count;

    if (maps_read_picture(&surface, name, report) != 0)
        return -1;
    count = (size_t)surface->w * (size_t)surface->h;
    flow = malloc(2 * count * sizeof *flow);
    if (flow != NULL) {
        for (int y = 0; y < surface->h; y++) {
            size_t row = (size_t)y * (size_t)surface->w;

            for (int x = 0; x < surface->w; x++) {
                uint32_t pixel = find_row(surface, y)[x];

                flow[row + (size_t)x] = find_speed(pixel >> 16);
                flow[count + row + (size_t)x] = find_speed(pixel >> 8);
            }
        }
        error = ripple_set_current_map(pool, flow, flow + count, surface->w,
                                       surface->h);
    }
    free(flow);
    SDL_FreeSurface(surface);
    return error == RIPPLE_OK ? 0 : report_error(report, name, error);
}

#else

static int read_mask(Ripple *pool, const char *name, Report *report)
{
    (void)pool;
    return report_failure(report, name, "%s",
                          "built without SDL2_image, which reads pictures");
}

static int read_current(Ripple *pool, const char *name, Report *report)
{
    return read_mask(pool, name, report);
}

#endif

static int set_current(Ripple *pool, const Water *water, Report *report)
{
    int error;

    if (water->current[0] != '\0')
        return read_current(pool, water->current, report);
    error = ripple_set_current(pool, water->current_x, water->current_y);
    return error == RIPPLE_OK ? 0 : report_error(report, "current", error);
}

static int set_mask(Ripple *pool, const Water *water, Report *report)
{
    if (water->mask[0] != '\0')
        return read_mask(pool, water->mask, report);
    ripple_set_mask(pool, NULL, 0, 0, 0);
    return 0;
}

static int configure(Ripple *pool, const Water *water, Report *report)
{
    char why[128];
    int error = ripple_settings_check(&water->pool, why, sizeof why);
    const char *wrong = water_check_look(water);

    if (wrong != NULL)
        return report_failure(report, "rgb565", "%s", wrong);
    if (error != RIPPLE_OK)
        return report_failure(report, ripple_model_name(water->pool.model),
                              "%s", why);
    error = ripple_configure(pool, &water->pool);
    return error == RIPPLE_OK ? 0 : report_error(report, "pool", error);
}

static int has_other_current(const Water *a, const Water *b)
{
    return strcmp(a->current, b->current) != 0 ||
           a->current_x != b->current_x || a->current_y != b->current_y;
}

int maps_change_water(Ripple *pool, const Water *from, const Water *to,
                      Report *report)
{
    static const Water still;

    if (from == NULL)
        from = &still;
    if (configure(pool, to, report) != 0)
        return -1;
    if (strcmp(from->mask, to->mask) != 0 && set_mask(pool, to, report) != 0)
        return -1;
    if (has_other_current(from, to) && set_current(pool, to, report) != 0)
        return -1;
    return 0;
}
