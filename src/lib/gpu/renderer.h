/* SPDX-License-Identifier: MIT */
/*
 * Draws frames on the GPU, from the heights that lie there, over a copy of the
 * picture: both are ARGB8888, row after row.
 */
#ifndef RIPPLE_GPU_RENDERER_H
#define RIPPLE_GPU_RENDERER_H

#include "lib/cpu/cpu.h"
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

typedef struct Renderer {
    GpuScene scene;
    GLuint picture, frame, staging; /* buffers; 0: none */
    int width, height;              /* of them; 0: there are none */
    int has_picture;
    RipplePixels seen; /* the picture that was copied */
    GLuint texture;
    int texture_width, texture_height;
    int is_shown; /* the texture has the newest frame */
    int is_asked; /* the staging buffer has it, or will have it */
} Renderer;

/* The look of this water at a phase: DrawFlags. */
int ripple_renderer_look(const Cpu *cpu, int phase);

/* Forgets what depends on settings, mask, size and picture. */
void ripple_renderer_forget(Renderer *renderer);

/* 1 if this picture was copied, and nothing was forgotten since. */
int ripple_renderer_has(const Renderer *renderer, const RipplePixels *picture);

/* Draws the frame of heights whose places are in `shape`, as
   ripple_solver_numbers sets them, at a phase. Returns 0 or RIPPLE_ERROR_GPU.
 */
int ripple_renderer_draw(Renderer *renderer, const Gl *gl, Programs *programs,
                         const Cpu *cpu, GLuint water,
                         const int shape[NUMBER_COUNT], int phase,
                         const RipplePixels *picture);

/* Begins to copy the frame to where it can be read. Returns 0 or
   RIPPLE_ERROR_GPU. */
int ripple_renderer_ask(Renderer *renderer, const Gl *gl);

/* Copies the frame to pixels of its size, once the GPU has done what was asked
   of it. Returns 0 or RIPPLE_ERROR_GPU. */
int ripple_renderer_read(Renderer *renderer, const Gl *gl,
                         const RipplePixels *frame);

/* The texture with the newest frame; 0 if it cannot be made. */
GLuint ripple_renderer_show(Renderer *renderer, const Gl *gl,
                            Programs *programs);

/* Deletes all. */
void ripple_renderer_clear(Renderer *renderer, const Gl *gl);

#endif
