/* SPDX-License-Identifier: MIT */
/*
 * How JPEG, GIF, TIFF and TGA files are laid out, as far as both the size
 * (sniff.h) and the completeness (whole.h) of a picture are read from it.
 */
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

/* The next marker of a JPEG. Passes over entropy-coded data too, where FF is
   followed by 00. */
uint32_t format_jpeg_next_marker(ByteReader *reader);

/* Whether no segment follows the marker. */
int format_jpeg_stands_alone(uint32_t marker);

/* Skips what follows any other marker. */
void format_jpeg_skip_segment(ByteReader *reader);

/*
 * The size of the first frame of a GIF; the reader stops at the flags of its
 * descriptor. Returns 1, or 0 when there is no frame.
 */
int format_gif_find_frame(ByteReader *reader, Size *size);

/* Flags of a GIF descriptor: 0x80, a colour map of 2 << (flags & 7) colours. */
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

/* Where the values of a directory entry lie: count times width bytes. */
typedef struct TiffValues {
    size_t at;
    size_t width;
    uint32_t count; /* 0 when there is no such entry */
} TiffValues;

/* An entry of the first directory; the reader must know the byte order. */
TiffValues format_tiff_find_values(ByteReader *reader, uint32_t wanted);

/* Value i, less than their count. */
uint32_t format_tiff_value(ByteReader *reader, const TiffValues *values,
                           uint32_t i);

typedef struct TgaHeader {
    uint32_t information; /* bytes of free text after the header */
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
