/* SPDX-License-Identifier: MIT */
/*
 * One pass over the pool: steps it, draws it, or both at once, so that the
 * heights are drawn while they are still in the cache. Rows of tiles are the
 * unit of work. What happens to a row happens in stages: carried along the
 * current, stepped, carried on, drawn. A stage is done to a row when the stage
 * before it is done to that row and the rows next to it, by the worker that
 * brought the last of them.
 */
#ifndef RIPPLE_BACKEND_PIPELINE_H
#define RIPPLE_BACKEND_PIPELINE_H

#include "base/thread_pool.h"
#include "water/field.h"
#include "render/refraction.h"
#include "water/step.h"

typedef struct Pipeline {
    ThreadPool *thread_pool;
    Field *heights;
    const StepContext *context; /* NULL: do not step */
    Refraction *refraction;     /* NULL: do not draw; started, not finished */
} Pipeline;

void ripple_pipeline_run(const Pipeline *pipeline);

#endif
