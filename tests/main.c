/* SPDX-License-Identifier: MIT */
/* Every suite there is. */
#include "run.h"
#include "suites.h"

static MakeSuite *const suites[] = {
    model_suite,   waves_suite,     shore_suite,    current_suite,
    drop_suite,    optics_suite,    pool_suite,     sweep_suite,
    crew_suite,    font_suite,      loader_suite,   options_suite,
    script_suite,  scene_suite,     pace_suite,     record_suite,
    window_suite,  program_suite,   bench_suite,    display_suite,
    magnify_suite, recording_suite, backdrop_suite, pixels_suite,
    encoder_suite, memory_suite,
};

int main(void)
{
    return run_suites(suites, sizeof suites / sizeof suites[0]);
}
