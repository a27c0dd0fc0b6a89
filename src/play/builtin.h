/* SPDX-License-Identifier: MIT */
/* The files that the program carries within itself: beds, pictures of land,
   masks, a map of a current, font and icon. */
#ifndef RIPPLE_PLAY_BUILTIN_H
#define RIPPLE_PLAY_BUILTIN_H

#include <stddef.h>

/*
 * The bytes of the file in assets/ that has this name before its ending, one
 * of the table in builtin.c, with a 0 behind the last; NULL if there is none.
 */
const unsigned char *builtin_find(const char *name, size_t *size);

#endif
