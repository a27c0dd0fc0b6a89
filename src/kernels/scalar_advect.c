/* SPDX-License-Identifier: MIT */
/*
 * The advect kernel: semi-Lagrangian advection, as in the shallow-water
 * papers. A cell takes the height that lies upstream of it, at most one cell
 * away, bilinear between four cells:
 *
 *     flow (x > 0, y > 0)      beside = the cell upstream along x
 *       diagonal   above       above  = the cell upstream along y
 *       beside      own        diagonal = both
 *
 * to = lerp(lerp(own, beside, |x|), lerp(above, diagonal, |x|), |y|)
 *
 * Upstream is left if x > 0, else right; up if y > 0, else down. A neighbour on
 * land counts as `own`; a cell on land becomes 0. `from` and the depth map are
 * read up to one cell outside the block.
 */
#include "kernels/scalar.h"

#include <stdlib.h>

static int16_t advect_cell(const AdvectArgs *args, ptrdiff_t i, int x, int y)
{
    ptrdiff_t beside = x > 0 ? -1 : 1;
    ptrdiff_t above = y > 0 ? -args->stride : args->stride;
    ptrdiff_t cells[] = {i, i + beside, i + above, i + beside + above};
    int heights[4];

    if (args->depth_map != NULL && args->depth_map[i] < 0)
        return 0;
    for (int k = 0; k < 4; k++) {
        int is_land = args->depth_map != NULL && args->depth_map[cells[k]] < 0;

        heights[k] = args->from[is_land ? i : cells[k]];
    }
    return (int16_t)lerp(lerp(heights[0], heights[1], abs(x)),
                         lerp(heights[2], heights[3], abs(x)), abs(y));
}

RIPPLE_ADVECT(ripple_scalar_advect)
{
    for (int row = 0; row < args->rows; row++) {
        for (int column = 0; column < args->columns; column++) {
            ptrdiff_t i = row * args->stride + column;
            int x = args->x, y = args->y;

            if (args->flow != NULL) {
                const FlowRow *flow = &args->flow[row];
                int k = args->flow_column + column;

                x = flow->x[k];
                y = lerp(flow->above[k], flow->below[k], flow->share);
            }
            args->to[i] = advect_cell(args, i, x, y);
        }
    }
    return ripple_scalar_find_active(args->to, args->stride, args->columns,
                                     args->rows);
}
