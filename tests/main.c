/* SPDX-License-Identifier: MIT */
/* Every suite there is, those first that take the longest. */
#include "base/fixed.h"
#include "run.h"
#include "suites.h"

static const NamedSuite suites[] = {
/* What counts for `make coverage` makes calls too, which are not to fail. */
#ifndef RIPPLE_COUNTED
    NAMED_SUITE(failures),
#endif
    NAMED_SUITE(pipeline),    NAMED_SUITE(program),    NAMED_SUITE(display),
    NAMED_SUITE(advection),   NAMED_SUITE(waves),      NAMED_SUITE(recording),
    NAMED_SUITE(refraction),  NAMED_SUITE(bench),      NAMED_SUITE(models),
    NAMED_SUITE(scene),       NAMED_SUITE(load),       NAMED_SUITE(window),
    NAMED_SUITE(mask),        NAMED_SUITE(splash),     NAMED_SUITE(pool),
    NAMED_SUITE(thread_pool), NAMED_SUITE(osd),        NAMED_SUITE(options),
    NAMED_SUITE(script),      NAMED_SUITE(clocks),     NAMED_SUITE(writers),
    NAMED_SUITE(grid_map),    NAMED_SUITE(background), NAMED_SUITE(pixels),
    NAMED_SUITE(ffmpeg),      NAMED_SUITE(memory),     NAMED_SUITE(config),
    NAMED_SUITE(screens),     NAMED_SUITE(manual),
};

int main(void)
{
    return run_suites(suites, COUNT(suites));
}
