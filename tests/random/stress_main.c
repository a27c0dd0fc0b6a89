/* SPDX-License-Identifier: MIT */
/*
 * ripple-stress: many pools at once, each in the hands of one thread after
 * the other, with everything the library can do in any order.
 *
 *   ripple-stress [--hosts N] [CASES | FIRST END]
 *
 * A case is played twice: wildly, with numbers of threads, instruction sets
 * and ways to draw that change all the time, and plainly, with one thread and
 * the scalar kernels. Both must show the same. Hosts take turns with whatever
 * pool is free, so each of them goes from thread to thread, as ripple.h allows:
 * one caller at a time. FIRST END replays some cases, by number. Exit: 0 good,
 * 1 not, 2 wrong usage.
 */
#include "host/parse.h"
#include "calls.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_CASES 32
#define DEFAULT_HOSTS 4
#define MOST_HOSTS    64
#define AT_ONCE       4 /* cases, each with two players */
#define TURN          6 /* acts of a player until another host has it */
#define EXIT_USAGE    2

typedef struct Table {
    pthread_mutex_t mutex;
    Play *waiting[2 * AT_ONCE]; /* for a host, the first in front */
    int count;
} Table;

static Play *take(Table *table)
{
    Play *play = NULL;

    pthread_mutex_lock(&table->mutex);
    if (table->count > 0) {
        play = table->waiting[0];
        table->count--;
        memmove(table->waiting, table->waiting + 1,
                (size_t)table->count * sizeof(Play *));
    }
    pthread_mutex_unlock(&table->mutex);
    return play;
}

static void put(Table *table, Play *play)
{
    pthread_mutex_lock(&table->mutex);
    table->waiting[table->count++] = play;
    pthread_mutex_unlock(&table->mutex);
}

/* A host: whoever finds nothing to do leaves the rest to those who have. */
static void *serve(void *argument)
{
    Table *table = argument;
    Play *play;

    while ((play = take(table)) != NULL) {
        if (play_on(play, TURN))
            put(table, play);
    }
    return NULL;
}

static int serve_all(Table *table, int hosts)
{
    pthread_t threads[MOST_HOSTS];
    int started = 0;

    while (started < hosts - 1 &&
           pthread_create(&threads[started], NULL, serve, table) == 0)
        started++;
    serve(table);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    return started == hosts - 1 ? 0 : -1;
}

static int compare(const Play *wild, const Play *plain)
{
    const char *wrong = wild->wrong != NULL ? wild->wrong : plain->wrong;

    if (wrong == NULL && wild->crc != plain->crc)
        wrong = "other bits than with one thread and the scalar kernels";
    if (wrong == NULL)
        return 0;
    printf("stress: case %llu: %s\n    ripple-stress %llu %llu\n",
           (unsigned long long)wild->number, wrong,
           (unsigned long long)wild->number,
           (unsigned long long)wild->number + 1);
    return 1;
}

/* Plays some cases at once; returns how many went wrong. */
static int play_cases(uint64_t first, int count, int hosts, uint32_t *crc)
{
    static Play plays[2 * AT_ONCE];
    Table table = {.mutex = PTHREAD_MUTEX_INITIALIZER};
    int wrong = 0;

    for (int i = 0; i < 2 * count; i++) {
        play_init(&plays[i], first + (uint64_t)i / 2, i % 2 == 0);
        put(&table, &plays[i]);
    }
    wrong += serve_all(&table, hosts) != 0;
    for (int i = 0; i < count; i++) {
        wrong += compare(&plays[2 * i], &plays[2 * i + 1]);
        *crc = *crc * 31 + plays[2 * i + 1].crc;
    }
    for (int i = 0; i < 2 * count; i++)
        play_clear(&plays[i]);
    return wrong;
}

static int run(uint64_t first, uint64_t end, int hosts)
{
    uint32_t crc = 0;
    int wrong = 0;

    for (uint64_t number = first; number < end; number += AT_ONCE) {
        uint64_t left = end - number;

        wrong += play_cases(number, left < AT_ONCE ? (int)left : AT_ONCE, hosts,
                            &crc);
    }
    printf("stress: %llu cases of %d acts, %d hosts: %d went wrong, crc "
           "%08x\n",
           (unsigned long long)(end - first), PLAY_ACTS, hosts, wrong,
           (unsigned)crc);
    return wrong;
}

int main(int argc, char **argv)
{
    uint64_t hosts = DEFAULT_HOSTS, first = 0, end = DEFAULT_CASES;
    int next = 1, well = 1;

    if (argc > 2 && strcmp(argv[1], "--hosts") == 0) {
        well = parse_uint64(&hosts, argv[2]) == 0 && hosts >= 1 &&
               hosts <= MOST_HOSTS;
        next = 3;
    }
    if (well && argc - next == 2)
        well = parse_uint64(&first, argv[next++]) == 0;
    if (well && argc - next == 1)
        well = parse_uint64(&end, argv[next++]) == 0;
    if (!well || next != argc || first >= end) {
        fputs("usage: ripple-stress [--hosts N] [CASES | FIRST END]\n", stderr);
        return EXIT_USAGE;
    }
    return run(first, end, (int)hosts) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
