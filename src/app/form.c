/* SPDX-License-Identifier: MIT */
#include "app/form.h"

#include "lib/util/fixed.h"

#include <math.h>
#include <string.h>

#define VALUES 9 /* widths in sizes: of values with their arrows, */
#define TRACKS 8 /* and of tracks */
#define AROUND 5 /* beside the text, to the edges of the window */
#define HEAD   5 /* above the rows */
#define ARROW  0.8F

/* The least height, in sizes: the head, a row and a half, buttons, the end. */
#define MIN_HEIGHT 13

static float width_of(const Form *form, const char *text)
{
    return ui_measure(form->ui, text, strlen(text), 1);
}

/* From the left: labels, tracks, arrow, values, arrow. */
static void lay_out_columns(Form *form)
{
    const FormShape *shape = &form->shape;
    int size = form->ui->size, room = form->ui->width - AROUND * size;
    int labels = (int)ceilf(shape->labels * (float)size) + size;
    int foot = (int)ceilf(shape->keyed * (float)size);
    int width = labels + (TRACKS + VALUES) * size, has_tracks = width <= room;

    form->has_keys = foot <= room;
    if (!form->has_keys)
        foot = (int)ceilf(shape->plain * (float)size);
    if (!has_tracks)
        width = labels + VALUES * size;
    form->left = AROUND * size / 2;
    form->right = form->left + max_int(width, foot);
    form->more = form->right - size;
    form->less = form->right - VALUES * size + size / 2;
    form->track = has_tracks ? form->left + labels : form->less;
    form->track_width = has_tracks ? form->less - size - form->track : 0;
}

/* Shares the height between rows and buttons, which are rows as well if both do
   not fit and they need more than two fifths of it. */
static void lay_out_lines(Form *form)
{
    int size = form->ui->size, gap = size / 2, top = HEAD * size;
    int room = form->ui->height - top - 2 * size - gap;
    int lines = (form->shape.buttons + FORM_COLUMNS - 1) / FORM_COLUMNS;
    int rows = form->shape.rows, fitting;

    form->pitch = max_int(2 * size + size / 12, 1); /* without room: nothing */
    fitting = room / form->pitch;
    form->peek = 0;
    form->buttons = form->shape.buttons;
    if (rows + lines > fitting) {
        form->peek = form->pitch / 2;
        fitting = (room - form->peek) / form->pitch;
    }
    if (rows + lines > fitting && 5 * lines > 2 * fitting) {
        rows += form->buttons;
        form->buttons = lines = 0;
    }
    form->scroll.shown = clamp_int(fitting - lines, 1, max_int(rows, 1));
    form->scroll.count = rows;
    form->list = (RippleRect){form->left - size, top,
                              form->right - form->left + 2 * size,
                              form->scroll.shown * form->pitch + form->peek};
    form->foot = top + form->list.height + gap;
    form->box = (RippleRect){size, size, form->right + size / 2,
                             form->foot + lines * form->pitch};
}

/* Up and down, around the ends; buttons beside each other are one line. */
static int walk(const Form *form, int by)
{
    int rows = form->scroll.count, row = form->focused, column = 0;
    int lines = (form->buttons + FORM_COLUMNS - 1) / FORM_COLUMNS;

    if (row >= rows) {
        column = (row - rows) % FORM_COLUMNS;
        row = rows + (row - rows) / FORM_COLUMNS;
    }
    row = (row + by + rows + lines) % (rows + lines);
    if (row >= rows)
        row = rows + (row - rows) * FORM_COLUMNS + column;
    return row;
}

/* Where keys move the focus. */
static int find_focus(const Form *form)
{
    int rows = form->scroll.count, by = form->ui->event.by;
    int beside = ((form->focused - rows) ^ 1) + rows;

    switch (form->ui->event.act) {
    case UI_WALK:
        return walk(form, by);
    case UI_PAGE:
        return clamp_int(form->focused + by * form->scroll.shown, 0, rows - 1);
    case UI_END:
        return by < 0 ? 0 : rows - 1;
    case UI_STEP:
        return form->focused >= rows ? beside : -1;
    default:
        return -1;
    }
}

static void move_focus(Form *form, int to)
{
    form->focused = min_int(to, form->scroll.count + form->buttons - 1);
    form->is_walking = 1;
}

/* The list follows the focus, and where a user scrolls it the focus follows
   the list. */
static void scroll(Form *form)
{
    const Ui *ui = form->ui;
    UiScroll *scroll = &form->scroll;
    RippleRect bar = {form->right + ui->size * 3 / 4, form->list.y,
                      ui->size * 3 / 4, form->list.height};
    int is_row = form->focused < form->scroll.count, first;

    if (is_row)
        scroll->first = clamp_int(
            scroll->first, form->focused - scroll->shown + 1, form->focused);
    first = scroll->first;
    ui_scroll(form->ui, scroll, form->box, bar);
    if (is_row && scroll->first != first)
        move_focus(form, clamp_int(form->focused, scroll->first,
                                   scroll->first + scroll->shown - 1));
}

/* The cross is as high as a capital of the title. */
static void show_head(Form *form, const char *title)
{
    const Ui *ui = form->ui;
    int size = ui->size, y = size * 7 / 2;
    Shape cross = {SHAPE_CROSS,
                   (float)(form->right - size),
                   (float)(y - size * 5 / 4),
                   (float)size,
                   (float)size,
                   (float)size / 10,
                   0,
                   UI_TEXT};

    ui_draw_large(ui, form->left, y, 1.5F, UI_TITLE, title);
    ui_add(ui, cross);
    form->closes |=
        ui_press(form->ui, (RippleRect){form->right - 2 * size, size,
                                        5 * size / 2, 4 * size});
}

void form_begin(Form *form, Ui *ui, const char *title)
{
    const FormShape *shape = &form->shape;
    int to;

    form->ui = ui;
    form->found = (FormShape){0};
    form->closes = form->has_focus = 0;
    form->has_event = ui->event.act != UI_NOTHING;
    ui->size =
        ui_fit(ui, AROUND + fmaxf(shape->labels + 1 + VALUES, shape->plain),
               MIN_HEIGHT);
    lay_out_columns(form);
    lay_out_lines(form);
    if (ui->canvas != NULL)
        form->items = ui->canvas->lists[ui->canvas->now].count;
    to = find_focus(form);
    if (to >= 0 && ui_take(ui))
        move_focus(form, to);
    if (ui->size == 0)
        return;
    ui_draw_panel(ui, form->box, (float)ui->size * 1.5F);
    show_head(form, title);
    scroll(form);
}

/* Of the next row. */
static RippleRect find_line(const Form *form)
{
    int line = form->found.rows - form->scroll.first;

    return (RippleRect){form->list.x, form->list.y + line * form->pitch,
                        form->list.width - form->ui->size / 4, form->pitch};
}

static int is_seen(const Form *form)
{
    int line = form->found.rows - form->scroll.first;

    return line >= 0 && line < form->scroll.shown + (form->peek > 0);
}

int form_needs_value(const Form *form, const char *name)
{
    const Ui *ui = form->ui;

    if (!form->has_event)
        return is_seen(form);
    return form->found.rows == form->focused || form->focus == name ||
           ui->held == name || ui_is_in(ui, UI_PRESS, find_line(form));
}

/* Gives the focus to the item that was walked to, or has its name, or is under
   a pointer; returns whether it has it. */
static int take_focus(Form *form, int number, const char *name, RippleRect rect)
{
    Ui *ui = form->ui;
    int is_there = ui->held == NULL && (ui_is_in(ui, UI_MOVE, rect) ||
                                        ui_is_in(ui, UI_PRESS, rect));

    if (form->focus == NULL || is_there ||
        (form->is_walking && form->focused == number)) {
        form->focus = name;
        form->is_walking = 0;
    }
    if (form->is_walking || strcmp(form->focus, name) != 0)
        return 0;
    form->focused = number;
    form->has_focus = 1;
    return 1;
}

static int has_track(const Form *form, const FormRow *row)
{
    return row->place >= 0 && form->track_width > 0;
}

/* The left arrow is where a track would be if the value needs its room. */
static int find_less(const Form *form, const FormRow *row)
{
    int room = form->more - form->less - form->ui->size * 5 / 4;

    return has_track(form, row) || ui_width(form->ui, row->value) <= room
               ? form->less
               : form->track;
}

static void draw_track(const Form *form, const FormRow *row, RippleRect line)
{
    const Ui *ui = form->ui;
    int size = ui->size, thick = max_int((size + 3) / 7, 1);
    int knob = (size * 3 + 2) / 5, middle = line.y + line.height / 2;
    int filled = (int)(row->place * (form->track_width - knob));
    RippleRect track = {form->track, middle - thick / 2, form->track_width,
                        thick};
    RippleRect disc = {form->track + filled, middle - knob / 2, knob, knob};

    ui_fill(ui, track, (float)thick / 2, UI_TRACK);
    track.width = filled + knob / 2;
    ui_fill(ui, track, (float)thick / 2, UI_VALUE);
    ui_fill(ui, disc, (float)knob / 2, UI_VALUE);
}

static void draw_row(const Form *form, const FormRow *row, RippleRect line,
                     int is_focus)
{
    const Ui *ui = form->ui;
    int size = ui->size, less = find_less(form, row);
    int y = line.y + (line.height + size) / 2;
    uint32_t arrows = is_focus ? UI_TEXT : UI_FAINT;
    RippleRect field = {form->left - size * 3 / 4, line.y,
                        form->right - form->left + size * 3 / 2, line.height};
    RippleRect room = {less + size, line.y, form->more - less - size * 5 / 4,
                       line.height};

    ui_fill(ui, field, (float)size / 2, is_focus ? UI_FIELD : 0);
    ui_draw(ui, form->left, y, UI_TEXT, row->label);
    if (has_track(form, row))
        draw_track(form, row, line);
    ui_draw_fitted(ui, room, UI_VALUE, row->value);
    if (row->is_command)
        return;
    ui_draw_large(ui, less, y - size / 10, ARROW, arrows, "<");
    ui_draw_large(ui, form->more, y - size / 10, ARROW, arrows, ">");
}

/* Sets *change to the step that a press in the line of a row asks for: a word
   goes on wherever it is pressed, but for its left arrow; a command needs no
   aim. */
static int press_row(Form *form, const FormRow *row, RippleRect line,
                     FormChange *change)
{
    Ui *ui = form->ui;
    int size = ui->size, less = find_less(form, row);
    int middle = row->place < 0 ? less + size : (form->less + form->right) / 2;
    int from = row->is_command  ? line.x
               : row->place < 0 ? less - size
                                : form->less - size / 2;

    if (!ui_is_in(ui, UI_PRESS, line) || ui->event.x < from)
        return 0;
    change->by = ui->event.x < middle ? -1 : 1;
    return ui_take(ui);
}

/* The name is what is held: a row may be elsewhere in the next pass. */
static int drag_row(Form *form, const FormRow *row, RippleRect line,
                    FormChange *change)
{
    int size = form->ui->size;
    double knob = size * 0.6, left = form->track + knob / 2;

    line.x = form->track - size / 2;
    line.width = form->less - size / 2 - line.x;
    if (!has_track(form, row) || !ui_drag(form->ui, row->name, line))
        return 0;
    change->by = 0;
    change->place = (form->ui->event.x - left) / (form->track_width - knob);
    return 1;
}

int form_row(Form *form, const FormRow *row, FormChange *change)
{
    Ui *ui = form->ui;
    RippleRect line = find_line(form);
    int seen = is_seen(form), number = form->found.rows++, is_focus;
    int is_cut = number >= form->scroll.first + form->scroll.shown;
    RippleRect here = seen && !is_cut ? line : (RippleRect){0};

    if (!form->has_event && !row->is_command)
        form->found.labels =
            fmaxf(form->found.labels, width_of(form, row->label));
    is_focus = take_focus(form, number, row->name, here);
    if (seen && !form->has_event) {
        ui_clip(ui, form->list);
        draw_row(form, row, line, is_focus);
        ui_unclip(ui);
    }
    change->by = ui->event.act == UI_STEP ? ui->event.by : 1;
    if (is_focus && (ui->event.act == UI_DO ||
                     (ui->event.act == UI_STEP && !row->is_command)))
        return ui_take(ui);
    return drag_row(form, row, here, change) ||
           press_row(form, row, here, change);
}

/* Lets the row that is cut off fade away, as more follow. */
static void draw_fade(const Form *form)
{
    RippleRect list = form->list;
    Shape fade = {SHAPE_FADE,
                  (float)list.x,
                  (float)(list.y + list.height - form->peek),
                  (float)list.width,
                  (float)form->peek,
                  0,
                  0,
                  0x99000000U | UI_DARK};

    if (form->scroll.first + form->scroll.shown < form->scroll.count)
        ui_add(form->ui, fade);
}

static void measure_button(Form *form, const char *label, const char *key)
{
    float plain = width_of(form, label) + 1;
    float keyed = plain + 1 + width_of(form, key);

    form->found.plain = fmaxf(form->found.plain, FORM_COLUMNS * plain + 0.5F);
    form->found.keyed = fmaxf(form->found.keyed, FORM_COLUMNS * keyed + 0.5F);
}

static void draw_button(const Form *form, RippleRect box, int is_focus,
                        const char *label, const char *key)
{
    const Ui *ui = form->ui;
    int size = ui->size, y = box.y + (box.height + size) / 2;

    ui_fill(ui, box, (float)size / 2, is_focus ? UI_FIELD : UI_PLATE);
    ui_draw(ui, box.x + size / 2, y, UI_TEXT, label);
    if (form->has_keys)
        ui_draw(ui, box.x + box.width - size / 2 - ui_width(ui, key), y,
                UI_FAINT, key);
}

int form_button(Form *form, const char *name, const char *label,
                const char *key)
{
    Ui *ui = form->ui;
    FormRow row = {name, label, key, -1, 1};
    FormChange change;
    int i = form->found.buttons++, size = ui->size, is_focus;
    int width = (form->right - form->left - size / 2) / FORM_COLUMNS;
    RippleRect box = {form->left + i % FORM_COLUMNS * (width + size / 2),
                      form->foot + i / FORM_COLUMNS * form->pitch, width,
                      form->pitch - max_int(size / 4, 1)};

    if (!form->has_event)
        measure_button(form, label, key);
    if (form->buttons == 0)
        return form_row(form, &row, &change);
    is_focus = take_focus(form, form->found.rows + i, name, box);
    if (!form->has_event)
        draw_button(form, box, is_focus, label, key);
    if (is_focus && ui->event.act == UI_DO)
        return ui_take(ui);
    return ui_press(ui, box);
}

int form_end(Form *form)
{
    Ui *ui = form->ui;
    int is_same;

    if (form->buttons == 0)
        form->found.rows -= form->found.buttons;
    is_same = memcmp(&form->found, &form->shape, sizeof form->found) == 0;
    if (ui->size > 0 && form->peek > 0)
        draw_fade(form);
    ui_press(ui, form->box);
    if (!form->has_focus) {
        move_focus(form, form->focused); /* its row has gone */
        is_same = 0;
    }
    if (form->has_event || is_same)
        return 0;
    form->shape = form->found;
    if (ui->canvas != NULL)
        ui->canvas->lists[ui->canvas->now].count = form->items;
    return 1;
}
