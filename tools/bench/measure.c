/* SPDX-License-Identifier: MIT */
#include "measure.h"

#include "../crc.h"
#include "base/thread_pool.h"
#include "host/pixel_buffer.h"
#include "pond.h"
#include "present.h"
#include "reference.h"
#include "samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECKED_STEPS 30
#define WARM_STEPS    200 /* by then as many rings end as begin */
#define WARM_SECONDS  1.0
#define WAKE_SECONDS  0.04 /* in which threads come back from their sleep */
#define TURN_SECONDS  0.02 /* min, of each of the three */
#define TURN_FRAMES   8    /* min, of ours */
#define SPLIT_EVERY   5    /* in one frame of 5, step and render are apart */
#define COPY_PARTS    64

typedef enum SampleKind {
    SAMPLE_FRAME_MS,
    SAMPLE_STEP_MS,
    SAMPLE_OPTICS_MS,
    SAMPLE_BYTES,
    SAMPLE_REFERENCE_MS,
    SAMPLE_COPY_GB_PER_S,
    SAMPLE_COUNT,
} SampleKind;

typedef struct Measurement {
    Pond pond;
    Reference reference;
    RipplePixels wide; /* the plain loop's picture, where ours is rgb565 */
    int16_t *earlier;  /* heights before the newest */
    char *copied;      /* as many bytes as a full frame moves */
    ThreadPool *thread_pool; /* copies with the threads of the row */
    Samples samples[SAMPLE_COUNT];
} Measurement;

typedef struct Copying {
    char *bytes;
    size_t half;
} Copying;

/*
 * The CRC of the frame after CHECKED_STEPS, computed in the plainest way:
 * scalar, one thread, nothing skipped. Kept for following rows of the same
 * scene.
 */
static int find_true_crc(uint32_t *crc, const Row *row,
                         const Arguments *arguments, Error *error)
{
    static struct {
        int width, height; /* 0 at first */
        SceneKind scene;
        uint32_t crc;
    } last;
    Row plain = *row;
    Pond pond;

    *crc = last.crc;
    if (last.width == row->width && last.height == row->height &&
        last.scene == row->scene)
        return 0;
    plain.threads = 1;
    plain.simd = ripple_simd_name(0);
    if (pond_init(&pond, &plain, &arguments->water, error) != 0)
        return -1;
    ripple_skip_calm(pond.pool, 0);
    for (int i = 0; i < CHECKED_STEPS; i++) {
        pond_drop(&pond);
        ripple_step(pond.pool);
    }
    ripple_render(pond.pool, &pond.picture, &pond.frame, NULL);
    *crc = last.crc = crc_frame(&pond.frame);
    last.width = row->width;
    last.height = row->height;
    last.scene = row->scene;
    pond_clear(&pond);
    return 0;
}

static int check(Measurement *measurement, Row *row, const Arguments *arguments,
                 Error *error)
{
    uint32_t wanted, got;

    if (find_true_crc(&wanted, row, arguments, error) != 0)
        return -1;
    for (int i = 0; i < CHECKED_STEPS; i++)
        pond_advance(&measurement->pond, NULL);
    got = crc_frame(&measurement->pond.frame);
    snprintf(row->crc, sizeof row->crc, "%08x", (unsigned)got);
    if (got == wanted)
        return 0;
    return error_set(error, "WRONG FRAME",
                     "%dx%d %s with %s and %d threads has CRC %s after "
                     "%d steps, the scalar kernel says %08x",
                     row->width, row->height, scenes_name(row->scene),
                     row->simd, row->threads, row->crc, CHECKED_STEPS,
                     (unsigned)wanted);
}

/* Adds the milliseconds since `start`; returns the present time. */
static double add_ms(Measurement *measurement, SampleKind kind, double start)
{
    double now = samples_clock_seconds();

    samples_add(&measurement->samples[kind], (now - start) * 1e3);
    return now;
}

static void time_frame(Measurement *measurement)
{
    Pond *pond = &measurement->pond;
    const RippleRect *rects;
    double start, pixels = 0;
    int count;

    pond_drop(pond);
    start = samples_clock_seconds();
    count = ripple_advance(pond->pool, &pond->picture, &pond->frame, &rects);
    add_ms(measurement, SAMPLE_FRAME_MS, start);
    for (int i = 0; i < count; i++)
        pixels += (double)rects[i].width * rects[i].height;
    samples_add(&measurement->samples[SAMPLE_BYTES],
                pixels * pond_pixel_bytes(pond));
}

static void time_halves(Measurement *measurement)
{
    Pond *pond = &measurement->pond;
    double start;

    pond_drop(pond);
    start = samples_clock_seconds();
    ripple_step(pond->pool);
    start = add_ms(measurement, SAMPLE_STEP_MS, start);
    ripple_render(pond->pool, &pond->picture, &pond->frame, NULL);
    add_ms(measurement, SAMPLE_OPTICS_MS, start);
}

/* Advances until `seconds` have passed or, if not 0, the step is `steps`. */
static void advance_for(Pond *pond, double seconds, int steps)
{
    double end = samples_clock_seconds() + seconds;

    while ((steps == 0 || pond->step < steps) && samples_clock_seconds() < end)
        pond_advance(pond, NULL);
}

static void take_our_turn(Measurement *measurement)
{
    double end;

    advance_for(&measurement->pond, WAKE_SECONDS, 0);
    end = samples_clock_seconds() + TURN_SECONDS;
    for (int i = 0; i < TURN_FRAMES || samples_clock_seconds() < end; i++) {
        if (i % SPLIT_EVERY == SPLIT_EVERY - 1)
            time_halves(measurement);
        else
            time_frame(measurement);
    }
}

/* The plain loop goes on from the state of our water, with the same stones. */
static void take_reference_turn(Measurement *measurement)
{
    Reference *reference = &measurement->reference;
    Pond later = measurement->pond;
    int width = reference->width, height = reference->height;
    double end = samples_clock_seconds() + TURN_SECONDS, start;

    memcpy(reference->before, measurement->earlier,
           (size_t)width * (size_t)height * sizeof(int16_t));
    reference_load(reference, reference->now, later.pool);
    do {
        int count = scenes_count(later.scene, width, height, later.step);

        for (int i = 0; i < count; i++) {
            RippleStone stone =
                scenes_stone(later.water, 1, width, height, later.step, i);

            reference_drop(reference, &stone);
        }
        later.step++;
        start = samples_clock_seconds();
        reference_step(reference);
        reference_draw(reference);
    } while (add_ms(measurement, SAMPLE_REFERENCE_MS, start) < end);
}

static void copy_parts(void *argument, int first, int end)
{
    const Copying *copying = argument;
    size_t from = copying->half * (size_t)first / COPY_PARTS;
    size_t to = copying->half * (size_t)end / COPY_PARTS;

    memcpy(copying->bytes + copying->half + from, copying->bytes + from,
           to - from);
}

/* Copies as many bytes as our last frame moved: half of them are read, half are
   written. */
static void take_copy_turn(Measurement *measurement)
{
    Samples *moved = &measurement->samples[SAMPLE_BYTES];
    double start = samples_clock_seconds(), before, now;
    Copying copying = {measurement->copied,
                       (size_t)moved->values[moved->count - 1] / 2};

    if (copying.half == 0)
        return;
    do {
        before = samples_clock_seconds();
        ripple_thread_pool_run(measurement->thread_pool, copy_parts, &copying,
                               COPY_PARTS);
        now = samples_clock_seconds();
        if (now - start > WAKE_SECONDS)
            samples_add(&measurement->samples[SAMPLE_COPY_GB_PER_S],
                        (double)copying.half / (now - before) / 1e9);
    } while (now - start < WAKE_SECONDS + TURN_SECONDS);
}

/* One step that keeps the heights before it for the plain loop. */
static void keep_heights(Measurement *measurement)
{
    Pond *pond = &measurement->pond;

    pond_drop(pond);
    reference_load(&measurement->reference, measurement->earlier, pond->pool);
    ripple_advance(pond->pool, &pond->picture, &pond->frame, NULL);
}

static void take_turns(Measurement *measurement, Row *row, double seconds)
{
    double medians[SAMPLE_COUNT], end = samples_clock_seconds() + seconds;
    Samples *frames = &measurement->samples[SAMPLE_FRAME_MS];

    do {
        take_our_turn(measurement);
        keep_heights(measurement);
        take_reference_turn(measurement);
        take_copy_turn(measurement);
    } while (samples_clock_seconds() < end);
    for (int i = 0; i < SAMPLE_COUNT; i++)
        medians[i] = samples_median(&measurement->samples[i]);
    row->steps = frames->count;
    row->frame_ms = medians[SAMPLE_FRAME_MS];
    row->best_frame_ms = frames->values[0];
    row->step_ms = medians[SAMPLE_STEP_MS];
    row->optics_ms = medians[SAMPLE_OPTICS_MS];
    row->reference_ms = medians[SAMPLE_REFERENCE_MS];
    row->cell = ripple_cell(measurement->pond.pool);
    row->bytes_moved = medians[SAMPLE_BYTES];
    row->copy_gb_per_s = medians[SAMPLE_COPY_GB_PER_S];
}

static int init_buffers(Measurement *measurement, const Row *row,
                        const RippleSettings *settings)
{
    size_t pixels = (size_t)row->width * (size_t)row->height;
    size_t bytes =
        (size_t)((double)pixels * pond_pixel_bytes(&measurement->pond)) + 1;
    const RipplePixels *picture =
        pixel_buffer_widen(&measurement->pond.picture, &measurement->wide);
    int result = 0;

    for (int i = 0; i < SAMPLE_COUNT; i++)
        result |= samples_init(&measurement->samples[i]);
    measurement->earlier = malloc(pixels * sizeof(int16_t));
    measurement->copied = malloc(bytes);
    if (result != 0 || picture == NULL || measurement->earlier == NULL ||
        measurement->copied == NULL)
        return -1;
    memset(measurement->copied, 1, bytes);
    if (ripple_thread_pool_create(&measurement->thread_pool, row->threads) !=
        RIPPLE_OK)
        return -1;
    return reference_init(&measurement->reference, row->width, row->height,
                          settings, picture->pixels);
}

static void measurement_clear(Measurement *measurement)
{
    reference_clear(&measurement->reference);
    pixel_buffer_clear(&measurement->wide);
    ripple_thread_pool_destroy(measurement->thread_pool);
    for (int i = 0; i < SAMPLE_COUNT; i++)
        samples_clear(&measurement->samples[i]);
    free(measurement->earlier);
    free(measurement->copied);
    pond_clear(&measurement->pond);
}

int measure_speed(Row *row, const Arguments *arguments, Error *error)
{
    Measurement measurement = {0};
    Pond *pond = &measurement.pond;
    int result = pond_init(pond, row, &arguments->water, error);

    if (result == 0 &&
        init_buffers(&measurement, row, &arguments->water.pool) != 0)
        result = error_set(error, "measurement", "%s", "not enough memory");
    if (result == 0)
        result = check(&measurement, row, arguments, error);
    if (result == 0) {
        advance_for(pond, WARM_SECONDS, WARM_STEPS);
        take_turns(&measurement, row, arguments->seconds);
        if (arguments->presents)
            result = present_measure(row, pond, arguments->seconds, error);
    }
    measurement_clear(&measurement);
    return result;
}
