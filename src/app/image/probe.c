/* SPDX-License-Identifier: MIT */
/*
 * A table of magic bytes, and a table of formats with functions that read the
 * size. If a format is ambiguous, they read it as SDL2_image 2.6 does: the size
 * must be the one that the decoder will allocate.
 */
#include "app/image/probe.h"

#include "base/fixed.h"

#include <limits.h>

#include "app/image/byte_reader.h"
#include "app/image/format_tables.h"
#include "host/paths.h"

typedef struct Format {
    const char *name;
    int big_endian;
    int (*measure)(ByteReader *reader, Size *size);
} Format;

static int measure_png(ByteReader *reader, Size *size)
{
    byte_reader_seek(reader, 12);
    if (byte_reader_take(reader, 4) != byte_reader_tag("IHDR"))
        return 0;
    size->width = byte_reader_take(reader, 4);
    size->height = byte_reader_take(reader, 4);
    return 1;
}

static int starts_frame(uint32_t marker)
{
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 &&
           marker != 0xC8 && marker != 0xCC;
}

static int measure_jpeg(ByteReader *reader, Size *size)
{
    byte_reader_seek(reader, 2);
    for (;;) {
        uint32_t marker = format_jpeg_next_marker(reader);

        if (reader->failed || marker == JPEG_SOS || marker == JPEG_EOI)
            return 0;
        if (starts_frame(marker))
            break;
        if (!format_jpeg_stands_alone(marker))
            format_jpeg_skip_segment(reader);
    }
    byte_reader_skip(reader, 3);
    size->height = byte_reader_take(reader, 2);
    size->width = byte_reader_take(reader, 2);
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
    size->width = byte_reader_take(reader, header == 12 ? 2 : 4);
    size->height = byte_reader_take(reader, header == 12 ? 2 : 4);
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

enum {
    /* Above these a small file could make libtiff allocate gigabytes. */
    TIFF_MAX_TILE = 4096,
    TIFF_MAX_SAMPLES = 8,
};

/* The first value of an entry, or `missing` if there is no such entry. */
static uint32_t find_value(ByteReader *reader, uint32_t wanted,
                           uint32_t missing)
{
    TiffValues values = format_tiff_find_values(reader, wanted);

    return values.count == 0 ? missing : format_tiff_value(reader, &values, 0);
}

static int measure_tiff(ByteReader *reader, Size *size)
{
    reader->big_endian = reader->data[0] == 'M';
    size->width = find_value(reader, TIFF_WIDTH, 0);
    size->height = find_value(reader, TIFF_HEIGHT, 0);
    return find_value(reader, TIFF_TILE_WIDTH, 1) <= TIFF_MAX_TILE &&
           find_value(reader, TIFF_TILE_HEIGHT, 1) <= TIFF_MAX_TILE &&
           find_value(reader, TIFF_SAMPLES, 1) <= TIFF_MAX_SAMPLES;
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
    size->width = byte_reader_take(reader, 4);
    size->height = byte_reader_take(reader, 4);
    return 1;
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
            size->width = byte_reader_take(reader, 2);
            size->height = byte_reader_take(reader, 2);
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

static int measure_svg(ByteReader *reader, Size *size)
{
    (void)reader;
    size->width = 0;
    size->height = 0;
    return 1;
}

static int measure_tga(ByteReader *reader, Size *size)
{
    TgaHeader header;

    format_tga_read(reader, &header);
    *size = header.size;
    if (header.flags & 0xD0)
        return 0;
    switch (header.type & ~8U) {
    case 1:
        return header.has_map && header.bits == 8 && header.map_count <= 256;
    case 2:
        return header.bits == 15 || header.bits == 16 || header.bits == 24 ||
               header.bits == 32;
    case 3:
        return header.bits == 8;
    default:
        return 0;
    }
}

static const Format formats[] = {
    [PICTURE_NONE] = {"unknown", 0, NULL},
    [PICTURE_PNG] = {"PNG", 1, measure_png},
    [PICTURE_JPEG] = {"JPEG", 1, measure_jpeg},
    [PICTURE_GIF] = {"GIF", 0, format_gif_find_frame},
    [PICTURE_BMP] = {"BMP", 0, measure_bmp},
    [PICTURE_WEBP] = {"WebP", 0, measure_webp},
    [PICTURE_TIFF] = {"TIFF", 0, measure_tiff},
    [PICTURE_PNM] = {"PNM", 0, measure_pnm},
    [PICTURE_QOI] = {"QOI", 1, measure_qoi},
    [PICTURE_PCX] = {"PCX", 0, measure_pcx},
    [PICTURE_LBM] = {"LBM", 1, measure_lbm},
    [PICTURE_SVG] = {"SVG", 0, measure_svg},
    [PICTURE_TGA] = {"TGA", 0, measure_tga},
};

/* The first bytes; '?' is any byte. The first row that matches wins. */
static const struct {
    PictureKind kind;
    const char *bytes;
    size_t size;
} magics[] = {
    {PICTURE_PNG, "\x89PNG\r\n\x1A\n", 8},
    {PICTURE_JPEG, "\xFF\xD8\xFF", 3},
    {PICTURE_GIF, "GIF87a", 6},
    {PICTURE_GIF, "GIF89a", 6},
    {PICTURE_BMP, "BM?????????????\0\0\0", 18},
    {PICTURE_WEBP, "RIFF????WEBPVP8", 15},
    {PICTURE_TIFF, "II*\0", 4},
    {PICTURE_TIFF, "MM\0*", 4},
    {PICTURE_QOI, "qoif", 4},
    {PICTURE_PCX, "\x0A\x05\0", 3},
    {PICTURE_PCX, "\x0A\x05\1", 3},
    {PICTURE_LBM, "FORM????ILBM", 12},
    {PICTURE_LBM, "FORM????PBM ", 12},
};

static int has_magic(const ByteReader *reader, const char *bytes, size_t size)
{
    if (reader->size < size)
        return 0;
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != '?' && (unsigned char)bytes[i] != reader->data[i])
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
    for (int i = 0; i < COUNT(magics); i++) {
        if (has_magic(reader, magics[i].bytes, magics[i].size))
            return magics[i].kind;
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

const char *probe_name(PictureKind kind)
{
    return formats[kind].name;
}
