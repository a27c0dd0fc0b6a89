/* SPDX-License-Identifier: MIT */
#include "lib/view3d/silhouette.h"

#include "lib/kernels/real_formula.h"
#include "lib/util/fixed.h"

#include <string.h>

typedef struct Slope Slope;

static inline int edge_at(Silhouette silhouette, int x, int y)
{
    return silhouette.edges[y * silhouette.stride + x];
}

static inline float inverse_at(Silhouette silhouette, int x, int y)
{
    return silhouette.inverse[y * silhouette.stride + x];
}

#include "lib/view3d/silhouette.inc"

static uint32_t *row_of(const RipplePixels *frame, int y)
{
    return (uint32_t *)frame->pixels + (size_t)y * frame->stride;
}

/* Smooths the top of column x, in row y, with the pixels there and above. */
static void smooth_top(const Silhouette *silhouette, const RipplePixels *frame,
                       int x, int y)
{
    Slope slope = find_slope(*silhouette, x, y);
    uint32_t far = row_of(frame, y - 1)[x], near = row_of(frame, y)[x];

    for (int at = slope.first; at <= slope.last; at++) {
        uint32_t *pixel = &row_of(frame, at)[x];

        *pixel = mix_pixels(*pixel, at < y ? near : far,
                            share_of_other(slope, at, y));
    }
}

void ripple_silhouette_smooth(const Silhouette *silhouette,
                              const RipplePixels *frame, int first, int end)
{
    for (int y = first; y < end; y++) {
        const uint8_t *edges = silhouette->edges + y * silhouette->stride;

        for (int x = 0; x < silhouette->width; x++) {
            uint64_t eight;

            memcpy(&eight, edges + x / 8 * 8, sizeof eight);
            if (eight == 0)
                x |= 7;
            else if (edges[x] != 0)
                smooth_top(silhouette, frame, x, y);
        }
    }
}
