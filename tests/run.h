/* SPDX-License-Identifier: MIT */
/* What both test programs do with their suites. */
#ifndef RIPPLE_TESTS_RUN_H
#define RIPPLE_TESTS_RUN_H

#include <check.h>

typedef struct NamedSuite {
    const char *name;
    Suite *(*make)(void);
} NamedSuite;

#define NAMED_SUITE(name) \
    { \
#name, name##_suite \
    }

/*
 * Runs suites, at most 255, and prints what failed; CK_RUN_SUITE and
 * CK_RUN_CASE choose among them. As many run at once as there are cores, or as
 * TEST_WORKERS says; CK_FORK=no keeps them in this process, one after the
 * other. Returns an exit status: a choice that leaves nothing to run is a
 * failure.
 */
int run_suites(const NamedSuite *suites, int count);

#endif
