/* SPDX-License-Identifier: MIT */
/*
 * Scripts: what happens to the water, by step number. One event a line,
 * '#' starts a comment, steps never go back:
 *
 *     STEP stone X Y RADIUS WEIGHT      STEP line X0 Y0 X1 Y1 RADIUS WEIGHT
 *     STEP disturb X Y MAGNITUDE        STEP pull X Y RADIUS HEIGHT
 *     STEP body X Y RADIUS DEPTH        STEP boat X0 Y0 X1 Y1 RADIUS DEPTH N
 *     STEP land X Y RADIUS              STEP wall X0 Y0 X1 Y1 RADIUS
 *     STEP water X Y RADIUS             STEP set OPTION VALUE
 *     STEP clear
 *
 * Positions and radii are whole pixels, or, with a '%' behind them, shares of
 * the frame's width (X), height (Y) or shorter side (RADIUS); weights,
 * magnitudes, heights and depths are units of height. A body presses the water
 * down in one step; a boat does in each of N steps, on its way from one place
 * to the other. STEP may be FIRST/EVERY: again and again. Everything is
 * checked when the file is read.
 */
#ifndef RIPPLE_PLAY_SCRIPT_H
#define RIPPLE_PLAY_SCRIPT_H

#include "host/error.h"
#include "play/play_settings.h"

#include <stddef.h>
#include <stdint.h>

#define SCRIPT_MAX_NUMBERS 7
#define SCRIPT_MAX_WORD    32
#define SCRIPT_PERCENT     1000 /* of an event's number */

typedef enum EventKind {
    EVENT_STONE,
    EVENT_LINE,
    EVENT_DISTURB,
    EVENT_PULL,
    EVENT_BODY,
    EVENT_BOAT,
    EVENT_LAND,
    EVENT_WALL,
    EVENT_WATER,
    EVENT_SET,
    EVENT_CLEAR,
} EventKind;

typedef struct Event {
    uint64_t step;
    uint64_t every; /* steps until it happens again; 0: only once */
    int line;       /* of the file */
    EventKind kind;
    int numbers[SCRIPT_MAX_NUMBERS]; /* in the order of the line, or of a share
                                        SCRIPT_PERCENT times its percent */
    unsigned shares;                 /* bit i: number i is a share */
    char name[SCRIPT_MAX_WORD];      /* of a set */
    char *value;                     /* the same, else NULL */
} Event;

typedef struct Script {
    Event *events; /* steps ascending */
    size_t count;
} Script;

/* Reads a script; returns 0, or -1 with the line in the report and nothing to
   free. Free it with script_clear. */
int script_read(Script *script, const char *path, Error *error);

/* The same from a text; `name` is for the report. */
int script_parse(Script *script, const char *text, const char *name,
                 Error *error);

/* Puts the events of `more` among those of `script`, behind others of the same
   step, and leaves `more` empty. Returns 0, or -1 without a change. */
int script_merge(Script *script, Script *more);

/* The numbers of an event in a frame of some size, in pixels. */
void script_place(int *numbers, const Event *event, int width, int height);

/* Frees the events and zeroes the struct. */
void script_clear(Script *script);

#endif
