/* SPDX-License-Identifier: MIT */
/*
 * Files that are either complete or not there: written under a temporary name
 * in the same folder and renamed when done. What is not an ordinary file, a
 * pipe say, and "-" for standard output, is written directly.
 */
#ifndef RIPPLE_APP_OUTPUT_ATOMIC_FILE_H
#define RIPPLE_APP_OUTPUT_ATOMIC_FILE_H

#include "host/error.h"

#include <stdio.h>

typedef struct Output {
    FILE *file;
    char *path;
    char *temporary; /* NULL when written directly */
} Output;

/* Opens an output; returns 0 or -1. End it with commit or discard. */
int output_open(Output *output, const char *path, Report *report);

/* Finishes the file and gives it its name. Returns 0, or -1 with the
   temporary file removed and errno set. */
int output_commit(Output *output, Report *report);

/* Gives up and removes the temporary file. Does nothing when not open. */
void output_discard(Output *output);

/*
 * Stores the first name of ripple-0001.ENDING, ripple-0002.ENDING ... that is
 * free in the working directory, and makes an empty file of it, so that it is
 * ours. Returns 0 or -1.
 */
int output_reserve(char *name, size_t size, const char *ending, Report *report);

#endif
