/* SPDX-License-Identifier: MIT */
/*
 * Heights and frames of the GPU are those of the CPU, bit for bit, whatever is
 * done to the water; and when the GPU fails, the water goes on.
 */
#include "gl_context.h"

#include "lib/util/fixed.h"
#include "lib/draw.h"
#include "lib/gpu/gpu.h"
#include "../random/calls.h"
#include "../random/pools.h"
#include "../unit/water.h"

#include <GL/glcorearb.h>
#include <SDL.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 97, HEIGHT = 61, STEPS = 60, CALLS = 50, LOSSES = 100 };

#define ES_STRIDE 5

/* Random cases. */
#define CASES (SUPPORT_IS_SANITIZED ? 40 : 80)

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

typedef enum Ground { OPEN_WATER, MASK, PAINTED, GROUNDS } Ground;

/* A pool on the CPU and the same one on the GPU. */
typedef struct Pair {
    Ripple *cpu, *gpu;
    RipplePixels picture, cpu_frame, gpu_frame;
} Pair;

/* How many allocations succeed before one fails; below 0: all do. */
static int spared_allocations = -1;

WRAP_ALLOCATION(malloc, (size_t size), (size))
WRAP_ALLOCATION(calloc, (size_t count, size_t size), (count, size))

static void set_up(void)
{
    gl_context_open(0);
}

static void tear_down(void)
{
    gl_lies = (GlLies){.fault = FAULT_NONE};
    support_release();
    gl_context_close();
}

TEST_CASE(gpu, equal, .timeout_s = 100, .tear_down = support_release);
TEST_CASE(gpu, calls, .timeout_s = 100, .set_up = set_up,
          .tear_down = tear_down);
TEST_CASE(gpu, errors, .timeout_s = 60, .set_up = set_up,
          .tear_down = tear_down);

#define BOTH(pair, function, ...) \
    do { \
        function((pair)->cpu, __VA_ARGS__); \
        function((pair)->gpu, __VA_ARGS__); \
    } while (0)
#define BOTH_OK(pair, function, ...) \
    do { \
        EXPECT_OK(function((pair)->cpu, __VA_ARGS__)); \
        EXPECT_OK(function((pair)->gpu, __VA_ARGS__)); \
    } while (0)
#define BOTH_CONFIGURE(pair, ...) \
    do { \
        CONFIGURE((pair)->cpu, __VA_ARGS__); \
        CONFIGURE((pair)->gpu, __VA_ARGS__); \
    } while (0)

static Pair make_pair(int model, int edges, int shore)
{
    Pair pair = {
        .cpu = water_bounded(WIDTH, HEIGHT, model, edges, shore),
        .gpu = water_bounded(WIDTH, HEIGHT, model, edges, shore),
        .picture = water_wild(WIDTH, HEIGHT),
        .cpu_frame = water_blank(WIDTH, HEIGHT),
        .gpu_frame = water_blank(WIDTH, HEIGHT),
    };

    EXPECT_OK(ripple_use_gpu(pair.gpu, gl_context_load, 1));
    ck_assert_str_eq(ripple_backend(pair.gpu), "gpu");
    return pair;
}

/* Land at an edge and inside, and shallows. */
static void set_mask(Ripple *pool)
{
    uint8_t depths[HEIGHT * WIDTH];

    memset(depths, RIPPLE_DEPTH_OPEN, sizeof depths);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            if (x > 20 && x < 50 && y > 12 && y < 40)
                depths[y * WIDTH + x] = (uint8_t)(x < 30 ? 0 : x * y);
            else if (x < 3 && y > 9 && y < 30)
                depths[y * WIDTH + x] = RIPPLE_DEPTH_LAND;
        }
    }
    EXPECT_OK(ripple_set_mask(pool, depths, WIDTH, HEIGHT, WIDTH));
}

static void set_ground(const Pair *pair, Ground ground)
{
    if (ground == MASK) {
        set_mask(pair->cpu);
        set_mask(pair->gpu);
    } else if (ground == PAINTED) {
        BOTH_OK(pair, ripple_paint_mask, 50, 20, 90, 60, 4, 0, NULL);
        BOTH_OK(pair, ripple_paint_mask, 50, 30, 90, 70, 5, 90, NULL);
    }
}

/* Whatever a pool is for, at some step. */
static void disturb(const Pair *pair, int step)
{
    RippleStone line = {90, 3, 4, 700, RIPPLE_PROFILE_SMOOTH};
    RippleStone body = {30, 50, 8, 2500, RIPPLE_PROFILE_BODY};

    if (step % 13 == 0)
        BOTH(pair, water_drop, step * 7 % WIDTH, step * 5 % HEIGHT, 9, 1500);
    if (step == 7)
        BOTH(pair, water_disc, 3, HEIGHT - 2, 6, 30000);
    if (step == 12)
        BOTH(pair, ripple_drop_line, &line, 60, 55);
    if (step == 19)
        BOTH_OK(pair, ripple_splash, &line, 11);
    if (step == 23)
        BOTH(pair, ripple_disturb, 40, 50, 900);
    if (step == 27)
        BOTH(pair, ripple_drop, &body);
    if (step == 33)
        BOTH_CONFIGURE(pair, with.damping = 3);
    if (step == 46) {
        ripple_clear(pair->cpu);
        ripple_clear(pair->gpu);
    }
}

static void check_frame(Pair *pair)
{
    water_check_pixels(&pair->cpu_frame, &pair->gpu_frame);
    if (ripple_cell(pair->cpu) < 2)
        water_check_same(pair->cpu, pair->gpu);
    EXPECT_INT(ripple_is_calm(pair->cpu), ==, ripple_is_calm(pair->gpu));
}

/* Steps with and without frames, and renders between steps. */
static void advance(Pair *pair, int step)
{
    int phase = step % 3 == 0 ? 100 : RIPPLE_MAX_PHASE;

    if (step % 4 != 3) {
        ripple_step(pair->cpu);
        ripple_step(pair->gpu);
        return;
    }
    if (step % 8 == 3) {
        ripple_advance(pair->cpu, &pair->picture, &pair->cpu_frame, NULL);
        ripple_advance(pair->gpu, &pair->picture, &pair->gpu_frame, NULL);
    }
    ripple_render_at(pair->cpu, &pair->picture, &pair->cpu_frame, NULL, phase);
    ripple_render_at(pair->gpu, &pair->picture, &pair->gpu_frame, NULL, phase);
    check_frame(pair);
}

static void run(Pair *pair, int first, int end)
{
    for (int step = first; step < end; step++) {
        disturb(pair, step);
        advance(pair, step);
    }
}

/* Currents: none, everywhere the same, and one that turns. */
static void run_in_currents(Pair *pair)
{
    static const float x[] = {0.9F, -0.4F, 0.1F, 0.6F};
    static const float y[] = {-0.2F, 0.8F, 0.5F, -0.7F};

    run(pair, 0, STEPS);
    BOTH_OK(pair, ripple_set_current, 0.7, -0.2);
    run(pair, 0, 12);
    BOTH_OK(pair, ripple_set_current_map, x, y, 2, 2);
    run(pair, 12, 24);
    BOTH_OK(pair, ripple_set_current, 0, 0);
}

/* Begins anew with other edges and ground. */
static void restart(const Pair *pair, int edges, int shore, Ground ground)
{
    ripple_clear(pair->cpu);
    ripple_clear(pair->gpu);
    BOTH_OK(pair, ripple_set_mask, NULL, 0, 0, 0);
    BOTH_CONFIGURE(pair, with.edges = (RippleEdges)edges,
                   with.shore = (RippleShore)shore);
    set_ground(pair, ground);
}

/* Each model with OpenGL, and one scene of ES_STRIDE with ES. The water is
   still the GPU's at the end: no test has failed there. */
TEST_LOOP(equal, scenes, 2 * RIPPLE_MODEL_COUNT)
{
    int shores = RIPPLE_SHORE_COUNT,
        count = RIPPLE_EDGES_COUNT * shores * GROUNDS;
    int stride = _i >= RIPPLE_MODEL_COUNT ? ES_STRIDE : 1;
    Pair pair;

    gl_context_open(_i >= RIPPLE_MODEL_COUNT);
    pair = make_pair(_i % RIPPLE_MODEL_COUNT, 0, 0);
    for (int i = 0; i < count; i += stride) {
        restart(&pair, i / GROUNDS / shores, i / GROUNDS % shores,
                (Ground)(i % GROUNDS));
        run_in_currents(&pair);
        check_frame(&pair);
        ck_assert_str_eq(ripple_backend(pair.gpu), "gpu");
    }
    support_release();
    gl_context_close();
}

/* Each rim in perspective, with and without swell and land, from all around. */
TEST_LOOP(equal, perspective, 2 * RIPPLE_RIM_COUNT)
{
    Pair pair;

    gl_context_open(0);
    gl_lies.renderer = "A card"; /* else the CPU draws this view */
    pair = make_pair(_i % RIPPLE_MODEL_COUNT, _i % RIPPLE_EDGES_COUNT, 0);
    BOTH_CONFIGURE(&pair, with.view = RIPPLE_VIEW_PERSPECTIVE,
                   with.rim = (RippleRim)(_i / 2), with.swell = 40 * (_i % 2));
    set_ground(&pair, (Ground)(_i % GROUNDS));
    for (int step = 0; step < 24; step++) {
        RippleCamera camera = {73 * step % 360, 5 + 7 * step % 60,
                               0.3 + 0.1 * (step % 9)};

        BOTH_OK(&pair, ripple_set_camera, &camera);
        disturb(&pair, step);
        ripple_advance_at(pair.cpu, &pair.picture, &pair.cpu_frame, NULL,
                          256 - 50 * (step % 3));
        ripple_advance_at(pair.gpu, &pair.picture, &pair.gpu_frame, NULL,
                          256 - 50 * (step % 3));
        water_check_pixels(&pair.cpu_frame, &pair.gpu_frame);
    }
    EXPECT_INT(ripple_advance(pair.gpu, &pair.picture, NULL, NULL), ==, 1);
    support_release();
    gl_context_close();
}

/* Sizes of odd tiles, the narrowest included. */
TEST(equal, sizes)
{
    static const int sizes[][2] = {{1, 1},  {2, 5},   {3, 40}, {4, 4},
                                   {5, 4},  {64, 8},  {65, 9}, {129, 3},
                                   {4, 70}, {130, 17}};

    gl_context_open(0);
    for (int i = 0; i < COUNT(sizes) * RIPPLE_EDGES_COUNT; i++) {
        const int *size = sizes[i / RIPPLE_EDGES_COUNT];
        int model = i % RIPPLE_MODEL_COUNT;
        Ripple *cpu = water_bounded(size[0], size[1], model,
                                    i % RIPPLE_EDGES_COUNT, i % 2);
        Ripple *gpu = water_bounded(size[0], size[1], model,
                                    i % RIPPLE_EDGES_COUNT, i % 2);

        EXPECT_OK(ripple_use_gpu(gpu, gl_context_load, 1));
        for (int step = 0; step < 40; step++) {
            if (step % 10 == 0) {
                water_drop(cpu, step, step / 2, 5, 3000);
                water_drop(gpu, step, step / 2, 5, 3000);
            }
            ripple_step(cpu);
            ripple_step(gpu);
        }
        water_check_same(cpu, gpu);
        ck_assert_str_eq(ripple_backend(gpu), "gpu");
        support_release();
    }
    gl_context_close();
}

/* Slow currents that move heights in some steps alone, and fast ones in several
   passes; stones that fall into water that has become calm meanwhile, which
   starts the schedule again. No height is read back for a step. */
TEST_LOOP(equal, currents, RIPPLE_MODEL_COUNT)
{
    static const struct {
        double x, y;
        int edges;
        Ground ground;
    } rows[] = {{0.11, 0.05, OPEN, OPEN_WATER},
                {0.3, -0.2, WRAP, MASK},
                {-2.6, 1.2, MIRROR, OPEN_WATER},
                {3.9, 0, OPEN, PAINTED},
                {1.5, -1.5, WRAP, OPEN_WATER}};
    Pair pair;

    set_up();
    pair = make_pair(_i, 0, 0);
    for (int i = 0; i < COUNT(rows); i++) {
        int is_damped = (_i + i) % 2 == 0;

        restart(&pair, rows[i].edges, 0, rows[i].ground);
        BOTH_CONFIGURE(&pair, with.damping = is_damped ? 3 : 0);
        BOTH_OK(&pair, ripple_set_current, rows[i].x, rows[i].y);
        for (int step = 0; step < 90; step++) {
            if (step % 31 == 3 || step == 60)
                BOTH(&pair, water_drop, 60, 30, 5, is_damped ? 40 : 700);
            if (step == 4)
                gl_lies = (GlLies){.fault = FAULT_MAP};
            if (step == 20)
                gl_lies = (GlLies){.fault = FAULT_NONE};
            ripple_step(pair.cpu);
            ripple_step(pair.gpu);
            if (step > 61 && step % 7 == 0)
                water_check_same(pair.cpu, pair.gpu);
        }
        water_check_same(pair.cpu, pair.gpu);
        ck_assert_str_eq(ripple_backend(pair.gpu), "gpu");
    }
    tear_down();
}

/* Sums that repeat are seen alike. */
TEST_LOOP(equal, locked_pools, RANDOM_LOCKED)
{
    RandomPool cpu, gpu;

    set_up();
    random_pool_draw_locked(&cpu, _i);
    gpu = cpu;
    random_pool_create(&cpu);
    random_pool_create(&gpu);
    water_own(cpu.pool);
    water_own(gpu.pool);
    EXPECT_OK(ripple_use_gpu(gpu.pool, gl_context_load, 1));
    random_pool_stir(&cpu);
    random_pool_stir(&gpu);
    for (int i = 0; i < 40; i++) {
        water_step(cpu.pool, 50);
        water_step(gpu.pool, 50);
        water_check_same(cpu.pool, gpu.pool);
    }
    EXPECT(ripple_is_calm(cpu.pool) && ripple_is_calm(gpu.pool));
    ck_assert_str_eq(ripple_backend(gpu.pool), "gpu");
    tear_down();
}

/* All that can be seen. */
TEST_LOOP(equal, looks, 2 * RIPPLE_VIEW_PERSPECTIVE)
{
    RippleView view = (RippleView)(_i % RIPPLE_VIEW_PERSPECTIVE);
    Pair pair;

    gl_context_open(_i >= RIPPLE_VIEW_PERSPECTIVE);
    pair = make_pair(_i % RIPPLE_MODEL_COUNT, 0, 0);
    for (int i = 0; i < 32; i++) {
        restart(&pair, i % RIPPLE_EDGES_COUNT, 0, OPEN_WATER);
        BOTH_CONFIGURE(&pair, with.view = view, with.cell = (i & 1) * 3 + 1,
                       with.filter = (RippleFilter)(i >> 1 & 1),
                       with.light = (i >> 2 & 1) * 80,
                       with.sky = (i >> 2 & 1) * 40,
                       with.bend_limit = (i >> 3 & 1) * 12,
                       with.swell = (i >> 4 & 1) * 50);
        set_ground(&pair, (Ground)(i % GROUNDS));
        run(&pair, 0, 20);
        ck_assert_str_eq(ripple_backend(pair.gpu), "gpu");
    }
    support_release();
    gl_context_close();
}

/* A texture as pixels; the lowest byte is red. */
static void read_texture(unsigned texture, const RipplePixels *pixels)
{
    PFNGLBINDTEXTUREPROC bind;
    PFNGLGETTEXIMAGEPROC get;
    void *found = SDL_GL_GetProcAddress("glBindTexture");
    size_t count = (size_t)pixels->width * (size_t)pixels->height;

    memcpy(&bind, &found, sizeof bind);
    found = SDL_GL_GetProcAddress("glGetTexImage");
    memcpy(&get, &found, sizeof get);
    bind(GL_TEXTURE_2D, texture);
    get(GL_TEXTURE_2D, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, pixels->pixels);
    EXPECT(count == pixels->stride * (size_t)pixels->height);
}

/* Frames that stay on the GPU are those that are read back; where no GPU draws
   nothing is done. */
TEST(calls, frames_stay)
{
    Pair pair = make_pair(CLASSIC, FIXED, RIPPLE_SHORE_FIXED);
    const RippleRect *changed;

    ck_assert_uint_eq(ripple_gpu_texture(pair.gpu), 0);
    ck_assert_uint_eq(ripple_gpu_texture(pair.cpu), 0);
    for (int step = 0; step < 12; step++) {
        disturb(&pair, step);
        ripple_advance(pair.cpu, &pair.picture, &pair.cpu_frame, NULL);
        EXPECT_INT(ripple_advance(pair.gpu, &pair.picture, NULL, &changed), ==,
                   1);
        EXPECT_INT(changed->width * changed->height, ==, WIDTH * HEIGHT);
        read_texture(ripple_gpu_texture(pair.gpu), &pair.gpu_frame);
        water_check_pixels(&pair.cpu_frame, &pair.gpu_frame);
    }
    EXPECT(ripple_gpu_texture(pair.gpu) == ripple_gpu_texture(pair.gpu));
    ripple_clear(pair.gpu);
    EXPECT_INT(ripple_render(pair.gpu, &pair.picture, NULL, NULL), ==, 1);
    EXPECT_INT(ripple_advance(pair.gpu, &pair.picture, NULL, NULL), ==, 0);
    EXPECT_INT(ripple_render(pair.gpu, &pair.cpu_frame, NULL, NULL), ==, 1);
    ripple_invalidate(pair.gpu);
    EXPECT_INT(ripple_render(pair.gpu, &pair.picture, NULL, NULL), ==, 1);
    read_texture(ripple_gpu_texture(pair.gpu), &pair.gpu_frame);
    water_check_pixels(&pair.picture, &pair.gpu_frame);
    EXPECT_INT(ripple_render(pair.gpu, NULL, NULL, NULL), ==,
               RIPPLE_ERROR_PIXELS);
    EXPECT_INT(ripple_advance(pair.cpu, &pair.picture, NULL, NULL), ==,
               RIPPLE_ERROR_PIXELS);
    CONFIGURE(pair.gpu, with.view = RIPPLE_VIEW_PERSPECTIVE);
    EXPECT_INT(ripple_render_at(pair.gpu, &pair.picture, NULL, NULL, 9), ==,
               RIPPLE_ERROR_GPU);
}

/* A frame that stayed on the GPU comes to memory later, asked for or not,
   whatever falls into the water meanwhile. */
TEST(calls, frames_are_taken)
{
    Pair pair = make_pair(ROUND, OPEN, RIPPLE_SHORE_FIXED);
    RipplePixels other = water_blank(WIDTH + 1, HEIGHT);

    EXPECT_INT(ripple_gpu_ask_frame(pair.cpu), ==, RIPPLE_ERROR_GPU);
    EXPECT_INT(ripple_gpu_ask_frame(pair.gpu), ==, RIPPLE_ERROR_GPU);
    EXPECT_INT(ripple_gpu_take_frame(pair.gpu, &pair.gpu_frame), ==,
               RIPPLE_ERROR_GPU);
    for (int step = 0; step < 24; step++) {
        disturb(&pair, step);
        ripple_advance(pair.cpu, &pair.picture, &pair.cpu_frame, NULL);
        ripple_advance(pair.gpu, &pair.picture, NULL, NULL);
        for (int i = 0; i < step % 3; i++)
            EXPECT_OK(ripple_gpu_ask_frame(pair.gpu));
        BOTH(&pair, water_drop, step, 30, 5, 900);
        if (step % 4 == 0)
            BOTH(&pair, water_step, 1);
        for (int i = 0; i <= step % 2; i++)
            EXPECT_OK(ripple_gpu_take_frame(pair.gpu, &pair.gpu_frame));
        water_check_pixels(&pair.cpu_frame, &pair.gpu_frame);
    }
    EXPECT_INT(ripple_gpu_take_frame(pair.cpu, &pair.gpu_frame), ==,
               RIPPLE_ERROR_GPU);
    EXPECT_INT(ripple_gpu_take_frame(pair.gpu, &other), ==,
               RIPPLE_ERROR_PIXELS);
    BOTH_OK(&pair, ripple_resize, WIDTH + 1, HEIGHT);
    EXPECT_INT(ripple_gpu_take_frame(pair.gpu, &other), ==, RIPPLE_ERROR_GPU);
    water_check_same(pair.cpu, pair.gpu);
    ck_assert_str_eq(ripple_backend(pair.gpu), "gpu");
}

/* The current is the CPU's to tell; swell and the view in perspective. */
TEST(calls, changes_in_mid_run)
{
    Pair pair = make_pair(WAVE, OPEN, RIPPLE_SHORE_FIXED);
    int x, y, model_count = RIPPLE_MODEL_COUNT;

    run(&pair, 0, 10);
    BOTH_OK(&pair, ripple_set_current, 0.7, -0.2);
    run(&pair, 10, 20);
    ripple_current_at(pair.gpu, 9, 9, &x, &y);
    EXPECT_INT(x, !=, 0);
    EXPECT(ripple_current_divergence(pair.gpu) <= 0);
    BOTH_OK(&pair, ripple_set_current, 0, 0);
    BOTH_CONFIGURE(&pair, with.swell = 40);
    run(&pair, 20, 25);
    BOTH_CONFIGURE(&pair, with.swell_from = RIPPLE_SWELL_FROM_AROUND);
    run(&pair, 25, 30);
    for (int model = 0; model < model_count; model++) {
        BOTH_CONFIGURE(&pair, with.model = (RippleModel)model,
                       with.edges = (RippleEdges)(model % RIPPLE_EDGES_COUNT));
        run(&pair, 30, 40);
    }
    set_ground(&pair, MASK);
    BOTH_CONFIGURE(&pair, with.view = RIPPLE_VIEW_PERSPECTIVE);
    run(&pair, 40, 56);
    ripple_invalidate(pair.gpu);
    EXPECT_OK(ripple_use_threads(pair.gpu, 2));
    EXPECT_OK(ripple_lay_floor(pair.gpu, &pair.picture, &pair.gpu_frame, NULL));
    EXPECT_OK(ripple_set_mask(pair.cpu, NULL, 0, 0, 0) |
              ripple_set_mask(pair.gpu, NULL, 0, 0, 0));
    run(&pair, 40, 60);
    ck_assert_str_eq(ripple_backend(pair.gpu), "gpu");
}

/* A frame steps ahead. Stones and settings change the water before the step. */
TEST(calls, steps_ahead)
{
    Pair pair = make_pair(CLASSIC, FIXED, RIPPLE_SHORE_FIXED);

    for (int step = 0; step < 24; step++) {
        BOTH(&pair, water_drop, 9 * step % WIDTH, 5 * step % HEIGHT, 5, 900);
        ripple_render(pair.gpu, &pair.picture, &pair.gpu_frame, NULL);
        if (step % 3 == 0)
            BOTH_CONFIGURE(&pair, with.damping = step % 9);
        if (step % 2 == 0)
            BOTH(&pair, water_drop, 7 * step % WIDTH, step, 3, -700);
        BOTH(&pair, water_disc, 2 * step, 20, 1, 500);
        BOTH(&pair, water_drop, 2 * step + 1, 20, 1, 300);
        BOTH(&pair, water_step, 1 + step % 2);
        ripple_render(pair.cpu, &pair.picture, &pair.cpu_frame, NULL);
        ripple_render(pair.gpu, &pair.picture, &pair.gpu_frame, NULL);
        check_frame(&pair);
    }
}

/* Many steps go by without a look at the water; that it rests is known late. */
TEST_LOOP(calls, rest, RIPPLE_MODEL_COUNT)
{
    Pair pair = make_pair(_i, OPEN, RIPPLE_SHORE_FIXED);

    for (int round = 0; round < 2; round++) {
        BOTH(&pair, water_drop, 40, 30, 6, 300);
        BOTH(&pair, water_step, 700);
        water_check_same(pair.cpu, pair.gpu);
        EXPECT_INT(water_rest(pair.cpu, 20000), <=,
                   water_rest(pair.gpu, 20000));
    }
}

/* More steps, larger stones and others than are kept in mind. */
TEST(calls, much_at_once)
{
    Ripple *cpu = water_bounded(400, 300, CLASSIC, FIXED, 0);
    Pair pair = {.cpu = cpu, .gpu = water_bounded(400, 300, CLASSIC, FIXED, 0)};

    EXPECT_OK(ripple_use_gpu(pair.gpu, gl_context_load, 1));
    BOTH_CONFIGURE(&pair, with.damping = 0);
    BOTH(&pair, water_drop, 200, 150, 60, 9000);
    BOTH(&pair, water_step, 1100);
    water_check_same(pair.cpu, pair.gpu);
    BOTH(&pair, water_drop, 100, 90, 9, 900);
    BOTH(&pair, ripple_disturb, 0, 150, 900);
    BOTH(&pair, ripple_disturb, 399, 0, 900);
    BOTH(&pair, water_disc, 200, 150, 500, 40);
    water_check_same(pair.cpu, pair.gpu);
    BOTH(&pair, water_step, 3);
    ripple_gpu_leave(pair.gpu);
    ripple_gpu_leave(pair.cpu);
    water_check_same(pair.cpu, pair.gpu);
    ck_assert_str_eq(ripple_backend(pair.gpu), "gpu");
}

TEST(calls, backends_change)
{
    Pair pair = make_pair(SPRING, WRAP, RIPPLE_SHORE_MIRROR);

    run(&pair, 0, 17);
    ck_assert_ptr_nonnull(ripple_gpu_name(pair.gpu));
    EXPECT_OK(ripple_use_backend(pair.gpu, "gpu"));
    EXPECT_OK(ripple_use_backend(pair.gpu, "cpu"));
    ck_assert_ptr_null(ripple_gpu_name(pair.gpu));
    ripple_invalidate(pair.gpu);
    run(&pair, 17, 30);
    EXPECT_INT(ripple_use_backend(pair.gpu, "gpu"), ==, RIPPLE_ERROR_GPU);
    EXPECT_OK(ripple_use_gpu(pair.gpu, gl_context_load, 1));
    EXPECT_OK(ripple_use_gpu(pair.gpu, gl_context_load, 1));
    ripple_invalidate(pair.gpu);
    run(&pair, 30, STEPS);
    ck_assert_str_eq(ripple_backend(pair.gpu), "gpu");
}

/* A state of the same water, earlier, is taken over. */
TEST(calls, states_come_and_go)
{
    Ripple *pool = water_bounded(WIDTH, HEIGHT, WAVE, FIXED, 0);
    GridSize size = {WIDTH, HEIGHT, WIDTH, HEIGHT};
    RippleStone stone = {40, 30, 9, 900, RIPPLE_PROFILE_SMOOTH};
    WaterState state;
    size_t stride;
    Cpu *water;
    int16_t first;

    EXPECT_OK(ripple_cpu_create(&water, &size, ripple_settings(pool)));
    EXPECT_OK(ripple_gpu_attach(water, gl_context_load, 1));
    ripple_cpu_drop(water, &(Fall){&stone, 40, 30, 0});
    EXPECT_OK(ripple_cpu_export(water, &state));
    for (int i = 0; i < 9; i++)
        ripple_cpu_step(water);
    first = ripple_cpu_heights(water, &stride)[30 * WIDTH + 40];
    EXPECT_OK(ripple_cpu_import(water, &state));
    for (int i = 0; i < 9; i++)
        ripple_cpu_step(water);
    EXPECT_INT(ripple_cpu_heights(water, &stride)[30 * WIDTH + 40], ==, first);
    ripple_state_clear(&state);
    ripple_cpu_destroy(water);
    ripple_cpu_destroy(NULL);
}

/* Calls of every kind; the pool moves to the GPU and back. */
TEST_LOOP(calls, random, CASES)
{
    static const PoolPairLimits limits = {
        .width = 200, .height = 70, .threads = 3, .flows = 3};
    PoolPair pair;

    random_name_case("seed %d", _i);
    pool_pair_create(&pair, source_from_seed((uint64_t)_i), &limits);
    for (int i = 0; i < CALLS; i++) {
        pool_pair_call(&pair);
        if (i == 1 || (i == 26 && _i % 4 == 0)) {
            EXPECT_OK(ripple_use_gpu(pair.fast, gl_context_load, 1));
            ripple_invalidate(pair.fast);
        }
        pool_pair_advance(&pair, i % 3 > 0);
    }
    pool_pair_destroy(&pair);
}

/* What makes the library refuse a GPU from the start. */
TEST(errors, refused)
{
    static const struct {
        GlLies lies;
        int allow_software;
    } rows[] = {
        {{.missing = "glDispatchCompute"}, 1},
        {{.missing = "glGetString"}, 1},
        {{.version = "3.3.0 (Core Profile) Mesa"}, 1},
        {{.version = "4.2"}, 1},
        {{.version = "OpenGL ES 3.0 Mesa"}, 1},
        {{.version = "nothing"}, 1},
        {{.version = "4"}, 1},
        {{.version = "4.x"}, 1},
        {{.has_no_version = 1}, 1},
        {{.has_no_renderer = 1}, 1},
        {{.renderer = "softpipe"}, 0},
        {{.renderer = "Google SwiftShader"}, 0},
        {{.renderer = "llvmpipe (LLVM 15.0.6, 256 bits)"}, 0},
        {{.fault = FAULT_LINK}, 1},
        {{.fault = FAULT_LIMIT}, 1},
        {{.fault = FAULT_BUFFER}, 1},
        {{.fault = FAULT_MAP}, 1},
        {{.fault = FAULT_MAP, .spared = 2}, 1},
        {{.fault = FAULT_UNMAP}, 1},
        {{.fault = FAULT_DISPATCH}, 1},
        {{.fault = FAULT_DISPATCH, .spared = 42}, 1},
        {{.fault = FAULT_LOST, .spared = 1}, 1},
    };
    Ripple *pool = water_bounded(WIDTH, HEIGHT, WAVE, FIXED, 0);

    set_mask(pool);
    EXPECT_OK(ripple_set_current(pool, 0.3, -0.2));
    water_drop(pool, 20, 20, 7, 900);
    for (int i = 0; i < COUNT(rows); i++) {
        gl_lies = rows[i].lies;
        EXPECT_INT(
            ripple_use_gpu(pool, gl_context_load, rows[i].allow_software), ==,
            RIPPLE_ERROR_GPU);
        ck_assert_str_eq(ripple_backend(pool), "cpu");
        ripple_step(pool);
    }
    EXPECT_BAD_SETTING(ripple_use_gpu(pool, NULL, 1));
    gl_lies = (GlLies){.renderer = "A card"};
    EXPECT_OK(ripple_use_gpu(pool, gl_context_load, 0));
    ck_assert_str_eq(ripple_gpu_name(pool), "A card");
}

/* A GPU that fails later, at any call. */
TEST(errors, fails_later)
{
    static const GlFault faults[] = {FAULT_LIMIT, FAULT_BUFFER, FAULT_MAP,
                                     FAULT_UNMAP, FAULT_LOST,   FAULT_LINK};

    for (int i = 0; i < COUNT(faults) * 20; i++) {
        Pair pair = make_pair(i % RIPPLE_MODEL_COUNT, i % RIPPLE_EDGES_COUNT,
                              RIPPLE_SHORE_FIXED);

        if (i % 2 == 1)
            set_ground(&pair, MASK);
        if (i % 3 == 1)
            BOTH_OK(&pair, ripple_set_current, 0.3, -0.2);
        run(&pair, 0, i % 5);
        gl_lies = (GlLies){.fault = faults[i % COUNT(faults)],
                           .spared = i / COUNT(faults)};
        run(&pair, i % 5, 30);
        BOTH_CONFIGURE(&pair, with.model = SPRING);
        BOTH_OK(&pair, ripple_resize, WIDTH + 1, HEIGHT);
        BOTH_OK(&pair, ripple_resize, WIDTH, HEIGHT);
        run(&pair, 30, STEPS);
        gl_lies = (GlLies){.fault = FAULT_NONE};
        support_release();
    }
}

/* A frame that is lost between the two is drawn again, by the CPU. */
TEST(errors, frame_is_lost)
{
    static const struct {
        GlFault fault;
        int is_asked;
    } rows[] = {{FAULT_MAP, 1},  {FAULT_UNMAP, 1},  {FAULT_LOST, 1},
                {FAULT_LOST, 0}, {FAULT_BUFFER, 0}, {FAULT_LIMIT, 0}};

    for (int i = 0; i < COUNT(rows); i++) {
        Pair pair = make_pair(CLASSIC, WRAP, RIPPLE_SHORE_FIXED);

        run(&pair, 0, 3);
        ripple_advance(pair.cpu, &pair.picture, &pair.cpu_frame, NULL);
        ripple_advance(pair.gpu, &pair.picture, NULL, NULL);
        if (rows[i].is_asked)
            EXPECT_OK(ripple_gpu_ask_frame(pair.gpu));
        gl_lies = (GlLies){.fault = rows[i].fault};
        EXPECT_INT(ripple_gpu_take_frame(pair.gpu, &pair.gpu_frame), ==,
                   RIPPLE_ERROR_GPU);
        ripple_render(pair.gpu, &pair.picture, &pair.gpu_frame, NULL);
        check_frame(&pair);
        ck_assert_str_eq(ripple_backend(pair.gpu), "cpu");
        run(&pair, 4, 20);
        gl_lies = (GlLies){.fault = FAULT_NONE};
        support_release();
    }
}

/* After the context is lost, the CPU goes on, and a new one can take over. */
TEST(errors, lost_contexts)
{
    Pair pair = make_pair(ROUND, OPEN, RIPPLE_SHORE_FIXED);

    for (int i = 0; i < LOSSES; i++) {
        BOTH(&pair, water_drop, i % WIDTH, 30, 6, 900);
        BOTH(&pair, water_step, i % 7 + 1);
        BOTH(&pair, ripple_disturb, 50, 40, 700);
        gl_lies = (GlLies){.fault = FAULT_LOST};
        water_check_same(pair.cpu, pair.gpu);
        ck_assert_str_eq(ripple_backend(pair.gpu), "cpu");
        ck_assert_ptr_null(ripple_gpu_name(pair.gpu));
        BOTH(&pair, water_step, 3);
        gl_lies = (GlLies){.fault = FAULT_NONE};
        EXPECT_OK(ripple_use_gpu(pair.gpu, gl_context_load, 1));
    }
    BOTH(&pair, water_step, 5);
    ck_assert_str_eq(ripple_backend(pair.gpu), "gpu");
    water_check_same(pair.cpu, pair.gpu);
}

/* A look that cannot be tested is drawn by the CPU. */
TEST(errors, lacks_memory_for_a_look)
{
    Pair pair = make_pair(CLASSIC, FIXED, RIPPLE_SHORE_FIXED);

    BOTH(&pair, water_drop, 40, 30, 9, 900);
    BOTH(&pair, water_step, 3);
    spared_allocations = 0;
    ripple_render(pair.gpu, &pair.picture, &pair.gpu_frame, NULL);
    spared_allocations = -1;
    ripple_render(pair.cpu, &pair.picture, &pair.cpu_frame, NULL);
    check_frame(&pair);
    ck_assert_str_eq(ripple_backend(pair.gpu), "cpu");
}

/* Each allocation fails in turn: the pool stays on the CPU. */
TEST(errors, lacks_memory)
{
    Pair pair = make_pair(CLASSIC, FIXED, RIPPLE_SHORE_FIXED);
    int error = 0;

    set_ground(&pair, MASK);
    EXPECT_OK(ripple_use_backend(pair.gpu, "cpu"));
    for (int number = 0;; number++) {
        run(&pair, number % 7, number % 7 + 1);
        spared_allocations = number;
        error = ripple_use_gpu(pair.gpu, gl_context_load, 1);
        spared_allocations = -1;
        if (error == RIPPLE_OK)
            break;
        ck_assert_str_eq(ripple_backend(pair.gpu), "cpu");
        EXPECT_INT(number, <, 300);
    }
    for (int number = 0; number < 8; number++) {
        spared_allocations = number;
        error = ripple_render_at(pair.gpu, &pair.picture, &pair.gpu_frame, NULL,
                                 99);
        spared_allocations = -1;
        if (error >= 0)
            break;
        EXPECT_INT(error, ==, RIPPLE_ERROR_MEMORY);
    }
    run(&pair, 8, 20);
}
