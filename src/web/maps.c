/* SPDX-License-Identifier: MIT */
#include "web/maps.h"

#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"
#include "play/pool_change.h"
#include "web/module.h"
#include "web/pixels.h"
#include "web/text.h"

#include <stdio.h>
#include <string.h>

typedef struct NamedMap {
    char name[PLAY_MAX_PATH];
    RipplePixels pixels;
} NamedMap;

/* A preset has two at most, all presets five. The oldest makes room. */
static NamedMap maps[8];
static int next;
static char missing[PLAY_MAX_PATH]; /* "" if none is */

static const RipplePixels *find(const char *name)
{
    for (int i = 0; i < COUNT(maps); i++) {
        if (maps[i].pixels.width > 0 && strcmp(maps[i].name, name) == 0)
            return &maps[i].pixels;
    }
    return NULL;
}

static int use_map(Ripple *pool, const char *name, UseMap *use, Error *error)
{
    const RipplePixels *map = find(name);

    if (map == NULL) {
        snprintf(missing, sizeof missing, "%s", name);
        return error_set(error, name, "is not here yet");
    }
    return pool_change_result(name, use(pool, map), error);
}

int web_maps_apply(Ripple *pool, const PlaySettings *from,
                   const PlaySettings *to, Error *error)
{
    /* The page fetches what land shows once there is land. */
    static const MapReader reader = {use_map, NULL, pool_change_give_hills};

    return pool_change(pool, from, to, &reader, error);
}

int web_maps_explain(const Error *error)
{
    int is_missing = missing[0] != '\0';

    web_say(is_missing ? missing : error->text);
    missing[0] = '\0';
    return is_missing ? 1 : -1;
}

uint32_t *web_map(int width, int height)
{
    NamedMap *map = &maps[next];

    pixel_buffer_clear(&map->pixels);
    snprintf(map->name, sizeof map->name, "%s", web_text(0));
    if (pixel_buffer_init(&map->pixels, width, height,
                          RIPPLE_FORMAT_ARGB8888) != 0)
        return NULL;
    map->pixels.stride = (size_t)width;
    return map->pixels.pixels;
}

void web_give_map(void)
{
    RipplePixels *map = &maps[next].pixels;

    for (int y = 0; y < map->height; y++)
        web_swap(pixel_buffer_row(map, y), pixel_buffer_row(map, y),
                 map->width);
    next = (next + 1) % COUNT(maps);
}
