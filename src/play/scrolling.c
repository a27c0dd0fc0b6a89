/* SPDX-License-Identifier: MIT */
#include "play/scrolling.h"

#include "host/pixel_buffer.h"

#include <string.h>

/* A side of at most 2^15 pixels takes 2^31 units a step; at 1000 steps a
   second that is 2^41, and times another side still no overflow. */
static int64_t find_length(int side, int rate)
{
    return (int64_t)side * DRIFT_UNITS * rate;
}

static int64_t wrap(int64_t place, int64_t length)
{
    place %= length;
    return place < 0 ? place + length : place;
}

void drift_step(Drift *drift, int speed_x, int speed_y, int rate, int width,
                int height)
{
    drift->x = wrap(drift->x + speed_x, find_length(width, rate));
    drift->y = wrap(drift->y + speed_y, find_length(height, rate));
}

void drift_resize(Drift *drift, int rate, const RipplePixels *from,
                  const RipplePixels *to)
{
    drift->x =
        wrap(drift->x * to->width / from->width, find_length(to->width, rate));
    drift->y = wrap(drift->y * to->height / from->height,
                    find_length(to->height, rate));
}

int drift_is_away(const Drift *drift)
{
    return drift->x != 0 || drift->y != 0;
}

/* A place as whole pixels and a share of one more. */
typedef struct Shift {
    int pixels;
    uint32_t share; /* 0..PIXELS_WHOLE - 1 */
} Shift;

static Shift find_shift(int64_t place, int rate)
{
    int64_t fine = place * PIXELS_WHOLE / rate / DRIFT_UNITS;

    return (Shift){(int)(fine / PIXELS_WHOLE), (uint32_t)(fine % PIXELS_WHOLE)};
}

/* The row that is `shift` pixels further up, from below again past the top. */
static const uint32_t *find_row(const RipplePixels *picture, int y, int shift)
{
    int from = (y - shift) % picture->height;

    return pixels_row(picture, from < 0 ? from + picture->height : from);
}

static void mix(uint32_t *to, const uint32_t *a, const uint32_t *b,
                uint32_t share, int count)
{
    if (share == 0) {
        memcpy(to, a, (size_t)count * sizeof *to);
        return;
    }
    for (int x = 0; x < count; x++)
        to[x] = pixels_mix(a[x], b[x], share);
}

void drift_draw_row(const Drift *drift, int rate, const RipplePixels *picture,
                    int y, uint32_t *row, uint32_t *scratch)
{
    int width = picture->width;
    Shift across = find_shift(drift->x, rate);
    Shift down = find_shift(drift->y, rate);
    const uint32_t *lower = find_row(picture, y, down.pixels);
    const uint32_t *upper = find_row(picture, y, down.pixels + 1);
    int split = width - across.pixels;

    if (!drift_is_away(drift)) {
        memcpy(row, lower, (size_t)width * sizeof *row);
        return;
    }
    /* Turned to the right; before it the pixel that comes in next. */
    mix(scratch + 1, lower + split, upper + split, down.share, across.pixels);
    mix(scratch + 1 + across.pixels, lower, upper, down.share, split);
    scratch[0] = scratch[width];
    mix(row, scratch + 1, scratch, across.share, width);
}
