/* SPDX-License-Identifier: MIT */
#include "landscape/scenery.h"

#include "base/fixed.h"
#include "base/sine.h"

/* Lengths, in widths of the pool. */
#define OPEN_DEPTH (1 / 32.0)
#define HAZE       12.0
#define MOIST      (1 / 250.0)
#define FOAM       (1 / 160.0)

/* How far the rim of the pool is from its edges, in the shorter side. */
#define RIM 0.12f

#define SUN_HEIGHT 26.0 /* degrees */

static Vector find_sun(double from)
{
    double level = ripple_cosine(SUN_HEIGHT);

    return (Vector){(float)(ripple_cosine(from) * level),
                    (float)(-ripple_sine(from) * level),
                    (float)ripple_sine(SUN_HEIGHT)};
}

Scenery ripple_scenery_make(const RippleSettings *settings, int columns,
                            int rows)
{
    float width = (float)columns;
    float thickness = 1 / (float)(OPEN_DEPTH * width);
    float shine = 0.25f + (float)settings->light / 100;
    float rim = RIM * (float)min_int(columns, rows);

    return (Scenery){
        .sun = find_sun(settings->light_from),
        .horizon = {204, 220, 232},
        .zenith = {58, 110, 184},
        .deep = {8, 52, 74},
        .thickness = {0.65f * thickness, 0.2f * thickness, 0.13f * thickness},
        .haze = (float)(HAZE * HAZE) * width * width,
        .shine = shine,
        .specular = 4 * shine,
        .mirror = 0.8f,
        .rough = 0.08f,
        .breeze = 4 / width,
        .rim = rim,
        .bare = 1 / (rim * rim),
        .sink = 36 / width,
        .moist = 1 / ((float)MOIST * width),
        .foam = 1 / ((float)FOAM * width),
    };
}
