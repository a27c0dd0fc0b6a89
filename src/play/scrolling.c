/* SPDX-License-Identifier: MIT */
#include "play/scrolling.h"

#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"

#include <stddef.h>
#include <string.h>

/* A side of at most 2^15 pixels takes 2^31 units a step; at 1000 steps a
   second that is 2^41, and times another side still no overflow. */
static int64_t length_of(int side, int rate)
{
    return (int64_t)side * SCROLLING_UNITS * rate;
}

static int64_t wrap(int64_t offset, int64_t length)
{
    offset %= length;
    return offset < 0 ? offset + length : offset;
}

void scrolling_step(Scrolling *scrolling, int speed_x, int speed_y, int rate,
                    int width, int height)
{
    scrolling->x = wrap(scrolling->x + speed_x, length_of(width, rate));
    scrolling->y = wrap(scrolling->y + speed_y, length_of(height, rate));
}

void scrolling_resize(Scrolling *scrolling, int rate, const RipplePixels *from,
                      const RipplePixels *to)
{
    scrolling->x = wrap(scrolling->x * to->width / from->width,
                        length_of(to->width, rate));
    scrolling->y = wrap(scrolling->y * to->height / from->height,
                        length_of(to->height, rate));
}

void scrolling_set_rate(Scrolling *scrolling, int from, int to)
{
    scrolling->x = scrolling->x / from * to;
    scrolling->y = scrolling->y / from * to;
}

int scrolling_is_moved(const Scrolling *scrolling)
{
    return scrolling->x != 0 || scrolling->y != 0;
}

/* An offset as whole pixels and a share of one more. */
typedef struct Shift {
    int pixels;
    uint32_t share; /* 0..MIX_ONE - 1 */
} Shift;

static Shift make_shift(int64_t offset, int rate)
{
    int64_t fine = offset * MIX_ONE / rate / SCROLLING_UNITS;

    return (Shift){(int)(fine / MIX_ONE), (uint32_t)(fine % MIX_ONE)};
}

/* The row `shift` pixels further up, wrapped around. */
static const uint32_t *wrapped_row(const RipplePixels *picture, int y,
                                   int shift)
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
        to[x] = mix_pixels(a[x], b[x], share);
}

void scrolling_draw_row(const Scrolling *scrolling, int rate,
                        const RipplePixels *picture, int y, uint32_t *row,
                        uint32_t *scratch)
{
    int width = picture->width;
    Shift right = make_shift(scrolling->x, rate);
    Shift down = make_shift(scrolling->y, rate);
    const uint32_t *lower = wrapped_row(picture, y, down.pixels);
    const uint32_t *upper = wrapped_row(picture, y, down.pixels + 1);
    int split = width - right.pixels;

    if (!scrolling_is_moved(scrolling)) {
        memcpy(row, lower, (size_t)width * sizeof *row);
        return;
    }
    /* Rotated to the right, with the pixel that comes in next in front. */
    mix(scratch + 1, lower + split, upper + split, down.share, right.pixels);
    mix(scratch + 1 + right.pixels, lower, upper, down.share, split);
    scratch[0] = scratch[width];
    mix(row, scratch + 1, scratch, right.share, width);
}

void scrolling_keep_land(ScrollingMask mask, int width, int height, int y,
                         const uint32_t *unscrolled, uint32_t *row)
{
    const uint8_t *depths;
    int mask_row, column = 0;

    if (mask.depths == NULL)
        return;
    mask_row = cell_of_pixel(y, height, mask.rows);
    depths = mask.depths + (ptrdiff_t)mask_row * mask.columns;
    while (column < mask.columns) {
        int x = pixel_of_cell(column, width, mask.columns), end;

        while (column < mask.columns && depths[column] == 0)
            column++;
        end = pixel_of_cell(column, width, mask.columns);
        memcpy(row + x, unscrolled + x, (size_t)(end - x) * sizeof *row);
        while (column < mask.columns && depths[column] != 0)
            column++;
    }
}
