/* SPDX-License-Identifier: MIT */
/*
 * A checkpoint of a pool: heights, stones that sink, and the phases of current,
 * rounding and swell, but not size, settings, mask and current. Planes whose
 * values are all 0, or fit into 16 bits, take that much less.
 */
#ifndef RIPPLE_CHECKPOINT_H
#define RIPPLE_CHECKPOINT_H

#include "ripple.h"

typedef struct RippleCheckpoint RippleCheckpoint;

/* Saves the water between two steps in *checkpoint, which the caller frees with
   ripple_checkpoint_destroy; NULL on error. Errors: MEMORY. */
int ripple_checkpoint_save(RippleCheckpoint **checkpoint, const Ripple *pool);

/* Restores the water of the same pool, or of one with the same size, settings,
   mask and current, to the bit. Errors, which change nothing: MEMORY; SETTING
   if the size is another. */
int ripple_checkpoint_restore(const RippleCheckpoint *checkpoint, Ripple *pool);

/* Its size in bytes. */
size_t ripple_checkpoint_size(const RippleCheckpoint *checkpoint);

/* NULL is allowed. */
void ripple_checkpoint_destroy(RippleCheckpoint *checkpoint);

#endif
