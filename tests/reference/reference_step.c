/* SPDX-License-Identifier: MIT */
/*
 * A step of the reference: every cell by the formula of its stencil, then open
 * edges and the halo, then what the current moves. Sums are exact, but those of
 * springs.
 */
#include "reference.h"

#include "lib/water/model.h"

#include <stdlib.h>
#include <string.h>

/* A cell with what its step depends on. */
typedef struct Cell {
    const Reference *water;
    const Stencil *stencil;
    int x, y;
    int64_t now; /* its newest height */
} Cell;

/* Neighbours: four across an edge, four across a corner. */
static const int neighbours[][2] = {{-1, 0},  {1, 0},  {0, -1}, {0, 1},
                                    {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};

static int64_t height_of(const Cell *cell, int i)
{
    return *plane_at(cell->water, cell->water->state.now,
                     cell->x + neighbours[i][0], cell->y + neighbours[i][1]);
}

static int depth_of(const Cell *cell, int i)
{
    return reference_depth(cell->water, cell->x + neighbours[i][0],
                           cell->y + neighbours[i][1]);
}

static int own_depth(const Cell *cell)
{
    return reference_depth(cell->water, cell->x, cell->y);
}

/* v / 2^bits to nearest, halves to even. */
static int64_t divide_evenly(int64_t v, int bits)
{
    int64_t unit = (int64_t)1 << bits, below = v >> bits;
    int64_t twice = 2 * (v - below * unit);

    return below + (twice > unit || (twice == unit && below % 2 != 0));
}

static int32_t limit(int64_t height, int32_t max)
{
    return (int32_t)clamp_int64(height, -max, max);
}

/* classic and round; both divisions round down. */
static int32_t step_halving(const Cell *cell, int32_t before)
{
    const Stencil *stencil = cell->stencil;
    int is_round = stencil->kind == STENCIL_ROUND;
    int64_t sum = 0, next;

    for (int i = 0; i < (is_round ? 8 : 4); i++)
        sum += height_of(cell, i);
    next = (sum >> (is_round ? 2 : 1)) - before;
    if (stencil->damping > 0)
        next -= next >> stencil->damping;
    return limit(next, stencil->max_height);
}

/* The weight that is left of a face: the mean depth of both its cells counts,
   the cell's own where land lies behind, and none if that land mirrors. */
static int64_t open_weight(const Cell *cell, int i, int32_t weight)
{
    int own = RIPPLE_DEPTH_OPEN - own_depth(cell);
    int other = RIPPLE_DEPTH_OPEN - depth_of(cell, i);

    if (depth_of(cell, i) != RIPPLE_DEPTH_LAND)
        return weight - times_q15(weight, 64 * (own + other));
    return cell->stencil->mirror ? 0 : weight - times_q15(weight, 128 * own);
}

/* Whole units of a change in 1/2^14. Its whole part saturates on its own. */
static int32_t round_change(const Stencil *stencil, int64_t change,
                            int64_t before)
{
    int64_t size, units;

    if (!stencil->is_damped)
        return sat16_int64(divide_evenly(change, 14));
    change = sat16_int64(change >> 14) * (int64_t)16384 + (change & 16383);
    size = change < 0 ? -change : change;
    units = (size + (size >= (int64_t)16 * 16384 ? 8192 : 0)) / 16384;
    if (units == 0 && change * before < 0)
        units = 1;
    return sat16_int64(change < 0 ? -units : units);
}

/* The same of a fine height, which may change by any number of units. Damped,
   a change of at most 16 goes toward 0; one below 0 may go 1/4 too far. */
static int64_t round_fine_change(const Stencil *stencil, int64_t change)
{
    int64_t below = change >> 14;

    if (!stencil->is_damped)
        return divide_evenly(change, 14);
    if (below < -16 || below > 15)
        return (change + 8192) >> 14;
    return change < 0 ? (change + 3 * 4096) >> 14 : below;
}

static int32_t step_weighted(const Cell *cell, int64_t before)
{
    const Stencil *stencil = cell->stencil;
    int faces = stencil->kind == STENCIL_LINEAR_ROUND ? 8 : 4;
    int w_now = stencil->w_now;
    int64_t change = stencil->w_prev * before;

    for (int i = 0; i < faces; i++) {
        int32_t weight = i < 4 ? stencil->w_edge : stencil->w_diag;
        int64_t open = open_weight(cell, i, weight);

        change += open * height_of(cell, i);
        w_now += (int)(weight - open);
    }
    change += sat16(w_now) * cell->now;
    if (stencil->kind != STENCIL_FINE)
        return limit(before + round_change(stencil, change, before),
                     stencil->max_height);
    change += stencil->w_rest * whole_height((int32_t)cell->now, 4096);
    return limit(before + round_fine_change(stencil, change),
                 stencil->max_height * 4096);
}

/* The height of a neighbour for a spring; land that mirrors shows the cell. */
static int32_t felt(const Cell *cell, int i)
{
    int is_closed =
        cell->stencil->mirror && depth_of(cell, i) == RIPPLE_DEPTH_LAND;

    return (int32_t)(is_closed ? cell->now : height_of(cell, i));
}

/* The neighbours less 4 times the cell; every sum saturates. */
static int32_t spring_force(const Cell *cell)
{
    int32_t beside = sat16(felt(cell, 0) + felt(cell, 1));
    int32_t above = sat16(felt(cell, 2) + felt(cell, 3));

    return sat16(sat16(beside + above) - sat16_int64(4 * cell->now));
}

/* Damped speeds round down; then they lose `friction`, and 1 if negative. */
static int32_t next_speed(const Cell *cell, int32_t old)
{
    const Stencil *stencil = cell->stencil;
    int64_t sum = stencil->speed_kept * (int64_t)old +
                  stencil->stiffness * (int64_t)spring_force(cell);
    int32_t speed;

    if (!stencil->is_damped)
        return limit(divide_evenly(sum, 11), stencil->max_speed);
    speed = limit(sum >> 11, stencil->max_speed);
    return speed < 0 ? min_int(speed + 1 + stencil->friction, 0)
                     : max_int(speed - stencil->friction, 0);
}

/* Damped heights round down if cell or speed is small, and are 1 higher if that
   is negative; else to nearest, halves up. */
static int32_t step_spring(const Cell *cell, int32_t *speed)
{
    const Stencil *stencil = cell->stencil;
    int32_t max = stencil->max_height;
    int64_t height;

    *speed = next_speed(cell, *speed);
    height = stencil->height_kept * cell->now +
             stencil->height_kept / 16 * (int64_t)*speed;
    if (!stencil->is_damped)
        height = divide_evenly(height, 14);
    else if (abs(*speed) > 16 && llabs(cell->now) > 16)
        height = (height + 8192) >> 14;
    else
        height = (height >> 14) + (height < 0);
    max -= times_q15(max, 128 * (RIPPLE_DEPTH_OPEN - own_depth(cell)));
    return limit(height, max);
}

/* Writes the next height over the one before; land stays at 0. */
static void step_cell(const Cell *cell, int32_t *next, int32_t *speed)
{
    if (own_depth(cell) == RIPPLE_DEPTH_LAND) {
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

int reference_may_halve(const Reference *water)
{
    return (water->settings.edges == RIPPLE_EDGES_FIXED ||
            water->settings.edges == RIPPLE_EDGES_OPEN) &&
           water->settings.shore == RIPPLE_SHORE_FIXED &&
           water->state.advection.workspace.rows == NULL;
}

/* Springs know the height before by their speed, in 1/16 of a height a step. */
static int32_t height_before(const Cell *cell, int32_t before, int32_t speed)
{
    if (cell->stencil->kind != STENCIL_SPRING)
        return before;
    return sat16_int64(cell->now - ((speed + 8) >> 4));
}

/* Returns the sums that the energy of a tile is made of, heights as they are:
   512 squares of at most 2^27 fit. (x, y) is its first cell. */
static StepEnergy step_tile(const Reference *water, const Stencil *stencil,
                            int left, int top)
{
    const BackendState *state = &water->state;
    StepEnergy sums = {0};

    for (int y = top; y < min_int(top + TILE_ROWS, water->size.rows); y++) {
        for (int x = left;
             x < min_int(left + TILE_COLUMNS, water->size.columns); x++) {
            int32_t *next = plane_at(water, state->before, x, y);
            int32_t *speed = plane_at(water, state->velocities, x, y);
            Cell cell = {water, stencil, x, y,
                         *plane_at(water, state->now, x, y)};
            int64_t before = height_before(&cell, *next, *speed);

            step_cell(&cell, next, speed);
            sums.now2 += cell.now * cell.now;
            sums.next2 += (int64_t)*next * *next;
            sums.product += *next * before;
        }
    }
    return sums;
}

/* A sum of products in 1/16, rounded down. */
static int64_t to_sixteenths(const Reference *water, int64_t sum)
{
    return water->one > 1 ? sum >> (2 * 12 - 4) : sum * 16;
}

static StepEnergy step_cells(const Reference *water)
{
    Stencil stencils[] = {
        ripple_model_stencil(&water->settings, 0),
        ripple_model_stencil(&water->settings, reference_may_halve(water))};
    StepEnergy sums = {0};

    for (int y = 0; y < water->size.rows; y += TILE_ROWS) {
        for (int x = 0; x < water->size.columns; x += TILE_COLUMNS) {
            int is_plain = (reference_tile(water, x, y) & TILE_IS_PLAIN) != 0;
            StepEnergy tile = step_tile(water, &stencils[is_plain], x, y);

            sums.now2 += to_sixteenths(water, tile.now2);
            sums.next2 += to_sixteenths(water, tile.next2);
            sums.product += to_sixteenths(water, tile.product);
        }
    }
    return sums;
}

static int32_t mix(const int32_t values[4], int flow_x, int flow_y)
{
    return between_q15(between_q15(values[0], values[1], abs(flow_x)),
                       between_q15(values[2], values[3], abs(flow_x)),
                       abs(flow_y));
}

/* The value upstream of a cell, bilinear, its height and its fraction each on
   their own; own value in place of land's. */
static int32_t find_upstream(const Reference *water, int32_t *from, int x,
                             int y, int flow_x, int flow_y)
{
    int beside = flow_x > 0 ? x - 1 : x + 1, above = flow_y > 0 ? y - 1 : y + 1;
    int places[4][2] = {{x, y}, {beside, y}, {x, above}, {beside, above}};
    int32_t one = water->one, heights[4], fractions[4];

    if (reference_depth(water, x, y) == RIPPLE_DEPTH_LAND)
        return 0;
    for (int i = 0; i < 4; i++) {
        int is_land = reference_depth(water, places[i][0], places[i][1]) ==
                      RIPPLE_DEPTH_LAND;
        const int *place = places[is_land ? 0 : i];
        int32_t value = *plane_at(water, from, place[0], place[1]);

        heights[i] = whole_height(value, one);
        fractions[i] = fraction_of(value, one);
    }
    return mix(heights, flow_x, flow_y) * one + mix(fractions, flow_x, flow_y);
}

/* The caller frees it. */
static int32_t *copy_plane(const Reference *water, const int32_t *plane)
{
    size_t count =
        (size_t)(water->size.columns + 2) * (size_t)(water->size.rows + 2);
    int32_t *copy = reference_allocate(count, sizeof *copy);

    memcpy(copy, plane, count * sizeof *copy);
    return copy;
}

void reference_find_flow(const Reference *water, int column, int row, int *x,
                         int *y)
{
    const Advection *advection = &water->state.advection;
    const FlowRow *flow = advection->workspace.rows;

    *x = advection->x;
    *y = advection->y;
    if (flow == NULL)
        return;
    *x = flow[row].x[column];
    *y = between_q15(flow[row].above[column], flow[row].below[column],
                     flow[row].share);
}

/* Moves a plane by one pass. */
static void advect(const Reference *water, int32_t *plane)
{
    int columns = water->size.columns, rows = water->size.rows;
    int32_t *from = copy_plane(water, plane);

    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            int flow_x, flow_y;

            reference_find_flow(water, x, y, &flow_x, &flow_y);
            *plane_at(water, plane, x, y) =
                find_upstream(water, from, x, y, flow_x, flow_y);
        }
    }
    free(from);
    reference_copy_halo(water, plane);
}

static int is_plane_zero(const Reference *water, int32_t *plane)
{
    for (int y = 0; y < water->size.rows; y++) {
        for (int x = 0; x < water->size.columns; x++) {
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

    return is_plane_zero(water, state->now) &&
           is_plane_zero(water, state->before) &&
           is_plane_zero(water, state->velocities);
}

void reference_restart(Reference *water)
{
    water->state.governor = (Governor){0};
    ripple_advection_restart(&water->state.advection.schedule);
}

void reference_copy_halos(const Reference *water)
{
    reference_copy_halo(water, water->state.now);
    reference_copy_halo(water, water->state.before);
    reference_copy_halo(water, water->state.velocities);
}

void reference_step(Reference *water)
{
    BackendState *state = &water->state;
    int is_measured = reference_start_measuring(water);
    int has_speeds = ripple_model_of(&water->settings)->has_speeds;
    AdvectionPlan plan = ripple_advection_next(&state->advection.schedule);
    int32_t *next = state->before, *before;
    StepEnergy sums;

    reference_copy_halos(water);
    for (int i = 0; i < plan.before; i++)
        advect(water, has_speeds ? state->velocities : next);
    before = copy_plane(water, next);
    sums = step_cells(water);
    reference_open_edges(water, before);
    free(before);
    reference_copy_halos(water);
    for (int i = 0; i < plan.after; i++)
        advect(water, next);
    state->before = state->now;
    state->now = next;
    if (is_measured)
        reference_judge(water, &sums);
    if (reference_is_calm(water))
        reference_restart(water);
}
