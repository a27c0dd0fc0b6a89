/* SPDX-License-Identifier: MIT */
/*
 * Whether a picture file is complete. Where a file is cut short some decoders
 * make up what is missing, some read memory that nobody filled, and none of
 * them says so. Nothing here trusts a byte: any data give an answer and no
 * read leaves data[0..size).
 */
#ifndef RIPPLE_APP_IMAGE_VALIDATE_H
#define RIPPLE_APP_IMAGE_VALIDATE_H

#include "app/image/probe.h"

#include <stddef.h>

/*
 * 1 unless the picture, for which probe_size returned 0, is cut short or
 * broken in a way that its decoder would pass over in silence or not survive.
 * Damage that the decoders report themselves is left to them.
 */
int validate_picture(const unsigned char *data, size_t size, PictureKind kind);

#endif
