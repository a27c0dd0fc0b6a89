/* SPDX-License-Identifier: MIT */
/* Random calls of ripple.h on a small pool and its shadow. */
#include "fuzz.h"
#include "../random/calls.h"

#define MAX_CALLS 20

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const TwinsLimits limits = {
        .width = 130, .height = 26, .threads = 4, .flows = 1};
    Twins twins;

    twins_create(&twins, source_from_bytes(data, size), &limits);
    for (int i = 0; i < MAX_CALLS && twins.source.left > 0; i++)
        twins_call(&twins);
    twins_advance(&twins, 1);
    twins_destroy(&twins);
    return 0;
}
