/* SPDX-License-Identifier: MIT */
/*
 * A row for each format: its endings, its magic bytes, a function that reads
 * the size and, if the decoder in SDL2_image 2.6 does not notice the end of the
 * file, one that looks for it. If a format is ambiguous, it is read as
 * SDL2_image 2.6 does: the size must be the one that the decoder will allocate.
 */
#include "media/probe.h"

#include "lib/util/fixed.h"

#include <limits.h>
#include <string.h>

#include "media/byte_reader.h"
#include "media/jpeg_gif_tiff.h"
#include "media/svg_tga.h"
#include "os/paths.h"

typedef struct Format {
    const char *name;
    const char *endings;   /* of file names, with blanks between them */
    const char *magics[2]; /* first bytes; '?' is any byte, '_' is 0 */
    int big_endian;
    int (*measure)(ByteReader *reader, Size *size);
    int (*is_whole)(ByteReader *reader); /* NULL: the decoder checks that */
} Format;

static int measure_png(ByteReader *reader, Size *size)
{
    byte_reader_seek(reader, 12);
    if (byte_reader_take(reader, 4) != byte_reader_tag("IHDR"))
        return 0;
    *size = byte_reader_take_size(reader, 4);
    return 1;
}

/* A negative height: the top row comes first. */
static int measure_bmp(ByteReader *reader, Size *size)
{
    uint32_t header;

    byte_reader_seek(reader, 14);
    header = byte_reader_take(reader, 4);
    if (header != 12 && header < 40)
        return 0;
    *size = byte_reader_take_size(reader, header == 12 ? 2 : 4);
    if (size->height > INT_MAX)
        size->height = 0 - size->height;
    return size->width <= INT_MAX && size->height <= INT_MAX;
}

static int measure_webp(ByteReader *reader, Size *size)
{
    uint32_t bits;

    byte_reader_seek(reader, 15);
    switch (byte_reader_take(reader, 1)) {
    case ' ':
        byte_reader_seek(reader, 26);
        size->width = byte_reader_take(reader, 2) & 0x3FFF;
        size->height = byte_reader_take(reader, 2) & 0x3FFF;
        return 1;
    case 'L':
        byte_reader_seek(reader, 21);
        bits = byte_reader_take(reader, 4);
        size->width = (bits & 0x3FFF) + 1;
        size->height = (bits >> 14 & 0x3FFF) + 1;
        return 1;
    case 'X':
        byte_reader_seek(reader, 24);
        size->width = byte_reader_take(reader, 3) + 1;
        size->height = byte_reader_take(reader, 3) + 1;
        return 1;
    default:
        return 0;
    }
}

static int is_space(uint32_t byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* Takes a decimal number after white space and comments, and the byte behind
   it. */
static uint32_t take_decimal(ByteReader *reader)
{
    uint32_t byte, value = 0;

    do {
        byte = byte_reader_take(reader, 1);
        if (byte == '#') {
            do {
                byte = byte_reader_take(reader, 1);
            } while (byte != '\r' && byte != '\n' && !reader->failed);
        }
    } while (is_space(byte) && !reader->failed);
    if (byte < '0' || byte > '9')
        reader->failed = 1;
    while (byte >= '0' && byte <= '9' && !reader->failed) {
        if (value >= INT_MAX / 10)
            reader->failed = 1;
        value = value * 10 + (byte - '0');
        byte = byte_reader_take(reader, 1);
    }
    return value;
}

static int measure_pnm(ByteReader *reader, Size *size)
{
    byte_reader_seek(reader, 2);
    size->width = take_decimal(reader);
    size->height = take_decimal(reader);
    return 1;
}

static int measure_qoi(ByteReader *reader, Size *size)
{
    byte_reader_seek(reader, 4);
    *size = byte_reader_take_size(reader, 4);
    return 1;
}

static int qoi_is_whole(ByteReader *reader)
{
    static const unsigned char end[8] = {0, 0, 0, 0, 0, 0, 0, 1};

    return reader->size >= 14 + sizeof end &&
           memcmp(reader->data + reader->size - sizeof end, end, sizeof end) ==
               0;
}

/* Two corners, both inside the picture, and bytes a line: signed 16 bits. */
static int measure_pcx(ByteReader *reader, Size *size)
{
    int corners[4];

    byte_reader_seek(reader, 4);
    for (int i = 0; i < 4; i++) {
        int corner = (int)byte_reader_take(reader, 2);

        corners[i] = corner > INT16_MAX ? corner - 65536 : corner;
    }
    if (corners[2] < corners[0] || corners[3] < corners[1])
        return 0;
    size->width = (uint32_t)(corners[2] - corners[0] + 1);
    size->height = (uint32_t)(corners[3] - corners[1] + 1);
    byte_reader_seek(reader, 66);
    return byte_reader_take(reader, 2) <= INT16_MAX && reader->size >= 128;
}

/* SDL2_image takes any last 768 bytes for the palette. */
static int pcx_is_whole(ByteReader *reader)
{
    const unsigned char *data = reader->data;

    if (data[3] != 8 || data[65] != 1)
        return 1;
    return reader->size >= 128 + 769 && data[reader->size - 769] == 12;
}

/* SDL2_image 2.6 writes outside its palette for 9 planes and more, and to NULL
   for 24 planes with a colour map. No program makes either. */
static int planes_are_valid(uint32_t planes, int has_map, int is_ham)
{
    if (is_ham)
        return has_map && (planes == 6 || planes == 8);
    return (planes >= 1 && planes <= 8) || (planes == 24 && !has_map);
}

static int measure_lbm(ByteReader *reader, Size *size)
{
    uint32_t chunk, planes = 0;
    int headers = 0, has_map = 0, is_ham = 0;

    byte_reader_seek(reader, 12);
    while ((chunk = byte_reader_take(reader, 4)) != byte_reader_tag("BODY") &&
           !reader->failed) {
        uint32_t length = byte_reader_take(reader, 4);
        size_t start = reader->at;

        if (chunk == byte_reader_tag("BMHD")) {
            *size = byte_reader_take_size(reader, 2);
            byte_reader_skip(reader, 4);
            planes = byte_reader_take(reader, 1);
            headers += length == 20 ? 1 : 2;
        } else if (chunk == byte_reader_tag("CAMG")) {
            is_ham |= (byte_reader_take(reader, 4) & 0x800) != 0;
            reader->failed |= length != 4;
        }
        has_map |= chunk == byte_reader_tag("CMAP");
        byte_reader_seek(reader, start);
        byte_reader_skip(reader, (size_t)length + (length & 1));
    }
    return headers == 1 && planes_are_valid(planes, has_map, is_ham);
}

static const Format formats[] = {
    [PICTURE_NONE] = {.name = "unknown", .endings = ""},
    [PICTURE_PNG] = {"PNG", "png", {"\x89PNG\r\n\x1A\n"}, 1, measure_png, NULL},
    [PICTURE_JPEG] = {"JPEG",
                      "jpg jpeg jpe",
                      {"\xFF\xD8\xFF"},
                      1,
                      jpeg_measure,
                      jpeg_is_whole},
    [PICTURE_GIF] =
        {"GIF", "gif", {"GIF87a", "GIF89a"}, 0, gif_measure, gif_is_whole},
    [PICTURE_BMP] =
        {"BMP", "bmp dib", {"BM?????????????___"}, 0, measure_bmp, NULL},
    [PICTURE_WEBP] =
        {"WebP", "webp", {"RIFF????WEBPVP8"}, 0, measure_webp, NULL},
    [PICTURE_TIFF] =
        {"TIFF", "tif tiff", {"II*_", "MM_*"}, 0, tiff_measure, NULL},
    [PICTURE_PNM] = {"PNM", "pnm pbm pgm ppm", {NULL}, 0, measure_pnm, NULL},
    [PICTURE_QOI] = {"QOI", "qoi", {"qoif"}, 1, measure_qoi, qoi_is_whole},
    [PICTURE_PCX] = {"PCX",
                     "pcx",
                     {"\x0A\x05_", "\x0A\x05\1"},
                     0,
                     measure_pcx,
                     pcx_is_whole},
    [PICTURE_LBM] = {"LBM",
                     "lbm iff",
                     {"FORM????ILBM", "FORM????PBM "},
                     1,
                     measure_lbm,
                     NULL},
    [PICTURE_SVG] = {"SVG", "svg", {NULL}, 0, svg_measure, svg_is_whole},
    [PICTURE_TGA] = {"TGA", "tga", {NULL}, 0, tga_measure, tga_is_whole},
};

_Static_assert(COUNT(formats) == PICTURE_COUNT, "each format has a row");

static int has_magic(const ByteReader *reader, const char *magic)
{
    if (magic == NULL || reader->size < strlen(magic))
        return 0;
    for (size_t i = 0; magic[i] != '\0'; i++) {
        char wanted = magic[i] == '_' ? '\0' : magic[i];

        if (wanted != '?' && (unsigned char)wanted != reader->data[i])
            return 0;
    }
    return 1;
}

static int is_pnm(const ByteReader *reader)
{
    const unsigned char *data = reader->data;

    return reader->size >= 3 && data[0] == 'P' && data[1] >= '1' &&
           data[1] <= '6' && (is_space(data[2]) || data[2] == '#');
}

/* The range in which SDL2_image looks for the element. */
static int is_svg(const ByteReader *reader)
{
    return byte_reader_contains(reader, 4095, "<svg");
}

static PictureKind find_kind(const ByteReader *reader, const char *name)
{
    for (int i = 0; i < COUNT(formats); i++) {
        if (has_magic(reader, formats[i].magics[0]) ||
            has_magic(reader, formats[i].magics[1]))
            return (PictureKind)i;
    }
    if (is_pnm(reader))
        return PICTURE_PNM;
    if (is_svg(reader))
        return PICTURE_SVG;
    return name != NULL && paths_have_ending(name, "tga") ? PICTURE_TGA
                                                          : PICTURE_NONE;
}

int probe_size(const unsigned char *data, size_t size, const char *name,
               PictureKind *kind, uint32_t *width, uint32_t *height)
{
    ByteReader reader = {data, size, 0, 0, 0};
    Size found = {0, 0};

    *kind = find_kind(&reader, name);
    if (*kind == PICTURE_NONE)
        return -1;
    reader.big_endian = formats[*kind].big_endian;
    if (!formats[*kind].measure(&reader, &found) || reader.failed)
        return -1;
    if (*kind != PICTURE_SVG && (found.width == 0 || found.height == 0))
        return -1;
    *width = found.width;
    *height = found.height;
    return 0;
}

int probe_is_whole(const unsigned char *data, size_t size, PictureKind kind)
{
    ByteReader reader = {data, size, 0, formats[kind].big_endian, 0};

    return formats[kind].is_whole == NULL || formats[kind].is_whole(&reader);
}

const char *probe_name(PictureKind kind)
{
    return formats[kind].name;
}

int probe_has_ending(const char *name)
{
    for (int i = 0; i < COUNT(formats); i++) {
        if (paths_have_one_of(name, formats[i].endings))
            return 1;
    }
    return 0;
}
