/* SPDX-License-Identifier: MIT */
/*
 * Bodies that push through the water: the one that the user holds, and the
 * boats of a script. A body presses down along its way since the last step, so
 * that a fast one leaves no gaps.
 */
#ifndef RIPPLE_PLAY_BOAT_H
#define RIPPLE_PLAY_BOAT_H

#include "ripple.h"
#include "play/play_settings.h"

/* A body that the user holds in the water; all in pixels. */
typedef struct HeldBody {
    int is_held;
    int x, y;           /* its place */
    int last_x, last_y; /* where it pressed last */
    int radius;
} HeldBody;

/* Puts the body into the water at (x, y), or moves it there. */
void boat_hold(HeldBody *body, int x, int y, int radius);

void boat_release(HeldBody *body);

/* Presses a held body along its way since the last call. */
void boat_press(Ripple *pool, const PlaySettings *settings, HeldBody *body);

/* Presses a script's boat along its way in one of its steps, `place` from 0:
   `numbers` are X0 Y0 X1 Y1 RADIUS DEPTH STEPS. */
void boat_sail(Ripple *pool, const int *numbers, int64_t place);

#endif
