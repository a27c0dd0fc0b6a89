/* SPDX-License-Identifier: MIT */
/*
 * The measure kernel, a part of each level's file after vector.h. It equals
 * scalar_energy.c. Sums of 32 bits are added up in two halves, each in lanes of
 * 32 bits, which hold those of a block of RIPPLE_MEASURE_CELLS.
 */

/* The lower 16 bits of sums, not negative, and the upper ones. */
typedef struct Halves {
    Uint32s low;
    Int32s high;
} Halves;

RIPPLE_INLINE void add_halves(Halves *halves, Lanes sums)
{
    halves->low += (Uint32s)sums & 0xffff;
    halves->high += (Int32s)sums >> 16;
}

RIPPLE_INLINE int64_t total(const Halves *halves)
{
    int64_t low = 0, high = 0;

    for (int i = 0; i < RIPPLE_LANES / 2; i++) {
        low += halves->low[i];
        high += halves->high[i];
    }
    return high * 65536 + low;
}

static RIPPLE_MEASURE(measure)
{
    Halves now2 = {{0}, {0}}, next2 = now2, product = now2;
    int end = args->columns / RIPPLE_LANES * RIPPLE_LANES;
    EnergyArgs rest = *args;
    Energy sum = {0};

    if (end < args->columns) {
        rest.before += end;
        rest.now += end;
        rest.next += end;
        rest.columns -= end;
        sum = RIPPLE_FALLBACK.measure(&rest);
    }
    for (int y = 0; y < args->rows; y++) {
        const int16_t *before = args->before + y * args->before_stride;
        const int16_t *now = args->now + y * args->stride;
        const int16_t *next = args->next + y * args->stride;

        for (int x = 0; x < end; x += RIPPLE_LANES) {
            Lanes present = lanes_load(now + x), after = lanes_load(next + x);

            add_halves(&now2, lanes_dot(present, present));
            add_halves(&next2, lanes_dot(after, after));
            add_halves(&product, lanes_dot(after, lanes_load(before + x)));
        }
    }
    sum.now2 += total(&now2);
    sum.next2 += total(&next2);
    sum.product += total(&product);
    return sum;
}
