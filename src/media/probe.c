/* SPDX-License-Identifier: MIT */
/*
 * A row for each format: its endings, its magic bytes, a function that reads
 * the size and, if the decoder in SDL2_image 2.6 does not notice the end of the
 * file, one that looks for it. If a format is ambiguous, it is read as
 * SDL2_image 2.6 does: the size must be the one that the decoder will allocate.
 * No length in a file is trusted: the reader stops at the end of the data, and
 * every loop with it.
 */
#include "media/probe.h"

#include "lib/util/fixed.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

#include "media/pnm.h"
#include "media/svg.h"
#include "media/webp.h"
#include "os/paths.h"

typedef struct Format {
    const char *name;
    const char *endings;   /* of file names, with blanks between them */
    const char *magics[2]; /* first bytes; '?' is any byte, '_' is 0 */
    int big_endian;
    int (*measure)(ByteReader *reader, Size *size);
    int (*is_whole)(ByteReader *reader); /* NULL: the decoder checks that */
} Format;

/* The chunk acTL stands before the first pixels. */
static int png_is_animated(ByteReader *reader)
{
    ByteReader chunk = metadata_find_chunk(reader, PICTURE_PNG, "acTL", "IDAT");

    chunk.big_endian = 1;
    return byte_reader_take(&chunk, 4) > 1;
}

static int measure_png(ByteReader *reader, Size *size)
{
    byte_reader_seek(reader, 12);
    if (byte_reader_take(reader, 4) != byte_reader_tag("IHDR"))
        return 0;
    *size = byte_reader_take_size(reader, 4);
    return 1;
}

static int webp_has_two_frames(ByteReader *reader)
{
    return metadata_find_chunk(reader, PICTURE_WEBP, "ANMF", NULL).size > 0 &&
           byte_reader_starts_with(reader, "ANMF");
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

/* Only the samples may be missing. */
static int measure_pnm(ByteReader *reader, Size *size)
{
    Pnm pnm = {.next = byte_reader_next, .source = reader};

    byte_reader_seek(reader, 0);
    if (pnm_open(&pnm) != 0)
        return 0;
    *size = (Size){(uint32_t)pnm.width, (uint32_t)pnm.height};
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

static int starts_frame(uint32_t marker)
{
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 &&
           marker != 0xC8 && marker != 0xCC;
}

/* Stops behind the length of the frame's segment. Returns its marker, or 0. */
static uint32_t find_jpeg_frame(ByteReader *reader)
{
    uint32_t marker = JPEG_SOI;

    byte_reader_seek(reader, 2);
    do {
        marker = metadata_next_marker(reader, marker);
        if (reader->failed || marker == JPEG_SOS || marker == JPEG_EOI)
            return 0;
    } while (!starts_frame(marker));
    byte_reader_skip(reader, 2);
    return marker;
}

static int measure_jpeg(ByteReader *reader, Size *size)
{
    if (find_jpeg_frame(reader) == 0)
        return 0;
    byte_reader_skip(reader, 1);
    size->height = byte_reader_take(reader, 2);
    size->width = byte_reader_take(reader, 2);
    return 1;
}

/* If the file ends early, SDL2_image adds an end of image: grey stripes. */
static int jpeg_is_whole(ByteReader *reader)
{
    uint32_t marker = JPEG_SOI;
    int scans = 0;

    byte_reader_seek(reader, 2);
    do {
        marker = metadata_next_marker(reader, marker);
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

/* Where on the screen the first frame starts, and its size; the reader stops at
   the flags of its descriptor. */
static int find_first_frame(ByteReader *reader, Size *start, Size *frame)
{
    uint32_t flags;

    byte_reader_seek(reader, 10);
    flags = byte_reader_take(reader, 1);
    byte_reader_skip(reader, 2);
    skip_colours(reader, flags);
    if (!find_frame(reader))
        return 0;
    *start = byte_reader_take_size(reader, 2);
    *frame = byte_reader_take_size(reader, 2);
    return frame->width > 0 && frame->height > 0;
}

/* The screen, and what sticks out of it. */
static int measure_gif(ByteReader *reader, Size *size)
{
    Size start, frame;

    byte_reader_seek(reader, 6);
    *size = byte_reader_take_size(reader, 2);
    if (!find_first_frame(reader, &start, &frame))
        return 0;
    if (size->width < start.width + frame.width)
        size->width = start.width + frame.width;
    if (size->height < start.height + frame.height)
        size->height = start.height + frame.height;
    return 1;
}

static int gif_is_animated(ByteReader *reader)
{
    Size start, frame;

    if (!find_first_frame(reader, &start, &frame))
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

static int gif_is_whole(ByteReader *reader)
{
    Size start, size;
    size_t codes;

    if (!find_first_frame(reader, &start, &size))
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
    TIFF_BITS = 258,
    TIFF_PHOTOMETRIC = 262,
    TIFF_SAMPLES = 277,
    TIFF_TILE_WIDTH = 322,
    TIFF_TILE_HEIGHT = 323,
    TIFF_SAMPLE_FORMAT = 339,
    TIFF_CMYK = 5,
    /* Above these a small file could make libtiff allocate gigabytes. */
    TIFF_MAX_TILE = 4096,
    TIFF_MAX_SAMPLES = 8,
};

static int measure_tiff(ByteReader *reader, Size *size)
{
    size->width = metadata_tiff_value(reader, TIFF_WIDTH, 0);
    size->height = metadata_tiff_value(reader, TIFF_HEIGHT, 0);
    return metadata_tiff_value(reader, TIFF_TILE_WIDTH, 1) <= TIFF_MAX_TILE &&
           metadata_tiff_value(reader, TIFF_TILE_HEIGHT, 1) <= TIFF_MAX_TILE &&
           metadata_tiff_value(reader, TIFF_SAMPLES, 1) <= TIFF_MAX_SAMPLES;
}

static int measure_svg(ByteReader *reader, Size *size)
{
    (void)reader;
    *size = (Size){0, 0};
    return 1;
}

#define TGA_UNREAD 0xD0 /* flags */

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

static int measure_tga(ByteReader *reader, Size *size)
{
    TgaHeader header = read_tga(reader);

    *size = header.size;
    if (header.flags & TGA_UNREAD)
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

/* SDL2_image does not check whether a read succeeded. */
static int tga_is_whole(ByteReader *reader)
{
    TgaHeader header = read_tga(reader);

    byte_reader_skip(reader, header.information);
    if (header.has_map)
        byte_reader_skip(reader, (size_t)header.map_count *
                                     ((header.map_bits + 7) / 8));
    skip_pixels(reader, &header);
    return !reader->failed;
}

static const Format formats[] = {
    [PICTURE_NONE] = {.name = "unknown", .endings = ""},
    [PICTURE_PNG] = {"PNG", "png", {"\x89PNG\r\n\x1A\n"}, 1, measure_png, NULL},
    [PICTURE_JPEG] = {"JPEG",
                      "jpg jpeg jpe jfif jif pjpeg pjp",
                      {"\xFF\xD8\xFF"},
                      1,
                      measure_jpeg,
                      jpeg_is_whole},
    [PICTURE_GIF] =
        {"GIF", "gif", {"GIF87a", "GIF89a"}, 0, measure_gif, gif_is_whole},
    [PICTURE_BMP] =
        {"BMP", "bmp dib", {"BM?????????????___"}, 0, measure_bmp, NULL},
    [PICTURE_WEBP] =
        {"WebP", "webp", {"RIFF????WEBPVP8"}, 0, measure_webp, NULL},
    [PICTURE_TIFF] =
        {"TIFF", "tif tiff", {"II*_", "MM_*"}, 0, measure_tiff, NULL},
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
    [PICTURE_SVG] = {"SVG", "svg svgz", {NULL}, 0, measure_svg, NULL},
    [PICTURE_TGA] = {"TGA", "tga", {NULL}, 0, measure_tga, tga_is_whole},
};

_Static_assert(COUNT(formats) == PICTURE_COUNT, "each format has a row");

static int is_pnm(const ByteReader *reader)
{
    const unsigned char *data = reader->data;

    return reader->size >= 3 && data[0] == 'P' && data[1] >= '1' &&
           data[1] <= '6' && (isspace(data[2]) || data[2] == '#');
}

static PictureKind find_kind(const ByteReader *reader, const char *name)
{
    for (int i = 0; i < COUNT(formats); i++) {
        for (int k = 0; k < COUNT(formats[i].magics); k++) {
            const char *magic = formats[i].magics[k];

            if (magic != NULL && byte_reader_has_magic(reader, magic))
                return (PictureKind)i;
        }
    }
    if (is_pnm(reader))
        return PICTURE_PNM;
    if (svg_has_root(reader->data, reader->size) ||
        (byte_reader_has_magic(reader, SVG_PACKED) && name != NULL &&
         paths_have_one_of(name, formats[PICTURE_SVG].endings)))
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

int probe_is_animated(const unsigned char *data, size_t size, PictureKind kind)
{
    ByteReader reader = {data, size, 0, formats[kind].big_endian, 0};

    return (kind == PICTURE_GIF && gif_is_animated(&reader)) ||
           (kind == PICTURE_PNG && png_is_animated(&reader)) ||
           (kind == PICTURE_WEBP && WEBP_ANIMATIONS &&
            webp_has_two_frames(&reader));
}

uint32_t probe_gif_place(const unsigned char *data, size_t size, int *x, int *y)
{
    ByteReader reader = {data, size, 0, 0, 0};
    Size start = {0}, frame = {0};
    uint32_t flags, colour;

    find_first_frame(&reader, &start, &frame);
    *x = (int)start.width;
    *y = (int)start.height;
    byte_reader_seek(&reader, 10);
    flags = byte_reader_take(&reader, 1);
    byte_reader_seek(&reader, 13 + 3 * byte_reader_take(&reader, 1));
    colour = byte_reader_take(&reader, 3);
    return flags & 0x80 && !reader.failed ? 0xFF000000 | (colour & 0xFF) << 16 |
                                                (colour & 0xFF00) | colour >> 16
                                          : 0;
}

/* First bytes of formats that are not read, as of those that are. */
static const struct {
    const char *magic, *name;
} unread[] = {
    {"II+_", "BigTIFF"},
    {"MM_+", "BigTIFF"},
    {"????ftypavi", "AVIF"},
    {"????ftyphe", "HEIC"},
    {"????ftypmif1", "HEIF"},
    {"????ftypmsf1", "HEIF"},
    {"\xFF\x0A", "JPEG XL"},
    {"___\x0CJXL ", "JPEG XL"},
    {"___\x0CjP  ", "JPEG 2000"},
    {"v/1\1", "OpenEXR"},
    {"8BPS", "PSD"},
    {"gimp xcf", "XCF"},
    {"/* XPM */", "XPM"},
    {"__\1_", "ICO"},
    {"__\2_", "CUR"},
    {"P7\n", "PAM"},
    {"PF\n", "PFM"},
    {"Pf\n", "PFM"},
    {"%PDF", "PDF"},
    {"%!PS", "PostScript"},
};

static const char *name_unread(const ByteReader *reader)
{
    for (int i = 0; i < COUNT(unread); i++) {
        if (byte_reader_has_magic(reader, unread[i].magic))
            return unread[i].name;
    }
    return NULL;
}

/* libtiff reads none of these as RGBA. */
static const char *find_unread_tiff(ByteReader *reader)
{
    uint32_t bits = metadata_tiff_value(reader, TIFF_BITS, 1);

    if (metadata_tiff_value(reader, TIFF_SAMPLE_FORMAT, 1) == 3)
        return "TIFF with samples of floating point";
    if (bits == 16 &&
        metadata_tiff_value(reader, TIFF_PHOTOMETRIC, 0) == TIFF_CMYK)
        return "TIFF of CMYK with samples of 16 bits";
    return bits > 16 || (bits & (bits - 1)) != 0
               ? "TIFF with samples of other than 1, 2, 4, 8 or 16 bits"
               : NULL;
}

static const char *find_unread_jpeg(ByteReader *reader)
{
    uint32_t marker = find_jpeg_frame(reader);

    if (marker != 0 && byte_reader_take(reader, 1) != 8)
        return "JPEG with samples of other than 8 bits";
    return marker == 0xC3 ||
                   (marker >= 0xC5 && marker != 0xC9 && marker != 0xCA)
               ? "JPEG that is lossless or hierarchical"
               : NULL;
}

const char *probe_unread(const unsigned char *data, size_t size,
                         PictureKind kind)
{
    ByteReader reader = {data, size, 0, formats[kind].big_endian, 0};

    switch (kind) {
    case PICTURE_NONE:
        return name_unread(&reader);
    case PICTURE_TIFF:
        return find_unread_tiff(&reader);
    case PICTURE_JPEG:
        return find_unread_jpeg(&reader);
    case PICTURE_SVG:
        return svg_unread(data, size);
    case PICTURE_WEBP:
        return !WEBP_ANIMATIONS && webp_is_animation(data, size)
                   ? "animated WebP, built without libwebpdemux,"
                   : NULL;
    case PICTURE_TGA:
        return size > 17 && (data[17] & TGA_UNREAD) != 0
                   ? "TGA from the right, or with interleaved rows,"
                   : NULL;
    default:
        return NULL;
    }
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
