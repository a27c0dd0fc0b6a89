/* SPDX-License-Identifier: MIT */
/*
 * The step kernels: the next height of every cell of a block from the newest
 * heights around it and its own previous one.
 *
 *     D  E  D      E: edge neighbours, D: diagonal neighbours of cell C.
 *     E  C  E      edges     = sat16(sat16(left + right) + sat16(up + down))
 *     D  E  D      diagonals = sat16(sat16(up left + up right)
 *                                    + sat16(down left + down right))
 *
 * Cells of `now` and `depth_map` are read up to one cell outside the block;
 * `next` and `speeds` are read and written inside it.
 */
#include "kernels/scalar.h"

/*
 * The height of the neighbour at offset `to`. Land has height 0, which reflects
 * waves inverted. A mirror gives the cell its own height in place of land's,
 * which reflects them upright.
 */
static inline int neighbour(const StepArgs *args, int mirror, ptrdiff_t cell,
                            ptrdiff_t to)
{
    if (mirror && args->depth_map[cell + to] < 0)
        return args->now[cell];
    return args->now[cell + to];
}

static inline int has_mirrors(const StepArgs *args, const Stencil *stencil)
{
    return stencil->mirror && args->depth_map != NULL;
}

static inline int sum_edges(const StepArgs *args, int mirror, ptrdiff_t cell)
{
    ptrdiff_t down = args->stride;

    return sat16(sat16(neighbour(args, mirror, cell, -1) +
                       neighbour(args, mirror, cell, 1)) +
                 sat16(neighbour(args, mirror, cell, -down) +
                       neighbour(args, mirror, cell, down)));
}

static inline int sum_diagonals(const StepArgs *args, int mirror,
                                ptrdiff_t cell)
{
    ptrdiff_t down = args->stride;

    return sat16(sat16(neighbour(args, mirror, cell, -down - 1) +
                       neighbour(args, mirror, cell, -down + 1)) +
                 sat16(neighbour(args, mirror, cell, down - 1) +
                       neighbour(args, mirror, cell, down + 1)));
}

/*
 * v = sat16(mean - previous); next = v - (v >> damping), or v if damping is 0.
 * The result lies between 0 and v, so it needs no clamp. Both shifts round
 * down, which lets the water come to rest at exactly 0.
 */
static inline int16_t leap(int mean, int previous, int damping)
{
    int value = sat16(mean - previous);

    return (int16_t)(damping > 0 ? value - (value >> damping) : value);
}

/* mean = edges >> 1. Source: "Ripple", DirectDraw, 1999. */
RIPPLE_STEP(ripple_scalar_step_classic)
{
    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < args->columns; x++) {
            ptrdiff_t i = y * args->stride + x;
            int mean = sum_edges(args, 0, i) >> 1;

            args->next[i] = leap(mean, args->next[i], stencil->damping);
        }
    }
    return ripple_scalar_find_active(args->next, args->stride, args->columns,
                                     args->rows);
}

/*
 * mean = (edges + diagonals) >> 2, this sum in 32 bits. The diagonals tie
 * together the two checkerboards that `classic` steps one after the other.
 */
RIPPLE_STEP(ripple_scalar_step_round)
{
    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < args->columns; x++) {
            ptrdiff_t i = y * args->stride + x;
            int mean = (sum_edges(args, 0, i) + sum_diagonals(args, 0, i)) >> 2;

            args->next[i] = leap(mean, args->next[i], stencil->damping);
        }
    }
    return ripple_scalar_find_active(args->next, args->stride, args->columns,
                                     args->rows);
}

/* below = sat16(sum >> bits), then below + 1 if below < target. */
static inline int round_towards(int32_t sum, int bits, int target)
{
    int below = sat16(sum >> bits);

    return below < target ? below + 1 : below;
}

/*
 * The height that results are rounded towards. `weight` is in 1/2^14, so
 * scale(now, weight) is half of now * weight. A cell that swings by itself, as
 * next = now * weight - previous, has the least energy if next is that half:
 * rounding towards it, and towards zero for all but low heights, never adds
 * energy.
 *
 *   ROUND_TO_REST  clamp(scale(now - clamp(now, -1, 1), weight), -LOW, LOW)
 *   ROUND_AWAY     sat16(scale(now, weight)
 *                        + sat16(2 * (now - clamp(now, -HIGH, HIGH))))
 */
static inline int rounding_target(const Stencil *stencil, int now, int weight)
{
    switch (stencil->rounding) {
    case ROUND_TO_REST:
        return clamp_int(scale(now - clamp_int(now, -1, 1), weight),
                         -RIPPLE_LOW, RIPPLE_LOW);
    case ROUND_AWAY:
        return sat16(
            scale(now, weight) +
            sat16(2 * (now - clamp_int(now, -RIPPLE_HIGH, RIPPLE_HIGH))));
    default:
        return INT16_MIN;
    }
}

/*
 * sum  = w_prev * previous + w_now * now + w_edge * edges
 *        (+ w_diag * diagonals), in 32 bits
 * next = round_towards(sum, 14 bits, rounding_target(now, w_now))
 *
 * Over a depth map value d >= 0, each neighbour weight w becomes
 * w - scale(w, d), and w_now gains 4 times what the two have lost: the square
 * of the wave speed is proportional to the depth. Sources: the damped wave
 * equation (Lengyel; Luna) and the shallow-water stencil, which are the same.
 */
static inline int weighted_mean(const StepArgs *args, const Stencil *stencil,
                                ptrdiff_t i, int has_diagonals)
{
    int now = args->now[i], mirror = has_mirrors(args, stencil);
    int w_now = stencil->w_now, w_edge = stencil->w_edge;
    int w_diag = stencil->w_diag;
    int32_t sum;

    if (args->depth_map != NULL && args->depth_map[i] >= 0) {
        w_edge -= scale(stencil->w_edge, args->depth_map[i]);
        w_diag -= scale(stencil->w_diag, args->depth_map[i]);
        w_now = sat16(
            w_now + 4 * (stencil->w_edge - w_edge + stencil->w_diag - w_diag));
    }
    sum = stencil->w_prev * args->next[i] + w_now * now +
          w_edge * sum_edges(args, mirror, i);
    if (has_diagonals)
        sum += w_diag * sum_diagonals(args, mirror, i);
    return round_towards(sum, RIPPLE_WEIGHT_BITS,
                         rounding_target(stencil, now, w_now));
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

            args->next[i] =
                is_land(args, i)
                    ? 0
                    : (int16_t)weighted_mean(args, stencil, i, has_diagonals);
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
 * force  = sat16(edges - sat16(4 * now))
 * speed  = sat16((speed_kept * speed + stiffness * force) >> 11),
 *          clamped to +-max_speed
 * speed  = z clamped to speed - friction .. speed + 1 + friction, with z = 0:
 *          towards zero by `friction`, and by 1 more if negative;
 *          z = INT16_MIN for ROUND_DOWN
 * next   = round_towards(height_kept * now + (height_kept >> 4) * speed,
 *                        14 bits, rounding_target(now, 0)),
 *          clamped to +-limit
 * limit  = max_height, less scale(max_height, d) over a depth map value d
 *
 * Rounding speeds towards zero stops those too slow to move a height. Source:
 * "water puddle program, part 5".
 */
static inline void step_spring_cell(const StepArgs *args,
                                    const Stencil *stencil, ptrdiff_t i)
{
    int now = args->now[i], limit = stencil->max_height;
    int edges = sum_edges(args, has_mirrors(args, stencil), i);
    int force = sat16(edges - sat16(4 * now));
    int speed = sat16(
        (stencil->speed_kept * args->speeds[i] + stencil->stiffness * force) >>
        RIPPLE_STIFFNESS_BITS);
    int height;

    speed = clamp_int(speed, -stencil->max_speed, stencil->max_speed);
    speed = clamp_int(stencil->rounding == ROUND_DOWN ? INT16_MIN : 0,
                      speed - stencil->friction, speed + 1 + stencil->friction);
    height =
        round_towards(stencil->height_kept * now +
                          (stencil->height_kept >> RIPPLE_SPEED_BITS) * speed,
                      RIPPLE_WEIGHT_BITS, rounding_target(stencil, now, 0));
    if (args->depth_map != NULL)
        limit -= scale(limit, args->depth_map[i]);
    args->speeds[i] = (int16_t)speed;
    args->next[i] = (int16_t)clamp_int(height, -limit, limit);
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
