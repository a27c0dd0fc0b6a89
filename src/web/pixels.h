/* SPDX-License-Identifier: MIT */
/* Pixels of a page have red in the first byte, those of the library blue. */
#ifndef RIPPLE_WEB_PIXELS_H
#define RIPPLE_WEB_PIXELS_H

#include <stdint.h>

/* Copies a row with red and blue exchanged; both may be the same. */
static inline void web_swap(uint32_t *to, const uint32_t *from, int count)
{
    for (int x = 0; x < count; x++) {
        uint32_t pixel = from[x];

        to[x] =
            (pixel & 0xff00ff00u) | (pixel >> 16 & 0xff) | (pixel & 0xff) << 16;
    }
}

#endif
