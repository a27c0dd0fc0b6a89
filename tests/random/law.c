/* SPDX-License-Identifier: MIT */
#include "law.h"

#include "base/fixed.h"
#include "source.h"
#include "water/models/model.h"

#include <stdlib.h>

#define SPRING_BITS (RIPPLE_WEIGHT_BITS + RIPPLE_STIFFNESS_BITS)

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

    cell->is_land = depth_at(maker, number) == 0;
    if (cell->is_land)
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
}

void law_init(Law *law, const Ripple *pool)
{
    const RippleSettings *settings = ripple_settings(pool);
    Maker maker = {law, ripple_model_stencil(settings, 0), settings->edges,
                   ripple_mask(pool)};
    size_t stride;

    ripple_heights(pool, &law->columns, &law->rows, &stride);
    law->count = law->columns * law->rows;
    law->one =
        INT64_C(1) << (is_spring(&maker) ? SPRING_BITS : RIPPLE_WEIGHT_BITS);
    law->kept = is_spring(&maker)
                    ? maker.stencil.height_kept * maker.stencil.speed_kept
                    : -maker.stencil.w_prev - law->one;
    law->cells = calloc((size_t)law->count, sizeof *law->cells);
    RANDOM_EXPECT(law->cells != NULL);
    for (int i = 0; i < law->count; i++)
        make_cell(&maker, i % law->columns, i / law->columns);
}

void law_clear(Law *law)
{
    free(law->cells);
    law->cells = NULL;
}

void law_copy_heights(const Law *law, int16_t *to, const Ripple *pool)
{
    size_t stride;
    const int16_t *heights = ripple_heights(pool, NULL, NULL, &stride);

    for (int y = 0; y < law->rows; y++) {
        for (int x = 0; x < law->columns; x++)
            *to++ = heights[(size_t)y * stride + (size_t)x];
    }
}

int64_t law_pull(const Law *law, const int16_t *now, int cell)
{
    const LawCell *row = &law->cells[cell];
    int64_t sum = 0;

    for (int i = 0; i < LAW_NEIGHBOURS; i++) {
        if (row->weights[i] != 0 && row->cells[i] >= 0)
            sum += row->weights[i] * now[row->cells[i]];
    }
    return sum;
}

int64_t law_energy(const Law *law, int next, int now, int64_t pull)
{
    return (law->one + law->kept) * (next * next + (int64_t)now * now) -
           2 * next * pull;
}

double law_sum_energy(const Law *law, const int16_t *next, const int16_t *now)
{
    double sum = 0;

    for (int i = 0; i < law->count; i++)
        sum += (double)law_energy(law, next[i], now[i], law_pull(law, now, i));
    return sum / (double)(law->one + law->kept);
}
