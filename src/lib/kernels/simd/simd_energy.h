/* SPDX-License-Identifier: MIT */
/*
 * The measure kernel, which vector.h includes. It equals scalar_energy.c.
 * 32-bit sums are added in two halves, each in 32-bit lanes, which do not
 * overflow in a block of RIPPLE_MEASURE_CELLS.
 */

/* Separate totals of the low (unsigned) and the high 16 bits of sums. */
typedef struct Halves {
    Uint32s low;
    Int32s high;
} Halves;

RIPPLE_INLINE void add_halves(Halves *halves, Lanes sums)
{
    halves->low += (Uint32s)sums & 0xffff;
    halves->high += (Int32s)sums >> 16;
}

RIPPLE_INLINE int64_t find_total(const Halves *halves)
{
    int64_t low = 0, high = 0;

    for (int i = 0; i < RIPPLE_LANES / 2; i++) {
        low += halves->low[i];
        high += halves->high[i];
    }
    return high * 65536 + low;
}

/* Sums of products of two heights, with the parts of Product. */
typedef struct Sum {
    Halves cells, crossed, fractions;
} Sum;

RIPPLE_INLINE void add_product(Sum *sum, Heights a, ptrdiff_t i, Heights b,
                               ptrdiff_t k, int is_fine)
{
    Lanes height = lanes_load(a.cells + i), other = lanes_load(b.cells + k);
    Lanes fraction, other_fraction;

    add_halves(&sum->cells, lanes_dot(height, other));
    if (!is_fine)
        return;
    fraction = lanes_load(a.fractions + i);
    other_fraction = lanes_load(b.fractions + k);
    add_halves(&sum->crossed, lanes_dot(height, other_fraction));
    add_halves(&sum->crossed, lanes_dot(fraction, other));
    add_halves(&sum->fractions, lanes_dot(fraction, other_fraction));
}

RIPPLE_INLINE void add_total(Product *product, const Sum *sum)
{
    product->cells += find_total(&sum->cells);
    product->crossed += find_total(&sum->crossed);
    product->fractions += find_total(&sum->fractions);
}

/* Skips the first cells of each row. */
RIPPLE_INLINE Heights skip_cells(Heights heights, int first)
{
    heights.cells += first;
    if (heights.fractions != NULL)
        heights.fractions += first;
    return heights;
}

RIPPLE_INLINE Energy measure_block(const EnergyArgs *args, int is_fine)
{
    Sum now2 = {0}, next2 = {0}, product = {0};
    int end = args->columns / RIPPLE_LANES * RIPPLE_LANES;
    EnergyArgs rest = *args;
    Energy sum = {0};

    if (end < args->columns) {
        rest.before = skip_cells(args->before, end);
        rest.now = skip_cells(args->now, end);
        rest.next = skip_cells(args->next, end);
        rest.columns -= end;
        sum = RIPPLE_FALLBACK.measure(&rest);
    }
    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < end; x += RIPPLE_LANES) {
            ptrdiff_t i = y * args->stride + x;

            add_product(&now2, args->now, i, args->now, i, is_fine);
            add_product(&next2, args->next, i, args->next, i, is_fine);
            add_product(&product, args->next, i, args->before,
                        y * args->before_stride + x, is_fine);
        }
    }
    add_total(&sum.now2, &now2);
    add_total(&sum.next2, &next2);
    add_total(&sum.product, &product);
    return sum;
}

static RIPPLE_MEASURE(measure)
{
    return args->now.fractions != NULL ? measure_block(args, 1)
                                       : measure_block(args, 0);
}
