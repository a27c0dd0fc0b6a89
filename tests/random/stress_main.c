/* SPDX-License-Identifier: MIT */
/*
 * ripple-stress: many pools at once, each called by one thread after the other,
 * with every call of ripple.h in random order. For ThreadSanitizer.
 *
 *   ripple-stress [CASES | FIRST END]
 *
 * ripple.h allows one caller at a time, whichever thread it is: four threads go
 * round the pairs of pools (calls.h), and each makes some calls on a pair
 * before the next thread may have it. FIRST END replays cases by number. Aborts
 * if the pools of a pair differ. Exit status 2: wrong usage.
 */
#include "base/fixed.h"
#include "host/parse.h"
#include "../../tools/crc.h"
#include "calls.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define DEFAULT_CASES 32
#define THREADS       4
#define PAIRS         8 /* in use at once */
#define ROUNDS        5 /* of each thread */
#define CALLS         6 /* of a thread on a pair, each followed by steps */
#define MAX_STEPS     4
#define EXIT_USAGE    2

typedef struct Pair {
    pthread_mutex_t mutex;
    uint64_t number;
    Twins twins;
    uint32_t crc; /* of the heights after each turn */
} Pair;

typedef struct Batch {
    Pair pairs[PAIRS];
    int count;
} Batch;

static void add_heights(Pair *pair)
{
    int columns, rows;
    size_t stride;
    const int16_t *heights =
        ripple_heights(pair->twins.fast, &columns, &rows, &stride);

    for (size_t y = 0; y < (size_t)rows; y++)
        pair->crc = crc_bytes(pair->crc, heights + y * stride,
                              (size_t)columns * sizeof *heights);
}

static void play_turn(Pair *pair)
{
    Source *source = &pair->twins.source;
    char name[64];

    snprintf(name, sizeof name, "ripple-stress %" PRIu64 " %" PRIu64,
             pair->number, pair->number + 1);
    random_name_case(name);
    for (int i = 0; i < CALLS; i++) {
        twins_call(&pair->twins);
        for (int steps = source_between(source, 0, MAX_STEPS); steps > 0;
             steps--)
            twins_advance(&pair->twins, 1);
    }
    add_heights(pair);
}

static void *play_rounds(void *argument)
{
    Batch *batch = argument;

    for (int i = 0; i < ROUNDS * batch->count; i++) {
        Pair *pair = &batch->pairs[i % batch->count];

        pthread_mutex_lock(&pair->mutex);
        play_turn(pair);
        pthread_mutex_unlock(&pair->mutex);
    }
    return NULL;
}

static uint32_t play_batch(uint64_t first, int count, uint32_t crc)
{
    static const TwinsLimits limits = {
        .width = 420, .height = 260, .threads = 16, .flows = 3};
    Batch batch = {.count = count};
    pthread_t threads[THREADS];

    for (int i = 0; i < count; i++) {
        Pair *pair = &batch.pairs[i];

        pthread_mutex_init(&pair->mutex, NULL);
        pair->number = first + (uint64_t)i;
        twins_create(&pair->twins, source_from_seed(pair->number), &limits);
    }
    for (int i = 0; i < THREADS; i++)
        RANDOM_EXPECT(pthread_create(&threads[i], NULL, play_rounds, &batch) ==
                      0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < count; i++) {
        crc = crc * 31 + batch.pairs[i].crc;
        twins_destroy(&batch.pairs[i].twins);
        pthread_mutex_destroy(&batch.pairs[i].mutex);
    }
    return crc;
}

int main(int argc, char **argv)
{
    uint64_t first = 0, end = DEFAULT_CASES;
    uint32_t crc = 0;

    if (argc > 3 || (argc == 3 && parse_uint64(&first, argv[1]) != 0) ||
        (argc > 1 && parse_uint64(&end, argv[argc - 1]) != 0) || first >= end) {
        fputs("usage: ripple-stress [CASES | FIRST END]\n", stderr);
        return EXIT_USAGE;
    }
    for (uint64_t number = first; number < end; number += PAIRS)
        crc = play_batch(number, (int)min_uint64(end - number, PAIRS), crc);
    printf("stress: %" PRIu64 " cases of %d calls, %d threads: 0 went wrong, "
           "crc %08x\n",
           end - first, THREADS * ROUNDS * CALLS, THREADS, (unsigned)crc);
    return EXIT_SUCCESS;
}
