/* SPDX-License-Identifier: MIT */
/*
 * Every length is a multiple of the height of a capital, so an overlay has
 * one shape at all sizes, and fitting it is finding the largest size at which
 * it is no larger than the window. Around the panel lies a margin that holds
 * its shadow; panel and shadow are one colour, only the alpha differs.
 */
#include "app/osd/panel.h"

#include <math.h>
#include <string.h>

#include "app/osd/font.h"

#define MIN_SIZE       5  /* smallest legible capitals */
#define USUAL_SIZE     11 /* capitals where there is room */
#define SIZES_A_WINDOW 64 /* in large windows: capitals that fill a side */

#define PANEL_COLOUR 0x0A1622U
#define PANEL_ALPHA  0.84F
#define SHADOW_ALPHA 0.40F /* at the edge of the panel */
#define TITLE_COLOUR 0xFFFFFFFFU
#define KEY_COLOUR   0xFF8ADCF5U
#define TEXT_COLOUR  0xFFEAF1F4U
#define MARK_COLOUR  0xE0302AU

static const char ellipsis[] = "...";
#define ELLIPSIS_LENGTH (sizeof ellipsis - 1)

static int min_int(int a, int b)
{
    return a < b ? a : b;
}

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

static int text_width(const char *text, size_t length, int size)
{
    return (int)ceilf(font_width(text, length, (float)size));
}

static int title_size(int size)
{
    return size * 3 / 2;
}

static int margin(const Overlay *overlay)
{
    return overlay->size;
}

/* From the edge of the panel to its text, to the side and up and down. */
static int side_padding(const Overlay *overlay)
{
    return overlay->message != NULL ? overlay->size * 3 / 2 : overlay->size * 2;
}

static int padding(const Overlay *overlay)
{
    return overlay->message != NULL ? overlay->size : overlay->size * 2;
}

/* From the baseline of a line of help to that of the next. */
static int line_pitch(const Overlay *overlay, int line)
{
    if (line == 0)
        return overlay->size * 3;
    return overlay->lines[line][0] != '\0' ? overlay->size * 2 : overlay->size;
}

/* The tab that ends the key of a line, or NULL. */
static const char *find_tab(const Overlay *overlay, int line)
{
    return line > 0 ? strchr(overlay->lines[line], '\t') : NULL;
}

/* Sets the size of the whole from the size of the text in it. */
static void wrap_text(Overlay *overlay, int width, int height)
{
    int around = margin(overlay);

    overlay->width = width + 2 * (around + side_padding(overlay));
    overlay->height = height + 2 * (around + padding(overlay));
}

static void measure_help(Overlay *overlay)
{
    int size = overlay->size;
    int keys = 0, actions = 0, whole = 0;
    int height = title_size(size);

    for (int i = 0; i < overlay->count; i++) {
        const char *line = overlay->lines[i];
        const char *tab = find_tab(overlay, i);

        if (tab != NULL) {
            keys = max_int(keys, text_width(line, (size_t)(tab - line), size));
            actions =
                max_int(actions, text_width(tab + 1, strlen(tab + 1), size));
        } else {
            whole = max_int(whole, text_width(line, strlen(line),
                                              i > 0 ? size : title_size(size)));
        }
        if (i + 1 < overlay->count)
            height += line_pitch(overlay, i);
    }
    overlay->column = keys + 2 * size;
    wrap_text(overlay, max_int(whole, overlay->column + actions), height);
}

/* Finds how much of the message a text of `room` pixels can show. */
static void measure_message(Overlay *overlay, int room)
{
    const char *text = overlay->message;
    size_t length = strlen(text), too_long = length;
    int width = text_width(text, length, overlay->size);
    int dots = text_width(ellipsis, ELLIPSIS_LENGTH, overlay->size);

    overlay->shown = length;
    if (width > room) {
        overlay->shown = 0;
        while (overlay->shown + 1 < too_long) {
            size_t middle = (overlay->shown + too_long) / 2;

            if (text_width(text, middle, overlay->size) + dots > room)
                too_long = middle;
            else
                overlay->shown = middle;
        }
        width = text_width(text, overlay->shown, overlay->size) + dots;
    }
    wrap_text(overlay, width, overlay->size);
}

static void measure(Overlay *overlay, int window_width)
{
    int around = 2 * (margin(overlay) + side_padding(overlay));

    if (overlay->message != NULL)
        measure_message(overlay, window_width - around);
    else
        measure_help(overlay);
}

/* Finds the largest size that fits the window; 0 x 0 when there is none. */
static void fit(Overlay *overlay, int window_width, int window_height)
{
    overlay->size = max_int(USUAL_SIZE, min_int(window_width, window_height) /
                                            SIZES_A_WINDOW);
    measure(overlay, window_width);
    while (overlay->width > window_width || overlay->height > window_height) {
        if (--overlay->size < MIN_SIZE) {
            overlay->width = overlay->height = 0;
            return;
        }
        measure(overlay, window_width);
    }
}

void overlay_help(Overlay *overlay, const char *const *lines, int count,
                  int window_width, int window_height)
{
    *overlay = (Overlay){.lines = lines, .count = count};
    fit(overlay, window_width, window_height);
    overlay->x = (window_width - overlay->width) / 2;
    overlay->y = (window_height - overlay->height) / 2;
}

void overlay_message(Overlay *overlay, const char *text, int window_width,
                     int window_height)
{
    *overlay = (Overlay){.message = text};
    fit(overlay, window_width, window_height);
    overlay->x = (window_width - overlay->width) / 2;
    overlay->y = max_int(0, window_height - overlay->height - overlay->size);
}

void overlay_mark(Overlay *overlay, int window_width, int window_height)
{
    int side = max_int(USUAL_SIZE,
                       min_int(window_width, window_height) / SIZES_A_WINDOW);

    *overlay = (Overlay){.size = side};
    if (window_width < 3 * side || window_height < 3 * side)
        return;
    overlay->width = overlay->height = 2 * side;
    overlay->x = window_width - 5 * side / 2;
    overlay->y = side / 2;
}

/* How far a point lies outside a rectangle with round corners, if it does. */
static float panel_distance(const Overlay *overlay, float x, float y)
{
    float around = (float)margin(overlay);
    float radius = around + (float)padding(overlay) / 2.0F;
    float middle_x = (float)overlay->width / 2.0F;
    float middle_y = (float)overlay->height / 2.0F;
    float dx = fabsf(x - middle_x) - (middle_x - around - radius);
    float dy = fabsf(y - middle_y) - (middle_y - around - radius);

    return hypotf(fmaxf(dx, 0), fmaxf(dy, 0)) + fminf(fmaxf(dx, dy), 0) -
           radius;
}

static uint32_t with_alpha(uint32_t colour, float alpha)
{
    return (uint32_t)(alpha * 255.0F + 0.5F) << 24 | colour;
}

static uint32_t panel_pixel(const Overlay *overlay, int x, int y)
{
    float distance = panel_distance(overlay, (float)x + 0.5F, (float)y + 0.5F);
    float fade = 1.0F - distance / (float)margin(overlay);
    float shadow = SHADOW_ALPHA * fade * fade;
    float inside = fminf(fmaxf(0.5F - distance, 0), 1);
    float alpha = fade > 0 ? shadow + inside * (PANEL_ALPHA - shadow) : 0;

    return with_alpha(PANEL_COLOUR, alpha);
}

static void draw_panel(const Overlay *overlay, const RipplePixels *target)
{
    int width = min_int(overlay->width, target->width);
    int height = min_int(overlay->height, target->height);

    for (int y = 0; y < height; y++) {
        uint32_t *row = target->pixels + (size_t)y * target->stride;

        for (int x = 0; x < width; x++)
            row[x] = panel_pixel(overlay, x, y);
    }
}

static void draw_help(const Overlay *overlay, const RipplePixels *target)
{
    FontPen title = {target, (float)title_size(overlay->size), TITLE_COLOUR};
    FontPen key = {target, (float)overlay->size, KEY_COLOUR};
    FontPen text = {target, (float)overlay->size, TEXT_COLOUR};
    int x = margin(overlay) + side_padding(overlay);
    int y = margin(overlay) + padding(overlay) + title_size(overlay->size);

    for (int i = 0; i < overlay->count; i++) {
        const char *line = overlay->lines[i];
        const char *tab = find_tab(overlay, i);
        const char *action = tab != NULL ? tab + 1 : line;
        int column = tab != NULL ? x + overlay->column : x;

        if (tab != NULL)
            font_draw(&key, (float)x, (float)y, line, (size_t)(tab - line));
        font_draw(i > 0 ? &text : &title, (float)column, (float)y, action,
                  strlen(action));
        y += line_pitch(overlay, i);
    }
}

static void draw_message(const Overlay *overlay, const RipplePixels *target)
{
    FontPen pen = {target, (float)overlay->size, TEXT_COLOUR};
    float x = (float)(margin(overlay) + side_padding(overlay));
    float y = (float)(margin(overlay) + padding(overlay) + overlay->size);

    x = font_draw(&pen, x, y, overlay->message, overlay->shown);
    if (overlay->message[overlay->shown] != '\0')
        font_draw(&pen, x, y, ellipsis, ELLIPSIS_LENGTH);
}

/* A disc in the middle of its square, with a dark rim for bright water. */
static void draw_mark(const Overlay *overlay, const RipplePixels *target)
{
    float middle = (float)overlay->width / 2.0F;
    float radius = (float)overlay->size / 2.0F;
    int width = min_int(overlay->width, target->width);
    int height = min_int(overlay->height, target->height);

    for (int y = 0; y < height; y++) {
        uint32_t *row = target->pixels + (size_t)y * target->stride;

        for (int x = 0; x < width; x++) {
            float distance =
                hypotf((float)x + 0.5F - middle, (float)y + 0.5F - middle) -
                radius;
            float rim = SHADOW_ALPHA * fmaxf(1.0F - distance / radius, 0);
            float alpha = distance < 0.5F ? fminf(0.5F - distance, 1) : 0;

            if (alpha < rim)
                row[x] = with_alpha(PANEL_COLOUR, rim);
            else
                row[x] = with_alpha(MARK_COLOUR, alpha);
        }
    }
}

void overlay_draw(const Overlay *overlay, const RipplePixels *target)
{
    if (overlay->width == 0)
        return;
    if (overlay->message == NULL && overlay->lines == NULL) {
        draw_mark(overlay, target);
        return;
    }
    draw_panel(overlay, target);
    if (overlay->message != NULL)
        draw_message(overlay, target);
    else
        draw_help(overlay, target);
}
