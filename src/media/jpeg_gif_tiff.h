/* SPDX-License-Identifier: MIT */
/* The structure of JPEG, GIF and TIFF files: measure and is_whole of their rows
   in probe.c. */
#ifndef RIPPLE_MEDIA_JPEG_GIF_TIFF_H
#define RIPPLE_MEDIA_JPEG_GIF_TIFF_H

#include "media/byte_reader.h"

int jpeg_measure(ByteReader *reader, Size *size);
int jpeg_is_whole(ByteReader *reader);
int gif_measure(ByteReader *reader, Size *size);
int gif_is_whole(ByteReader *reader);
/* Whether there is a second frame. */
int gif_is_animated(ByteReader *reader);
int tiff_measure(ByteReader *reader, Size *size);

#endif
