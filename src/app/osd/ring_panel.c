/* SPDX-License-Identifier: MIT */
#include "app/osd/ring_panel.h"

#include "lib/util/fixed.h"

#include <math.h>

#define LINES_OF_TEXT 9     /* widths of the line in the height of a capital */
#define RIM_ALPHA     0.75F /* dark over any water */
#define TINY          1e-3F /* pixels */

/* 1 within half the width of the middle of a line, 0 half a pixel outside. */
static float cover(float distance, float width)
{
    return fminf(fmaxf(width / 2 + 0.5F - distance, 0), 1);
}

/* The distance of a point from the ellipse: exact for a circle, else what the
   slope there makes of it. */
static float find_distance(const RingPanel *ring, float dx, float dy)
{
    float along_x = dx / fmaxf(ring->radius_x, TINY);
    float along_y = dy / fmaxf(ring->radius_y, TINY);
    float radius = sqrtf(along_x * along_x + along_y * along_y);
    float slope_x = along_x / fmaxf(ring->radius_x, TINY);
    float slope_y = along_y / fmaxf(ring->radius_y, TINY);
    float slope = sqrtf(slope_x * slope_x + slope_y * slope_y);

    return slope > 0 ? fabsf(radius - 1) * radius / slope
                     : fminf(ring->radius_x, ring->radius_y);
}

/* A dark line three times as wide lies below the light one. */
static uint32_t shade(const Panel *panel, float x, float y)
{
    const RingPanel *ring = (const RingPanel *)panel;
    float distance =
        find_distance(ring, x - ring->middle_x, y - ring->middle_y);
    float light, dark;

    if (distance > 1.5F * ring->line + 0.5F)
        return 0;
    light = cover(distance, ring->line);
    dark = cover(distance, 3 * ring->line) * RIM_ALPHA;
    return panel_colour(mix_pixels(PANEL_DARK, PANEL_TITLE_COLOUR & 0xFFFFFFU,
                                   (uint32_t)(light * 256)),
                        dark + (1 - dark) * light);
}

static void draw(const Panel *panel, const RipplePixels *target)
{
    panel_fill(panel, target, shade);
}

void ring_panel_lay_out(RingPanel *ring, float x, float y, float radius_x,
                        float radius_y, const PanelSpace *space)
{
    float line = fmaxf((float)space->size / LINES_OF_TEXT, 1);
    float reach_x = radius_x + 2 * line + 1, reach_y = radius_y + 2 * line + 1;
    int left = max_int((int)floorf(x - reach_x), 0);
    int top = max_int((int)floorf(y - reach_y), 0);
    int right = min_int((int)ceilf(x + reach_x), space->width);
    int bottom = min_int((int)ceilf(y + reach_y), space->height);

    *ring = (RingPanel){{.size = space->size, .draw = draw},
                        .middle_x = x - (float)left,
                        .middle_y = y - (float)top,
                        .radius_x = radius_x,
                        .radius_y = radius_y,
                        .line = line};
    if (right <= left || bottom <= top)
        return;
    ring->panel.x = left;
    ring->panel.y = top;
    ring->panel.width = right - left;
    ring->panel.height = bottom - top;
}
