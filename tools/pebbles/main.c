/* SPDX-License-Identifier: MIT */
/*
 * pebbles: draws the built-in picture, a pebble bed under clear shallow water.
 *
 * The bed is laid first (bed.c), stone by stone, and then drawn from above
 * (render.c). Here are the options and the file. The same options give the
 * same bytes.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>
#include <SDL_image.h>

#include "bed.h"
#include "render.h"

#define MIN_SIZE     64
#define MAX_SIZE     8192
#define DEFAULT_SEED 5
#define JPEG_QUALITY 90

typedef struct Options {
    uint32_t seed;
    int width, height;
    const char *path;
} Options;

static bool has_ending(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length >= tail && strcmp(path + length - tail, ending) == 0;
}

/* Reads digits up to `end`; returns what follows them, NULL if none fit. */
static const char *parse_number(const char *text, char end, uint32_t *value)
{
    uint64_t number = 0;
    const char *digit = text;
    for (; *digit >= '0' && *digit <= '9'; digit++) {
        number = number * 10 + (uint64_t)(*digit - '0');
        if (number > UINT32_MAX)
            return NULL;
    }
    if (digit == text || *digit != end)
        return NULL;
    *value = (uint32_t)number;
    return digit + 1;
}

static bool parse_size(const char *text, Options *options)
{
    uint32_t width, height;
    const char *rest = parse_number(text, 'x', &width);
    if (!rest || !parse_number(rest, '\0', &height))
        return false;
    if (width < MIN_SIZE || width > MAX_SIZE || height < MIN_SIZE ||
        height > MAX_SIZE)
        return false;
    options->width = (int)width;
    options->height = (int)height;
    return true;
}

static bool parse_options(Options *options, int argc, char **argv)
{
    *options = (Options){.seed = DEFAULT_SEED, .width = 2560, .height = 1440};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
            if (!parse_number(argv[++i], '\0', &options->seed))
                return false;
        } else if (strcmp(argv[i], "--size") == 0 && i + 1 < argc) {
            if (!parse_size(argv[++i], options))
                return false;
        } else if (argv[i][0] != '-' && !options->path) {
            options->path = argv[i];
        } else {
            return false;
        }
    }
    return options->path && (has_ending(options->path, ".png") ||
                             has_ending(options->path, ".jpg"));
}

static int save_picture(SDL_Surface *picture, const char *path)
{
    if (has_ending(path, ".png"))
        return IMG_SavePNG(picture, path);
    return IMG_SaveJPG(picture, path, JPEG_QUALITY);
}

int main(int argc, char **argv)
{
    Options options;
    if (!parse_options(&options, argc, argv)) {
        fprintf(stderr,
                "usage: pebbles [--seed N] [--size WxH] FILE.png|FILE.jpg\n"
                "  sides of %d to %d pixels; without options the seed is %d\n"
                "  and the size 2560x1440\n",
                MIN_SIZE, MAX_SIZE, DEFAULT_SEED);
        return 2;
    }
    SDL_Surface *picture = SDL_CreateRGBSurfaceWithFormat(
        0, options.width, options.height, 24, SDL_PIXELFORMAT_RGB24);
    Bed depth_map = {0};
    int status = EXIT_FAILURE;
    if (!picture ||
        !bed_create(&depth_map, options.seed, options.width, options.height) ||
        !render_picture(&depth_map, picture))
        fprintf(stderr, "pebbles: out of memory\n");
    else if (save_picture(picture, options.path))
        fprintf(stderr, "pebbles: %s\n", SDL_GetError());
    else
        status = EXIT_SUCCESS;
    bed_destroy(&depth_map);
    SDL_FreeSurface(picture);
    return status;
}
