/* SPDX-License-Identifier: MIT */
/* The command line and the numbers in it. */
#include "base/fixed.h"
#include "app/options/options.h"
#include "play/presets.h"
#include "host/parse.h"
#include "../process.h"
#include "../test.h"
#include "../support.h"

#include <stdlib.h>
#include <string.h>

TEST_CASE(options, options, .timeout_s = 4);

TEST(options, defaults)
{
    Options options;
    Error error;

    EXPECT_INT(process_parse(&options, "", &error), ==, 0);
    EXPECT_INT(options.task, ==, TASK_RUN);
    EXPECT_INT(options.frames, ==, OPTIONS_WINDOW);
    EXPECT_INT(options.scene.rate, ==, 60);
    EXPECT_INT(options.display.vsync, ==, 1);
    EXPECT(options.picture == NULL);
    EXPECT_INT(options.scene.threads, >=, 1);
    ck_assert_str_eq(options.scene.simd, "auto");
    EXPECT_INT(options.scene.settings.pool.model, ==, RIPPLE_MODEL_ROUND);
    EXPECT_INT(options.scene.settings.profile, ==, RIPPLE_PROFILE_SMOOTH);
    EXPECT(options.scene.settings.rain > 0);
    EXPECT_INT(options.scene.settings.format, ==, RIPPLE_FORMAT_ARGB8888);
    EXPECT_INT(options.scene.settings.frame_width, ==, 0);
}

TEST(options, every_option)
{
    Options options;
    Error error;

    EXPECT_INT(process_parse(&options,
                             "--fit tile --size 320x240 --seed 9 a.png",
                             &error),
               ==, 0);
    EXPECT_INT(options.scene.fit, ==, FIT_TILE);
    EXPECT_INT(options.scene.width, ==, 320);
    EXPECT_INT(options.scene.height, ==, 240);
    EXPECT_INT(options.scene.seed, ==, 9);
    ck_assert_str_eq(options.picture, "a.png");
    EXPECT_INT(process_parse(&options,
                             "--fullscreen --display 1 --no-vsync --fps",
                             &error),
               ==, 0);
    EXPECT(options.display.fullscreen && options.display.prints_fps &&
           !options.display.vsync);
    EXPECT_INT(options.display.index, ==, 1);
    EXPECT(!options.display.spans);
    EXPECT_INT(process_parse(&options, "--display all --span", &error), ==, 0);
    EXPECT_INT(options.display.index, ==, ALL_DISPLAYS);
    EXPECT(options.display.spans);
    EXPECT_INT(options.display.max_fps, ==, 0);
    EXPECT_INT(process_parse(&options, "--max-fps 1000 --max-cpu 5", &error),
               ==, 0);
    EXPECT_INT(options.display.max_cpu, ==, 5);
    EXPECT(options.display.saves_battery);
    EXPECT_INT(process_parse(&options, "--max-fps 1000 --battery full", &error),
               ==, 0);
    EXPECT(!options.display.saves_battery);
    EXPECT_INT(options.display.max_fps, ==, 1000);
    EXPECT_INT(
        process_parse(&options, "--rate 30 --frames 5 --heights h.pgm", &error),
        ==, 0);
    EXPECT_INT(options.scene.rate, ==, 30);
    EXPECT_INT(options.frames, ==, 5);
    ck_assert_str_eq(options.heights, "h.pgm");
    EXPECT_INT(process_parse(&options,
                             "--output a.png --output - --output B.Y4M",
                             &error),
               ==, 0);
    EXPECT_INT(options.output_count, ==, 3);
    EXPECT_INT(options.outputs[0].format, ==, OUTPUT_PNG);
    EXPECT_INT(options.outputs[1].format, ==, OUTPUT_Y4M);
    EXPECT_INT(options.outputs[2].format, ==, OUTPUT_Y4M);
    EXPECT_INT(options.frames, ==, 600);
    EXPECT_INT(
        process_parse(&options,
                      "--output a.mp4 --output a.WebM --output a%d.gif "
                      "--output a.webp --output %.apng --output a%05d%%.png",
                      &error),
        ==, 0);
    for (int i = 0; i < 5; i++)
        EXPECT_INT(options.outputs[i].format, ==, OUTPUT_VIDEO);
    EXPECT_INT(options.outputs[5].format, ==, OUTPUT_FRAMES);
    EXPECT_INT(process_parse(&options, "--threads 64 --simd scalar", &error),
               ==, 0);
    EXPECT_INT(options.scene.threads, ==, 64);
    ck_assert_str_eq(options.scene.simd, "scalar");
    EXPECT_INT(process_parse(&options, "-damping 3 -renderer opengl", &error),
               ==, 0);
    EXPECT_INT(options.scene.settings.pool.damping, ==, 3);
    ck_assert_str_eq(options.display.renderer, "opengl");
}

TEST(options, options_of_what_lies_below)
{
    Options options;
    Error error;

    EXPECT_INT(process_parse(&options, "folder", &error), ==, 0);
    EXPECT(options.interval_s == 30 && !options.from_screen);
    EXPECT_INT(options.scene.settings.scroll_x, ==, 0);
    EXPECT_INT(process_parse(&options,
                             "--scroll -12.5,10000 --every 0.1 folder", &error),
               ==, 0);
    EXPECT_INT(options.scene.settings.scroll_x, ==, -12.5 * SCROLLING_UNITS);
    EXPECT_INT(options.scene.settings.scroll_y, ==, 10000 * SCROLLING_UNITS);
    EXPECT(options.interval_s == 0.1);
    EXPECT_INT(
        process_parse(&options, "--every 86400 --picture-from screen", &error),
        ==, 0);
    EXPECT(options.interval_s == 86400 && options.from_screen);
}

/* Of the two that say what to show the later one counts. */
TEST(options, picture)
{
    Options options;
    Error error;

    EXPECT_INT(process_parse(&options, "--picture a.png", &error), ==, 0);
    ck_assert_str_eq(options.picture, "a.png");
    EXPECT_INT(process_parse(&options, "--picture-from screen --picture a.png",
                             &error),
               ==, 0);
    ck_assert_str_eq(options.picture, "a.png");
    EXPECT(!options.from_screen);
    EXPECT_INT(process_parse(&options, "--picture a.png --picture-from screen",
                             &error),
               ==, 0);
    EXPECT(options.from_screen && options.picture == NULL);
    EXPECT_INT(process_parse(&options, "--picture a.png b.png", &error), ==,
               -1);
    ck_assert_str_eq(error.text, "b.png: --picture already says what to show");
}

/* One thread, water that moves, and the window that is named last wins only
   over its like. */
TEST(options, screensaver)
{
    static const struct {
        const char *line;
        unsigned long id;
        int threads;
        double rain;
    } cases[] = {
        {"--root", 0, 1, 0.6},
        {"-root -window-id 0x1C00003", 0x1c00003, 1, 0.6},
        {"--window-id 29360131 --root", 0x1c00003, 1, 0.6},
        {"--window-id 1 --window-id 2 --threads 3", 2, 3, 0.6},
        {"--root --preset classic", 0, 1, 1},
        {"--root --preset classic --rain 0", 0, 1, 0},
        {"--root --preset classic --script rain.txt", 0, 1, 0},
        {"--root --preset slits", 0, 1, 0},
        {"--root --preset storm", 0, 1, 30},
    };

    for (int i = 0; i < COUNT(cases); i++) {
        Options options;
        Error error;

        EXPECT_INT(process_parse(&options, cases[i].line, &error), ==, 0);
        EXPECT(options.display.is_saver);
        EXPECT_INT(options.display.window_id, ==, cases[i].id);
        EXPECT_INT(options.scene.seed, ==, cases[i].id);
        EXPECT_INT(options.scene.threads, ==, cases[i].threads);
        ck_assert_msg(options.scene.settings.rain == cases[i].rain, "%s: %g",
                      cases[i].line, options.scene.settings.rain);
    }
}

TEST(options, window_from_the_environment)
{
    Options options;
    Error error;

    setenv("XSCREENSAVER_WINDOW", "0x12", 1);
    EXPECT_INT(process_parse(&options, "--root --seed 3", &error), ==, 0);
    EXPECT_INT(options.display.window_id, ==, 0x12);
    EXPECT_INT(options.scene.seed, ==, 3);
    EXPECT_INT(process_parse(&options, "--root --window-id 7", &error), ==, 0);
    EXPECT_INT(options.display.window_id, ==, 7);
    EXPECT_INT(process_parse(&options, "", &error), ==, 0);
    EXPECT(!options.display.is_saver);
    setenv("XSCREENSAVER_WINDOW", "main", 1);
    EXPECT_INT(process_parse(&options, "", &error), ==, 0);
    EXPECT_INT(process_parse(&options, "--root", &error), ==, -1);
    EXPECT(strncmp(error.text, "XSCREENSAVER_WINDOW: must be", 28) == 0);
}

TEST(options, level_from_the_environment)
{
    Options options;
    Error error;

    setenv("RIPPLE_SIMD", "scalar", 1);
    EXPECT_INT(process_parse(&options, "", &error), ==, 0);
    ck_assert_str_eq(options.scene.simd, "scalar");
    EXPECT_INT(process_parse(&options, "--simd auto", &error), ==, 0);
    ck_assert_str_eq(options.scene.simd, "auto");
    setenv("RIPPLE_SIMD", "", 1);
    EXPECT_INT(process_parse(&options, "", &error), ==, 0);
    ck_assert_str_eq(options.scene.simd, "auto");
    setenv("RIPPLE_SIMD", "mmx", 1);
    EXPECT_INT(process_parse(&options, "", &error), ==, -1);
    EXPECT(strncmp(error.text, "RIPPLE_SIMD: ", 13) == 0);
}

TEST(options, options_override_the_preset)
{
    static const char *const lines[] = {
        "--damping 9 --preset classic --rain 2",
        "--preset classic --rain 2 --damping 9",
        "--rain=2 --damping=9 --preset=classic",
        "--preset storm --rain 2 --preset classic --damping 9",
    };

    for (int i = 0; i < COUNT(lines); i++) {
        Options options;
        Error error;

        EXPECT_INT(process_parse(&options, lines[i], &error), ==, 0);
        EXPECT_INT(options.scene.settings.pool.model, ==, RIPPLE_MODEL_CLASSIC);
        EXPECT_INT(options.scene.settings.pool.damping, ==, 9);
        EXPECT(options.scene.settings.pool.refraction == 1);
        EXPECT(options.scene.settings.rain == 2);
    }
}

/* Source R to the letter. */
TEST(options, preset_classic)
{
    Options options;
    Error error;

    EXPECT_INT(process_parse(&options, "--preset classic", &error), ==, 0);
    EXPECT_INT(options.scene.settings.pool.model, ==, RIPPLE_MODEL_CLASSIC);
    EXPECT_INT(options.scene.settings.pool.damping, ==, 5);
    EXPECT(options.scene.settings.pool.refraction == 1);
    EXPECT_INT(options.scene.settings.profile, ==, RIPPLE_PROFILE_DISC);
    EXPECT(options.scene.settings.rain == 0);
}

/* The classic in small pixels of 16 bits, with rain; options go over it. */
TEST(options, preset_retro)
{
    Options options, classic;
    Error error;

    EXPECT_INT(process_parse(&classic, "--preset classic", &error), ==, 0);
    EXPECT_INT(process_parse(&options, "--preset retro", &error), ==, 0);
    ck_assert_mem_eq(&options.scene.settings.pool, &classic.scene.settings.pool,
                     sizeof options.scene.settings.pool);
    EXPECT_INT(options.scene.settings.profile, ==, RIPPLE_PROFILE_DISC);
    EXPECT(options.scene.settings.rain > 0 && options.scene.settings.rain < 3);
    EXPECT_INT(options.scene.settings.format, ==, RIPPLE_FORMAT_RGB565);
    EXPECT_INT(options.scene.settings.frame_width, ==, 320);
    EXPECT_INT(options.scene.settings.frame_height, ==, 240);
    EXPECT_INT(process_parse(
                   &options,
                   "--pixels argb8888 --light 20 --preset retro --view split",
                   &error),
               ==, 0);
    EXPECT_INT(options.scene.settings.format, ==, RIPPLE_FORMAT_ARGB8888);
}

/* Pixels of 16 bits have the plain look only, wherever it comes from. */
TEST(options, pixels_and_looks)
{
    static const char *const wrong[] = {
        "--pixels rgb565 --filter linear", "--light 1 --pixels rgb565",
        "--view heights --pixels rgb565",  "--preset retro --view split",
        "--filter linear --preset retro",
    };
    Options options;
    Error error;

    EXPECT_INT(process_parse(&options, "--pixels rgb565 --light 0", &error), ==,
               0);
    EXPECT_INT(options.scene.settings.format, ==, RIPPLE_FORMAT_RGB565);
    for (int i = 0; i < COUNT(wrong); i++) {
        EXPECT_INT(process_parse(&options, wrong[i], &error), ==, -1);
        ck_assert_str_eq(error.text,
                         "--pixels rgb565: needs the nearest filter, no light "
                         "and the view of water");
    }
}

/* What is not stable names its limit, but only for the model that is used,
   and in whatever order the options stand. */
TEST(options, stability_is_asked_for_at_the_end)
{
    Options options;
    Error error;

    EXPECT_INT(process_parse(&options, "--speed 20 --model wave", &error), ==,
               -1);
    ck_assert_str_eq(error.text,
                     "--model wave: speed must be at most 14.7535 with this "
                     "viscosity, time-step and spacing, or the waves grow "
                     "without end");
    EXPECT_INT(process_parse(&options,
                             "--speed 20 --model wave --time-step 0.01",
                             &error),
               ==, 0);
    EXPECT_INT(process_parse(&options, "--speed 20", &error), ==, 0);
    EXPECT_INT(
        process_parse(&options, "--current -0.5,1e-1 --edges wrap", &error), ==,
        0);
    EXPECT(options.scene.settings.current_x == -0.5 &&
           options.scene.settings.current_y == 0.1);
    EXPECT_INT(options.scene.settings.pool.edges, ==, RIPPLE_EDGES_WRAP);
    EXPECT_INT(
        process_parse(&options, "--current 1,1 --current 12.png", &error), ==,
        0);
    ck_assert_str_eq(options.scene.settings.current, "12.png");
    EXPECT(options.scene.settings.current_x == 0);
}

TEST(options, wrong_usage)
{
    static const char *const lines[] = {
        "--nope",
        "--size",
        "--size 0x0",
        "--size -1x5",
        "--size 99999x9",
        "--size 320",
        "--size x",
        "--size 3x4x5",
        "--size 3x",
        "--size 1e3x5",
        "--preset nope",
        "--model tide",
        "--damping 0",
        "--damping 16",
        "--damping abc",
        "--damping 5.0",
        "--stone square",
        "--refraction nan",
        "--refraction -1",
        "--refraction 4.1",
        "--refraction 0x1",
        "--rain -1",
        "--rain inf",
        "--rain 1e5",
        "--rate 0",
        "--rate 1001",
        "--frames -1",
        "--frames 1.5",
        "--seed -1",
        "--seed x",
        "--fit fill",
        "--list nothing",
        "--output a.jpg",
        "--output .mp4",
        "--output a%.png",
        "--output a%%.png",
        "--output a%s.png",
        "--output a%d-%d.png",
        "--output a%5d%%%s.png",
        "--output a%-5d.png",
        "--output a%ld.png",
        "--output a%005d.png",
        "--output a%21d.png",
        "--output a%99999999999999999999d.png",
        "--output a%0",
        "--output .png",
        "--heights h.png",
        "--display -1",
        "--display every",
        "--fps=1",
        "a.png b.png",
        "--frames 99999999999",
        "--threads 0",
        "--threads 65",
        "--threads 1.5",
        "--simd mmx",
        "--simd",
        "--threads",
        "--edges round",
        "--shore wrap",
        "--mask",
        "--current 5,0",
        "--current nan",
        "--current nan,nan",
        "--current -inf,0",
        "--current 0,infinity",
        "--current 1",
        "--current 1,2,3",
        "--current ,",
        "--filter cubic",
        "--pixels rgb555",
        "--pixels",
        "--view 3d",
        "--light 101",
        "--light -1",
        "--light nan",
        "--light-from 361",
        "--light-from up",
        "--scroll 1",
        "--scroll 1,2,3",
        "--scroll ,",
        "--scroll 1,nan",
        "--scroll inf,0",
        "--scroll 10000.1,0",
        "--scroll 0,-10001",
        "--scroll slowly",
        "--max-fps 0",
        "--max-fps 1001",
        "--max-fps few",
        "--max-cpu 0",
        "--max-cpu 101",
        "--max-cpu 50%",
        "--battery none",
        "--battery",
        "--every 0",
        "--every 0.09",
        "--every 86401",
        "--every often",
        "--every -1",
        "--picture",
        "--picture a.png b.png",
        "--window-id",
        "--window-id 0",
        "--window-id 0x",
        "--window-id -1",
        "--window-id 12ab",
        "--window-id 0x12z",
        "--window-id 0x10000000000000000",
        "--root=1",
        "--picture-from camera",
        "--picture-from screen a.png",
        "--viscosity -1",
        "--viscosity nan",
        "--viscosity inf",
        "--viscosity 1e7",
        "--speed 0",
        "--speed -1",
        "--speed 1e300",
        "--time-step 1e-320",
        "--time-step 0",
        "--spacing 0",
        "--spacing 1e9",
        "--alpha 0.6",
        "--beta 1.1",
        "--loss 2",
        "--stiffness 3",
        "--restore -1",
        "--max-speed 0",
        "--max-height 40000",
        "--model wave --speed 14.76",
        "--model wave --viscosity 67",
        "--model shallow --alpha 0.5 --beta 0.5",
    };

    for (int i = 0; i < COUNT(lines); i++) {
        Options options;
        Error error;

        ck_assert_msg(process_parse(&options, lines[i], &error) == -1, "%s",
                      lines[i]);
        ck_assert_msg(strstr(error.text, ": ") != NULL, "%s: %s", lines[i],
                      error.text);
    }
}

TEST(options, too_many_outputs)
{
    char *arguments[2 * OPTIONS_MAX_OUTPUTS + 4] = {"ripple"};
    int count = 1;
    Options options;
    Error error;

    for (int i = 0; i < OPTIONS_MAX_OUTPUTS + 1; i++) {
        EXPECT_INT(options_parse(&options, count, arguments, &error), ==, 0);
        arguments[count++] = "--output";
        arguments[count++] = "a.png";
    }
    EXPECT_INT(options_parse(&options, count, arguments, &error), ==, -1);
}

TEST(options, numbers)
{
    int number = 7;
    uint64_t large = 7;
    double real = 7;

    EXPECT_INT(parse_int(&number, "-12", -12, 5), ==, 0);
    EXPECT_INT(number, ==, -12);
    EXPECT_INT(parse_int(&number, "6", -12, 5), ==, -1);
    EXPECT_INT(parse_int(&number, "99999999999999999999", 0, 5), ==, -1);
    EXPECT_INT(parse_int(&number, "--1", -5, 5), ==, -1);
    EXPECT_INT(parse_int(&number, "", -5, 5), ==, -1);
    EXPECT_INT(parse_int(&number, " 1", -5, 5), ==, -1);
    EXPECT_INT(number, ==, -12);
    EXPECT_INT(parse_uint64(&large, "18446744073709551615"), ==, 0);
    EXPECT(large == UINT64_MAX);
    EXPECT_INT(parse_uint64(&large, "18446744073709551616"), ==, -1);
    EXPECT_INT(parse_number(&real, "1e-2", 0, 1), ==, 0);
    EXPECT(real == 0.01);
    EXPECT_INT(parse_number(&real, ".", 0, 1), ==, -1);
    EXPECT_INT(parse_number(&real, "1e", 0, 1), ==, -1);
    EXPECT_INT(parse_number(&real, "1 ", 0, 1), ==, -1);
}

/* Presets and settings have names, and a bad value changes nothing. */
TEST(options, water)
{
    char long_name[PLAY_MAX_PATH + 1] = "";
    PlaySettings water, before;

    memset(long_name, 'a', PLAY_MAX_PATH);
    play_settings_init(&water);
    for (int i = 0; presets_name(i) != NULL; i++) {
        EXPECT(play_settings_set(&water, "preset", presets_name(i)) == NULL);
        EXPECT(strlen(presets_summary(i)) > 0);
    }
    EXPECT(play_settings_set(&water, "current", "1,2") == NULL);
    before = water;
    EXPECT(play_settings_set(&water, "damping", "16") != NULL);
    EXPECT(play_settings_set(&water, "view", "waters") != NULL);
    EXPECT(play_settings_set(&water, "stone", "body") != NULL);
    EXPECT(play_settings_set(&water, "mask", long_name) != NULL);
    EXPECT(play_settings_set(&water, "current", long_name) != NULL);
    EXPECT(play_settings_set(&water, "size", "3x3") != NULL);
    EXPECT(play_settings_change(&water, "pixels", "rgb565") != NULL);
    ck_assert_mem_eq(&before, &water, sizeof water);
}

/* While the water runs, its pixels stay what they are. */
TEST(options, water_that_runs)
{
    PlaySettings water;

    play_settings_init(&water);
    EXPECT(play_settings_change(&water, "preset", "retro") == NULL);
    EXPECT_INT(water.pool.model, ==, RIPPLE_MODEL_CLASSIC);
    EXPECT_INT(water.format, ==, RIPPLE_FORMAT_ARGB8888);
    EXPECT_INT(water.frame_width, ==, 0);
    EXPECT(play_settings_set(&water, "preset", "retro") == NULL);
    EXPECT(play_settings_change(&water, "preset", "pond") == NULL);
    EXPECT_INT(water.pool.model, ==, RIPPLE_MODEL_ROUND);
    EXPECT_INT(water.format, ==, RIPPLE_FORMAT_RGB565);
    EXPECT_INT(water.frame_height, ==, 240);
    EXPECT(play_settings_change(&water, "pixels", "argb8888") != NULL);
    EXPECT(play_settings_change(&water, "damping", "16") != NULL);
    EXPECT_INT(water.format, ==, RIPPLE_FORMAT_RGB565);
}

/* A word may be many options, and is given room for one. */
TEST(options, many_letters_in_a_word)
{
    char line[600] = "-";
    Options options;
    Error error;

    memset(line + 1, 'h', 500);
    EXPECT_INT(process_parse(&options, line, &error), ==, 0);
    EXPECT_INT(options.task, ==, TASK_HELP);
    options_clear(&options);
    line[501] = '\x7f';
    EXPECT_INT(process_parse(&options, line, &error), ==, -1);
    EXPECT_INT(process_parse(&options, "-hh all --fps -h", &error), ==, 0);
    options_clear(&options);
}
