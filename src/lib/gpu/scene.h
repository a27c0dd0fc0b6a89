/* SPDX-License-Identifier: MIT */
/*
 * The steps from heights to traits of cells, in three buffers of the GPU:
 *
 *     cells    surface | swell's waves | traits | rays, rays
 *     swell    factors of the waves, by row, at this step
 *     map      axis_x | axis_y | strength | soft tiles
 *
 *     water --(surface)-->  --(scatter, gather)-->  traits
 *               swell, blend     where a cell is more than a pixel
 *
 * Invariant: the plane of rays that the next frame adds to is zeros.
 */
#ifndef RIPPLE_GPU_SCENE_H
#define RIPPLE_GPU_SCENE_H

#include "lib/cpu/cpu_water.h"
#include "lib/gpu/programs.h"

/* Where the parts of `cells` are, in uints. */
typedef struct SceneLayout {
    size_t surface, waves, traits, rays[2], size;
} SceneLayout;

typedef struct GpuScene {
    GLuint cells, map, swell; /* 0: none */
    int32_t *factors;         /* of the swell, by row; NULL: none */
    SceneLayout layout;       /* of the cells */
    int has_map, has_waves;   /* they are those of the CPU's water */
    int has_surface;          /* one was needed since the last forget */
    int turn; /* of the rays: the next frame adds to rays[turn] */
} GpuScene;

/* The look of this water at a phase: DrawFlags. */
int ripple_scene_look(const Cpu *cpu, int phase);

/* Forgets what depends on settings, mask and size. */
void ripple_scene_forget(GpuScene *scene);

/* Makes the programs of a look. Returns 0 or RIPPLE_ERROR_GPU. */
int ripple_scene_prepare(Programs *programs, const Gl *gl, int look);

/* Copies what the GPU lacks. Returns 0 or RIPPLE_ERROR_GPU. */
int ripple_scene_write(GpuScene *scene, const Gl *gl, const Cpu *cpu, int look);

/* Sets the numbers of a program that follow from the scene. */
void ripple_scene_numbers(const GpuScene *scene, const Cpu *cpu, int *numbers);

/* Makes the scene of the heights in buffer 0; buffer 1 is `cells`. */
void ripple_scene_make(GpuScene *scene, const Gl *gl, const Programs *programs,
                       const Cpu *cpu, int look, const int *numbers);

/* Deletes all. */
void ripple_scene_clear(GpuScene *scene, const Gl *gl);

#endif
