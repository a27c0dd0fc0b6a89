/* SPDX-License-Identifier: MIT */
/*
 * Memory for names, lists and the like, which are small. There always is some:
 * without it the program says so and ends, with no partial file. Pixels, pools,
 * films and files that are read do not come from here; they may fail.
 */
#ifndef RIPPLE_OS_XALLOC_H
#define RIPPLE_OS_XALLOC_H

#include <stddef.h>

/* Zeroed bytes, to be freed. */
void *xalloc_get(size_t size);

/* As realloc. */
void *xalloc_grow(void *bytes, size_t size);

/* A copy of a text, to be freed. */
char *xalloc_copy(const char *text);

/* Sets the function that runs before the program ends for lack of memory. Any
   thread may run it. */
void xalloc_before_end(void (*clean)(void));

#endif
