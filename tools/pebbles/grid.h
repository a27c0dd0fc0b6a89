/* SPDX-License-Identifier: MIT */
/*
 * A map of numbers over the frame and a margin around it, one cell per unit
 * of length: heights of the bed, light on the ground. What lies in the margin
 * is not seen but casts its shadow and bears stones that are.
 */
#ifndef PEBBLES_GRID_H
#define PEBBLES_GRID_H

#include <stdbool.h>
#include <stddef.h>

#define GRID_MARGIN 170

typedef struct Grid {
    int columns, rows;
    float *cells;
} Grid;

/* Cells of zero around a frame of that size; false without memory. */
bool grid_create(Grid *grid, float width, float height);
void grid_destroy(Grid *grid);

static inline float *grid_cell(const Grid *grid, int column, int row)
{
    return &grid->cells[(size_t)row * (size_t)grid->columns + (size_t)column];
}

/* At a point of the frame: bilinear, clamped to the grid. */
float grid_at(const Grid *grid, float x, float y);

#endif
