/* SPDX-License-Identifier: MIT */
#include "batches.h"

#ifdef RIPPLE_SDL
#include "lib/util/fixed.h"

#include <stddef.h>

#define MAX_FRAMES 100
#define MAX_MS     25 /* of a batch that may be doubled */

/* Does one frame. Returns the number of changed rectangles. */
typedef int Work(Pond *pond, const RippleRect **rects);

static int step(Pond *pond, const RippleRect **rects)
{
    (void)rects;
    ripple_step(pond->pool);
    return 0;
}

static int render(Pond *pond, const RippleRect **rects)
{
    return ripple_render(pond->pool, &pond->picture, NULL, rects);
}

static int advance(Pond *pond, const RippleRect **rects)
{
    return ripple_advance(pond->pool, &pond->picture, NULL, rects);
}

static int advance_new_picture(Pond *pond, const RippleRect **rects)
{
    ripple_invalidate(pond->pool);
    return advance(pond, rects);
}

enum { STONES, FRAME };

static const struct {
    Work *work;
    size_t samples; /* in Times */
} kinds[BATCH_KINDS] = {
    [STONES] = {pond_advance, offsetof(Times, stones)},
    [FRAME] = {advance, offsetof(Times, frame)},
    {step, offsetof(Times, step)},
    {render, offsetof(Times, optics)},
    {advance_new_picture, offsetof(Times, picture)},
};

/* Fills in the milliseconds of a frame, and those until its calls return. */
static int run_batch(const Batches *batches, int kind, double *ms,
                     double *submit_ms, Error *error)
{
    int frames = batches->sizes[kind], count = 0;
    Pond *pond = batches->pond;
    const RippleRect *rects = NULL;
    double start, submitted;

    pond_finish_gpu();
    start = samples_clock();
    for (int i = 0; i < frames && count >= 0; i++)
        count = kinds[kind].work(pond, &rects);
    submitted = samples_clock();
    pond_finish_gpu();
    *ms = (samples_clock() - start) * 1e3 / frames;
    *submit_ms = (submitted - start) * 1e3 / frames;
    if (count < 0 || ripple_gpu_name(pond->pool) == NULL)
        return error_set(error, "--backend gpu", "the GPU has failed");
    if (kind == FRAME)
        samples_add(&batches->times->bytes,
                    pond_count_bytes(pond, rects, count));
    return 0;
}

int batches_init(Batches *batches, Pond *pond, Times *times, Error *error)
{
    double ms, submit_ms;

    *batches = (Batches){.times = times, .pond = pond};
    for (int kind = 0; kind < BATCH_KINDS; kind++) {
        int *size = &batches->sizes[kind];

        *size = 1;
        do {
            if (run_batch(batches, kind, &ms, &submit_ms, error) != 0)
                return -1;
            ms *= *size;
            *size = ms < MAX_MS ? min_int(2 * *size, MAX_FRAMES) : *size;
        } while (ms < MAX_MS && *size < MAX_FRAMES);
    }
    return 0;
}

int batches_take_turn(Batches *batches, Error *error)
{
    Times *times = batches->times;
    double ms, submit_ms;

    for (int kind = FRAME; kind < BATCH_KINDS; kind++) {
        if (run_batch(batches, STONES, &ms, &submit_ms, error) != 0)
            return -1;
        samples_add(&times->stones, ms);
        if (run_batch(batches, kind, &ms, &submit_ms, error) != 0)
            return -1;
        samples_add((Samples *)(void *)((char *)times + kinds[kind].samples),
                    ms);
        if (kind == FRAME)
            samples_add(&times->submit, submit_ms);
    }
    times->frames += batches->sizes[FRAME];
    return 0;
}

#endif
