/* SPDX-License-Identifier: MIT */
#include "app/osd/mark_panel.h"

#include "app/osd/font.h"
#include "app/osd/shape.h"

#include <math.h>
#include <string.h>

#define COLOUR    0xFF5A50U
#define RIM_ALPHA 0.40F /* at the edge of a dot without a box */

/* A disc in the middle of its square, with a dark rim for bright water. */
static uint32_t shade_dot(const Panel *panel, float x, float y)
{
    float middle = (float)panel->width / 2.0F;
    float radius = (float)panel->size / 2.0F;
    float distance = hypotf(x - middle, y - middle) - radius;
    float rim = RIM_ALPHA * fmaxf(1.0F - distance / radius, 0);
    float alpha = distance < 0.5F ? fminf(0.5F - distance, 1) : 0;

    return alpha < rim ? panel_colour(PANEL_DARK, rim)
                       : panel_colour(COLOUR, alpha);
}

/* From the left of the dot to the text. */
static int text_offset(int size)
{
    return size * 7 / 4;
}

static void measure(Panel *panel, const PanelSpace *space)
{
    const MarkPanel *mark = (const MarkPanel *)panel;
    int size = panel->size;
    PanelText text = {
        .width = text_offset(size) +
                 panel_text_width(mark->text, strlen(mark->text), size),
        .height = size,
        .side = size,
        .padding = size * 3 / 4};

    (void)space;
    panel_enclose(panel, &text);
}

static void draw(const Panel *panel, const RipplePixels *target)
{
    const MarkPanel *mark = (const MarkPanel *)panel;
    float side = (float)panel->size;
    int x = panel_text_x(panel), y = panel_text_y(panel);
    ShapeBox dot = {(float)x, (float)y, side, side, side / 2};
    FontPen pen = {target, side, PANEL_TEXT_COLOUR};

    if (mark->text == NULL) {
        panel_fill(panel, target, shade_dot);
        return;
    }
    panel_fill(panel, target, panel_shade_box);
    shape_draw_box(target, &dot, 0xFF000000U | COLOUR);
    font_draw(&pen, (float)(x + text_offset(panel->size)),
              (float)(y + panel->size), mark->text, strlen(mark->text));
}

static void lay_out_dot(Panel *panel, const PanelSpace *space)
{
    int side = space->size;

    panel->size = side;
    if (space->width < 3 * side || space->height < 3 * side)
        return;
    panel->width = panel->height = 2 * side;
    panel->x = space->width - 5 * side / 2;
    panel->y = side / 2;
}

void mark_panel_lay_out(MarkPanel *mark, const char *text,
                        const PanelSpace *space)
{
    Panel *panel = &mark->panel;

    *mark = (MarkPanel){{.draw = draw}, text};
    panel_fit(panel, space, measure);
    panel->x = space->width - panel->width;
    if (panel->width > 0)
        return;
    mark->text = NULL;
    lay_out_dot(panel, space);
}
