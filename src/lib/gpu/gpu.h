/* SPDX-License-Identifier: MIT */
/*
 * The backend of the GPU. It wraps the water of the CPU's backend, which has
 * size, settings, mask and current, and does all else: heights are read back
 * when anything but a stone, a step or a flat frame needs them, and copied to
 * the GPU again if that has changed them. If the GPU fails, the CPU does again
 * the few steps since.
 *
 *     drop, step, render   |  heights      |  configure    |  step
 *     GPU is ahead         |  read back    |               |  copied to the GPU
 *
 * The view in perspective is the CPU's.
 */
#ifndef RIPPLE_GPU_GPU_H
#define RIPPLE_GPU_GPU_H

#include "lib/cpu/backend.h"

/*
 * Takes over water of the CPU's backend: *water becomes water of
 * ripple_backend_gpu. See ripple_use_gpu. Errors: GPU, MEMORY; then *water is
 * as before.
 */
int ripple_gpu_wrap(void **water, RippleLoader *load, int takes_software);

/* Gives the water of the CPU's backend back, with all its heights, and frees
   the rest. */
void *ripple_gpu_unwrap(void *water);

/* The renderer that steps this water of ripple_backend_gpu; NULL if the GPU has
   failed, and the CPU goes on. */
const char *ripple_gpu_renderer(const void *water);

/* See ripple_gpu_texture. The GPU has not failed. */
unsigned ripple_gpu_show(void *water);

/* See ripple_gpu_ask_frame and ripple_gpu_take_frame. The GPU has not failed.
 */
int ripple_gpu_ask(void *water);
int ripple_gpu_take(void *water, const RipplePixels *frame);

/* See ripple_gpu_leave. */
void ripple_gpu_let_go(void *water);

extern const Backend ripple_backend_gpu;

#endif
