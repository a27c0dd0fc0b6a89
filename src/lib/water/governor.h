/* SPDX-License-Identifier: MIT */
/*
 * The governor keeps the energy of a pool within a budget where no law does:
 * a current stretches waves, and sampling at walls repeats them.
 *
 *      energy                      A stone raises the budget by twice the
 *        |\  budget (twice)        energy that it may bring. The budget falls
 *        | `-.__                   to 0, more slowly than the waves of damped
 *        |\     `--.___            water do. A pool above its budget loses a
 *        | `-.__       `--.___     share of all heights and speeds, one step
 *        +------`--------------->  late.
 *
 * The energy is a sum of integers, free of their order (src/lib/water/README.md
 * has the formula). Whatever the flow does, damped water therefore rests.
 */
#ifndef RIPPLE_WATER_GOVERNOR_H
#define RIPPLE_WATER_GOVERNOR_H

#include "lib/kernels/kernels.h"
#include "lib/water/field.h"

#include <stdatomic.h>

typedef struct Governor {
    int64_t budget;
    int is_new;     /* the energy found next is lawful */
    int in_current; /* since the last step */
    int is_urgent;  /* far above the budget: the next step is measured, too */
    int clock;      /* steps since the water was calm or was measured */
    int loss;  /* before the next step: 1/2^loss of all is lost; 0: nothing */
    int looks; /* 1..RIPPLE_GOVERNOR_LOOKS, measurements of damped water; 0:
                  none since a stone, or since sums repeated */
    uint64_t mark; /* sums to compare with, mixed */
} Governor;

/* Sums over cells, each tile's rounded down: now^2, next^2, next * before. */
typedef struct TileEnergy {
    int64_t now2, next2, product;
} TileEnergy;

/* Those of a whole step, added up by any thread. */
typedef struct EnergySums {
    atomic_int_least64_t now2, next2, product;
} EnergySums;

/* Forgets all, for calm water and water that needs no governor. */
void ripple_governor_restart(Governor *governor);

/* Call after mask, current or settings were changed: what energy the heights
   have is lawful then, but in a current, which may have brought it. */
void ripple_governor_renew(Governor *governor, const Field *field);

/* Raises the budget by twice the `change` of a stone (lib/water/splash.h). */
void ripple_governor_add(Governor *governor, int64_t change);

/* 1 if the next step is to be measured. */
int ripple_governor_is_due(const Governor *governor, int has_current);

/* Takes what the last step had too much; call before a step. Returns 1 if that
   step must be measured: one in 4 in a current, else one in 16, or each. */
int ripple_governor_start(Governor *governor, Field *field, int has_current);

/* Compares the energy of a measured step with the budget. Damped water with
   fractions becomes calm if nothing is left to be seen. */
void ripple_governor_judge(Governor *governor, const Stencil *stencil,
                           EnergySums *sums, Field *field, int has_current);

/* Numbers that follow from the stencil, for who judges elsewhere: q of the
   energy in 1/2^14, and the budget loses at most 1/2^fall a step. */
int64_t ripple_governor_lost_share(const Stencil *stencil);
int ripple_governor_fall(const Stencil *stencil);

#endif
