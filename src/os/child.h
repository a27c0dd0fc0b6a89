/* SPDX-License-Identifier: MIT */
/*
 * Child processes: how they start, are limited and end.
 */
#ifndef RIPPLE_OS_CHILD_H
#define RIPPLE_OS_CHILD_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The standard descriptors of a child. */
enum { CHILD_INPUT, CHILD_OUTPUT, CHILD_ERRORS, CHILD_ENDS };

typedef struct ChildPlan {
    const char *const *command; /* a program in PATH and its arguments, up to
                                   NULL; it gets a process group of its own */
    unsigned pipes;  /* bit CHILD_INPUT and so on: a pipe to us; the other
                        descriptors lead to /dev/null */
    int input;       /* an open file that is its input; 0: none */
    int outlives_us; /* else one that we write to is killed when we are */
    /* Is given each line of its errors. Returns whether the line is one, and to
       be kept; NULL: all are. */
    int (*hear)(void *context, const char *line);
    void *context;
} ChildPlan;

/* Zeroed: no child. */
typedef struct Child {
    pid_t id;             /* 0: none */
    int ends[CHILD_ENDS]; /* our ends of the pipes; 0: closed */
    char line[512];       /* the last line of its errors */
    char next[512];       /* the one that is being read */
    size_t length;        /* of that */
    int (*hear)(void *context, const char *line);
    void *context;
    uint64_t looked_ns, progress, cpu_ns; /* see child_hangs */
    uint64_t quiet_ns;                    /* without progress */
    uint64_t idle_ns;                     /* nor CPU time */
} Child;

/*
 * Starts a child. From then on this process handles SIGCHLD by default and, if
 * the child has an input, ignores SIGPIPE. Returns 0, or an errno and no child:
 * ENOENT if the program is not in PATH. End it with has_ended or kill.
 */
int child_start(Child *child, const ChildPlan *plan);

/* As write to its input, after at most `wait_ms`; reads the child's errors
   meanwhile. Returns -1 with errno EAGAIN if it took nothing. Under Windows it
   waits until the child has taken all. */
ssize_t child_write(Child *child, const void *data, size_t size, int wait_ms);

/* Reads its output as read, after at most `wait_ms`, and its errors meanwhile.
   Returns -1 with errno EAGAIN if there was none. */
ssize_t child_read(Child *child, void *data, size_t size, int wait_ms);

/* Adds what it reads, until nothing comes for `wait_ms`, to the `length` bytes
   of a text that has room for `size` with its '\0', which it does not write.
   Returns 1 if more may come, or 0 at the end, or without room. */
int child_read_text(Child *child, char *text, size_t size, size_t *length,
                    int wait_ms);

/*
 * Closes the child's input and output and waits at most `wait_ms` until it
 * ends. Returns 0 if it runs on; else 1, with the rest of its errors read:
 * child->line stays, *status is its exit status, 0 to 255, or minus the number
 * of the signal that ended it.
 */
int child_has_ended(Child *child, int wait_ms, int *status);

/*
 * Whether it has done nothing for 5 s, or only computed for 30 s, while this
 * was asked: `progress` changes when it reads or writes. Between two calls at
 * most a second counts, since a child that was stopped with us does not hang.
 */
int child_hangs(Child *child, uint64_t progress);

/* Kills the child and its process group, and zeroes the struct. Only zeroes it
   if there is no child. */
void child_kill(Child *child);

/* For a program that is a child: from then on it ends within 50 ms once nobody
   reads its output. */
void child_watch_reader(void);

/* For a program that is a child with its standard descriptors alone: from then
   on it opens no file and no socket; with `opens_files` it only writes to none.
   It has so many seconds of CPU time, beyond which a signal ends it, and
   megabytes beyond the memory that it has; under sanitizers the time alone. */
void child_limit(int max_seconds, int max_megabytes, int opens_files);

#endif
