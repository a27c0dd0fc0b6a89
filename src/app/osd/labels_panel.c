/* SPDX-License-Identifier: MIT */
#include "app/osd/labels_panel.h"

#include "app/osd/font.h"
#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"

#include <string.h>

/* The label of the widest text. */
static void measure(Panel *panel, const PanelSpace *space)
{
    const LabelsPanel *labels = (const LabelsPanel *)panel;
    int size = panel->size;
    PanelText text = {.height = size, .side = size, .padding = size * 3 / 4};

    (void)space;
    for (int i = 0; i < labels->count; i++)
        text.width = max_int(
            text.width,
            panel_text_width(labels->texts[i], strlen(labels->texts[i]), size));
    panel_enclose(panel, &text);
}

static void draw_label(const LabelsPanel *labels, const RipplePixels *target,
                       const char *text)
{
    const Panel *label = &labels->label;
    FontPen pen = {target, (float)label->size, PANEL_TEXT_COLOUR};
    int width = panel_text_width(text, strlen(text), label->size);

    panel_fill(label, target, panel_shade_box);
    font_draw(&pen, (float)((label->width - width) / 2),
              (float)(panel_text_y(label) + label->size), text, strlen(text));
}

static uint32_t shade_nothing(const Panel *panel, float x, float y)
{
    (void)panel, (void)x, (void)y;
    return 0;
}

static void draw(const Panel *panel, const RipplePixels *target)
{
    const LabelsPanel *labels = (const LabelsPanel *)panel;

    panel_fill(panel, target, shade_nothing);
    for (int i = 0; i < labels->count; i++) {
        int x = (int)(i * labels->pitch);
        RipplePixels part = *target;

        if (x >= target->width)
            return;
        part.pixels = pixel_buffer_row(target, 0) + x;
        part.width = target->width - x;
        draw_label(labels, &part, labels->texts[i]);
    }
}

void labels_panel_lay_out(LabelsPanel *labels, const char *const *texts,
                          int count, const PanelSpace *frame, int x, int y)
{
    PanelSpace part = *frame;
    Panel *panel = &labels->panel;

    *labels = (LabelsPanel){{.draw = draw}, .texts = texts, .count = count};
    part.width /= count;
    labels->pitch = (double)frame->width / count;
    panel_fit(panel, &part, measure);
    labels->label = *panel;
    if (panel->width == 0)
        return;
    panel->x = x + (part.width - panel->width) / 2;
    panel->y = y;
    panel->width += (int)((count - 1) * labels->pitch);
}
