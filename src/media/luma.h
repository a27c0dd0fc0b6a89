/* SPDX-License-Identifier: MIT */
/* The colours of films that do not say which they have: those of BT.601 below
   720 lines, else those of BT.709. Players draw this line at 577 or at 720. */
#ifndef RIPPLE_MEDIA_LUMA_H
#define RIPPLE_MEDIA_LUMA_H

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

#endif
