/* SPDX-License-Identifier: MIT */
/*
 * The lines of --events: of a named pipe, whose writers may come and go, of a
 * file, or of standard input. A thread waits for them and wakes the program;
 * they are read and done between two frames.
 */
#ifndef RIPPLE_APP_CONTROL_H
#define RIPPLE_APP_CONTROL_H

#include "os/error.h"

#include <SDL.h>
#include <stdint.h>

#define CONTROL_MAX_LINE 4096 /* bytes, with the end of the line */

/* Zeroed: closed. */
typedef struct Control {
    const char *name;
    int file;           /* -1: it has ended */
    int stop[2];        /* a pipe: the thread ends with its writer */
    SDL_Thread *thread; /* NULL: none */
    SDL_sem *is_read;   /* the thread sleeps on it while bytes wait */
    SDL_atomic_t is_readable;
    char text[CONTROL_MAX_LINE]; /* read and not done yet */
    size_t length;
    int number;  /* of lines so far */
    int is_long; /* the rest of a line is to be skipped */
} Control;

/* Does a line without its end. Returns 0, or -1 and the reason, and does
   nothing. */
typedef int ControlDo(void *context, const char *line, Error *error);

/* Opens a path, which must outlive it, or standard input for "-"; the struct
   must stay where it is. Returns 0, or -1 and nothing to close. */
int control_open(Control *control, const char *path, Error *error);

/* Does the lines that have come, for some milliseconds, and prints what is
   wrong with one. Returns whether there are more. */
int control_turn(Control *control, ControlDo *run, void *context);

void control_close(Control *control);

#endif
