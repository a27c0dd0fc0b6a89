/* SPDX-License-Identifier: MIT */
/* The memory, descriptors and threads of this process, as Linux counts them. */
#ifndef RIPPLE_TESTS_RANDOM_PROCESS_STATS_H
#define RIPPLE_TESTS_RANDOM_PROCESS_STATS_H

#include <stddef.h>

typedef struct ProcessStats {
    size_t resident; /* bytes of physical memory */
    size_t heap;     /* bytes allocated and not freed; 0: unknown */
    int descriptors;
    int threads;
} ProcessStats;

/* Makes the heap's size comparable; call it before the first allocation. */
void process_stats_init(void);

/* Returns 0, or -1 where /proc cannot be read. */
int process_stats_read(ProcessStats *stats);

#endif
