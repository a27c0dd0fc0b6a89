/* SPDX-License-Identifier: MIT */
/*
 * Memory for names, lists and the like, which are small. There always is some:
 * without it the program says so and ends, with no partial file. Pixels, pools,
 * films and files that are read do not come from here; they may fail.
 */
#ifndef RIPPLE_OS_MEMORY_H
#define RIPPLE_OS_MEMORY_H

#include <stddef.h>

/* Zeroed bytes, to be freed. */
void *memory_get(size_t size);

/* As realloc. */
void *memory_grow(void *bytes, size_t size);

/* A copy of a text, to be freed. */
char *memory_copy(const char *text);

/* What is called before the program ends without memory, in any thread. */
void memory_before_end(void (*clean)(void));

#endif
