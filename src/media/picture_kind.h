/* SPDX-License-Identifier: MIT */
/* The formats of picture files. */
#ifndef RIPPLE_MEDIA_PICTURE_KIND_H
#define RIPPLE_MEDIA_PICTURE_KIND_H

typedef enum PictureKind {
    PICTURE_NONE, /* unknown */
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
    PICTURE_SVG, /* has no pixels: width and height are 0 */
    PICTURE_TGA, /* has no magic bytes: the name must end in .tga */
    PICTURE_COUNT,
} PictureKind;

#endif
