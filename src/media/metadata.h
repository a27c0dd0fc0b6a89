/* SPDX-License-Identifier: MIT */
/* The orientation and the colour profile of a picture file. As in probe,
   nothing trusts a byte. */
#ifndef RIPPLE_MEDIA_METADATA_H
#define RIPPLE_MEDIA_METADATA_H

#include "media/byte_reader.h"
#include "media/picture_kind.h"

/* Markers of a JPEG: its start, pixels that follow, its end. */
enum { JPEG_SOI = 0xD8, JPEG_EOI = 0xD9, JPEG_SOS = 0xDA };

/* Skips the segment of a marker, if it has one, and entropy-coded data, in
   which FF is followed by 00. Returns the marker behind them. */
uint32_t metadata_next_marker(ByteReader *reader, uint32_t marker);

/* The first chunk of a PNG or WebP with that name, before the end of the chunk
   `last`, or anywhere if that is NULL; empty if there is none. */
ByteReader metadata_find_chunk(ByteReader *reader, PictureKind kind,
                               const char *wanted, const char *last);

/* The first value of a tag of the first directory of a TIFF, or `missing`. */
uint32_t metadata_tiff_value(ByteReader *reader, uint32_t tag,
                             uint32_t missing);

/*
 * The orientation of a picture, 1 to 8 as in EXIF (CIPA DC-008, tag 274); 1 if
 * it has none. A JPEG, PNG or WebP has it in its EXIF, a TIFF in the same tag,
 * a TGA in its header. Of a TIFF's it returns what libtiff leaves to do.
 */
int metadata_orientation(const unsigned char *data, size_t size,
                         PictureKind kind);

/* The ICC profile of a JPEG, TIFF or WebP, or the packed one of a PNG, to be
   freed, and its length; NULL if there is none. */
unsigned char *metadata_profile(const unsigned char *data, size_t size,
                                PictureKind kind, size_t *length);

#endif
