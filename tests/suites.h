/* SPDX-License-Identifier: MIT */
/* Every suite there is; tests/main.c runs them all, tests/library/main.c those
   of the library. */
#ifndef RIPPLE_TESTS_SUITES_H
#define RIPPLE_TESTS_SUITES_H

#include <check.h>

Suite *models_suite(void);
Suite *waves_suite(void);
Suite *mask_suite(void);
Suite *advection_suite(void);
Suite *splash_suite(void);
Suite *refraction_suite(void);
Suite *grid_map_suite(void);
Suite *pixels_suite(void);
Suite *pool_suite(void);
Suite *pipeline_suite(void);
Suite *thread_pool_suite(void);
Suite *memory_suite(void);
Suite *failures_suite(void);
Suite *osd_suite(void);
Suite *load_suite(void);
Suite *options_suite(void);
Suite *config_suite(void);
Suite *manual_suite(void);
Suite *script_suite(void);
Suite *background_suite(void);
Suite *scene_suite(void);
Suite *clocks_suite(void);
Suite *writers_suite(void);
Suite *ffmpeg_suite(void);
Suite *recording_suite(void);
Suite *window_suite(void);
Suite *screens_suite(void);
Suite *program_suite(void);
Suite *bench_suite(void);
Suite *display_suite(void);

#endif
