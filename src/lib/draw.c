/* SPDX-License-Identifier: MIT */
/* The public drawing functions; they validate pixel buffers. */
#include "lib/draw.h"

#include "lib/util/shapes.h"
#include "lib/gpu/gpu.h"
#include "lib/pool.h"
#include "lib/look/pixel_formats.h"

const char *ripple_gpu_name(const Ripple *pool)
{
    return ripple_gpu_renderer(pool->water);
}

unsigned ripple_gpu_texture(Ripple *pool)
{
    return ripple_gpu_name(pool) != NULL ? ripple_gpu_show(pool->water) : 0;
}

static int has_pool_size(const RipplePixels *pixels, const Ripple *pool)
{
    return ripple_pixels_are_valid(pixels) &&
           pixels->width == pool->size.width &&
           pixels->height == pool->size.height;
}

static int can_draw(const Ripple *pool, const RipplePixels *from,
                    const RipplePixels *to)
{
    return has_pool_size(from, pool) && has_pool_size(to, pool) &&
           !ripple_pixels_overlap(from, to);
}

static void describe_water(const Ripple *pool, int phase,
                           PerspectiveInput *input)
{
    input->is_calm = pool->tuning.skips_calm && pool->settings.swell <= 0 &&
                     ripple_cpu_is_calm(pool->water);
    if (pool->settings.swell > 0)
        input->step_q8 =
            (int64_t)pool->water->refraction.swell.step * 256 + phase;
}

static PerspectiveInput make_input(const Ripple *pool)
{
    return (PerspectiveInput){.kernels = pool->tuning.kernels,
                              .thread_pool = pool->water->thread_pool};
}

/* Returns 0 if the GPU draws this view, or an error. */
static int check_gpu(const Ripple *pool, const RipplePixels *picture)
{
    PerspectiveInput input = make_input(pool);

    if (ripple_gpu_name(pool) == NULL)
        return RIPPLE_ERROR_GPU;
    if (pool->perspective == NULL)
        return RIPPLE_OK;
    return ripple_gpu_can_view(pool->water, pool->perspective, &input, picture);
}

/* Returns 0 or the error of a rendering. A NULL frame stays on the GPU. */
static int check_pixels(const Ripple *pool, const RipplePixels *picture,
                        const RipplePixels *frame)
{
    int is_fit = frame == NULL ? has_pool_size(picture, pool) &&
                                     pool->water->accelerator != NULL
                               : can_draw(pool, picture, frame) &&
                                     picture->format == frame->format;

    if (!is_fit || !ripple_pixels_can_show(picture->format, &pool->settings))
        return RIPPLE_ERROR_PIXELS;
    return frame == NULL ? check_gpu(pool, picture) : RIPPLE_OK;
}

static int return_rects(const DirtyRects *written, const RippleRect **changed)
{
    if (changed != NULL)
        *changed = written->rects;
    return written->count;
}

/* Renders on the CPU, after a step if `steps` is 1. Without memory for the
   blend, a call that steps shows the newest heights; one that only renders
   fails with MEMORY and changes nothing. */
static int render_view(Ripple *pool, int steps, int phase,
                       PerspectiveInput *input, const RipplePixels *picture,
                       const RipplePixels *frame)
{
    int error = ripple_cpu_surface(pool->water, steps, phase, &input->heights,
                                   &input->stride);

    if (error != RIPPLE_OK && steps)
        error = ripple_cpu_surface(pool->water, steps, RIPPLE_MAX_PHASE,
                                   &input->heights, &input->stride);
    if (error != RIPPLE_OK)
        return error;
    describe_water(pool, phase, input);
    ripple_perspective_render(pool->perspective, input, picture, frame);
    return RIPPLE_OK;
}

/* Steps once if `steps` is 1, then renders in perspective at a phase. A GPU
   that fails after the step leaves a NULL frame as it is. */
static int render_perspective(Ripple *pool, int steps, int phase,
                              const RipplePixels *picture,
                              const RipplePixels *frame,
                              const RippleRect **changed)
{
    Perspective *perspective = pool->perspective;
    PerspectiveInput input = make_input(pool);
    int error = check_gpu(pool, picture);

    ripple_perspective_set_tint(perspective, pool->tint);
    if (error == RIPPLE_OK) {
        if (steps)
            ripple_cpu_step(pool->water);
        steps = 0;
        describe_water(pool, phase, &input);
        error = ripple_gpu_view(pool->water, phase, perspective, &input,
                                picture, frame);
    }
    if (error == RIPPLE_ERROR_GPU)
        error = frame != NULL
                    ? render_view(pool, steps, phase, &input, picture, frame)
                    : RIPPLE_OK;
    if (error != RIPPLE_OK)
        return error;
    if (changed != NULL)
        *changed = &perspective->changed;
    return perspective->changed.width > 0;
}

int ripple_render(Ripple *pool, const RipplePixels *picture,
                  const RipplePixels *frame, const RippleRect **changed)
{
    return ripple_render_at(pool, picture, frame, changed, RIPPLE_MAX_PHASE);
}

int ripple_render_at(Ripple *pool, const RipplePixels *picture,
                     const RipplePixels *frame, const RippleRect **changed,
                     int phase_q8)
{
    const DirtyRects *written;
    int error;

    if (phase_q8 < 0 || phase_q8 > RIPPLE_MAX_PHASE)
        return RIPPLE_ERROR_SETTING;
    error = check_pixels(pool, picture, frame);
    if (error != RIPPLE_OK)
        return error;
    if (pool->perspective != NULL)
        return render_perspective(pool, 0, phase_q8, picture, frame, changed);
    error = ripple_cpu_render(pool->water, phase_q8, picture, frame, &written);
    return error == RIPPLE_OK ? return_rects(written, changed) : error;
}

int ripple_advance(Ripple *pool, const RipplePixels *picture,
                   const RipplePixels *frame, const RippleRect **changed)
{
    return ripple_advance_at(pool, picture, frame, changed, RIPPLE_MAX_PHASE);
}

int ripple_advance_at(Ripple *pool, const RipplePixels *picture,
                      const RipplePixels *frame, const RippleRect **changed,
                      int phase_q8)
{
    int error = check_pixels(pool, picture, frame);

    if (error != RIPPLE_OK)
        return error;
    ripple_stones_sink(pool);
    return pool->perspective != NULL
               ? render_perspective(pool, 1, phase_q8, picture, frame, changed)
               : return_rects(
                     ripple_cpu_advance(pool->water, phase_q8, picture, frame),
                     changed);
}

int ripple_gpu_ask_frame(Ripple *pool)
{
    return ripple_gpu_name(pool) != NULL ? ripple_gpu_ask(pool->water)
                                         : RIPPLE_ERROR_GPU;
}

int ripple_gpu_take_frame(Ripple *pool, const RipplePixels *frame)
{
    if (!has_pool_size(frame, pool))
        return RIPPLE_ERROR_PIXELS;
    return ripple_gpu_name(pool) != NULL ? ripple_gpu_take(pool->water, frame)
                                         : RIPPLE_ERROR_GPU;
}

void ripple_gpu_leave(Ripple *pool)
{
    if (ripple_gpu_name(pool) != NULL)
        ripple_cpu_sync(pool->water, SYNC_WRITE);
}

void ripple_invalidate(Ripple *pool)
{
    ripple_cpu_invalidate(pool->water);
    if (pool->perspective != NULL)
        ripple_perspective_invalidate(pool->perspective);
}

void ripple_set_tint(Ripple *pool, float red, float green, float blue)
{
    pool->tint = (Colour){red, green, blue};
}

void ripple_pass_swell(Ripple *pool, uint64_t steps)
{
    ripple_cpu_add_swell(pool->water, (int64_t)steps);
}

int ripple_lay_land(const Ripple *pool, const RipplePixels *picture,
                    const RipplePixels *land, const RipplePixels *floor,
                    const RippleRect *part)
{
    RippleRect all = {0, 0, pool->size.width, pool->size.height};

    if (!can_draw(pool, picture, floor) ||
        (land != NULL &&
         (!ripple_pixels_are_valid(land) || land->width == 0 ||
          land->height == 0 || ripple_pixels_overlap(land, floor))))
        return RIPPLE_ERROR_PIXELS;
    return ripple_cpu_lay_floor(
        pool->water, &(ShorePictures){picture, land, pool->perspective != NULL},
        floor, part != NULL ? ripple_rect_intersect(all, *part) : all);
}

int ripple_lay_floor(const Ripple *pool, const RipplePixels *picture,
                     const RipplePixels *floor, const RippleRect *part)
{
    return ripple_lay_land(pool, picture, NULL, floor, part);
}
