/* SPDX-License-Identifier: MIT */
/* Stones, lines and disturbances: which cells they touch, and how deep. */
#include "base/fixed.h"
#include "base/capsule.h"
#include "../test.h"
#include "../support.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { SIZE = 160, MIDDLE = SIZE / 2 };

static Ripple *make_pool(void)
{
    return support_pool(SIZE, SIZE, RIPPLE_MODEL_CLASSIC, 5, 1);
}

static int count_active(const Ripple *pool)
{
    int count = 0;

    for (int y = 0; y < ripple_height(pool); y++) {
        for (int x = 0; x < ripple_width(pool); x++)
            count += support_height(pool, x, y) != 0;
    }
    return count;
}

TEST_CASE(splash, stones, .timeout_s = 4);

/* A disc touches each cell with d < radius; _i is the radius. */
TEST_LOOP(stones, disc_has_every_cell, 65)
{
    Ripple *pool = make_pool();
    RippleStone stone = {MIDDLE, MIDDLE, _i, 77, RIPPLE_PROFILE_DISC};
    int expected = 0;

    ripple_drop(pool, &stone);
    for (int dy = -_i; dy <= _i; dy++) {
        for (int dx = -_i; dx <= _i; dx++)
            expected += dx * dx + dy * dy < _i * _i;
    }
    EXPECT_INT(count_active(pool), ==, expected);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            int dx = x - MIDDLE, dy = y - MIDDLE;

            EXPECT_INT(support_height(pool, x, y), ==,
                       dx * dx + dy * dy < _i * _i ? -77 : 0);
        }
    }
    ripple_destroy(pool);
}

/* The radius at which xscreensaver's ripples drew 41 cells. */
TEST(stones, radius_20_has_1257_cells)
{
    Ripple *pool = make_pool();
    RippleStone stone = {MIDDLE, MIDDLE, 20, 1, RIPPLE_PROFILE_DISC};

    ripple_drop(pool, &stone);
    /* 1257 includes the 12 cells at a distance of exactly 20, which "Ripple"
       leaves out. */
    EXPECT_INT(count_active(pool), ==, 1257 - 12);
    ripple_destroy(pool);
}

/* Within one unit of the formula, for every radius and a range of weights. */
TEST_LOOP(stones, smooth_is_a_raised_cosine, 65)
{
    static const int weights[] = {1, 90, 1440, -1440, 12000};
    double pi = acos(-1);

    for (int i = 0; i < COUNT(weights); i++) {
        Ripple *pool = make_pool();
        RippleStone stone = {MIDDLE, MIDDLE, _i, weights[i],
                             RIPPLE_PROFILE_SMOOTH};

        ripple_drop(pool, &stone);
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                double distance = hypot(x - MIDDLE, y - MIDDLE);
                double depth = distance < _i ? weights[i] / 2.0 *
                                                   (1 + cos(pi * distance / _i))
                                             : 0;

                EXPECT(fabs(support_height(pool, x, y) + depth) <=
                       0.5 + 2e-5 * abs(weights[i]));
            }
        }
        ripple_destroy(pool);
    }
}

/* A stone so heavy that the last bits of the power series show in the heights
   near its rim. */
TEST(stones, smooth_is_a_series)
{
    enum { RADIUS = 1000, BITS = 30 };
    Ripple *pool = support_pool(RADIUS + 3, 3, RIPPLE_MODEL_CLASSIC, 5, 1);
    RippleStone stone = {0, 1, RADIUS, 1 << BITS, RIPPLE_PROFILE_SMOOTH};
    double pi = acos(-1);

    ripple_drop(pool, &stone);
    for (int x = RADIUS - 3; x < RADIUS; x++) {
        int64_t ratio = ((int64_t)x * x << 18) / (RADIUS * RADIUS), sum = 0;

        for (int k = 7; k >= 0; k--) {
            double term = (k % 2 ? -0.5 : 0.5) * (k > 0 ? 1 : 2) * (1 << BITS);

            for (int i = 1; i <= 2 * k; i++)
                term *= pi / i;
            sum = (sum * ratio >> 18) + llround(term);
        }
        EXPECT_INT(support_height(pool, x, 1), ==, -sum);
    }
    ripple_destroy(pool);
}

TEST(stones, smooth_adds_and_disc_sets)
{
    Ripple *pool = make_pool();
    RippleStone stone = {MIDDLE, MIDDLE, 10, 500, RIPPLE_PROFILE_SMOOTH};

    ripple_drop(pool, &stone);
    ripple_drop(pool, &stone);
    EXPECT_INT(support_height(pool, MIDDLE, MIDDLE), ==, -1000);
    stone.profile = RIPPLE_PROFILE_DISC;
    ripple_drop(pool, &stone);
    EXPECT_INT(support_height(pool, MIDDLE, MIDDLE), ==, -500);
    ripple_destroy(pool);
}

TEST(stones, heights_saturate)
{
    static const int weights[] = {INT_MAX, INT_MIN, 40000, -40000};

    for (int profile = 0; profile < 2; profile++) {
        for (int i = 0; i < 4; i++) {
            Ripple *pool = make_pool();
            RippleStone stone = {MIDDLE, MIDDLE, 5, weights[i],
                                 (RippleProfile)profile};

            for (int times = 0; times < 3; times++)
                ripple_drop(pool, &stone);
            EXPECT_INT(support_height(pool, MIDDLE, MIDDLE), ==,
                       weights[i] > 0 ? INT16_MIN : INT16_MAX);
            ripple_destroy(pool);
        }
    }
}

/* A stone across the edge equals the same stone in a larger pool. */
TEST(stones, stones_are_clipped)
{
    static const int places[] = {-30, -7, -1, 0, 3, 44, 49, 50, 55, 90};
    int count = COUNT(places);

    for (int i = 0; i < count * count * 2; i++) {
        Ripple *small = support_pool(50, 50, RIPPLE_MODEL_CLASSIC, 5, 1);
        Ripple *large = support_pool(250, 250, RIPPLE_MODEL_CLASSIC, 5, 1);
        RippleStone stone = {places[i / 2 % count], places[i / 2 / count], 8,
                             900, (RippleProfile)(i % 2)};

        ripple_drop(small, &stone);
        stone.x += 100;
        stone.y += 100;
        ripple_drop(large, &stone);
        for (int y = 0; y < 50; y++) {
            for (int x = 0; x < 50; x++)
                EXPECT_INT(support_height(small, x, y), ==,
                           support_height(large, x + 100, y + 100));
        }
        ripple_destroy(small);
        ripple_destroy(large);
    }
}

TEST(stones, absurd_stones)
{
    static const int values[] = {INT_MIN, INT_MIN + 1, -1, 0, 1, INT_MAX};

    for (int i = 0; i < 6 * 6 * 6 * 2; i++) {
        Ripple *pool = support_pool(40, 30, RIPPLE_MODEL_ROUND, 5, 1);
        RippleStone stone = {values[i % 6], values[i / 6 % 6],
                             values[i / 36 % 6], 100, (RippleProfile)(i / 216)};

        ripple_drop(pool, &stone);
        ripple_drop_line(pool, &stone, values[5 - i % 6], values[i / 7 % 6]);
        if (stone.radius <= 0)
            EXPECT(ripple_is_calm(pool));
        ripple_destroy(pool);
    }
}

TEST(stones, a_huge_stone_covers_everything)
{
    Ripple *pool = support_pool(40, 30, RIPPLE_MODEL_CLASSIC, 5, 1);
    RippleStone stone = {20, 15, INT_MAX, 9, RIPPLE_PROFILE_DISC};

    ripple_drop(pool, &stone);
    EXPECT_INT(count_active(pool), ==, 40 * 30);
    ripple_destroy(pool);
}

TEST_CASE(splash, lines, .timeout_s = 4);

/* A line of length 0 is a stone. */
TEST_LOOP(lines, a_point_is_a_short_line, 2)
{
    Ripple *line = make_pool(), *point = make_pool();
    RippleStone stone = {70, 60, 13, 700, (RippleProfile)_i};

    ripple_drop(point, &stone);
    ripple_drop_line(line, &stone, stone.x, stone.y);
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++)
            EXPECT_INT(support_height(line, x, y), ==,
                       support_height(point, x, y));
    }
    ripple_destroy(line);
    ripple_destroy(point);
}

/* Rows and columns that a capsule can touch, in both directions. */
TEST(lines, where_a_line_is)
{
    static const struct {
        int x0, y0, x1, y1, radius;
        int top, bottom, y, first, last; /* of 100 rows and columns */
    } cases[] = {
        {10, 20, 30, 40, 5, 15, 45, 30, 9, 31},
        {30, 20, 10, 40, 5, 15, 45, 30, 9, 31},
        {10, 20, 30, 40, 5, 15, 45, 16, 4, 17},
        {10, 20, 30, 40, 5, 15, 45, 44, 23, 36},
        {40, 50, 60, 50, 3, 47, 53, 50, 36, 64},
        {10, 20, 60, 21, 3, 17, 24, 20, 6, 64},
        {50, 50, 50, 50, 7, 43, 57, 45, 42, 58},
        {50, 10, 50, 90, 2, 8, 92, 50, 47, 53},
        {2, 3, 97, 98, 9, 0, 99, 90, 70, 99},
        {-40, 5, -30, 5, 3, 2, 8, 5, 0, -1},
        {140, 5, 130, 5, 3, 2, 8, 5, 100, 99},
        {5, -40, 5, -30, 3, 0, -1, 0, 1, 9},
        {5, 140, 5, 130, 3, 100, 99, 99, 1, 9},
        {5, 50, 5, 60, 0, 50, -1, 50, 4, 6},
    };

    for (int i = 0; i < 2 * COUNT(cases); i++) {
        int top, bottom, first, last, k = (int)(i / 2);
        Capsule line =
            i % 2 ? ripple_capsule_make(cases[k].x0, cases[k].y0, cases[k].x1,
                                        cases[k].y1, cases[k].radius)
                  : ripple_capsule_make(cases[k].x1, cases[k].y1, cases[k].x0,
                                        cases[k].y0, cases[k].radius);

        ripple_capsule_rows(&line, 100, &top, &bottom);
        ripple_capsule_columns(&line, cases[k].y, 100, &first, &last);
        EXPECT_INT(top, ==, cases[k].top);
        EXPECT_INT(bottom, ==, cases[k].bottom);
        EXPECT_INT(first, ==, cases[k].first);
        EXPECT_INT(last, ==, cases[k].last);
    }
}

/* Squared distances in 1/16 cell: exact from the ends, else from the nearest
   point, whose coordinates are rounded down. */
TEST(lines, distances_by_hand)
{
    static const int points[][3] = {
        {14, 28, 4352}, {7, 16, 6400}, {14, 23, 493},
        {10, 20, 0},    {13, 24, 0},   {16, 28, 6400},
    };
    Capsule line = ripple_capsule_make(10, 20, 13, 24, 1);
    Capsule far =
        ripple_capsule_make(INT_MAX, INT_MIN, INT_MIN, INT_MAX, INT_MAX);

    for (int i = 0; i < COUNT(points); i++)
        EXPECT_INT(ripple_capsule_distance2(&line, points[i][0], points[i][1]),
                   ==, points[i][2]);
    EXPECT_INT(far.x, ==, 262144);
    EXPECT_INT(far.y, ==, -262144);
    EXPECT_INT(far.dx, ==, -2 * 262144);
    EXPECT_INT(far.dy, ==, 2 * 262144);
    EXPECT_INT(far.radius, ==, 262144);
    EXPECT_INT(far.radius2, ==, (int64_t)1 << 44);
    EXPECT_INT(ripple_capsule_make(0, 0, 0, 0, -1).radius, ==, 0);
}

static double distance_from_line(double x, double y, const RippleStone *stone,
                                 int x1, int y1)
{
    double along_x = x1 - stone->x, along_y = y1 - stone->y;
    double length2 = along_x * along_x + along_y * along_y;
    double share = 0;

    if (length2 > 0)
        share =
            fmin(fmax(((x - stone->x) * along_x + (y - stone->y) * along_y) /
                          length2,
                      0),
                 1);
    return hypot(x - stone->x - share * along_x,
                 y - stone->y - share * along_y);
}

/* A line of any length and slope has neither gaps nor bulges. */
TEST(lines, a_line_has_no_gap)
{
    uint64_t random = 11;

    for (int i = 0; i < 200; i++) {
        Ripple *pool = make_pool();
        RippleStone stone = {support_between(&random, -100, 250),
                             support_between(&random, -100, 250),
                             support_between(&random, 1, 15), 50,
                             RIPPLE_PROFILE_DISC};
        int x1 = support_between(&random, -100, 250);
        int y1 = support_between(&random, -100, 250);

        ripple_drop_line(pool, &stone, x1, y1);
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                double distance = distance_from_line(x, y, &stone, x1, y1);
                int active = support_height(pool, x, y) != 0;

                if (distance < stone.radius - 0.1)
                    EXPECT_INT(active, ==, 1);
                if (distance > stone.radius + 0.1)
                    EXPECT_INT(active, ==, 0);
            }
        }
        ripple_destroy(pool);
    }
}

TEST(lines, disturb_is_a_cross)
{
    Ripple *pool = make_pool();

    ripple_disturb(pool, 30, 40, -101);
    ripple_disturb(pool, 30, 40, -2);
    EXPECT_INT(support_height(pool, 30, 40), ==, -103);
    EXPECT_INT(support_height(pool, 29, 40), ==, -51);
    EXPECT_INT(support_height(pool, 31, 40), ==, -51);
    EXPECT_INT(support_height(pool, 30, 39), ==, -51);
    EXPECT_INT(support_height(pool, 30, 41), ==, -51);
    EXPECT_INT(count_active(pool), ==, 5);
    ripple_disturb(pool, 30, 40, INT_MAX);
    EXPECT_INT(support_height(pool, 30, 40), ==, INT16_MAX);
    ripple_disturb(pool, 30, 40, INT_MIN);
    EXPECT_INT(support_height(pool, 30, 40), ==, INT16_MIN);
    ripple_destroy(pool);
}

TEST(lines, disturb_keeps_off_the_edge)
{
    static const int outside[] = {INT_MIN, -1, 0, 1, SIZE - 2, SIZE - 1, SIZE};

    for (int i = 0; i < 7; i++) {
        Ripple *pool = make_pool();

        ripple_disturb(pool, outside[i], MIDDLE, 100);
        ripple_disturb(pool, MIDDLE, outside[i], 100);
        EXPECT(ripple_is_calm(pool));
        ripple_disturb(pool, 2, SIZE - 3, 100);
        ripple_disturb(pool, SIZE - 3, 2, 100);
        EXPECT_INT(count_active(pool), ==, 10);
        ripple_destroy(pool);
    }
}
