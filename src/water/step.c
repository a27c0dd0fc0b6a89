/* SPDX-License-Identifier: MIT */
#include "water/step.h"

#include <string.h>

/* Tiles that hold nothing but land stay calm, whatever fell on them. */
static void leave_out_land(uint8_t *moving, uint8_t *wet,
                           const Stepping *stepping, const Heights *heights,
                           int tile_y)
{
    const uint8_t *kinds;

    if (stepping->shore == NULL)
        return;
    kinds = shore_kinds(stepping->shore, heights, tile_y);
    for (int x = 0; x < heights->tile_columns; x++) {
        if (kinds[x] == SHORE_LAND)
            moving[x] = wet[x] = 0;
    }
}

/* The bed of a tile where it is not open water, else NULL. */
static const int16_t *find_bed(const Stepping *stepping, const Heights *heights,
                               int tile_x, int tile_y, ptrdiff_t first)
{
    const Shore *shore = stepping->shore;

    return shore != NULL &&
                   shore_kinds(shore, heights, tile_y)[tile_x] == SHORE_MIXED
               ? shore->bed + first
               : NULL;
}

/*
 * Finds the tiles of a row that can change: those that something reaches, and
 * those that were wet in `next` or the speeds. Returns whether there are any.
 */
static int find_moving(uint8_t *moving, const Stepping *stepping,
                       const Heights *heights, const HeightsBuffer *next,
                       const HeightsBuffer *speeds, int tile_y)
{
    uint8_t *wet = heights_flags(heights, next, tile_y);
    const uint8_t *swift = wet;
    int swift_tiles = 0;

    if (stepping->law.kind == LAW_SPRING) {
        swift = heights_flags(heights, speeds, tile_y);
        swift_tiles = speeds->wet_tiles[tile_y];
    }

    if (stepping->everywhere) {
        memset(moving, 1, (size_t)heights->tile_columns);
    } else if (next->wet_tiles[tile_y] != 0 || swift_tiles != 0 ||
               heights_reach_row(&heights->now, tile_y) ||
               (edges_look_up(stepping->edges, heights, tile_y) &&
                next->wet_tiles[tile_y - 1] != 0)) {
        heights_find_reached(moving, heights, &heights->now, tile_y);
        for (int x = 0; x < heights->tile_columns; x++)
            moving[x] |= (wet[x] | swift[x]) != 0;
    } else {
        return 0;
    }
    leave_out_land(moving, wet, stepping, heights, tile_y);
    return 1;
}

static int step_tile(const Stepping *stepping, const Heights *heights,
                     HeightsBuffer *next, HeightsBuffer *speeds, int tile_x,
                     int tile_y)
{
    RippleRect tile = heights_tile(heights, tile_x, tile_y);
    ptrdiff_t stride = (ptrdiff_t)heights->stride;
    ptrdiff_t first = tile.y * stride + tile.x;
    const Law *law;
    Block block = {
        .next = next->cells + first,
        .now = heights->now.cells + first,
        .speeds =
            stepping->law.kind == LAW_SPRING ? speeds->cells + first : NULL,
        .bed = find_bed(stepping, heights, tile_x, tile_y, first),
        .stride = stride,
        .columns = tile.width,
        .rows = tile.height,
    };

    law = block.bed != NULL ? &stepping->law : &stepping->open_law;
    return stepping->kernels->step[law->kind](&block, law);
}

void stepping_step_row(const Stepping *stepping, const Heights *heights,
                       HeightsBuffer *next, HeightsBuffer *speeds, int tile_y)
{
    uint8_t moving[RIPPLE_MAX_TILE_COLUMNS];
    uint8_t *wet = heights_flags(heights, next, tile_y);

    if (!find_moving(moving, stepping, heights, next, speeds, tile_y))
        return;
    for (int x = 0; x < heights->tile_columns; x++) {
        if (moving[x])
            wet[x] =
                (uint8_t)step_tile(stepping, heights, next, speeds, x, tile_y);
    }
    edges_step_row(stepping->edges, stepping->kernels, heights, next,
                   &heights->now, moving, tile_y);
    heights_count_row(heights, next, tile_y);
    if (stepping->law.kind == LAW_SPRING) {
        memcpy(heights_flags(heights, speeds, tile_y), wet,
               (size_t)heights->tile_columns);
        edges_copy_row(stepping->edges, heights, speeds, tile_y);
        heights_count_row(heights, speeds, tile_y);
    }
}

static int carry_tile(const Stepping *stepping, const Heights *heights,
                      HeightsBuffer *to, const HeightsBuffer *from, int tile_x,
                      int tile_y)
{
    const Current *current = stepping->current;
    RippleRect tile = heights_tile(heights, tile_x, tile_y);
    ptrdiff_t stride = (ptrdiff_t)heights->stride;
    ptrdiff_t first = tile.y * stride + tile.x;
    Stretch stretch = {
        .to = to->cells + first,
        .from = from->cells + first,
        .flow = current->room.rows != NULL ? current->room.rows + tile.y : NULL,
        .flow_column = tile.x,
        .bed = find_bed(stepping, heights, tile_x, tile_y, first),
        .stride = stride,
        .x = current->x,
        .y = current->y,
        .columns = tile.width,
        .rows = tile.height,
    };

    return stepping->kernels->carry(&stretch);
}

void stepping_carry_row(const Stepping *stepping, const Heights *heights,
                        HeightsBuffer *to, const HeightsBuffer *from,
                        int tile_y)
{
    uint8_t moving[RIPPLE_MAX_TILE_COLUMNS];
    uint8_t *wet = heights_flags(heights, to, tile_y);

    if (stepping->everywhere) {
        memset(moving, 1, (size_t)heights->tile_columns);
    } else if (to->wet_tiles[tile_y] != 0 || heights_reach_row(from, tile_y)) {
        heights_find_near(moving, heights, from, tile_y);
    } else {
        return;
    }
    leave_out_land(moving, wet, stepping, heights, tile_y);
    for (int x = 0; x < heights->tile_columns; x++) {
        if (moving[x])
            wet[x] =
                (uint8_t)carry_tile(stepping, heights, to, from, x, tile_y);
        else
            heights_calm_tile(heights, to, x, tile_y);
    }
    edges_carry_row(stepping->edges, heights, to, from, tile_y);
    heights_count_row(heights, to, tile_y);
}
