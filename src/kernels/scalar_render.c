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

/* The formula stands at SoftLimit in render.h. */
static int soft_limit(int value, const SoftLimit *limit)
{
    int v = min_int(abs(value), INT16_MAX) >> limit->halvings;
    int d = (limit->max - min_int(v, limit->max)) << limit->up;
    int limited = (limit->top - scale(scale(d, d), limit->factor))
                  << limit->halvings;

    return value < 0 ? -limited : limited;
}

/*
 * The offset along one axis in 1/2^8 pixel: sat16((slope * gain_q12) >> 4).
 * If there is a limit it is soft-limited and its sign turned: without, crests
 * shrink the picture, as in 1999; with it they magnify, as water does. Then it
 * is scaled by a strength >= 0.
 */
static int fine_offset(int slope, const RenderArgs *args, int strength)
{
    int offset = sat16((slope * args->gain_q12) >>
                       (RIPPLE_GAIN_BITS - RIPPLE_BEND_BITS));

    if (args->bend_limit.max > 0)
        offset = -soft_limit(offset, &args->bend_limit);
    return strength >= 0 ? scale(offset, strength) : offset;
}

/* In whole pixels: scale(sat16(bend), strength), or, if there is a limit,
   (fine_offset + 2^7) >> 8. */
static int nearest_offset(int slope, const RenderArgs *args, int strength)
{
    int offset = bend(slope, args->gain_q12);

    if (args->bend_limit.max > 0)
        return (fine_offset(slope, args, strength) +
                (1 << (RIPPLE_BEND_BITS - 1))) >>
               RIPPLE_BEND_BITS;
    return strength >= 0 ? scale(sat16(offset), strength) : offset;
}

/*
 * Nearest: pixel (x, y) shows the picture at (x, y) plus the offsets of both
 * axes, each clamped to the picture by itself.
 */
static size_t nearest_index(const RenderArgs *args, const Surface *surface,
                            int x, int y, int strength)
{
    const RipplePixels *picture = &args->picture;
    int source_x =
        clamp_int(x + nearest_offset(surface->slope_x, args, strength), 0,
                  picture->width - 1);
    int source_y =
        clamp_int(y + nearest_offset(surface->slope_y, args, strength), 0,
                  picture->height - 1);

    return (size_t)source_y * picture->stride + (size_t)source_x;
}

/* Bilinear: the coordinate along an axis of `size` pixels, in 1/2^8 pixel:
   clamp(pixel * 2^8 + fine_offset, 0, (size - 1) * 2^8). */
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
static uint32_t sample_linear(const RenderArgs *args, const Surface *surface,
                              int x, int y, int strength)
{
    const RipplePixels *picture = &args->picture;
    int one = 1 << RIPPLE_BEND_BITS;
    int coord_x = linear_coord(x, fine_offset(surface->slope_x, args, strength),
                               picture->width);
    int coord_y = linear_coord(y, fine_offset(surface->slope_y, args, strength),
                               picture->height);
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
 * The mirrored light of slopes (x, y) is n - soft_limit(n, knee): first a
 * parabola, then a line, of the length n of (x, y), which is up to 8 % short:
 *
 *   n = max(max(|x|, |y|), scale(|x| + |y|, sqrt(1/2)))
 */
static int mirror(int x, int y, const SoftLimit *knee)
{
    int width = min_int(abs(x), INT16_MAX), height = min_int(abs(y), INT16_MAX);
    int n = max_int(max_int(width, height),
                    scale(sat16(width + height), RIPPLE_SQRT_HALF));

    return n - soft_limit(n, knee);
}

/* The tone of light: soft_limit(v, faint) + soft_limit(v / 4, strong), the
   quotient rounded towards 0. */
static int compress(int v, const Lighting *light)
{
    int n = min_int(abs(v), INT16_MAX);
    int all = soft_limit(n, &light->faint) + soft_limit(n >> 2, &light->strong);

    return v < 0 ? -all : all;
}

/*
 * Traits are first doubled, each saturated to int16. Then, all sums saturated:
 *
 *   diffuse  = scale(slope_x, diffuse_x) + scale(slope_y, diffuse_y)   Lambert
 *   across   = scale(slope_y, diffuse_x) - scale(slope_x, diffuse_y)
 *   off      = |diffuse - specular_peak| + |across|
 *   specular = 2 * max(specular_width - off, 0)     where the slope is a mirror
 *   caught   = scale(laplacian, caustic)            a crest is a lens
 *   sky      = mirror(scale(slope_x, sky), scale(slope_y, sky) - sky_from)
 *              - sky_level                          Fresnel, from the side
 *   light    = (compress((diffuse + caught) + sky) + specular)
 *              + scale(laplacian, caustics)         or light on the floor
 *   red      = light - scale(height, absorption)    more water takes more red
 *
 * `across` is the slope at right angles to the light. Both results are scaled
 * by a strength >= 0.
 */
static int gather_light(const Lighting *light, Surface surface)
{
    int x = surface.slope_x, y = surface.slope_y;
    int diffuse =
        sat16(scale(x, light->diffuse_x) + scale(y, light->diffuse_y));
    int across = sat16(scale(y, light->diffuse_x) - scale(x, light->diffuse_y));
    int off = sat16(abs(sat16(diffuse - light->specular_peak)) + abs(across));
    int specular = sat16(2 * max_int(light->specular_width - off, 0));
    int caught = scale(surface.laplacian, light->caustic);
    int sky = mirror(scale(x, light->sky),
                     sat16(scale(y, light->sky) - light->sky_from),
                     &light->sky_knee) -
              light->sky_level;

    return sat16(sat16(compress(sat16(sat16(diffuse + caught) + sky), light) +
                       specular) +
                 scale(surface.laplacian, light->caustics));
}

/*
 * A channel c in light w, which is first clamped to -180..180: with
 *
 *   room = c << 7                          if w < 0
 *          ((255 - c) * (c + 96)) >> 1     else
 *
 * it becomes c + scale(room, w). So a shadow leaves c (1 + w / 256), a light
 * multiplies dark colours and never clips, and black gets some of it. Alpha
 * stays.
 */
static uint32_t light_channel(uint32_t pixel, int shift, int light)
{
    int c = (int)(pixel >> shift & 0xff);
    int w = clamp_int(light, -RIPPLE_LIGHT_RANGE, RIPPLE_LIGHT_RANGE);
    int room = w < 0 ? c << 7 : (255 - c) * (c + RIPPLE_LIGHT_FLOOR) >> 1;

    return (uint32_t)(c + scale(room, w)) << shift;
}

static uint32_t add_light(uint32_t pixel, const Lighting *light,
                          Surface surface, int strength)
{
    int doubled = 1 << light->doublings, all, red;

    surface.slope_x = sat16(surface.slope_x * doubled);
    surface.slope_y = sat16(surface.slope_y * doubled);
    surface.laplacian = sat16(surface.laplacian * doubled);
    surface.height = sat16(surface.height * doubled);
    all = gather_light(light, surface);
    red = sat16(all - scale(surface.height, light->absorption));
    if (strength >= 0) {
        all = scale(all, strength);
        red = scale(red, strength);
    }
    return (pixel & 0xff000000) | light_channel(pixel, 16, red) |
           light_channel(pixel, 8, all) | light_channel(pixel, 0, all);
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
