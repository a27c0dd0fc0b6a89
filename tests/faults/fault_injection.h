/* SPDX-License-Identifier: MIT */
/*
 * Points at which a program can fail: its calls of memory, threads, files and
 * SDL, counted by family. Number N of a family fails, or it and all that
 * follow. wrap.c has a wrapper for each call; the linker puts it in the place
 * of the real one in the code of this project, and in no library's.
 *
 * A test arms the points of its own process, or those of another through a
 * file that RIPPLE_POINTS names and that both have in memory.
 */
#ifndef RIPPLE_TESTS_FAULTS_FAULT_INJECTION_H
#define RIPPLE_TESTS_FAULTS_FAULT_INJECTION_H

#include <stdatomic.h>

#define POINTS_VARIABLE "RIPPLE_POINTS"

typedef enum PointFamily {
    POINT_MEMORY,
    POINT_THREADS,
    POINT_FILES,       /* opened, read, written, closed, given a name */
    POINT_SDL,         /* and SDL2_image */
    POINT_SHORT,       /* a read or a write does one byte, which is no error */
    POINT_INTERRUPTED, /* nor is EINTR; for ever, it would be */
    POINT_COUNT,
} PointFamily;

typedef struct Points {
    int armed;
    PointFamily family;
    long number; /* of the call that fails, from 1; 0: they only are counted */
    int for_ever;
    int plays; /* a clock of its own, and somebody who uses the window */
    atomic_long counts[POINT_COUNT];
    char failed[40]; /* the first call that failed */
} Points;

/* Those of this process. */
extern Points *points;

/* The name of a family. */
const char *points_name(PointFamily family);

/* Counts a call; returns whether it is to fail. */
int points_fail(PointFamily family, const char *call);

/* Arms the points anew: all counts are 0. */
void points_arm(Points *armed, PointFamily family, long number, int for_ever);

/* Makes a file of points and maps it; NULL when that fails. */
Points *points_create(const char *path);

#endif
