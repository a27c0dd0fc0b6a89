/* SPDX-License-Identifier: MIT */
/*
 * The kernel render, which shows the picture through the water. Every pixel is
 * drawn by itself:
 *
 *     traits -> offset -> pixel of the picture -> + light -> frame
 *
 * Nothing of the frame is read, and nothing outside the rectangle is written.
 */
#include "lib/kernels/scalar.h"

/* The traits of a pixel: ripple_view_trait(view, i). */
typedef struct Shown {
    int traits[RIPPLE_SHOWN_TRAITS];
} Shown;

enum { BEND_X, BEND_Y, LIGHT };

/* Of the pixel's cell, or between two rows of traits. */
static int get_trait(const RenderArgs *args, int i, int x, int y)
{
    const int16_t *upper;
    ptrdiff_t row;

    if (args->surface.heights != NULL)
        return ripple_scalar_trait(ripple_view_trait(args->view, i),
                                   &args->surface, &args->optics,
                                   y * args->surface.stride + x);
    row = args->axis_y.first[y] - args->first_row;
    upper = args->traits[i] + row * args->trait_stride + x - args->first_x;
    return lerp(upper[0], upper[args->trait_stride], args->axis_y.share[y]);
}

static Shown get_shown(const RenderArgs *args, int x, int y)
{
    int count = ripple_count_traits(args->view, args->is_lit);
    Shown shown = {{0}};

    for (int i = 0; i < count; i++)
        shown.traits[i] = get_trait(args, i, x, y);
    return shown;
}

/* In whole pixels, rounded to nearest, halves up. */
static int nearest_offset(int offset, const Optics *optics)
{
    if (optics->is_whole)
        return offset;
    return sat16(offset + (1 << (RIPPLE_BEND_BITS - 1))) >> RIPPLE_BEND_BITS;
}

/*
 * Nearest: pixel (x, y) shows the picture at (x, y) plus the offsets of both
 * axes, each clamped to the picture by itself.
 */
static size_t nearest_index(const RenderArgs *args, const Shown *shown, int x,
                            int y)
{
    const RipplePixels *picture = &args->picture;
    int source_x =
        clamp_int(x + nearest_offset(shown->traits[BEND_X], &args->optics), 0,
                  picture->width - 1);
    int source_y =
        clamp_int(y + nearest_offset(shown->traits[BEND_Y], &args->optics), 0,
                  picture->height - 1);

    return (size_t)source_y * picture->stride + (size_t)source_x;
}

/* Bilinear: the coordinate along an axis of `size` pixels, in 1/2^8 pixel:
   clamp(pixel * 2^8 + offset, 0, (size - 1) * 2^8). */
static int linear_coord(int pixel, int offset, int size)
{
    return clamp_int((pixel << RIPPLE_BEND_BITS) + offset, 0,
                     (size - 1) << RIPPLE_BEND_BITS);
}

/* 255 times the mean of two channels, less 128 each: vector levels multiply by
   signed bytes. `share`, 0..255, is that of `right` in 1/255. */
static int mix_columns(int left, int right, int share)
{
    return (left - 128) * (255 - share) + (right - 128) * share;
}

/*
 * The mean of two results of mix_columns, `share` / 255 of it being `below`.
 * The first sum is 255 * 255 * 2^7 / 2^16 = 127.0 times the mean; adding half
 * of 127 and multiplying by 516 / 2^16 = 1 / 127.0 rounds it to a channel.
 */
static int mix_rows(int above, int below, int share)
{
    int mixed =
        (above * ((255 - share) << 7) >> 16) + (below * (share << 7) >> 16);

    return 128 + ((mixed + RIPPLE_MEAN_HALF) * RIPPLE_MEAN_GAIN >> 16);
}

/* The mean of four pixels, channel by channel. A share of 1 / 2^8 pixel counts
   as 1/255; the neighbour of the last column or row is itself. */
static uint32_t sample_linear(const RenderArgs *args, const Shown *shown, int x,
                              int y)
{
    const RipplePixels *picture = &args->picture;
    int one = 1 << RIPPLE_BEND_BITS;
    int coord_x = linear_coord(x, shown->traits[BEND_X], picture->width);
    int coord_y = linear_coord(y, shown->traits[BEND_Y], picture->height);
    int left = coord_x / one, top = coord_y / one;
    int right = min_int(left + 1, picture->width - 1);
    int bottom = min_int(top + 1, picture->height - 1);
    const uint32_t *above = picture->pixels + (size_t)top * picture->stride;
    const uint32_t *below = picture->pixels + (size_t)bottom * picture->stride;
    int share_x = coord_x % one, share_y = coord_y % one;
    uint32_t pixel = 0;

    for (int shift = 0; shift < 32; shift += 8) {
        int upper = mix_columns((int)(above[left] >> shift & 0xff),
                                (int)(above[right] >> shift & 0xff), share_x);
        int lower = mix_columns((int)(below[left] >> shift & 0xff),
                                (int)(below[right] >> shift & 0xff), share_x);

        pixel |= (uint32_t)mix_rows(upper, lower, share_y) << shift;
    }
    return pixel;
}

/*
 * A channel c in light w, which is first clamped to -156..156: with
 *
 *   room = c << 7                                   if w < 0
 *          n - (n >> 2), n = (255 - c) * (c + 24)   else
 *
 * it becomes c + scale(room, w). So a shadow leaves c (1 + w / 256), a light
 * multiplies dark colours and never clips, and black gets some of it.
 */
static uint32_t light_channel(uint32_t pixel, int shift, int light)
{
    int c = (int)(pixel >> shift & 0xff);
    int w = clamp_int(light, -RIPPLE_LIGHT_RANGE, RIPPLE_LIGHT_RANGE);
    int n = (255 - c) * (c + RIPPLE_LIGHT_FLOOR);
    int room = w < 0 ? c << 7 : n - (n >> 2);

    return (uint32_t)(c + scale(room, w)) << shift;
}

/* Alpha stays. */
static uint32_t add_light(uint32_t pixel, int light)
{
    return (pixel & 0xff000000) | light_channel(pixel, 16, light) |
           light_channel(pixel, 8, light) | light_channel(pixel, 0, light);
}

/* Opaque; channels of 0..255. */
static uint32_t make_colour(int red, int green, int blue)
{
    return 0xff000000 | (uint32_t)red << 16 | (uint32_t)green << 8 |
           (uint32_t)blue;
}

/*
 * RIPPLE_VIEW_HEIGHTS, from deep blue to white: with u the height's grey level,
 * 0..255,
 *
 *     red = 1 + scale(u << 7, u),  green = 24 + scale(u << 7, 232),
 *     blue = 96 + scale(u << 7, 160)
 *
 * RIPPLE_VIEW_SLOPES: red by slope_x, green by slope_y, blue 128.
 */
static uint32_t shade_view(RippleView view, const Shown *shown)
{
    int first = shown->traits[0] + RIPPLE_GREY;
    int second = shown->traits[1] + RIPPLE_GREY;

    if (view == RIPPLE_VIEW_HEIGHTS)
        return make_colour(
            RIPPLE_DEEP_RED + scale(first << 7, first),
            RIPPLE_DEEP_GREEN + scale(first << 7, RIPPLE_RAMP_GREEN),
            RIPPLE_DEEP_BLUE + scale(first << 7, RIPPLE_RAMP_BLUE));
    return make_colour(first, second, RIPPLE_GREY);
}

static uint32_t shade(const RenderArgs *args, int x, int y)
{
    Shown shown = get_shown(args, x, y);
    uint32_t pixel;

    if (args->view != RIPPLE_VIEW_WATER)
        return shade_view(args->view, &shown);
    if (args->filter == RIPPLE_FILTER_LINEAR)
        pixel = sample_linear(args, &shown, x, y);
    else
        pixel = args->picture.pixels[nearest_index(args, &shown, x, y)];
    return args->is_lit ? add_light(pixel, shown.traits[LIGHT]) : pixel;
}

static uint16_t sample565(const RenderArgs *args, int x, int y)
{
    Shown shown = get_shown(args, x, y);

    return args->picture.pixels565[nearest_index(args, &shown, x, y)];
}

RIPPLE_RENDER(ripple_scalar_render)
{
    const RipplePixels *frame = &args->frame;

    for (int y = rect.y; y < rect.y + rect.height; y++) {
        for (int x = rect.x; x < rect.x + rect.width; x++) {
            size_t i = (size_t)y * frame->stride + (size_t)x;

            if (frame->format == RIPPLE_FORMAT_RGB565)
                frame->pixels565[i] = sample565(args, x, y);
            else
                frame->pixels[i] = shade(args, x, y);
        }
    }
}
