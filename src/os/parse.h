/* SPDX-License-Identifier: MIT */
/*
 * Reads numbers strictly: the whole text must be one, in range. Each function
 * that does returns 0, or -1 and changes nothing.
 */
#ifndef RIPPLE_OS_PARSE_H
#define RIPPLE_OS_PARSE_H

#include <stddef.h>
#include <stdint.h>

#define PARSE_MAX_LIST 3

/* The length of the UTF-8 byte order mark at the start of a text: 3 or 0. */
size_t parse_byte_order_mark(const char *text);

/* Whether a byte of UTF-8 is one of a character, but not its first. */
int parse_is_inside_character(char byte);

/* A decimal whole number, min..max, with an optional minus sign. */
int parse_int(int *value, const char *text, int min, int max);

/* A decimal whole number from 0 to 2^64 - 1. */
int parse_uint64(uint64_t *value, const char *text);

/* A whole number from 1 to 2^32 - 1, decimal or, after "0x", hexadecimal. */
int parse_id(unsigned long *value, const char *text);

/* A finite decimal number, min..max; the point is '.' in every locale. */
int parse_number(double *value, const char *text, double min, double max);

/* `count` finite numbers, at most PARSE_MAX_LIST, with commas between them. */
int parse_list(double *numbers, int count, const char *text);

/* X,Y: two numbers, each -max..max. */
int parse_pair(double *x, double *y, const char *text, double max);

/* WIDTHxHEIGHT, each 1..RIPPLE_MAX_SIZE. */
int parse_size(int *width, int *height, const char *text);

#endif
