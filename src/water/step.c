/* SPDX-License-Identifier: MIT */
#include "water/step.h"

#include <string.h>

/* Tiles that hold nothing but land stay calm, whatever fell on them. */
static void leave_out_land(uint8_t *moving, uint8_t *active,
                           const StepContext *context, const Field *heights,
                           int tile_y)
{
    const uint8_t *kinds;

    if (context->shore == NULL)
        return;
    kinds = ripple_mask_tile_kinds(context->shore, heights, tile_y);
    for (int x = 0; x < heights->tile_columns; x++) {
        if (kinds[x] == TILE_LAND)
            moving[x] = active[x] = 0;
    }
}

/* The bed of a tile where it is not open water, else NULL. */
static const int16_t *find_bed(const StepContext *context, const Field *heights,
                               int tile_x, int tile_y, ptrdiff_t first)
{
    const Mask *shore = context->shore;

    return shore != NULL && ripple_mask_tile_kinds(shore, heights,
                                                   tile_y)[tile_x] == TILE_MIXED
               ? shore->depth_map + first
               : NULL;
}

/*
 * Finds the tiles of a row that can change: those that something reaches, and
 * those that were wet in `next` or the speeds. Returns whether there are any.
 */
static int find_moving(uint8_t *moving, const StepContext *context,
                       const Field *heights, const Plane *next,
                       const Plane *speeds, int tile_y)
{
    uint8_t *active = ripple_field_flags(heights, next, tile_y);
    const uint8_t *swift = active;
    int swift_tiles = 0;

    if (context->stencil.kind == STENCIL_SPRING) {
        swift = ripple_field_flags(heights, speeds, tile_y);
        swift_tiles = speeds->active_tiles[tile_y];
    }

    if (context->everywhere) {
        memset(moving, 1, (size_t)heights->tile_columns);
    } else if (next->active_tiles[tile_y] != 0 || swift_tiles != 0 ||
               ripple_field_row_is_active(&heights->now, tile_y) ||
               (ripple_boundary_needs_row_above(context->edges, heights,
                                                tile_y) &&
                next->active_tiles[tile_y - 1] != 0)) {
        ripple_field_find_active(moving, heights, &heights->now, tile_y);
        for (int x = 0; x < heights->tile_columns; x++)
            moving[x] |= (active[x] | swift[x]) != 0;
    } else {
        return 0;
    }
    leave_out_land(moving, active, context, heights, tile_y);
    return 1;
}

static int step_tile(const StepContext *context, const Field *heights,
                     Plane *next, Plane *speeds, int tile_x, int tile_y)
{
    RippleRect tile = ripple_field_tile(heights, tile_x, tile_y);
    ptrdiff_t stride = (ptrdiff_t)heights->stride;
    ptrdiff_t first = tile.y * stride + tile.x;
    const Stencil *stencil;
    StepArgs block = {
        .next = next->cells + first,
        .now = heights->now.cells + first,
        .speeds = context->stencil.kind == STENCIL_SPRING
                      ? speeds->cells + first
                      : NULL,
        .depth_map = find_bed(context, heights, tile_x, tile_y, first),
        .stride = stride,
        .columns = tile.width,
        .rows = tile.height,
    };

    stencil =
        block.depth_map != NULL ? &context->stencil : &context->open_stencil;
    return context->kernels->step[stencil->kind](&block, stencil);
}

void ripple_step_row(const StepContext *context, const Field *heights,
                     Plane *next, Plane *speeds, int tile_y)
{
    uint8_t moving[RIPPLE_MAX_TILE_COLUMNS];
    uint8_t *active = ripple_field_flags(heights, next, tile_y);

    if (!find_moving(moving, context, heights, next, speeds, tile_y))
        return;
    for (int x = 0; x < heights->tile_columns; x++) {
        if (moving[x])
            active[x] =
                (uint8_t)step_tile(context, heights, next, speeds, x, tile_y);
    }
    ripple_boundary_step_row(context->edges, context->kernels, heights, next,
                             &heights->now, moving, tile_y);
    ripple_field_count_row(heights, next, tile_y);
    if (context->stencil.kind == STENCIL_SPRING) {
        memcpy(ripple_field_flags(heights, speeds, tile_y), active,
               (size_t)heights->tile_columns);
        ripple_boundary_copy_row(context->edges, heights, speeds, tile_y);
        ripple_field_count_row(heights, speeds, tile_y);
    }
}

static int carry_tile(const StepContext *context, const Field *heights,
                      Plane *to, const Plane *from, int tile_x, int tile_y)
{
    const Advection *current = context->current;
    RippleRect tile = ripple_field_tile(heights, tile_x, tile_y);
    ptrdiff_t stride = (ptrdiff_t)heights->stride;
    ptrdiff_t first = tile.y * stride + tile.x;
    AdvectArgs stretch = {
        .to = to->cells + first,
        .from = from->cells + first,
        .flow = current->workspace.rows != NULL
                    ? current->workspace.rows + tile.y
                    : NULL,
        .flow_column = tile.x,
        .depth_map = find_bed(context, heights, tile_x, tile_y, first),
        .stride = stride,
        .x = current->x,
        .y = current->y,
        .columns = tile.width,
        .rows = tile.height,
    };

    return context->kernels->advect(&stretch);
}

void ripple_step_advect_row(const StepContext *context, const Field *heights,
                            Plane *to, const Plane *from, int tile_y)
{
    uint8_t moving[RIPPLE_MAX_TILE_COLUMNS];
    uint8_t *active = ripple_field_flags(heights, to, tile_y);

    if (context->everywhere) {
        memset(moving, 1, (size_t)heights->tile_columns);
    } else if (to->active_tiles[tile_y] != 0 ||
               ripple_field_row_is_active(from, tile_y)) {
        ripple_field_find_near(moving, heights, from, tile_y);
    } else {
        return;
    }
    leave_out_land(moving, active, context, heights, tile_y);
    for (int x = 0; x < heights->tile_columns; x++) {
        if (moving[x])
            active[x] =
                (uint8_t)carry_tile(context, heights, to, from, x, tile_y);
        else
            ripple_field_reset_tile(heights, to, x, tile_y);
    }
    ripple_boundary_advect_row(context->edges, heights, to, from, tile_y);
    ripple_field_count_row(heights, to, tile_y);
}
