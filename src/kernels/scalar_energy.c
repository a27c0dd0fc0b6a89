/* SPDX-License-Identifier: MIT */
/* The measure kernel: the sums that the energy of a step is made of. */
#include "kernels/scalar.h"

RIPPLE_MEASURE(ripple_scalar_measure)
{
    Energy sum = {0};

    for (int y = 0; y < args->rows; y++) {
        const int16_t *before = args->before + y * args->before_stride;
        const int16_t *now = args->now + y * args->stride;
        const int16_t *next = args->next + y * args->stride;

        for (int x = 0; x < args->columns; x++) {
            sum.now2 += now[x] * now[x];
            sum.next2 += next[x] * next[x];
            sum.product += next[x] * before[x];
        }
    }
    return sum;
}
