/* SPDX-License-Identifier: MIT */
/* Random calls of ripple.h on a small pool and its reference. */
#include "fuzz.h"
#include "../random/calls.h"

#define MAX_CALLS 20

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const PoolPairLimits limits = {
        .width = 130, .height = 26, .threads = 4, .flows = 1};
    PoolPair pair;

    pool_pair_create(&pair, source_from_bytes(data, size), &limits);
    for (int i = 0; i < MAX_CALLS && pair.source.left > 0; i++)
        pool_pair_call(&pair);
    pool_pair_advance(&pair, 1);
    pool_pair_destroy(&pair);
    return 0;
}
