/* SPDX-License-Identifier: MIT */
/* A checksum, to compare frames by one number. */
#ifndef RIPPLE_CRC_H
#define RIPPLE_CRC_H

#include "ripple.h"

/* CRC-32 as in PNG, of bytes, continued from `crc`, 0 at first. */
uint32_t crc_bytes(uint32_t crc, const void *bytes, size_t size);

/* The CRC of the pixels of a frame, row by row. */
uint32_t crc_frame(const RipplePixels *frame);

/* The CRC of the heights of a pool, row by row, continued from `crc`. */
uint32_t crc_heights(uint32_t crc, const Ripple *pool);

#endif
