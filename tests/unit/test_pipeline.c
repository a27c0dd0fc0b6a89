/* SPDX-License-Identifier: MIT */
/*
 * Threads, vector kernels and the skipping of calm water change no bit: scenes
 * of every model, kind of edges, shore and current are played in every way and
 * compared with one thread, scalar kernels and no skipping.
 */
#include "lib/draw.h"
#include "lib/water/step.h"
#include "water.h"

#include <string.h>

#ifndef RIPPLE_SCENE_STEPS
#define RIPPLE_SCENE_STEPS 72
#endif
#define STEPS       RIPPLE_SCENE_STEPS
#define CHECK_EVERY 6

typedef struct Setup {
    int width, height;
    RippleModel model;
    int damping;
    double refraction;
    int every;  /* steps between stones */
    int stones; /* at once */
    int weight;
    RippleProfile profile;
    RippleEdges edges;
    enum { MASK_NONE, MASK_FIXED, MASK_MIRROR } depth_map;
    double current; /* to the right, half of it down */
    int has_map;    /* the current is a vortex */
    int cell;       /* other than 1: linear and lit */
} Setup;

static const Setup sceneries[] = {
    {1, 1, CLASSIC, 5, 1, 3, 1, 90, DISC, FIXED, MASK_NONE, 0, 0, 1},
    {63, 9, ROUND, 6, 0.0625, 7, 1, 900, SMOOTH, FIXED, MASK_NONE, 0, 0, 1},
    {65, 17, CLASSIC, 1, 4, 2, 2, 128, DISC, FIXED, MASK_NONE, 0, 0, 1},
    {129, 40, ROUND, 7, 1, 5, 3, 60, SMOOTH, FIXED, MASK_NONE, 0, 0, 1},
    {200, 75, CLASSIC, 5, 1, 8, 1, 100, DISC, FIXED, MASK_NONE, 0, 0, 1},
    {640, 97, CLASSIC, 5, 1, 30, 1, 64, DISC, FIXED, MASK_NONE, 0, 0, 1},
    {321, 101, ROUND, 8, 0.25, 1, 4, 800, SMOOTH, FIXED, MASK_NONE, 0, 0, 1},
    {512, 64, CLASSIC, 3, 1, 1, 40, 128, DISC, FIXED, MASK_NONE, 0, 0, 1},
    {16, 700, ROUND, 6, 1.5, 9, 1, 300, SMOOTH, FIXED, MASK_NONE, 0, 0, 1},
    {700, 16, CLASSIC, 15, 0, 9, 1, 300, DISC, FIXED, MASK_NONE, 0, 0, 1},
    {400, 75, ROUND, 5, 1, 99, 1, 2000, SMOOTH, FIXED, MASK_NONE, 0, 0, 1},
    {257, 129, CLASSIC, 0, 1, 4, 1, 32767, DISC, FIXED, MASK_NONE, 0, 0, 1},
    {130, 33, WAVE, 6, 0.25, 5, 2, 900, SMOOTH, FIXED, MASK_NONE, 0, 0, 1},
    {300, 120, CLASSIC, 5, 0.25, 9, 1, 900, SMOOTH, OPEN, MASK_NONE, 0, 0, 1},
    {260, 90, ROUND, 6, 0.25, 9, 1, 900, SMOOTH, OPEN, MASK_MIRROR, 0, 0, 1},
    {260, 90, ROUND, 6, 0.25, 30, 1, 900, SMOOTH, WRAP, MASK_NONE, 0.7, 0, 1},
    {64, 8, CLASSIC, 6, 0.25, 9, 1, 900, SMOOTH, WRAP, MASK_NONE, -0.3, 0, 1},
    {200, 75, ROUND, 6, 0.25, 9, 1, 900, SMOOTH, FIXED, MASK_NONE, 2.5, 0, 1},
    {100, 43, ROUND, 6, 0.25, 30, 1, 900, SMOOTH, OPEN, MASK_MIRROR, 0.5, 1, 1},
    {1024, 73, ROUND, 7, 0.25, 3, 9, 900, SMOOTH, OPEN, MASK_NONE, 0, 0, 1},
    {65, 200, ROUND, 7, 0.25, 9, 1, 900, SMOOTH, OPEN, MASK_NONE, 0, 0, 1},
    {129, 97, SPRING, 7, 0.25, 9, 1, 3000, SMOOTH, OPEN, MASK_NONE, 0, 0, 1},
    {200, 75, CLASSIC, 6, 0.25, 60, 1, 900, SMOOTH, OPEN, MASK_NONE, -1.7, 0,
     1},
    {1, 3, WAVE, 6, 0.25, 3, 1, 900, DISC, OPEN, MASK_FIXED, 0.5, 0, 1},
    {202, 49, ROUND, 6, 0.25, 5, 1, 900, SMOOTH, FIXED, MASK_NONE, 0, 0, 2},
    {165, 75, WAVE, 6, 0.25, 5, 1, 900, SMOOTH, OPEN, MASK_MIRROR, 0, 0, 3},
    {281, 83, SPRING, 6, 0.25, 5, 1, 3000, SMOOTH, WRAP, MASK_FIXED, 0, 0, 4},
    {101, 97, ROUND, 6, 0.25, 9, 1, 900, SMOOTH, OPEN, MASK_NONE, 0.7, 0, 0},
    {98, 50, ROUND, 6, 0.25, 9, 1, 900, SMOOTH, WRAP, MASK_NONE, 0.7, 0, 2},
};

/* Played with every model. */
static const Setup any_model[] = {
    {200, 60, 0, 6, 0.25, 9, 1, 900, SMOOTH, OPEN, MASK_FIXED, 0, 0, 1},
    {129, 64, 0, 6, 0.25, 5, 2, 900, SMOOTH, MIRROR, MASK_MIRROR, 0, 0, 1},
    {200, 60, 0, 6, 0.25, 5, 2, 3000, SMOOTH, WRAP, MASK_FIXED, 0, 0, 1},
    {200, 70, 0, 6, 0.25, 5, 1, 3000, SMOOTH, OPEN, MASK_NONE, 0.4, 0, 1},
    {70, 39, 0, 6, 0.25, 30, 1, 900, SMOOTH, WRAP, MASK_FIXED, 1.7, 1, 1},
    {70, 39, 0, 6, 0.25, 30, 1, 3000, SMOOTH, MIRROR, MASK_MIRROR, 3.2, 1, 1},
};

#define SCENERY_COUNT (COUNT(sceneries) + COUNT(any_model) * MODEL_COUNT)

static Setup scenery_at(int i)
{
    int past = i - COUNT(sceneries);
    Setup setup;

    if (past < 0)
        return sceneries[i];
    setup = any_model[past / MODEL_COUNT];
    setup.model = (RippleModel)(past % MODEL_COUNT);
    return setup;
}

/* How a frame follows a step. */
typedef enum Fusion {
    APART,         /* ripple_step, then ripple_render */
    FUSED,         /* ripple_advance */
    FUSED_BETWEEN, /* ripple_advance_at, of which each frame is between steps */
} Fusion;

typedef struct Way {
    int threads;
    const char *simd;
    int skips;
    Fusion fusion;
} Way;

typedef struct Play {
    const Setup *setup;
    Ripple *pool;
    RipplePixels picture, frame;
    uint64_t random;
} Play;

static void set_frame(Play *play, int width, int height)
{
    play->picture = water_picture(width, height);
    play->frame = water_picture(width, height);
    ripple_invalidate(play->pool);
}

/* Islands, and a coast with shallows before it. */
static void set_mask(Ripple *pool)
{
    uint8_t mask[16][40];

    for (int y = 0; y < 16; y++) {
        for (int x = 0; x < 40; x++) {
            int is_island = x % 11 < 3 && y % 7 > 3;

            mask[y][x] = (uint8_t)(is_island ? 0 : x < 8 ? 30 * x : 255);
        }
    }
    EXPECT_OK(ripple_set_mask(pool, mask[0], 40, 16, 40));
}

static void set_current(Ripple *pool, const Setup *setup)
{
    float x[12 * 9], y[12 * 9];

    for (int i = 0; i < 12 * 9; i++) {
        x[i] = (float)(setup->current * (4 - i / 12) / 4);
        y[i] = (float)(setup->current * (i % 12 - 5) / 6);
    }
    if (setup->has_map)
        EXPECT_OK(ripple_set_current_map(pool, x, y, 12, 9));
    else
        EXPECT_OK(ripple_set_current(pool, setup->current, setup->current / 2));
}

static void set_scenery(Ripple *pool, const Setup *setup)
{
    RippleSettings settings = *ripple_settings(pool);

    settings.edges = setup->edges;
    settings.shore = setup->depth_map == MASK_MIRROR ? RIPPLE_SHORE_MIRROR
                                                     : RIPPLE_SHORE_FIXED;
    settings.cell = setup->cell;
    if (setup->cell != 1) {
        settings.filter = RIPPLE_FILTER_LINEAR;
        settings.light = 60;
        settings.swell = setup->cell == 2 ? 40 : 0;
        settings.bend_limit = setup->cell == 2 ? 0 : 20;
    }
    EXPECT_OK(ripple_configure(pool, &settings));
    if (setup->depth_map != MASK_NONE)
        set_mask(pool);
    set_current(pool, setup);
}

static void start(Play *play, const Setup *setup, const Way *way)
{
    *play = (Play){.setup = setup, .random = 11};
    play->pool = water_damped(setup->width, setup->height, setup->model,
                              setup->damping, setup->refraction);
    set_scenery(play->pool, setup);
    EXPECT_OK(ripple_use_threads(play->pool, way->threads));
    EXPECT_OK(ripple_use_simd(play->pool, way->simd));
    ripple_skip_calm(play->pool, way->skips);
    set_frame(play, setup->width, setup->height);
}

/* Stones, a line now and then, calm once, and another size for a while. */
static void disturb(Play *play, int step)
{
    const Setup *setup = play->setup;
    int width = ripple_width(play->pool), height = ripple_height(play->pool);

    if (step == 40)
        ripple_clear(play->pool);
    if (step % 16 == 10) {
        RippleStone hull = {width / 3, height / 2, 6, 300, BODY};

        ripple_drop_line(play->pool, &hull, width / 3 + 20, height / 2 + 3);
        ripple_disturb(play->pool, width / 4, height / 4, 900);
    }
    if (setup->depth_map != MASK_NONE && step % 20 == 5)
        EXPECT_OK(ripple_paint_mask(play->pool, width / 2, step, width / 2 + 9,
                                    step + 9, 5, step % 40 == 5 ? 0 : 255,
                                    NULL));
    if (step == 50 || step == 65) {
        int add = step == 50 ? 37 : 0;

        width = setup->width + add;
        height = setup->height + add / 2;
        EXPECT_OK(ripple_resize(play->pool, width, height));
        set_frame(play, width, height);
    }
    for (int i = 0; step % setup->every == 0 && i < setup->stones; i++) {
        RippleStone stone = {support_between(&play->random, 0, width),
                             support_between(&play->random, 0, height),
                             support_between(&play->random, 1, 14),
                             setup->weight, setup->profile};

        ripple_drop(play->pool, &stone);
        if (step % 32 == 0)
            ripple_drop_line(play->pool, &stone, width / 2, height / 2);
    }
}

static int phase_of(int step)
{
    return 41 * step % (RIPPLE_MAX_PHASE + 1);
}

static void advance(Play *play, const Way *way, int step)
{
    int count;

    switch (way->fusion) {
    case FUSED:
        count = ripple_advance(play->pool, &play->picture, &play->frame, NULL);
        break;
    case FUSED_BETWEEN:
        count = ripple_advance_at(play->pool, &play->picture, &play->frame,
                                  NULL, phase_of(step));
        break;
    default:
        ripple_step(play->pool);
        count = ripple_render(play->pool, &play->picture, &play->frame, NULL);
    }
    EXPECT_INT(count, >=, 0);
}

static uint32_t sum(const Play *play)
{
    return crc_heights(crc_frame(&play->frame), play->pool);
}

/* Sums heights and a frame between the last two steps. */
static uint32_t sum_between(Play *play, const Way *way, int step)
{
    if (way->fusion != FUSED_BETWEEN)
        EXPECT_INT(ripple_render_at(play->pool, &play->picture, &play->frame,
                                    NULL, phase_of(step)),
                   >=, 0);
    return sum(play);
}

static void play_scene(uint32_t *sums, const Setup *setup, const Way *way)
{
    Play play;

    start(&play, setup, way);
    for (int step = 0; step < STEPS; step++) {
        disturb(&play, step);
        advance(&play, way, step);
        if (step % CHECK_EVERY == 0)
            sums[step / CHECK_EVERY] = sum_between(&play, way, step);
    }
    support_release();
}

static void check_way(const uint32_t *wanted, const Setup *setup, Way way)
{
    uint32_t sums[STEPS / CHECK_EVERY + 1] = {0};

    play_scene(sums, setup, &way);
    for (int i = 0; i < STEPS / CHECK_EVERY; i++) {
        if (sums[i] != wanted[i])
            ck_abort_msg("%dx%d, %d threads, %s, skips %d, fusion %d: other "
                         "bits by step %d of %s",
                         setup->width, setup->height, way.threads, way.simd,
                         way.skips, way.fusion, i * CHECK_EVERY,
                         ripple_model_name(setup->model));
    }
}

static void find_wanted(uint32_t *wanted, const Setup *setup, const char *simd)
{
    Way plainest = {1, simd, 0, APART};

    play_scene(wanted, setup, &plainest);
}

TEST_CASE(pipeline, threads, .timeout_s = 60);

/* Compared with one thread of the same level; any_level compares that, and two
   threads, with the scalar kernels. Few scenes need more than 7 threads. */
TEST_LOOP(threads, any_number_of_threads, SCENERY_COUNT)
{
    static const int threads[] = {7, 1, 4, 64};
    Setup setup = scenery_at(_i);
    uint32_t wanted[STEPS / CHECK_EVERY + 1];

    find_wanted(wanted, &setup, "auto");
    for (int i = 0; i < (_i < 12 ? COUNT(threads) : 1); i++)
        check_way(wanted, &setup, (Way){threads[i], "auto", i % 2, FUSED});
    for (int i = 0; i < 2; i++) {
        check_way(wanted, &setup, (Way){3, "auto", i, APART});
        check_way(wanted, &setup, (Way){3, "auto", i, FUSED_BETWEEN});
    }
}

TEST_CASE(pipeline, levels, .timeout_s = 60);

/* For coverage ripple-difftest runs each line of the kernels. */
#define LEVEL_SCENES (SUPPORT_IS_COVERAGE ? 0 : SCENERY_COUNT)

/* Every other level in turns, the scalar one among them. */
TEST_LOOP(levels, any_level, LEVEL_SCENES)
{
    Setup setup = scenery_at(_i);
    uint32_t wanted[STEPS / CHECK_EVERY + 1];
    const char *simd;

    find_wanted(wanted, &setup, "scalar");
    for (int i = 0; (simd = ripple_simd_name(i)) != NULL; i++) {
        if (i % 2 == _i % 2)
            check_way(wanted, &setup,
                      (Way){2, simd, _i / 2 % 2, _i % 3 ? FUSED : APART});
    }
}

TEST_CASE(pipeline, calm, .timeout_s = 60);

/* A tile is stepped if all it holds is a height before, or a speed. */
TEST_LOOP(calm, the_last_active_tile, MODEL_COUNT)
{
    enum { WIDTH = 140, HEIGHT = 30, X = 70, Y = 12, TILE_X = 1, TILE_Y = 1 };
    RippleSettings settings = water_settings(_i, FIXED);
    int has_speeds = ripple_model_of(&settings)->has_speeds;
    StepContext context = {.kernels = ripple_kernels_best()};
    Plane *plane;
    Field field;
    Boundary boundary;
    int16_t *next;

    EXPECT_OK(ripple_field_init(&field, WIDTH, HEIGHT));
    if (has_speeds)
        EXPECT_OK(ripple_field_add_plane(&field, &field.speeds));
    EXPECT_OK(ripple_boundary_init(&boundary, &field));
    context.stencil = context.plain_stencil =
        ripple_model_stencil(&settings, 1);
    if (context.stencil.kind == STENCIL_FINE)
        EXPECT_OK(ripple_field_add_fractions(&field));
    context.boundary = &boundary;
    plane = has_speeds ? &field.speeds : &field.before;
    plane->cells[Y * field.stride + X] = 1600;
    ripple_field_flags(&field, plane, TILE_Y)[TILE_X] = RIPPLE_ACTIVE;
    ripple_field_count_row(&field, plane, TILE_Y);
    ripple_step_row(&context, &field, &field.before, &field.speeds, TILE_Y);
    next = &field.before.cells[Y * field.stride + X];
    if (has_speeds)
        EXPECT(*next > 80 && *next <= 100);
    else
        EXPECT(*next < -1500 && *next > -1600);
    ripple_boundary_clear(&boundary);
    ripple_field_clear(&field);
}

/* Level, threads and skipping may change at any time. */
TEST_LOOP(calm, changes_in_midstream, 6)
{
    const Setup *setup = &sceneries[4 + _i];
    uint32_t wanted[STEPS / CHECK_EVERY + 1];
    Way way = {1, "scalar", 1, FUSED};
    uint64_t random = 3;
    Play play;

    find_wanted(wanted, setup, "scalar");
    start(&play, setup, &way);
    for (int step = 0; step < STEPS; step++) {
        const char *simd = ripple_simd_name(support_between(&random, 0, 3));

        disturb(&play, step);
        way.fusion = (Fusion)support_between(&random, 0, FUSED_BETWEEN);
        ripple_skip_calm(play.pool, support_between(&random, 0, 1));
        EXPECT_OK(
            ripple_use_threads(play.pool, support_between(&random, 1, 6)));
        if (simd != NULL) {
            EXPECT_OK(ripple_use_simd(play.pool, simd));
            ck_assert_str_eq(ripple_simd(play.pool), simd);
        }
        advance(&play, &way, step);
        if (step % CHECK_EVERY == 0)
            EXPECT_INT(sum_between(&play, &way, step), ==,
                       wanted[step / CHECK_EVERY]);
    }
}

TEST_CASE(pipeline, use, .timeout_s = 30);

/* Copying the rectangles alone keeps a copy of the frame up to date. */
TEST_LOOP(use, rectangles_cover_what_changed, 6)
{
    Way way = {2, "auto", 1, 1};
    RipplePixels shown;
    Play play;

    start(&play, &sceneries[4 + _i], &way);
    shown = water_picture(play.frame.width, play.frame.height);
    for (int step = 0; step < 40; step++) {
        const RippleRect *rects;
        int count;

        disturb(&play, step);
        count = ripple_advance(play.pool, &play.picture, &play.frame, &rects);
        for (int i = 0; i < count; i++) {
            for (int y = rects[i].y; y < rects[i].y + rects[i].height; y++) {
                size_t first = (size_t)y * shown.stride + (size_t)rects[i].x;

                memcpy(shown.pixels + first, play.frame.pixels + first,
                       (size_t)rects[i].width * sizeof(uint32_t));
            }
        }
        EXPECT_INT(crc_frame(&shown), ==, crc_frame(&play.frame));
    }
}

/* More threads than rows of tiles, and two pools that work in turns. */
TEST(use, pools_side_by_side)
{
    Way many = {64, "auto", 1, FUSED_BETWEEN},
        two = {2, "auto", 1, FUSED_BETWEEN};
    Play a, b;

    start(&a, &sceneries[6], &many);
    start(&b, &sceneries[6], &two);
    for (int step = 0; step < 60; step++) {
        disturb(&a, step);
        disturb(&b, step);
        advance(&a, &many, step);
        advance(&b, &two, step);
        EXPECT_INT(sum(&a), ==, sum(&b));
    }
}

/* Threads share the floor; who lays a row does not show. */
TEST_LOOP(use, floors_are_the_same_on_threads, 3)
{
    enum { WIDTH = 203, HEIGHT = 171 };
    static const int cells[] = {1, 2, 5};
    Ripple *pool = water_damped(WIDTH, HEIGHT, RIPPLE_MODEL_ROUND, 6, 1);
    RipplePixels picture = water_picture(WIDTH, HEIGHT);
    RipplePixels land = water_picture(37, 19);
    RipplePixels floor = water_picture(WIDTH, HEIGHT);
    RipplePixels again = water_picture(WIDTH, HEIGHT);
    uint64_t random = 3;

    CONFIGURE(pool, with.cell = cells[_i]);
    for (int i = 0; i < 12; i++) {
        int x = support_between(&random, 0, WIDTH);
        int y = support_between(&random, 0, HEIGHT);
        int depth = i % 3 == 2 ? 120 : i % 6 == 1 ? 255 : 0;

        EXPECT_OK(ripple_paint_mask(pool, x, y, y, x, 9 * i % 50, depth, NULL));
        EXPECT_OK(ripple_use_threads(pool, 1));
        EXPECT_OK(ripple_lay_land(pool, &picture, &land, &floor, NULL));
        EXPECT_OK(ripple_use_threads(pool, 2 + 5 * i % 11));
        EXPECT_OK(ripple_lay_land(pool, &picture, &land, &again, NULL));
        water_check_pixels(&again, &floor);
    }
}
