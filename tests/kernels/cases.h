/* SPDX-License-Identifier: MIT */
/*
 * The cases of the differential test. A case is its number: shape, heights,
 * picture and place in memory all follow from it. Each runs every kernel of a
 * level on memory that ends, or begins, at a page that nothing may touch, and
 * compares all that was written, and all that must not have been, with what
 * the scalar kernel made of the same.
 */
#ifndef RIPPLE_TESTS_KERNELS_CASES_H
#define RIPPLE_TESTS_KERNELS_CASES_H

#include "kernels/kernels.h"

/* The steps, by LawKind, and the others. */
typedef enum Family {
    FAMILY_CARRY = STENCIL_COUNT,
    FAMILY_LET_OUT,
    FAMILY_MAGNIFY,
    FAMILY_REFRACT,
    FAMILY_REFRACT565, /* RIPPLE_FORMAT_RGB565 */
    FAMILY_COUNT,
} Family;

const char *cases_family(Family family);

/* Gets the memory that all cases share. Returns 0 or -1. */
int cases_init(void);

/* Makes the case of that number; `verbose` prints it. */
void cases_make(uint64_t number, int verbose);

/* Lets the scalar kernel do the present case and returns a hash of what it
   made, the same on every machine. */
uint64_t cases_run_scalar(Family family);

/* Lets a level do it too. Returns NULL, or what is wrong. A fault is not
   caught here. */
const char *cases_run(Family family, const Kernels *kernels);

#endif
