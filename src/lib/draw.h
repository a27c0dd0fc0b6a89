/* SPDX-License-Identifier: MIT */
/* Private API for our own programs, beside ripple.h. */
#ifndef RIPPLE_DRAW_H
#define RIPPLE_DRAW_H

#include "ripple.h"

/*
 * ripple_step and ripple_render_at in one pass, which is faster: ripple_advance
 * with phase_q8 0..RIPPLE_MAX_PHASE. Without memory for the heights between
 * steps it shows the newest step. Errors: PIXELS, which changes nothing.
 */
int ripple_advance_at(Ripple *pool, const RipplePixels *picture,
                      const RipplePixels *frame, const RippleRect **changed,
                      int phase_q8);

/* Tints the view in perspective, each channel by 0..1; pictures of other views
   are the caller's to tint. */
void ripple_set_tint(Ripple *pool, float red, float green, float blue);

/* Moves the swell on by so many steps; the water stays as it is. */
void ripple_pass_swell(Ripple *pool, uint64_t steps);

/* Starts to copy the last frame on the GPU, for ripple_gpu_take_frame, and
   returns at once. Errors: GPU. */
int ripple_gpu_ask_frame(Ripple *pool);

/* Copies the last frame on the GPU to pixels of its size, also without a call
   of ripple_gpu_ask_frame, and if the water has changed since. Errors: PIXELS,
   GPU; then render again. */
int ripple_gpu_take_frame(Ripple *pool, const RipplePixels *frame);

/* Reads the water back from the GPU. Until the next step, rendering or resize
   no call with the pool needs the OpenGL context. */
void ripple_gpu_leave(Ripple *pool);

#endif
