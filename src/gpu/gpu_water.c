/* SPDX-License-Identifier: MIT */
#include "gpu/gpu_water.h"

static void fail(Gpu *gpu)
{
    gpu->has_failed = 1;
    ripple_solver_clear(&gpu->solver, &gpu->gl);
    ripple_renderer_clear(&gpu->renderer, &gpu->gl);
    ripple_programs_clear(gpu->programs, &gpu->gl);
}

/* What has failed has nothing left in OpenGL. */
void ripple_gpu_clear(Gpu *gpu)
{
    if (!gpu->has_failed)
        fail(gpu);
}

void ripple_gpu_read(Gpu *gpu)
{
    int steps = gpu->pending;

    gpu->pending = 0;
    if (steps == 0)
        return;
    ripple_cpu_add_swell(gpu->cpu, -steps);
    if (ripple_solver_read(&gpu->solver, &gpu->gl, &gpu->cpu->field) ==
        RIPPLE_OK) {
        ripple_cpu_add_steps(gpu->cpu, steps);
        return;
    }
    fail(gpu);
    for (int i = 0; i < steps; i++)
        ripple_backend_cpu.advance(gpu->cpu, 1, NULL, NULL);
}

int ripple_gpu_make_ready(Gpu *gpu)
{
    const RippleSettings *settings = &gpu->cpu->settings;
    int has_mask = ripple_cpu_mask(gpu->cpu) != NULL;
    unsigned char *is_tested =
        &gpu->is_tested[settings->model][settings->edges][settings->shore]
                       [has_mask][settings->damping > 0];

    if (gpu->is_ready)
        return RIPPLE_OK;
    if (ripple_solver_prepare(gpu->programs, &gpu->gl, gpu->cpu) != RIPPLE_OK ||
        (!gpu->is_trial && !*is_tested && ripple_gpu_test(gpu) != RIPPLE_OK))
        return RIPPLE_ERROR_GPU;
    *is_tested = 1;
    gpu->is_ready = 1;
    return RIPPLE_OK;
}

/* Copies to the GPU what it lacks. */
static int write(Gpu *gpu)
{
    ripple_gl_has_failed(&gpu->gl); /* errors of others */
    if (!gpu->is_written &&
        ripple_solver_write(&gpu->solver, &gpu->gl, gpu->cpu) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    gpu->is_written = 1;
    if (!gpu->has_mask &&
        ripple_solver_write_mask(&gpu->solver, &gpu->gl, gpu->cpu) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    gpu->has_mask = 1;
    return RIPPLE_OK;
}

/* Whether the next step is one for the GPU: not of water that is calm. */
static int is_for_gpu(const Gpu *gpu)
{
    return !gpu->has_failed && ripple_cpu_steps_alone(gpu->cpu, gpu->pending) &&
           (gpu->pending > 0 ||
            ripple_field_count_active(&gpu->cpu->field) > 0);
}

int ripple_gpu_step(Gpu *gpu)
{
    if (gpu->pending == RIPPLE_GPU_MAX_STEPS)
        ripple_gpu_read(gpu);
    if (!is_for_gpu(gpu)) {
        ripple_gpu_read(gpu);
        return 0;
    }
    if (gpu->pending == 0 &&
        (ripple_gpu_make_ready(gpu) != RIPPLE_OK || write(gpu) != RIPPLE_OK)) {
        fail(gpu);
        return 0;
    }
    ripple_solver_step(&gpu->solver, &gpu->gl, gpu->programs, gpu->cpu);
    ripple_cpu_add_swell(gpu->cpu, 1);
    gpu->pending++;
    return 1;
}

/* Tests a look of this water unless it was tested before. */
static int test_look(Gpu *gpu, int phase)
{
    const RenderArgs *args = &gpu->cpu->render_args;
    unsigned char *is_tested =
        &gpu->is_look_tested[ripple_scene_look(gpu->cpu, phase)][args->view]
                            [args->filter][args->is_lit];

    if (gpu->is_trial || *is_tested)
        return RIPPLE_OK;
    *is_tested = 1;
    return ripple_gpu_test_look(gpu, phase);
}

static int draw(Gpu *gpu, int phase, const RipplePixels *picture,
                const RipplePixels *frame)
{
    int numbers[NUMBER_COUNT] = {0};

    if (gpu->has_failed || write(gpu) != RIPPLE_OK ||
        test_look(gpu, phase) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    gpu->cpu->refraction.swell.phase = phase;
    ripple_solver_numbers(&gpu->solver, gpu->cpu, numbers);
    if (ripple_renderer_draw(&gpu->renderer, &gpu->gl, gpu->programs, gpu->cpu,
                             gpu->solver.water, numbers, phase,
                             picture) != RIPPLE_OK)
        return RIPPLE_ERROR_GPU;
    return frame != NULL ? ripple_renderer_read(&gpu->renderer, &gpu->gl, frame)
                         : RIPPLE_OK;
}

int ripple_gpu_draw(Gpu *gpu, int phase, const RipplePixels *picture,
                    const RipplePixels *frame)
{
    int error = draw(gpu, phase, picture, frame);

    if (error != RIPPLE_OK) {
        ripple_gpu_read(gpu);
        ripple_gpu_clear(gpu);
    }
    return error;
}
