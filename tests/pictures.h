/* SPDX-License-Identifier: MIT */
/*
 * Small picture files in every format that the loader reads, made in memory.
 * Pixel (x, y) has the colour picture_colour(x, y) unless the maker is solid.
 */
#ifndef RIPPLE_TESTS_PICTURES_H
#define RIPPLE_TESTS_PICTURES_H

#include <stddef.h>
#include <stdint.h>

#include "media/probe.h"

#include <SDL.h>

#define PICTURES_MAX_BYTES 65536

/* A file in memory; bytes that do not fit are dropped. */
typedef struct File {
    unsigned char data[PICTURES_MAX_BYTES];
    size_t size;
} File;

typedef struct PictureMaker {
    PictureKind kind;
    const char *name; /* a file name with the format's ending */
    int max_size;     /* the largest width and height a header can tell */
    int solid;        /* all pixels have about the colour of (0, 0) */
    size_t slack;     /* bytes at the end that readers may ignore */

    /* With pixels, up to 32x32, or without, only a header of that size. */
    void (*make)(File *file, int width, int height, int drawn);
} PictureMaker;

extern const PictureMaker picture_makers[];
extern const int picture_maker_count;

/* One of 128 opaque colours. */
uint32_t picture_colour(int x, int y);

/* An opaque colour that differs from those of all near pixels. */
uint32_t picture_unique_colour(int x, int y);

/* Surfaces, ARGB8888, of colours by a function, or of picture_unique_colour;
   the caller frees them. */
SDL_Surface *picture_draw(int width, int height,
                          uint32_t (*colour)(int x, int y));
SDL_Surface *picture_surface(int width, int height);

/*
 * A PNG with rows of raw bytes and filter 0. `type` is 0 grey, 2 RGB, 3
 * palette, 4 grey and alpha, 6 RGBA. The palette has black, red, green and
 * blue. `alpha` is a tRNS chunk of `alphas` bytes, left out if that is 0.
 */
typedef struct PngPlan {
    int width, height;
    int depth;
    int type;
    const unsigned char *rows; /* NULL: no pixels follow the header */
    const unsigned char *alpha;
    size_t alphas;
} PngPlan;

void make_png(File *file, const PngPlan *plan);

void put_bytes(File *file, const void *bytes, size_t count);

/*
 * Puts values: '1' to '4' a number of that many bytes, little-endian, or
 * big-endian after a '>' and before a '<'; 's' a text; '0' a count of zeros, at
 * most 64. Spaces do nothing.
 */
void put(File *file, const char *format, ...);

/* Puts the head of a TIFF: 14 + 12 * count bytes with a directory of numbers by
   their tags. */
void put_tiff(File *file, const uint32_t entries[][2], int count);

#endif
