/* SPDX-License-Identifier: MIT */
/*
 * Has the assembler copy the file into the program's constants, so that the
 * program needs no data files. RIPPLE_PICTURE_FILE comes from the Makefile.
 */
#include "builtin.h"

#include <stdint.h>

#if defined(__APPLE__)
#define SECTION ".const_data"
#define SYMBOL  "_"
#elif defined(_WIN32)
#define SECTION ".section .rdata,\"dr\""
#define SYMBOL  ""
#else
#define SECTION ".section .rodata"
#define SYMBOL  ""
#endif

__asm__(SECTION "\n"
                ".balign 16\n" SYMBOL "builtin_start:\n"
                ".incbin \"" RIPPLE_PICTURE_FILE "\"\n" SYMBOL "builtin_end:\n"
                ".byte 0\n"
                ".text\n");

extern const unsigned char builtin_start[], builtin_end[];

const unsigned char *builtin_picture(size_t *size)
{
    *size = (size_t)((uintptr_t)builtin_end - (uintptr_t)builtin_start);
    return builtin_start;
}
