/* SPDX-License-Identifier: MIT */
#include "lib/util/thread_pool.h"

#include "lib/util/fixed.h"
#include "lib/util/memory.h"
#include "lib/util/workers.h"
#include "ripple.h"

#include <stdatomic.h>
#include <stdint.h>

#define GRAINS   16 /* pieces of a band, about */
#define MAX_ROWS 8  /* of a piece */

/* Rows left to do: the first in the upper 32 bits, the end in the lower. */
typedef struct Band {
    _Alignas(RIPPLE_CACHE_LINE) atomic_uint_fast64_t rows;
} Band;

/*
 * The low bits of the gate count the workers inside the current job; the bits
 * above count how often it was opened or closed, and are odd during a job. A
 * late worker finds the gate closed. So the caller never waits for a worker
 * that still sleeps or has no core to run on.
 */
#define INSIDE_BITS 8
#define INSIDE_MASK ((1u << INSIDE_BITS) - 1)

struct ThreadPool {
    Band bands[RIPPLE_MAX_THREADS];
    _Alignas(RIPPLE_CACHE_LINE) atomic_uint gate;
    int size;
    int grain;
    ThreadPoolWork *work;
    void *argument;
    Workers *workers;
};

typedef struct Rows {
    int first, end;
} Rows;

static uint_fast64_t pack(Rows rows)
{
    return (uint_fast64_t)rows.first << 32 | (uint_fast64_t)rows.end;
}

static Rows unpack(uint_fast64_t packed)
{
    return (Rows){(int)(packed >> 32), (int)(packed & UINT32_MAX)};
}

/* Takes rows from the top or the bottom of a band; returns 0 if it is empty. */
static int take_rows(Band *band, int grain, int from_top, Rows *taken)
{
    uint_fast64_t packed = atomic_load(&band->rows);

    for (;;) {
        Rows left = unpack(packed);
        int count =
            left.end - left.first < grain ? left.end - left.first : grain;

        if (count <= 0)
            return 0;
        if (from_top) {
            *taken = (Rows){left.first, left.first + count};
            left.first += count;
        } else {
            *taken = (Rows){left.end - count, left.end};
            left.end -= count;
        }
        if (atomic_compare_exchange_weak(&band->rows, &packed, pack(left)))
            return 1;
    }
}

static void work_on_bands(ThreadPool *thread_pool, int worker)
{
    Rows rows;

    for (int i = 0; i < thread_pool->size; i++) {
        Band *band = &thread_pool->bands[(worker + i) % thread_pool->size];

        while (take_rows(band, thread_pool->grain, i == 0, &rows))
            thread_pool->work(thread_pool->argument, rows.first, rows.end);
    }
}

/* Enters the current job; returns 0 if there is none or it is still `last`.
   Stores the gate as it was before. */
static int enter_job(ThreadPool *thread_pool, unsigned last, unsigned *gate)
{
    *gate = atomic_load(&thread_pool->gate);
    do {
        unsigned number = *gate >> INSIDE_BITS;

        if (number % 2 == 0 || number == last)
            return 0;
    } while (
        !atomic_compare_exchange_weak(&thread_pool->gate, gate, *gate + 1));
    return 1;
}

/* The WorkersMain of a pool. */
static void run_worker(void *context, int worker)
{
    ThreadPool *thread_pool = context;
    unsigned last = 0, gate;

    while (!ripple_workers_are_over(thread_pool->workers)) {
        if (enter_job(thread_pool, last, &gate)) {
            work_on_bands(thread_pool, worker);
            atomic_fetch_sub(&thread_pool->gate, 1);
            last = gate >> INSIDE_BITS;
        } else {
            ripple_workers_sleep(thread_pool->workers, worker,
                                 &thread_pool->gate, gate);
        }
    }
}

int ripple_thread_pool_create(ThreadPool **thread_pool, int threads)
{
    ThreadPool *made;
    int error;

    *thread_pool = NULL;
    if (threads == 1)
        return RIPPLE_OK;
    made = ripple_memory_alloc(sizeof *made);
    if (made == NULL)
        return RIPPLE_ERROR_MEMORY;
    *made = (ThreadPool){.size = threads};
    error = ripple_workers_start(&made->workers, threads - 1, run_worker, made);
    if (error == RIPPLE_OK)
        *thread_pool = made;
    else
        ripple_memory_free(made);
    return error;
}

void ripple_thread_pool_destroy(ThreadPool *thread_pool)
{
    if (thread_pool == NULL)
        return;
    ripple_workers_end(thread_pool->workers);
    ripple_memory_free(thread_pool);
}

int ripple_thread_pool_size(const ThreadPool *thread_pool)
{
    return thread_pool != NULL && !ripple_workers_are_lost(thread_pool->workers)
               ? thread_pool->size
               : 1;
}

static void assign_bands(ThreadPool *thread_pool, int rows)
{
    int grain = rows / (thread_pool->size * GRAINS);

    thread_pool->grain = clamp_int(grain, 1, MAX_ROWS);
    for (int i = 0; i < thread_pool->size; i++) {
        Rows band = {(int)((int64_t)rows * i / thread_pool->size),
                     (int)((int64_t)rows * (i + 1) / thread_pool->size)};

        atomic_store_explicit(&thread_pool->bands[i].rows, pack(band),
                              memory_order_relaxed);
    }
}

void ripple_thread_pool_run(ThreadPool *thread_pool, ThreadPoolWork *work,
                            void *argument, int rows)
{
    unsigned gate;

    if (ripple_thread_pool_size(thread_pool) == 1) {
        work(argument, 0, rows);
        return;
    }
    thread_pool->work = work;
    thread_pool->argument = argument;
    assign_bands(thread_pool, rows);
    atomic_fetch_add(&thread_pool->gate, 1u << INSIDE_BITS);
    ripple_workers_wake(thread_pool->workers);
    work_on_bands(thread_pool, 0);
    atomic_fetch_add(&thread_pool->gate, 1u << INSIDE_BITS);
    while (((gate = atomic_load(&thread_pool->gate)) & INSIDE_MASK) != 0)
        ripple_workers_pause(&thread_pool->gate, gate);
}
