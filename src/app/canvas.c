/* SPDX-License-Identifier: MIT */
#include "app/canvas.h"

#include "lib/util/fixed.h"
#include "lib/util/shapes.h"
#include "os/pixel_buffer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHADOW_ALPHA 0.48F /* of a panel's alpha, at its edge */
#define LIGHT        0xFFFFFFU
#define RIM_ALPHA    0.75F /* of a ring, dark over any water */
#define DIAGONAL     0.7071068F
#define TINY         1e-3F /* pixels */

/* A point from the middle of a shape. */
typedef struct Point {
    float x, y;
} Point;

/* Lays a colour of some opacity over a pixel. */
static uint32_t lay_over(uint32_t below, uint32_t rgb, float alpha)
{
    return font_blend(rgb, below, (uint32_t)(alpha * 255.0F + 0.5F));
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

/* How far a shape reaches over its x, y, width and height. */
static float shape_reach(const Shape *shape)
{
    return shape->kind == SHAPE_PANEL  ? shape->line
           : shape->kind == SHAPE_RING ? 2 * shape->line + 1
                                       : 0;
}

/* Draws a shape with smooth edges, clipped to the target. */
static void shape_draw(const RipplePixels *target, const Shape *shape)
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

static int is_empty(RippleRect rect)
{
    return rect.width == 0 || rect.height == 0;
}

/* The smallest rectangle around two; either may be empty. */
static RippleRect enclose(RippleRect a, RippleRect b)
{
    int left = min_int(a.x, b.x), top = min_int(a.y, b.y);

    if (is_empty(a) || is_empty(b))
        return is_empty(a) ? b : a;
    return (RippleRect){left, top, max_int(a.x + a.width, b.x + b.width) - left,
                        max_int(a.y + a.height, b.y + b.height) - top};
}

void canvas_begin(Canvas *canvas, const Alphabet *font, int width, int height)
{
    CanvasList *list;

    if (width != canvas->width || height != canvas->height)
        canvas_clear(canvas);
    canvas->font = font;
    canvas->width = width;
    canvas->height = height;
    canvas->clip = (RippleRect){0, 0, width, height};
    canvas->now ^= 1;
    list = &canvas->lists[canvas->now];
    list->count = list->used = 0;
}

static void add(Canvas *canvas, const CanvasItem *item, RippleRect bounds)
{
    CanvasList *list = &canvas->lists[canvas->now];
    CanvasItem *added = &list->items[list->count];

    bounds = ripple_rect_clip(bounds, canvas->width, canvas->height);
    bounds = ripple_rect_intersect(bounds, canvas->clip);
    if (is_empty(bounds) || list->count == CANVAS_ITEMS)
        return;
    *added = *item;
    added->clip = bounds;
    list->count++;
}

void canvas_add(Canvas *canvas, const Shape *shape)
{
    CanvasItem item = {.shape = *shape};
    float reach = shape_reach(shape);
    int left = (int)floorf(shape->x - reach);
    int top = (int)floorf(shape->y - reach);
    RippleRect bounds = {left, top,
                         (int)ceilf(shape->x + shape->width + reach) - left,
                         (int)ceilf(shape->y + shape->height + reach) - top};

    add(canvas, &item, bounds);
}

void canvas_add_text(Canvas *canvas, const Shape *pen, const char *text,
                     int length)
{
    CanvasList *list = &canvas->lists[canvas->now];
    CanvasItem item = {*pen, .text = list->used, .length = length};
    int size = (int)ceilf(pen->height);
    RippleRect bounds = {(int)floorf(pen->x) - 1,
                         (int)floorf(pen->y) - size - size / 2,
                         (int)ceilf(pen->width) + 3, size * 2 + size / 2};

    if (length > CANVAS_TEXT - list->used)
        return;
    memcpy(list->text + list->used, text, (size_t)length);
    list->used += length;
    add(canvas, &item, bounds);
}

static int are_same(const CanvasList *a, const CanvasList *b, int i)
{
    CanvasItem x, y;

    if (i >= a->count || i >= b->count)
        return 0;
    x = a->items[i];
    y = b->items[i];
    if (x.length != y.length ||
        memcmp(a->text + x.text, b->text + y.text, (size_t)x.length) != 0)
        return 0;
    x.text = y.text = 0;
    return memcmp(&x, &y, sizeof x) == 0;
}

/* Adds a rectangle; those that it touches, or all without room, become one with
   it. */
static void add_rect(CanvasRects *rects, RippleRect rect)
{
    for (int i = 0; i < rects->count;) {
        RippleRect other = rects->rects[i];

        if (!is_empty(ripple_rect_intersect(rect, other)) ||
            rects->count == CANVAS_RECTS) {
            rect = enclose(rect, other);
            rects->rects[i] = rects->rects[--rects->count];
            i = 0;
        } else {
            i++;
        }
    }
    rects->rects[rects->count++] = rect;
}

int canvas_end(Canvas *canvas)
{
    const CanvasList *now = &canvas->lists[canvas->now];
    const CanvasList *last = &canvas->lists[!canvas->now];
    int is_same = 1;

    for (int i = 0; i < max_int(now->count, last->count); i++) {
        if (are_same(now, last, i))
            continue;
        is_same = 0;
        if (i < now->count)
            add_rect(&canvas->dirty, now->items[i].clip);
        if (i < last->count)
            add_rect(&canvas->dirty, last->items[i].clip);
    }
    if (!is_same) {
        canvas->shown.count = 0;
        for (int i = 0; i < now->count; i++)
            add_rect(&canvas->shown, now->items[i].clip);
    }
    return canvas->dirty.count > 0;
}

/* Draws what an item has in a rectangle. */
static void draw(const Canvas *canvas, const CanvasItem *item, RippleRect rect)
{
    const char *text = canvas->lists[canvas->now].text + item->text;
    RippleRect part = ripple_rect_intersect(rect, item->clip);
    RipplePixels target = canvas->pixels;
    Shape shape = item->shape;
    FontPen pen = {&target, shape.height, shape.argb};

    if (is_empty(part))
        return;
    target.pixels = pixel_buffer_row(&canvas->pixels, part.y) + part.x;
    target.width = part.width;
    target.height = part.height;
    shape.x -= (float)part.x;
    shape.y -= (float)part.y;
    if (item->length > 0)
        font_draw(canvas->font, &pen, shape.x, shape.y, text,
                  (size_t)item->length);
    else
        shape_draw(&target, &shape);
}

static void free_pixels(Canvas *canvas)
{
    free(canvas->pixels.pixels);
    canvas->pixels = (RipplePixels){0};
}

static void paint(const Canvas *canvas, RippleRect rect)
{
    const CanvasList *list = &canvas->lists[canvas->now];

    for (int y = rect.y; y < rect.y + rect.height; y++)
        memset(pixel_buffer_row(&canvas->pixels, y) + rect.x, 0,
               (size_t)rect.width * sizeof(uint32_t));
    for (int i = 0; i < list->count; i++)
        draw(canvas, &list->items[i], rect);
}

void canvas_paint(Canvas *canvas, CanvasRects *dirty)
{
    RipplePixels *pixels = &canvas->pixels;
    size_t width = (size_t)canvas->width, height = (size_t)canvas->height;

    *dirty = canvas->dirty;
    canvas->dirty.count = 0;
    if (canvas->lists[canvas->now].count == 0) {
        free_pixels(canvas);
        return;
    }
    if (pixels->pixels == NULL) {
        /* The system provides memory of zeros where it is written to. */
        pixels->pixels = calloc(width * height, sizeof *pixels->pixels);
        if (pixels->pixels == NULL)
            return;
        pixels->width = canvas->width;
        pixels->height = canvas->height;
        pixels->stride = width;
    }
    for (int i = 0; i < dirty->count; i++)
        paint(canvas, dirty->rects[i]);
}

void canvas_draw(Canvas *canvas, const RipplePixels *picture)
{
    const CanvasList *list = &canvas->lists[canvas->now];
    RipplePixels kept = canvas->pixels;

    canvas->pixels = *picture;
    for (int i = 0; i < list->count; i++)
        draw(canvas, &list->items[i],
             (RippleRect){0, 0, picture->width, picture->height});
    canvas->pixels = kept;
}

void canvas_clear(Canvas *canvas)
{
    free_pixels(canvas);
    canvas->lists[0].count = canvas->lists[1].count = 0;
    canvas->shown.count = 0;
    canvas->dirty = (CanvasRects){.count = 1}; /* presenters forget it too */
}

int canvas_follow(const Canvas *canvas, int i, RippleRect *place,
                  RippleRect *dirty)
{
    RippleRect rect = {0};
    int is_same;

    if (canvas->pixels.pixels != NULL && i < canvas->shown.count)
        rect = canvas->shown.rects[i];
    is_same = memcmp(&rect, place, sizeof rect) == 0;
    *dirty = is_same ? ripple_rect_intersect(rect, *dirty) : rect;
    *place = rect;
    return !is_same;
}
