/* SPDX-License-Identifier: MIT */
/* The suites of the library alone, for machines without SDL or a display. */
#include "../run.h"
#include "../suites.h"

static MakeSuite *const suites[] = {
    model_suite,  waves_suite,  shore_suite, current_suite, drop_suite,
    optics_suite, pixels_suite, pool_suite,  sweep_suite,   crew_suite,
};

int main(void)
{
    return run_suites(suites, sizeof suites / sizeof suites[0]);
}
