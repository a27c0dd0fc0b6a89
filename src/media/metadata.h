/* SPDX-License-Identifier: MIT */
/*
 * What a picture file says beside its pixels: how the picture is turned, and
 * its colour profile. As in probe, nothing trusts a byte.
 */
#ifndef RIPPLE_MEDIA_METADATA_H
#define RIPPLE_MEDIA_METADATA_H

#include "media/byte_reader.h"
#include "media/picture_kind.h"

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
