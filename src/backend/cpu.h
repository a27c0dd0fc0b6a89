/* SPDX-License-Identifier: MIT */
/*
 * The CPU backend: everything of a pool that depends on its size and settings,
 * in cells. pool.c checks arguments and turns pixels into cells; nothing above
 * this file touches heights.
 *
 * Invariant: a function that can fail allocates before it changes anything, so
 * after an error the water is as before.
 */
#ifndef RIPPLE_BACKEND_CPU_H
#define RIPPLE_BACKEND_CPU_H

#include "base/capsule.h"
#include "base/thread_pool.h"
#include "kernels/kernels.h"
#include "render/grid_map.h"
#include "render/refraction.h"
#include "water/advection.h"
#include "water/boundary.h"
#include "water/field.h"
#include "water/mask.h"

typedef struct Cpu {
    RippleSettings settings; /* checked */
    const Kernels *kernels;
    ThreadPool *thread_pool; /* NULL: one thread */
    int skips_calm;
    GridMap grid_map; /* pixels to cells and back */
    Field field;
    Boundary boundary;
    Mask mask; /* zeros if all is open water */
    Advection advection;
    Refraction refraction;
    RenderArgs render_args; /* from the settings, without pixels and cells */
    Stencil stencil;        /* in tiles with land or shallows */
    Stencil plain_stencil;  /* in all others */
    int is_odd;             /* 1: an odd number of steps since it was calm */
} Cpu;

/* Makes calm water under a frame of width x height pixels. Returns 0 or
   RIPPLE_ERROR_MEMORY; on error *cpu is as after ripple_cpu_clear. */
int ripple_cpu_init(Cpu *cpu, int width, int height,
                    const RippleSettings *settings);

/* Ends the threads, frees the memory and zeroes the struct. */
void ripple_cpu_clear(Cpu *cpu);

/* Changes size and settings; keeps the water that fits unless `cell` changes.
   The mask is scaled. Errors: MEMORY. */
int ripple_cpu_resize(Cpu *cpu, int width, int height,
                      const RippleSettings *settings);

/* Changes the settings. Errors: MEMORY. */
int ripple_cpu_configure(Cpu *cpu, const RippleSettings *settings);

/* Makes the water calm. */
void ripple_cpu_reset(Cpu *cpu);

int ripple_cpu_is_calm(const Cpu *cpu);

/* NULL if all is open water. */
const Mask *ripple_cpu_mask(const Cpu *cpu);

/* See ripple_drop_line and ripple_disturb; in cells. */
void ripple_cpu_drop(Cpu *cpu, const RippleStone *stone, int x, int y);
void ripple_cpu_disturb(Cpu *cpu, int x, int y, int magnitude);

/* See ripple_set_mask; `depths` may be NULL. Errors: MEMORY. */
int ripple_cpu_set_mask(Cpu *cpu, const uint8_t *depths, int width, int height,
                        size_t stride);

/* Sets the depth under a brush; *changed are the cells that can look different.
   Errors: MEMORY. */
int ripple_cpu_paint_mask(Cpu *cpu, const Capsule *brush, int depth,
                          RippleRect *changed);

/* See ripple_set_current_map. Errors: SETTING, MEMORY. */
int ripple_cpu_set_flow(Cpu *cpu, const float *x, const float *y, int width,
                        int height);

/* Writes `part` of the floor; see ripple_lay_floor. */
void ripple_cpu_lay_floor(const Cpu *cpu, const RipplePixels *picture,
                          const RipplePixels *floor, RippleRect part);

/*
 * Steps once if `steps`, renders unless `picture` is NULL, or does both in one
 * pass over the memory. Pixels must fit the frame. What was written is listed
 * in refraction.changed.
 */
void ripple_cpu_advance(Cpu *cpu, int steps, const RipplePixels *picture,
                        const RipplePixels *frame);

#endif
