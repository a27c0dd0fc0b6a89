/* SPDX-License-Identifier: MIT */
/*
 * SDL_SoftStretchLinear reads two source pixels per axis, and so skips some if
 * the target is smaller than half. Therefore each axis is halved first, until a
 * factor of at most 2 is left: an exact half has weights of 1/2 and skips none.
 * For k halvings an axis is stretched to the next multiple of 2^k before, which
 * adds less than 1 / (length of the target) to it.
 */
#include "media/fit.h"

#include "media/surface.h"
#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"

#include <limits.h>

#define OPAQUE 0xFF000000

/* Halvings until `from` is at most 2 * `to`. */
static int count_halvings(int from, int to)
{
    int count = 0;

    while ((from + (1 << count) - 1) >> count > 2 * to)
        count++;
    return count;
}

/* Linear stretching of a single column reads outside the surface; there the
   nearest pixel is the same. */
static int stretch(SDL_Surface *source, const SDL_Rect *from,
                   SDL_Surface *target, const SDL_Rect *to)
{
    if (from->w == 1)
        return SDL_SoftStretch(source, from, target, to);
    return SDL_SoftStretchLinear(source, from, target, to);
}

/* A new surface with the part `from` of the source in another size, or NULL. */
static SDL_Surface *resize(SDL_Surface *source, const SDL_Rect *from, int width,
                           int height)
{
    SDL_Surface *result = surface_create(width, height);

    if (result != NULL && stretch(source, from, result, NULL) < 0) {
        SDL_FreeSurface(result);
        return NULL;
    }
    return result;
}

/* The part `from` of the source, halved `times_x` and `times_y` times. A column
   of one pixel is doubled: stretch needs two. A part that has its first size
   already is not copied to it. */
static SDL_Surface *reduce(SDL_Surface *source, const SDL_Rect *from,
                           int times_x, int times_y)
{
    int width = max_int(((from->w - 1) >> times_x) + 1, 2);
    int height = ((from->h - 1) >> times_y) + 1;
    SDL_Surface *result = source;
    SDL_Rect part = *from;

    source->refcount++;
    if (width << times_x == part.w && height << times_y == part.h) {
        times_x -= times_x > 0;
        times_y -= times_y > 0;
    }
    for (;;) {
        SDL_Surface *next =
            resize(result, &part, width << times_x, height << times_y);

        SDL_FreeSurface(result);
        result = next;
        if (result == NULL || (times_x == 0 && times_y == 0))
            return result;
        part = (SDL_Rect){0, 0, result->w, result->h};
        times_x -= times_x > 0;
        times_y -= times_y > 0;
    }
}

static int scale(SDL_Surface *source, const SDL_Rect *from, SDL_Surface *target,
                 const SDL_Rect *to)
{
    int times_x = count_halvings(from->w, to->w);
    int times_y = count_halvings(from->h, to->h);
    SDL_Surface *reduced;
    SDL_Rect all;
    int result;

    if (from->w > 1 && times_x == 0 && times_y == 0)
        return stretch(source, from, target, to);
    reduced = reduce(source, from, times_x, times_y);
    if (reduced == NULL)
        return -1;
    all = (SDL_Rect){0, 0, reduced->w, reduced->h};
    result = stretch(reduced, &all, target, to);
    SDL_FreeSurface(reduced);
    return result;
}

/* length * part / whole, rounded, at least 1. */
static int proportion(int length, int part, int whole)
{
    int64_t result = ((int64_t)length * part + whole / 2) / whole;

    return max_int((int)result, 1);
}

/* The largest rectangle with the aspect of `shape` in the middle of `frame`. */
static SDL_Rect inscribe(const SDL_Rect *shape, const SDL_Rect *frame)
{
    SDL_Rect result = *frame;

    if ((int64_t)shape->w * frame->h > (int64_t)frame->w * shape->h)
        result.h = proportion(frame->w, shape->h, shape->w);
    else
        result.w = proportion(frame->h, shape->w, shape->h);
    result.x = (frame->w - result.w) / 2;
    result.y = (frame->h - result.h) / 2;
    return result;
}

static void tile(const RipplePixels *target, const SDL_Surface *source)
{
    for (int y = 0; y < target->height; y++) {
        const uint32_t *from = surface_row(source, y % source->h);
        uint32_t *to = pixel_buffer_row(target, y);

        for (int x = 0; x < target->width; x += source->w) {
            int count = min_int(target->width - x, source->w);

            memcpy(to + x, from, (size_t)count * sizeof *to);
        }
    }
}

static void make_opaque(const RipplePixels *target)
{
    for (int y = 0; y < target->height; y++) {
        uint32_t *row = pixel_buffer_row(target, y);

        for (int x = 0; x < target->width; x++)
            row[x] |= OPAQUE;
    }
}

static int scale_to_fit(const RipplePixels *target, SDL_Surface *source,
                        Fit fit)
{
    size_t pitch = target->stride * sizeof *target->pixels;
    SDL_Rect from = {0, 0, source->w, source->h};
    SDL_Rect to = {0, 0, target->width, target->height};
    SDL_Surface *surface;
    int result;

    if (pitch > INT_MAX)
        return SDL_SetError("rows too long to scale");
    surface = surface_wrap(target);
    if (surface == NULL)
        return -1;
    if (fit == FIT_COVER) {
        from = inscribe(&to, &from);
        from.y = (source->h - from.h) / 3; /* the subject is seldom low */
    }
    if (fit == FIT_CONTAIN) {
        SDL_FillRect(surface, NULL, OPAQUE);
        to = inscribe(&from, &to);
    }
    result = scale(source, &from, surface, &to);
    SDL_FreeSurface(surface);
    return result;
}

int fit_picture(const RipplePixels *target, SDL_Surface *source, Fit fit)
{
    int is_for_all = source->userdata != NULL;
    int same_size = source->w == target->width && source->h == target->height;

    if (source->format->format != SDL_PIXELFORMAT_ARGB8888)
        return SDL_SetError("the picture is not ARGB8888");
    if (same_size || (fit == FIT_TILE && !is_for_all))
        tile(target, source);
    else if (scale_to_fit(target, source, is_for_all ? FIT_STRETCH : fit) < 0)
        return -1;
    make_opaque(target);
    return 0;
}
