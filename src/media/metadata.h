/* SPDX-License-Identifier: MIT */
/* The orientation and the colour profile of a picture file. As in probe,
   nothing trusts a byte. */
#ifndef RIPPLE_MEDIA_METADATA_H
#define RIPPLE_MEDIA_METADATA_H

#include "media/byte_reader.h"

#include <SDL_surface.h>

/* The format of a picture file. */
typedef enum PictureKind {
    PICTURE_NONE, /* unknown */
    PICTURE_PNG,
    PICTURE_JPEG,
    PICTURE_GIF, /* the first frame */
    PICTURE_BMP,
    PICTURE_WEBP,
    PICTURE_TIFF, /* the first directory */
    PICTURE_PNM,
    PICTURE_QOI,
    PICTURE_PCX,
    PICTURE_LBM,
    PICTURE_SVG, /* has no pixels: width and height are 0 */
    PICTURE_TGA, /* has no magic bytes: the name must end in .tga */
    PICTURE_COUNT,
} PictureKind;

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

/* Makes a picture, ARGB8888, of a file with an ICC profile of RGB or grey sRGB,
   as screens are. Nothing is done for another profile, for one that Little CMS
   refuses, and in a build without it. */
void metadata_apply_profile(SDL_Surface *picture, const unsigned char *data,
                            size_t size, PictureKind kind);

#endif
