/* SPDX-License-Identifier: MIT */
/* A shell script replaces ffmpeg and copies its input to the file: what ffmpeg
   reads, and how its failures are reported. Also tests child processes. */
#include "media/ffmpeg.h"
#include "lib/util/fixed.h"
#include "os/child.h"
#include "os/stop.h"
#include "../test.h"
#include "../support.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WIDTH = 37, HEIGHT = 23, RATE = 60 };

static Error error;

/* From now on a command in the shell is ffmpeg; $file is what it writes. */
static void replace_ffmpeg(const char *command)
{
    char script[256], path[4096];

    snprintf(script, sizeof script,
             "#!/bin/sh\nfor word; do file=${word#file:}; done\n%s\n", command);
    EXPECT_INT(chmod(support_write("ffmpeg", script), 0755), ==, 0);
    snprintf(path, sizeof path, "%s:%s", support_path("."), getenv("PATH"));
    EXPECT_INT(setenv("PATH", path, 1), ==, 0);
}

/* The file of a video of one frame. */
static char *encode(const RipplePixels *frame, size_t *size)
{
    const char *path = support_path("frame.webp");
    Track track = {.rate = {RATE, 1}};
    SDL_atomic_t cancel = {0};
    Ffmpeg ffmpeg;

    EXPECT_OK(ffmpeg_open(&ffmpeg, path, frame, &track, &cancel, &error));
    EXPECT_OK(ffmpeg_add(&ffmpeg, frame, &error));
    EXPECT_OK(ffmpeg_close(&ffmpeg, 1, 0, &error));
    return support_load(path, size);
}

TEST_CASE(ffmpeg, encoder, .timeout_s = 20);

/* Only pixels are sent, not the gaps between rows. */
TEST(encoder, bare_pixels)
{
    RipplePixels frame = support_pixels(WIDTH + 5, HEIGHT);
    size_t size;
    char *bytes;

    replace_ffmpeg("cat > \"$file\"");
    frame.width = WIDTH;
    bytes = encode(&frame, &size);
    EXPECT_INT(size, ==, WIDTH * HEIGHT * sizeof(uint32_t));
    for (size_t y = 0; y < HEIGHT; y++)
        ck_assert_mem_eq(bytes + y * WIDTH * sizeof(uint32_t),
                         frame.pixels + y * frame.stride,
                         WIDTH * sizeof(uint32_t));
    free(frame.pixels);
}

/* A frame of 16 bits makes the video of the same frame in 32 bits. */
TEST(encoder, narrow_frames)
{
    uint16_t pixels[WIDTH * HEIGHT];
    RipplePixels wide = support_pixels(WIDTH, HEIGHT);
    RipplePixels narrow = {.pixels565 = pixels,
                           .width = WIDTH,
                           .height = HEIGHT,
                           .stride = WIDTH,
                           .format = RIPPLE_FORMAT_RGB565};
    uint64_t random = 3;
    size_t size;
    char *bytes;

    replace_ffmpeg("cat > \"$file\"");
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        pixels[i] = (uint16_t)xorshift_next(&random);
    ripple_copy_pixels(&narrow, &wide);
    bytes = encode(&narrow, &size);
    EXPECT_INT(size, ==, sizeof pixels * 2);
    ck_assert_mem_eq(bytes, wide.pixels, size);
    free(wide.pixels);
}

static const struct {
    const char *command, *bytes;
} copies[] = {
    {"echo $* >$file", "-t 50000us"},
    {"exit 3", "film"},
    /* Until 6.0, ffmpeg reports a full disk only if it is asked to. */
    {"case $* in *-xerror*) exit 1;; *) echo half >$file;; esac", "film"},
    {"true", "film"},
    {"exec sleep 60", "film"},
};

/* A copy ends the sound of a film that has ended early. If it fails, or hangs
   when the program is to end, the file with all sound stays. */
TEST_LOOP(encoder, sound_is_cut_in_a_copy, COUNT(copies))
{
    RipplePixels frame = support_pixels(WIDTH, HEIGHT);
    Track track = {.rate = {RATE, 1}, .sound = "clip.mp4"};
    SDL_atomic_t cancel = {0};
    const char *path = support_path("cut.webm");
    char command[160];
    Ffmpeg ffmpeg;

    snprintf(command, sizeof command,
             "case $* in *'-t 1 '*) ;; *0us*) %s;; *) cat >/dev/null; "
             "echo film >$file; esac",
             copies[_i].command);
    replace_ffmpeg(command);
    EXPECT_OK(ffmpeg_open(&ffmpeg, path, &frame, &track, &cancel, &error));
    EXPECT_OK(ffmpeg_add(&ffmpeg, &frame, &error));
    stop_ask();
    EXPECT_OK(ffmpeg_close(&ffmpeg, 3, 1, &error));
    ck_assert_msg(strstr(support_load(path, NULL), copies[_i].bytes) != NULL,
                  "other bytes");
    free(frame.pixels);
}

/* Nobody holds its end of the pipe once the program has been killed. */
TEST(encoder, trial_ends_with_the_program)
{
    RipplePixels frame = support_pixels(WIDTH, HEIGHT);
    struct pollfd end = {.events = POLLIN};
    const char *path = support_path("trial");
    char command[300];
    size_t size;
    pid_t id;

    snprintf(command, sizeof command, "exec sleep 60 >'%s'", path);
    replace_ffmpeg(command);
    EXPECT_OK(mkfifo(path, 0600));
    id = fork();
    if (id == 0) {
        encode(&frame, &size);
        _exit(0);
    }
    end.fd = open(path, O_RDONLY); /* once the trial has begun */
    EXPECT_OK(kill(id, SIGKILL));
    EXPECT_INT(waitpid(id, NULL, 0), ==, id);
    EXPECT_INT(poll(&end, 1, 10000), ==, 1);
    close(end.fd);
    free(frame.pixels);
}

TEST_CASE(ffmpeg, child, .timeout_s = 20);

enum { SPINS, TAKES_MEMORY, OPENS, WRITES, DUMPS, LIMITED };

static int take_too_much(int what)
{
    struct rlimit cores;

    child_limit(1, 32, what == WRITES);
    if (what == TAKES_MEMORY)
        return malloc(64 << 20) == NULL;
    if (what == OPENS)
        return open("/dev/null", O_RDONLY) < 0 && dup(0) < 0;
    if (what == WRITES)
        return open("/dev/null", O_RDONLY) > 0 &&
               write(open(support_path("limited"), O_CREAT | O_WRONLY, 0600),
                     "x", 1) < 0 &&
               errno == EFBIG;
    if (what == DUMPS)
        return getrlimit(RLIMIT_CORE, &cores) == 0 && cores.rlim_max == 0;
    for (;;)
        continue;
}

TEST_LOOP(child, limits, LIMITED)
{
    int status = 0;
    pid_t id;

    if (SUPPORT_IS_SANITIZED && _i >= TAKES_MEMORY && _i <= WRITES)
        return;
    id = fork();
    if (id == 0)
        _exit(take_too_much(_i) ? LIMITED : 0);
    EXPECT_INT(waitpid(id, &status, 0), ==, id);
    if (_i == SPINS)
        EXPECT_INT(WTERMSIG(status), ==, SIGKILL);
    else
        EXPECT_INT(WEXITSTATUS(status), ==, LIMITED);
}
