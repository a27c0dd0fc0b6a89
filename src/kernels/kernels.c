/* SPDX-License-Identifier: MIT */
/*
 * The levels there are, weakest first. A level that the CPU or its operating
 * system cannot run is not in the list that callers see.
 */
#include "kernels.h"

static const Kernels *const levels[] = {
    &ripple_kernels_scalar,
};

static const int level_count = sizeof levels / sizeof levels[0];

const Kernels *kernels_level(int i)
{
    return i >= 0 && i < level_count ? levels[i] : NULL;
}

const Kernels *kernels_best(void)
{
    return levels[level_count - 1];
}
