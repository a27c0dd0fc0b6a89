/* SPDX-License-Identifier: MIT */
/* Cases of the kernels that draw in perspective. */
#ifndef RIPPLE_TESTS_KERNELS_VIEWS_H
#define RIPPLE_TESTS_KERNELS_VIEWS_H

#include "drawn.h"

/* Allocates memory for all cases. Returns 0, or -1 if there is none. */
int views_init(void);

/* Draws a terrain, an eye, a texture and what is seen: test.cast, test.shade.
 */
void views_make(void);

/* Prints the case. */
void views_print(void);

/* What run_cast keeps. */
enum { CAST_INVERSE, CAST_EDGES };

int run_cast(const Kernels *kernels, int kind, Side side);
int run_shade(const Kernels *kernels, int kind, Side side);

#endif
