/* SPDX-License-Identifier: MIT */
/*
 * How much of a pixel a line covers is computed from the distance of its
 * middle, as if the edge were straight there; of several lines the largest
 * cover counts.
 */
#include "app/osd/canvas.h"

#include "base/fixed.h"
#include "host/pixel_buffer.h"

#include <assert.h>
#include <math.h>

#define ROUNDNESS 0.75F /* weight of a curve's corner */
#define SPAN      64    /* pixels of a row that are worked on at once */

void canvas_add_line(CanvasShape *shape, CanvasPoint from, CanvasPoint to,
                     float radius)
{
    float reach = radius + 0.5F;

    assert(shape->count < CANVAS_MAX_LINES);
    shape->lines[shape->count++] = (CanvasLine){
        .start = from,
        .way = {to.x - from.x, to.y - from.y},
        .radius = radius,
        .left = fminf(from.x, to.x) - reach,
        .right = fmaxf(from.x, to.x) + reach,
        .top = fminf(from.y, to.y) - reach,
        .bottom = fmaxf(from.y, to.y) + reach,
    };
}

void canvas_add_curve(CanvasShape *shape, CanvasPoint from, CanvasPoint corner,
                      CanvasPoint to, float radius)
{
    CanvasPoint last = from;

    for (int i = 1; i <= CANVAS_CURVE_LINES; i++) {
        float t = (float)i / (float)CANVAS_CURVE_LINES;
        float a = (1 - t) * (1 - t);
        float b = 2 * t * (1 - t) * ROUNDNESS;
        float c = t * t;
        float sum = a + b + c;
        CanvasPoint next = {(a * from.x + b * corner.x + c * to.x) / sum,
                            (a * from.y + b * corner.y + c * to.y) / sum};

        canvas_add_line(shape, last, next, radius);
        last = next;
    }
}

static float cover_pixel(const CanvasLine *line, float x, float y)
{
    float dx = x - line->start.x;
    float dy = y - line->start.y;
    CanvasPoint way = line->way;
    float along = dx * way.x + dy * way.y;
    float length = way.x * way.x + way.y * way.y;
    float t = along <= 0 ? 0 : along >= length ? 1 : along / length;
    float distance = hypotf(dx - t * way.x, dy - t * way.y);

    return fminf(line->radius, distance + 0.5F) -
           fmaxf(-line->radius, distance - 0.5F);
}

/* NaN becomes min. */
static int clamp_pixel(float position, int min, int max)
{
    if (!(position > (float)min))
        return min;
    return position < (float)max ? (int)position : max;
}

static uint32_t blend_channel(uint32_t over, uint32_t under, int shift,
                              uint32_t alpha, uint32_t rest)
{
    uint32_t sum =
        (over >> shift & 255) * alpha * 255 + (under >> shift & 255) * rest;
    uint32_t whole = alpha * 255 + rest;

    return (sum + whole / 2) / whole << shift;
}

/* Source over destination, both with straight alpha; alpha is not zero. */
static uint32_t blend(uint32_t over, uint32_t under, uint32_t alpha)
{
    uint32_t rest = (under >> 24) * (255 - alpha);

    return (alpha * 255 + rest + 127) / 255 << 24 |
           blend_channel(over, under, 16, alpha, rest) |
           blend_channel(over, under, 8, alpha, rest) |
           blend_channel(over, under, 0, alpha, rest);
}

/* Draws the part of a shape in `count` pixels from (x, y), at most SPAN. */
static void draw_span(const RipplePixels *target, const CanvasShape *shape,
                      uint32_t argb, int x, int y, int count)
{
    uint32_t *row = pixel_buffer_row(target, y) + x;
    float middle = (float)y + 0.5F;
    float cover[SPAN] = {0};

    for (int s = 0; s < shape->count; s++) {
        const CanvasLine *line = &shape->lines[s];
        int end = clamp_pixel(line->right - (float)x + 1.0F, 0, count);

        if (middle < line->top || middle > line->bottom)
            continue;
        for (int i = clamp_pixel(line->left - (float)x, 0, count); i < end; i++)
            cover[i] = fmaxf(cover[i],
                             cover_pixel(line, (float)(x + i) + 0.5F, middle));
    }
    for (int i = 0; i < count; i++) {
        float strength = fminf(cover[i], 1.0F) * (float)(argb >> 24);
        uint32_t alpha = (uint32_t)(strength + 0.5F);

        if (alpha > 0)
            row[i] = blend(argb, row[i], alpha);
    }
}

void canvas_draw(const RipplePixels *target, const CanvasShape *shape,
                 uint32_t argb)
{
    int width = target->width, height = target->height;
    int left = width, right = 0, top = height, bottom = 0;

    for (int i = 0; i < shape->count; i++) {
        const CanvasLine *line = &shape->lines[i];

        left = clamp_pixel(line->left, 0, left);
        right = clamp_pixel(line->right + 1.0F, right, width);
        top = clamp_pixel(line->top, 0, top);
        bottom = clamp_pixel(line->bottom + 1.0F, bottom, height);
    }
    for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x += SPAN)
            draw_span(target, shape, argb, x, y, min_int(right - x, SPAN));
    }
}

void canvas_fill(const RipplePixels *target, int width, int height,
                 CanvasShade *shade, const void *context)
{
    width = min_int(width, target->width);
    height = min_int(height, target->height);
    for (int y = 0; y < height; y++) {
        uint32_t *row = pixel_buffer_row(target, y);

        for (int x = 0; x < width; x++)
            row[x] = shade(context, (float)x + 0.5F, (float)y + 0.5F);
    }
}
