/* SPDX-License-Identifier: MIT */
/* What a process holds of its machine, as Linux counts it. */
#ifndef RIPPLE_TESTS_RANDOM_PROCESS_STATS_H
#define RIPPLE_TESTS_RANDOM_PROCESS_STATS_H

#include <stddef.h>

typedef struct Ledger {
    size_t resident; /* bytes of memory in use: VmRSS */
    size_t heap;     /* bytes that were allocated and not freed; 0: unknown */
    int descriptors;
    int threads;
} Ledger;

/* Lets the heap keep such books that they can be compared; before the first
   allocation that counts. */
void ledger_init(void);

/* Looks; 0, or -1 where the machine does not tell. */
int ledger_read(Ledger *ledger);

#endif
