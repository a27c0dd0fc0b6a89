/* SPDX-License-Identifier: MIT */
#include "app/osd/shape.h"

#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"

#include <math.h>

/* The distance of a point from a shape. */
typedef float Distance(const ShapeBox *box, float x, float y);

float shape_box_distance(const ShapeBox *box, float x, float y)
{
    float half_width = box->width / 2.0F, half_height = box->height / 2.0F;
    float dx = fabsf(x - box->x - half_width) - (half_width - box->radius);
    float dy = fabsf(y - box->y - half_height) - (half_height - box->radius);

    return hypotf(fmaxf(dx, 0), fmaxf(dy, 0)) + fminf(fmaxf(dx, dy), 0) -
           box->radius;
}

static uint32_t mix(uint32_t below, uint32_t above, float share, int shift)
{
    float a = (float)(above >> shift & 255), b = (float)(below >> shift & 255);

    return (uint32_t)(b + (a - b) * share + 0.5F) << shift;
}

/* Lays a colour of some opacity over a pixel. */
static uint32_t lay_over(uint32_t below, uint32_t rgb, float alpha)
{
    float left = (float)(below >> 24) / 255.0F * (1 - alpha);
    float sum = alpha + left, share;

    if (alpha <= 0)
        return below;
    share = alpha / sum;
    return (uint32_t)(sum * 255.0F + 0.5F) << 24 | mix(below, rgb, share, 16) |
           mix(below, rgb, share, 8) | mix(below, rgb, share, 0);
}

/* The same of the diagonals of a box. */
static float cross_distance(const ShapeBox *box, float x, float y)
{
    float dx = fabsf(x - box->x - box->width / 2.0F);
    float dy = fabsf(y - box->y - box->height / 2.0F);
    float beyond = fmaxf((dx + dy - box->width) * 0.7071068F, 0);

    return hypotf(fabsf(dx - dy) * 0.7071068F, beyond) - box->radius;
}

static void draw(const RipplePixels *target, const ShapeBox *box, uint32_t argb,
                 Distance *distance)
{
    int left = clamp_int((int)floorf(box->x), 0, target->width);
    int top = clamp_int((int)floorf(box->y), 0, target->height);
    int right = clamp_int((int)ceilf(box->x + box->width), 0, target->width);
    int bottom = clamp_int((int)ceilf(box->y + box->height), 0, target->height);
    float opacity = (float)(argb >> 24) / 255.0F;

    for (int y = top; y < bottom; y++) {
        uint32_t *row = pixel_buffer_row(target, y);

        for (int x = left; x < right; x++) {
            float outside = distance(box, (float)x + 0.5F, (float)y + 0.5F);
            float inside = fminf(fmaxf(0.5F - outside, 0), 1);

            row[x] = lay_over(row[x], argb, inside * opacity);
        }
    }
}

void shape_draw_box(const RipplePixels *target, const ShapeBox *box,
                    uint32_t argb)
{
    draw(target, box, argb, shape_box_distance);
}

void shape_draw_cross(const RipplePixels *target, const ShapeBox *box,
                      uint32_t argb)
{
    draw(target, box, argb, cross_distance);
}
