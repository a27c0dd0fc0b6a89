/* SPDX-License-Identifier: MIT */
/*
 * Water that moves to another backend goes on with the same bits: all that
 * moves, and the phases of rounding and current, are in the state. Random calls
 * are made of pairs of backends, too.
 */
#include "../random/calls.h"
#include "../unit/water.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 150, HEIGHT = 42, STEPS = 90, CASES = 32, CALLS = 60 };

/* The linker puts the wrapper in place of the function. */
#define WRAP_ALLOCATION(function, parameters, arguments) \
    void *__real_##function parameters; \
    void *__wrap_##function parameters; \
    void *__wrap_##function parameters \
    { \
        if (spared_allocations >= 0 && spared_allocations-- == 0) \
            return NULL; \
        return __real_##function arguments; \
    }

/* Pools with more than open water. */
typedef enum Scene {
    OPEN_WATER,
    LAND,
    UPRIGHT_LAND, /* shores that mirror, cells of 2 pixels */
    CURRENT,
    RIVER, /* a current from a map around land */
    SLOW_CURRENT,
    EDDIES, /* a current that stretches waves: the governor damps them */
    SCENES,
} Scene;

enum { EXCHANGES = RIPPLE_MODEL_COUNT * RIPPLE_EDGES_COUNT * SCENES };

/* How many allocations succeed before one fails; below 0: all do. */
static int spared_allocations = -1;

WRAP_ALLOCATION(malloc, (size_t size), (size))
WRAP_ALLOCATION(calloc, (size_t count, size_t size), (count, size))

TEST_CASE(backends, exchange, .timeout_s = 60, .tear_down = support_release);
TEST_CASE(backends, random, .timeout_s = 120, .tear_down = support_release);

/* Land, shallows and open water, in tiles of each kind. */
static void set_mask(Ripple *pool)
{
    uint8_t depths[HEIGHT * WIDTH];

    memset(depths, RIPPLE_DEPTH_OPEN, sizeof depths);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            if (x >= 64 && x < 100 && y > 10 && y < 34)
                depths[y * WIDTH + x] = (uint8_t)(x < 80 ? x * y : 0);
            else if (x < 4 && y < 16)
                depths[y * WIDTH + x] = RIPPLE_DEPTH_LAND;
        }
    }
    EXPECT_OK(ripple_set_mask(pool, depths, WIDTH, HEIGHT, WIDTH));
}

static void set_scene(Ripple *pool, Scene scene)
{
    static const float map_x[] = {0.9f, 1.4f, 0.3f, 0.8f};
    static const float map_y[] = {0.2f, -0.3f, 0.1f, 0};
    static const float eddies[] = {3.5f, -3.5f, 3.5f, -3.5f, 3.5f, -3.5f};

    if (scene == UPRIGHT_LAND)
        CONFIGURE(pool, with.shore = RIPPLE_SHORE_MIRROR, with.cell = 2);
    if (scene == LAND || scene == UPRIGHT_LAND || scene == RIVER)
        set_mask(pool);
    if (scene == RIVER)
        EXPECT_OK(ripple_set_current_map(pool, map_x, map_y, 2, 2));
    if (scene == EDDIES)
        EXPECT_OK(ripple_set_current_map(pool, eddies, eddies, 2, 3));
    if (scene == CURRENT)
        EXPECT_OK(ripple_set_current(pool, 2.3, -0.7));
    if (scene == SLOW_CURRENT)
        EXPECT_OK(ripple_set_current(pool, 0.11, 0.07));
}

/* Disturbs the water at a step, whoever steps it. */
static void disturb(Ripple *pool, Scene scene, int step)
{
    if (step % 17 == 0)
        water_drop(pool, step * 7 % WIDTH, step * 5 % HEIGHT, 9, 900);
    if (step == 31)
        water_disc(pool, 1, HEIGHT - 2, 5, 3000);
    if (step == 44 && scene != OPEN_WATER)
        EXPECT_OK(ripple_paint_mask(pool, 20, 0, 30, HEIGHT, 3,
                                    RIPPLE_DEPTH_LAND, NULL));
    if (step == 60 && scene == RIVER)
        CONFIGURE(pool, with.damping = 3);
}

static Ripple *make_pool(int i, Scene scene)
{
    Ripple *pool = water_bounded(WIDTH, HEIGHT, i % RIPPLE_MODEL_COUNT,
                                 i / RIPPLE_MODEL_COUNT % RIPPLE_EDGES_COUNT,
                                 RIPPLE_SHORE_FIXED);

    EXPECT_OK(ripple_use_backend(pool, "cpu"));
    set_scene(pool, scene);
    return pool;
}

static void use_other_backend(Ripple *pool)
{
    int is_cpu = strcmp(ripple_backend(pool), "cpu") == 0;

    EXPECT_OK(ripple_use_backend(pool, is_cpu ? "reference" : "cpu"));
}

/* Moves after 1, 2, 3 .. steps, so in every phase. */
TEST_LOOP(exchange, goes_on, EXCHANGES)
{
    Scene scene = (Scene)(_i / (RIPPLE_MODEL_COUNT * RIPPLE_EDGES_COUNT));
    Ripple *kept = make_pool(_i, scene), *moved = make_pool(_i, scene);
    RipplePixels picture = water_wild(WIDTH, HEIGHT);
    RipplePixels shown = water_blank(WIDTH, HEIGHT);
    RipplePixels moved_shown = water_blank(WIDTH, HEIGHT);

    for (int step = 0, next = 1, wait = 1; step < STEPS; step++) {
        disturb(kept, scene, step);
        disturb(moved, scene, step);
        if (step == next) {
            use_other_backend(moved);
            next += ++wait;
        }
        ripple_advance(kept, &picture, &shown, NULL);
        ripple_advance(moved, &picture, &moved_shown, NULL);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++)
                EXPECT_INT(shown.pixels[y * WIDTH + x], ==,
                           moved_shown.pixels[y * WIDTH + x]);
        }
        EXPECT_INT(ripple_is_calm(kept), ==, ripple_is_calm(moved));
    }
    if (scene != UPRIGHT_LAND)
        water_check_same(kept, moved);
}

/* Rounding starts again when water is calm: at the same step. */
TEST_LOOP(exchange, comes_to_rest, RIPPLE_MODEL_COUNT *RIPPLE_EDGES_COUNT)
{
    Ripple *kept = make_pool(_i, OPEN_WATER),
           *moved = make_pool(_i, OPEN_WATER);
    int steps = 0;

    water_drop(kept, 20, 20, 6, 200);
    water_drop(moved, 20, 20, 6, 200);
    while (!ripple_is_calm(kept) && steps < 5000) {
        if (steps % 7 == 3)
            use_other_backend(moved);
        ripple_step(kept);
        ripple_step(moved);
        EXPECT_INT(ripple_is_calm(kept), ==, ripple_is_calm(moved));
        steps++;
    }
    EXPECT_INT(steps, <, 5000);
    water_drop(kept, 70, 20, 6, 200);
    water_drop(moved, 70, 20, 6, 200);
    water_step(kept, 30);
    water_step(moved, 30);
    water_check_same(kept, moved);
}

/* Each allocation of an exchange fails in turn: the water stays where it is.
   EDDIES have those of a RIVER. */
TEST_LOOP(exchange, lacks_memory, EDDIES)
{
    int i = OPEN * RIPPLE_MODEL_COUNT + SPRING, error;
    Ripple *kept = make_pool(i, (Scene)_i), *moved = make_pool(i, (Scene)_i);

    EXPECT_OK(ripple_use_threads(moved, 2));
    EXPECT_OK(ripple_use_backend(moved, "reference"));
    water_drop(kept, 20, 20, 6, 200);
    water_drop(moved, 20, 20, 6, 200);
    for (int number = 0;; number++) {
        water_step(kept, 1);
        water_step(moved, 1);
        spared_allocations = number;
        error = ripple_use_backend(moved, "cpu");
        spared_allocations = -1;
        if (error == RIPPLE_OK)
            break;
        EXPECT_INT(error, ==, RIPPLE_ERROR_MEMORY);
        ck_assert_str_eq(ripple_backend(moved), "reference");
        EXPECT_INT(number, <, 200);
    }
    water_step(kept, 5);
    water_step(moved, 5);
    EXPECT_INT(ripple_is_calm(kept), ==, 0);
    for (int y = 0; y < (int)(HEIGHT / ripple_cell(kept)); y++) {
        for (int x = 0; x < (int)(WIDTH / ripple_cell(kept)); x++)
            EXPECT_INT(support_height(kept, x, y), ==,
                       support_height(moved, x, y));
    }
}

TEST(exchange, unknown_backends_are_refused)
{
    Ripple *pool = make_pool(0, OPEN_WATER);

    EXPECT_BAD_SETTING(ripple_use_backend(pool, "none"));
    ck_assert_str_eq(ripple_backend(pool), "cpu");
}

/* Calls of every kind; the fast pool changes its backend now and then. */
TEST_LOOP(random, calls, CASES)
{
    static const PoolPairLimits limits = {
        .width = 200, .height = 70, .threads = 3, .flows = 3};
    PoolPair pair;
    char name[40];

    snprintf(name, sizeof name, "seed %d", _i);
    random_name_case(name);
    pool_pair_create(&pair, source_from_seed((uint64_t)_i), &limits);
    for (int i = 0; i < CALLS; i++) {
        pool_pair_call(&pair);
        if (i % 6 == 5) {
            EXPECT_OK(
                ripple_use_backend(pair.fast, ripple_backend_name(i / 6 % 3)));
            ripple_invalidate(pair.fast);
        }
        pool_pair_advance(&pair, i % 3 > 0);
    }
    pool_pair_destroy(&pair);
}
