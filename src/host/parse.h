/* SPDX-License-Identifier: MIT */
/*
 * Strict reading of numbers: the whole text must be one, in range. Each
 * returns 0, or -1 and leaves *value alone.
 */
#ifndef RIPPLE_HOST_PARSE_H
#define RIPPLE_HOST_PARSE_H

#include <stdint.h>

/* A decimal whole number, least..most, with an optional minus sign. */
int parse_int(int *value, const char *text, int min, int max);

/* A decimal whole number from 0 to 2^64 - 1. */
int parse_uint64(uint64_t *value, const char *text);

/* The number of something, not 0, decimal or hexadecimal after "0x". */
int parse_id(unsigned long *value, const char *text);

/* A finite decimal number, least..most; the point is '.' in every locale. */
int parse_number(double *value, const char *text, double min, double max);

/* WIDTHxHEIGHT, each 1..RIPPLE_MAX_SIZE. */
int parse_size(int *width, int *height, const char *text);

#endif
