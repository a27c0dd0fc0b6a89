/* SPDX-License-Identifier: MIT */
/*
 * Recordings of every frame: numbered PNGs, and ffmpeg's videos, decoded and
 * compared with these; and that no failure leaves a file. If ffmpeg is missing,
 * the tests that need it say so and pass; failures are those of scripts in its
 * place.
 */
#define _XOPEN_SOURCE 700 /* pseudo terminals */

#include "../work.h"

#include "lib/util/fixed.h"
#include "os/numbered_name.h"
#include "os/progress.h"
#include "../support.h"
#include "../test.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WIDTH = 75, HEIGHT = 57, FRAMES = 14 };

/* Every frame differs from the one before: WebP joins those that do not. */
#define MOVING \
    "--rain 0 --script @moving.txt --size 75x57 --frames 14 " \
    "@coffee.png "

static void start(void)
{
    support_write("moving.txt", "0 stone 30 20 9 3000\n");
    work_start();
}

/* An ffmpeg may have been built without one of these. */
static int has_ffmpeg(void)
{
    static const char *const encoders[] = {" libx264 ", " libvpx-vp9 ",
                                           " libwebp_anim "};
    Process process = {0};
    size_t found = 0;

    process_run_line(&process, "ffmpeg", "-hide_banner -encoders");
    for (int i = 0; i < COUNT(encoders); i++)
        found += strstr(process.out, encoders[i]) != NULL;
    process_clear(&process);
    if (found < COUNT(encoders))
        puts("skipped: no ffmpeg with libx264, libvpx and libwebp");
    return found == COUNT(encoders);
}

/* The frame of that number from the numbered PNGs of a name. */
static RipplePixels read_frame(const char *name, int number)
{
    char file[64];

    snprintf(file, sizeof file, "%s-%03d.png", name, number);
    return work_picture(file);
}

static double find_psnr(const RipplePixels *a, const RipplePixels *b)
{
    double sum = 0;

    EXPECT_INT(a->width, ==, b->width);
    EXPECT_INT(a->height, ==, b->height);
    for (int i = 0; i < a->width * a->height; i++) {
        for (int shift = 0; shift < 24; shift += 8) {
            double difference = (double)(a->pixels[i] >> shift & 255) -
                                (double)(b->pixels[i] >> shift & 255);

            sum += difference * difference;
        }
    }
    return sum > 0 ? 10 * log10(255 * 255 * 3.0 * a->width * a->height / sum)
                   : INFINITY;
}

static void expect_alike(const char *what, const RipplePixels *frame,
                         int number, double min_psnr)
{
    RipplePixels wanted = read_frame("frame", number);
    double psnr = find_psnr(frame, &wanted);

    if (psnr < min_psnr)
        ck_abort_msg("%s: frame %d: %.1f dB", what, number, psnr);
    /* And more than to the frame next to it. */
    wanted = read_frame("frame", number < FRAMES ? number + 1 : number - 1);
    if (find_psnr(frame, &wanted) >= psnr)
        ck_abort_msg("%s: frame %d is another one", what, number);
}

/* Decodes a video into PNGs of the size of a frame; returns how many. */
static int decode(const char *file, const char *name)
{
    char line[256], output[64];
    Process process = work_make_process(NULL);
    int count = 0;

    snprintf(line, sizeof line,
             "-nostdin -loglevel error -i file:%s -vsync 0 "
             "-vf format=gbrp,crop=%d:%d:0:0 %s-%%03d.png",
             file, WIDTH, HEIGHT, name);
    process_run_line(&process, "ffmpeg", line);
    ck_assert_str_eq(process.err, "");
    EXPECT_INT(process.status, ==, 0);
    process_clear(&process);
    do
        snprintf(output, sizeof output, "%s-%03d.png", name, ++count);
    while (access(work_path(output), R_OK) == 0);
    return count - 1;
}

TEST_CASE(recording, videos, .timeout_s = 2 * PROCESS_TIMEOUT_S,
          .set_up = start);

TEST(videos, numbered_frames)
{
    RipplePixels last, numbered;

    work_play("run " MOVING "--output frame-%03d.png --output last.png "
              "--output 100%%-%d.png; has frame-001.png; has 100%-14.png");
    EXPECT_INT(work_count_files(0), ==, 2 * FRAMES + 1);
    last = work_picture("last.png");
    for (int i = 1; i <= FRAMES; i++) {
        numbered = read_frame("frame", i);
        EXPECT_INT(isinf(find_psnr(&last, &numbered)) != 0, ==, i == FRAMES);
    }
    work_play("empty; files 0; run --size 9x9 --frames 0 --output calm-%d.png "
              "@coffee.png; files 1; has calm-1.png");
}

static const struct {
    const char *file;
    double min_psnr; /* of so small a picture 4:2:0 alone leaves 28 dB */
} videos[] = {
    {"a.mp4", 25},
    {"-b:%d.webm", 25},
    {"c.gif", 30},
    {"d.apng", INFINITY},
};

TEST(videos, videos_show_the_frames)
{
    if (!has_ffmpeg())
        return;
    work_play("run " MOVING "--output frame-%03d.png --output a.mp4 --output "
              "./-b:%d.webm --output c.gif --output d.apng");
    EXPECT_INT(work_count_files(0), ==, FRAMES + COUNT(videos));
    for (int i = 0; i < COUNT(videos); i++) {
        const char *file = videos[i].file;
        int count = decode(file, "again");

        if (count != FRAMES)
            ck_abort_msg("%s: %d frames", file, count);
        for (int number = 1; number <= FRAMES; number += FRAMES - 1) {
            RipplePixels frame = read_frame("again", number);

            expect_alike(file, &frame, number, videos[i].min_psnr);
        }
        unlink(work_path(file));
    }
}

/* ffmpeg cannot read its own animations; as a film on calm water they are the
   frames, at the rate. */
TEST(videos, webp_is_exact)
{
    if (!has_ffmpeg())
        return;
    work_play("run " MOVING "--rate 50 --output frame-%03d.png "
              "--output a.webp; run --preset classic --rain 0 --rate 50 "
              "--size 75x57 --frames 14 --output again-%03d.png a.webp");
    for (int i = 1; i <= FRAMES; i++) {
        RipplePixels frame = read_frame("again", i);

        expect_alike("a.webp", &frame, i, INFINITY);
    }
}

/* The frame rate of a video, as ffprobe prints it. */
static void expect_rate(const char *file, const char *rate)
{
    char line[600];
    Process process = {0};

    snprintf(line, sizeof line,
             "-v error -count_frames -of csv=p=0 "
             "-show_entries stream=r_frame_rate %s",
             work_path(file));
    process_run_line(&process, "ffprobe", line);
    process.out[strcspn(process.out, "\r\n,")] = '\0';
    ck_assert_msg(strcmp(process.out, rate) == 0, "%s: %s", file, process.out);
    process_clear(&process);
}

TEST(videos, rates)
{
    if (!has_ffmpeg() || !process_exists("ffprobe"))
        return;
    work_run(MOVING "--rate 24 --output a.mp4");
    expect_rate("a.mp4", "24/1");
    /* Players show a GIF of more than 50 frames a second slowly. */
    work_run(MOVING "--rate 60 --output b.gif");
    expect_rate("b.gif", "50/1");
}

/* The smallest frames, and a file that exists already. */
TEST(videos, small_videos)
{
    if (has_ffmpeg())
        work_play("run --size 1x1 --frames 0 --output a.mp4 --output a.webm "
                  "--output a.gif @coffee.png; files 3; "
                  "run --size 2x1 --frames 3 --output a.mp4 @coffee.png; "
                  "files 3");
}

/* An environment whose ffmpeg is a script; NULL for one without ffmpeg. */
static const char *const *replace_ffmpeg(const char *script)
{
    static char variable[4096];
    static const char *environment[4] = {"DISPLAY", "WAYLAND_DISPLAY", variable,
                                         NULL};
    const char *folder = support_path("programs");
    char text[600];

    mkdir(folder, 0777);
    if (script == NULL) {
        unlink(support_path("programs/ffmpeg"));
        snprintf(variable, sizeof variable, "PATH=%s", folder);
        return environment;
    }
    snprintf(text, sizeof text, "#!/bin/sh\n%s", script);
    EXPECT_INT(chmod(support_write("programs/ffmpeg", text), 0777), ==, 0);
    snprintf(variable, sizeof variable, "PATH=%s:%s", folder, getenv("PATH"));
    return environment;
}

/* One line, and no file but an old one that is as it was. */
static void expect_failure(const char *const *environment, long file_bytes,
                           const char *line, const char *says)
{
    work_keep("a.mp4", NULL);
    work_refuse((Process){.environment = environment, .file_bytes = file_bytes},
                1, line, says);
}

TEST_CASE(recording, failures, .timeout_s = 2 * PROCESS_TIMEOUT_S,
          .set_up = start);

static const struct {
    const char *script, *says;
} scripts[] = {
    {NULL, "needs the program ffmpeg, which is not in PATH\n"},
    {"exit 0\n", "ffmpeg ended too early\n"},
    {"exit 3\n", "ffmpeg ended with status 3\n"},
    {"kill -9 $$\n", "ffmpeg was ended by signal 9\n"},
    {"cat >/dev/null\n", "ffmpeg ended too early\n"},
    {"echo first >&2; printf 'no such\\tthing\\n\\n' >&2; exit 1\n",
     ": ffmpeg: no such?thing\n"},
    {"head -c 9999 >/dev/null; printf 'had enough' >&2; exit 1\n",
     "ffmpeg: had enough\n"},
    {"for word; do file=${word#file:}; done\n"
     "cat >\"$file\"; echo 'cannot end' >&2; exit 1\n",
     "ffmpeg: cannot end\n"},
    {"sleep 2 & echo alone >&2; exit 1\n", "ffmpeg: alone\n"},
    /* More than a pipe holds, before it reads anything. */
    {"seq -f 'trouble %020.0f of many' 5000 >&2; cat >/dev/null; exit 1\n",
     "trouble 00000000000000005000 of many\n"},
};

TEST_LOOP(failures, ffmpeg_that_fails, COUNT(scripts))
{
    const char *const *environment = replace_ffmpeg(scripts[_i].script);

    expect_failure(environment, 0, MOVING "--output a.mp4", scripts[_i].says);
    /* Others that are still being written go with it. */
    if (_i == 1)
        expect_failure(environment, 0,
                       MOVING "--output a.mp4 --output b.y4m --output b.png "
                              "--heights b.pgm --output b.webm",
                       scripts[_i].says);
}

/* A full disk is a limit on the size of files. */
static const struct {
    const char *line;
    long file_bytes;
    const char *says;
} outputs[] = {
    {MOVING "--output none/b.mp4", 0, "none/b.mp4: No such file"},
    {MOVING "--output none/b%d.png", 0, "none/b1.png: No such file"},
    {MOVING "--output a.mp4/b.gif", 0, "a.mp4/b.gif: Not a directory"},
    {MOVING "--output a.mp4", 4000, "File too large"},
    {MOVING "--output b.gif", 4000, "File too large"},
    {MOVING "--output b%d.png", 4000, "File too large"},
};

TEST_LOOP(failures, outputs_that_cannot_be, COUNT(outputs))
{
    if (outputs[_i].file_bytes == 0 || has_ffmpeg())
        expect_failure(work_blind, outputs[_i].file_bytes, outputs[_i].line,
                       outputs[_i].says);
}

/* ffmpeg inherits no descriptors of other recordings. */
TEST(failures, ffmpeg_inherits_nothing)
{
    const char *const *environment;
    char script[500], *counts, *first;

    if (access("/proc/self/fd", R_OK) != 0) {
        puts("skipped: no /proc/self/fd");
        return;
    }
    snprintf(script, sizeof script,
             "ls /proc/self/fd | wc -l >>%s\ncat >/dev/null\nexit 1\n",
             support_path("counts"));
    environment = replace_ffmpeg(script);
    expect_failure(environment, 0, MOVING "--output b.mp4",
                   "ffmpeg ended with status 1\n");
    expect_failure(environment, 0, MOVING "--output b.gif --output b.mp4",
                   "ffmpeg ended with status 1\n");
    counts = support_load(support_path("counts"), NULL);
    first = strtok(counts, "\n");
    EXPECT(first != NULL && atoi(first) >= 4);
    for (int i = 0; i < 2; i++)
        ck_assert_str_eq(strtok(NULL, "\n"), first);
}

TEST(videos, interrupted)
{
    static const char line[] = "--preset storm --size 75x57 "
                               "--frames 2000000000 --output a.mp4 "
                               "--output b.webm @coffee.png";
    Process process = work_make_process(work_blind);
    int done;

    if (!has_ffmpeg())
        return;
    process_start_ripple(&process, line);
    work_await_files(2);
    process_sleep_ms(200);
    EXPECT_INT(kill(process.pid, SIGINT), ==, 0);
    work_finish(&process, line, 0);
    EXPECT_INT(sscanf(process.err,
                      "ripple: interrupted: after %d of 2000000000 frames",
                      &done),
               ==, 1);
    EXPECT_INT(work_count_files(0), ==, 2);
    EXPECT_INT(decode("a.mp4", "first"), ==, done);
    EXPECT_INT(decode("b.webm", "second"), ==, done);
}

TEST_CASE(recording, parts, .timeout_s = 20, .set_up = start);

TEST(parts, patterns)
{
    static const struct {
        const char *pattern;
        uint64_t number;
        const char *name;
    } cases[] = {
        {"%d", 7, "7"},
        {"a%dz", 1234567, "a1234567z"},
        {"a%05d.png", 42, "a00042.png"},
        {"a%05d.png", 123456, "a123456.png"},
        {"a%3d", 5, "a  5"},
        {"a%0d", 5, "a5"},
        {"%%%1d%%d%%", 3, "%3%d%"},
        {"%020d", UINT64_MAX, "18446744073709551615"},
        {"%20d%%%%%%%%", UINT64_MAX, "18446744073709551615%%%%"},
    };

    for (int i = 0; i < COUNT(cases); i++) {
        char *name = numbered_name_fill(cases[i].pattern, cases[i].number);

        EXPECT(numbered_name_is_valid(cases[i].pattern));
        ck_assert_str_eq(support_own(name, free), cases[i].name);
    }
}

#define SECOND_NS ((uint64_t)1000000000)

/* All that was printed. The stream is closed. */
static char *read_stream(FILE *stream)
{
    char *text = support_own(calloc(1, 4096), free);

    rewind(stream);
    EXPECT_INT(fread(text, 1, 4095, stream), <, 4095);
    fclose(stream);
    return text;
}

TEST(parts, progress)
{
    static const struct {
        int frames;
        uint64_t now_ns;
    } shown[] = {{1, SECOND_NS},
                 {100, 3 * SECOND_NS},
                 {101, 3 * SECOND_NS + SECOND_NS / 100},
                 {300, 7 * SECOND_NS},
                 {599, 7 * SECOND_NS + 1},
                 {600, 7 * SECOND_NS + 2}};
    FILE *stream = tmpfile();
    Progress progress;

    ck_assert_ptr_nonnull(stream);
    EXPECT_INT(progress_find_columns(stream), ==, 0);
    progress_start(&progress, stream, 70, 600, SECOND_NS);
    for (int i = 0; i < COUNT(shown); i++)
        progress_show(&progress, shown[i].frames, shown[i].now_ns);
    progress_end(&progress);
    progress_end(&progress);
    ck_assert_str_eq(
        read_stream(stream),
        "\r[###....................] "
        "100 of 600 frames, 50.0 a second, 0:10 left"
        "\r[###########............] "
        "300 of 600 frames, 50.0 a second, 0:06 left"
        "\r[######################] "
        "600 of 600 frames, 100.0 a second, 0:00 left"
        "\r                                                              "
        "       \r");
    /* Cut where there are only 12 columns. */
    stream = tmpfile();
    ck_assert_ptr_nonnull(stream);
    progress_start(&progress, stream, 12, 600, 0);
    progress_show(&progress, 1, SECOND_NS);
    progress_end(&progress);
    ck_assert_str_eq(read_stream(stream), "\r1 of 600 fr\r           \r");
}

/* Reads from a terminal until one read has that text. */
static void await_text(int terminal, const char *wanted)
{
    char text[65536] = "";

    while (strstr(text, wanted) == NULL) {
        ssize_t size = read(terminal, text, sizeof text - 1);

        EXPECT_INT(size, >, 0);
        text[size] = '\0';
    }
}

/* Opens a terminal for the errors of a process, or says that there is none. */
static int open_terminal(Process *process)
{
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);

    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) {
        puts("skipped: no pseudo terminal");
        return -1;
    }
    process->errors = ptsname(terminal);
    return terminal;
}

#define ENDLESS \
    "--preset storm --size 75x57 --frames 100000000 " \
    "--output last.png @coffee.png"

/* Starts a recording that shows its progress, and keeps the terminal open. Its
   first line comes after half a second. Returns the terminal, or -1. */
static int start_on_terminal(Process *process, int *keep)
{
    int terminal = open_terminal(process);

    if (terminal < 0)
        return -1;
    *keep = open(process->errors, O_RDWR | O_NOCTTY);
    process_start_ripple(process, ENDLESS);
    await_text(terminal, " of 100000000 frames, ");
    return terminal;
}

TEST(parts, progress_on_a_terminal)
{
    Process process = work_make_process(work_blind);
    int keep, terminal = start_on_terminal(&process, &keep);

    if (terminal < 0)
        return;
    EXPECT_INT(kill(process.pid, SIGINT), ==, 0);
    work_finish(&process, "on a terminal", 0);
    /* It is erased before the next message. */
    await_text(terminal, "  \rripple: interrupted: after ");
    close(keep);
    close(terminal);
}

/* Ctrl+S stops what is shown, not the recording, which a signal completes. */
TEST(parts, progress_on_a_stopped_terminal)
{
    Process process = work_make_process(work_blind);
    int keep, terminal = start_on_terminal(&process, &keep);

    if (terminal < 0)
        return;
    EXPECT_INT(write(terminal, "\x13", 1), ==, 1);
    process_sleep_ms(600);
    EXPECT_INT(kill(process.pid, SIGINT), ==, 0);
    work_finish(&process, "on a stopped terminal", 0);
    EXPECT_OK(access(work_path("last.png"), F_OK));
    EXPECT_INT(write(terminal, "\x11", 1), ==, 1);
    close(keep);
    close(terminal);
}
