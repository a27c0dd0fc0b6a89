/* SPDX-License-Identifier: MIT */
#include "media/writer.h"

#include "lib/util/fixed.h"
#include "media/y4m.h"
#include "os/pixel_buffer.h"
#include "os/xalloc.h"

#include <SDL_image.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* libpng writes RGB24 in a third of the time of ARGB. */
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

int writer_y4m_head(FILE *file, const RipplePixels *frame, FrameRate rate)
{
    return fprintf(file, "YUV4MPEG2 W%d H%d F%d:%d Ip A1:1 C420jpeg\n",
                   frame->width, frame->height, rate.frames, rate.seconds) > 0
               ? 0
               : -1;
}

typedef struct Colour {
    int red, green, blue;
} Colour;

static Colour split(uint32_t pixel)
{
    return (Colour){(int)(pixel >> 16 & 255), (int)(pixel >> 8 & 255),
                    (int)(pixel & 255)};
}

/* The last row, for rows behind it. */
static const uint32_t *row_of(const RipplePixels *frame, int y)
{
    return pixel_buffer_row(frame, min_int(y, frame->height - 1));
}

/* The mean colour of 2x2 pixels. */
static Colour mean_of(const uint32_t *upper, const uint32_t *lower, int x,
                      int width)
{
    int next = min_int(x + 1, width - 1);
    Colour a = split(upper[x]), b = split(upper[next]);
    Colour c = split(lower[x]), d = split(lower[next]);

    return (Colour){(a.red + b.red + c.red + d.red + 2) >> 2,
                    (a.green + b.green + c.green + d.green + 2) >> 2,
                    (a.blue + b.blue + c.blue + d.blue + 2) >> 2};
}

/* With 16 fractional bits. */
typedef struct Weights {
    int red, green, blue, offset;
} Weights;

static int fix(double weight)
{
    return (int)lround(weight * 65536);
}

/* Y of all brightness, 219 from black to white. */
static Weights find_luma(Luma luma)
{
    double range = 219 / 255.0;

    return (Weights){fix(range * luma.red), fix(range * luma.green),
                     fix(range * luma.blue), 16};
}

/* Cb or Cr: a colour less the brightness, 112 of each sign; 0 for greys. */
static Weights find_chroma(Luma luma, double red, double blue)
{
    double range = 112 / 255.0 / (1 - red * luma.red - blue * luma.blue);
    Weights weights = {.red = fix(range * (red - luma.red)),
                       .blue = fix(range * (blue - luma.blue)),
                       .offset = 128};

    weights.green = -weights.red - weights.blue;
    return weights;
}

static uint8_t convert(Colour c, Weights weights)
{
    return (uint8_t)(weights.offset +
                     ((weights.red * c.red + weights.green * c.green +
                       weights.blue * c.blue + (1 << 15)) >>
                      16));
}

static int write_luma(FILE *file, const RipplePixels *frame, uint8_t *row,
                      Weights weights)
{
    size_t width = (size_t)frame->width;

    for (int y = 0; y < frame->height; y++) {
        const uint32_t *pixels = row_of(frame, y);

        for (size_t x = 0; x < width; x++)
            row[x] = convert(split(pixels[x]), weights);
        if (fwrite(row, 1, width, file) != width)
            return -1;
    }
    return 0;
}

static int write_chroma(FILE *file, const RipplePixels *frame, uint8_t *row,
                        Weights weights)
{
    size_t count = ((size_t)frame->width + 1) / 2;

    for (int y = 0; y < frame->height; y += 2) {
        const uint32_t *upper = row_of(frame, y), *lower = row_of(frame, y + 1);

        for (size_t x = 0; x < count; x++)
            row[x] = convert(mean_of(upper, lower, (int)(2 * x), frame->width),
                             weights);
        if (fwrite(row, 1, count, file) != count)
            return -1;
    }
    return 0;
}

static int write_planes(FILE *file, const RipplePixels *frame, uint8_t *row)
{
    Luma luma = luma_find(frame->height);

    if (fputs("FRAME\n", file) == EOF ||
        write_luma(file, frame, row, find_luma(luma)) != 0 ||
        write_chroma(file, frame, row, find_chroma(luma, 0, 1)) != 0)
        return -1;
    return write_chroma(file, frame, row, find_chroma(luma, 1, 0));
}

int writer_y4m_frame(FILE *file, const RipplePixels *frame)
{
    RipplePixels copy;
    const RipplePixels *wide = pixel_buffer_widen(frame, &copy);
    uint8_t *row = xalloc_get((size_t)frame->width);
    int result = -1;

    if (wide != NULL)
        result = write_planes(file, wide, row);
    else
        errno = ENOMEM;
    pixel_buffer_clear(&copy);
    free(row);
    return result;
}

int writer_heights(FILE *file, const RipplePixels *heights)
{
    if (fprintf(file, "P5\n%d %d\n65535\n", heights->width, heights->height) <
        0)
        return -1;
    for (int y = 0; y < heights->height; y++) {
        for (int x = 0; x < heights->width; x++) {
            const uint16_t *cell = pixel_buffer_at(heights, x, y);
            int sample = (int16_t)*cell + 32768;

            putc(sample >> 8, file);
            putc(sample & 255, file);
        }
    }
    return fflush(file) == 0 && !ferror(file) ? 0 : -1;
}
