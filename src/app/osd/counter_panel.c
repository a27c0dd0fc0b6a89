/* SPDX-License-Identifier: MIT */
#include "app/osd/counter_panel.h"

#include "app/osd/font.h"
#include "app/osd/shape.h"
#include "lib/util/fixed.h"

#include <math.h>
#include <string.h>

#define CURVE    5       /* capitals: its height */
#define FULL_MS  16.667F /* at the top of the curve, if none took longer */
#define COLOUR   PANEL_KEY_COLOUR
#define LINE_GAP 2 /* capitals from line to line */

static void measure(Panel *panel, const PanelSpace *space)
{
    const CounterPanel *counter = (const CounterPanel *)panel;
    int size = panel->size;
    PanelText text = {.width = 16 * size,
                      .height = (LINE_GAP * COUNTER_LINES + CURVE) * size,
                      .side = size,
                      .padding = size};

    (void)space;
    for (int i = 0; i < COUNTER_LINES; i++)
        text.width = max_int(text.width,
                             panel_text_width(counter->lines[i],
                                              strlen(counter->lines[i]), size));
    panel_enclose(panel, &text);
}

/* A bar for each time; all have the same width. */
static void draw_curve(const CounterPanel *counter, const RipplePixels *target,
                       const ShapeBox *box)
{
    float step = box->width / COUNTER_TIMES, full = FULL_MS;

    for (int i = 0; i < COUNTER_TIMES; i++)
        full = fmaxf(full, counter->times[i]);
    for (int i = 0; i < COUNTER_TIMES; i++) {
        float height = box->height * counter->times[i] / full;
        ShapeBox bar = {box->x + (float)i * step, box->y + box->height - height,
                        step, height, 0};

        shape_draw_box(target, &bar, COLOUR);
    }
}

static void draw(const Panel *panel, const RipplePixels *target)
{
    const CounterPanel *counter = (const CounterPanel *)panel;
    float size = (float)panel->size;
    float x = (float)panel_text_x(panel), y = (float)panel_text_y(panel);
    ShapeBox curve = {x, y + LINE_GAP * COUNTER_LINES * size,
                      (float)panel->width - 2 * x, CURVE * size, 0};
    FontPen pen = {target, size, PANEL_TEXT_COLOUR};

    panel_fill(panel, target, panel_shade_box);
    for (int i = 0; i < COUNTER_LINES; i++)
        font_draw(&pen, x, y + (1 + (float)(LINE_GAP * i)) * size,
                  counter->lines[i], strlen(counter->lines[i]));
    draw_curve(counter, target, &curve);
}

void counter_panel_lay_out(CounterPanel *counter, const PanelSpace *space)
{
    Panel *panel = &counter->panel;

    *panel = (Panel){.draw = draw};
    panel_fit(panel, space, measure);
    panel->y = max_int(space->height - panel->height, 0);
}
