/* SPDX-License-Identifier: MIT */
#include "app/image/map_loader.h"

#include "app/image/land_loader.h"
#include "play/pool_change.h"

#ifdef RIPPLE_SDL
#include "play/builtin.h"
#include "play/hills.h"
#include "app/image/decoder.h"
#include "app/image/load.h"
#include "app/image/surface.h"
#include "host/paths.h"
#endif

#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifdef RIPPLE_SDL

/* For pools of every size: see fit_picture. */
static int paint_hills(SDL_Surface **surface, const char *name, Error *error)
{
    SDL_Surface *hills = surface_create(HILLS_WIDTH, HILLS_HEIGHT);
    RipplePixels pixels;

    if (hills == NULL)
        return pool_change_result(name, RIPPLE_ERROR_MEMORY, error);
    pixels = surface_pixels(hills);
    if (hills_paint(&pixels) != 0) {
        SDL_FreeSurface(hills);
        return pool_change_result(name, RIPPLE_ERROR_MEMORY, error);
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

static int check_picture(const char *name, Error *error)
{
    SDL_Surface *surface;

    if (map_loader_read_picture(&surface, name, NULL, error) != 0)
        return -1;
    SDL_FreeSurface(surface);
    return 0;
}

static int read_map(Ripple *pool, const char *name, UseMap *use, Error *error)
{
    SDL_Surface *surface;
    RipplePixels map;
    int code;

    if (map_loader_read_picture(&surface, name, NULL, error) != 0)
        return -1;
    assert(surface != NULL);
    map = surface_pixels(surface);
    code = use(pool, &map);
    SDL_FreeSurface(surface);
    return pool_change_result(name, code, error);
}

#else

/* Nothing shows it. */
static int check_picture(const char *name, Error *error)
{
    (void)name, (void)error;
    return 0;
}

static int read_map(Ripple *pool, const char *name, UseMap *use, Error *error)
{
    (void)pool, (void)use;
    return error_set(error, name,
                     "built without SDL2_image, which reads pictures");
}

#endif

int map_loader_apply(Ripple *pool, const PlaySettings *from,
                     const PlaySettings *to, Error *error)
{
    static const MapReader reader = {read_map, check_picture,
                                     land_loader_apply};

    return pool_change(pool, from, to, &reader, error);
}
