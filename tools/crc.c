/* SPDX-License-Identifier: MIT */
#include "crc.h"

uint32_t crc_bytes(uint32_t crc, const void *bytes, size_t size)
{
    static const uint32_t last[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
        0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
        0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    /* Four bytes at a time: of[i][v] is the CRC of value v of the i-th four
       bits. */
    uint32_t of[8][16];
    const unsigned char *byte = bytes;

    for (int i = 0; i < 16; i++) {
        of[7][i] = last[i];
        for (int k = 6; k >= 0; k--)
            of[k][i] = (of[k + 1][i] >> 4) ^ last[of[k + 1][i] & 15];
    }
    crc = ~crc;
    for (; size >= 4; size -= 4, byte += 4) {
        crc ^= byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 |
               (uint32_t)byte[3] << 24;
        crc = of[0][crc & 15] ^ of[1][crc >> 4 & 15] ^ of[2][crc >> 8 & 15] ^
              of[3][crc >> 12 & 15] ^ of[4][crc >> 16 & 15] ^
              of[5][crc >> 20 & 15] ^ of[6][crc >> 24 & 15] ^ of[7][crc >> 28];
    }
    for (; size > 0; size--) {
        crc ^= *byte++;
        crc = (crc >> 8) ^ of[6][crc & 15] ^ of[7][crc >> 4 & 15];
    }
    return ~crc;
}

uint32_t crc_frame(const RipplePixels *frame)
{
    int is_narrow = frame->format == RIPPLE_FORMAT_RGB565;
    size_t size = is_narrow ? sizeof(uint16_t) : sizeof(uint32_t);
    const char *pixels = is_narrow ? (const void *)frame->pixels565
                                   : (const void *)frame->pixels;
    uint32_t crc = 0;

    for (int y = 0; y < frame->height; y++)
        crc = crc_bytes(crc, pixels + (size_t)y * frame->stride * size,
                        (size_t)frame->width * size);
    return crc;
}

uint32_t crc_heights(uint32_t crc, const Ripple *pool)
{
    int columns, rows;
    size_t stride;
    const int16_t *heights = ripple_heights(pool, &columns, &rows, &stride);

    for (size_t y = 0; y < (size_t)rows; y++)
        crc = crc_bytes(crc, heights + y * stride,
                        (size_t)columns * sizeof *heights);
    return crc;
}
