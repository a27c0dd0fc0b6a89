/* SPDX-License-Identifier: MIT */
/*
 * The levels that were built, weakest first. Each has a test whether this CPU
 * and its operating system can run it.
 */
#include "lib/util/fixed.h"
#include "lib/kernels/kernels.h"

#include <string.h>

static int always(void)
{
    return 1;
}

#if defined(__x86_64__)
/* __builtin_cpu_supports also tests whether the system saves the registers. */
static int has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}

static int has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl");
}
#endif

static const struct {
    const Kernels *kernels;
    int (*is_supported)(void);
} levels[] = {
    {&ripple_kernels_scalar, always},
#if defined(__x86_64__)
    {&ripple_kernels_sse2, always},
    {&ripple_kernels_avx2, has_avx2},
    {&ripple_kernels_avx512, has_avx512},
#elif defined(__aarch64__)
    {&ripple_kernels_neon, always},
#elif defined(__wasm__) && !defined(RIPPLE_NO_SIMD)
    {&ripple_kernels_simd128, always},
#endif
};

/* A CPU that runs a level also runs all weaker ones, so the levels that it runs
   are the first ones of the table. */
const Kernels *ripple_kernels_level(int i)
{
    return i >= 0 && i < COUNT(levels) && levels[i].is_supported()
               ? levels[i].kernels
               : NULL;
}

const Kernels *ripple_kernels_best(void)
{
    const Kernels *best = NULL, *next;

    for (int i = 0; (next = ripple_kernels_level(i)) != NULL; i++)
        best = next;
    return best;
}

const Kernels *ripple_kernels_find(const char *name)
{
    const Kernels *kernels;

    for (int i = 0; (kernels = ripple_kernels_level(i)) != NULL; i++) {
        if (strcmp(kernels->name, name) == 0)
            return kernels;
    }
    return NULL;
}
