/* SPDX-License-Identifier: MIT */
#include "water/boundary_open.h"

#include "water/models/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ALMOST_ONE   32767 /* in 1/2^15 */
#define COS_45       0.70710678118654752440
#define DECAY        7
#define SPEEDS_DECAY 3   /* speeds lose nothing by themselves */
#define CURRENT_LOSS 32  /* the halo is 1/32 lower than what it copies */
#define SHORT_LIVED  0.9 /* energy kept a step: below, first order is enough */

/* A line of cells at one side, as offsets from cell (0, 0) of a plane. */
typedef struct Edge {
    ptrdiff_t cell;    /* the first one */
    ptrdiff_t along;   /* from one to the next */
    ptrdiff_t outward; /* from a cell to its halo cell */
    int count;
    int16_t *inner, *outer; /* residues of the first cell */
} Edge;

/* The left and right sides are columns of cells, the others rows. */
static int is_column(BoundarySide side)
{
    return side == SIDE_LEFT || side == SIDE_RIGHT;
}

int ripple_boundary_open_init(OpenBoundary *open, const Field *field)
{
    size_t rows = (size_t)field->rows, columns = (size_t)field->columns;
    int16_t *residues;

    memset(open, 0, sizeof *open);
    open->memory = calloc(4 * (rows + columns), sizeof *open->memory);
    if (open->memory == NULL)
        return RIPPLE_ERROR_MEMORY;
    residues = open->memory;
    for (BoundarySide side = SIDE_LEFT; side < SIDE_COUNT; side++) {
        size_t length = is_column(side) ? rows : columns;

        open->residues[side] = (BoundaryResidues){residues, residues + length};
        residues += 2 * length;
    }
    return RIPPLE_OK;
}

void ripple_boundary_open_clear(OpenBoundary *open)
{
    free(open->memory);
    memset(open, 0, sizeof *open);
}

void ripple_boundary_open_reset(OpenBoundary *open, const Field *field)
{
    memset(open->memory, 0,
           4 * ((size_t)field->rows + (size_t)field->columns) *
               sizeof *open->memory);
}

/* (r - 1) / (r + 1) for waves that travel r cells a step. */
static int16_t one_way_q15(double r)
{
    return (int16_t)lround((r - 1) / (r + 1) * ALMOST_ONE);
}

void ripple_boundary_open_configure(OpenBoundary *open,
                                    const RippleSettings *settings,
                                    int has_current)
{
    const Model *model = ripple_model_of(settings);
    double r = sqrt(model->speed2(settings));

    open->has_current = has_current;
    open->normal_q15 = one_way_q15(r);
    open->oblique_q15 = one_way_q15(r / COS_45);
    open->decay = model->has_speeds ? SPEEDS_DECAY : DECAY;
    open->is_first_order = model->energy_kept(settings) < SHORT_LIVED;
    open->smooths_halo = model->has_diagonals;
}

static Edge make_edge(const OpenBoundary *open, const Field *field,
                      RippleRect tile, BoundarySide side)
{
    int is_upright = is_column(side);
    int is_far = side == SIDE_RIGHT || side == SIDE_BOTTOM;
    ptrdiff_t stride = (ptrdiff_t)field->stride;
    int x = side == SIDE_RIGHT ? field->columns - 1 : tile.x;
    int y = side == SIDE_BOTTOM ? field->rows - 1 : tile.y;
    int first = is_upright ? tile.y : tile.x;

    return (Edge){.cell = y * stride + x,
                  .along = is_upright ? stride : 1,
                  .outward = (is_upright ? 1 : stride) * (is_far ? 1 : -1),
                  .count = is_upright ? tile.height : tile.width,
                  .inner = open->residues[side].inner + first,
                  .outer = open->residues[side].outer + first};
}

static Edge whole_edge(const OpenBoundary *open, const Field *field,
                       BoundarySide side)
{
    RippleRect all = {0, 0, field->columns, field->rows};

    return make_edge(open, field, all, side);
}

/* The halo in a current; returns whether any of it is not 0. */
static int copy_edge(const Edge *edge, int16_t *next, const int16_t *now)
{
    int any = 0;

    for (int i = 0; i < edge->count; i++) {
        ptrdiff_t cell = edge->cell + i * edge->along;
        int height = now[cell] - now[cell] / CURRENT_LOSS;

        height -= (height > 0) - (height < 0);
        next[cell + edge->outward] = (int16_t)height;
        any |= height;
    }
    return any != 0;
}

static AbsorbingBoundary make_args(const OpenStep *step, const Edge *edge)
{
    const OpenBoundary *open = step->open;

    return (AbsorbingBoundary){
        .next = step->next->cells + edge->cell,
        .now = step->field->now.cells + edge->cell,
        .along = edge->along,
        .outside = edge->outward,
        .inner = edge->inner,
        .outer = edge->outer,
        .count = edge->count,
        .normal = open->normal_q15,
        .oblique = open->oblique_q15,
        .is_first_order = open->is_first_order,
        .decay = open->decay,
    };
}

/* Returns all flags while something is leaving: the corners of neighbouring
   tiles may read the halo too. */
static int step_edge(const OpenStep *step, const Edge *edge)
{
    AbsorbingBoundary args;
    int is_active;

    if (step->open->has_current) {
        is_active = copy_edge(edge, step->next->cells, step->field->now.cells);
    } else {
        args = make_args(step, edge);
        is_active = step->kernels->absorb(&args, NULL) != 0;
    }
    return is_active ? RIPPLE_ACTIVE_ALL : 0;
}

static void clear_edge(const Edge *edge, int16_t *cells)
{
    for (int i = 0; i < edge->count; i++) {
        cells[edge->cell + i * edge->along + edge->outward] = 0;
        edge->inner[i] = edge->outer[i] = 0;
    }
}

/* Each corner of the halo is the mean of the two halo cells next to it. */
static void fill_corners(const Field *field, int16_t *cells, int is_bottom)
{
    ptrdiff_t down = (ptrdiff_t)field->stride;
    int16_t *left = cells + (is_bottom ? field->rows : -1) * down - 1;
    int16_t *right = left + field->columns + 1;
    ptrdiff_t inward = is_bottom ? -down : down;

    *left = (int16_t)((left[1] + left[inward]) / 2);
    *right = (int16_t)((right[-1] + right[inward]) / 2);
}

int ripple_boundary_open_needs_row_above(const Field *field, int tile_y)
{
    return tile_y > 0 && tile_y == field->tile_rows - 1 &&
           ripple_field_tile(field, 0, tile_y).height == 1;
}

/* 1 if cells 0 or 1 at a side may have changed; in a tile one cell wide or high
   cell 1 belongs to the tile behind it. */
static int is_side_active(const OpenStep *step, BoundarySide side, int tile_x,
                          int tile_y)
{
    const Field *field = step->field;
    RippleRect tile = ripple_field_tile(field, tile_x, tile_y);
    const uint8_t *flags = ripple_field_flags(field, step->next, tile_y);

    if (step->active[tile_x])
        return 1;
    if (side == SIDE_RIGHT && tile.width == 1 && tile_x > 0)
        return flags[tile_x - 1] & RIPPLE_ACTIVE_RIGHT;
    if (side == SIDE_BOTTOM &&
        ripple_boundary_open_needs_row_above(field, tile_y))
        return ripple_field_flags(field, step->next, tile_y - 1)[tile_x] &
               RIPPLE_ACTIVE_BOTTOM;
    return 0;
}

static void step_side(const OpenStep *step, BoundarySide side, int tile_x,
                      int tile_y)
{
    const Field *field = step->field;
    Edge edge = make_edge(step->open, field,
                          ripple_field_tile(field, tile_x, tile_y), side);

    if (is_side_active(step, side, tile_x, tile_y))
        ripple_field_flags(field, step->next, tile_y)[tile_x] |=
            (uint8_t)step_edge(step, &edge);
    else
        clear_edge(&edge, step->next->cells);
}

/* One call for both sides takes little more time than for one. */
static void step_left_and_right(const OpenStep *step, int tile_y)
{
    const Field *field = step->field;
    int last = field->tile_columns - 1, active;
    uint8_t *flags = ripple_field_flags(field, step->next, tile_y);
    RippleRect tile = ripple_field_tile(field, 0, tile_y);
    Edge left = make_edge(step->open, field, tile, SIDE_LEFT);
    Edge right = make_edge(step->open, field, tile, SIDE_RIGHT);
    AbsorbingBoundary left_args = make_args(step, &left);
    AbsorbingBoundary right_args = make_args(step, &right);

    if (step->open->has_current || !step->active[0] || !step->active[last]) {
        step_side(step, SIDE_LEFT, 0, tile_y);
        step_side(step, SIDE_RIGHT, last, tile_y);
        return;
    }
    active = step->kernels->absorb(&left_args, &right_args);
    if (active & RIPPLE_BOUNDARY_ACTIVE)
        flags[0] = RIPPLE_ACTIVE_ALL;
    if (active & RIPPLE_OPPOSITE_ACTIVE)
        flags[last] = RIPPLE_ACTIVE_ALL;
}

void ripple_boundary_open_step_row(const OpenStep *step, int tile_y)
{
    const Field *field = step->field;
    int last = field->tile_columns - 1;

    step_left_and_right(step, tile_y);
    for (int x = 0; x <= last && tile_y == 0; x++)
        step_side(step, SIDE_TOP, x, tile_y);
    for (int x = 0; x <= last && tile_y == field->tile_rows - 1; x++)
        step_side(step, SIDE_BOTTOM, x, tile_y);
    if (tile_y == 0)
        fill_corners(field, step->next->cells, 0);
    if (tile_y == field->tile_rows - 1)
        fill_corners(field, step->next->cells, 1);
}

static void copy_edge_flags(const Field *field, Plane *to, const Plane *from,
                            int tile_y)
{
    uint8_t *flags = ripple_field_flags(field, to, tile_y);
    const uint8_t *from_flags = ripple_field_flags(field, from, tile_y);
    int last = field->tile_columns - 1;
    int is_edge = tile_y == 0 || tile_y == field->tile_rows - 1;

    for (int x = 0; x <= last; x += is_edge || last == 0 ? 1 : last)
        flags[x] |= from_flags[x];
}

void ripple_boundary_open_advect_row(const Field *field, Plane *to,
                                     const Plane *from, int tile_y)
{
    RippleRect tile = ripple_field_tile(field, 0, tile_y);
    size_t bytes = ((size_t)field->columns + 2) * sizeof(int16_t);

    copy_edge_flags(field, to, from, tile_y);
    for (int y = tile.y; y < tile.y + tile.height; y++) {
        int16_t *row = ripple_field_halo_row(field, to, y);
        const int16_t *from_row = ripple_field_halo_row(field, from, y);

        row[0] = from_row[0];
        row[field->columns + 1] = from_row[field->columns + 1];
    }
    if (tile_y == 0)
        memcpy(ripple_field_halo_row(field, to, -1),
               ripple_field_halo_row(field, from, -1), bytes);
    if (tile_y == field->tile_rows - 1)
        memcpy(ripple_field_halo_row(field, to, field->rows),
               ripple_field_halo_row(field, from, field->rows), bytes);
}

/* cell = (left + 2 cell + right) / 4, rounded to nearest, halves toward zero;
   the ends of the line count for their missing neighbour. */
static void smooth_line(int16_t *halo, ptrdiff_t along, int count)
{
    int before = halo[0];

    for (int i = 0; i < count; i++) {
        int16_t *cell = halo + i * along;
        int after = i < count - 1 ? cell[along] : *cell;
        int sum = before + 2 * *cell + after;

        before = *cell;
        *cell = (int16_t)((sum + (sum > 0 ? 1 : 2)) >> 2);
    }
}

static int is_line_zero(const Edge *line, const Plane *plane)
{
    const int16_t *halo = plane->cells + line->cell + line->outward;
    int any = 0;

    for (int i = 0; i < line->count; i++)
        any |= halo[i * line->along];
    return any == 0;
}

/* Activates a tile if its part of the halo is not 0. */
static void activate_edge(const Field *field, Plane *plane, const Edge *edge,
                          int tile_x, int tile_y)
{
    if (!is_line_zero(edge, plane))
        ripple_field_flags(field, plane, tile_y)[tile_x] = RIPPLE_ACTIVE_ALL;
}

static void smooth_side(const OpenBoundary *open, const Field *field,
                        Plane *plane, BoundarySide side)
{
    Edge line = whole_edge(open, field, side);
    int tile_columns = field->tile_columns, tile_rows = field->tile_rows;
    int is_upright = is_column(side);

    smooth_line(plane->cells + line.cell + line.outward, line.along,
                line.count);
    for (int i = 0; i < (is_upright ? tile_rows : tile_columns); i++) {
        int x = is_upright ? (side == SIDE_LEFT ? 0 : tile_columns - 1) : i;
        int y = is_upright ? i : (side == SIDE_TOP ? 0 : tile_rows - 1);
        Edge edge =
            make_edge(open, field, ripple_field_tile(field, x, y), side);

        activate_edge(field, plane, &edge, x, y);
        if (is_upright || i == tile_columns - 1)
            ripple_field_count_row(field, plane, y);
    }
}

/*
 * Diagonal weights would reflect the shortest waves along
 * an edge, of two cells, with more energy than they arrive with. Smoothing the
 * halo removes them.
 */
void ripple_boundary_open_smooth(const OpenBoundary *open, Field *field)
{
    if (!open->smooths_halo || open->has_current ||
        ripple_field_count_active(field) == 0)
        return;
    for (BoundarySide side = SIDE_LEFT; side < SIDE_COUNT; side++)
        smooth_side(open, field, &field->now, side);
    fill_corners(field, field->now.cells, 0);
    fill_corners(field, field->now.cells, 1);
}

static void clear_halo_at_land(const Edge *line, Plane *plane, const Mask *mask)
{
    if (plane->cells == NULL)
        return;
    for (int i = 0; i < line->count; i++) {
        ptrdiff_t cell = line->cell + i * line->along;

        if (mask->depth_map[cell] < 0)
            plane->cells[cell + line->outward] = 0;
    }
}

void ripple_boundary_open_clear_land(OpenBoundary *open, Field *field,
                                     const Mask *mask)
{
    for (BoundarySide side = SIDE_LEFT; side < SIDE_COUNT; side++) {
        Edge line = whole_edge(open, field, side);
        Plane *plane;

        for (int i = 0; (plane = ripple_field_plane(field, i)) != NULL; i++)
            clear_halo_at_land(&line, plane, mask);
        for (int i = 0; i < line.count; i++) {
            if (mask->depth_map[line.cell + i * line.along] < 0)
                line.inner[i] = line.outer[i] = 0;
        }
    }
}

int ripple_boundary_open_is_zero(const OpenBoundary *open, const Field *field)
{
    int any = 0;

    for (BoundarySide side = SIDE_LEFT; side < SIDE_COUNT; side++) {
        Edge line = whole_edge(open, field, side);

        any |= !is_line_zero(&line, &field->now);
        any |= !is_line_zero(&line, &field->before);
        for (int i = 0; i < line.count; i++)
            any |= line.inner[i] | line.outer[i];
    }
    return any == 0;
}
