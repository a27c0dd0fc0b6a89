/* SPDX-License-Identifier: MIT */
/* The functions of the seam: all but steps are those of the CPU's backend. */
#include "gpu/gpu.h"

#include "gpu/gpu_water.h"

#include <stdlib.h>

/* What the GPU has no part in. */
static Cpu *cpu_of(const void *self)
{
    return ((const Gpu *)self)->cpu;
}

/* The water of the CPU, to be looked at. Callers that have it const see no
   change but that of the place where the heights are. */
static Cpu *look(const void *self)
{
    Gpu *gpu = (Gpu *)(uintptr_t)self;

    ripple_gpu_read(gpu);
    return gpu->cpu;
}

/* The same, to be changed. */
static Cpu *touch(void *self)
{
    Gpu *gpu = self;

    ripple_gpu_read(gpu);
    gpu->is_written = 0;
    return gpu->cpu;
}

/* The same, and its mask, size or settings too. */
static Cpu *reshape(void *self)
{
    Gpu *gpu = self;

    gpu->has_mask = gpu->is_ready = 0;
    return touch(self);
}

/* What has failed has nothing left in OpenGL. */
static void clear_gpu(Gpu *gpu)
{
    if (!gpu->has_failed) {
        ripple_solver_clear(&gpu->solver, &gpu->gl);
        ripple_programs_clear(gpu->programs, &gpu->gl);
    }
    free(gpu);
}

/* Only ripple_gpu_wrap knows how to find OpenGL. */
static int create(void **self, const GridSize *size,
                  const RippleSettings *settings)
{
    (void)size;
    (void)settings;
    *self = NULL;
    return RIPPLE_ERROR_GPU;
}

static void destroy(void *self)
{
    Gpu *gpu = self;

    if (gpu == NULL)
        return;
    ripple_backend_cpu.destroy(gpu->cpu);
    clear_gpu(gpu);
}

int ripple_gpu_wrap(void **water, RippleLoader *load, int takes_software)
{
    Gpu *gpu = calloc(1, sizeof *gpu);
    Gl gl;
    int error = ripple_gl_load(&gl, load, takes_software);

    if (error != RIPPLE_OK || gpu == NULL) {
        free(gpu);
        return error != RIPPLE_OK ? error : RIPPLE_ERROR_MEMORY;
    }
    gpu->cpu = *water;
    gpu->gl = gl;
    gpu->programs = &gpu->own_programs;
    error = ripple_gpu_make_ready(gpu);
    if (error == RIPPLE_OK)
        *water = gpu;
    else
        clear_gpu(gpu);
    return error;
}

void *ripple_gpu_unwrap(void *water)
{
    Cpu *cpu = look(water);

    clear_gpu(water);
    return cpu;
}

const char *ripple_gpu_renderer(const void *water)
{
    const Gpu *gpu = water;

    return gpu->has_failed ? NULL : gpu->gl.name;
}

static int resize(void *self, const GridSize *size,
                  const RippleSettings *settings)
{
    return ripple_cpu_resize(reshape(self), size, settings);
}

static int configure(void *self, const RippleSettings *settings)
{
    return ripple_cpu_configure(reshape(self), settings);
}

static int tune(void *self, const BackendTuning *tuning)
{
    return ripple_backend_cpu.tune(cpu_of(self), tuning);
}

static int set_mask(void *self, const uint8_t *depths, int width, int height,
                    size_t stride)
{
    return ripple_cpu_set_mask(reshape(self), depths, width, height, stride);
}

static int paint_mask(void *self, const Capsule *brush, int depth,
                      RippleRect *changed)
{
    return ripple_cpu_paint_mask(reshape(self), brush, depth, changed);
}

static const uint8_t *depths(const void *self)
{
    return ripple_backend_cpu.depths(cpu_of(self));
}

static int set_current(void *self, const float *x, const float *y, int width,
                       int height)
{
    return ripple_cpu_set_current(reshape(self), x, y, width, height);
}

static double divergence(const void *self)
{
    return ripple_backend_cpu.divergence(cpu_of(self));
}

static void current_at(const void *self, int column, int row, int *x, int *y)
{
    ripple_backend_cpu.current_at(cpu_of(self), column, row, x, y);
}

static void splash(void *self, const RippleStone *stone, int x, int y)
{
    ripple_backend_cpu.splash(touch(self), stone, x, y);
}

static void disturb(void *self, int x, int y, int magnitude)
{
    ripple_backend_cpu.disturb(touch(self), x, y, magnitude);
}

static void clear(void *self)
{
    ripple_backend_cpu.clear(touch(self));
}

static int is_calm(const void *self)
{
    return ripple_backend_cpu.is_calm(look(self));
}

static const int16_t *heights(const void *self, size_t *stride)
{
    return ripple_backend_cpu.heights(look(self), stride);
}

/* The water of the CPU for what follows a step, and sets *steps to those that
   are left to it. */
static Cpu *step(void *self, int *steps)
{
    if (*steps && ripple_gpu_step(self))
        *steps = 0;
    return *steps ? touch(self) : look(self);
}

static const DirtyRects *advance(void *self, int steps,
                                 const RipplePixels *picture,
                                 const RipplePixels *frame)
{
    Cpu *cpu;

    if (steps && picture == NULL && ripple_gpu_step(self))
        return NULL;
    cpu = picture != NULL ? step(self, &steps) : touch(self);
    return ripple_backend_cpu.advance(cpu, steps, picture, frame);
}

static int render_at(void *self, int steps, int phase,
                     const RipplePixels *picture, const RipplePixels *frame,
                     const DirtyRects **written)
{
    Cpu *cpu = look(self);
    int error = ripple_blending_init(&cpu->refraction.blending, &cpu->field);

    if (error != RIPPLE_OK)
        return error;
    cpu = step(self, &steps);
    return ripple_backend_cpu.render_at(cpu, steps, phase, picture, frame,
                                        written);
}

static int surface(void *self, int steps, int phase, const int16_t **heights,
                   size_t *stride)
{
    Cpu *cpu = look(self);
    int error =
        phase < RIPPLE_MAX_PHASE
            ? ripple_blending_init(&cpu->refraction.blending, &cpu->field)
            : RIPPLE_OK;

    if (error != RIPPLE_OK)
        return error;
    cpu = step(self, &steps);
    return ripple_backend_cpu.surface(cpu, steps, phase, heights, stride);
}

static void run_rows(void *self, ThreadPoolWork *work, void *argument, int rows)
{
    ripple_backend_cpu.run(cpu_of(self), work, argument, rows);
}

static void invalidate(void *self)
{
    ripple_backend_cpu.invalidate(cpu_of(self));
}

static int lay_floor(const void *self, const ShorePictures *pictures,
                     const RipplePixels *floor, RippleRect part)
{
    return ripple_backend_cpu.lay_floor(cpu_of(self), pictures, floor, part);
}

static int export_state(const void *self, BackendState *state)
{
    return ripple_backend_cpu.export_state(look(self), state);
}

static int import_state(void *self, const BackendState *state)
{
    return ripple_cpu_import_state(reshape(self), state);
}

const Backend ripple_backend_gpu = {
    .name = "gpu",
    .create = create,
    .destroy = destroy,
    .resize = resize,
    .configure = configure,
    .tune = tune,
    .set_mask = set_mask,
    .paint_mask = paint_mask,
    .depths = depths,
    .set_current = set_current,
    .divergence = divergence,
    .current_at = current_at,
    .splash = splash,
    .disturb = disturb,
    .clear = clear,
    .is_calm = is_calm,
    .heights = heights,
    .advance = advance,
    .render_at = render_at,
    .surface = surface,
    .run = run_rows,
    .invalidate = invalidate,
    .lay_floor = lay_floor,
    .export_state = export_state,
    .import_state = import_state,
};
