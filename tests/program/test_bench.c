/* SPDX-License-Identifier: MIT */
/*
 * ripple-bench: that the plain loop it measures against is the same water,
 * and, run as a program, what it prints and what it refuses.
 */
#include "base/fixed.h"
#include "../../tools/bench/reference.h"
#include "../../tools/bench/scenes.h"
#include "../process.h"
#include "../test.h"
#include "../support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const keys[] = {
    "size",        "width",    "height",        "scene",        "preset",
    "simd",        "threads",  "steps",         "step_ms",      "optics_ms",
    "frame_ms",    "fps",      "ns_per_pixel",  "reference_ms", "speedup",
    "bytes_moved", "gb_per_s", "copy_gb_per_s", "peak_rss_mb",  "cell",
    "crc",
};

/* The only display is one that cannot be seen. */
static const char *const dummy[] = {
    "DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER=dummy", "RIPPLE_SIMD", NULL};

static void run_bench(Process *process, const char *line)
{
    char program[512];

    snprintf(program, sizeof program, "%s-bench", process_ripple());
    *process = (Process){.environment = dummy};
    process_run_line(process, program, line);
}

static int count_text(const char *text, const char *part)
{
    int count = 0;

    for (; (text = strstr(text, part)) != NULL; text += strlen(part))
        count++;
    return count;
}

#define SMALL "--sizes 64x48,80x50 --scenes drizzle,storm --seconds 0.02 "

TEST_CASE(bench, program, .timeout_s = 60);

#define STORM \
    "--sizes 64x48 --scenes storm --seconds 0.02 --threads 1 --json --present"

/* How often a text is in the output. */
static const struct {
    const char *line;
    struct {
        const char *text;
        int count;
    } wanted[10];
} rows[] = {
    {SMALL "--threads 1,2 --simd scalar --json",
     {{"{", 8},
      {"}", 8},
      {"\n]\n", 1},
      {"\"size\": \"80x50\"", 4},
      {"\"scene\": \"storm\"", 4},
      {"\"threads\": 2,", 4},
      {"\"preset\": \"classic\"", 8},
      {"nan", 0},
      {"inf", 0}}},
    {SMALL "--threads 1 --preset pond --csv",
     {{"\n", 5},
      {",pond,", 4},
      {",", 5 * COUNT(keys)}, /* one key more */
      {"size,width,height,scene,", 1}}},
    {"--sizes 64x48 --scenes calm,rain --seconds 0.02 --threads 3 "
     "--simd scalar --preset storm",
     {{"Compiler: ", 1},
      {"SIMD: scalar\n", 1},
      {"Threads: 3\n", 1},
      {"Preset: storm\n", 1},
      {"speedup", 1},
      {"64x48 ", 2}}},
    {STORM,
     {{"upload_ms", 1},
      {"present_ms", 1},
      {"renderer", 1},
      {"\"renderer\": \"software\"", 1}}},
    /* The middle of a storm moves everywhere: 14 bytes a pixel, or 10. */
    {"--pixels argb8888 --preset retro " STORM,
     {{"\"bytes_moved\": 43008,", 1}}},
    {"--preset retro " STORM, {{"\"bytes_moved\": 30720,", 1}}},
    {"--pixels rgb565 --preset pond " STORM, {{"\"bytes_moved\": 30720,", 1}}},
    {"--help", {{"--scenes LIST", 1}}},
};

TEST_LOOP(program, prints, COUNT(rows))
{
    Process process;

    run_bench(&process, rows[_i].line);
    EXPECT_INT(process.status, ==, 0);
    for (int i = 0; rows[_i].wanted[i].text != NULL; i++) {
        int count = count_text(process.out, rows[_i].wanted[i].text);

        if (count != rows[_i].wanted[i].count)
            ck_abort_msg("ripple-bench %s: %d times \"%s\"", rows[_i].line,
                         count, rows[_i].wanted[i].text);
    }
    process_clear(&process);
}

TEST(program, json)
{
    Process process;

    run_bench(&process, SMALL "--threads 1,2 --simd scalar --json");
    ck_assert_str_eq(process.err, "");
    EXPECT_INT(process.out[0], ==, '[');
    for (int i = 0; i < COUNT(keys); i++) {
        char key[64];

        snprintf(key, sizeof key, "\"%s\": ", keys[i]);
        EXPECT_INT(count_text(process.out, key), ==, 8);
    }
    process_clear(&process);
}

TEST(program, csv_begins_with_the_names)
{
    Process process;

    run_bench(&process, SMALL "--threads 1 --csv");
    EXPECT(strncmp(process.out, "size,width,height,scene,", 24) == 0);
    process_clear(&process);
}

TEST(program, plot)
{
    char line[512];
    const char *path = support_path("bench.svg");
    Process process;
    char *svg;

    snprintf(line, sizeof line, SMALL "--threads 1 --plot %s", path);
    run_bench(&process, line);
    EXPECT_INT(process.status, ==, 0);
    process_clear(&process);
    svg = support_read(path, NULL);
    ck_assert_ptr_nonnull(svg);
    EXPECT(strncmp(svg, "<svg ", 5) == 0);
    EXPECT(strstr(svg, "</svg>\n") != NULL);
    EXPECT_INT(count_text(svg, "class=\"line\""), ==, 2);
    EXPECT_INT(count_text(svg, "class=\"line dashed\""), ==, 2);
    EXPECT_INT(count_text(svg, ">80x50</text>"), ==, 1);
    EXPECT_INT(count_text(svg, "nan"), ==, 0);
    free(svg);
    run_bench(&process, "--sizes 9x9 --seconds 0.02 --plot /no/such/place.svg");
    EXPECT_INT(process.status, ==, 1);
    EXPECT_INT(count_text(process.err, "\n"), ==, 1);
    process_clear(&process);
}

TEST_LOOP(program, wrong_options, 20)
{
    static const char *const lines[] = {
        "--sizes",
        "--sizes 0x5",
        "--sizes 40",
        "--sizes ,",
        "--sizes 40x30,",
        "--scenes flood",
        "--threads 0",
        "--threads 65",
        "--threads 1,x",
        "--simd mmx",
        "--simd scalar,mmx",
        "--seconds 0",
        "--seconds many",
        "--preset lake",
        "--plot",
        "--colour",
        "picture.png",
        "--sizes 40000x10",
        "--pixels rgb24",
        "--pixels rgb565 --light 5",
    };
    Process process;

    run_bench(&process, lines[_i]);
    EXPECT_INT(process.status, ==, 2);
    ck_assert_str_eq(process.out, "");
    EXPECT(strncmp(process.err, "ripple-bench: ", 14) == 0);
    EXPECT_INT(count_text(process.err, "\n"), ==, 1);
    process_clear(&process);
}

TEST_CASE(bench, plain, .timeout_s = 4);

/* Away from the edges, which source R leaves out, it is the same water and
   the same picture. */
TEST(plain, plain_loop_is_the_same_water)
{
    enum { WIDTH = 160, HEIGHT = 120, STEPS = 25, MARGIN = STEPS + 2 };
    PlaySettings water;
    RipplePixels picture = support_pixels(WIDTH, HEIGHT);
    RipplePixels frame = support_pixels(WIDTH, HEIGHT);
    Reference reference;
    Ripple *pool;
    int drawn = 0;

    ck_assert_ptr_null(play_settings_set(&water, "preset", "classic"));
    EXPECT_INT(ripple_create(&pool, WIDTH, HEIGHT, &water.pool), ==, 0);
    EXPECT_INT(
        reference_init(&reference, WIDTH, HEIGHT, &water.pool, picture.pixels),
        ==, 0);
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < scenes_count(SCENE_STORM, WIDTH, HEIGHT, step);
             i++) {
            RippleStone stone = scenes_stone(&water, 1, WIDTH, HEIGHT, step, i);

            ripple_drop(pool, &stone);
            reference_drop(&reference, &stone);
        }
        ripple_advance(pool, &picture, &frame, NULL);
        reference_step(&reference);
    }
    reference_draw(&reference);
    for (int y = MARGIN; y < HEIGHT - MARGIN; y++) {
        for (int x = MARGIN; x < WIDTH - MARGIN; x++) {
            EXPECT_INT(reference.now[y * WIDTH + x], ==,
                       support_height(pool, x, y));
            if (reference.frame[y * WIDTH + x] == 0)
                continue; /* would come from outside */
            EXPECT_INT(reference.frame[y * WIDTH + x], ==,
                       frame.pixels[y * WIDTH + x]);
            drawn++;
        }
    }
    EXPECT_INT(drawn, >, (WIDTH - 2 * MARGIN) * (HEIGHT - 2 * MARGIN) / 2);
    reference_clear(&reference);
    ripple_destroy(pool);
    free(picture.pixels);
    free(frame.pixels);
}
