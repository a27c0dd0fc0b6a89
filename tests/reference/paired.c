/* SPDX-License-Identifier: MIT */
/*
 * A backend that is two: each call goes to the CPU backend and to the
 * reference, and all that can be asked of them is compared. The caller gets
 * the answers of the CPU. A difference is printed, with its place and both
 * values, and ends the test.
 *
 * The reference draws into a frame of its own. Inside the rectangles that the
 * CPU wrote, both frames must be equal; outside them the CPU must have written
 * nothing, and the reference must draw what it drew the last time.
 */
#include "reference.h"

#include "lib/look/pixel_formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Paired {
    GridSize size;
    void *cpu, *reference;
    RippleFormat format;
    void *frame, *last_frame; /* of the reference; NULL before the first */
    void *old_frame;          /* the CPU's before it drew */
    uint8_t *is_written;      /* by pixel: the CPU has written it */
    int is_dirty;             /* heights may have changed since compared */
} Paired;

/* -DTESTED_BACKEND=NAME compares another backend with the reference. */
#ifndef TESTED_BACKEND
#define TESTED_BACKEND ripple_backend_cpu
#endif
#define CPU(call)       TESTED_BACKEND.call
#define REFERENCE(call) reference_backend.call

static void differ(const char *what, int x, int y, int64_t cpu,
                   int64_t reference)
{
    fprintf(stderr,
            "paired: %s at (%d, %d): cpu %lld, reference %lld (hex %llx, "
            "%llx)\n",
            what, x, y, (long long)cpu, (long long)reference,
            (unsigned long long)cpu, (unsigned long long)reference);
    abort();
}

static void compare(const char *what, int x, int y, int64_t cpu,
                    int64_t reference)
{
    if (cpu != reference)
        differ(what, x, y, cpu, reference);
}

static void compare_cells(const Paired *paired, const char *what,
                          const int16_t *cpu, size_t stride,
                          const int16_t *other, size_t other_stride)
{
    for (int y = 0; y < paired->size.rows; y++) {
        for (int x = 0; x < paired->size.columns; x++)
            compare(what, x, y, cpu[(size_t)y * stride + (size_t)x],
                    other[(size_t)y * other_stride + (size_t)x]);
    }
}

static void compare_heights(const Paired *paired, const char *what)
{
    size_t stride, other_stride;
    const int16_t *cpu = CPU(heights)(paired->cpu, &stride);
    const int16_t *other = REFERENCE(heights)(paired->reference, &other_stride);

    compare_cells(paired, what, cpu, stride, other, other_stride);
}

static void compare_masks(const Paired *paired)
{
    const uint8_t *cpu = CPU(depths)(paired->cpu);
    const uint8_t *other = REFERENCE(depths)(paired->reference);

    compare("is there a mask", 0, 0, cpu != NULL, other != NULL);
    for (int i = 0; cpu != NULL && i < paired->size.columns * paired->size.rows;
         i++)
        compare("depth", i % paired->size.columns, i / paired->size.columns,
                cpu[i], other[i]);
}

static int64_t bits_of(double value)
{
    int64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void compare_divergence(const Paired *paired)
{
    compare("divergence", 0, 0, bits_of(CPU(divergence)(paired->cpu)),
            bits_of(REFERENCE(divergence)(paired->reference)));
}

/* Compares all that depends on size, settings, mask and current. */
static void compare_all(const Paired *paired)
{
    compare_heights(paired, "height");
    compare_masks(paired);
    compare_divergence(paired);
    compare("calm", 0, 0, CPU(is_calm)(paired->cpu),
            REFERENCE(is_calm)(paired->reference));
}

static void forget_frames(Paired *paired)
{
    free(paired->frame);
    free(paired->last_frame);
    free(paired->old_frame);
    free(paired->is_written);
    paired->frame = paired->last_frame = paired->old_frame = NULL;
    paired->is_written = NULL;
}

static void destroy(void *self)
{
    Paired *paired = self;

    if (paired == NULL)
        return;
    CPU(destroy)(paired->cpu);
    REFERENCE(destroy)(paired->reference);
    forget_frames(paired);
    free(paired);
}

/* If the CPU lacks memory or threads, nothing has changed and the reference is
   not asked. */
static int create(void **self, const GridSize *size,
                  const RippleSettings *settings)
{
    Paired *paired = reference_allocate(1, sizeof *paired);
    int error = CPU(create)(&paired->cpu, size, settings);

    *self = NULL;
    if (error != RIPPLE_OK) {
        free(paired);
        return error;
    }
    REFERENCE(create)(&paired->reference, size, settings);
    paired->size = *size;
    *self = paired;
    return RIPPLE_OK;
}

static int resize(void *self, const GridSize *size,
                  const RippleSettings *settings)
{
    Paired *paired = self;
    int error = CPU(resize)(paired->cpu, size, settings);

    if (error != RIPPLE_OK)
        return error;
    REFERENCE(resize)(paired->reference, size, settings);
    paired->size = *size;
    forget_frames(paired);
    compare_all(paired);
    return RIPPLE_OK;
}

static int configure(void *self, const RippleSettings *settings)
{
    Paired *paired = self;
    int error = CPU(configure)(paired->cpu, settings);

    if (error != RIPPLE_OK)
        return error;
    REFERENCE(configure)(paired->reference, settings);
    compare_all(paired);
    return RIPPLE_OK;
}

static int tune(void *self, const BackendTuning *tuning)
{
    Paired *paired = self;

    return CPU(tune)(paired->cpu, tuning);
}

static int set_mask(void *self, const uint8_t *depths, int width, int height,
                    size_t stride)
{
    Paired *paired = self;
    int error = CPU(set_mask)(paired->cpu, depths, width, height, stride);

    if (error != RIPPLE_OK)
        return error;
    REFERENCE(set_mask)(paired->reference, depths, width, height, stride);
    compare_all(paired);
    return RIPPLE_OK;
}

static int paint_mask(void *self, const Capsule *brush, int depth,
                      RippleRect *changed)
{
    Paired *paired = self;
    RippleRect rect;
    int error = CPU(paint_mask)(paired->cpu, brush, depth, changed);

    if (error != RIPPLE_OK)
        return error;
    REFERENCE(paint_mask)(paired->reference, brush, depth, &rect);
    compare("painted x", 0, 0, changed->x, rect.x);
    compare("painted y", 0, 0, changed->y, rect.y);
    compare("painted width", 0, 0, changed->width, rect.width);
    compare("painted height", 0, 0, changed->height, rect.height);
    compare_all(paired);
    return RIPPLE_OK;
}

static const uint8_t *depths(const void *self)
{
    const Paired *paired = self;

    return CPU(depths)(paired->cpu);
}

static int set_current(void *self, const float *x, const float *y, int width,
                       int height)
{
    Paired *paired = self;
    int error = CPU(set_current)(paired->cpu, x, y, width, height);

    if (error == RIPPLE_ERROR_MEMORY)
        return error;
    compare("error of set_current", 0, 0, error,
            REFERENCE(set_current)(paired->reference, x, y, width, height));
    compare_all(paired);
    return error;
}

static double divergence(const void *self)
{
    const Paired *paired = self;

    compare_divergence(paired);
    return CPU(divergence)(paired->cpu);
}

static void current_at(const void *self, int column, int row, int *x, int *y)
{
    const Paired *paired = self;
    int reference_x, reference_y;

    CPU(current_at)(paired->cpu, column, row, x, y);
    REFERENCE(current_at)
    (paired->reference, column, row, &reference_x, &reference_y);
    compare("flow to the right", column, row, *x, reference_x);
    compare("flow down", column, row, *y, reference_y);
}

static void splash(void *self, const RippleStone *stone, int x, int y)
{
    Paired *paired = self;

    CPU(splash)(paired->cpu, stone, x, y);
    REFERENCE(splash)(paired->reference, stone, x, y);
    paired->is_dirty = 1;
}

static void disturb(void *self, int x, int y, int magnitude)
{
    Paired *paired = self;

    CPU(disturb)(paired->cpu, x, y, magnitude);
    REFERENCE(disturb)(paired->reference, x, y, magnitude);
    paired->is_dirty = 1;
}

static void clear(void *self)
{
    Paired *paired = self;

    CPU(clear)(paired->cpu);
    REFERENCE(clear)(paired->reference);
    compare_all(paired);
}

static int is_calm(const void *self)
{
    const Paired *paired = self;
    int calm = CPU(is_calm)(paired->cpu);

    compare("calm", 0, 0, calm, REFERENCE(is_calm)(paired->reference));
    return calm;
}

static const int16_t *heights(const void *self, size_t *stride)
{
    const Paired *paired = self;

    return CPU(heights)(paired->cpu, stride);
}

/* Pixels of the pool's size in memory of the test. */
static RipplePixels pixels_in(const Paired *paired, void *memory)
{
    return (RipplePixels){.pixels = memory,
                          .pixels565 = memory,
                          .width = paired->size.width,
                          .height = paired->size.height,
                          .stride = (size_t)paired->size.width,
                          .format = paired->format};
}

static int64_t raw_pixel(const RipplePixels *pixels, int x, int y)
{
    size_t place = (size_t)y * pixels->stride + (size_t)x;

    return pixels->format == RIPPLE_FORMAT_RGB565 ? pixels->pixels565[place]
                                                  : pixels->pixels[place];
}

/* A pixel that was left alone, in the CPU's frame as in the reference's. */
static void compare_kept(const Paired *paired, const RipplePixels *frame, int x,
                         int y)
{
    RipplePixels drawn = pixels_in(paired, paired->frame);
    RipplePixels last = pixels_in(paired, paired->last_frame);
    RipplePixels old = pixels_in(paired, paired->old_frame);

    compare("pixel outside the rectangles", x, y, raw_pixel(frame, x, y),
            raw_pixel(&old, x, y));
    if (last.pixels == NULL)
        differ("pixel that was never drawn", x, y, -1, raw_pixel(&drawn, x, y));
    compare("pixel that was not drawn again", x, y, raw_pixel(&last, x, y),
            raw_pixel(&drawn, x, y));
}

/* On a coarse grid the CPU may leave parts of its rectangles alone. */
static void compare_drawn(const Paired *paired, const RipplePixels *frame,
                          int x, int y)
{
    RipplePixels drawn = pixels_in(paired, paired->frame);
    RipplePixels old = pixels_in(paired, paired->old_frame);

    if (raw_pixel(frame, x, y) == raw_pixel(&drawn, x, y))
        return;
    if (ripple_grid_is_coarse(&paired->size) &&
        raw_pixel(frame, x, y) == raw_pixel(&old, x, y))
        compare_kept(paired, frame, x, y);
    else
        differ("pixel", x, y, raw_pixel(frame, x, y), raw_pixel(&drawn, x, y));
}

static void compare_frames(const Paired *paired, const DirtyRects *written,
                           const RipplePixels *frame)
{
    size_t width = (size_t)paired->size.width;

    memset(paired->is_written, 0, width * (size_t)paired->size.height);
    for (int i = 0; i < written->count; i++) {
        RippleRect rect = written->rects[i];

        for (int y = rect.y; y < rect.y + rect.height; y++)
            memset(paired->is_written + (size_t)y * width + rect.x, 1,
                   (size_t)rect.width);
    }
    for (int y = 0; y < paired->size.height; y++) {
        for (int x = 0; x < paired->size.width; x++) {
            if (paired->is_written[(size_t)y * width + (size_t)x])
                compare_drawn(paired, frame, x, y);
            else
                compare_kept(paired, frame, x, y);
        }
    }
}

/* Makes room for a frame of the reference, and keeps the last one. */
static void prepare_frames(Paired *paired, const RipplePixels *frame)
{
    RippleRect all = {0, 0, paired->size.width, paired->size.height};
    RipplePixels old;
    size_t count = (size_t)paired->size.width * (size_t)paired->size.height;
    void *oldest;

    if (frame->format != paired->format)
        forget_frames(paired);
    paired->format = frame->format;
    oldest = paired->last_frame;
    paired->last_frame = paired->frame;
    paired->frame =
        oldest != NULL ? oldest : reference_allocate(count, sizeof(uint32_t));
    if (paired->is_written == NULL) {
        paired->is_written = reference_allocate(count, 1);
        paired->old_frame = reference_allocate(count, sizeof(uint32_t));
    }
    old = pixels_in(paired, paired->old_frame);
    ripple_pixels_copy(frame, &old, all);
}

static void check_before_step(Paired *paired)
{
    if (paired->is_dirty)
        compare_heights(paired, "height before a step");
    paired->is_dirty = 0;
}

static void check_after_step(const Paired *paired)
{
    compare_heights(paired, "height after a step");
    is_calm(paired);
}

static const DirtyRects *advance(void *self, int steps,
                                 const RipplePixels *picture,
                                 const RipplePixels *frame)
{
    Paired *paired = self;
    const DirtyRects *written;
    RipplePixels drawn;

    check_before_step(paired);
    if (picture != NULL)
        prepare_frames(paired, frame);
    drawn = pixels_in(paired, paired->frame);
    written = CPU(advance)(paired->cpu, steps, picture, frame);
    REFERENCE(advance)
    (paired->reference, steps, picture, picture != NULL ? &drawn : NULL);
    if (steps)
        check_after_step(paired);
    if (picture != NULL)
        compare_frames(paired, written, frame);
    return written;
}

static int render_at(void *self, int steps, int phase,
                     const RipplePixels *picture, const RipplePixels *frame,
                     const DirtyRects **written)
{
    Paired *paired = self;
    const DirtyRects *ignored;
    RipplePixels drawn;
    int error;

    check_before_step(paired);
    prepare_frames(paired, frame);
    error = CPU(render_at)(paired->cpu, steps, phase, picture, frame, written);
    if (error != RIPPLE_OK) { /* nothing was drawn */
        drawn.pixels = paired->frame;
        paired->frame = paired->last_frame;
        paired->last_frame = drawn.pixels;
        return error;
    }
    drawn = pixels_in(paired, paired->frame);
    REFERENCE(render_at)
    (paired->reference, steps, phase, picture, &drawn, &ignored);
    if (steps)
        check_after_step(paired);
    compare_frames(paired, *written, frame);
    return error;
}

static int surface(void *self, int steps, int phase, const int16_t **cells,
                   size_t *stride)
{
    Paired *paired = self;
    const int16_t *other;
    size_t other_stride;
    int error;

    check_before_step(paired);
    error = CPU(surface)(paired->cpu, steps, phase, cells, stride);
    if (error != RIPPLE_OK)
        return error;
    REFERENCE(surface)
    (paired->reference, steps, phase, &other, &other_stride);
    compare_cells(paired, "shown height", *cells, *stride, other, other_stride);
    if (steps)
        check_after_step(paired);
    return RIPPLE_OK;
}

static void run(void *self, ThreadPoolWork *work, void *argument, int rows)
{
    const Paired *paired = self;

    CPU(run)(paired->cpu, work, argument, rows);
}

static void invalidate(void *self)
{
    Paired *paired = self;

    CPU(invalidate)(paired->cpu);
}

static int lay_floor(const void *self, const ShorePictures *pictures,
                     const RipplePixels *floor, RippleRect part)
{
    const Paired *paired = self;
    size_t count = (size_t)paired->size.width * (size_t)paired->size.height;
    void *memory = reference_allocate(count, sizeof(uint32_t));
    RipplePixels laid = pixels_in(paired, memory);
    int error = CPU(lay_floor)(paired->cpu, pictures, floor, part);

    laid.format = floor->format;
    REFERENCE(lay_floor)(paired->reference, pictures, &laid, part);
    for (int y = part.y; error == RIPPLE_OK && y < part.y + part.height; y++) {
        for (int x = part.x; x < part.x + part.width; x++)
            compare("floor", x, y, raw_pixel(floor, x, y),
                    raw_pixel(&laid, x, y));
    }
    free(memory);
    return error;
}

/* The halo follows from the cells. */
static void compare_planes(const Paired *paired, const char *what,
                           const int32_t *cpu, const int32_t *reference)
{
    ptrdiff_t stride = paired->size.columns + 2;

    for (int y = 0; y < paired->size.rows; y++) {
        for (int x = 0; x < paired->size.columns; x++) {
            ptrdiff_t i = (y + 1) * stride + x + 1;

            compare(what, x, y, cpu[i], reference[i]);
        }
    }
}

static void compare_governors(const Governor *cpu, const Governor *reference)
{
    compare("exported budget", 0, 0, cpu->budget, reference->budget);
    compare("exported newness", 0, 0, cpu->is_new, reference->is_new);
    compare("exported current", 0, 0, cpu->in_current, reference->in_current);
    compare("exported urgency", 0, 0, cpu->is_urgent, reference->is_urgent);
    compare("exported clock", 0, 0, cpu->clock, reference->clock);
    compare("exported loss", 0, 0, cpu->loss, reference->loss);
}

static int export_state(const void *self, BackendState *state)
{
    const Paired *paired = self;
    int error = CPU(export_state)(paired->cpu, state);
    BackendState other;

    if (error != RIPPLE_OK)
        return error;
    REFERENCE(export_state)(paired->reference, &other);
    compare_planes(paired, "exported height", state->now, other.now);
    compare_planes(paired, "exported height before", state->before,
                   other.before);
    compare_planes(paired, "exported velocity", state->velocities,
                   other.velocities);
    compare_governors(&state->governor, &other.governor);
    compare("exported phase of the current", 0, 0,
            state->advection.schedule.phase, other.advection.schedule.phase);
    compare("exported lead of the current", 0, 0,
            state->advection.schedule.leads, other.advection.schedule.leads);
    ripple_state_clear(&other);
    return RIPPLE_OK;
}

static int import_state(void *self, const BackendState *state)
{
    Paired *paired = self;
    int error = CPU(import_state)(paired->cpu, state);

    if (error != RIPPLE_OK)
        return error;
    REFERENCE(import_state)(paired->reference, state);
    compare_all(paired);
    return RIPPLE_OK;
}

const Backend paired_backend = {
    .name = "paired",
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
    .run = run,
    .invalidate = invalidate,
    .lay_floor = lay_floor,
    .export_state = export_state,
    .import_state = import_state,
};
