/* SPDX-License-Identifier: MIT */
/*
 * Chosen by eye, at a strength of 100, in steps of a colour channel: what a
 * slope, a curvature or a height is worth that bends the view by a cell. That
 * looks the same whatever heights are counted in, and however large cells are.
 */
#include "render/lighting.h"

#include "base/fixed.h"

#include <math.h>

#define FACING 7.0
#define FOCUS  6.5
#define DEPTH  0.35
#define PEAK   52.0
#define WIDTH  40.0

#define SLOPE_SHOWN  8.0
#define HEIGHT_SHOWN 1.5

#define WHOLE 32767 /* just less than one, in 1/2^15 */

/*
 * The sine of an angle in degrees by its series, which is the same everywhere
 * where the library's own may differ in its last bit.
 */
static double sine(double degrees)
{
    double turned = fmod(degrees, 360), x, term, sum;

    if (turned > 180)
        turned -= 360;
    else if (turned < -180)
        turned += 360;
    if (turned > 90)
        turned = 180 - turned;
    else if (turned < -90)
        turned = -180 - turned;
    x = turned * (PI / 180);
    term = sum = x;
    for (int i = 2; i < 22; i += 2) {
        term *= -x * x / (i * (i + 1));
        sum += term;
    }
    return sum;
}

static int16_t to_share(double value)
{
    return (int16_t)lround(value * WHOLE);
}

Lighting ripple_lighting_make(const RippleSettings *settings, int already)
{
    double strength = settings->light > 0 ? settings->light / 100 : 1;
    double one = settings->refraction / (1 << already); /* cells a height */
    double facing = FACING * strength, caustic = FOCUS * strength;
    double max = fmax(fmax(facing, caustic), SLOPE_SHOWN);
    int doublings = 0;

    while (max * one > 1) {
        one /= 2;
        doublings++;
    }
    return (Lighting){
        .doublings = doublings,
        .diffuse_x = to_share(facing * one * sine(settings->light_from + 90)),
        .diffuse_y = to_share(-facing * one * sine(settings->light_from)),
        .caustic = to_share(-caustic * one),
        .absorption = to_share(DEPTH * strength * one),
        .specular_peak = (int16_t)lround(PEAK * strength),
        .specular_width = (int16_t)lround(WIDTH * strength),
        .slope_grey = to_share(SLOPE_SHOWN * one),
        .height_grey = to_share(HEIGHT_SHOWN * one),
    };
}
