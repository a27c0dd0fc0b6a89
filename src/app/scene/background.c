/* SPDX-License-Identifier: MIT */
/*
 * A picture at rest is shown as it is; only one that drifts or fades is drawn
 * into pixels of its own. When there is no memory for those the picture stays
 * where it belongs until it is whole again.
 */
#include "app/scene/background.h"

#include "host/pixel_buffer.h"

#include <stdlib.h>
#include <string.h>

/* Fits the source of a page again unless it is of that size. */
static int fit_page(Page *page, int width, int height, Fit fit)
{
    RipplePixels fitted;

    if (page->fitted.width == width && page->fitted.height == height)
        return 0;
    if (pixels_init(&fitted, width, height, RIPPLE_FORMAT_ARGB8888) != 0)
        return -1;
    if (fit_picture(&fitted, page->source, fit) != 0) {
        pixels_clear(&fitted);
        return -1;
    }
    pixels_clear(&page->fitted);
    page->fitted = fitted;
    return 0;
}

/* A page of a source that others may hold as well; zero on failure. */
static int make_page(Page *page, SDL_Surface *source, int width, int height,
                     Fit fit)
{
    *page = (Page){.source = source};
    if (fit_page(page, width, height, fit) != 0) {
        page->source = NULL;
        return -1;
    }
    source->refcount++;
    return 0;
}

static void release_source(Backdrop *backdrop, Page *page)
{
    if (backdrop->keeps_sources)
        return;
    SDL_FreeSurface(page->source);
    page->source = NULL;
}

static int make_rows(Backdrop *backdrop, int width)
{
    backdrop->rows = malloc(2 * ((size_t)width + 1) * sizeof *backdrop->rows);
    return backdrop->rows != NULL ? 0 : -1;
}

int backdrop_open(Backdrop *backdrop, int width, int height,
                  SDL_Surface *source)
{
    if (make_page(&backdrop->now, source, width, height, backdrop->fit) != 0)
        return -1;
    release_source(backdrop, &backdrop->now);
    if (make_rows(backdrop, width) == 0)
        return 0;
    backdrop_close(backdrop);
    return -1;
}

void backdrop_close(Backdrop *backdrop)
{
    album_clear_page(&backdrop->now);
    album_clear_page(&backdrop->next);
    pixels_clear(&backdrop->seen);
    free(backdrop->rows);
    memset(backdrop, 0, sizeof *backdrop);
}

int backdrop_is_fading(const Backdrop *backdrop)
{
    return backdrop->next.fitted.pixels != NULL;
}

int backdrop_resize(Backdrop *result, const Backdrop *from, int width,
                    int height)
{
    const RipplePixels *before = &from->now.fitted;

    *result = *from;
    memset(&result->now, 0, sizeof result->now);
    memset(&result->next, 0, sizeof result->next);
    memset(&result->seen, 0, sizeof result->seen);
    result->rows = NULL;
    if (make_page(&result->now, from->now.source, width, height, from->fit) ==
            0 &&
        (!backdrop_is_fading(from) ||
         make_page(&result->next, from->next.source, width, height,
                   from->fit) == 0) &&
        make_rows(result, width) == 0) {
        drift_resize(&result->drift, from->rate, before, &result->now.fitted);
        result->fade.x = from->fade.x * width / before->width;
        result->fade.y = from->fade.y * height / before->height;
        result->is_stale = 1;
        return 0;
    }
    backdrop_close(result);
    return -1;
}

static void turn_page(Backdrop *backdrop, Page *page)
{
    album_clear_page(&backdrop->now);
    backdrop->now = *page;
    *page = (Page){.source = NULL};
    backdrop->is_stale = 1;
}

int backdrop_show(Backdrop *backdrop, SDL_Surface *source)
{
    const RipplePixels *now = &backdrop->now.fitted;
    Page page;

    if (make_page(&page, source, now->width, now->height, backdrop->fit) != 0)
        return -1;
    release_source(backdrop, &page);
    album_clear_page(&backdrop->next);
    turn_page(backdrop, &page);
    return 0;
}

int backdrop_fade(Backdrop *backdrop, Page *page, int x, int y, int steps)
{
    const RipplePixels *now = &backdrop->now.fitted;

    if (fit_page(page, now->width, now->height, backdrop->fit) != 0) {
        album_clear_page(page);
        return -1;
    }
    release_source(backdrop, page);
    album_clear_page(&backdrop->next);
    backdrop->next = *page;
    backdrop->fade = (Fade){x, y, 0, steps};
    *page = (Page){.source = NULL};
    return 0;
}

void backdrop_step(Backdrop *backdrop, int speed_x, int speed_y)
{
    const RipplePixels *now = &backdrop->now.fitted;

    if (speed_x != 0 || speed_y != 0) {
        drift_step(&backdrop->drift, speed_x, speed_y, backdrop->rate,
                   now->width, now->height);
        backdrop->is_stale = 1;
    }
    if (!backdrop_is_fading(backdrop))
        return;
    backdrop->is_stale = 1;
    backdrop->fade.place++;
    if (backdrop->fade.place >= backdrop->fade.length)
        turn_page(backdrop, &backdrop->next);
}

static void draw_next(const Backdrop *backdrop, int y, const uint32_t *next,
                      uint32_t *row)
{
    const RipplePixels *now = &backdrop->now.fitted;

    fade_mix_row(&backdrop->fade, now->width, now->height, y, next, row);
}

/* The cell of a mask under the middle of a pixel. */
static int find_cell(int pixel, int pixels, int cells)
{
    return (int)((2 * (int64_t)pixel + 1) * cells / (2 * (int64_t)pixels));
}

/* Lays what is land in a row of the pictures, undrifted, over the row. */
static void lay_land(const Backdrop *backdrop, int y, BackdropMask mask,
                     uint32_t *row)
{
    const RipplePixels *fitted = &backdrop->now.fitted;
    int width = fitted->width;
    int mask_row = find_cell(y, fitted->height, mask.rows);
    const uint8_t *depths = mask.depths + (ptrdiff_t)mask_row * mask.columns;
    uint32_t *still = backdrop->rows;

    if (memchr(depths, 0, (size_t)mask.columns) == NULL)
        return;
    memcpy(still, pixels_row(fitted, y), (size_t)width * sizeof *still);
    if (backdrop_is_fading(backdrop))
        draw_next(backdrop, y, pixels_row(&backdrop->next.fitted, y), still);
    for (int x = 0; x < width; x++) {
        if (depths[find_cell(x, width, mask.columns)] == 0)
            row[x] = still[x];
    }
}

static void draw_row(const Backdrop *backdrop, int y, BackdropMask mask)
{
    int width = backdrop->now.fitted.width;
    uint32_t *row = pixels_row(&backdrop->seen, y);
    uint32_t *scratch = backdrop->rows, *next = scratch + width + 1;

    drift_draw_row(&backdrop->drift, backdrop->rate, &backdrop->now.fitted, y,
                   row, scratch);
    if (backdrop_is_fading(backdrop)) {
        drift_draw_row(&backdrop->drift, backdrop->rate, &backdrop->next.fitted,
                       y, next, scratch);
        draw_next(backdrop, y, next, row);
    }
    if (mask.depths != NULL && drift_is_away(&backdrop->drift))
        lay_land(backdrop, y, mask, row);
}

int backdrop_draw(Backdrop *backdrop, BackdropMask mask)
{
    int width = backdrop->now.fitted.width;
    int height = backdrop->now.fitted.height;

    if (!backdrop->is_stale)
        return 0;
    backdrop->is_stale = 0;
    if (!backdrop_is_fading(backdrop) && !drift_is_away(&backdrop->drift)) {
        pixels_clear(&backdrop->seen);
        return 1;
    }
    if (backdrop->seen.pixels == NULL &&
        pixels_init(&backdrop->seen, width, height, RIPPLE_FORMAT_ARGB8888) !=
            0)
        return -1;
    for (int y = 0; y < height; y++)
        draw_row(backdrop, y, mask);
    return 1;
}

const RipplePixels *backdrop_pixels(const Backdrop *backdrop)
{
    return backdrop->seen.pixels != NULL ? &backdrop->seen
                                         : &backdrop->now.fitted;
}
