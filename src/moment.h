/* SPDX-License-Identifier: MIT */
/*
 * A moment of a pool's water, to go back to: heights, stones on their way down,
 * and the phases of current, rounding and swell. Size, settings, mask and
 * current are not part of it. Planes whose values are all 0, or fit into 16
 * bits, take that much less.
 */
#ifndef RIPPLE_MOMENT_H
#define RIPPLE_MOMENT_H

#include "ripple.h"

typedef struct RippleMoment RippleMoment;

/* Keeps the moment between two steps in *moment, which the caller frees with
   ripple_moment_destroy; NULL on error. Errors: MEMORY. */
int ripple_moment_keep(RippleMoment **moment, const Ripple *pool);

/* Lets the water go on from a moment of the same pool, or of one with the same
   size, settings, mask and current, with the same bits. Errors, which change
   nothing: MEMORY, SETTING if the size is another. */
int ripple_moment_return(const RippleMoment *moment, Ripple *pool);

/* The bytes that it takes. */
size_t ripple_moment_size(const RippleMoment *moment);

/* NULL is allowed. */
void ripple_moment_destroy(RippleMoment *moment);

#endif
