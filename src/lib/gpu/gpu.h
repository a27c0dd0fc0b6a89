/* SPDX-License-Identifier: MIT */
/*
 * The accelerator that steps and draws water on the GPU. The CPU has the water
 * as it was at the last read, and a record of what has fallen into it since: if
 * the GPU fails, the CPU does these steps again. Heights are read back when
 * anything but a stone, a step or a flat frame needs them, and copied to the
 * GPU again if that has changed them.
 *
 *     drop, step, render   |  heights      |  configure    |  step
 *     GPU is ahead         |  read back    |               |  copied to the GPU
 *
 * Programs and looks are compared with the scalar kernels, over small water,
 * before they are first used. The view in perspective is the CPU's.
 */
#ifndef RIPPLE_GPU_GPU_H
#define RIPPLE_GPU_GPU_H

#include "lib/cpu/cpu.h"

/* Lets the GPU of a context step and draw water that has no accelerator; see
   ripple_use_gpu. Errors: GPU, MEMORY. */
int ripple_gpu_attach(Cpu *cpu, RippleLoader *load, int takes_software);

/* The renderer that steps this water; NULL without a GPU, or if it has failed
   and the CPU goes on. */
const char *ripple_gpu_renderer(const Cpu *cpu);

/* See ripple_gpu_texture, ripple_gpu_ask_frame and ripple_gpu_take_frame. There
   must be a renderer. */
unsigned ripple_gpu_show(Cpu *cpu);
int ripple_gpu_ask(Cpu *cpu);
int ripple_gpu_take(Cpu *cpu, const RipplePixels *frame);

#endif
