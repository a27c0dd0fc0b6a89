/* SPDX-License-Identifier: MIT */
/*
 * ripple-rest: random pools (pools.h), each disturbed by stones and then
 * stepped until it is calm. Damped water must come to rest, and must not grow
 * on its way, whatever its edges, shores and currents are.
 *
 *   ripple-rest [slow] SIZE CASES | [slow] SIZE FIRST END
 *
 * SIZE is the longest side in cells, 8..256. With slow, pools may lose as
 * little as 1/2^14 a step, which takes hundreds of thousands of steps to rest:
 * each is stepped 1,000 times, and fails if its state repeats for good. One
 * case in 16 is played once more with threads and without skipping calm parts,
 * which must make no difference. A case that fails prints one line, with what
 * replays it. The table at the end counts outcomes by edges and mask. All cores
 * take part. Exit status 0: passed, 1: failed, 2: wrong usage.
 */
#include "lib/util/fixed.h"
#include "lib/util/processors.h"
#include "os/parse.h"
#include "../../tools/crc.h"
#include "law.h"
#include "pools.h"
#include "lib/pool.h"
#include "lib/water/model.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIN_SIZE       8
#define MAX_SIZE       256
#define GROWTH         4 /* of the energy: twice the budget */
#define SPRING_GROWTH  16
#define MAX_STEPS      24000
#define SLOW_STEPS     1000
#define LOOK_INTERVAL  16 /* steps from one look at the heights to the next */
#define REPEAT_ONE_IN  16
#define REPEAT_THREADS 3
#define NEAR_END       32 /* of the ends of the range of heights */
#define MAX_WORKERS    64
#define MAX_NAME       80
#define EXIT_USAGE     2

/* Of the governor (src/lib/water/governor.c): bits of the share that still
   water counts. */
#define LEVEL_BITS 8

typedef enum Outcome { RESTS, GROWS, MOVES, LOCKS, SATURATES, DIFFERS } Outcome;
#define OUTCOMES (DIFFERS + 1)
static const char *const outcome_names[OUTCOMES] = {
    [RESTS] = "rests",
    [GROWS] = "grows",
    [MOVES] = "does not rest",
    [LOCKS] = "swings or stands for ever",
    [SATURATES] = "stays at the ends of its range",
    [DIFFERS] = "differs with threads",
};

typedef enum Kind { NO_MASK, SHORE_FIXED, SHORE_MIRROR, CURRENT } Kind;
#define KINDS (CURRENT + 1)
static const char *const row_names[RIPPLE_EDGES_COUNT][KINDS] = {
    {"fixed, no mask", "fixed, shore fixed", "fixed, shore mirror",
     "fixed, current"},
    {"mirror, no mask", "mirror, shore fixed", "mirror, shore mirror",
     "mirror, current"},
    {"open, no mask", "open, shore fixed", "open, shore mirror",
     "open, current"},
    {"wrap, no mask", "wrap, shore fixed", "wrap, shore mirror",
     "wrap, current"},
};

/* A state to come back to: CRCs of its heights and of all of it. */
typedef struct Mark {
    uint32_t heights, all;
    int step, last; /* at which it was marked, and was seen last */
    int period;     /* 0: it has not come back */
    int end;        /* the step at which it must have gone */
} Mark;

typedef struct Play {
    RandomPool random;
    Law law;
    int32_t *before, *now, *next; /* heights of three steps */
    int loss;                     /* of `now`, by the governor, see Governor */
    double limit;  /* of the energy, once the last stone has fallen; or 0 */
    double budget; /* of the governor, if it never fell */
    Mark mark;
    int is_slow, is_growing, is_locked;
    int steps, peak;
    uint32_t crc; /* of the heights at each look */
} Play;

typedef struct Table {
    int counts[RIPPLE_EDGES_COUNT][KINDS][OUTCOMES];
    int longest[RIPPLE_EDGES_COUNT][KINDS];
    uint32_t crcs; /* their sum */
} Table;

typedef struct Run {
    int size, is_slow;
    uint64_t end;
    atomic_uint_fast64_t next;
} Run;

typedef struct Worker {
    pthread_t thread;
    Run *run;
    Table table;
} Worker;

static int32_t *allocate_plane(const Law *law)
{
    int32_t *plane = calloc((size_t)law->count, sizeof *plane);

    RANDOM_EXPECT(plane != NULL);
    return plane;
}

static void open_play(Play *play, const Run *run, uint64_t number,
                      int is_repeated)
{
    *play = (Play){.is_slow = run->is_slow};
    random_pool_draw(&play->random, run->size, number);
    if (run->is_slow)
        random_pool_slow(&play->random);
    random_pool_create(&play->random);
    if (is_repeated) {
        ripple_skip_calm(play->random.pool, 0);
        RANDOM_EXPECT(ripple_use_threads(play->random.pool, REPEAT_THREADS) ==
                      RIPPLE_OK);
    }
    law_init(&play->law, play->random.pool);
    play->before = allocate_plane(&play->law);
    play->now = allocate_plane(&play->law);
    play->next = allocate_plane(&play->law);
}

static void close_play(Play *play)
{
    ripple_destroy(play->random.pool);
    law_clear(&play->law);
    free(play->before);
    free(play->now);
    free(play->next);
}

static double sum_squares(const Play *play)
{
    double sum = 0;

    for (int i = 0; i < play->law.count; i++)
        sum += (double)play->next[i] * play->next[i];
    return sum;
}

static void copy_step(Play *play)
{
    int32_t *oldest = play->before;

    play->before = play->now;
    play->now = play->next;
    play->next = oldest;
    play->loss = play->random.pool->water->governor.loss;
    ripple_step(play->random.pool);
    law_copy_heights(&play->law, play->next, play->random.pool);
}

static void drop_stone(Play *play)
{
    int32_t *was = allocate_plane(&play->law);

    memcpy(was, play->next, (size_t)play->law.count * sizeof *was);
    random_pool_drop(&play->random);
    law_copy_heights(&play->law, play->next, play->random.pool);
    for (int i = 0; i < play->law.count; i++)
        play->budget +=
            2.0 * abs(play->next[i] - was[i]) *
            (abs(play->next[i] - play->now[i]) + abs(was[i] - play->now[i]));
    free(was);
}

static void drop_stones(Play *play)
{
    for (int i = random_pool_stones(&play->random); i > 0; i--) {
        drop_stone(play);
        for (int wait = source_below(&play->random.source, RANDOM_WAIT);
             wait > 0; wait--)
            copy_step(play);
    }
}

/* With `now` as the governor made it before the step. */
static double sum_energy(const Play *play)
{
    int32_t *now = allocate_plane(&play->law);
    double energy;

    for (int i = 0; i < play->law.count; i++)
        now[i] = law_lose(play->now[i], play->loss);
    energy = law_sum_energy(&play->law, play->next, now);
    free(now);
    return energy;
}

/*
 * Without a current the energy after the last stone bounds all later ones, but
 * for what rounding adds. Water that moves as a whole can gain by it until the
 * governor sees more than twice the budget, 4 times the energy. The force of
 * springs also saturates, and their limits know no law: the governor sees that
 * up to 16 steps later; springs that are driven hard, or whose heights may
 * exceed a quarter of the force's range, are left out. In a current
 * the energy includes sum h^2 / 2^8, and the governor halves all heights if it
 * exceeds twice the budget; until then a step moves the water by at most 1/16
 * of its height: sum h^2 <= 2^8 * 2 budget * (17/16)^2.
 */
static int is_above_limit(Play *play)
{
    const RandomPool *random = &play->random;
    int growth =
        random->settings.model == RIPPLE_MODEL_SPRING ? SPRING_GROWTH : GROWTH;
    double slack = law_find_slack(&random->settings) * play->law.count, energy;

    if (random->current != CURRENT_NONE)
        return sum_squares(play) >
               (2 * play->budget * 17 * 17 / (16 * 16) + slack) *
                   (1 << LEVEL_BITS);
    if (random->settings.model == RIPPLE_MODEL_SPRING &&
        (random->is_hard || random->settings.max_height > INT16_MAX / 4))
        return 0;
    energy = sum_energy(play);
    if (play->limit == 0)
        play->limit = energy * growth + slack;
    return energy > play->limit && !law_is_calm(&play->law, play->next);
}

static void look(Play *play)
{
    play->crc = crc_heights(play->crc, play->random.pool);
    play->is_growing |= is_above_limit(play);
}

static uint32_t crc_state(const Ripple *pool)
{
    WaterState state;
    uint32_t crc = 0;
    size_t size;

    RANDOM_EXPECT(ripple_cpu_export(pool->water, &state) == RIPPLE_OK);
    size = ((size_t)state.columns + 2) * ((size_t)state.rows + 2) *
           sizeof *state.now;
    crc = crc_bytes(crc, state.now, size);
    crc = crc_bytes(crc, state.before, size);
    crc = crc_bytes(crc, state.velocities, size);
    crc = crc_bytes(crc, &state.advection.schedule.phase,
                    sizeof state.advection.schedule.phase);
    ripple_state_clear(&state);
    return crc;
}

/*
 * Compares the state with that of step 1, 2, 4 and so on (Brent's cycle
 * detection). One that came back may be seen for 3 times the steps so far and
 * 16 periods: the governor looks one step in 16, in the same way.
 */
static int is_locked(Play *play)
{
    const Ripple *pool = play->random.pool;
    Mark *mark = &play->mark;
    uint32_t heights = crc_heights(0, pool);
    int steps = play->steps, period = mark->period;

    if (heights == mark->heights && crc_state(pool) == mark->all) {
        if (period == 0) {
            mark->period = steps - mark->step;
            mark->end = 3 * steps + 16 * mark->period + 64;
        }
        mark->last = steps;
        return steps >= mark->end;
    }
    if (period > 0 ? steps >= mark->last + period : (steps & (steps - 1)) == 0)
        *mark = (Mark){heights, crc_state(pool), .step = steps};
    return 0;
}

static int goes_on(const Play *play)
{
    int max = play->is_slow ? SLOW_STEPS : MAX_STEPS;

    return (play->steps < max || play->mark.period > 0) && !play->is_locked &&
           !ripple_is_calm(play->random.pool);
}

static void come_to_rest(Play *play)
{
    for (; goes_on(play); play->steps++) {
        int phase = play->steps % LOOK_INTERVAL;

        if (phase > 2)
            ripple_step(play->random.pool);
        else
            copy_step(play);
        if (phase == 2)
            look(play);
        if (play->is_slow)
            play->is_locked = is_locked(play);
    }
}

static Outcome judge(Play *play)
{
    const RippleSettings *settings = &play->random.settings;
    int range = ripple_model_stencil(settings, 0).max_height;

    law_copy_heights(&play->law, play->next, play->random.pool);
    for (int i = 0; i < play->law.count; i++)
        play->peak = max_int(play->peak, abs(play->next[i]));
    if (play->is_locked)
        return LOCKS;
    if (play->steps == MAX_STEPS && play->peak > range - NEAR_END)
        return SATURATES;
    return play->is_growing                    ? GROWS
           : ripple_is_calm(play->random.pool) ? RESTS
                                               : MOVES;
}

static void name_case(char *name, const Run *run, uint64_t number)
{
    snprintf(name, MAX_NAME, "ripple-rest %s%d %" PRIu64 " %" PRIu64,
             run->is_slow ? "slow " : "", run->size, number, number + 1);
}

static void play_case(Play *play, const Run *run, uint64_t number,
                      int is_repeated)
{
    char name[MAX_NAME];

    name_case(name, run, number);
    random_name_case(name);
    open_play(play, run, number, is_repeated);
    drop_stones(play);
    come_to_rest(play);
}

/* Whether threads and calm parts that are not skipped change something. */
static int differs(const Play *play, const Run *run, uint64_t number)
{
    Play repeated;
    int is_same;

    if (number % REPEAT_ONE_IN != 0)
        return 0;
    play_case(&repeated, run, number, 1);
    is_same = repeated.crc == play->crc && repeated.steps == play->steps;
    close_play(&repeated);
    return !is_same;
}

static Kind find_kind(const RandomPool *random)
{
    if (random->current != CURRENT_NONE)
        return CURRENT;
    if (random->mask == MASK_NONE)
        return NO_MASK;
    return random->settings.shore == RIPPLE_SHORE_MIRROR ? SHORE_MIRROR
                                                         : SHORE_FIXED;
}

static void print_failure(const Play *play, const Run *run, uint64_t number,
                          Outcome outcome)
{
    char name[MAX_NAME];

    name_case(name, run, number);
    flockfile(stdout);
    printf("%s: %s, heights to %d after %d steps: ", name,
           outcome_names[outcome], play->peak, play->steps);
    random_pool_print(&play->random);
    printf("\n");
    funlockfile(stdout);
}

/* Slow water may still be on its way. */
static int is_failure(const Run *run, Outcome outcome)
{
    return outcome != RESTS && !(run->is_slow && outcome == MOVES);
}

static void count_case(Table *table, const Run *run, uint64_t number)
{
    RippleEdges edges;
    Outcome outcome;
    Kind kind;
    Play play;

    play_case(&play, run, number, 0);
    outcome = judge(&play);
    if (differs(&play, run, number))
        outcome = DIFFERS;
    if (is_failure(run, outcome))
        print_failure(&play, run, number, outcome);
    edges = play.random.settings.edges;
    kind = find_kind(&play.random);
    table->counts[edges][kind][outcome]++;
    table->longest[edges][kind] =
        max_int(table->longest[edges][kind], play.steps);
    table->crcs += play.crc + (uint32_t)play.steps;
    close_play(&play);
}

static void *work(void *argument)
{
    Worker *worker = argument;
    Run *run = worker->run;
    uint64_t number;

    while ((number = atomic_fetch_add(&run->next, 1)) < run->end)
        count_case(&worker->table, run, number);
    return NULL;
}

static void add_table(Table *table, const Table *part)
{
    table->crcs += part->crcs;
    for (int i = 0; i < RIPPLE_EDGES_COUNT * KINDS; i++) {
        int edges = i / KINDS, kind = i % KINDS;

        for (int k = 0; k < OUTCOMES; k++)
            table->counts[edges][kind][k] += part->counts[edges][kind][k];
        table->longest[edges][kind] =
            max_int(table->longest[edges][kind], part->longest[edges][kind]);
    }
}

static Table play_all(Run *run)
{
    static Worker workers[MAX_WORKERS];
    int count = min_int(ripple_processors_count(), MAX_WORKERS);
    Table table = {0};

    for (int i = 0; i < count; i++) {
        workers[i].run = run;
        RANDOM_EXPECT(
            pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0);
    }
    for (int i = 0; i < count; i++) {
        pthread_join(workers[i].thread, NULL);
        add_table(&table, &workers[i].table);
    }
    return table;
}

/* Returns the number of cases that failed. */
static int print_table(const Run *run, const Table *table)
{
    int failed = 0;

    printf("%-22s%10s%10s%10s%10s%10s%10s%10s\n", "edges, mask, current",
           "rest", "grow", "move on", "lock", "saturate", "differ", "longest");
    for (int i = 0; i < RIPPLE_EDGES_COUNT * KINDS; i++) {
        const int *counts = table->counts[i / KINDS][i % KINDS];

        printf("%-22s", row_names[i / KINDS][i % KINDS]);
        for (int k = 0; k < OUTCOMES; k++) {
            printf("%10d", counts[k]);
            failed += is_failure(run, (Outcome)k) ? counts[k] : 0;
        }
        printf("%10d\n", table->longest[i / KINDS][i % KINDS]);
    }
    return failed;
}

int main(int argc, char **argv)
{
    uint64_t first = 0, end;
    Run run = {0};
    Table table;
    int failed;

    run.is_slow = argc > 1 && strcmp(argv[1], "slow") == 0;
    argc -= run.is_slow;
    argv += run.is_slow;
    if (argc < 3 || argc > 4 ||
        parse_int(&run.size, argv[1], MIN_SIZE, MAX_SIZE) != 0 ||
        (argc == 4 && parse_uint64(&first, argv[2]) != 0) ||
        parse_uint64(&end, argv[argc - 1]) != 0 || first >= end) {
        fputs("usage: ripple-rest [slow] SIZE CASES | [slow] SIZE FIRST END\n",
              stderr);
        return EXIT_USAGE;
    }
    run.end = end;
    atomic_init(&run.next, first);
    table = play_all(&run);
    failed = print_table(&run, &table);
    printf("rest: %" PRIu64 " cases of up to %dx%d cells: %d went wrong, crc "
           "%08x\n",
           end - first, run.size, run.size, failed, (unsigned)table.crcs);
    return failed != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
