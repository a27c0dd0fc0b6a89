/* SPDX-License-Identifier: MIT */
/*
 * Scripts: what happens to the water, by step number. One event a line,
 * '#' starts a comment, steps never go back:
 *
 *     STEP stone X Y RADIUS WEIGHT      STEP line X0 Y0 X1 Y1 RADIUS WEIGHT
 *     STEP disturb X Y MAGNITUDE        STEP set OPTION VALUE
 *     STEP clear
 *
 * Positions and radii are whole pixels, weights and magnitudes units of
 * height. Everything is checked when the file is read.
 */
#ifndef RIPPLE_APP_SCRIPT_H
#define RIPPLE_APP_SCRIPT_H

#include "report.h"

#include <stddef.h>
#include <stdint.h>

#define SCRIPT_MAX_NUMBERS 6
#define SCRIPT_MAX_WORD    32

typedef enum EventKind {
    EVENT_STONE,
    EVENT_LINE,
    EVENT_DISTURB,
    EVENT_SET,
    EVENT_CLEAR,
} EventKind;

typedef struct Event {
    uint64_t step;
    EventKind kind;
    int numbers[SCRIPT_MAX_NUMBERS]; /* in the order of the line */
    char name[SCRIPT_MAX_WORD];      /* of a set */
    char value[SCRIPT_MAX_WORD];
} Event;

typedef struct Script {
    Event *events; /* steps ascending */
    size_t count;
} Script;

/* Reads a script; returns 0, or -1 with the line in the report and nothing to
   free. Free it with script_clear. */
int script_read(Script *script, const char *path, Report *report);

/* Frees the events and zeroes the struct. */
void script_clear(Script *script);

#endif
