/* SPDX-License-Identifier: MIT */
#include "optics.h"

#include <stdlib.h>
#include <string.h>

int optics_init(Optics *optics, const Heights *heights)
{
    memset(optics, 0, sizeof *optics);
    optics->tile_columns = heights->tile_columns;
    optics->tile_rows = heights->tile_rows;
    optics->bent =
        calloc((size_t)heights->tile_columns, (size_t)heights->tile_rows);
    if (optics->bent == NULL ||
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
    rects_clear(&optics->changed);
    memset(optics, 0, sizeof *optics);
}

void optics_invalidate(Optics *optics)
{
    size_t tiles = (size_t)optics->tile_columns * (size_t)optics->tile_rows;

    memset(optics->bent, 1, tiles);
}

static int same_pixels(const RipplePixels *a, const RipplePixels *b)
{
    return a->pixels == b->pixels && a->stride == b->stride;
}

/*
 * Whether a tile must be drawn: it shows waves now, or did when last drawn.
 * The slopes at its edges reach one cell into its neighbours.
 */
static int needs_drawing(Optics *optics, const Heights *heights, int tile_x,
                         int tile_y)
{
    uint8_t *bent =
        &optics->bent[(size_t)tile_y * (size_t)optics->tile_columns +
                      (size_t)tile_x];
    int was_bent = *bent;

    *bent = (uint8_t)heights_touched(heights, tile_x, tile_y);
    return was_bent | *bent;
}

static void draw(const RippleRect *rect, const Heights *heights,
                 RefractRow *refract_row, const Refraction *refraction,
                 const RipplePixels *frame)
{
    for (int y = rect->y; y < rect->y + rect->height; y++) {
        refract_row(frame->pixels + (size_t)y * frame->stride + rect->x,
                    heights->now.cells + (size_t)y * heights->stride + rect->x,
                    (ptrdiff_t)heights->stride, refraction, rect->x, y,
                    rect->width);
    }
}

void optics_render(Optics *optics, const Heights *heights,
                   RefractRow *refract_row, const Refraction *refraction,
                   const RipplePixels *frame)
{
    if (!same_pixels(&optics->picture, &refraction->picture) ||
        !same_pixels(&optics->frame, frame))
        optics_invalidate(optics);
    optics->picture = refraction->picture;
    optics->frame = *frame;
    rects_start(&optics->changed);
    for (int tile_y = 0; tile_y < optics->tile_rows; tile_y++) {
        int tile_x = 0;

        while (tile_x < optics->tile_columns) {
            int first = tile_x;

            while (tile_x < optics->tile_columns &&
                   needs_drawing(optics, heights, tile_x, tile_y))
                tile_x++;
            if (tile_x > first) {
                RippleRect rect = {first * RIPPLE_TILE_COLUMNS,
                                   tile_y * RIPPLE_TILE_ROWS, 0, 0};

                rect.width = heights_tile_end(tile_x - 1, RIPPLE_TILE_COLUMNS,
                                              heights->columns) -
                             rect.x;
                rect.height =
                    heights_tile_end(tile_y, RIPPLE_TILE_ROWS, heights->rows) -
                    rect.y;
                draw(&rect, heights, refract_row, refraction, frame);
                rects_add(&optics->changed, first, rect);
            }
            tile_x++;
        }
    }
}
