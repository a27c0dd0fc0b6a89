/* SPDX-License-Identifier: MIT */
#include "fade.h"

#include "pixels.h"

#include <math.h>

/* The square of the distance to the farthest corner is 1 << ONE_BITS; the
   edge takes PIXELS_WHOLE << EDGE_BITS of it. */
#define ONE_BITS   16
#define EDGE_BITS  7
#define SCALE_BITS 48
#define ONE        (1 << ONE_BITS)
#define EDGE       (PIXELS_WHOLE << EDGE_BITS)

static int64_t square(int64_t value)
{
    return value * value;
}

static int farther(int place, int size)
{
    return place > size - 1 - place ? place : size - 1 - place;
}

/* At least 1, at most 2^31. */
static int64_t find_reach(const Fade *fade, int width, int height)
{
    int64_t reach =
        square(farther(fade->x, width)) + square(farther(fade->y, height));

    return reach > 0 ? reach : 1;
}

/* Where the outer end of the edge is: 0 at first, ONE + EDGE at last. */
static int find_front(const Fade *fade)
{
    return (int)((int64_t)(ONE + EDGE) * fade->place / fade->length);
}

/* From 0 to PIXELS_WHOLE without a corner at either end. */
static uint32_t smooth(uint32_t share)
{
    return share * share * (3 * PIXELS_WHOLE - 2 * share) /
           (PIXELS_WHOLE * PIXELS_WHOLE);
}

void fade_mix_row(const Fade *fade, int width, int height, int y,
                  const uint32_t *next, uint32_t *row)
{
    int64_t scale =
        ((int64_t)1 << SCALE_BITS) / find_reach(fade, width, height);
    int64_t down = square(y - fade->y);
    int front = find_front(fade);

    for (int x = 0; x < width; x++) {
        int64_t distance = (square(x - fade->x) + down) * scale;
        int share =
            (front - (int)(distance >> (SCALE_BITS - ONE_BITS))) >> EDGE_BITS;

        share = share < 0 ? 0 : share > PIXELS_WHOLE ? PIXELS_WHOLE : share;
        row[x] = pixels_mix(row[x], next[x], smooth((uint32_t)share));
    }
}

double fade_radius(const Fade *fade, int width, int height)
{
    double reach = (double)find_reach(fade, width, height);
    double middle = find_front(fade) - EDGE / 2.0;

    return middle > 0 ? sqrt(reach * middle / ONE) : 0;
}
