/* SPDX-License-Identifier: MIT */
/*
 * The folder where ripple works in a test, and checks of a run: its exit
 * status, at most one line of errors, and the files that it leaves. In a
 * command line '@' is the tests' own folder, which has coffee.png and
 * river.png.
 */
#ifndef RIPPLE_TESTS_WORK_H
#define RIPPLE_TESTS_WORK_H

#include "process.h"

/* Environments: without a display, and with SDL's dummy display. */
extern const char *const work_blind[];
extern const char *const work_dummy[];

/* Empties the folder; a test begins with that. */
void work_start(void);

/* A path in the folder; static text until the fourth call from then. */
const char *work_path(const char *name);

/* Counts the files in the folder, and removes them if asked to. */
int work_count_files(int remove);

/* Waits until that many files are there. */
void work_await_files(int count);

/* Fails with the name of a file that is there. */
void work_expect_empty(const char *line);

/* A process in the folder and an environment. */
Process work_make_process(const char *const *environment);

/* Fails with all that the program said. */
void work_expect_status(const Process *process, const char *line, int status);

/* That status, and one line of errors which contains a text, and no output. */
void work_expect_complaint(const Process *process, const char *line, int status,
                           const char *says);

/* Runs ripple to that status. */
Process work_try(const char *const *environment, const char *line, int status);

/* Runs ripple without a display, without errors, to status 0. */
void work_run(const char *line);

/* Files in the folder that only hold the word "old"; expecting one removes
   it. */
void work_write_old(const char *name);
void work_expect_old(const char *name);

/* Whether two files in the folder have the same bytes. */
int work_files_equal(const char *a, const char *b);

#endif
