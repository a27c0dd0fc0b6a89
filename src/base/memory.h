/* SPDX-License-Identifier: MIT */
/*
 * Memory aligned to cache lines, which also suits the widest vectors. Windows
 * lacks C11's aligned_alloc.
 */
#ifndef RIPPLE_BASE_MEMORY_H
#define RIPPLE_BASE_MEMORY_H

#include <stddef.h>

#define RIPPLE_CACHE_LINE 64 /* bytes */

/* Returns `size` bytes or NULL; free them with ripple_memory_free. */
void *ripple_memory_alloc(size_t size);

/* Frees; NULL is allowed. */
void ripple_memory_free(void *memory);

#endif
