/* SPDX-License-Identifier: MIT */
/*
 * Pictures: what the loader reads, what it refuses and how it says so, and
 * how a picture is made to fit. The files are made by pictures.c in memory or
 * in a temporary directory; every prefix and many mutations of each are fed
 * to the sniffer and the loader, in blocks of exactly their size so that a
 * sanitizer sees any read past the end.
 */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <SDL.h>
#include <SDL_image.h>

#include "base/fixed.h"
#include "app/image/fit.h"
#include "app/image/load.h"
#include "app/image/probe.h"
#include "app/image/validate.h"
#include "../pictures.h"
#include "../test.h"
#include "../support.h"

static const PictureMaker *maker_of(PictureKind kind)
{
    for (int i = 0; i < picture_maker_count; i++) {
        if (picture_makers[i].kind == kind)
            return &picture_makers[i];
    }
    ck_abort_msg("no maker");
    return NULL;
}

/* The file that a test writes and reads. */
static char path[128];

static void choose_path(void)
{
    snprintf(path, sizeof path, "%s", support_path("loader"));
}

static void remove_file(void)
{
    unlink(path);
}

static void write_file(const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(data, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

static void expect_refusal(const char *name, const char *reason)
{
    SDL_Surface *surface = (SDL_Surface *)&surface;
    Error error = {""};
    char text[256];

    snprintf(text, sizeof text, "%s: %s", name, reason);
    ck_assert_int_eq(load_file(&surface, name, &error), -1);
    ck_assert_ptr_null(surface);
    ck_assert_str_eq(error.text, text);
}

TEST_CASE(load, files, .timeout_s = 4, .set_up = choose_path,
          .tear_down = remove_file);

TEST(files, missing_file)
{
    expect_refusal(path, "No such file or directory");
}

TEST(files, directory)
{
    expect_refusal("/tmp", "Is a directory");
}

TEST(files, empty_file)
{
    write_file("", 0);
    expect_refusal(path, "the file is empty");
}

TEST(files, unreadable_file)
{
    write_file("x", 1);
    ck_assert_int_eq(chmod(path, 0), 0);
    if (access(path, R_OK) != 0)
        expect_refusal(path, "Permission denied");
}

TEST(files, not_a_picture)
{
    static const char text[] = "Dear diary, it rained on the pond today.\n";

    write_file(text, sizeof text - 1);
    expect_refusal(path, "not a picture in a format that ripple reads");
}

#define BYTES(text) text, sizeof(text) - 1

/* Formats that SDL2_image takes for its own, and nobody needs. */
TEST(files, formats_that_are_not_offered)
{
    static const struct {
        const char *data;
        size_t size;
        int (*is_known)(SDL_RWops *);
    } formats[] = {
        {BYTES("/* XPM */\nstatic char *dot[] = {\"1 1 1 1\"};\n"), IMG_isXPM},
        {BYTES("gimp xcf v001\0\0\0\0\1\0\0\0\1\0\0\0\0"), IMG_isXCF},
        {BYTES("P7 332\n#END_OF_COMMENTS\n1 1 255\n\xe0"), IMG_isXV},
        {BYTES("\0\0\1\0\1\0\1\1\0\0\1\0\40\0\60\0\0\0\26\0\0\0"), IMG_isICO},
        {BYTES("\0\0\2\0\1\0\1\1\0\0\0\0\0\0\60\0\0\0\26\0\0\0"), IMG_isCUR},
    };

    for (int i = 0; i < COUNT(formats); i++) {
        SDL_RWops *file =
            SDL_RWFromConstMem(formats[i].data, (int)formats[i].size);

        EXPECT(file != NULL && formats[i].is_known(file));
        SDL_RWclose(file);
        write_file(formats[i].data, formats[i].size);
        expect_refusal(path, "not a picture in a format that ripple reads");
    }
}

TEST(files, device_is_refused)
{
    expect_refusal("/dev/zero", "neither a file nor a pipe");
}

TEST(files, pipe_without_writer_is_empty)
{
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    expect_refusal(path, "the file is empty");
}

TEST(files, endless_file_is_refused)
{
    write_file("BM", 2);
    ck_assert_int_eq(truncate(path, ((off_t)LOAD_MAX_MEGABYTES << 20) + 1), 0);
    expect_refusal(path, "larger than 512 megabytes");
}

TEST(files, pipe_is_read)
{
    static File file;
    SDL_Surface *surface;
    Error error;
    char name[32];
    int ends[2];

    maker_of(PICTURE_PNM)->make(&file, 9, 5, 1);
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(write(ends[1], file.data, file.size), (int)file.size);
    close(ends[1]);
    snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
    ck_assert_int_eq(load_file(&surface, name, &error), 0);
    ck_assert_int_eq(surface->w, 9);
    SDL_FreeSurface(surface);
    close(ends[0]);
}

static uint32_t pixel_at(const SDL_Surface *surface, int x, int y)
{
    const char *row = (const char *)surface->pixels + y * surface->pitch;

    return ((const uint32_t *)(const void *)row)[x];
}

static int channels_differ(uint32_t a, uint32_t b)
{
    int max = 0;

    for (int shift = 0; shift < 32; shift += 8) {
        int difference = abs((int)(a >> shift & 255) - (int)(b >> shift & 255));

        max = difference > max ? difference : max;
    }
    return max;
}

static void expect_picture(const PictureMaker *maker, SDL_Surface *surface)
{
    int max = 0;

    ck_assert_uint_eq(surface->format->format, SDL_PIXELFORMAT_ARGB8888);
    for (int y = 0; y < surface->h; y++) {
        for (int x = 0; x < surface->w; x++) {
            uint32_t wanted =
                maker->solid ? picture_colour(0, 0) : picture_colour(x, y);
            int off = channels_differ(pixel_at(surface, x, y), wanted);

            max = off > max ? off : max;
        }
    }
    ck_assert_int_le(max, maker->solid ? 3 : 0);
}

static const int sizes[][2] = {{1, 1}, {16, 3}, {17, 9}, {2, 31}, {32, 32}};

TEST_CASE(load, formats, .timeout_s = 60);

TEST_LOOP(formats, format_is_read, picture_maker_count)
{
    const PictureMaker *maker = &picture_makers[_i];
    static File file;

    for (int i = 0; i < COUNT(sizes); i++) {
        int width = sizes[i][0], height = sizes[i][1];
        PictureKind kind;
        uint32_t w, h;
        SDL_Surface *surface;
        Error error = {""};

        maker->make(&file, width, height, 1);
        ck_assert_int_eq(
            probe_size(file.data, file.size, maker->name, &kind, &w, &h), 0);
        ck_assert_int_eq(kind, maker->kind);
        ck_assert_int_eq(validate_picture(file.data, file.size, kind), 1);
        ck_assert_msg(load_decode(&surface, file.data, file.size, maker->name,
                                  &error) == 0,
                      "%s", error.text);
        if (kind != PICTURE_SVG) {
            ck_assert_int_eq((int)w, width);
            ck_assert_int_eq((int)h, height);
            ck_assert_int_eq(surface->w, width);
            ck_assert_int_eq(surface->h, height);
            expect_picture(maker, surface);
        }
        SDL_FreeSurface(surface);
    }
}

TEST(files, file_is_read)
{
    static File file;
    SDL_Surface *surface;
    Error error;

    maker_of(PICTURE_PNG)->make(&file, 32, 32, 1);
    write_file(file.data, file.size);
    ck_assert_int_eq(load_file(&surface, path, &error), 0);
    expect_picture(maker_of(PICTURE_PNG), surface);
    SDL_FreeSurface(surface);
}

TEST(formats, svg_is_bounded)
{
    static const char *const shapes[] = {
        "width=\"1000000\" height=\"500000\"",
        "width=\"4\" height=\"2\"",
        "width=\"0.5\" height=\"0.25\"",
    };
    char text[256];
    SDL_Surface *surface;
    Error error;

    for (int i = 0; i < COUNT(shapes); i++) {
        snprintf(text, sizeof text, "<svg %s><rect %s fill=\"#ff8000\"/></svg>",
                 shapes[i], shapes[i]);
        ck_assert_int_eq(load_decode(&surface, text, strlen(text), "a", &error),
                         0);
        ck_assert_int_eq(surface->w, LOAD_SVG_SIDE);
        ck_assert_int_eq(surface->h, LOAD_SVG_SIDE / 2);
        ck_assert_uint_eq(pixel_at(surface, 999, 500), 0xFFFF8000);
        SDL_FreeSurface(surface);
    }
}

/* The most memory ever asked for, written to or not; 0 where nobody tells. */
static long find_peak_kb(void)
{
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    long peak = 0;

    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        sscanf(line, "VmPeak: %ld kB", &peak);
    if (status != NULL)
        fclose(status);
    return peak;
}

/* A line of a hundred million dashes. */
TEST(formats, svg_cannot_take_all)
{
    static const char dashes[] =
        "<svg width=\"9\" height=\"9\"><path d=\"M0 0 L1000000 0\" "
        "stroke=\"#f00\" stroke-dasharray=\"0.01\"/></svg>";
    SDL_Surface *surface;
    Error error;

    ck_assert_int_eq(
        load_decode(&surface, dashes, strlen(dashes), "a.svg", &error), -1);
    ck_assert_str_eq(error.text,
                     "a.svg: the SVG takes too much time or memory to draw");
}

/* What a header within the limits can cost when nothing follows: no more than
   a picture of that size does, decoded and converted. */
TEST_LOOP(formats, lying_headers_cost_a_picture, picture_maker_count)
{
    const PictureMaker *maker = &picture_makers[_i];
    const long most_kb = 2L * 4 * LOAD_MAX_MEGAPIXELS * 1000 + 64 * 1024;
    static File file;
    SDL_Surface *surface = NULL;
    Error error;
    int side = maker->max_size < 7999 ? maker->max_size : 7999;
    long before = find_peak_kb();

    if (side == 0 || before == 0 || SUPPORT_IS_WATCHED)
        return;
    maker->make(&file, side, side, 0);
    load_decode(&surface, file.data, file.size, maker->name, &error);
    SDL_FreeSurface(surface);
    EXPECT_INT(find_peak_kb() - before, <, most_kb);
}

static void expect_too_large(const PictureMaker *maker, int width, int height)
{
    static File file;
    SDL_Surface *surface;
    Error error;
    char text[128];

    snprintf(text, sizeof text,
             "%s: %dx%d is too large, the most is 64 megapixels and 32768 "
             "pixels a side",
             maker->name, width, height);
    maker->make(&file, width, height, 0);
    ck_assert_int_eq(
        load_decode(&surface, file.data, file.size, maker->name, &error), -1);
    ck_assert_str_eq(error.text, text);
}

/* By the header: were they decoded, the refusal would be another. */
TEST_LOOP(formats, too_large, picture_maker_count)
{
    const PictureMaker *maker = &picture_makers[_i];

    if (maker->max_size > 0)
        expect_too_large(maker, maker->max_size, maker->max_size);
}

TEST(formats, limits)
{
    const PictureMaker *maker = maker_of(PICTURE_PNG);
    static File file;
    SDL_Surface *surface;
    Error error;

    expect_too_large(maker, LOAD_MAX_SIDE + 1, 1);
    expect_too_large(maker, 1, LOAD_MAX_SIDE + 1);
    expect_too_large(maker, 8000, 8001);
    maker->make(&file, 8000, 8000, 0);
    ck_assert_int_eq(load_decode(&surface, file.data, file.size, "a", &error),
                     -1);
    ck_assert_str_eq(error.text, "a: the PNG is damaged or cut short");
}

/* Loads bytes from a block of exactly their size; 1 when they are a picture. */
static int try_bytes(const unsigned char *bytes, size_t size, const char *name)
{
    unsigned char *block = malloc(size);
    SDL_Surface *surface = NULL;
    Error error = {""};
    int loaded;

    if (size > 0)
        memcpy(block, bytes, size);
    loaded = load_decode(&surface, block, size, name, &error) == 0;
    EXPECT_INT(loaded, ==, surface != NULL);
    EXPECT_INT(loaded, ==, error.text[0] == '\0');
    EXPECT(strchr(error.text, '\n') == NULL);
    SDL_FreeSurface(surface);
    free(block);
    return loaded;
}

TEST_LOOP(formats, cut_short, picture_maker_count)
{
    const PictureMaker *maker = &picture_makers[_i];
    static File file;

    maker->make(&file, 13, 7, 1);
    for (size_t size = 0; size < file.size - maker->slack; size++)
        if (try_bytes(file.data, size, maker->name))
            ck_abort_msg("%zu bytes of %zu", size, file.size);
    for (size_t size = file.size - maker->slack; size <= file.size; size++)
        try_bytes(file.data, size, maker->name);
    ck_assert(try_bytes(file.data, file.size, maker->name));
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

/*
 * Not decoded are sizes that only cost time, and drawings: nanosvg, which
 * reads them, is not safe from every text.
 */
static void try_mutation(const unsigned char *bytes, size_t size,
                         const char *name)
{
    unsigned char *block = malloc(size);
    PictureKind kind;
    uint32_t width = 0, height = 0;

    memcpy(block, bytes, size);
    if (probe_size(block, size, name, &kind, &width, &height) == 0)
        validate_picture(block, size, kind);
    free(block);
    if (kind != PICTURE_SVG && (uint64_t)width * height < 100000)
        try_bytes(bytes, size, name);
}

TEST_LOOP(formats, mutations, picture_maker_count)
{
    const PictureMaker *maker = &picture_makers[_i];
    static File good, bad;
    uint32_t state = (uint32_t)_i + 1;

    maker->make(&good, 11, 6, 1);
    for (int round = 0; round < 1500; round++) {
        uint32_t changes = 1 + next_random(&state) % 4;

        bad = good;
        for (uint32_t i = 0; i < changes; i++) {
            size_t near = round % 2 ? 64 : bad.size;
            size_t room = near < bad.size ? near : bad.size;

            bad.data[next_random(&state) % room] =
                (unsigned char)next_random(&state);
        }
        try_mutation(bad.data, bad.size, maker->name);
    }
}

TEST(formats, random_bytes)
{
    static const char *const names[] = {"a", "a.tga"};
    unsigned char bytes[300];
    uint32_t state = 1999;

    for (int round = 0; round < 20000; round++) {
        size_t size = next_random(&state) % sizeof bytes;

        for (size_t i = 0; i < size; i++)
            bytes[i] = (unsigned char)next_random(&state);
        try_mutation(bytes, size, names[round % 2]);
    }
}

/* A code beyond the next free one; see codes_are_sound in whole.c. */
TEST(formats, gif_codes_in_a_circle)
{
    static File file;
    static const unsigned char codes[] = {4, 128, 1, 0xB0, 0x90, 0, 0x3B};

    maker_of(PICTURE_GIF)->make(&file, 100, 100, 0);
    file.size -= 4;
    put_bytes(&file, codes, sizeof codes);
    ck_assert_int_eq(validate_picture(file.data, file.size, PICTURE_GIF), 0);
}

static void expect_png(const PngPlan *plan, const uint32_t *wanted)
{
    static File file;
    SDL_Surface *surface;
    Error error = {""};

    make_png(&file, plan);
    ck_assert_msg(load_decode(&surface, file.data, file.size, "a", &error) == 0,
                  "%s", error.text);
    for (int x = 0; x < plan->width; x++)
        ck_assert_int_le(channels_differ(pixel_at(surface, x, 0), wanted[x]),
                         1);
    SDL_FreeSurface(surface);
}

TEST(formats, png_variants)
{
    static const unsigned char grey[] = {0, 64, 255};
    static const unsigned char grey_16[] = {0, 9, 64, 99, 255, 255};
    static const unsigned char colours_16[] = {255, 1, 128, 2, 64, 3};
    static const unsigned char bits[] = {0xA0};
    static const unsigned char indices[] = {0x1B};
    static const unsigned char grey_alpha[] = {200, 255, 200, 128, 200, 0};
    static const unsigned char colour_alpha[] = {200, 100, 50, 255, 200, 100,
                                                 50,  128, 9,  9,   9,   0};
    static const unsigned char shade[] = {0, 64};
    static const unsigned char one_clear[] = {255, 0};
    static const unsigned char half_clear[] = {255, 0, 128};
    static const struct {
        PngPlan plan;
        uint32_t wanted[4];
    } cases[] = {
        {{3, 1, 8, 0, grey, 3, NULL, 0}, {0xFF000000, 0xFF404040, ~0U}},
        {{3, 1, 16, 0, grey_16, 6, NULL, 0}, {0xFF000000, 0xFF404040, ~0U}},
        {{1, 1, 16, 2, colours_16, 6, NULL, 0}, {0xFFFF8040}},
        {{3, 1, 1, 0, bits, 1, NULL, 0}, {~0U, 0xFF000000, ~0U}},
        {{4, 1, 2, 3, indices, 1, NULL, 0},
         {0xFF000000, 0xFFFF0000, 0xFF00FF00, 0xFF0000FF}},
        {{3, 1, 8, 4, grey_alpha, 6, NULL, 0},
         {0xFFC8C8C8, 0xFF646464, 0xFF000000}},
        {{3, 1, 8, 6, colour_alpha, 12, NULL, 0},
         {0xFFC86432, 0xFF643219, 0xFF000000}},
        {{3, 1, 8, 0, grey, 3, shade, 2}, {0xFF000000, 0xFF000000, ~0U}},
        {{4, 1, 2, 3, indices, 1, one_clear, 2},
         {0xFF000000, 0xFF000000, 0xFF00FF00, 0xFF0000FF}},
        {{4, 1, 2, 3, indices, 1, half_clear, 3},
         {0xFF000000, 0xFF000000, 0xFF008000, 0xFF0000FF}},
    };

    for (int i = 0; i < COUNT(cases); i++)
        expect_png(&cases[i].plan, cases[i].wanted);
}

/* libtiff has multiplied the colours by alpha; nobody may do it again. */
TEST(formats, tiff_alpha)
{
    static const uint32_t entries[][2] = {{256, 1}, {257, 1}, {258, 8},
                                          {259, 1}, {262, 2}, {273, 134},
                                          {277, 4}, {279, 4}, {338, 2}};
    static File file;
    SDL_Surface *surface;
    Error error;

    file.size = 0;
    put_bytes(&file, "II*\0\x08\0\0\0\x09\0", 10);
    for (int i = 0; i < 9; i++) {
        put_le(&file, 2, entries[i][0]);
        put_le(&file, 2, 4);
        put_le(&file, 4, 1);
        put_le(&file, 4, entries[i][1]);
    }
    while (file.size < 134)
        put_le(&file, 1, 0);
    put_bytes(&file, "\xC8\x64\x32\x80", 4);
    ck_assert_int_eq(load_decode(&surface, file.data, file.size, "a", &error),
                     0);
    ck_assert_int_le(channels_differ(pixel_at(surface, 0, 0), 0xFF643219), 1);
    SDL_FreeSurface(surface);
}

/* Run lengths: three of one colour, then two more. */
TEST(formats, tga_runs)
{
    static const unsigned char packets[] = {0x82, 1, 2, 3, 0x01, 4,
                                            5,    6, 7, 8, 9};
    static const uint32_t wanted[] = {0xFF030201, 0xFF030201, 0xFF030201,
                                      0xFF060504, 0xFF090807};
    static File file;
    SDL_Surface *surface;
    Error error;

    maker_of(PICTURE_TGA)->make(&file, 5, 1, 0);
    file.data[2] = 10;
    put_bytes(&file, packets, sizeof packets);
    for (size_t size = 0; size < file.size; size++)
        ck_assert(!try_bytes(file.data, size, "a.tga"));
    ck_assert_int_eq(
        load_decode(&surface, file.data, file.size, "a.tga", &error), 0);
    for (int x = 0; x < 5; x++)
        ck_assert_uint_eq(pixel_at(surface, x, 0), wanted[x]);
    SDL_FreeSurface(surface);
}

/* libpng has much to say about these; only the report may. */
TEST(files, stderr_is_silent_and_comes_back)
{
    static File file;
    struct stat status;
    int kept = dup(STDERR_FILENO);
    int spy = open(path, O_CREAT | O_RDWR, 0600);

    ck_assert_int_ge(spy, 0);
    maker_of(PICTURE_PNG)->make(&file, 8, 8, 1);
    file.data[file.size - 20] ^= 1;
    dup2(spy, STDERR_FILENO);
    try_bytes(file.data, file.size, "a");
    file.data[29] ^= 1;
    try_bytes(file.data, file.size, "a");
    fstat(spy, &status);
    fputs("x", stderr);
    dup2(kept, STDERR_FILENO);
    ck_assert_int_eq((int)status.st_size, 0);
    fstat(spy, &status);
    ck_assert_int_eq((int)status.st_size, 1);
    close(kept);
    close(spy);
}

/* A pool with a margin on the right that nothing may write to. */
typedef struct Target {
    RipplePixels pixels;
    uint32_t *block;
} Target;

enum { MARGIN = 3, UNTOUCHED = 0x12345678 };

static Target make_target(int width, int height)
{
    Target target;
    size_t stride = (size_t)width + MARGIN;
    size_t count = stride * (size_t)height;

    target.block = malloc(count * sizeof *target.block);
    ck_assert_ptr_nonnull(target.block);
    for (size_t i = 0; i < count; i++)
        target.block[i] = UNTOUCHED;
    target.pixels = (RipplePixels){.pixels = target.block,
                                   .width = width,
                                   .height = height,
                                   .stride = stride};
    return target;
}

static uint32_t target_at(const Target *target, int x, int y)
{
    return target->pixels.pixels[(size_t)y * target->pixels.stride + (size_t)x];
}

/*
 * How many pixels of the target, its margin not included, differ from what
 * `colour` says. One assertion a pixel would take libcheck minutes.
 */
static int count_wrong(const Target *target, uint32_t (*colour)(int x, int y))
{
    int wrong = 0;

    for (int y = 0; y < target->pixels.height; y++) {
        for (int x = 0; x < target->pixels.width; x++)
            wrong += target_at(target, x, y) != colour(x, y);
    }
    return wrong;
}

/* All pixels opaque, the margin as it was. */
static void check_target(const Target *target)
{
    int width = target->pixels.width, wrong = 0;

    for (int y = 0; y < target->pixels.height; y++) {
        for (int x = 0; x < width; x++)
            wrong += target_at(target, x, y) >> 24 != 255;
        for (int x = width; x < width + MARGIN; x++)
            wrong += target_at(target, x, y) != UNTOUCHED;
    }
    ck_assert_int_eq(wrong, 0);
}

static SDL_Surface *make_surface(int width, int height,
                                 uint32_t (*colour)(int x, int y))
{
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(
        0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);

    ck_assert_ptr_nonnull(surface);
    for (int y = 0; y < height; y++) {
        uint32_t *row =
            (uint32_t *)surface->pixels + (ptrdiff_t)y * (surface->pitch / 4);

        for (int x = 0; x < width; x++)
            row[x] = colour(x, y);
    }
    return surface;
}

static Target fit_into(int width, int height, SDL_Surface *source, Fit fit)
{
    Target target = make_target(width, height);

    ck_assert_msg(fit_picture(&target.pixels, source, fit) == 0, "%s",
                  SDL_GetError());
    check_target(&target);
    return target;
}

static uint32_t white(int x, int y)
{
    (void)x;
    (void)y;
    return 0xFFFFFFFF;
}

static uint32_t checkers(int x, int y)
{
    return (x + y) % 2 ? 0xFFFFFFFF : 0xFF000000;
}

static uint32_t columns(int x, int y)
{
    (void)y;
    return x % 2 ? 0xFFFFFFFF : 0xFF000000;
}

TEST_CASE(load, fit, .timeout_s = 60);

TEST(fit, fit_names)
{
    static const char *const names[] = {"cover", "contain", "stretch", "tile"};
    Fit fit = FIT_COVER;

    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(fit_find(&fit, names[i]), 0);
        ck_assert_int_eq((int)fit, i);
    }
    ck_assert_int_eq(fit_find(&fit, "Cover"), -1);
    ck_assert_int_eq(fit_find(&fit, ""), -1);
    ck_assert_int_eq(fit, FIT_TILE);
}

TEST_LOOP(fit, same_size_is_copied, 4)
{
    for (int i = 0; i < COUNT(sizes); i++) {
        int width = sizes[i][0], height = sizes[i][1];
        SDL_Surface *source = make_surface(width, height, picture_colour);
        Target target = fit_into(width, height, source, (Fit)_i);

        ck_assert_int_eq(count_wrong(&target, picture_colour), 0);
        free(target.block);
        SDL_FreeSurface(source);
    }
}

/* Red, green, blue and white, clockwise from the top left of 40 x 20. */
static uint32_t quarters(int x, int y)
{
    if (y < 10)
        return x < 20 ? 0xFFFF0000 : 0xFF00FF00;
    return x < 20 ? 0xFFFFFFFF : 0xFF0000FF;
}

static void expect_quarters(const Target *target, SDL_Rect area)
{
    int right = area.x + area.w - 1, bottom = area.y + area.h - 1;

    ck_assert_uint_eq(target_at(target, area.x, area.y), 0xFFFF0000);
    ck_assert_uint_eq(target_at(target, right, area.y), 0xFF00FF00);
    ck_assert_uint_eq(target_at(target, right, bottom), 0xFF0000FF);
    ck_assert_uint_eq(target_at(target, area.x, bottom), 0xFFFFFFFF);
}

TEST(fit, orientation)
{
    static const struct {
        int width, height;
        Fit fit;
        SDL_Rect area;
    } cases[] = {
        {100, 90, FIT_STRETCH, {0, 0, 100, 90}},
        {7, 9, FIT_STRETCH, {0, 0, 7, 9}},
        {3, 200, FIT_STRETCH, {0, 0, 3, 200}},
        {100, 90, FIT_COVER, {0, 0, 100, 90}},
        {8, 30, FIT_COVER, {0, 0, 8, 30}},
        {100, 90, FIT_CONTAIN, {0, 20, 100, 50}},
        {100, 20, FIT_CONTAIN, {30, 0, 40, 20}},
        {8, 30, FIT_CONTAIN, {0, 13, 8, 4}},
        {100, 90, FIT_TILE, {0, 0, 40, 20}},
        {100, 90, FIT_TILE, {40, 60, 40, 20}},
    };
    SDL_Surface *source = make_surface(40, 20, quarters);

    for (int i = 0; i < COUNT(cases); i++) {
        Target target =
            fit_into(cases[i].width, cases[i].height, source, cases[i].fit);

        expect_quarters(&target, cases[i].area);
        free(target.block);
    }
    SDL_FreeSurface(source);
}

static uint32_t bars(int x, int y)
{
    (void)x;
    return y >= 20 && y < 70 ? 0xFFFFFFFF : 0xFF000000;
}

TEST(fit, contain_leaves_black_bars)
{
    SDL_Surface *source = make_surface(40, 20, white);
    Target target = fit_into(100, 91, source, FIT_CONTAIN);

    ck_assert_int_eq(count_wrong(&target, bars), 0);
    free(target.block);
    SDL_FreeSurface(source);
}

/* Grey by the column, so that a pixel tells where it came from. */
static uint32_t ramp(int x, int y)
{
    (void)y;
    return 0xFF000000 | (uint32_t)(x % 256) * 0x010101;
}

TEST(fit, cover_cuts_both_sides_alike)
{
    SDL_Surface *source = make_surface(200, 50, ramp);
    Target target = fit_into(50, 50, source, FIT_COVER);

    for (int x = 0; x < 50; x++)
        ck_assert_uint_eq(target_at(&target, x, 49), ramp(75 + x, 0));
    free(target.block);
    SDL_FreeSurface(source);
}

static uint32_t tiles(int x, int y)
{
    return picture_colour(x % 7, y % 5);
}

TEST(fit, tile_repeats)
{
    SDL_Surface *source = make_surface(7, 5, picture_colour);
    Target target = fit_into(33, 18, source, FIT_TILE);

    ck_assert_int_eq(count_wrong(&target, tiles), 0);
    free(target.block);
    SDL_FreeSurface(source);
}

/* White stays white in every size: nothing is read from outside. */
TEST_LOOP(fit, odd_sizes, 4)
{
    static const int sides[] = {1, 2, 3, 5, 16, 31, 64, 257};
    enum { SIDES = COUNT(sides) };

    for (int i = 0; i < SIDES * SIDES; i++) {
        SDL_Surface *source =
            make_surface(sides[i % SIDES], sides[i / SIDES], white);

        for (int k = 0; k < SIDES * SIDES; k++) {
            int width = sides[k % SIDES], height = sides[k / SIDES];
            Target target = fit_into(width, height, source, (Fit)_i);

            EXPECT_INT(target_at(&target, (width - 1) / 2, (height - 1) / 2),
                       ==, 0xFFFFFFFF);
            EXPECT_INT(_i == FIT_CONTAIN ? 0 : count_wrong(&target, white), ==,
                       0);
            free(target.block);
        }
        SDL_FreeSurface(source);
    }
}

static void expect_grey(int source_width, int source_height,
                        uint32_t (*colour)(int x, int y), int width, int height)
{
    SDL_Surface *source = make_surface(source_width, source_height, colour);
    Target target = fit_into(width, height, source, FIT_STRETCH);
    int max = 0;

    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int off = channels_differ(target_at(&target, x, y), 0xFF7F7F7F);

            max = off > max ? off : max;
        }
    }
    ck_assert_int_le(max, 4);
    free(target.block);
    SDL_FreeSurface(source);
}

TEST(fit, reducing_does_not_alias)
{
    expect_grey(512, 256, checkers, 64, 32);
    expect_grey(512, 256, columns, 64, 256);
    expect_grey(512, 256, columns, 64, 600);
    expect_grey(1001, 777, checkers, 125, 97);
    expect_grey(515, 301, columns, 200, 301);
}

TEST_LOOP(fit, extreme_sizes, 4)
{
    static const int shapes[][2] = {
        {1, 1}, {32768, 1}, {1, 32768}, {32768, 2}, {3, 32767}};
    enum { SHAPES = COUNT(shapes) };

    for (int i = 0; i < SHAPES * SHAPES; i++) {
        const int *from = shapes[i % SHAPES], *to = shapes[i / SHAPES];
        SDL_Surface *source = make_surface(from[0], from[1], white);
        Target target = fit_into(to[0], to[1], source, (Fit)_i);

        ck_assert_uint_eq(target_at(&target, (to[0] - 1) / 2, (to[1] - 1) / 2),
                          0xFFFFFFFF);
        free(target.block);
        SDL_FreeSurface(source);
    }
}

/* The far end of a long row is still where it belongs. */
TEST(fit, long_rows_keep_their_place)
{
    SDL_Surface *source = make_surface(32768, 2, ramp);
    Target target = fit_into(32768, 5, source, FIT_STRETCH);

    ck_assert_int_eq(count_wrong(&target, ramp), 0);
    free(target.block);
    SDL_FreeSurface(source);
}

TEST(fit, other_formats_are_refused)
{
    SDL_Surface *source =
        SDL_CreateRGBSurfaceWithFormat(0, 4, 4, 24, SDL_PIXELFORMAT_RGB24);
    Target target = make_target(4, 4);

    ck_assert_int_eq(fit_picture(&target.pixels, source, FIT_TILE), -1);
    free(target.block);
    SDL_FreeSurface(source);
}
