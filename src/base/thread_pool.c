/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* madvise, MAP_ANONYMOUS */

#include "base/thread_pool.h"

#include "base/fixed.h"
#include "base/memory.h"
#include "ripple.h"

#include <pthread.h>
#include <sched.h>
#ifndef _WIN32
#include <signal.h>
#include <sys/mman.h>
#endif
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

#define GRAINS   16  /* a band is taken in about this many pieces */
#define MAX_ROWS 8   /* of one piece */
#define PATIENCE 200 /* times a worker looks for work before it sleeps */

#define MIN_STACK (256 << 10) /* bytes, as ripple.h says */

/* Rows left to do: the first in the upper 32 bits, the end in the lower. */
typedef struct Band {
    _Alignas(RIPPLE_CACHE_LINE) atomic_uint_fast64_t rows;
} Band;

/*
 * The low bits of the gate count the workers inside the current job; the bits
 * above count how often it was opened or closed, and are odd during a job. A
 * worker that comes late finds it closed, so the caller never waits for one
 * that still sleeps or has no core to run on.
 */
#define INSIDE_BITS 8
#define INSIDE_MASK ((1u << INSIDE_BITS) - 1)

typedef struct Start {
    ThreadPool *thread_pool;
    int worker;
} Start;

struct ThreadPool {
    Band bands[RIPPLE_MAX_THREADS];
    _Alignas(RIPPLE_CACHE_LINE) atomic_uint gate;
    atomic_int sleepers, ending;
    int size, started;
    int grain;
    ThreadPoolWork *work;
    void *argument;
    pthread_mutex_t mutex;
    /* One each: if several threads wait for the same condition, glibc before
       2.41 may lose a signal (its bug 25847). */
    pthread_cond_t opened[RIPPLE_MAX_THREADS - 1];
    pthread_t threads[RIPPLE_MAX_THREADS - 1];
    Start starts[RIPPLE_MAX_THREADS - 1];
    pid_t process; /* that has the threads */
};

/* 1 in a child that fork has made since: it has none of the threads, one of
   which may have held the mutex. Costs a system call. */
static int has_lost_threads(const ThreadPool *thread_pool)
{
    return thread_pool->process != getpid();
}

#ifdef MADV_WIPEONFORK
/* Zeros in a child, so that no id is equal: in another namespace, or after the
   parent has ended, a child can have the parent's. Kernels that cannot do so
   leave it to the ids. */
static ThreadPool *allocate(void)
{
    void *memory = mmap(NULL, sizeof(ThreadPool), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return NULL;
    madvise(memory, sizeof(ThreadPool), MADV_WIPEONFORK);
    return memory;
}

static void release(ThreadPool *thread_pool)
{
    munmap(thread_pool, sizeof *thread_pool);
}
#else
static ThreadPool *allocate(void)
{
    return ripple_memory_alloc(sizeof(ThreadPool));
}

static void release(ThreadPool *thread_pool)
{
    ripple_memory_free(thread_pool);
}
#endif

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
static int take(Band *band, int grain, int from_top, Rows *taken)
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

static void work_on(ThreadPool *thread_pool, int worker)
{
    Rows rows;

    for (int i = 0; i < thread_pool->size; i++) {
        Band *band = &thread_pool->bands[(worker + i) % thread_pool->size];

        while (take(band, thread_pool->grain, i == 0, &rows))
            thread_pool->work(thread_pool->argument, rows.first, rows.end);
    }
}

/* Enters the current job; returns 0 if there is none or it is still `last`. */
static int enter(ThreadPool *thread_pool, unsigned *last)
{
    unsigned gate = atomic_load(&thread_pool->gate);

    do {
        unsigned number = gate >> INSIDE_BITS;

        if (number % 2 == 0 || number == *last)
            return 0;
    } while (
        !atomic_compare_exchange_weak(&thread_pool->gate, &gate, gate + 1));
    *last = gate >> INSIDE_BITS;
    return 1;
}

/* Waits for a job and enters it; returns 0 if the thread pool ends instead. */
static int wait_for_job(ThreadPool *thread_pool, int worker, unsigned *last)
{
    int entered = 0;

    for (int i = 0; i < PATIENCE; i++) {
        if (enter(thread_pool, last))
            return 1;
        sched_yield();
    }
    pthread_mutex_lock(&thread_pool->mutex);
    atomic_fetch_add(&thread_pool->sleepers, 1);
    while (!atomic_load(&thread_pool->ending) &&
           !(entered = enter(thread_pool, last)))
        pthread_cond_wait(&thread_pool->opened[worker - 1],
                          &thread_pool->mutex);
    atomic_fetch_sub(&thread_pool->sleepers, 1);
    pthread_mutex_unlock(&thread_pool->mutex);
    return entered;
}

static void wake(ThreadPool *thread_pool)
{
    for (int i = 0; i < thread_pool->started; i++)
        pthread_cond_signal(&thread_pool->opened[i]);
}

static void *run_worker(void *argument)
{
    const Start *start = argument;
    unsigned last = 0;

    while (wait_for_job(start->thread_pool, start->worker, &last)) {
        work_on(start->thread_pool, start->worker);
        atomic_fetch_sub(&start->thread_pool->gate, 1);
    }
    return NULL;
}

/* Signals stay with the threads of the program; Windows has none, and reserves
   what the program asks for. */
static int create_thread(pthread_t *thread, Start *start)
{
#ifdef _WIN32
    return pthread_create(thread, NULL, run_worker, start);
#else
    sigset_t all, present;
    pthread_attr_t attributes;
    size_t stack = 0;
    int error = pthread_attr_init(&attributes);

    if (error == 0) {
        pthread_attr_getstacksize(&attributes, &stack);
        if (stack < MIN_STACK)
            pthread_attr_setstacksize(&attributes, MIN_STACK);
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &present);
        error = pthread_create(thread, &attributes, run_worker, start);
        pthread_sigmask(SIG_SETMASK, &present, NULL);
        pthread_attr_destroy(&attributes);
    }
    return error;
#endif
}

static int start_thread(ThreadPool *thread_pool, int worker)
{
    pthread_cond_t *opened = &thread_pool->opened[worker - 1];
    Start *start = &thread_pool->starts[worker - 1];

    if (pthread_cond_init(opened, NULL) != 0)
        return RIPPLE_ERROR_MEMORY;
    *start = (Start){thread_pool, worker};
    if (create_thread(&thread_pool->threads[worker - 1], start) == 0) {
        thread_pool->started++;
        return RIPPLE_OK;
    }
    pthread_cond_destroy(opened);
    return RIPPLE_ERROR_THREADS;
}

static ThreadPool *make_thread_pool(int threads)
{
    ThreadPool *thread_pool = allocate();

    if (thread_pool == NULL)
        return NULL;
    *thread_pool = (ThreadPool){.size = threads, .process = getpid()};
    if (pthread_mutex_init(&thread_pool->mutex, NULL) == 0)
        return thread_pool;
    release(thread_pool);
    return NULL;
}

int ripple_thread_pool_create(ThreadPool **thread_pool, int threads)
{
    *thread_pool = NULL;
    if (threads == 1)
        return RIPPLE_OK;

    ThreadPool *made = make_thread_pool(threads);

    if (made == NULL)
        return RIPPLE_ERROR_MEMORY;
    for (int worker = 1; worker < threads; worker++) {
        int error = start_thread(made, worker);

        if (error != RIPPLE_OK) {
            ripple_thread_pool_destroy(made);
            return error;
        }
    }
    *thread_pool = made;
    return RIPPLE_OK;
}

static void end_threads(ThreadPool *thread_pool)
{
    pthread_mutex_lock(&thread_pool->mutex);
    atomic_store(&thread_pool->ending, 1);
    wake(thread_pool);
    pthread_mutex_unlock(&thread_pool->mutex);
    for (int i = 0; i < thread_pool->started; i++) {
        pthread_join(thread_pool->threads[i], NULL);
        pthread_cond_destroy(&thread_pool->opened[i]);
    }
    pthread_mutex_destroy(&thread_pool->mutex);
}

void ripple_thread_pool_destroy(ThreadPool *thread_pool)
{
    if (thread_pool == NULL)
        return;
    if (!has_lost_threads(thread_pool))
        end_threads(thread_pool);
    release(thread_pool);
}

int ripple_thread_pool_size(const ThreadPool *thread_pool)
{
    return thread_pool != NULL && !has_lost_threads(thread_pool)
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
    if (ripple_thread_pool_size(thread_pool) == 1) {
        work(argument, 0, rows);
        return;
    }
    thread_pool->work = work;
    thread_pool->argument = argument;
    assign_bands(thread_pool, rows);
    atomic_fetch_add(&thread_pool->gate, 1u << INSIDE_BITS);
    if (atomic_load(&thread_pool->sleepers) > 0) {
        pthread_mutex_lock(&thread_pool->mutex);
        wake(thread_pool);
        pthread_mutex_unlock(&thread_pool->mutex);
    }
    work_on(thread_pool, 0);
    atomic_fetch_add(&thread_pool->gate, 1u << INSIDE_BITS);
    while ((atomic_load(&thread_pool->gate) & INSIDE_MASK) != 0)
        sched_yield();
}
