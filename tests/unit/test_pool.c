/* SPDX-License-Identifier: MIT */
/* The public interface of the pool: errors, sizes, settings, neighbours. Water
   that goes back to a checkpoint goes on with the same bits. */
#include "lib/kernels/kernels.h"
#include "lib/checkpoint.h"
#include "water.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

TEST_CASE(pool, interface, .timeout_s = 4);

TEST(interface, sizes)
{
    static const int bad[][2] = {{0, 10},    {10, 0},    {-1, 5},       {5, -1},
                                 {32769, 1}, {1, 32769}, {99999, 99999}};
    static const int good[][2] = {{1, 1}, {32768, 1}, {1, 32768}, {640, 427}};
    Ripple *pool;

    for (int i = 0; i < COUNT(bad); i++) {
        pool = (Ripple *)&pool;
        EXPECT_BAD_SIZE(ripple_create(&pool, bad[i][0], bad[i][1], NULL));
        ck_assert_ptr_null(pool);
    }
    for (int i = 0; i < COUNT(good); i++) {
        int columns, rows;
        size_t stride;

        EXPECT_OK(ripple_create(&pool, good[i][0], good[i][1], NULL));
        EXPECT_INT(ripple_width(pool), ==, good[i][0]);
        EXPECT_INT(ripple_height(pool), ==, good[i][1]);
        ck_assert_ptr_nonnull(ripple_heights(pool, &columns, &rows, &stride));
        EXPECT_INT(columns, ==, good[i][0]);
        EXPECT_INT(rows, ==, good[i][1]);
        EXPECT_INT(stride, >=, (size_t)columns);
        EXPECT(ripple_is_calm(pool));
        ripple_step(pool);
        EXPECT_BAD_SIZE(ripple_resize(pool, 0, 5));
        EXPECT_BAD_SIZE(ripple_resize(pool, 5, 40000));
        EXPECT_INT(ripple_width(pool), ==, good[i][0]);
        ripple_destroy(pool);
    }
    ripple_destroy(NULL);
}

TEST(interface, settings)
{
    RippleSettings settings = water_settings(ROUND, FIXED);
    Ripple *pool = water_pool(9, 9, &settings);

    settings.refraction = 4;
    EXPECT_OK(ripple_configure(pool, &settings));
    settings.model = (RippleModel)99;
    EXPECT_BAD_SETTING(ripple_configure(pool, &settings));
    EXPECT_INT(ripple_settings(pool)->model, ==, ROUND);
    ck_assert_double_eq(ripple_settings(pool)->refraction, 4);
    EXPECT_BAD_SETTING(ripple_create(&pool, 9, 9, &settings));
    ck_assert_ptr_null(pool);
}

/* Every preset has settings that a pool can have. */
TEST(interface, presets)
{
    RippleSettings settings;
    const char *name;
    int count = 0;

    while ((name = ripple_preset_name(count)) != NULL) {
        EXPECT_OK(ripple_settings_preset(&settings, name));
        EXPECT_OK(ripple_settings_check(&settings, NULL, 0));
        count++;
    }
    EXPECT_INT(count, ==, 13);
    EXPECT_OK(ripple_settings_preset(&settings, "storm"));
    EXPECT_INT(settings.damping, ==, 5);
    ck_assert_double_eq(settings.sky, 70);
    ck_assert_double_eq(settings.bend_limit, 12);
}

/* Water goes on when a setting changes by its name. */
TEST(interface, settings_by_name)
{
    Ripple *pool = water_damped(20, 10, ROUND, 6, 1);
    char text[32];

    ripple_disturb(pool, 9, 5, 900);
    EXPECT_OK(ripple_set(pool, "model", "spring"));
    EXPECT_OK(ripple_set(pool, "light", "62.5"));
    EXPECT_INT(ripple_settings(pool)->model, ==, RIPPLE_MODEL_SPRING);
    EXPECT_OK(ripple_get(pool, "light", text, sizeof text));
    ck_assert_str_eq(text, "62.5");
    EXPECT(!ripple_is_calm(pool));
}

TEST(interface, names_and_texts)
{
    RippleModel model;

    EXPECT_INT(ripple_model_find(&model, "classic"), ==, 0);
    EXPECT_INT(model, ==, CLASSIC);
    EXPECT_INT(ripple_model_find(&model, "round"), ==, 0);
    ck_assert_str_eq(ripple_model_name(model), "round");
    EXPECT_BAD_SETTING(ripple_model_find(&model, "Round"));
    for (int i = 0; i < MODEL_COUNT; i++) {
        EXPECT_OK(ripple_model_find(&model, ripple_model_name((RippleModel)i)));
        EXPECT_INT(model, ==, i);
        EXPECT(strlen(ripple_model_summary(model)) > 9);
        EXPECT(strlen(ripple_model_source(model)) > 9);
    }
    ck_assert_ptr_null(ripple_model_name((RippleModel)MODEL_COUNT));
    ck_assert_ptr_null(ripple_model_summary((RippleModel)-1));
    ck_assert_ptr_null(ripple_model_source((RippleModel)MODEL_COUNT));
    ck_assert_str_eq(ripple_simd_name(0), "scalar");
    ck_assert_str_eq(ripple_version(), RIPPLE_VERSION);
    ck_assert_str_ne(ripple_backend_name(0), "");
    ck_assert_ptr_null(ripple_backend_name(-1));
    ck_assert_ptr_null(ripple_backend_name(99));
    ck_assert_ptr_null(ripple_simd_name(-1));
    for (int error = RIPPLE_ERROR_GPU; error <= RIPPLE_OK; error++)
        ck_assert_str_ne(ripple_error_text(error), ripple_error_text(99));
}

/* Cells that exist in both sizes keep `now` and `before`. */
TEST(interface, resize_keeps_the_water_that_fits)
{
    static const int sizes[][2] = {{200, 90}, {40, 200}, {300, 300}, {1, 1},
                                   {64, 16},  {129, 33}, {100, 80}};

    for (int i = 0; i < COUNT(sizes); i++) {
        Ripple *pool = water_damped(100, 80, CLASSIC, 5, 1);
        Ripple *whole = water_damped(100, 80, CLASSIC, 5, 1);
        int width = sizes[i][0], height = sizes[i][1];

        support_stir(pool, &(uint64_t){9}, 500);
        support_stir(whole, &(uint64_t){9}, 500);
        EXPECT_OK(ripple_resize(pool, width, height));
        for (int k = 0; k < width * height; k++) {
            int x = k % width, y = k / width;

            EXPECT_INT(support_height(pool, x, y), ==,
                       x < 100 && y < 80 ? support_height(whole, x, y) : 0);
        }
        /* A step shows that `before` was kept too. */
        ripple_step(pool);
        ripple_step(whole);
        water_check_moved(pool, whole, min_int(width, 100) - 1,
                          min_int(height, 80) - 1, 0, 0);
        EXPECT_INT(water_rest(pool, 500), <, 500);
    }
}

TEST(interface, render_refuses_other_sizes)
{
    Ripple *pool = water_damped(20, 10, ROUND, 6, 1);
    RipplePixels right = water_picture(20, 10), frame = water_picture(20, 10);
    RipplePixels wrong[] = {right, right, right, right, right, right, frame};

    wrong[0].width = 19;
    wrong[1].height = 11;
    wrong[2].stride = 19;
    wrong[3].pixels = NULL;
    wrong[4].stride = SIZE_MAX;
    wrong[5].stride = SIZE_MAX / 4 + 1;
    wrong[6].pixels += 199; /* the last pixel of frame */
    for (int i = 0; i < COUNT(wrong); i++) {
        EXPECT_BAD_PIXELS(ripple_render(pool, &wrong[i], &frame, NULL));
        EXPECT_BAD_PIXELS(ripple_render(pool, &frame, &wrong[i], NULL));
        EXPECT_BAD_PIXELS(ripple_render_at(pool, &frame, &wrong[i], NULL, 64));
        EXPECT_BAD_PIXELS(ripple_advance(pool, &wrong[i], &frame, NULL));
        EXPECT_BAD_PIXELS(ripple_lay_floor(pool, &frame, &wrong[i], NULL));
    }
    EXPECT_INT(ripple_render(pool, &right, &frame, NULL), ==, 1);
}

/* Calls that must be refused: pointers that are NULL, steps and phases out of
   range, and rows of a mask that overlap or fit into no memory. */
TEST(interface, calls_that_are_refused)
{
    enum { SETTING = RIPPLE_ERROR_SETTING, PIXELS = RIPPLE_ERROR_PIXELS };
    enum { SIZE = RIPPLE_ERROR_SIZE, WIDTH = 20, HEIGHT = 10 };
    Ripple *pool = water_damped(WIDTH, HEIGHT, ROUND, 6, 1);
    RipplePixels pixels = water_picture(WIDTH, HEIGHT);
    RipplePixels frame = water_blank(WIDTH, HEIGHT);
    RippleSettings settings = *ripple_settings(pool);
    RippleStone stone = {WIDTH / 2, HEIGHT / 2, 5, 500, SMOOTH};
    RippleModel model;
    uint8_t mask[4] = {0};
    float flow[1] = {1};
    char text[96] = "";
    const struct {
        int result, wanted;
    } calls[] = {
        {ripple_model_find(NULL, "round"), SETTING},
        {ripple_model_find(&model, NULL), SETTING},
        {ripple_settings_check(NULL, NULL, 0), SETTING},
        {ripple_setting_set(NULL, "light", "1", NULL, 0), SETTING},
        {ripple_setting_set(&settings, NULL, "1", NULL, 0), SETTING},
        {ripple_setting_set(&settings, "light", NULL, NULL, 0), SETTING},
        {ripple_setting_set(&settings, "model", NULL, NULL, 0), SETTING},
        {ripple_setting_get(NULL, "light", text, sizeof text), SETTING},
        {ripple_setting_get(&settings, NULL, text, sizeof text), SETTING},
        {ripple_setting_get(&settings, "light", NULL, 0), SETTING},
        {ripple_settings_preset(NULL, "pond"), SETTING},
        {ripple_settings_preset(&settings, NULL), SETTING},
        {ripple_settings_preset(&settings, "pnod"), SETTING},
        {ripple_set(pool, "light", "101"), SETTING},
        {ripple_set(pool, "lihgt", "1"), SETTING},
        {ripple_get(pool, "lihgt", text, sizeof text), SETTING},
        {ripple_copy_pixels(NULL, &pixels), PIXELS},
        {ripple_copy_pixels(&pixels, NULL), PIXELS},
        {ripple_create(NULL, WIDTH, HEIGHT, NULL), SETTING},
        {ripple_configure(pool, NULL), SETTING},
        {ripple_set_mask(pool, mask, 2, 2, 1), SIZE},
        {ripple_set_mask(pool, mask, 2, 2, SIZE_MAX), SIZE},
        {ripple_set_mask(pool, mask, 2, 3, PTRDIFF_MAX), SIZE},
        {ripple_lay_floor(pool, NULL, &pixels, NULL), PIXELS},
        {ripple_lay_floor(pool, &pixels, NULL, NULL), PIXELS},
        {ripple_set_current_map(pool, NULL, flow, 1, 1), SETTING},
        {ripple_set_current_map(pool, flow, NULL, 1, 1), SETTING},
        {ripple_splash(pool, NULL, 8), SETTING},
        {ripple_splash(pool, &stone, 0), SETTING},
        {ripple_splash(pool, &stone, RIPPLE_MAX_SPLASH + 1), SETTING},
        {ripple_use_backend(pool, NULL), SETTING},
        {ripple_use_backend(pool, "gpu"), RIPPLE_ERROR_GPU},
        {ripple_use_gpu(pool, NULL, 1), SETTING},
        {ripple_use_simd(pool, NULL), SETTING},
        {ripple_render(pool, NULL, &pixels, NULL), PIXELS},
        {ripple_render(pool, &pixels, NULL, NULL), PIXELS},
        {ripple_render_at(pool, &pixels, &frame, NULL, -1), SETTING},
        {ripple_render_at(pool, &pixels, &frame, NULL, 257), SETTING},
        {ripple_render_at(pool, NULL, &frame, NULL, 64), PIXELS},
        {ripple_advance(pool, NULL, &pixels, NULL), PIXELS},
        {ripple_advance(pool, &pixels, NULL, NULL), PIXELS},
    };

    for (int i = 0; i < COUNT(calls); i++) {
        if (calls[i].result != calls[i].wanted)
            ck_abort_msg("call %d: %d", i, calls[i].result);
    }
    ripple_settings_init(NULL);
    ripple_drop(pool, NULL);
    ripple_drop_line(pool, NULL, 5, 5);
    EXPECT(ripple_is_calm(pool) && ripple_mask(pool) == NULL);
    EXPECT(memcmp(&settings, ripple_settings(pool), sizeof settings) == 0);
    EXPECT_BAD_SETTING(ripple_settings_check(NULL, text, sizeof text));
    ck_assert_str_eq(text, "settings must not be NULL");
}

/* The flow at a pixel, and whether it is within 1 / 4096 of a cell. */
static int flows(const Ripple *pool, int x, int y, double wanted_x,
                 double wanted_y)
{
    int flow_x, flow_y;

    ripple_current_at(pool, x, y, &flow_x, &flow_y);
    return fabs(flow_x / 65536.0 - wanted_x) <= ripple_cell(pool) / 4096 &&
           fabs(flow_y / 65536.0 - wanted_y) <= ripple_cell(pool) / 4096;
}

/* A uniform current is the same everywhere, in pixels of any size of cells and
   with any plan of passes. */
TEST(interface, uniform_currents_at_pixels)
{
    static const double currents[][2] = {
        {0.5, -0.25}, {0.01, 0}, {-0.03, 0.7}, {4, -2.5}, {0, 0}};

    for (int i = 0; i < COUNT(currents); i++) {
        double x = currents[i][0], y = currents[i][1];
        Ripple *fine = water_pool(100, 62, NULL);
        Ripple *coarse;
        RippleSettings settings = *ripple_settings(fine);

        settings.cell = 4;
        coarse = water_pool(100, 62, &settings);
        EXPECT(flows(fine, 9, 9, 0, 0));
        EXPECT_OK(ripple_set_current(fine, x, y));
        EXPECT_OK(ripple_set_current(coarse, x, y));
        EXPECT(flows(fine, 0, 0, x, y) && flows(fine, 99, 61, x, y));
        EXPECT(flows(fine, -5, 1000, x, y));
        EXPECT(flows(coarse, 50, 30, 4 * x, 62.0 / 16 * y));
    }
}

/* Around land water flows faster, and not through it. */
TEST(interface, currents_at_land)
{
    Ripple *pool = water_pool(80, 60, NULL);
    int x, y, beside_x, beside_y;

    EXPECT_OK(ripple_set_current(pool, 0.25, 0));
    EXPECT_OK(ripple_paint_mask(pool, 40, 30, 40, 30, 9, 0, NULL));
    EXPECT(flows(pool, 40, 30, 0, 0));
    ripple_current_at(pool, 40, 42, &x, &y);
    EXPECT(x > 65536 * 3 / 10 && abs(y) < x / 8);
    ripple_current_at(pool, 34, 20, &x, &y);
    EXPECT(x > 65536 / 4 && y < 0);
    ripple_current_at(pool, -1, 17, &x, &y);
    ripple_current_at(pool, 0, 17, &beside_x, &beside_y);
    EXPECT(x == beside_x && y == beside_y);
    ripple_current_at(pool, 99, 70, &x, &y);
    ripple_current_at(pool, 79, 59, &beside_x, &beside_y);
    EXPECT(x == beside_x && y == beside_y);
    ripple_current_at(pool, 40, 42, NULL, &y);
    ripple_current_at(pool, 40, 42, &x, NULL);
    EXPECT(x == beside_x && y == beside_y);
}

/* Wrong numbers of threads and unknown levels change nothing. A library without
   threads refuses all numbers but one; suite pipeline has them. */
TEST(interface, tuning)
{
    static const int threads[] = {-1, -64, RIPPLE_MAX_THREADS + 1, 1 << 20};
    static const char *const levels[] = {"Scalar", "mmx", ""};
    Ripple *pool;
    int max;

    EXPECT_OK(ripple_create(&pool, 9, 9, NULL));
    EXPECT_INT(ripple_threads(pool), ==, 1);
    ck_assert_str_eq(ripple_simd(pool), ripple_kernels_best()->name);
    EXPECT_OK(ripple_use_simd(pool, "scalar"));
    for (int i = 0; i < COUNT(levels); i++)
        EXPECT_BAD_SETTING(ripple_use_simd(pool, levels[i]));
    ck_assert_str_eq(ripple_simd(pool), "scalar");
    EXPECT_OK(ripple_use_simd(pool, "auto"));
    ck_assert_str_eq(ripple_simd(pool), ripple_kernels_best()->name);
    max = ripple_use_threads(pool, RIPPLE_MAX_THREADS) == RIPPLE_OK
              ? RIPPLE_MAX_THREADS
              : 1;
    for (int i = 0; i < COUNT(threads); i++)
        EXPECT_BAD_SETTING(ripple_use_threads(pool, threads[i]));
    EXPECT_INT(ripple_threads(pool), ==, max);
    EXPECT_OK(ripple_use_threads(pool, 1));
    EXPECT_INT(ripple_threads(pool), ==, 1);
    ripple_destroy(pool);
}

TEST_LOOP(interface, pulls_saturate, MODEL_COUNT)
{
    int max = water_max_height((RippleModel)_i);
    const int pulls[][2] = {
        {INT_MAX, max}, {INT_MIN, -max}, {-INT_MAX, -max}, {-7, -7}};
    Ripple *pool = water_damped(20, 10, _i, 6, 1);

    for (int i = 0; i < COUNT(pulls); i++) {
        ripple_pull(pool, 3 + 2 * i, 2, 1, pulls[i][0]);
        EXPECT_INT(support_height(pool, 3 + 2 * i, 2), ==, pulls[i][1]);
        EXPECT_INT(water_count(pool), ==, i + 1);
    }
}

enum { WIDTH = 150, HEIGHT = 42, STEPS = 40, GROUNDS = 4 };

TEST_CASE(pool, checkpoint, .timeout_s = 30, .tear_down = support_release);

/* Open water; land; a current, in all phases of which a checkpoint may be;
   stones that are on their way down. */
static Ripple *make_pool(int model, int edges, int ground)
{
    Ripple *pool =
        water_bounded(WIDTH, HEIGHT, model, edges, RIPPLE_SHORE_MIRROR);

    CONFIGURE(pool, with.swell = ground == 0 ? 50 : 0);
    if (ground == 1)
        water_wall(pool, 70, 5, 70, 30, 4);
    if (ground == 2)
        EXPECT_OK(ripple_set_current(pool, 0.11, 0.07));
    water_drop(pool, 30, 20, 9, 900);
    if (ground == 3)
        EXPECT_OK(
            ripple_splash(pool, &(RippleStone){90, 20, 8, 600, SMOOTH}, STEPS));
    return pool;
}

/* All steps drawn, one below the other. */
static void play(Ripple *pool, const RipplePixels *picture,
                 const RipplePixels *frames)
{
    for (int i = 0; i < STEPS; i++) {
        RipplePixels frame = *frames;

        frame.height = HEIGHT;
        frame.pixels += (size_t)i * HEIGHT * frame.stride;
        ripple_invalidate(pool);
        EXPECT_INT(ripple_advance(pool, picture, &frame, NULL), >, 0);
    }
}

TEST_LOOP(checkpoint, goes_on, RIPPLE_MODEL_COUNT *RIPPLE_EDGES_COUNT *GROUNDS)
{
    Ripple *pool = make_pool(_i % RIPPLE_MODEL_COUNT,
                             _i / RIPPLE_MODEL_COUNT % RIPPLE_EDGES_COUNT,
                             _i / RIPPLE_MODEL_COUNT / RIPPLE_EDGES_COUNT);
    RipplePixels picture = water_wild(WIDTH, HEIGHT);
    RipplePixels first = water_blank(WIDTH, HEIGHT * STEPS);
    RipplePixels again = water_blank(WIDTH, HEIGHT * STEPS);
    RippleCheckpoint *checkpoint;

    for (int step = 0; step < 9; step += 3) {
        EXPECT_OK(ripple_checkpoint_save(&checkpoint, pool));
        play(pool, &picture, &first);
        water_drop(pool, 100, 20, 9, 900);
        water_step(pool, step);
        EXPECT_OK(ripple_checkpoint_restore(checkpoint, pool));
        play(pool, &picture, &again);
        water_check_pixels(&first, &again);
        ripple_checkpoint_destroy(checkpoint);
        water_step(pool, 3);
    }
}

/* A checkpoint of another size is refused, and the water stays. */
TEST(checkpoint, another_size)
{
    Ripple *pool = make_pool(WAVE, FIXED, 0), *same = make_pool(WAVE, FIXED, 0);
    Ripple *others[] = {water_bounded(WIDTH + 1, HEIGHT, WAVE, FIXED, 0),
                        water_bounded(HEIGHT, WIDTH, WAVE, FIXED, 0)};

    for (int i = 0; i < COUNT(others); i++) {
        RippleCheckpoint *checkpoint;

        EXPECT_OK(ripple_checkpoint_save(&checkpoint, others[i]));
        EXPECT_INT(ripple_checkpoint_restore(checkpoint, pool), ==,
                   RIPPLE_ERROR_SETTING);
        water_check_same(pool, same);
        ripple_checkpoint_destroy(checkpoint);
    }
}

/* A calm plane takes nothing, heights of classic and round 16 bits a cell. */
TEST(checkpoint, bytes)
{
    enum { CELLS = (WIDTH + 2) * (HEIGHT + 2) };
    Ripple *calm = water_bounded(WIDTH, HEIGHT, ROUND, FIXED, 0);
    Ripple *round = make_pool(ROUND, FIXED, 1);
    Ripple *wave = make_pool(WAVE, FIXED, 1);
    Ripple *pools[] = {calm, round, wave};
    size_t sizes[COUNT(pools)];

    water_step(round, 2);
    water_step(wave, 2);
    for (int i = 0; i < COUNT(pools); i++) {
        RippleCheckpoint *checkpoint;

        EXPECT_OK(ripple_checkpoint_save(&checkpoint, pools[i]));
        sizes[i] = ripple_checkpoint_size(checkpoint);
        ripple_checkpoint_destroy(checkpoint);
    }
    EXPECT_INT(sizes[1] - sizes[0], ==, CELLS * 2 * 2);
    EXPECT_INT(sizes[2] - sizes[0], ==, CELLS * 2 * 4);
    ripple_checkpoint_destroy(NULL);
}
