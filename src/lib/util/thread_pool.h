/* SPDX-License-Identifier: MIT */
/*
 * Worker threads for work that is cut into rows. The caller is worker 0. Each
 * worker starts with a band of neighbouring rows and takes a few at a time from
 * its top; when its band is empty it takes from the bottom of another's. So
 * active rows may lie anywhere. Which worker does a row is chance: results must
 * not depend on it. In a child made by fork the caller is the only worker that
 * is left.
 */
#ifndef RIPPLE_UTIL_THREAD_POOL_H
#define RIPPLE_UTIL_THREAD_POOL_H

typedef struct ThreadPool ThreadPool;

/* Does the rows first..end - 1. */
typedef void ThreadPoolWork(void *argument, int first, int end);

/*
 * Starts threads - 1 threads; `threads` is 1..RIPPLE_MAX_THREADS. For 1 it
 * stores NULL. Returns 0, RIPPLE_ERROR_MEMORY or RIPPLE_ERROR_THREADS; on error
 * *thread_pool is NULL.
 */
int ripple_thread_pool_create(ThreadPool **thread_pool, int threads);

/* Ends the threads; NULL is allowed. */
void ripple_thread_pool_destroy(ThreadPool *thread_pool);

/* The number of workers: 1 for NULL, and in a child made by fork. */
int ripple_thread_pool_size(const ThreadPool *thread_pool);

/* Does the rows 0..rows - 1; returns when all are done. */
void ripple_thread_pool_run(ThreadPool *thread_pool, ThreadPoolWork *work,
                            void *argument, int rows);

#endif
