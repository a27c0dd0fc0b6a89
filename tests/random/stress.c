/* SPDX-License-Identifier: MIT */
/*
 * Many pools at once, each called by one thread after the other, with every
 * call of ripple.h in random order. For ThreadSanitizer.
 *
 * ripple.h allows one caller at a time, whichever thread it is: four threads go
 * round the cases, and each makes some calls on the pools of a case (calls.h)
 * before another thread may. Aborts if the pools of a case differ.
 */
#include "lib/util/fixed.h"
#include "../../tools/crc.h"
#include "calls.h"
#include "modes.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS   4
#define CASES     8 /* of a batch */
#define ROUNDS    5 /* of each thread */
#define CALLS     6 /* of a thread on a case, each followed by steps */
#define MAX_STEPS 4

typedef struct Case {
    pthread_mutex_t mutex;
    uint64_t number;
    PoolPair pools;
    uint32_t crc; /* of the heights after each turn */
} Case;

typedef struct Batch {
    Case cases[CASES];
    int count;
} Batch;

static void play_turn(Case *played)
{
    Source *source = &played->pools.source;

    random_name_case("ripple-random stress %" PRIu64 " %" PRIu64,
                     played->number, played->number + 1);
    for (int i = 0; i < CALLS; i++) {
        pool_pair_call(&played->pools);
        for (int steps = source_between(source, 0, MAX_STEPS); steps > 0;
             steps--)
            pool_pair_advance(&played->pools, 1);
    }
    played->crc = crc_heights(played->crc, played->pools.fast);
}

static void *play_rounds(void *argument)
{
    Batch *batch = argument;

    for (int i = 0; i < ROUNDS * batch->count; i++) {
        Case *played = &batch->cases[i % batch->count];

        pthread_mutex_lock(&played->mutex);
        play_turn(played);
        pthread_mutex_unlock(&played->mutex);
    }
    return NULL;
}

static uint32_t play_batch(uint64_t first, int count, uint32_t crc)
{
    static const PoolPairLimits limits = {
        .width = 420, .height = 260, .threads = 16, .flows = 3};
    Batch batch = {.count = count};
    pthread_t threads[THREADS];

    for (int i = 0; i < count; i++) {
        Case *played = &batch.cases[i];

        pthread_mutex_init(&played->mutex, NULL);
        played->number = first + (uint64_t)i;
        pool_pair_create(&played->pools, source_from_seed(played->number),
                         &limits);
    }
    for (int i = 0; i < THREADS; i++)
        RANDOM_EXPECT(pthread_create(&threads[i], NULL, play_rounds, &batch) ==
                      0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < count; i++) {
        crc = crc * 31 + batch.cases[i].crc;
        pool_pair_destroy(&batch.cases[i].pools);
        pthread_mutex_destroy(&batch.cases[i].mutex);
    }
    return crc;
}

int stress_play(uint64_t first, uint64_t end)
{
    uint32_t crc = 0;

    for (uint64_t number = first; number < end; number += CASES)
        crc = play_batch(number, (int)min_uint64(end - number, CASES), crc);
    printf("stress: %" PRIu64 " cases of %d calls, %d threads: 0 went wrong, "
           "crc %08x\n",
           end - first, THREADS * ROUNDS * CALLS, THREADS, (unsigned)crc);
    return EXIT_SUCCESS;
}
