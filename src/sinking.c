/* SPDX-License-Identifier: MIT */
#include "sinking.h"

#include <stdint.h>

/* The weight after `part` of `steps` steps. No product exceeds 2^61: steps is
   at most RIPPLE_MAX_SPLASH. */
static int find_weight(int weight, int64_t part, int64_t steps)
{
    int64_t share = part * part * (3 * steps - 2 * part);

    return (int)(weight * share / (steps * steps * steps));
}

static void drop_part(const SinkingStone *sinking, Ripple *pool)
{
    RippleStone part = sinking->stone;
    int age = sinking->age, steps = sinking->steps;

    part.weight = find_weight(sinking->stone.weight, age + 1, steps);
    if (part.profile != RIPPLE_PROFILE_DISC &&
        part.profile != RIPPLE_PROFILE_BODY)
        part.weight -= find_weight(sinking->stone.weight, age, steps);
    ripple_drop(pool, &part);
}

void ripple_sinking_add(Sinking *sinking, Ripple *pool,
                        const RippleStone *stone, int steps)
{
    int is_full = sinking->count == RIPPLE_MAX_SINKING;
    SinkingStone added = {*stone, 0, is_full ? 1 : steps};

    drop_part(&added, pool);
    if (added.steps > 1)
        sinking->stones[sinking->count++] = added;
}

/* The first part was dropped when the stone was added. */
void ripple_sinking_step(Sinking *sinking, Ripple *pool)
{
    int kept = 0;

    for (int i = 0; i < sinking->count; i++) {
        SinkingStone stone = sinking->stones[i];

        if (stone.age > 0)
            drop_part(&stone, pool);
        if (++stone.age < stone.steps)
            sinking->stones[kept++] = stone;
    }
    sinking->count = kept;
}
