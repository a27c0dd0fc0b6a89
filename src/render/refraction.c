/* SPDX-License-Identifier: MIT */
#include "render/refraction.h"

#include "render/views.h"

#include <stdlib.h>
#include <string.h>

/*
 * With more memory in use than this, picture and frame do not stay in the
 * caches from one drawing to the next: frames are then written past them, and
 * the picture is fetched AHEAD_BYTES ahead, which a core's own cache can hold.
 */
#define CACHE_BYTES ((size_t)16 << 20)
#define AHEAD_BYTES ((size_t)1 << 20)

int optics_init(Optics *optics, const Heights *heights, const Magnify *magnify)
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
        patches_init(&optics->patches, magnify, heights) != RIPPLE_OK ||
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
    patches_clear(&optics->patches);
    rects_clear(&optics->changed);
    memset(optics, 0, sizeof *optics);
}

void optics_invalidate(Optics *optics)
{
    size_t tiles = (size_t)optics->tile_columns * (size_t)optics->tile_rows;

    memset(optics->bent, 1, tiles);
    patches_invalidate(&optics->patches);
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

static int same_pixels(const RipplePixels *a, const RipplePixels *b)
{
    return picture_start(a) == picture_start(b) && a->stride == b->stride &&
           a->format == b->format;
}

/*
 * Whole pixels make for rough water, which is looked up farther down. In
 * patches it takes more time to look up pixels than memory does to bring them,
 * and what lies ahead is not what will be drawn.
 */
static int choose_rows_ahead(const Refraction *refraction,
                             const Magnify *magnify)
{
    const RipplePixels *picture = &refraction->picture;
    size_t pixels = (size_t)picture->width * (size_t)picture->height;
    size_t size = picture_pixel_size(picture->format);
    size_t row_bytes = picture->stride * size, ahead = AHEAD_BYTES;

    /* picture and frame, and both buffers of heights */
    if (magnify_is_coarse(magnify) ||
        pixels * (2 * size + 2 * sizeof(int16_t)) <= CACHE_BYTES)
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
    optics->refraction.rows_ahead = choose_rows_ahead(refraction, magnify);
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
        RippleRect tile = heights_tile(heights, x, tile_y);

        if (!drawn[x])
            continue;
        refraction.clear =
            soft != NULL && soft[x] ? optics->shore->clear : NULL;
        if (magnify_is_coarse(optics->magnify))
            patches_draw(&optics->patches, optics->kernels, optics->magnify,
                         &refraction, x, tile_y, tile);
        else
            view_draw(optics->kernels, &refraction, tile);
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
