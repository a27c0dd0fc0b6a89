/* SPDX-License-Identifier: MIT */
#include "lib/view3d/silhouette.h"

#include "lib/kernels/perspective_kernels.h"
#include "lib/util/fixed.h"

#include <math.h>
#include <string.h>

/* Tops of neighbouring columns are at most so many rows apart, and so many
   times as far away. */
#define MAX_RISE RIPPLE_SILHOUETTE_REACH
#define MAX_STEP 1.05f

static uint32_t *row_of(const RipplePixels *frame, int y)
{
    return (uint32_t *)frame->pixels + (size_t)y * frame->stride;
}

static float top_at(const Silhouette *silhouette, int x, int y)
{
    int over = silhouette->edges[y * silhouette->stride + x] - 1;

    return (float)y - (float)over / RIPPLE_EDGE_ROW;
}

static int is_same_place(const Silhouette *silhouette, int x, int y, int to_x,
                         int to_y)
{
    float a = silhouette->inverse[y * silhouette->stride + x];
    float b = silhouette->inverse[to_y * silhouette->stride + to_x];

    return a <= b * MAX_STEP && b <= a * MAX_STEP;
}

/* The row of the silhouette between column x, whose top is in row y, and the
   column `beside`. */
static float find_joint(const Silhouette *silhouette, int x, int beside, int y)
{
    float top = top_at(silhouette, x, y);

    if (beside < 0 || beside >= silhouette->width)
        return top;
    for (int i = 0; i < 2 * MAX_RISE; i++) {
        int at = y + (i & 1 ? -(i + 1) / 2 : i / 2);

        if (at >= 0 && at < silhouette->height &&
            silhouette->edges[at * silhouette->stride + beside] != 0 &&
            is_same_place(silhouette, x, y, beside, at))
            return (top + top_at(silhouette, beside, at)) / 2;
    }
    return top;
}

/* The integral of v limited to 0..1. */
static float area(float v)
{
    if (v <= 0)
        return 0;
    return v < 1 ? v * v / 2 : v - 0.5f;
}

/* The share of row y that is below a line from row a to row b. */
static float share_below(int y, float a, float b)
{
    float from = (float)y + 0.5f - a, to = (float)y + 0.5f - b;

    if (to - from < 0.01f && from - to < 0.01f)
        return from < 0 ? 0 : from < 1 ? from : 1;
    return (area(to) - area(from)) / (to - from);
}

/* Smooths the top of column x, in row y, with the pixels there and above. */
static void smooth_top(const Silhouette *silhouette, const RipplePixels *frame,
                       int x, int y)
{
    float top = top_at(silhouette, x, y);
    float left = find_joint(silhouette, x, x - 1, y);
    float right = find_joint(silhouette, x, x + 1, y);
    int last = (int)(fmaxf(top, fmaxf(left, right)) + 0.5f);
    uint32_t far = row_of(frame, y - 1)[x], near = row_of(frame, y)[x];

    for (int at = (int)(fminf(top, fminf(left, right)) + 0.5f); at <= last;
         at++) {
        float share =
            (share_below(at, top, left) + share_below(at, top, right)) / 2;
        uint32_t *pixel = &row_of(frame, at)[x];
        uint32_t other = at < y ? near : far;

        *pixel = mix_pixels(*pixel, other,
                            (uint32_t)(MIX_ONE * (at < y ? share : 1 - share)));
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
