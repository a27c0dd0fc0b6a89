/* SPDX-License-Identifier: MIT */
#include "base/fixed.h"
#include "pictures.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL_image.h>

void put_bytes(File *file, const void *bytes, size_t count)
{
    if (count > PICTURES_ROOM - file->size)
        count = PICTURES_ROOM - file->size;
    memcpy(file->data + file->size, bytes, count);
    file->size += count;
}

static void put_text(File *file, const char *text)
{
    put_bytes(file, text, strlen(text));
}

void put_le(File *file, int count, uint32_t value)
{
    for (int i = 0; i < count; i++) {
        unsigned char byte = (unsigned char)(value >> 8 * i);

        put_bytes(file, &byte, 1);
    }
}

static void put_be(File *file, int count, uint32_t value)
{
    for (int i = count - 1; i >= 0; i--) {
        unsigned char byte = (unsigned char)(value >> 8 * i);

        put_bytes(file, &byte, 1);
    }
}

/* Which of the 128 colours. */
static uint32_t shade(int x, int y)
{
    return (uint32_t)(x * 7 + y * 13) & 127;
}

static uint32_t shade_colour(uint32_t i)
{
    return 0xFF000000 | i << 16 | (2 * i) << 8 | (255 - i);
}

uint32_t picture_colour(int x, int y)
{
    return shade_colour(shade(x, y));
}

uint32_t picture_wild_colour(int x, int y)
{
    return 0xff000000u | (uint32_t)(x * 7919 + y * 104729 + 12345);
}

SDL_Surface *picture_surface(int width, int height)
{
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(
        0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);

    ck_assert_ptr_nonnull(surface);
    for (int y = 0; y < height; y++) {
        uint32_t *row =
            (uint32_t *)(void *)((char *)surface->pixels +
                                 (size_t)y * (size_t)surface->pitch);

        for (int x = 0; x < width; x++)
            row[x] = picture_wild_colour(x, y);
    }
    return surface;
}

static uint32_t update_crc(uint32_t crc, const unsigned char *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xEDB88320 : crc >> 1;
    }
    return crc;
}

static void put_chunk(File *file, const char *type, const void *data,
                      size_t size)
{
    size_t start = file->size + 4;

    put_be(file, 4, (uint32_t)size);
    put_text(file, type);
    put_bytes(file, data, size);
    put_be(file, 4, ~update_crc(~0U, file->data + start, file->size - start));
}

/* A zlib stream of stored blocks, one a row. */
static void put_stored(File *file, const PngPlan *plan)
{
    uint32_t a = 1, b = 0;

    put_be(file, 2, 0x7801);
    for (int y = 0; y < plan->height; y++) {
        const unsigned char *row = plan->rows + (size_t)y * plan->row_size;

        put_le(file, 1, y == plan->height - 1);
        put_le(file, 2, (uint32_t)plan->row_size + 1);
        put_le(file, 2, ~(uint32_t)(plan->row_size + 1));
        put_le(file, 1, 0);
        put_bytes(file, row, plan->row_size);
        b = (b + a) % 65521;
        for (size_t i = 0; i < plan->row_size; i++) {
            a = (a + row[i]) % 65521;
            b = (b + a) % 65521;
        }
    }
    put_be(file, 4, b << 16 | a);
}

void make_png(File *file, const PngPlan *plan)
{
    static const unsigned char palette[] = {0, 0,   0, 255, 0, 0,
                                            0, 255, 0, 0,   0, 255};
    static File chunk;

    file->size = 0;
    put_bytes(file, "\x89PNG\r\n\x1A\n", 8);
    chunk.size = 0;
    put_be(&chunk, 4, (uint32_t)plan->width);
    put_be(&chunk, 4, (uint32_t)plan->height);
    put_be(&chunk, 1, (uint32_t)plan->depth);
    put_be(&chunk, 1, (uint32_t)plan->type);
    put_be(&chunk, 3, 0);
    put_chunk(file, "IHDR", chunk.data, chunk.size);
    if (plan->type == 3)
        put_chunk(file, "PLTE", palette, sizeof palette);
    if (plan->alphas > 0)
        put_chunk(file, "tRNS", plan->alpha, plan->alphas);
    if (plan->rows == NULL)
        return;
    chunk.size = 0;
    put_stored(&chunk, plan);
    put_chunk(file, "IDAT", chunk.data, chunk.size);
    put_chunk(file, "IEND", "", 0);
}

/* Pixels of three bytes in the order of `shifts`, without padding. */
static void put_pixels(File *file, int width, int height, const int shifts[3])
{
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            for (int i = 0; i < 3; i++)
                put_le(file, 1, picture_colour(x, y) >> shifts[i]);
        }
    }
}

static const int red_first[3] = {16, 8, 0};
static const int blue_first[3] = {0, 8, 16};

static void make_png_file(File *file, int width, int height, int drawn)
{
    static File rows;
    PngPlan plan = {.width = width, .height = height, .depth = 8, .type = 2};

    rows.size = 0;
    if (drawn) {
        put_pixels(&rows, width, height, red_first);
        plan.rows = rows.data;
        plan.row_size = 3 * (size_t)width;
    }
    make_png(file, &plan);
}

/* The smallest baseline JPEG there is, from libjpeg, with its size changed. */
static void make_jpeg(File *file, int width, int height, int drawn)
{
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(
        0, drawn ? width : 1, drawn ? height : 1, 32, SDL_PIXELFORMAT_ARGB8888);
    SDL_RWops *target = SDL_RWFromMem(file->data, PICTURES_ROOM);
    size_t frame = 2;

    SDL_FillRect(surface, NULL, picture_colour(0, 0));
    IMG_SaveJPG_RW(surface, target, 0, 100);
    file->size = (size_t)SDL_RWtell(target);
    SDL_RWclose(target);
    SDL_FreeSurface(surface);
    while (file->data[frame + 1] != 0xC0)
        frame +=
            2 + (size_t)(file->data[frame + 2] << 8 | file->data[frame + 3]);
    file->data[frame + 5] = (unsigned char)(height >> 8);
    file->data[frame + 6] = (unsigned char)height;
    file->data[frame + 7] = (unsigned char)(width >> 8);
    file->data[frame + 8] = (unsigned char)width;
}

/* With a clear code before the codes would grow, each code is one byte. */
static void make_gif(File *file, int width, int height, int drawn)
{
    file->size = 0;
    put_text(file, "GIF89a");
    put_le(file, 2, (uint32_t)width);
    put_le(file, 2, (uint32_t)height);
    put_le(file, 3, 0xE6);
    for (uint32_t i = 0; i < 128; i++)
        put_be(file, 3, shade_colour(i));
    put_bytes(file, "!\xF9\4\0\0\0\0\0", 8);
    put_text(file, ",");
    put_le(file, 4, 0);
    put_le(file, 2, (uint32_t)width);
    put_le(file, 2, (uint32_t)height);
    put_le(file, 1, 0);
    put_le(file, 1, 7);
    for (int y = 0; y < height && drawn; y++) {
        for (int x = 0; x < width; x++) {
            put_le(file, 1, 2);
            put_le(file, 1, 128);
            put_le(file, 1, shade(x, y));
        }
    }
    put_bytes(file, "\1\x81\0;", 4);
}

static void make_bmp(File *file, int width, int height, int drawn)
{
    uint32_t padding = (uint32_t)width % 4;

    file->size = 0;
    put_text(file, "BM");
    put_le(file, 4, 0);
    put_le(file, 4, 0);
    put_le(file, 4, 54);
    put_le(file, 4, 40);
    put_le(file, 4, (uint32_t)width);
    put_le(file, 4, 0 - (uint32_t)height);
    put_le(file, 2, 1);
    put_le(file, 2, 24);
    for (int i = 0; i < 6; i++)
        put_le(file, 4, 0);
    for (int y = 0; y < height && drawn; y++) {
        for (int x = 0; x < width; x++)
            put_le(file, 3, picture_colour(x, y));
        put_le(file, (int)padding, 0);
    }
}

/*
 * Lossless WebP of one colour: no transform, no cache, and five prefix codes
 * of one symbol each, which takes no bits a pixel.
 */
static void make_webp(File *file, int width, int height, int drawn)
{
    uint32_t colour = picture_colour(0, 0);
    uint32_t codes[4] = {colour >> 8 & 255, colour >> 16 & 255, colour & 255,
                         255};
    uint64_t bits = 0;

    (void)drawn;
    file->size = 0;
    put_text(file, "RIFF");
    put_le(file, 4, 24);
    put_text(file, "WEBPVP8L");
    put_le(file, 4, 12);
    put_le(file, 1, 0x2F);
    put_le(file, 4, ((uint32_t)width - 1) | ((uint32_t)height - 1) << 14);
    for (int i = 0; i < 4; i++)
        bits |= (uint64_t)(5 | codes[i] << 3) << (3 + 11 * i);
    bits |= (uint64_t)1 << 47;
    put_le(file, 4, (uint32_t)bits);
    put_le(file, 3, (uint32_t)(bits >> 32));
}

static void put_entry(File *file, uint32_t id, uint32_t value)
{
    put_le(file, 2, id);
    put_le(file, 2, 4);
    put_le(file, 4, 1);
    put_le(file, 4, value);
}

static void make_tiff(File *file, int width, int height, int drawn)
{
    uint32_t start = 8 + 2 + 9 * 12 + 4;

    file->size = 0;
    put_bytes(file, "II*\0", 4);
    put_le(file, 4, 8);
    put_le(file, 2, 9);
    put_entry(file, 256, (uint32_t)width);
    put_entry(file, 257, (uint32_t)height);
    put_entry(file, 258, 8);
    put_entry(file, 259, 1);
    put_entry(file, 262, 2);
    put_entry(file, 273, start);
    put_entry(file, 277, 3);
    put_entry(file, 278, (uint32_t)height);
    put_entry(file, 279, 3 * (uint32_t)width * (uint32_t)height);
    put_le(file, 4, 0);
    if (drawn)
        put_pixels(file, width, height, red_first);
}

static void make_pnm(File *file, int width, int height, int drawn)
{
    char header[64];

    file->size = 0;
    snprintf(header, sizeof header, "P6\n# ripple\n%d %d\n255\n", width,
             height);
    put_text(file, header);
    if (drawn)
        put_pixels(file, width, height, red_first);
}

static void make_qoi(File *file, int width, int height, int drawn)
{
    file->size = 0;
    put_text(file, "qoif");
    put_be(file, 4, (uint32_t)width);
    put_be(file, 4, (uint32_t)height);
    put_be(file, 2, 0x0300);
    for (int y = 0; y < height && drawn; y++) {
        for (int x = 0; x < width; x++) {
            put_be(file, 1, 0xFE);
            put_be(file, 3, picture_colour(x, y));
        }
    }
    put_be(file, 4, 0);
    put_be(file, 4, 1);
}

static void make_pcx(File *file, int width, int height, int drawn)
{
    file->size = 0;
    put_be(file, 4, 0x0A050108);
    put_le(file, 4, 0);
    put_le(file, 2, (uint32_t)width - 1);
    put_le(file, 2, (uint32_t)height - 1);
    while (file->size < 65)
        put_le(file, 1, 0);
    put_le(file, 1, 3);
    put_le(file, 2, (uint32_t)width);
    while (file->size < 128)
        put_le(file, 1, 0);
    for (int y = 0; y < height && drawn; y++) {
        for (int i = 0; i < 3 * width; i++) {
            put_be(file, 1, 0xC1);
            put_be(file, 1,
                   picture_colour(i % width, y) >> red_first[i / width]);
        }
    }
}

static void make_lbm(File *file, int width, int height, int drawn)
{
    int row = (width + 15) / 16 * 16;

    file->size = 0;
    put_text(file, "FORM");
    put_be(file, 4, 0);
    put_text(file, "PBM BMHD");
    put_be(file, 4, 20);
    put_be(file, 2, (uint32_t)width);
    put_be(file, 2, (uint32_t)height);
    put_be(file, 4, 0);
    put_be(file, 1, 8);
    while (file->size < 40)
        put_be(file, 1, 0);
    put_text(file, "CMAP");
    put_be(file, 4, 3 * 128);
    for (uint32_t i = 0; i < 128; i++)
        put_be(file, 3, shade_colour(i));
    put_text(file, "BODY");
    put_be(file, 4, (uint32_t)row * (uint32_t)height);
    for (int y = 0; y < height && drawn; y++) {
        for (int x = 0; x < row; x++)
            put_be(file, 1, shade(x, y));
    }
}

static void make_tga(File *file, int width, int height, int drawn)
{
    file->size = 0;
    put_be(file, 3, 2);
    while (file->size < 12)
        put_be(file, 1, 0);
    put_le(file, 2, (uint32_t)width);
    put_le(file, 2, (uint32_t)height);
    put_be(file, 2, 0x1820);
    if (drawn)
        put_pixels(file, width, height, blue_first);
}

static void make_svg(File *file, int width, int height, int drawn)
{
    char text[256];

    (void)drawn;
    file->size = 0;
    snprintf(text, sizeof text,
             "<?xml version=\"1.0\"?>\n<svg width=\"%d\" height=\"%d\">"
             "<rect width=\"100%%\" height=\"100%%\" fill=\"#0000ff\"/></svg>",
             width, height);
    put_text(file, text);
}

const PictureMaker picture_makers[] = {
    {PICTURE_PNG, "a.png", 30000, 0, 0, make_png_file},
    {PICTURE_JPEG, "a.jpg", 30000, 1, 0, make_jpeg},
    {PICTURE_GIF, "a.gif", 30000, 0, 4, make_gif},
    {PICTURE_BMP, "a.bmp", 30000, 0, 3, make_bmp},
    {PICTURE_WEBP, "a.webp", 16384, 1, 0, make_webp},
    {PICTURE_TIFF, "a.tif", 30000, 0, 0, make_tiff},
    {PICTURE_PNM, "a.ppm", 30000, 0, 0, make_pnm},
    {PICTURE_QOI, "a.qoi", 30000, 0, 0, make_qoi},
    {PICTURE_PCX, "a.pcx", 30000, 0, 0, make_pcx},
    {PICTURE_LBM, "a.lbm", 30000, 0, 0, make_lbm},
    {PICTURE_TGA, "a.TGA", 30000, 0, 0, make_tga},
    {PICTURE_SVG, "a.svg", 0, 1, 1, make_svg},
};

const int picture_maker_count = COUNT(picture_makers);
