/* SPDX-License-Identifier: MIT */
/* The pictures that the program carries within itself. */
#ifndef RIPPLE_PLAY_BUILTIN_H
#define RIPPLE_PLAY_BUILTIN_H

#include <stddef.h>

/*
 * The bytes of the file in assets/ that has this name but for its ending:
 * pebbles, puddle, harbour, lens, river, river-flow; NULL when there is none.
 */
const unsigned char *builtin_find(const char *name, size_t *size);

#endif
