/* SPDX-License-Identifier: MIT */
#include "base/thread_pool.h"

#include "base/memory.h"
#include "ripple.h"

#include <pthread.h>
#include <sched.h>
#ifndef _WIN32
#include <signal.h>
#endif
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define GRAINS    16  /* takes that a band is meant to be done in */
#define MOST_ROWS 8   /* of one take */
#define PATIENCE  200 /* looks for work before a worker goes to sleep */

/* Rows yet to do: the first in the upper half, the end in the lower. */
typedef struct Band {
    _Alignas(ALIGNED_LINE) atomic_uint_fast64_t rows;
} Band;

/*
 * The gate counts, in its low bits, the workers inside the present job, and
 * above them how often it was opened or closed: odd while a job is on. Who
 * comes too late finds it closed, so nobody ever waits for a worker that is
 * still asleep, or one that has no core to run on.
 */
#define INSIDE_BITS 8
#define INSIDE_MASK ((1u << INSIDE_BITS) - 1)

struct Crew {
    Band bands[RIPPLE_MAX_THREADS];
    _Alignas(ALIGNED_LINE) atomic_uint gate;
    atomic_int sleepers, ending;
    int size, started;
    int grain;
    CrewWork *work;
    void *argument;
    pthread_mutex_t mutex;
    /* One for each: where several wait for the same, glibc before 2.41 may
       lose a signal (its bug 25847). */
    pthread_cond_t opened[RIPPLE_MAX_THREADS - 1];
    pthread_t threads[RIPPLE_MAX_THREADS - 1];
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

/* Takes rows from the top or the bottom of a band; returns whether it could. */
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

static void work_on(Crew *crew, int worker)
{
    Rows rows;

    for (int i = 0; i < crew->size; i++) {
        Band *band = &crew->bands[(worker + i) % crew->size];

        while (take(band, crew->grain, i == 0, &rows))
            crew->work(crew->argument, rows.first, rows.end);
    }
}

/* Goes through the gate unless it is closed or was for job `last`. */
static int enter(Crew *crew, unsigned *last)
{
    unsigned gate = atomic_load(&crew->gate);

    do {
        unsigned number = gate >> INSIDE_BITS;

        if (number % 2 == 0 || number == *last)
            return 0;
    } while (!atomic_compare_exchange_weak(&crew->gate, &gate, gate + 1));
    *last = gate >> INSIDE_BITS;
    return 1;
}

/* Waits for a job and enters it; returns 0 when the crew ends instead. */
static int wait_for_job(Crew *crew, int worker, unsigned *last)
{
    int entered = 0;

    for (int i = 0; i < PATIENCE; i++) {
        if (enter(crew, last))
            return 1;
        sched_yield();
    }
    pthread_mutex_lock(&crew->mutex);
    atomic_fetch_add(&crew->sleepers, 1);
    while (!atomic_load(&crew->ending) && !(entered = enter(crew, last)))
        pthread_cond_wait(&crew->opened[worker - 1], &crew->mutex);
    atomic_fetch_sub(&crew->sleepers, 1);
    pthread_mutex_unlock(&crew->mutex);
    return entered;
}

static void wake(Crew *crew)
{
    for (int i = 0; i < crew->started; i++)
        pthread_cond_signal(&crew->opened[i]);
}

typedef struct Start {
    Crew *crew;
    int worker;
} Start;

static void *live(void *argument)
{
    Start start = *(Start *)argument;
    unsigned last = 0;

    free(argument);
    while (wait_for_job(start.crew, start.worker, &last)) {
        work_on(start.crew, start.worker);
        atomic_fetch_sub(&start.crew->gate, 1);
    }
    return NULL;
}

/* Signals, which Windows has none of, are the business of the program's own
   threads. */
static int create_thread(pthread_t *thread, Start *start)
{
#ifdef _WIN32
    return pthread_create(thread, NULL, live, start);
#else
    sigset_t all, present;
    int error;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &present);
    error = pthread_create(thread, NULL, live, start);
    pthread_sigmask(SIG_SETMASK, &present, NULL);
    return error;
#endif
}

static int start_thread(Crew *crew, int worker)
{
    pthread_cond_t *opened = &crew->opened[worker - 1];
    Start *start = malloc(sizeof *start);

    if (start == NULL || pthread_cond_init(opened, NULL) != 0) {
        free(start);
        return RIPPLE_ERROR_MEMORY;
    }
    *start = (Start){crew, worker};
    if (create_thread(&crew->threads[worker - 1], start) == 0) {
        crew->started++;
        return RIPPLE_OK;
    }
    pthread_cond_destroy(opened);
    free(start);
    return RIPPLE_ERROR_THREADS;
}

static Crew *make_crew(int threads)
{
    Crew *crew = aligned_create(sizeof *crew);

    if (crew == NULL)
        return NULL;
    *crew = (Crew){.size = threads};
    if (pthread_mutex_init(&crew->mutex, NULL) == 0)
        return crew;
    aligned_destroy(crew);
    return NULL;
}

int crew_create(Crew **crew, int threads)
{
    *crew = NULL;
    if (threads == 1)
        return RIPPLE_OK;

    Crew *made = make_crew(threads);

    if (made == NULL)
        return RIPPLE_ERROR_MEMORY;
    for (int worker = 1; worker < threads; worker++) {
        int error = start_thread(made, worker);

        if (error != RIPPLE_OK) {
            crew_destroy(made);
            return error;
        }
    }
    *crew = made;
    return RIPPLE_OK;
}

void crew_destroy(Crew *crew)
{
    if (crew == NULL)
        return;
    pthread_mutex_lock(&crew->mutex);
    atomic_store(&crew->ending, 1);
    wake(crew);
    pthread_mutex_unlock(&crew->mutex);
    for (int i = 0; i < crew->started; i++) {
        pthread_join(crew->threads[i], NULL);
        pthread_cond_destroy(&crew->opened[i]);
    }
    pthread_mutex_destroy(&crew->mutex);
    aligned_destroy(crew);
}

int crew_size(const Crew *crew)
{
    return crew != NULL ? crew->size : 1;
}

static void hand_out(Crew *crew, int rows)
{
    int grain = rows / (crew->size * GRAINS);

    crew->grain = grain < 1 ? 1 : grain > MOST_ROWS ? MOST_ROWS : grain;
    for (int i = 0; i < crew->size; i++) {
        Rows band = {(int)((int64_t)rows * i / crew->size),
                     (int)((int64_t)rows * (i + 1) / crew->size)};

        atomic_store_explicit(&crew->bands[i].rows, pack(band),
                              memory_order_relaxed);
    }
}

void crew_run(Crew *crew, CrewWork *work, void *argument, int rows)
{
    if (crew == NULL) {
        work(argument, 0, rows);
        return;
    }
    crew->work = work;
    crew->argument = argument;
    hand_out(crew, rows);
    atomic_fetch_add(&crew->gate, 1u << INSIDE_BITS);
    if (atomic_load(&crew->sleepers) > 0) {
        pthread_mutex_lock(&crew->mutex);
        wake(crew);
        pthread_mutex_unlock(&crew->mutex);
    }
    work_on(crew, 0);
    atomic_fetch_add(&crew->gate, 1u << INSIDE_BITS);
    while ((atomic_load(&crew->gate) & INSIDE_MASK) != 0)
        sched_yield();
}
