/* SPDX-License-Identifier: MIT */
/* The functions of the seam: all but steps are those of the CPU's backend. */
#include "lib/gpu/gpu.h"

#include "lib/gpu/gpu_water.h"

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
    gpu->is_written = gpu->shows_calm = 0;
    return gpu->cpu;
}

/* The same, and its mask, size or settings too. */
static Cpu *reshape(void *self)
{
    Gpu *gpu = self;

    gpu->has_ground = gpu->is_ready = 0;
    ripple_renderer_forget(&gpu->renderer);
    return touch(self);
}

/* The water of the CPU, which knows nothing of what the GPU has drawn. */
static Cpu *draw_with_cpu(Gpu *gpu)
{
    Cpu *cpu = look(gpu);

    if (gpu->has_drawn)
        ripple_backend_cpu.invalidate(cpu);
    gpu->has_drawn = gpu->shows_calm = 0;
    return cpu;
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
    ripple_gpu_clear(gpu);
    free(gpu);
}

int ripple_gpu_wrap(void **water, RippleLoader *load, int takes_software)
{
    Gpu *gpu = malloc(sizeof *gpu);
    Gl gl;
    int error = ripple_gl_load(&gl, load, takes_software);

    if (error == RIPPLE_OK)
        error = gpu != NULL ? ripple_gpu_init(gpu, *water, &gl, NULL)
                            : RIPPLE_ERROR_MEMORY;
    if (error != RIPPLE_OK) {
        free(gpu);
        return error;
    }
    error = ripple_gpu_make_ready(gpu);
    if (error == RIPPLE_OK) {
        *water = gpu;
    } else {
        ripple_gpu_clear(gpu);
        free(gpu);
    }
    return error;
}

void *ripple_gpu_unwrap(void *water)
{
    Gpu *gpu = water;
    Cpu *cpu = draw_with_cpu(gpu);

    ripple_gpu_clear(gpu);
    free(gpu);
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
    if (!ripple_gpu_drop(self, &(Fall){stone, x, y, 0}))
        ripple_backend_cpu.splash(touch(self), stone, x, y);
}

static void disturb(void *self, int x, int y, int magnitude)
{
    if (!ripple_gpu_drop(self, &(Fall){NULL, x, y, magnitude}))
        ripple_backend_cpu.disturb(touch(self), x, y, magnitude);
}

static void clear(void *self)
{
    ripple_gpu_forget(self);
    ripple_backend_cpu.clear(touch(self));
}

static int is_calm(const void *self)
{
    Gpu *gpu = (Gpu *)(uintptr_t)self;

    ripple_gpu_watch(gpu);
    return !ripple_gpu_is_ahead(gpu) && ripple_backend_cpu.is_calm(gpu->cpu);
}

static const int16_t *heights(const void *self, size_t *stride)
{
    return ripple_backend_cpu.heights(look(self), stride);
}

/* All heights are known to be 0, and nothing is shown but the picture. */
static int is_still(const Gpu *gpu)
{
    const Cpu *cpu = gpu->cpu;

    return !ripple_gpu_is_ahead(gpu) &&
           ripple_field_count_active(&cpu->field) == 0 &&
           cpu->refraction.swell.waves == NULL;
}

/* Calm water stays as it is, on the GPU too. */
static void step(Gpu *gpu)
{
    if (ripple_gpu_step(gpu))
        return;
    ripple_backend_cpu.advance(is_still(gpu) ? gpu->cpu : touch(gpu), 1, NULL,
                               NULL);
}

static const DirtyRects *tell_written(Gpu *gpu, int has_changed)
{
    const GridSize *size = &gpu->cpu->grid_map.size;

    gpu->all = (RippleRect){0, 0, size->width, size->height};
    gpu->written = (DirtyRects){.rects = &gpu->all, .count = has_changed};
    gpu->has_drawn = 1;
    return &gpu->written;
}

/* Draws on the GPU. Returns NULL if the CPU has to draw: a calm pool costs it
   nothing. Without pixels there is no frame if the GPU has failed. */
static const DirtyRects *draw(Gpu *gpu, int phase, const RipplePixels *picture,
                              const RipplePixels *frame)
{
    int is_calm = is_still(gpu);
    int has_changed = !is_calm || !gpu->shows_calm ||
                      !ripple_renderer_has(&gpu->renderer, picture);

    if (frame != NULL && (is_calm || gpu->has_failed))
        return NULL;
    if (has_changed && ripple_gpu_draw(gpu, phase, picture, frame) != RIPPLE_OK)
        return frame == NULL ? tell_written(gpu, 0) : NULL;
    gpu->shows_calm = is_calm;
    return tell_written(gpu, has_changed);
}

static const DirtyRects *advance(void *self, int steps,
                                 const RipplePixels *picture,
                                 const RipplePixels *frame)
{
    const DirtyRects *written;

    if (steps)
        step(self);
    if (picture == NULL)
        return NULL;
    written = draw(self, RIPPLE_MAX_PHASE, picture, frame);
    return written != NULL ? written
                           : ripple_backend_cpu.advance(draw_with_cpu(self), 0,
                                                        picture, frame);
}

static int render_at(void *self, int steps, int phase,
                     const RipplePixels *picture, const RipplePixels *frame,
                     const DirtyRects **written)
{
    Cpu *cpu = cpu_of(self);
    int error = ripple_blending_init(&cpu->refraction.blending, &cpu->field);

    if (error != RIPPLE_OK)
        return error;
    if (steps)
        step(self);
    *written = draw(self, phase, picture, frame);
    return *written != NULL
               ? RIPPLE_OK
               : ripple_backend_cpu.render_at(draw_with_cpu(self), 0, phase,
                                              picture, frame, written);
}

void ripple_gpu_let_go(void *water)
{
    touch(water);
}

unsigned ripple_gpu_show(void *water)
{
    Gpu *gpu = water;

    return ripple_renderer_show(&gpu->renderer, &gpu->gl, gpu->programs);
}

int ripple_gpu_ask(void *water)
{
    Gpu *gpu = water;

    return ripple_renderer_ask(&gpu->renderer, &gpu->gl);
}

int ripple_gpu_take(void *water, const RipplePixels *frame)
{
    Gpu *gpu = water;
    Renderer *renderer = &gpu->renderer;

    return renderer->width == frame->width && renderer->height == frame->height
               ? ripple_renderer_read(renderer, &gpu->gl, frame)
               : RIPPLE_ERROR_GPU;
}

static int surface(void *self, int steps, int phase, const int16_t **heights,
                   size_t *stride)
{
    Cpu *cpu = cpu_of(self);
    int error =
        phase < RIPPLE_MAX_PHASE
            ? ripple_blending_init(&cpu->refraction.blending, &cpu->field)
            : RIPPLE_OK;

    if (error != RIPPLE_OK)
        return error;
    if (steps)
        step(self);
    return ripple_backend_cpu.surface(look(self), 0, phase, heights, stride);
}

static void run_rows(void *self, ThreadPoolWork *work, void *argument, int rows)
{
    ripple_backend_cpu.run(cpu_of(self), work, argument, rows);
}

static void invalidate(void *self)
{
    Gpu *gpu = self;

    gpu->renderer.has_picture = gpu->shows_calm = 0;
    ripple_backend_cpu.invalidate(gpu->cpu);
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
