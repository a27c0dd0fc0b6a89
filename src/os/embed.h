/* SPDX-License-Identifier: MIT */
/*
 * EMBED(name, "file") has the assembler copy a file into constants of the
 * program: embedded_NAME_start is its first byte, embedded_NAME_end the one
 * after the last, a 0.
 */
#ifndef RIPPLE_OS_EMBED_H
#define RIPPLE_OS_EMBED_H

#include <stdint.h> /* uintptr_t, for the difference of both */

#if defined(__APPLE__)
#define EMBED_SECTION ".const_data"
#define EMBED_SYMBOL  "_"
#elif defined(_WIN32)
#define EMBED_SECTION ".section .rdata,\"dr\""
#define EMBED_SYMBOL  ""
#else
#define EMBED_SECTION ".section .rodata"
#define EMBED_SYMBOL  ""
#endif

#define EMBED(name, file) \
    __asm__(EMBED_SECTION \
            "\n" \
            ".balign 16\n" EMBED_SYMBOL "embedded_" #name "_start:\n" \
            ".incbin \"" file "\"\n" EMBED_SYMBOL "embedded_" #name "_end:\n" \
            ".byte 0\n" \
            ".text\n"); \
    extern const unsigned char embedded_##name##_start[], \
        embedded_##name##_end[]

#endif
