/* SPDX-License-Identifier: MIT */
/* The command line and the numbers in it. */
#include "../option_rows.h"

#include "lib/util/fixed.h"
#include "os/parse.h"
#include "../process.h"
#include "../support.h"
#include "../test.h"
#include "../verbs.h"

#include <string.h>

static Error error;
static Options options;

TEST_CASE(options, options, .timeout_s = 4);

#define WANTS_CAMERA \
    "*must be YAW,PITCH,DISTANCE: -360 to 360 and 3 to 70 degrees, " \
    "0.2 to 4 pool widths"
#define PLAIN_LOOK \
    "--pixels rgb565: needs the nearest filter and the view of water, " \
    "without light, sky, leaves, foam, fish and floats"

#define OUT_OF(range) REFUSED("*must be a whole number from " range)

#define SETTINGS(name) scene.settings.name
#define POOL(name)     scene.settings.pool.name
#define SAVER(text)    .variable = "XSCREENSAVER_WINDOW", .value = text
#define LEVEL(text)    .variable = "RIPPLE_SIMD", .value = text

static const OptionRow rows[] = {
    {"", INT_IS(task, TASK_RUN)},
    {NULL, INT_IS(frames, OPTIONS_WINDOW)},
    {NULL, INT_IS(scene.rate, 60)},
    {NULL, INT_IS(display.vsync, 1)},
    {NULL, TEXT_IS(picture, NULL)},
    {NULL, TEXT_IS(scene.simd, "auto")},
    {NULL, INT_IS(POOL(model), RIPPLE_MODEL_ROUND)},
    {NULL, INT_IS(SETTINGS(profile), RIPPLE_PROFILE_SMOOTH)},
    {NULL, REAL_IS(SETTINGS(rain), 0.6)},
    {NULL, INT_IS(SETTINGS(format), RIPPLE_FORMAT_ARGB8888)},
    {NULL, INT_IS(SETTINGS(frame_width), 0)},
    {NULL, INT_IS(display.is_hosted, 0)},
    {"--fit tile --size 320x240 --seed 9 a.png", INT_IS(scene.fit, FIT_TILE)},
    {NULL, INT_IS(scene.width, 320)},
    {NULL, INT_IS(scene.height, 240)},
    {NULL, LONG_IS(scene.seed, 9)},
    {NULL, TEXT_IS(picture, "a.png")},
    {"--fullscreen --display 1 --no-vsync --fps",
     INT_IS(display.fullscreen, 1)},
    {NULL, INT_IS(display.prints_fps, 1)},
    {NULL, INT_IS(display.vsync, 0)},
    {NULL, INT_IS(display.index, 1)},
    {NULL, INT_IS(display.spans, 0)},
    {"--display all --span", INT_IS(display.index, ALL_DISPLAYS)},
    {NULL, INT_IS(display.spans, 1)},
    {NULL, INT_IS(display.max_fps, 0)},
    {"--wallpaper", INT_IS(display.index, ALL_DISPLAYS)},
    {NULL, INT_IS(display.is_bare, 1)},
    {"--wallpaper --display 2", INT_IS(display.index, 2)},
    {NULL, INT_IS(display.is_hosted, 0)},
    {"--max-fps 1000 --max-cpu 5", INT_IS(display.max_cpu, 5)},
    {NULL, INT_IS(display.saves_battery, 1)},
    {"--max-fps 1000 --battery full", INT_IS(display.saves_battery, 0)},
    {NULL, INT_IS(display.max_fps, 1000)},
    {"--rate 30 --frames 5 --heights h.pgm", INT_IS(scene.rate, 30)},
    {NULL, INT_IS(frames, 5)},
    {NULL, TEXT_IS(heights, "h.pgm")},
    {"--output a.png --output - --output B.Y4M", INT_IS(output_count, 3)},
    {NULL, INT_IS(outputs[0].format, OUTPUT_PNG)},
    {NULL, INT_IS(outputs[1].format, OUTPUT_Y4M)},
    {NULL, INT_IS(outputs[2].format, OUTPUT_Y4M)},
    {NULL, INT_IS(frames, 600)},
    {"--output a.mp4 --output a.WebM --output a%d.gif --output a.webp "
     "--output %.apng --output a%05d%%.png",
     INT_IS(outputs[0].format, OUTPUT_VIDEO)},
    {NULL, INT_IS(outputs[1].format, OUTPUT_VIDEO)},
    {NULL, INT_IS(outputs[2].format, OUTPUT_VIDEO)},
    {NULL, INT_IS(outputs[3].format, OUTPUT_VIDEO)},
    {NULL, INT_IS(outputs[4].format, OUTPUT_VIDEO)},
    {NULL, INT_IS(outputs[5].is_numbered, 1)},
    {"--threads 64 --simd scalar", INT_IS(scene.threads, 64)},
    {NULL, TEXT_IS(scene.simd, "scalar")},
    {"-damping 3 -renderer opengl", INT_IS(POOL(damping), 3)},
    {NULL, TEXT_IS(display.renderer, "opengl")},
    /* The background. */
    {"folder", REAL_IS(interval_s, 30)},
    {NULL, INT_IS(from_screen, 0)},
    {NULL, INT_IS(SETTINGS(scroll_x), 0)},
    {"--scroll -12.5,10000 --every 0.1 folder",
     INT_IS(SETTINGS(scroll_x), -12.5 * SCROLLING_UNITS)},
    {NULL, INT_IS(SETTINGS(scroll_y), 10000 * SCROLLING_UNITS)},
    {NULL, REAL_IS(interval_s, 0.1)},
    {"--every 86400 --picture-from screen", REAL_IS(interval_s, 86400)},
    {NULL, INT_IS(from_screen, 1)},
    /* The later of two pictures counts. */
    {"--picture a.png", TEXT_IS(picture, "a.png")},
    {"--picture-from screen --picture a.png", TEXT_IS(picture, "a.png")},
    {NULL, INT_IS(from_screen, 0)},
    {"--picture a.png --picture-from screen", INT_IS(from_screen, 1)},
    {NULL, TEXT_IS(picture, NULL)},
    {"--picture a.png b.png",
     REFUSED("b.png: --picture already says what to show")},
    /* A built-in bed is a setting, and takes the place of a picture. */
    {"--bed slate a.png", TEXT_IS(picture, "a.png")},
    {NULL, INT_IS(SETTINGS(bed), 3)},
    {"--picture builtin:tiles --preset pond", TEXT_IS(picture, NULL)},
    {NULL, INT_IS(SETTINGS(bed), 2)},
    {"--picture-from screen --picture builtin:pebbles", INT_IS(from_screen, 0)},
    {NULL, INT_IS(SETTINGS(bed), 0)},
    {"builtin:puddle", TEXT_IS(picture, "builtin:puddle")},
    {NULL, INT_IS(SETTINGS(bed), 1)},
    {"--picture builtin:", TEXT_IS(picture, "builtin:")},
    {"--preset classic", INT_IS(SETTINGS(bed), 0)},
    {"--preset pool", INT_IS(SETTINGS(bed), 2)},
    /* Options override the preset, wherever they stand. */
    {"--damping 9 --preset classic --rain 2",
     INT_IS(POOL(model), RIPPLE_MODEL_CLASSIC)},
    {NULL, INT_IS(POOL(damping), 9)},
    {NULL, REAL_IS(POOL(refraction), 1)},
    {NULL, REAL_IS(SETTINGS(rain), 2)},
    {"--preset storm -rain=2 --preset classic",
     INT_IS(POOL(model), RIPPLE_MODEL_CLASSIC)},
    {NULL, REAL_IS(SETTINGS(rain), 2)},
    /* The ripple of 1999 to the letter. */
    {"--preset classic", INT_IS(POOL(model), RIPPLE_MODEL_CLASSIC)},
    {NULL, INT_IS(POOL(damping), 5)},
    {NULL, REAL_IS(POOL(refraction), 1)},
    {NULL, INT_IS(SETTINGS(profile), RIPPLE_PROFILE_DISC)},
    {NULL, REAL_IS(SETTINGS(rain), 1)},
    /* The same in small pixels of 16 bits. */
    {"--preset retro", INT_IS(SETTINGS(profile), RIPPLE_PROFILE_DISC)},
    {NULL, INT_IS(SETTINGS(format), RIPPLE_FORMAT_RGB565)},
    {NULL, INT_IS(SETTINGS(frame_width), 320)},
    {NULL, INT_IS(SETTINGS(frame_height), 240)},
    {"--pixels argb8888 --light 20 --preset retro --view split",
     INT_IS(SETTINGS(format), RIPPLE_FORMAT_ARGB8888)},
    {"--warm-up 50", INT_IS(SETTINGS(warm_up), 50)},
    {"--lightning 4", REAL_IS(SETTINGS(lightning), 4)},
    {"--leaves 64", INT_IS(SETTINGS(leaves), 64)},
    {"--light-from clock", INT_IS(SETTINGS(is_clock), 1)},
    {"--light-from 0:00", INT_IS(SETTINGS(minute), 1)},
    {"--light-from 23:59 --light-from 9", INT_IS(SETTINGS(minute), 0)},
    {"--float boat=8,leaves=0", INT_IS(SETTINGS(paper_boats), 8)},
    {"--leaves 3 --float leaves,duck", INT_IS(SETTINGS(leaves), 8)},
    {"--float duck --float none", INT_IS(SETTINGS(ducks), 0)},
    {"--foam 64", INT_IS(SETTINGS(foam), 64)},
    {"--camera -20.5,18,0.25", REAL_IS(SETTINGS(camera.yaw), -20.5)},
    {NULL, REAL_IS(SETTINGS(camera.pitch), 18)},
    {NULL, REAL_IS(SETTINGS(camera.distance), 0.25)},
    {"--camera 1,5,2 --preset storm", REAL_IS(SETTINGS(camera.distance), 2)},
    {"--camera 20,71,1", REFUSED(WANTS_CAMERA)},
    {"--camera 20,18,4.1", REFUSED(WANTS_CAMERA)},
    {"--view perspective", INT_IS(POOL(view), RIPPLE_VIEW_PERSPECTIVE)},
    /* They have the plain look only. */
    {"--pixels rgb565 --light 0",
     INT_IS(SETTINGS(format), RIPPLE_FORMAT_RGB565)},
    {"--pixels rgb565 --filter linear", REFUSED(PLAIN_LOOK)},
    {"--leaves 1 --pixels rgb565", REFUSED(PLAIN_LOOK)},
    {"--foam 1 --pixels rgb565", REFUSED(PLAIN_LOOK)},
    {"--view heights --pixels rgb565", REFUSED(PLAIN_LOOK)},
    {"--filter linear --preset retro", REFUSED(PLAIN_LOOK)},
    /* Unstable values are refused, but only those of the model that is used,
       and in any order. */
    {"--speed 20 --model wave",
     REFUSED("--model wave: speed must be at most 14.7534 with this "
             "viscosity, time-step and spacing, or the waves grow without "
             "end")},
    {"--speed 20 --model wave --time-step 0.01", INT_IS(task, TASK_RUN)},
    {"--speed 20", INT_IS(task, TASK_RUN)},
    {"--current -0.5,1e-1 --edges wrap", REAL_IS(SETTINGS(current_x), -0.5)},
    {NULL, REAL_IS(SETTINGS(current_y), 0.1)},
    {NULL, INT_IS(POOL(edges), RIPPLE_EDGES_WRAP)},
    {"--current 1,1 --current 12.png", CHARS_ARE(SETTINGS(current), "12.png")},
    {NULL, REAL_IS(SETTINGS(current_x), 0)},
    /* A whole number that is refused is told its range. */
    {"--frames 2147483648", OUT_OF("0 to 2147483647")},
    {"--lightning 21", REFUSED("*must be a number from 0 to 20 per minute")},
    {"--seed 18446744073709551616", OUT_OF("0 to 2^64 - 1")},
    {"--display 2147483648",
     REFUSED("*must be all, or the number of a display from 0, the first, to "
             "2147483647")},
    {"--window-id 0x100000000",
     REFUSED("*must be the number of a window from 1 to 2^32 - 1, such as "
             "0x1c00003")},
    {"--every 0", REFUSED("*must be a number from 0.1 to 86400 seconds")},
    /* The refusal of an unknown word names the nearest one. */
    /* Still water stays still with any preset, but for what is asked for. */
    {"--preset storm --still", REAL_IS(SETTINGS(rain), 0)},
    {NULL, REAL_IS(SETTINGS(lightning), 0)},
    {NULL, INT_IS(POOL(swell), 0)},
    {"--still --rain 3 --preset river", REAL_IS(SETTINGS(rain), 3)},
    {"--events pipe --frames 9", REFUSED("--events: is for a window*")},
    {"--prset pond", REFUSED("--prset: no such option, see --help all; did "
                             "you mean --preset?")},
    {"-fullscren=1", REFUSED("*; did you mean --fullscreen?")},
    {"--fps=1", REFUSED("--fps: takes no value")},
    {"-hxy", REFUSED("-x: no such option, see --help all")},
    {"--preset strom", REFUSED("*--list presets; did you mean storm?")},
    {"--cell aut", REFUSED("*must be 1, 2, 4, 8 or auto")},
    /* A screensaver has one thread and water that moves; the last --window-id
       counts, before or after --root. */
    {"--window-id 1 --window-id 29360131 --root",
     LONG_IS(display.window_id, 0x1c00003)},
    {NULL, INT_IS(display.is_hosted, 1)},
    {NULL, LONG_IS(scene.seed, 0x1c00003)},
    {NULL, INT_IS(scene.threads, 1)},
    {NULL, REAL_IS(SETTINGS(rain), 0.6)},
    {"-window-id 0x2 --threads 3", INT_IS(scene.threads, 3)},
    {NULL, INT_IS(display.is_hosted, 1)},
    {"--root --preset classic", REAL_IS(SETTINGS(rain), 1)},
    {"--root --preset classic --rain 0", REAL_IS(SETTINGS(rain), 0)},
    {"--root --preset slits", REAL_IS(SETTINGS(rain), 0)},
    {"--saver", INT_IS(display.index, ALL_DISPLAYS)},
    {NULL, INT_IS(display.fullscreen, 1)},
    {"--saver --display 1", INT_IS(display.index, 1)},
    /* One word is many options. */
    {"-hh all --fps -h", INT_IS(task, TASK_HELP)},
    /* The environment gives way to the command line. */
    {"--root --seed 3", LONG_IS(display.window_id, 0x12), SAVER("0x12")},
    {NULL, LONG_IS(scene.seed, 3)},
    {"--root --window-id 7", LONG_IS(display.window_id, 7), SAVER("0x12")},
    {"", INT_IS(display.is_hosted, 0), SAVER("0x12")},
    {"", INT_IS(display.is_hosted, 0), SAVER("main")},
    {"--root", REFUSED("XSCREENSAVER_WINDOW: must be*"), SAVER("main")},
    {"", TEXT_IS(scene.simd, "scalar"), LEVEL("scalar")},
    {"", INT_IS(scene.backend, BACKEND_CPU)},
    {"--backend gpu", INT_IS(scene.backend, BACKEND_GPU)},
    {"--backend auto", INT_IS(scene.backend, BACKEND_AUTO)},
    {"--simd auto", TEXT_IS(scene.simd, "auto"), LEVEL("scalar")},
    {"", TEXT_IS(scene.simd, "auto"), LEVEL("")},
    {"", REFUSED("RIPPLE_SIMD: *"), LEVEL("mmx")},
};

TEST_LOOP(options, rows, COUNT(rows))
{
    option_rows_check(rows, _i);
}

/* Each is refused, and the message names the place. */
static const char wrong[] =
    "--nope; --size; --size 0x0; --size -1x5; --size 99999x9; --size 320; "
    "--size x; --size 3x4x5; --size 3x; --size 1e3x5; --preset nope; "
    "--model tide; --damping 0; --damping 16; --damping abc; --damping 5.0; "
    "--stone square; --refraction nan; --refraction -1; --refraction 4.1; "
    "--refraction 0x1; --rain -1; --rain inf; --rain 1e5; --warm-up -1; --rate "
    "0; "
    "--rate 1001; --warm-up 10001; --leaves 65; --foam 65; --float swan; "
    "--float duck=9; --float duck,; --float boat=; --float =; --frames -1; "
    "--frames 1.5; --seed -1; --seed x; --fit fill; "
    "--list nothing; --list bed; --bed mud; --bed; --output a.jpg; --output "
    ".mp4; --output a%.png; "
    "--output a%%.png; --output a%s.png; --output a%d-%d.png; "
    "--output a%5d%%%s.png; --output a%-5d.png; --output a%ld.png; "
    "--output a%005d.png; --output a%21d.png; --output a%*d.png; "
    "--output a%1$d.png; --output a%n.png; --output a%.3d.png; "
    "--output a%99999999999999999999d.png; --output a%0; --output .png; "
    "--heights h.png; --display -1; --display every; --fps=1; a.png b.png; "
    "--frames 99999999999; --threads 0; --threads 65; --threads 1.5; "
    "--simd mmx; --simd; --backend; --backend opengl; --threads; --edges "
    "round; --shore wrap; --mask; "
    "--land-picture; "
    "--current 5,0; --current nan; --current nan,nan; --current -inf,0; "
    "--current 0,infinity; --current 1; --current 1,2,3; --current ,; "
    "--camera; --camera 1,2; --camera nan,18,1; --camera 1,2,3,4; --camera "
    "361,9,1; --camera a; "
    "--filter cubic; --pixels rgb555; --pixels; --view 3d; --light 101; "
    "--light -1; --light nan; --light-from 361; --light-from up; --light-from "
    "24:00; --light-from 7:60; --light-from 7:; --light-from :7; --scroll 1; "
    "--scroll 1,2,3; --scroll ,; --scroll 1,nan; --scroll inf,0; "
    "--scroll 10000.1,0; --scroll 0,-10001; --scroll slowly; --max-fps 0; "
    "--max-fps 1001; --max-fps few; --max-cpu 0; --max-cpu 101; "
    "--max-cpu 50%; --battery none; --battery; --every 0; --every 0.09; "
    "--every 86401; --every often; --every -1; --picture; "
    "--picture a.png b.png; --window-id; --window-id 0; --window-id 0x; "
    "--window-id -1; --window-id 12ab; --window-id 0x12z; "
    "--window-id 0x10000000000000000; --root=1; --picture-from camera; "
    "--picture-from screen a.png; --viscosity -1; --viscosity nan; "
    "--viscosity inf; --viscosity 1e7; --speed 0; --speed -1; --speed 1e300; "
    "--time-step 1e-320; --time-step 0; --spacing 0; --spacing 1e9; "
    "--alpha 0.6; --beta 1.1; --loss 2; --stiffness 3; --restore -1; "
    "--max-speed 0; --max-height 40000; --model wave --speed 14.76; "
    "--model wave --viscosity 67; --light 1 --pixels rgb565; "
    "--preset retro --view split; --view perspective --pixels rgb565; "
    "--model shallow --alpha 0.5 --beta 0.5";

static void expect_refusal(const Words *words)
{
    ck_assert_msg(process_parse(&options, words->text, &error) == -1, "%s",
                  words->text);
    ck_assert_msg(strstr(error.text, ": ") != NULL, "%s: %s", words->text,
                  error.text);
}

TEST(options, wrong_usage)
{
    verbs_run(expect_refusal, wrong);
}

TEST(options, too_many_outputs)
{
    char *arguments[2 * OPTIONS_MAX_OUTPUTS + 4] = {"ripple"};
    char names[OPTIONS_MAX_OUTPUTS + 1][16];
    int count = 1;

    for (int i = 0; i < OPTIONS_MAX_OUTPUTS + 1; i++) {
        EXPECT_OK(command_line_parse(&options, count, arguments, 0, &error));
        config_clear(&options.config);
        snprintf(names[i], sizeof names[i], "%d.png", i);
        arguments[count++] = "--output";
        arguments[count++] = names[i];
    }
    EXPECT_FAILS(command_line_parse(&options, count, arguments, 0, &error));
    ck_assert_str_eq(error.text,
                     "--output 8.png: can be given 8 times at most");
}

TEST(options, numbers)
{
    static const char *const texts[] = {"6", "99999999999999999999", "--1", "",
                                        " 1"};
    int number = 7;
    uint64_t large = 7;
    double real = 7;

    EXPECT_OK(parse_int(&number, "-12", -12, 5));
    for (int i = 0; i < COUNT(texts); i++)
        ck_assert_msg(parse_int(&number, texts[i], -5, 5) == -1, "\"%s\"",
                      texts[i]);
    EXPECT_INT(number, ==, -12);
    EXPECT_INT(parse_uint64(&large, "18446744073709551615"), ==, 0);
    EXPECT(large == UINT64_MAX);
    EXPECT_INT(parse_uint64(&large, "18446744073709551616"), ==, -1);
    EXPECT_INT(parse_number(&real, "1e-2", 0, 1), ==, 0);
    EXPECT(real == 0.01);
    EXPECT_INT(parse_number(&real, "1", 0, 1), ==, 0);
    EXPECT_INT(parse_number(&real, ".", 0, 1), ==, -1);
    EXPECT_INT(parse_number(&real, "1e", 0, 1), ==, -1);
    EXPECT_INT(parse_number(&real, "1 ", 0, 1), ==, -1);
}

/* A bad value of a setting changes nothing. */
TEST(options, water)
{
    char long_name[PLAY_MAX_PATH + 1] = "";
    PlaySettings water, before;

    memset(long_name, 'a', PLAY_MAX_PATH);
    play_settings_init(&water);
    EXPECT(play_settings_set(&water, "current", "1,2", &(PlayReason){""}) ==
           NULL);
    before = water;
    EXPECT(play_settings_set(&water, "damping", "16", &(PlayReason){""}) !=
           NULL);
    EXPECT(play_settings_set(&water, "view", "waters", &(PlayReason){""}) !=
           NULL);
    EXPECT(play_settings_set(&water, "stone", "body", &(PlayReason){""}) !=
           NULL);
    EXPECT(play_settings_set(&water, "mask", long_name, &(PlayReason){""}) !=
           NULL);
    EXPECT(play_settings_set(&water, "current", long_name, &(PlayReason){""}) !=
           NULL);
    EXPECT(play_settings_set(&water, "size", "3x3", &(PlayReason){""}) != NULL);
    EXPECT(play_settings_change(&water, "pixels", "rgb565",
                                &(PlayReason){""}) != NULL);
    EXPECT(play_settings_change(&water, "warm-up", "1", &(PlayReason){""}) !=
           NULL);
    ck_assert_mem_eq(&before, &water, sizeof water);
}
