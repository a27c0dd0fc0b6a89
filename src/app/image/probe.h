/* SPDX-License-Identifier: MIT */
/*
 * What a picture file says about itself in its header, read before anything
 * is decoded: its format and its size in pixels. A decoder believes its file;
 * a few bytes can ask it for gigabytes. Nothing here trusts a byte: any data
 * give an answer and no read leaves data[0..size).
 */
#ifndef RIPPLE_APP_IMAGE_PROBE_H
#define RIPPLE_APP_IMAGE_PROBE_H

#include <stddef.h>
#include <stdint.h>

typedef enum PictureKind {
    PICTURE_NONE, /* no format that is known here */
    PICTURE_PNG,
    PICTURE_JPEG,
    PICTURE_GIF, /* the first frame */
    PICTURE_BMP,
    PICTURE_WEBP,
    PICTURE_TIFF, /* the first directory */
    PICTURE_PNM,
    PICTURE_QOI,
    PICTURE_PCX,
    PICTURE_LBM,
    PICTURE_SVG, /* has no size in pixels: width and height are 0 */
    PICTURE_TGA, /* has no magic bytes: known by the name's ending alone */
} PictureKind;

/*
 * Finds the format and the size in pixels of the picture in data[0..size).
 * `name` is the file's name, of which only the ending counts; may be NULL.
 * Returns 0 with all three set, or -1 and no size: *kind is PICTURE_NONE when
 * no format matches, else the format whose header is cut short, makes no
 * sense or is a variant that SDL2_image cannot read safely.
 */
int probe_size(const unsigned char *data, size_t size, const char *name,
               PictureKind *kind, uint32_t *width, uint32_t *height);

/* The name of a format, "PNG"; never NULL. */
const char *probe_name(PictureKind kind);

#endif
