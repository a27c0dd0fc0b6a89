/* SPDX-License-Identifier: MIT */
/*
 * Files that are complete or do not exist: written under a temporary name in
 * the same folder and renamed at the end. Pipes, devices and "-", standard
 * output, are written directly.
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

/* Returns 0 or -1. End it with commit or discard. */
int atomic_file_open(AtomicFile *output, const char *path, Error *error);

/* Completes the file and gives it its name. Returns 0, or -1, removes the
   temporary file and sets errno. */
int atomic_file_commit(AtomicFile *output, Error *error);

/* Removes the temporary file. Does nothing if not open. */
void atomic_file_discard(AtomicFile *output);

/* Stores the first free name of ripple-0001.ENDING, ripple-0002.ENDING ... in
   the working directory, and creates an empty file to reserve it. Returns 0 or
   -1. */
int atomic_file_reserve(char *name, size_t size, const char *ending,
                        Error *error);

#endif
