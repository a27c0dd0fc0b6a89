/* SPDX-License-Identifier: MIT */
/* Boats and leaves: where they are, what is under them, and which parts of a
   frame they change. The golden frames show how they look. */
#include "lib/util/fixed.h"
#include "lib/util/shapes.h"
#include "play/sprite.h"
#include "../faults/fault_injection.h"
#include "../program/scenes.h"
#include "../unit/water.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

TEST_CASE(scene, sprites, .timeout_s = 60);

static Error error;

/* 320x240 pixels with so many leaves, without rain. */
static Scene *open_sprites(const char *preset, const char *leaves,
                           const char *script)
{
    SceneOptions options = scenes_options(preset, 320, 240);

    options.settings.rain = 0;
    scenes_set_option(&options, "leaves", leaves);
    scenes_set_script(&options, script);
    return scenes_create(&options, NULL);
}

static Leaf *leaf_of(Scene *scene, int i)
{
    return &scene->player.leaves.leaf[i];
}

static size_t frame_bytes(const Scene *scene)
{
    return (size_t)scene->frame.width * (size_t)scene->frame.height *
           sizeof *scene->frame.pixels;
}

/* A copy of the frame that only changes where a scene says so. */
static uint32_t *copy_frame(const Scene *scene)
{
    uint32_t *copy = support_own(malloc(frame_bytes(scene)), free);

    memcpy(copy, scene->frame.pixels, frame_bytes(scene));
    return copy;
}

static void follow(uint32_t *copy, const Scene *scene, const RippleRect *rects,
                   int count)
{
    size_t width = (size_t)scene->frame.width;

    EXPECT_INT(count, >=, 0);
    for (int i = 0; i < count; i++) {
        RippleRect clipped =
            ripple_rect_clip(rects[i], scene->frame.width, scene->frame.height);

        EXPECT(memcmp(&clipped, &rects[i], sizeof clipped) == 0);
        for (int y = rects[i].y; y < rects[i].y + rects[i].height; y++)
            memcpy(copy + (size_t)y * width + rects[i].x,
                   scene->frame.pixels + (size_t)y * width + rects[i].x,
                   (size_t)rects[i].width * sizeof *copy);
    }
    ck_assert_mem_eq(copy, scene->frame.pixels, frame_bytes(scene));
}

/* Does to them all that a user and a script can do. */
static void meddle(Scene *scene, int step)
{
    switch (step) {
    case 10:
        player_drop(&scene->player, 100, 80, 2);
        break;
    case 20:
        scenes_set(scene, "leaves", "40");
        break;
    case 40:
        player_paint(&scene->player, &(Stroke){90, 0, 200, 240}, 1, 1);
        break;
    case 60:
        scenes_set(scene, "leaves", "3");
        break;
    case 70:
        scenes_set(scene, "view", "heights");
        break;
    case 80:
        scenes_set(scene, "view", "water");
        scenes_set(scene, "leaves", "64");
        break;
    case 100:
        scenes_show(scene, scenes_plain(9, 9, 0xff336699));
        break;
    case 110:
        ripple_clear(scene->player.pool);
        break;
    }
}

static const struct {
    const char *preset, *leaves, *script;
} rows[] = {
    {"river", "9", ""},
    {"torus", "64", ""},
    {"classic", "9", ""},
    {"torus", "9", "0 set fish 12\n"},
    {"torus", "0", "0 set float boat=8,duck=8,leaves\n50 set float duck=2\n"},
    {"pond", "0",
     "0 boat -5% 20% 30% 90% 9% 0 60\n60 boat 30% 90% 30% 10% 9% 0 60\n"},
    {"pond", "0",
     "0 boat 50% 50% 50% 50% 30% 0 9\n3/9 boat 90% 50% 110% 50% 2% 0 4\n"},
};

/* Only the rectangles that are told change, and a frame that is rendered anew
   is the same: nothing leaves a ghost. */
TEST_LOOP(sprites, they_leave_no_ghosts, COUNT(rows))
{
    Scene *scene =
        open_sprites(rows[_i].preset, rows[_i].leaves, rows[_i].script);
    uint32_t *copy = copy_frame(scene);

    for (int step = 0; step < 116; step++) {
        const RippleRect *rects;
        int count;

        meddle(scene, step);
        count = scene_advance(scene, &rects);
        follow(copy, scene, rects, count);
        if (step % 5 == 0)
            ripple_invalidate(scene->player.pool);
        count = scene_render(scene, &rects);
        ck_assert_mem_eq(copy, scene->frame.pixels, frame_bytes(scene));
        follow(copy, scene, rects, count);
    }
}

/* Without them the frame is that of the water alone, byte for byte. */
TEST_LOOP(sprites, lifted_they_show_the_water, COUNT(rows))
{
    Scene *plain = open_sprites(rows[_i].preset, "0", ""),
          *strewn =
              open_sprites(rows[_i].preset, rows[_i].leaves, rows[_i].script);

    for (int i = 0; i < 8; i++) {
        scenes_advance(plain, 9);
        scenes_advance(strewn, 9);
        EXPECT(i > 0 || memcmp(plain->frame.pixels, strewn->frame.pixels,
                               frame_bytes(plain)) != 0);
        sprite_layer_lift(&plain->sprites, &plain->frame); /* boat, foam */
        sprite_layer_lift(&strewn->sprites, &strewn->frame);
        ck_assert_mem_eq(plain->frame.pixels, strewn->frame.pixels,
                         frame_bytes(plain));
        scene_render(plain, NULL);
        scene_render(strewn, NULL);
    }
}

/* How far from (x, y) the nearest fish is, in pixels. */
static double find_nearest(const Scene *scene, double x, double y)
{
    const Shoal *shoal = &scene->player.shoal;
    double nearest = 1e9;

    for (int i = 0; i < shoal->count; i++)
        nearest =
            fmin(nearest, hypot(shoal->fish[i].x - x, shoal->fish[i].y - y));
    return nearest;
}

/* Fish come in, and flee from a stone that falls on one; on an island of land
   there is none. */
TEST(sprites, fish_flee)
{
    Scene *scene = open_sprites("pond", "0", "0 set fish 5\n");
    const Fish *fish = scene->player.shoal.fish;
    double x, y;

    scenes_advance(scene, 600);
    EXPECT(find_nearest(scene, 160, 120) < 120);
    x = fish->x;
    y = fish->y;
    scenes_advance(scene, 30);
    EXPECT(find_nearest(scene, x, y) < 15);
    x = fish->x + 3;
    y = fish->y + 3;
    player_drop(&scene->player, (int)x, (int)y, 1);
    scenes_advance(scene, 30);
    EXPECT(find_nearest(scene, x, y) > 25);
}

/* A stone pushes a boat away, which comes to rest. */
TEST(sprites, floats_ride)
{
    Scene *scene = open_sprites("pond", "0", "0 set float boat\n");
    const SeenBoat *boat = &scene->player.floats.item[0].seen;
    double x;

    scenes_advance(scene, 60);
    x = boat->x;
    EXPECT_INT((int)player_calm_steps(&scene->player, 9), ==, 9);
    player_drop(&scene->player, (int)x + 30, (int)boat->y, 1);
    scenes_advance(scene, 120);
    EXPECT(boat->x < x - 3);
    scenes_advance(scene, 3000);
    EXPECT_INT((int)player_calm_steps(&scene->player, 9), ==, 9);
}

/* The middle button rows a paper boat, which makes a wake; elsewhere it holds
   another boat. */
TEST(sprites, paper_boats_are_rowed)
{
    Scene *scene = open_sprites("pond", "0", "0 set float boat\n");
    const SeenBoat *boat = &scene->player.floats.item[0].seen;

    scenes_advance(scene, 20);
    player_hold(&scene->player, (int)boat->x, (int)boat->y, 1);
    for (int step = 0; step < 200; step++) {
        player_hold(&scene->player, 160, 120, 1);
        scenes_advance(scene, 1);
    }
    EXPECT(hypot(boat->x - 160, boat->y - 120) < 3);
    EXPECT_INT(scene->player.boats.count, ==, 0);
    EXPECT(!ripple_is_calm(scene->player.pool));
    player_release(&scene->player);
    player_hold(&scene->player, 20, 20, 1);
    scenes_advance(scene, 2);
    EXPECT_INT(scene->player.boats.count, ==, 1);
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
TEST_LOOP(sprites, boats_of_scripts, 8)
{
    static const struct {
        const char *preset, *script;
        int step, x, y; /* x 0: nowhere */
    } cases[] = {
        {"pond", "9 boat 60 120 140 120 12 0 100\n", 9, 0, 0},
        {"pond", "9 boat 60 120 140 120 12 0 100\n", 59, 100, 120},
        {"pond", "9 boat 60 120 140 120 12 0 100\n", 109, 140, 120},
        {"pond", "9 boat 60 120 140 120 12 0 100\n", 109 + BOATS_FADE, 0, 0},
        {"classic", "0 boat 20 40 300 200 12 0 10\n", 5, 160, 120},
        {"pond", "0 boat 60 120 140 120 0 0 100\n", 50, 0, 0},
        {"pond", "0 set view slopes\n0 boat 60 120 140 120 12 0 100\n", 50, 0,
         0},
        {"retro", "0 boat 60 120 140 120 12 0 100\n", 50, 0, 0},
    };
    Scene *scene = open_sprites(cases[_i].preset, "0", cases[_i].script);
    Scene *plain;
    int x, y, count;

    plain = open_sprites(
        cases[_i].preset, "0",
        strstr(cases[_i].script, "slopes") ? "0 set view slopes\n" : "");
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

/* One boat sails on where the next event begins. It never jumps, nor turns by
   more than 5 degrees a step, also where it goes back. */
TEST(sprites, boats_turn_smoothly)
{
    Scene *scene = open_sprites("pond", "0",
                                "0 boat 60 80 130 100 9 0 90\n"
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

/* The user's boat follows the pointer, and fades when it is let go. */
TEST(sprites, held_boats_are_seen)
{
    Scene *scene = open_sprites("pond", "0", "");
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

static int is_water(Scene *scene, int x, int y)
{
    return scenes_depth(scene, clamp_int(x, 0, 319), clamp_int(y, 0, 239)) != 0;
}

/* No leaf, boat, duck or fish is on land; fish come from outside. */
static void expect_afloat(Scene *scene)
{
    const Player *player = &scene->player;
    int columns;

    ripple_cells(player->pool, &columns, NULL);
    EXPECT_INT(columns, ==, 320);
    for (int i = 0; i < player->leaves.count; i++) {
        const Leaf *leaf = leaf_of(scene, i);

        EXPECT(is_water(scene, (int)(leaf->x >> 16), (int)(leaf->y >> 16)));
    }
    for (int i = 0; i < player->floats.count; i++) {
        const SeenBoat *seen = &player->floats.item[i].seen;

        EXPECT(is_water(scene, (int)seen->x, (int)seen->y));
    }
    for (int i = 0; i < player->shoal.count; i++) {
        int x = (int)player->shoal.fish[i].x, y = (int)player->shoal.fish[i].y;

        EXPECT(x < 0 || y < 0 || x >= 320 || y >= 240 || is_water(scene, x, y));
    }
}

/* A leaf that leaves a river comes in again upstream, here at the left; nothing
   is ever on land or out of reach, and all drifts. */
TEST(sprites, all_stay_in_the_river)
{
    Scene *scene = open_sprites("river", "30",
                                "0 set fish 12\n"
                                "0 set float boat=8,duck=8,leaves=30\n");
    const SeenBoat *duck = &scene->player.floats.item[15].seen;
    int entered = 0;
    double x, y;

    scenes_advance(scene, 1);
    x = duck->x;
    y = duck->y;
    EXPECT_INT(scene->player.leaves.count, ==, 30);
    EXPECT_INT(scene->player.floats.count, ==, 16);
    for (int step = 0; step < 900; step++) {
        int64_t before[30];

        for (int i = 0; i < 30; i++)
            before[i] = leaf_of(scene, i)->x;
        scenes_advance(scene, 1);
        expect_afloat(scene);
        for (int i = 0; i < 30; i++) {
            const Leaf *leaf = leaf_of(scene, i);

            entered += leaf->x < before[i] - 250 * 65536 && leaf->x < 0;
            EXPECT(leaf->x > -30 * 65536 && leaf->x < 350 * 65536);
            EXPECT(leaf->y > -30 * 65536 && leaf->y < 270 * 65536);
            EXPECT(abs(leaf->along_x) <= LEAVES_ONE);
        }
    }
    EXPECT_INT(entered, >, 5);
    EXPECT(hypot(duck->x - x, duck->y - y) > 9);
}

/* Land that is painted over a leaf holds it for a while. */
TEST(sprites, land_swallows_leaves)
{
    Scene *scene = open_sprites("pond", "1", "");
    Leaf *leaf = leaf_of(scene, 0);
    int x = (int)(leaf->x >> 16), y = (int)(leaf->y >> 16);

    scenes_set(scene, "rain", "0");
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 100);
    player_paint(&scene->player, &(Stroke){x, y, x, y}, 2, 1);
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 0);
    scenes_step(scene, 580);
    EXPECT_INT(leaf->fade, <, LEAVES_FADE);
    player_paint(&scene->player, &(Stroke){x, y, x, y}, 2, 0);
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 0);
    scene_step(scene);
    EXPECT_INT(leaf->fade, ==, LEAVES_FADE);
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 100);
    player_paint(&scene->player, &(Stroke){x, y, x, y}, 2, 1);
    scenes_step(scene, 599);
    EXPECT(leaf->x >> 16 == x && leaf->fade == 1);
    scene_step(scene);
    EXPECT(leaf->x >> 16 != x && leaf->fade == LEAVES_FADE);
    scenes_step(scene, 20);
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 100);
}

/* On a torus a leaf on a corner is the same as one in the middle, rolled. */
TEST(sprites, leaves_cross_the_seam_whole)
{
    Scene *scene = open_sprites("classic", "1", "");
    int width = scene->frame.width, height = scene->frame.height;
    uint32_t *corner;

    scenes_set(scene, "edges", "wrap");
    scenes_show(scene, scenes_plain(9, 9, 0xff336699));
    leaf_of(scene, 0)->x = leaf_of(scene, 0)->y = 0;
    scene_render(scene, NULL);
    corner = copy_frame(scene);
    leaf_of(scene, 0)->x = (int64_t)width / 2 * 65536;
    leaf_of(scene, 0)->y = (int64_t)height / 2 * 65536;
    scene_render(scene, NULL);
    for (int i = 0; i < width * height; i++) {
        int x = (i + width / 2) % width, y = (i / width + height / 2) % height;

        EXPECT(corner[i] == scene->frame.pixels[y * width + x]);
    }
}

/* Lays all leaves on a frame whose `count` rectangles are new; returns
   how many have changed, and sets the last. */
static int lay_on(const Scene *scene, int count, RippleRect *last)
{
    RippleRect rendered[SPRITE_LAYER_RECTS] = {{1, 2, 0, 4}};
    const RippleRect *rects = rendered;
    SpriteLayer layer = {.count = 0};

    if (count > 0)
        rendered[count - 1].width = 3;
    EXPECT_OK(sprite_layer_lay(&layer, &scene->player, &scene->frame, &rects,
                               &count));
    *last = rects[count - 1];
    sprite_layer_clear(&layer);
    return count;
}

/* If the list has no room for the rectangles of leaves, the whole frame has
   changed. */
TEST(sprites, more_changes_than_rectangles)
{
    Scene *scene = open_sprites("pond", "9", "");
    RippleRect last;
    int own = lay_on(scene, 0, &last), others = SPRITE_LAYER_RECTS - own;

    EXPECT(own > 5 && own <= 9);
    EXPECT_INT(lay_on(scene, others, &last), ==, SPRITE_LAYER_RECTS);
    EXPECT_INT(last.width, ==, 3);
    EXPECT_INT(lay_on(scene, others + 1, &last), ==, 1);
    EXPECT(last.width == 320 && last.height == 240);
}

/* Without memory no leaf is drawn; the next frame has them again. */
TEST(sprites, leaves_without_memory)
{
    Scene *scene = open_sprites("classic", "9", "");
    Scene *plain = open_sprites("classic", "0", "");
    uint32_t strewn = scenes_crc(scene), water = scenes_crc(plain);

    scenes_set(scene, "leaves", "50");
    EXPECT(scenes_crc(scene) != strewn);
    scenes_set(scene, "leaves", "64");
    faults_arm(faults, FAULT_MEMORY, 1, 1);
    scene_render(scene, NULL);
    faults->armed = 0;
    ck_assert_str_eq(faults->failed, "realloc");
    ck_assert_uint_eq(crc_frame(&scene->frame), water);
    scenes_set(scene, "leaves", "9");
    ck_assert_uint_eq(scenes_crc(scene), strewn);
}

/* Still leaves cost nothing; a current wakes them. */
TEST(sprites, leaves_are_still_without_a_current)
{
    Scene *scene = open_sprites("classic", "20", "");
    const RippleRect *rects;

    scenes_set(scene, "rain", "0");
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 100);
    EXPECT_INT(scene_advance(scene, &rects), ==, 0);
    scenes_set(scene, "current", "0.1,0");
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 0);
    EXPECT_INT(scene_advance(scene, &rects), >, 20);
}

/* They keep their place in a frame of another size, and boats beyond BOATS_MAX
   are not drawn. */
TEST(sprites, they_follow_the_size)
{
    char script[BOATS_MAX + 2][40], all[sizeof script] = "";
    Scene *scene;

    for (int i = 0; i < COUNT(script); i++) {
        snprintf(script[i], sizeof script[i], "0 boat %d %d 150 120 9 0 3\n",
                 10 + 15 * i, i);
        strcat(all, script[i]);
    }
    scene = open_sprites("classic", "5", all);
    scenes_advance(scene, 5);
    EXPECT_INT(scene->player.boats.count, ==, BOATS_MAX);
    EXPECT_INT(scene->sprites.count, ==, BOATS_MAX + 5);
    for (int i = 0; i < 5; i++) {
        double boat = scene->player.boats.boat[i].x;
        int64_t leaf = leaf_of(scene, 2)->x;
        int width = scene->frame.width, new_width = 5 + 90 * i;

        EXPECT_OK(scene_resize(scene, new_width, 1 + 70 * i, &error));
        scenes_advance(scene, 1);
        ck_assert_double_eq_tol(scene->player.boats.boat[i].x,
                                boat * new_width / width, 1e-6);
        EXPECT(leaf_of(scene, 2)->x == leaf * new_width / width);
    }
}

/* The least distances of a sprite from the left and the top of its bounds,
   which neither it nor its shadow leaves. */
static void find_margins(const Sprite *pose, int margins[2])
{
    enum { SIDE = 256 };
    static uint32_t scratch[SIDE * SIDE];
    RippleRect bounds = sprite_bounds(pose);
    RipplePixels frame = water_blank(SIDE, SIDE);

    sprite_draw(pose, &frame, &(RippleRect){0, 0, SIDE, SIDE}, scratch);
    for (int i = 0; i < SIDE * SIDE; i++) {
        int x = i % SIDE - bounds.x, y = i / SIDE - bounds.y;

        if (frame.pixels[i] == frame.pixels[0])
            continue;
        EXPECT(x >= 0 && x < bounds.width && y >= 0 && y < bounds.height);
        margins[0] = min_int(margins[0], x);
        margins[1] = min_int(margins[1], y);
    }
}

/* The widest leaves, bent to each side, come within 3 pixels of their bounds.
 */
TEST(sprites, bounds_of_leaves)
{
    static const uint64_t looks[] = {0xff, 0x80ff, 0xffff};

    for (int i = 0; i < 32; i++) {
        double angle = i * PI / 16;
        int margins[2] = {9, 9};

        for (int k = 0; k < 2 * COUNT(looks); k++) {
            Sprite pose = {.x = 2011, .y = 2003, .fade = LEAVES_FADE};

            pose.along_x = (int)lround(cos(angle) * LEAVES_ONE);
            pose.along_y = (int)lround(sin(angle) * LEAVES_ONE);
            pose.across_x = -pose.along_y;
            pose.across_y = pose.along_x;
            pose.length = k % 2 ? 1024 : 38000;
            pose.look = looks[k / 2] << 32;
            find_margins(&pose, margins);
        }
        EXPECT(margins[0] <= 3 && margins[1] <= 3);
    }
}

/* A ship of 94 pixels stays within its bounds at any slant, and comes near
   them. */
TEST(sprites, bounds_of_ships)
{
    for (int i = 0; i < 128; i++) {
        double angle = i * PI / 16, slant = 0.05 + 0.3 * (i / 32);
        int margins[2] = {SHRT_MAX, SHRT_MAX};
        Sprite pose = {.x = 2011,
                       .y = 2003,
                       .fade = LEAVES_FADE,
                       .length = 24000,
                       .is_upright = 1,
                       .kind = SPRITE_SHIP};

        pose.along_x = (int)lround(cos(angle) * LEAVES_ONE);
        pose.along_y = (int)lround(sin(angle) * slant * LEAVES_ONE);
        pose.across_x = (int)lround(-sin(angle) * LEAVES_ONE);
        pose.across_y = (int)lround(cos(angle) * slant * LEAVES_ONE);
        find_margins(&pose, margins);
        EXPECT(margins[0] <= 40 && margins[1] <= 60);
    }
}
