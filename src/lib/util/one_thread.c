/* SPDX-License-Identifier: MIT */
/* Replaces thread_pool.c where libc has no threads: the pool is NULL and the
   caller is the only worker. */
#include "lib/util/thread_pool.h"

#include "ripple.h"

#include <stddef.h>

int ripple_thread_pool_create(ThreadPool **thread_pool, int threads)
{
    *thread_pool = NULL;
    return threads == 1 ? RIPPLE_OK : RIPPLE_ERROR_THREADS;
}

void ripple_thread_pool_destroy(ThreadPool *thread_pool)
{
    (void)thread_pool;
}

int ripple_thread_pool_size(const ThreadPool *thread_pool)
{
    (void)thread_pool;
    return 1;
}

void ripple_thread_pool_run(ThreadPool *thread_pool, ThreadPoolWork *work,
                            void *argument, int rows)
{
    (void)thread_pool;
    work(argument, 0, rows);
}
