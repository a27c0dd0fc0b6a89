/* SPDX-License-Identifier: MIT */
#include "measure.h"

#include "../crc.h"
#include "lib/util/thread_pool.h"
#include "gpu_frames.h"
#include "os/pixel_buffer.h"
#include "pond.h"
#include "present.h"
#include "reference.h"

#include <math.h>
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
#define MIN_FRAMES    2000 /* of a real GPU */

typedef struct Measurement {
    Pond pond;
    Reference reference;
    RipplePixels wide; /* the plain loop's picture, where ours is rgb565 */
    char *copied;      /* as many bytes as a full frame moves */
    size_t half;       /* of the bytes to copy */
    ThreadPool *thread_pool; /* copies with the threads of the row */
    Times times;
    Samples plain, copy_gb_per_s;
    Presented presented;
} Measurement;

int measure_crc(Row *row, Error *error)
{
    Row plain = *row;
    Pond pond;

    plain.on_gpu = 0;
    plain.threads = 1;
    plain.simd = ripple_simd_name(0);
    if (pond_init(&pond, &plain, row->water, error) != 0)
        return -1;
    ripple_skip_calm(pond.pool, 0);
    for (int i = 0; i < CHECKED_STEPS; i++) {
        pond_drop(&pond);
        ripple_step(pond.pool);
    }
    ripple_render(pond.pool, &pond.picture, &pond.frame, NULL);
    row->crc = crc_frame(&pond.frame);
    pond_clear(&pond);
    return 0;
}

static void time_frame(Measurement *measurement)
{
    Pond *pond = &measurement->pond;
    Times *times = &measurement->times;
    const RippleRect *rects;
    double start, before = samples_clock();
    int count;

    pond_drop(pond);
    start = samples_clock();
    count = ripple_advance(pond->pool, &pond->picture, &pond->frame, &rects);
    samples_add_ms(&times->frame, start);
    samples_add_ms(&times->submit, start);
    samples_add_ms(&times->stones, before);
    samples_add(&times->bytes, pond_count_bytes(pond, rects, count));
    times->frames++;
}

static void time_halves(Measurement *measurement)
{
    Pond *pond = &measurement->pond;
    double start;

    pond_drop(pond);
    start = samples_clock();
    ripple_step(pond->pool);
    start = samples_add_ms(&measurement->times.step, start);
    ripple_render(pond->pool, &pond->picture, &pond->frame, NULL);
    samples_add_ms(&measurement->times.optics, start);
}

/* Advances until `seconds` have passed or, if not 0, the step is `steps`. */
static void advance_for(Pond *pond, double seconds, int steps)
{
    double end = samples_clock() + seconds;

    while ((steps == 0 || pond->step < steps) && samples_clock() < end)
        pond_advance(pond, NULL);
}

static void take_our_turn(Measurement *measurement)
{
    double end;

    advance_for(&measurement->pond, WAKE_SECONDS, 0);
    end = samples_clock() + TURN_SECONDS;
    for (int i = 0; i < TURN_FRAMES || samples_clock() < end; i++) {
        if (i % SPLIT_EVERY == SPLIT_EVERY - 1)
            time_halves(measurement);
        else
            time_frame(measurement);
    }
}

/* The plain loop goes on from the state of our water after a step, with the
   same stones. */
static void take_reference_turn(Measurement *measurement)
{
    Pond *pond = &measurement->pond, later;
    Reference *reference = &measurement->reference;
    int width = reference->width, height = reference->height;
    double end, start;

    pond_drop(pond);
    reference_load(reference, reference->before, pond->pool);
    ripple_advance(pond->pool, &pond->picture, pond->target, NULL);
    reference_load(reference, reference->now, pond->pool);
    later = *pond;
    end = samples_clock() + TURN_SECONDS;
    do {
        int count = scenes_count(later.scene, width, height, later.step);

        for (int i = 0; i < count; i++) {
            RippleStone stone =
                scenes_stone(later.water, 1, width, height, later.step, i);

            reference_drop(reference, &stone);
        }
        later.step++;
        start = samples_clock();
        reference_step(reference);
        reference_draw(reference);
    } while (samples_add_ms(&measurement->plain, start) < end);
}

static void copy_parts(void *argument, int first, int end)
{
    const Measurement *measurement = argument;
    size_t half = measurement->half;
    size_t from = half * (size_t)first / COPY_PARTS;
    size_t to = half * (size_t)end / COPY_PARTS;

    memcpy(measurement->copied + half + from, measurement->copied + from,
           to - from);
}

/* Copies as many bytes as our last frame moved: half of them are read, half are
   written. */
static void take_copy_turn(Measurement *measurement)
{
    const Samples *moved = &measurement->times.bytes;
    double start = samples_clock(), before, now;

    measurement->half = (size_t)moved->values[moved->count - 1] / 2;
    if (measurement->half == 0)
        return;
    do {
        before = samples_clock();
        ripple_thread_pool_run(measurement->thread_pool, copy_parts,
                               measurement, COPY_PARTS);
        now = samples_clock();
        if (now - start > WAKE_SECONDS)
            samples_add(&measurement->copy_gb_per_s,
                        2 * (double)measurement->half / (now - before) / 1e9);
    } while (now - start < WAKE_SECONDS + TURN_SECONDS);
}

static void take_turns(Measurement *measurement, double seconds)
{
    double end = samples_clock() + seconds;

    do {
        take_our_turn(measurement);
        take_reference_turn(measurement);
        take_copy_turn(measurement);
    } while (samples_clock() < end);
}

#ifdef RIPPLE_SDL

/* Without the copy, which is the CPU's. The plain loop goes first, as the GPU
   is not to wait for it; the first turn finds out how many draws it needs. */
static int take_gpu_turns(Measurement *measurement, double seconds,
                          Error *error)
{
    Times *times = &measurement->times;
    int min_frames = measurement->pond.is_simulated ? 0 : MIN_FRAMES;
    GpuFrames frames = {.times = times, .pond = &measurement->pond};
    double end = samples_clock() + seconds / 4;

    do {
        take_reference_turn(measurement);
    } while (samples_clock() < end);
    if (gpu_frames_take_turn(&frames, error) != 0)
        return -1;
    memset(times, 0, sizeof *times);
    end = samples_clock() + seconds;
    do {
        if (gpu_frames_take_turn(&frames, error) != 0)
            return -1;
    } while (samples_clock() < end || times->frames < min_frames);
    return 0;
}

#else

static int take_gpu_turns(Measurement *measurement, double seconds,
                          Error *error)
{
    (void)measurement;
    (void)seconds;
    (void)error;
    return -1;
}

#endif

static void fill_in(Row *row, Measurement *measurement)
{
    Times *times = &measurement->times;

    row->cell = ripple_cell(measurement->pond.pool);
    row->steps = times->frames;
    row->step_ms = samples_median(&times->step);
    row->optics_ms = samples_median(&times->optics);
    row->frame_ms = samples_median(&times->frame);
    row->best_frame_ms = times->frame.values[0];
    row->fps = 1000 / row->frame_ms;
    row->ns_per_pixel = row->frame_ms * 1e6 / row->width / row->height;
    row->reference_ms = samples_median(&measurement->plain);
    row->speedup = row->reference_ms / row->frame_ms;
    row->bytes_moved = samples_median(&times->bytes);
    row->gb_per_s = row->bytes_moved / row->frame_ms / 1e6;
    row->copy_gb_per_s = samples_median(&measurement->copy_gb_per_s);
    row->submit_ms = samples_median(&times->submit);
    row->stones_ms = fmax(0, samples_median(&times->stones) - row->frame_ms);
    row->picture_ms = fmax(0, samples_median(&times->picture) - row->frame_ms);
    row->upload_ms = samples_median(&measurement->presented.upload);
    row->present_ms = samples_median(&measurement->presented.present);
    row->shown_fps = 1000 / samples_median(&measurement->presented.all);
}

static int init_buffers(Measurement *measurement, const Row *row,
                        const RippleSettings *settings)
{
    size_t pixels = (size_t)row->width * (size_t)row->height;
    size_t bytes =
        (size_t)((double)pixels * pond_pixel_bytes(&measurement->pond)) + 1;
    const RipplePixels *picture =
        pixel_buffer_widen(&measurement->pond.picture, &measurement->wide);

    measurement->copied = malloc(bytes);
    if (picture == NULL || measurement->copied == NULL ||
        ripple_thread_pool_create(&measurement->thread_pool, row->threads) !=
            RIPPLE_OK)
        return -1;
    memset(measurement->copied, 1, bytes);
    return reference_init(&measurement->reference, row->width, row->height,
                          settings, picture->pixels);
}

static int check_frame(Pond *pond, const Row *row, Error *error)
{
    uint32_t crc;

    for (int i = 0; i < CHECKED_STEPS; i++) {
        if (pond_advance(pond, NULL) < 0)
            return error_set(error, "--backend gpu", "%s",
                             "frames of this water do not stay on the GPU");
    }
    if (pond->target == NULL)
        pond_read_frame(pond);
    crc = crc_frame(&pond->frame);
    return crc == row->crc
               ? 0
               : error_set(error, "WRONG FRAME",
                           "%s %s on %s with %s and %d threads has CRC %08x "
                           "after %d steps, the scalar kernel says %08x",
                           row->size, row->scene, row->backend, row->simd,
                           row->threads, (unsigned)crc, CHECKED_STEPS,
                           (unsigned)row->crc);
}

static int measure(Measurement *measurement, Row *row,
                   const Arguments *arguments, Error *error)
{
    Pond *pond = &measurement->pond;

    if (pond_init(pond, row, row->water, error) != 0)
        return -1;
    if (row->on_gpu)
        snprintf(row->gpu, sizeof row->gpu, "%s", ripple_gpu_name(pond->pool));
    if (init_buffers(measurement, row, &row->water->pool) != 0)
        return error_set(error, "measurement", "%s", "not enough memory");
    if (check_frame(pond, row, error) != 0)
        return -1;
    advance_for(pond, WARM_SECONDS, WARM_STEPS);
    if (!row->on_gpu)
        take_turns(measurement, arguments->seconds);
    else if (take_gpu_turns(measurement, arguments->seconds, error) != 0)
        return -1;
#ifdef RIPPLE_SDL
    if (arguments->presents &&
        present_measure(row, pond, &measurement->presented, arguments->seconds,
                        error) != 0)
        return -1;
#endif
    fill_in(row, measurement);
    return 0;
}

int measure_speed(Row *row, const Arguments *arguments, Error *error)
{
    Measurement *measurement = calloc(1, sizeof *measurement);
    int result;

    if (measurement == NULL)
        return error_set(error, "measurement", "%s", "not enough memory");
    result = measure(measurement, row, arguments, error);
    reference_clear(&measurement->reference);
    pixel_buffer_clear(&measurement->wide);
    ripple_thread_pool_destroy(measurement->thread_pool);
    free(measurement->copied);
    pond_clear(&measurement->pond);
    free(measurement);
    return result;
}
