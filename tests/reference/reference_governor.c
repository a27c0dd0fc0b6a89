/* SPDX-License-Identifier: MIT */
/*
 * The governor of the reference: the energy of a step against a budget, as
 * lib/water/governor.h and the formulas of governor.c have it.
 */
#include "reference.h"

#include <math.h>

#include "lib/water/model.h"

#include <stdlib.h>

enum { MUCH = 1, LITTLE = 4 }; /* bits of a loss */
enum { ONE_ENERGY = 16 };      /* of one cell of height 1 */

static int has_current(const Reference *water)
{
    return water->state.advection.schedule.passes > 0;
}

/* The shifts of classic and round alone do not need it. */
static int is_governed(const Reference *water)
{
    Stencil stencil =
        ripple_model_stencil(&water->settings, reference_may_halve(water));

    return has_current(water) || water->depths != NULL ||
           (stencil.kind != STENCIL_CLASSIC && stencil.kind != STENCIL_ROUND);
}

/* Every value loses |v| / 2^bits, rounded up. */
static void reduce(const Reference *water, int32_t *plane, int bits)
{
    for (int y = 0; y < water->size.rows; y++) {
        for (int x = 0; x < water->size.columns; x++) {
            int32_t *value = plane_at(water, plane, x, y), size = abs(*value);
            int32_t part = 1 << bits;
            int32_t left = size - size / part - (size % part != 0);

            *value = *value < 0 ? -left : left;
        }
    }
}

int reference_start_measuring(Reference *water)
{
    BackendState *state = &water->state;
    Governor *governor = &state->governor;

    if (!is_governed(water)) {
        *governor = (Governor){0};
        return 0;
    }
    if (governor->loss != 0) {
        reduce(water, state->now, governor->loss);
        reduce(water, state->before, governor->loss);
        reduce(water, state->velocities, governor->loss);
    }
    if (!has_current(water))
        governor->loss = 0;
    governor->in_current = has_current(water);
    governor->clock++;
    return governor->is_urgent ||
           governor->clock > (has_current(water) ? 3 : 15);
}

/* value * share / 2^14 toward 0, in two parts that fit 64 bits. */
static int64_t share_of(int64_t value, int64_t share)
{
    int64_t size = value < 0 ? -value : value;
    int64_t part = (size >> 14) * share + (((size & 16383) * share) >> 14);

    return value < 0 ? -part : part;
}

static int64_t find_energy(const Reference *water, const StepEnergy *sums,
                           int64_t kept)
{
    int64_t lost = share_of(sums->next2 - sums->product,
                            ((16384 - kept) << 14) / (16384 + kept));
    int64_t energy = max_int64(sums->now2 - sums->product - lost, 0);

    return has_current(water) ? energy + sums->now2 / 256 : energy;
}

/* The smallest n from 8 on with 1/2^n <= (1 - k) / 2; any if k is 1. */
static int find_fall(const Stencil *stencil)
{
    double lost = 2 + stencil->w_prev / 16384.0;
    int n = 8;

    while (lost > 0 && ldexp(2, -n) > lost)
        n++;
    return n;
}

/* The most that is to be lost before the next step. */
static int find_loss(const Reference *water, const Stencil *stencil,
                     int64_t energy, int64_t now2)
{
    int64_t budget = water->state.governor.budget;
    int64_t cells = (int64_t)water->size.columns * water->size.rows;
    int is_fine = water->one > 1;

    if (!stencil->is_damped && !has_current(water))
        return 0;
    if (energy > 2 * budget)
        return MUCH;
    if (energy > budget || (stencil->is_damped && budget == 0))
        return LITTLE;
    return is_fine && stencil->is_damped &&
                   now2 / cells > (INT64_C(1) << 26) * ONE_ENERGY &&
                   energy < now2 / 128
               ? LITTLE
               : 0;
}

/* No budget, or slopes too small to be seen, whatever their energy. */
static int is_over(const Reference *water, const Stencil *stencil,
                   int64_t energy)
{
    double slopes = (double)energy * -stencil->w_prev;

    return water->one > 1 && stencil->is_damped &&
           (water->state.governor.budget == 0 ||
            (energy < ONE_ENERGY &&
             slopes < 2.0 * stencil->w_edge * ONE_ENERGY));
}

static void clear_plane(const Reference *water, int32_t *plane)
{
    for (int y = 0; y < water->size.rows; y++) {
        for (int x = 0; x < water->size.columns; x++)
            *plane_at(water, plane, x, y) = 0;
    }
    reference_copy_halo(water, plane);
}

void reference_judge(Reference *water, const StepEnergy *sums)
{
    Governor *governor = &water->state.governor;
    Stencil stencil = ripple_model_stencil(&water->settings, 0);
    int64_t energy = find_energy(water, sums, -stencil.w_prev - 16384);
    int64_t fall = ONE_ENERGY + (governor->budget >> find_fall(&stencil));
    int steps = governor->clock;

    governor->clock = 0;
    if (stencil.is_damped)
        governor->budget = max_int64(governor->budget - fall * steps, 0);
    if (governor->is_new && 2 * energy > governor->budget)
        governor->budget = 2 * energy;
    governor->is_new = 0;
    governor->loss = find_loss(water, &stencil, energy, sums->now2);
    governor->is_urgent = governor->loss != 0 &&
                          (governor->loss == MUCH || governor->budget == 0);
    if (is_over(water, &stencil, energy)) {
        clear_plane(water, water->state.now);
        clear_plane(water, water->state.before);
    }
}

void reference_renew(Reference *water)
{
    Governor *governor = &water->state.governor;

    governor->is_new |= !governor->in_current && !reference_is_calm(water);
}

/* Twice |h' - h| (|h' - b| + |h - b|), in 1/16, of whole heights. */
void reference_add(Reference *water, int32_t before, int32_t from, int32_t to)
{
    int64_t b = whole_height(before, water->one);
    int64_t h = whole_height(from, water->one);
    int64_t changed = whole_height(to, water->one);

    water->state.governor.budget += 2 * ONE_ENERGY * llabs(changed - h) *
                                    (llabs(changed - b) + llabs(h - b));
}
