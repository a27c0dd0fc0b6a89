/* SPDX-License-Identifier: MIT */
#include "gpu_frames.h"

#ifdef RIPPLE_SDL
#include <math.h>
#include <stdint.h>
#include <string.h>

#define CYCLE     10 /* frames: the fifth has no stones, the last is in parts */
#define MAX_DRAWS 100

#define VERSION      0x1f02 /* of OpenGL, as those below */
#define TIMESTAMP    0x8e28
#define QUERY_RESULT 0x8866

/* `stamp` is NULL where the GPU has no clock, as with ES. */
typedef struct Queries {
    void (*make)(int count, unsigned *queries);
    void (*stamp)(unsigned query, unsigned what);
    void (*read)(unsigned query, unsigned what, uint64_t *result);
} Queries;

/* Loaders know names of functions that ES does not have. */
static Queries load_queries(void)
{
    const char *(*get_string)(unsigned name);
    Queries queries;

    pond_load_gpu(&get_string, "glGetString");
    pond_load_gpu(&queries.make, "glGenQueries");
    pond_load_gpu(&queries.stamp, "glQueryCounter");
    pond_load_gpu(&queries.read, "glGetQueryObjectui64v");
    if (strncmp(get_string(VERSION), "OpenGL ES", 9) == 0)
        queries.stamp = NULL;
    return queries;
}

static void stamp(const Queries *queries, Mark *mark, int end)
{
    if (queries->stamp != NULL) {
        queries->stamp(mark->queries[end], TIMESTAMP);
        return;
    }
    pond_finish_gpu();
    mark->ends[end] = samples_clock() * 1e3;
}

static Mark *begin(GpuFrames *frames, const Queries *queries, Samples *samples)
{
    Mark *mark = &frames->marks[frames->count++];

    mark->samples = samples;
    if (queries->stamp != NULL && mark->queries[0] == 0)
        queries->make(2, mark->queries);
    stamp(queries, mark, 0);
    return mark;
}

static void read_marks(GpuFrames *frames, const Queries *queries)
{
    pond_finish_gpu();
    for (int i = 0; i < frames->count; i++) {
        Mark *mark = &frames->marks[i];

        for (int end = 0; end < 2 && queries->stamp != NULL; end++) {
            uint64_t nanoseconds;

            queries->read(mark->queries[end], QUERY_RESULT, &nanoseconds);
            mark->ends[end] = (double)nanoseconds / 1e6;
        }
        samples_add(mark->samples, mark->ends[1] - mark->ends[0]);
    }
    frames->count = 0;
}

/* Advances between two stamps; returns the number of rectangles. */
static int advance(GpuFrames *frames, const Queries *queries, Samples *samples)
{
    const Pond *pond = frames->pond;
    const RippleRect *rects = NULL;
    Mark *mark = begin(frames, queries, samples);
    int count = ripple_advance(pond->pool, &pond->picture, NULL, &rects);

    stamp(queries, mark, 1);
    samples_add(&frames->times->bytes, pond_count_bytes(pond, rects, count));
    return count;
}

static int advance_in_parts(GpuFrames *frames, const Queries *queries)
{
    const Pond *pond = frames->pond;
    Mark *mark = begin(frames, queries, &frames->times->step);
    int count;

    ripple_step(pond->pool);
    stamp(queries, mark, 1);
    mark = begin(frames, queries, &frames->times->optics);
    count = ripple_render(pond->pool, &pond->picture, NULL, NULL);
    stamp(queries, mark, 1);
    return count;
}

static int time_frame(GpuFrames *frames, const Queries *queries, int number)
{
    Pond *pond = frames->pond;
    double start;
    int count;

    for (int i = 0; i < frames->draws; i++)
        ripple_render(pond->pool, &pond->picture, NULL, NULL);
    start = samples_clock();
    if (number % CYCLE == CYCLE / 2 - 1)
        return advance(frames, queries, &frames->times->frame);
    if (number % CYCLE == CYCLE - 1)
        return advance_in_parts(frames, queries);
    pond_drop(pond);
    count = advance(frames, queries, &frames->times->stones);
    samples_add_ms(&frames->times->submit, start);
    return count;
}

/* The CPU copies the picture, so its clock counts. */
static int time_picture(const GpuFrames *frames)
{
    const Pond *pond = frames->pond;
    double start = samples_clock();
    int count;

    ripple_invalidate(pond->pool);
    count = ripple_advance(pond->pool, &pond->picture, NULL, NULL);
    pond_finish_gpu();
    samples_add_ms(&frames->times->picture, start);
    return count;
}

int gpu_frames_take_turn(GpuFrames *frames, Error *error)
{
    Times *times = frames->times;
    Queries queries = load_queries();
    int count = 0;

    for (int i = 0; i < GPU_FRAMES_TURN && count >= 0; i++)
        count = time_frame(frames, &queries, i);
    read_marks(frames, &queries);
    if (count >= 0)
        count = time_picture(frames);
    if (count < 0 || ripple_gpu_name(frames->pond->pool) == NULL)
        return error_set(error, "--backend gpu", "the GPU has failed");
    times->frames += GPU_FRAMES_TURN;
    /* twice the time of the calls */
    if (!frames->pond->is_simulated)
        frames->draws = (int)fmin(2 * samples_median(&times->submit) /
                                      samples_median(&times->optics),
                                  MAX_DRAWS);
    return 0;
}

#endif
