/* SPDX-License-Identifier: MIT */
#include "watch.h"

#include "lib/util/fixed.h"

#include <math.h>
#include <string.h>

/* Springs have limits that know no law. */
static int has_law(const Ripple *pool)
{
    int columns, rows;

    ripple_cells(pool, &columns, &rows);
    return columns >= 4 && rows >= 4 && columns * rows <= WATCH_CELLS &&
           ripple_settings(pool)->model != RIPPLE_MODEL_SPRING;
}

void watch_open(Watch *watch, const Ripple *pool)
{
    watch->steps = 0;
    watch->is_open = pool != NULL && has_law(pool);
    if (!watch->is_open)
        return;
    law_init(&watch->law, pool);
    law_copy_heights(&watch->law, watch->heights[2], pool);
}

/* Fractions are not seen: heights of fine water bound the energy alone. With
   heights of up to 2^15 a step adds at most 16 a cell to F. A height is seen
   by 1/2 off, or 2.5 if the governor took twice from it, which adds at most
   that to the root of F. Open edges sink; their bound would hold nothing. */
static int is_bounded(const Law *law, const LawStep *step)
{
    double was = law_sum_energy(law, step->now, step->before);
    double is = law_sum_energy(law, step->next, step->now);

    return law->is_open || law_is_calm(law, step->next) ||
           sqrt(fmax(is, 0)) <= sqrt(fmax(was, 0)) + 10 * sqrt(law->count);
}

/* Bits of the loss that the governor may take before a step; 0: nothing. */
static const int losses[] = {0, 4, 1};

/* Whether the last step is lawful if the governor took `previous` before the
   step in front of it, and `latest` before it. */
static int is_lawful(const Watch *watch, int previous, int latest)
{
    const Law *law = &watch->law;
    int32_t before[WATCH_CELLS], now[WATCH_CELLS];
    LawStep step = {before, now, watch->heights[2]};

    for (int i = 0; i < law->count; i++) {
        int height = law_lose(watch->heights[0][i], previous);

        before[i] = law_lose(height, latest);
        now[i] = law_lose(watch->heights[1][i], latest);
    }
    return law->is_fine ? is_bounded(law, &step)
                        : law_find_lawless(law, &step) < 0;
}

static int obeys_law(const Watch *watch)
{
    int count = COUNT(losses);

    for (int i = 0; i < count * count; i++) {
        if (is_lawful(watch, losses[i / count], losses[i % count]))
            return 1;
    }
    return 0;
}

/* The heights that the first step after a call started from are known, those
   before them are not. */
int watch_step(Watch *watch, const Ripple *pool)
{
    if (!watch->is_open)
        return 1;
    memmove(watch->heights[0], watch->heights[1], 2 * sizeof watch->heights[0]);
    law_copy_heights(&watch->law, watch->heights[2], pool);
    return ++watch->steps < 2 || obeys_law(watch);
}

void watch_close(Watch *watch)
{
    if (watch->is_open)
        law_clear(&watch->law);
}
