/* SPDX-License-Identifier: MIT */
/*
 * Edges of the reference: what the halo, one cell around each plane, holds.
 * Fixed edges leave it at 0.
 */
#include "reference.h"

#include "water/models/model.h"

#include <math.h>
#include <string.h>

#define MIN_OPEN_CELLS 4 /* smaller pools have fixed edges */

typedef enum Side {
    LEFT,
    RIGHT,
    TOP,
    BOTTOM,
    SIDES,
} Side;

/* A cell at a side: H = (x + dx, y + dy) is its halo cell, 0 = (x, y) the cell
   itself, 1 = (x - dx, y - dy) the one inside. */
typedef struct EdgeCell {
    int x, y, dx, dy;
    int32_t *inner, *outer; /* its residues */
} EdgeCell;

static int side_length(const Reference *water, Side side)
{
    return side == LEFT || side == RIGHT ? water->size.rows
                                         : water->size.columns;
}

/* Cell i of a side, from its top or left end. */
static EdgeCell edge_cell(const Reference *water, Side side, int i)
{
    int length = side_length(water, side);
    EdgeCell cell = {i, i, 0, 0, water->state.residues, NULL};

    for (Side before = LEFT; before < side; before++)
        cell.inner += 2 * side_length(water, before);
    cell.inner += i;
    cell.outer = cell.inner + length;
    if (side == LEFT || side == RIGHT) {
        cell.x = side == LEFT ? 0 : water->size.columns - 1;
        cell.dx = side == LEFT ? -1 : 1;
    } else {
        cell.y = side == TOP ? 0 : water->size.rows - 1;
        cell.dy = side == TOP ? -1 : 1;
    }
    return cell;
}

static int32_t *halo_of(const Reference *water, int32_t *plane,
                        const EdgeCell *cell)
{
    return plane_at(water, plane, cell->x + cell->dx, cell->y + cell->dy);
}

static void clear_halo(const Reference *water, int32_t *plane)
{
    int columns = water->size.columns, rows = water->size.rows;

    for (int y = -1; y <= rows; y++)
        *plane_at(water, plane, -1, y) = *plane_at(water, plane, columns, y) =
            0;
    for (int x = -1; x <= columns; x++)
        *plane_at(water, plane, x, -1) = *plane_at(water, plane, x, rows) = 0;
}

void reference_choose_edges(Reference *water)
{
    BackendState *state = &water->state;
    int has_current = state->advection.schedule.passes > 0;
    RippleEdges edges = water->settings.edges;

    if (edges == RIPPLE_EDGES_OPEN && (water->size.columns < MIN_OPEN_CELLS ||
                                       water->size.rows < MIN_OPEN_CELLS))
        edges = RIPPLE_EDGES_FIXED;
    if (edges != water->edges || has_current != water->has_current) {
        clear_halo(water, state->now);
        clear_halo(water, state->before);
        clear_halo(water, state->velocities);
        memset(state->residues, 0,
               4 * (size_t)(state->columns + state->rows) *
                   sizeof *state->residues);
    }
    water->edges = edges;
    water->has_current = has_current;
}

void reference_copy_halo(const Reference *water, int32_t *plane)
{
    int columns = water->size.columns, rows = water->size.rows;
    int wraps = water->edges == RIPPLE_EDGES_WRAP;

    if (!wraps && water->edges != RIPPLE_EDGES_MIRROR)
        return;
    for (int y = -1; y <= rows; y++) {
        for (int x = -1; x <= columns; x++) {
            int from_x =
                wraps ? (x + columns) % columns : clamp_int(x, 0, columns - 1);
            int from_y = wraps ? (y + rows) % rows : clamp_int(y, 0, rows - 1);

            if (x != from_x || y != from_y)
                *plane_at(water, plane, x, y) =
                    *plane_at(water, plane, from_x, from_y);
            else if (x < columns - 1)
                x = columns - 1; /* the cells between are no halo */
        }
    }
}

/* Corners of the halo are means of the two halo cells next to them. */
static void fill_corners(const Reference *water, int32_t *plane)
{
    int columns = water->size.columns, rows = water->size.rows;

    for (int i = 0; i < 4; i++) {
        int x = i & 1 ? columns : -1, y = i & 2 ? rows : -1;
        int32_t beside = *plane_at(water, plane, i & 1 ? columns - 1 : 0, y);
        int32_t above = *plane_at(water, plane, x, i & 2 ? rows - 1 : 0);

        *plane_at(water, plane, x, y) = (beside + above) / 2;
    }
}

/* With a current: the edge of one step ago, 1/32 and 1 lower. */
static int32_t lower(int32_t height)
{
    height -= height / 32;
    return height - (height > 0) + (height < 0);
}

/* v, or 1 nearer to 0 if |v| <= small. */
static int32_t settle(int32_t v, int32_t small)
{
    return v < -small || v > small ? v : v - (v > 0) + (v < 0);
}

/* (r - 1) / (r + 1) for waves that cross the edge at r cells a step. */
static int32_t one_way_factor(double r)
{
    return (int32_t)lround((r - 1) / (r + 1) * 32767);
}

/* The two one-way wave equations above the scalar kernel, for one cell. */
static void absorb(const Reference *water, const EdgeCell *cell)
{
    const Model *model = ripple_model_of(&water->settings);
    const BackendState *state = &water->state;
    double r = sqrt(model->speed2(&water->settings));
    int32_t normal = one_way_factor(r);
    int32_t oblique = one_way_factor(r / 0.70710678118654752440);
    int decay = model->has_speeds ? 3 : 7;
    int is_first_order = model->energy_kept(&water->settings) < 0.9;
    int x = cell->x, y = cell->y, x1 = x - cell->dx, y1 = y - cell->dy;
    int32_t next0 = *plane_at(water, state->before, x, y);
    int32_t next1 = *plane_at(water, state->before, x1, y1);
    int32_t now0 = *plane_at(water, state->now, x, y);
    int32_t now1 = *plane_at(water, state->now, x1, y1);
    int32_t old_halo = *halo_of(water, state->now, cell), halo;
    int32_t inner =
        sat16(sat16(next0 - now1) - times_q15(sat16(next1 - now0), normal));
    int32_t outer =
        sat16(*cell->inner + times_q15(sat16(inner - *cell->outer), oblique));

    outer -= sat16(outer + (1 << (decay - 1))) >> decay;
    outer = is_first_order ? 0 : settle(outer, 6);
    halo =
        sat16(sat16(now0 + times_q15(sat16(next0 - old_halo), normal)) + outer);
    if (halo == old_halo) {
        outer = 0;
        halo = next0;
    }
    *halo_of(water, state->before, cell) = settle(halo, 2);
    *cell->inner = inner;
    *cell->outer = outer;
}

/* Nothing leaves through a tile of land alone. Known gap: the CPU backend lets
   waves leave there if the tile is one cell wide or high and water moves beside
   it. */
void reference_open_halo(Reference *water)
{
    BackendState *state = &water->state;

    if (water->edges != RIPPLE_EDGES_OPEN)
        return;
    for (Side side = LEFT; side < SIDES; side++) {
        for (int i = 0; i < side_length(water, side); i++) {
            EdgeCell cell = edge_cell(water, side, i);

            if (reference_tile(water, cell.x, cell.y) & TILE_IS_DRY)
                *halo_of(water, state->before, &cell) = *cell.inner =
                    *cell.outer = 0;
            else if (water->has_current)
                *halo_of(water, state->before, &cell) =
                    lower(*plane_at(water, state->now, cell.x, cell.y));
            else
                absorb(water, &cell);
        }
    }
    fill_corners(water, state->before);
}

/* h' = (left + 2 h + right) / 4 along each side, rounded to nearest, halves
   towards 0; at its ends h counts for the missing neighbour. */
void reference_smooth_halo(const Reference *water)
{
    int32_t *now = water->state.now;

    if (water->edges != RIPPLE_EDGES_OPEN || water->has_current ||
        !ripple_model_of(&water->settings)->has_diagonals)
        return;
    for (Side side = LEFT; side < SIDES; side++) {
        EdgeCell first = edge_cell(water, side, 0);
        int32_t left = *halo_of(water, now, &first);

        for (int i = 0; i < side_length(water, side); i++) {
            EdgeCell cell = edge_cell(water, side, i);
            EdgeCell next = edge_cell(
                water, side, min_int(i + 1, side_length(water, side) - 1));
            int32_t height = *halo_of(water, now, &cell);
            int32_t sum = left + 2 * height + *halo_of(water, now, &next);

            *halo_of(water, now, &cell) = (sum + (sum > 0 ? 1 : 2)) >> 2;
            left = height;
        }
    }
    fill_corners(water, now);
}

void reference_dry_halo(Reference *water)
{
    BackendState *state = &water->state;

    for (Side side = LEFT; water->edges == RIPPLE_EDGES_OPEN && side < SIDES;
         side++) {
        for (int i = 0; i < side_length(water, side); i++) {
            EdgeCell cell = edge_cell(water, side, i);

            if (reference_depth(water, cell.x, cell.y) != RIPPLE_DEPTH_LAND)
                continue;
            *halo_of(water, state->now, &cell) = 0;
            *halo_of(water, state->before, &cell) = 0;
            *halo_of(water, state->velocities, &cell) = 0;
            *cell.inner = *cell.outer = 0;
        }
    }
}
