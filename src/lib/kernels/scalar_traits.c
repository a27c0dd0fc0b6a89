/* SPDX-License-Identifier: MIT */
/*
 * The surface between two steps, which is the kernel blend, and its traits: how
 * a cell bends the view and shines, and the kernel interpolate, which makes
 * planes of them for pixels that are smaller than cells.
 */
#include "lib/kernels/scalar.h"

#include <stdlib.h>

/* to = (phase * now + (2^8 - phase) * before + 2^7) >> 8 */
RIPPLE_BLEND(ripple_scalar_blend)
{
    int half = 1 << (RIPPLE_PHASE_BITS - 1);

    for (int y = 0; y < args->rows; y++) {
        ptrdiff_t row = y * args->stride;

        for (int x = 0; x < args->columns; x++)
            args->to[row + x] = (int16_t)((args->phase * args->now[row + x] +
                                           (RIPPLE_MAX_PHASE - args->phase) *
                                               args->before[row + x] +
                                           half) >>
                                          RIPPLE_PHASE_BITS);
    }
}

/* slope_x = sat16(left - right), slope_y = sat16(up - down) */
static int get_slope_x(const int16_t *now)
{
    return sat16(now[-1] - now[1]);
}

static int get_slope_y(const int16_t *now, ptrdiff_t stride)
{
    return sat16(now[-stride] - now[stride]);
}

/* sat16(sat16(sat16(left + right) + sat16(up + down)) - sat16(4 * own)) */
static int get_laplacian(const int16_t *now, ptrdiff_t stride)
{
    int sides =
        sat16(sat16(now[-1] + now[1]) + sat16(now[-stride] + now[stride]));

    return sat16(sides - sat16(4 * now[0]));
}

/* The formula stands at SoftLimit in render_kernels.h. */
static int soft_limit(int value, const SoftLimit *limit)
{
    int v = min_int(abs(value), INT16_MAX) >> limit->halvings;
    int d = (limit->max - min_int(v, limit->max)) << limit->up;
    int limited = (limit->top - scale(scale(d, d), limit->factor))
                  << limit->halvings;

    return value < 0 ? -limited : limited;
}

/*
 * In whole pixels, rounded to nearest, halves up:
 *
 *     sat16((slope * gain_q12 + 2^11) >> 12)
 *
 * Else in 1/2^8 pixel: sat16((slope * gain_q12) >> 4). If there is a limit it
 * is soft-limited and its sign turned: without, crests shrink the picture, as
 * in 1999; with it they magnify, as water does.
 */
static int bend(int slope, const Optics *optics)
{
    int offset;

    if (optics->is_whole)
        return sat16(
            (slope * optics->gain_q12 + (1 << (RIPPLE_GAIN_BITS - 1))) >>
            RIPPLE_GAIN_BITS);
    offset = sat16((slope * optics->gain_q12) >>
                   (RIPPLE_GAIN_BITS - RIPPLE_BEND_BITS));
    return optics->bend_limit.max > 0 ? -soft_limit(offset, &optics->bend_limit)
                                      : offset;
}

/* The length of (x, y), up to 8 % short:
   max(max(|x|, |y|), scale(|x| + |y|, sqrt(1/2))) */
static int length(int x, int y)
{
    int width = min_int(abs(x), INT16_MAX), height = min_int(abs(y), INT16_MAX);

    return max_int(max_int(width, height),
                   scale(sat16(width + height), RIPPLE_SQRT_HALF));
}

/* The mirrored light of slopes is n - soft_limit(n, knee), n their length:
   first a parabola, then a line. */
static int mirror(int x, int y, const SoftLimit *knee)
{
    int n = length(x, y);

    return n - soft_limit(n, knee);
}

/*
 * A round bump, smooth at its foot and on top: n = min(off, width), then
 *
 *     b = ((width - n) * (width + n)) << specular_shift
 *     scale(scale(b, b), specular)
 */
static int shine(int off, const Lighting *light)
{
    int width = light->specular_width, n = min_int(off, width);
    int b = ((width - n) * (width + n)) << light->specular_shift;

    return scale(scale(b, b), light->specular);
}

/* The tone of light: soft_limit(v, faint) + soft_limit(v / 4, strong), the
   quotient rounded towards 0. */
static int compress(int v, const Lighting *light)
{
    int n = min_int(abs(v), INT16_MAX);
    int all = soft_limit(n, &light->faint) + soft_limit(n >> 2, &light->strong);

    return v < 0 ? -all : all;
}

/* sat16(value * 2^doublings) */
static int doubled(int value, const Lighting *light)
{
    return sat16(value * (1 << light->doublings));
}

/*
 * Slopes and Laplacian are first doubled. Then, all sums saturated:
 *
 *   diffuse  = scale(slope_x, diffuse_x) + scale(slope_y, diffuse_y)   Lambert
 *   across   = scale(slope_y, diffuse_x) - scale(slope_x, diffuse_y)
 *   specular = shine(length(diffuse - specular_peak, across))
 *   caught   = scale(laplacian, caustic)            a crest is a lens
 *   sky      = mirror(scale(slope_x, sky), scale(slope_y, sky) - sky_from)
 *              - sky_level                          Fresnel, from the side
 *   light    = compress((diffuse + caught) + sky) + specular
 *
 * `across` is the slope at right angles to the light.
 */
static int shine_back(int x, int y, int laplacian, const Lighting *light)
{
    int diffuse =
        sat16(scale(x, light->diffuse_x) + scale(y, light->diffuse_y));
    int across = sat16(scale(y, light->diffuse_x) - scale(x, light->diffuse_y));
    int off = length(sat16(diffuse - light->specular_peak), across);
    int caught = scale(laplacian, light->caustic);
    int sky = mirror(scale(x, light->sky),
                     sat16(scale(y, light->sky) - light->sky_from),
                     &light->sky_knee) -
              light->sky_level;

    return sat16(compress(sat16(sat16(diffuse + caught) + sky), light) +
                 shine(off, light));
}

/* The light of the surface, and that of the floor: scale(16 v, caustics) */
static int get_light(const Surface *surface, const Optics *optics, ptrdiff_t at)
{
    const Lighting *light = &optics->light;
    const int16_t *now = surface->heights + at;
    int all =
        shine_back(doubled(get_slope_x(now), light),
                   doubled(get_slope_y(now, surface->stride), light),
                   doubled(get_laplacian(now, surface->stride), light), light);

    if (surface->caustics == NULL)
        return all;
    return sat16(all +
                 scale(surface->caustics[at] * (1 << RIPPLE_CAUSTICS_BITS),
                       light->caustics));
}

static int limit_grey(int value)
{
    return clamp_int(value, -RIPPLE_GREY, RIPPLE_GREY - 1);
}

/* clamp(scale(doubled slope, slope_grey), -128, 127) */
static int get_slope_grey(int slope, const Lighting *light)
{
    return limit_grey(scale(doubled(slope, light), light->slope_grey));
}

/* clamp(compress(scale(sat16(4 * doubled height), height_grey)), -128, 127):
   faint rings show, and large waves keep their shape. */
static int get_height_grey(int height, const Lighting *light)
{
    int four = sat16(4 * doubled(height, light));

    return limit_grey(compress(scale(four, light->height_grey), light));
}

static int weaken(int value, const Surface *surface, ptrdiff_t at)
{
    return surface->strength != NULL ? scale(value, surface->strength[at])
                                     : value;
}

/* Bends and light are scaled by the strength. */
int ripple_scalar_trait(Trait trait, const Surface *surface,
                        const Optics *optics, ptrdiff_t at)
{
    const Lighting *light = &optics->light;
    const int16_t *now = surface->heights + at;
    int slope_y;

    switch (trait) {
    case TRAIT_BEND_X:
        return weaken(bend(get_slope_x(now), optics), surface, at);
    case TRAIT_BEND_Y:
        slope_y = get_slope_y(now, surface->stride);
        return weaken(bend(slope_y, optics), surface, at);
    case TRAIT_LIGHT:
        return weaken(get_light(surface, optics, at), surface, at);
    case TRAIT_GREY_X:
        return get_slope_grey(get_slope_x(now), light);
    case TRAIT_GREY_Y:
        slope_y = get_slope_y(now, surface->stride);
        return get_slope_grey(slope_y, light);
    default:
        return get_height_grey(now[0], light);
    }
}

/* to = lerp(trait(first), trait(first + 1), share) */
RIPPLE_INTERPOLATE(ripple_scalar_interpolate)
{
    ptrdiff_t stride = args->surface.stride;

    for (int y = 0; y < args->rows; y++) {
        int16_t *to = args->to + y * args->to_stride;

        for (int x = 0; x < args->width; x++) {
            int pixel = args->x + x;
            ptrdiff_t at = (args->y + y) * stride + args->axis_x.first[pixel];
            int left =
                ripple_scalar_trait(trait, &args->surface, args->optics, at);
            int right = ripple_scalar_trait(trait, &args->surface, args->optics,
                                            at + 1);

            to[x] = (int16_t)lerp(left, right, args->axis_x.share[pixel]);
        }
    }
}
