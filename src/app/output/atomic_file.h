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

typedef struct AtomicFile {
    FILE *file;
    char *path;
    char *temporary; /* NULL when written directly */
} AtomicFile;

/* Opens an output; returns 0 or -1. End it with commit or discard. */
int atomic_file_open(AtomicFile *output, const char *path, Error *error);

/* Finishes the file and gives it its name. Returns 0, or -1 with the
   temporary file removed and errno set. */
int atomic_file_commit(AtomicFile *output, Error *error);

/* Gives up and removes the temporary file. Does nothing when not open. */
void atomic_file_discard(AtomicFile *output);

/*
 * Stores the first name of ripple-0001.ENDING, ripple-0002.ENDING ... that is
 * free in the working directory, and makes an empty file of it, so that it is
 * ours. Returns 0 or -1.
 */
int atomic_file_reserve(char *name, size_t size, const char *ending,
                        Error *error);

#endif
