/* SPDX-License-Identifier: MIT */
/*
 * A picture that neither scrolls nor changes is used as it is; any other is
 * drawn into `drawn`. If there is no memory for that, the picture is shown
 * unscrolled until it rests.
 */
#include "app/background.h"

#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"

#include <stdlib.h>
#include <string.h>

/* A slide that shares the source with its caller; zero on failure. */
static int make_slide(Picture *slide, SDL_Surface *source, int width,
                      int height, Fit fit, int may_end)
{
    *slide = (Picture){.source = source};
    if (picture_fit(slide, width, height, fit, may_end) != 0) {
        slide->source = NULL;
        return -1;
    }
    source->refcount++;
    return 0;
}

static void release_source(Background *background, Picture *slide)
{
    if (background->keeps_sources || slide->film != NULL)
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
    picture_clear(&background->now);
    picture_clear(&background->next);
    pixel_buffer_clear(&background->drawn);
    free(background->rows);
    memset(background, 0, sizeof *background);
}

void background_set_rate(Background *background, int rate, uint64_t step)
{
    scrolling_set_rate(&background->scrolling, background->rate, rate);
    background->rate = rate;
    if (background->now.film != NULL)
        film_start(background->now.film, step, rate);
    if (background->next.film != NULL)
        film_start(background->next.film, step, rate);
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

/* Has a film go on with pictures of the right size. */
static void fit_film(const Background *background, const Picture *slide)
{
    const RipplePixels *now = &background->now.fitted;

    if (slide->film != NULL)
        film_fit(slide->film, now->width, now->height, background->fit);
}

static void show_slide(Background *background, Picture *slide)
{
    picture_retire(&background->now);
    background->now = *slide;
    *slide = (Picture){.source = NULL};
    background->is_stale = 1;
}

int background_show(Background *background, SDL_Surface *source)
{
    const RipplePixels *now = &background->now.fitted;
    Picture slide;

    if (make_slide(&slide, source, now->width, now->height, background->fit,
                   0) != 0)
        return -1;
    release_source(background, &slide);
    picture_clear(&background->next);
    show_slide(background, &slide);
    return 0;
}

int background_start_transition(Background *background, Picture *slide, int x,
                                int y, int steps)
{
    const RipplePixels *now = &background->now.fitted;

    if (picture_fit(slide, now->width, now->height, background->fit, 0) != 0) {
        picture_clear(slide);
        return -1;
    }
    release_source(background, slide);
    if (background_in_transition(background))
        show_slide(background, &background->next);
    background->next = *slide;
    background->transition = (Transition){x, y, 0, steps};
    fit_film(background, &background->next);
    *slide = (Picture){.source = NULL};
    return 0;
}

void background_replace(Background *background, Background *other)
{
    other->now.film = background->now.film;
    other->next.film = background->next.film;
    background->now.film = background->next.film = NULL;
    background_close(background);
    *background = *other;
    fit_film(background, &background->now);
    fit_film(background, &background->next);
}

void background_play(Background *background, Film *film, uint64_t step)
{
    film_close(background->now.film);
    background->now.film = film;
    fit_film(background, &background->now);
    if (film != NULL)
        film_start(film, step, background->rate);
}

static void tell_failure(const Picture *slide)
{
    Error error;

    if (film_check(slide->film, &error) != 0)
        error_print(&error);
}

void background_follow_films(Background *background, uint64_t step, int waits)
{
    Picture *slides[] = {&background->now, &background->next};

    for (int i = 0; i < COUNT(slides); i++) {
        if (slides[i]->film == NULL)
            continue;
        background->is_stale |=
            film_follow(slides[i]->film, slides[i], step, waits);
        tell_failure(slides[i]);
    }
}

int background_show_number(Background *background, uint64_t number)
{
    Picture *now = &background->now;
    int is_taken = film_take(now->film, now, number, 1);

    background->is_stale |= is_taken;
    return is_taken;
}

uint64_t background_calm_steps(const Background *background, uint64_t step)
{
    uint64_t calm = UINT64_MAX;

    if (background->now.film != NULL)
        calm = film_calm_steps(background->now.film, step);
    if (background->next.film != NULL)
        calm = min_uint64(calm, film_calm_steps(background->next.film, step));
    return calm;
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
