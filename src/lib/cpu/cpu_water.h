/* SPDX-License-Identifier: MIT */
/*
 * The water of the CPU backend: all that depends on its size and settings, and
 * on mask and current, kept in step with each other.
 *
 *     size      grid_map, field, boundary, refraction
 *     settings  stencils, render_args, which planes there are
 *     mask      what of a mask boundary, current and rendering need
 *
 * Invariant: a function that can fail allocates before it changes anything.
 * Functions of the seam take the Cpu as `self`; backend.h describes them.
 */
#ifndef RIPPLE_CPU_CPU_WATER_H
#define RIPPLE_CPU_CPU_WATER_H

#include "lib/cpu/backend.h"
#include "lib/util/thread_pool.h"
#include "lib/look/refraction.h"
#include "lib/water/boundary.h"
#include "lib/water/governor.h"

typedef struct Cpu {
    RippleSettings settings;
    BackendTuning tuning;
    ThreadPool *thread_pool; /* NULL: one thread */
    GridMap grid_map;        /* pixels to cells and back */
    Field field;
    Boundary boundary;
    Mask mask; /* zeros if all is open water */
    Advection advection;
    Governor governor;
    Refraction refraction;
    RenderArgs render_args; /* from the settings, without pixels and cells */
    Stencil stencil;        /* in tiles with land or shallows */
    Stencil plain_stencil;  /* in all others */
} Cpu;

/* NULL if all is open water. */
const Mask *ripple_cpu_mask(const Cpu *cpu);

/* 1 if the water flows. */
int ripple_cpu_has_current(const Cpu *cpu);

/* 1 if the governor keeps the energy within its budget: the shifts of classic
   and round alone need none. */
int ripple_cpu_is_governed(const Cpu *cpu);

/* Calm water is like new: its next steps do not depend on earlier ones. */
void ripple_cpu_restart_steps(Cpu *cpu);

/* Moves the swell, if there is some, by so many steps; below 0 back. */
void ripple_cpu_add_swell(Cpu *cpu, int steps);

/* Also makes the water of a Cpu that is zeros but for its tuning. */
int ripple_cpu_resize(void *self, const GridSize *size,
                      const RippleSettings *settings);

/* Frees the memory of the water. */
void ripple_cpu_clear_water(Cpu *cpu);

int ripple_cpu_configure(void *self, const RippleSettings *settings);
int ripple_cpu_set_mask(void *self, const uint8_t *depths, int width,
                        int height, size_t stride);
int ripple_cpu_paint_mask(void *self, const Capsule *brush, int depth,
                          RippleRect *changed);
int ripple_cpu_set_current(void *self, const float *x, const float *y,
                           int width, int height);
int ripple_cpu_import_state(void *self, const BackendState *state);

#endif
