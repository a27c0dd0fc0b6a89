/* SPDX-License-Identifier: MIT */
/*
 * The models against the literal formula, and the facts about them that were
 * measured before: rest, reversal, causality, symmetry, saturation.
 */
#include "base/fixed.h"
#include "water/models/table.h"
#include "../reference.h"
#include "../test.h"
#include "../support.h"

#include <math.h>
#include <stdlib.h>

#define FIELDS 60

typedef void LiteralStep(Literal *water, int damping);

static LiteralStep *const literal_steps[] = {
    [RIPPLE_MODEL_CLASSIC] = literal_step,
    [RIPPLE_MODEL_ROUND] = literal_step_round,
};

static const RippleModel both[] = {RIPPLE_MODEL_CLASSIC, RIPPLE_MODEL_ROUND};

static void check_equal(const Ripple *pool, const Literal *water)
{
    for (int y = 0; y < water->height; y++) {
        for (int x = 0; x < water->width; x++)
            EXPECT_INT(support_height(pool, x, y), ==,
                       literal_height(water, x, y));
    }
}

static void drop_both(Ripple *pool, Literal *water, RippleStone stone)
{
    stone.profile = RIPPLE_PROFILE_DISC;
    ripple_drop(pool, &stone);
    literal_stone(water, stone.x, stone.y, stone.radius, stone.weight);
}

static void compare_with_literal(RippleModel model, int damping, int width,
                                 int height, int steps)
{
    Ripple *pool = support_pool(width, height, model, damping, 1);
    Literal water = literal_create(width, height);
    uint64_t random = (uint64_t)(width * 1000 + height + damping);

    for (int i = 0; i < steps; i++) {
        if (i % 23 == 0)
            drop_both(pool, &water,
                      (RippleStone){support_between(&random, -5, width + 5),
                                    support_between(&random, -5, height + 5),
                                    support_between(&random, 0, 12),
                                    support_between(&random, 32, 128), 0});
        ripple_step(pool);
        literal_steps[model](&water, damping);
    }
    check_equal(pool, &water);
    literal_destroy(&water);
    ripple_destroy(pool);
}

TEST_CASE(models, exact, .timeout_s = 4);

TEST_LOOP(exact, equals_literal, 30)
{
    compare_with_literal(both[_i % 2], 1 + _i / 2, 150, 70, 200);
}

/* Sizes around those of a tile, in both directions. */
TEST_LOOP(exact, equals_literal_at_any_size, 2)
{
    static const int sizes[] = {1, 2, 3, 15, 16, 17, 63, 64, 65, 129};
    int count = COUNT(sizes);

    for (int i = 0; i < count; i++) {
        compare_with_literal(both[_i], 5, sizes[i], 40, 60);
        compare_with_literal(both[_i], 5, 40, sizes[i], 60);
    }
}

/*
 * 60 random fields come to exact rest within the steps that were measured
 * for a damping, and the pool knows it.
 */
static void check_rest(RippleModel model, int damping, int most_steps)
{
    for (int field = 0; field < FIELDS; field++) {
        Ripple *pool = support_pool(64, 40, model, damping, 1);
        uint64_t random = (uint64_t)field + 1;
        int steps = 0;

        support_stir(pool, &random, 2000);
        while (!ripple_is_calm(pool) && steps < most_steps) {
            ripple_step(pool);
            steps++;
        }
        ck_assert_msg(ripple_is_calm(pool), "field %d, damping %d", field,
                      damping);
        for (int y = 0; y < 40; y++) {
            for (int x = 0; x < 64; x++)
                EXPECT_INT(support_height(pool, x, y), ==, 0);
        }
        ripple_destroy(pool);
    }
}

TEST_CASE(models, facts, .timeout_s = 30);

TEST_LOOP(facts, classic_comes_to_rest, 4)
{
    static const int most_steps[] = {450, 800, 1400, 2400};

    check_rest(RIPPLE_MODEL_CLASSIC, 5 + _i, most_steps[_i]);
}

TEST_LOOP(facts, round_comes_to_rest, 4)
{
    static const int most_steps[] = {450, 800, 1400, 2400};

    check_rest(RIPPLE_MODEL_ROUND, 5 + _i, most_steps[_i]);
}

/*
 * Without damping a step is its own reverse. Swapping the buffers is stepping
 * a still copy: what was before is dropped on what is now.
 */
TEST_LOOP(facts, undamped_steps_reverse, 2)
{
    enum { SIZE = 48, STEPS = 1000 };
    Ripple *pool = support_pool(SIZE, SIZE, both[_i], 0, 1);
    Ripple *back = support_pool(SIZE, SIZE, both[_i], 0, 1);
    int start[SIZE][SIZE], last[SIZE][SIZE], before_last[SIZE][SIZE];
    uint64_t random = 7;

    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            start[y][x] = support_between(&random, -40, 40);
            RippleStone stone = {x, y, 1, -start[y][x], RIPPLE_PROFILE_DISC};
            ripple_drop(pool, &stone);
        }
    }
    for (int i = 0; i <= STEPS; i++) {
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                before_last[y][x] = i > 0 ? last[y][x] : 0;
                last[y][x] = support_height(pool, x, y);
            }
        }
        if (i < STEPS)
            ripple_step(pool);
    }
    /* A pool that was calm, holds `last`, and whose past is all zero steps to
       its mean; setting the newest heights afterwards makes `last` its past. */
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            RippleStone stone = {x, y, 1, -last[y][x], RIPPLE_PROFILE_DISC};
            ripple_drop(back, &stone);
        }
    }
    ripple_step(back);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            RippleStone stone = {x, y, 1, -before_last[y][x],
                                 RIPPLE_PROFILE_DISC};
            ripple_drop(back, &stone);
        }
    }
    for (int i = 0; i < STEPS - 1; i++)
        ripple_step(back);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++)
            EXPECT_INT(support_height(back, x, y), ==, start[y][x]);
    }
    ripple_destroy(pool);
    ripple_destroy(back);
}

/* Nothing happens farther from a stone than there were steps. */
TEST_LOOP(facts, waves_travel_one_cell_a_step, 2)
{
    enum { WIDTH = 300, HEIGHT = 90, X = 140, Y = 50 };
    Ripple *pool = support_pool(WIDTH, HEIGHT, both[_i], 5, 1);
    RippleStone stone = {X, Y, 1, 3000, RIPPLE_PROFILE_DISC};

    ripple_drop(pool, &stone);
    for (int steps = 1; steps <= 60; steps++) {
        int front = 0;

        ripple_step(pool);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                int across = abs(x - X), down = abs(y - Y);
                int sides = across + down;
                int corners = across > down ? across : down;
                int distance =
                    both[_i] == RIPPLE_MODEL_CLASSIC ? sides : corners;
                int height = support_height(pool, x, y);

                if (distance > steps)
                    EXPECT_INT(height, ==, 0);
                front |= distance == steps && height != 0;
            }
        }
        if (steps <= 8)
            ck_assert_msg(front, "the front is not at %d", steps);
    }
    ripple_destroy(pool);
}

/* A disc in the middle of an odd square stays four-fold symmetric. */
TEST_LOOP(facts, centred_disc_stays_symmetric, 2)
{
    enum { SIZE = 101, LAST = SIZE - 1 };
    Ripple *pool = support_pool(SIZE, SIZE, both[_i], 5, 1);
    RippleStone stone = {SIZE / 2, SIZE / 2, 9, 100, _i < 2 ? 0 : 1};

    ripple_drop(pool, &stone);
    for (int steps = 0; steps < 200; steps++)
        ripple_step(pool);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            int height = support_height(pool, x, y);

            EXPECT_INT(height, ==, support_height(pool, LAST - x, y));
            EXPECT_INT(height, ==, support_height(pool, x, LAST - y));
            EXPECT_INT(height, ==, support_height(pool, y, x));
        }
    }
    ripple_destroy(pool);
}

/* The same stone elsewhere makes the same waves there. */
TEST_LOOP(facts, waves_do_not_depend_on_the_place, 2)
{
    enum { SHIFT_X = 37, SHIFT_Y = 21, STEPS = 40 };
    Ripple *one = support_pool(256, 160, both[_i], 5, 1);
    Ripple *other = support_pool(256, 160, both[_i], 5, 1);
    RippleStone stone = {80, 60, 7, 90, RIPPLE_PROFILE_DISC};

    ripple_drop(one, &stone);
    stone.x += SHIFT_X;
    stone.y += SHIFT_Y;
    ripple_drop(other, &stone);
    for (int i = 0; i < STEPS; i++) {
        ripple_step(one);
        ripple_step(other);
    }
    for (int y = 0; y < 160 - SHIFT_Y; y++) {
        for (int x = 0; x < 256 - SHIFT_X; x++)
            EXPECT_INT(support_height(one, x, y), ==,
                       support_height(other, x + SHIFT_X, y + SHIFT_Y));
    }
    ripple_destroy(one);
    ripple_destroy(other);
}

/* A stone at the end of a row makes no wave at the start of the next. */
TEST_LOOP(facts, rows_do_not_leak_into_each_other, 2)
{
    enum { WIDTH = 127, HEIGHT = 40 };
    Ripple *pool = support_pool(WIDTH, HEIGHT, both[_i], 5, 1);
    RippleStone stone = {WIDTH - 1, HEIGHT / 2, 4, 120, RIPPLE_PROFILE_DISC};

    ripple_drop(pool, &stone);
    for (int steps = 0; steps < WIDTH - 10; steps++) {
        ripple_step(pool);
        for (int y = 0; y < HEIGHT; y++)
            EXPECT_INT(support_height(pool, 0, y), ==, 0);
    }
    ripple_destroy(pool);
}

/* Single cells leave half of the classic pool untouched, but not of round. */
TEST(facts, only_round_couples_the_checkerboards)
{
    for (int i = 0; i < 2; i++) {
        Ripple *pool = support_pool(65, 65, both[i], 8, 1);
        RippleStone stone = {32, 32, 1, 8000, RIPPLE_PROFILE_DISC};
        int odd = 0;

        ripple_drop(pool, &stone);
        ripple_step(pool);
        ripple_step(pool);
        for (int y = 0; y < 65; y++) {
            for (int x = 0; x < 65; x++)
                odd |= (x + y) % 2 != 0 && support_height(pool, x, y) != 0;
        }
        EXPECT_INT(odd, ==, both[i] == RIPPLE_MODEL_ROUND);
        ripple_destroy(pool);
    }
}

/* Pushing up never lowers: a crest that is full stays, and does not wrap. */
TEST_LOOP(facts, saturation_keeps_the_sign, 2)
{
    Ripple *pool = support_pool(64, 64, both[_i], 6, 1);
    RippleStone stone = {32, 32, 8, -512, RIPPLE_PROFILE_SMOOTH};
    int height = 0;

    for (int steps = 0; steps < 100; steps++) {
        for (int times = 0; times < 150; times++) {
            height = support_height(pool, 32, 32);
            ripple_drop(pool, &stone);
            EXPECT_INT(support_height(pool, 32, 32), >=, height);
        }
        EXPECT_INT(height, ==, INT16_MAX);
        ripple_step(pool);
    }
    ripple_destroy(pool);
}

static void set_height(Ripple *pool, int x, int y, int height)
{
    RippleStone stone = {x, y, 1, -height, RIPPLE_PROFILE_DISC};

    ripple_drop(pool, &stone);
}

/* Cells by hand where every clamp of the contract bites. */
TEST(exact, saturation_order)
{
    enum { LOW = INT16_MIN, HIGH = INT16_MAX };
    static const struct {
        RippleModel model;
        int left, right, up, down, corners, before, next;
    } cases[] = {
        {0, 30000, 30000, -30000, -30000, 0, 0, -1},
        {0, HIGH, HIGH, HIGH, HIGH, 0, 0, 16383},
        {0, LOW, LOW, LOW, LOW, 0, 0, -16384},
        {0, HIGH, HIGH, HIGH, HIGH, 0, LOW, HIGH},
        {0, LOW, LOW, LOW, LOW, 0, HIGH, LOW},
        {0, 20000, 20000, 20000, 20000, 0, 0, 16383},
        {0, 1, 0, 0, 0, 0, 0, 0},
        {0, -1, 0, 0, 0, 0, 0, -1},
        {1, HIGH, HIGH, HIGH, HIGH, HIGH, 0, 16383},
        {1, HIGH, HIGH, HIGH, HIGH, LOW, 0, -1},
        {1, LOW, LOW, LOW, LOW, LOW, 0, -16384},
        {1, LOW, LOW, LOW, LOW, LOW, HIGH, LOW},
        {1, HIGH, HIGH, HIGH, HIGH, HIGH, LOW, HIGH},
        {1, 3, 0, 0, 0, 0, 0, 0},
        {1, -1, 0, 0, 0, 0, 0, -1},
        {1, 8191, 8191, 8191, 8191, 8191, 0, 16382},
    };

    for (int i = 0; i < COUNT(cases); i++) {
        Ripple *pool = support_pool(5, 5, cases[i].model, 0, 1);

        set_height(pool, 2, 2, cases[i].before);
        ripple_step(pool); /* now it is the height before */
        set_height(pool, 1, 2, cases[i].left);
        set_height(pool, 3, 2, cases[i].right);
        set_height(pool, 2, 1, cases[i].up);
        set_height(pool, 2, 3, cases[i].down);
        for (int corner = 0; corner < 4; corner++)
            set_height(pool, 1 + 2 * (corner % 2), 1 + corner / 2 * 2,
                       cases[i].corners);
        ripple_step(pool);
        ck_assert_msg(support_height(pool, 2, 2) == cases[i].next,
                      "case %d: %d", i, support_height(pool, 2, 2));
        ripple_destroy(pool);
    }
}

/* Of the speed of waves and of what they keep, edges that let them out know
   only this. */
TEST(facts, speed_and_loss)
{
    static const struct {
        RippleModel model;
        double speed2, kept;
    } cases[] = {
        {RIPPLE_MODEL_CLASSIC, 0.5, 0.875},
        {RIPPLE_MODEL_ROUND, 0.75, 0.875},
        {RIPPLE_MODEL_WAVE, 0.0625, 1.8 / 2.2},
        {RIPPLE_MODEL_SHALLOW, 2 * 0.75 * 0.25 / (1 + 0.75 * 0.8), 0.75 * 0.8},
        {RIPPLE_MODEL_SPRING, 0.06, 0.96},
    };

    for (int i = 0; i < COUNT(cases); i++) {
        RippleSettings settings;

        ripple_settings_init(&settings);
        settings.model = cases[i].model;
        settings.damping = 3;
        settings.viscosity = 0.4;
        settings.speed = 1;
        settings.time_step = 0.5;
        settings.spacing = 2;
        settings.alpha = 0.25;
        settings.beta = 0.8;
        settings.loss = 0.25;
        settings.stiffness = 0.3;
        settings.restore = 0.04;
        EXPECT(fabs(ripple_model_speed2(&settings) - cases[i].speed2) < 1e-9);
        EXPECT(fabs(ripple_model_energy_kept(&settings) - cases[i].kept) <
               1e-9);
        settings.damping = 0;
        if (settings.model <= RIPPLE_MODEL_ROUND)
            EXPECT(ripple_model_energy_kept(&settings) >= 1);
    }
}
