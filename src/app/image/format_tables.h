/* SPDX-License-Identifier: MIT */
/* The structure of JPEG, GIF, TIFF and TGA files, as far as both probe and
   validate need it. */
#ifndef RIPPLE_APP_IMAGE_FORMAT_TABLES_H
#define RIPPLE_APP_IMAGE_FORMAT_TABLES_H

#include "app/image/byte_reader.h"

#include <stdint.h>

typedef struct Size {
    uint32_t width;
    uint32_t height;
} Size;

enum {
    JPEG_EOI = 0xD9,
    JPEG_SOS = 0xDA,
};

/* The next marker of a JPEG. Skips entropy-coded data, in which FF is followed
   by 00. */
uint32_t format_jpeg_next_marker(ByteReader *reader);

/* Whether the marker has no segment. */
int format_jpeg_stands_alone(uint32_t marker);

/* Skips the segment of any other marker. */
void format_jpeg_skip_segment(ByteReader *reader);

/* The size of the first frame of a GIF; the reader stops at the flags of its
   descriptor. Returns 1, or 0 if there is no frame. */
int format_gif_find_frame(ByteReader *reader, Size *size);

/* Flag 0x80 of a GIF descriptor: a colour map of 2 << (flags & 7) colours
   follows. */
void format_gif_skip_colours(ByteReader *reader, uint32_t flags);

enum {
    TIFF_WIDTH = 256,
    TIFF_HEIGHT = 257,
    TIFF_STRIP_OFFSETS = 273,
    TIFF_SAMPLES = 277,
    TIFF_STRIP_SIZES = 279,
    TIFF_TILE_WIDTH = 322,
    TIFF_TILE_HEIGHT = 323,
    TIFF_TILE_OFFSETS = 324,
    TIFF_TILE_SIZES = 325,
};

/* The position of a directory entry's values: count times width bytes. */
typedef struct TiffValues {
    size_t at;
    size_t width;
    uint32_t count; /* 0 if there is no such entry */
} TiffValues;

/* An entry of the first directory; reader->big_endian must be set. */
TiffValues format_tiff_find_values(ByteReader *reader, uint32_t wanted);

/* Value i, below values->count. */
uint32_t format_tiff_value(ByteReader *reader, const TiffValues *values,
                           uint32_t i);

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

void format_tga_read(ByteReader *reader, TgaHeader *header);

#endif
