/* SPDX-License-Identifier: MIT */
/*
 * One line on a terminal: how many frames are done and how long the rest will
 * take. It is overwritten a few times a second and erased at the end. The
 * caller reads the clock.
 */
#ifndef RIPPLE_OS_PROGRESS_H
#define RIPPLE_OS_PROGRESS_H

#include <stdint.h>
#include <stdio.h>

typedef struct Progress {
    FILE *stream;
    int columns; /* of the terminal; 0: show nothing */
    int total;   /* 0: unknown */
    uint64_t start_ns, shown_ns;
    int length; /* of the line that is shown */
} Progress;

/* The columns of the terminal that the stream writes to; 0 if it is none. */
int progress_find_columns(FILE *stream);

void progress_start(Progress *progress, FILE *stream, int columns, int total,
                    uint64_t now_ns);

/* Shows that `done` of all frames are done, unless less than 0.2 s have passed
   since the last time. */
void progress_show(Progress *progress, int done, uint64_t now_ns);

/* Erases the line. */
void progress_end(Progress *progress);

#endif
