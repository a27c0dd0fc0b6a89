/* SPDX-License-Identifier: MIT */
#include "app/recent.h"

#include "lib/util/fixed.h"
#include "media/surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void recent_clear(Recent *recent)
{
    for (int i = 0; i < RECENT_MAX; i++)
        free(recent->frames[i].planes);
    SDL_FreeSurface(recent->small);
    SDL_FreeSurface(recent->square);
    memset(recent, 0, sizeof *recent);
}

static RecentFrame *find(Recent *recent, int i)
{
    return &recent->frames[(recent->first + i) % RECENT_MAX];
}

/* The number of the frame that a step belongs to. */
static uint64_t count_frames(const Recent *recent, uint64_t step)
{
    return step * RECENT_RATE / (unsigned)recent->rate;
}

/* Begins again for frames of this size and rate: both sides of what is kept are
   even, as encoders want them. */
static void begin(Recent *recent, const RipplePixels *frame, int rate)
{
    double scale = sqrt((double)RECENT_PIXELS / frame->width / frame->height);

    recent_clear(recent);
    recent->width = frame->width;
    recent->height = frame->height;
    recent->rate = rate;
    scale = fmin(scale, 1);
    recent->small =
        surface_create(max_int((int)(frame->width * scale) & ~1, 2),
                       max_int((int)(frame->height * scale) & ~1, 2));
    recent->square = surface_create(RECENT_SIDE, RECENT_SIDE);
}

/* Has the planes hold what is in `small`. Returns 0 or -1. */
static int pack(const Recent *recent, RecentFrame *kept,
                const RipplePixels *frame)
{
    SDL_Surface *small = recent->small;
    SDL_Surface *whole = surface_wrap(frame);
    int result =
        whole != NULL ? SDL_SoftStretchLinear(whole, NULL, small, NULL) : -1;

    SDL_FreeSurface(whole);
    if (kept->planes == NULL)
        kept->planes = malloc((size_t)(small->w * small->h * 3 / 2));
    return result != 0 || kept->planes == NULL
               ? -1
               : SDL_ConvertPixels(small->w, small->h, SDL_PIXELFORMAT_ARGB8888,
                                   small->pixels, small->pitch,
                                   SDL_PIXELFORMAT_IYUV, kept->planes,
                                   small->w);
}

void recent_add(Recent *recent, const RipplePixels *frame, uint64_t step,
                int rate)
{
    RecentFrame *kept;

    if (frame->width < 2 || frame->height < 2) /* SDL would read beyond them */
        return;
    if (frame->width != recent->width || frame->height != recent->height ||
        rate != recent->rate)
        begin(recent, frame, rate);
    if (recent->small == NULL || recent->square == NULL ||
        (recent->count > 0 &&
         count_frames(recent, step) <=
             count_frames(recent, find(recent, recent->count - 1)->step)))
        return;
    while (
        recent->count == RECENT_MAX ||
        (recent->count > 0 &&
         find(recent, 0)->step + (unsigned)(rate * RECENT_SECONDS) <= step)) {
        recent->first = (recent->first + 1) % RECENT_MAX;
        recent->count--;
    }
    kept = find(recent, recent->count);
    kept->step = step;
    recent->count += pack(recent, kept, frame) == 0;
}

RipplePixels recent_get(Recent *recent, int i, int is_square, int *times)
{
    const RecentFrame *kept = find(recent, i);
    SDL_Surface *small = recent->small, *square = recent->square;
    int side = min_int(small->w, small->h), stride = 1 + is_square;
    SDL_Rect middle = {(small->w - side) / 2, (small->h - side) / 2, side,
                       side};
    uint64_t until = i + stride < recent->count ? find(recent, i + stride)->step
                                                : kept->step;

    SDL_ConvertPixels(small->w, small->h, SDL_PIXELFORMAT_IYUV, kept->planes,
                      small->w, SDL_PIXELFORMAT_ARGB8888, small->pixels,
                      small->pitch);
    *times = max_int(
        (int)(count_frames(recent, until) - count_frames(recent, kept->step)) /
            stride,
        1);
    if (!is_square)
        return surface_pixels(small);
    SDL_SoftStretchLinear(small, &middle, square, NULL);
    return surface_pixels(square);
}
