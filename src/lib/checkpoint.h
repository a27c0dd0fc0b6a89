/* SPDX-License-Identifier: MIT */
/*
 * A checkpoint of a pool: heights, sinking stones, and the phases of current,
 * rounding and swell. It leaves out size, settings, mask and current. Planes of
 * zeros take no memory; values that all fit 16 bits take 2 bytes each.
 */
#ifndef RIPPLE_CHECKPOINT_H
#define RIPPLE_CHECKPOINT_H

#include "ripple.h"

typedef struct RippleCheckpoint RippleCheckpoint;

/* Saves the water between two steps in *checkpoint, which the caller frees with
   ripple_checkpoint_destroy; NULL on error. Errors: MEMORY. */
int ripple_checkpoint_save(RippleCheckpoint **checkpoint, const Ripple *pool);

/* Restores the water bit for bit, in the same pool or in another pool with the
   same size, settings, mask and current. On error nothing has changed. Errors:
   MEMORY; SETTING if the columns or rows of cells differ. */
int ripple_checkpoint_restore(const RippleCheckpoint *checkpoint, Ripple *pool);

/* The size of a checkpoint in bytes. */
size_t ripple_checkpoint_size(const RippleCheckpoint *checkpoint);

/* Frees a checkpoint; NULL is allowed. */
void ripple_checkpoint_destroy(RippleCheckpoint *checkpoint);

#endif
