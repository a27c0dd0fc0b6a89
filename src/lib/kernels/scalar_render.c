/* SPDX-License-Identifier: MIT */
/*
 * The render kernel: shows the picture through the water. Pixels are
 * independent:
 *
 *     traits -> offset -> pixel of the picture -> + light -> frame
 *
 * It never reads the frame, and writes nothing outside the rectangle.
 */
#include "lib/kernels/scalar.h"

#include "lib/kernels/formula.h"
#include "lib/kernels/draw.inc"

/* The traits of a pixel: ripple_view_trait(view, i). */
typedef struct Shown {
    int traits[RIPPLE_SHOWN_TRAITS];
} Shown;

enum { BEND_X, BEND_Y, LIGHT, SHINE };

/* Trait i of the pixel's cell, or mixed from two rows of traits. */
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

/*
 * Nearest: pixel (x, y) shows the picture at (x, y) plus the offsets, with each
 * axis clamped to the picture.
 */
static size_t nearest_index(const RenderArgs *args, const Shown *shown, int x,
                            int y)
{
    const RipplePixels *picture = &args->picture;
    int source_x =
        clamp_int(x + nearest_offset(shown->traits[BEND_X], args->optics), 0,
                  picture->width - 1);
    int source_y =
        clamp_int(y + nearest_offset(shown->traits[BEND_Y], args->optics), 0,
                  picture->height - 1);

    return (size_t)source_y * picture->stride + (size_t)source_x;
}

/* Bilinear: the neighbour of the last column or row is itself. */
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

    return mix_four(above[left], above[right], below[left], below[right],
                    coord_x % one, coord_y % one);
}

static uint32_t shade(const RenderArgs *args, int x, int y)
{
    Shown shown = get_shown(args, x, y);
    uint32_t pixel;

    if (args->view == RIPPLE_VIEW_HEIGHTS)
        return height_colour(shown.traits[0]);
    if (args->view == RIPPLE_VIEW_SLOPES)
        return slope_colour(shown.traits[0], shown.traits[1]);
    if (args->filter == RIPPLE_FILTER_LINEAR)
        pixel = sample_linear(args, &shown, x, y);
    else
        pixel = args->picture.pixels[nearest_index(args, &shown, x, y)];
    return args->is_lit
               ? add_light(pixel, shown.traits[LIGHT], shown.traits[SHINE])
               : pixel;
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
