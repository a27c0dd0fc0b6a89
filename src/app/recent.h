/* SPDX-License-Identifier: MIT */
/*
 * The last ten seconds that a window has shown, in at most 64 MB: frames of at
 * most RECENT_PIXELS, 20 a second, as Y'CbCr 4:2:0.
 */
#ifndef RIPPLE_APP_RECENT_H
#define RIPPLE_APP_RECENT_H

#include "ripple.h"

#include <SDL.h>
#include <stdint.h>

#define RECENT_RATE    20 /* frames a second */
#define RECENT_SECONDS 10
#define RECENT_SIDE    256
#define RECENT_MAX     (RECENT_RATE * RECENT_SECONDS)
#define RECENT_PIXELS  (64 * 1024 * 1024 * 2 / 3 / RECENT_MAX)

typedef struct RecentFrame {
    uint8_t *planes;
    uint64_t step; /* that it shows */
} RecentFrame;

/* Zeroed: none. */
typedef struct Recent {
    RecentFrame frames[RECENT_MAX]; /* a ring */
    int first, count;
    int width, height, rate; /* of the frames that came, and their steps */
    SDL_Surface *small;      /* of the size that is kept */
    SDL_Surface *square;     /* of RECENT_SIDE */
} Recent;

/* Keeps a frame of RIPPLE_FORMAT_ARGB8888 if it is time for one, at so many
   steps a second. Without memory it is left out. */
void recent_add(Recent *recent, const RipplePixels *frame, uint64_t step,
                int rate);

/* Frame i, from 0, the oldest; valid until the next call. *times: how long it
   was seen, in 1 / RECENT_RATE seconds. A square is the middle, for mails, of
   every other frame: i is even, and *times in twice as many seconds. */
RipplePixels recent_get(Recent *recent, int i, int is_square, int *times);

/* Frees all and zeroes the struct. */
void recent_clear(Recent *recent);

#endif
