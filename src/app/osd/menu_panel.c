/* SPDX-License-Identifier: MIT */
#include "app/osd/menu_panel.h"

#include "app/osd/font.h"
#include "app/osd/shape.h"
#include "base/fixed.h"

#include <math.h>
#include <string.h>

#define DIM_COLOUR      0xFF93A7B4U
#define FIELD_COLOUR    0x2A8ADCF5U /* behind the selected row */
#define TRACK_COLOUR    0x60A9C4D3U
#define HAIRLINE_COLOUR 0x40A9C4D3U

static const char dots[] = "...";
#define DOTS_LENGTH (sizeof dots - 1)

static int width_of(const char *text, int size)
{
    return panel_text_width(text, strlen(text), size);
}

static int find_label_width(const MenuPanel *menu)
{
    int width = 0;

    for (int i = 0; i < menu->count; i++) {
        if (!menu->rows[i].is_action)
            width =
                max_int(width, width_of(menu->rows[i].label, menu->panel.size));
    }
    return width;
}

/* From the left: labels, arrow, tracks, values, arrow. */
static int lay_out_columns(MenuPanel *menu, int has_tracks)
{
    int size = menu->panel.size;

    menu->less = menu->left + find_label_width(menu) + 2 * size;
    menu->track = menu->less + size * 3 / 2;
    menu->track_width = has_tracks ? 7 * size : 0;
    menu->value = menu->track + menu->track_width;
    menu->more = menu->value + 6 * size;
    menu->right = menu->more + size;
    return menu->right - menu->left;
}

static void measure(Panel *panel, const PanelSpace *space)
{
    MenuPanel *menu = (MenuPanel *)panel;
    int size = panel->size;
    PanelText text = {.side = size * 3 / 2, .padding = size};
    int head = 3 * size, room;

    menu->pitch = 2 * size + size / 12;
    menu->left = size + text.side;
    menu->top = size + text.padding + head;
    text.width = lay_out_columns(menu, 1);
    if (text.width + 2 * menu->left > space->width)
        text.width = lay_out_columns(menu, 0);
    menu->gap = size / 2;
    room = space->height - menu->top - menu->gap - text.padding - size;
    menu->shown = clamp_int(room / menu->pitch, 1, menu->count);
    text.height = head + menu->shown * menu->pitch + menu->gap;
    panel_enclose(panel, &text);
}

/* Scrolls no further than needed to see the selected row. */
static void scroll(MenuPanel *menu)
{
    int first = menu->first;

    first = max_int(first, menu->selected - menu->shown + 1);
    first = min_int(first, menu->selected);
    menu->first = clamp_int(first, 0, menu->count - menu->shown);
}

/* The top of a row in the panel: there is a gap before the actions. */
static int row_top(const MenuPanel *menu, int row)
{
    int place = row - menu->first;

    return menu->top + place * menu->pitch +
           (menu->rows[row].is_action ? menu->gap : 0);
}

/* The baseline of text in the row whose top is y. */
static float baseline(const MenuPanel *menu, int y)
{
    return (float)(y + (menu->pitch + menu->panel.size) / 2);
}

/* How much of a text fits into a width in which dots follow it. */
static size_t cut(const char *text, int size, int width)
{
    size_t length = strlen(text);

    while (length > 0 &&
           panel_text_width(text, length, size) + width_of(dots, size) > width)
        length--;
    return length;
}

/* Ends at the right side, and begins at `left` at most. */
static void draw_value(const MenuPanel *menu, const FontPen *pen,
                       const char *text, int left, float y)
{
    int size = menu->panel.size, right = menu->more - size / 2;
    int width = width_of(text, size);
    float x = (float)(right - width);

    if (width <= right - left) {
        font_draw(pen, x, y, text, strlen(text));
        return;
    }
    x = font_draw(pen, (float)left, y, text, cut(text, size, right - left));
    font_draw(pen, x, y, dots, DOTS_LENGTH);
}

static void draw_track(const MenuPanel *menu, const RipplePixels *target,
                       const MenuPanelRow *row, int y)
{
    float size = (float)menu->panel.size;
    float thick = fmaxf(roundf(size / 7), 1), knob = roundf(size * 0.6F);
    float middle = (float)y + (float)menu->pitch / 2;
    float width = (float)menu->track_width;
    ShapeBox line = {(float)menu->track, roundf(middle - thick / 2), width,
                     thick, thick / 2};
    ShapeBox disc = {line.x + (float)row->place * (width - knob),
                     line.y + (thick - knob) / 2, knob, knob, knob / 2};
    uint32_t colour = row->is_dim ? DIM_COLOUR : PANEL_KEY_COLOUR;

    shape_draw_box(target, &line, TRACK_COLOUR);
    line.width = disc.x - line.x + knob / 2;
    shape_draw_box(target, &line, colour);
    shape_draw_box(target, &disc, colour);
}

static void draw_field(const MenuPanel *menu, const RipplePixels *target, int y)
{
    float size = (float)menu->panel.size;
    ShapeBox field = {(float)menu->left - size * 0.75F, (float)y,
                      (float)(menu->right - menu->left) + size * 1.5F,
                      (float)menu->pitch, size / 2};

    shape_draw_box(target, &field, FIELD_COLOUR);
}

static void draw_arrows(const MenuPanel *menu, const RipplePixels *target,
                        float y)
{
    FontPen pen = {target, (float)menu->panel.size * 0.8F, PANEL_TEXT_COLOUR};

    y -= (float)menu->panel.size * 0.1F;
    font_draw(&pen, (float)menu->less, y, "<", 1);
    font_draw(&pen, (float)menu->more, y, ">", 1);
}

/* A thin line above the first action. */
static void draw_hairline(const MenuPanel *menu, const RipplePixels *target,
                          int y)
{
    ShapeBox line = {(float)menu->left, (float)(y - menu->gap / 2),
                     (float)(menu->right - menu->left), 1, 0};

    shape_draw_box(target, &line, HAIRLINE_COLOUR);
}

static void draw_row(const MenuPanel *menu, const RipplePixels *target, int i,
                     int y)
{
    const MenuPanelRow *row = &menu->rows[i];
    float size = (float)menu->panel.size, base = baseline(menu, y);
    FontPen label = {target, size,
                     row->is_dim ? DIM_COLOUR : PANEL_TEXT_COLOUR};
    FontPen value = {target, size, row->is_dim ? DIM_COLOUR : PANEL_KEY_COLOUR};
    int has_track = row->place >= 0 && menu->track_width > 0;

    if (i == menu->selected)
        draw_field(menu, target, y);
    if (row->is_action && (i == 0 || !menu->rows[i - 1].is_action))
        draw_hairline(menu, target, y);
    font_draw(&label, (float)menu->left, base, row->label, strlen(row->label));
    if (row->is_action)
        return;
    if (has_track)
        draw_track(menu, target, row, y);
    draw_value(menu, &value, row->value, has_track ? menu->value : menu->track,
               base);
    if (i == menu->selected)
        draw_arrows(menu, target, base);
}

static void draw_head(const MenuPanel *menu, const RipplePixels *target)
{
    int size = menu->panel.size;
    FontPen title = {target, (float)(size * 3 / 2), PANEL_TITLE_COLOUR};
    FontPen close = {target, (float)size, DIM_COLOUR};
    float y = (float)(panel_text_y(&menu->panel) + size * 3 / 2);

    font_draw(&title, (float)menu->left, y, menu->title, strlen(menu->title));
    font_draw(&close, (float)(menu->right - width_of("x", size)), y, "x", 1);
}

/* Which part of the rows is to be seen. */
static void draw_scroll_bar(const MenuPanel *menu, const RipplePixels *target)
{
    float size = (float)menu->panel.size, width = fmaxf(size / 4, 2);
    float height = (float)(menu->shown * menu->pitch);
    ShapeBox bar = {
        (float)menu->right + size - width,
        (float)menu->top + height * (float)menu->first / (float)menu->count,
        width, height * (float)menu->shown / (float)menu->count, width / 2};

    if (menu->shown < menu->count)
        shape_draw_box(target, &bar, TRACK_COLOUR);
}

static void draw(const Panel *panel, const RipplePixels *target)
{
    const MenuPanel *menu = (const MenuPanel *)panel;

    panel_fill(panel, target, panel_shade_box);
    draw_head(menu, target);
    for (int i = menu->first; i < menu->first + menu->shown; i++)
        draw_row(menu, target, i, row_top(menu, i));
    draw_scroll_bar(menu, target);
}

void menu_panel_lay_out(MenuPanel *menu, const MenuPanel *content,
                        const PanelSpace *space)
{
    *menu = *content;
    menu->panel = (Panel){.draw = draw};
    panel_fit(&menu->panel, space, measure);
    scroll(menu);
}

double menu_panel_place(const MenuPanel *menu, int x)
{
    double knob = menu->panel.size * 0.6;
    double left = menu->panel.x + menu->track + knob / 2;
    double place = (x - left) / fmax(menu->track_width - knob, 1);

    return fmin(fmax(place, 0), 1);
}

/* The part of row i at column x of the panel. */
static MenuPart find_part(const MenuPanel *menu, int i, int x)
{
    const MenuPanelRow *row = &menu->rows[i];
    int size = menu->panel.size;
    int has_track = row->place >= 0 && menu->track_width > 0;

    if (row->is_action || x < menu->less - size / 2)
        return MENU_PART_LABEL;
    if (has_track && x >= menu->track - size / 2 && x < menu->value)
        return MENU_PART_TRACK;
    return x < (menu->less + menu->right) / 2 ? MENU_PART_LESS : MENU_PART_MORE;
}

/* The row at a line of the panel, or -1. */
static int find_row(const MenuPanel *menu, int y)
{
    for (int i = menu->first; i < menu->first + menu->shown; i++) {
        int top = row_top(menu, i);

        if (y >= top && y < top + menu->pitch)
            return i;
    }
    return -1;
}

/* Where the rows begin there is the cross above them. */
static MenuPart find_head(const MenuPanel *menu, int x, int y)
{
    return y < menu->top && x >= menu->right - 2 * menu->panel.size
               ? MENU_PART_CLOSE
               : MENU_PART_INSIDE;
}

MenuPlace menu_panel_find(const MenuPanel *menu, int x, int y)
{
    const Panel *panel = &menu->panel;
    int around = panel->size, row;

    x -= panel->x;
    y -= panel->y;
    if (x < around || x >= panel->width - around || y < around ||
        y >= panel->height - around)
        return (MenuPlace){.part = MENU_PART_NONE};
    row = find_row(menu, y);
    if (row < 0)
        return (MenuPlace){.part = find_head(menu, x, y)};
    return (MenuPlace){find_part(menu, row, x), row,
                       menu_panel_place(menu, x + panel->x)};
}
