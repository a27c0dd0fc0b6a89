/* SPDX-License-Identifier: MIT */
#include "lib/util/fixed.h"
#include "pictures.h"

#include "../tools/crc.h"

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL_image.h>

void put_bytes(File *file, const void *bytes, size_t count)
{
    if (count > PICTURES_MAX_BYTES - file->size)
        count = PICTURES_MAX_BYTES - file->size;
    memcpy(file->data + file->size, bytes, count);
    file->size += count;
}

static void put_number(File *file, int count, int is_big_endian, uint32_t value)
{
    for (int i = 0; i < count; i++) {
        int place = is_big_endian ? count - 1 - i : i;
        unsigned char byte = (unsigned char)(value >> 8 * place);

        put_bytes(file, &byte, 1);
    }
}

void put(File *file, const char *format, ...)
{
    static const char zeros[64];
    int is_big_endian = 0;
    va_list list;

    va_start(list, format);
    for (; *format != '\0'; format++) {
        if (*format == '<' || *format == '>') {
            is_big_endian = *format == '>';
        } else if (*format == 's') {
            const char *text = va_arg(list, const char *);

            put_bytes(file, text, strlen(text));
        } else if (*format == '0') {
            put_bytes(file, zeros, va_arg(list, unsigned));
        } else if (*format != ' ') {
            put_number(file, *format - '0', is_big_endian,
                       va_arg(list, unsigned));
        }
    }
    va_end(list);
}

/* The number of one of 128 colours. */
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

uint32_t picture_unique_colour(int x, int y)
{
    return 0xff000000u | (uint32_t)(x * 7919 + y * 104729 + 12345);
}

SDL_Surface *picture_draw(int width, int height,
                          uint32_t (*colour)(int x, int y))
{
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(
        0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);

    ck_assert_ptr_nonnull(surface);
    for (int y = 0; y < height; y++) {
        uint32_t *row =
            (uint32_t *)(void *)((char *)surface->pixels +
                                 (size_t)y * (size_t)surface->pitch);

        for (int x = 0; x < width; x++)
            row[x] = colour(x, y);
    }
    return surface;
}

SDL_Surface *picture_surface(int width, int height)
{
    return picture_draw(width, height, picture_unique_colour);
}

static void put_chunk(File *file, const char *type, const void *data,
                      size_t size)
{
    size_t start = file->size + 4;

    put(file, ">4 s", (unsigned)size, type);
    put_bytes(file, data, size);
    put(file, ">4", crc_bytes(0, file->data + start, file->size - start));
}

/* A zlib stream of stored blocks, one per row. */
static void put_stored(File *file, const PngPlan *plan)
{
    static const int channels[] = {1, 0, 3, 1, 2, 0, 4};
    int bits = plan->width * plan->depth * channels[plan->type];
    size_t row_size = (size_t)(bits + 7) / 8;
    uint32_t a = 1, b = 0, size = (uint32_t)row_size + 1;

    put(file, ">2", 0x7801);
    for (int y = 0; y < plan->height; y++) {
        const unsigned char *row = plan->rows + (size_t)y * row_size;

        put(file, "1 2 2 1", y == plan->height - 1, size, ~size, 0);
        put_bytes(file, row, row_size);
        b = (b + a) % 65521;
        for (size_t i = 0; i < row_size; i++) {
            a = (a + row[i]) % 65521;
            b = (b + a) % 65521;
        }
    }
    put(file, ">4", b << 16 | a);
}

void make_png(File *file, const PngPlan *plan)
{
    static const unsigned char palette[] = {0, 0,   0, 255, 0, 0,
                                            0, 255, 0, 0,   0, 255};
    static File chunk;

    file->size = 0;
    put_bytes(file, "\x89PNG\r\n\x1A\n", 8);
    chunk.size = 0;
    put(&chunk, ">4 4 1 1 3", plan->width, plan->height, plan->depth,
        plan->type, 0);
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

static void put_rgb(File *file, int x, int y)
{
    put(file, ">3", picture_colour(x, y));
}

static void put_bgr(File *file, int x, int y)
{
    put(file, "3", picture_colour(x, y));
}

/* A clear code after each pixel keeps all codes at one byte. */
static void put_gif_codes(File *file, int x, int y)
{
    put(file, "1 1 1", 2, 128, shade(x, y));
}

static void put_qoi(File *file, int x, int y)
{
    put(file, ">1 3", 0xFE, picture_colour(x, y));
}

static void put_shade(File *file, int x, int y)
{
    put(file, "1", shade(x, y));
}

/* Each row ends with some bytes of padding. */
static void put_pixels(File *file, int width, int height, int padding,
                       void (*put_pixel)(File *file, int x, int y))
{
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            put_pixel(file, x, y);
        put(file, "0", padding);
    }
}

static void put_palette(File *file)
{
    for (uint32_t i = 0; i < 128; i++)
        put(file, ">3", shade_colour(i));
}

static void make_png_file(File *file, int width, int height, int drawn)
{
    static File rows;
    PngPlan plan = {.width = width, .height = height, .depth = 8, .type = 2};

    rows.size = 0;
    put_pixels(&rows, width, drawn ? height : 0, 0, put_rgb);
    plan.rows = drawn ? rows.data : NULL;
    make_png(file, &plan);
}

/* A baseline JPEG by libjpeg, with the size in its header changed. */
static void make_jpeg(File *file, int width, int height, int drawn)
{
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(
        0, drawn ? width : 1, drawn ? height : 1, 32, SDL_PIXELFORMAT_ARGB8888);
    SDL_RWops *target = SDL_RWFromMem(file->data, PICTURES_MAX_BYTES);
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

static void make_gif(File *file, int width, int height, int drawn)
{
    file->size = 0;
    put(file, "s 2 2 3", "GIF89a", width, height, 0xE6);
    put_palette(file);
    put_bytes(file, "!\xF9\4\0\0\0\0\0,", 9);
    put(file, "4 2 2 1 1", 0, width, height, 0, 7);
    put_pixels(file, width, drawn ? height : 0, 0, put_gif_codes);
    put_bytes(file, "\1\x81\0;", 4);
}

static void make_bmp(File *file, int width, int height, int drawn)
{
    file->size = 0;
    put(file, "s 4 4 4 4 4 4 2 2 0", "BM", 0, 0, 54, 40, width, -height, 1, 24,
        24);
    put_pixels(file, width, drawn ? height : 0, width % 4, put_bgr);
}

/*
 * Lossless WebP of one colour: no transform, no cache, and five prefix codes of
 * one symbol each, so that a pixel takes 0 bits.
 */
static void make_webp(File *file, int width, int height, int drawn)
{
    uint32_t colour = picture_colour(0, 0);
    uint32_t codes[4] = {colour >> 8 & 255, colour >> 16 & 255, colour & 255,
                         255};
    uint64_t bits = 0;

    (void)drawn;
    file->size = 0;
    put(file, "s 4 s 4 1 4", "RIFF", 24, "WEBPVP8L", 12, 0x2F,
        (width - 1) | (height - 1) << 14);
    for (int i = 0; i < 4; i++)
        bits |= (uint64_t)(5 | codes[i] << 3) << (3 + 11 * i);
    bits |= (uint64_t)1 << 47;
    put(file, "4 3", (uint32_t)bits, (uint32_t)(bits >> 32));
}

void put_tiff(File *file, const uint32_t entries[][2], int count)
{
    put_bytes(file, "II*\0\x08\0\0\0", 8);
    put(file, "2", count);
    for (int i = 0; i < count; i++)
        put(file, "2 2 4 4", entries[i][0], 4, 1, entries[i][1]);
    put(file, "4", 0);
}

static void make_tiff(File *file, int width, int height, int drawn)
{
    uint32_t w = (uint32_t)width, h = (uint32_t)height;
    const uint32_t entries[][2] = {
        {256, w},   {257, h}, {258, 8}, {259, 1},         {262, 2},
        {273, 122}, {277, 3}, {278, h}, {279, 3 * w * h},
    };

    file->size = 0;
    put_tiff(file, entries, COUNT(entries));
    put_pixels(file, width, drawn ? height : 0, 0, put_rgb);
}

static void make_pnm(File *file, int width, int height, int drawn)
{
    char header[64];

    file->size = 0;
    snprintf(header, sizeof header, "P6\n# ripple\n%d %d\n255\n", width,
             height);
    put(file, "s", header);
    put_pixels(file, width, drawn ? height : 0, 0, put_rgb);
}

static void make_qoi(File *file, int width, int height, int drawn)
{
    file->size = 0;
    put(file, "s >4 4 2", "qoif", width, height, 0x0300);
    put_pixels(file, width, drawn ? height : 0, 0, put_qoi);
    put(file, ">4 4", 0, 1);
}

static void make_pcx(File *file, int width, int height, int drawn)
{
    file->size = 0;
    put(file, ">4 <4 2 2 0 1 2 0", 0x0A050108, 0, width - 1, height - 1, 53, 3,
        width, 60);
    for (int y = 0; y < height && drawn; y++) {
        for (int i = 0; i < 3 * width; i++)
            put(file, "1 1", 0xC1,
                picture_colour(i % width, y) >> (16 - i / width * 8));
    }
}

static void make_lbm(File *file, int width, int height, int drawn)
{
    int row = (width + 15) / 16 * 16;

    file->size = 0;
    put(file, "s >4 s 4 2 2 4 1 0", "FORM", 0, "PBM BMHD", 20, width, height, 0,
        8, 11);
    put(file, "s >4", "CMAP", 3 * 128);
    put_palette(file);
    put(file, "s >4", "BODY", row * height);
    put_pixels(file, row, drawn ? height : 0, 0, put_shade);
}

static void make_tga(File *file, int width, int height, int drawn)
{
    file->size = 0;
    put(file, ">3 0 <2 2 >2", 2, 9, width, height, 0x1820);
    put_pixels(file, width, drawn ? height : 0, 0, put_bgr);
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
    put(file, "s", text);
}

const PictureMaker picture_makers[] = {
    {PICTURE_PNG, "a.png", 30000, 0, 12, make_png_file},
    {PICTURE_JPEG, "a.jpg", 30000, 1, 2, make_jpeg},
    {PICTURE_GIF, "a.gif", 30000, 0, 0, make_gif},
    {PICTURE_BMP, "a.bmp", 30000, 0, 3, make_bmp},
    {PICTURE_WEBP, "a.webp", 16384, 1, 0, make_webp},
    {PICTURE_TIFF, "a.tif", 30000, 0, 0, make_tiff},
    {PICTURE_PNM, "a.ppm", 30000, 0, 0, make_pnm},
    {PICTURE_QOI, "a.qoi", 30000, 0, 0, make_qoi},
    {PICTURE_PCX, "a.pcx", 30000, 0, 0, make_pcx},
    {PICTURE_LBM, "a.lbm", 30000, 0, 0, make_lbm},
    {PICTURE_TGA, "a.TGA", 30000, 0, 0, make_tga},
    {PICTURE_SVG, "a.svg", 0, 1, 0, make_svg},
};

const int picture_maker_count = COUNT(picture_makers);
