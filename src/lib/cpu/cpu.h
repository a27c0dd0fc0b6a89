/* SPDX-License-Identifier: MIT */
/*
 * The water of a pool: planes of int16 heights, tiles that are skipped while
 * calm, threads that share rows of tiles. Keeps these parts consistent with
 * size, settings, mask and current:
 *
 *     size      grid_map, field, boundary, refraction
 *     settings  stencils, render_args, which planes exist
 *     mask      its data in boundary, current and rendering
 *
 * An accelerator, if any, gets stones, steps and frames first. Its bits are
 * those of the CPU.
 *
 * Invariant: a function that can fail allocates before it changes anything. It
 * returns 0 or a RippleError, and after an error the water is as before. The
 * caller has checked sizes and settings, and pixels fit the frame.
 */
#ifndef RIPPLE_CPU_CPU_H
#define RIPPLE_CPU_CPU_H

#include "lib/look/grid_map.h"
#include "lib/look/refraction.h"
#include "lib/look/shore.h"
#include "lib/util/shapes.h"
#include "lib/util/thread_pool.h"
#include "lib/water/advection.h"
#include "lib/water/boundary.h"
#include "lib/water/governor.h"

/* Settings that change the speed and no bit. */
typedef struct Tuning {
    const Kernels *kernels;
    int threads;    /* 1..RIPPLE_MAX_THREADS */
    int skips_calm; /* 0: step and render calm tiles too */
} Tuning;

/* A stone or a line of them, see ripple_splash_stone, or a disturbance, see
   ripple_splash_disturb. */
typedef struct Fall {
    const RippleStone *stone; /* NULL: a disturbance */
    int x, y, magnitude;
} Fall;

/* The CPU's next access to the water. */
typedef enum CpuSync {
    SYNC_READ,   /* read the heights */
    SYNC_CLEAR,  /* clear them */
    SYNC_WRITE,  /* change them */
    SYNC_GROUND, /* change size, settings, mask or current too */
} CpuSync;

/* Steps and draws the water in place of a Cpu; `self` is Cpu.gpu. */
typedef struct Accelerator {
    /* Drop a stone; step once. Both return 0 if they cannot; the CPU then has
       the newest heights and does it. */
    int (*drop)(void *self, const Fall *fall);
    int (*step)(void *self);
    /* Renders at a phase; if `frame` is NULL, the frame stays where it is
       drawn. Returns the rectangles written, valid until the next call. Returns
       NULL if it cannot; the CPU then has the newest heights and renders. */
    const DirtyRects *(*render)(void *self, int phase,
                                const RipplePixels *picture,
                                const RipplePixels *frame);
    /* Copies the newest heights to the CPU, unless it clears them. */
    void (*sync)(void *self, CpuSync why);
    /* Returns 1 if it may have moving water that the CPU does not have. */
    int (*is_ahead)(void *self);
    /* Makes the next rendering write every pixel. */
    void (*invalidate)(void *self);
    void (*destroy)(void *self);
} Accelerator;

typedef struct Cpu {
    RippleSettings settings;
    Tuning tuning;
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
    const Accelerator *accelerator; /* NULL: none */
    void *gpu;                      /* `self` of its functions */
} Cpu;

/* All that moves in a pool. Water that restores it continues with the same
   bits. Size, settings and mask are not part of it. */
typedef struct WaterState {
    int columns, rows;
    /* (columns + 2) x (rows + 2) values with a halo of one cell, row by row */
    /* heights: the newest and those of the step before; in 1/2^12 if the model
       has fractions */
    int32_t *now, *before;
    int32_t *velocities; /* in 1/16 of a height a step; zeros if the model
                            has none */
    Governor governor;
    uint32_t swell_step; /* see Swell */
    Advection advection; /* the solved current and its phase */
    void *memory;
} WaterState;

/* Makes calm water with a copy of a current. Returns 0 or RIPPLE_ERROR_MEMORY;
   on error *state is as after ripple_state_clear. */
int ripple_state_init(WaterState *state, int columns, int rows,
                      const Advection *advection);

/* Frees the memory and zeroes the struct. */
void ripple_state_clear(WaterState *state);

/* Makes calm water and stores it in *cpu; on error *cpu is NULL. Errors:
   MEMORY. */
int ripple_cpu_create(Cpu **cpu, const GridSize *size,
                      const RippleSettings *settings);

/* Frees the water and destroys its accelerator; NULL is allowed. */
void ripple_cpu_destroy(Cpu *cpu);

/* Destroys the accelerator, if any; the CPU keeps the water. */
void ripple_cpu_detach(Cpu *cpu);

/* Changes size and settings; keeps the water that fits unless `cell` changes;
   scales mask and current. Errors: MEMORY. */
int ripple_cpu_resize(Cpu *cpu, const GridSize *size,
                      const RippleSettings *settings);

/* Changes the settings but not `cell`. Errors: MEMORY. */
int ripple_cpu_configure(Cpu *cpu, const RippleSettings *settings);

/* Sets kernels, threads and skipping. Errors: MEMORY, THREADS. */
int ripple_cpu_tune(Cpu *cpu, const Tuning *tuning);

/* See ripple_set_mask; NULL: open water. Errors: MEMORY. */
int ripple_cpu_set_mask(Cpu *cpu, const uint8_t *depths, int width, int height,
                        size_t stride);

/* Sets the depth under a brush; stores in *changed the cells that can look
   different. Errors: MEMORY. */
int ripple_cpu_paint_mask(Cpu *cpu, const Capsule *brush, int depth,
                          RippleRect *changed);

/* See ripple_set_current_map. Errors: SETTING, MEMORY. */
int ripple_cpu_set_current(Cpu *cpu, const float *x, const float *y, int width,
                           int height);

/* See ripple_drop_line and ripple_disturb. */
void ripple_cpu_drop(Cpu *cpu, const Fall *fall);

/* Makes the water calm. */
void ripple_cpu_clear(Cpu *cpu);

int ripple_cpu_is_calm(const Cpu *cpu);

/* The newest heights, valid until the next call; see ripple_heights. */
const int16_t *ripple_cpu_heights(Cpu *cpu, size_t *stride);

void ripple_cpu_step(Cpu *cpu);

/* Renders at a phase, see ripple_render_at, and sets *written to the rectangles
   written, valid until the next call. With an accelerator `frame` may be NULL,
   see Accelerator. Errors: MEMORY, if phase < RIPPLE_MAX_PHASE. */
int ripple_cpu_render(Cpu *cpu, int phase, const RipplePixels *picture,
                      const RipplePixels *frame, const DirtyRects **written);

/* Steps once, then renders like ripple_cpu_render; without memory for a phase
   it renders the newest heights. Returns the rectangles written. */
const DirtyRects *ripple_cpu_advance(Cpu *cpu, int phase,
                                     const RipplePixels *picture,
                                     const RipplePixels *frame);

/* Steps once if `has_step`. Stores the heights that a rendering at this phase
   would show, with swell, and their stride; they are valid until the next call.
   Errors: MEMORY, below RIPPLE_MAX_PHASE; on error it has not stepped. */
int ripple_cpu_surface(Cpu *cpu, int has_step, int phase,
                       const int16_t **heights, size_t *stride);

/* Makes the next rendering write every pixel. */
void ripple_cpu_invalidate(Cpu *cpu);

/* Writes `part` of the floor; see ripple_lay_land. Errors: MEMORY. */
int ripple_cpu_lay_floor(const Cpu *cpu, const ShorePictures *pictures,
                         const RipplePixels *floor, RippleRect part);

/* Copies the state to *state, which ripple_state_clear frees. Errors:
   MEMORY. */
int ripple_cpu_export(Cpu *cpu, WaterState *state);

/* Restores a state of the same size, settings and mask. Errors: MEMORY. */
int ripple_cpu_import(Cpu *cpu, const WaterState *state);

/* Copies the newest heights from the accelerator, if any, to the CPU. */
void ripple_cpu_sync(Cpu *cpu, CpuSync why);

/* The mask; NULL if all is open water. */
const Mask *ripple_cpu_mask(const Cpu *cpu);

/* 1 if there is a current. */
int ripple_cpu_has_current(const Cpu *cpu);

/* 1 if the governor keeps the energy within its budget. The shifts of classic
   and round water alone need no governor. */
int ripple_cpu_is_governed(const Cpu *cpu);

/* Restarts the phases of calm water: its next steps depend on none before. */
void ripple_cpu_restart_steps(Cpu *cpu);

/* Advances the swell, if any, by `steps` steps, which may be negative. */
void ripple_cpu_add_swell(Cpu *cpu, int64_t steps);

#endif
