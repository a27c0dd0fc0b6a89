/* SPDX-License-Identifier: MIT */
#include "app/osd/message_panel.h"

#include "app/osd/font.h"
#include "lib/util/fixed.h"

#include <string.h>

static const char ellipsis[] = "...";
#define ELLIPSIS_LENGTH (sizeof ellipsis - 1)

/* How many bytes of a text fit into max_width pixels, at least one of a longer
   text. */
static size_t count_fitting(const char *text, size_t length, int size,
                            int max_width)
{
    size_t fitting = 0, too_long = length + 1;

    while (fitting + 1 < too_long) {
        size_t middle = (fitting + too_long) / 2;

        if (panel_text_width(text, middle, size) > max_width)
            too_long = middle;
        else
            fitting = middle;
    }
    return fitting > 0 || length == 0 ? fitting : 1;
}

/* Where to break a text of which so much fits: at its last space, or else right
   there. */
static size_t find_break(const char *text, size_t fitting)
{
    size_t length = fitting;

    if (text[fitting] == '\0')
        return fitting;
    while (length > 0 && text[length] != ' ')
        length--;
    return length > 0 ? length : fitting;
}

/* Cuts what is left of the text for the last line, with room for the dots. */
static size_t cut(MessagePanel *message, const char *text, int max_width)
{
    int size = message->panel.size;
    int dots = panel_text_width(ellipsis, ELLIPSIS_LENGTH, size);

    message->is_cut = 1;
    return count_fitting(text, strlen(text), size, max_width - dots);
}

/* Breaks the text into lines of max_width pixels; returns the width of the
   longest. */
static int break_lines(MessagePanel *message, int max_width)
{
    int size = message->panel.size, widest = 0;
    const char *text = message->text;

    message->count = message->is_cut = 0;
    do {
        size_t length = count_fitting(text, strlen(text), size, max_width);
        int width;

        length = find_break(text, length);
        if (text[length] != '\0' && message->count + 1 == MESSAGE_LINES)
            length = cut(message, text, max_width);
        width = panel_text_width(text, length, size);
        if (message->is_cut)
            width += panel_text_width(ellipsis, ELLIPSIS_LENGTH, size);
        message->lines[message->count].from = (size_t)(text - message->text);
        message->lines[message->count++].length = length;
        widest = max_int(widest, width);
        text += length;
        text += *text == ' ';
    } while (*text != '\0' && !message->is_cut);
    return widest;
}

static void measure(Panel *panel, const PanelSpace *space)
{
    MessagePanel *message = (MessagePanel *)panel;
    int size = panel->size;
    PanelText text = {.side = size * 3 / 2, .padding = size};

    panel_enclose(panel, &text);
    text.width = break_lines(message, space->width - panel->width);
    text.height = size + (message->count - 1) * 2 * size;
    panel_enclose(panel, &text);
}

static void draw(const Panel *panel, const RipplePixels *target)
{
    const MessagePanel *message = (const MessagePanel *)panel;
    FontPen pen = {target, (float)panel->size, PANEL_TEXT_COLOUR};
    float left = (float)panel_text_x(panel), x = left;
    float y = (float)(panel_text_y(panel) + panel->size);

    panel_fill(panel, target, panel_shade_box);
    for (int i = 0; i < message->count; i++) {
        x = font_draw(&pen, left, y, message->text + message->lines[i].from,
                      message->lines[i].length);
        y += 2 * (float)panel->size;
    }
    if (message->is_cut)
        font_draw(&pen, x, y - 2 * (float)panel->size, ellipsis,
                  ELLIPSIS_LENGTH);
}

void message_panel_lay_out(MessagePanel *message, const char *text,
                           const PanelSpace *space)
{
    Panel *panel = &message->panel;

    *message = (MessagePanel){{.draw = draw}, .text = text};
    panel_fit(panel, space, measure);
    panel->x = (space->width - panel->width) / 2;
    panel->y = max_int(0, space->height - panel->height - panel->size);
}
