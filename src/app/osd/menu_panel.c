/* SPDX-License-Identifier: MIT */
#include "app/osd/menu_panel.h"

#include "app/osd/font.h"
#include "app/osd/shape.h"
#include "lib/util/fixed.h"

#include <math.h>
#include <string.h>

#define KEY_COLOUR    0xFFA9BAC6U /* of keys and of arrows beside */
#define FIELD_COLOUR  0x2A8ADCF5U /* behind the selected row */
#define BUTTON_COLOUR 0x18A9C4D3U
#define TRACK_COLOUR  0x60A9C4D3U

static const char dots[] = "...";
#define DOTS_LENGTH (sizeof dots - 1)

static int width_of(const char *text, int size)
{
    return panel_text_width(text, strlen(text), size);
}

/* The widest label of the list. */
static int find_label_width(const MenuPanel *menu)
{
    int width = 0;

    for (int i = 0; i < menu->list; i++)
        width = max_int(width, width_of(menu->rows[i].label, menu->panel.size));
    return width;
}

/* The width of all columns of actions, with their keys or without. */
static int find_foot_width(const MenuPanel *menu, int has_keys)
{
    int size = menu->panel.size, width = 0;

    for (int i = menu->list; i < menu->count; i++) {
        int keys = has_keys ? size + width_of(menu->rows[i].value, size) : 0;

        width = max_int(width, width_of(menu->rows[i].label, size) + keys);
    }
    return MENU_PANEL_COLUMNS * (width + size) +
           (MENU_PANEL_COLUMNS - 1) * size / 2;
}

/* From the left: labels, tracks, arrow, values, arrow. What has no room in
   `room` pixels is left out. Returns the width. */
static int lay_out_columns(MenuPanel *menu, int room)
{
    int size = menu->panel.size;
    int labels = find_label_width(menu) + size, values = 9 * size;
    int width = labels + 8 * size + values, foot = find_foot_width(menu, 1);
    int has_tracks = width <= room;

    menu->has_keys = foot <= room;
    if (!has_tracks)
        width = labels + values;
    if (!menu->has_keys)
        foot = find_foot_width(menu, 0);
    width = max_int(width, foot);
    menu->right = menu->left + width;
    menu->more = menu->right - size;
    menu->less = menu->right - values + size / 2;
    menu->track = has_tracks ? menu->left + labels : menu->less;
    menu->track_width = has_tracks ? menu->less - size - menu->track : 0;
    return width;
}

/* Shares `room` pixels between the list and the actions, which get a third of
   them if both do not fit; returns the height of both. */
static int share_room(MenuPanel *menu, int room)
{
    int lines = (menu->count - menu->list + MENU_PANEL_COLUMNS - 1) /
                MENU_PANEL_COLUMNS;
    int gap = menu->panel.size / 2, fitting = (room - gap) / menu->pitch;

    menu->peek = 0;
    if (menu->list + lines > fitting) {
        menu->peek = menu->pitch / 2;
        fitting = (room - gap - menu->peek) / menu->pitch;
        lines = clamp_int(fitting / 3, 1, lines);
    }
    menu->shown = clamp_int(fitting - lines, 1, menu->list);
    menu->actions =
        min_int(menu->count - menu->list, lines * MENU_PANEL_COLUMNS);
    menu->foot = menu->top + menu->shown * menu->pitch + menu->peek + gap;
    return menu->foot + lines * menu->pitch - menu->top;
}

static void measure(Panel *panel, const PanelSpace *space)
{
    MenuPanel *menu = (MenuPanel *)panel;
    int size = panel->size;
    PanelText text = {.side = size * 3 / 2, .padding = size};
    int head = 3 * size;

    menu->pitch = 2 * size + size / 12;
    menu->left = size + text.side;
    menu->top = size + text.padding + head;
    text.width = lay_out_columns(menu, space->width - 2 * menu->left);
    text.height = head + share_room(menu, space->height - menu->top -
                                              text.padding - size);
    panel_enclose(panel, &text);
}

/* Scrolls no further than needed to see the selected row. */
static void scroll(MenuPanel *menu)
{
    int first = menu->first;

    menu->selected = min_int(menu->selected, menu->list + menu->actions - 1);
    if (menu->selected < menu->list) {
        first = max_int(first, menu->selected - menu->shown + 1);
        first = min_int(first, menu->selected);
    }
    menu->first = clamp_int(first, 0, menu->list - menu->shown);
}

/* The top of a row of the list. */
static int row_top(const MenuPanel *menu, int row)
{
    return menu->top + (row - menu->first) * menu->pitch;
}

/* The box of an action. */
static ShapeBox find_button(const MenuPanel *menu, int row)
{
    int i = row - menu->list, size = menu->panel.size;
    int width = (menu->right - menu->left - size / 2) / MENU_PANEL_COLUMNS;

    return (ShapeBox){
        (float)(menu->left + i % MENU_PANEL_COLUMNS * (width + size / 2)),
        (float)(menu->foot + i / MENU_PANEL_COLUMNS * menu->pitch),
        (float)width, (float)(menu->pitch - max_int(size / 4, 1)),
        (float)size / 2};
}

static int has_track(const MenuPanel *menu, const MenuPanelRow *row)
{
    return row->place >= 0 && menu->track_width > 0;
}

/* The side of the left arrow of a row: before the track where there is none and
   the value needs its room. */
static int find_less(const MenuPanel *menu, const MenuPanelRow *row)
{
    int size = menu->panel.size, room = menu->more - menu->less - size * 5 / 4;

    return has_track(menu, row) || width_of(row->value, size) <= room
               ? menu->less
               : menu->track;
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

/* In the middle between the arrows, or cut to fit there. */
static void draw_value(const MenuPanel *menu, const FontPen *pen,
                       const MenuPanelRow *row, float y)
{
    int size = menu->panel.size, width = width_of(row->value, size);
    int left = find_less(menu, row) + size, room = menu->more - left - size / 4;
    float x = (float)(left + (room - width) / 2);

    if (width <= room) {
        font_draw(pen, x, y, row->value, strlen(row->value));
        return;
    }
    x = font_draw(pen, (float)left, y, row->value, cut(row->value, size, room));
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

    shape_draw_box(target, &line, TRACK_COLOUR);
    line.width = disc.x - line.x + knob / 2;
    shape_draw_box(target, &line, PANEL_KEY_COLOUR);
    shape_draw_box(target, &disc, PANEL_KEY_COLOUR);
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
                        int i, float y)
{
    FontPen pen = {target, (float)menu->panel.size * 0.8F,
                   i == menu->selected ? PANEL_TEXT_COLOUR : KEY_COLOUR};

    y -= (float)menu->panel.size * 0.1F;
    font_draw(&pen, (float)find_less(menu, &menu->rows[i]), y, "<", 1);
    font_draw(&pen, (float)menu->more, y, ">", 1);
}

static void draw_row(const MenuPanel *menu, const RipplePixels *target, int i)
{
    const MenuPanelRow *row = &menu->rows[i];
    int y = row_top(menu, i);
    float size = (float)menu->panel.size, base = baseline(menu, y);
    FontPen label = {target, size, PANEL_TEXT_COLOUR};
    FontPen value = {target, size, PANEL_KEY_COLOUR};

    if (i == menu->selected)
        draw_field(menu, target, y);
    font_draw(&label, (float)menu->left, base, row->label, strlen(row->label));
    if (has_track(menu, row))
        draw_track(menu, target, row, y);
    draw_value(menu, &value, row, base);
    draw_arrows(menu, target, i, base);
}

/* Lets the row that is cut off fade away, as more follow. */
static void draw_fade(const MenuPanel *menu, const RipplePixels *target)
{
    int top = row_top(menu, menu->first + menu->shown);

    for (int y = 0; y < menu->peek; y++) {
        ShapeBox line = {
            (float)(menu->left - menu->panel.size), (float)(top + y),
            (float)(menu->right - menu->left + 2 * menu->panel.size), 1, 0};

        shape_draw_box(target, &line,
                       panel_colour(PANEL_DARK, 0.6F * (float)(y + 1) /
                                                    (float)(menu->peek + 1)));
    }
}

static void draw_list(const MenuPanel *menu, const RipplePixels *target)
{
    RipplePixels list = *target;
    int end = menu->first + menu->shown;

    list.height = clamp_int(row_top(menu, end) + menu->peek, 0, target->height);
    for (int i = menu->first; i < min_int(end + 1, menu->list); i++) {
        if (i < end || menu->peek > 0)
            draw_row(menu, &list, i);
    }
    if (end < menu->list)
        draw_fade(menu, &list);
}

static void draw_button(const MenuPanel *menu, const RipplePixels *target,
                        int i)
{
    const MenuPanelRow *row = &menu->rows[i];
    int size = menu->panel.size;
    ShapeBox box = find_button(menu, i);
    FontPen label = {target, (float)size, PANEL_TEXT_COLOUR};
    FontPen key = {target, (float)size, KEY_COLOUR};
    float y = floorf(box.y + (box.height + (float)size) / 2);

    shape_draw_box(target, &box,
                   i == menu->selected ? FIELD_COLOUR : BUTTON_COLOUR);
    font_draw(&label, box.x + (float)size / 2, y, row->label,
              strlen(row->label));
    if (menu->has_keys)
        font_draw(&key,
                  box.x + box.width - (float)size / 2 -
                      (float)width_of(row->value, size),
                  y, row->value, strlen(row->value));
}

/* The cross is as high as a capital of the title. */
static void draw_head(const MenuPanel *menu, const RipplePixels *target)
{
    int size = menu->panel.size;
    FontPen title = {target, (float)(size * 3 / 2), PANEL_TITLE_COLOUR};
    float y = (float)(panel_text_y(&menu->panel) + size * 3 / 2);
    ShapeBox cross = {.x = (float)(menu->right - size),
                      .y = y - (float)(size * 5 / 4),
                      .width = (float)size,
                      .height = (float)size,
                      .radius = (float)size / 10};

    font_draw(&title, (float)menu->left, y, menu->title, strlen(menu->title));
    shape_draw_cross(target, &cross, PANEL_TEXT_COLOUR);
}

/* Which part of the rows is to be seen. */
static void draw_scroll_bar(const MenuPanel *menu, const RipplePixels *target)
{
    float size = (float)menu->panel.size, width = fmaxf(size * 3 / 8, 2);
    float height = (float)(menu->shown * menu->pitch + menu->peek);
    ShapeBox bar = {
        (float)menu->right + size * 7 / 8,
        (float)menu->top + height * (float)menu->first / (float)menu->list,
        width, height * (float)menu->shown / (float)menu->list, width / 2};

    if (menu->shown < menu->list)
        shape_draw_box(target, &bar, TRACK_COLOUR);
}

static void draw(const Panel *panel, const RipplePixels *target)
{
    const MenuPanel *menu = (const MenuPanel *)panel;

    panel_fill(panel, target, panel_shade_box);
    draw_head(menu, target);
    draw_list(menu, target);
    for (int i = 0; i < menu->actions; i++)
        draw_button(menu, target, menu->list + i);
    draw_scroll_bar(menu, target);
}

void menu_panel_lay_out(MenuPanel *menu, const MenuPanel *content,
                        const PanelSpace *space)
{
    *menu = *content;
    menu->panel = (Panel){.draw = draw};
    menu->list = 0;
    while (menu->list < menu->count && !menu->rows[menu->list].is_action)
        menu->list++;
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

int menu_panel_scroll(const MenuPanel *menu, int y)
{
    int height = menu->shown * menu->pitch + menu->peek;
    int middle = (y - menu->panel.y - menu->top) * menu->list / height;

    return clamp_int(middle - menu->shown / 2, 0, menu->list - menu->shown);
}

/* The part of row i at column x of the panel. A word goes on wherever it is
   pressed, but for its left arrow. */
static MenuPart find_part(const MenuPanel *menu, int i, int x)
{
    const MenuPanelRow *row = &menu->rows[i];
    int size = menu->panel.size, less = find_less(menu, row);

    if (row->place < 0 && x >= less - size)
        return x < less + size ? MENU_PART_LESS : MENU_PART_MORE;
    if (row->place < 0 || x < menu->track - size / 2)
        return MENU_PART_LABEL;
    if (has_track(menu, row) && x < menu->less - size / 2)
        return MENU_PART_TRACK;
    return x < (menu->less + menu->right) / 2 ? MENU_PART_LESS : MENU_PART_MORE;
}

/* The action at a pixel of the panel, or -1. */
static int find_action(const MenuPanel *menu, int x, int y)
{
    for (int i = menu->list; i < menu->list + menu->actions; i++) {
        ShapeBox box = find_button(menu, i);
        float right = (float)x - box.x, down = (float)y - box.y;

        if (right >= 0 && right < box.width && down >= 0 && down < box.height)
            return i;
    }
    return -1;
}

/* What is in the list, beside it and, at the right, above it. */
static MenuPlace find_in_list(const MenuPanel *menu, int x, int y)
{
    int size = menu->panel.size;
    int row = menu->first + (y - menu->top) / menu->pitch;

    if (y < menu->top)
        return (MenuPlace){.part = x >= menu->right - 2 * size
                                       ? MENU_PART_CLOSE
                                       : MENU_PART_INSIDE};
    if (menu->shown < menu->list && x >= menu->right + size * 3 / 4)
        return (MenuPlace){.part = MENU_PART_BAR};
    if (row >= menu->first + menu->shown)
        return (MenuPlace){.part = MENU_PART_INSIDE};
    return (MenuPlace){find_part(menu, row, x), row,
                       menu_panel_place(menu, x + menu->panel.x)};
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
    if (y < menu->foot)
        return find_in_list(menu, x, y);
    row = find_action(menu, x, y);
    return (MenuPlace){.part = row < 0 ? MENU_PART_INSIDE : MENU_PART_ACTION,
                       .row = row};
}
