/* SPDX-License-Identifier: MIT */
/*
 * The GPU that steps and draws the pool of a scene, if one does, and the
 * context of OpenGL in which all calls with that pool are made.
 *
 *     GPU_SHOWN    the window's, which shows textures: current until the window
 *                  closes, and nothing is read back
 *     GPU_ALONE    the scene's own, of no window: current until the scene ends
 *     GPU_BESIDE   the scene's own, beside a window's: current from begin to
 *                  end; end reads the heights back, so that all but steps and
 *                  frames can be done without it
 */
#ifndef RIPPLE_APP_SCENE_GPU_H
#define RIPPLE_APP_SCENE_GPU_H

#include "app/gl_context.h"
#include "app/backend_choice.h"
#include "ripple.h"

#include <stddef.h>

typedef enum GpuPlace {
    GPU_BESIDE,
    GPU_ALONE,
    GPU_SHOWN,
} GpuPlace;

typedef struct SceneGpu {
    int is_on; /* 0: the CPU does all */
    GpuPlace place;
    GlContext *context; /* its own, or NULL */
} SceneGpu;

/* "cpu", "gpu", "auto"; NULL past the last. */
const char *scene_gpu_choice(int choice);

/* Has a GPU step the pool. If that cannot be, the CPU does, and a line says why
   if the choice was BACKEND_GPU, as it does if frames are read back for a
   window. */
void scene_gpu_open(SceneGpu *gpu, Ripple *pool, BackendChoice choice,
                    GpuPlace place);

/* Around each step, frame and new size, and begin before the end of the pool.
   If the GPU has failed, a line says so, and the CPU goes on. */
void scene_gpu_begin(SceneGpu *gpu, Ripple *pool);
void scene_gpu_end(SceneGpu *gpu, Ripple *pool);

/* Leaves a window's GPU, before its context goes: the CPU goes on. */
void scene_gpu_leave(SceneGpu *gpu, Ripple *pool);

/* After the end of the pool. */
void scene_gpu_close(SceneGpu *gpu);

/* Writes the name of the GPU that BACKEND_GPU finds. Returns 0, or -1 if there
   is none. */
int scene_gpu_find_name(char *name, size_t size);

#endif
