/* SPDX-License-Identifier: MIT */
/*
 * Desktops tell the size of a display in mm, wrongly or not at all: many a
 * projector, television and virtual display claims a few mm or 96 dpi. So dots
 * per inch count only if they are plausible and about the same in both
 * directions, and a display of very many rows is taken to be a fine one.
 */
#include "app/text_size.h"

#include "lib/util/fixed.h"

#include <math.h>

#define CAPITAL        13   /* height of a capital of text of 16 pixels */
#define DPI            96.0 /* at which it has that size */
#define MIN_DPI        72.0 /* that a display can have */
#define MAX_DPI        400.0
#define MAX_SQUASH     1.15 /* of the dots in x and in y */
#define DISPLAY_ROWS   1440 /* of a display at 96 dpi, at most */
#define WINDOW_LETTERS 64   /* capitals in the shorter side of large windows */

static double find_dpi_scale(double x, double y)
{
    double min = fmin(x, y), max = fmax(x, y);

    if (!(min >= MIN_DPI && max <= MAX_DPI && max <= min * MAX_SQUASH))
        return 1;
    return min / DPI;
}

int text_size_compute(const TextDisplay *display, int width, int height)
{
    double scale = fmax(display->pixels_per_unit, 1);

    scale = fmax(scale, find_dpi_scale(display->dpi_x, display->dpi_y));
    scale = fmax(scale, (double)display->height / DISPLAY_ROWS);
    return max_int((int)lround(CAPITAL * scale),
                   min_int(width, height) / WINDOW_LETTERS);
}
