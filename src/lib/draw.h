/* SPDX-License-Identifier: MIT */
/* Private API for our own programs, beside ripple.h. */
#ifndef RIPPLE_DRAW_H
#define RIPPLE_DRAW_H

#include "ripple.h"

/*
 * ripple_step and ripple_render_at in one pass, which is faster: ripple_advance
 * with phase_q8 0..RIPPLE_MAX_PHASE. Without memory for that it shows the
 * newest step. Errors: PIXELS, which changes nothing.
 */
int ripple_advance_at(Ripple *pool, const RipplePixels *picture,
                      const RipplePixels *frame, const RippleRect **changed,
                      int phase_q8);

/* Starts to copy the frame that was left on the GPU, for ripple_gpu_take_frame,
   while the caller does other things. Errors: GPU. */
int ripple_gpu_ask_frame(Ripple *pool);

/* Copies the frame that was left on the GPU last, asked for or not, to pixels
   of its size, whatever has been done to the water since. Errors: PIXELS, GPU;
   then render again. */
int ripple_gpu_take_frame(Ripple *pool, const RipplePixels *frame);

/* Reads back what a GPU has. Until the next step, rendering or resize no call
   with the pool needs the context of OpenGL. */
void ripple_gpu_leave(Ripple *pool);

#endif
