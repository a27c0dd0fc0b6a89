/* SPDX-License-Identifier: MIT */
#include "law.h"

#include "lib/util/fixed.h"
#include "source.h"
#include "lib/water/field.h"
#include "lib/water/model.h"

#include <math.h>
#include <stdlib.h>

/* The pool that a law is made of. */
typedef struct Maker {
    Law *law;
    Stencil stencil;
    RippleEdges edges;
    const uint8_t *depths; /* NULL: open water */
} Maker;

static int is_spring(const Maker *maker)
{
    return maker->stencil.kind == STENCIL_SPRING;
}

static int is_fine(const Maker *maker)
{
    return maker->stencil.kind == STENCIL_FINE;
}

static int fold(int at, int count, RippleEdges edges)
{
    return edges == RIPPLE_EDGES_WRAP ? (at + count) % count
                                      : clamp_int(at, 0, count - 1);
}

static int depth_at(const Maker *maker, int cell)
{
    return maker->depths != NULL ? maker->depths[cell] : 255;
}

/* The loss of a weight between cells of two depths; land is 0. */
static int64_t lose(const Maker *maker, int64_t weight, int own, int other)
{
    int missing = ((255 - own) * 128 >> 1) + ((255 - other) * 128 >> 1);

    if (other == 0 && maker->stencil.mirror)
        return weight;
    if (other == 0)
        missing = (255 - own) * 128;
    return is_spring(maker) ? 0 : (weight * missing + (1 << 14)) >> 15;
}

/* Adds neighbour i of cell (x, y). */
static void add_neighbour(const Maker *maker, LawCell *cell, int x, int y,
                          int i, int64_t weight)
{
    const Law *law = maker->law;
    int to_x = x + i % 3 - 1, to_y = y + i / 3 - 1;
    int is_inside =
        to_x >= 0 && to_x < law->columns && to_y >= 0 && to_y < law->rows;
    int other = fold(to_y, law->rows, maker->edges) * law->columns +
                fold(to_x, law->columns, maker->edges);
    int64_t lost = lose(maker, weight, depth_at(maker, y * law->columns + x),
                        depth_at(maker, other));

    cell->cells[i] =
        is_inside || maker->edges != RIPPLE_EDGES_FIXED ? other : -1;
    cell->weights[i] = weight - lost;
    cell->weights[LAW_CENTRE] += lost;
}

/* The weights of itself, of edge and of diagonal neighbours in open water. */
static void find_weights(const Maker *maker, int64_t weights[3])
{
    const Stencil *stencil = &maker->stencil;
    int64_t share = stencil->height_kept >> RIPPLE_SPEED_BITS;

    weights[0] = stencil->w_now;
    weights[1] = stencil->w_edge;
    weights[2] = stencil->kind == STENCIL_LINEAR_ROUND ? stencil->w_diag : 0;
    if (!is_spring(maker))
        return;
    weights[1] = share * stencil->stiffness;
    weights[0] = ((int64_t)stencil->height_kept << RIPPLE_STIFFNESS_BITS) +
                 ((int64_t)stencil->speed_kept << RIPPLE_WEIGHT_BITS) -
                 4 * weights[1];
}

static void make_cell(const Maker *maker, int x, int y)
{
    int number = y * maker->law->columns + x;
    LawCell *cell = &maker->law->cells[number];
    int64_t weights[3];

    if (depth_at(maker, number) == 0)
        return;
    find_weights(maker, weights);
    cell->cells[LAW_CENTRE] = number;
    cell->weights[LAW_CENTRE] = weights[0];
    for (int i = 0; i < LAW_NEIGHBOURS; i++) {
        if (i != LAW_CENTRE)
            add_neighbour(maker, cell, x, y, i, weights[1 + (i + 1) % 2]);
    }
    if (!is_spring(maker))
        cell->weights[LAW_CENTRE] =
            min_int64(cell->weights[LAW_CENTRE], INT16_MAX);
    for (int i = 0; i < LAW_NEIGHBOURS && is_fine(maker); i++)
        cell->weights[i] *= 1 << RIPPLE_FRACTION_BITS;
    if (is_fine(maker))
        cell->weights[LAW_CENTRE] += maker->stencil.w_rest;
}

static int count_bits(const Maker *maker)
{
    return RIPPLE_WEIGHT_BITS + (is_spring(maker) ? RIPPLE_STIFFNESS_BITS
                                 : is_fine(maker) ? RIPPLE_FRACTION_BITS
                                                  : 0);
}

/* Whether a tile and the cells around it are open water. */
static int is_open_water(const Maker *maker, int tile_x, int tile_y)
{
    const Law *law = maker->law;
    int left = tile_x * RIPPLE_TILE_COLUMNS, top = tile_y * RIPPLE_TILE_ROWS;
    int right = min_int(left + RIPPLE_TILE_COLUMNS + 1, law->columns);
    int bottom = min_int(top + RIPPLE_TILE_ROWS + 1, law->rows);

    for (int y = max_int(top - 1, 0); y < bottom; y++) {
        for (int x = max_int(left - 1, 0); x < right; x++) {
            if (depth_at(maker, y * law->columns + x) != RIPPLE_DEPTH_OPEN)
                return 0;
        }
    }
    return 1;
}

static LawRounding find_rounding(const Maker *maker, int kind, int tile_x,
                                 int tile_y)
{
    if (is_spring(maker))
        return LAW_SPRING;
    if (kind <= STENCIL_ROUND && is_open_water(maker, tile_x, tile_y))
        return LAW_DOWN;
    return maker->stencil.is_damped ? LAW_DAMPED : LAW_NEAREST;
}

/* Cells that are not land round like their tile; `kind` is that of tiles
   without land. */
static void round_tile(const Maker *maker, int kind, int tile_x, int tile_y)
{
    const Law *law = maker->law;
    LawRounding rounding = find_rounding(maker, kind, tile_x, tile_y);
    int left = tile_x * RIPPLE_TILE_COLUMNS, top = tile_y * RIPPLE_TILE_ROWS;
    int right = min_int(left + RIPPLE_TILE_COLUMNS, law->columns);
    int bottom = min_int(top + RIPPLE_TILE_ROWS, law->rows);

    for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x++) {
            int cell = y * law->columns + x;

            law->cells[cell].rounding =
                depth_at(maker, cell) == 0 ? LAW_LAND : rounding;
        }
    }
}

static void round_cells(const Maker *maker, const RippleSettings *settings)
{
    const Law *law = maker->law;
    int is_plain = (settings->edges == RIPPLE_EDGES_FIXED ||
                    settings->edges == RIPPLE_EDGES_OPEN) &&
                   settings->shore == RIPPLE_SHORE_FIXED;
    int kind = ripple_model_stencil(settings, is_plain).kind;

    for (int y = 0; y * RIPPLE_TILE_ROWS < law->rows; y++) {
        for (int x = 0; x * RIPPLE_TILE_COLUMNS < law->columns; x++)
            round_tile(maker, kind, x, y);
    }
}

void law_init(Law *law, const Ripple *pool)
{
    const RippleSettings *settings = ripple_settings(pool);
    int64_t one = 1 << RIPPLE_WEIGHT_BITS;
    Maker maker = {law, ripple_model_stencil(settings, 0), settings->edges,
                   ripple_mask(pool)};
    size_t stride;

    ripple_heights(pool, &law->columns, &law->rows, &stride);
    law->count = law->columns * law->rows;
    law->one = INT64_C(1) << count_bits(&maker);
    law->kept = (-maker.stencil.w_prev - one) * law->one / one;
    if (is_spring(&maker))
        law->kept = maker.stencil.height_kept * maker.stencil.speed_kept;
    law->w_rest = is_fine(&maker) ? maker.stencil.w_rest : 0;
    law->is_open = settings->edges == RIPPLE_EDGES_OPEN;
    law->is_damped = maker.stencil.is_damped;
    law->is_fine = is_fine(&maker);
    law->cells = calloc((size_t)law->count, sizeof *law->cells);
    RANDOM_EXPECT(law->cells != NULL);
    for (int i = 0; i < law->count; i++)
        make_cell(&maker, i % law->columns, i / law->columns);
    round_cells(&maker, settings);
}

void law_clear(Law *law)
{
    free(law->cells);
    law->cells = NULL;
}

void law_copy_heights(const Law *law, int32_t *to, const Ripple *pool)
{
    size_t stride;
    const int16_t *heights = ripple_heights(pool, NULL, NULL, &stride);

    for (int y = 0; y < law->rows; y++) {
        for (int x = 0; x < law->columns; x++)
            *to++ = heights[(size_t)y * stride + (size_t)x];
    }
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
    int slack = law->is_damped ? 2 * 32 + 4 : 33;

    return (law->is_open && is_edge(law, cell)) ||
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

    return law->is_open && is_edge(law, cell) && abs(x - b) <= 2 * loss &&
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

/*
 * Fine heights: fractions are not seen, 1/2 each, so sqrt(F) is sqrt(2 cells)
 * off at both times; and cells at open edges sink by 2^15 / 2^10 a step, as
 * much beyond a height that adds nothing. Others round down, a force e on each
 * cell, which holds a level of the energy e^2 / ((1 - k) / 2): e is 1 for
 * models without fractions. Springs: e = 2/16, of speeds, and only the loss of
 * a level holds against it: restore / 2^11.
 */
double law_find_slack(const RippleSettings *settings)
{
    const Model *model = ripple_model_of(settings);
    double lost = 1 - model->energy_kept(settings);

    if (ripple_model_stencil(settings, 0).kind == STENCIL_FINE)
        return settings->edges == RIPPLE_EDGES_OPEN ? 12 + 64 * 64 : 12;
    return model->has_speeds ? 8 + 64 / lost : 4 + 2 / (lost > 0 ? lost : 1);
}

int law_lose(int height, int bits)
{
    int size = abs(height), rest = size - ((size + (1 << bits) - 1) >> bits);

    return bits == 0 ? height : height < 0 ? -rest : rest;
}
