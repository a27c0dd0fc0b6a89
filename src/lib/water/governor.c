/* SPDX-License-Identifier: MIT */
#include "lib/water/governor.h"

#include "lib/util/fixed.h"

#include "lib/kernels/formula.h"
#include "lib/kernels/water.inc"

#define MIN_FALL 8 /* the budget loses at most 1/2^8 a step */

#define ONE (1 << RIPPLE_ENERGY_BITS)

/* Twice this fits an int64_t. */
#define MAX_BUDGET (INT64_MAX / 4)

void ripple_governor_restart(Governor *governor)
{
    *governor = (Governor){0};
}

void ripple_governor_renew(Governor *governor, const Field *field)
{
    if (!governor->in_current && !ripple_field_is_zero(field))
        governor->is_new = 1;
}

void ripple_governor_add(Governor *governor, int64_t change)
{
    int64_t added = min_int64(change, MAX_BUDGET / (2 * ONE)) * 2 * ONE;

    governor->budget = min_int64(governor->budget + added, MAX_BUDGET);
    if (change != 0)
        governor->looks = 0;
}

static void attenuate_tile(const Field *field, Plane *plane, RippleRect tile,
                           int bits)
{
    for (int y = tile.y; y < tile.y + tile.height; y++) {
        ptrdiff_t row = y * (ptrdiff_t)field->stride;

        for (int x = tile.x; x < tile.x + tile.width; x++)
            ripple_field_set_value(
                plane, row + x, lose(ripple_field_value(plane, row + x), bits));
    }
}

static void attenuate_plane(const Field *field, Plane *plane, int bits)
{
    for (int y = 0; y < field->tile_rows && plane->cells != NULL; y++) {
        const uint8_t *flags = ripple_field_flags(field, plane, y);

        for (int x = 0; x < field->tile_columns; x++) {
            if (flags[x] != 0)
                attenuate_tile(field, plane, ripple_field_tile(field, x, y),
                               bits);
        }
    }
}

static int must_measure(const Governor *governor, int clock, int has_current)
{
    return clock >= measure_interval(governor->is_urgent, has_current);
}

int ripple_governor_is_due(const Governor *governor, int has_current)
{
    return must_measure(governor, governor->clock + 1, has_current);
}

int ripple_governor_start(Governor *governor, Field *field, int has_current)
{
    if (governor->loss > 0) {
        attenuate_plane(field, &field->now, governor->loss);
        attenuate_plane(field, &field->before, governor->loss);
        attenuate_plane(field, &field->speeds, governor->loss);
        field->is_halo_stale = 1;
        if (!has_current)
            governor->loss = 0;
    }
    governor->in_current = has_current;
    governor->clock++;
    return must_measure(governor, governor->clock, has_current);
}

/* value * share / 2^14, for 0 <= share <= 2^14 */
static int64_t take(int64_t value, int64_t share)
{
    int64_t one = 1 << RIPPLE_WEIGHT_BITS;

    return value / one * share + value % one * share / one;
}

int64_t ripple_governor_lost_share(const Stencil *stencil)
{
    int64_t one = 1 << RIPPLE_WEIGHT_BITS;
    int64_t kept = -(int64_t)stencil->w_prev - one;

    return (one - kept) * one / (one + kept);
}

/*
 * With k the share of `before` that a model keeps:
 *
 *     energy = sum of now^2 - next before - q next (next - before)
 *              + now^2 / 2^RIPPLE_GOVERNOR_LEVEL_BITS in a current
 *     q = (1 - k) / (1 + k)
 */
static int64_t find_energy(const Stencil *stencil, EnergySums *sums,
                           int has_current)
{
    int64_t now2 = atomic_load(&sums->now2);
    int64_t product = atomic_load(&sums->product);
    int64_t lost = take(atomic_load(&sums->next2) - product,
                        ripple_governor_lost_share(stencil));

    return max_int64(now2 - product - lost, 0) +
           (has_current ? now2 >> RIPPLE_GOVERNOR_LEVEL_BITS : 0);
}

/* The budget loses 1/2^fall a step: at most half of what waves lose. */
int ripple_governor_fall(const Stencil *stencil)
{
    int one = 1 << RIPPLE_WEIGHT_BITS, lost = 2 * one + stencil->w_prev;
    int fall = MIN_FALL;

    while (lost > 0 && lost << fall < 2 * one)
        fall++;
    return fall;
}

static int has_fractions(const Field *field)
{
    return field->now.fractions != NULL;
}

/* The energy limits all later motion. Only slopes are visible; the sum of their
   squares is at most energy (1 + k) / (2 w_edge). */
static int is_still(const Stencil *stencil, int64_t energy)
{
    int64_t unit = -(int64_t)stencil->w_prev;

    return energy < ONE && energy * unit < 2 * (int64_t)stencil->w_edge * ONE;
}

/* Rain of one sign moves the mean height further and further. */
static int is_mean_too_high(const Field *field, int64_t energy, int64_t now2)
{
    int64_t cells = (int64_t)field->columns * field->rows;

    return now2 / cells > (int64_t)RIPPLE_GOVERNOR_MAX_LEVEL *
                              RIPPLE_GOVERNOR_MAX_LEVEL * ONE &&
           energy < now2 >> (RIPPLE_GOVERNOR_LEVEL_BITS - 1);
}

/* Lowers a budget to 7/8. Water whose sums repeat passes the lower of its
   budget and energy: in a current, water may in turns gain energy and lose it
   again above its budget. */
static int64_t cut(int64_t budget)
{
    return max_int64(budget - (budget >> RIPPLE_GOVERNOR_CUT) - 1, 0);
}

/*
 * Compares the sums of a step of damped water. Sums that repeat without a stone
 * mean that the water oscillates or stands for ever: rounding restores what
 * damping removes. The saved sums are replaced at measurements 1, 2, 4 and so
 * on (Brent's cycle detection), which finds each period of up to 512.
 */
static int is_locked(Governor *governor, EnergySums *sums)
{
    uint64_t mark = (uint64_t)atomic_load(&sums->now2);

    mark = mark * RIPPLE_GOVERNOR_MIX + (uint64_t)atomic_load(&sums->next2);
    mark = mark * RIPPLE_GOVERNOR_MIX + (uint64_t)atomic_load(&sums->product);
    if (governor->looks > 0 && governor->mark == mark) {
        governor->looks = 0;
        return 1;
    }
    governor->looks = governor->looks % RIPPLE_GOVERNOR_LOOKS + 1;
    if ((governor->looks & (governor->looks - 1)) == 0)
        governor->mark = mark;
    return 0;
}

static int find_loss(const Governor *governor, const Stencil *stencil,
                     int64_t energy)
{
    if (energy > 2 * governor->budget)
        return RIPPLE_GOVERNOR_MUCH;
    return energy > governor->budget ||
                   (stencil->is_damped && governor->budget == 0)
               ? RIPPLE_GOVERNOR_LITTLE
               : 0;
}

void ripple_governor_judge(Governor *governor, const Stencil *stencil,
                           EnergySums *sums, Field *field, int has_current)
{
    int64_t energy = find_energy(stencil, sums, has_current);
    int64_t now2 = atomic_load(&sums->now2);
    int fall = ripple_governor_fall(stencil);
    int64_t lost = ((governor->budget >> fall) + ONE) * governor->clock;

    governor->clock = 0;
    governor->loss = 0;
    if (stencil->is_damped)
        governor->budget = max_int64(governor->budget - lost, 0);
    if (stencil->is_damped && is_locked(governor, sums))
        governor->budget = cut(min_int64(governor->budget, energy));
    if (governor->is_new)
        governor->budget =
            max_int64(governor->budget, min_int64(2 * energy, MAX_BUDGET));
    governor->is_new = 0;
    if (stencil->is_damped || has_current)
        governor->loss = find_loss(governor, stencil, energy);
    governor->is_urgent = governor->loss == RIPPLE_GOVERNOR_MUCH ||
                          (governor->loss > 0 && governor->budget == 0);
    if (!stencil->is_damped || !has_fractions(field))
        return;
    if (governor->budget == 0 || is_still(stencil, energy))
        ripple_field_reset(field);
    else if (is_mean_too_high(field, energy, now2))
        governor->loss = governor->loss == RIPPLE_GOVERNOR_MUCH
                             ? RIPPLE_GOVERNOR_MUCH
                             : RIPPLE_GOVERNOR_LITTLE;
}
