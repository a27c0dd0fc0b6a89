/* SPDX-License-Identifier: MIT */
#include "media/map_loader.h"

#include "media/pnm.h"
#include "os/paths.h"
#include "play/pool_change.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* SDL's pictures have 8 bits a channel, so a PGM of 16 bits is read here. */
#define MAX_VALUES 64000000 /* as many as pixels of a picture */

typedef struct Map {
    uint16_t *heights; /* row by row */
    int width, height;
} Map;

static int set_land(Ripple *pool, const Map *map, const char *name,
                    Error *error)
{
    int code = ripple_set_land(pool, map->heights, map->width, map->height,
                               (size_t)map->width);

    return pool_change_result(name, code, error);
}

static int next_byte(void *file)
{
    return fgetc(file);
}

static int read_values(Pnm *pnm, const Map *map)
{
    for (int i = 0; i < map->width * map->height; i++) {
        int height = pnm_take(pnm);

        if (height < 0)
            return -1;
        map->heights[i] = (uint16_t)(height * 65535LL / pnm->peak);
    }
    return 0;
}

/* The heights of a file; those of a map that fails are freed. */
static int read_heights(Pnm *pnm, Map *map, const char *name, Error *error)
{
    map->width = pnm->width;
    map->height = pnm->height;
    if (map->width < 1 || map->width > RIPPLE_MAX_SIZE || map->height < 1 ||
        map->height > RIPPLE_MAX_SIZE || map->width > MAX_VALUES / map->height)
        return error_set(error, name, "has no size that a land map can have");
    map->heights =
        malloc((size_t)map->width * (size_t)map->height * sizeof *map->heights);
    if (map->heights == NULL)
        return error_set(error, name, "%s",
                         ripple_error_text(RIPPLE_ERROR_MEMORY));
    if (read_values(pnm, map) == 0)
        return 0;
    free(map->heights);
    return error_set(error, name, "is cut short");
}

/* Opens a regular file; what is none, or cannot be opened, is a picture's. */
static FILE *open_file(const char *name)
{
    struct stat status;

    return stat(name, &status) == 0 && S_ISREG(status.st_mode)
               ? fopen(name, "rb")
               : NULL;
}

/* Returns 1 if it is a PGM of 16 bits, 0 if not, -1 if that cannot be read. */
static int read_pgm(Map *map, const char *name, Error *error)
{
    FILE *file = open_file(name);
    Pnm pnm = {.next = next_byte, .source = file};
    int result = 0;

    if (file == NULL)
        return 0;
    if (pnm_open(&pnm) == 0 && pnm_channels(&pnm) == 1 && pnm.peak > 255)
        result = read_heights(&pnm, map, name, error) == 0 ? 1 : -1;
    fclose(file);
    return result;
}

/* Gives a pool "builtin:hills" or the land of a PGM of 16 bits, half of whose
   largest value is sea level. Returns 1, or 0 if `name` is another picture, or
   -1. */
static int land_loader_apply(Ripple *pool, const char *name, Error *error)
{
    Map map;
    int result = pool_change_give_hills(pool, name, error);

    if (result != 0 || paths_builtin(name) != NULL)
        return result;
    result = read_pgm(&map, name, error);
    if (result <= 0)
        return result;
    result = set_land(pool, &map, name, error);
    free(map.heights);
    return result == 0 ? 1 : -1;
}

#ifdef RIPPLE_SDL

#include "lib/util/fixed.h"
#include "media/byte_reader.h"
#include "media/decoder.h"
#include "media/film_source.h"
#include "media/load.h"
#include "media/surface.h"
#include "play/builtin.h"
#include "play/hills.h"

#include <assert.h>

#define FULL_PIXELS \
    60000000 /* film_source makes a larger one nearly so small */

#define MAX_HEAD 65536 /* of a HEIF, which may have hundreds of tiles */

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

/* The pixels of the largest picture in the boxes "ispe" of a HEIF (ISO/IEC
   23008-12). Of one in tiles some ffmpegs read one tile alone. */
static uint64_t count_pixels(const unsigned char *head, size_t size)
{
    ByteReader reader = {.data = head, .size = size, .big_endian = 1};
    uint64_t max = 0;

    while (!reader.failed) {
        Size found;

        while (!byte_reader_starts_with(&reader, "ispe") && !reader.failed)
            byte_reader_skip(&reader, 1);
        byte_reader_skip(&reader, 8);
        found = byte_reader_take_size(&reader, 4);
        max = max_uint64(max, (uint64_t)found.width * found.height);
    }
    return max;
}

static int read_first(SDL_Surface **surface, FilmSource *source, Error *error)
{
    *surface = surface_create(source->width, source->height);
    return *surface != NULL
               ? film_source_read(source, *surface, error)
               : error_set(error, source->name, "%s", SDL_GetError());
}

/* Returns how many of the first bytes of a regular file there are. */
static size_t read_head(const char *name, unsigned char *head, size_t max)
{
    FILE *file = open_file(name);
    size_t size = file != NULL ? fread(head, 1, max, file) : 0;

    if (file != NULL)
        fclose(file);
    return size;
}

/* Reads a FILM_STILL by ffmpeg. */
static int read_still(SDL_Surface **surface, const char *name,
                      SDL_atomic_t *cancel, Error *error)
{
    unsigned char head[MAX_HEAD];
    size_t size = read_head(name, head, sizeof head);
    FilmSource source = {.path = NULL};
    int result =
        film_source_open(&source, name, FILM_STILL, FILM_ONCE, cancel, error);

    *surface = NULL;
    if (result == 0)
        result = read_first(surface, &source, error);
    if (result == 0 ? (uint64_t)source.width * (uint64_t)source.height <
                          min_uint64(count_pixels(head, size), FULL_PIXELS)
                    : strstr(error->text, ": ffmpeg: ") != NULL)
        result = error_set(error, name, "ffmpeg cannot read this %s",
                           probe_unread(head, size, PICTURE_NONE));
    film_source_close(&source);
    if (result == 0)
        return 0;
    SDL_FreeSurface(*surface);
    *surface = NULL;
    return -1;
}

static int is_still(const char *name)
{
    unsigned char head[FILM_KIND_STILL_HEAD];

    return film_kind_is_still(head, read_head(name, head, sizeof head));
}

int map_loader_read_picture(SDL_Surface **surface, const char *name,
                            SDL_atomic_t *cancel, Error *error)
{
    const char *builtin = paths_builtin(name);
    const unsigned char *data;
    size_t size;

    if (builtin == NULL)
        return (is_still(name) ? read_still : decoder_load)(surface, name,
                                                            cancel, error);
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
