/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* madvise, MAP_ANONYMOUS */

#include "lib/util/workers.h"

#include "lib/util/memory.h"
#include "ripple.h"

#include <pthread.h>
#include <sched.h>
#ifndef _WIN32
#include <signal.h>
#include <sys/mman.h>
#endif
#include <unistd.h>

#define MAX_PAUSES \
    300 /* before a thread yields: most waits in a frame end then, \
           and a yield is a system call */
#define MAX_YIELDS 200 /* yields without a job before a worker sleeps */

#define MIN_STACK (256 << 10) /* bytes, as ripple.h says */

typedef struct Start {
    Workers *workers;
    int worker;
} Start;

struct Workers {
    WorkersMain *main;
    void *context;
    atomic_int sleepers, is_ending;
    int started;
    pthread_mutex_t mutex;
    /* One per thread: if several threads wait for one condition, glibc before
       2.41 may lose a signal (its bug 25847). */
    pthread_cond_t woken[RIPPLE_MAX_THREADS - 1];
    pthread_t threads[RIPPLE_MAX_THREADS - 1];
    Start starts[RIPPLE_MAX_THREADS - 1];
    pid_t process; /* that started the threads */
};

#ifdef MADV_WIPEONFORK
/* The memory is zeros in a child, so `process` is never its id. Ids alone can
   be equal: a child can have the parent's in another namespace, or after the
   parent has ended. Kernels without MADV_WIPEONFORK rely on the ids. */
static Workers *allocate(void)
{
    void *memory = mmap(NULL, sizeof(Workers), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return NULL;
    madvise(memory, sizeof(Workers), MADV_WIPEONFORK);
    return memory;
}

static void release(Workers *workers)
{
    munmap(workers, sizeof *workers);
}
#else
static Workers *allocate(void)
{
    return ripple_memory_alloc(sizeof(Workers));
}

static void release(Workers *workers)
{
    ripple_memory_free(workers);
}
#endif

/* In a child a lost thread may hold the mutex. Costs a system call. */
int ripple_workers_are_lost(const Workers *workers)
{
    return workers->process != getpid();
}

int ripple_workers_are_over(const Workers *workers)
{
    return atomic_load(&workers->is_ending);
}

/* Waits for a moment without a system call. Returns whether the gate moves. */
static int spin(atomic_uint *gate, unsigned seen)
{
    for (int i = 0; i < MAX_PAUSES && atomic_load(gate) == seen; i++) {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        __asm__ volatile("yield");
#endif
    }
    return atomic_load(gate) != seen;
}

void ripple_workers_sleep(Workers *workers, int worker, atomic_uint *gate,
                          unsigned seen)
{
    if (spin(gate, seen))
        return;
    for (int i = 0; i < MAX_YIELDS; i++) {
        sched_yield();
        if (atomic_load(gate) != seen)
            return;
    }
    pthread_mutex_lock(&workers->mutex);
    atomic_fetch_add(&workers->sleepers, 1);
    while (!atomic_load(&workers->is_ending) && atomic_load(gate) == seen)
        pthread_cond_wait(&workers->woken[worker - 1], &workers->mutex);
    atomic_fetch_sub(&workers->sleepers, 1);
    pthread_mutex_unlock(&workers->mutex);
}

static void signal_all(Workers *workers)
{
    for (int i = 0; i < workers->started; i++)
        pthread_cond_signal(&workers->woken[i]);
}

void ripple_workers_wake(Workers *workers)
{
    if (atomic_load(&workers->sleepers) == 0)
        return;
    pthread_mutex_lock(&workers->mutex);
    signal_all(workers);
    pthread_mutex_unlock(&workers->mutex);
}

void ripple_workers_pause(atomic_uint *gate, unsigned seen)
{
    if (!spin(gate, seen))
        sched_yield();
}

static void *run(void *argument)
{
    const Start *start = argument;

    start->workers->main(start->workers->context, start->worker);
    return NULL;
}

/* Blocks signals, so that only the program's threads get them. Windows has
   none, and reserves the stack that the program asks for. */
static int create_thread(pthread_t *thread, Start *start)
{
#ifdef _WIN32
    return pthread_create(thread, NULL, run, start);
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
        error = pthread_create(thread, &attributes, run, start);
        pthread_sigmask(SIG_SETMASK, &present, NULL);
        pthread_attr_destroy(&attributes);
    }
    return error;
#endif
}

static int start_thread(Workers *workers, int worker)
{
    pthread_cond_t *woken = &workers->woken[worker - 1];
    Start *start = &workers->starts[worker - 1];

    if (pthread_cond_init(woken, NULL) != 0)
        return RIPPLE_ERROR_MEMORY;
    *start = (Start){workers, worker};
    if (create_thread(&workers->threads[worker - 1], start) == 0) {
        workers->started++;
        return RIPPLE_OK;
    }
    pthread_cond_destroy(woken);
    return RIPPLE_ERROR_THREADS;
}

static Workers *make_workers(WorkersMain *main, void *context)
{
    Workers *workers = allocate();

    if (workers == NULL)
        return NULL;
    *workers = (Workers){main, context, .process = getpid()};
    if (pthread_mutex_init(&workers->mutex, NULL) == 0)
        return workers;
    release(workers);
    return NULL;
}

int ripple_workers_start(Workers **workers, int count, WorkersMain *main,
                         void *context)
{
    Workers *made = *workers = make_workers(main, context);
    int error = made != NULL ? RIPPLE_OK : RIPPLE_ERROR_MEMORY;

    for (int worker = 1; error == RIPPLE_OK && worker <= count; worker++)
        error = start_thread(made, worker);
    if (error != RIPPLE_OK) {
        ripple_workers_end(made);
        *workers = NULL;
    }
    return error;
}

static void end_threads(Workers *workers)
{
    pthread_mutex_lock(&workers->mutex);
    atomic_store(&workers->is_ending, 1);
    signal_all(workers);
    pthread_mutex_unlock(&workers->mutex);
    for (int i = 0; i < workers->started; i++) {
        pthread_join(workers->threads[i], NULL);
        pthread_cond_destroy(&workers->woken[i]);
    }
    pthread_mutex_destroy(&workers->mutex);
}

void ripple_workers_end(Workers *workers)
{
    if (workers == NULL)
        return;
    if (!ripple_workers_are_lost(workers))
        end_threads(workers);
    release(workers);
}
