/* SPDX-License-Identifier: MIT */
#include "optics.h"

#include <stdlib.h>
#include <string.h>

/*
 * With more memory in use than this, picture and frame do not stay in the
 * caches from one drawing to the next: frames are then written past them, and
 * the picture is fetched AHEAD_BYTES ahead, which a core's own cache can hold.
 */
#define CACHE_BYTES ((size_t)16 << 20)
#define AHEAD_BYTES ((size_t)1 << 20)

int optics_init(Optics *optics, const Heights *heights)
{
    size_t columns = (size_t)heights->tile_columns;
    size_t rows = (size_t)heights->tile_rows;

    memset(optics, 0, sizeof *optics);
    optics->tile_columns = heights->tile_columns;
    optics->tile_rows = heights->tile_rows;
    optics->bent = calloc(columns, rows);
    optics->drawn = calloc(columns, rows);
    optics->bent_tiles = calloc(rows, sizeof *optics->bent_tiles);
    optics->drawn_tiles = calloc(rows, sizeof *optics->drawn_tiles);
    if (optics->bent == NULL || optics->drawn == NULL ||
        optics->bent_tiles == NULL || optics->drawn_tiles == NULL ||
        rects_init(&optics->changed, heights->tile_columns,
                   heights->tile_rows) != RIPPLE_OK) {
        optics_clear(optics);
        return RIPPLE_ERROR_MEMORY;
    }
    optics_invalidate(optics);
    return RIPPLE_OK;
}

void optics_clear(Optics *optics)
{
    free(optics->bent);
    free(optics->drawn);
    free(optics->bent_tiles);
    free(optics->drawn_tiles);
    rects_clear(&optics->changed);
    memset(optics, 0, sizeof *optics);
}

void optics_invalidate(Optics *optics)
{
    size_t tiles = (size_t)optics->tile_columns * (size_t)optics->tile_rows;

    memset(optics->bent, 1, tiles);
    for (int y = 0; y < optics->tile_rows; y++)
        optics->bent_tiles[y] = (uint16_t)optics->tile_columns;
}

int optics_bent_tiles(const Optics *optics)
{
    int count = 0;

    for (int y = 0; y < optics->tile_rows; y++)
        count += optics->bent_tiles[y];
    return count;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int same_pixels(const RipplePixels *a, const RipplePixels *b)
{
    return picture_start(a) == picture_start(b) && a->stride == b->stride &&
           a->format == b->format;
}

/* Whole pixels make for rough water, which is looked up farther down. */
static int choose_rows_ahead(const Refraction *refraction)
{
    const RipplePixels *picture = &refraction->picture;
    size_t pixels = (size_t)picture->width * (size_t)picture->height;
    size_t size = picture_pixel_size(picture->format);
    size_t row_bytes = picture->stride * size, ahead = AHEAD_BYTES;

    /* picture and frame, and both buffers of heights */
    if (pixels * (2 * size + 2 * sizeof(int16_t)) <= CACHE_BYTES)
        return 0;
    if (refraction->gain_q12 >= 1 << RIPPLE_GAIN_BITS)
        ahead += AHEAD_BYTES / 2;
    return (int)(ahead / row_bytes);
}

void optics_start(Optics *optics, const Kernels *kernels, const Shore *shore,
                  const Magnify *magnify, const Refraction *refraction)
{
    if (!same_pixels(&optics->refraction.picture, &refraction->picture) ||
        !same_pixels(&optics->refraction.frame, &refraction->frame) ||
        optics->everywhere)
        optics_invalidate(optics);
    optics->refraction = *refraction;
    optics->refraction.rows_ahead = choose_rows_ahead(refraction);
    optics->kernels = kernels;
    optics->shore = shore;
    optics->magnify = magnify;
}

/*
 * Finds out which tiles of a row must be drawn: those that show waves now,
 * and those that did when they were last drawn.
 */
static void find_drawn(Optics *optics, const Heights *heights,
                       const HeightsBuffer *buffer, int tile_y)
{
    size_t first = (size_t)tile_y * (size_t)optics->tile_columns;
    uint8_t *bent = optics->bent + first, *drawn = optics->drawn + first;
    uint8_t reached[RIPPLE_MAX_TILE_COLUMNS];
    int bent_tiles = 0, drawn_tiles = 0;

    if (magnify_is_coarse(optics->magnify))
        heights_find_near(reached, heights, buffer, tile_y);
    else
        heights_find_reached(reached, heights, buffer, tile_y);
    for (int x = 0; x < optics->tile_columns; x++) {
        drawn[x] = reached[x] | bent[x];
        bent[x] = reached[x];
        bent_tiles += bent[x];
        drawn_tiles += drawn[x];
    }
    optics->bent_tiles[tile_y] = (uint16_t)bent_tiles;
    optics->drawn_tiles[tile_y] = (uint16_t)drawn_tiles;
}

/* Side by side the heights, the picture bent, and lit as well. */
static void draw_split(const Optics *optics, const Refraction *refraction,
                       RippleRect rect)
{
    static const RippleView views[] = {RIPPLE_VIEW_HEIGHTS, RIPPLE_VIEW_WATER,
                                       RIPPLE_VIEW_WATER};
    int width = refraction->frame.width, end = rect.x + rect.width;

    for (int i = 0; i < 3; i++) {
        int from = (int)((int64_t)width * i / 3);
        int to = (int)((int64_t)width * (i + 1) / 3);
        RippleRect part = rect;
        Refraction shown = *refraction;

        part.x = rect.x > from ? rect.x : from;
        part.width = (end < to ? end : to) - part.x;
        shown.view = views[i];
        shown.is_lit = i == 2;
        if (part.width > 0)
            optics->kernels->refract(&shown, part);
    }
}

static void draw_rect(const Optics *optics, const Refraction *refraction,
                      RippleRect rect)
{
    if (refraction->view == RIPPLE_VIEW_SPLIT)
        draw_split(optics, refraction, rect);
    else
        optics->kernels->refract(refraction, rect);
}

/* What is magnified at once, and a plane of it. */
#define MAGNIFY_ROWS 8
typedef int16_t Plane[MAGNIFY_ROWS * RIPPLE_MAGNIFY_MOST];

static void magnify_traits(const Optics *optics, const Refraction *refraction,
                           Magnification *magnification, Plane *planes)
{
    MagnifyTrait *magnify = optics->kernels->magnify;
    int needs_light = refraction_needs_light(refraction);

    for (Trait trait = TRAIT_HEIGHT; trait < TRAIT_COUNT; trait++) {
        magnification->to = planes[trait];
        if (needs_light || trait == TRAIT_ACROSS || trait == TRAIT_ALONG)
            magnify(magnification, trait);
    }
    if (refraction->clear == NULL)
        return;
    magnification->to = planes[TRAIT_COUNT];
    magnification->from = refraction->clear;
    magnification->doublings = 0;
    magnify(magnification, TRAIT_HEIGHT);
}

/* Draws what of a rectangle lies in a part of the frame that begins and ends
   with groups of pixels. */
static void draw_part(const Optics *optics, const Refraction *refraction,
                      RippleRect part, RippleRect rect)
{
    Plane planes[TRAIT_COUNT + 1];
    Magnification magnification = {
        .to_stride = RIPPLE_MAGNIFY_MOST,
        .from = refraction->cells,
        .stride = (ptrdiff_t)refraction->stride,
        .across = optics->magnify->across,
        .along = optics->magnify->along,
        .part = part,
        .doublings = refraction->doublings,
    };
    Refraction shown = *refraction;
    int end = least(rect.x + rect.width, part.x + part.width);
    RippleRect seen = {part.x > rect.x ? part.x : rect.x, part.y, 0,
                       part.height};

    seen.width = end - seen.x;
    magnify_traits(optics, refraction, &magnification, planes);
    for (Trait trait = TRAIT_HEIGHT; trait < TRAIT_COUNT; trait++)
        shown.traits[trait] = planes[trait];
    shown.cells = NULL;
    shown.stride = RIPPLE_MAGNIFY_MOST;
    shown.origin = (ptrdiff_t)part.y * RIPPLE_MAGNIFY_MOST + part.x;
    if (refraction->clear != NULL)
        shown.clear = planes[TRAIT_COUNT];
    draw_rect(optics, &shown, seen);
}

static void draw_tile(const Optics *optics, const Refraction *refraction,
                      RippleRect cells)
{
    RippleRect rect = magnify_rect(optics->magnify, cells);
    int end_x = rect.x + rect.width, end_y = rect.y + rect.height;

    if (!magnify_is_coarse(optics->magnify)) {
        draw_rect(optics, refraction, rect);
        return;
    }
    for (int y = rect.y; y < end_y; y += MAGNIFY_ROWS) {
        int x = rect.x - rect.x % RIPPLE_GROUP;

        for (; x < end_x; x += RIPPLE_MAGNIFY_MOST) {
            int groups = (end_x - x + RIPPLE_GROUP - 1) / RIPPLE_GROUP;
            RippleRect part = {
                x, y, least(groups * RIPPLE_GROUP, RIPPLE_MAGNIFY_MOST),
                least(end_y - y, MAGNIFY_ROWS)};

            draw_part(optics, refraction, part, rect);
        }
    }
}

void optics_draw_row(Optics *optics, const Heights *heights,
                     const HeightsBuffer *buffer, int tile_y)
{
    size_t first = (size_t)tile_y * (size_t)optics->tile_columns;
    const uint8_t *drawn = optics->drawn + first;
    const uint8_t *soft =
        optics->shore != NULL ? optics->shore->soft + first : NULL;
    Refraction refraction = optics->refraction;

    optics->drawn_tiles[tile_y] = 0;
    if (optics->bent_tiles[tile_y] == 0 && !heights_reach_row(buffer, tile_y))
        return;
    find_drawn(optics, heights, buffer, tile_y);
    refraction.cells = buffer->cells;
    refraction.stride = heights->stride;
    for (int x = 0; x < optics->tile_columns; x++) {
        if (!drawn[x])
            continue;
        refraction.clear =
            soft != NULL && soft[x] ? optics->shore->clear : NULL;
        draw_tile(optics, &refraction, heights_tile(heights, x, tile_y));
    }
}

static void list_row(Optics *optics, const Heights *heights, int tile_y)
{
    const uint8_t *drawn =
        optics->drawn + (size_t)tile_y * (size_t)optics->tile_columns;
    int x = 0;

    while (x < optics->tile_columns) {
        int first = x;

        while (x < optics->tile_columns && drawn[x])
            x++;
        if (x > first) {
            RippleRect rect = heights_tile(heights, first, tile_y);
            RippleRect last = heights_tile(heights, x - 1, tile_y);

            rect.width = last.x + last.width - rect.x;
            rects_add(&optics->changed, first,
                      magnify_rect(optics->magnify, rect));
        }
        x++;
    }
}

void optics_finish(Optics *optics, const Heights *heights)
{
    rects_start(&optics->changed);
    for (int y = 0; y < optics->tile_rows; y++) {
        if (optics->drawn_tiles[y] != 0)
            list_row(optics, heights, y);
    }
}
