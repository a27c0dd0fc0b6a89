/* SPDX-License-Identifier: MIT */
/* Memory between two pages that nothing may touch, and what happens then: the
   part of the test that each system has its own way for. */
#ifndef RIPPLE_TESTS_KERNELS_ARENA_H
#define RIPPLE_TESTS_KERNELS_ARENA_H

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

/* Has faults caught from now on. */
void arena_watch(void);

/* Lets something be done and returns whether it ended without a fault. */
int arena_try(void (*work)(void *argument), void *argument);

#endif
