/* SPDX-License-Identifier: MIT */
/*
 * SDL's pictures have 8 bits a channel, so a PGM of 16 bits is read here: a
 * header of three numbers, then two bytes a value, the higher one first.
 */
#include "app/image/land_loader.h"

#include "host/paths.h"
#include "play/pool_change.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_VALUES 64000000 /* as many as pixels of a picture */
#define TOO_LARGE  100000   /* for a number of a header */

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

/* A number behind spaces and comments, and the character behind it; -1 if there
   is none. */
static int read_number(FILE *file)
{
    int number = -1, c = fgetc(file);

    while (c == '#' || isspace(c)) {
        while (c == '#' && (c = fgetc(file)) != '\n' && c != EOF)
            c = '#';
        c = fgetc(file);
    }
    for (; c >= '0' && c <= '9' && number < TOO_LARGE; c = fgetc(file))
        number = (number < 0 ? 0 : 10 * number) + c - '0';
    return isspace(c) ? number : -1;
}

/* The largest value of a PGM whose header is read; 0 if it is none of 16 bits.
 */
static int read_header(FILE *file, Map *map)
{
    char magic[2] = {0};
    int peak;

    if (fread(magic, 1, 2, file) != 2 || memcmp(magic, "P5", 2) != 0)
        return 0;
    map->width = read_number(file);
    map->height = read_number(file);
    peak = read_number(file);
    return peak > 255 && peak < 65536 ? peak : 0;
}

static int read_values(FILE *file, const Map *map, int peak)
{
    unsigned char value[2];

    for (int i = 0; i < map->width * map->height; i++) {
        int height;

        if (fread(value, 1, 2, file) != 2)
            return -1;
        height = value[0] << 8 | value[1];
        map->heights[i] =
            (uint16_t)((height < peak ? height : peak) * 65535LL / peak);
    }
    return 0;
}

/* The heights of a file; those of a map that fails are freed. */
static int read_file(FILE *file, Map *map, int peak, const char *name,
                     Error *error)
{
    if (map->width < 1 || map->width > RIPPLE_MAX_SIZE || map->height < 1 ||
        map->height > RIPPLE_MAX_SIZE || map->width > MAX_VALUES / map->height)
        return error_set(error, name, "has no size that a land map can have");
    map->heights =
        malloc((size_t)map->width * (size_t)map->height * sizeof *map->heights);
    if (map->heights == NULL)
        return error_set(error, name, "%s",
                         ripple_error_text(RIPPLE_ERROR_MEMORY));
    if (read_values(file, map, peak) == 0)
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
    int peak, result = 0;

    if (file == NULL)
        return 0;
    peak = read_header(file, map);
    if (peak > 0)
        result = read_file(file, map, peak, name, error) == 0 ? 1 : -1;
    fclose(file);
    return result;
}

int land_loader_apply(Ripple *pool, const char *name, Error *error)
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
