/* SPDX-License-Identifier: MIT */
/*
 * Two kernels: `blend` makes the surface between two steps, `interpolate` makes
 * planes of the surface's traits (light.inc) for pixels smaller than cells.
 */
#include "lib/kernels/scalar.h"

#include "lib/kernels/formula.h"
#include "lib/kernels/limits.inc"
#include "lib/kernels/light.inc"

/* to = blend_height(now, before, phase) */
RIPPLE_BLEND(ripple_scalar_blend)
{
    for (int y = 0; y < args->rows; y++) {
        ptrdiff_t row = y * args->stride;

        for (int x = 0; x < args->columns; x++)
            args->to[row + x] = (int16_t)blend_height(
                args->now[row + x], args->before[row + x], args->phase);
    }
}

static Around get_around(const Surface *surface, ptrdiff_t at)
{
    const int16_t *now = surface->heights + at;
    ptrdiff_t stride = surface->stride;

    return (Around){now[0], now[-1], now[1], now[-stride], now[stride]};
}

static int weaken(int value, const Surface *surface, ptrdiff_t at)
{
    return surface->strength != NULL ? scale(value, surface->strength[at])
                                     : value;
}

/* The strength scales bends, light and shine. */
int ripple_scalar_trait(Trait trait, const Surface *surface,
                        const Optics *optics, ptrdiff_t at)
{
    Around cells = get_around(surface, at);

    switch (trait) {
    case TRAIT_BEND_X:
        return weaken(bend(slope_x(cells), slope_y(cells), *optics), surface,
                      at);
    case TRAIT_BEND_Y:
        return weaken(bend(slope_y(cells), slope_x(cells), *optics), surface,
                      at);
    case TRAIT_LIGHT:
        return surface->light != NULL ? weaken(surface->light[at], surface, at)
                                      : 0;
    case TRAIT_SHINE:
        return surface->shine != NULL ? weaken(surface->shine[at], surface, at)
                                      : 0;
    case TRAIT_GREY_X:
        return slope_grey(slope_x(cells), optics->light);
    case TRAIT_GREY_Y:
        return slope_grey(slope_y(cells), optics->light);
    default:
        return height_grey(surface->heights[at], optics->light);
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
