/* SPDX-License-Identifier: MIT */
/* Pixels of a page have red in the first byte, those of the library blue. */
#ifndef RIPPLE_WEB_PIXELS_H
#define RIPPLE_WEB_PIXELS_H

#include <stdint.h>
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

/* Copies a row with red and blue exchanged; both may be the same. */
static inline void web_swap(uint32_t *to, const uint32_t *from, int count)
{
    int x = 0;

#ifdef __wasm_simd128__
    for (; x + 4 <= count; x += 4)
        wasm_v128_store(to + x, wasm_i8x16_shuffle(wasm_v128_load(from + x),
                                                   wasm_i8x16_splat(0), 2, 1, 0,
                                                   3, 6, 5, 4, 7, 10, 9, 8, 11,
                                                   14, 13, 12, 15));
#endif
    for (; x < count; x++) {
        uint32_t pixel = from[x];

        to[x] =
            (pixel & 0xff00ff00u) | (pixel >> 16 & 0xff) | (pixel & 0xff) << 16;
    }
}

#endif
