/* SPDX-License-Identifier: MIT */
#include "play/transition.h"

#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Distances are scaled so that the farthest corner is 1 << UNIT_BITS away:
 * their squares fit 32 bits. ONE is that square; the edge is EDGE wide.
 */
#define UNIT_BITS  15
#define SCALE_BITS 16
#define EDGE_BITS  21
#define SLACK      2 /* pixels, for rounding */
#define ONE        ((int64_t)1 << 2 * UNIT_BITS)
#define EDGE       ((int64_t)MIX_ONE << EDGE_BITS)

/* Pixels to the farthest corner, at least 1. */
static double compute_reach(const Transition *transition, int width, int height)
{
    double x = max_int(transition->x, width - 1 - transition->x);
    double y = max_int(transition->y, height - 1 - transition->y);

    return fmax(sqrt(x * x + y * y), 1);
}

/* The squared distance of the outer end of the edge: 0 at first, ONE + EDGE at
   last. */
static int32_t compute_front(const Transition *transition)
{
    return (int32_t)((ONE + EDGE) * transition->step / transition->steps);
}

/* The square of a scaled distance along one axis. */
static int32_t compute_square(int pixels, uint32_t scale)
{
    uint32_t distance = (uint32_t)abs(pixels) * scale >> SCALE_BITS;

    return (int32_t)(distance * distance);
}

/* The smoothstep 3 s^2 - 2 s^3, from 0 to MIX_ONE. */
static uint32_t smooth(uint32_t share)
{
    return share * share * (3 * MIX_ONE - 2 * share) / (MIX_ONE * MIX_ONE);
}

/* Half the width of a row, in pixels, in which squares are below `square`,
   rounded either way. */
static int half_width(int32_t square, uint32_t scale)
{
    double unit = (double)scale / (1 << SCALE_BITS);

    return square > 0 ? (int)fmin(sqrt(square) / unit, RIPPLE_MAX_SIZE) : 0;
}

/* Mixes pixels [from, to), which are in the edge. */
static void mix_edge(int32_t rest, uint32_t scale, int middle, int from, int to,
                     const uint32_t *next, uint32_t *row)
{
    for (int x = from; x < to; x++) {
        int32_t share = (rest - compute_square(x - middle, scale)) >> EDGE_BITS;

        row[x] = mix_pixels(row[x], next[x],
                            smooth((uint32_t)clamp_int(share, 0, MIX_ONE)));
    }
}

/* Most pixels are outside the edge and stay, or inside it and are copied. */
void transition_mix_row(const Transition *transition, int width, int height,
                        int y, const uint32_t *next, uint32_t *row)
{
    uint32_t scale = (uint32_t)((1u << (UNIT_BITS + SCALE_BITS)) /
                                compute_reach(transition, width, height));
    int32_t rest =
        compute_front(transition) - compute_square(y - transition->y, scale);
    int outer = half_width(rest, scale) + SLACK;
    int inner = half_width(rest - (int32_t)EDGE, scale) - SLACK;
    int left = clamp_int(transition->x - outer, 0, width);
    int right = clamp_int(transition->x + outer, 0, width);
    int from = clamp_int(transition->x - inner, 0, width);
    int to = clamp_int(transition->x + inner, 0, width);

    if (rest <= 0)
        return;
    if (inner <= 0)
        from = to = right;
    mix_edge(rest, scale, transition->x, left, from, next, row);
    memcpy(row + from, next + from, (size_t)(to - from) * sizeof *row);
    mix_edge(rest, scale, transition->x, to, right, next, row);
}

double transition_radius(const Transition *transition, int width, int height)
{
    double middle = (double)compute_front(transition) - (double)EDGE / 2;

    return middle > 0 ? compute_reach(transition, width, height) *
                            sqrt(middle / (double)ONE)
                      : 0;
}
