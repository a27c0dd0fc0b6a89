/* SPDX-License-Identifier: MIT */
#include "app/captions.h"

#include "lib/util/fixed.h"

#include <math.h>
#include <string.h>

#define MAX_COLUMNS 4
#define AROUND      6 /* sizes beside the columns, to the edges of the window */
#define HEAD        7 /* above them */
#define FOOT        3 /* below them */
#define BETWEEN     3 /* columns */
#define SMALLEST    2 /* its part of the size wanted, before it scrolls */

/* Where the lines stand, in sizes. */
typedef struct Layout {
    float key, column; /* widths of keys, and of a column with its space */
    int columns, height;
    int count; /* of lines */
    const char *lines[HELP_MAX_LINES];
    struct {
        int column, y;
    } places[HELP_MAX_LINES];
} Layout;

static int is_gap(const Layout *layout, int line)
{
    return layout->lines[line][0] == '\0';
}

/* The height of the lines from `line` to the end of its group. */
static int group_height(const Layout *layout, int line)
{
    int height = 0;

    for (; line < layout->count && !is_gap(layout, line); line++)
        height += 2;
    return height;
}

/* Places the lines in columns of at max_columns `height`; no group is in two.
 */
static void fold(Layout *layout, int height)
{
    int column = 0, y = 0, is_first = 1;

    layout->height = 0;
    for (int i = 0; i < layout->count; i++) {
        if (is_first && y > 0 && y + group_height(layout, i) > height) {
            column++;
            y = 0;
        }
        layout->places[i].column = column;
        layout->places[i].y = y;
        is_first = is_gap(layout, i);
        y += is_first ? 1 : 2;
        layout->height = max_int(layout->height, y - is_first);
    }
    layout->columns = column + 1;
}

static void measure(Layout *layout, const Ui *ui)
{
    float words = 0;

    layout->key = 0;
    for (int i = 0; i < layout->count; i++) {
        const char *line = layout->lines[i];
        size_t length = strcspn(line, "\t");

        if (is_gap(layout, i))
            continue;
        layout->key = fmaxf(layout->key, ui_measure(ui, line, length, 1) + 2);
        line += length + 1;
        words = fmaxf(words, ui_measure(ui, line, strlen(line), 1));
    }
    layout->column = layout->key + words + BETWEEN;
}

/* In the fewest columns that fit the window at a size, of the least height they
   can have. Returns whether there are any. */
static int fit(Layout *layout, const Ui *ui, int size)
{
    int room = ui->height / size - HEAD - FOOT;
    float width = (float)ui->width / (float)size - AROUND + BETWEEN;
    int max_columns = min_int((int)(width / layout->column), MAX_COLUMNS);

    for (int columns = 1; columns <= max_columns; columns++) {
        for (int height = 2; height <= room; height++) {
            fold(layout, height);
            if (layout->columns <= columns && layout->height <= room)
                return 1;
        }
    }
    return 0;
}

/* Text of nearly full size, or else a list in one column that scrolls. */
static void lay_out(Layout *layout, Ui *ui)
{
    int wanted = ui->text_size;

    measure(layout, ui);
    for (ui->size = wanted; ui->size >= wanted / SMALLEST; ui->size--) {
        if (fit(layout, ui, ui->size))
            return;
    }
    ui->size = ui_fit(ui, layout->column + AROUND - BETWEEN, HEAD + FOOT + 4);
    fold(layout, INT16_MAX);
}

static void draw_lines(const Ui *ui, const Layout *layout, RippleRect area,
                       int first)
{
    int size = ui->size;

    ui_clip(ui, area);
    for (int i = 0; i < layout->count; i++) {
        const char *line = layout->lines[i];
        size_t length = strcspn(line, "\t");
        int x = area.x + (int)((float)layout->places[i].column *
                               layout->column * (float)size);
        int y = area.y + (layout->places[i].y - first) * size + size;

        if (is_gap(layout, i) || y - size < area.y || y > area.y + area.height)
            continue;
        ui_draw_bytes(ui, x, y, UI_VALUE, line, (int)length);
        ui_draw(ui, x + (int)(layout->key * (float)size), y, UI_TEXT,
                line + length + 1);
    }
    ui_unclip(ui);
}

int help_show(Ui *ui, UiScroll *scroll, const char *line(int i))
{
    Layout layout;
    RippleRect box, area, bar;
    int size, x;

    for (layout.count = 0; line(layout.count) != NULL; layout.count++)
        layout.lines[layout.count] = line(layout.count);
    lay_out(&layout, ui);
    size = ui->size;
    if (size == 0)
        return ui->event.act == UI_PRESS && ui_take(ui);
    scroll->count = layout.height;
    scroll->shown = min_int(layout.height, ui->height / size - HEAD - FOOT);
    area.width =
        (int)(((float)layout.columns * layout.column - BETWEEN) * (float)size);
    area.height = scroll->shown * size + size / 3;
    box = (RippleRect){
        (ui->width - area.width) / 2 - 2 * size,
        (ui->height - area.height - (HEAD + FOOT) * size) / 2 + size,
        area.width + 4 * size, area.height + (HEAD + FOOT - 2) * size};
    area.x = box.x + 2 * size;
    area.y = box.y + (HEAD - 1) * size;
    bar = (RippleRect){box.x + box.width - size, area.y, size, area.height};
    ui_draw_panel(ui, box, (float)size * 2);
    x = area.x + 2 * size +
        ui_draw_large(ui, area.x, box.y + size * 7 / 2, 1.5F, UI_TITLE,
                      "ripple");
    ui_draw(ui, x, box.y + size * 7 / 2, UI_VALUE, "Esc or a click closes");
    ui_scroll(ui, scroll, box, bar);
    draw_lines(ui, &layout, area, scroll->first);
    return ui->event.act == UI_PRESS && ui_take(ui);
}
