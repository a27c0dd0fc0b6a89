/* SPDX-License-Identifier: MIT */
/*
 * The governor keeps the energy of a pool within a budget where no law limits
 * it: a current stretches waves, and sampling beside land duplicates heights.
 *
 *      energy                      A stone raises the budget by twice the
 *        |\  budget (twice)        energy that it may add. The budget falls to
 *        | `-.__                   0, more slowly than the waves of damped
 *        |\     `--.___            water do. A pool above its budget loses a
 *        | `-.__       `--.___     share of all heights and speeds in the next
 *        +------`--------------->  step.
 *
 * The energy is a sum of integers, in any order (src/lib/water/README.md has
 * the formula). So damped water comes to rest, whatever the flow does.
 */
#ifndef RIPPLE_WATER_GOVERNOR_H
#define RIPPLE_WATER_GOVERNOR_H

#include "lib/kernels/kernels.h"
#include "lib/water/field.h"

#include <stdatomic.h>

typedef struct Governor {
    int64_t budget;
    int is_new;     /* the next measured energy raises the budget */
    int in_current; /* a current flowed in the last step */
    int is_urgent;  /* far above the budget: measure the next step too */
    int clock;      /* steps since the water was calm or measured */
    int loss;       /* share to lose before the next step: 1/2^loss; 0: none */
    int looks;      /* measurements of damped water: 1..RIPPLE_GOVERNOR_LOOKS,
                       then from 1 again; 0: none since the last stone, or
                       since sums repeated */
    uint64_t mark;  /* hash of the sums to compare with */
} Governor;

/* Sums over cells, rounded down per tile: now^2, next^2, next * before. */
typedef struct TileEnergy {
    int64_t now2, next2, product;
} TileEnergy;

/* The sums of a whole step, to which any thread adds. */
typedef struct EnergySums {
    atomic_int_least64_t now2, next2, product;
} EnergySums;

/* Clears the governor, for calm water and for water without a governor. */
void ripple_governor_restart(Governor *governor);

/* Call after a change of mask, current or settings. The next measured energy E
   then raises the budget to at least 2 E, unless a current was already flowing,
   which may have added that energy. */
void ripple_governor_renew(Governor *governor, const Field *field);

/* Raises the budget by twice the `change` of a stone (lib/water/splash.h). */
void ripple_governor_add(Governor *governor, int64_t change);

/* Returns 1 if the next step is to be measured. */
int ripple_governor_is_due(const Governor *governor, int has_current);

/* Call before a step: removes the energy above the budget. Returns 1 if the
   step must be measured: each step if urgent, one in 4 in a current, otherwise
   one in 16. */
int ripple_governor_start(Governor *governor, Field *field, int has_current);

/* Compares the energy of a measured step with the budget. Damped water with
   fractions becomes calm if its waves are invisible. */
void ripple_governor_judge(Governor *governor, const Stencil *stencil,
                           EnergySums *sums, Field *field, int has_current);

/* Constants of the stencil, for other implementations of judge: the factor q of
   the energy (governor.c), in 1/2^14; the budget loses 1/2^fall a step. */
int64_t ripple_governor_lost_share(const Stencil *stencil);
int ripple_governor_fall(const Stencil *stencil);

#endif
