/* SPDX-License-Identifier: MIT */
/*
 * The step kernels, then the advect kernel. A step computes the next height of
 * each cell of a block from the newest heights around it and its own previous
 * one.
 *
 *     D  E  D      E: edge neighbours, D: diagonal neighbours of cell C.
 *     E  C  E      edges     = left + right + up + down
 *     D  E  D      diagonals = the sum of the four
 *
 * Cells of `now` and `depth_map` are read up to one cell outside the block;
 * `next` and `speeds` are read and written inside it.
 */
#include "lib/kernels/scalar.h"

#include "lib/kernels/formula.h"
#include "lib/kernels/step.inc"

int ripple_scalar_find_active(const int16_t *cells, ptrdiff_t stride,
                              int columns, int rows)
{
    int active = 0;

    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            if (cells[y * stride + x] != 0)
                active |= RIPPLE_ACTIVE | (y == 0 ? RIPPLE_ACTIVE_TOP : 0) |
                          (y == rows - 1 ? RIPPLE_ACTIVE_BOTTOM : 0) |
                          (x == 0 ? RIPPLE_ACTIVE_LEFT : 0) |
                          (x == columns - 1 ? RIPPLE_ACTIVE_RIGHT : 0);
        }
    }
    return active;
}

static inline int sum_edges(const int16_t *now, ptrdiff_t down)
{
    return now[-1] + now[1] + now[-down] + now[down];
}

static inline int sum_diagonals(const int16_t *now, ptrdiff_t down)
{
    return now[-down - 1] + now[-down + 1] + now[down - 1] + now[down + 1];
}

/* next = leap(mean, previous), mean = edges >> 1.
   Source: "Ripple", DirectDraw, 1999. */
RIPPLE_STEP(ripple_scalar_step_classic)
{
    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < args->columns; x++) {
            ptrdiff_t i = y * args->stride + x;
            int mean = sum_edges(args->now + i, args->stride) >> 1;

            args->next[i] = (int16_t)leap(mean, args->next[i], *stencil);
        }
    }
    return ripple_scalar_find_active(args->next, args->stride, args->columns,
                                     args->rows);
}

/*
 * mean = (edges + diagonals) >> 2. The diagonals couple the two checkerboards
 * that `classic` steps independently.
 */
RIPPLE_STEP(ripple_scalar_step_round)
{
    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < args->columns; x++) {
            ptrdiff_t i = y * args->stride + x;
            const int16_t *now = args->now + i;
            int mean = (sum_edges(now, args->stride) +
                        sum_diagonals(now, args->stride)) >>
                       2;

            args->next[i] = (int16_t)leap(mean, args->next[i], *stencil);
        }
    }
    return ripple_scalar_find_active(args->next, args->stride, args->columns,
                                     args->rows);
}

/* Four neighbours, at offsets +-first and +-second. */
typedef struct Faces {
    ptrdiff_t first, second;
    int weight;
} Faces;

/* Returns weight * neighbours in one plane; adds the lost weight to *lost. */
static inline int32_t weigh_neighbours(const StepArgs *args,
                                       const Stencil *stencil,
                                       const int16_t *plane, ptrdiff_t cell,
                                       Faces faces, int *lost)
{
    ptrdiff_t offsets[] = {-faces.first, faces.first, -faces.second,
                           faces.second};
    const int16_t *map = args->depth_map;
    int32_t sum = 0;

    for (int i = 0; i < COUNT(offsets); i++) {
        ptrdiff_t other = cell + offsets[i];
        int loss = map == NULL ? 0
                               : lose_weight(map[cell], map[other],
                                             faces.weight, *stencil);

        sum += (faces.weight - loss) * plane[other];
        *lost += loss;
    }
    return sum;
}

/*
 * change = w_prev * previous + w_now * now + w_edge * edges
 *          (+ w_diag * diagonals), exact in 32 bits
 *
 * Over a depth map each of the eight weights loses a share (lose_weight). w_now
 * gains the sum of these losses, saturated.
 */
static inline int32_t find_change(const StepArgs *args, const Stencil *stencil,
                                  const int16_t *now, const int16_t *previous,
                                  ptrdiff_t i, int has_diagonals)
{
    int lost = 0;
    ptrdiff_t down = args->stride;
    Faces edges = {1, down, stencil->w_edge};
    Faces diagonals = {down + 1, down - 1, stencil->w_diag};
    int32_t change = stencil->w_prev * previous[i] +
                     weigh_neighbours(args, stencil, now, i, edges, &lost);

    if (has_diagonals)
        change += weigh_neighbours(args, stencil, now, i, diagonals, &lost);
    return change + sat16(stencil->w_now + lost) * now[i];
}

static inline int is_land(const StepArgs *args, ptrdiff_t i)
{
    return args->depth_map != NULL && args->depth_map[i] < 0;
}

/*
 * next = next_linear(change, previous); land stays at 0.
 *
 * Sources: the damped wave equation (Lengyel; Luna) and the shallow-water
 * stencil; both give this formula.
 */
static inline int next_weighted(const StepArgs *args, const Stencil *stencil,
                                ptrdiff_t i, int has_diagonals)
{
    int change =
        find_change(args, stencil, args->now, args->next, i, has_diagonals);

    return next_linear(change, args->next[i], *stencil);
}

static inline int step_weighted(const StepArgs *args, const Stencil *stencil,
                                int has_diagonals)
{
    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < args->columns; x++) {
            ptrdiff_t i = y * args->stride + x;
            int next = is_land(args, i)
                           ? 0
                           : next_weighted(args, stencil, i, has_diagonals);

            args->next[i] = (int16_t)next;
        }
    }
    return ripple_scalar_find_active(args->next, args->stride, args->columns,
                                     args->rows);
}

RIPPLE_STEP(ripple_scalar_step_linear)
{
    return step_weighted(args, stencil, 0);
}

RIPPLE_STEP(ripple_scalar_step_linear_round)
{
    return step_weighted(args, stencil, 1);
}

static inline int fine_height(const StepArgs *args, const Stencil *stencil,
                              ptrdiff_t i)
{
    int previous =
        args->next[i] * (1 << RIPPLE_FRACTION_BITS) + args->next_fractions[i];
    int high = find_change(args, stencil, args->now, args->next, i, 0);
    int low = find_change(args, stencil, args->now_fractions,
                          args->next_fractions, i, 0) +
              stencil->w_rest * args->now[i];

    return next_fine(high, low, previous, *stencil);
}

/* next = next_fine(high, low, previous); land stays at 0. */
RIPPLE_STEP(ripple_scalar_step_fine)
{
    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < args->columns; x++) {
            ptrdiff_t i = y * args->stride + x;
            int next = is_land(args, i) ? 0 : fine_height(args, stencil, i);

            args->next[i] = (int16_t)whole_height(next);
            args->next_fractions[i] = (int16_t)height_fraction(next);
        }
    }
    return ripple_scalar_find_active(args->next, args->stride, args->columns,
                                     args->rows) |
           ripple_scalar_find_active(args->next_fractions, args->stride,
                                     args->columns, args->rows);
}

/*
 * The height of the neighbour at offset `to`. Land has height 0, which reflects
 * waves inverted. A mirror gives the cell its own height in place of land's,
 * which reflects them upright.
 */
static inline int neighbour(const StepArgs *args, int mirror, ptrdiff_t cell,
                            ptrdiff_t to)
{
    if (mirror && args->depth_map != NULL && args->depth_map[cell + to] < 0)
        return args->now[cell];
    return args->now[cell + to];
}

static inline void step_spring_cell(const StepArgs *args,
                                    const Stencil *stencil, ptrdiff_t i)
{
    ptrdiff_t down = args->stride;
    int mirror = stencil->mirror;
    Around around = {
        args->now[i],
        neighbour(args, mirror, i, -1),
        neighbour(args, mirror, i, 1),
        neighbour(args, mirror, i, -down),
        neighbour(args, mirror, i, down),
    };
    int speed = next_speed(args->speeds[i], around, *stencil);
    int next = next_height(around.own, speed, *stencil);
    int limit = stencil->max_height;

    if (args->depth_map != NULL)
        limit -= scale(limit, args->depth_map[i]);
    args->speeds[i] = (int16_t)speed;
    args->next[i] = (int16_t)clamp_int(next, -limit, limit);
}

/* On land height and speed are 0. A nonzero speed anywhere makes the block
   active. */
RIPPLE_STEP(ripple_scalar_step_spring)
{
    int active = 0;

    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < args->columns; x++) {
            ptrdiff_t i = y * args->stride + x;

            if (is_land(args, i))
                args->next[i] = args->speeds[i] = 0;
            else
                step_spring_cell(args, stencil, i);
            active |= args->speeds[i] != 0 ? RIPPLE_ACTIVE : 0;
        }
    }
    return active | ripple_scalar_find_active(args->next, args->stride,
                                              args->columns, args->rows);
}

/*
 * The advect kernel: semi-Lagrangian advection, as in the shallow-water papers.
 * A cell gets the height upstream of it, at most one cell away, bilinear
 * between four cells:
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
