/* SPDX-License-Identifier: MIT */
/* Kinds of pictures beside the plain one of each format, and their colour
   profiles. */
#include <check.h>
#include <string.h>

#ifdef RIPPLE_LCMS
#include <lcms2.h>
#include <zlib.h>
#endif

#include "decoded.h"
#include "lib/util/fixed.h"
#include "media/load.h"
#include "media/probe.h"
#include "media/surface.h"
#include "../support.h"
#include "../test.h"

#define BYTES(text) text, sizeof(text) - 1

TEST_CASE(load, kinds, .timeout_s = 60, .set_up = decoded_mute);

#define RED   0xFFFF0000
#define BLUE  0xFF0000FF
#define WHITE 0xFFFFFFFF
#define BLACK 0xFF000000
#define GREY  0xFF808080
#define EMPTY (0xFF000000 | SURFACE_GROUND)

#define PALETTE "\0\0\377\377\0\0" /* blue, red */
#define GIF4x3  "GIF89a\4\0\3\0"
#define SEEN    "!\371\4\1\0\0\1\0"             /* the second colour is none */
#define FRAME   ",\1\0\1\0\1\0\1\0\0\2\2L\1\0;" /* a pixel of red */

/* Pictures of all PNMs, and GIFs whose frame is a part of their screen. */
static const struct {
    const char *bytes;
    size_t size;
    int width, height;
    uint32_t first, second, last; /* pixels; second is at 1, 1 of a GIF */
} small[] = {
    {BYTES("P1 3 1\n101"), 3, 1, BLACK, WHITE, BLACK},
    {BYTES("P1\n#c\n3 1 0 1\n1"), 3, 1, WHITE, BLACK, BLACK},
    {BYTES("P2 3 1 15 15 0 15"), 3, 1, WHITE, BLACK, WHITE},
    {BYTES("P2 3 1 65535 65535 32896 0"), 3, 1, WHITE, GREY, BLACK},
    {BYTES("P3 2 1 255 255 0 0 0 0 255"), 2, 1, RED, BLUE, BLUE},
    {BYTES("P3 2 1 1023 1023 0 0 0 0 1023\n"), 2, 1, RED, BLUE, BLUE},
    {BYTES("P4 9 1\n\100\200"), 9, 1, WHITE, BLACK, BLACK},
    {BYTES("P5 2 1 255\n\200\0"), 2, 1, GREY, BLACK, BLACK},
    {BYTES("P5 2 1 1000\n\1\366\7\377"), 2, 1, GREY, WHITE, WHITE},
    {BYTES("P5 3 1 65535\n\200\200\377\377\0\0"), 3, 1, GREY, WHITE, BLACK},
    {BYTES("P6 1 1 65535\n\377\377\0\0\0\0"), 1, 1, RED, RED, RED},
    {BYTES(GIF4x3 "\200\0\0" PALETTE FRAME), 4, 3, BLUE, RED, BLUE},
    {BYTES(GIF4x3 "\200\1\0" PALETTE FRAME), 4, 3, RED, RED, RED},
    {BYTES(GIF4x3 "\200\7\0" PALETTE FRAME), 4, 3, EMPTY, RED, EMPTY},
    {BYTES(GIF4x3 "\200\0\0" PALETTE SEEN FRAME), 4, 3, EMPTY, EMPTY, EMPTY},
    {BYTES("GIF89a\1\0\1\0\200\0\0" PALETTE FRAME), 2, 2, BLUE, RED, RED},
};

TEST_LOOP(kinds, small_pictures, COUNT(small))
{
    SDL_Surface *surface = decode(small[_i].bytes, small[_i].size, "a");
    int is_gif = small[_i].bytes[0] == 'G', width = small[_i].width;

    EXPECT_INT(surface->w, ==, width);
    EXPECT_INT(surface->h, ==, small[_i].height);
    EXPECT_INT(pixel_at(surface, 0, 0), ==, small[_i].first);
    EXPECT_INT(pixel_at(surface, min_int(1, width - 1), is_gif), ==,
               small[_i].second);
    EXPECT_INT(pixel_at(surface, width - 1, surface->h - 1), ==,
               small[_i].last);
}

/* Files that are whole are not called damaged. */
static const struct {
    PictureKind kind;
    uint32_t bits, photometric, format; /* of a TIFF */
    size_t at; /* a byte of another kind, from the end of the first `after` */
    const char *after;
    unsigned char byte;
    const char *text;
} kinds_unread[] = {
    {PICTURE_TIFF, 32, 2, 3, 0, NULL, 0, "TIFF with samples of floating point"},
    {PICTURE_TIFF, 16, 2, 3, 0, NULL, 0, "TIFF with samples of floating point"},
    {PICTURE_TIFF, 12, 2, 1, 0, NULL, 0, "TIFF with samples of other than"},
    {PICTURE_TIFF, 32, 1, 1, 0, NULL, 0, "TIFF with samples of other than"},
    {PICTURE_TIFF, 16, 5, 1, 0, NULL, 0, "TIFF of CMYK"},
    {PICTURE_JPEG, 0, 0, 0, 3, "\xFF\xC0", 12, "JPEG with samples of other"},
    {PICTURE_JPEG, 0, 0, 0, 0, "\xFF\xC0", 0xC3, "JPEG that is lossless"},
    {PICTURE_TGA, 0, 0, 0, 17, NULL, 0x30, "TGA from the right"},
    {PICTURE_TGA, 0, 0, 0, 17, NULL, 0x60, "TGA from the right"},
};

TEST_LOOP(kinds, not_read, COUNT(kinds_unread))
{
    const uint32_t entries[][2] = {{256, 2},
                                   {257, 1},
                                   {258, kinds_unread[_i].bits},
                                   {259, 1},
                                   {262, kinds_unread[_i].photometric},
                                   {273, 134},
                                   {277, 1},
                                   {278, 1},
                                   {279, 8},
                                   {339, kinds_unread[_i].format}};
    PictureKind kind = kinds_unread[_i].kind;
    const char *name = maker_of(kind)->name;
    size_t at = kinds_unread[_i].at;
    SDL_Surface *surface;
    static File file;
    Error error;

    if (kind == PICTURE_TIFF) {
        file.size = 0;
        put_tiff(&file, entries, COUNT(entries));
        put_bytes(&file, "\0\0\0\0\0\0\0\0", 8);
    } else {
        file = *make_file(kind, 2, 1, 1);
    }
    if (kinds_unread[_i].after != NULL) {
        while (memcmp(file.data + at - kinds_unread[_i].at,
                      kinds_unread[_i].after, 2) != 0)
            at++;
        at++;
    }
    if (kind != PICTURE_TIFF)
        file.data[at] = kinds_unread[_i].byte;
    EXPECT_FAILS(load_decode(&surface, file.data, file.size, name, &error));
    ck_assert_msg(strstr(error.text, kinds_unread[_i].text) != NULL &&
                      strstr(error.text, " is not read") != NULL,
                  "%s", error.text);
}

#ifdef RIPPLE_LCMS

/* A profile whose red is the green of sRGB, whose green is its blue, and so on;
   or one of grey, of linear light. */
static int make_profile(int is_grey, unsigned char *bytes, size_t size)
{
    static const cmsCIExyY white = {0.3127, 0.3290, 1};
    static const cmsCIExyYTRIPLE turned = {
        {0.30, 0.60, 1}, {0.15, 0.06, 1}, {0.64, 0.33, 1}};
    cmsFloat64Number srgb[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92,
                               0.04045};
    cmsToneCurve *curve = is_grey ? cmsBuildGamma(NULL, 1)
                                  : cmsBuildParametricToneCurve(NULL, 4, srgb);
    cmsToneCurve *curves[] = {curve, curve, curve};
    cmsHPROFILE profile = is_grey
                              ? cmsCreateGrayProfile(&white, curve)
                              : cmsCreateRGBProfile(&white, &turned, curves);
    cmsUInt32Number length = (cmsUInt32Number)size;

    EXPECT(cmsSaveProfileToMem(profile, bytes, &length));
    cmsCloseProfile(profile);
    cmsFreeToneCurve(curve);
    return (int)length;
}

/* A TIFF of a pixel with a profile. */
static void make_tiff_with(File *file, const unsigned char *profile, int length)
{
    static const uint32_t entries[][2] = {{256, 1}, {257, 1}, {258, 8},
                                          {259, 1}, {262, 2}, {273, 122},
                                          {277, 3}, {278, 1}, {279, 3}};

    file->size = 0;
    put_bytes(file, "II*\0\x08\0\0\0", 8);
    put(file, "2", 10);
    for (int i = 0; i < COUNT(entries); i++)
        put(file, "2 2 4 4", entries[i][0], 4, 1,
            entries[i][0] == 273 ? 134 : entries[i][1]);
    put(file, "2 2 4 4", 34675, 7, length, 137);
    put(file, "4", 0);
    put_bytes(file, "\xC8\x64\x32", 3);
    put_bytes(file, profile, (size_t)length);
}

/* Puts a profile into a file: into two segments of a JPEG. */
static void add_profile(File *file, PictureKind kind,
                        const unsigned char *profile, int length)
{
    static File part;
    unsigned char packed[8192];
    uLongf size = sizeof packed;
    int half = length / 2;

    part.size = 0;
    if (kind == PICTURE_JPEG) {
        put(&part, ">2 2 s 1 1 1", 0xFFE2, 16 + half, "ICC_PROFILE", 0, 1, 2);
        put_bytes(&part, profile, (size_t)half);
        put(&part, ">2 2 s 1 1 1", 0xFFE2, 16 + length - half, "ICC_PROFILE", 0,
            2, 2);
        put_bytes(&part, profile + half, (size_t)(length - half));
        insert(file, 2, part.data, part.size);
    } else if (kind == PICTURE_PNG) {
        EXPECT_INT(compress(packed, &size, profile, (uLong)length), ==, Z_OK);
        put(&part, ">4 s s 1 1", 4 + (int)size, "iCCP", "me", 0, 0);
        put_bytes(&part, packed, size);
        put(&part, ">4", 0); /* no checksum, which is not asked */
        insert(file, 33, part.data, part.size);
    } else if (kind == PICTURE_WEBP) {
        put(file, "s 4", "ICCP", length);
        put_bytes(file, profile, (size_t)length);
    } else {
        make_tiff_with(file, profile, length);
    }
}

/* As the colours of each picture are in sRGB. */
TEST(kinds, colour_profile)
{
    static const PictureKind kinds[] = {PICTURE_JPEG, PICTURE_PNG, PICTURE_WEBP,
                                        PICTURE_TIFF};
    unsigned char profile[4096];
    int length = make_profile(0, profile, sizeof profile);

    for (int i = 0; i < COUNT(kinds); i++) {
        File *file = make_file(kinds[i], 3, 2, 1);
        uint32_t plain = pixel_at(decode(file->data, file->size, "a"), 0, 0);
        uint32_t turned, shown;

        if (kinds[i] == PICTURE_TIFF)
            plain = 0xFFC86432;
        turned = 0xFF000000 | (plain & 0xFF) << 16 | (plain >> 8 & 0xFFFF);
        add_profile(file, kinds[i], profile, length);
        shown = pixel_at(decode(file->data, file->size, "a"), 0, 0);
        ck_assert_msg(support_colour_distance(shown, turned) <= 2,
                      "%s: %08x, not %08x", probe_name(kinds[i]), shown,
                      turned);
    }
}

TEST(kinds, grey_profile)
{
    PngPlan plan = {.width = 3,
                    .height = 1,
                    .depth = 8,
                    .type = 0,
                    .rows = (const unsigned char *)"\0\x37\xFF"};
    unsigned char profile[4096];
    int length = make_profile(1, profile, sizeof profile);
    static File file;
    SDL_Surface *surface;

    make_png(&file, &plan);
    add_profile(&file, PICTURE_PNG, profile, length);
    surface = decode(file.data, file.size, "a");
    EXPECT_INT(support_colour_distance(pixel_at(surface, 0, 0), 0xFF000000), <=,
               2);
    EXPECT_INT(support_colour_distance(pixel_at(surface, 1, 0), 0xFF808080), <=,
               2);
    EXPECT_INT(support_colour_distance(pixel_at(surface, 2, 0), 0xFFFFFFFF), <=,
               2);
}

#endif
