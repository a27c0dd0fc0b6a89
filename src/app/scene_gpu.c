/* SPDX-License-Identifier: MIT */
#include "app/scene_gpu.h"
#include "lib/draw.h"

#include <stdio.h>
#include <string.h>

#define TRIAL 8 /* cells a side of a pool that is made to learn a name */

const char *scene_gpu_choice(int choice)
{
    static const char *const names[BACKEND_CHOICES] = {"cpu", "gpu", "auto"};

    return choice >= 0 && choice < BACKEND_CHOICES ? names[choice] : NULL;
}

static int open_gpu(SceneGpu *gpu, Ripple *pool, BackendChoice choice,
                    Error *error)
{
    int code = RIPPLE_OK;

    if (gpu->place != GPU_SHOWN) {
        gpu->context = gl_context_create(NULL, error);
        if (gpu->context == NULL)
            return -1;
        if (gl_context_enter(gpu->context) != 0)
            code = RIPPLE_ERROR_GPU;
    }
    if (code == RIPPLE_OK)
        code = ripple_use_gpu(pool, gl_context_load, choice == BACKEND_GPU);
    if (gpu->place == GPU_BESIDE)
        gl_context_leave(gpu->context);
    gpu->is_on = code == RIPPLE_OK;
    if (gpu->is_on)
        return 0;
    scene_gpu_close(gpu);
    return error_set(error, "OpenGL", "%s", ripple_error_text(code));
}

/* "ripple: --backend gpu: WHY, so the CPU steps the water" */
static void tell(const char *why)
{
    error_tell("--backend gpu", "%s, so the CPU steps the water", why);
}

void scene_gpu_open(SceneGpu *gpu, Ripple *pool, BackendChoice choice,
                    GpuPlace place)
{
    Error error;

    *gpu = (SceneGpu){.place = place};
    if (choice == BACKEND_CPU ||
        (choice == BACKEND_AUTO && !gpu_is_possible("/dev")))
        return;
    if (open_gpu(gpu, pool, choice, &error) == 0) {
        if (place == GPU_BESIDE && choice == BACKEND_GPU)
            error_tell("--backend gpu", "this window cannot show its frames: "
                                        "they are read back");
    } else if (choice == BACKEND_GPU) {
        tell(error.text);
    }
}

/* Goes on without the GPU. */
static void give_up(SceneGpu *gpu, Ripple *pool)
{
    ripple_use_backend(pool, "cpu");
    gpu->is_on = 0;
    scene_gpu_close(gpu);
    tell("OpenGL: the GPU has failed");
}

void scene_gpu_begin(SceneGpu *gpu, Ripple *pool)
{
    if (gpu->context != NULL && gl_context_enter(gpu->context) != 0)
        give_up(gpu, pool);
}

void scene_gpu_end(SceneGpu *gpu, Ripple *pool)
{
    if (!gpu->is_on)
        return;
    if (gpu->place == GPU_BESIDE)
        ripple_gpu_leave(pool);
    if (strcmp(ripple_backend(pool), "cpu") == 0)
        give_up(gpu, pool);
    else if (gpu->place == GPU_BESIDE)
        gl_context_leave(gpu->context);
}

void scene_gpu_leave(SceneGpu *gpu, Ripple *pool)
{
    if (!gpu->is_on || gpu->place != GPU_SHOWN)
        return;
    ripple_use_backend(pool, "cpu");
    gpu->is_on = 0;
}

void scene_gpu_close(SceneGpu *gpu)
{
    if (gpu->context == NULL)
        return;
    gl_context_leave(gpu->context);
    gl_context_destroy(gpu->context);
    gpu->context = NULL;
}

int scene_gpu_find_name(char *name, size_t size)
{
    SceneGpu gpu = {.place = GPU_ALONE};
    Ripple *pool;
    Error ignored;
    int result = -1;

    if (ripple_create(&pool, TRIAL, TRIAL, NULL) != RIPPLE_OK)
        return -1;
    if (open_gpu(&gpu, pool, BACKEND_GPU, &ignored) == 0) {
        snprintf(name, size, "%s", ripple_gpu_name(pool));
        scene_gpu_begin(&gpu, pool);
        result = 0;
    }
    ripple_destroy(pool);
    scene_gpu_close(&gpu);
    return result;
}
