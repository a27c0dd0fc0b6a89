/* SPDX-License-Identifier: MIT */
#include "lib/look/lighting.h"

#include "lib/util/fixed.h"
#include "lib/util/trig.h"

#include <math.h>
#include <string.h>

/*
 * Chosen by eye, for light 100: levels of a colour channel per slope, curvature
 * or height that refracts by one cell. So the look does not depend on the unit
 * of heights or the size of cells.
 */
#define DIFFUSE        42.0
#define CAUSTIC        16.0
#define CAUSTICS       1.2 /* per 1/128 of light on the floor */
#define SPECULAR_PEAK  76.0
#define SPECULAR_WIDTH 66.0
#define SPECULAR       150.0
#define FAINT          46.0
#define FAINT_BESIDE   36.0 /* with caustics */
#define STRONG         150.0

/* In the same units, for sky 100. */
#define SKY      42.0
#define SKY_FROM 3.0
#define SKY_KNEE 6.0

/* In the same units, for the views of slopes and heights at any light. Heights
   also pass through the tone curve of light. */
#define SLOPE_GREY  8.0
#define HEIGHT_GREY 3.75 /* of four times the height */

#define ALMOST_ONE 32767 /* in 1/2^15 */

static int16_t to_q15(double value)
{
    return (int16_t)lround(value * ALMOST_ONE);
}

/* The factor rounds down, so `top` never exceeds the limit. */
SoftLimit ripple_soft_limit_make(double limit)
{
    SoftLimit made = {0};
    double max = 2 * limit;
    int one;

    if (limit <= 0)
        return made;
    for (; max > INT16_MAX; max /= 2)
        made.halvings++;
    made.max = (int16_t)fmax(max, 1);
    while (made.max << (made.up + 1) <= INT16_MAX)
        made.up++;
    one = made.max << made.up;
    one = scale(one, one);
    made.factor = (int16_t)min_int((made.max << 14) / one, INT16_MAX);
    made.top = (int16_t)scale(one, made.factor);
    return made;
}

int16_t ripple_sky_level(int from, const SoftLimit *knee)
{
    int d = (knee->max - min_int(from, knee->max)) << knee->up;

    return (int16_t)(from - knee->top + scale(scale(d, d), knee->factor));
}

int ripple_lighting_has_caustics(const RippleSettings *settings,
                                 const GridSize *size)
{
    int is_lit = settings->light > 0 || settings->view == RIPPLE_VIEW_SPLIT;

    return is_lit && settings->bend_limit > 0 && settings->refraction > 0 &&
           ripple_grid_is_coarse(size);
}

/* Sets the bump of light.inc, `peak` high and `width` wide. */
static void set_specular(Lighting *light, double width, double peak)
{
    int square, one;

    light->specular_width = (int16_t)lround(width);
    square = light->specular_width * light->specular_width;
    while (square > 0 && square << (light->specular_shift + 1) <= INT16_MAX)
        light->specular_shift++;
    one = square << light->specular_shift;
    one = scale(one, one);
    light->specular = (int16_t)(one > 0 ? lround(peak * (1 << 15) / one) : 0);
}

Lighting ripple_lighting_make(const RippleSettings *settings, int has_caustics)
{
    double sky = settings->sky / 100;
    double strength = settings->light > 0 ? settings->light / 100 : sky == 0;
    double one = settings->refraction; /* cells a height */
    double diffuse = DIFFUSE * strength, caustic = CAUSTIC * strength;
    double max = fmax(fmax(diffuse, caustic), fmax(SKY * sky, SLOPE_GREY));
    SoftLimit knee = ripple_soft_limit_make(SKY_KNEE);
    int16_t from = (int16_t)lround(SKY_FROM * sky);
    int doublings = 0;
    Lighting light;

    for (; max * one > 1; one /= 2)
        doublings++;
    light = (Lighting){
        .doublings = doublings,
        .diffuse_x =
            to_q15(diffuse * one * ripple_cosine(settings->light_from)),
        .diffuse_y = to_q15(-diffuse * one * ripple_sine(settings->light_from)),
        .caustic = to_q15(has_caustics ? 0 : -caustic * one),
        .specular_peak = (int16_t)lround(SPECULAR_PEAK * strength),
        .sky = to_q15(SKY * sky * one),
        .sky_from = from,
        .sky_level = ripple_sky_level(from, &knee),
        .sky_knee = knee,
        .faint = ripple_soft_limit_make(has_caustics ? FAINT_BESIDE : FAINT),
        .strong = ripple_soft_limit_make(STRONG),
        .caustics = to_q15(has_caustics ? CAUSTICS * strength /
                                              (1 << RIPPLE_CAUSTICS_BITS)
                                        : 0),
        .slope_grey = to_q15(SLOPE_GREY * one),
        .height_grey = to_q15(HEIGHT_GREY * one),
    };
    set_specular(&light, SPECULAR_WIDTH * strength, SPECULAR * strength);
    return light;
}

_Static_assert(sizeof(Lighting) ==
                   sizeof(int) + 13 * sizeof(int16_t) + 3 * sizeof(SoftLimit),
               "memcmp sees no padding");

int ripple_optics_equal(const Optics *a, const Optics *b)
{
    return a->gain_q12 == b->gain_q12 && a->is_whole == b->is_whole &&
           memcmp(&a->bend_limit, &b->bend_limit, sizeof a->bend_limit) == 0 &&
           memcmp(&a->light, &b->light, sizeof a->light) == 0;
}
