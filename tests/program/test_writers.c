/* SPDX-License-Identifier: MIT */
/* What is written: PNG, Y4M, heights, and files that are whole or not there. */
#include "app/output/atomic_file.h"
#include "app/output/writer.h"
#include "../unit/water.h"

#include <SDL_image.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static FILE *create(const char *path)
{
    FILE *file = fopen(path, "w+b");

    ck_assert_ptr_nonnull(file);
    return file;
}

TEST_CASE(writers, formats, .timeout_s = 4, .tear_down = support_release);

TEST(formats, png_holds_the_pixels)
{
    RipplePixels frame = water_picture(37, 23);
    const char *path = support_path("frame.png");
    FILE *file = create(path);
    SDL_Surface *read, *argb;

    frame.width = 30; /* a stride of its own */
    EXPECT_INT(writer_png(file, &frame), ==, 0);
    fclose(file);
    read = IMG_Load(path);
    ck_assert_ptr_nonnull(read);
    argb = SDL_ConvertSurfaceFormat(read, SDL_PIXELFORMAT_ARGB8888, 0);
    EXPECT_INT(argb->w, ==, 30);
    EXPECT_INT(argb->h, ==, 23);
    for (int y = 0; y < 23; y++)
        ck_assert_mem_eq((char *)argb->pixels + y * argb->pitch,
                         frame.pixels + y * 37, 30 * sizeof(uint32_t));
    SDL_FreeSurface(argb);
    SDL_FreeSurface(read);
}

static char *record(const RipplePixels *frame, const char *name, size_t *size)
{
    const char *path = support_path(name);
    FILE *file = create(path);
    uint8_t row[64];

    if (strstr(name, ".png") != NULL)
        EXPECT_INT(writer_png(file, frame), ==, 0);
    else
        EXPECT_INT(writer_y4m_frame(file, frame, row), ==, 0);
    fclose(file);
    return support_own(support_read(path, size), free);
}

TEST(formats, narrow_frames)
{
    static const char *const names[] = {"frame.png", "frame.y4m"};
    RipplePixels narrow = water_wild565(37, 23), wide = water_blank(37, 23);

    EXPECT_OK(ripple_copy_pixels(&narrow, &wide));
    for (int i = 0; i < 2; i++) {
        size_t size, narrow_size;
        char *wanted = record(&wide, names[i], &size);
        char *got = record(&narrow, names[i], &narrow_size);

        EXPECT_INT(narrow_size, ==, size);
        ck_assert_mem_eq(got, wanted, size);
    }
}

/* ITU-R BT.601: the primaries' luma and chroma as the standard has them. */
TEST(formats, y4m_colours)
{
    static const struct {
        uint32_t pixel;
        int luma, blue, red;
    } colours[] = {
        {0xff000000, 16, 128, 128}, {0xffffffff, 235, 128, 128},
        {0xffff0000, 82, 90, 240},  {0xff00ff00, 144, 54, 34},
        {0xff0000ff, 41, 240, 110}, {0xff808080, 126, 128, 128},
    };

    for (int i = 0; i < COUNT(colours); i++) {
        uint32_t pixels[4] = {colours[i].pixel, colours[i].pixel,
                              colours[i].pixel, colours[i].pixel};
        RipplePixels frame = {
            .pixels = pixels, .width = 2, .height = 2, .stride = 2};
        FILE *file = create(support_path("colour.y4m"));
        unsigned char bytes[12];
        uint8_t row[2];

        EXPECT_INT(writer_y4m_frame(file, &frame, row), ==, 0);
        rewind(file);
        EXPECT_INT(fread(bytes, 1, sizeof bytes, file), ==, sizeof bytes);
        EXPECT(memcmp(bytes, "FRAME\n", 6) == 0);
        EXPECT_INT(abs(bytes[6] - colours[i].luma), <=, 1);
        EXPECT_INT(bytes[6], ==, bytes[9]);
        EXPECT_INT(abs(bytes[10] - colours[i].blue), <=, 1);
        EXPECT_INT(abs(bytes[11] - colours[i].red), <=, 1);
        fclose(file);
    }
}

TEST(formats, y4m_sizes)
{
    static const int sizes[][2] = {{1, 1}, {2, 1}, {3, 5}, {16, 9}};

    for (int i = 0; i < 4; i++) {
        int width = sizes[i][0], height = sizes[i][1];
        RipplePixels frame = water_picture(width, height);
        FILE *file = create(support_path("size.y4m"));
        uint8_t row[16];

        EXPECT_INT(writer_y4m_frame(file, &frame, row), ==, 0);
        EXPECT_INT(ftell(file), ==,
                   6 + width * height +
                       2 * ((width + 1) / 2) * ((height + 1) / 2));
        fclose(file);
    }
}

TEST(formats, heights)
{
    Ripple *pool = water_damped(3, 2, CLASSIC, 5, 1);
    FILE *file = create(support_path("heights.pgm"));
    static const unsigned char expected[] = {
        'P',  '5',  '\n', '3',  ' ',  '2',  '\n', '6',  '5',
        '5',  '3',  '5',  '\n', 0x80, 0x00, 0x7f, 0xff, 0x80,
        0x00, 0x80, 0x00, 0xff, 0xff, 0x00, 0x00};
    unsigned char bytes[sizeof expected + 1];

    water_set(pool, 1, 0, -1);
    water_set(pool, 1, 1, 32767);
    water_set(pool, 2, 1, -32768);
    EXPECT_INT(writer_heights(file, pool), ==, 0);
    rewind(file);
    EXPECT_INT(fread(bytes, 1, sizeof bytes, file), ==, sizeof expected);
    ck_assert_mem_eq(bytes, expected, sizeof expected);
    fclose(file);
}

TEST(formats, full_disk)
{
    RipplePixels frame = water_picture(300, 300);
    Ripple *pool = water_damped(300, 300, CLASSIC, 5, 1);
    uint8_t row[300];
    FILE *file = fopen("/dev/full", "r+b");

    if (file != NULL) {
        EXPECT_INT(writer_png(file, &frame), ==, -1);
        clearerr(file);
        EXPECT_INT(writer_y4m_frame(file, &frame, row), ==, -1);
        EXPECT_INT(errno, ==, ENOSPC);
        clearerr(file);
        EXPECT_INT(writer_heights(file, pool), ==, -1);
        fclose(file);
    }
}

static void expect_text(const char *path, const char *wanted)
{
    ck_assert_str_eq(support_own(support_read(path, NULL), free), wanted);
}

TEST_CASE(writers, files, .timeout_s = 4, .tear_down = support_release);

/* The old file is there, whole, until the new one is. */
TEST(files, output_replaces_at_the_end)
{
    AtomicFile output;
    Error error;
    char path[256];
    struct stat status;

    snprintf(path, sizeof path, "%s", support_write("replace.txt", "old"));
    EXPECT_INT(atomic_file_open(&output, path, &error), ==, 0);
    fputs("new text", output.file);
    fflush(output.file);
    expect_text(path, "old");
    EXPECT_INT(atomic_file_commit(&output, &error), ==, 0);
    expect_text(path, "new text");
    EXPECT_INT(stat(path, &status), ==, 0);
    EXPECT_INT(status.st_mode & 0400, ==, 0400);
}

TEST(files, output_discarded)
{
    AtomicFile output;
    Error error;
    char path[256], *temporary;

    snprintf(path, sizeof path, "%s", support_write("discard.txt", "old"));
    EXPECT_INT(atomic_file_open(&output, path, &error), ==, 0);
    temporary = strdup(output.temporary);
    EXPECT_INT(access(temporary, F_OK), ==, 0);
    atomic_file_discard(&output);
    EXPECT_INT(access(temporary, F_OK), ==, -1);
    atomic_file_discard(&output);
    expect_text(path, "old");
    free(temporary);
}

/* No name can be laid in wait for, and a link is replaced, not followed. */
TEST(files, output_follows_no_link)
{
    AtomicFile output, second;
    Error error;
    char path[256], victim[256];
    struct stat status;

    snprintf(victim, sizeof victim, "%s", support_write("victim", "mine"));
    snprintf(path, sizeof path, "%s", support_path("link.txt"));
    EXPECT_INT(symlink(victim, path), ==, 0);
    EXPECT_INT(atomic_file_open(&output, path, &error), ==, 0);
    EXPECT_INT(atomic_file_open(&second, path, &error), ==, 0);
    ck_assert_str_ne(output.temporary, second.temporary);
    EXPECT_INT(fcntl(fileno(output.file), F_GETFD), ==, FD_CLOEXEC);
    atomic_file_discard(&second);
    fputs("new", output.file);
    EXPECT_INT(atomic_file_commit(&output, &error), ==, 0);
    EXPECT_INT(lstat(path, &status), ==, 0);
    EXPECT(S_ISREG(status.st_mode));
    expect_text(victim, "mine");
}

static void expect_reserved(const char *wanted)
{
    char name[32];
    Error error;

    EXPECT_INT(atomic_file_reserve(name, sizeof name, "png", &error), ==, 0);
    ck_assert_str_eq(name, wanted);
}

/* Not even where a link leads nowhere: it would make the file there. */
TEST(files, reserved_names_follow_no_link)
{
    char victim[256];

    snprintf(victim, sizeof victim, "%s", support_path("not-there"));
    EXPECT_INT(mkdir(support_path("reserved"), 0777), ==, 0);
    EXPECT_INT(chdir(support_path("reserved")), ==, 0);
    EXPECT_INT(symlink(victim, "ripple-0001.png"), ==, 0);
    EXPECT_INT(symlink("/dev/null", "ripple-0002.png"), ==, 0);
    expect_reserved("ripple-0003.png");
    expect_reserved("ripple-0004.png");
    EXPECT_INT(access(victim, F_OK), ==, -1);
}

TEST(files, output_that_cannot_be)
{
    AtomicFile output;
    Error error;

    EXPECT_FAILS(atomic_file_open(&output, "/nowhere/at/all.png", &error));
    EXPECT(strstr(error.text, "/nowhere/at/all.png: No such file") != NULL);
    EXPECT_INT(atomic_file_open(&output, "/tmp", &error), ==, -1);
    EXPECT(strstr(error.text, "directory") != NULL);
}
