/* SPDX-License-Identifier: MIT */
/*
 * Makes calls of memory, threads, files and SDL fail. Calls are counted by
 * family; call N of a family fails, alone or with all calls after it. wrap.c
 * has a wrapper for each function, which the linker puts into the code of this
 * project in place of the function (--wrap), but not into other libraries.
 *
 * A test arms the faults of its own process, or those of another process
 * through a file that RIPPLE_FAULTS names and that both map.
 */
#ifndef RIPPLE_TESTS_FAULTS_FAULT_INJECTION_H
#define RIPPLE_TESTS_FAULTS_FAULT_INJECTION_H

#include <stdatomic.h>

#define FAULTS_VARIABLE "RIPPLE_FAULTS"

typedef enum FaultFamily {
    FAULT_MEMORY,
    FAULT_THREADS,
    FAULT_FILES,       /* open, read, write, close, rename, ... */
    FAULT_SDL,         /* and SDL2_image */
    FAULT_SHORT,       /* read and write take one byte: not an error */
    FAULT_INTERRUPTED, /* EINTR, once: not an error either */
    FAULT_COUNT,
} FaultFamily;

typedef struct Faults {
    int armed;
    FaultFamily family;
    long number; /* of the call that fails, from 1; 0: calls are only counted */
    int for_ever;
    int has_user; /* wrap.c simulates a user and the clock of a window */
    atomic_long counts[FAULT_COUNT];
    char failed[40]; /* the first call that failed */
} Faults;

/* The faults of this process. */
extern Faults *faults;

const char *faults_name(FaultFamily family);

/* Counts a call; returns whether it must fail. */
int faults_strike(FaultFamily family, const char *call);

/* Sets all counts to 0 and arms the faults. */
void faults_arm(Faults *armed, FaultFamily family, long number, int for_ever);

/* Makes a file of faults and maps it; NULL if that fails. */
Faults *faults_create(const char *path);

#endif
