/* SPDX-License-Identifier: MIT */
/*
 * How long an output waits for its reader, which may be slow or hang. An
 * encoder that only computes is waited for, but not for ever. Between two looks
 * at most a second counts: while this process was stopped, so was its child.
 * The caller reads the clocks.
 */
#ifndef RIPPLE_MEDIA_PATIENCE_H
#define RIPPLE_MEDIA_PATIENCE_H

#include <stdint.h>

typedef struct Patience {
    int hurries;        /* see patience_hurry */
    uint64_t looked_ns; /* the time of the last look */
    uint64_t bytes;     /* at the last look */
    uint64_t cpu_ns;    /* when it was last seen to work */
    uint64_t quiet_ns;  /* for how long it has neither read nor written */
    uint64_t idle_ns;   /* nor computed */
} Patience;

/* Begins to wait. */
void patience_start(Patience *patience, uint64_t now_ns);

/* From this call on the reader has 5 s to do something, and 30 s to read or
   write something; before that it has 60 s. Once. */
void patience_hurry(Patience *patience, uint64_t now_ns);

/* Looks at the reader: `bytes` changes if it reads or writes, cpu_ns is its CPU
   time until now. */
void patience_look(Patience *patience, uint64_t now_ns, uint64_t bytes,
                   uint64_t cpu_ns);

/* Whether its time was over at the last look. */
int patience_is_over(const Patience *patience);

#endif
