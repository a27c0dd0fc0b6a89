/* SPDX-License-Identifier: MIT */
/*
 * Draws frames on the GPU from the heights and a copy of the picture there.
 * Frame and copy are ARGB8888, tightly packed.
 */
#ifndef RIPPLE_GPU_RENDERER_H
#define RIPPLE_GPU_RENDERER_H

#include "lib/cpu/cpu.h"
#include "lib/gpu/gpu_layout.h"
#include "lib/gpu/landscape.h"
#include "lib/gpu/programs.h"
#include "lib/gpu/solver.h"

/* Places of the parts of `cells`, in uints. */
typedef struct SceneLayout {
    size_t surface, waves, traits, rays[2], size;
} SceneLayout;

typedef struct GpuScene {
    GLuint cells, map, swell; /* 0: none */
    int32_t *factors;         /* swell factors by row; NULL: none */
    SceneLayout layout;       /* of the cells */
    int has_map, has_waves;   /* map and waves are current */
    int has_surface;          /* a surface was needed since the last forget */
    int turn;                 /* the next frame adds to rays[turn] */
} GpuScene;

typedef struct Renderer {
    GpuScene scene;
    Landscape landscape;
    GLuint picture, frame, staging; /* buffers; 0: none */
    int width, height;              /* of picture and frame; 0: none */
    int has_picture;
    RipplePixels seen; /* the picture that was copied */
    GLuint texture;
    int texture_width, texture_height;
    int is_shown;     /* the texture has the newest frame */
    int is_requested; /* its copy into `staging` is requested */
} Renderer;

/* The DrawFlags of this water at a phase. */
int ripple_renderer_look(const Cpu *cpu, int phase);

/* Invalidates all that depends on settings, mask, size and picture. */
void ripple_renderer_forget(Renderer *renderer);

/* Returns 1 if the copy of this picture is valid. */
int ripple_renderer_has(const Renderer *renderer, const RipplePixels *picture);

/* Draws the frame of a solver's heights at a phase; may write its next step
   too. Returns 0 or RIPPLE_ERROR_GPU. */
int ripple_renderer_draw(Renderer *renderer, const Gl *gl, Programs *programs,
                         const Cpu *cpu, Solver *solver, int phase,
                         const RipplePixels *picture);

/* Draws a prepared view in perspective likewise. */
int ripple_renderer_draw_view(Renderer *renderer, const Gl *gl,
                              Programs *programs, const Cpu *cpu,
                              const Solver *solver, int phase,
                              const RipplePixels *picture,
                              const Perspective *perspective);

/* Requests a copy of the frame for the CPU. Returns 0 or RIPPLE_ERROR_GPU. */
int ripple_renderer_ask(Renderer *renderer, const Gl *gl);

/* Waits for the GPU, then copies the frame to pixels of its size. Returns 0 or
   RIPPLE_ERROR_GPU. */
int ripple_renderer_read(Renderer *renderer, const Gl *gl,
                         const RipplePixels *frame);

/* Returns the texture with the newest frame; 0 if it cannot be made. */
GLuint ripple_renderer_show(Renderer *renderer, const Gl *gl,
                            Programs *programs);

/* Deletes all buffers and the texture. */
void ripple_renderer_clear(Renderer *renderer, const Gl *gl);

#endif
