/* SPDX-License-Identifier: MIT */
/* Every function of ripple.h in a thread with a small stack, below which
   nothing can be written: a function that needs more crashes. The program's
   threads have too little by default, but those of a pool have enough. */
#define _GNU_SOURCE /* pthread_setattr_default_np */

#include "../unit/water.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The stack that ripple.h promises to need; sanitizers make frames larger. */
#if defined(__OPTIMIZE__) && !SUPPORT_IS_SANITIZED
#define STACK_BYTES (64 << 10)
#else
#define STACK_BYTES (256 << 10)
#endif
#define SMALL_BYTES (24 << 10)
#define GUARD_BYTES (16 << 20) /* no array steps over it */
#define MASK_SIDE   4200

/* All models, and sizes at which tables by column, row or tile are largest. */
typedef struct Scene {
    int width, height;
    RippleModel model;
    RippleEdges edges;
    int cell;
    RippleFilter filter;
    RippleView view;
} Scene;

static const Scene scenes[] = {
    {32768, 20, ROUND, OPEN, 1, RIPPLE_FILTER_NEAREST, RIPPLE_VIEW_WATER},
    {20, 32768, SPRING, WRAP, 1, RIPPLE_FILTER_LINEAR, RIPPLE_VIEW_WATER},
    {4100, 90, WAVE, MIRROR, 3, RIPPLE_FILTER_LINEAR, RIPPLE_VIEW_SPLIT},
    {90, 4100, SHALLOW, OPEN, 0, RIPPLE_FILTER_LINEAR, RIPPLE_VIEW_SLOPES},
    {400, 60, CLASSIC, FIXED, 2, RIPPLE_FILTER_NEAREST, RIPPLE_VIEW_HEIGHTS},
    {900, 20, ROUND, FIXED, 1, RIPPLE_FILTER_LINEAR, RIPPLE_VIEW_PERSPECTIVE},
    {20, 900, WAVE, OPEN, 1, RIPPLE_FILTER_LINEAR, RIPPLE_VIEW_PERSPECTIVE},
};

typedef struct CallArgs {
    RippleSettings settings;
    RipplePixels picture, frame, floor;
    const uint8_t *mask; /* MASK_SIDE x 2 */
    const float *flow;
    RippleStone stone;
    Ripple *pool, *other;
    int failures;
} CallArgs;

/* Calls of functions that are 0 or more, and of others. */
#define CALLS(GOOD, ANY) \
    GOOD(ripple_settings_check, (&place->settings, why, sizeof why)) \
    GOOD(ripple_setting_set, (&settings, "light", "0.3", why, sizeof why)) \
    GOOD(ripple_setting_get, (&settings, "light", why, sizeof why)) \
    GOOD(ripple_settings_preset, (&settings, "pond")) \
    GOOD(ripple_set, (pool, "light", "30")) \
    GOOD(ripple_get, (pool, "light", why, sizeof why)) \
    GOOD(ripple_model_find, (&model, "spring")) \
    GOOD(ripple_configure, (pool, &settings)) \
    GOOD(ripple_configure, (pool, &place->settings)) \
    GOOD(ripple_create, (&place->other, 99, 99, &settings)) \
    GOOD(ripple_use_backend, (pool, ripple_backend_name(0))) \
    GOOD(ripple_copy_pixels, (&place->picture, &place->floor)) \
    GOOD(ripple_set_mask, (pool, place->mask, MASK_SIDE, 2, MASK_SIDE)) \
    GOOD(ripple_set_mask, (pool, place->mask, 2, MASK_SIDE, 2)) \
    GOOD(ripple_set_land, (pool, (const uint16_t[]){9, 60000}, 1, 2, 1)) \
    GOOD(ripple_paint_mask, (pool, 0, 0, 32767, 9, 5, 0, &part)) \
    GOOD(ripple_lay_floor, (pool, &place->picture, &place->floor, NULL)) \
    GOOD(ripple_lay_land, \
         (pool, &place->picture, &place->picture, &place->floor, NULL)) \
    GOOD(ripple_set_current, (pool, 0.5, 3.7)) \
    GOOD(ripple_set_current_map, (pool, place->flow, place->flow + 9, 3, 3)) \
    GOOD(ripple_use_threads, (pool, 3)) \
    ANY(ripple_drop, (pool, &place->stone)) \
    ANY(ripple_drop_line, (pool, &place->stone, 32767, 9)) \
    GOOD(ripple_splash, (pool, &place->stone, 8)) \
    ANY(ripple_disturb, (pool, 9, 9, 900)) \
    ANY(ripple_pull, (pool, 9, 9, 5, 900)) \
    ANY(ripple_step, (pool)) \
    GOOD(ripple_render, (pool, &place->floor, &place->frame, NULL)) \
    GOOD(ripple_render_at, (pool, &place->floor, &place->frame, NULL, 128)) \
    GOOD(ripple_advance, (pool, &place->floor, &place->frame, NULL)) \
    GOOD(ripple_set_camera, (pool, ripple_camera(pool))) \
    ANY(ripple_camera, (pool)) \
    ANY(ripple_pick, (pool, 9, 9, NULL, NULL)) \
    ANY(ripple_project, (pool, 9, 9, NULL, NULL)) \
    GOOD(ripple_use_threads, (pool, 1)) \
    GOOD(ripple_advance, (pool, &place->floor, &place->frame, &changed)) \
    ANY(ripple_is_calm, (pool)) \
    ANY(ripple_heights, (pool, NULL, NULL, NULL)) \
    ANY(ripple_cells, (pool, NULL, NULL)) \
    ANY(ripple_current_divergence, (pool)) \
    ANY(ripple_current_at, (pool, 9, 9, NULL, NULL)) \
    ANY(ripple_mask, (pool)) \
    ANY(ripple_invalidate, (pool)) \
    ANY(ripple_skip_calm, (pool, 0)) \
    GOOD(ripple_advance, (pool, &place->floor, &place->frame, &changed)) \
    ANY(ripple_skip_calm, (pool, 1)) \
    GOOD(ripple_resize, (pool, 300, 40)) \
    ANY(ripple_clear, (pool)) \
    GOOD(ripple_resize, (pool, place->frame.width, place->frame.height)) \
    ANY(ripple_drop_line, (pool, &place->stone, 32767, 9)) \
    GOOD(ripple_use_simd, (place->other, ripple_simd(pool))) \
    ANY(ripple_destroy, (place->other)) \
    ANY(ripple_version, ()) \
    ANY(ripple_preset_name, (2)) \
    ANY(ripple_error_text, (-1)) \
    ANY(ripple_model_name, (ROUND)) \
    ANY(ripple_model_summary, (ROUND)) \
    ANY(ripple_model_source, (ROUND)) \
    ANY(ripple_settings_init, (&settings)) \
    ANY(ripple_setting_info, (0)) \
    ANY(ripple_setting_find, ("cell")) \
    ANY(ripple_setting_word, (0, 0)) \
    ANY(ripple_pixel_size, (RIPPLE_FORMAT_RGB565)) \
    ANY(ripple_settings, (pool)) \
    ANY(ripple_width, (pool)) \
    ANY(ripple_height, (pool)) \
    ANY(ripple_cell, (pool)) \
    ANY(ripple_backend, (pool)) \
    ANY(ripple_backend_name, (0)) \
    ANY(ripple_use_gpu, (pool, NULL, 1)) \
    ANY(ripple_gpu_name, (pool)) \
    ANY(ripple_gpu_texture, (pool)) \
    ANY(ripple_threads, (pool)) \
    ANY(ripple_simd, (pool)) \
    ANY(ripple_simd_name, (0))

#define NAME(name, arguments) #name,
#define ANY(name, arguments)  (void)name arguments;
#define GOOD(name, arguments) place->failures += name arguments < 0;

static void *call_all(void *argument)
{
    CallArgs *place = argument;
    Ripple *pool = place->pool;
    RippleSettings settings;
    RippleModel model;
    RippleRect part;
    const RippleRect *changed;
    char why[96];

    ripple_settings_init(&settings);
    CALLS(GOOD, ANY)
    for (int i = 0; ripple_simd_name(i) != NULL; i++) {
        GOOD(ripple_use_simd, (pool, ripple_simd_name(i)))
        GOOD(ripple_advance, (pool, &place->picture, &place->frame, NULL))
        GOOD(ripple_advance, (pool, &place->picture, &place->frame, NULL))
    }
    return NULL;
}

/* Other systems keep their default. */
static void shrink_default(void)
{
#ifdef __GLIBC__
    pthread_attr_t attributes;

    EXPECT_OK(pthread_attr_init(&attributes));
    EXPECT_OK(pthread_attr_setstacksize(&attributes, SMALL_BYTES));
    EXPECT_OK(pthread_setattr_default_np(&attributes));
    EXPECT_OK(pthread_attr_destroy(&attributes));
#endif
}

static void run_in_thread(CallArgs *place)
{
    size_t size = STACK_BYTES;
    pthread_attr_t attributes;
    pthread_t thread;

#ifdef PTHREAD_STACK_MIN
    if (size < (size_t)PTHREAD_STACK_MIN)
        size = (size_t)PTHREAD_STACK_MIN;
#endif
    EXPECT_OK(pthread_attr_init(&attributes));
    EXPECT_OK(pthread_attr_setstacksize(&attributes, size));
    EXPECT_OK(pthread_attr_setguardsize(&attributes, GUARD_BYTES));
    EXPECT_OK(pthread_create(&thread, &attributes, call_all, place));
    EXPECT_OK(pthread_join(thread, NULL));
    EXPECT_OK(pthread_attr_destroy(&attributes));
}

/* Land in every other column of a broad mask, or row of a high one. */
static uint8_t *make_mask(void)
{
    uint8_t *mask = support_own(malloc(MASK_SIDE * 2), free);

    for (int i = 0; i < MASK_SIDE * 2; i++)
        mask[i] = i % 99 < 50 ? RIPPLE_DEPTH_OPEN : (uint8_t)(i % 3);
    return mask;
}

TEST_CASE(limits, stack, .timeout_s = 60);

TEST_LOOP(stack, of_every_call, COUNT(scenes))
{
    static const float flow[18] = {0.5F, 1, 2, 3, 4, -1, -2, -3, -4, 0.1F};
    const Scene *scene = &scenes[_i];
    CallArgs place = {.mask = make_mask(), .flow = flow};

    place.settings = water_settings(scene->model, scene->edges);
    place.settings.cell = scene->cell;
    place.settings.filter = scene->filter;
    place.settings.view = scene->view;
    place.settings.light = 50;
    place.stone = (RippleStone){0, 0, 40, 900, SMOOTH};
    place.picture = water_blank(scene->width, scene->height);
    place.frame = water_blank(scene->width, scene->height);
    place.floor = water_blank(scene->width, scene->height);
    place.pool = water_pool(scene->width, scene->height, &place.settings);
    shrink_default();
    run_in_thread(&place);
    EXPECT_INT(place.failures, ==, 0);
}

/* The calls above are all that there are. */
TEST(stack, of_all_functions)
{
    static const char *const names[] = {CALLS(NAME, NAME)};
    char *header = support_load("src/ripple.h", NULL);
    int found = 0;

    for (char *line = strtok(header, "\n"); line != NULL;
         line = strtok(NULL, "\n")) {
        char name[64];
        char *start = strstr(line, "ripple_");
        int i = 0;

        if (line[0] < 'a' || line[0] > 'z' || start == NULL ||
            sscanf(start, "%63[a-z0-9_](", name) != 1)
            continue;
        while (i < COUNT(names) && strcmp(names[i], name) != 0)
            i++;
        ck_assert_msg(i < COUNT(names), "%s is not called", name);
        found++;
    }
    EXPECT_INT(found, >, 40);
}
