/* SPDX-License-Identifier: MIT */
/*
 * ripple-stress: many pools at once, each called by one thread after the other,
 * with every call of ripple.h in random order. For ThreadSanitizer.
 *
 *   ripple-stress [--hosts N] [CASES | FIRST END]
 *
 * Hosts are threads. A host takes a pair of pools that is free, makes some
 * calls and puts it back: ripple.h allows one caller at a time, whichever
 * thread it is. FIRST END replays cases by number. Aborts if something is wrong
 * (calls.h says what); exit status 2: wrong usage.
 */
#include "host/parse.h"
#include "../../tools/crc.h"
#include "calls.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_CASES 32
#define DEFAULT_HOSTS 4
#define MAX_HOSTS     64
#define PAIRS         8  /* in use at once */
#define TURNS         20 /* of a case */
#define CALLS         6  /* of a turn, each followed by steps */
#define MAX_STEPS     4
#define EXIT_USAGE    2

typedef struct Case {
    uint64_t number;
    int turns; /* done */
    Twins twins;
    uint32_t crc; /* of the heights after each turn */
} Case;

/* The cases that wait for a host, the first in front. */
typedef struct Queue {
    pthread_mutex_t mutex;
    Case *cases[PAIRS];
    int count;
} Queue;

static Case *take(Queue *queue)
{
    Case *taken = NULL;

    pthread_mutex_lock(&queue->mutex);
    if (queue->count > 0) {
        taken = queue->cases[0];
        queue->count--;
        memmove(queue->cases, queue->cases + 1,
                (size_t)queue->count * sizeof(Case *));
    }
    pthread_mutex_unlock(&queue->mutex);
    return taken;
}

static void put(Queue *queue, Case *done)
{
    pthread_mutex_lock(&queue->mutex);
    queue->cases[queue->count++] = done;
    pthread_mutex_unlock(&queue->mutex);
}

static void add_heights(Case *played)
{
    int columns, rows;
    size_t stride;
    const int16_t *heights =
        ripple_heights(played->twins.fast, &columns, &rows, &stride);

    for (size_t y = 0; y < (size_t)rows; y++)
        played->crc = crc_bytes(played->crc, heights + y * stride,
                                (size_t)columns * sizeof *heights);
}

static void play_turn(Case *played)
{
    char name[64];

    snprintf(name, sizeof name, "ripple-stress %" PRIu64 " %" PRIu64,
             played->number, played->number + 1);
    random_name_case(name);
    for (int i = 0; i < CALLS; i++) {
        twins_call(&played->twins);
        for (int step = source_between(&played->twins.source, 0, MAX_STEPS);
             step > 0; step--)
            twins_advance(&played->twins, 1);
    }
    add_heights(played);
    played->turns++;
}

/* A host ends when no case waits: the other hosts finish theirs. */
static void *serve(void *argument)
{
    Queue *queue = argument;
    Case *taken;

    while ((taken = take(queue)) != NULL) {
        play_turn(taken);
        if (taken->turns < TURNS)
            put(queue, taken);
    }
    return NULL;
}

static void serve_all(Queue *queue, int hosts)
{
    pthread_t threads[MAX_HOSTS];

    for (int i = 1; i < hosts; i++)
        RANDOM_EXPECT(pthread_create(&threads[i], NULL, serve, queue) == 0);
    serve(queue);
    for (int i = 1; i < hosts; i++)
        pthread_join(threads[i], NULL);
}

static void play_cases(uint64_t first, int count, int hosts, uint32_t *crc)
{
    static const TwinsLimits limits = {
        .width = 420, .height = 260, .threads = 16, .flows = 3};
    Case cases[PAIRS];
    Queue queue = {.mutex = PTHREAD_MUTEX_INITIALIZER};

    for (int i = 0; i < count; i++) {
        cases[i] = (Case){.number = first + (uint64_t)i};
        twins_create(&cases[i].twins, source_from_seed(cases[i].number),
                     &limits);
        put(&queue, &cases[i]);
    }
    serve_all(&queue, hosts);
    for (int i = 0; i < count; i++) {
        *crc = *crc * 31 + cases[i].crc;
        twins_destroy(&cases[i].twins);
    }
}

static void run(uint64_t first, uint64_t end, int hosts)
{
    uint32_t crc = 0;

    for (uint64_t number = first; number < end; number += PAIRS) {
        uint64_t left = end - number;

        play_cases(number, left < PAIRS ? (int)left : PAIRS, hosts, &crc);
    }
    printf("stress: %" PRIu64 " cases of %d calls, %d hosts: 0 went wrong, crc "
           "%08x\n",
           end - first, TURNS * CALLS, hosts, (unsigned)crc);
}

int main(int argc, char **argv)
{
    uint64_t hosts = DEFAULT_HOSTS, first = 0, end = DEFAULT_CASES;
    int next = 1, is_usage = 1;

    if (argc > 2 && strcmp(argv[1], "--hosts") == 0) {
        is_usage = parse_uint64(&hosts, argv[2]) == 0 && hosts >= 1 &&
                   hosts <= MAX_HOSTS;
        next = 3;
    }
    if (is_usage && argc - next == 2)
        is_usage = parse_uint64(&first, argv[next++]) == 0;
    if (is_usage && argc - next == 1)
        is_usage = parse_uint64(&end, argv[next++]) == 0;
    if (!is_usage || next != argc || first >= end) {
        fputs("usage: ripple-stress [--hosts N] [CASES | FIRST END]\n", stderr);
        return EXIT_USAGE;
    }
    run(first, end, (int)hosts);
    return EXIT_SUCCESS;
}
