/* SPDX-License-Identifier: MIT */
/*
 * A small language for tests: statements, each a verb and its words, handed
 * one after the other to a function.
 *
 *     "key Space; press left 30 20; repeat 9 {turn; calm == 0}"
 */
#ifndef RIPPLE_TESTS_VERBS_H
#define RIPPLE_TESTS_VERBS_H

#include "lib/util/fixed.h"
#include "test.h"

#define VERBS_MAX_WORDS 64

typedef struct Words {
    const char *text; /* the whole statement, for messages */
    const char *word[VERBS_MAX_WORDS];
    int count;
} Words;

typedef void RunWords(const Words *words);

/* Runs the statements of a text. */
void verbs_run(RunWords *run, const char *text);

/* The same for a text with the conversions of printf. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void verbs_play(RunWords *run, const char *format, ...);

/* Declares a test of statements, which runs each row of a table alone. */
#define TEST_ROWS(case_name, test_name, run, rows) \
    TEST_LOOP(case_name, test_name, COUNT(rows)) \
    { \
        verbs_run(run, (rows)[_i]); \
    }

/* Whether word i is this one. */
int verbs_is(const Words *words, int i, const char *word);

/* Word i as a number; fails the test if there is none. 0x1F is one too. */
double verbs_number(const Words *words, int i);
int verbs_int(const Words *words, int i);

/* The statement from word i on, spaces and all. */
const char *verbs_text(const Words *words, int i);

#endif
