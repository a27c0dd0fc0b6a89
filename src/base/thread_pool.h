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

typedef struct ThreadPool ThreadPool;

/* Does the rows first..end-1. */
typedef void ThreadPoolWork(void *argument, int first, int end);

/*
 * Starts threads - 1 threads, threads in 1..RIPPLE_MAX_THREADS. Stores NULL
 * for 1. Returns 0, RIPPLE_ERROR_MEMORY or RIPPLE_ERROR_THREADS, and then
 * *crew is NULL.
 */
int ripple_thread_pool_create(ThreadPool **thread_pool, int threads);

/* Ends the threads; NULL is allowed. */
void ripple_thread_pool_destroy(ThreadPool *thread_pool);

/* The number of workers, 1 for NULL. */
int ripple_thread_pool_size(const ThreadPool *thread_pool);

/* Does the rows 0..rows-1 and returns when all are done. */
void ripple_thread_pool_run(ThreadPool *thread_pool, ThreadPoolWork *work,
                            void *argument, int rows);

#endif
