/* SPDX-License-Identifier: MIT */
/*
 * Definitions that let formulas of floats compile as C, beside those of
 * formula.h. In GLSL (landscape.glsl) a `real` is a precise float, and divide
 * and root are rounded as IEEE 754 does.
 */
#ifndef RIPPLE_KERNELS_REAL_FORMULA_H
#define RIPPLE_KERNELS_REAL_FORMULA_H

#include "lib/kernels/formula.h"
#include "lib/kernels/perspective_shared.h"

#include <math.h>

#define EXACT /* precise, in GLSL */

#define real           float
#define exactly(value) (value)
#define as_real(value) ((float)(value))
#define divide(a, b)   ((a) / (b))
#define root(value)    sqrtf(value)

#endif
