/* SPDX-License-Identifier: MIT */
/* The camera of the view in perspective: its text, its moves, its slow turn,
   and what scripts drop where the frame shows the pool. */
#include "play/camera_moves.h"
#include "lib/util/fixed.h"
#include "lib/view3d/camera.h"
#include "../program/scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WIDTH  192
#define HEIGHT 120

TEST_CASE(scene, camera, .timeout_s = 20);

static int is_camera(const RippleCamera *camera, double yaw, double pitch,
                     double distance)
{
    return fabs(camera->yaw - yaw) < 1e-9 &&
           fabs(camera->pitch - pitch) < 1e-9 &&
           fabs(camera->distance - distance) < 1e-9;
}

TEST(camera, default_is_that_of_the_library)
{
    Scene *scene = scenes_open("pond", WIDTH, HEIGHT);
    Ripple *pool;

    EXPECT_OK(ripple_create(&pool, 8, 8, NULL));
    EXPECT(camera_is_same(ripple_camera(pool), &ripple_camera_initial));
    EXPECT(camera_is_same(ripple_camera(scene->player.pool),
                          &ripple_camera_initial));
    EXPECT(
        camera_is_same(&scene->player.settings.camera, &ripple_camera_initial));
    ripple_destroy(pool);
}

/* The text that is written is short and means the same camera. */
TEST(camera, text)
{
    static const char *const wrong[] = {
        "",        "20",         "20,18",     "20,18,",      "20,18,1,",
        ",18,1",   "20,18,1,5",  "nan,18,1",  "20,nan,1",    "20,18,nan",
        "a,b,c",   "inf,18,1",   "361,18,1",  "-360.1,18,1", "20,2.9,1",
        "20,71,1", "20,18,0.19", "20,18,4.1", "20 18 1",     "20,18,-1"};
    RippleCamera camera, kept;
    char text[32];

    EXPECT_OK(camera_read(&camera, "-360,3,4"));
    EXPECT(is_camera(&camera, -360, 3, 4));
    EXPECT_OK(camera_read(&camera, "-123.45678,12.34567,1.23456"));
    EXPECT(is_camera(&camera, -123.457, 12.346, 1.235));
    camera_write(&camera, text, sizeof text);
    ck_assert_str_eq(text, "-123.457,12.346,1.235");
    EXPECT_OK(camera_read(&kept, text));
    EXPECT(camera_is_same(&camera, &kept));
    for (int i = 0; i < COUNT(wrong); i++)
        ck_assert_msg(camera_read(&camera, wrong[i]) != 0, "%s", wrong[i]);
    EXPECT(camera_is_same(&camera, &kept));
}

TEST(camera, moves_stay_in_range)
{
    RippleCamera camera = {20, 18, 0.9};

    camera = camera_move(&camera, &(CameraMove){-30.0004, 2, 1});
    EXPECT(is_camera(&camera, -10, 20, 0.9));
    camera = camera_move(&camera, &(CameraMove){-175, -100, 100});
    EXPECT(is_camera(&camera, 175, CAMERA_MIN_PITCH, CAMERA_MAX_DISTANCE));
    camera = camera_move(&camera, &(CameraMove){3600, 1000, 1e-9});
    EXPECT(is_camera(&camera, 175, CAMERA_MAX_PITCH, CAMERA_MIN_DISTANCE));
    for (int i = 0; i < 1000; i++)
        camera = camera_move(&camera, &(CameraMove){7.77, 0, 1});
    EXPECT(fabs(camera.yaw) <= 180);
}

/* Once around, evenly, by the number of the step alone. */
TEST(camera, slow_turn)
{
    const RippleCamera ends[] = {{360, 18, 1}, {-360, 18, 1}, {20, 18, 1}};
    uint64_t period = 60 * CAMERA_TURN_S;

    for (int i = 0; i < COUNT(ends); i++) {
        double last = ends[i].yaw;

        EXPECT(remainder(camera_turn(&ends[i], 0, 60).yaw - last, 360) == 0);
        for (uint64_t step = 100; step <= period; step += 100) {
            RippleCamera now = camera_turn(&ends[i], step, 60);
            double turned = remainder(now.yaw - last, 360);

            EXPECT(fabs(now.yaw) <= CAMERA_MAX_YAW);
            EXPECT(fabs(turned - 100 * 360.0 / (double)period) < 1e-9);
            last = now.yaw;
        }
        EXPECT(camera_turn(&ends[i], period + 5, 60).yaw ==
               camera_turn(&ends[i], 5, 60).yaw);
    }
    EXPECT(camera_turn(&ends[2], 7, 30).yaw ==
           camera_turn(&ends[2], 14, 60).yaw);
}

/* A live pool of open water and an island, in perspective. */
static Scene *open_island(const char *script, int turns_slowly)
{
    SceneOptions options = scenes_options("pond", WIDTH, HEIGHT);

    scenes_set_option(&options, "rain", "0");
    scenes_set_option(&options, "view", "perspective");
    scenes_set_option(&options, "mask",
                      support_write("island.pgm", "P2 3 3 1\n"
                                                  "1 1 1\n"
                                                  "1 0 1\n"
                                                  "1 1 1\n"));
    scenes_set_script(&options, script);
    options.turns_slowly = turns_slowly;
    return scenes_create(&options, NULL);
}

/* A pixel of the frame that shows this, from the middle of the lowest row on
   and up, and its place. */
static void find_pixel(Scene *scene, CameraHit wanted, int *pixel, int *place)
{
    for (int y = HEIGHT - 9; y >= 0; y--) {
        for (int i = 0; i < WIDTH; i++) {
            int x = (WIDTH + (i % 2 ? i + 1 : -i)) / 2;

            place[0] = x;
            place[1] = y;
            if (camera_pick(scene->player.pool, &place[0], &place[1]) != wanted)
                continue;
            pixel[0] = x;
            pixel[1] = y;
            return;
        }
    }
    ck_abort_msg("no pixel shows %d", (int)wanted);
}

static void expect_same_water(Scene *a, Scene *b)
{
    for (int y = 0; y < HEIGHT; y += 3) {
        for (int x = 0; x < WIDTH; x += 3) {
            EXPECT_INT(scenes_height(a, x, y), ==, scenes_height(b, x, y));
            EXPECT_INT(scenes_depth(a, x, y), ==, scenes_depth(b, x, y));
        }
    }
}

/* What a script does at pixels of the frame is what it does at the places that
   they show, seen from above; rendering or not makes no difference. */
TEST(camera, scripts_are_where_the_frame_shows_the_pool)
{
    static const char *const events[] = {
        "0 stone %d %d 8 300",        "0 splash %d %d 8 300 5",
        "0 disturb %d %d 900",        "0 pull %d %d 7 400",
        "0 body %d %d 9 300",         "0 line %d %d %d %d 6 60",
        "0 boat %d %d %d %d 6 200 9", "0 land %d %d 9",
        "0 wall %d %d %d %d 4",       "0 set damping 9\n0 disturb %d %d 900"};

    for (int i = 0; i < COUNT(events); i++) {
        Scene *scene = open_island("", 0), *above;
        int pixel[4], place[4];
        char seen[96], flat[96];

        find_pixel(scene, CAMERA_WATER, pixel, place);
        pixel[2] = pixel[0];
        pixel[3] = pixel[1] - 9;
        place[2] = pixel[2];
        place[3] = pixel[3];
        EXPECT_INT(camera_pick(scene->player.pool, &place[2], &place[3]), ==,
                   CAMERA_WATER);
        EXPECT(place[0] != pixel[0] || place[1] != pixel[1]);
        snprintf(seen, sizeof seen, events[i], pixel[0], pixel[1], pixel[2],
                 pixel[3]);
        snprintf(flat, sizeof flat, events[i], place[0], place[1], place[2],
                 place[3]);
        scene = open_island(seen, 0);
        above = open_island(flat, 0);
        scenes_set(above, "view", "water");
        scenes_step(scene, 5);
        scenes_advance(above, 5);
        expect_same_water(scene, above);
        scenes_advance(scene, 5);
        scenes_step(above, 5);
        expect_same_water(scene, above);
    }
}

/* Percentages are of the pool in every view. */
TEST(camera, percentages_are_of_the_pool)
{
    const char *script = "0 stone 25% 75% 6% 300\n0 land 10% 10% 5%\n";
    Scene *scene = open_island(script, 0), *above = open_island(script, 0);

    scenes_set(above, "view", "water");
    scenes_step(scene, 3);
    scenes_step(above, 3);
    EXPECT(!ripple_is_calm(scene->player.pool));
    expect_same_water(scene, above);
}

/* Stones fall into water alone; land is painted over land too, nothing is in
   the sky. */
TEST(camera, scripts_miss_the_water)
{
    static const struct {
        const char *event;
        CameraHit hit;
        int misses;
    } rows[] = {{"0 stone %d %d 9 300", CAMERA_LAND, 1},
                {"0 stone %d %d 9 300", CAMERA_SKY, 1},
                {"0 line %d %d 50%% 90%% 9 300", CAMERA_SKY, 1},
                {"0 boat 50%% 90%% %d %d 9 300 5", CAMERA_LAND, 1},
                {"0 land %d %d 30", CAMERA_SKY, 1},
                {"0 wall 50%% 90%% %d %d 9", CAMERA_SKY, 1},
                {"0 water %d %d 30", CAMERA_LAND, 0},
                {"0 water %d %d 30", CAMERA_SKY, 1}};
    Scene *calm = open_island("", 0);

    for (int i = 0; i < COUNT(rows); i++) {
        int pixel[2], place[2];
        Scene *scene;
        char script[96];

        find_pixel(calm, rows[i].hit, pixel, place);
        snprintf(script, sizeof script, rows[i].event, pixel[0], pixel[1]);
        scene = open_island(script, 0);
        scenes_step(scene, 3);
        if (rows[i].misses)
            expect_same_water(scene, calm);
        else
            EXPECT_INT(scenes_depth(scene, place[0], place[1]), ==, 255);
    }
}

/* The camera that a script sets is the one of the events behind it. */
TEST(camera, scripts_set_it)
{
    Scene *turned = open_island("", 0), *scene, *above;
    int pixel[2], place[2];
    char script[96];

    scenes_set(turned, "camera", "200,40,1.2");
    find_pixel(turned, CAMERA_WATER, pixel, place);
    snprintf(script, sizeof script,
             "2 set camera 200,40,1.2\n2 stone %d %d 8 300\n", pixel[0],
             pixel[1]);
    scene = open_island(script, 0);
    snprintf(script, sizeof script, "2 stone %d %d 8 300\n", place[0],
             place[1]);
    above = open_island(script, 0);
    scenes_set(above, "view", "water");
    scenes_step(scene, 2);
    EXPECT(camera_is_same(ripple_camera(scene->player.pool),
                          &ripple_camera_initial));
    scenes_step(scene, 1);
    EXPECT(is_camera(ripple_camera(scene->player.pool), 200, 40, 1.2));
    scenes_step(above, 3);
    expect_same_water(scene, above);
}

/* Where the user moves the camera, home stays where it was set. */
TEST(camera, user_moves_it)
{
    Scene *scene = open_island("", 0);
    Player *player = &scene->player;

    scenes_set(scene, "camera", "10,20,1");
    player_aim_camera(player, &(RippleCamera){15, 25, 2});
    EXPECT(is_camera(ripple_camera(player->pool), 15, 25, 2));
    scenes_set(scene, "light", "30");
    EXPECT(is_camera(ripple_camera(player->pool), 15, 25, 2));
    EXPECT(is_camera(&player->settings.camera, 15, 25, 2));
    EXPECT(is_camera(&player->home, 10, 20, 1));
    scenes_set(scene, "preset", "pond");
    EXPECT(camera_is_same(ripple_camera(player->pool), &ripple_camera_initial));
    EXPECT(camera_is_same(&player->home, &ripple_camera_initial));
}

/* The camera of a screensaver turns with the steps, drawn or not, and so no
   step is skipped; in other views it rests. */
TEST(camera, turns_slowly)
{
    Scene *scene = open_island("", 1), *drawn = open_island("", 1);

    EXPECT(scene_calm_steps(scene, 100) == 0);
    scenes_step(scene, 99);
    scenes_advance(drawn, 99);
    scenes_advance(scene, 1);
    scenes_advance(drawn, 1);
    EXPECT(is_camera(ripple_camera(drawn->player.pool),
                     ripple_camera_initial.yaw + 99.0 / 60,
                     ripple_camera_initial.pitch,
                     ripple_camera_initial.distance));
    EXPECT(scenes_crc(scene) == scenes_crc(drawn));
    scenes_set(scene, "view", "water");
    EXPECT(scene_calm_steps(scene, 100) == 100);
    EXPECT(scene_calm_steps(open_island("", 0), 100) == 100);
}
