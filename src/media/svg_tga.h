/* SPDX-License-Identifier: MIT */
/* The structure of SVG and TGA files: measure and is_whole of their rows in
   probe.c. */
#ifndef RIPPLE_MEDIA_SVG_TGA_H
#define RIPPLE_MEDIA_SVG_TGA_H

#include "media/byte_reader.h"

int svg_measure(ByteReader *reader, Size *size);
int svg_is_whole(ByteReader *reader);
int tga_measure(ByteReader *reader, Size *size);
int tga_is_whole(ByteReader *reader);

#endif
