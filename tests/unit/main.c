/* SPDX-License-Identifier: MIT */
/* The suites of the library alone, for machines without SDL or a display. */
#include "../run.h"
#include "../suites.h"

static const NamedSuite suites[] = {
    NAMED_SUITE(sweep),  NAMED_SUITE(current), NAMED_SUITE(waves),
    NAMED_SUITE(optics), NAMED_SUITE(model),   NAMED_SUITE(shore),
    NAMED_SUITE(drop),   NAMED_SUITE(pixels),  NAMED_SUITE(pool),
    NAMED_SUITE(crew),
};

int main(void)
{
    return run_suites(suites, sizeof suites / sizeof suites[0]);
}
