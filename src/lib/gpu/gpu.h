/* SPDX-License-Identifier: MIT */
/*
 * The accelerator that steps and draws water on the GPU. Stones, steps and
 * frames run there while the CPU keeps the water of the last read and logs the
 * stones and the number of steps since. All other uses of the water read it
 * back, which empties the log. If they change the water, the next step or frame
 * uploads it. If the GPU fails, the CPU replays the log.
 *
 * Before their first use, the programs of a step and of a frame are compared
 * with the scalar kernels on a small pool.
 */
#ifndef RIPPLE_GPU_GPU_H
#define RIPPLE_GPU_GPU_H

#include "lib/cpu/cpu.h"
#include "lib/view3d/perspective.h"

/* Attaches the GPU of the current OpenGL context, so that it steps and draws
   this water, which must have no accelerator yet; see ripple_use_gpu. Errors:
   GPU, MEMORY. */
int ripple_gpu_attach(Cpu *cpu, RippleLoader *load, int allow_software);

/* The name of the renderer that steps this water; NULL without a GPU, or if it
   failed and the CPU took over. */
const char *ripple_gpu_renderer(const Cpu *cpu);

/* See ripple_gpu_texture, ripple_gpu_ask_frame and ripple_gpu_take_frame. These
   need a renderer. */
unsigned ripple_gpu_show(Cpu *cpu);
int ripple_gpu_ask(Cpu *cpu);
int ripple_gpu_take(Cpu *cpu, const RipplePixels *frame);

/* Returns 0 if the GPU draws the view in perspective as the CPU does, which is
   tested when it is first asked, RIPPLE_ERROR_GPU if not, or
   RIPPLE_ERROR_MEMORY. */
int ripple_gpu_can_view(Cpu *cpu, Perspective *perspective,
                        const PerspectiveInput *input,
                        const RipplePixels *picture);

/* Renders that view of the newest heights at a phase; `input` needs no heights.
   A NULL frame stays on the GPU. Returns 0 or RIPPLE_ERROR_GPU. */
int ripple_gpu_view(Cpu *cpu, int phase, Perspective *perspective,
                    const PerspectiveInput *input, const RipplePixels *picture,
                    const RipplePixels *frame);

#endif
