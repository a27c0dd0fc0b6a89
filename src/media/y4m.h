/* SPDX-License-Identifier: MIT */
/*
 * Y4M, YUV4MPEG2: a line that says size, rate and kind of all pictures, and
 * then for each a line FRAME and its planes.
 *
 *     YUV4MPEG2 W640 H480 F30:1 Ip A1:1 C420jpeg
 *     FRAME
 *     (640 x 480 bytes Y, 320 x 240 Cb, 320 x 240 Cr)
 *     FRAME
 *     ...
 *
 * Samples have 8 bits: C420, C420jpeg, C420mpeg2, C420paldv, C422, C444 and
 * Cmono. Colours are those of luma_find, and black is 16 and white 235
 * unless XCOLORRANGE=FULL says 0 and 255.
 */
#ifndef RIPPLE_MEDIA_Y4M_H
#define RIPPLE_MEDIA_Y4M_H

#include "ripple.h"
#include "os/error.h"
#include "media/frame_rate.h"

#include <stddef.h>

/* Films that do not say their colours have those of BT.601 below so many lines,
   else those of BT.709. Players draw this line at 577 or at 720. */
#define LUMA_HDTV_LINES 720

/* The shares of the colours in the brightness; their sum is 1. */
typedef struct Luma {
    double red, green, blue;
} Luma;

static inline Luma luma_find(int lines)
{
    return lines < LUMA_HDTV_LINES ? (Luma){0.299, 0.587, 0.114}
                                   : (Luma){0.2126, 0.7152, 0.0722};
}

#define Y4M_MAX_LINE 1024 /* bytes of a line, with its '\0' */

typedef struct Y4m {
    int width, height;    /* of the planes, 1..LOAD_MAX_SIDE */
    int square_width;     /* the same of pixels that are squares */
    FrameRate rate;       /* 25 a second if the stream does not say it */
    int shift_x, shift_y; /* 1: chroma has half the columns, or rows */
    int is_mono;          /* there is no chroma */
    size_t bytes;         /* of all planes */
    int has_full_range;
} Y4m;

/* Reads the first line, without its line feed. Returns 0, or -1 and why the
   stream cannot be shown; `name` is that of the stream. */
int y4m_parse(Y4m *y4m, const char *line, const char *name, Error *error);

/* Whether a line begins a picture. */
int y4m_is_frame(const char *line);

/* Converts y4m->bytes bytes of planes to pixels of the planes' size, whose
   alphas become 0xFF. */
void y4m_convert(const Y4m *y4m, const uint8_t *planes,
                 const RipplePixels *pixels);

#endif
