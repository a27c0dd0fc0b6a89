/* SPDX-License-Identifier: MIT */
/* What ffmpeg is given, and what is told when it fails: a script is in its
   place, which keeps what it reads as the file that it is to write. */
#include "app/output/ffmpeg.h"
#include "../test.h"
#include "../support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { WIDTH = 37, HEIGHT = 23, RATE = 60 };

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

/* What a video of one frame holds. */
static char *encode(const RipplePixels *frame, size_t *size)
{
    const char *path = support_path("frame.webp");
    Ffmpeg ffmpeg;
    Error error;

    EXPECT_INT(ffmpeg_open(&ffmpeg, path, frame, RATE, &error), ==, 0);
    EXPECT_INT(ffmpeg_add(&ffmpeg, frame, &error), ==, 0);
    EXPECT_INT(ffmpeg_close(&ffmpeg, &error), ==, 0);
    return support_read(path, size);
}

TEST_CASE(ffmpeg, encoder, .timeout_s = 20);

/* The rows come without what lies between them. */
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
    free(bytes);
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
        pixels[i] = (uint16_t)support_random(&random);
    ripple_copy_pixels(&narrow, &wide);
    bytes = encode(&narrow, &size);
    EXPECT_INT(size, ==, sizeof pixels * 2);
    ck_assert_mem_eq(bytes, wide.pixels, size);
    free(bytes);
    free(wide.pixels);
}

/* ffmpeg's last line is told, wherever it gave up. */
TEST(encoder, last_words)
{
    static const char *const commands[] = {
        "echo early >&2; echo no room >&2; exit 1",
        "cat > \"$file\"; echo no room >&2; exit 1"};
    RipplePixels frame = support_pixels(WIDTH, HEIGHT);

    for (int i = 0; i < 2; i++) {
        Ffmpeg ffmpeg;
        Error error = {.text = ""};
        const char *path;
        int result;

        replace_ffmpeg(commands[i]);
        path = support_path("lost.webp");
        EXPECT_INT(ffmpeg_open(&ffmpeg, path, &frame, RATE, &error), ==, 0);
        do
            result = ffmpeg_add(&ffmpeg, &frame, &error);
        while (result == 0 && i == 0);
        if (result == 0)
            result = ffmpeg_close(&ffmpeg, &error);
        EXPECT_INT(result, ==, -1);
        ck_assert_msg(strstr(error.text, "ffmpeg: no room") != NULL, "%s",
                      error.text);
        ck_assert_ptr_null(support_read(path, NULL));
    }
    free(frame.pixels);
}
