/* SPDX-License-Identifier: MIT */
/*
 * What the program writes: one picture as PNG, every frame as YUV4MPEG2, the
 * heights as 16-bit PGM. Each takes an open file, and frames of any format,
 * and returns 0, or -1 when not all of it could be written; errno then says
 * why.
 */
#ifndef RIPPLE_APP_OUTPUT_WRITER_H
#define RIPPLE_APP_OUTPUT_WRITER_H

#include "ripple.h"

#include <stdio.h>

int writer_png(FILE *file, const RipplePixels *frame);

/* The head of a Y4M stream: 4:2:0, rate frames per second. */
int writer_y4m_head(FILE *file, const RipplePixels *frame, int rate);

/*
 * One frame of a Y4M stream: BT.601, limited range, chroma the mean of the
 * four pixels (JPEG siting); the last row and column count twice in odd
 * sizes. `row` is room for frame->width bytes.
 */
int writer_y4m_frame(FILE *file, const RipplePixels *frame, uint8_t *row);

/* height + 32768 for every cell, big-endian, maxval 65535. */
int writer_heights(FILE *file, const Ripple *pool);

#endif
