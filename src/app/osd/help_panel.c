/* SPDX-License-Identifier: MIT */
/*
 * The lines below the title stand in as few columns, all of one width, as fit
 * the window, so that a wide window that is low has text of full size too:
 *
 *     ripple
 *
 *     click    drop a stone         space    pause
 *     drag     draw a wave          .        one step
 */
#include "app/osd/help_panel.h"

#include "app/osd/font.h"
#include "lib/util/fixed.h"

#include <string.h>

#define MAX_COLUMNS 4

/* Where a line stands: its column, and its baseline below the title's. */
typedef struct Cursor {
    int column, y;
} Cursor;

static int title_size(int size)
{
    return size * 3 / 2;
}

/* From the baseline of a line to that of the next. */
static int line_pitch(const HelpPanel *help, int line)
{
    int size = help->panel.size;

    return help->lines[line][0] != '\0' ? size * 2 : size;
}

/* From the baseline of the title to that of the first line. */
static int title_pitch(int size)
{
    return size * 3;
}

/* The height of the lines from `line` to the end of its group. */
static int group_pitch(const HelpPanel *help, int line)
{
    int height = 0;

    for (; line < help->count && help->lines[line][0] != '\0'; line++)
        height += line_pitch(help, line);
    return height;
}

/* The least room for a line: the first one of a group begins no column that
   the group does not fit, unless groups are split. */
static int needed_pitch(const HelpPanel *help, int line)
{
    int is_first = line == 1 || help->lines[line - 1][0] == '\0';

    return is_first && !help->splits_groups ? group_pitch(help, line)
                                            : line_pitch(help, line);
}

/* Goes from the end of the line before to line `line`, into the next column if
   this one is full. No column begins with space. */
static void enter_line(const HelpPanel *help, Cursor *cursor, int line)
{
    int is_space = help->lines[line][0] == '\0';

    if (cursor->y + needed_pitch(help, line) > help->column_height) {
        cursor->column++;
        cursor->y = 0;
    }
    if (cursor->y > 0 || !is_space)
        cursor->y += line_pitch(help, line);
}

static int count_columns(const HelpPanel *help)
{
    Cursor cursor = {0};

    for (int i = 1; i < help->count; i++)
        enter_line(help, &cursor, i);
    return cursor.column + 1;
}

/* Gives the columns the least height at which they are `max` at most. */
static void fold(HelpPanel *help, int max)
{
    int height = 0, tallest = 0;

    for (int i = 1; i < help->count; i++) {
        height += line_pitch(help, i);
        tallest = max_int(tallest, needed_pitch(help, i));
    }
    help->column_height = max_int(height / max, tallest);
    while (count_columns(help) > max)
        help->column_height += help->panel.size;
}

/* The tab that ends the key of a line, or NULL. */
static const char *find_tab(const char *line)
{
    return strchr(line, '\t');
}

static void measure_column(HelpPanel *help)
{
    int size = help->panel.size, keys = 0, actions = 0, lines = 0;

    for (int i = 1; i < help->count; i++) {
        const char *line = help->lines[i], *tab = find_tab(line);

        if (tab == NULL) {
            lines = max_int(lines, panel_text_width(line, strlen(line), size));
            continue;
        }
        keys =
            max_int(keys, panel_text_width(line, (size_t)(tab - line), size));
        actions =
            max_int(actions, panel_text_width(tab + 1, strlen(tab + 1), size));
    }
    help->key_width = keys + 2 * size;
    help->column_width = max_int(lines, help->key_width + actions) + 3 * size;
}

static int measure_title(const HelpPanel *help)
{
    const char *title = help->lines[0], *tab = find_tab(title);
    int size = help->panel.size;
    int width = panel_text_width(title, strcspn(title, "\t"), title_size(size));

    if (tab != NULL)
        width += 2 * size + panel_text_width(tab + 1, strlen(tab + 1), size);
    return width;
}

static void measure(Panel *panel, const PanelSpace *space)
{
    HelpPanel *help = (HelpPanel *)panel;
    int size = panel->size;
    int title_width = measure_title(help);
    PanelText text = {.side = 2 * size, .padding = 2 * size};

    measure_column(help);
    for (int i = 0; i < 2 * MAX_COLUMNS; i++) {
        int columns = i % MAX_COLUMNS + 1;

        help->splits_groups = i >= MAX_COLUMNS;
        fold(help, columns);
        text.width =
            max_int(title_width, columns * help->column_width - 3 * size);
        text.height = title_size(size) + title_pitch(size) - 2 * size +
                      help->column_height;
        panel_enclose(panel, &text);
        if (panel->width <= space->width && panel->height <= space->height)
            return;
    }
}

static void draw_line(const HelpPanel *help, const RipplePixels *target,
                      const char *line, int x, int y)
{
    float size = (float)help->panel.size;
    FontPen key = {target, size, PANEL_KEY_COLOUR};
    FontPen text = {target, size, PANEL_TEXT_COLOUR};
    const char *tab = find_tab(line);

    if (tab != NULL) {
        font_draw(&key, (float)x, (float)y, line, (size_t)(tab - line));
        x += help->key_width;
        line = tab + 1;
    }
    font_draw(&text, (float)x, (float)y, line, strlen(line));
}

static void draw_title(const HelpPanel *help, const RipplePixels *target, int x,
                       int y)
{
    const char *title = help->lines[0], *tab = find_tab(title);
    float size = (float)help->panel.size;
    FontPen large = {target, (float)title_size(help->panel.size),
                     PANEL_TITLE_COLOUR};
    FontPen small = {target, size, PANEL_KEY_COLOUR};
    float end =
        font_draw(&large, (float)x, (float)y, title, strcspn(title, "\t"));

    if (tab != NULL)
        font_draw(&small, end + 2 * size, (float)y, tab + 1, strlen(tab + 1));
}

static void draw(const Panel *panel, const RipplePixels *target)
{
    const HelpPanel *help = (const HelpPanel *)panel;
    int size = panel->size, left = panel_text_x(panel);
    int top = panel_text_y(panel) + title_size(size);
    Cursor cursor = {0};

    panel_fill(panel, target, panel_shade_box);
    draw_title(help, target, left, top);
    top += title_pitch(size) - 2 * size;
    for (int i = 1; i < help->count; i++) {
        enter_line(help, &cursor, i);
        draw_line(help, target, help->lines[i],
                  left + cursor.column * help->column_width, top + cursor.y);
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
