/* SPDX-License-Identifier: MIT */
/*
 * What the formulas in .inc files need to be C. They are GLSL as well, so they
 * know int, bool, structs by value and these names alone.
 */
#ifndef RIPPLE_KERNELS_FORMULA_H
#define RIPPLE_KERNELS_FORMULA_H

#include "lib/kernels/kernels.h"

#include <stdbool.h>
#include <stdlib.h>

#define as_int(value)  ((int)(value))
#define as_uint(value) ((uint32_t)(value))

#define min(a, b)               min_int(a, b)
#define max(a, b)               max_int(a, b)
#define clamp(value, low, high) clamp_int(value, low, high)

#endif
