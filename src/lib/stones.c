/* SPDX-License-Identifier: MIT */
/*
 * Stones. After k of n steps a sinking stone has applied its weight times u^2
 * (3 - 2 u), u = k / n: a gentle start and end. A smooth stone adds only the
 * difference in each step, so the differences add up to its weight. Other
 * stones apply all of the weight so far in each step.
 */
#include "lib/stones.h"

#include "lib/pool.h"

#include <limits.h>
#include <stdint.h>

void ripple_drop_line(Ripple *pool, const RippleStone *stone, int x, int y)
{
    const GridSize *size = &pool->size;
    RippleStone in_cells;

    if (stone == NULL)
        return;
    in_cells = *stone;
    in_cells.x = ripple_grid_column(size, stone->x);
    in_cells.y = ripple_grid_row(size, stone->y);
    in_cells.radius = ripple_grid_to_cells(size, stone->radius);
    ripple_cpu_drop(pool->water, &(Fall){&in_cells, ripple_grid_column(size, x),
                                         ripple_grid_row(size, y), 0});
}

void ripple_drop(Ripple *pool, const RippleStone *stone)
{
    if (stone != NULL)
        ripple_drop_line(pool, stone, stone->x, stone->y);
}

void ripple_pull(Ripple *pool, int x, int y, int radius, int height)
{
    RippleStone disc = {x, y, radius, height > -INT_MAX ? -height : INT_MAX,
                        RIPPLE_PROFILE_DISC};

    ripple_drop(pool, &disc);
}

/* The weight after `part` of `steps` steps. Since steps is at most
   RIPPLE_MAX_SPLASH, no product exceeds 2^61. */
static int find_weight(int weight, int64_t part, int64_t steps)
{
    int64_t share = part * part * (3 * steps - 2 * part);

    return (int)(weight * share / (steps * steps * steps));
}

static void drop_part(Ripple *pool, const SinkingStone *sinking)
{
    RippleStone part = sinking->stone;
    int age = sinking->age, steps = sinking->steps;

    part.weight = find_weight(sinking->stone.weight, age + 1, steps);
    if (part.profile != RIPPLE_PROFILE_DISC &&
        part.profile != RIPPLE_PROFILE_BODY)
        part.weight -= find_weight(sinking->stone.weight, age, steps);
    ripple_drop(pool, &part);
}

int ripple_splash(Ripple *pool, const RippleStone *stone, int steps)
{
    Sinking *sinking = &pool->sinking;
    SinkingStone added;

    if (stone == NULL || steps < 1 || steps > RIPPLE_MAX_SPLASH)
        return RIPPLE_ERROR_SETTING;
    added = (SinkingStone){*stone, 0,
                           sinking->count == RIPPLE_MAX_SINKING ? 1 : steps, 1};
    drop_part(pool, &added);
    added.age = 1;
    if (added.steps > 1)
        sinking->stones[sinking->count++] = added;
    return RIPPLE_OK;
}

void ripple_splash_later(Ripple *pool, const RippleStone *stone, int steps,
                         int delay)
{
    Sinking *sinking = &pool->sinking;

    if (sinking->count < RIPPLE_MAX_WAITING)
        sinking->stones[sinking->count++] =
            (SinkingStone){*stone, 0, steps, delay};
}

void ripple_disturb(Ripple *pool, int x, int y, int magnitude)
{
    const GridSize *size = &pool->size;

    ripple_cpu_drop(pool->water, &(Fall){NULL, ripple_grid_column(size, x),
                                         ripple_grid_row(size, y), magnitude});
}

void ripple_stones_sink(Ripple *pool)
{
    Sinking *sinking = &pool->sinking;
    int kept = 0;

    for (int i = 0; i < sinking->count; i++) {
        SinkingStone stone = sinking->stones[i];

        if (stone.delay > 0) {
            stone.delay--;
        } else {
            drop_part(pool, &stone);
            stone.age++;
        }
        if (stone.age < stone.steps)
            sinking->stones[kept++] = stone;
    }
    sinking->count = kept;
}
