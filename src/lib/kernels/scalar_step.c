/* SPDX-License-Identifier: MIT */
/*
 * The kernels that step, and at the end the one that advects. A step finds the
 * next height of every cell of a block from the newest heights around it and
 * its own previous one.
 *
 *     D  E  D      E: edge neighbours, D: diagonal neighbours of cell C.
 *     E  C  E      edges     = left + right + up + down
 *     D  E  D      diagonals = the sum of the four
 *
 * Cells of `now` and `depth_map` are read up to one cell outside the block;
 * `next` and `speeds` are read and written inside it.
 */
#include "lib/kernels/scalar.h"

#include <stdlib.h>

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

static inline int16_t limit(int height, const Stencil *stencil)
{
    return (int16_t)clamp_int(height, -stencil->max_height,
                              stencil->max_height);
}

/*
 * v = mean - previous; next = v - (v >> damping), or v if damping is 0, clamped
 * to +-max_height. Both shifts round down, which lets the water come to rest at
 * exactly 0.
 */
static inline int16_t leap(int mean, int previous, const Stencil *stencil)
{
    int value = mean - previous, damping = stencil->damping;

    return limit(damping > 0 ? value - (value >> damping) : value, stencil);
}

/* mean = edges >> 1. Source: "Ripple", DirectDraw, 1999. */
RIPPLE_STEP(ripple_scalar_step_classic)
{
    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < args->columns; x++) {
            ptrdiff_t i = y * args->stride + x;
            int mean = sum_edges(args->now + i, args->stride) >> 1;

            args->next[i] = leap(mean, args->next[i], stencil);
        }
    }
    return ripple_scalar_find_active(args->next, args->stride, args->columns,
                                     args->rows);
}

/*
 * mean = (edges + diagonals) >> 2. The diagonals tie together the two
 * checkerboards that `classic` steps one after the other.
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

            args->next[i] = leap(mean, args->next[i], stencil);
        }
    }
    return ripple_scalar_find_active(args->next, args->stride, args->columns,
                                     args->rows);
}

/* value / 2^bits to nearest, halves to even. */
static inline int32_t round_even(int32_t value, int bits)
{
    return (value + (1 << (bits - 1)) - 1 + (value >> bits & 1)) >> bits;
}

/*
 * The whole units of a change, which is in 1/2^14: a change of the height in
 * two steps. The README of water tells what each rule does to the energy.
 *
 *   undamped               to nearest, halves to even
 *   RIPPLE_FAST or more    to nearest, halves away from 0
 *   less                   toward 0
 *   less than 1            so that `previous`, if it is not 0, goes toward 0
 */
static inline int round_change(const Stencil *stencil, int32_t change,
                               int previous)
{
    int units = sat16(change >> RIPPLE_WEIGHT_BITS);
    int part = change & ((1 << RIPPLE_WEIGHT_BITS) - 1), give = 0;
    int whole = units < 0 ? ~units : units, is_negative = units < 0;

    if (!stencil->is_damped)
        return sat16(round_even(change, RIPPLE_WEIGHT_BITS));
    if (whole == 0 && previous != 0)
        is_negative = previous < 0;
    if (whole >= RIPPLE_FAST)
        give = 1 << (RIPPLE_WEIGHT_BITS - 1);
    if (!is_negative)
        give = (1 << RIPPLE_WEIGHT_BITS) - 1 - give;
    return sat16(units + (part > give));
}

/*
 * The loss of a weight over a depth map, toward the cell at offset `to`: the
 * square of the wave speed is proportional to the depth. Both cells of a face
 * see the same: the mean of their depths. Land behind a mirror closes it; other
 * land has the depth of the cell.
 */
static inline int lose_weight(const StepArgs *args, const Stencil *stencil,
                              ptrdiff_t cell, ptrdiff_t to, int weight)
{
    int own = args->depth_map[cell], other = args->depth_map[cell + to];
    int missing = (own >> 1) + (other >> 1);

    if (other < 0)
        missing = stencil->mirror ? INT16_MAX : own;
    return scale(weight, missing);
}

/* Four neighbours: a step of `first` away on both sides, and of `second`. */
typedef struct Faces {
    ptrdiff_t first, second;
    int weight;
} Faces;

/* weight * neighbours in one plane, with what the weights lose given to the
   cell. */
static inline int32_t pull(const StepArgs *args, const Stencil *stencil,
                           const int16_t *plane, ptrdiff_t cell, Faces faces,
                           int *lost)
{
    ptrdiff_t offsets[] = {-faces.first, faces.first, -faces.second,
                           faces.second};
    int32_t sum = 0;

    for (int i = 0; i < COUNT(offsets); i++) {
        int loss =
            args->depth_map == NULL
                ? 0
                : lose_weight(args, stencil, cell, offsets[i], faces.weight);

        sum += (faces.weight - loss) * plane[cell + offsets[i]];
        *lost += loss;
    }
    return sum;
}

/*
 * change = w_prev * previous + w_now * now + w_edge * edges
 *          (+ w_diag * diagonals), exact in 32 bits
 *
 * Over a depth map each of the eight weights loses a share (lose_weight) and
 * w_now gains what they lose, saturated.
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
                     pull(args, stencil, now, i, edges, &lost);

    if (has_diagonals)
        change += pull(args, stencil, now, i, diagonals, &lost);
    return change + sat16(stencil->w_now + lost) * now[i];
}

/*
 * next = sat16(previous + round_change(change)), clamped to +-max_height
 *
 * Sources: the damped wave equation (Lengyel; Luna) and the shallow-water
 * stencil, which are the same.
 */
static inline int16_t weighted_mean(const StepArgs *args,
                                    const Stencil *stencil, ptrdiff_t i,
                                    int has_diagonals)
{
    int previous = args->next[i];
    int32_t change =
        find_change(args, stencil, args->now, args->next, i, has_diagonals);

    return limit(sat16(previous + round_change(stencil, change, previous)),
                 stencil);
}

static inline int is_land(const StepArgs *args, ptrdiff_t i)
{
    return args->depth_map != NULL && args->depth_map[i] < 0;
}

/* Land stays at 0. */
static inline int step_weighted(const StepArgs *args, const Stencil *stencil,
                                int has_diagonals)
{
    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < args->columns; x++) {
            ptrdiff_t i = y * args->stride + x;

            args->next[i] = is_land(args, i) ? 0
                                             : weighted_mean(args, stencil, i,
                                                             has_diagonals);
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

/*
 * `linear` on x = 2^12 height + fraction:
 *
 *     change   = (2^12 that of heights + that of fractions + w_rest now) / 2^14
 *     quarters = 4 change, rounded down: exact in 32 bits
 *     next     = x before + (quarters + bias) / 4, rounded down and clamped to
 *                +-2^12 max_height
 *     bias     = 2, or 1 if an undamped change is halfway above an even number;
 *                damped, less than RIPPLE_FAST whole units: 0, or 3 if negative
 *
 * So changes go to nearest; small ones of damped water toward 0, and at most
 * 1/4 too far.
 */
static inline int32_t fine_height(const StepArgs *args, const Stencil *stencil,
                                  ptrdiff_t i)
{
    int one = 1 << RIPPLE_FRACTION_BITS, max = stencil->max_height * one;
    int32_t previous = args->next[i] * one + args->next_fractions[i];
    int32_t high = find_change(args, stencil, args->now, args->next, i, 0);
    int32_t low = find_change(args, stencil, args->now_fractions,
                              args->next_fractions, i, 0) +
                  stencil->w_rest * args->now[i];
    int32_t quarters = high + (low >> RIPPLE_FRACTION_BITS);
    int32_t whole = (quarters < 0 ? ~quarters : quarters) >> 2;
    int bias = quarters < 0 ? 3 : 0;

    if (!stencil->is_damped)
        bias = (quarters & 4) != 0 || (low & (one - 1)) != 0 ? 2 : 1;
    else if (whole >= RIPPLE_FAST)
        bias = 2;
    return clamp_int(previous + ((quarters + bias) >> 2), -max, max);
}

/* Land stays at 0. */
RIPPLE_STEP(ripple_scalar_step_fine)
{
    int half = 1 << (RIPPLE_FRACTION_BITS - 1);

    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < args->columns; x++) {
            ptrdiff_t i = y * args->stride + x;
            int32_t next = is_land(args, i) ? 0 : fine_height(args, stencil, i);
            int height = (next + half) >> RIPPLE_FRACTION_BITS;

            args->next[i] = (int16_t)height;
            args->next_fractions[i] =
                (int16_t)(next - height * (1 << RIPPLE_FRACTION_BITS));
        }
    }
    return ripple_scalar_find_active(args->next, args->stride, args->columns,
                                     args->rows) |
           ripple_scalar_find_active(args->next_fractions, args->stride,
                                     args->columns, args->rows);
}

/*
 * force  = sat16(edges - sat16(4 * now)), edges with all sums saturated
 * speed  = sat16((speed_kept * speed + stiffness * force) >> 11),
 *          clamped to +-max_speed
 * speed  = 0 clamped to speed - friction .. speed + 1 + friction, if damped:
 *          towards zero by `friction`, and by 1 more if negative
 * next   = (height_kept * now + (height_kept >> 4) * speed) / 2^14, clamped to
 *          +-limit; to nearest, halves up, but if |speed| or |now| <= 16 down,
 *          and 1 higher if that is negative
 * limit  = max_height, less scale(max_height, d) over a depth map value d
 *
 * Undamped sums go to nearest, halves to even. Rounding speeds towards zero
 * stops those too slow to move a height. Source: "water puddle program, part
 * 5".
 */
static inline int next_speed(const Stencil *stencil, int old, int force)
{
    int32_t sum = stencil->speed_kept * old + stencil->stiffness * force;
    int speed = sat16(sum >> RIPPLE_STIFFNESS_BITS);

    if (!stencil->is_damped)
        speed = sat16(round_even(sum, RIPPLE_STIFFNESS_BITS));
    speed = clamp_int(speed, -stencil->max_speed, stencil->max_speed);
    if (!stencil->is_damped)
        return speed;
    return clamp_int(0, speed - stencil->friction,
                     speed + 1 + stencil->friction);
}

static inline int next_height(const Stencil *stencil, int now, int speed)
{
    int32_t sum = stencil->height_kept * now +
                  (stencil->height_kept >> RIPPLE_SPEED_BITS) * speed;
    int below = sat16(sum >> RIPPLE_WEIGHT_BITS);

    if (!stencil->is_damped)
        return sat16(round_even(sum, RIPPLE_WEIGHT_BITS));
    if (min_int(abs(now), abs(speed)) <= RIPPLE_SLOW)
        return below + (below < 0);
    return sat16((sum + (1 << (RIPPLE_WEIGHT_BITS - 1))) >> RIPPLE_WEIGHT_BITS);
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
    int now = args->now[i], limit = stencil->max_height;
    int mirror = stencil->mirror;
    ptrdiff_t down = args->stride;
    int edges = sat16(
        sat16(neighbour(args, mirror, i, -1) + neighbour(args, mirror, i, 1)) +
        sat16(neighbour(args, mirror, i, -down) +
              neighbour(args, mirror, i, down)));
    int speed =
        next_speed(stencil, args->speeds[i], sat16(edges - sat16(4 * now)));

    if (args->depth_map != NULL)
        limit -= scale(limit, args->depth_map[i]);
    args->speeds[i] = (int16_t)speed;
    args->next[i] =
        (int16_t)clamp_int(next_height(stencil, now, speed), -limit, limit);
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
