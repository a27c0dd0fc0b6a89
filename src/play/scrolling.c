/* SPDX-License-Identifier: MIT */
#include "play/scrolling.h"

#include "host/pixel_buffer.h"

#include <string.h>

/* A side of at most 2^15 pixels takes 2^31 units a step; at 1000 steps a
   second that is 2^41, and times another side still no overflow. */
static int64_t find_length(int side, int rate)
{
    return (int64_t)side * SCROLLING_UNITS * rate;
}

static int64_t wrap(int64_t place, int64_t length)
{
    place %= length;
    return place < 0 ? place + length : place;
}

void scrolling_step(Scrolling *scrolling, int speed_x, int speed_y, int rate,
                    int width, int height)
{
    scrolling->x = wrap(scrolling->x + speed_x, find_length(width, rate));
    scrolling->y = wrap(scrolling->y + speed_y, find_length(height, rate));
}

void scrolling_resize(Scrolling *scrolling, int rate, const RipplePixels *from,
                      const RipplePixels *to)
{
    scrolling->x = wrap(scrolling->x * to->width / from->width,
                        find_length(to->width, rate));
    scrolling->y = wrap(scrolling->y * to->height / from->height,
                        find_length(to->height, rate));
}

int scrolling_is_moved(const Scrolling *scrolling)
{
    return scrolling->x != 0 || scrolling->y != 0;
}

/* A place as whole pixels and a share of one more. */
typedef struct Shift {
    int pixels;
    uint32_t share; /* 0..PIXEL_BUFFER_ONE - 1 */
} Shift;

static Shift find_shift(int64_t place, int rate)
{
    int64_t fine = place * PIXEL_BUFFER_ONE / rate / SCROLLING_UNITS;

    return (Shift){(int)(fine / PIXEL_BUFFER_ONE),
                   (uint32_t)(fine % PIXEL_BUFFER_ONE)};
}

/* The row that is `shift` pixels further up, from below again past the top. */
static const uint32_t *find_row(const RipplePixels *picture, int y, int shift)
{
    int from = (y - shift) % picture->height;

    return pixel_buffer_row(picture, from < 0 ? from + picture->height : from);
}

static void mix(uint32_t *to, const uint32_t *a, const uint32_t *b,
                uint32_t share, int count)
{
    if (share == 0) {
        memcpy(to, a, (size_t)count * sizeof *to);
        return;
    }
    for (int x = 0; x < count; x++)
        to[x] = pixel_buffer_mix(a[x], b[x], share);
}

void scrolling_draw_row(const Scrolling *scrolling, int rate,
                        const RipplePixels *picture, int y, uint32_t *row,
                        uint32_t *scratch)
{
    int width = picture->width;
    Shift across = find_shift(scrolling->x, rate);
    Shift down = find_shift(scrolling->y, rate);
    const uint32_t *lower = find_row(picture, y, down.pixels);
    const uint32_t *upper = find_row(picture, y, down.pixels + 1);
    int split = width - across.pixels;

    if (!scrolling_is_moved(scrolling)) {
        memcpy(row, lower, (size_t)width * sizeof *row);
        return;
    }
    /* Turned to the right; before it the pixel that comes in next. */
    mix(scratch + 1, lower + split, upper + split, down.share, across.pixels);
    mix(scratch + 1 + across.pixels, lower, upper, down.share, split);
    scratch[0] = scratch[width];
    mix(row, scratch + 1, scratch, across.share, width);
}
