/* SPDX-License-Identifier: MIT */
/*
 * count-step LEVEL STEPS does that many steps of two models on 640x480 cells,
 * skips nothing, and does nothing else. tools/portable.sh counts the
 * instructions of two runs; their difference is the cost of the steps.
 */
#include "ripple.h"

#include <stdlib.h>

static int run(RippleModel model, const char *level, int steps)
{
    RippleSettings settings;
    Ripple *pool;

    ripple_settings_init(&settings);
    settings.model = model;
    settings.damping = 5;
    if (ripple_create(&pool, 640, 480, &settings) != RIPPLE_OK ||
        ripple_use_simd(pool, level) != RIPPLE_OK)
        return -1;
    ripple_skip_calm(pool, 0);
    for (int i = 0; i < steps; i++)
        ripple_step(pool);
    ripple_destroy(pool);
    return 0;
}

int main(int argc, char **argv)
{
    return argc != 3 || run(RIPPLE_MODEL_CLASSIC, argv[1], atoi(argv[2])) ||
           run(RIPPLE_MODEL_ROUND, argv[1], atoi(argv[2]));
}
