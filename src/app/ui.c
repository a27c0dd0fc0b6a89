/* SPDX-License-Identifier: MIT */
#include "app/ui.h"

#include "lib/util/fixed.h"
#include "os/parse.h"

#include <math.h>
#include <string.h>

static const char dots[] = "...";

int ui_is_in(const Ui *ui, UiAct act, RippleRect rect)
{
    int right = ui->event.x - rect.x, down = ui->event.y - rect.y;

    return ui->event.act == act && right >= 0 && right < rect.width &&
           down >= 0 && down < rect.height;
}

int ui_take(Ui *ui)
{
    ui->event.act = UI_NOTHING;
    ui->taken = 1;
    return 1;
}

int ui_press(Ui *ui, RippleRect rect)
{
    return ui_is_in(ui, UI_PRESS, rect) && ui_take(ui);
}

int ui_drag(Ui *ui, const void *id, RippleRect rect)
{
    if (ui_press(ui, rect)) {
        ui->held = id;
        ui->holder = ui->event.pointer;
        return 1;
    }
    if (ui->held != id || ui->event.pointer != ui->holder)
        return 0;
    if (ui->event.act == UI_LIFT)
        ui->held = NULL;
    return ui->event.act == UI_MOVE;
}

float ui_measure(const Ui *ui, const char *text, size_t length, float size)
{
    return font_width(&ui->font, text, length, size);
}

int ui_width_of(const Ui *ui, const char *text, int length)
{
    return (int)ceilf(ui_measure(ui, text, (size_t)length, (float)ui->size));
}

int ui_width(const Ui *ui, const char *text)
{
    return ui_width_of(ui, text, (int)strlen(text));
}

int ui_count_fitting(const Ui *ui, const char *text, int width)
{
    int length = (int)strlen(text);

    while (length > 0 && (parse_is_inside_character(text[length]) ||
                          ui_width_of(ui, text, length) > width))
        length--;
    return length;
}

int ui_fit(const Ui *ui, float width, float height)
{
    float size = fminf((float)ui->width / width, (float)ui->height / height);
    int fitting = min_int((int)size, ui->text_size);

    return fitting < UI_MIN_SIZE ? 0 : fitting;
}

/* Draws text of some size, on the line y. */
static int draw(const Ui *ui, Shape pen, const char *text, int length)
{
    pen.width = ceilf(ui_measure(ui, text, (size_t)length, pen.height));
    if (ui->canvas != NULL && length > 0)
        canvas_add_text(ui->canvas, &pen, text, length);
    return (int)pen.width;
}

int ui_draw_bytes(const Ui *ui, int x, int y, uint32_t argb, const char *text,
                  int length)
{
    Shape pen = {
        .x = (float)x, .y = (float)y, .height = (float)ui->size, .argb = argb};

    return draw(ui, pen, text, length);
}

int ui_draw(const Ui *ui, int x, int y, uint32_t argb, const char *text)
{
    return ui_draw_bytes(ui, x, y, argb, text, (int)strlen(text));
}

int ui_draw_large(const Ui *ui, int x, int y, float size, uint32_t argb,
                  const char *text)
{
    Shape pen = {.x = (float)x,
                 .y = (float)y,
                 .height = floorf((float)ui->size * size),
                 .argb = argb};

    return draw(ui, pen, text, (int)strlen(text));
}

void ui_draw_fitted(const Ui *ui, RippleRect room, uint32_t argb,
                    const char *text)
{
    int length = (int)strlen(text), width = ui_width_of(ui, text, length);
    int free = room.width - ui_width_of(ui, dots, (int)strlen(dots));
    int y = room.y + (room.height + ui->size) / 2;

    if (width <= room.width) {
        ui_draw(ui, room.x + (room.width - width) / 2, y, argb, text);
        return;
    }
    length = ui_count_fitting(ui, text, free);
    width = ui_draw_bytes(ui, room.x, y, argb, text, length);
    ui_draw(ui, room.x + width, y, argb, dots);
}

void ui_add(const Ui *ui, Shape shape)
{
    if (ui->canvas != NULL)
        canvas_add(ui->canvas, &shape);
}

static Shape shape_of(RippleRect rect, float radius, uint32_t argb)
{
    return (Shape){.x = (float)rect.x,
                   .y = (float)rect.y,
                   .width = (float)rect.width,
                   .height = (float)rect.height,
                   .radius = radius,
                   .argb = argb};
}

void ui_fill(const Ui *ui, RippleRect rect, float radius, uint32_t argb)
{
    ui_add(ui, shape_of(rect, radius, argb));
}

void ui_draw_panel(const Ui *ui, RippleRect rect, float radius)
{
    Shape panel = shape_of(rect, radius, UI_PANEL);

    panel.kind = SHAPE_PANEL;
    panel.line = (float)ui->size;
    ui_add(ui, panel);
}

/* Where the wheel, keys or the bar want the list; `bar` is all of its way. */
static int find_first(Ui *ui, const UiScroll *scroll, RippleRect rect,
                      RippleRect bar)
{
    int first = scroll->first, by = ui->event.by;

    if (ui_is_in(ui, UI_WHEEL, rect) && ui_take(ui)) {
        ui->event.act = UI_MOVE; /* to what comes under the pointer */
        return first - by;
    }
    if (ui->event.act == UI_WALK && ui_take(ui))
        return first + by;
    if (ui->event.act == UI_PAGE && ui_take(ui))
        return first + by * scroll->shown;
    if (ui->event.act == UI_END && ui_take(ui))
        return by < 0 ? 0 : scroll->count;
    if (scroll->shown < scroll->count && ui_drag(ui, scroll, bar))
        return (ui->event.y - bar.y) * scroll->count / bar.height -
               scroll->shown / 2;
    return first;
}

void ui_scroll(Ui *ui, UiScroll *scroll, RippleRect rect, RippleRect bar)
{
    float share = (float)bar.height / (float)max_int(scroll->count, 1);
    Shape thumb = shape_of(bar, 0, UI_TRACK);

    scroll->first = clamp_int(find_first(ui, scroll, rect, bar), 0,
                              max_int(scroll->count - scroll->shown, 0));
    thumb.x += (float)ui->size / 8;
    thumb.width = fmaxf((float)ui->size * 3 / 8, 2);
    thumb.radius = thumb.width / 2;
    thumb.y += share * (float)scroll->first;
    thumb.height = share * (float)scroll->shown;
    if (scroll->shown < scroll->count)
        ui_add(ui, thumb);
}

void ui_clip(const Ui *ui, RippleRect rect)
{
    if (ui->canvas != NULL)
        ui->canvas->clip = rect;
}

void ui_unclip(const Ui *ui)
{
    ui_clip(ui, (RippleRect){0, 0, ui->width, ui->height});
}
