/* SPDX-License-Identifier: MIT */
/*
 * The accelerator that steps and draws water on the GPU. The CPU has the water
 * of the last read, and a record of the stones since then. If the GPU fails,
 * the CPU replays these steps. Heights are read back for everything but stones,
 * steps and flat frames, and copied to the GPU again if they were changed.
 *
 *     drop, step, render   |  heights      |  configure    |  step
 *     GPU is ahead         |  read back    |               |  copied to the GPU
 *
 * Before their first use, programs and looks are compared with the scalar
 * kernels, over small water. The CPU draws the perspective view.
 */
#ifndef RIPPLE_GPU_GPU_H
#define RIPPLE_GPU_GPU_H

#include "lib/cpu/cpu.h"

/* Lets the GPU of a context step and draw water that has no accelerator; see
   ripple_use_gpu. Errors: GPU, MEMORY. */
int ripple_gpu_attach(Cpu *cpu, RippleLoader *load, int takes_software);

/* The name of the renderer that steps this water; NULL without a GPU, or if it
   failed and the CPU took over. */
const char *ripple_gpu_renderer(const Cpu *cpu);

/* See ripple_gpu_texture, ripple_gpu_ask_frame and ripple_gpu_take_frame. These
   need a renderer. */
unsigned ripple_gpu_show(Cpu *cpu);
int ripple_gpu_ask(Cpu *cpu);
int ripple_gpu_take(Cpu *cpu, const RipplePixels *frame);

#endif
