/* SPDX-License-Identifier: MIT */
#include "app/stretch.h"

#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"

#include <string.h>

#define HALF (MIX_ONE / 2)

/* Where the middle of pixel i of `count` lies among `size` others: the left of
   two pixels, times 256, and the share of the right one, 0..255; the share is 0
   if it is sharp. */
static int locate(int i, int count, int size, int is_sharp)
{
    if (is_sharp)
        return cell_of_pixel(i, count, size) * MIX_ONE;
    return (int)clamp_int64((2 * (int64_t)i + 1) * size * HALF / count - HALF,
                            0, (int64_t)(size - 1) * MIX_ONE);
}

static void draw_sharp(const Stretch *stretch, uint32_t *row, int count, int y)
{
    const uint32_t *from = pixel_buffer_row(&stretch->frame, y / MIX_ONE);

    for (int i = 0; i < count; i++)
        row[i] = from[stretch->columns[i] / MIX_ONE];
}

static void draw_smooth(const Stretch *stretch, uint32_t *row, int count, int y)
{
    const RipplePixels *frame = &stretch->frame;
    int top = y / MIX_ONE, share_y = y % MIX_ONE;
    const uint32_t *upper = pixel_buffer_row(frame, top);
    const uint32_t *lower =
        pixel_buffer_row(frame, min_int(top + 1, frame->height - 1));

    for (int i = 0; i < count; i++) {
        int left = stretch->columns[i] / MIX_ONE;
        int right = min_int(left + 1, frame->width - 1);
        uint32_t share = (uint32_t)(stretch->columns[i] % MIX_ONE);

        row[i] = mix_pixels(mix_pixels(upper[left], upper[right], share),
                            mix_pixels(lower[left], lower[right], share),
                            (uint32_t)share_y);
    }
}

/* An enlarged frame has equal rows: they are copied. */
void stretch_draw(const Stretch *stretch, const SDL_Rect *part)
{
    const SDL_Rect *target = &stretch->target;
    const RipplePixels *frame = &stretch->frame;
    int has_own_size = target->w == frame->width && target->h == frame->height;
    int is_sharp = stretch->is_sharp || has_own_size, last = -1;

    for (int i = 0; i < part->w; i++)
        stretch->columns[i] =
            locate(part->x + i - target->x, target->w, frame->width, is_sharp);
    for (int y = part->y; y < part->y + part->h; y++) {
        uint32_t *row = pixel_buffer_row(&stretch->picture, y) + part->x;
        int from = locate(y - target->y, target->h, frame->height, is_sharp);

        if (from == last)
            memcpy(row, row - stretch->picture.stride,
                   (size_t)part->w * sizeof *row);
        else if (is_sharp)
            draw_sharp(stretch, row, part->w, from);
        else
            draw_smooth(stretch, row, part->w, from);
        last = from;
    }
}

/* Where `place` of `size` pixels lies among `count` others, rounded down. */
static int scale_down(int place, int size, int count)
{
    return (int)((int64_t)place * count / size);
}

/* A pixel of the frame reaches half a pixel farther where it is mixed, and one
   more of the picture is for rounding. */
SDL_Rect stretch_map(const Stretch *stretch, const SDL_Rect *rect)
{
    const SDL_Rect *target = &stretch->target;
    const RipplePixels *frame = &stretch->frame;
    int left = scale_down(rect->x - 1, frame->width, target->w) - 1;
    int top = scale_down(rect->y - 1, frame->height, target->h) - 1;
    int right = scale_down(rect->x + rect->w + 1, frame->width, target->w) + 1;
    int bottom =
        scale_down(rect->y + rect->h + 1, frame->height, target->h) + 1;

    return (SDL_Rect){target->x + left, target->y + top, right - left,
                      bottom - top};
}
