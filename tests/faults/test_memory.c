/* SPDX-License-Identifier: MIT */
/*
 * A call that fails for lack of memory or threads changes nothing. Each
 * allocation and each start of a thread, mutex or condition fails in turn,
 * alone or, in `make failures`, with all later ones: the call returns an error,
 * the pool keeps the bits of a pool that never failed, and the same call then
 * succeeds.
 */
#include "fault_injection.h"
#include "../unit/water.h"
#include "lib/draw.h"
#include "lib/checkpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#define SIDE    64
#define CELL    2
#define THREADS 5

static uint8_t mask[4] = {0, 255, 255, 120};
static const uint16_t heights[2] = {60000, 20000};
static const float flow_x[2] = {0.5f, 0.25f}, flow_y[2] = {0, 0.25f};

/* The state of a pool before the change. */
enum {
    HAD_NOTHING = 0,
    HAD_LAND = 1,
    HAD_CURRENT = 2,
    HAD_MAP = 4,
    HAD_THREADS = 8,
    HAD_SPRINGS = 16,
    HAD_CAUSTICS = 32,
    HAD_LAND_MAP = 64,
    HAD_CAMERA = 128,
};

typedef struct Change {
    enum {
        CONFIGURE,
        RESIZE,
        MASK,
        LAND,
        PAINT,
        CURRENT,
        MAP,
        USE_THREADS,
        BLEND,
        LOOK,
        RETURN
    } kind;
    unsigned had;
    RippleModel model; /* these three for CONFIGURE */
    RippleEdges edges;
    int cell;
} Change;

static const Change changes[] = {
    {CONFIGURE, HAD_NOTHING, SPRING, FIXED, CELL},
    {CONFIGURE, HAD_CURRENT | HAD_LAND, SPRING, FIXED, CELL},
    {CONFIGURE, HAD_MAP | HAD_LAND, SPRING, WRAP, CELL},
    {CONFIGURE, HAD_NOTHING, ROUND, OPEN, 1},
    {CONFIGURE, HAD_CURRENT | HAD_LAND | HAD_THREADS, ROUND, OPEN, 1},
    {CONFIGURE, HAD_MAP | HAD_LAND, SPRING, WRAP, 1},
    {CONFIGURE, HAD_MAP, WAVE, MIRROR, RIPPLE_CELL_AUTO},
    {.kind = RESIZE, HAD_NOTHING},
    {.kind = RESIZE, HAD_CAUSTICS},
    {.kind = RESIZE, HAD_CURRENT | HAD_LAND | HAD_SPRINGS},
    {.kind = RESIZE, HAD_MAP | HAD_LAND | HAD_THREADS},
    {.kind = MASK, HAD_NOTHING},
    {.kind = MASK, HAD_CURRENT | HAD_SPRINGS},
    {.kind = LAND, HAD_NOTHING},
    {.kind = LAND, HAD_LAND_MAP | HAD_CURRENT},
    {.kind = RESIZE, HAD_LAND_MAP},
    {.kind = PAINT, HAD_NOTHING},
    {.kind = PAINT, HAD_MAP},
    {.kind = CURRENT, HAD_NOTHING},
    {.kind = CURRENT, HAD_LAND | HAD_SPRINGS},
    {.kind = CURRENT, HAD_MAP},
    {.kind = MAP, HAD_NOTHING},
    {.kind = MAP, HAD_LAND | HAD_CURRENT | HAD_SPRINGS},
    {.kind = BLEND, HAD_NOTHING},
    {.kind = BLEND, HAD_CAMERA},
    {.kind = LOOK, HAD_NOTHING},
    {.kind = LOOK, HAD_LAND | HAD_THREADS},
    {.kind = RETURN, HAD_NOTHING},
    {.kind = RETURN, HAD_MAP | HAD_LAND},
    {.kind = RESIZE, HAD_CAMERA | HAD_LAND},
    {CONFIGURE, HAD_CAMERA, WAVE, MIRROR, 1},
    {.kind = MASK, HAD_CAMERA},
    {.kind = PAINT, HAD_CAMERA},
    {.kind = USE_THREADS, HAD_NOTHING},
    {.kind = USE_THREADS, HAD_THREADS | HAD_MAP},
};

static int configure(Ripple *pool, const Change *change)
{
    RippleSettings settings = *ripple_settings(pool);

    settings.model = change->model;
    settings.edges = change->edges;
    settings.cell = change->cell;
    settings.refraction = 0.5;
    settings.light = 50;
    settings.bend_limit = 20;
    settings.swell = 30;
    return ripple_configure(pool, &settings);
}

/* Its pixels are those that `advance` does not use. */
static int blend(Ripple *pool)
{
    static uint32_t pixels[2][SIDE * SIDE];
    RipplePixels picture = {pixels[0], SIDE, SIDE, SIDE, 0, NULL};
    RipplePixels frame = {pixels[1], SIDE, SIDE, SIDE, 0, NULL};

    return min_int(ripple_render_at(pool, &picture, &frame, NULL, 9),
                   RIPPLE_OK);
}

static int look(Ripple *pool)
{
    RippleSettings settings = *ripple_settings(pool);

    settings.view = RIPPLE_VIEW_PERSPECTIVE;
    return ripple_configure(pool, &settings);
}

/* To where it is. */
static int go_back(Ripple *pool)
{
    RippleCheckpoint *checkpoint;
    int error = ripple_checkpoint_save(&checkpoint, pool);

    if (error == RIPPLE_OK)
        error = ripple_checkpoint_restore(checkpoint, pool);
    ripple_checkpoint_destroy(checkpoint);
    return error;
}

static int make_change(Ripple *pool, const Change *change)
{
    switch (change->kind) {
    case CONFIGURE:
        return configure(pool, change);
    case RESIZE:
        return ripple_resize(pool, SIDE + 30, SIDE - 20);
    case MASK:
        return ripple_set_mask(pool, mask, 2, 2, 2);
    case LAND:
        return ripple_set_land(pool, heights, 2, 1, 2);
    case PAINT:
        return ripple_paint_mask(pool, 30, 30, 45, 33, 9, 0, NULL);
    case CURRENT:
        return ripple_set_current(pool, 0.25, -1);
    case MAP:
        return ripple_set_current_map(pool, flow_x, flow_y, 2, 1);
    case BLEND:
        return blend(pool);
    case LOOK:
        return look(pool);
    case RETURN:
        return go_back(pool);
    default:
        return ripple_use_threads(pool, THREADS);
    }
}

/* A pool with moving waves. */
static Ripple *make_pool(unsigned had)
{
    RippleSettings settings; /* compared later, with its padding */
    Ripple *pool;

    ripple_settings_init(&settings);
    settings.cell = CELL;
    if (had & HAD_SPRINGS)
        settings.model = SPRING;
    if (had & HAD_CAUSTICS)
        settings.light = settings.bend_limit = 20;
    if (had & HAD_CAMERA)
        settings.view = RIPPLE_VIEW_PERSPECTIVE;
    pool = water_pool(SIDE, SIDE, &settings);
    if (had & HAD_LAND)
        EXPECT_OK(ripple_set_mask(pool, mask, 2, 2, 2));
    if (had & HAD_LAND_MAP)
        EXPECT_OK(ripple_set_land(pool, heights, 1, 2, 1));
    if (had & HAD_CURRENT)
        EXPECT_OK(ripple_set_current(pool, 0.5, 0.25));
    if (had & HAD_MAP)
        EXPECT_OK(ripple_set_current_map(pool, flow_y, flow_x, 1, 2));
    if (had & HAD_THREADS)
        EXPECT_OK(ripple_use_threads(pool, 2));
    water_drop(pool, 40, 36, 9, 900);
    water_step(pool, 3);
    return pool;
}

/* The checksum of a frame and the heights after one step. None of it allocates.
 */
static uint32_t advance(Ripple *pool)
{
    RipplePixels picture =
        water_picture(ripple_width(pool), ripple_height(pool));
    RipplePixels frame = water_blank(picture.width, picture.height);

    faults_arm(faults, FAULT_MEMORY, 1, 1);
    ripple_invalidate(pool);
    EXPECT_INT(ripple_advance(pool, &picture, &frame, NULL), >, 0);
    EXPECT_INT(atomic_load(&faults->counts[FAULT_MEMORY]), ==, 0);
    faults->armed = 0;
    return crc_heights(crc_frame(&frame), pool);
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
    for (int i = 0; i < 2; i++)
        EXPECT_INT(advance(pool), ==, advance(untouched));
}

/* Makes a change in which one point fails; returns 0 if there is no such point.
 */
static int fail_once(const Change *change, FaultFamily family, long point,
                     int for_ever)
{
    Ripple *pool = make_pool(change->had);
    Ripple *untouched = make_pool(change->had);
    int error, failed, wanted = RIPPLE_OK;

    faults_arm(faults, family, point, for_ever);
    error = make_change(pool, change);
    faults->armed = 0;
    failed = faults->failed[0] != '\0';
    if (failed)
        wanted = strcmp(faults->failed, "pthread_create") == 0
                     ? RIPPLE_ERROR_THREADS
                     : RIPPLE_ERROR_MEMORY;
    EXPECT_INT(error, ==, wanted);
    if (failed) {
        check_same(pool, untouched);
        EXPECT_OK(make_change(pool, change));
    }
    EXPECT_OK(make_change(untouched, change));
    check_same(pool, untouched);
    support_release();
    return failed;
}

TEST_CASE(memory, limits, .timeout_s = 120);

TEST_LOOP(limits, failures_change_nothing, COUNT(changes))
{
    static const FaultFamily families[] = {FAULT_MEMORY, FAULT_THREADS};
    const Change *change = &changes[_i];
    int is_thorough = getenv("RIPPLE_FAILURES") != NULL;
    int cases = 0;

    for (int i = 0; i < (is_thorough ? 4 : 2); i++) {
        for (long point = 1; fail_once(change, families[i % 2], point, i / 2);
             point += is_thorough ? 1 : 2)
            cases++;
    }
    EXPECT_INT(cases, >=, change->kind == USE_THREADS ? THREADS : 1);
    if (is_thorough)
        printf("the pool, change %d: %d cases\n", _i, cases);
}

/* Calls that a child made by fork begins with, and that cannot start threads:
   1 if all is well. */
static int tune_alone(Ripple *pool, int call)
{
    RipplePixels picture = water_picture(SIDE, SIDE);
    RipplePixels frame = water_blank(SIDE, SIDE);

    ripple_clear(pool);
    ripple_render(pool, &picture, &frame, NULL);
    faults_arm(faults, FAULT_THREADS, 1, 1);
    switch (call) {
    case 0:
        return ripple_use_threads(pool, 2) != RIPPLE_OK &&
               ripple_threads(pool) == 2;
    case 1:
        return ripple_use_simd(pool, "scalar") == RIPPLE_OK &&
               strcmp(ripple_simd(pool), "scalar") == 0 &&
               ripple_threads(pool) == 1;
    default:
        ripple_skip_calm(pool, 0);
        return ripple_render(pool, &picture, &frame, NULL) == 1 &&
               ripple_threads(pool) == 1;
    }
}

TEST_LOOP(limits, child_without_threads, 6)
{
    Ripple *pool = make_pool(_i < 3 ? HAD_THREADS : HAD_THREADS | HAD_CAMERA);
    pid_t child = fork();
    int status;

    if (child == 0)
        _exit(tune_alone(pool, _i % 3) ? 42 : 1);
    EXPECT_INT(waitpid(child, &status, 0), ==, child);
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 42);
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

TEST_LOOP(limits, no_pool, MODEL_COUNT)
{
    RippleSettings settings = water_settings(_i, FIXED);
    long point;

    settings.cell = _i == WAVE ? RIPPLE_CELL_AUTO : 1 + _i;
    settings.light = settings.bend_limit = settings.swell = 20;
    if (_i >= WAVE)
        settings.view = RIPPLE_VIEW_PERSPECTIVE;
    for (int for_ever = 0; for_ever < 2; for_ever++) {
        for (point = 1; fail_to_create(&settings, point, for_ever); point++)
            continue;
        EXPECT_INT(point, >, 10);
        if (getenv("RIPPLE_FAILURES") != NULL)
            printf("a new pool, model %d: %ld cases\n", _i, point - 1);
    }
}

/* Without memory for a frame between two steps it shows the newest. */
TEST_LOOP(limits, step_without_memory, 2)
{
    unsigned had = _i ? HAD_CAMERA : HAD_NOTHING;
    Ripple *pool = make_pool(had), *whole = make_pool(had);
    RipplePixels picture = water_picture(SIDE, SIDE);
    RipplePixels frame = water_blank(SIDE, SIDE);
    RipplePixels wanted = water_blank(SIDE, SIDE);

    faults_arm(faults, FAULT_MEMORY, 1, 1);
    EXPECT_INT(ripple_advance_at(pool, &picture, &frame, NULL, 9), >, 0);
    faults->armed = 0;
    EXPECT_INT(ripple_advance(whole, &picture, &wanted, NULL), >, 0);
    water_check_pixels(&wanted, &frame);
    EXPECT_INT(ripple_advance_at(pool, &picture, &frame, NULL, 9), >, 0);
    ripple_step(whole);
    EXPECT_INT(ripple_render_at(whole, &picture, &wanted, NULL, 9), >, 0);
    water_check_pixels(&wanted, &frame);
    EXPECT_INT(crc_heights(0, pool), ==, crc_heights(0, whole));
}

/* A floor that cannot be laid is the picture, as it is far from land. */
TEST(limits, floors_without_memory)
{
    enum { WIDTH = 300, LEFT = 200, PLACE = 9 };
    RippleRect part = {LEFT, 0, WIDTH - LEFT, SIDE};
    RipplePixels picture = water_picture(WIDTH, SIDE);
    RipplePixels floor = water_blank(WIDTH, SIDE);
    RipplePixels far = water_blank(WIDTH, SIDE);
    RippleSettings settings;
    int error = RIPPLE_ERROR_MEMORY, cases = 0;
    Ripple *pool;

    ripple_settings_init(&settings);
    pool = water_pool(WIDTH, SIDE, &settings);
    EXPECT_OK(ripple_paint_mask(pool, PLACE, PLACE, PLACE, PLACE, 5, 0, NULL));
    for (; error != RIPPLE_OK; cases++) {
        faults_arm(faults, FAULT_MEMORY, cases + 1, 0);
        error = ripple_lay_land(pool, &picture, NULL, &floor, NULL);
        faults->armed = 0;
        EXPECT(error == RIPPLE_OK || error == RIPPLE_ERROR_MEMORY);
        if (error != RIPPLE_OK)
            water_check_pixels(&floor, &picture);
    }
    EXPECT_INT(cases, >=, 2);
    EXPECT(floor.pixels[PLACE * floor.stride + PLACE] !=
           picture.pixels[PLACE * picture.stride + PLACE]);
    EXPECT_OK(ripple_lay_land(pool, &picture, NULL, &far, &part));
    far.pixels += LEFT;
    picture.pixels += LEFT;
    far.width = picture.width = part.width;
    water_check_pixels(&far, &picture);
}

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
static size_t count_bytes(void)
{
    struct mallinfo2 info = mallinfo2();

    return info.uordblks + info.hblkhd;
}

/* All that the view in perspective takes beyond that from above: at most 16
   bytes a cell for its maps and their scratch, with the land map; for each
   pixel 1 / z, its edge and a third of the picture, as coarser levels; and the
   sea. */
TEST(limits, memory_of_the_view)
{
    enum {
        WIDTH = 1280,
        HEIGHT = 720,
        CELLS = WIDTH * HEIGHT,
        SEA = 1 << 19,
        SLACK = 1 << 14
    };
    size_t land = CELLS * sizeof *heights, flat, used;
    Ripple *pool;

    if (SUPPORT_IS_SANITIZED)
        return;
    pool = water_pool(WIDTH, HEIGHT, NULL);
    EXPECT_OK(ripple_set_land(pool, heights, 1, 2, 1));
    flat = count_bytes();
    CONFIGURE(pool, with.view = RIPPLE_VIEW_PERSPECTIVE);
    used = count_bytes() - flat + land;
    EXPECT_INT(used, >, 19 * CELLS);
    EXPECT_INT(used, <=, 16 * CELLS + 5 * CELLS + 4 * CELLS / 3 + SEA + SLACK);
    CONFIGURE(pool, with.view = RIPPLE_VIEW_WATER);
    EXPECT_INT(count_bytes(), <=, flat + SLACK);
}
#endif
