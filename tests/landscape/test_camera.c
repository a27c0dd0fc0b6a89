/* SPDX-License-Identifier: MIT */
/* The camera of a pool, and which place of it a pixel shows. */
#include "lib/draw.h"
#include "views.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 320, HEIGHT = 200 };

TEST_CASE(perspective, camera, .tear_down = support_release);

static int is_same(const RippleCamera *a, const RippleCamera *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

TEST_LOOP(camera, good_and_bad_ones, RIPPLE_VIEW_COUNT)
{
    static const struct {
        RippleCamera camera;
        int is_good;
    } rows[] = {
        {{20, 18, 0.9}, 1},
        {{-360, 3, 0.2}, 1},
        {{360, 70, 4}, 1},
        {{360.1, 18, 1}, 0},
        {{-360.1, 18, 1}, 0},
        {{NAN, 18, 1}, 0},
        {{INFINITY, 18, 1}, 0},
        {{0, 2.9, 1}, 0},
        {{0, 70.1, 1}, 0},
        {{0, NAN, 1}, 0},
        {{0, -INFINITY, 1}, 0},
        {{0, 18, 0.19}, 0},
        {{0, 18, 4.01}, 0},
        {{0, 18, NAN}, 0},
        {{0, 18, (double)INT64_MAX}, 0},
        {{-0.0, 45.5, 2}, 1},
    };
    Ripple *pool = views_pool(30, 20, 1, GROUND_SEA);

    CONFIGURE(pool, with.view = (RippleView)_i);
    for (int i = 0; i < COUNT(rows); i++) {
        RippleCamera before = *ripple_camera(pool);
        int error = ripple_set_camera(pool, &rows[i].camera);

        EXPECT_INT(error, ==,
                   rows[i].is_good ? RIPPLE_OK : RIPPLE_ERROR_SETTING);
        EXPECT(is_same(ripple_camera(pool),
                       rows[i].is_good ? &rows[i].camera : &before));
    }
    EXPECT_BAD_SETTING(ripple_set_camera(pool, NULL));
}

/* Whatever else changes, it stays, and the frame is that of a new pool. */
TEST(camera, stays)
{
    static const RippleCamera camera = {-33, 25, 0.7};
    Ripple *pool = views_pool(90, 70, 2, GROUND_SEA), *other;
    RipplePixels picture, frame;

    CONFIGURE(pool, with.view = RIPPLE_VIEW_WATER);
    EXPECT_OK(ripple_set_camera(pool, &camera));
    EXPECT_OK(ripple_use_threads(pool, 2));
    EXPECT_OK(ripple_use_simd(pool, "scalar"));
    EXPECT_OK(ripple_resize(pool, 50, 60));
    CONFIGURE(pool, with.view = RIPPLE_VIEW_PERSPECTIVE);
    CONFIGURE(pool, with.light = 20);
    CONFIGURE(pool, with.cell = 1);
    EXPECT_OK(ripple_use_backend(pool, ripple_backend(pool)));
    EXPECT_OK(ripple_resize(pool, 80, 60));
    EXPECT_OK(ripple_resize(pool, 80, 60));
    EXPECT_OK(ripple_use_threads(pool, 1));
    EXPECT_INT(ripple_settings(pool)->view, ==, RIPPLE_VIEW_PERSPECTIVE);
    EXPECT(is_same(ripple_camera(pool), &camera));
    other = views_pool(80, 60, 1, GROUND_SEA);
    CONFIGURE(other, with.light = 20);
    EXPECT_OK(ripple_set_camera(other, &camera));
    for (int i = 0; i < 2; i++) {
        views_set_ground(pool, i ? GROUND_ISLANDS : GROUND_SEA);
        views_set_ground(other, i ? GROUND_ISLANDS : GROUND_SEA);
        picture = water_picture(80, 60);
        frame = views_render(other, &picture);
        picture = views_render(pool, &picture);
        water_check_pixels(&picture, &frame);
    }
}

/* Pools in turns, each with its own camera, ground, size and view. */
TEST(camera, of_several_pools)
{
    enum { POOLS = 5 };
    static const RippleView views[] = {
        RIPPLE_VIEW_PERSPECTIVE, RIPPLE_VIEW_PERSPECTIVE, RIPPLE_VIEW_WATER};
    Ripple *pools[2 * POOLS]; /* in turns, and one after the other */
    RipplePixels pictures[POOLS], frames[2 * POOLS];

    for (int i = 0; i < 2 * POOLS; i++) {
        int k = i % POOLS, width = 40 + 30 * k;

        pools[i] = views_pool(width, 50, 1 + k % 2, (Ground)(k % GROUND_COUNT));
        CONFIGURE(pools[i], with.view = views[k % 3]);
        EXPECT_OK(ripple_use_threads(pools[i], 1 + k % 3));
        pictures[k] = water_wild(width, 50);
        frames[i] = water_blank(width, 50);
        views_look(pools[i], 70 * k, 5 + 12 * k, 0.5 + 0.5 * k);
        views_stir(pools[i], k);
    }
    for (int i = 0; i < 3 * POOLS; i++)
        ripple_advance_at(pools[i % POOLS], &pictures[i % POOLS],
                          &frames[i % POOLS], NULL, 99);
    for (int k = 0; k < POOLS; k++) {
        for (int i = 0; i < 3; i++)
            ripple_advance_at(pools[POOLS + k], &pictures[k],
                              &frames[POOLS + k], NULL, 99);
        water_check_pixels(&frames[POOLS + k], &frames[k]);
    }
}

/* In flat views pixels are places. */
TEST(camera, flat_views)
{
    Ripple *pool = views_pool(60, 40, 2, GROUND_ISLANDS);
    int x, y;

    CONFIGURE(pool, with.view = RIPPLE_VIEW_SPLIT);
    EXPECT_INT(ripple_pick(pool, 59, 39, &x, &y), ==, 1);
    EXPECT(x == 59 && y == 39);
    EXPECT_INT(ripple_pick(pool, 20, 20, &x, &y), ==, 2);
    EXPECT_INT(ripple_pick(pool, 20, 20, NULL, NULL), ==, 2);
    EXPECT_INT(ripple_pick(pool, 60, 0, &x, &y), ==, 0);
    EXPECT_INT(ripple_pick(pool, 0, -1, &x, &y), ==, 0);
    EXPECT_INT(ripple_project(pool, 3, 4, &x, &y), ==, 1);
    EXPECT(x == 3 && y == 4);
    EXPECT_INT(ripple_project(pool, 3, 4, NULL, NULL), ==, 1);
    EXPECT_INT(ripple_project(pool, 3, 40, &x, &y), ==, 0);
    EXPECT_INT(ripple_project(pool, -1, 4, &x, &y), ==, 0);
}

/* The middle of the pool is in the middle of the frame; with yaw 0 its right is
   to the right, with 90 its bottom. */
TEST(camera, directions)
{
    static const struct {
        double yaw;
        int x, y; /* of a place right of the middle of the frame */
    } rows[] = {{0, 1, 0},   {90, 0, -1}, {180, -1, 0}, {-90, 0, 1},
                {270, 0, 1}, {360, 1, 0}, {-180, -1, 0}};
    Ripple *pool = views_pool(WIDTH, HEIGHT, 1, GROUND_SEA);
    int x, y, x0, y0;

    for (int i = 0; i < COUNT(rows); i++) {
        views_look(pool, rows[i].yaw, 30, 1);
        EXPECT_INT(ripple_project(pool, WIDTH / 2, HEIGHT / 2, &x0, &y0), ==,
                   1);
        EXPECT_INT(abs(x0 - WIDTH / 2) + abs(y0 - HEIGHT / 2), <=, 2);
        EXPECT_INT(ripple_project(pool, WIDTH / 2 + 50 * rows[i].x,
                                  HEIGHT / 2 + 50 * rows[i].y, &x, &y),
                   ==, 1);
        EXPECT_INT(x, >, x0 + 30);
        EXPECT_INT(abs(y - y0), <=, 1);
    }
}

/* The farthest, in pixels, that a place beside this one is shown from (x, y):
   what a pixel of the pool covers. */
static int find_extent(const Ripple *pool, int px, int py, int x, int y)
{
    int extent = 0;

    for (int i = 0; i < 9; i++) {
        int to_x, to_y;

        if (ripple_project(pool, px + i % 3 - 1, py + i / 3 - 1, &to_x, &to_y))
            extent = max_int(extent, max_int(abs(to_x - x), abs(to_y - y)));
    }
    return extent;
}

typedef struct Picks {
    int shown;  /* pixels that show the pool */
    int hidden; /* of these, those whose place, rounded, is not seen */
} Picks;

/* Picks what a pixel shows and projects it back. */
static void pick(Picks *picks, const Ripple *pool, int x, int y)
{
    int px, py, back_x, back_y;

    if (ripple_pick(pool, x, y, &px, &py) == 0)
        return;
    EXPECT(px >= 0 && py >= 0 && px < ripple_width(pool) &&
           py < ripple_height(pool));
    picks->shown++;
    if (ripple_project(pool, px, py, &back_x, &back_y))
        EXPECT_INT(max_int(abs(back_x - x), abs(back_y - y)), <=,
                   max_int(1, find_extent(pool, px, py, back_x, back_y)));
    else
        picks->hidden++;
}

/* Back to the same pixel, or as far as whole pixels of the pool allow. */
TEST_LOOP(camera, picks_and_projections, GROUND_COUNT)
{
    static const RippleCamera cameras[] = {{0, 18, 0.9},
                                           {20, 18, 0.9},
                                           {135, 40, 1.2},
                                           {-77, 8, 0.8},
                                           {300, 65, 2}};
    Ripple *pool = views_pool(WIDTH, HEIGHT, 1, (Ground)_i);
    uint64_t random = 5;

    for (int i = 0; i < COUNT(cameras); i++) {
        Picks picks = {0, 0};

        EXPECT_OK(ripple_set_camera(pool, &cameras[i]));
        for (int k = 0; k < 5000 && picks.shown < 1000; k++)
            pick(&picks, pool, support_between(&random, 0, WIDTH - 1),
                 support_between(&random, 0, HEIGHT - 1));
        EXPECT_INT(picks.shown, ==, 1000);
        EXPECT_INT(picks.hidden, <=, 5);
    }
}

/* Outside the frame, in the sky, and what cannot be seen. */
TEST(camera, nothing_to_pick)
{
    static const int pixels[][2] = {
        {-1, 90}, {WIDTH, 90},    {90, -1},       {90, HEIGHT},
        {0, 0},   {WIDTH - 1, 0}, {INT32_MAX, 0}, {INT32_MIN, INT32_MIN}};
    Ripple *pool = views_pool(WIDTH, HEIGHT, 1, GROUND_ISLANDS);
    int x = -7, y = -8;

    views_look(pool, 0, 5, 0.9);
    for (int i = 0; i < COUNT(pixels); i++) {
        EXPECT_INT(ripple_pick(pool, pixels[i][0], pixels[i][1], &x, &y), ==,
                   0);
    }
    EXPECT_INT(ripple_project(pool, -1, 9, &x, &y), ==, 0);
    EXPECT_INT(ripple_project(pool, 9, HEIGHT, &x, &y), ==, 0);
    views_look(pool, 0, 20, 0.3);
    EXPECT_INT(ripple_project(pool, WIDTH / 2, HEIGHT - 1, &x, &y), ==, 0);
    EXPECT_INT(ripple_project(pool, 0, HEIGHT / 2, &x, &y), ==, 0);
}

/* A steep and near camera sees the pool alone, even one of a single pixel. */
TEST(camera, corners)
{
    Ripple *pool = views_pool(1, 1, 1, GROUND_SEA);

    views_look(pool, 0, 70, 0.3);
    EXPECT_INT(ripple_pick(pool, 0, 0, NULL, NULL), ==, 1);
    pool = views_pool(WIDTH, HEIGHT, 1, GROUND_SEA);
    views_look(pool, 0, 70, 0.3);
    for (int i = 0; i < 4; i++)
        EXPECT_INT(ripple_pick(pool, i % 2 * (WIDTH - 1), i / 2 * (HEIGHT - 1),
                               NULL, NULL),
                   ==, 1);
}

/* The middle of the waves, found in the heights. */
static void find_middle(const Ripple *pool, int *x, int *y)
{
    double sum = 0, sum_x = 0, sum_y = 0;

    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        double square = pow(support_height(pool, i % WIDTH, i / WIDTH), 2);

        sum += square;
        sum_x += square * (i % WIDTH);
        sum_y += square * (i / WIDTH);
    }
    EXPECT(sum > 0);
    *x = (int)lround(sum_x / sum);
    *y = (int)lround(sum_y / sum);
}

/* The pixels that differ between two frames. */
static void find_change(const RipplePixels *a, const RipplePixels *b, int *x,
                        int *y)
{
    int left = WIDTH, right = 0, top = HEIGHT, bottom = 0;

    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        if (support_colour_distance(a->pixels[i], b->pixels[i]) <= 12)
            continue;
        left = min_int(left, i % WIDTH);
        right = max_int(right, i % WIDTH);
        top = min_int(top, i / WIDTH);
        bottom = max_int(bottom, i / WIDTH);
    }
    *x = (left + right) / 2;
    *y = (top + bottom) / 2;
}

/* The ring of a stone that falls on what a pixel shows is around that pixel, in
   the water and in the frame, where the near half is larger. */
TEST(camera, rings_of_picked_stones)
{
    static const int pixels[][2] = {{160, 100}, {120, 110}, {200, 90},
                                    {150, 140}, {220, 120}, {100, 80}};
    RipplePixels picture = water_picture(WIDTH, HEIGHT);

    for (int i = 0; i < COUNT(pixels); i++) {
        Ripple *pool = views_pool(WIDTH, HEIGHT, 1, GROUND_SEA);
        RipplePixels calm, frame;
        int x = pixels[i][0], y = pixels[i][1], px, py;

        views_look(pool, 20, 40, 0.9);
        calm = views_render(pool, &picture);
        EXPECT_INT(ripple_pick(pool, x, y, &px, &py), ==, 1);
        water_drop(pool, px, py, 5, 600);
        water_step(pool, 10);
        find_middle(pool, &px, &py);
        EXPECT_INT(ripple_project(pool, px, py, &px, &py), ==, 1);
        EXPECT_INT(max_int(abs(px - x), abs(py - y)), <=, 2);
        frame = views_render(pool, &picture);
        find_change(&calm, &frame, &px, &py);
        EXPECT_INT(abs(px - x), <=, 2);
        EXPECT_INT(abs(py - y), <=, 8);
    }
}
