/* SPDX-License-Identifier: MIT */
/*
 * A call that fails for lack of memory or threads changes nothing. Each
 * allocation and each start of a thread, mutex or condition fails in turn,
 * alone or with all later ones: the call returns an error, the pool keeps the
 * bits of a pool that never failed, and the same call then succeeds.
 */
#include "base/fixed.h"
#include "fault_injection.h"
#include "../test.h"
#include "../support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE    64
#define CELL    2
#define THREADS 5

static uint8_t mask[4] = {0, 255, 255, 120};
static const float flow_x[2] = {0.5f, 0.25f}, flow_y[2] = {0, 0.25f};

/* What a pool has before the change. */
typedef enum Had {
    HAD_NOTHING = 0,
    HAD_LAND = 1,
    HAD_CURRENT = 2,
    HAD_MAP = 4,
    HAD_THREADS = 8,
    HAD_SPRINGS = 16,
} Had;

static int change_settings(Ripple *pool, RippleModel model, RippleEdges edges,
                           int cell)
{
    RippleSettings settings = *ripple_settings(pool);

    settings.model = model;
    settings.edges = edges;
    settings.cell = cell;
    settings.refraction = 0.5;
    return ripple_configure(pool, &settings);
}

static int make_springs(Ripple *pool)
{
    return change_settings(pool, RIPPLE_MODEL_SPRING, RIPPLE_EDGES_FIXED, CELL);
}

static int wrap_springs(Ripple *pool)
{
    return change_settings(pool, RIPPLE_MODEL_SPRING, RIPPLE_EDGES_WRAP, CELL);
}

static int make_small_cells(Ripple *pool)
{
    return change_settings(pool, RIPPLE_MODEL_ROUND, RIPPLE_EDGES_OPEN, 1);
}

static int make_small_springs(Ripple *pool)
{
    return change_settings(pool, RIPPLE_MODEL_SPRING, RIPPLE_EDGES_WRAP, 1);
}

static int choose_cells(Ripple *pool)
{
    return change_settings(pool, RIPPLE_MODEL_WAVE, RIPPLE_EDGES_MIRROR,
                           RIPPLE_CELL_AUTO);
}

static int resize(Ripple *pool)
{
    return ripple_resize(pool, SIDE + 30, SIDE - 20);
}

static int set_mask(Ripple *pool)
{
    return ripple_set_mask(pool, mask, 2, 2, 2);
}

static int paint(Ripple *pool)
{
    return ripple_paint_mask(pool, 30, 30, 45, 33, 9, 0, NULL);
}

static int set_current(Ripple *pool)
{
    return ripple_set_current(pool, 0.25, -1);
}

static int set_map(Ripple *pool)
{
    return ripple_set_current_map(pool, flow_x, flow_y, 2, 1);
}

static int use_threads(Ripple *pool)
{
    return ripple_use_threads(pool, THREADS);
}

typedef int Change(Ripple *pool);

static const struct {
    Change *make;
    unsigned had; /* of Had */
} changes[] = {
    {make_springs, HAD_NOTHING},
    {make_springs, HAD_CURRENT | HAD_LAND},
    {wrap_springs, HAD_MAP | HAD_LAND},
    {make_small_cells, HAD_NOTHING},
    {make_small_cells, HAD_CURRENT | HAD_LAND | HAD_THREADS},
    {make_small_springs, HAD_MAP | HAD_LAND},
    {choose_cells, HAD_MAP},
    {resize, HAD_NOTHING},
    {resize, HAD_CURRENT | HAD_LAND | HAD_SPRINGS},
    {resize, HAD_MAP | HAD_LAND | HAD_THREADS},
    {set_mask, HAD_NOTHING},
    {set_mask, HAD_CURRENT | HAD_SPRINGS},
    {paint, HAD_NOTHING},
    {paint, HAD_MAP},
    {set_current, HAD_NOTHING},
    {set_current, HAD_LAND | HAD_SPRINGS},
    {set_current, HAD_MAP},
    {set_map, HAD_NOTHING},
    {set_map, HAD_LAND | HAD_CURRENT | HAD_SPRINGS},
    {use_threads, HAD_NOTHING},
    {use_threads, HAD_THREADS | HAD_MAP},
};

#define CHANGES COUNT(changes)

static void disturb(Ripple *pool)
{
    RippleStone stone = {40, 36, 9, 900, RIPPLE_PROFILE_SMOOTH};

    ripple_drop(pool, &stone);
    for (int i = 0; i < 3; i++)
        ripple_step(pool);
}

static void give(Ripple *pool, unsigned had)
{
    if (had & HAD_LAND)
        EXPECT_INT(set_mask(pool), ==, RIPPLE_OK);
    if (had & HAD_CURRENT)
        EXPECT_INT(ripple_set_current(pool, 0.5, 0.25), ==, RIPPLE_OK);
    if (had & HAD_MAP)
        EXPECT_INT(ripple_set_current_map(pool, flow_y, flow_x, 1, 2), ==,
                   RIPPLE_OK);
    if (had & HAD_THREADS)
        EXPECT_INT(ripple_use_threads(pool, 2), ==, RIPPLE_OK);
}

/* A pool in which waves are on their way. */
static Ripple *make_pool(unsigned had)
{
    RippleSettings settings;
    Ripple *pool;

    ripple_settings_init(&settings);
    settings.cell = CELL;
    if (had & HAD_SPRINGS)
        settings.model = RIPPLE_MODEL_SPRING;
    EXPECT_INT(ripple_create(&pool, SIDE, SIDE, &settings), ==, RIPPLE_OK);
    give(pool, had);
    disturb(pool);
    return pool;
}

static uint32_t crc_heights(const Ripple *pool)
{
    int columns, rows;
    size_t stride;
    const int16_t *cells = ripple_heights(pool, &columns, &rows, &stride);
    uint32_t crc = 0;

    for (int y = 0; y < rows; y++)
        crc = crc_bytes(crc, cells + (size_t)y * stride,
                        (size_t)columns * sizeof *cells);
    return crc;
}

/* Steps once and draws: what is seen, and the water. None of it allocates. */
static uint32_t advance(Ripple *pool)
{
    int width = ripple_width(pool), height = ripple_height(pool);
    RipplePixels picture = support_pixels(width, height);
    RipplePixels frame = support_pixels(width, height);
    uint32_t crc;

    faults_arm(faults, FAULT_MEMORY, 1, 1);
    ripple_invalidate(pool);
    EXPECT_INT(ripple_advance(pool, &picture, &frame, NULL), >, 0);
    EXPECT_INT(atomic_load(&faults->counts[FAULT_MEMORY]), ==, 0);
    faults->armed = 0;
    crc = crc_frame(&frame);
    free(picture.pixels);
    free(frame.pixels);
    return crc ^ crc_heights(pool);
}

static void check_same(Ripple *pool, Ripple *untouched)
{
    EXPECT(memcmp(ripple_settings(pool), ripple_settings(untouched),
                  sizeof(RippleSettings)) == 0);
    EXPECT_INT(ripple_width(pool), ==, ripple_width(untouched));
    EXPECT_INT(ripple_threads(pool), ==, ripple_threads(untouched));
    EXPECT((ripple_mask(pool) == NULL) == (ripple_mask(untouched) == NULL));
    EXPECT(ripple_current_divergence(pool) ==
           ripple_current_divergence(untouched));
    for (int i = 0; i < 3; i++)
        EXPECT_INT(advance(pool), ==, advance(untouched));
}

/* What the pool says when that call fails. */
static int find_error(void)
{
    return strcmp(faults->failed, "pthread_create") == 0 ? RIPPLE_ERROR_THREADS
                                                         : RIPPLE_ERROR_MEMORY;
}

/* Makes a change in which one point fails; returns whether there was one. */
static int fail_once(int number, Change *change, FaultFamily family, long point,
                     int for_ever)
{
    Ripple *pool = make_pool(changes[number].had);
    Ripple *untouched = make_pool(changes[number].had);
    int error, failed;

    faults_arm(faults, family, point, for_ever);
    error = change(pool);
    faults->armed = 0;
    failed = faults->failed[0] != '\0';
    EXPECT_INT(error, ==, failed ? find_error() : RIPPLE_OK);
    if (failed) {
        check_same(pool, untouched);
        EXPECT_INT(change(pool), ==, RIPPLE_OK);
    }
    EXPECT_INT(change(untouched), ==, RIPPLE_OK);
    check_same(pool, untouched);
    ripple_destroy(pool);
    ripple_destroy(untouched);
    return failed;
}

TEST_CASE(memory, limits, .timeout_s = 120);

TEST_LOOP(limits, failures_change_nothing, CHANGES)
{
    Change *change = changes[_i].make;
    int cases = 0;

    for (int for_ever = 0; for_ever < 2; for_ever++) {
        for (long point = 1;
             fail_once(_i, change, FAULT_MEMORY, point, for_ever); point++)
            cases++;
        for (long point = 1;
             fail_once(_i, change, FAULT_THREADS, point, for_ever); point++)
            cases++;
    }
    EXPECT_INT(cases, >=, change == use_threads ? 2 * (2 * THREADS) : 2);
    if (getenv("RIPPLE_FAILURES") != NULL)
        printf("the pool, change %d: %d cases\n", _i, cases);
}

static int fail_to_create(const RippleSettings *settings, long point,
                          int for_ever)
{
    Ripple *pool = (Ripple *)mask;
    int error, failed;

    faults_arm(faults, FAULT_MEMORY, point, for_ever);
    error = ripple_create(&pool, SIDE, SIDE, settings);
    faults->armed = 0;
    failed = faults->failed[0] != '\0';
    EXPECT_INT(error, ==, failed ? RIPPLE_ERROR_MEMORY : RIPPLE_OK);
    EXPECT((pool == NULL) == failed);
    ripple_destroy(pool);
    return failed;
}

TEST_LOOP(limits, no_pool, RIPPLE_MODEL_SPRING + 1)
{
    RippleSettings settings;
    long point;

    ripple_settings_init(&settings);
    settings.model = (RippleModel)_i;
    settings.cell = _i == RIPPLE_MODEL_WAVE ? RIPPLE_CELL_AUTO : 1 + _i;
    for (int for_ever = 0; for_ever < 2; for_ever++) {
        for (point = 1; fail_to_create(&settings, point, for_ever); point++)
            continue;
        EXPECT_INT(point, >, 10);
        if (getenv("RIPPLE_FAILURES") != NULL)
            printf("a new pool, model %d: %ld cases\n", _i, point - 1);
    }
}
