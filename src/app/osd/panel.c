/* SPDX-License-Identifier: MIT */
#include "app/osd/panel.h"

#include "app/osd/font.h"
#include "app/osd/shape.h"
#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"

#include <math.h>

#define MIN_SIZE 5 /* of a capital that is legible */

#define BOX_ALPHA    0.84F
#define SHADOW_ALPHA 0.40F /* at the edge of the box */

int panel_text_width(const char *text, size_t length, int size)
{
    return (int)ceilf(font_width(text, length, (float)size));
}

static int margin(const Panel *panel)
{
    return panel->size;
}

void panel_enclose(Panel *panel, const PanelText *text)
{
    panel->side = text->side;
    panel->padding = text->padding;
    panel->width = text->width + 2 * panel_text_x(panel);
    panel->height = text->height + 2 * panel_text_y(panel);
}

int panel_text_x(const Panel *panel)
{
    return margin(panel) + panel->side;
}

int panel_text_y(const Panel *panel)
{
    return margin(panel) + panel->padding;
}

void panel_fit(Panel *panel, const PanelSpace *space, PanelMeasure *measure)
{
    panel->size = space->size;
    measure(panel, space);
    while (panel->width > space->width || panel->height > space->height) {
        if (--panel->size < MIN_SIZE) {
            panel->width = panel->height = 0;
            return;
        }
        measure(panel, space);
    }
}

uint32_t panel_colour(uint32_t rgb, float alpha)
{
    return (uint32_t)(alpha * 255.0F + 0.5F) << 24 | rgb;
}

/* Distance of a point from the box; negative inside. */
static float box_distance(const Panel *panel, float x, float y)
{
    float around = (float)margin(panel);
    ShapeBox box = {around, around, (float)panel->width - 2 * around,
                    (float)panel->height - 2 * around,
                    around + (float)panel->padding / 2.0F};

    return shape_box_distance(&box, x, y);
}

/* Whether a point lies inside, far from all edges and corners: most do, and
   need no distance. */
static int is_in_core(const Panel *panel, float x, float y)
{
    float edge = (float)margin(panel) + 1;
    float corner = edge + edge + (float)panel->padding / 2.0F;
    float right = (float)panel->width - x, bottom = (float)panel->height - y;
    float side = x < right ? x : right, end = y < bottom ? y : bottom;

    return side > edge && end > edge && (side > corner || end > corner);
}

uint32_t panel_shade_box(const Panel *panel, float x, float y)
{
    float distance, nearness, shadow, inside;

    if (is_in_core(panel, x, y))
        return panel_colour(PANEL_DARK, BOX_ALPHA);
    distance = box_distance(panel, x, y);
    nearness = 1.0F - distance / (float)margin(panel);
    shadow = SHADOW_ALPHA * nearness * nearness;
    inside = fminf(fmaxf(0.5F - distance, 0), 1);
    return panel_colour(
        PANEL_DARK, nearness > 0 ? shadow + inside * (BOX_ALPHA - shadow) : 0);
}

void panel_fill(const Panel *panel, const RipplePixels *target,
                PanelShade *shade)
{
    int width = min_int(panel->width, target->width);
    int height = min_int(panel->height, target->height);

    for (int y = 0; y < height; y++) {
        uint32_t *row = pixel_buffer_row(target, y);

        for (int x = 0; x < width; x++)
            row[x] = shade(panel, (float)x + 0.5F, (float)y + 0.5F);
    }
}

void panel_draw(const Panel *panel, const RipplePixels *target)
{
    if (panel->width > 0)
        panel->draw(panel, target);
}
