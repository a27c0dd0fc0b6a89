/* SPDX-License-Identifier: MIT */
/*
 * The coast of land that reaches an edge of the pool. Outside the pool the
 * ground falls alike everywhere, so land ends the sooner, the lower it is at
 * the edge: a slope of uneven height makes an uneven coast.
 */
#ifndef RIPPLE_LANDSCAPE_COAST_H
#define RIPPLE_LANDSCAPE_COAST_H

/* How much of the height of land is left at cell (x, y) of columns x rows: 1 in
   the middle, 0.03 to 0.77 at the edges. */
double ripple_coast_find(int columns, int rows, int x, int y);

#endif
