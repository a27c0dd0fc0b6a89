/* SPDX-License-Identifier: MIT */
/* Memory between two pages that nothing may touch. */
#ifndef RIPPLE_DIFFTEST_ARENA_H
#define RIPPLE_DIFFTEST_ARENA_H

#include <stddef.h>

typedef struct Arena {
    unsigned char *bytes; /* all that may be touched, whole pages */
    size_t size;
} Arena;

/* Returns 0 or -1. Arenas last as long as the program. */
int arena_init(Arena *arena, size_t least_size);

/*
 * A block that begins where the arena begins, or, flush right, ends where it
 * ends. `size` must be a multiple of the alignment that the block needs.
 */
void *arena_place(const Arena *arena, size_t size, int flush_right);

#endif
