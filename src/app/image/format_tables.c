/* SPDX-License-Identifier: MIT */
/*
 * If a format is ambiguous, this reads it as SDL2_image 2.6 does. No length in
 * a file is trusted: the reader stops at the end of the data, and every loop
 * with it.
 */
#include "app/image/format_tables.h"

enum {
    JPEG_TEM = 0x01,
    JPEG_RST0 = 0xD0,
    JPEG_SOI = 0xD8,
};

uint32_t format_jpeg_next_marker(ByteReader *reader)
{
    uint32_t marker;

    do {
        while (byte_reader_take(reader, 1) != 0xFF && !reader->failed)
            ;
        do {
            marker = byte_reader_take(reader, 1);
        } while (marker == 0xFF);
    } while (marker == 0 && !reader->failed);
    return marker;
}

int format_jpeg_stands_alone(uint32_t marker)
{
    return marker == JPEG_TEM || (marker >= JPEG_RST0 && marker <= JPEG_SOI);
}

void format_jpeg_skip_segment(ByteReader *reader)
{
    uint32_t length = byte_reader_take(reader, 2);

    if (length < 2)
        reader->failed = 1;
    else
        byte_reader_skip(reader, length - 2);
}

static void skip_blocks(ByteReader *reader)
{
    uint32_t length;

    do {
        length = byte_reader_take(reader, 1);
        byte_reader_skip(reader, length);
    } while (length > 0);
}

void format_gif_skip_colours(ByteReader *reader, uint32_t flags)
{
    if (flags & 0x80)
        byte_reader_skip(reader, (size_t)6 << (flags & 7));
}

int format_gif_find_frame(ByteReader *reader, Size *size)
{
    uint32_t byte;

    byte_reader_seek(reader, 10);
    byte = byte_reader_take(reader, 1);
    byte_reader_skip(reader, 2);
    format_gif_skip_colours(reader, byte);
    while ((byte = byte_reader_take(reader, 1)) != ',') {
        if (byte == ';' || reader->failed)
            return 0;
        if (byte == '!') {
            if (byte_reader_take(reader, 1) == 0xF9)
                byte_reader_skip(reader, byte_reader_take(reader, 1));
            skip_blocks(reader);
        }
    }
    byte_reader_skip(reader, 4);
    size->width = byte_reader_take(reader, 2);
    size->height = byte_reader_take(reader, 2);
    return 1;
}

TiffValues format_tiff_find_values(ByteReader *reader, uint32_t wanted)
{
    static const size_t widths[] = {0, 1, 0, 2, 4};
    TiffValues values = {0, 0, 0};
    uint32_t entries;

    byte_reader_seek(reader, 4);
    byte_reader_seek(reader, byte_reader_take(reader, 4));
    entries = byte_reader_take(reader, 2);
    for (uint32_t i = 0; i < entries && !reader->failed; i++) {
        uint32_t id = byte_reader_take(reader, 2);
        uint32_t type = byte_reader_take(reader, 2);
        uint32_t count = byte_reader_take(reader, 4);

        if (id == wanted && !reader->failed) {
            values.width = type < 5 ? widths[type] : 0;
            values.count = values.width > 0 ? count : 0;
            values.at = reader->at;
            if ((uint64_t)values.count * values.width > 4)
                values.at = byte_reader_take(reader, 4);
            return values;
        }
        byte_reader_skip(reader, 4);
    }
    return values;
}

uint32_t format_tiff_value(ByteReader *reader, const TiffValues *values,
                           uint32_t i)
{
    uint64_t at = values->at + (uint64_t)i * values->width;

    byte_reader_seek(reader, at < reader->size ? (size_t)at : reader->size);
    return byte_reader_take(reader, values->width);
}

void format_tga_read(ByteReader *reader, TgaHeader *header)
{
    byte_reader_seek(reader, 0);
    header->information = byte_reader_take(reader, 1);
    header->has_map = byte_reader_take(reader, 1);
    header->type = byte_reader_take(reader, 1);
    byte_reader_skip(reader, 2);
    header->map_count = byte_reader_take(reader, 2);
    header->map_bits = byte_reader_take(reader, 1);
    byte_reader_skip(reader, 4);
    header->size.width = byte_reader_take(reader, 2);
    header->size.height = byte_reader_take(reader, 2);
    header->bits = byte_reader_take(reader, 1);
    header->flags = byte_reader_take(reader, 1);
}
