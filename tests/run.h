/* SPDX-License-Identifier: MIT */
/* What both test programs do with their suites. */
#ifndef RIPPLE_TESTS_RUN_H
#define RIPPLE_TESTS_RUN_H

#include <check.h>
#include <stddef.h>

typedef Suite *MakeSuite(void);

/*
 * Runs suites and prints what failed; CK_RUN_SUITE and CK_RUN_CASE choose
 * among them. Returns an exit status: a choice that leaves nothing to run is
 * a failure.
 */
int run_suites(MakeSuite *const *suites, size_t count);

#endif
