/* SPDX-License-Identifier: MIT */
/*
 * The law of energy (src/water/README.md, Energy), computed anew from the
 * numbers of a stencil, a mask and the edges of a pool, in exact integers.
 *
 * A step without rounding takes heights `before` and `now` to W now - k before.
 * A row of W is what a cell takes of itself and of its eight neighbours:
 *
 *     0 1 2      a neighbour beyond a fixed edge, or fixed land, has height 0;
 *     3 4 5      beyond a mirror it is the cell beside the edge, or, behind
 *     6 7 8      land, the cell itself; a torus goes on at the other side
 */
#ifndef RIPPLE_TESTS_RANDOM_LAW_H
#define RIPPLE_TESTS_RANDOM_LAW_H

#include "ripple.h"

#include <stdint.h>

#define LAW_NEIGHBOURS 9
#define LAW_CENTRE     4

typedef struct LawCell {
    int is_land;
    int cells[LAW_NEIGHBOURS]; /* their numbers, in rows; -1: height 0 */
    int64_t weights[LAW_NEIGHBOURS];
} LawCell;

typedef struct Law {
    int columns, rows, count;
    int64_t one;  /* the unit of weights: 2^14, of springs 2^25 */
    int64_t kept; /* k */
    LawCell *cells;
} Law;

/* The law of a pool of at least 4x4 cells without a current. The caller must
   call law_clear. Ends the program if there is no memory. */
void law_init(Law *law, const Ripple *pool);
void law_clear(Law *law);

/* Copies the heights of a pool, row by row. */
void law_copy_heights(const Law *law, int16_t *to, const Ripple *pool);

/* (W now) of a cell, in 1/one. */
int64_t law_pull(const Law *law, const int16_t *now, int cell);

/*
 * The part of a cell in the energy of two steps, in 1/one, where `pull` is that
 * of `now`; the sum over all cells is
 *
 *     (1 + k) F(next, now),  F(x, h) = sum (x - h)^2 + <x, A h>
 *                            A = 2 - 2 W / (1 + k)
 */
int64_t law_energy(const Law *law, int next, int now, int64_t pull);

/* F itself, of all cells; exact as far as a double is. */
double law_sum_energy(const Law *law, const int16_t *next, const int16_t *now);

#endif
