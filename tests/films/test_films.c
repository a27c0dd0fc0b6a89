/* SPDX-License-Identifier: MIT */
/* Films: which files are films, what of Y4M is read and refused, the colours of
   its pictures, and what a decoder may do wrong. The job films has the rest. */
#include "media/film.h"
#include "media/film_kind.h"
#include "media/surface.h"
#include "media/webp.h"
#include "media/y4m.h"
#include "media/writer.h"
#include "lib/util/fixed.h"
#include "media/frame_rate.h"
#include "os/pixel_buffer.h"
#include "../test.h"
#include "../support.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD "YUV4MPEG2 W4 H2 F30:1 Ip A1:1 C420jpeg"

static Error error;

TEST_CASE(films, y4m, .timeout_s = 20);

static const struct {
    const char *line, *why; /* NULL: it is read as: */
    int width, height, square_width, frames, seconds;
    size_t bytes;
} heads[] = {
    {HEAD, NULL, 4, 2, 4, 30, 1, 12},
    {"YUV4MPEG2 W5 H3", NULL, 5, 3, 5, 25, 1, 27},
    {"YUV4MPEG2 W5 H3 C420paldv F0:0", NULL, 5, 3, 5, 25, 1, 27},
    {"YUV4MPEG2 C420mpeg2  H3 W5 I? XYSCSS=420MPEG2 ", NULL, 5, 3, 5, 25, 1,
     27},
    {"YUV4MPEG2 W5 H3 C422 F30000:1001", NULL, 5, 3, 5, 30000, 1001, 33},
    {"YUV4MPEG2 W5 H3 C444 A0:0", NULL, 5, 3, 5, 25, 1, 45},
    {"YUV4MPEG2 W5 H3 Cmono F1:60", NULL, 5, 3, 5, 1, 60, 15},
    {"YUV4MPEG2 W720 H576 A16:15", NULL, 720, 576, 768, 25, 1, 622080},
    {"YUV4MPEG2 W720 H480 A10:11", NULL, 720, 480, 655, 25, 1, 518400},
    {"", "is no Y4M", 0, 0, 0, 0, 0, 0},
    {"RIFF", "is no Y4M", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2", "0x0 is no size", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W0 H3", "0x3 is no size", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W5", "5x0 is no size", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W32769 H1", "32769x1 is no size", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W9000 H9000", "is no size", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W8000 H8000 A9:1", "is no size", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W99999999999 H1", "width is wrong", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W-5 H1", "width is wrong", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W+99999999999 H1", "width is wrong", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W5 H1x", "height is wrong", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W5 H3 F30", "rate is wrong", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W5 H3 F1001:1", "rate is wrong", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W5 H3 F99999999:99999998", "rate is wrong", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W5 H3 A1", "shape of its pixels", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W5 H3 It", "is interlaced", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W5 H3 Ib", "is interlaced", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W5 H3 Im", "is interlaced", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W5 H3 C420p10", "other colours", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W5 H3 C444alpha", "other colours", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W5 H3 C411", "other colours", 0, 0, 0, 0, 0, 0},
    {"YUV4MPEG2 W5 H3 C", "other colours", 0, 0, 0, 0, 0, 0},
};

TEST_LOOP(y4m, heads_are_read_or_refused, COUNT(heads))
{
    Y4m y4m;
    int result = y4m_parse(&y4m, heads[_i].line, "film", &error);

    EXPECT_INT(result, ==, heads[_i].why != NULL ? -1 : 0);
    if (heads[_i].why != NULL) {
        ck_assert_msg(strstr(error.text, heads[_i].why) != NULL, "%s",
                      error.text);
        return;
    }
    EXPECT_INT(y4m.width, ==, heads[_i].width);
    EXPECT_INT(y4m.height, ==, heads[_i].height);
    EXPECT_INT(y4m.square_width, ==, heads[_i].square_width);
    EXPECT_INT(y4m.rate.frames, ==, heads[_i].frames);
    EXPECT_INT(y4m.rate.seconds, ==, heads[_i].seconds);
    EXPECT(y4m.bytes == heads[_i].bytes);
}

static int to_byte(double value)
{
    return (int)lround(fmin(fmax(value, 0), 255));
}

/* The colour of samples by the formulas of BT.601 and BT.709. */
static uint32_t find_colour(const Y4m *y4m, int luma, int cb, int cr)
{
    double kr = y4m->height < 720 ? 0.299 : 0.2126;
    double kb = y4m->height < 720 ? 0.114 : 0.0722;
    double black = y4m->has_full_range ? 0 : 16;
    double y = 255 * (luma - black) / (y4m->has_full_range ? 255 : 219);
    double span = y4m->has_full_range ? 255 : 224;
    double red = y + 255 * 2 * (1 - kr) * (cr - 128) / span;
    double blue = y + 255 * 2 * (1 - kb) * (cb - 128) / span;
    double green = (y - kr * red - kb * blue) / (1 - kr - kb);

    return 0xFF000000 | (uint32_t)to_byte(red) << 16 |
           (uint32_t)to_byte(green) << 8 | (uint32_t)to_byte(blue);
}

static const char *const kinds[] = {
    "W7 H5 C420",
    "W7 H5 C422",
    "W7 H5 C444",
    "W7 H5 Cmono",
    "W8 H6 C420jpeg XCOLORRANGE=FULL",
    "W1 H1 C420",
    "W1 H3 C422 XCOLORRANGE=FULL",
    "W3 H719 C420",
    "W3 H720 C420",
    "W6 H721 C420mpeg2 XCOLORRANGE=FULL",
    "W3 H720 C444",
    "W3 H721 Cmono",
};

TEST_LOOP(y4m, colours_are_those_of_the_formulas, COUNT(kinds))
{
    char line[100];
    uint64_t random = 1;
    uint8_t *planes, *chroma;
    RipplePixels pixels;
    Y4m y4m;
    int columns, rows;

    snprintf(line, sizeof line, "YUV4MPEG2 %s", kinds[_i]);
    EXPECT_OK(y4m_parse(&y4m, line, "film", &error));
    columns = (y4m.width + y4m.shift_x) >> y4m.shift_x;
    rows = (y4m.height + y4m.shift_y) >> y4m.shift_y;
    planes = malloc(y4m.bytes);
    chroma = planes + (ptrdiff_t)y4m.width * y4m.height;
    for (size_t i = 0; i < y4m.bytes; i++)
        planes[i] = (uint8_t)(xorshift_next(&random) >> 56);
    EXPECT_OK(pixel_buffer_init(&pixels, y4m.width, y4m.height,
                                RIPPLE_FORMAT_ARGB8888));
    y4m_convert(&y4m, planes, &pixels);
    for (int y = 0; y < y4m.height; y++) {
        for (int x = 0; x < y4m.width; x++) {
            int at = (y >> y4m.shift_y) * columns + (x >> y4m.shift_x);
            int cb = y4m.is_mono ? 128 : chroma[at];
            int cr = y4m.is_mono ? 128 : chroma[columns * rows + at];

            uint32_t wanted =
                find_colour(&y4m, planes[y * y4m.width + x], cb, cr);

            EXPECT_INT(support_colour_distance(pixel_buffer_row(&pixels, y)[x],
                                               wanted),
                       <=, 1);
        }
    }
    pixel_buffer_clear(&pixels);
    free(planes);
}

/* Frames that the program has written, with colours of 2x2 pixels. */
TEST_LOOP(y4m, our_own_frames_come_back, 2)
{
    static const int sizes[][2] = {{1200, 600}, {1200, 720}};
    int width = sizes[_i][0], height = sizes[_i][1];
    FILE *file = fopen(support_path("own.y4m"), "w+b");
    uint8_t *planes;
    RipplePixels frame, read;
    uint64_t random = 1;
    char line[200];
    Y4m y4m;

    EXPECT_OK(pixel_buffer_init(&frame, width, height, RIPPLE_FORMAT_ARGB8888));
    EXPECT_OK(pixel_buffer_init(&read, width, height, RIPPLE_FORMAT_ARGB8888));
    for (int i = 0; i < width * height; i++)
        frame.pixels[i] = i / width % 2 == 1 ? frame.pixels[i - width]
                          : i % 2 == 1
                              ? frame.pixels[i - 1]
                              : (uint32_t)(xorshift_next(&random) >> 32);
    EXPECT_OK(writer_y4m_head(file, &frame, (FrameRate){25, 1}));
    EXPECT_OK(writer_y4m_frame(file, &frame));
    rewind(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    *strchr(line, '\n') = '\0';
    EXPECT_OK(y4m_parse(&y4m, line, "film", &error));
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    planes = malloc(y4m.bytes);
    EXPECT(fread(planes, 1, y4m.bytes, file) == y4m.bytes);
    fclose(file);
    y4m_convert(&y4m, planes, &read);
    for (int i = 0; i < width * height; i++)
        EXPECT_INT(support_colour_distance(read.pixels[i],
                                           frame.pixels[i] | 0xFF000000),
                   <=, 2);
    pixel_buffer_clear(&frame);
    pixel_buffer_clear(&read);
    free(planes);
}

TEST_CASE(films, rates, .timeout_s = 20);

static const struct {
    FrameRate rate;
    int steps;
} rates[] = {
    {{30, 1}, 60},     {{30000, 1001}, 60},     {{60000, 1001}, 60},
    {{25, 1}, 60},     {{24, 1}, 30},           {{100, 1}, 60},
    {{1, 3}, 60},      {{240, 1}, 1},           {{10, 1}, 1},
    {{1000, 1}, 1000}, {{9999999, 9999998}, 7},
};

/* Frame n is due after floor(n steps / rate) steps. */
TEST_LOOP(rates, frames_are_due_by_steps, COUNT(rates))
{
    FrameRate rate = rates[_i].rate;
    int steps = rates[_i].steps;
    uint64_t frame = 0;

    for (uint64_t step = 0; step < 3000; step++) {
        while (frame_rate_steps(rate, frame + 1, steps) <= step)
            frame++;
        EXPECT(frame_rate_frame(rate, step, steps) == frame);
    }
    for (uint64_t n = 0; n < 3000; n++)
        EXPECT(frame_rate_steps(rate, n, steps) == n * (uint64_t)steps *
                                                       (uint64_t)rate.seconds /
                                                       (uint64_t)rate.frames);
}

TEST_CASE(films, kinds, .timeout_s = 20);

#define BYTES(text) text, sizeof(text) - 1
#define TEN         "0123456789"
#define FIFTY       TEN TEN TEN TEN TEN
#define PACKET      FIFTY FIFTY FIFTY TEN TEN TEN "1234567"
#define GIF_HEAD    "GIF89a\1\0\1\0\0\0\0"
#define GIF_FRAME   ",\0\0\0\0\1\0\1\0\0\2\2\x44\1\0"
#define WEBP_HEAD   "RIFF1234WEBPVP8X\n\0\0\0\2\0\0\0\0\0\0\0\0\0"
#define WEBP_FRAME  "ANMF\1\0\0\0x\0"
#define PNG_HEAD \
    "\x89PNG\r\n\x1A\n\0\0\0\xDIHDR\0\0\0\1\0\0\0\1\x8\0\0\0\0\x3A\x7E\x9B" \
    "\x55"
#define ACTL(n) \
    "\0\0\0\x8" \
    "acTL\0\0\0" n "\0\0\0\0CRC!"

static const struct {
    const char *name, *bytes;
    size_t size;
    FilmKind kind;
} files[] = {
    {"film",
     BYTES("\0\0\0\x20"
           "ftypisom\0\0\2\0"),
     FILM_FILE},
    {"still",
     BYTES("\0\0\0\x20"
           "ftypavif\0\0\0\0"),
     FILM_STILL},
    {"still",
     BYTES("\0\0\0\x20"
           "ftypheic\0\0\0\0"),
     FILM_STILL},
    {"still",
     BYTES("\0\0\0\x20"
           "ftypmif1\0\0\0\0"),
     FILM_STILL},
    {"still", BYTES("\xFF\x0A"), FILM_STILL},
    {"still", BYTES("\0\0\0\x0CJXL \r\n\x87\n"), FILM_STILL},
    {"film",
     BYTES("\0\0\0\x20"
           "ftypavis\0\0\0\0"),
     FILM_FILE},
    {"film", BYTES("\x1A\x45\xDF\xA3 and so on"), FILM_FILE},
    {"film", BYTES("RIFF1234AVI LIST"), FILM_FILE},
    {"film", BYTES("RIFF1234WEBPVP8 "), FILM_NONE},
    {"film", BYTES("OggS"), FILM_FILE},
    {"film", BYTES("\0\0\1\xBA"), FILM_FILE},
    {"film", BYTES(HEAD "\n"), FILM_FILE},
    {"film", BYTES("text"), FILM_NONE},
    {"film", BYTES(""), FILM_NONE},
    {"film.MP4", BYTES("text"), FILM_FILE},
    {"film.ts", BYTES("text"), FILM_FILE},
    {"film", BYTES("G" PACKET "G" PACKET "G"), FILM_BARE},
    {"film", BYTES("1234G" PACKET "1234G" PACKET "1234G"), FILM_BARE},
    {"film", BYTES("G" PACKET "1234G" PACKET "G"), FILM_NONE},
    {"film", BYTES("\0\0\1\xB3"), FILM_BARE},
    {"film.mp4", BYTES(GIF_HEAD GIF_FRAME ";"), FILM_NONE},
    {"one.gif", BYTES(GIF_HEAD GIF_FRAME ";"), FILM_NONE},
    {"two.gif", BYTES(GIF_HEAD GIF_FRAME GIF_FRAME ";"), FILM_GIF},
    {"cut.gif", BYTES(GIF_HEAD GIF_FRAME), FILM_NONE},
    {"one.png", BYTES(PNG_HEAD "\0\0\0\0IDAT"), FILM_NONE},
    {"two.png", BYTES(PNG_HEAD ACTL("\2") "\0\0\0\0IDAT"), FILM_APNG},
    {"still.png", BYTES(PNG_HEAD ACTL("\1") "\0\0\0\0IDAT"), FILM_NONE},
    {"late.png", BYTES(PNG_HEAD "\0\0\0\0IDATCRC!" ACTL("\2")), FILM_NONE},
    {"cut.png", BYTES(PNG_HEAD), FILM_NONE},
    {"one.webp", BYTES(WEBP_HEAD WEBP_FRAME), FILM_NONE},
    {"two.webp", BYTES(WEBP_HEAD WEBP_FRAME WEBP_FRAME),
     WEBP_ANIMATIONS ? FILM_WEBP : FILM_NONE},
};

TEST_LOOP(kinds, first_bytes_tell, COUNT(files))
{
    const char *path =
        support_write_bytes(files[_i].name, files[_i].bytes, files[_i].size);

    EXPECT_INT(film_kind_find(path), ==, files[_i].kind);
}

TEST(kinds, what_is_no_file_is_no_film)
{
    EXPECT_INT(film_kind_find("-"), ==, FILM_STREAM);
    EXPECT_INT(film_kind_find("builtin:pebbles"), ==, FILM_NONE);
    EXPECT_INT(film_kind_find("/dev/zero"), ==, FILM_NONE);
    EXPECT_INT(film_kind_find("/tmp"), ==, FILM_NONE);
    EXPECT_INT(film_kind_find("missing.mp4"), ==, FILM_NONE);
}

TEST_CASE(films, streams, .timeout_s = 20);

#define PICTURE "FRAME\nYYYYYYYYUUVV"
#define LONG    "XABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopqrstuvwxyz "
#define LONGER  LONG LONG LONG LONG LONG LONG LONG LONG

/* What standard input has, how many pictures come of it, and why no more. */
static const struct {
    const char *bytes;
    int pictures;
    const char *why; /* NULL: it ends */
} streams[] = {
    {HEAD "\n" PICTURE PICTURE PICTURE, 3, NULL},
    {HEAD "\n" PICTURE "FRAME Ippp XY\nYYYYYYYYUUVV", 2, NULL},
    {HEAD "\n" PICTURE HEAD "\n" PICTURE, 2, NULL},
    {HEAD "\n" PICTURE "YUV4MPEG2 W2 H2\n" PICTURE, 1,
     "changes from 4x2 to 2x2"},
    {HEAD "\n" PICTURE "YUV4MPEG2 W4 H2 C444\n" PICTURE, 1, "changes from"},
    {HEAD "\n" PICTURE "YUV4MPEG2 It\n" PICTURE, 1, "is interlaced"},
    {HEAD "\n" PICTURE "FRAME\nYYYY", 1, "is cut short in a picture"},
    {HEAD "\n" PICTURE "FRAM", 1, "is cut short in a line"},
    {HEAD "\n" PICTURE "FRAMES\nYYYYYYYYUUVV", 1, "is damaged"},
    {HEAD "\n" PICTURE "\n", 1, "is damaged"},
    {HEAD "\n", 0, "has no picture"},
    {HEAD, 0, "is cut short in a line"},
    {"YUV4MPEG2 " LONGER LONGER LONGER, 0, "a line of Y4M without an end"},
    {"YUV4MPEG2 W0 H0\n", 0, "is no size"},
    {"not Y4M\n", 0, "is no Y4M"},
    {"", 0, "is empty"},
};

/* Has standard input be a file of these bytes. */
static void feed(const char *bytes)
{
    int file = open(support_write("stream", bytes), O_RDONLY);

    EXPECT(file >= 0 && dup2(file, STDIN_FILENO) == STDIN_FILENO);
    close(file);
}

/* Shows all pictures of a film: so many, and then it ends, or tells why not,
   for which a window that nothing moves must wake up. */
static void expect_film(const char *path, FilmUse use, int pictures,
                        const char *why)
{
    Picture picture = {.source = NULL};
    int count = 0, result = film_read(&picture, path, use, NULL, &error);
    int is_calm;

    if (result == 0) {
        EXPECT_OK(picture_fit(&picture, 8, 4, FIT_COVER, 0));
        film_start(picture.film, 0, 60);
        do
            count++;
        while (film_take(picture.film, &picture, (uint64_t)count, 1));
        is_calm = film_calm_steps(picture.film, 0) == UINT64_MAX;
        result = film_check(picture.film, &error);
        EXPECT_INT(is_calm, ==, result == 0);
        EXPECT_OK(film_check(picture.film, &(Error){.code = 0}));
    }
    picture_clear(&picture);
    EXPECT_INT(count, ==, pictures);
    EXPECT_INT(result, ==, why != NULL ? -1 : 0);
    if (why != NULL)
        ck_assert_msg(strstr(error.text, why) != NULL, "%s", error.text);
}

TEST_LOOP(streams, pictures_come_until_one_is_wrong, COUNT(streams))
{
    feed(streams[_i].bytes);
    expect_film("-", FILM_ONCE, streams[_i].pictures, streams[_i].why);
}

/* Pixels that are no squares are stretched. */
TEST(streams, shapes_are_kept)
{
    Picture picture = {.source = NULL};

    feed("YUV4MPEG2 W4 H2 A2:1\n" PICTURE);
    EXPECT_OK(film_read(&picture, "-", FILM_ONCE, NULL, &error));
    EXPECT_INT(picture.source->w, ==, 8);
    EXPECT_INT(picture.source->h, ==, 2);
    picture_clear(&picture);
}

TEST_CASE(films, decoders, .timeout_s = 60);

/* From now on a command in the shell is ffmpeg. It begins with the head of an
   AVI: 30 pictures of 2x2 pixels a second. */
static void replace_ffmpeg(const char *command)
{
    char script[1024], path[4096];

    snprintf(script, sizeof script,
             "#!/bin/sh\nprintf 'RIFF____AVI strh\\034\\0\\0\\0'\n"
             "printf 'vids________________\\1\\0\\0\\0\\036\\0\\0\\0'\n"
             "printf 'strf\\014\\0\\0\\0____\\2\\0\\0\\0"
             "\\376\\377\\377\\377'\n%s\n",
             command);
    EXPECT_INT(chmod(support_write("ffmpeg", script), 0755), ==, 0);
    snprintf(path, sizeof path, "%s:%s", support_path("."), getenv("PATH"));
    EXPECT_INT(setenv("PATH", path, 1), ==, 0);
}

#define BEGIN  "printf '00db\\020\\0\\0\\0'; "
#define OPAQUE BEGIN "printf '123\\377123\\377123\\377123\\377'; "
#define HALF   BEGIN "printf '123\\377123\\377'; "

static const struct {
    const char *command;
    FilmUse use;
    int pictures;
    const char *why;
} decoders[] = {
    {OPAQUE OPAQUE, FILM_ONCE, 2, NULL},
    {"", FILM_ONCE, 0, "ffmpeg ended too early"},
    {OPAQUE "echo trouble >&2; exit 3", FILM_ONCE, 1, "ffmpeg: trouble"},
    {OPAQUE "exit 3", FILM_ONCE, 1, "ffmpeg ended with status 3"},
    {OPAQUE OPAQUE "kill -9 $$", FILM_LOOPED, 2, "was ended by signal 9"},
    {OPAQUE HALF, FILM_ONCE, 1, "has ended within a picture"},
    {OPAQUE "exec sleep 60", FILM_LOOPED, 1, "hangs and was killed"},
    {OPAQUE "exec >&-; sleep 60", FILM_ONCE, 1, "hangs and was killed"},
    /* It does not loop, so it is started anew, until it fails; the first start,
       for a film of HDTV, does not count. */
    {OPAQUE OPAQUE "case $* in *bt709*) exit;; esac; echo >>$0.count; "
                   "test $(wc -l <$0.count) -lt 3",
     FILM_LOOPED, 6, "ffmpeg ended with status 1"},
    /* More errors than a pipe holds. */
    {"seq 50000 >&2; " OPAQUE OPAQUE, FILM_ONCE, 2, NULL},
};

TEST_LOOP(decoders, one_line_tells_why_one_fails, COUNT(decoders))
{
    replace_ffmpeg(decoders[_i].command);
    expect_film(support_write("film.mp4", "film"), decoders[_i].use,
                decoders[_i].pictures, decoders[_i].why);
}

TEST(decoders, transparent_pixels_lie_on_the_ground)
{
    Picture picture = {.source = NULL};
    const uint32_t *pixels;

    replace_ffmpeg(BEGIN "printf '\\377\\377\\377\\200\\1\\2\\3\\377"
                         "\\377\\377\\377\\0\\377\\0\\377\\377'");
    EXPECT_OK(film_read(&picture, support_write("film.mp4", "film"), FILM_ONCE,
                        NULL, &error));
    pixels = picture.source->pixels;
    EXPECT(pixels[0] == 0xFFEAECEB);
    EXPECT(pixels[1] == 0xFF030201);
    EXPECT(pixels[2] == (0xFF000000 | SURFACE_GROUND));
    EXPECT(pixels[3] == 0xFFFF00FF);
    picture_clear(&picture);
}

/* What is late is left out, and nothing is waited for, unless it is asked for;
   the step says which picture is due. */
TEST(decoders, late_pictures_are_left_out)
{
    Picture picture = {.source = NULL};
    int i = 0;

    replace_ffmpeg("for n in 1 2 3 4 5 6 7 8 9; do " BEGIN "printf "
                   "\"$n$n$n\\377$n$n$n\\377$n$n$n\\377$n$n$n\\377\"; done; "
                   "sleep 60");
    EXPECT_OK(film_read(&picture, support_write("film.mp4", "film"), FILM_LIVE,
                        NULL, &error));
    EXPECT_OK(picture_fit(&picture, 4, 4, FIT_COVER, 0));
    film_fit(picture.film, 4, 4, FIT_COVER);
    film_start(picture.film, 100, 60);
    EXPECT(film_calm_steps(picture.film, 100) == 1);
    EXPECT_INT(film_follow(picture.film, &picture, 101, 0), ==, 0);
    EXPECT_INT(film_follow(picture.film, &picture, 105, 1), ==, 1);
    EXPECT(*(const uint32_t *)picture.source->pixels == 0xFF333333);
    EXPECT_INT(picture.fitted.width, ==, 4);
    EXPECT(picture.fitted.pixels[0] == 0xFF333333);
    EXPECT(film_calm_steps(picture.film, 104) == 1);
    EXPECT(film_calm_steps(picture.film, 106) == 0);
    while (i++ < 5000 && *(uint32_t *)picture.source->pixels != 0xFF393939) {
        film_follow(picture.film, &picture, 1000, 0);
        SDL_Delay(1);
    }
    EXPECT(*(const uint32_t *)picture.source->pixels == 0xFF393939);
    picture_clear(&picture);
}
