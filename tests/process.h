/* SPDX-License-Identifier: MIT */
/*
 * Other programs as children of a test: ripple itself, and what its window
 * needs. Whatever goes wrong with the child itself fails the test; check
 * kills what a failed test has left running.
 */
#ifndef RIPPLE_TESTS_PROCESS_H
#define RIPPLE_TESTS_PROCESS_H

#include "app/options/command_line.h"
#include "ripple.h"

#include <stddef.h>
#include <sys/types.h>

#define PROCESS_TIMEOUT_S 20
#define PROCESS_NOT_RUN   127 /* exit status: the child got nowhere */

typedef struct Process {
    /* Wishes, set before the start; all zero for none. */
    const char *const *environment; /* NAME=VALUE sets, NAME removes; then
                                       NULL */
    const char *folder;             /* where it works */
    const char *output;             /* a file to be its standard output */
    const char *errors;             /* a file to be its standard error */
    uid_t user;      /* other than root, for a test that runs as root */
    long file_bytes; /* no file can grow beyond */
    int is_shot;     /* a signal may end it at any moment */
    int timeout_s;   /* after so long it is killed and the test fails */

    /* What came of it; out and err end with a '\0' that is not counted. */
    pid_t pid;
    int status; /* of its exit, or -1 */
    int signal; /* that ended it, or 0 */
    char *out, *err;
    size_t out_size, err_size;

    int pipes[2]; /* our ends of its standard output and error, -1: closed */
} Process;

/* Runs a program to its end. argv[0] is a path, or looked up in PATH. */
void process_run(Process *process, const char *const argv[]);

/* Starts a program and goes on. End with process_stop or process_finish. */
void process_start(Process *process, const char *const argv[]);

/* Waits for the end. */
void process_finish(Process *process);

/* Sends a signal and waits for the end. */
void process_stop(Process *process, int signal);

/* Waits until it has printed so many lines, be it output or errors. */
void process_await_lines(Process *process, int lines);

/* Waits until it has printed a line to its standard output; 0 when it ends
   without, which is waited for too. */
int process_await_output(Process *process);

/* Closes our end of its standard output: the reader goes away. */
void process_close_output(Process *process);

/* Frees and zeroes what came of it; the wishes stay. */
void process_clear(Process *process);

/* Runs a program with the words of a line, as below. */
void process_run_line(Process *process, const char *program, const char *line);

/*
 * The same for ripple with the arguments in a line, parted by spaces; where a
 * word begins with '@' that stands for the tests' folder and a slash.
 */
void process_run_ripple(Process *process, const char *line);
void process_start_ripple(Process *process, const char *line);

/* Runs one of the programs beside it that can be made to fail, in the same
   way. */
void process_run_failing(Process *process, const char *name, const char *line);

/* Parses the options of a line in this process; their text stays until the
   next call. Returns what command_line_parse does. */
int process_parse(Options *options, const char *line, Error *error);

/* ripple's path: RIPPLE_PROGRAM, by default build/release/ripple. Absolute;
   static text. */
const char *process_ripple(void);

/* A path in the repository, absolute; static text until the next call. */
const char *process_asset(const char *name);

/* Whether PATH has a program of that name. */
int process_exists(const char *name);

void process_sleep_ms(int ms);

/* Milliseconds of a clock that only goes forward. */
long process_clock_ms(void);

/* The pixels of a picture file, to be freed; the alpha is 255. */
RipplePixels process_read_picture(const char *path);

#endif
