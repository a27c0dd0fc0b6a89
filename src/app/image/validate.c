/* SPDX-License-Identifier: MIT */
/*
 * A function for each format whose decoder in SDL2_image 2.6 does not notice
 * the end of the file. They follow the structure of the file as far as the
 * decoder would, and decode nothing.
 */
#include "app/image/validate.h"

#include <stdint.h>
#include <string.h>

#include "app/image/byte_reader.h"
#include "app/image/format_tables.h"

/* If the file ends early, libpng reads uninitialised memory. */
static int png_is_whole(ByteReader *reader)
{
    uint32_t chunk;

    byte_reader_seek(reader, 8);
    do {
        uint32_t length = byte_reader_take(reader, 4);

        chunk = byte_reader_take(reader, 4);
        byte_reader_skip(reader, length);
        byte_reader_skip(reader, 4);
    } while (chunk != byte_reader_tag("IEND") && !reader->failed);
    return !reader->failed;
}

/* If the file ends early, SDL2_image adds an end of image: grey stripes. */
static int jpeg_is_whole(ByteReader *reader)
{
    int scans = 0;

    byte_reader_seek(reader, 2);
    while (!reader->failed) {
        uint32_t marker = format_jpeg_next_marker(reader);

        if (marker == JPEG_EOI)
            return scans > 0;
        scans += marker == JPEG_SOS;
        if (!format_jpeg_stands_alone(marker))
            format_jpeg_skip_segment(reader);
    }
    return 0;
}

/* The codes of a GIF frame: bits, lowest first, in blocks of 1 to 255 bytes. */
typedef struct Codes {
    ByteReader *reader;
    uint32_t block; /* bytes left in this block */
    uint32_t bits;
    uint32_t count; /* of bits */
} Codes;

static uint32_t take_code(Codes *codes, uint32_t width)
{
    uint32_t code;

    while (codes->count < width) {
        if (codes->block == 0)
            codes->block = byte_reader_take(codes->reader, 1);
        if (codes->block == 0)
            codes->reader->failed = 1;
        if (codes->reader->failed)
            return 0;
        codes->bits |= byte_reader_take(codes->reader, 1) << codes->count;
        codes->count += 8;
        codes->block--;
    }
    code = codes->bits & ((1U << width) - 1);
    codes->bits >>= width;
    codes->count -= width;
    return code;
}

enum { GIF_TABLE = 4096 };

/*
 * Counts the pixels of the LZW codes: a string is one longer than the one that
 * it extends. A code above the next free one is refused: with such codes
 * strings can extend each other in a circle, and SDL2_image 2.6 then overruns
 * its stack.
 */
static int codes_are_valid(ByteReader *reader, uint64_t wanted)
{
    Codes codes = {reader, 0, 0, 0};
    uint16_t length[GIF_TABLE];
    uint32_t start = byte_reader_take(reader, 1);
    uint32_t clear = start >= 1 && start <= 8 ? 1U << start : 0;
    uint32_t next = 0, width = start + 1, last = clear;
    uint64_t found = 0;

    for (uint32_t i = 0; i < GIF_TABLE; i++)
        length[i] = 1;
    while (found < wanted && clear > 0) {
        uint32_t code = take_code(&codes, width);

        if (reader->failed || code == clear + 1)
            return 0;
        if (last == clear) {
            next = clear + 2;
            if (code > clear)
                return 0;
        } else if (code != clear) {
            if (code > next)
                return 0;
            if (next < GIF_TABLE) {
                length[next++] = (uint16_t)(length[last] + 1);
                width += next == 1U << width && width < 12;
            }
        }
        if (code == clear)
            width = start + 1;
        else
            found += length[code];
        last = code;
    }
    return clear > 0;
}

static int gif_is_whole(ByteReader *reader)
{
    Size size;

    if (!format_gif_find_frame(reader, &size))
        return 0;
    format_gif_skip_colours(reader, byte_reader_take(reader, 1));
    return codes_are_valid(reader, (uint64_t)size.width * size.height);
}

static int webp_is_whole(ByteReader *reader)
{
    byte_reader_seek(reader, 4);
    byte_reader_skip(reader, byte_reader_take(reader, 4));
    return !reader->failed;
}

/* libtiff leaves strips black that are outside the file. */
static int tiff_is_whole(ByteReader *reader)
{
    TiffValues offsets, sizes;

    reader->big_endian = reader->data[0] == 'M';
    offsets = format_tiff_find_values(reader, TIFF_STRIP_OFFSETS);
    sizes = format_tiff_find_values(reader, TIFF_STRIP_SIZES);
    if (offsets.count == 0) {
        offsets = format_tiff_find_values(reader, TIFF_TILE_OFFSETS);
        sizes = format_tiff_find_values(reader, TIFF_TILE_SIZES);
    }
    for (uint32_t i = 0; i < offsets.count && i < sizes.count; i++) {
        uint32_t length = format_tiff_value(reader, &sizes, i);

        byte_reader_seek(reader, format_tiff_value(reader, &offsets, i));
        byte_reader_skip(reader, length);
        if (reader->failed)
            return 0;
    }
    return 1;
}

static int qoi_is_whole(ByteReader *reader)
{
    static const unsigned char end[8] = {0, 0, 0, 0, 0, 0, 0, 1};

    return reader->size >= 14 + sizeof end &&
           memcmp(reader->data + reader->size - sizeof end, end, sizeof end) ==
               0;
}

/* SDL2_image takes any last 768 bytes for the palette. */
static int pcx_is_whole(ByteReader *reader)
{
    const unsigned char *data = reader->data;

    if (data[3] != 8 || data[65] != 1)
        return 1;
    return reader->size >= 128 + 769 && data[reader->size - 769] == 12;
}

static int svg_is_whole(ByteReader *reader)
{
    return byte_reader_contains(reader, reader->size, "</svg");
}

/* SDL2_image does not check whether a read succeeded. */
static int tga_is_whole(ByteReader *reader)
{
    TgaHeader header;
    size_t bytes;
    uint64_t pixels, found = 0;

    format_tga_read(reader, &header);
    bytes = (header.bits + 7) / 8;
    pixels = (uint64_t)header.size.width * header.size.height;
    byte_reader_skip(reader, header.information);
    if (header.has_map)
        byte_reader_skip(reader, (size_t)header.map_count *
                                     ((header.map_bits + 7) / 8));
    if (!(header.type & 8))
        return !reader->failed && pixels <= (reader->size - reader->at) / bytes;
    while (found < pixels && !reader->failed) {
        uint32_t packet = byte_reader_take(reader, 1);
        uint32_t run = (packet & 0x7F) + 1;

        byte_reader_skip(reader, packet & 0x80 ? bytes : run * bytes);
        found += run;
    }
    return !reader->failed;
}

/* Decoders of the other formats notice the end themselves. */
static const struct {
    int big_endian;
    int (*is_whole)(ByteReader *reader);
} checks[] = {
    [PICTURE_PNG] = {1, png_is_whole},   [PICTURE_JPEG] = {1, jpeg_is_whole},
    [PICTURE_GIF] = {0, gif_is_whole},   [PICTURE_WEBP] = {0, webp_is_whole},
    [PICTURE_TIFF] = {0, tiff_is_whole}, [PICTURE_QOI] = {1, qoi_is_whole},
    [PICTURE_PCX] = {0, pcx_is_whole},   [PICTURE_SVG] = {0, svg_is_whole},
    [PICTURE_TGA] = {0, tga_is_whole},
};

int validate_picture(const unsigned char *data, size_t size, PictureKind kind)
{
    ByteReader reader = {data, size, 0, checks[kind].big_endian, 0};

    return checks[kind].is_whole == NULL || checks[kind].is_whole(&reader);
}
