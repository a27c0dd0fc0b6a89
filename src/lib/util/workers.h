/* SPDX-License-Identifier: MIT */
/*
 * The threads of a thread pool, its workers 1..count, and how they sleep while
 * there is no job. workers.c has threads of POSIX, src/web/page_workers.c those
 * of a browser.
 *
 * A gate is a word that changes when there is news; the waits return early if
 * it is no longer `seen`, and may return early without a reason.
 */
#ifndef RIPPLE_UTIL_WORKERS_H
#define RIPPLE_UTIL_WORKERS_H

#include <stdatomic.h>

typedef struct Workers Workers;

/* The main function of a worker; it returns if ripple_workers_are_over. */
typedef void WorkersMain(void *context, int worker);

/*
 * Starts `count` threads, less than RIPPLE_MAX_THREADS; `main` finds *workers
 * set. Returns 0, RIPPLE_ERROR_MEMORY or RIPPLE_ERROR_THREADS; on error
 * *workers is NULL.
 */
int ripple_workers_start(Workers **workers, int count, WorkersMain *main,
                         void *context);

/* Waits until all have returned, and frees the memory; NULL is allowed. */
void ripple_workers_end(Workers *workers);

/* Whether all have to return. */
int ripple_workers_are_over(const Workers *workers);

/* 1 in a child that fork has made since: it has none of the threads. */
int ripple_workers_are_lost(const Workers *workers);

/* A worker waits for a job, until it is woken. */
void ripple_workers_sleep(Workers *workers, int worker, atomic_uint *gate,
                          unsigned seen);

/* Wakes all that sleep, once the gate has changed. */
void ripple_workers_wake(Workers *workers);

/* The caller waits for the last rows of a job, for a moment. */
void ripple_workers_pause(atomic_uint *gate, unsigned seen);

#endif
