/* SPDX-License-Identifier: MIT */
/*
 * Random pools (pools.h), each disturbed by stones and then stepped until it is
 * calm. Damped water must come to rest, and must not grow on its way, whatever
 * its edges, shores and currents are.
 *
 * Slow pools may lose as little as 1/2^14 a step, which takes hundreds of
 * thousands of steps to rest: each is stepped 1,000 times, and fails if its
 * state repeats for good. One case in 16 is played once more with threads and
 * without skipping calm parts, which must make no difference. A case that fails
 * prints one line, with what replays it. The table at the end counts outcomes
 * by edges and mask. All cores take part.
 */
#include "lib/util/fixed.h"
#include "lib/util/processors.h"
#include "lib/util/thread_pool.h"
#include "../../tools/crc.h"
#include "law.h"
#include "modes.h"
#include "pools.h"
#include "lib/pool.h"
#include "lib/water/model.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROWTH         4 /* of the energy: twice the budget */
#define SPRING_GROWTH  16
#define MAX_STEPS      24000
#define SLOW_STEPS     1000
#define LOOK_INTERVAL  16 /* steps from one look at the heights to the next */
#define REPEAT_ONE_IN  16
#define REPEAT_THREADS 3
#define NEAR_END       32 /* of the ends of the range of heights */

/* Of the governor (src/lib/water/governor.c): bits of the share that still
   water counts. */
#define LEVEL_BITS 8

typedef enum Outcome {
    RESTS,
    GROWS,
    MOVES,
    LOCKS,
    SATURATES,
    DIFFERS,
    OUTCOMES,
} Outcome;

static const char *const outcome_names[OUTCOMES] = {
    [RESTS] = "rests",
    [GROWS] = "grows",
    [MOVES] = "does not rest",
    [LOCKS] = "swings or stands for ever",
    [SATURATES] = "stays at the ends of its range",
    [DIFFERS] = "differs with threads",
};

#define KINDS 4
static const char *const kind_names[KINDS] = {"no mask", "shore fixed",
                                              "shore mirror", "current"};

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
    int32_t *planes, *now, *next; /* heights of two steps */
    int32_t *other;               /* a plane to use */
    int loss;                     /* of `now`, by the governor, see Governor */
    double limit;  /* of the energy, once the last stone has fallen; or 0 */
    double budget; /* of the governor, if it never fell */
    Mark mark;
    int is_slow, is_growing, is_locked;
    int steps, peak;
    uint32_t crc; /* of the heights at each look */
} Play;

typedef struct Run {
    int size, is_slow;
    uint64_t first;
    pthread_mutex_t mutex; /* for what follows */
    int counts[RIPPLE_EDGES_COUNT * KINDS][OUTCOMES];
    int longest[RIPPLE_EDGES_COUNT * KINDS];
    uint32_t crcs; /* their sum */
} Run;

static void copy_heights(Play *play)
{
    int columns, rows;
    size_t stride;
    const int16_t *heights =
        ripple_heights(play->random.pool, &columns, &rows, &stride);

    for (int i = 0; i < columns * rows; i++)
        play->next[i] =
            heights[(size_t)(i / columns) * stride + (size_t)(i % columns)];
}

static void copy_step(Play *play)
{
    int32_t *oldest = play->now;

    play->now = play->next;
    play->next = oldest;
    play->loss = play->random.pool->water->governor.loss;
    ripple_step(play->random.pool);
    copy_heights(play);
}

static void drop_stone(Play *play)
{
    int32_t *was = play->other;

    memcpy(was, play->next, (size_t)play->law.count * sizeof *was);
    random_pool_drop(&play->random);
    copy_heights(play);
    for (int i = 0; i < play->law.count; i++)
        play->budget +=
            2.0 * abs(play->next[i] - was[i]) *
            (abs(play->next[i] - play->now[i]) + abs(was[i] - play->now[i]));
}

/* With `now` as the governor made it before the step. */
static double sum_energy(const Play *play)
{
    for (int i = 0; i < play->law.count; i++)
        play->other[i] = law_lose(play->now[i], play->loss);
    return law_sum_energy(&play->law, play->next, play->other);
}

/*
 * Energy that rounding may add to a cell in all steps after a stone.
 *
 * Fine heights: fractions are not seen, 1/2 each, so sqrt(F) is sqrt(2 cells)
 * off at both times; and cells at open edges sink by 2^15 / 2^10 a step, as
 * much beyond a height that adds nothing. Others round down, a force e on each
 * cell, which holds a level of the energy e^2 / ((1 - k) / 2): e is 1 for
 * models without fractions. Springs: e = 2/16, of speeds, and only the loss of
 * a level holds against it: restore / 2^11.
 */
static double find_slack(const RippleSettings *settings)
{
    const Model *model = ripple_model_of(settings);
    double lost = 1 - model->energy_kept(settings);

    if (ripple_model_stencil(settings, 0).kind == STENCIL_FINE)
        return settings->edges == RIPPLE_EDGES_OPEN ? 12 + 64 * 64 : 12;
    return model->has_speeds ? 8 + 64 / lost : 4 + 2 / (lost > 0 ? lost : 1);
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
    int is_spring = random->settings.model == RIPPLE_MODEL_SPRING;
    double slack = find_slack(&random->settings) * play->law.count;
    double energy, squares = 0;

    if (random->current != CURRENT_NONE) {
        for (int i = 0; i < play->law.count; i++)
            squares += (double)play->next[i] * play->next[i];
        return squares > (2 * play->budget * 17 * 17 / (16 * 16) + slack) *
                             (1 << LEVEL_BITS);
    }
    if (is_spring &&
        (random->is_hard || random->settings.max_height > INT16_MAX / 4))
        return 0;
    energy = sum_energy(play);
    if (play->limit == 0)
        play->limit = energy * (is_spring ? SPRING_GROWTH : GROWTH) + slack;
    return energy > play->limit && !law_is_calm(&play->law, play->next);
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

static void come_to_rest(Play *play)
{
    int max = play->is_slow ? SLOW_STEPS : MAX_STEPS;

    for (; (play->steps < max || play->mark.period > 0) && !play->is_locked &&
           !ripple_is_calm(play->random.pool);
         play->steps++) {
        int phase = play->steps % LOOK_INTERVAL;

        if (phase > 2)
            ripple_step(play->random.pool);
        else
            copy_step(play);
        if (phase == 2) {
            play->crc = crc_heights(play->crc, play->random.pool);
            play->is_growing |= is_above_limit(play);
        }
        if (play->is_slow)
            play->is_locked = is_locked(play);
    }
}

static void play_case(Play *play, const Run *run, uint64_t number,
                      int is_repeated)
{
    RandomPool *random = &play->random;

    *play = (Play){.is_slow = run->is_slow};
    random_pool_draw(random, run->size, number);
    if (run->is_slow)
        random_pool_slow(random);
    random_pool_create(random);
    if (is_repeated) {
        ripple_skip_calm(random->pool, 0);
        RANDOM_EXPECT(ripple_use_threads(random->pool, REPEAT_THREADS) ==
                      RIPPLE_OK);
    }
    law_init(&play->law, random->pool);
    play->planes = calloc(3 * (size_t)play->law.count, sizeof *play->planes);
    RANDOM_EXPECT(play->planes != NULL);
    play->now = play->planes;
    play->next = play->now + play->law.count;
    play->other = play->next + play->law.count;
    for (int i = random_pool_stones(random); i > 0; i--) {
        drop_stone(play);
        for (int wait = source_below(&random->source, RANDOM_WAIT); wait > 0;
             wait--)
            copy_step(play);
    }
    come_to_rest(play);
    copy_heights(play);
    for (int i = 0; i < play->law.count; i++)
        play->peak = max_int(play->peak, abs(play->next[i]));
}

static Outcome judge(const Play *play)
{
    int range = ripple_model_stencil(&play->random.settings, 0).max_height;

    if (play->is_locked)
        return LOCKS;
    if (play->steps == MAX_STEPS && play->peak > range - NEAR_END)
        return SATURATES;
    return play->is_growing                    ? GROWS
           : ripple_is_calm(play->random.pool) ? RESTS
                                               : MOVES;
}

static void close_play(Play *play)
{
    ripple_destroy(play->random.pool);
    law_clear(&play->law);
    free(play->planes);
}

/* Whether threads and calm parts that are not skipped change something. */
static int differs(const Play *play, const Run *run, uint64_t number)
{
    Play repeated;

    if (number % REPEAT_ONE_IN != 0)
        return 0;
    play_case(&repeated, run, number, 1);
    close_play(&repeated);
    return repeated.crc != play->crc || repeated.steps != play->steps;
}

/* The row of the table. */
static int find_row(const RandomPool *random)
{
    int kind = random->current != CURRENT_NONE                 ? 3
               : random->mask == MASK_NONE                     ? 0
               : random->settings.shore == RIPPLE_SHORE_MIRROR ? 2
                                                               : 1;

    return (int)random->settings.edges * KINDS + kind;
}

/* Slow water may still be on its way. */
static int is_failure(const Run *run, Outcome outcome)
{
    return outcome != RESTS && !(run->is_slow && outcome == MOVES);
}

static void count_case(Run *run, uint64_t number)
{
    Outcome outcome;
    Play play;
    int row;

    random_name_case("ripple-random %s %d %" PRIu64 " %" PRIu64,
                     run->is_slow ? "slow" : "rest", run->size, number,
                     number + 1);
    play_case(&play, run, number, 0);
    outcome = differs(&play, run, number) ? DIFFERS : judge(&play);
    row = find_row(&play.random);
    pthread_mutex_lock(&run->mutex);
    run->counts[row][outcome]++;
    run->longest[row] = max_int(run->longest[row], play.steps);
    run->crcs += play.crc + (uint32_t)play.steps;
    if (is_failure(run, outcome)) {
        printf("%s: %s, heights to %d after %d steps: ", random_case_name(),
               outcome_names[outcome], play.peak, play.steps);
        random_pool_print(&play.random);
        printf("\n");
    }
    pthread_mutex_unlock(&run->mutex);
    close_play(&play);
}

static void count_cases(void *argument, int first, int end)
{
    Run *run = argument;

    for (int i = first; i < end; i++)
        count_case(run, run->first + (uint64_t)i);
}

/* Returns the number of cases that failed. */
static int print_table(const Run *run)
{
    int edges = ripple_setting_find("edges"), failed = 0;

    printf("%-22s%10s%10s%10s%10s%10s%10s%10s\n", "edges, mask, current",
           "rest", "grow", "move on", "lock", "saturate", "differ", "longest");
    for (int i = 0; i < RIPPLE_EDGES_COUNT * KINDS; i++) {
        printf("%-8s%-14s", ripple_setting_word(edges, i / KINDS),
               kind_names[i % KINDS]);
        for (int k = 0; k < OUTCOMES; k++) {
            printf("%10d", run->counts[i][k]);
            failed += is_failure(run, (Outcome)k) ? run->counts[i][k] : 0;
        }
        printf("%10d\n", run->longest[i]);
    }
    return failed;
}

int rest_play(int is_slow, int size, uint64_t first, uint64_t end)
{
    static Run run;
    ThreadPool *workers;
    int failed;

    run.is_slow = is_slow;
    run.size = size;
    run.first = first;
    pthread_mutex_init(&run.mutex, NULL);
    RANDOM_EXPECT(ripple_thread_pool_create(
                      &workers, ripple_processors_count()) == RIPPLE_OK);
    ripple_thread_pool_run(workers, count_cases, &run, (int)(end - first));
    ripple_thread_pool_destroy(workers);
    failed = print_table(&run);
    printf("rest: %" PRIu64 " cases of up to %dx%d cells: %d went wrong, crc "
           "%08x\n",
           end - first, size, size, failed, (unsigned)run.crcs);
    return failed != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
