/* SPDX-License-Identifier: MIT */
#include "lib/look/lighting.h"

#include "lib/util/fixed.h"
#include "lib/util/trig.h"

#include <math.h>
#include <string.h>

/* Chosen by eye. For light 100, in 1/2^8 per 1/2^7 of the light on the floor
   under calm water. */
#define LINE      0.314 /* where rays gather */
#define BRIGHT    0.543 /* in addition, beyond RIPPLE_BRIGHT */
#define SHADE     0.75  /* where they are missing */
#define BRIGHTEST 154   /* limit of bright lines */
#define GLINT     200   /* the brightest */

/* For sky 100: of the slopes that face it, and of those that face away. */
#define SKY  0.20
#define AWAY 0.17

/* Levels per slope or height that refracts by one cell, for the views of slopes
   and heights. Heights are soft-limited, and a quarter of them again. */
#define SLOPE_GREY  8.0
#define HEIGHT_GREY 3.75 /* of four times the height */
#define FAINT       46.0
#define STRONG      150.0

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

int ripple_lighting_is_lit(const RippleSettings *settings)
{
    return settings->refraction > 0 &&
           (settings->light > 0 || settings->sky > 0 ||
            settings->view == RIPPLE_VIEW_SPLIT);
}

Lighting ripple_lighting_make(const RippleSettings *settings)
{
    double sky = settings->sky / 100;
    double strength = settings->light > 0 ? settings->light / 100 : sky == 0;
    double one = settings->refraction; /* cells a height */
    int doublings = 0;

    for (; SLOPE_GREY * one > 1; one /= 2)
        doublings++;
    return (Lighting){
        .sun_x = to_q15(-ripple_cosine(settings->light_from)),
        .sun_y = to_q15(ripple_sine(settings->light_from)),
        .line = to_q15(LINE * strength),
        .bright = to_q15(BRIGHT * strength),
        .shade = to_q15(SHADE * strength),
        .sky = to_q15(SKY * sky),
        .away = to_q15(AWAY * sky),
        /* glint_of multiplies by at most 128 * 128 */
        .glint = to_q15(GLINT * strength / (1 << 14)),
        .doublings = (int16_t)doublings,
        .slope_grey = to_q15(SLOPE_GREY * one),
        .height_grey = to_q15(HEIGHT_GREY * one),
        .floor = ripple_soft_limit_make(BRIGHTEST),
        .faint = ripple_soft_limit_make(FAINT),
        .strong = ripple_soft_limit_make(STRONG),
    };
}

_Static_assert(sizeof(Lighting) == 11 * sizeof(int16_t) + 3 * sizeof(SoftLimit),
               "memcmp sees no padding");

int ripple_optics_equal(const Optics *a, const Optics *b)
{
    return a->gain_q12 == b->gain_q12 && a->is_whole == b->is_whole &&
           a->limit_factor == b->limit_factor &&
           a->limit_doublings == b->limit_doublings &&
           memcmp(&a->light, &b->light, sizeof a->light) == 0;
}
