/* SPDX-License-Identifier: MIT */
/* Memory between two pages that nobody may touch, and faults that are caught:
   the part of the test that depends on the system. */
#ifndef RIPPLE_TESTS_KERNELS_ARENA_H
#define RIPPLE_TESTS_KERNELS_ARENA_H

#include <stddef.h>

typedef struct Arena {
    unsigned char *bytes; /* all that may be touched, whole pages */
    size_t size;
} Arena;

/* Returns 0, or -1 without memory. Arenas last as long as the program. */
int arena_init(Arena *arena, size_t min_size);

/* A block at the start of the arena or, if flush_right, at its end. `size` must
   be a multiple of the alignment that the block needs. */
void *arena_place(const Arena *arena, size_t size, int flush_right);

/* Catches faults from here on. */
void arena_watch(void);

/* Calls `work` and returns whether it ended without a fault; on WebAssembly,
   which has no protected pages, without a write beside an arena. */
int arena_try(void (*work)(void *argument), void *argument);

#endif
