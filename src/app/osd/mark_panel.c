/* SPDX-License-Identifier: MIT */
#include "app/osd/mark_panel.h"

#include <math.h>

#define COLOUR    0xE0302AU
#define RIM_ALPHA 0.40F /* at the edge of the dot */

/* A disc in the middle of its square, with a dark rim for bright water. */
static uint32_t shade(const Panel *panel, float x, float y)
{
    float middle = (float)panel->width / 2.0F;
    float radius = (float)panel->size / 2.0F;
    float distance = hypotf(x - middle, y - middle) - radius;
    float rim = RIM_ALPHA * fmaxf(1.0F - distance / radius, 0);
    float alpha = distance < 0.5F ? fminf(0.5F - distance, 1) : 0;

    return alpha < rim ? panel_colour(PANEL_DARK, rim)
                       : panel_colour(COLOUR, alpha);
}

static void draw(const Panel *panel, const RipplePixels *target)
{
    panel_fill(panel, target, shade);
}

void mark_panel_lay_out(Panel *panel, const PanelSpace *space)
{
    int side = space->size;

    *panel = (Panel){.size = side, .draw = draw};
    if (space->width < 3 * side || space->height < 3 * side)
        return;
    panel->width = panel->height = 2 * side;
    panel->x = space->width - 5 * side / 2;
    panel->y = side / 2;
}
