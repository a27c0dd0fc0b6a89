/* SPDX-License-Identifier: MIT */
/*
 * Pictures: which files the loader reads, and which it refuses with which
 * message. pictures.c makes the files; the loader gets every prefix of each, in
 * blocks of exactly their size, so that a sanitizer sees any read past the end.
 * fuzz/loader.c has other bytes.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <SDL.h>

#include "lib/util/fixed.h"
#include "media/decoder.h"
#include "media/load.h"
#include "media/probe.h"
#include "media/surface.h"
#include "media/svg.h"
#include "../pictures.h"
#include "decoded.h"
#include "../process.h"
#include "../test.h"
#include "../support.h"

/* The file that a test writes and reads. */
static const char *path;

static void choose_path(void)
{
    path = support_path("loader");
}

static void remove_file(void)
{
    unlink(path);
}

static void expect_refusal(const char *name, const char *reason)
{
    SDL_Surface *surface = (SDL_Surface *)&surface;
    Error error = {.code = 0};
    char text[256];

    snprintf(text, sizeof text, "%s: %s", name, reason);
    ck_assert_int_eq(decoder_load(&surface, name, NULL, &error), -1);
    ck_assert_ptr_null(surface);
    ck_assert_str_eq(error.text, text);
}

TEST_CASE(load, files, .timeout_s = 4, .set_up = choose_path,
          .tear_down = remove_file);

#define BYTES(text) text, sizeof(text) - 1
#define UNKNOWN     "not a picture in a format that ripple reads"

static const struct {
    const char *path; /* NULL: a file of these bytes */
    const char *bytes;
    size_t size;
    const char *reason;
} refused[] = {
    {"missing/loader", NULL, 0, "No such file or directory"},
    {"/tmp", NULL, 0, "Is a directory"},
    {"/dev/zero", NULL, 0, "neither a file nor a pipe"},
    {NULL, BYTES(""), "the file is empty"},
    {NULL, BYTES("Dear diary, it rained on the pond today.\n"), UNKNOWN},
    {NULL, BYTES("/* XPM */\nstatic char *dot[] = {\"1 1 1 1\"};\n"),
     "XPM is not read"},
    {NULL, BYTES("gimp xcf v001\0\0\0\0\1\0\0\0\1\0\0\0\0"), "XCF is not read"},
    {NULL, BYTES("<!doctype html>\n<p><svg width='9' height='9'/></p>\n"),
     UNKNOWN},
    {NULL, BYTES("P7 332\n#END_OF_COMMENTS\n1 1 255\n\xe0"), UNKNOWN},
    {NULL, BYTES("\0\0\1\0\1\0\1\1\0\0\1\0\40\0\60\0\0\0\26\0\0\0"),
     "ICO is not read"},
    {NULL, BYTES("\0\0\2\0\1\0\1\1\0\0\0\0\0\0\60\0\0\0\26\0\0\0"),
     "CUR is not read"},
    {NULL, BYTES("II+\0\10\0\0\0"), "BigTIFF is not read"},
    {NULL, BYTES("MM\0+\0\10\0\0"), "BigTIFF is not read"},
    {NULL, BYTES("\0\0\0\34ftypavif\0\0\0\0"), "AVIF is not read"},
    {NULL, BYTES("\0\0\0\34ftypheic\0\0\0\0"), "HEIC is not read"},
    {NULL, BYTES("\0\0\0\34ftypmif1\0\0\0\0"), "HEIF is not read"},
    {NULL, BYTES("\377\12\17\361"), "JPEG XL is not read"},
    {NULL, BYTES("\0\0\0\14JXL \r\n"), "JPEG XL is not read"},
    {NULL, BYTES("\0\0\0\14jP  \r\n"), "JPEG 2000 is not read"},
    {NULL, BYTES("8BPS\0\1"), "PSD is not read"},
    {NULL, BYTES("P7\nWIDTH 1\n"), "PAM is not read"},
    {NULL, BYTES("PF\n1 1\n-1\n"), "PFM is not read"},
    {NULL, BYTES("%PDF-1.4\n"), "PDF is not read"},
};

TEST_LOOP(files, refused, COUNT(refused))
{
    if (refused[_i].path == NULL)
        support_write_bytes("loader", refused[_i].bytes, refused[_i].size);
    expect_refusal(refused[_i].path != NULL ? refused[_i].path : path,
                   refused[_i].reason);
}

static void expect_error(const void *bytes, size_t size, const char *name,
                         const char *text)
{
    SDL_Surface *surface;
    Error error;

    ck_assert_int_eq(load_decode(&surface, bytes, size, name, &error), -1);
    ck_assert_str_eq(error.text, text);
}

TEST(files, endless_file_is_refused)
{
    support_write("loader", "BM");
    ck_assert_int_eq(truncate(path, ((off_t)LOAD_MAX_MEGABYTES << 20) + 1), 0);
    expect_refusal(path, "larger than 512 megabytes");
}

static void expect_picture(const PictureMaker *maker, SDL_Surface *surface)
{
    int max = 0;

    ck_assert_uint_eq(surface->format->format, SDL_PIXELFORMAT_ARGB8888);
    for (int y = 0; y < surface->h; y++) {
        for (int x = 0; x < surface->w; x++) {
            uint32_t wanted =
                maker->solid ? picture_colour(0, 0) : picture_colour(x, y);
            int off = support_colour_distance(pixel_at(surface, x, y), wanted);

            max = off > max ? off : max;
        }
    }
    ck_assert_int_le(max, maker->solid ? 3 : 0);
}

static const int sizes[][2] = {{1, 1}, {16, 3}, {17, 9}, {2, 31}, {32, 32}};

TEST_CASE(load, formats, .timeout_s = 60, .set_up = decoded_mute);

TEST_LOOP(formats, format_is_read, picture_maker_count)
{
    const PictureMaker *maker = &picture_makers[_i];
    static File file;

    for (int i = 0; i < COUNT(sizes); i++) {
        int width = sizes[i][0], height = sizes[i][1];
        PictureKind kind;
        uint32_t w, h;
        SDL_Surface *surface;

        maker->make(&file, width, height, 1);
        ck_assert_int_eq(
            probe_size(file.data, file.size, maker->name, &kind, &w, &h), 0);
        ck_assert_int_eq(kind, maker->kind);
        ck_assert_int_eq(probe_is_whole(file.data, file.size, kind), 1);
        surface = decode(file.data, file.size, maker->name);
        if (kind != PICTURE_SVG) {
            ck_assert_int_eq((int)w, width);
            ck_assert_int_eq((int)h, height);
            ck_assert_int_eq(surface->w, width);
            ck_assert_int_eq(surface->h, height);
            expect_picture(maker, surface);
        }
    }
}

/* Every format has a file here, and is in the manual page. */
TEST(formats, formats_are_known)
{
    const char *page = support_load(
        process_repository_path("assets/share/man/man6/ripple.6"), NULL);

    page = strstr(page, ".Sh PICTURES");
    for (int kind = PICTURE_NONE + 1; kind < PICTURE_COUNT; kind++) {
        const char *name = probe_name((PictureKind)kind);

        EXPECT(probe_has_ending(maker_of((PictureKind)kind)->name));
        ck_assert_msg(strstr(page, name) != NULL, "ripple(6) lacks %s", name);
    }
    EXPECT(!probe_has_ending("png") && !probe_has_ending("a.txt"));
}

TEST(formats, svg_is_bounded)
{
    static const char *const shapes[] = {
        "width=\"1000000\" height=\"500000\"",
        "width=\"4\" height=\"2\"",
        "width=\"0.5\" height=\"0.25\"",
    };
    char text[256];

    for (int i = 0; i < COUNT(shapes); i++) {
        SDL_Surface *surface;

        snprintf(text, sizeof text, "<svg %s><rect %s fill=\"#ff8000\"/></svg>",
                 shapes[i], shapes[i]);
        surface = decode(text, strlen(text), "a");
        ck_assert_int_eq(surface->w, SVG_SIDE);
        ck_assert_int_eq(surface->h, SVG_SIDE / 2);
        ck_assert_uint_eq(pixel_at(surface, 999, 500), 0xFFFF8000);
    }
}

static void expect_too_large(const PictureMaker *maker, int width, int height)
{
    static File file;
    char text[128];

    snprintf(text, sizeof text, "%s: %dx%d is too large", maker->name, width,
             height);
    maker->make(&file, width, height, 0);
    expect_error(file.data, file.size, maker->name, text);
}

/* Refused by the header: a decoder would give another reason. */
TEST_LOOP(formats, too_large, picture_maker_count)
{
    const PictureMaker *maker = &picture_makers[_i];

    if (maker->max_size > 0)
        expect_too_large(maker, maker->max_size, maker->max_size);
}

TEST(formats, limits)
{
    const PictureMaker *maker = maker_of(PICTURE_PNG);
    const File *file;

    expect_too_large(maker, LOAD_MAX_SIDE + 1, 1);
    expect_too_large(maker, 1, LOAD_MAX_SIDE + 1);
    expect_too_large(maker, 8000, 8001);
    file = make_file(PICTURE_PNG, 8000, 8000, 0);
    expect_error(file->data, file->size, "a",
                 "a: the PNG is damaged or cut short");
}

/* Loads bytes from a block of exactly their size; 1 if they are a picture. */
static int try_bytes(const unsigned char *bytes, size_t size, const char *name)
{
    unsigned char *block = malloc(size);
    SDL_Surface *surface = NULL;
    Error error = {.code = 0};
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

/* A code beyond the next free one. */
TEST(formats, gif_codes_in_a_circle)
{
    File *file = make_file(PICTURE_GIF, 100, 100, 0);

    file->size -= 4;
    put_bytes(file, "\4\x80\1\xB0\x90\0;", 7);
    ck_assert_int_eq(probe_is_whole(file->data, file->size, PICTURE_GIF), 0);
}

/* The first row of a picture, whose channels may be wrong by so much. */
static void expect_row(const File *file, const char *name, int tolerance,
                       const uint32_t *wanted, int width)
{
    SDL_Surface *surface = decode(file->data, file->size, name);

    for (int x = 0; x < width; x++)
        ck_assert_int_le(
            support_colour_distance(pixel_at(surface, x, 0), wanted[x]),
            tolerance);
}

#define BLACK       0xFF000000
#define WHITE       0xFFFFFFFF
#define RED         0xFFFF0000
#define GREEN       0xFF00FF00
#define BLUE        0xFF0000FF
#define GROUND      (0xFF000000 | SURFACE_GROUND)
#define DARK_GROUND (0xFF000000 | SURFACE_DARK_GROUND)

/* All types of pixels; transparent ones lie on the ground. */
static const struct {
    int width, depth, type, alphas;
    const char *row, *alpha;
    uint32_t wanted[4];
} pngs[] = {
    {3, 8, 0, 0, "\0\x40\xff", NULL, {BLACK, 0xFF404040, WHITE}},
    {3, 16, 0, 0, "\0\x09\x40\x63\xff\xff", NULL, {BLACK, 0xFF404040, WHITE}},
    {1, 16, 2, 0, "\xff\1\x80\2\x40\3", NULL, {0xFFFF8040}},
    {1, 8, 2, 0, "\x0a\x14\x1e", NULL, {0xFF0A141E}},
    {4, 8, 3, 0, "\0\1\2\3", NULL, {BLACK, RED, GREEN, BLUE}},
    {3, 4, 3, 0, "\x12\x30", NULL, {RED, GREEN, BLUE}},
    {1, 16, 6, 0, "\x0a\1\x14\2\x1e\3\xff\xff", NULL, {0xFF0A141E}},
    {3, 1, 0, 0, "\xA0", NULL, {WHITE, BLACK, WHITE}},
    {4, 2, 3, 0, "\x1B", NULL, {BLACK, RED, GREEN, BLUE}},
    {3,
     8,
     4,
     0,
     "\xC8\xff\xC8\x80\xC8\0",
     NULL,
     {0xFFC8C8C8, 0xFF797C7E, DARK_GROUND}},
    {2,
     8,
     6,
     0,
     "\xC8\x64\x32\xff\xC8\x64\x32\x80",
     NULL,
     {0xFFC86432, 0xFFCE9E84}},
    {1, 8, 6, 0, "\x09\x09\x09\0", NULL, {GROUND}},
    {3, 8, 0, 2, "\0\x40\xff", "\0\x40", {BLACK, GROUND, WHITE}},
    {4, 2, 3, 2, "\x1B", "\xff\0", {BLACK, GROUND, GREEN, BLUE}},
    {4, 2, 3, 3, "\x1B", "\xff\0\x80", {BLACK, GROUND, 0xFF6AEC6B, BLUE}},
};

TEST_LOOP(formats, png_variants, COUNT(pngs))
{
    PngPlan plan = {.width = pngs[_i].width,
                    .height = 1,
                    .depth = pngs[_i].depth,
                    .type = pngs[_i].type,
                    .rows = (const unsigned char *)pngs[_i].row,
                    .alpha = (const unsigned char *)pngs[_i].alpha,
                    .alphas = (size_t)pngs[_i].alphas};
    static File file;

    make_png(&file, &plan);
    expect_row(&file, "a", 1, pngs[_i].wanted, pngs[_i].width);
}

/* libtiff multiplies the colours by alpha, and nothing may do it again. */
TEST(formats, tiff_alpha)
{
    static const uint32_t entries[][2] = {{256, 1}, {257, 1}, {258, 8},
                                          {259, 1}, {262, 2}, {273, 122},
                                          {277, 4}, {279, 4}, {338, 2}};
    static File file;

    put_tiff(&file, entries, COUNT(entries));
    put_bytes(&file, "\xC8\x64\x32\x80", 4);
    expect_row(&file, "a", 1, (uint32_t[]){0xFFCE9E84}, 1);
}

/* A file, 5x3, whose EXIF, or whose TIFF itself, has this orientation. */
static const File *make_turned(PictureKind kind, char orientation)
{
    char app1[] = "\xFF\xE1\0\x22"
                  "Exif\0\0"
                  "MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0o\0\0\0\0\0\0";
    char *tiff = app1 + 10;
    File *file = make_file(kind, 5, 3, 1);

    tiff[19] = orientation;
    if (kind == PICTURE_JPEG) {
        insert(file, 2, app1, 36);
    } else if (kind == PICTURE_PNG) {
        insert(file, 33, "\0\0\0\0", 4); /* no checksum, which is not asked */
        insert(file, 33, tiff, 26);
        insert(file, 33,
               "\0\0\0\x1A"
               "eXIf",
               8);
    } else if (kind == PICTURE_WEBP) {
        put(file, "s 4", "EXIF", 32);
        put_bytes(file, app1 + 4, 32);
    } else { /* in place of the rows of a strip */
        memcpy(file->data + 94, "\x12\1", 2);
        file->data[102] = (unsigned char)orientation;
    }
    return file;
}

/* Where EXIF says that the first pixel, and the last one of the first row, are
   to be seen: at the right, at the bottom. */
static const struct {
    int first[2], last[2];
} corners[] = {
    {{0, 0}, {1, 0}}, {{1, 0}, {0, 0}}, {{1, 1}, {0, 1}}, {{0, 1}, {1, 1}},
    {{0, 0}, {0, 1}}, {{1, 0}, {1, 1}}, {{1, 1}, {1, 0}}, {{0, 1}, {0, 0}},
};

static uint32_t corner_of(const SDL_Surface *surface, const int *corner)
{
    return pixel_at(surface, corner[0] * (surface->w - 1),
                    corner[1] * (surface->h - 1));
}

/* Photos stand upright. */
TEST_LOOP(formats, orientation, COUNT(corners))
{
    static const PictureKind kinds[] = {PICTURE_JPEG, PICTURE_PNG, PICTURE_WEBP,
                                        PICTURE_TIFF};

    for (int i = 0; i < COUNT(kinds); i++) {
        const File *file = make_turned(kinds[i], (char)(_i + 1));
        SDL_Surface *surface = decode(file->data, file->size, "a");

        EXPECT_INT(surface->w, ==, _i < 4 ? 5 : 3);
        EXPECT_INT(surface->h, ==, _i < 4 ? 3 : 5);
        if (kinds[i] == PICTURE_JPEG || kinds[i] == PICTURE_WEBP)
            continue; /* of one colour */
        EXPECT_INT(corner_of(surface, corners[_i].first), ==,
                   picture_colour(0, 0));
        EXPECT_INT(corner_of(surface, corners[_i].last), ==,
                   picture_colour(4, 0));
    }
}

static void make_late_tiff(File *file)
{
    file->size = 0;
    put_bytes(file, "II*\0\x0B\0\0\0\x0A\x14\x1E", 11);
    put(file, "2", 9);
    put(file, "2 2 4 4", 256, 4, 1, 1);
    put(file, "2 2 4 4", 257, 4, 1, 1);
    put(file, "2 2 4 4", 258, 3, 3, 11 + 2 + 9 * 12 + 4);
    put(file, "2 2 4 4", 259, 4, 1, 1);
    put(file, "2 2 4 4", 262, 4, 1, 2);
    put(file, "2 2 4 4", 273, 4, 1, 8);
    put(file, "2 2 4 4", 277, 4, 1, 3);
    put(file, "2 2 4 4", 278, 4, 1, 1);
    put(file, "2 2 4 4", 279, 4, 1, 3);
    put(file, "4 2 2 2", 0, 8, 8, 8);
}

static void make_film(File *file)
{
    *file = *make_file(PICTURE_GIF, 2, 1, 1);
    file->size--;
    put_bytes(file, "!\xF9\4\0\0\0\0\0,\0\0\0\0\1\0\1\0\0\7\3\x80\1\x81\0;",
              25);
}

static void make_nested_svg(File *file)
{
    file->size = 0;
    put(file, "s",
        "<!-- <svg> --><svg width='9' height='9' id='>'><svg/>"
        "<svg><rect width='9' height='9' fill='#ff8000'/></svg></svg>\n");
}

/* Files that decoders draw without their last bytes. */
static const struct {
    const char *name;
    void (*make)(File *file);
    size_t end; /* so many bytes are not told, or not looked at */
} late[] = {
    {"a.tif", make_late_tiff, 0},
    {"a.gif", make_film, 0},
    {"a.svg", make_nested_svg, 1},
};

TEST_LOOP(formats, last_bytes_are_missed, COUNT(late))
{
    static File file;

    late[_i].make(&file);
    ck_assert(try_bytes(file.data, file.size, late[_i].name));
    for (size_t cut = late[_i].end + 1; cut <= file.size; cut++)
        if (try_bytes(file.data, file.size - cut, late[_i].name))
            ck_abort_msg("without %zu bytes of %zu", cut, file.size);
}

/* Bytes behind the end do no harm. */
static const struct {
    const char *name, *bytes;
    PictureKind kind;
} longer[] = {
    {"a.tga", "and more", PICTURE_TGA},
    {"a.gif", "and more", PICTURE_GIF},
    {"a.tif", "and more", PICTURE_TIFF},
    {"a.svg", "<!-- <svg> -->", PICTURE_SVG},
};

TEST_LOOP(formats, more_bytes, COUNT(longer))
{
    File *file = make_file(longer[_i].kind, 3, 2, 1);

    put(file, "s", longer[_i].bytes);
    ck_assert(try_bytes(file->data, file->size, longer[_i].name));
}

/* Run lengths: three of one colour, then two more. */
TEST(formats, tga_runs)
{
    static const uint32_t wanted[] = {0xFF030201, 0xFF030201, 0xFF030201,
                                      0xFF060504, 0xFF090807};
    File *file = make_file(PICTURE_TGA, 5, 1, 0);

    file->data[2] = 10;
    put_bytes(file, "\x82\1\2\3\1\4\5\6\7\x08\x09", 11);
    for (size_t size = 0; size < file->size; size++)
        ck_assert(!try_bytes(file->data, size, "a.tga"));
    expect_row(file, "a.tga", 0, wanted, 5);
}
