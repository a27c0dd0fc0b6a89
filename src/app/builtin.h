/* SPDX-License-Identifier: MIT */
/* The picture that the program carries within itself. */
#ifndef RIPPLE_APP_BUILTIN_H
#define RIPPLE_APP_BUILTIN_H

#include <stddef.h>

/* The bytes of assets/pebbles.jpg. */
const unsigned char *builtin_picture(size_t *size);

#endif
