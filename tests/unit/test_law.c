/* SPDX-License-Identifier: MIT */
/*
 * The law of energy (src/water/README.md, Energy) held against every step of
 * random pools without a current, cell by cell and in exact integers (law.h).
 */
#include "../random/law.h"
#include "../random/pools.h"
#include "water.h"

#include <math.h>
#include <string.h>

#define POOLS          2000
#define PARTS          20 /* tests that share them */
#define STEPS          500
#define STONE_INTERVAL 8  /* steps */
#define SIZE           16 /* of the longest side, in cells */
#define CELLS          (SIZE * SIZE)

typedef struct LawPlay {
    const RandomPool *random;
    const Law *law;
    int16_t before[CELLS], now[CELLS], next[CELLS];
} LawPlay;

static LawStep get_step(const LawPlay *play)
{
    return (LawStep){play->before, play->now, play->next};
}

/* F grows by what the cells add: W is symmetric. */
static void check_sum(const LawPlay *play)
{
    const Law *law = play->law;
    LawStep step = get_step(play);
    int64_t sum = 0, energy = 0, was = 0;

    for (int i = 0; i < law->count; i++) {
        int64_t pull = law_pull(law, play->now, i);

        sum += law_growth(law, &step, i, pull);
        energy += law_energy(law, play->next[i], play->now[i], pull);
        was += law_energy(law, play->now[i], play->before[i],
                          law_pull(law, play->before, i));
    }
    EXPECT_INT(energy, >=, 0);
    EXPECT_INT(energy - was, ==, sum);
}

/* A disturbance, even one of nothing, lets the budget of the governor rise, so
   that it takes nothing from the water. */
static void move(LawPlay *play)
{
    ripple_disturb(play->random->pool, 0, 0, 0);
    ripple_step(play->random->pool);
    law_copy_heights(play->law, play->next, play->random->pool);
}

static void check_step(const LawPlay *play, int number, int at)
{
    LawStep step = get_step(play);
    int cell = law_find_lawless(play->law, &step);

    if (cell >= 0)
        ck_abort_msg("pool %d, step %d, cell %d: %d, %d, %d", number, at, cell,
                     play->before[cell], play->now[cell], play->next[cell]);
    if (play->random->settings.model != SPRING)
        check_sum(play);
}

static void take_next(LawPlay *play)
{
    memcpy(play->before, play->now, sizeof play->before);
    memcpy(play->now, play->next, sizeof play->now);
}

/* A spring has one law while no limit of heights or speeds stops it, which
   shallows would lower: its stones are light, its masks have land alone. */
static void calm_springs(RandomPool *random)
{
    if (random->settings.model != SPRING)
        return;
    random->settings.max_speed = 10000;
    random->settings.max_height = INT16_MAX;
    random->is_hard = 0;
    random->max_weight = 200;
    if (random->mask == MASK_NOISE || random->mask == MASK_BEACH)
        random->mask = MASK_DENSE;
}

/* Leaves a loss of `loss`, the less the slower, or no damping. */
static void reduce_damping(RippleSettings *settings, double loss)
{
    settings->damping = loss > 0 ? 12 : 0;
    settings->viscosity = settings->loss = settings->restore = loss;
    settings->beta = 1;
    settings->speed = fmin(settings->speed,
                           sqrt(0.5) * settings->spacing / settings->time_step);
}

/* One pool in four is undamped, another hardly damped. */
static void make_pool(RandomPool *random, int number)
{
    random_pool_draw(random, SIZE, (uint64_t)number);
    random->current = CURRENT_NONE;
    if (number % 4 < 2)
        reduce_damping(&random->settings, number % 4 * 1e-6);
    calm_springs(random);
    random_pool_create(random);
    water_own(random->pool);
}

/* Drops a stone; the speeds of springs tell of the heights before it. */
static void disturb(LawPlay *play, RandomPool *random)
{
    random_pool_drop(random);
    law_copy_heights(play->law, play->now, random->pool);
    if (random->settings.model == SPRING) {
        move(play);
        take_next(play);
    }
}

static void check_pool(int number)
{
    RandomPool random;
    Law law;
    LawPlay play = {.random = &random, .law = &law};
    int stones;

    make_pool(&random, number);
    law_init(&law, random.pool);
    stones = random_pool_stones(&random);
    for (int i = 0; i < STEPS; i++) {
        if (i % STONE_INTERVAL == 0 && i / STONE_INTERVAL < stones)
            disturb(&play, &random);
        move(&play);
        check_step(&play, number, i);
        take_next(&play);
    }
    law_clear(&law);
}

TEST_CASE(law, energy, .timeout_s = 60);

TEST_LOOP(energy, never_grows, PARTS)
{
    int repeats = SUPPORT_IS_SANITIZED || SUPPORT_IS_COVERAGE ? 10 : 1;

    for (int i = _i; i < POOLS; i += PARTS * repeats)
        check_pool(i);
}
