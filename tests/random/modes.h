/* SPDX-License-Identifier: MIT */
/* The modes of ripple-random (random_main.c). Each returns its exit status. */
#ifndef RIPPLE_TESTS_RANDOM_MODES_H
#define RIPPLE_TESTS_RANDOM_MODES_H

#include <stdint.h>

int stress_play(uint64_t first, uint64_t end);

int rest_play(int is_slow, int size, uint64_t first, uint64_t end);

#endif
