/* SPDX-License-Identifier: MIT */
/*
 * Reads the format and the size in pixels from the header of a picture file,
 * and checks that the file is complete, before anything is decoded: decoders
 * trust their file, and a few bytes can ask for gigabytes. Nothing here trusts
 * a byte: all data give an answer, and no read is outside data[0..size).
 */
#ifndef RIPPLE_MEDIA_PROBE_H
#define RIPPLE_MEDIA_PROBE_H

#include "media/metadata.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Finds the format and the size in pixels of the picture in data[0..size).
 * `name` is the file's name or NULL; only its ending matters. Returns 0, or -1
 * and sets *kind alone: PICTURE_NONE if no format matches, else the format
 * whose header is cut short, invalid, or a variant that SDL2_image does not
 * read safely.
 */
int probe_size(const unsigned char *data, size_t size, const char *name,
               PictureKind *kind, uint32_t *width, uint32_t *height);

/*
 * `kind` is from a probe_size that returned 0. Returns 0 if the picture is cut
 * short, or damaged in a way that its decoder ignores or crashes on: some
 * invent the rest, some read uninitialised memory. Else returns 1; other damage
 * is reported by the decoders.
 */
int probe_is_whole(const unsigned char *data, size_t size, PictureKind kind);

/* Where in a GIF, whose size was probed, its first frame has its top left
   pixel. Returns the colour around it, ARGB8888; 0: none. */
uint32_t probe_gif_place(const unsigned char *data, size_t size, int *x,
                         int *y);

/* Whether a GIF or WebP has a second frame, or a PNG an animation. Of no other
   kind, and of no WebP if ripple is built without libwebpdemux. */
int probe_is_animated(const unsigned char *data, size_t size, PictureKind kind);

/* Names a variant that no decoder reads, "TIFF with samples of floating point";
   of PICTURE_NONE a format, "AVIF". NULL if the file is none of those. */
const char *probe_unread(const unsigned char *data, size_t size,
                         PictureKind kind);

/* The name of a format, "PNG"; never NULL. */
const char *probe_name(PictureKind kind);

/* Whether a file's name has the ending of a picture. */
int probe_has_ending(const char *name);

#endif
