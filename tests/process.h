/* SPDX-License-Identifier: MIT */
/*
 * Runs ripple and other programs as children of a test. A child that cannot be
 * started, or that takes too long, fails the test; check kills the children of
 * a failed test.
 */
#ifndef RIPPLE_TESTS_PROCESS_H
#define RIPPLE_TESTS_PROCESS_H

#include "app/command_line.h"
#include "ripple.h"

#include <stddef.h>
#include <sys/types.h>

#define PROCESS_TIMEOUT_S 120 /* ends only what hangs */
#define PROCESS_NOT_RUN   127 /* exit status: no program was started */

typedef struct Process {
    /* To be set before the start; 0 and NULL are the defaults. */
    const char *const *environment; /* NAME=VALUE sets, NAME removes; ends with
                                       NULL */
    const char *folder;             /* its working directory */
    const char *output;             /* a file for its standard output */
    const char *errors;             /* a file for its standard error */
    uid_t user;      /* other than root, for a test that runs as root */
    long file_bytes; /* no file can grow beyond */
    int is_killed;   /* a signal may end it at any moment */

    /* Results; out and err end with a '\0' that the sizes do not count. */
    pid_t pid;
    int status;  /* of its exit, or -1 */
    int signal;  /* that ended it, or 0 */
    long cpu_ms; /* that it has taken */
    char *out, *err;
    size_t out_size, err_size;

    int pipes[2]; /* our ends of its standard output and error, -1: closed */
} Process;

/* Starts a program; argv[0] is a path, or looked up in PATH. The caller ends it
   by process_stop or process_finish. */
void process_start(Process *process, const char *const argv[]);

/* Waits for the end. */
void process_finish(Process *process);

/* Sends a signal and waits for the end. */
void process_stop(Process *process, int signal);

/* The same, busily, and without a signal if it is 0; returns how long it took
   in milliseconds of process_busy_ms. */
long process_end_ms(Process *process, int signal);

/* Waits until it has printed `lines` lines of output and errors. */
void process_await_lines(Process *process, int lines);

/* Waits until it has printed a line to its standard output, and returns 1, or
   until it has ended without one, and returns 0. */
int process_await_output(Process *process);

/* Closes our end of its standard output: the reader goes away. */
void process_close_output(Process *process);

/* Frees the results and sets them to 0. */
void process_clear(Process *process);

/* Runs a program with the words of a line, as below. */
void process_run_line(Process *process, const char *program, const char *line);

/*
 * Run or start ripple with the words of a line; an '@' in front of a word
 * stands for the tests' folder and a slash.
 */
void process_run_ripple(Process *process, const char *line);
void process_start_ripple(Process *process, const char *line);

/* Runs one of the programs with faults (faults/), from the folder beside
   ripple's. */
void process_run_failing(Process *process, const char *name, const char *line);

/* Parses the options of a line in this process; their text stays until the
   next call. Returns what command_line_parse does. */
int process_parse(Options *options, const char *line, Error *error);

/* ripple's path: RIPPLE_PROGRAM, by default build/release/ripple. Absolute;
   static text. */
const char *process_ripple(void);

/* A path in the repository, absolute; static text until the next call. */
const char *process_repository_path(const char *name);

/* Whether PATH has a program of that name. */
int process_exists(const char *name);

/* Whether there is OpenGL that can step water, without a display, which another
   process finds out: drivers dislike forks. Not where leaks are looked for:
   they leak. */
int process_has_opengl(void);

void process_sleep_ms(int ms);

/* Milliseconds of a monotonic clock. */
long process_clock_ms(void);

/* Milliseconds that this process has run. While it waits without a pause this
   is a clock for the time that others take: on a loaded machine, where they get
   a share of a core, it is as slow as they are. */
long process_busy_ms(void);

/* Reads a picture file; alpha is 255. The caller frees the pixels. */
RipplePixels process_read_picture(const char *path);

#endif
