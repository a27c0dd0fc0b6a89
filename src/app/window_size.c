/* SPDX-License-Identifier: MIT */
#include "app/window_size.h"

#include "lib/util/fixed.h"

#include <SDL.h>
#include <math.h>

#define NEW_SHARE 0.7 /* of a display, for a window of no given size */
#define MAX_SHARE 0.9 /* of a display, for a window that need not be larger */
#define MIN_SIDE  64  /* of a window of no given size: seen and clicked */

/* How many times a size fits that share of the display; 1 if unknown. */
static double count_fitting(int display, double share, int width, int height)
{
    SDL_Rect usable;

    if (SDL_GetDisplayUsableBounds(display, &usable) != 0)
        return 1;
    return fmin(usable.w * share / width, usable.h * share / height);
}

static void scale(int *width, int *height, double times, int min_side)
{
    *width = max_int((int)lround(*width * times), min_side);
    *height = max_int((int)lround(*height * times), min_side);
}

void window_size_share(int display, int *width, int *height)
{
    scale(width, height, count_fitting(display, NEW_SHARE, *width, *height),
          MIN_SIDE);
}

void window_size_fit(const DisplayOptions *options, int *width, int *height)
{
    double times = count_fitting(options->index, MAX_SHARE, *width, *height);

    if (options->min_width > 0 && times >= 1)
        times = floor(times);
    else if (options->keeps_size || times >= 1)
        times = 1;
    scale(width, height, times, options->keeps_size ? 1 : MIN_SIDE);
}
