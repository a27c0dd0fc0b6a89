/* SPDX-License-Identifier: MIT */
/*
 * A shot: a preset as the program itself plays and draws it, and what its
 * frames and heights tell. A pixel is active if the height of a cell within
 * one cell of its own is not 0. Its offset is from the pixel to the place of
 * the picture that it shows, without light and sky. Any failure ends the
 * program.
 */
#ifndef RIPPLE_TESTS_LOOKS_SHOT_H
#define RIPPLE_TESTS_LOOKS_SHOT_H

#include "app/scene.h"

#define SHOT_WIDTH  1280
#define SHOT_HEIGHT 720
#define SHOT_GREY   128

typedef struct ShotOptions {
    int width, height;   /* at most 4095 for offsets; 0: 1280x720 */
    const char *picture; /* a file or builtin:NAME; "": flat SHOT_GREY; NULL:
                            likewise, or the bed of a preset */
    const char *script;  /* NULL: a click into the middle */
    const char *rain;    /* drops a second; NULL: none */
    const char *cell;    /* NULL: the preset's */
    const char *preset;  /* with its rain; NULL: pond without rain */
    const char *set[4];  /* name, value, name, value */
} ShotOptions;

typedef struct Shot {
    Scene *scene;
    Ripple *pool;
    const RipplePixels *picture;
    int width, height, step;
    uint32_t *frames[3];   /* without gaps between rows; the newest first */
    float *x, *y;          /* offsets in pixels, by pixel */
    RipplePixels drawn[2]; /* a picture and a frame, to find offsets */
} Shot;

void shot_open(Shot *shot, const ShotOptions *options);
void shot_close(Shot *shot);

/* Goes on until that many steps are done in all, and takes the last frame. */
void shot_play(Shot *shot, int step);

/* Whether a height within so many cells of that of pixel (x, y) is not 0. */
int shot_has_waves(const Shot *shot, int x, int y, int cells);

/* Finds the offsets of all pixels. */
void shot_find_offsets(Shot *shot);

_Noreturn void shot_fail(const char *what);

#endif
