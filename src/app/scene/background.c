/* SPDX-License-Identifier: MIT */
/*
 * A picture that neither scrolls nor changes is used as it is; any other is
 * drawn into `drawn`. If there is no memory for that, the picture is shown
 * unscrolled until it rests.
 */
#include "app/scene/background.h"

#include "base/fixed.h"
#include "host/pixel_buffer.h"

#include <stdlib.h>
#include <string.h>

/* Fits the source of a slide again unless it has that size; fails if the end of
   the program is asked for and `may_end`. */
static int fit_slide(Slide *slide, int width, int height, Fit fit, int may_end)
{
    RipplePixels fitted;

    if (slide->fitted.width == width && slide->fitted.height == height)
        return 0;
    if (pixel_buffer_init(&fitted, width, height, RIPPLE_FORMAT_ARGB8888) != 0)
        return -1;
    if ((may_end && pixel_buffer_occupy(&fitted) != 0) ||
        fit_picture(&fitted, slide->source, fit) != 0) {
        pixel_buffer_clear(&fitted);
        return -1;
    }
    pixel_buffer_clear(&slide->fitted);
    slide->fitted = fitted;
    return 0;
}

/* A slide that shares the source with its caller; zero on failure. */
static int make_slide(Slide *slide, SDL_Surface *source, int width, int height,
                      Fit fit, int may_end)
{
    *slide = (Slide){.source = source};
    if (fit_slide(slide, width, height, fit, may_end) != 0) {
        slide->source = NULL;
        return -1;
    }
    source->refcount++;
    return 0;
}

static void release_source(Background *background, Slide *slide)
{
    if (background->keeps_sources)
        return;
    SDL_FreeSurface(slide->source);
    slide->source = NULL;
}

static int make_rows(Background *background, int width)
{
    background->rows =
        malloc(2 * ((size_t)width + 1) * sizeof *background->rows);
    return background->rows != NULL ? 0 : -1;
}

int background_open(Background *background, int width, int height,
                    SDL_Surface *source)
{
    if (make_slide(&background->now, source, width, height, background->fit,
                   0) != 0)
        return -1;
    release_source(background, &background->now);
    if (make_rows(background, width) == 0)
        return 0;
    background_close(background);
    return -1;
}

void background_close(Background *background)
{
    slideshow_clear_slide(&background->now);
    slideshow_clear_slide(&background->next);
    pixel_buffer_clear(&background->drawn);
    free(background->rows);
    memset(background, 0, sizeof *background);
}

void background_set_rate(Background *background, int rate)
{
    scrolling_set_rate(&background->scrolling, background->rate, rate);
    background->rate = rate;
}

int background_in_transition(const Background *background)
{
    return background->next.fitted.pixels != NULL;
}

int background_resize(Background *result, const Background *from, int width,
                      int height)
{
    const RipplePixels *before = &from->now.fitted;

    *result = *from;
    memset(&result->now, 0, sizeof result->now);
    memset(&result->next, 0, sizeof result->next);
    memset(&result->drawn, 0, sizeof result->drawn);
    result->rows = NULL;
    if (make_slide(&result->now, from->now.source, width, height, from->fit,
                   1) == 0 &&
        (!background_in_transition(from) ||
         make_slide(&result->next, from->next.source, width, height, from->fit,
                    1) == 0) &&
        make_rows(result, width) == 0) {
        scrolling_resize(&result->scrolling, from->rate, before,
                         &result->now.fitted);
        result->transition.x = from->transition.x * width / before->width;
        result->transition.y = from->transition.y * height / before->height;
        result->is_stale = 1;
        return 0;
    }
    background_close(result);
    return -1;
}

static void show_slide(Background *background, Slide *slide)
{
    slideshow_retire_slide(&background->now);
    background->now = *slide;
    *slide = (Slide){.source = NULL};
    background->is_stale = 1;
}

int background_show(Background *background, SDL_Surface *source)
{
    const RipplePixels *now = &background->now.fitted;
    Slide slide;

    if (make_slide(&slide, source, now->width, now->height, background->fit,
                   0) != 0)
        return -1;
    release_source(background, &slide);
    slideshow_clear_slide(&background->next);
    show_slide(background, &slide);
    return 0;
}

int background_start_transition(Background *background, Slide *slide, int x,
                                int y, int steps)
{
    const RipplePixels *now = &background->now.fitted;

    if (fit_slide(slide, now->width, now->height, background->fit, 0) != 0) {
        slideshow_clear_slide(slide);
        return -1;
    }
    release_source(background, slide);
    if (background_in_transition(background))
        show_slide(background, &background->next);
    background->next = *slide;
    background->transition = (Transition){x, y, 0, steps};
    *slide = (Slide){.source = NULL};
    return 0;
}

void background_step(Background *background, int speed_x, int speed_y)
{
    const RipplePixels *now = &background->now.fitted;

    if (speed_x != 0 || speed_y != 0) {
        scrolling_step(&background->scrolling, speed_x, speed_y,
                       background->rate, now->width, now->height);
        background->is_stale = 1;
    }
    if (!background_in_transition(background))
        return;
    background->is_stale = 1;
    background->transition.step++;
    if (background->transition.step >= background->transition.steps)
        show_slide(background, &background->next);
}

static void draw_next(const Background *background, int y, const uint32_t *next,
                      uint32_t *row)
{
    const RipplePixels *now = &background->now.fitted;

    transition_mix_row(&background->transition, now->width, now->height, y,
                       next, row);
}

/* A row of the picture as it is without scrolling. */
static const uint32_t *unscrolled_row(const Background *background, int y)
{
    const RipplePixels *fitted = &background->now.fitted;
    const uint32_t *row = pixel_buffer_row(fitted, y);

    if (!background_in_transition(background))
        return row;
    memcpy(background->rows, row, (size_t)fitted->width * sizeof *row);
    draw_next(background, y, pixel_buffer_row(&background->next.fitted, y),
              background->rows);
    return background->rows;
}

static void draw_row(const Background *background, int y, ScrollingMask mask)
{
    int width = background->now.fitted.width;
    uint32_t *row = pixel_buffer_row(&background->drawn, y);
    uint32_t *scratch = background->rows, *next = scratch + width + 1;
    int is_moved = scrolling_is_moved(&background->scrolling);

    scrolling_draw_row(&background->scrolling, background->rate,
                       &background->now.fitted, y, row, scratch);
    if (background_in_transition(background) && is_moved) {
        scrolling_draw_row(&background->scrolling, background->rate,
                           &background->next.fitted, y, next, scratch);
        draw_next(background, y, next, row);
    } else if (background_in_transition(background)) {
        draw_next(background, y, pixel_buffer_row(&background->next.fitted, y),
                  row);
    }
    if (is_moved)
        scrolling_keep_land(mask, width, background->now.fitted.height, y,
                            unscrolled_row(background, y), row);
}

int background_draw(Background *background, ScrollingMask mask)
{
    int width = background->now.fitted.width;
    int height = background->now.fitted.height;

    if (!background->is_stale)
        return 0;
    background->is_stale = 0;
    if (!background_in_transition(background) &&
        !scrolling_is_moved(&background->scrolling)) {
        pixel_buffer_clear(&background->drawn);
        return 1;
    }
    if (background->drawn.pixels == NULL &&
        pixel_buffer_init(&background->drawn, width, height,
                          RIPPLE_FORMAT_ARGB8888) != 0)
        return -1;
    for (int y = 0; y < height; y++)
        draw_row(background, y, mask);
    return 1;
}

const RipplePixels *background_pixels(const Background *background)
{
    return background->drawn.pixels != NULL ? &background->drawn
                                            : &background->now.fitted;
}
