/* SPDX-License-Identifier: MIT */
/*
 * The step of heights with fractions, which vector.h includes after
 * simd_stencil.h. It equals scalar_step.c, which has the formulas. Sums of
 * 16-bit heights and of 16-bit fractions are added in 32-bit lanes.
 */

/* The weights of a cell, of its previous height and its four neighbours. */
typedef struct Weights {
    Lanes now, previous, left, right, up, down;
} Weights;

RIPPLE_INLINE_OFF_PAGE Weights find_weights(const StepArgs *args, ptrdiff_t i,
                                            const StencilLanes *stencil,
                                            int has_map)
{
    Lanes edge = stencil->w_edge;
    Weights weights = {stencil->w_now, stencil->w_prev, edge, edge, edge, edge};
    MappedCells mapped;

    if (!has_map)
        return weights;
    mapped = map_cells(args, i, stencil);
    weights.left = keep_weight(&mapped, -1, edge);
    weights.right = keep_weight(&mapped, 1, edge);
    weights.up = keep_weight(&mapped, -args->stride, edge);
    weights.down = keep_weight(&mapped, args->stride, edge);
    weights.now = mapped.w_now;
    return weights;
}

RIPPLE_INLINE_OFF_PAGE Sums weigh(const int16_t *now, Lanes previous,
                                  ptrdiff_t down, const Weights *weights)
{
    Sums sums = sums_multiply(previous, weights->previous, lanes_load(now),
                              weights->now);

    sums = sums_add(sums, sums_multiply(lanes_load(now - 1), weights->left,
                                        lanes_load(now + 1), weights->right));
    return sums_add(sums, sums_multiply(lanes_load(now - down), weights->up,
                                        lanes_load(now + down), weights->down));
}

/* Weighs fractions and adds height * w_rest. In open water the sum of four
   fractions fits into 16 bits. */
RIPPLE_INLINE_OFF_PAGE Sums weigh_fractions(const int16_t *now, Lanes previous,
                                            ptrdiff_t down,
                                            const Weights *weights,
                                            Lanes height, Lanes w_rest,
                                            int has_map)
{
    Lanes none = lanes_splat(0), beside, above;

    if (has_map)
        return sums_add(weigh(now, previous, down, weights),
                        sums_multiply(height, w_rest, none, none));
    beside = lanes_add(lanes_load(now - 1), lanes_load(now + 1));
    above = lanes_add(lanes_load(now - down), lanes_load(now + down));
    return sums_add(
        sums_multiply(previous, weights->previous, lanes_load(now),
                      weights->now),
        sums_multiply(lanes_add(beside, above), weights->left, height, w_rest));
}

/* The next height in 1/2^12, from the exact change and the previous height. */
RIPPLE_INLINE_OFF_PAGE Int32s next_fine(Lanes high, Lanes low, Lanes before,
                                        const StencilLanes *stencil)
{
    Int32s quarters = (Int32s)high + ((Int32s)low >> RIPPLE_FRACTION_BITS);
    Int32s bias;

    if (stencil->is_damped) {
        Int32s negative = quarters < 0;
        Int32s fast = (quarters ^ negative) > 4 * RIPPLE_FAST - 1;

        bias = (fast & 2) | (negative & 3 & ~fast);
    } else {
        Int32s rest = (Int32s)low & ((1 << RIPPLE_FRACTION_BITS) - 1);

        bias = 1 - ((rest | (quarters & 4)) > 0);
    }
    quarters = (Int32s)before + ((quarters + bias) >> 2);
    return (Int32s)half_limit((Lanes)quarters, stencil->max_fine);
}

/* The next heights of a vector of cells and their fractions. */
typedef struct FineCells {
    Lanes heights, fractions;
} FineCells;

RIPPLE_INLINE_OFF_PAGE FineCells step_fine_cells(const StepArgs *args,
                                                 ptrdiff_t i,
                                                 const StencilLanes *stencil,
                                                 int has_map, FineCells before)
{
    int one = 1 << RIPPLE_FRACTION_BITS;
    Weights weights = find_weights(args, i, stencil, has_map);
    Sums high = weigh(args->now + i, before.heights, args->stride, &weights);
    Sums low = weigh_fractions(
        args->now_fractions + i, before.fractions, args->stride, &weights,
        lanes_load(args->now + i), stencil->w_rest, has_map);
    Sums old = sums_multiply(before.heights, lanes_splat((int16_t)one),
                             before.fractions, lanes_splat(1));
    Sums sums = {
        (Lanes)(next_fine(high.low, low.low, old.low, stencil) + one / 2),
        (Lanes)(next_fine(high.high, low.high, old.high, stencil) + one / 2)};
    Lanes rest = sums_pack(sums_and(sums, sums_splat(one - 1)), 0);

    return (FineCells){sums_pack(sums, RIPPLE_FRACTION_BITS),
                       lanes_sub(rest, lanes_splat((int16_t)(one / 2)))};
}

/* Steps a column of vectors with fractions. */
RIPPLE_INLINE_OFF_PAGE Column step_fine_column(const StepArgs *args, int x,
                                               const StencilLanes *stencil,
                                               int has_map, const Lanes *fresh)
{
    Lanes any = lanes_splat(0);

    for (int y = 0; y < args->rows; y++) {
        ptrdiff_t i = y * args->stride + x;
        FineCells before = {lanes_load(args->next + i),
                            lanes_load(args->next_fractions + i)};
        FineCells next = step_fine_cells(args, i, stencil, has_map, before);

        if (has_map) { /* RIPPLE_LAND is -1 */
            Lanes water = ~is_negative(lanes_load(args->depth_map + i));

            next.heights = lanes_and(next.heights, water);
            next.fractions = lanes_and(next.fractions, water);
        }
        if (fresh != NULL) {
            next.heights = lanes_blend(*fresh, next.heights, before.heights);
            next.fractions =
                lanes_blend(*fresh, next.fractions, before.fractions);
        }
        lanes_store(args->next + i, next.heights);
        lanes_store(args->next_fractions + i, next.fractions);
        any = lanes_or(any, lanes_or(next.heights, next.fractions));
    }
    return (Column){any, lanes_splat(0)};
}
