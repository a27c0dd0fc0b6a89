/* SPDX-License-Identifier: MIT */
#include "app/captions.h"

#include "lib/util/fixed.h"
#include "os/paths.h"
#include "os/step_clock.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MESSAGE_NS    (2 * (uint64_t)STEP_CLOCK_SECOND_NS)
#define COMPLAINT_NS  (5 * (uint64_t)STEP_CLOCK_SECOND_NS)
#define MESSAGE_LINES 3
#define MARKS         4  /* capitals, at the top: of menu and film */
#define SMALL         8  /* pixels, of capitals that lie over the marks */
#define MAX_PATH      60 /* bytes of a path in a message */
#define RED           0xFFFF5A50U

const char *captions_text(const Captions *captions)
{
    if (captions->until_ns != 0)
        return captions->message;
    if (captions->hint != NULL)
        return captions->hint;
    return captions->is_paused && !captions->is_silent ? CAPTIONS_PAUSED : NULL;
}

void captions_say(Captions *captions, const char *format, ...)
{
    va_list arguments;

    if (captions->is_silent)
        return;
    va_start(arguments, format);
    vsnprintf(captions->message, sizeof captions->message, format, arguments);
    va_end(arguments);
    captions->until_ns = UINT64_MAX;
    captions->lasts_ns = MESSAGE_NS;
}

int captions_is_said(const Captions *captions, const char *text)
{
    return captions->until_ns != 0 && strcmp(captions->message, text) == 0;
}

void captions_tell_file(Captions *captions, const char *what, const char *name,
                        const char *why)
{
    char path[MAX_PATH + 1];

    paths_tell(path, sizeof path, name);
    captions_say(captions, "%s %s%s", what, path, why);
}

void captions_complain(Captions *captions, const Error *error)
{
    captions->complained = 1;
    error_print(error);
    captions_say(captions, "%s", error->text);
    captions->lasts_ns = COMPLAINT_NS;
}

void captions_hint(Captions *captions, const char *hint)
{
    if (!captions->is_silent)
        captions->hint = hint;
}

uint64_t captions_wait_ns(const Captions *captions, uint64_t now_ns)
{
    if (captions->until_ns == 0)
        return UINT64_MAX;
    if (captions->until_ns == UINT64_MAX)
        return 0;
    return captions->until_ns > now_ns ? captions->until_ns - now_ns : 0;
}

void captions_hide_help(Captions *captions)
{
    captions->help_shown = 0;
    captions->hint = NULL;
}

void captions_turn_help(Captions *captions, const char *line(int i))
{
    UiScroll *help = &captions->help;

    if (!captions->help_shown) {
        captions->help_shown = 1;
        captions->help_line = line;
        captions->hint = NULL;
        help->first = 0;
    } else if (help->first + help->shown < help->count) {
        help->first =
            min_int(help->first + help->shown, help->count - help->shown);
    } else {
        captions_hide_help(captions);
    }
}

void captions_mark(Captions *captions, const char *text)
{
    snprintf(captions->mark, sizeof captions->mark, "%s", text);
}

/* Draws a line of text, `left` sizes from the left edge of its panel. */
static void draw_label(const Ui *ui, RippleRect box, float left,
                       const char *text)
{
    ui_draw_panel(ui, box, (float)ui->size * 1.375F);
    ui_draw(ui, box.x + (int)(left * (float)ui->size), box.y + ui->size * 7 / 4,
            UI_TEXT, text);
}

/* In text of one size, below the marks of menu and film. */
void captions_show_labels(Ui *ui, RippleRect frame)
{
    static const char *const names[] = {"heights", "refraction", "with light"};
    Ui part = *ui;
    int width = 0, size;

    part.size = 100;
    part.width = frame.width / COUNT(names);
    for (int i = 0; i < COUNT(names); i++)
        width = max_int(width, ui_width(&part, names[i]));
    part.size = size = ui_fit(&part, (float)width / 100 + 4.1F, 8);
    for (int i = 0; size > 0 && i < COUNT(names); i++) {
        int wide = width * size / 100 + 2 * size;
        RippleRect box = {frame.x + frame.width * i / COUNT(names) +
                              (part.width - wide) / 2,
                          frame.y + size * 9 / 2, wide, size * 5 / 2};
        int space = wide - ui_width(&part, names[i]);

        draw_label(&part, box, (float)(space / 2) / (float)size, names[i]);
    }
}

/* A dot with a text at the top right, or the dot alone in a small window. */
void captions_show_mark(const Captions *captions, Ui *ui, int left)
{
    const char *text = captions->mark;
    float width;
    RippleRect box, dot;

    if (text[0] == '\0')
        return;
    ui->size = 100;
    width = (float)ui_width(ui, text) / 100 + 3.75F;
    ui->size = ui_fit(ui, width + 2, 4.5F);
    if (ui->size > 0) {
        box = (RippleRect){0, ui->size, (int)ceilf(width * (float)ui->size),
                           ui->size * 5 / 2};
        box.x = ui->width - box.width - ui->size;
        if (box.x < left)
            return;
        draw_label(ui, box, 2.75F, text);
        dot = (RippleRect){box.x + ui->size, box.y + ui->size * 3 / 4, ui->size,
                           ui->size};
    } else {
        ui->size = ui->text_size;
        if (ui->width < left + 3 * ui->size || ui->height < 3 * ui->size)
            return;
        dot = (RippleRect){ui->width - 2 * ui->size, ui->size, ui->size,
                           ui->size};
        ui_fill(
            ui,
            (RippleRect){dot.x - 2, dot.y - 2, dot.width + 4, dot.height + 4},
            (float)ui->size / 2 + 2, 0x66000000U | UI_DARK);
    }
    ui_fill(ui, dot, (float)ui->size / 2, RED);
}

typedef struct Lines {
    const char *texts[MESSAGE_LINES];
    int lengths[MESSAGE_LINES];
    int count, widest;
    const char *rest; /* that has no room; "" for none */
} Lines;

/* The bytes of a line: up to the last space or slash that fits, or else what
   fits. */
static int find_break(const Ui *ui, const char *text, int width)
{
    int fitting = max_int(ui_count_fitting(ui, text, width), 1);
    int length = fitting;

    while (length > 0 && text[fitting] != '\0' && text[length] != ' ' &&
           text[length - 1] != '/')
        length--;
    return length > 0 ? length : fitting;
}

static void break_lines(const Ui *ui, const char *text, int width, Lines *lines)
{
    *lines = (Lines){.rest = text};
    while (*lines->rest != '\0' && lines->count < MESSAGE_LINES) {
        int i = lines->count++;

        lines->texts[i] = lines->rest;
        lines->lengths[i] = find_break(ui, lines->rest, width);
        lines->widest = max_int(
            lines->widest, ui_width_of(ui, lines->rest, lines->lengths[i]));
        lines->rest += lines->lengths[i];
        lines->rest += *lines->rest == ' ';
    }
}

/* Chooses the size and breaks the text into as few lines as it needs, beside
   the menu and below the marks if there is room. Returns their left edge. */
static int lay_out(Ui *ui, const char *text, int taken, Lines *lines)
{
    int height, left;

    ui->size = ui_fit(ui, CAPTIONS_MIN_WIDTH / 2, 5);
    do {
        left = ui->width - taken < CAPTIONS_MIN_WIDTH * ui->size ? 0 : taken;
        break_lines(ui, text, ui->width - left - 5 * ui->size, lines);
        height = (3 + 2 * lines->count) * ui->size;
        if (ui->size > SMALL)
            height += MARKS * ui->size;
    } while (height > ui->height && --ui->size >= UI_MIN_SIZE);
    return left;
}

/* At the bottom; a text too long for all lines ends in dots. */
static void show_message(Ui *ui, const char *text, int taken)
{
    Lines lines;
    int left = lay_out(ui, text, taken, &lines), size = ui->size;
    RippleRect box, line;

    if (size < UI_MIN_SIZE)
        return;
    box.width = lines.widest + 3 * size;
    box.height = 3 * size + (lines.count - 1) * 2 * size;
    box.x = left + (ui->width - left - box.width) / 2;
    box.y = max_int(size, ui->height - box.height - 2 * size);
    ui_draw_panel(ui, box, (float)size * 1.5F);
    for (int i = 0; i < lines.count; i++) {
        int length = lines.lengths[i];

        if (i == lines.count - 1 && *lines.rest != '\0')
            length = (int)strlen(lines.texts[i]);
        line = (RippleRect){box.x + size * 3 / 2, box.y + size + i * 2 * size,
                            lines.widest, size};
        if (length == lines.lengths[i])
            ui_draw_bytes(ui, line.x, line.y + size, UI_TEXT, lines.texts[i],
                          length);
        else
            ui_draw_fitted(ui, line, UI_TEXT, lines.texts[i]);
    }
}

void captions_show(Captions *captions, Ui *ui, int left, uint64_t now_ns)
{
    const char *text;

    if (captions->until_ns == UINT64_MAX)
        captions->until_ns = now_ns + captions->lasts_ns;
    if (captions->until_ns <= now_ns)
        captions->until_ns = 0;
    text = captions_text(captions);
    if (text != NULL && !captions->help_shown) /* it would cover rows of it */
        show_message(ui, text, left);
}
