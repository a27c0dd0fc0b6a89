/* SPDX-License-Identifier: MIT */
/* All that moves on the water is seen in the view in perspective too. */
#include "../program/scenes.h"
#include "lib/util/fixed.h"

TEST_CASE(scene, seen, .timeout_s = 60);

enum { WIDTH = 320, HEIGHT = 180, STEPS = 12 };

/* A setting or "", and a script, "" for none; what is there without both. */
static const struct {
    const char *name, *value, *script, *without;
} rows[] = {
    {"scroll", "60,20", "", ""},
    {"swell", "60", "", ""},
    {"rain", "600", "", ""},
    {"", "", "0 boat 30% 50% 70% 50% 5% 400 20\n", ""},
    {"", "", "1 stone 50% 60% 6% 300\n", ""},
    {"", "", "1 splash 50% 60% 6% 300 6\n", ""},
    {"", "", "1 line 30% 60% 70% 60% 4% 200\n", ""},
    {"", "", "5 land 50% 60% 8%\n", ""},
    {"", "", "5 wall 30% 60% 60% 40% 4%\n", ""},
    {"", "", "1 land 50% 60% 8%\n5 water 50% 60% 5%\n", "1 land 50% 60% 8%\n"},
    {"", "", "1 land 50% 60% 8%\n5 land 50% 15% 12%\n", "1 land 50% 60% 8%\n"},
    {"current", "1,0.5", "", "0 stone 50% 60% 6% 300\n"},
    {"", "", "0 stone 50% 60% 6% 300\n5 set current 1,0\n",
     "0 stone 50% 60% 6% 300\n"},
    {"", "", "5 set light 100\n", ""},
    {"", "", "5 set bed slate\n", ""},
    {"", "", "5 set camera -22,14,0.9\n", ""},
};

/* With row i, or without it, from the bed on. */
static Scene *open_row(int i, int has_it)
{
    SceneOptions options = scenes_options(PLAY_DEFAULT_PRESET, WIDTH, HEIGHT);
    char script[128];

    options.settings.rain = 0;
    options.shows_bed = 1;
    scenes_set_option(&options, "view", "perspective");
    if (has_it && rows[i].name[0] != '\0')
        scenes_set_option(&options, rows[i].name, rows[i].value);
    snprintf(script, sizeof script, "%s%s", has_it ? rows[i].script : "",
             has_it && rows[i].script[0] != '\0' ? "" : rows[i].without);
    scenes_set_script(&options, script);
    return scenes_create(&options, NULL);
}

/* The frame changes, to another one than without the row, and the parts that
   are drawn are all that has changed. */
TEST_LOOP(seen, in_perspective, COUNT(rows))
{
    Scene *with = open_row(_i, 1), *without = open_row(_i, 0);
    uint32_t first, last;

    scenes_advance(with, 1);
    first = crc_frame(&with->frame);
    scenes_advance(with, STEPS - 1);
    scenes_advance(without, STEPS);
    last = crc_frame(&with->frame);
    EXPECT(last != first);
    EXPECT(last != crc_frame(&without->frame));
    ripple_invalidate(with->player.pool);
    EXPECT(scenes_crc(with) == last);
}

/* Between two steps the frame is like neither. */
TEST(seen, blends_between_steps)
{
    static const int phases[] = {64, 128, 192, RIPPLE_MAX_PHASE};
    const RippleRect *changed;
    Scene *scene = open_row(4, 1), *calm = open_row(0, 0);
    uint32_t crc, last;

    scenes_advance(scene, 5);
    last = crc_frame(&scene->frame);
    scenes_advance(calm, 5);
    for (int i = 0; i < COUNT(phases); i++) {
        int count = i == 0 ? scene_advance_at(scene, phases[i], &changed)
                           : scene_render_at(scene, phases[i], &changed);

        crc = crc_frame(&scene->frame);
        EXPECT(count > 0 && crc != last);
        last = crc;
        EXPECT_INT(scene_render_at(calm, phases[i], &changed), ==, 0);
    }
    EXPECT(scenes_crc(scene) == last);
}
