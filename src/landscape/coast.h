/* SPDX-License-Identifier: MIT */
/*
 * The coast of land that reaches an edge of the pool. Outside the pool the
 * ground falls alike everywhere, so land ends the sooner, the lower it is at
 * the edge: a slope of uneven height makes an uneven coast.
 */
#ifndef RIPPLE_LANDSCAPE_COAST_H
#define RIPPLE_LANDSCAPE_COAST_H

/* What is left of a height of land, 1 or more, at cell (x, y) of columns x
   rows: all in the middle, 0.03 to 0.77 of it at the edges, at least 1. */
int ripple_coast_lower(int height, int columns, int rows, int x, int y);

#endif
