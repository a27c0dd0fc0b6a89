/* SPDX-License-Identifier: MIT */
/* Every suite there is; tests/main.c runs them all, tests/library/main.c those
   of the library. */
#ifndef RIPPLE_TESTS_SUITES_H
#define RIPPLE_TESTS_SUITES_H

#include <check.h>

Suite *model_suite(void);
Suite *waves_suite(void);
Suite *shore_suite(void);
Suite *current_suite(void);
Suite *drop_suite(void);
Suite *optics_suite(void);
Suite *magnify_suite(void);
Suite *pixels_suite(void);
Suite *pool_suite(void);
Suite *sweep_suite(void);
Suite *crew_suite(void);
Suite *memory_suite(void);
Suite *fail_suite(void);
Suite *font_suite(void);
Suite *loader_suite(void);
Suite *options_suite(void);
Suite *config_suite(void);
Suite *manual_suite(void);
Suite *script_suite(void);
Suite *backdrop_suite(void);
Suite *scene_suite(void);
Suite *pace_suite(void);
Suite *record_suite(void);
Suite *encoder_suite(void);
Suite *recording_suite(void);
Suite *window_suite(void);
Suite *screens_suite(void);
Suite *program_suite(void);
Suite *bench_suite(void);
Suite *display_suite(void);

#endif
