/* SPDX-License-Identifier: MIT */
/*
 * The threads of a thread pool, its workers 1..count, and how they sleep
 * between jobs. workers.c has POSIX threads, src/web/page_workers.c a
 * browser's.
 *
 * A gate is a word that changes at every event. Waits return once it differs
 * from `seen`; they may also return early.
 */
#ifndef RIPPLE_UTIL_WORKERS_H
#define RIPPLE_UTIL_WORKERS_H

#include <stdatomic.h>

typedef struct Workers Workers;

/* The main function of a worker; it returns once ripple_workers_are_over. */
typedef void WorkersMain(void *context, int worker);

/*
 * Starts `count` threads, fewer than RIPPLE_MAX_THREADS; *workers is set before
 * `main` runs. Returns 0, RIPPLE_ERROR_MEMORY or RIPPLE_ERROR_THREADS; on error
 * *workers is NULL.
 */
int ripple_workers_start(Workers **workers, int count, WorkersMain *main,
                         void *context);

/* Ends and joins the threads and frees the memory; NULL is allowed. */
void ripple_workers_end(Workers *workers);

/* 1 if all threads must return. */
int ripple_workers_are_over(const Workers *workers);

/* 1 in a child of a later fork, which has none of the threads. */
int ripple_workers_are_lost(const Workers *workers);

/* Sleeps until woken for a job; for workers. */
void ripple_workers_sleep(Workers *workers, int worker, atomic_uint *gate,
                          unsigned seen);

/* Wakes all sleeping workers; call after the gate changed. */
void ripple_workers_wake(Workers *workers);

/* Waits briefly for the last rows of a job; for the caller. */
void ripple_workers_pause(atomic_uint *gate, unsigned seen);

#endif
