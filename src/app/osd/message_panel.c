/* SPDX-License-Identifier: MIT */
#include "app/osd/message_panel.h"

#include "app/osd/font.h"
#include "base/fixed.h"

#include <string.h>

static const char ellipsis[] = "...";
#define ELLIPSIS_LENGTH (sizeof ellipsis - 1)

/* Searches how much of the message fits into max_width pixels; returns the
   width of that. */
static int fit_text(MessagePanel *message, int max_width)
{
    int size = message->panel.size;
    const char *text = message->text;
    size_t length = strlen(text), too_long = length;
    int width = panel_text_width(text, length, size);
    int dots = panel_text_width(ellipsis, ELLIPSIS_LENGTH, size);

    message->fitting = length;
    if (width <= max_width)
        return width;
    message->fitting = 0;
    while (message->fitting + 1 < too_long) {
        size_t middle = (message->fitting + too_long) / 2;

        if (panel_text_width(text, middle, size) + dots > max_width)
            too_long = middle;
        else
            message->fitting = middle;
    }
    return panel_text_width(text, message->fitting, size) + dots;
}

static void measure(Panel *panel, const PanelSpace *space)
{
    PanelText text = {.height = panel->size,
                      .side = panel->size * 3 / 2,
                      .padding = panel->size};

    panel_enclose(panel, &text);
    text.width = fit_text((MessagePanel *)panel, space->width - panel->width);
    panel_enclose(panel, &text);
}

static void draw(const Panel *panel, const RipplePixels *target)
{
    const MessagePanel *message = (const MessagePanel *)panel;
    FontPen pen = {target, (float)panel->size, PANEL_TEXT_COLOUR};
    float x = (float)panel_text_x(panel);
    float y = (float)(panel_text_y(panel) + panel->size);

    panel_fill(panel, target, panel_shade_box);
    x = font_draw(&pen, x, y, message->text, message->fitting);
    if (message->text[message->fitting] != '\0')
        font_draw(&pen, x, y, ellipsis, ELLIPSIS_LENGTH);
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
