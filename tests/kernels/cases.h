/* SPDX-License-Identifier: MIT */
/*
 * The cases of the differential test. A case is its number, the seed of its
 * shape, heights, picture and place in memory. It runs every kernel of a level
 * on memory that ends, or begins, at a page that nobody may touch, and
 * compares the memory with what the scalar kernel made of the same: what was
 * written, and what must not have been.
 */
#ifndef RIPPLE_TESTS_KERNELS_CASES_H
#define RIPPLE_TESTS_KERNELS_CASES_H

#include "lib/kernels/kernels.h"

/* Kernels: the steps by StencilKind, then the others. */
typedef enum Family {
    FAMILY_ADVECT = STENCIL_COUNT,
    FAMILY_MEASURE,
    FAMILY_SCATTER,
    FAMILY_COLLECT,
    FAMILY_BLEND,
    FAMILY_INTERPOLATE,
    FAMILY_RENDER,
    FAMILY_RENDER565, /* RIPPLE_FORMAT_RGB565 */
    FAMILY_CAST,
    FAMILY_CAST_EDGES,
    FAMILY_SHADE,
    FAMILY_COUNT,
} Family;

const char *cases_family(Family family);

/* Allocates the memory that all cases share. Returns 0, or -1 if there is none.
 */
int cases_init(void);

/* Makes case `number`, and prints it if `verbose`. */
void cases_make(uint64_t number, int verbose);

/* Runs the scalar kernel on this case and returns a hash of what it made, the
   same on every machine. */
uint64_t cases_run_scalar(Family family);

/* Runs a level on it after that. Returns NULL, or the difference in words. A
   fault is not caught here. */
const char *cases_run(Family family, const Kernels *kernels);

#endif
