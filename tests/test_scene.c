/* SPDX-License-Identifier: MIT */
/* Scenes: stones to scale, rain, scripts, and sleeping through calm water. */
#include "../src/app/scene.h"
#include "suites.h"
#include "support.h"

#include <SDL.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static SDL_Surface *make_source(int width, int height)
{
    SDL_Surface *source = SDL_CreateRGBSurfaceWithFormat(
        0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);

    ck_assert_ptr_nonnull(source);
    for (int y = 0; y < height; y++) {
        uint32_t *row = (uint32_t *)(void *)((char *)source->pixels +
                                             (size_t)y * (size_t)source->pitch);

        for (int x = 0; x < width; x++)
            row[x] = 0xff000000u | (uint32_t)(x * 7919 + y * 104729);
    }
    return source;
}

static Scene open_scene(const char *preset, int width, int height)
{
    Scene scene = {.rate = 60, .seed = 5, .threads = 2, .simd = "auto"};
    SDL_Surface *source = make_source(width, height);
    Report report;

    EXPECT(water_set(&scene.water, "preset", preset) == NULL);
    EXPECT_INT(scene_open(&scene, width, height, source, &report), ==, 0);
    SDL_FreeSurface(source);
    return scene;
}

static void set_script(Scene *scene, const char *text)
{
    Report report;

    EXPECT_INT(
        script_read(&scene->script, support_write("scene.txt", text), &report),
        ==, 0);
}

/* A click is the same share of the picture at every size. */
START_TEST(test_stones_scale_with_the_frame)
{
    static const int sizes[][2] = {{320, 240},   {640, 480},   {1280, 960},
                                   {2880, 2160}, {3840, 2160}, {240, 320}};
    static const char *const presets[] = {"classic", "pond", "storm"};

    for (int i = 0; i < 18; i++) {
        int width = sizes[i / 3][0], height = sizes[i / 3][1];
        int side = width < height ? width : height;
        Scene scene = open_scene(presets[i % 3], width, height);
        RippleStone stone = scene_stone(&scene, 10, 20, 1);

        EXPECT(fabs((double)stone.radius / side - 0.036) < 0.003);
        EXPECT_INT(stone.x, ==, 10);
        EXPECT_INT(stone.profile, ==, scene.water.profile);
        if (i % 3 == 0) {
            EXPECT_INT(stone.weight, >=, 32);
            EXPECT_INT(stone.weight, <=, 128);
        }
        stone = scene_stone(&scene, 10, 20, 2);
        EXPECT(fabs((double)stone.radius / side - 0.072) < 0.003);
        scene_close(&scene);
    }
}
END_TEST

START_TEST(test_tiny_frames_have_stones)
{
    Scene scene = open_scene("pond", 1, 1);
    RippleStone stone = scene_stone(&scene, 0, 0, 0.25);

    EXPECT_INT(stone.radius, ==, 1);
    EXPECT_INT(stone.weight, >, 0);
    for (int i = 0; i < 1000; i++)
        scene_step(&scene);
    scene_close(&scene);
}
END_TEST

START_TEST(test_script_is_played_by_step)
{
    Scene scene = open_scene("classic", 80, 60);

    set_script(&scene, "0 stone 20 20 1 50\n"
                       "2 set damping 9\n"
                       "2 set refraction 0\n"
                       "3 clear\n"
                       "3 disturb 40 30 8\n"
                       "5 line 10 50 70 50 2 9\n");
    EXPECT_INT(scene_calm_steps(&scene, 10), ==, 0);
    scene_step(&scene);
    EXPECT_INT(support_height(scene.pool, 20, 20), ==, 0);
    EXPECT_INT(support_height(scene.pool, 21, 20), ==, -24);
    scene_step(&scene);
    EXPECT_INT(ripple_settings(scene.pool)->damping, ==, 5);
    scene_step(&scene);
    EXPECT_INT(ripple_settings(scene.pool)->damping, ==, 9);
    EXPECT(ripple_settings(scene.pool)->refraction == 0);
    scene_step(&scene);
    EXPECT_INT(support_height(scene.pool, 21, 20), ==, 0);
    EXPECT_INT(support_height(scene.pool, 40, 30), ==, 8);
    EXPECT_INT(scene.step, ==, 4);
    scene_step(&scene);
    scene_step(&scene);
    EXPECT_INT(support_height(scene.pool, 40, 49), <, 0);
    scene_close(&scene);
}
END_TEST

/* Looking ahead finds the step before which something falls in. */
START_TEST(test_calm_steps_are_foreseen)
{
    Scene scene = open_scene("classic", 80, 60);

    set_script(&scene, "25 stone 20 20 3 50\n");
    EXPECT_INT(scene_calm_steps(&scene, 10), ==, 10);
    EXPECT_INT(scene_calm_steps(&scene, 100), ==, 25);
    scene_skip(&scene, 25);
    EXPECT_INT(scene_calm_steps(&scene, 100), ==, 0);
    scene_step(&scene);
    EXPECT(!ripple_is_calm(scene.pool));
    EXPECT_INT(scene_calm_steps(&scene, 100), ==, 0);
    scene_close(&scene);
}
END_TEST

/* Skipping calm steps gives the same water as doing them. */
START_TEST(test_skipping_equals_stepping)
{
    Scene skipping = open_scene("pond", 200, 150);
    Scene stepping = open_scene("pond", 200, 150);
    uint64_t skipped = 0;
    Report report;

    EXPECT_INT(scene_set(&skipping, "damping", "3", &report), ==, 0);
    EXPECT_INT(scene_set(&stepping, "damping", "3", &report), ==, 0);
    while (skipping.step < 3000) {
        uint64_t calm = scene_calm_steps(&skipping, 50);

        scene_skip(&skipping, calm);
        skipped += calm;
        scene_step(&skipping);
    }
    while (stepping.step < skipping.step)
        scene_step(&stepping);
    EXPECT_INT(skipped, >, 0);
    scene_render(&skipping, NULL);
    scene_render(&stepping, NULL);
    ck_assert_uint_eq(crc_frame(&skipping.frame), crc_frame(&stepping.frame));
    scene_close(&skipping);
    scene_close(&stepping);
}
END_TEST

/* Every drop of rain lands in the frame, and a seed has a rain of its own. */
START_TEST(test_rain)
{
    uint32_t crcs[2];

    for (uint64_t seed = 0; seed < 2; seed++) {
        Scene scene = open_scene("storm", 160, 120);

        scene.seed = seed;
        for (int i = 0; i < 100; i++)
            scene_step(&scene);
        EXPECT(!ripple_is_calm(scene.pool));
        scene_render(&scene, NULL);
        crcs[seed] = crc_frame(&scene.frame);
        scene_close(&scene);
    }
    EXPECT(crcs[0] != crcs[1]);
}
END_TEST

START_TEST(test_resize_and_show)
{
    Scene scene = open_scene("classic", 90, 70);
    SDL_Surface *source = make_source(33, 44);
    RippleStone stone = {20, 20, 5, 60, RIPPLE_PROFILE_DISC};
    Report report;

    ripple_drop(scene.pool, &stone);
    EXPECT_INT(scene_resize(&scene, 33, 44, source, &report), ==, 0);
    EXPECT_INT(support_height(scene.pool, 20, 20), ==, -60);
    ripple_clear(scene.pool);
    scene_render(&scene, NULL);
    EXPECT_INT(scene.frame.width, ==, 33);
    ck_assert_mem_eq(scene.frame.pixels, source->pixels, 33 * 44 * 4);
    SDL_FillRect(source, NULL, 0xff123456);
    EXPECT_INT(scene_show(&scene, source, &report), ==, 0);
    scene_render(&scene, NULL);
    EXPECT_INT(scene.frame.pixels[33 * 44 - 1], ==, 0xff123456);
    EXPECT_INT(scene_resize(&scene, 0, 44, source, &report), ==, -1);
    EXPECT_INT(scene.frame.width, ==, 33);
    SDL_FreeSurface(source);
    scene_close(&scene);
}
END_TEST

Suite *scene_suite(void)
{
    Suite *suite = suite_create("scene");
    TCase *scenes = tcase_create("scenes");

    tcase_set_timeout(scenes, 20);
    tcase_add_test(scenes, test_stones_scale_with_the_frame);
    tcase_add_test(scenes, test_tiny_frames_have_stones);
    tcase_add_test(scenes, test_script_is_played_by_step);
    tcase_add_test(scenes, test_calm_steps_are_foreseen);
    tcase_add_test(scenes, test_skipping_equals_stepping);
    tcase_add_test(scenes, test_rain);
    tcase_add_test(scenes, test_resize_and_show);
    suite_add_tcase(suite, scenes);
    return suite;
}
