/* SPDX-License-Identifier: MIT */
/*
 * Water in double precision, from the formulas of src/lib/water/README.md and
 * the settings themselves, not from the numbers of a stencil:
 *
 *     next = level now + edge L4 + diagonal LD - kept before
 *
 * where L4 and LD are sums over the edge and the diagonal neighbours of their
 * height less that of the cell, over faces with depths. It knows no limits of
 * heights and speeds, or currents; diagonals know no depths.
 */
#ifndef RIPPLE_TESTS_TRUTH_IDEAL_H
#define RIPPLE_TESTS_TRUTH_IDEAL_H

#include "ripple.h"

#include <stddef.h>
#include <stdint.h>

typedef struct Formula {
    double kept, level, edge, diagonal;
    double speed; /* cells that long waves travel a step */
} Formula;

/* All 0 for a model whose formula is not here. */
Formula formula_of(const RippleSettings *settings);

/* Pointers are to cell (0, 0) of planes with a halo of one cell. */
typedef struct Ideal {
    Formula formula;
    RippleEdges edges;
    int columns, rows;
    ptrdiff_t stride;
    double *before, *now, *next;
    double *right, *below; /* depths of faces, 0..1 */
    double *depths;        /* 0: land; 1: open water */
    double *memory;
} Ideal;

/* Makes calm water; `depths` has a byte per cell, or is NULL: open water. Ends
   the program if there is no memory. */
void ideal_open(Ideal *ideal, int columns, int rows,
                const RippleSettings *settings, const uint8_t *depths);
void ideal_close(Ideal *ideal);

/* Makes heights of columns x rows cells, row by row, the newest. */
void ideal_push(Ideal *ideal, const double *heights);
void ideal_step(Ideal *ideal);

/* The root mean square of heights less those of the ideal, as a share of that
   of the ideal. */
double ideal_error(const Ideal *ideal, const double *heights);

/* The energy F(now, before) of the water, edges and shores as they are; open
   edges count as mirrors. */
double ideal_energy(Ideal *ideal);

#endif
