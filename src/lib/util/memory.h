/* SPDX-License-Identifier: MIT */
/*
 * Memory aligned to cache lines, enough for the widest vectors (Windows lacks
 * C11's aligned_alloc), and the extent of memory that callers describe.
 */
#ifndef RIPPLE_UTIL_MEMORY_H
#define RIPPLE_UTIL_MEMORY_H

#include <stddef.h>

#define RIPPLE_CACHE_LINE 64 /* bytes */

/* Returns `size` bytes or NULL; free them with ripple_memory_free. */
void *ripple_memory_alloc(size_t size);

/* Frees; NULL is allowed. */
void ripple_memory_free(void *memory);

/*
 * The bytes from the first element to the end of the last one: `rows` rows of
 * `width` elements of `size` bytes, `stride` elements from row to row. 0
 * without elements; SIZE_MAX if rows overlap or memory cannot be so large.
 */
size_t ripple_memory_extent(size_t width, size_t rows, size_t stride,
                            size_t size);

#endif
