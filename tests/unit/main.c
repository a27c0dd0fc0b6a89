/* SPDX-License-Identifier: MIT */
/* The suites of the library alone, for machines without SDL or a display. */
#include "base/fixed.h"
#include "../run.h"
#include "../suites.h"

static const NamedSuite suites[] = {
    NAMED_SUITE(pipeline),    NAMED_SUITE(advection), NAMED_SUITE(waves),
    NAMED_SUITE(refraction),  NAMED_SUITE(models),    NAMED_SUITE(mask),
    NAMED_SUITE(splash),      NAMED_SUITE(pixels),    NAMED_SUITE(pool),
    NAMED_SUITE(thread_pool),
};

int main(void)
{
    return run_suites(suites, COUNT(suites));
}
