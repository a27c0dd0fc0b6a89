/* SPDX-License-Identifier: MIT */
#include "app/osd/help_panel.h"

#include "app/osd/font.h"
#include "base/fixed.h"

#include <string.h>

static int title_size(int size)
{
    return size * 3 / 2;
}

/* From the baseline of a line to that of the next. */
static int line_pitch(const HelpPanel *help, int line)
{
    int size = help->panel.size;

    if (line == 0)
        return size * 3;
    return help->lines[line][0] != '\0' ? size * 2 : size;
}

/* The tab that ends the key of a line, or NULL. */
static const char *find_tab(const HelpPanel *help, int line)
{
    return line > 0 ? strchr(help->lines[line], '\t') : NULL;
}

static void measure(Panel *panel, const PanelSpace *space)
{
    HelpPanel *help = (HelpPanel *)panel;
    int size = panel->size;
    int keys = 0, actions = 0, lines = 0;
    PanelText text = {
        .height = title_size(size), .side = 2 * size, .padding = 2 * size};

    (void)space;
    for (int i = 0; i < help->count; i++) {
        const char *line = help->lines[i];
        const char *tab = find_tab(help, i);
        const char *action = tab != NULL ? tab + 1 : line;
        int width = panel_text_width(action, strlen(action),
                                     i > 0 ? size : title_size(size));

        if (tab != NULL)
            keys = max_int(keys,
                           panel_text_width(line, (size_t)(tab - line), size));
        *(tab != NULL ? &actions : &lines) =
            max_int(tab != NULL ? actions : lines, width);
        if (i + 1 < help->count)
            text.height += line_pitch(help, i);
    }
    help->column = keys + 2 * size;
    text.width = max_int(lines, help->column + actions);
    panel_enclose(panel, &text);
}

static void draw(const Panel *panel, const RipplePixels *target)
{
    const HelpPanel *help = (const HelpPanel *)panel;
    FontPen title = {target, (float)title_size(panel->size),
                     PANEL_TITLE_COLOUR};
    FontPen key = {target, (float)panel->size, PANEL_KEY_COLOUR};
    FontPen text = {target, (float)panel->size, PANEL_TEXT_COLOUR};
    int x = panel_text_x(panel);
    int y = panel_text_y(panel) + title_size(panel->size);

    panel_fill(panel, target, panel_shade_box);
    for (int i = 0; i < help->count; i++) {
        const char *line = help->lines[i];
        const char *tab = find_tab(help, i);
        const char *action = tab != NULL ? tab + 1 : line;
        int column = tab != NULL ? x + help->column : x;

        if (tab != NULL)
            font_draw(&key, (float)x, (float)y, line, (size_t)(tab - line));
        font_draw(i > 0 ? &text : &title, (float)column, (float)y, action,
                  strlen(action));
        y += line_pitch(help, i);
    }
}

void help_panel_lay_out(HelpPanel *help, const char *const *lines, int count,
                        const PanelSpace *space)
{
    Panel *panel = &help->panel;

    *help = (HelpPanel){{.draw = draw}, .lines = lines, .count = count};
    panel_fit(panel, space, measure);
    panel->x = (space->width - panel->width) / 2;
    panel->y = (space->height - panel->height) / 2;
}
