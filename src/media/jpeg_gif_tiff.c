/* SPDX-License-Identifier: MIT */
/*
 * If a format is ambiguous, this reads it as SDL2_image 2.6 does. No length in
 * a file is trusted: the reader stops at the end of the data, and every loop
 * with it. Nothing is decoded.
 */
#include "media/jpeg_gif_tiff.h"

enum {
    JPEG_TEM = 0x01,
    JPEG_RST0 = 0xD0,
    JPEG_SOI = 0xD8,
    JPEG_EOI = 0xD9,
    JPEG_SOS = 0xDA,
};

static int stands_alone(uint32_t marker)
{
    return marker == JPEG_TEM || (marker >= JPEG_RST0 && marker <= JPEG_SOI);
}

static int starts_frame(uint32_t marker)
{
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 &&
           marker != 0xC8 && marker != 0xCC;
}

/* Skips the segment of a marker, if it has one, and entropy-coded data, in
   which FF is followed by 00. Returns the marker behind them. */
static uint32_t next_marker(ByteReader *reader, uint32_t marker)
{
    if (!stands_alone(marker)) {
        uint32_t length = byte_reader_take(reader, 2);

        if (length < 2)
            reader->failed = 1;
        else
            byte_reader_skip(reader, length - 2);
    }
    do {
        while (byte_reader_take(reader, 1) != 0xFF && !reader->failed)
            ;
        do {
            marker = byte_reader_take(reader, 1);
        } while (marker == 0xFF);
    } while (marker == 0 && !reader->failed);
    return marker;
}

int jpeg_measure(ByteReader *reader, Size *size)
{
    uint32_t marker = JPEG_SOI;

    byte_reader_seek(reader, 2);
    do {
        marker = next_marker(reader, marker);
        if (reader->failed || marker == JPEG_SOS || marker == JPEG_EOI)
            return 0;
    } while (!starts_frame(marker));
    byte_reader_skip(reader, 3);
    size->height = byte_reader_take(reader, 2);
    size->width = byte_reader_take(reader, 2);
    return 1;
}

/* If the file ends early, SDL2_image adds an end of image: grey stripes. */
int jpeg_is_whole(ByteReader *reader)
{
    uint32_t marker = JPEG_SOI;
    int scans = 0;

    byte_reader_seek(reader, 2);
    do {
        marker = next_marker(reader, marker);
        scans += marker == JPEG_SOS;
    } while (marker != JPEG_EOI && !reader->failed);
    return !reader->failed && scans > 0;
}

static void skip_blocks(ByteReader *reader)
{
    uint32_t length;

    do {
        length = byte_reader_take(reader, 1);
        byte_reader_skip(reader, length);
    } while (length > 0);
}

/* Flag 0x80 of a descriptor: a colour map of 2 << (flags & 7) colours
   follows. */
static void skip_colours(ByteReader *reader, uint32_t flags)
{
    if (flags & 0x80)
        byte_reader_skip(reader, (size_t)6 << (flags & 7));
}

/* Skips extensions to the next frame. Returns 0 if the file ends before, at its
   trailer or without it. */
static int find_frame(ByteReader *reader)
{
    uint32_t byte;

    while ((byte = byte_reader_take(reader, 1)) != ',') {
        if (byte == ';' || reader->failed)
            return 0;
        if (byte == '!') {
            if (byte_reader_take(reader, 1) == 0xF9)
                byte_reader_skip(reader, byte_reader_take(reader, 1));
            skip_blocks(reader);
        }
    }
    return 1;
}

/* The reader stops at the flags of the first frame's descriptor. */
int gif_measure(ByteReader *reader, Size *size)
{
    uint32_t flags;

    byte_reader_seek(reader, 10);
    flags = byte_reader_take(reader, 1);
    byte_reader_skip(reader, 2);
    skip_colours(reader, flags);
    if (!find_frame(reader))
        return 0;
    byte_reader_skip(reader, 4);
    *size = byte_reader_take_size(reader, 2);
    return 1;
}

int gif_is_animated(ByteReader *reader)
{
    Size size;

    if (!gif_measure(reader, &size))
        return 0;
    skip_colours(reader, byte_reader_take(reader, 1));
    byte_reader_skip(reader, 1);
    skip_blocks(reader);
    return find_frame(reader);
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

/* The reader stands at a frame's codes. Skips them and all later frames. */
static void skip_frames(ByteReader *reader)
{
    int is_frame;

    do {
        byte_reader_skip(reader, 1);
        skip_blocks(reader);
        is_frame = find_frame(reader);
        if (is_frame) {
            byte_reader_skip(reader, 8);
            skip_colours(reader, byte_reader_take(reader, 1));
        }
    } while (is_frame);
}

int gif_is_whole(ByteReader *reader)
{
    Size size;
    size_t codes;

    if (!gif_measure(reader, &size))
        return 0;
    skip_colours(reader, byte_reader_take(reader, 1));
    codes = reader->at;
    if (!codes_are_valid(reader, (uint64_t)size.width * size.height))
        return 0;
    byte_reader_seek(reader, codes);
    skip_frames(reader);
    return !reader->failed;
}

enum {
    TIFF_WIDTH = 256,
    TIFF_HEIGHT = 257,
    TIFF_SAMPLES = 277,
    TIFF_TILE_WIDTH = 322,
    TIFF_TILE_HEIGHT = 323,
    /* Above these a small file could make libtiff allocate gigabytes. */
    TIFF_MAX_TILE = 4096,
    TIFF_MAX_SAMPLES = 8,
};

/* The reader stops at the entries of the first directory. Returns how many
   there are. */
static uint32_t find_entries(ByteReader *reader)
{
    reader->big_endian = reader->data[0] == 'M';
    byte_reader_seek(reader, 4);
    byte_reader_seek(reader, byte_reader_take(reader, 4));
    return byte_reader_take(reader, 2);
}

/* The first value of an entry of the first directory, or `missing` if there is
   none. */
static uint32_t first_value(ByteReader *reader, uint32_t wanted,
                            uint32_t missing)
{
    static const size_t widths[] = {0, 1, 0, 2, 4};
    uint32_t entries = find_entries(reader);

    for (uint32_t i = 0; i < entries && !reader->failed; i++) {
        uint32_t id = byte_reader_take(reader, 2);
        uint32_t type = byte_reader_take(reader, 2);
        uint32_t count = byte_reader_take(reader, 4);
        size_t width = type < 5 ? widths[type] : 0;

        if (id == wanted && (count == 0 || width == 0))
            return missing;
        if (id == wanted) {
            if ((uint64_t)count * width > 4)
                byte_reader_seek(reader, byte_reader_take(reader, 4));
            return byte_reader_take(reader, width);
        }
        byte_reader_skip(reader, 4);
    }
    return missing;
}

int tiff_measure(ByteReader *reader, Size *size)
{
    size->width = first_value(reader, TIFF_WIDTH, 0);
    size->height = first_value(reader, TIFF_HEIGHT, 0);
    return first_value(reader, TIFF_TILE_WIDTH, 1) <= TIFF_MAX_TILE &&
           first_value(reader, TIFF_TILE_HEIGHT, 1) <= TIFF_MAX_TILE &&
           first_value(reader, TIFF_SAMPLES, 1) <= TIFF_MAX_SAMPLES;
}
