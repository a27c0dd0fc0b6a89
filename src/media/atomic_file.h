/* SPDX-License-Identifier: MIT */
/*
 * Files that are complete or do not exist: written under a temporary name in
 * the same folder and renamed at the end. A symbolic link stays: the file that
 * it leads to is replaced or made. A file that is replaced must be writable,
 * and the new one has its rights. Pipes, devices and "-", standard output, are
 * written directly.
 */
#ifndef RIPPLE_MEDIA_ATOMIC_FILE_H
#define RIPPLE_MEDIA_ATOMIC_FILE_H

#include "os/child.h"
#include "os/error.h"

#include <stdio.h>

typedef struct AtomicFile {
    FILE *file;      /* to write to */
    char *path;      /* as given, for messages */
    char *target;    /* behind its links; both NULL when written directly: */
    char *temporary; /* beside the target */
    Child guard;     /* see atomic_file_guard */
} AtomicFile;

/*
 * Returns 0 or -1. End it with commit or discard. Waits until a named pipe has
 * a reader, says so after 2 s, and fails if the end of the program is asked for
 * meanwhile.
 */
int atomic_file_open(AtomicFile *output, const char *path, Error *error);

/* For a file that is long in the making: starts a shell that waits, and if this
   process is killed removes the temporary file, and an empty one of its name,
   which was reserved. */
void atomic_file_guard(AtomicFile *output);

/* Completes the file and gives it its name. Returns 0, or -1, removes the
   temporary file and sets errno. */
int atomic_file_commit(AtomicFile *output, Error *error);

/* Removes the temporary file. Does nothing if not open. */
void atomic_file_discard(AtomicFile *output);

/* Whether two paths, existing or not, lead to one file, or both are "-". What
   is written to a device such as /dev/null does not mix. */
int atomic_file_is_same(const char *a, const char *b);

/* Makes an empty file of the first free name of ripple-0001.ENDING,
   ripple-0002.ENDING ... in a folder, which is made if it is missing, or in the
   working folder if that is NULL. A link counts as taken. Returns the path, to
   be freed after release, or NULL and the reason. */
char *atomic_file_reserve(const char *folder, const char *ending, Error *error);

/* The file has been completed, or is to be removed. */
void atomic_file_release(const char *path, int is_complete);

#endif
