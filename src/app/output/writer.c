/* SPDX-License-Identifier: MIT */
#include "app/output/writer.h"

#include "base/fixed.h"
#include "host/pixel_buffer.h"

#include <SDL_image.h>
#include <errno.h>

/* RGB24 costs libpng a third of the time that ARGB does. */
static int write_png(FILE *file, const RipplePixels *frame)
{
    SDL_Surface *view = SDL_CreateRGBSurfaceWithFormatFrom(
        frame->pixels, frame->width, frame->height, 32,
        (int)(frame->stride * sizeof *frame->pixels), SDL_PIXELFORMAT_XRGB8888);
    SDL_Surface *rgb = NULL;
    SDL_RWops *stream = SDL_RWFromFP(file, SDL_FALSE);
    int saved = -1;

    errno = ENOMEM;
    if (view != NULL)
        rgb = SDL_ConvertSurfaceFormat(view, SDL_PIXELFORMAT_RGB24, 0);
    if (rgb != NULL && stream != NULL)
        saved = IMG_SavePNG_RW(rgb, stream, 0);
    if (stream != NULL)
        SDL_RWclose(stream);
    SDL_FreeSurface(rgb);
    SDL_FreeSurface(view);
    return saved == 0 && !ferror(file) && fflush(file) == 0 ? 0 : -1;
}

int writer_png(FILE *file, const RipplePixels *frame)
{
    RipplePixels copy;
    const RipplePixels *wide = pixel_buffer_widen(frame, &copy);
    int result = -1;

    errno = ENOMEM;
    if (wide != NULL)
        result = write_png(file, wide);
    pixel_buffer_clear(&copy);
    return result;
}

int writer_y4m_head(FILE *file, const RipplePixels *frame, int rate)
{
    return fprintf(file, "YUV4MPEG2 W%d H%d F%d:1 Ip A1:1 C420jpeg\n",
                   frame->width, frame->height, rate) > 0
               ? 0
               : -1;
}

typedef struct Color {
    int red, green, blue;
} Color;

static Color split(uint32_t pixel)
{
    return (Color){(int)(pixel >> 16 & 255), (int)(pixel >> 8 & 255),
                   (int)(pixel & 255)};
}

static const uint32_t *find_row(const RipplePixels *frame, int y)
{
    int last = frame->height - 1;

    return frame->pixels + (size_t)min_int(y, last) * frame->stride;
}

/* The mean colour of a block of 2x2 pixels. */
static Color find_mean(const uint32_t *upper, const uint32_t *lower, int x,
                       int width)
{
    int next = x + 1 < width ? x + 1 : x;
    Color a = split(upper[x]), b = split(upper[next]);
    Color c = split(lower[x]), d = split(lower[next]);

    return (Color){(a.red + b.red + c.red + d.red + 2) >> 2,
                   (a.green + b.green + c.green + d.green + 2) >> 2,
                   (a.blue + b.blue + c.blue + d.blue + 2) >> 2};
}

/* ITU-R BT.601 in 8 fractional bits; 128 rounds. */
static uint8_t luma(Color c)
{
    return (uint8_t)(16 +
                     ((66 * c.red + 129 * c.green + 25 * c.blue + 128) >> 8));
}

static uint8_t chroma_blue(Color c)
{
    return (uint8_t)(128 +
                     ((-38 * c.red - 74 * c.green + 112 * c.blue + 128) >> 8));
}

static uint8_t chroma_red(Color c)
{
    return (uint8_t)(128 +
                     ((112 * c.red - 94 * c.green - 18 * c.blue + 128) >> 8));
}

static int write_luma(FILE *file, const RipplePixels *frame, uint8_t *row)
{
    size_t width = (size_t)frame->width;

    for (int y = 0; y < frame->height; y++) {
        const uint32_t *pixels = find_row(frame, y);

        for (size_t x = 0; x < width; x++)
            row[x] = luma(split(pixels[x]));
        if (fwrite(row, 1, width, file) != width)
            return -1;
    }
    return 0;
}

static int write_chroma(FILE *file, const RipplePixels *frame, uint8_t *row,
                        uint8_t (*chroma)(Color))
{
    size_t count = ((size_t)frame->width + 1) / 2;

    for (int y = 0; y < frame->height; y += 2) {
        const uint32_t *upper = find_row(frame, y);
        const uint32_t *lower = find_row(frame, y + 1);

        for (size_t x = 0; x < count; x++)
            row[x] =
                chroma(find_mean(upper, lower, (int)(2 * x), frame->width));
        if (fwrite(row, 1, count, file) != count)
            return -1;
    }
    return 0;
}

static int write_planes(FILE *file, const RipplePixels *frame, uint8_t *row)
{
    if (fputs("FRAME\n", file) == EOF || write_luma(file, frame, row) != 0 ||
        write_chroma(file, frame, row, chroma_blue) != 0)
        return -1;
    return write_chroma(file, frame, row, chroma_red);
}

int writer_y4m_frame(FILE *file, const RipplePixels *frame, uint8_t *row)
{
    RipplePixels copy;
    const RipplePixels *wide = pixel_buffer_widen(frame, &copy);
    int result = -1;

    errno = ENOMEM;
    if (wide != NULL)
        result = write_planes(file, wide, row);
    pixel_buffer_clear(&copy);
    return result;
}

int writer_heights(FILE *file, const Ripple *pool)
{
    int columns, rows;
    size_t stride;
    const int16_t *cells = ripple_heights(pool, &columns, &rows, &stride);

    if (fprintf(file, "P5\n%d %d\n65535\n", columns, rows) < 0)
        return -1;
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            int sample = cells[(size_t)y * stride + (size_t)x] + 32768;

            putc(sample >> 8, file);
            putc(sample & 255, file);
        }
    }
    return fflush(file) == 0 && !ferror(file) ? 0 : -1;
}
