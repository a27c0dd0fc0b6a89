/* SPDX-License-Identifier: MIT */
#include "app/osd/ring_panel.h"

#include "base/fixed.h"

#include <math.h>

#define LINES_OF_TEXT 9     /* widths of the line in the height of a capital */
#define RIM_ALPHA     0.75F /* dark over any water */

/* 1 within half the width of the middle of a line, 0 half a pixel outside. */
static float cover(float distance, float width)
{
    return fminf(fmaxf(width / 2 + 0.5F - distance, 0), 1);
}

/* A dark line three times as wide lies below the light one. */
static uint32_t shade(const Panel *panel, float x, float y)
{
    const RingPanel *ring = (const RingPanel *)panel;
    float dx = x - ring->middle_x, dy = y - ring->middle_y;
    float square = dx * dx + dy * dy;
    float reach = 1.5F * ring->line + 0.5F;
    float inner = fmaxf(ring->radius - reach, 0);
    float outer = ring->radius + reach;
    float distance, light, dark;

    if (square < inner * inner || square > outer * outer)
        return 0;
    distance = fabsf(sqrtf(square) - ring->radius);
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

void ring_panel_lay_out(RingPanel *ring, float x, float y, float radius,
                        const PanelSpace *space)
{
    float line = fmaxf((float)space->size / LINES_OF_TEXT, 1);
    float reach = radius + 2 * line + 1;
    int left = max_int((int)floorf(x - reach), 0);
    int top = max_int((int)floorf(y - reach), 0);
    int right = min_int((int)ceilf(x + reach), space->width);
    int bottom = min_int((int)ceilf(y + reach), space->height);

    *ring = (RingPanel){{.size = space->size, .draw = draw},
                        .middle_x = x - (float)left,
                        .middle_y = y - (float)top,
                        .radius = radius,
                        .line = line};
    if (right <= left || bottom <= top)
        return;
    ring->panel.x = left;
    ring->panel.y = top;
    ring->panel.width = right - left;
    ring->panel.height = bottom - top;
}
