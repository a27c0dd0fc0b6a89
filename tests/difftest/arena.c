/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "arena.h"

#include <assert.h>
#include <sys/mman.h>
#include <unistd.h>

int arena_init(Arena *arena, size_t least_size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t size = (least_size + page - 1) / page * page;
    unsigned char *pages = mmap(NULL, size + 2 * page, PROT_NONE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (pages == MAP_FAILED ||
        mprotect(pages + page, size, PROT_READ | PROT_WRITE) != 0)
        return -1;
    *arena = (Arena){pages + page, size};
    return 0;
}

void *arena_place(const Arena *arena, size_t size, int flush_right)
{
    assert(size <= arena->size);
    return arena->bytes + (flush_right ? arena->size - size : 0);
}
