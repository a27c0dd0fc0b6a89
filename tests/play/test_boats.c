/* SPDX-License-Identifier: MIT */
/* Boats that are drawn: where, for how long, and that the water under them is
   left as it is. */
#include "lib/util/fixed.h"
#include "../program/scenes.h"

#include <math.h>
#include <string.h>

TEST_CASE(scene, boats, .timeout_s = 60);

static Error error;

/* 320x240 pixels of calm water; boats of depth 0 leave it so. */
static Scene *open_boats(const char *preset, const char *script)
{
    SceneOptions options = scenes_options(preset, 320, 240);

    options.settings.rain = 0;
    options.settings.leaves = 0;
    scenes_set_script(&options, script);
    return scenes_create(&options, NULL);
}

static size_t frame_bytes(const Scene *scene)
{
    return (size_t)scene->frame.width * (size_t)scene->frame.height *
           sizeof *scene->frame.pixels;
}

/* The middle of the pixels in which two frames differ, in half pixels; returns
   how many there are. */
static int find_difference(Scene *a, Scene *b, int *x, int *y)
{
    int left = 320, right = 0, top = 240, bottom = 0, count = 0;

    for (int i = 0; i < 320 * 240; i++) {
        if (scenes_pixel(a, i % 320, i / 320) ==
            scenes_pixel(b, i % 320, i / 320))
            continue;
        left = min_int(left, i % 320);
        right = max_int(right, i % 320);
        top = min_int(top, i / 320);
        bottom = max_int(bottom, i / 320);
        count++;
    }
    *x = left + right;
    *y = top + bottom;
    return count;
}

/* The boat is drawn where the script says and its shadow beside it; nothing is
   drawn before, after it has faded, without a radius, and in other views. */
TEST_LOOP(boats, boats_of_scripts, 9)
{
    static const struct {
        const char *preset, *script;
        int step, x, y; /* x 0: nowhere */
    } cases[] = {
        {"pond", "9 boat 60 120 140 120 12 0 100\n", 9, 0, 0},
        {"pond", "9 boat 60 120 140 120 12 0 100\n", 59, 100, 120},
        {"pond", "9 boat 60 120 140 120 12 0 100\n", 109, 140, 120},
        {"pond", "9 boat 60 120 140 120 12 0 100\n", 109 + BOATS_FADE, 0, 0},
        {"pond", "0 boat 160 60 160 160 12 0 100\n", 50, 160, 110},
        {"classic", "0 boat 20 40 300 200 12 0 10\n", 5, 160, 120},
        {"pond", "0 boat 60 120 140 120 0 0 100\n", 50, 0, 0},
        {"pond", "0 set view slopes\n0 boat 60 120 140 120 12 0 100\n", 50, 0,
         0},
        {"retro", "0 boat 60 120 140 120 12 0 100\n", 50, 0, 0},
    };
    Scene *scene = open_boats(cases[_i].preset, cases[_i].script), *plain;
    int x, y, count;

    plain = open_boats(cases[_i].preset, strstr(cases[_i].script, "slopes")
                                             ? "0 set view slopes\n"
                                             : "");
    scenes_advance(scene, cases[_i].step);
    scenes_advance(plain, cases[_i].step);
    if (cases[_i].x == 0) {
        ck_assert_uint_eq(scenes_crc(scene), scenes_crc(plain));
        return;
    }
    count = find_difference(scene, plain, &x, &y);
    EXPECT_INT(count, >, 150);
    EXPECT_INT(abs(x / 2 - cases[_i].x), <=, 4);
    EXPECT_INT(abs(y / 2 - cases[_i].y), <=, 4);
}

/* The frame under a boat is that of the water alone, byte for byte. Only the
   rectangles in the list change. */
TEST_LOOP(boats, lifted_boats_show_the_water, 2)
{
    static const char *const scripts[] = {
        "0 boat -5% 20% 30% 90% 9% 0 60\n60 boat 30% 90% 30% 10% 9% 0 60\n",
        "0 boat 50% 50% 50% 50% 30% 0 9\n3/9 boat 90% 50% 110% 50% 2% 0 4\n"};
    Scene *plain = open_boats("pond", ""), *boats;
    uint32_t *copy = support_own(malloc(frame_bytes(plain)), free);

    boats = open_boats("pond", scripts[_i]);
    memcpy(copy, boats->frame.pixels, frame_bytes(plain));
    for (int step = 0; step < 200; step++) {
        const RippleRect *rects;
        int count = scene_advance(boats, &rects);

        scenes_advance(plain, 1);
        for (int i = 0; i < count; i++) {
            for (int y = rects[i].y; y < rects[i].y + rects[i].height; y++)
                memcpy(copy + y * 320 + rects[i].x,
                       boats->frame.pixels + y * 320 + rects[i].x,
                       (size_t)rects[i].width * sizeof *copy);
        }
        ck_assert_mem_eq(copy, boats->frame.pixels, frame_bytes(plain));
        sprite_layer_lift(&boats->sprites, &boats->frame);
        ck_assert_mem_eq(plain->frame.pixels, boats->frame.pixels,
                         frame_bytes(plain));
        scene_render(boats, NULL);
        ck_assert_mem_eq(copy, boats->frame.pixels, frame_bytes(plain));
    }
}

/* One boat sails on where the next event begins. It never jumps, nor turns by
   more than 5 degrees a step, also where it goes back. */
TEST(boats, boats_turn_smoothly)
{
    Scene *scene = open_boats("pond", "0 boat 60 80 130 100 9 0 90\n"
                                      "90 boat 130 100 130 180 9 0 90\n"
                                      "180 boat 130 180 130 110 9 0 90\n");
    const SeenBoat *boat = scene->player.boats.boat;
    SeenBoat before;

    scenes_step(scene, 1);
    for (int i = 1; i < 270; i++) {
        double cosine;

        before = *boat;
        scenes_step(scene, 1);
        EXPECT_INT(scene->player.boats.count, ==, 1);
        cosine =
            boat->along_x * before.along_x + boat->along_y * before.along_y;
        EXPECT(fabs(boat->x - before.x) < 1 && fabs(boat->y - before.y) < 1);
        ck_assert_double_ge(cosine, cos(5 * PI / 180));
        ck_assert_double_le(cosine, 1 + 1e-9);
        if (i == 179)
            ck_assert_double_ge(boat->along_y, 0.95);
    }
    ck_assert_double_le(boat->along_y, -0.9);
}

/* A boat that sails in the warm-up goes on in step 0. */
TEST(boats, boats_of_the_warm_up)
{
    Scene *scene = scenes_open("river", 320, 240);
    const Boats *boats = &scene->player.boats;
    double x = boats->boat[0].x;

    scenes_advance(scene, 1);
    EXPECT(boats->count == 1 && boats->boat[0].fade == BOATS_FADE);
    EXPECT(boats->boat[0].x > x && boats->boat[0].x < x + 1);
}

/* The user's boat follows the pointer, and fades when it is let go. */
TEST(boats, held_boats_are_seen)
{
    Scene *scene = open_boats("pond", "");
    const Boats *boats = &scene->player.boats;

    player_hold(&scene->player, 100, 100, 1);
    scenes_step(scene, 20);
    EXPECT(boats->count == 1 && boats->boat[0].fade == BOATS_FADE);
    player_hold(&scene->player, 130, 100, 1);
    scenes_step(scene, 90);
    EXPECT_INT(boats->count, ==, 1);
    ck_assert_double_eq_tol(boats->boat[0].x, 130, 0.5);
    ck_assert_double_ge(boats->boat[0].along_x, 0.8);
    player_release(&scene->player);
    scenes_step(scene, BOATS_FADE - 1);
    EXPECT(boats->count == 1 && boats->boat[0].fade == 1);
    ck_assert_double_eq_tol(boats->boat[0].x, 130, 0.5);
    ripple_clear(scene->player.pool);
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 0);
    scenes_step(scene, 1);
    EXPECT_INT(boats->count, ==, 0);
    ripple_clear(scene->player.pool);
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 100);
}

/* Boats keep their place in a frame of another size; those beyond BOATS_MAX
   are not drawn. */
TEST(boats, boats_follow_the_size)
{
    char script[BOATS_MAX + 2][40], all[sizeof script] = "";
    Scene *scene;

    for (int i = 0; i < COUNT(script); i++) {
        snprintf(script[i], sizeof script[i], "0 boat %d %d 150 120 9 0 3\n",
                 10 + 15 * i, i);
        strcat(all, script[i]);
    }
    scene = open_boats("pond", all);
    scenes_advance(scene, 5);
    EXPECT_INT(scene->player.boats.count, ==, BOATS_MAX);
    EXPECT_INT(scene->sprites.count, ==, BOATS_MAX);
    for (int i = 0; i < 5; i++) {
        double x = scene->player.boats.boat[i].x;
        int width = scene->frame.width;

        EXPECT_OK(scene_resize(scene, 5 + 90 * i, 1 + 70 * i, &error));
        scenes_advance(scene, 1);
        ck_assert_double_eq_tol(scene->player.boats.boat[i].x,
                                x * (5 + 90 * i) / width, 1e-6);
    }
}
