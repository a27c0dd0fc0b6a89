/* SPDX-License-Identifier: MIT */
/*
 * The law of energy (src/lib/water/README.md, Energy), computed anew from the
 * numbers of a stencil, a mask and the edges of a pool, in exact integers.
 *
 * A step without rounding takes heights `before` and `now` to W now - k before.
 * A row of W is what a cell takes of itself and of its eight neighbours:
 *
 *     0 1 2      a neighbour beyond a fixed edge, or fixed land, has height 0;
 *     3 4 5      beyond a mirror it is the cell beside the edge, or, behind
 *     6 7 8      land, the cell itself; a torus goes on at the other side
 *
 * With b, h and x three heights of a cell, T = W h / (1 + k) and F the energy,
 * a step changes F by the sum over all cells of
 *
 *     (x - b) (x - (2 T - b))
 *
 * which is not above 0 for any x from b to 2 T - b. Rounding may leave that
 * range in the ways of LawRounding.
 */
#ifndef RIPPLE_TESTS_RANDOM_LAW_H
#define RIPPLE_TESTS_RANDOM_LAW_H

#include "lib/water/model.h"

#include <stdint.h>

#define LAW_NEIGHBOURS 9
#define LAW_CENTRE     4

/* Energies of fine heights have 84 bits. */
__extension__ typedef __int128 LawEnergy;

/* How a cell may leave the range of the law, and by how much. The unit is a
   height, of fine ones 1/2^12. */
typedef enum LawRounding {
    LAW_LAND,
    LAW_DOWN,    /* classic and round, by shifts: less than 1 from W h - k b */
    LAW_NEAREST, /* undamped sums: by at most 1/2 */
    LAW_DAMPED,  /* within the range, or 1 toward 0 instead of nothing; fine
                    changes by at most 1/4 */
    LAW_SPRING,  /* misses W h - k b by little, unless a limit stops it */
} LawRounding;

typedef struct LawCell {
    LawRounding rounding;
    int cells[LAW_NEIGHBOURS]; /* their numbers, in rows; -1: height 0 */
    int64_t weights[LAW_NEIGHBOURS];
} LawCell;

typedef struct Law {
    Stencil stencil;
    RippleEdges edges;
    int columns, rows, count;
    const uint8_t *depths; /* the pool's mask, while the law is made */
    int is_fine;           /* heights have fractions */
    int64_t one;    /* the unit of weights: 2^14, of springs 2^25, of fine ones
                       2^26 */
    int64_t kept;   /* k */
    int64_t w_rest; /* of the stencil, which fractions do not have */
    LawCell *cells;
} Law;

/* Heights of three steps, row by row, fine ones in 1/2^12. */
typedef struct LawStep {
    const int32_t *before, *now, *next;
} LawStep;

/* The law of a pool of at least 4x4 cells without a current. The caller must
   call law_clear. Ends the program if there is no memory. */
void law_init(Law *law, const Ripple *pool);
void law_clear(Law *law);

/* (W now) of a cell, in 1/one. Heights are whole here, or all in 1/2^12. */
int64_t law_pull(const Law *law, const int32_t *now, int cell);

/*
 * The part of a cell in the energy of two steps, in 1/one, where `pull` is that
 * of `now`; the sum over all cells is
 *
 *     (1 + k) F(next, now),  F(x, h) = sum (x - h)^2 + <x, A h>
 *                            A = 2 - 2 W / (1 + k)
 */
LawEnergy law_energy(const Law *law, int next, int now, int64_t pull);

/* (1 + k) times what a step adds to F at a cell, in 1/one. */
LawEnergy law_growth(const Law *law, const LawStep *step, int cell,
                     int64_t pull);

/* 1 if all heights are 0. */
int law_is_calm(const Law *law, const int32_t *heights);

/* The first cell that breaks the law, or -1, as for fine water that has become
   calm: none has less energy. */
int law_find_lawless(const Law *law, const LawStep *step);

/* The height less the 1/2^bits of it that the governor takes; if bits is 0, the
   governor takes nothing. */
int law_lose(int height, int bits);

/* F itself, of all cells; exact as far as a double is. */
double law_sum_energy(const Law *law, const int32_t *next, const int32_t *now);

#endif
