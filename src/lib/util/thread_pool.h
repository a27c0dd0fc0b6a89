/* SPDX-License-Identifier: MIT */
/*
 * Worker threads for work that is split into rows. The caller is worker 0. Each
 * worker starts with a band of neighbouring rows and takes a few at a time from
 * its top; once its band is empty it steals from the bottom of another. So the
 * load stays even wherever rows are active. Any worker may do any row: results
 * must not depend on it. In a child of fork the caller is the only worker left.
 */
#ifndef RIPPLE_UTIL_THREAD_POOL_H
#define RIPPLE_UTIL_THREAD_POOL_H

typedef struct ThreadPool ThreadPool;

/* Processes the rows first..end - 1. */
typedef void ThreadPoolWork(void *argument, int first, int end);

/*
 * Starts threads - 1 threads; `threads` is 1..RIPPLE_MAX_THREADS. For 1 it
 * stores NULL. Returns 0, RIPPLE_ERROR_MEMORY or RIPPLE_ERROR_THREADS; on error
 * *thread_pool is NULL.
 */
int ripple_thread_pool_create(ThreadPool **thread_pool, int threads);

/* Ends the threads; NULL is allowed. */
void ripple_thread_pool_destroy(ThreadPool *thread_pool);

/* The number of workers: 1 for NULL, and in a child of fork. */
int ripple_thread_pool_size(const ThreadPool *thread_pool);

/* Processes the rows 0..rows - 1; returns when all are done. */
void ripple_thread_pool_run(ThreadPool *thread_pool, ThreadPoolWork *work,
                            void *argument, int rows);

#endif
