/* SPDX-License-Identifier: MIT */
/*
 * What fails for want of memory changes nothing. Memory is taken away by a
 * limit on the address space, a little less each time, so that each of the
 * large allocations fails in its turn. That is for Linux without sanitizers,
 * which reserve more than there is.
 */
#include "suites.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define SIDE        800
#define CELL        2
#define MOST_MEMORY ((rlim_t)32 << 20)
#define MEMORY_STEP ((rlim_t)256 << 10)

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER 1
#endif
#if defined(__linux__) && !defined(HAS_SANITIZER)
#define CAN_LIMIT 1
#else
#define CAN_LIMIT 0
#endif

static uint8_t mask[4] = {0, 255, 255, 255};
static const float flow_x[2] = {0.5f, 0.25f}, flow_y[2] = {0, 0.25f};

static int change_settings(Ripple *pool, RippleModel model, int cell)
{
    RippleSettings settings = *ripple_settings(pool);

    settings.model = model;
    settings.cell = cell;
    return ripple_configure(pool, &settings);
}

static int make_springs(Ripple *pool)
{
    return change_settings(pool, RIPPLE_MODEL_SPRING, CELL);
}

static int make_small_cells(Ripple *pool)
{
    return change_settings(pool, RIPPLE_MODEL_ROUND, 1);
}

static int make_small_springs(Ripple *pool)
{
    return change_settings(pool, RIPPLE_MODEL_SPRING, 1);
}

static int resize(Ripple *pool)
{
    return ripple_resize(pool, SIDE + 100, SIDE - 100);
}

static int set_mask(Ripple *pool)
{
    return ripple_set_mask(pool, mask, 2, 2, 2);
}

static int paint(Ripple *pool)
{
    return ripple_paint_mask(pool, 99, 99, 300, 200, 30, 0, NULL);
}

static int set_map(Ripple *pool)
{
    return ripple_set_current_map(pool, flow_x, flow_y, 2, 1);
}

typedef int Change(Ripple *pool);

static const struct {
    Change *make;
    int has_land; /* before, for what needs memory then too */
} changes[] = {{make_springs, 0},     {make_small_cells, 0},
               {make_small_cells, 1}, {make_small_springs, 1},
               {resize, 0},           {resize, 1},
               {set_mask, 0},         {paint, 0},
               {set_map, 0},          {set_map, 1}};

/* A pool in which a stone is carried along, around land where there is some. */
static Ripple *make_pool(int has_land)
{
    RippleStone stone = {500, 500, 20, 900, RIPPLE_PROFILE_SMOOTH};
    RippleSettings settings;
    Ripple *pool;

    ripple_settings_init(&settings);
    settings.cell = CELL;
    EXPECT_INT(ripple_create(&pool, SIDE, SIDE, &settings), ==, RIPPLE_OK);
    if (has_land)
        EXPECT_INT(set_mask(pool), ==, RIPPLE_OK);
    EXPECT_INT(ripple_set_current(pool, 0.5, 0.25), ==, RIPPLE_OK);
    ripple_drop(pool, &stone);
    ripple_step(pool);
    return pool;
}

static rlim_t find_memory(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long pages;

    ck_assert_ptr_nonnull(file);
    EXPECT_INT(fscanf(file, "%lu", &pages), ==, 1);
    fclose(file);
    return pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* Runs a change while there is only so much more memory. */
static int change_within(Change *change, Ripple *pool, rlim_t more)
{
    struct rlimit limit, limited;
    int error;

    if (!CAN_LIMIT)
        return change(pool);
    EXPECT_INT(getrlimit(RLIMIT_AS, &limit), ==, 0);
    limited = limit;
    limited.rlim_cur = find_memory() + more;
    EXPECT_INT(setrlimit(RLIMIT_AS, &limited), ==, 0);
    error = change(pool);
    EXPECT_INT(setrlimit(RLIMIT_AS, &limit), ==, 0);
    return error;
}

static void check_same(Ripple *pool, Ripple *twin)
{
    int columns, rows, twin_columns, twin_rows;
    size_t stride;

    EXPECT_INT(ripple_settings(pool)->model, ==, ripple_settings(twin)->model);
    EXPECT_INT(ripple_settings(pool)->cell, ==, ripple_settings(twin)->cell);
    EXPECT_INT(ripple_width(pool), ==, ripple_width(twin));
    EXPECT((ripple_mask(pool) == NULL) == (ripple_mask(twin) == NULL));
    EXPECT(ripple_current_divergence(pool) == ripple_current_divergence(twin));
    ripple_step(pool);
    ripple_step(twin);

    const int16_t *cells = ripple_heights(pool, &columns, &rows, &stride);
    const int16_t *twins =
        ripple_heights(twin, &twin_columns, &twin_rows, NULL);

    EXPECT_INT(columns, ==, twin_columns);
    EXPECT_INT(rows, ==, twin_rows);
    for (int y = 0; y < rows; y++)
        ck_assert_mem_eq(cells + (size_t)y * stride, twins + (size_t)y * stride,
                         (size_t)columns * sizeof *cells);
}

START_TEST(test_failures_change_nothing)
{
    Change *change = changes[_i].make;
    Ripple *pool = make_pool(changes[_i].has_land);
    Ripple *twin = make_pool(changes[_i].has_land);
    int error = RIPPLE_ERROR_MEMORY, failures = 0;

    for (rlim_t more = 0; more < MOST_MEMORY; more += MEMORY_STEP) {
        error = change_within(change, pool, more);
        if (error == RIPPLE_OK)
            break;
        EXPECT_INT(error, ==, RIPPLE_ERROR_MEMORY);
        check_same(pool, twin);
        failures++;
    }
    EXPECT_INT(error, ==, RIPPLE_OK);
    EXPECT_INT(failures, >=, CAN_LIMIT);
    EXPECT_INT(change(twin), ==, RIPPLE_OK);
    check_same(pool, twin);
    ripple_destroy(pool);
    ripple_destroy(twin);
}
END_TEST

Suite *memory_suite(void)
{
    Suite *suite = suite_create("memory");
    TCase *limits = tcase_create("limits");

    tcase_set_timeout(limits, 60);
    tcase_add_loop_test(limits, test_failures_change_nothing, 0,
                        (int)(sizeof changes / sizeof changes[0]));
    suite_add_tcase(suite, limits);
    return suite;
}
