/* SPDX-License-Identifier: MIT */
/*
 * Definitions that let the formulas of .inc files compile as C. They are GLSL
 * too, so they use only int, bool, structs by value and these names.
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
