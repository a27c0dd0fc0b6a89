/* SPDX-License-Identifier: MIT */
#include "law.h"

#include "lib/util/fixed.h"
#include "source.h"
#include "lib/water/field.h"
#include "lib/water/model.h"

#include <math.h>
#include <stdlib.h>

static int is_spring(const Law *law)
{
    return law->stencil.kind == STENCIL_SPRING;
}

static int fold(int at, int count, RippleEdges edges)
{
    return edges == RIPPLE_EDGES_WRAP ? (at + count) % count
                                      : clamp_int(at, 0, count - 1);
}

static int depth_at(const Law *law, int cell)
{
    return law->depths != NULL ? law->depths[cell] : RIPPLE_DEPTH_OPEN;
}

/* The loss of a weight between cells of two depths; land is 0. */
static int64_t lose(const Law *law, int64_t weight, int own, int other)
{
    int missing = ((255 - own) * 128 >> 1) + ((255 - other) * 128 >> 1);

    if (other == 0 && law->stencil.mirror)
        return weight;
    if (other == 0)
        missing = (255 - own) * 128;
    return is_spring(law) ? 0 : (weight * missing + (1 << 14)) >> 15;
}

/* Adds neighbour i of cell (x, y). */
static void add_neighbour(Law *law, int x, int y, int i, int64_t weight)
{
    LawCell *cell = &law->cells[y * law->columns + x];
    int to_x = x + i % 3 - 1, to_y = y + i / 3 - 1;
    int is_inside =
        to_x >= 0 && to_x < law->columns && to_y >= 0 && to_y < law->rows;
    int other = fold(to_y, law->rows, law->edges) * law->columns +
                fold(to_x, law->columns, law->edges);
    int64_t lost = lose(law, weight, depth_at(law, y * law->columns + x),
                        depth_at(law, other));

    cell->cells[i] = is_inside || law->edges != RIPPLE_EDGES_FIXED ? other : -1;
    cell->weights[i] = weight - lost;
    cell->weights[LAW_CENTRE] += lost;
}

/* Whether the tile of a cell and the cells around it are open water. */
static int is_open_water(const Law *law, int x, int y)
{
    int left = x - x % RIPPLE_TILE_COLUMNS, top = y - y % RIPPLE_TILE_ROWS;
    int right = min_int(left + RIPPLE_TILE_COLUMNS + 1, law->columns);
    int bottom = min_int(top + RIPPLE_TILE_ROWS + 1, law->rows);

    for (y = max_int(top - 1, 0); y < bottom; y++) {
        for (x = max_int(left - 1, 0); x < right; x++) {
            if (depth_at(law, y * law->columns + x) != RIPPLE_DEPTH_OPEN)
                return 0;
        }
    }
    return 1;
}

/* Cells that are not land round like their tile; `kind` is that of tiles
   without land. */
static LawRounding find_rounding(const Law *law, int kind, int x, int y)
{
    if (depth_at(law, y * law->columns + x) == 0)
        return LAW_LAND;
    if (is_spring(law))
        return LAW_SPRING;
    if (kind <= STENCIL_ROUND && is_open_water(law, x, y))
        return LAW_DOWN;
    return law->stencil.is_damped ? LAW_DAMPED : LAW_NEAREST;
}

/* `weights` are those of itself, of edge and of diagonal neighbours. */
static void make_cell(Law *law, int number, const int64_t weights[3])
{
    int x = number % law->columns, y = number / law->columns;
    int64_t *own = law->cells[number].weights;

    law->cells[number].cells[LAW_CENTRE] = number;
    own[LAW_CENTRE] = weights[0];
    for (int i = 0; i < LAW_NEIGHBOURS; i++) {
        if (i != LAW_CENTRE)
            add_neighbour(law, x, y, i, weights[1 + (i + 1) % 2]);
    }
    if (!is_spring(law))
        own[LAW_CENTRE] = min_int64(own[LAW_CENTRE], INT16_MAX);
    for (int i = 0; i < LAW_NEIGHBOURS && law->is_fine; i++)
        own[i] *= 1 << RIPPLE_FRACTION_BITS;
    own[LAW_CENTRE] += law->w_rest;
}

void law_init(Law *law, const Ripple *pool)
{
    const RippleSettings *settings = ripple_settings(pool);
    Stencil stencil = ripple_model_stencil(settings, 0);
    int is_plain = (settings->edges == RIPPLE_EDGES_FIXED ||
                    settings->edges == RIPPLE_EDGES_OPEN) &&
                   settings->shore == RIPPLE_SHORE_FIXED;
    int kind = ripple_model_stencil(settings, is_plain).kind;
    int64_t one = INT64_C(1) << RIPPLE_WEIGHT_BITS;
    int64_t weights[3] = {stencil.w_now, stencil.w_edge,
                          stencil.kind == STENCIL_LINEAR_ROUND ? stencil.w_diag
                                                               : 0};
    size_t stride;

    *law = (Law){.stencil = stencil,
                 .edges = settings->edges,
                 .depths = ripple_mask(pool),
                 .is_fine = stencil.kind == STENCIL_FINE,
                 .one = one};
    ripple_heights(pool, &law->columns, &law->rows, &stride);
    law->count = law->columns * law->rows;
    if (law->is_fine) {
        law->one <<= RIPPLE_FRACTION_BITS;
        law->w_rest = stencil.w_rest;
    }
    law->kept = (-stencil.w_prev - one) * law->one / one;
    if (is_spring(law)) {
        law->one <<= RIPPLE_STIFFNESS_BITS;
        law->kept = stencil.height_kept * stencil.speed_kept;
        weights[1] =
            (stencil.height_kept >> RIPPLE_SPEED_BITS) * stencil.stiffness;
        weights[0] = ((int64_t)stencil.height_kept << RIPPLE_STIFFNESS_BITS) +
                     ((int64_t)stencil.speed_kept << RIPPLE_WEIGHT_BITS) -
                     4 * weights[1];
    }
    law->cells = calloc((size_t)law->count, sizeof *law->cells);
    RANDOM_EXPECT(law->cells != NULL);
    for (int i = 0; i < law->count; i++) {
        law->cells[i].rounding =
            find_rounding(law, kind, i % law->columns, i / law->columns);
        if (law->cells[i].rounding != LAW_LAND)
            make_cell(law, i, weights);
    }
}

void law_clear(Law *law)
{
    free(law->cells);
    law->cells = NULL;
}

int64_t law_pull(const Law *law, const int32_t *now, int cell)
{
    const LawCell *row = &law->cells[cell];
    int64_t sum = 0;

    for (int i = 0; i < LAW_NEIGHBOURS; i++) {
        if (row->weights[i] != 0 && row->cells[i] >= 0)
            sum += row->weights[i] * now[row->cells[i]];
    }
    return sum;
}

LawEnergy law_energy(const Law *law, int next, int now, int64_t pull)
{
    LawEnergy squares = (int64_t)next * next + (int64_t)now * now;

    return (law->one + law->kept) * squares - 2 * next * (LawEnergy)pull;
}

double law_sum_energy(const Law *law, const int32_t *next, const int32_t *now)
{
    double sum = 0;

    for (int i = 0; i < law->count; i++)
        sum += (double)law_energy(law, next[i], now[i], law_pull(law, now, i));
    return sum / (double)(law->one + law->kept);
}

LawEnergy law_growth(const Law *law, const LawStep *step, int cell,
                     int64_t pull)
{
    int b = step->before[cell], x = step->next[cell];
    int64_t unit = law->one + law->kept;

    return (x - b) * (LawEnergy)(unit * (x + b) - 2 * pull);
}

static int is_edge(const Law *law, int cell)
{
    int x = cell % law->columns, y = cell / law->columns;

    return x == 0 || y == 0 || x == law->columns - 1 || y == law->rows - 1;
}

/* A cell that would move by less than 1 moves by 1 toward 0, if that is its
   direction: F grows by less than 1. */
static int is_last_rule(const Law *law, const LawStep *step, int cell,
                        int64_t pull)
{
    int b = step->before[cell], x = step->next[cell];
    int64_t change = pull - (law->one + law->kept) * b;

    return abs(x - b) == 1 && abs(x) < abs(b) && (x - b) * change > 0 &&
           llabs(change) < law->one;
}

/* A change is `quarters` / 4 too large at most; w_rest misses the fraction of
   the cell. */
static int is_rounding(const Law *law, const LawStep *step, int cell,
                       LawEnergy growth, int quarters)
{
    int size = abs(step->next[cell] - step->before[cell]);
    int64_t unit = law->one + law->kept;
    int64_t missed = law->w_rest << (RIPPLE_FRACTION_BITS - 1);

    return 4 * growth <= size * (LawEnergy)(quarters * unit + 8 * missed);
}

/* Large changes go to nearest, small ones toward 0, 1/4 too far if they are
   fine. */
static int is_damped_rounding(const Law *law, const LawStep *step, int cell,
                              int64_t pull, LawEnergy growth)
{
    int size = abs(step->next[cell] - step->before[cell]);

    return (size >= RIPPLE_FAST && is_rounding(law, step, cell, growth, 2)) ||
           (law->is_fine ? is_rounding(law, step, cell, growth, 1)
                         : is_last_rule(law, step, cell, pull));
}

/*
 * A step of springs keeps k = r s of `before`, r the share that heights keep
 * and s that of speeds. With w <= 1/16 the weight of a speed:
 *
 *     x = W h - k b - s e(h) + w e(speed) + e(x)
 *
 * Errors e of heights are below 1, of speeds below 2; undamped, 1/2 both.
 */
static int is_lawful_spring(const Law *law, const LawStep *step, int cell,
                            int64_t pull)
{
    int64_t error =
        law->one * step->next[cell] - (pull - law->kept * step->before[cell]);
    int slack = law->stencil.is_damped ? 2 * 32 + 4 : 33;

    return (law->edges == RIPPLE_EDGES_OPEN && is_edge(law, cell)) ||
           32 * llabs(error) <= slack * law->one;
}

/*
 * An open edge moves a cell to a height between b and what a mirror gives it,
 * after which one that moved by no more than its loss sinks by that: |x - T|
 * grows by at most twice as much. The loss is 1, of fine heights 1/2^10 of
 * them, rounded up.
 */
static int is_sinking(const Law *law, const LawStep *step, int cell,
                      int64_t pull)
{
    int b = step->before[cell], x = step->next[cell];
    int loss = law->is_fine ? abs(x) / 1023 + 1 : 1;
    int64_t unit = law->one + law->kept;

    return law->edges == RIPPLE_EDGES_OPEN && is_edge(law, cell) &&
           abs(x - b) <= 2 * loss &&
           llabs(unit * x - pull) <= llabs(unit * b - pull) + 2 * loss * unit;
}

static int is_lawful(const Law *law, const LawStep *step, int cell)
{
    int b = step->before[cell], x = step->next[cell];
    int64_t pull = law_pull(law, step->now, cell);
    int64_t unit = law->one + law->kept;
    LawEnergy growth = law_growth(law, step, cell, pull);

    switch (law->cells[cell].rounding) {
    case LAW_LAND:
        return x == 0;
    case LAW_SPRING:
        return is_lawful_spring(law, step, cell, pull);
    case LAW_DOWN:
        return llabs(unit * x - pull) < llabs(unit * b - pull) + unit ||
               is_sinking(law, step, cell, pull);
    case LAW_NEAREST:
        return is_rounding(law, step, cell, growth, 2) ||
               is_sinking(law, step, cell, pull);
    default:
        return growth <= 0 ||
               is_damped_rounding(law, step, cell, pull, growth) ||
               is_sinking(law, step, cell, pull);
    }
}

int law_is_calm(const Law *law, const int32_t *heights)
{
    for (int i = 0; i < law->count; i++) {
        if (heights[i] != 0)
            return 0;
    }
    return 1;
}

int law_find_lawless(const Law *law, const LawStep *step)
{
    if (law->is_fine && law_is_calm(law, step->next))
        return -1;
    for (int i = 0; i < law->count; i++) {
        if (!is_lawful(law, step, i))
            return i;
    }
    return -1;
}

int law_lose(int height, int bits)
{
    int size = abs(height), rest = size - ((size + (1 << bits) - 1) >> bits);

    return bits == 0 ? height : height < 0 ? -rest : rest;
}
