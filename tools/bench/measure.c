/* SPDX-License-Identifier: MIT */
#include "measure.h"

#include "host/pixel_buffer.h"
#include "base/thread_pool.h"
#include "../crc.h"
#include "pond.h"
#include "present.h"
#include "reference.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CHECKED_STEPS 30
#define WARM_STEPS    200 /* by then as many rings die as are born */
#define WARM_SECONDS  1.0
#define TURN_SECONDS  0.02 /* at least, of each of the three */
#define WAKE_SECONDS \
    0.04               /* before that: threads come back from their sleep \
                        */
#define TURN_FRAMES  8 /* at least, of ours */
#define SPLIT_EVERY  5 /* frames: step and optics apart */
#define MOST_SAMPLES 65536
#define COPY_PARTS   64

typedef struct Samples {
    double *ms;
    int count;
} Samples;

typedef enum SampleKind {
    SAMPLE_FRAME,
    SAMPLE_STEP,
    SAMPLE_OPTICS,
    SAMPLE_BYTES, /* not a time */
    SAMPLE_REFERENCE,
    SAMPLE_COPY, /* in GB/s */
    SAMPLE_COUNT,
} SampleKind;

typedef struct Measuring {
    Pond pond;
    Reference reference;
    RipplePixels wide; /* the plain loop's picture, where ours is narrower */
    int16_t *earlier;  /* heights before the newest */
    char *copied;      /* as large as all that a full frame moves */
    ThreadPool *thread_pool; /* to copy with as many threads */
    Samples samples[SAMPLE_COUNT];
} Measuring;

double row_fps(const Row *row)
{
    return 1000 / row->frame_ms;
}

double row_ns_per_pixel(const Row *row)
{
    return row->frame_ms * 1e6 / row->width / row->height;
}

double row_speedup(const Row *row)
{
    return row->reference_ms / row->frame_ms;
}

double row_gb_per_s(const Row *row)
{
    return row->bytes_moved / row->frame_ms / 1e6;
}

static double now_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void add_sample(Measuring *measuring, SampleKind kind, double value)
{
    Samples *samples = &measuring->samples[kind];

    if (samples->count < MOST_SAMPLES)
        samples->ms[samples->count++] = value;
}

static int compare(const void *a, const void *b)
{
    const double *left = a, *right = b;

    return (*left > *right) - (*left < *right);
}

double measure_median(double *values, int count)
{
    if (count == 0)
        return 0;
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count / 2];
}

/*
 * The frame after some steps, computed in the plainest way: scalar, one
 * thread, nothing skipped. Kept for the rows that follow with the same scene.
 */
static int find_true_crc(uint32_t *crc, const Row *row,
                         const Arguments *arguments, Error *error)
{
    static struct {
        int width, height, known;
        SceneKind scene;
        uint32_t crc;
    } last;
    Row plain = *row;
    Pond pond;

    if (!last.known || last.width != row->width || last.height != row->height ||
        last.scene != row->scene) {
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
        last.width = row->width;
        last.height = row->height;
        last.scene = row->scene;
        last.crc = crc_frame(&pond.frame);
        last.known = 1;
        pond_clear(&pond);
    }
    *crc = last.crc;
    return 0;
}

static int check(Measuring *measuring, Row *row, const Arguments *arguments,
                 Error *error)
{
    uint32_t wanted, got;

    if (find_true_crc(&wanted, row, arguments, error) != 0)
        return -1;
    for (int i = 0; i < CHECKED_STEPS; i++)
        pond_advance(&measuring->pond, NULL);
    got = crc_frame(&measuring->pond.frame);
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

static double drawn_pixels(const RippleRect *rects, int count)
{
    double pixels = 0;

    for (int i = 0; i < count; i++)
        pixels += (double)rects[i].width * rects[i].height;
    return pixels;
}

static void time_frame(Measuring *measuring)
{
    Pond *pond = &measuring->pond;
    const RippleRect *rects;
    double start;
    int count;

    pond_drop(pond);
    start = now_seconds();
    count = ripple_advance(pond->pool, &pond->picture, &pond->frame, &rects);
    add_sample(measuring, SAMPLE_FRAME, (now_seconds() - start) * 1e3);
    add_sample(measuring, SAMPLE_BYTES,
               drawn_pixels(rects, count) * pond_pixel_bytes(pond));
}

static void time_halves(Measuring *measuring)
{
    Pond *pond = &measuring->pond;
    double start, between;

    pond_drop(pond);
    start = now_seconds();
    ripple_step(pond->pool);
    between = now_seconds();
    ripple_render(pond->pool, &pond->picture, &pond->frame, NULL);
    add_sample(measuring, SAMPLE_OPTICS, (now_seconds() - between) * 1e3);
    add_sample(measuring, SAMPLE_STEP, (between - start) * 1e3);
}

static void take_our_turn(Measuring *measuring)
{
    double start = now_seconds();

    while (now_seconds() - start < WAKE_SECONDS)
        pond_advance(&measuring->pond, NULL);
    start = now_seconds();
    for (int i = 0; i < TURN_FRAMES || now_seconds() - start < TURN_SECONDS;
         i++) {
        if (i % SPLIT_EVERY == SPLIT_EVERY - 1)
            time_halves(measuring);
        else
            time_frame(measuring);
    }
}

/* The plain loop goes on from where our water is, with the same stones. */
static void take_reference_turn(Measuring *measuring)
{
    Reference *reference = &measuring->reference;
    Pond later = measuring->pond;
    double start = now_seconds(), spent;

    memcpy(reference->before, measuring->earlier,
           (size_t)reference->width * (size_t)reference->height *
               sizeof(int16_t));
    reference_load(reference, reference->now, later.pool);
    do {
        int count = scenes_count(later.scene, reference->width,
                                 reference->height, later.step);

        for (int i = 0; i < count; i++) {
            RippleStone stone = scenes_stone(later.water, 1, reference->width,
                                             reference->height, later.step, i);

            reference_drop(reference, &stone);
        }
        later.step++;
        spent = now_seconds();
        reference_step(reference);
        reference_draw(reference);
        add_sample(measuring, SAMPLE_REFERENCE, (now_seconds() - spent) * 1e3);
    } while (now_seconds() - start < TURN_SECONDS);
}

typedef struct Copying {
    char *bytes;
    size_t half;
} Copying;

static void copy_parts(void *argument, int first, int end)
{
    const Copying *copying = argument;
    size_t from = copying->half * (size_t)first / COPY_PARTS;
    size_t to = copying->half * (size_t)end / COPY_PARTS;

    memcpy(copying->bytes + copying->half + from, copying->bytes + from,
           to - from);
}

/* Reads half of the bytes that our last frame moved and writes the others. */
static void take_copy_turn(Measuring *measuring)
{
    Samples *moved = &measuring->samples[SAMPLE_BYTES];
    double bytes = moved->ms[moved->count - 1], start = now_seconds(), spent;
    Copying copying = {measuring->copied, (size_t)bytes / 2};

    if (copying.half == 0)
        return;
    do {
        spent = now_seconds();
        ripple_thread_pool_run(measuring->thread_pool, copy_parts, &copying,
                               COPY_PARTS);
        spent = now_seconds() - spent;
        if (now_seconds() - start > WAKE_SECONDS)
            add_sample(measuring, SAMPLE_COPY,
                       (double)copying.half / spent / 1e9);
    } while (now_seconds() - start < WAKE_SECONDS + TURN_SECONDS);
}

/* One step that keeps the heights before it for the plain loop. */
static void remember(Measuring *measuring)
{
    Pond *pond = &measuring->pond;

    pond_drop(pond);
    reference_load(&measuring->reference, measuring->earlier, pond->pool);
    ripple_advance(pond->pool, &pond->picture, &pond->frame, NULL);
}

static void warm_up(Measuring *measuring)
{
    double start = now_seconds();

    while (measuring->pond.step < WARM_STEPS &&
           now_seconds() - start < WARM_SECONDS)
        pond_advance(&measuring->pond, NULL);
}

static double find_median(const Measuring *measuring, SampleKind kind)
{
    const Samples *samples = &measuring->samples[kind];

    return measure_median(samples->ms, samples->count);
}

static void take_turns(Measuring *measuring, Row *row, double seconds)
{
    double start = now_seconds();
    Samples *frames = &measuring->samples[SAMPLE_FRAME];

    do {
        take_our_turn(measuring);
        remember(measuring);
        take_reference_turn(measuring);
        take_copy_turn(measuring);
    } while (now_seconds() - start < seconds);
    row->steps = frames->count;
    row->frame_ms = find_median(measuring, SAMPLE_FRAME);
    row->best_frame_ms = frames->ms[0];
    row->step_ms = find_median(measuring, SAMPLE_STEP);
    row->optics_ms = find_median(measuring, SAMPLE_OPTICS);
    row->reference_ms = find_median(measuring, SAMPLE_REFERENCE);
    row->cell = ripple_cell(measuring->pond.pool);
    row->bytes_moved = find_median(measuring, SAMPLE_BYTES);
    row->copy_gb_per_s = find_median(measuring, SAMPLE_COPY);
}

static int start_reference(Measuring *measuring, const Row *row,
                           const RippleSettings *settings)
{
    const RipplePixels *picture =
        pixel_buffer_widen(&measuring->pond.picture, &measuring->wide);

    return picture != NULL
               ? reference_init(&measuring->reference, row->width, row->height,
                                settings, picture->pixels)
               : -1;
}

static int measuring_init(Measuring *measuring, const Row *row,
                          const Arguments *arguments, Error *error)
{
    size_t pixels = (size_t)row->width * (size_t)row->height, bytes;

    memset(measuring, 0, sizeof *measuring);
    if (pond_init(&measuring->pond, row, &arguments->water, error) != 0)
        return -1;
    for (int i = 0; i < SAMPLE_COUNT; i++) {
        measuring->samples[i].ms = malloc(MOST_SAMPLES * sizeof(double));
        if (measuring->samples[i].ms == NULL)
            return error_set(error, "samples", "%s", "not enough memory");
    }
    bytes = (size_t)((double)pixels * pond_pixel_bytes(&measuring->pond)) + 1;
    measuring->earlier = malloc(pixels * sizeof(int16_t));
    measuring->copied = malloc(bytes);
    if (measuring->earlier == NULL || measuring->copied == NULL ||
        ripple_thread_pool_create(&measuring->thread_pool, row->threads) !=
            RIPPLE_OK ||
        start_reference(measuring, row, &arguments->water.pool) != 0)
        return error_set(error, "plain loop", "%s", "not enough memory");
    memset(measuring->copied, 1, bytes);
    return 0;
}

static void measuring_clear(Measuring *measuring)
{
    reference_clear(&measuring->reference);
    pixel_buffer_clear(&measuring->wide);
    ripple_thread_pool_destroy(measuring->thread_pool);
    for (int i = 0; i < SAMPLE_COUNT; i++)
        free(measuring->samples[i].ms);
    free(measuring->earlier);
    free(measuring->copied);
    pond_clear(&measuring->pond);
}

int measure_speed(Row *row, const Arguments *arguments, Error *error)
{
    Measuring measuring;
    int result;

    result = measuring_init(&measuring, row, arguments, error);
    if (result == 0)
        result = check(&measuring, row, arguments, error);
    if (result == 0) {
        warm_up(&measuring);
        take_turns(&measuring, row, arguments->seconds);
        if (arguments->presents)
            result = present_measure(row, &measuring.pond, arguments->seconds,
                                     error);
    }
    measuring_clear(&measuring);
    return result;
}
