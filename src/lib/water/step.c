/* SPDX-License-Identifier: MIT */
#include "lib/water/step.h"

#include "lib/util/fixed.h"

#include <string.h>

/* Keeps tiles that are all land at rest, even beside active tiles. */
static void exclude_land(uint8_t *active, uint8_t *flags,
                         const StepContext *context, const Field *field,
                         int tile_y)
{
    const uint8_t *kinds;

    if (context->mask == NULL)
        return;
    kinds = ripple_mask_tile_kinds(context->mask, field, tile_y);
    for (int x = 0; x < field->tile_columns; x++) {
        if (kinds[x] == TILE_LAND)
            active[x] = flags[x] = 0;
    }
}

/* The depth map at the first cell of a tile; NULL in open water. */
static const int16_t *tile_depth_map(const StepContext *context,
                                     const Field *field, int tile_x, int tile_y,
                                     ptrdiff_t first)
{
    const Mask *mask = context->mask;

    if (mask == NULL ||
        ripple_mask_tile_kinds(mask, field, tile_y)[tile_x] != TILE_MIXED)
        return NULL;
    return mask->depth_map + first;
}

/*
 * Finds the tiles of a row that a step can change: those that are active or
 * touch active cells in `now`, and those active in `next` or in the speeds.
 * Returns 0 if there are none.
 */
static int find_active(uint8_t *active, const StepContext *context,
                       const Field *field, const Plane *next,
                       const Plane *speeds, int tile_y)
{
    uint8_t *flags = ripple_field_flags(field, next, tile_y);
    const uint8_t *speed_flags = flags;
    int speed_tiles = 0;

    if (speeds->cells != NULL) {
        speed_flags = ripple_field_flags(field, speeds, tile_y);
        speed_tiles = speeds->active_tiles[tile_y];
    }

    if (context->everywhere) {
        memset(active, 1, (size_t)field->tile_columns);
    } else if (next->active_tiles[tile_y] != 0 || speed_tiles != 0 ||
               ripple_field_row_is_active(&field->now, tile_y)) {
        ripple_field_find_reached(active, field, &field->now, tile_y);
        for (int x = 0; x < field->tile_columns; x++)
            active[x] |= (flags[x] | speed_flags[x]) != 0;
    } else {
        return 0;
    }
    exclude_land(active, flags, context, field, tile_y);
    return 1;
}

/* The previous height, from the height `now` and its speed. */
static int16_t find_previous(int now, int speed)
{
    int half = 1 << (RIPPLE_SPEED_BITS - 1);

    return sat16(now - ((speed + half) >> RIPPLE_SPEED_BITS));
}

static void copy_tile(int16_t *to, const int16_t *from, const StepArgs *args)
{
    for (int y = 0; y < args->rows; y++, to += RIPPLE_TILE_COLUMNS)
        memcpy(to, from + y * args->stride, (size_t)args->columns * sizeof *to);
}

/* Copies the heights of a tile one step before `now`. */
static void copy_before(int16_t *to, const StepArgs *args)
{
    if (args->speeds == NULL)
        copy_tile(to, args->next, args);
    for (int y = 0; y < args->rows && args->speeds != NULL; y++) {
        const int16_t *now = args->now + y * args->stride;

        for (int x = 0; x < args->columns; x++)
            to[x] = find_previous(now[x], args->speeds[y * args->stride + x]);
        to += RIPPLE_TILE_COLUMNS;
    }
}

/* Converts to 1/2^RIPPLE_ENERGY_BITS, rounded down. */
static int64_t to_energy(const Product *sum)
{
    int64_t low = sum->crossed * (1 << RIPPLE_FRACTION_BITS) + sum->fractions;

    return sum->cells * (1 << RIPPLE_ENERGY_BITS) +
           (low >> (2 * RIPPLE_FRACTION_BITS - RIPPLE_ENERGY_BITS));
}

static int step_and_measure(const StepContext *context, const StepArgs *args,
                            const Stencil *stencil, TileEnergy *energy)
{
    int16_t before[RIPPLE_TILE_COLUMNS * RIPPLE_TILE_ROWS];
    int16_t fractions[RIPPLE_TILE_COLUMNS * RIPPLE_TILE_ROWS];
    int is_fine = args->next_fractions != NULL;
    EnergyArgs measured = {{before, is_fine ? fractions : NULL},
                           {args->now, args->now_fractions},
                           {args->next, args->next_fractions},
                           RIPPLE_TILE_COLUMNS,
                           args->stride,
                           args->columns,
                           args->rows};
    Energy sum;
    int flags;

    copy_before(before, args);
    if (is_fine)
        copy_tile(fractions, args->next_fractions, args);
    flags = context->kernels->step[stencil->kind](args, stencil);
    sum = context->kernels->measure(&measured);
    energy->now2 += to_energy(&sum.now2);
    energy->next2 += to_energy(&sum.next2);
    energy->product += to_energy(&sum.product);
    return flags;
}

/* The address of a cell in a part of a plane; NULL if the part is absent. */
static int16_t *find_cell(const Plane *plane, int part, ptrdiff_t cell)
{
    int16_t *cells = ripple_field_part(plane, part);

    return cells != NULL ? cells + cell : NULL;
}

static int step_tile(const StepContext *context, const Field *field,
                     Plane *next, Plane *speeds, int tile_x, int tile_y,
                     TileEnergy *energy)
{
    RippleRect tile = ripple_field_tile(field, tile_x, tile_y);
    ptrdiff_t stride = (ptrdiff_t)field->stride;
    ptrdiff_t first = tile.y * stride + tile.x;
    const Stencil *stencil;
    StepArgs args = {
        .next = next->cells + first,
        .now = field->now.cells + first,
        .speeds = find_cell(speeds, 0, first),
        .next_fractions = find_cell(next, 1, first),
        .now_fractions = find_cell(&field->now, 1, first),
        .depth_map = tile_depth_map(context, field, tile_x, tile_y, first),
        .stride = stride,
        .columns = tile.width,
        .rows = tile.height,
    };

    stencil =
        args.depth_map != NULL ? &context->stencil : &context->plain_stencil;
    if (context->energy != NULL)
        return step_and_measure(context, &args, stencil, energy);
    return context->kernels->step[stencil->kind](&args, stencil);
}

static void add_energy(EnergySums *sums, const TileEnergy *energy)
{
    atomic_fetch_add(&sums->now2, energy->now2);
    atomic_fetch_add(&sums->next2, energy->next2);
    atomic_fetch_add(&sums->product, energy->product);
}

void ripple_step_row(const StepContext *context, const Field *field,
                     Plane *next, Plane *speeds, int tile_y)
{
    uint8_t active[RIPPLE_MAX_TILE_COLUMNS];
    uint8_t *flags = ripple_field_flags(field, next, tile_y);
    OpenStep edge = {&context->boundary->open, field, context->mask, next,
                     speeds};
    TileEnergy energy = {0};
    int is_active = find_active(active, context, field, next, speeds, tile_y);

    if (is_active ||
        ripple_boundary_needs_row_above(context->boundary, field, tile_y + 1))
        ripple_boundary_save_row(context->boundary, &edge, tile_y);
    if (!is_active)
        return;
    for (int x = 0; x < field->tile_columns; x++) {
        if (active[x])
            flags[x] = (uint8_t)step_tile(context, field, next, speeds, x,
                                          tile_y, &energy);
    }
    if (context->energy != NULL)
        add_energy(context->energy, &energy);
    ripple_boundary_step_row(context->boundary, &edge, tile_y);
    ripple_field_count_row(field, next, tile_y);
    if (speeds->cells != NULL) {
        memcpy(ripple_field_flags(field, speeds, tile_y), flags,
               (size_t)field->tile_columns);
        ripple_boundary_copy_row(context->boundary, field, speeds, tile_y);
        ripple_field_count_row(field, speeds, tile_y);
    }
}

/* Advects heights and fractions separately. */
static int advect_tile(const StepContext *context, const Field *field,
                       Plane *to, const Plane *from, int tile_x, int tile_y)
{
    const Advection *advection = context->advection;
    const FlowRow *rows = advection->workspace.rows;
    RippleRect tile = ripple_field_tile(field, tile_x, tile_y);
    ptrdiff_t stride = (ptrdiff_t)field->stride;
    ptrdiff_t first = tile.y * stride + tile.x;
    AdvectArgs args = {
        .to = to->cells + first,
        .from = from->cells + first,
        .flow = rows != NULL ? rows + tile.y : NULL,
        .flow_column = tile.x,
        .depth_map = tile_depth_map(context, field, tile_x, tile_y, first),
        .stride = stride,
        .x = advection->x,
        .y = advection->y,
        .columns = tile.width,
        .rows = tile.height,
    };
    int flags = context->kernels->advect(&args);

    if (to->fractions == NULL)
        return flags;
    args.to = to->fractions + first;
    args.from = from->fractions + first;
    return flags | context->kernels->advect(&args);
}

void ripple_step_advect_row(const StepContext *context, const Field *field,
                            Plane *to, const Plane *from, int tile_y)
{
    uint8_t active[RIPPLE_MAX_TILE_COLUMNS];
    uint8_t *flags = ripple_field_flags(field, to, tile_y);

    if (context->everywhere) {
        memset(active, 1, (size_t)field->tile_columns);
    } else if (to->active_tiles[tile_y] != 0 ||
               ripple_field_row_is_active(from, tile_y)) {
        ripple_field_find_near_active(active, field, from, tile_y);
    } else {
        return;
    }
    exclude_land(active, flags, context, field, tile_y);
    for (int x = 0; x < field->tile_columns; x++) {
        if (active[x])
            flags[x] =
                (uint8_t)advect_tile(context, field, to, from, x, tile_y);
        else
            ripple_field_reset_tile(field, to, x, tile_y);
    }
    ripple_boundary_copy_row(context->boundary, field, to, tile_y);
    ripple_field_count_row(field, to, tile_y);
}
