/* SPDX-License-Identifier: MIT */
/* Every suite there is, those first that take the longest. */
#include "run.h"
#include "suites.h"

static const NamedSuite suites[] = {
/* What counts for `make coverage` makes calls too, which are not to fail. */
#ifndef RIPPLE_COUNTED
    NAMED_SUITE(fail),
#endif
    NAMED_SUITE(sweep),   NAMED_SUITE(program),  NAMED_SUITE(display),
    NAMED_SUITE(current), NAMED_SUITE(waves),    NAMED_SUITE(recording),
    NAMED_SUITE(optics),  NAMED_SUITE(bench),    NAMED_SUITE(model),
    NAMED_SUITE(scene),   NAMED_SUITE(loader),   NAMED_SUITE(window),
    NAMED_SUITE(shore),   NAMED_SUITE(drop),     NAMED_SUITE(pool),
    NAMED_SUITE(crew),    NAMED_SUITE(font),     NAMED_SUITE(options),
    NAMED_SUITE(script),  NAMED_SUITE(pace),     NAMED_SUITE(record),
    NAMED_SUITE(magnify), NAMED_SUITE(backdrop), NAMED_SUITE(pixels),
    NAMED_SUITE(encoder), NAMED_SUITE(memory),   NAMED_SUITE(config),
    NAMED_SUITE(screens), NAMED_SUITE(manual),
};

int main(void)
{
    return run_suites(suites, sizeof suites / sizeof suites[0]);
}
