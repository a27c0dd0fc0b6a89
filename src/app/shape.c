/* SPDX-License-Identifier: MIT */
#include "app/shape.h"

#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"

#include <math.h>

#define SHADOW_ALPHA 0.48F /* of a panel's alpha, at its edge */
#define LIGHT        0xFFFFFFU
#define RIM_ALPHA    0.75F /* of a ring, dark over any water */
#define DIAGONAL     0.7071068F
#define TINY         1e-3F /* pixels */

/* A point from the middle of a shape. */
typedef struct Point {
    float x, y;
} Point;

static uint32_t mix(uint32_t below, uint32_t above, float share, int shift)
{
    float a = (float)(above >> shift & 255), b = (float)(below >> shift & 255);

    return (uint32_t)(b + (a - b) * share + 0.5F) << shift;
}

static uint32_t with_alpha(uint32_t rgb, float alpha)
{
    return (uint32_t)(alpha * 255.0F + 0.5F) << 24 | (rgb & 0xFFFFFFU);
}

/* Lays a colour of some opacity over a pixel. */
static uint32_t lay_over(uint32_t below, uint32_t rgb, float alpha)
{
    float left = (float)(below >> 24) / 255.0F * (1 - alpha);
    float sum = alpha + left, share;

    if (alpha <= 0)
        return below;
    if (left <= 0)
        return with_alpha(rgb, alpha);
    share = alpha / sum;
    return (uint32_t)(sum * 255.0F + 0.5F) << 24 | mix(below, rgb, share, 16) |
           mix(below, rgb, share, 8) | mix(below, rgb, share, 0);
}

/* 1 half a pixel inside of an edge, 0 half a pixel outside. */
static float cover(float distance)
{
    return fminf(fmaxf(0.5F - distance, 0), 1);
}

/* Distances from a shape, negative inside. */
static float box_distance(const Shape *box, Point at)
{
    float dx = fabsf(at.x) - (box->width / 2.0F - box->radius);
    float dy = fabsf(at.y) - (box->height / 2.0F - box->radius);

    if (dx <= 0 || dy <= 0) /* far from the corners */
        return fmaxf(dx, dy) - box->radius;
    return sqrtf(dx * dx + dy * dy) - box->radius;
}

static float cross_distance(const Shape *box, Point at)
{
    float dx = fabsf(at.x), dy = fabsf(at.y);
    float beyond = fmaxf((dx + dy - box->width) * DIAGONAL, 0);

    return hypotf(fabsf(dx - dy) * DIAGONAL, beyond) - box->radius;
}

/* Exact for a circle, else what the slope there makes of it. */
static float ring_distance(const Shape *ring, Point at)
{
    float radius_x = fmaxf(ring->width / 2, TINY);
    float radius_y = fmaxf(ring->height / 2, TINY);
    float x = at.x / radius_x, y = at.y / radius_y;
    float radius = sqrtf(x * x + y * y);
    float slope = hypotf(x / radius_x, y / radius_y);

    return slope > 0 ? fabsf(radius - 1) * radius / slope
                     : fminf(radius_x, radius_y);
}

/* The opacity of a box and its shadow, which grows towards the box. */
static float panel_alpha(const Shape *panel, Point at)
{
    float distance = box_distance(panel, at);
    float nearness = 1.0F - distance / panel->line;
    float shadow = SHADOW_ALPHA * nearness * nearness;

    if (distance <= -0.5F)
        return 1;
    return nearness > 0 ? shadow + cover(distance) * (1 - shadow) : 0;
}

/* A dark line three times as wide lies below the light one. */
static uint32_t draw_ring(const Shape *ring, Point at, uint32_t below)
{
    float distance = ring_distance(ring, at), half = ring->line / 2;
    uint32_t dark =
        lay_over(below, ring->argb, cover(distance - 3 * half) * RIM_ALPHA);

    return lay_over(dark, LIGHT, cover(distance - half));
}

static uint32_t draw_pixel(const Shape *shape, Point at, uint32_t below)
{
    float alpha = (float)(shape->argb >> 24) / 255.0F;

    switch (shape->kind) {
    case SHAPE_PANEL:
        alpha *= panel_alpha(shape, at);
        break;
    case SHAPE_CROSS:
        alpha *= cover(cross_distance(shape, at));
        break;
    case SHAPE_RING:
        return draw_ring(shape, at, below);
    case SHAPE_FADE:
        alpha *= at.y / shape->height + 0.5F;
        break;
    default:
        alpha *= cover(box_distance(shape, at));
        break;
    }
    return lay_over(below, shape->argb, alpha);
}

float shape_reach(const Shape *shape)
{
    return shape->kind == SHAPE_PANEL  ? shape->line
           : shape->kind == SHAPE_RING ? 2 * shape->line + 1
                                       : 0;
}

void shape_draw(const RipplePixels *target, const Shape *shape)
{
    float reach = shape_reach(shape);
    float right = shape->x + shape->width, bottom = shape->y + shape->height;
    int from = clamp_int((int)floorf(shape->x - reach), 0, target->width);
    int to = clamp_int((int)ceilf(right + reach), 0, target->width);
    int top = clamp_int((int)floorf(shape->y - reach), 0, target->height);
    int end = clamp_int((int)ceilf(bottom + reach), 0, target->height);

    if (shape->argb >> 24 == 0)
        return;
    for (int y = top; y < end; y++) {
        uint32_t *row = pixel_buffer_row(target, y);
        Point at = {.y = (float)y + 0.5F - (shape->y + bottom) / 2};

        for (int x = from; x < to; x++) {
            at.x = (float)x + 0.5F - (shape->x + right) / 2;
            row[x] = draw_pixel(shape, at, row[x]);
        }
    }
}
