/* SPDX-License-Identifier: MIT */
#include "run.h"

#include "support.h"

#include <stdio.h>
#include <stdlib.h>

int run_suites(MakeSuite *const *suites, size_t count)
{
    SRunner *runner = srunner_create(NULL);
    int run, failed;

    if (support_make_folder() != 0) {
        perror("tests: no folder for files");
        return EXIT_FAILURE;
    }
    for (size_t i = 0; i < count; i++)
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
