/* SPDX-License-Identifier: MIT */
/*
 * The GPU that steps the pool of a scene, if one does. Only steps call OpenGL:
 * scene_gpu_end reads the heights back, so that whatever else is done to the
 * pool needs no context.
 */
#ifndef RIPPLE_APP_SCENE_SCENE_GPU_H
#define RIPPLE_APP_SCENE_SCENE_GPU_H

#include "app/platform/gl_context.h"
#include "ripple.h"

#include <stddef.h>

typedef enum BackendChoice {
    BACKEND_CPU,
    BACKEND_GPU,  /* any, also one that is simulated by the CPU */
    BACKEND_AUTO, /* the GPU if there is a real one */
    BACKEND_CHOICES
} BackendChoice;

typedef struct SceneGpu {
    GlContext *context; /* NULL: the CPU steps */
} SceneGpu;

/* "cpu", "gpu", "auto"; NULL past the last. */
const char *scene_gpu_choice(int choice);

/* Has a GPU step the pool. If that cannot be, the CPU does, and a line says why
   if the choice was BACKEND_GPU. */
void scene_gpu_open(SceneGpu *gpu, Ripple *pool, BackendChoice choice);

/* Around each step, and around the end of the pool. If the GPU has failed, a
   line says so, and the CPU goes on. */
void scene_gpu_begin(SceneGpu *gpu, Ripple *pool);
void scene_gpu_end(SceneGpu *gpu, Ripple *pool);

/* After the end of the pool. */
void scene_gpu_close(SceneGpu *gpu);

/* Writes the name of the GPU that BACKEND_GPU finds. Returns 0, or -1 if there
   is none. */
int scene_gpu_find_name(char *name, size_t size);

#endif
