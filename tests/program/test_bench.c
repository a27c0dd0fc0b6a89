/* SPDX-License-Identifier: MIT */
/*
 * ripple-bench: that the plain loop it measures against is the same water,
 * and, run as a program, what it prints and what it refuses.
 */
#include "lib/util/fixed.h"
#include "../../tools/bench/reference.h"
#include "../../tools/bench/scenes.h"
#include "../process.h"
#include "../test.h"
#include "../support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The only display is one that cannot be seen. */
static const char *const dummy[] = {
    "DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER=dummy", "RIPPLE_SIMD", NULL};

static long file_bytes; /* no file can grow beyond; 0: no limit */

/* Runs ripple-bench to a status; what it says belongs to the test. */
static Process run_bench(const char *line, int status)
{
    char program[512];
    Process process = {.environment = dummy, .file_bytes = file_bytes};

    snprintf(program, sizeof program, "%s-bench", process_ripple());
    process_run_line(&process, program, line);
    ck_assert_msg(process.status == status, "ripple-bench %s: status %d", line,
                  process.status);
    support_own(process.out, free);
    support_own(process.err, free);
    return process;
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

/* How often texts are in the output: numbers and texts, parted by '|'. */
static const struct {
    const char *line, *wanted;
} rows[] = {
    {SMALL "--threads 1,2 --simd scalar --json",
     "8 {|8 }|1 \n]\n|4 \"size\": \"80x50\"|4 \"scene\": \"storm\"|"
     "4 \"threads\": 2,|8 \"preset\": \"classic\"|0 nan|0 inf|"
     "8 \"width\": |8 \"height\": |8 \"simd\": |8 \"steps\": |8 \"step_ms\": |"
     "8 \"optics_ms\": |8 \"frame_ms\": |8 \"fps\": |8 \"ns_per_pixel\": |"
     "8 \"reference_ms\": |8 \"speedup\": |8 \"bytes_moved\": |"
     "8 \"gb_per_s\": |8 \"copy_gb_per_s\": |8 \"peak_rss_mb\": |"
     "8 \"cell\": |8 \"crc\": |8 \"submit_ms\": |8 \"stones_ms\": |"
     "8 \"picture_ms\": |8 \"backend\": |8 \"gpu\": "},
    {SMALL "--threads 1 --preset pond --csv",
     "5 \n|4 ,pond,|130 ,|4 ,cpu,\n|1 size,width,height,scene,|"
     "1 ,crc,submit_ms,stones_ms,picture_ms,backend,gpu\n"},
    {"--sizes 64x48 --scenes calm,rain --seconds 0.02 --threads 3 "
     "--simd scalar --preset storm",
     "1 Compiler: |1 SIMD: scalar\n|1 Threads: 3\n|2  storm |"
     "1 speedup|2 64x48 "},
    {"--sizes 64x48,32x24 --scenes calm,rain --seconds 0.02 --threads 1 "
     "--preset classic,pond --csv --light 20",
     "9 \n|4 ,classic,|4 ,pond,|4 64x48,"},
    {STORM, "1 upload_ms|1 present_ms|1 renderer|1 \"renderer\": \"surface\"|"
            "1 \"shown_fps\": "},
    {STORM " --renderers software,surface",
     "2 \"upload_ms\": |1 \"renderer\": \"software\"|"
     "1 \"renderer\": \"surface\""},
    /* The middle of a storm moves everywhere: 14 bytes a pixel, or 10. */
    {"--pixels argb8888 --preset retro " STORM, "1 \"bytes_moved\": 43008,"},
    {"--preset retro " STORM, "1 \"bytes_moved\": 30720,"},
    /* In perspective every frame is a whole one, whose CRC is checked first. */
    {"--sizes 64x48 --scenes storm --seconds 0.02 --threads 1,2 --preset hills "
     "--csv",
     "3 \n|2 ,hills,|0 ,00000000,|0 nan|0 inf"},
    {"--view perspective " STORM,
     "1 \"preset\": \"classic\"|1 \"shown_fps\": "},
    /* Columns of the GPU are in the table only with it. */
    {"--sizes 64x48 --scenes calm --seconds 0.02 --backend cpu,cpu",
     "2 64x48 |0 backend|0 GPU"},
    {"--help", "1 --scenes LIST|1 --view NAME|1 --backend LIST"},
    {"--version", "1 ripple-bench " RIPPLE_VERSION "\n|1 \n"},
    {"--list words", "1 --scenes storm\n|1 --preset lens\n|1 --cell auto\n|"
                     "0 --light"},
};

static void check_counts(const char *line, const char *text, const char *wanted)
{
    char parts[1024];

    snprintf(parts, sizeof parts, "%s", wanted);
    for (char *part = strtok(parts, "|"); part != NULL;
         part = strtok(NULL, "|")) {
        char *what;
        long count = strtol(part, &what, 10);

        if (count_text(text, what + 1) != count)
            ck_abort_msg("ripple-bench %s: not %s, but %d", line, part,
                         count_text(text, what + 1));
    }
}

TEST_LOOP(program, prints, COUNT(rows))
{
    const char *line = rows[_i].line;

    check_counts(line, run_bench(line, 0).out, rows[_i].wanted);
}

TEST(program, full_disk)
{
    const char *plot = support_path("bench.gp");
    char line[512];

    snprintf(line, sizeof line,
             "--sizes 64x48 --scenes calm --seconds 0.01 --plot %s", plot);
    file_bytes = 100;
    check_counts(line, run_bench(line, 1).err, "1 bench.gp: File too large\n");
    file_bytes = 0;
    EXPECT_FAILS(access(plot, F_OK));
}

TEST(program, no_gpu)
{
    Process process = run_bench("--sizes 64x48 --csv --backend cpu,gpu", 1);

    check_counts("--backend cpu,gpu", process.out, "1 \n");
    check_counts("--backend cpu,gpu", process.err,
                 "1 \n|1 ripple-bench: OpenGL: ");
}

TEST(program, plot)
{
    run_bench(SMALL "--threads 1 --plot @bench.gp", 0);
    check_counts("--plot", support_load(support_path("bench.gp"), NULL),
                 "1 '-' title \"plain storm\" dashtype 2|"
                 "1 '-' title \"classic storm\" linewidth 2|"
                 "1 \"80x50\" 4000|4 \n3072 |4 \n4000 |4 \ne\n|0 nan");
    check_counts("--plot",
                 run_bench("--sizes 9x9 --seconds 0.02 "
                           "--plot /no/such/place.gp",
                           1)
                     .err,
                 "1 \n");
}

TEST(program, wrong_options)
{
    char lines[] =
        "--sizes|--sizes 0x5|--sizes 40|--sizes ,|--sizes 40x30,|"
        "--sizes 40000x10|--scenes flood|--threads 0|--threads 65|"
        "--threads 1,x|--simd mmx|--simd scalar,mmx|--seconds 0|"
        "--seconds many|--preset lake|--preset pond,lake|"
        "--preset classic,retro --light 5|--plot|--colour|picture.png|"
        "--pixels rgb24|--pixels rgb565 --light 5|"
        "--pixels rgb565 --view perspective|--view above|--renderers cubist|"
        "--backend tpu|--backend cpu,|--backend auto";
    char *rest = lines;

    for (char *line; (line = strtok_r(rest, "|", &rest)) != NULL;) {
        Process process = run_bench(line, 2);

        ck_assert_str_eq(process.out, "");
        EXPECT(strncmp(process.err, "ripple-bench: ", 14) == 0);
        EXPECT_INT(count_text(process.err, "\n"), ==, 1);
    }
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

    ck_assert_ptr_null(
        play_settings_set(&water, "preset", "classic", &(PlayReason){""}));
    EXPECT_INT(ripple_create(&pool, WIDTH, HEIGHT, &water.pool), ==, 0);
    EXPECT_OK(
        reference_init(&reference, WIDTH, HEIGHT, &water.pool, picture.pixels));
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
