/* SPDX-License-Identifier: MIT */
/*
 * Checks that a picture file is complete. If a file is cut short, some decoders
 * invent the rest, some read uninitialised memory, and none reports it. Nothing
 * here trusts a byte: all data give an answer, and no read is outside
 * data[0..size).
 */
#ifndef RIPPLE_APP_IMAGE_VALIDATE_H
#define RIPPLE_APP_IMAGE_VALIDATE_H

#include "app/image/probe.h"

#include <stddef.h>

/*
 * `kind` is from a probe_size that returned 0. Returns 0 if the picture is cut
 * short, or damaged in a way that its decoder ignores or crashes on, else 1.
 * Other damage is reported by the decoders.
 */
int validate_picture(const unsigned char *data, size_t size, PictureKind kind);

#endif
