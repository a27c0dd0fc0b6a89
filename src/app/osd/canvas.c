/* SPDX-License-Identifier: MIT */
#include "app/osd/canvas.h"

#include "lib/util/fixed.h"
#include "lib/util/shapes.h"
#include "os/pixel_buffer.h"

#include <math.h>
#include <string.h>

static int is_empty(RippleRect rect)
{
    return rect.width == 0 || rect.height == 0;
}

/* The rectangle around two, of which one may be empty. */
static RippleRect enclose(RippleRect a, RippleRect b)
{
    int left = min_int(a.x, b.x), top = min_int(a.y, b.y);

    if (is_empty(a) || is_empty(b))
        return is_empty(a) ? b : a;
    return (RippleRect){left, top, max_int(a.x + a.width, b.x + b.width) - left,
                        max_int(a.y + a.height, b.y + b.height) - top};
}

void canvas_begin(Canvas *canvas, const Font *font, int width, int height)
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

/* Where two lists differ. */
static RippleRect compare(const CanvasList *a, const CanvasList *b)
{
    RippleRect dirty = {0};

    for (int i = 0; i < max_int(a->count, b->count); i++) {
        if (are_same(a, b, i))
            continue;
        if (i < a->count)
            dirty = enclose(dirty, a->items[i].clip);
        if (i < b->count)
            dirty = enclose(dirty, b->items[i].clip);
    }
    return dirty;
}

/* Adds a part; those that it touches become one with it. */
static void add_part(Canvas *canvas, RippleRect part)
{
    for (int i = 0; i < canvas->part_count;) {
        RippleRect other = canvas->parts[i];

        if (!is_empty(ripple_rect_intersect(part, other)) ||
            canvas->part_count == CANVAS_PARTS) {
            part = enclose(part, other);
            canvas->parts[i] = canvas->parts[--canvas->part_count];
            i = 0;
        } else {
            i++;
        }
    }
    canvas->parts[canvas->part_count++] = part;
}

int canvas_end(Canvas *canvas)
{
    const CanvasList *list = &canvas->lists[canvas->now];
    RippleRect changed = compare(list, &canvas->lists[!canvas->now]);

    if (!is_empty(changed)) {
        canvas->dirty = enclose(canvas->dirty, changed);
        canvas->part_count = 0;
        for (int i = 0; i < list->count; i++)
            add_part(canvas, list->items[i].clip);
    }
    return !is_empty(canvas->dirty);
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

void canvas_paint(Canvas *canvas, RippleRect *dirty)
{
    const CanvasList *list = &canvas->lists[canvas->now];
    RippleRect rect = canvas->dirty;

    canvas->dirty = (RippleRect){0};
    *dirty = rect;
    if (list->count == 0)
        pixel_buffer_clear(&canvas->pixels);
    if (list->count == 0 || is_empty(rect))
        return;
    if (canvas->pixels.pixels == NULL) {
        if (pixel_buffer_init(&canvas->pixels, canvas->width, canvas->height,
                              RIPPLE_FORMAT_ARGB8888) != 0)
            return;
        rect = (RippleRect){0, 0, canvas->width, canvas->height};
    }
    for (int y = rect.y; y < rect.y + rect.height; y++)
        memset(pixel_buffer_row(&canvas->pixels, y) + rect.x, 0,
               (size_t)rect.width * sizeof(uint32_t));
    for (int i = 0; i < list->count; i++)
        draw(canvas, &list->items[i], rect);
    *dirty = rect;
}

void canvas_clear(Canvas *canvas)
{
    pixel_buffer_clear(&canvas->pixels);
    canvas->lists[0].count = canvas->lists[1].count = 0;
    canvas->part_count = 0;
    canvas->dirty = (RippleRect){0};
}
