/* SPDX-License-Identifier: MIT */
/*
 * Decimal numbers as text, with '.' as the point in every locale.
 */
#ifndef RIPPLE_UTIL_DECIMAL_H
#define RIPPLE_UTIL_DECIMAL_H

#include <stddef.h>

/* Reads a number if the whole text is one: digits, a sign, a point, an
   exponent. Returns 0, or -1 and changes nothing. */
int ripple_decimal_read(double *value, const char *text);

/* Writes a short text that ripple_decimal_read reads as `value`, cut to `size`
   bytes; 32 are enough. */
void ripple_decimal_write(char *text, size_t size, double value);

#endif
