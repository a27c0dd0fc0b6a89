/* SPDX-License-Identifier: MIT */
/*
 * Runs every suite. CK_RUN_SUITE and CK_RUN_CASE choose among them; a choice
 * that leaves nothing to run is a failure.
 */
#include "suites.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

static Suite *(*const suites[])(void) = {
    model_suite,   drop_suite,   optics_suite,  pool_suite,
    sweep_suite,   crew_suite,   font_suite,    loader_suite,
    options_suite, script_suite, scene_suite,   pace_suite,
    record_suite,  window_suite, program_suite, display_suite,
};

int main(void)
{
    SRunner *runner = srunner_create(NULL);
    int run, failed;

    if (support_make_folder() != 0) {
        perror("tests: no folder for files");
        return EXIT_FAILURE;
    }
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++)
        srunner_add_suite(runner, suites[i]());
    srunner_run_all(runner, CK_NORMAL);
    run = srunner_ntests_run(runner);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    support_remove_folder();
    if (run == 0)
        fputs("tests: there was nothing to run\n", stderr);
    return run > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
