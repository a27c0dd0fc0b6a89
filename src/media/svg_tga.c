/* SPDX-License-Identifier: MIT */
/*
 * Both formats can lack their end without a decoder that notices: nanosvg draws
 * the elements that it finds, and the footer of a TGA file is optional. All
 * reads are inside the data (byte_reader.h).
 */
#include "media/svg_tga.h"

int svg_measure(ByteReader *reader, Size *size)
{
    (void)reader;
    *size = (Size){0, 0};
    return 1;
}

static int starts_with(const ByteReader *reader, const char *text)
{
    size_t length = strlen(text);

    return reader->size - reader->at >= length &&
           memcmp(reader->data + reader->at, text, length) == 0;
}

/* Stops behind the text. */
static void skip_behind(ByteReader *reader, const char *text)
{
    while (!starts_with(reader, text) && !reader->failed)
        byte_reader_skip(reader, 1);
    byte_reader_skip(reader, strlen(text));
}

/* Takes the rest of a tag. Returns its last two bytes: '>' and the one before
   it, which is '/' if the element has no content. A '>' in quotes is text. */
static uint32_t take_tag(ByteReader *reader)
{
    uint32_t last = 0, quote = 0;

    while ((last & 0xFF) != '>' && !reader->failed) {
        uint32_t byte = byte_reader_take(reader, 1);

        if (quote == 0 && (byte == '"' || byte == '\''))
            quote = byte;
        else if (byte == quote)
            quote = 0;
        else if (quote == 0)
            last = (last << 8 | byte) & 0xFFFF;
    }
    return last;
}

/* nanosvg draws what there is. Each <svg> must have its </svg>. */
int svg_is_whole(ByteReader *reader)
{
    int depth = 0, ends = 0;

    byte_reader_seek(reader, 0);
    while (!reader->failed && reader->at < reader->size) {
        if (starts_with(reader, "<!--")) {
            skip_behind(reader, "-->");
        } else if (starts_with(reader, "<![CDATA[")) {
            skip_behind(reader, "]]>");
        } else if (starts_with(reader, "</svg")) {
            take_tag(reader);
            depth--;
            ends++;
        } else if (starts_with(reader, "<svg")) {
            depth += take_tag(reader) != ('/' << 8 | '>');
        } else {
            byte_reader_skip(reader, 1);
        }
    }
    return !reader->failed && ends > 0 && depth <= 0;
}

typedef struct TgaHeader {
    uint32_t information; /* bytes of text after the header */
    uint32_t has_map;
    uint32_t type; /* 1 map, 2 colours, 3 grey; and 8 for run lengths */
    uint32_t map_count;
    uint32_t map_bits;
    Size size;
    uint32_t bits;
    uint32_t flags;
} TgaHeader;

static TgaHeader read_tga(ByteReader *reader)
{
    TgaHeader header;

    byte_reader_seek(reader, 0);
    header.information = byte_reader_take(reader, 1);
    header.has_map = byte_reader_take(reader, 1);
    header.type = byte_reader_take(reader, 1);
    byte_reader_skip(reader, 2);
    header.map_count = byte_reader_take(reader, 2);
    header.map_bits = byte_reader_take(reader, 1);
    byte_reader_skip(reader, 4);
    header.size = byte_reader_take_size(reader, 2);
    header.bits = byte_reader_take(reader, 1);
    header.flags = byte_reader_take(reader, 1);
    return header;
}

int tga_measure(ByteReader *reader, Size *size)
{
    TgaHeader header = read_tga(reader);

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

/* Skips the pixels of a picture, if they are all there. */
static void skip_pixels(ByteReader *reader, const TgaHeader *header)
{
    size_t bytes = (header->bits + 7) / 8;
    uint64_t pixels = (uint64_t)header->size.width * header->size.height;
    uint64_t found = 0;

    if (!(header->type & 8)) {
        byte_reader_skip(reader, (size_t)(pixels * bytes));
        return;
    }
    while (found < pixels && !reader->failed) {
        uint32_t packet = byte_reader_take(reader, 1);
        uint32_t run = (packet & 0x7F) + 1;

        byte_reader_skip(reader, packet & 0x80 ? bytes : run * bytes);
        found += run;
    }
}

/*
 * A footer of 26 bytes, with this text at its end, and an extension area of 495
 * bytes before it are optional. Returns 0 if there is a part of one of them.
 */
static int ending_is_whole(ByteReader *reader)
{
    static const char text[] = "TRUEVISION-XFILE."; /* and its '\0' */
    size_t rest = reader->size - reader->at;
    const unsigned char *end = reader->data + reader->size;

    if (rest >= sizeof text &&
        memcmp(end - sizeof text, text, sizeof text) == 0)
        return 1;
    for (size_t i = 1; i < sizeof text && i <= rest; i++) {
        if (memcmp(end - i, text, i) == 0)
            return 0;
    }
    return byte_reader_take(reader, 2) != 495;
}

/* SDL2_image does not check whether a read succeeded. */
int tga_is_whole(ByteReader *reader)
{
    TgaHeader header = read_tga(reader);

    byte_reader_skip(reader, header.information);
    if (header.has_map)
        byte_reader_skip(reader, (size_t)header.map_count *
                                     ((header.map_bits + 7) / 8));
    skip_pixels(reader, &header);
    return !reader->failed && ending_is_whole(reader);
}
