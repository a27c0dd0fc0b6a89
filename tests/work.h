/* SPDX-License-Identifier: MIT */
/*
 * The folder where ripple works in a test, and checks of a run: its exit
 * status, at most one line of errors, and the files that it leaves. In a
 * command line '@' is the tests' own folder, which has coffee.png and
 * river.png.
 *
 * What is the same in many tests is said in statements (verbs.h):
 *
 *     run LINE               ripple without a display: status 0, no errors
 *     try STATUS LINE        the same, which ends with that status
 *     says TEXT, prints TEXT the errors or the output of the last try have it
 *     lines N                these errors are so many lines
 *     same A B, differ A B   the bytes of two files in the folder
 *     files N                so many files are in the folder
 *     has NAME, lacks NAME   this one is, or is not
 *     empty                  removes all of them
 *     old NAME               puts a file with the word "old" there
 *     refuse STATUS LINE     a try that ends with one line of errors, prints
 *                            nothing and leaves no file but the old ones, as
 *                            they were; they go away
 */
#ifndef RIPPLE_TESTS_WORK_H
#define RIPPLE_TESTS_WORK_H

#include "process.h"

/* Environments: without a display, and with SDL's dummy display. */
extern const char *const work_blind[];
extern const char *const work_dummy[];

/* Empties the folder; a test begins with that. */
void work_start(void);

/* Runs statements. */
void work_play(const char *text);

/* A path in the folder, which belongs to the test. */
const char *work_path(const char *name);

/* Counts the files in the folder, and removes them if asked to. */
int work_count_files(int remove);

/* Waits until that many files are there. */
void work_await_files(int count);

/* A process in the folder and an environment. */
Process work_make_process(const char *const *environment);

/* Waits for the end of ripple, and for that status. What it said belongs to the
   test from then. */
void work_finish(Process *process, const char *line, int status);

/* The same, of a process that has ended. */
void work_check_end(Process *process, const char *line, int status);

/* Runs ripple to that status, as a process with what is set in this one. */
Process work_try(Process process, int status, const char *line);

/* Runs ripple without a display, without errors, to status 0. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void work_run(const char *format, ...);

/* The statement `refuse`, with one line of errors which contains a text. */
Process work_refuse(Process process, int status, const char *line,
                    const char *says);

/* The statement `old`, or a link to a target that is not NULL. */
void work_keep(const char *name, const char *target);

/* A picture or the text of a file in the folder; they belong to the test. */
RipplePixels work_picture(const char *name);
char *work_text(const char *name, size_t *size);

#endif
