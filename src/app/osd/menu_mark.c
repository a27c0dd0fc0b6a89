/* SPDX-License-Identifier: MIT */
#include "app/osd/menu_mark.h"

#include "app/osd/shape.h"

#define BARS 3

static void draw(const Panel *panel, const RipplePixels *target)
{
    float size = (float)panel->size;
    float side = (float)(panel->width - 2 * panel->size);
    float thickness = size / 6, width = size * 7 / 6, pitch = size * 5 / 12;

    panel_fill(panel, target, panel_shade_box);
    for (int i = 0; i < BARS; i++) {
        ShapeBox bar = {size + (side - width) / 2,
                        size + side / 2 + pitch * (float)(i - 1) -
                            thickness / 2,
                        width, thickness, thickness / 2};

        shape_draw_box(target, &bar, PANEL_TEXT_COLOUR);
    }
}

static void measure(Panel *panel, const PanelSpace *space)
{
    PanelText bars = {.width = panel->size * 3 / 2,
                      .height = panel->size * 3 / 2,
                      .side = panel->size / 2,
                      .padding = panel->size / 2};

    (void)space;
    panel_enclose(panel, &bars);
}

void menu_mark_lay_out(Panel *panel, const PanelSpace *space)
{
    *panel = (Panel){.draw = draw};
    panel_fit(panel, space, measure);
}
