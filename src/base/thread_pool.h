/* SPDX-License-Identifier: MIT */
/*
 * Worker threads for work that is cut in rows. The caller is worker 0; a crew
 * of one has no threads. Each worker starts with a band of neighbouring rows
 * and takes a few at a time from its top; who runs out takes from the bottom
 * of another's band, so it does not matter where the water is wet. Which
 * worker does a row is chance: work must not depend on it.
 */
#ifndef RIPPLE_BASE_THREAD_POOL_H
#define RIPPLE_BASE_THREAD_POOL_H

typedef struct Crew Crew;

/* Does the rows first..end-1. */
typedef void CrewWork(void *argument, int first, int end);

/*
 * Starts threads - 1 threads, threads in 1..RIPPLE_MAX_THREADS. Stores NULL
 * for 1. Returns 0, RIPPLE_ERROR_MEMORY or RIPPLE_ERROR_THREADS, and then
 * *crew is NULL.
 */
int crew_create(Crew **crew, int threads);

/* Ends the threads; NULL is allowed. */
void crew_destroy(Crew *crew);

/* The number of workers, 1 for NULL. */
int crew_size(const Crew *crew);

/* Does the rows 0..rows-1 and returns when all are done. */
void crew_run(Crew *crew, CrewWork *work, void *argument, int rows);

#endif
