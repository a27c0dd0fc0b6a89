/* SPDX-License-Identifier: MIT */
/*
 * Scripts: a text file of events, one a line, in the order of their steps; the
 * table in script.c has the syntax of each. '#' starts a comment.
 *
 * Positions and radii are whole pixels, or, followed by '%', percentages of the
 * frame's width (X), height (Y) or shorter side (RADIUS). In the view in
 * perspective a position in pixels is what the frame shows there, and one of
 * two percentages is a place of the pool as in every view. Weights, magnitudes,
 * heights and depths are in units of height. A splash is a stone that sinks
 * over so many steps, see ripple_splash. A body presses the water down in one
 * step, a boat in each of N steps on its way from (X0, Y0) to (X1, Y1), where
 * it does not arrive if that is too fast (boat.h). A click is a train of rings,
 * a drag a soft wake, as those of a user. A begin is of postcards: its step is
 * the first one, in calm water with all that was set before, and those up to
 * STEPS pass before the first frame. STEP may be FIRST/INTERVAL: the event
 * repeats. All is checked when the file is read.
 */
#ifndef RIPPLE_PLAY_SCRIPT_H
#define RIPPLE_PLAY_SCRIPT_H

#include "os/error.h"
#include "play/play_settings.h"

#include <stddef.h>
#include <stdint.h>

#define SCRIPT_MAX_EVENTS  1000000 /* of a file: a pipe may never end */
#define SCRIPT_MAX_NUMBERS 7
#define SCRIPT_MAX_WORD    32
#define SCRIPT_MAX_LINE    2048 /* bytes */
#define SCRIPT_PERCENT     1000 /* 1 % in an event's numbers */

typedef enum EventKind {
    EVENT_STONE,
    EVENT_SPLASH,
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
    EVENT_CLICK,
    EVENT_DRAG,
    EVENT_BEGIN,
} EventKind;

typedef struct Event {
    uint64_t step;
    uint64_t interval; /* steps between repetitions; 0: happens once */
    const char *file;  /* its name for messages, not owned */
    int line;          /* of the file */
    EventKind kind;
    int numbers[SCRIPT_MAX_NUMBERS]; /* in the order of the line */
    unsigned percentages;            /* bit i: number i is a percentage, times
                                        SCRIPT_PERCENT */
    char name[SCRIPT_MAX_WORD];      /* of a set; of a begin its first number */
    char *value; /* of a set; of a begin the second; or NULL */
} Event;

typedef struct Script {
    Event *events; /* steps ascending */
    size_t count;
} Script;

/* Reads a script from a file, pipe or device, to be freed with script_clear;
   the path must outlive it. Returns 0, or -1 with the line in *error and
   nothing to free. */
int script_read(Script *script, const char *path, Error *error);

/* The same for a text, whose name stands in place of a path. */
int script_parse(Script *script, const char *text, const char *name,
                 Error *error);

/* Whether a word is the kind of an event, as "stone". */
int script_has_event(const char *word);

/* Parses a line without its step: the event is of step 0, its value to be
   freed. Changes the line. Returns NULL or what is wrong with it, which may be
   in *why; a line of blanks and comment is no event. */
const char *script_parse_event(Event *event, char *line, PlayReason *why);

/* Writes an event as the line that was read, at most SCRIPT_MAX_LINE bytes. */
void script_write_event(char *line, const Event *event);

/* If the script has a begin, takes the settings before it out of the script and
   sets them, also those that are valid only together. */
void script_begin_with(Script *script, PlaySettings *settings);

/* The begin of a script, or NULL. */
const Event *script_find_begin(const Script *script);

/* Drops the events that move water; land stays. */
void script_calm(Script *script);

/* Moves the events of `more` into `script`, behind those of the same step.
   Returns 0, or -1 and changes nothing. */
int script_merge(Script *script, Script *more);

/* Lets a script begin `steps` steps later. */
void script_delay(Script *script, uint64_t steps);

/* Makes the steps of a script count from `steps` steps before its step 0.
   Events that repeat happen in the steps in which they did, and before step 0
   at the same intervals; those that happen once do so that much earlier. */
void script_begin_earlier(Script *script, uint64_t steps);

/* Converts the numbers of an event to pixels of a frame. */
void script_to_pixels(int *numbers, const Event *event, int width, int height);

/* The same to pixels of the pool: what is there where the frame shows the
   event's positions, unless they are percentages. Returns 0, or -1 if one of
   them is where such an event cannot be: in the sky, or a stone on land. */
int script_to_places(int *numbers, const Event *event, const Ripple *pool);

/* Steps that an event lasts. */
uint64_t script_duration(const Event *event);

/* The syntax of event kind i, from 0: "STEP stone X Y RADIUS WEIGHT"; NULL past
   the last. */
const char *script_syntax(int i);

/* Frees the events and zeroes the struct. */
void script_clear(Script *script);

#endif
