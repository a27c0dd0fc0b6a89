/* SPDX-License-Identifier: MIT */
/*
 * Cell (0, 0) is the point (-GRID_MARGIN, -GRID_MARGIN) of the frame.
 */
#include "grid.h"

#include <math.h>
#include <stdlib.h>

#include "vector.h"

bool grid_create(Grid *grid, float width, float height)
{
    grid->columns = (int)ceilf(width) + 2 * GRID_MARGIN;
    grid->rows = (int)ceilf(height) + 2 * GRID_MARGIN;
    grid->cells =
        calloc((size_t)grid->columns * (size_t)grid->rows, sizeof *grid->cells);
    return grid->cells != NULL;
}

void grid_destroy(Grid *grid)
{
    free(grid->cells);
}

float grid_at(const Grid *grid, float x, float y)
{
    float gx = clamped(x + GRID_MARGIN, 0.0f, (float)grid->columns - 1.01f);
    float gy = clamped(y + GRID_MARGIN, 0.0f, (float)grid->rows - 1.01f);
    int column = (int)gx, row = (int)gy;
    float tx = gx - (float)column, ty = gy - (float)row;
    const float *upper = grid_cell(grid, column, row);
    const float *lower = upper + grid->columns;
    return mix(mix(upper[0], upper[1], tx), mix(lower[0], lower[1], tx), ty);
}
