/* SPDX-License-Identifier: MIT */
/*
 * The kernels that draw: interpolate makes planes of traits for pixels that
 * are smaller than cells, render shows the picture through the water. Every
 * pixel is drawn by itself:
 *
 *     heights -> slopes -> offset -> pixel of the picture -> + light -> frame
 *
 * Nothing of the frame is read, and nothing outside the rectangle is written.
 */
#include "kernels/scalar.h"

#include <stdlib.h>

/* The surface at a pixel. */
typedef struct Surface {
    int slope_x, slope_y, laplacian, height;
} Surface;

/*
 * slope_x   = sat16(left - right)
 * slope_y   = sat16(up - down)
 * laplacian = sat16(sat16(sat16(left + right) + sat16(up + down))
 *                   - sat16(4 * own))
 */
static int get_trait(Trait trait, const int16_t *now, ptrdiff_t stride)
{
    switch (trait) {
    case TRAIT_SLOPE_X:
        return sat16(now[-1] - now[1]);
    case TRAIT_SLOPE_Y:
        return sat16(now[-stride] - now[stride]);
    case TRAIT_LAPLACIAN:
        return sat16(
            sat16(sat16(now[-1] + now[1]) + sat16(now[-stride] + now[stride])) -
            sat16(4 * now[0]));
    default:
        return now[0];
    }
}

/*
 * to = lerp(t(first), t(first + 1), share) with t = sat16(trait * 2^doublings):
 * traits are interpolated, not heights, so that slopes vary without facets.
 */
RIPPLE_INTERPOLATE(ripple_scalar_interpolate)
{
    ptrdiff_t stride = args->stride;
    int doubled = 1 << args->doublings;

    for (int y = 0; y < args->rows; y++) {
        int16_t *to = args->to + y * args->to_stride;

        for (int x = 0; x < args->width; x++) {
            int pixel = args->x + x;
            const int16_t *now =
                args->from + (args->y + y) * stride + args->axis_x.first[pixel];
            int left = sat16(get_trait(trait, now, stride) * doubled);
            int right = sat16(get_trait(trait, now + 1, stride) * doubled);

            to[x] = (int16_t)lerp(left, right, args->axis_x.share[pixel]);
        }
    }
}

/* A plane of interpolated rows at pixel (x, y): lerp between two of them. */
static int lerp_rows(const int16_t *plane, const RenderArgs *args, int x, int y)
{
    int row = args->axis_y.first[y] - args->first_row;
    const int16_t *upper =
        plane + row * (ptrdiff_t)args->stride + x - args->first_x;

    return lerp(upper[0], upper[args->stride], args->axis_y.share[y]);
}

static Surface get_surface(const RenderArgs *args, int x, int y)
{
    ptrdiff_t stride = (ptrdiff_t)args->stride;
    const int16_t *const *traits = args->traits;
    Surface surface = {0};

    if (args->cells != NULL) {
        const int16_t *now = args->cells + y * stride + x;

        return (Surface){.slope_x = get_trait(TRAIT_SLOPE_X, now, stride),
                         .slope_y = get_trait(TRAIT_SLOPE_Y, now, stride),
                         .laplacian = get_trait(TRAIT_LAPLACIAN, now, stride),
                         .height = now[0]};
    }
    surface.slope_x = lerp_rows(traits[TRAIT_SLOPE_X], args, x, y);
    surface.slope_y = lerp_rows(traits[TRAIT_SLOPE_Y], args, x, y);
    if (render_needs_light(args)) {
        surface.laplacian = lerp_rows(traits[TRAIT_LAPLACIAN], args, x, y);
        surface.height = lerp_rows(traits[TRAIT_HEIGHT], args, x, y);
    }
    return surface;
}

/* The offset of the view along one axis in whole pixels, slope * gain rounded
   to nearest, halves up: (slope * gain_q12 + 2^11) >> 12. */
static inline int bend(int slope, int gain_q12)
{
    return (slope * gain_q12 + (1 << (RIPPLE_GAIN_BITS - 1))) >>
           RIPPLE_GAIN_BITS;
}

/*
 * Nearest: pixel (x, y) shows the picture at (x + bend_x, y + bend_y), each
 * clamped to the picture by itself. A strength >= 0 makes each offset
 * scale(sat16(bend), strength).
 */
static size_t nearest_index(const RenderArgs *args, const Surface *surface,
                            int x, int y, int strength)
{
    const RipplePixels *picture = &args->picture;
    int bend_x = bend(surface->slope_x, args->gain_q12);
    int bend_y = bend(surface->slope_y, args->gain_q12);
    int source_x, source_y;

    if (strength >= 0) {
        bend_x = scale(sat16(bend_x), strength);
        bend_y = scale(sat16(bend_y), strength);
    }
    source_x = clamp_int(x + bend_x, 0, picture->width - 1);
    source_y = clamp_int(y + bend_y, 0, picture->height - 1);
    return (size_t)source_y * picture->stride + (size_t)source_x;
}

/*
 * Bilinear: the coordinate along an axis of `size` pixels, in 1/2^8 pixel:
 * clamp(pixel * 2^8 + sat16((slope * gain_q12) >> 4), 0, (size - 1) * 2^8), the
 * offset scaled by a strength >= 0.
 */
static int linear_coord(int pixel, int slope, int gain_q12, int strength,
                        int size)
{
    int offset =
        sat16((slope * gain_q12) >> (RIPPLE_GAIN_BITS - RIPPLE_BEND_BITS));

    if (strength >= 0)
        offset = scale(offset, strength);
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
static uint32_t sample_linear(const RenderArgs *args, const Surface *surface,
                              int x, int y, int strength)
{
    const RipplePixels *picture = &args->picture;
    int gain_q12 = args->gain_q12, one = 1 << RIPPLE_BEND_BITS;
    int coord_x =
        linear_coord(x, surface->slope_x, gain_q12, strength, picture->width);
    int coord_y =
        linear_coord(y, surface->slope_y, gain_q12, strength, picture->height);
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

static int sat_byte(int value)
{
    return clamp_int(value, 0, 255);
}

/*
 * Traits are first doubled, each saturated to int16. Then, all sums saturated:
 *
 *   diffuse  = scale(slope_x, diffuse_x) + scale(slope_y, diffuse_y)   Lambert
 *   across   = scale(slope_y, diffuse_x) - scale(slope_x, diffuse_y)
 *   off      = |diffuse - specular_peak| + |across|
 *   specular = 4 * max(specular_width - off, 0)     where the slope is a mirror
 *   caught   = scale(laplacian, caustic)            a crest is a lens
 *   light    = (diffuse + caught) + specular        added to green and blue
 *   red      = light - scale(height, absorption)    more water takes more red
 *
 * `across` is the slope at right angles to the light. Both results are scaled
 * by a strength >= 0, added, and clamped to a byte. Alpha stays.
 */
static uint32_t add_light(uint32_t pixel, const Lighting *light,
                          Surface surface, int strength)
{
    int doubled = 1 << light->doublings;
    int x = sat16(surface.slope_x * doubled);
    int y = sat16(surface.slope_y * doubled);
    int diffuse =
        sat16(scale(x, light->diffuse_x) + scale(y, light->diffuse_y));
    int across = sat16(scale(y, light->diffuse_x) - scale(x, light->diffuse_y));
    int off = sat16(abs(sat16(diffuse - light->specular_peak)) + abs(across));
    int specular =
        sat16(RIPPLE_SPECULAR_GAIN * max_int(light->specular_width - off, 0));
    int caught = scale(sat16(surface.laplacian * doubled), light->caustic);
    int all = sat16(sat16(diffuse + caught) + specular);
    int red =
        sat16(all - scale(sat16(surface.height * doubled), light->absorption));

    if (strength >= 0) {
        all = scale(all, strength);
        red = scale(red, strength);
    }
    return (pixel & 0xff000000) |
           (uint32_t)sat_byte((int)(pixel >> 16 & 0xff) + red) << 16 |
           (uint32_t)sat_byte((int)(pixel >> 8 & 0xff) + all) << 8 |
           (uint32_t)sat_byte((int)(pixel & 0xff) + all);
}

/* clamp(scale(sat16(value * 2^doublings), factor) + 128, 0, 255) */
static uint32_t make_grey(int value, int doublings, int factor)
{
    int doubled = sat16(value * (1 << doublings));

    return (uint32_t)sat_byte(scale(doubled, factor) + RIPPLE_GREY);
}

/* RIPPLE_VIEW_HEIGHTS: grey by height. RIPPLE_VIEW_SLOPES: red by slope_x,
   green by slope_y, blue 128. */
static uint32_t shade_view(RippleView view, const Lighting *light,
                           Surface surface)
{
    int doublings = light->doublings;
    uint32_t red, green, blue = RIPPLE_GREY;

    if (view == RIPPLE_VIEW_HEIGHTS) {
        red = green = blue =
            make_grey(surface.height, doublings, light->height_grey);
    } else {
        red = make_grey(surface.slope_x, doublings, light->slope_grey);
        green = make_grey(surface.slope_y, doublings, light->slope_grey);
    }
    return 0xff000000 | red << 16 | green << 8 | blue;
}

/* -1 stands for full strength, which is not scaled at all. */
static int get_strength(const RenderArgs *args, int x, int y)
{
    if (args->strength == NULL)
        return -1;
    return args->cells != NULL ? args->strength[y * (ptrdiff_t)args->stride + x]
                               : lerp_rows(args->strength, args, x, y);
}

static uint32_t shade(const RenderArgs *args, int x, int y)
{
    Surface surface = get_surface(args, x, y);
    int strength = get_strength(args, x, y);
    uint32_t pixel;

    if (args->view != RIPPLE_VIEW_WATER)
        return shade_view(args->view, &args->light, surface);
    if (args->filter == RIPPLE_FILTER_LINEAR)
        pixel = sample_linear(args, &surface, x, y, strength);
    else
        pixel =
            args->picture.pixels[nearest_index(args, &surface, x, y, strength)];
    return args->is_lit ? add_light(pixel, &args->light, surface, strength)
                        : pixel;
}

static uint16_t sample565(const RenderArgs *args, int x, int y)
{
    Surface surface = get_surface(args, x, y);
    int strength = get_strength(args, x, y);

    return args->picture
        .pixels565[nearest_index(args, &surface, x, y, strength)];
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
