/* SPDX-License-Identifier: MIT */
/*
 * The law of energy (src/water/README.md, Energy) held against every step of
 * random pools without a current, cell by cell and in exact integers. With b,
 * h and x three heights of a cell, T = W h / (1 + k) and F the energy, a step
 * changes F by the sum over all cells of
 *
 *     (x - b) (x - (2 T - b))
 *
 * which is not above 0 for any x from b to 2 T - b. Rounding may leave that
 * range in the ways that the table below bounds.
 */
#include "../random/law.h"
#include "../random/pools.h"
#include "water.h"
#include "water/field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define POOLS          2000
#define PARTS          20 /* tests that share them */
#define STEPS          500
#define STONE_INTERVAL 8  /* steps */
#define SIZE           16 /* of the longest side, in cells */
#define CELLS          (SIZE * SIZE)

typedef enum Rounding {
    LAND,
    DOWN,    /* classic and round, by shifts: less than 1 from W h - k b */
    NEAREST, /* undamped sums: by at most 1/2 */
    DAMPED,  /* within the range, or 1 toward 0 instead of nothing */
    SPRINGS, /* see below */
} Rounding;

typedef struct LawStep {
    const RandomPool *random;
    const Law *law;
    const Rounding *roundings; /* of each cell */
    int16_t before[CELLS], now[CELLS], next[CELLS];
} LawStep;

static int is_edge(const LawStep *step, int cell)
{
    int x = cell % step->law->columns, y = cell / step->law->columns;

    return x == 0 || y == 0 || x == step->law->columns - 1 ||
           y == step->law->rows - 1;
}

/* Whether a cell lies in open water, along with its tile and the rows beside
   it; a tile is wider than the pool. */
static int is_far_from_land(const Ripple *pool, const Law *law, int cell)
{
    const uint8_t *depths = ripple_mask(pool);
    int top = cell / law->columns / RIPPLE_TILE_ROWS * RIPPLE_TILE_ROWS;
    int first = max_int(top - 1, 0) * law->columns;
    int end = min_int(top + RIPPLE_TILE_ROWS + 1, law->rows) * law->columns;

    for (int i = first; depths != NULL && i < end; i++) {
        if (depths[i] != RIPPLE_DEPTH_OPEN)
            return 0;
    }
    return 1;
}

static Rounding find_rounding(const Ripple *pool, const Law *law, int cell)
{
    const RippleSettings *settings = ripple_settings(pool);
    int is_plain = (settings->edges == FIXED || settings->edges == OPEN) &&
                   settings->shore == RIPPLE_SHORE_FIXED;
    Stencil stencil = ripple_model_stencil(settings, is_plain);

    if (law->cells[cell].is_land)
        return LAND;
    if (stencil.kind == STENCIL_SPRING)
        return SPRINGS;
    if (stencil.kind <= STENCIL_ROUND && is_far_from_land(pool, law, cell))
        return DOWN;
    return ripple_model_stencil(settings, 0).is_damped ? DAMPED : NEAREST;
}

/* The growth of F by a cell, in 1/(one (1 + k)). */
static int64_t find_growth(const LawStep *step, int cell, int64_t pull)
{
    int b = step->before[cell], x = step->next[cell];
    int64_t unit = step->law->one + step->law->kept;

    return (x - b) * (unit * (x + b) - 2 * pull);
}

/* A cell that would move by less than 1 moves by 1 toward 0, if that is its
   direction: F grows by less than 1. */
static int is_last_rule(const LawStep *step, int cell, int64_t pull)
{
    int b = step->before[cell], x = step->next[cell];
    int64_t change = pull - (step->law->one + step->law->kept) * b;

    return abs(x - b) == 1 && abs(x) < abs(b) && (x - b) * change > 0 &&
           llabs(change) < step->law->one;
}

/*
 * A step of springs keeps k = r s of `before`, r the share that heights keep
 * and s that of speeds. With w <= 1/16 the weight of a speed:
 *
 *     x = W h - k b - s e(h) + w e(speed) + e(x)
 *
 * Errors e of heights are below 1, of speeds below 2; undamped, 1/2 both.
 */
static int is_lawful_spring(const LawStep *step, int cell, int64_t pull)
{
    const Law *law = step->law;
    int64_t error =
        law->one * step->next[cell] - (pull - law->kept * step->before[cell]);
    int is_damped = step->random->settings.restore > 0;
    int slack = is_damped ? 2 * 32 + 4 : 33;

    return 32 * llabs(error) <= slack * law->one;
}

/*
 * An open edge moves a cell to a height between b and what a mirror gives it,
 * after which one that moved by 1 at most sinks by 1: |x - T| grows by at most
 * 2.
 */
static int is_sinking(const LawStep *step, int cell, int64_t pull)
{
    int b = step->before[cell], x = step->next[cell];
    int64_t unit = step->law->one + step->law->kept;

    return step->random->settings.edges == OPEN && is_edge(step, cell) &&
           abs(x - b) <= 2 &&
           llabs(unit * x - pull) <= llabs(unit * b - pull) + 2 * unit;
}

static int is_lawful(const LawStep *step, int cell, int64_t pull)
{
    int b = step->before[cell], x = step->next[cell];
    int64_t unit = step->law->one + step->law->kept;
    int64_t growth = find_growth(step, cell, pull);

    switch (step->roundings[cell]) {
    case LAND:
        return x == 0;
    case SPRINGS:
        return (step->random->settings.edges == OPEN && is_edge(step, cell)) ||
               is_lawful_spring(step, cell, pull);
    case DOWN:
        return llabs(unit * x - pull) < llabs(unit * b - pull) + unit ||
               is_sinking(step, cell, pull);
    case NEAREST:
        return 2 * growth <= abs(x - b) * unit || is_sinking(step, cell, pull);
    default:
        return growth <= 0 || is_last_rule(step, cell, pull) ||
               (abs(x - b) >= RIPPLE_FAST && 2 * growth <= abs(x - b) * unit) ||
               is_sinking(step, cell, pull);
    }
}

/* The first cell that breaks the law, or -1. */
static int find_lawless(const LawStep *step)
{
    for (int i = 0; i < step->law->count; i++) {
        if (!is_lawful(step, i, law_pull(step->law, step->now, i)))
            return i;
    }
    return -1;
}

/* F grows by what the cells add: W is symmetric. */
static void check_sum(const LawStep *step)
{
    const Law *law = step->law;
    int64_t sum = 0, energy = 0, was = 0;

    for (int i = 0; i < law->count; i++) {
        int64_t pull = law_pull(law, step->now, i);

        sum += find_growth(step, i, pull);
        energy += law_energy(law, step->next[i], step->now[i], pull);
        was += law_energy(law, step->now[i], step->before[i],
                          law_pull(law, step->before, i));
    }
    EXPECT_INT(energy, >=, 0);
    EXPECT_INT(energy - was, ==, sum);
}

/* A disturbance, even one of nothing, lets the budget of the governor rise, so
   that it takes nothing from the water. */
static void move(LawStep *step)
{
    ripple_disturb(step->random->pool, 0, 0, 0);
    ripple_step(step->random->pool);
    law_copy_heights(step->law, step->next, step->random->pool);
}

static void check_step(const LawStep *step, int number, int at)
{
    int cell = find_lawless(step);

    if (cell >= 0)
        ck_abort_msg("pool %d, step %d, cell %d: %d, %d, %d", number, at, cell,
                     step->before[cell], step->now[cell], step->next[cell]);
    if (step->random->settings.model != SPRING)
        check_sum(step);
}

static void take_next(LawStep *step)
{
    memcpy(step->before, step->now, sizeof step->before);
    memcpy(step->now, step->next, sizeof step->now);
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
static void disturb(LawStep *step, RandomPool *random)
{
    random_pool_drop(random);
    law_copy_heights(step->law, step->now, random->pool);
    if (random->settings.model == SPRING) {
        move(step);
        take_next(step);
    }
}

static void check_pool(int number)
{
    Rounding roundings[CELLS];
    RandomPool random;
    Law law;
    LawStep step = {.random = &random, .law = &law, .roundings = roundings};
    int stones;

    make_pool(&random, number);
    law_init(&law, random.pool);
    for (int i = 0; i < law.count; i++)
        roundings[i] = find_rounding(random.pool, &law, i);
    stones = random_pool_stones(&random);
    for (int i = 0; i < STEPS; i++) {
        if (i % STONE_INTERVAL == 0 && i / STONE_INTERVAL < stones)
            disturb(&step, &random);
        move(&step);
        check_step(&step, number, i);
        take_next(&step);
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
