/* SPDX-License-Identifier: MIT */
#ifndef RIPPLE_TESTS_RUN_H
#define RIPPLE_TESTS_RUN_H

#include "test.h"

/*
 * Runs the suites and prints which checks failed. Environment:
 * CK_RUN_SUITE and CK_RUN_CASE choose a suite and a case; TEST_WORKERS sets how
 * many suites run at once, by default one per core, and one that waits beside
 * them if they are more than one; CK_FORK=no runs all checks
 * in this process, one after the other. Returns an exit status: failure if a
 * check failed or if none was run.
 */
int run_suites(const TestSuite *suites, int count);

#endif
