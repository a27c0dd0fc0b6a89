/* SPDX-License-Identifier: MIT */
/*
 * Memory that starts on a cache line, which is also where the widest vector
 * may. C11's aligned_alloc is not to be had on Windows.
 */
#ifndef RIPPLE_BASE_MEMORY_H
#define RIPPLE_BASE_MEMORY_H

#include <stddef.h>

#define RIPPLE_CACHE_LINE 64 /* bytes */

/* Memory for so many bytes, to be freed with ripple_memory_free; NULL without.
 */
void *ripple_memory_alloc(size_t size);
void ripple_memory_free(void *memory);

#endif
