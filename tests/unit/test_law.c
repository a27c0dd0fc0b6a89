/* SPDX-License-Identifier: MIT */
/*
 * The law of energy (src/lib/water/README.md, Energy) held against every step
 * of random pools without a current, cell by cell and in exact integers
 * (law.h). Fine heights are held to it in 1/2^12, as the state of their backend
 * has them.
 */
#include "../random/law.h"
#include "../random/pools.h"
#include "lib/cpu/cpu.h"
#include "water.h"

#include <math.h>
#include <string.h>

#define POOLS          700
#define PARTS          20 /* tests that share them */
#define STEPS          500
#define STONE_INTERVAL 8  /* steps */
#define SIZE           16 /* of the longest side, in cells */
#define CELLS          (SIZE * SIZE)
#define LARGE          128 /* cells of a side */

/* The pool gives settings, size and mask; water beside it moves. */
typedef struct LawPlay {
    const RandomPool *random;
    Cpu *water;
    const Law *law;
    int32_t before[CELLS], now[CELLS], next[CELLS];
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
    LawEnergy sum = 0, energy = 0, was = 0;

    for (int i = 0; i < law->count; i++) {
        int64_t pull = law_pull(law, play->now, i);

        sum += law_growth(law, &step, i, pull);
        energy += law_energy(law, play->next[i], play->now[i], pull);
        was += law_energy(law, play->now[i], play->before[i],
                          law_pull(law, play->before, i));
    }
    EXPECT(energy >= 0);
    EXPECT(energy - was == sum);
}

/* The newest heights, fine ones in 1/2^12. */
static void copy_heights(const LawPlay *play, int32_t *to)
{
    int columns = play->law->columns;
    WaterState state;
    const int32_t *row;

    EXPECT_OK(ripple_cpu_export(play->water, &state));
    row = state.now + columns + 2 + 1; /* the first cell, behind the halo */
    for (int y = 0; y < play->law->rows; y++, row += columns + 2, to += columns)
        memcpy(to, row, (size_t)columns * sizeof *to);
    ripple_state_clear(&state);
}

/* Takes from the heights the loss that the governor takes before a step. */
static void lose(LawPlay *play)
{
    WaterState state;

    EXPECT_OK(ripple_cpu_export(play->water, &state));
    for (int i = 0; i < play->law->count; i++) {
        play->before[i] = law_lose(play->before[i], state.governor.loss);
        play->now[i] = law_lose(play->now[i], state.governor.loss);
    }
    ripple_state_clear(&state);
}

/* New settings, even the same, let the budget of the governor rise, so that it
   takes nothing but high levels from the water. */
static void move(LawPlay *play)
{
    lose(play);
    EXPECT_OK(ripple_cpu_configure(play->water, &play->random->settings));
    ripple_cpu_step(play->water);
    copy_heights(play, play->next);
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

/* Fine water that has become calm forgets what it was. */
static void take_next(LawPlay *play)
{
    memcpy(play->before, play->now, sizeof play->before);
    memcpy(play->now, play->next, sizeof play->now);
    if (play->law->is_fine && law_is_calm(play->law, play->now))
        memset(play->before, 0, sizeof play->before);
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

static void release(void *water)
{
    ripple_cpu_destroy(water);
}

/* Calm water like that of the pool. */
static void make_water(LawPlay *play)
{
    const Ripple *pool = play->random->pool;
    const RippleSettings *settings = ripple_settings(pool);
    GridSize size = ripple_grid_choose(ripple_width(pool), ripple_height(pool),
                                       settings->cell);

    EXPECT_OK(ripple_cpu_create(&play->water, &size, settings));
    support_own(play->water, release);
    if (ripple_mask(pool) != NULL)
        EXPECT_OK(ripple_cpu_set_mask(play->water, ripple_mask(pool),
                                      size.columns, size.rows,
                                      (size_t)size.columns));
}

/* Drops a stone. The speeds of springs belong to the heights before it. */
static void disturb(LawPlay *play, RandomPool *random)
{
    RippleStone stone = random_pool_stone(random);

    ripple_cpu_drop(play->water, &(Fall){&stone, stone.x, stone.y, 0});
    copy_heights(play, play->now);
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
    make_water(&play);
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

/* The budget that the energy of springs makes is the same wherever the waves
   are in their tiles. */
TEST(energy, of_springs)
{
    RippleSettings settings = water_settings(SPRING, WRAP);
    GridSize size = ripple_grid_choose(LARGE, LARGE, 1);
    int64_t budgets[2];

    for (int i = 0; i < 2; i++) {
        RippleStone stone = {LARGE / 3, LARGE / 3 + 3 * i, 10, 300, SMOOTH};
        WaterState state;
        Cpu *water;

        EXPECT_OK(ripple_cpu_create(&water, &size, &settings));
        support_own(water, release);
        ripple_cpu_drop(water, &(Fall){&stone, stone.x, stone.y, 0});
        EXPECT_OK(ripple_cpu_export(water, &state));
        state.governor = (Governor){.is_new = 1};
        EXPECT_OK(ripple_cpu_import(water, &state));
        ripple_state_clear(&state);
        for (int k = 0; k < 16; k++)
            ripple_cpu_step(water);
        EXPECT_OK(ripple_cpu_export(water, &state));
        budgets[i] = state.governor.budget;
        ripple_state_clear(&state);
    }
    EXPECT(budgets[0] > 0 && budgets[0] == budgets[1]);
}

TEST_LOOP(energy, never_grows, PARTS)
{
    int repeats = SUPPORT_IS_SANITIZED || SUPPORT_IS_COVERAGE ? 4 : 1;

    for (int i = _i; i < POOLS; i += PARTS * repeats)
        check_pool(i);
}
