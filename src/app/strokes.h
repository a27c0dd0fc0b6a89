/* SPDX-License-Identifier: MIT */
/*
 * The strokes of land that the user has painted. The user can take back the
 * last ones, or all. A stroke keeps the old mask of the rectangle around its
 * changed cells. A new size or mask of the pool drops all strokes.
 */
#ifndef RIPPLE_APP_STROKES_H
#define RIPPLE_APP_STROKES_H

#include "play/player.h"

#include <stdint.h>

#define STROKES_MAX 20 /* that can be taken back */

typedef struct LandStroke LandStroke;

/* Zeroed: none. */
typedef struct Strokes {
    LandStroke *done[STROKES_MAX]; /* the last one last */
    int count;
    uint8_t *before;   /* the mask as the open stroke began; NULL: none is */
    int columns, rows; /* of the cells of all these */
    uint64_t masks;    /* Player.masks, of which all this is */

    int has_painted; /* since the mask was set, which was `unpainted` then: */
    uint8_t *unpainted; /* NULL: open water */
    int unpainted_columns, unpainted_rows;
} Strokes;

/* Begins a stroke before its first cell is painted, unless one is open. */
void strokes_begin(Strokes *strokes, const Player *player);

/* Ends the stroke, if one is open. Returns 1 if it has changed a cell, else 0.
 */
int strokes_end(Strokes *strokes, const Player *player);

/* Takes the last stroke back. Returns 1 if it was of land, 2 if it had wiped
   land away, 0 if there is none, or -1 without memory. */
int strokes_undo(Strokes *strokes, Player *player);

/* Takes all land back that has been painted since the mask was set, which is a
   stroke, too. Returns 1, or 0 if there is none, or -1 without memory. */
int strokes_wipe(Strokes *strokes, Player *player);

/* Frees all and zeroes the struct. */
void strokes_clear(Strokes *strokes);

#endif
