/* SPDX-License-Identifier: MIT */
/* Leaves: how they drift, and that the water under them is left as it is. */
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

TEST_CASE(scene, leaves, .timeout_s = 60);

static Error error;

static Scene *open_leaves(const char *preset, const char *count)
{
    SceneOptions options = scenes_options(preset, 320, 240);

    scenes_set_option(&options, "leaves", count);
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

/* Does to leaves all that a user and a script can do. */
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

/* Only the rectangles that are told change, and a frame that is rendered anew
   is the same: no leaf leaves a ghost. */
TEST_LOOP(leaves, leaves_leave_no_ghosts, 3)
{
    static const char *const presets[] = {"river", "torus", "classic"};
    Scene *scene = open_leaves(presets[_i], "9");
    uint32_t *copy = copy_frame(scene);

    for (int step = 0; step < 140; step++) {
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

/* Without leaves the frame is that of the water alone. */
TEST_LOOP(leaves, lifted_leaves_show_the_water, 2)
{
    const char *preset = _i ? "torus" : "river";
    Scene *plain = open_leaves(preset, "0"),
          *strewn = open_leaves(preset, "64");

    for (int i = 0; i < 5; i++) {
        scenes_advance(plain, 9);
        scenes_advance(strewn, 9);
        EXPECT(memcmp(plain->frame.pixels, strewn->frame.pixels,
                      frame_bytes(plain)) != 0);
        sprite_layer_lift(&plain->sprites, &plain->frame); /* boat, foam */
        sprite_layer_lift(&strewn->sprites, &strewn->frame);
        ck_assert_mem_eq(plain->frame.pixels, strewn->frame.pixels,
                         frame_bytes(plain));
        scene_render(plain, NULL);
        scene_render(strewn, NULL);
    }
}

/* Steps that are not shown move leaves as others do. */
TEST(leaves, leaves_depend_on_steps_alone)
{
    Scene *shown = open_leaves("river", "20"), *hidden;

    hidden = open_leaves("river", "20");
    scenes_advance(shown, 90);
    scenes_step(hidden, 90);
    ck_assert_uint_eq(scenes_crc(shown), scenes_crc(hidden));
}

/* They go as far as the water does, and come in at the other side. */
TEST(leaves, leaves_move_with_the_current)
{
    enum { COUNT = 12, STEPS = 600 };
    Scene *scene = open_leaves("torus", "12");
    int64_t period = 0, start[COUNT];
    int flow_x, flow_y, wrapped = 0;

    ripple_current_at(scene->player.pool, 9, 9, &flow_x, &flow_y);
    for (int i = 0; i < COUNT; i++)
        start[i] = leaf_of(scene, i)->x;
    scenes_step(scene, STEPS);
    for (int i = 0; i < COUNT; i++) {
        int64_t gone = leaf_of(scene, i)->x - start[i] - flow_x * STEPS;

        if (gone != 0) {
            EXPECT(period == 0 || gone == period);
            period = gone;
            wrapped++;
        }
    }
    EXPECT(wrapped > 0 && wrapped < COUNT);
    EXPECT(-period == 320 * 65536);
}

static int is_on_land(Scene *scene, const Leaf *leaf)
{
    int x = clamp_int((int)(leaf->x >> 16), 0, 319);
    int y = clamp_int((int)(leaf->y >> 16), 0, 239), columns;

    ripple_cells(scene->player.pool, &columns, NULL);
    EXPECT_INT(columns, ==, 320);
    return scenes_depth(scene, x, y) == 0;
}

/* A leaf that leaves a river comes in again upstream, here at the left; none is
   ever on land or out of reach. */
TEST(leaves, leaves_stay_in_the_river)
{
    Scene *scene = open_leaves("river", "30");
    int entered = 0;

    for (int step = 0; step < 900; step++) {
        int64_t before[30];

        for (int i = 0; i < 30; i++)
            before[i] = leaf_of(scene, i)->x;
        scene_step(scene);
        for (int i = 0; i < 30; i++) {
            const Leaf *leaf = leaf_of(scene, i);

            entered += leaf->x < before[i] - 250 * 65536 && leaf->x < 0;
            EXPECT(!is_on_land(scene, leaf));
            EXPECT(leaf->x > -30 * 65536 && leaf->x < 350 * 65536);
            EXPECT(leaf->y > -30 * 65536 && leaf->y < 270 * 65536);
            EXPECT(abs(leaf->along_x) <= LEAVES_ONE);
        }
    }
    EXPECT_INT(entered, >, 5);
}

/* Foam on the river lies along the current. A fleck fades before it goes, and
   the next one appears on water. */
TEST(leaves, foam_comes_and_goes)
{
    Scene *scene = open_leaves("river", "0");
    const Leaves *foam = &scene->player.foam;
    int gone = 0, whole = 0;

    for (int step = 0; step < 900; step++) {
        Leaves before = *foam;

        scene_step(scene);
        for (int i = 0; i < foam->count; i++) {
            const Leaf *fleck = &foam->leaf[i];
            const Leaf *old = &before.leaf[i];
            int64_t flow_x = fleck->x - old->x, flow_y = fleck->y - old->y;
            int is_new = fleck->held == 0;

            gone += is_new;
            whole += fleck->fade == LEAVES_FADE;
            EXPECT(abs(fleck->fade - old->fade) <= 1);
            EXPECT(is_new ? old->fade <= 1
                          : flow_x * fleck->along_x + flow_y * fleck->along_y >=
                                0);
            EXPECT(fleck->x >= 320 * 65536 || !is_on_land(scene, fleck));
        }
    }
    EXPECT(foam->count == 30 && gone > 30 && whole > 900);
}

/* Land that is painted over a leaf holds it for a while. */
TEST(leaves, land_swallows_leaves)
{
    Scene *scene = open_leaves("pond", "1");
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

/* A leaf beyond the edge is not drawn, also where nothing was drawn before. */
TEST(leaves, leaves_beyond_the_edge)
{
    Scene *scene = open_leaves("classic", "1");
    const LaidSprite *laid = &scene->sprites.laid[0];
    int width = scene->frame.width, height = scene->frame.height;
    uint32_t water;

    EXPECT_INT(scene_resize(scene, width + 2, height, &error), ==, 0);
    leaf_of(scene, 0)->x = -30 * 65536;
    water = scenes_crc(scene);
    EXPECT(scene->sprites.count == 1 && laid->rect.width == 0);
    sprite_layer_lift(&scene->sprites, &scene->frame);
    leaf_of(scene, 0)->x = 30 * 65536;
    EXPECT(scenes_crc(scene) != water);
    EXPECT_INT(laid->rect.width, >, 0);
}

/* On a torus a leaf on a corner is the same as one in the middle, rolled. */
TEST(leaves, leaves_cross_the_seam_whole)
{
    Scene *scene = open_leaves("classic", "1");
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
TEST(leaves, more_changes_than_rectangles)
{
    Scene *scene = open_leaves("pond", "9");
    RippleRect last;
    int own = lay_on(scene, 0, &last), others = SPRITE_LAYER_RECTS - own;

    EXPECT(own > 5 && own <= 9);
    EXPECT_INT(lay_on(scene, others, &last), ==, SPRITE_LAYER_RECTS);
    EXPECT_INT(last.width, ==, 3);
    EXPECT_INT(lay_on(scene, others + 1, &last), ==, 1);
    EXPECT(last.width == 320 && last.height == 240);
}

/* Without memory no leaf is drawn; the next frame has them again. */
TEST(leaves, leaves_without_memory)
{
    Scene *scene = open_leaves("classic", "9");
    Scene *plain = open_leaves("classic", "0");
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
TEST(leaves, leaves_are_still_without_a_current)
{
    Scene *scene = open_leaves("classic", "20");
    const RippleRect *rects;

    scenes_set(scene, "rain", "0");
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 100);
    EXPECT_INT(scene_advance(scene, &rects), ==, 0);
    scenes_set(scene, "current", "0.1,0");
    EXPECT_INT(scene_calm_steps(scene, 100), ==, 0);
    EXPECT_INT(scene_advance(scene, &rects), >, 20);
}

/* Leaves keep their place in a frame of another size. */
TEST(leaves, leaves_follow_the_size)
{
    Scene *scene = open_leaves("torus", "5");
    int64_t x = leaf_of(scene, 2)->x, y = leaf_of(scene, 2)->y;

    EXPECT_OK(scene_resize(scene, 640, 360, &error));
    scene_render(scene, NULL);
    EXPECT(leaf_of(scene, 2)->x == 2 * x);
    EXPECT(leaf_of(scene, 2)->y == y * 360 / 240);
    for (int i = 0; i < 5; i++) {
        EXPECT_OK(scene_resize(scene, 5 + 60 * i, 1 + 70 * i, &error));
        scenes_advance(scene, 3);
    }
}

/* The least distances of a sprite from the left and the top of its bounds,
   which neither it nor its shadow leaves. */
static void find_margins(const Sprite *pose, int margins[2])
{
    enum { SIDE = 256 };
    RippleRect bounds = sprite_bounds(pose);
    RipplePixels frame = water_blank(SIDE, SIDE);

    sprite_draw(pose, &frame, &(RippleRect){0, 0, SIDE, SIDE});
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
TEST(leaves, bounds_of_leaves)
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
TEST(leaves, bounds_of_ships)
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

/* Leaves are the same share of every frame, and differ from each other. */
TEST(leaves, sizes_of_leaves)
{
    Scene *small = open_leaves("pond", "0");
    SceneOptions options = scenes_options("pond", 1920, 1440);
    Scene *large = scenes_create(&options, NULL);
    int lengths[2] = {1 << 30, 0};

    for (uint64_t i = 0; i < 64; i++) {
        int length = leaf_length(small->player.pool, i << 10);
        int other = leaf_length(large->player.pool, i << 10);

        EXPECT(abs(other - 6 * length) <= 12);
        lengths[0] = min_int(lengths[0], length);
        lengths[1] = max_int(lengths[1], length);
    }
    EXPECT(lengths[1] * 10 > lengths[0] * 13);
}
