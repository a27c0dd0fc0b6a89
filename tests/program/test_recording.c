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
#include "../pictures.h"
#include "../support.h"
#include "../test.h"

#include <SDL_image.h>
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

static uint32_t little(const char *bytes, int count)
{
    uint32_t value = 0;

    for (int i = count - 1; i >= 0; i--)
        value = value << 8 | (unsigned char)bytes[i];
    return value;
}

/* The picture in the chunks of a frame, as if it were a file of its own. */
static SDL_Surface *read_still(const char *chunks, size_t size)
{
    static File file;
    SDL_Surface *read, *argb;

    file.size = 0;
    put(&file, "s 4 s", "RIFF", (unsigned)size + 4, "WEBP");
    put_bytes(&file, chunks, size);
    read = IMG_Load_RW(SDL_RWFromConstMem(file.data, (int)file.size), 1);
    ck_assert_ptr_nonnull(read);
    argb = SDL_ConvertSurfaceFormat(read, SDL_PIXELFORMAT_ARGB8888, 0);
    SDL_FreeSurface(read);
    return argb;
}

/* Lays the opaque pixels of a frame of an animation over those before. */
static void lay_over(const RipplePixels *whole, const char *frame, size_t size)
{
    SDL_Surface *part = read_still(frame + 16, size - 16);
    int left = 2 * (int)little(frame, 3), top = 2 * (int)little(frame + 3, 3);

    EXPECT_INT(left + part->w, <=, whole->width);
    EXPECT_INT(top + part->h, <=, whole->height);
    for (int y = 0; y < part->h; y++) {
        const uint32_t *row =
            (const uint32_t *)part->pixels + (ptrdiff_t)y * part->pitch / 4;

        for (int x = 0; x < part->w; x++) {
            if (row[x] >> 24 == 255)
                whole->pixels[(top + y) * whole->width + left + x] = row[x];
        }
    }
    SDL_FreeSurface(part);
}

/* Neither ffmpeg nor SDL2_image can read the animations of ffmpeg. */
TEST(videos, webp_is_exact)
{
    RipplePixels whole = support_pixels(WIDTH, HEIGHT);
    size_t size, length;
    int frames = 0;
    const char *bytes;

    support_own(whole.pixels, free);
    if (!has_ffmpeg())
        return;
    work_play("run " MOVING "--rate 50 --output frame-%03d.png "
              "--output a.webp");
    bytes = work_text("a.webp", &size);
    for (size_t at = 12; at + 8 <= size; at += 8 + length + length % 2) {
        length = little(bytes + at + 4, 4);
        EXPECT_INT(length, <=, size - at - 8);
        if (memcmp(bytes + at, "ANMF", 4) != 0)
            continue;
        EXPECT_INT(little(bytes + at + 8 + 12, 3), ==, 20); /* ms */
        lay_over(&whole, bytes + at + 8, length);
        expect_alike("a.webp", &whole, ++frames, INFINITY);
    }
    EXPECT_INT(frames, ==, FRAMES);
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
    work_run(MOVING "--rate 24 --output a.mp4 --output a.webm "
                    "--output a.apng");
    expect_rate("a.mp4", "24/1");
    expect_rate("a.webm", "24/1");
    expect_rate("a.apng", "24/1");
    /* Players show a GIF of more than 50 frames a second slowly. */
    work_run(MOVING "--rate 60 --output b.gif");
    expect_rate("b.gif", "50/1");
}

/* The smallest frames, and a file that exists already. */
TEST(videos, small_videos)
{
    if (has_ffmpeg())
        work_play("run --size 1x1 --frames 0 --output a.mp4 --output a.webm "
                  "--output a.gif --output a.webp --output a.apng "
                  "@coffee.png; files 5; "
                  "run --size 2x1 --frames 3 --output a.mp4 @coffee.png; "
                  "files 5");
}

/* An environment whose ffmpeg is a script; NULL for one without ffmpeg. */
static const char *const *replace_ffmpeg(const char *script)
{
    static char variable[4096];
    static const char *environment[4] = {"DISPLAY", "WAYLAND_DISPLAY", variable,
                                         NULL};
    char folder[300], text[600];

    snprintf(folder, sizeof folder, "%s", support_path("programs"));
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
    if (scripts[_i].script != NULL &&
        strstr(scripts[_i].script, "cat >") == NULL)
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
    {MOVING "--output b.webm", 4000, "File too large"},
    {MOVING "--output b.gif", 4000, "File too large"},
    {MOVING "--output b.webp", 4000, "File too large"},
    {MOVING "--output b.apng", 4000, "File too large"},
    {MOVING "--output b%d.png", 4000, "File too large"},
    {MOVING "--output b.png", 4000, "b.png: File too large"},
    {MOVING "--output b.y4m", 4000, "b.y4m: File too large"},
    {MOVING "--heights b.pgm", 4000, "b.pgm: File too large"},
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

TEST_LOOP(videos, interrupted, 3)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
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
    EXPECT_INT(kill(process.pid, signals[_i]), ==, 0);
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
    static const char *const wrong[] = {
        "",     "a",   "%",    "%%",    "a%",           "%i",   "%5",
        "%-d",  "%+d", "% d",  "%#d",   "%*d",          "%.3d", "%1$d",
        "%d%d", "%d%", "%hd",  "%005d", "%00d",         "%21d", "%n",
        "%s",   "%%%", "%d%s", "%0x5d", "%4294967297d",
    };

    for (int i = 0; i < COUNT(cases); i++) {
        char *name = numbered_name_fill(cases[i].pattern, cases[i].number);

        EXPECT(numbered_name_is_valid(cases[i].pattern));
        ck_assert_str_eq(support_own(name, free), cases[i].name);
    }
    for (int i = 0; i < COUNT(wrong); i++)
        ck_assert_msg(!numbered_name_is_valid(wrong[i]),
                      "\"%s\" is taken for a pattern", wrong[i]);
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
}

/* It stays in its line for every width, number of frames and time. */
TEST(parts, progress_fits)
{
    static const int totals[] = {1, 600, 2147483647};

    for (int columns = 1; columns <= 256; columns += columns < 60 ? 1 : 49) {
        for (int i = 0; i < COUNT(totals); i++) {
            FILE *stream = tmpfile();
            Progress progress;
            char *text;

            ck_assert_ptr_nonnull(stream);
            progress_start(&progress, stream, columns, totals[i], 0);
            progress_show(&progress, 1, 40000 * SECOND_NS);
            progress_show(&progress, totals[i], 80000 * SECOND_NS);
            text = read_stream(stream);
            EXPECT(text[0] == '\r' || columns == 1);
            for (char *line = strtok(text, "\r"); line != NULL;
                 line = strtok(NULL, "\r"))
                EXPECT_INT(strlen(line), <, columns);
        }
    }
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
