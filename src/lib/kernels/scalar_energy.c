/* SPDX-License-Identifier: MIT */
/* The measure kernel: the sums in the energy of a step. */
#include "lib/kernels/scalar.h"

static void add_product(Product *sum, Heights a, ptrdiff_t i, Heights b,
                        ptrdiff_t k)
{
    int height = a.cells[i], other = b.cells[k];

    sum->cells += height * other;
    if (a.fractions == NULL)
        return;
    sum->crossed += height * b.fractions[k] + a.fractions[i] * other;
    sum->fractions += a.fractions[i] * b.fractions[k];
}

RIPPLE_MEASURE(ripple_scalar_measure)
{
    Energy sum = {0};

    for (int y = 0; y < args->rows; y++) {
        for (int x = 0; x < args->columns; x++) {
            ptrdiff_t i = y * args->stride + x;

            add_product(&sum.now2, args->now, i, args->now, i);
            add_product(&sum.next2, args->next, i, args->next, i);
            add_product(&sum.product, args->next, i, args->before,
                        y * args->before_stride + x);
        }
    }
    return sum;
}
