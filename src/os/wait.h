/* SPDX-License-Identifier: MIT */
/*
 * Reading of pipes and devices whose bytes may never come: a named pipe without
 * a writer, /proc/kmsg. The wait is told after 2 s and ends if the end of the
 * program is asked for (stop.h).
 */
#ifndef RIPPLE_OS_WAIT_H
#define RIPPLE_OS_WAIT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct Wait {
    const char *name;              /* for "NAME: still being read" on standard
                                      error; NULL: prints nothing */
    int (*is_over)(void *context); /* asked every STOP_POLL_MS; NULL: never */
    void *context;
    uint64_t tell_ns; /* when to print; 0: not waited yet */
} Wait;

/* Opens a file to be read, without waiting for the writer of a named pipe.
   Returns a descriptor, or -1 and sets errno. */
int wait_open(const char *path);

/* As read, of a file that does not block; waits for a byte or the end. Returns
   -1 with errno ECANCELED if the wait is over, or stop_count() above 0. */
ssize_t wait_read(Wait *wait, int file, void *bytes, size_t size);

#endif
