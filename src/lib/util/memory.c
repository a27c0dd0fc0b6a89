/* SPDX-License-Identifier: MIT */
#include "lib/util/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(_Alignof(max_align_t) >= sizeof(void *),
               "a pointer fits in front of the aligned memory");

/* Stores the pointer from malloc directly in front of the memory. */
void *ripple_memory_alloc(size_t size)
{
    char *start, *memory;

    if (size > SIZE_MAX - RIPPLE_CACHE_LINE)
        return NULL;
    start = malloc(size + RIPPLE_CACHE_LINE);
    if (start == NULL)
        return NULL;
    memory = start + RIPPLE_CACHE_LINE - (uintptr_t)start % RIPPLE_CACHE_LINE;
    memcpy(memory - sizeof start, &start, sizeof start);
    return memory;
}

void ripple_memory_free(void *memory)
{
    char *start;

    if (memory == NULL)
        return;
    memcpy(&start, (char *)memory - sizeof start, sizeof start);
    free(start);
}

size_t ripple_memory_extent(size_t width, size_t rows, size_t stride,
                            size_t size)
{
    size_t total;

    if (stride < width || __builtin_mul_overflow(stride, rows, &total) ||
        __builtin_mul_overflow(total, size, &total) || total > PTRDIFF_MAX)
        return SIZE_MAX;
    return rows > 0 && width > 0 ? total - (stride - width) * size : 0;
}
