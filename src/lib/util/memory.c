/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* madvise */

#include "lib/util/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

#define LARGE ((size_t)4 << 20) /* bytes, of planes and frames alone */

_Static_assert(_Alignof(max_align_t) >= sizeof(void *),
               "a pointer fits in front of the aligned memory");

/* Planes and frames are read all over: with pages of 2 MB, where the system has
   them, their addresses are found sooner. */
static void ask_for_huge_pages(char *start, size_t size)
{
#ifdef MADV_HUGEPAGE
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t skip = page - (uintptr_t)start % page;

    if (size >= LARGE)
        madvise(start + skip, (size - skip) / page * page, MADV_HUGEPAGE);
#else
    (void)start, (void)size;
#endif
}

/* Stores the pointer from malloc directly in front of the memory. */
void *ripple_memory_alloc(size_t size)
{
    char *start, *memory;

    if (size > SIZE_MAX - RIPPLE_CACHE_LINE)
        return NULL;
    start = malloc(size + RIPPLE_CACHE_LINE);
    if (start == NULL)
        return NULL;
    ask_for_huge_pages(start, size);
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
