/* SPDX-License-Identifier: MIT */
#include "render/lighting.h"

#include "base/fixed.h"

#include <math.h>

/*
 * Chosen by eye, for light 100: steps of a colour channel for a slope, a
 * curvature or a height that refracts by one cell. So the look depends neither
 * on the unit of heights nor on the size of cells.
 */
#define DIFFUSE        7.0
#define CAUSTIC        6.5
#define ABSORPTION     0.35
#define SPECULAR_PEAK  52.0
#define SPECULAR_WIDTH 40.0

/* The same for the views of slopes and heights, at any light. */
#define SLOPE_GREY  8.0
#define HEIGHT_GREY 1.5

#define ALMOST_ONE 32767 /* in 1/2^15 */

/* By its series: the sine of libm may differ in the last bit between machines.
 */
static double sine(double degrees)
{
    double angle = fmod(degrees, 360), x, term, sum;

    if (angle > 180)
        angle -= 360;
    else if (angle < -180)
        angle += 360;
    if (angle > 90)
        angle = 180 - angle;
    else if (angle < -90)
        angle = -180 - angle;
    x = angle * (PI / 180);
    term = sum = x;
    for (int i = 2; i < 22; i += 2) {
        term *= -x * x / (i * (i + 1));
        sum += term;
    }
    return sum;
}

static int16_t to_q15(double value)
{
    return (int16_t)lround(value * ALMOST_ONE);
}

Lighting ripple_lighting_make(const RippleSettings *settings, int doublings)
{
    double strength = settings->light > 0 ? settings->light / 100 : 1;
    double one = settings->refraction / (1 << doublings); /* cells a height */
    double diffuse = DIFFUSE * strength, caustic = CAUSTIC * strength;
    double max = fmax(fmax(diffuse, caustic), SLOPE_GREY);
    int more_doublings = 0;

    while (max * one > 1) {
        one /= 2;
        more_doublings++;
    }
    return (Lighting){
        .doublings = more_doublings,
        .diffuse_x = to_q15(diffuse * one * sine(settings->light_from + 90)),
        .diffuse_y = to_q15(-diffuse * one * sine(settings->light_from)),
        .caustic = to_q15(-caustic * one),
        .absorption = to_q15(ABSORPTION * strength * one),
        .specular_peak = (int16_t)lround(SPECULAR_PEAK * strength),
        .specular_width = (int16_t)lround(SPECULAR_WIDTH * strength),
        .slope_grey = to_q15(SLOPE_GREY * one),
        .height_grey = to_q15(HEIGHT_GREY * one),
    };
}
