/* SPDX-License-Identifier: MIT */
/*
 * A step of the reference: every cell by the formula of its stencil, then the
 * halo, then what the current moves. Heights saturate to int16, which is why
 * sums are taken in pairs.
 */
#include "reference.h"

#include "water/models/model.h"

#include <stdlib.h>
#include <string.h>

/* A cell with what its step depends on. */
typedef struct Cell {
    const Reference *water;
    const Stencil *stencil;
    int x, y;
    int missing;        /* depth in 1/2^15, 0 in open water */
    const int32_t *now; /* its newest height */
    int down;           /* from there to the cell below */
} Cell;

/* The neighbour's height; in its place, at land that mirrors, the cell's. */
static inline int32_t neighbour(const Cell *cell, int dx, int dy)
{
    if (cell->stencil->mirror &&
        reference_depth(cell->water, cell->x + dx, cell->y + dy) ==
            RIPPLE_DEPTH_LAND)
        return *cell->now;
    return cell->now[dy * cell->down + dx];
}

static inline int32_t sum_edges(const Cell *cell)
{
    return sat16(sat16(neighbour(cell, -1, 0) + neighbour(cell, 1, 0)) +
                 sat16(neighbour(cell, 0, -1) + neighbour(cell, 0, 1)));
}

static inline int32_t sum_diagonals(const Cell *cell)
{
    return sat16(sat16(neighbour(cell, -1, -1) + neighbour(cell, 1, -1)) +
                 sat16(neighbour(cell, -1, 1) + neighbour(cell, 1, 1)));
}

/* sum / 2^14, rounded down, or up if that is nearer to the target. */
static int32_t round_towards(int32_t sum, int32_t target)
{
    int32_t below = sat16(sum >> 14);

    return below < target ? below + 1 : below;
}

/* What results are rounded towards: about half of own * weight / 2^14. */
static int32_t find_target(const Cell *cell, int32_t weight)
{
    int32_t own = *cell->now;

    if (cell->stencil->rounding == ROUND_TO_REST)
        return clamp_int(times_q15(own - clamp_int(own, -1, 1), weight), -8, 8);
    if (cell->stencil->rounding == ROUND_AWAY)
        return sat16(times_q15(own, weight) +
                     sat16(2 * (own - clamp_int(own, -20, 20))));
    return INT16_MIN;
}

static int32_t step_halving(const Cell *cell, int32_t before)
{
    int32_t mean = sum_edges(cell) >> 1, next;

    if (cell->stencil->kind == STENCIL_ROUND)
        mean = (sum_edges(cell) + sum_diagonals(cell)) >> 2;
    next = sat16(mean - before);
    return cell->stencil->damping > 0 ? next - (next >> cell->stencil->damping)
                                      : next;
}

static int32_t step_weighted(const Cell *cell, int32_t before)
{
    const Stencil *stencil = cell->stencil;
    int32_t lost_edge = times_q15(stencil->w_edge, cell->missing);
    int32_t lost_diagonal = times_q15(stencil->w_diag, cell->missing);
    int32_t w_now = sat16(stencil->w_now + 4 * (lost_edge + lost_diagonal));
    int32_t sum = stencil->w_prev * before + w_now * *cell->now +
                  (stencil->w_edge - lost_edge) * sum_edges(cell);

    if (stencil->kind == STENCIL_LINEAR_ROUND)
        sum += (stencil->w_diag - lost_diagonal) * sum_diagonals(cell);
    return round_towards(sum, find_target(cell, w_now));
}

static int32_t step_spring(const Cell *cell, int32_t *speed)
{
    const Stencil *stencil = cell->stencil;
    int32_t force = sat16(sum_edges(cell) - sat16(4 * *cell->now));
    int32_t moved = sat16(
        (stencil->speed_kept * *speed + stencil->stiffness * force) >> 11);
    int32_t rest = stencil->rounding == ROUND_DOWN ? INT16_MIN : 0;
    int32_t limit =
        stencil->max_height - times_q15(stencil->max_height, cell->missing);
    int32_t sum;

    moved = clamp_int(moved, -stencil->max_speed, stencil->max_speed);
    *speed = clamp_int(rest, moved - stencil->friction,
                       moved + 1 + stencil->friction);
    sum = stencil->height_kept * *cell->now +
          (stencil->height_kept >> 4) * *speed;
    return clamp_int(round_towards(sum, find_target(cell, 0)), -limit, limit);
}

/* Writes the next height over the one before; land stays at 0. */
static void step_cell(const Cell *cell)
{
    const BackendState *state = &cell->water->state;
    int32_t *next = plane_at(cell->water, state->before, cell->x, cell->y);
    int32_t *speed = plane_at(cell->water, state->velocities, cell->x, cell->y);

    if (cell->missing == (RIPPLE_DEPTH_OPEN - RIPPLE_DEPTH_LAND) * 128) {
        *next = *speed = 0;
        return;
    }
    switch (cell->stencil->kind) {
    case STENCIL_CLASSIC:
    case STENCIL_ROUND:
        *next = step_halving(cell, *next);
        break;
    case STENCIL_SPRING:
        *next = step_spring(cell, speed);
        break;
    default:
        *next = step_weighted(cell, *next);
    }
}

/* Rounding down twice needs something that is held at 0 on all sides. */
static int may_halve(const Reference *water)
{
    return (water->settings.edges == RIPPLE_EDGES_FIXED ||
            water->settings.edges == RIPPLE_EDGES_OPEN) &&
           water->settings.shore == RIPPLE_SHORE_FIXED &&
           water->state.advection.workspace.rows == NULL;
}

static void step_cells(const Reference *water, int is_odd)
{
    const RippleSettings *settings = &water->settings;
    Stencil stencils[] = {ripple_model_stencil(settings, 0),
                          ripple_model_stencil(settings, may_halve(water))};

    for (int i = 0; i < COUNT(stencils); i++) {
        if (is_odd && stencils[i].rounding == ROUND_TO_REST)
            stencils[i].rounding = ROUND_AWAY;
    }
    for (int y = 0; y < water->size.rows; y++) {
        for (int x = 0; x < water->size.columns; x++) {
            int is_plain = reference_tile(water, x, y) & TILE_IS_PLAIN;
            int depth = reference_depth(water, x, y);
            Cell cell = {water,
                         &stencils[is_plain != 0],
                         x,
                         y,
                         (RIPPLE_DEPTH_OPEN - depth) * 128,
                         plane_at(water, water->state.now, x, y),
                         water->size.columns + 2};

            step_cell(&cell);
        }
    }
}

/* The height upstream of a cell, bilinear; own height in place of land's. */
static int32_t find_upstream(const Reference *water, int32_t *from, int x,
                             int y, int flow_x, int flow_y)
{
    int beside = flow_x > 0 ? x - 1 : x + 1, above = flow_y > 0 ? y - 1 : y + 1;
    int places[4][2] = {{x, y}, {beside, y}, {x, above}, {beside, above}};
    int32_t heights[4];

    if (reference_depth(water, x, y) == RIPPLE_DEPTH_LAND)
        return 0;
    for (int i = 0; i < 4; i++) {
        int is_land = reference_depth(water, places[i][0], places[i][1]) ==
                      RIPPLE_DEPTH_LAND;
        const int *place = places[is_land ? 0 : i];

        heights[i] = *plane_at(water, from, place[0], place[1]);
    }
    return between_q15(between_q15(heights[0], heights[1], abs(flow_x)),
                       between_q15(heights[2], heights[3], abs(flow_x)),
                       abs(flow_y));
}

/* Moves a plane by one pass; the halo of open edges stays. */
static void advect(const Reference *water, int32_t *plane)
{
    const Advection *advection = &water->state.advection;
    int columns = water->size.columns, rows = water->size.rows;
    size_t count = (size_t)(columns + 2) * (size_t)(rows + 2);
    int32_t *from = reference_allocate(count, sizeof *from);

    memcpy(from, plane, count * sizeof *from);
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            int flow_x = advection->x, flow_y = advection->y;

            if (advection->workspace.rows != NULL) {
                const FlowRow *row = &advection->workspace.rows[y];

                flow_x = row->x[x];
                flow_y = between_q15(row->above[x], row->below[x], row->share);
            }
            *plane_at(water, plane, x, y) =
                find_upstream(water, from, x, y, flow_x, flow_y);
        }
    }
    free(from);
    reference_copy_halo(water, plane);
}

/* The halo counts at open edges alone; its corners follow from the rest of
   it. */
static int is_plane_zero(const Reference *water, int32_t *plane)
{
    int columns = water->size.columns, rows = water->size.rows;
    int halo = water->edges == RIPPLE_EDGES_OPEN;

    for (int y = -halo; y < rows + halo; y++) {
        int is_inside = y >= 0 && y < rows;
        int first = is_inside ? -halo : 0;

        for (int x = first; x < columns - first; x++) {
            if (*plane_at(water, plane, x, y) != 0)
                return 0;
        }
    }
    return 1;
}

int reference_is_calm(const void *self)
{
    const Reference *water = self;
    const BackendState *state = &water->state;
    int residues = 4 * (state->columns + state->rows), any = 0;

    for (int i = 0; i < residues; i++)
        any |= state->residues[i];
    return any == 0 && is_plane_zero(water, state->now) &&
           is_plane_zero(water, state->before) &&
           is_plane_zero(water, state->velocities);
}

void reference_restart(Reference *water)
{
    water->state.is_odd = 0;
    ripple_advection_restart(&water->state.advection.schedule);
}

void reference_step(Reference *water)
{
    BackendState *state = &water->state;
    int has_speeds = ripple_model_of(&water->settings)->has_speeds;
    AdvectionPlan plan = ripple_advection_next(&state->advection.schedule);
    int32_t *next = state->before;

    reference_smooth_halo(water);
    for (int i = 0; i < plan.before; i++)
        advect(water, has_speeds ? state->velocities : next);
    step_cells(water, state->is_odd);
    state->is_odd = !state->is_odd;
    reference_open_halo(water);
    reference_copy_halo(water, next);
    reference_copy_halo(water, state->velocities);
    for (int i = 0; i < plan.after; i++)
        advect(water, next);
    state->before = state->now;
    state->now = next;
    if (reference_is_calm(water))
        reference_restart(water);
}
