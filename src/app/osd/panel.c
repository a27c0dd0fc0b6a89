/* SPDX-License-Identifier: MIT */
/*
 * Every length is a multiple of the height of a capital, so a panel has the
 * same shape in all sizes, and the largest size that fits the window is
 * searched.
 *
 *     +-----------------------------+
 *     |  margin, with the shadow    |
 *     |   +---------------------+   |
 *     |   | padding             |   |  panel and shadow have one colour and
 *     |   |   text              |   |  differ in alpha
 *     |   +---------------------+   |
 *     +-----------------------------+
 */
#include "app/osd/panel.h"

#include "app/osd/font.h"
#include "base/fixed.h"
#include "host/pixel_buffer.h"

#include <math.h>
#include <string.h>

#define MIN_SIZE     5  /* of a capital that is legible */
#define DEFAULT_SIZE 11 /* of a capital in windows of up to 704 pixels */
#define WINDOW_SIZES 64 /* capitals in the shorter side of larger windows */

#define PANEL_COLOUR 0x0A1622U
#define PANEL_ALPHA  0.84F
#define SHADOW_ALPHA 0.40F /* at the edge of the panel */
#define TITLE_COLOUR 0xFFFFFFFFU
#define KEY_COLOUR   0xFF8ADCF5U
#define TEXT_COLOUR  0xFFEAF1F4U
#define MARK_COLOUR  0xE0302AU

static const char ellipsis[] = "...";
#define ELLIPSIS_LENGTH (sizeof ellipsis - 1)

static int text_width(const char *text, size_t length, int size)
{
    return (int)ceilf(font_width(text, length, (float)size));
}

static int title_size(int size)
{
    return size * 3 / 2;
}

static int margin(const Panel *panel)
{
    return panel->size;
}

/* From the edge of the panel to its text. */
static int side_padding(const Panel *panel)
{
    return panel->message != NULL ? panel->size * 3 / 2 : panel->size * 2;
}

static int padding(const Panel *panel)
{
    return panel->message != NULL ? panel->size : panel->size * 2;
}

/* From the baseline of a line of help to that of the next. */
static int line_pitch(const Panel *panel, int line)
{
    if (line == 0)
        return panel->size * 3;
    return panel->lines[line][0] != '\0' ? panel->size * 2 : panel->size;
}

/* The tab that ends the key of a line, or NULL. */
static const char *find_tab(const Panel *panel, int line)
{
    return line > 0 ? strchr(panel->lines[line], '\t') : NULL;
}

/* Adds padding and margin to the size of the text. */
static void add_padding(Panel *panel, int width, int height)
{
    int around = margin(panel);

    panel->width = width + 2 * (around + side_padding(panel));
    panel->height = height + 2 * (around + padding(panel));
}

static void measure_help(Panel *panel)
{
    int size = panel->size;
    int keys = 0, actions = 0, lines = 0;
    int height = title_size(size);

    for (int i = 0; i < panel->count; i++) {
        const char *line = panel->lines[i];
        const char *tab = find_tab(panel, i);

        if (tab != NULL) {
            keys = max_int(keys, text_width(line, (size_t)(tab - line), size));
            actions =
                max_int(actions, text_width(tab + 1, strlen(tab + 1), size));
        } else {
            lines = max_int(lines, text_width(line, strlen(line),
                                              i > 0 ? size : title_size(size)));
        }
        if (i + 1 < panel->count)
            height += line_pitch(panel, i);
    }
    panel->column = keys + 2 * size;
    add_padding(panel, max_int(lines, panel->column + actions), height);
}

/* Searches how much of the message fits into max_width pixels. */
static void measure_message(Panel *panel, int max_width)
{
    const char *text = panel->message;
    size_t length = strlen(text), too_long = length;
    int width = text_width(text, length, panel->size);
    int dots = text_width(ellipsis, ELLIPSIS_LENGTH, panel->size);

    panel->fitting = length;
    if (width > max_width) {
        panel->fitting = 0;
        while (panel->fitting + 1 < too_long) {
            size_t middle = (panel->fitting + too_long) / 2;

            if (text_width(text, middle, panel->size) + dots > max_width)
                too_long = middle;
            else
                panel->fitting = middle;
        }
        width = text_width(text, panel->fitting, panel->size) + dots;
    }
    add_padding(panel, width, panel->size);
}

static void measure(Panel *panel, int window_width)
{
    int around = 2 * (margin(panel) + side_padding(panel));

    if (panel->message != NULL)
        measure_message(panel, window_width - around);
    else
        measure_help(panel);
}

static int largest_size(int window_width, int window_height)
{
    return max_int(DEFAULT_SIZE,
                   min_int(window_width, window_height) / WINDOW_SIZES);
}

/* Searches the largest size that fits the window; 0 x 0 if there is none. */
static void fit(Panel *panel, int window_width, int window_height)
{
    panel->size = largest_size(window_width, window_height);
    measure(panel, window_width);
    while (panel->width > window_width || panel->height > window_height) {
        if (--panel->size < MIN_SIZE) {
            panel->width = panel->height = 0;
            return;
        }
        measure(panel, window_width);
    }
}

void panel_help(Panel *panel, const char *const *lines, int count,
                int window_width, int window_height)
{
    *panel = (Panel){.lines = lines, .count = count};
    fit(panel, window_width, window_height);
    panel->x = (window_width - panel->width) / 2;
    panel->y = (window_height - panel->height) / 2;
}

void panel_message(Panel *panel, const char *text, int window_width,
                   int window_height)
{
    *panel = (Panel){.message = text};
    fit(panel, window_width, window_height);
    panel->x = (window_width - panel->width) / 2;
    panel->y = max_int(0, window_height - panel->height - panel->size);
}

void panel_mark(Panel *panel, int window_width, int window_height)
{
    int side = largest_size(window_width, window_height);

    *panel = (Panel){.size = side};
    if (window_width < 3 * side || window_height < 3 * side)
        return;
    panel->width = panel->height = 2 * side;
    panel->x = window_width - 5 * side / 2;
    panel->y = side / 2;
}

/* Distance of a point from the panel, whose corners are round; negative
   inside. */
static float panel_distance(const Panel *panel, float x, float y)
{
    float around = (float)margin(panel);
    float radius = around + (float)padding(panel) / 2.0F;
    float middle_x = (float)panel->width / 2.0F;
    float middle_y = (float)panel->height / 2.0F;
    float dx = fabsf(x - middle_x) - (middle_x - around - radius);
    float dy = fabsf(y - middle_y) - (middle_y - around - radius);

    return hypotf(fmaxf(dx, 0), fmaxf(dy, 0)) + fminf(fmaxf(dx, dy), 0) -
           radius;
}

static uint32_t with_alpha(uint32_t colour, float alpha)
{
    return (uint32_t)(alpha * 255.0F + 0.5F) << 24 | colour;
}

static uint32_t shade_panel(const Panel *panel, float x, float y)
{
    float distance = panel_distance(panel, x, y);
    float nearness = 1.0F - distance / (float)margin(panel);
    float shadow = SHADOW_ALPHA * nearness * nearness;
    float inside = fminf(fmaxf(0.5F - distance, 0), 1);
    float alpha = nearness > 0 ? shadow + inside * (PANEL_ALPHA - shadow) : 0;

    return with_alpha(PANEL_COLOUR, alpha);
}

static void draw_help(const Panel *panel, const RipplePixels *target)
{
    FontPen title = {target, (float)title_size(panel->size), TITLE_COLOUR};
    FontPen key = {target, (float)panel->size, KEY_COLOUR};
    FontPen text = {target, (float)panel->size, TEXT_COLOUR};
    int x = margin(panel) + side_padding(panel);
    int y = margin(panel) + padding(panel) + title_size(panel->size);

    for (int i = 0; i < panel->count; i++) {
        const char *line = panel->lines[i];
        const char *tab = find_tab(panel, i);
        const char *action = tab != NULL ? tab + 1 : line;
        int column = tab != NULL ? x + panel->column : x;

        if (tab != NULL)
            font_draw(&key, (float)x, (float)y, line, (size_t)(tab - line));
        font_draw(i > 0 ? &text : &title, (float)column, (float)y, action,
                  strlen(action));
        y += line_pitch(panel, i);
    }
}

static void draw_message(const Panel *panel, const RipplePixels *target)
{
    FontPen pen = {target, (float)panel->size, TEXT_COLOUR};
    float x = (float)(margin(panel) + side_padding(panel));
    float y = (float)(margin(panel) + padding(panel) + panel->size);

    x = font_draw(&pen, x, y, panel->message, panel->fitting);
    if (panel->message[panel->fitting] != '\0')
        font_draw(&pen, x, y, ellipsis, ELLIPSIS_LENGTH);
}

/* A disc in the middle of its square, with a dark rim for bright water. */
static uint32_t shade_mark(const Panel *panel, float x, float y)
{
    float middle = (float)panel->width / 2.0F;
    float radius = (float)panel->size / 2.0F;
    float distance = hypotf(x - middle, y - middle) - radius;
    float rim = SHADOW_ALPHA * fmaxf(1.0F - distance / radius, 0);
    float alpha = distance < 0.5F ? fminf(0.5F - distance, 1) : 0;

    return alpha < rim ? with_alpha(PANEL_COLOUR, rim)
                       : with_alpha(MARK_COLOUR, alpha);
}

/* The new pixel at the middle (x + 0.5, y + 0.5). */
typedef uint32_t Shade(const Panel *panel, float x, float y);

static void fill(const Panel *panel, const RipplePixels *target, Shade *shade)
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
    int is_mark = panel->message == NULL && panel->lines == NULL;

    fill(panel, target, is_mark ? shade_mark : shade_panel);
    if (panel->width == 0 || is_mark)
        return;
    if (panel->message != NULL)
        draw_message(panel, target);
    else
        draw_help(panel, target);
}
