/* SPDX-License-Identifier: MIT */
/*
 * Writes PNG, YUV4MPEG2, and heights as 16-bit PGM. Each function takes an open
 * file and a frame of any format, and returns 0, or -1 and sets errno if not
 * all was written.
 */
#ifndef RIPPLE_MEDIA_WRITER_H
#define RIPPLE_MEDIA_WRITER_H

#include "ripple.h"
#include "media/frame_rate.h"

#include <stdio.h>

int writer_png(FILE *file, const RipplePixels *frame);

/* The header of a Y4M stream: 4:2:0. */
int writer_y4m_head(FILE *file, const RipplePixels *frame, FrameRate rate);

/*
 * A frame of a Y4M stream: the colours of luma_find, limited range;
 * chroma is the mean of four pixels (JPEG siting), with the last row or column
 * counted twice if the size is odd.
 */
int writer_y4m_frame(FILE *file, const RipplePixels *frame);

/* A PGM of height + 32768 for each pixel of 16 bits, which is the height of a
   cell; big-endian, maxval 65535. */
int writer_heights(FILE *file, const RipplePixels *heights);

#endif
