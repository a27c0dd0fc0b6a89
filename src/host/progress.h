/* SPDX-License-Identifier: MIT */
/*
 * One line on a terminal that says how far the frames are and how long the
 * rest will take. It is written over a few times a second and erased at the
 * end. The time is the caller's.
 */
#ifndef RIPPLE_HOST_PROGRESS_H
#define RIPPLE_HOST_PROGRESS_H

#include <stdint.h>
#include <stdio.h>

typedef struct Progress {
    FILE *stream;
    int columns; /* of the terminal; 0: nobody looks, show nothing */
    int total;
    uint64_t start_ns, shown_ns;
    int length; /* of the line that is there */
} Progress;

/* The width of the terminal that a stream goes to; 0 when it is none. */
int progress_find_columns(FILE *stream);

void progress_start(Progress *progress, FILE *stream, int columns, int total,
                    uint64_t now_ns);

/* Shows that so many of all are done, unless it has shown that just now. */
void progress_show(Progress *progress, int done, uint64_t now_ns);

/* Erases the line. */
void progress_end(Progress *progress);

#endif
