/* SPDX-License-Identifier: MIT */
/* The modes of ripple-random (random_main.c). Each returns its exit status. */
#ifndef RIPPLE_TESTS_RANDOM_MODES_H
#define RIPPLE_TESTS_RANDOM_MODES_H

#include <stdint.h>

int stress_play(uint64_t first, uint64_t end);

int rest_play(int is_slow, int size, uint64_t first, uint64_t end);

/* `level` is an instruction set or auto. Returns -1 if there is no such pool.
 */
int soak_play(const char *pool, const char *folder, const char *level,
              int hours, int threads, uint64_t seed);

#endif
