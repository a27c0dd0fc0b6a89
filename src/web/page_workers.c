/* SPDX-License-Identifier: MIT */
/*
 * lib/util/workers.h by workers of the browser. The page starts each with an
 * instance of the same module on the same memory, which calls web_work. They
 * stay when a thread pool ends, for the one that takes its place, and end with
 * the page's pool.
 */
#include "lib/util/workers.h"

#include "ripple.h"
#include "web/module.h"

#include <stdlib.h>

#define STACK 65536 /* bytes, as ripple.h says */

#define SPINS    2000  /* reads of a word before a wait, which costs more */
#define PAUSE_NS 50000 /* the longest wait of the caller */

struct Workers {
    int count;
    WorkersMain *main;
    void *context;
};

static int started;
static _Atomic(Workers *) present; /* for which all work */
static atomic_uint bell;           /* another number each time it rings */
static atomic_uint inside;         /* workers that may use the present ones */
static atomic_int has_failed;      /* a worker, in web_work */

/* Waits that long, without a limit if it is negative. */
static void wait(atomic_uint *word, unsigned seen, int64_t limit_ns)
{
    __builtin_wasm_memory_atomic_wait32((int *)word, (int)seen, limit_ns);
}

static int spin(const atomic_uint *word, unsigned seen)
{
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load(word) != seen)
            return 1;
    }
    return 0;
}

static void ring(void)
{
    atomic_fetch_add(&bell, 1);
    __builtin_wasm_memory_atomic_notify((int *)&bell, UINT32_MAX);
}

/* Gives the workers another main, once all have left that before. */
static void assign(Workers *workers)
{
    unsigned left;

    atomic_store(&present, NULL);
    ring();
    while ((left = atomic_load(&inside)) > 0)
        ripple_workers_pause(&inside, left);
    atomic_store(&present, workers);
    ring();
}

static int start_workers(int count)
{
    char *stacks;

    if (count <= started)
        return RIPPLE_OK;
    stacks = malloc((size_t)(count - started) * STACK);
    if (stacks == NULL)
        return RIPPLE_ERROR_MEMORY;
    while (started < count)
        web_start_worker(++started, stacks += STACK);
    return RIPPLE_OK;
}

int ripple_workers_start(Workers **workers, int count, WorkersMain *main,
                         void *context)
{
    Workers *made = *workers = malloc(sizeof *made);

    if (made == NULL || start_workers(count) != RIPPLE_OK) {
        free(made);
        *workers = NULL;
        return RIPPLE_ERROR_MEMORY;
    }
    *made = (Workers){count, main, context};
    assign(made);
    return RIPPLE_OK;
}

void ripple_workers_end(Workers *workers)
{
    if (workers == atomic_load(&present))
        assign(NULL);
    free(workers);
}

void web_work(int worker)
{
    for (;;) {
        unsigned heard = atomic_load(&bell);
        const Workers *workers;

        atomic_fetch_add(&inside, 1);
        workers = atomic_load(&present);
        if (workers != NULL && worker <= workers->count)
            workers->main(workers->context, worker);
        atomic_fetch_sub(&inside, 1);
        wait(&bell, heard, -1);
    }
}

int web_workers(void)
{
    return (int)atomic_load(&inside);
}

int ripple_workers_are_over(const Workers *workers)
{
    return atomic_load(&present) != workers;
}

int ripple_workers_are_lost(const Workers *workers)
{
    (void)workers;
    return 0;
}

void ripple_workers_sleep(Workers *workers, int worker, atomic_uint *gate,
                          unsigned seen)
{
    unsigned heard = atomic_load(&bell);

    (void)worker;
    if (!spin(gate, seen) && !ripple_workers_are_over(workers))
        wait(&bell, heard, -1);
}

void ripple_workers_wake(Workers *workers)
{
    (void)workers;
    ring();
}

void web_fault(void)
{
    atomic_store(&has_failed, 1);
}

void ripple_workers_pause(atomic_uint *gate, unsigned seen)
{
    if (atomic_load(&has_failed))
        __builtin_trap();
    if (!spin(gate, seen))
        wait(gate, seen, PAUSE_NS);
}
