/* SPDX-License-Identifier: MIT */
/*
 * Where a format leaves room, this reads as SDL2_image 2.6 does. No length in
 * a file is believed: the Reader of bytes.h stops at the end of the data, and
 * every loop stops with it.
 */
#include "app/image/format_tables.h"

enum {
    JPEG_TEM = 0x01,
    JPEG_RST0 = 0xD0,
    JPEG_SOI = 0xD8,
};

uint32_t layout_next_marker(Reader *reader)
{
    uint32_t marker;

    do {
        while (bytes_take(reader, 1) != 0xFF && !reader->failed)
            ;
        do {
            marker = bytes_take(reader, 1);
        } while (marker == 0xFF);
    } while (marker == 0 && !reader->failed);
    return marker;
}

int layout_stands_alone(uint32_t marker)
{
    return marker == JPEG_TEM || (marker >= JPEG_RST0 && marker <= JPEG_SOI);
}

void layout_skip_segment(Reader *reader)
{
    uint32_t length = bytes_take(reader, 2);

    if (length < 2)
        reader->failed = 1;
    else
        bytes_skip(reader, length - 2);
}

static void skip_blocks(Reader *reader)
{
    uint32_t length;

    do {
        length = bytes_take(reader, 1);
        bytes_skip(reader, length);
    } while (length > 0);
}

void layout_skip_colours(Reader *reader, uint32_t flags)
{
    if (flags & 0x80)
        bytes_skip(reader, (size_t)6 << (flags & 7));
}

int layout_find_frame(Reader *reader, Size *size)
{
    uint32_t byte;

    bytes_seek(reader, 10);
    byte = bytes_take(reader, 1);
    bytes_skip(reader, 2);
    layout_skip_colours(reader, byte);
    while ((byte = bytes_take(reader, 1)) != ',') {
        if (byte == ';' || reader->failed)
            return 0;
        if (byte == '!') {
            if (bytes_take(reader, 1) == 0xF9)
                bytes_skip(reader, bytes_take(reader, 1));
            skip_blocks(reader);
        }
    }
    bytes_skip(reader, 4);
    size->width = bytes_take(reader, 2);
    size->height = bytes_take(reader, 2);
    return 1;
}

TiffValues layout_find_values(Reader *reader, uint32_t wanted)
{
    static const size_t widths[] = {0, 1, 0, 2, 4};
    TiffValues values = {0, 0, 0};
    uint32_t entries;

    bytes_seek(reader, 4);
    bytes_seek(reader, bytes_take(reader, 4));
    entries = bytes_take(reader, 2);
    for (uint32_t i = 0; i < entries && !reader->failed; i++) {
        uint32_t id = bytes_take(reader, 2);
        uint32_t type = bytes_take(reader, 2);
        uint32_t count = bytes_take(reader, 4);

        if (id == wanted && !reader->failed) {
            values.width = type < 5 ? widths[type] : 0;
            values.count = values.width > 0 ? count : 0;
            values.at = reader->at;
            if ((uint64_t)values.count * values.width > 4)
                values.at = bytes_take(reader, 4);
            return values;
        }
        bytes_skip(reader, 4);
    }
    return values;
}

uint32_t layout_value(Reader *reader, const TiffValues *values, uint32_t i)
{
    uint64_t at = values->at + (uint64_t)i * values->width;

    bytes_seek(reader, at < reader->size ? (size_t)at : reader->size);
    return bytes_take(reader, values->width);
}

void layout_read_tga(Reader *reader, TgaHeader *header)
{
    bytes_seek(reader, 0);
    header->information = bytes_take(reader, 1);
    header->has_map = bytes_take(reader, 1);
    header->type = bytes_take(reader, 1);
    bytes_skip(reader, 2);
    header->map_count = bytes_take(reader, 2);
    header->map_bits = bytes_take(reader, 1);
    bytes_skip(reader, 4);
    header->size.width = bytes_take(reader, 2);
    header->size.height = bytes_take(reader, 2);
    header->bits = bytes_take(reader, 1);
    header->flags = bytes_take(reader, 1);
}
