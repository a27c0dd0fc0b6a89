/* SPDX-License-Identifier: MIT */
/* The picture of land, and which one it is. */
#include "app/bed.h"
#include "lib/util/fixed.h"
#include "play/preset_change.h"
#include "lib/look/pixel_formats.h"
#include "../faults/fault_injection.h"
#include "../program/scenes.h"

#include <string.h>
#include <unistd.h>

#define UNDER_WATER 0xff204060u
#define ABC         0xff616263u

TEST_CASE(bed, land, .timeout_s = 20);

static Error error;

/* A pool with land in its middle, on one colour. */
static Scene *open_island(const char *name, const char *value, int is_live)
{
    SceneOptions options = scenes_options("classic", 200, 150);

    scenes_set_option(&options, name, value);
    scenes_set_script(&options, "0 land 100 75 50\n");
    options.is_live = is_live;
    return scenes_create(&options, scenes_plain(200, 150, UNDER_WATER));
}

/* Land shows its picture, or the one under the water if `is_water`. */
static void check_island(Scene *scene, int is_water)
{
    int width = scene->frame.width, height = scene->frame.height;
    const RipplePixels *land = &scene->bed.land.fitted;

    scenes_advance(scene, 1);
    EXPECT((land->width == 0) == is_water);
    EXPECT(scenes_pixel(scene, 3, 3) == UNDER_WATER);
    for (int i = 0; i < 25; i++) {
        int x = width / 2 + i % 5, y = height / 2 + i / 5;
        uint32_t wanted = UNDER_WATER;

        if (!is_water)
            wanted = ripple_pixels_get(land, x % land->width, y % land->height);
        EXPECT(scenes_pixel(scene, x, y) == wanted);
    }
}

/* The depth in the middle of the pool. */
static int middle_depth(const Scene *scene)
{
    const uint8_t *depths = ripple_mask(scene->player.pool);
    int columns, rows;

    ripple_cells(scene->player.pool, &columns, &rows);
    return depths == NULL ? RIPPLE_DEPTH_OPEN
                          : depths[rows / 2 * columns + columns / 2];
}

/* Land shows its picture at every size, and follows the setting. */
TEST(land, has_a_picture)
{
    const char *file = support_write("land.ppm", "P6 1 1 255\nabc");
    Scene *scene = open_island("land-picture", "picture", 1);

    check_island(scene, 1);
    scenes_set(scene, "land-picture", "builtin:wall");
    check_island(scene, 0);
    EXPECT_INT(scene->bed.land.fitted.width, ==, 640 * 150 / 1440);
    EXPECT_FAILS(player_set(&scene->player, "land-picture", "no.png", &error));
    check_island(scene, 0);
    scenes_set(scene, "land-picture", file);
    check_island(scene, 0);
    EXPECT(scenes_pixel(scene, 100, 75) == ABC);
    EXPECT_INT(scene_resize(scene, 320, 240, &error), ==, 0);
    check_island(scene, 0);
    EXPECT_INT(scene->bed.land.fitted.width, ==, 320);
    scenes_set(scene, "land-picture", "picture");
    check_island(scene, 1);
}

/* Unless a picture is set, land is rock, and with a mask of the user's own the
   picture under the water. */
TEST(land, usual_picture)
{
    const char *mask = support_write("deep.pgm", "P5 1 1 255\nz");
    Scene *scene = open_island("mask", mask, 1);

    ck_assert_ptr_null(play_settings_land(&scene->player.settings));
    scenes_set(scene, "mask", "builtin:river");
    ck_assert_str_eq(play_settings_land(&scene->player.settings),
                     "builtin:rock");
    scenes_set(scene, "land", "builtin:hills");
    ck_assert_ptr_null(play_settings_land(&scene->player.settings));
    scenes_set(scene, "preset", "slits");
    ck_assert_str_eq(play_settings_land(&scene->player.settings),
                     "builtin:wall");
}

#define BYTES(text) text, sizeof(text) - 1

static const struct {
    const char *name, *bytes;
    size_t size;
    int depth; /* of all the middle; -1: the message: */
    const char *message;
} land_maps[] = {
    {"grey.pgm", BYTES("P5 1 1 255\n0"), 255, NULL},
    {"low.pgm", BYTES("P5 1 1 65535\n\x60\0"), 127, NULL},
    {"half.pgm", BYTES("P5\n# 16 bits\n1 1\n512\n\1\0"), 1, NULL},
    {"most.pgm", BYTES("P5 1 1 300\n\2\0"), 0, NULL},
    {"hills", BYTES("P5 2 1 65535\n\xff\xff\xff\xff"), 0, NULL},
    {"cut.pgm", BYTES("P5 1 1 65535\n\x60"), -1, "cut.pgm: is cut short"},
    {"wide.pgm", BYTES("P5 32769 1 65535\n"), -1, "wide.pgm: has no size"},
    {"huge.pgm", BYTES("P5 9000 9000 65535\n"), -1, "huge.pgm: has no size"},
    {"none.pgm", BYTES("P5 0 7 65535\n"), -1, "none.pgm: has no size"},
    {"most2.pgm", BYTES("P5 1 1 65536\nabcd"), -1, "most2.pgm"},
    {"text.pgm", BYTES("P5 x"), -1, "text.pgm"},
    {"nothing.pgm", BYTES(""), -1, "nothing.pgm"},
};

TEST_LOOP(land, maps_from_files, COUNT(land_maps))
{
    const char *file = support_path(land_maps[_i].name);
    FILE *out = fopen(file, "wb");
    Scene *scene;

    ck_assert_ptr_nonnull(out);
    fwrite(land_maps[_i].bytes, 1, land_maps[_i].size, out);
    fclose(out);
    scene = open_island("mask", "builtin:river", 0);
    if (land_maps[_i].depth < 0) {
        EXPECT_FAILS(player_set(&scene->player, "land", file, &error));
        EXPECT(strstr(error.text, land_maps[_i].message) != NULL);
        ck_assert_str_eq(scene->player.settings.mask, "builtin:river");
        return;
    }
    scenes_set(scene, "land", file);
    EXPECT_INT(middle_depth(scene), ==, land_maps[_i].depth);
    ck_assert_str_eq(scene->player.settings.mask, "");
    scenes_set(scene, "mask", "builtin:lens");
    ck_assert_str_eq(scene->player.settings.land, "");
}

/* The land of a preset comes back after strokes. */
TEST(land, painted_hills)
{
    Scene *scene = open_island("preset", "hills", 1);
    int hills = scene->player.settings.preset, before;

    EXPECT_OK(preset_change(&scene->player, hills, &error));
    before = middle_depth(scene);
    EXPECT_OK(
        ripple_paint_mask(scene->player.pool, 80, 75, 120, 75, 40, 255, NULL));
    EXPECT_INT(middle_depth(scene), ==, 255);
    EXPECT_OK(preset_change(&scene->player, hills, &error));
    EXPECT_INT(middle_depth(scene), ==, before);
    EXPECT_INT(before, <, 20);
}

/* Land shows the picture under the water if its own has gone since the start.
 */
TEST(land, picture_that_is_gone)
{
    const char *file = support_write("land.ppm", "P6 1 1 255\nabc");
    Scene *scene = open_island("land-picture", file, 0);

    unlink(file);
    check_island(scene, 1);
    EXPECT(strstr(scene->player.missed.text, "land.ppm: No such") != NULL);
    check_island(scene, 1);
}

/* Without memory for its picture land shows the one under the water, and
   without memory to lay it, it does so until the next time. */
TEST_LOOP(land, picture_without_memory, 2)
{
    Scene *scene = open_island("land-picture", "picture", 1);
    PlaySettings *settings = &scene->player.settings;
    int point = 0, has_failed = 1, misses = 0;

    while (has_failed) {
        int is_missing;

        strcpy(settings->land_picture, "picture");
        scene->bed.is_stale = 1;
        check_island(scene, 1);
        strcpy(settings->land_picture, "builtin:wall");
        scene->bed.is_stale = 1;
        faults_arm(faults, FAULT_MEMORY, ++point, _i);
        bed_draw(&scene->bed);
        faults->armed = 0;
        has_failed = faults->failed[0] != '\0';
        is_missing = scene->bed.land.fitted.width == 0;
        EXPECT(has_failed || !is_missing);
        misses += is_missing;
        scene->bed.is_stale = 1;
        check_island(scene, is_missing);
    }
    EXPECT_INT(misses, >, 0);
}
