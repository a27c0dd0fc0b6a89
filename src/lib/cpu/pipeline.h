/* SPDX-License-Identifier: MIT */
/*
 * One pass over the pool that steps it, renders it, or both: a row of tiles is
 * rendered while its heights are still in the cache. A pass is a list of
 * stages: advect, step, advect, swell, scatter and gather (light on the floor),
 * render. Each visits each row of tiles once:
 *
 *     row        0  1  2  3  4  5 ...     A stage may start on a row once the
 *     advect     #  #  #  #  #  .         previous stage is done with it and
 *     step       #  #  #  #  .            with the rows above and below, whose
 *     render     #  #  #  .               cells it reads (# done, . not yet).
 *
 * The worker that finishes the last of these three rows starts the next stage
 * at once, so stages follow each other diagonally through the pool. The result
 * does not depend on the order or on the number of threads. For frames between
 * two steps the last stage that moves heights also blends its row; without a
 * step, blending is a stage of its own.
 */
#ifndef RIPPLE_CPU_PIPELINE_H
#define RIPPLE_CPU_PIPELINE_H

#include "lib/util/thread_pool.h"
#include "lib/look/refraction.h"
#include "lib/water/field.h"
#include "lib/water/step.h"

typedef struct Pipeline {
    ThreadPool *thread_pool; /* NULL: the caller does everything */
    Field *field;
    const Boundary *boundary;
    const StepContext *context; /* NULL: do not step */
    Refraction *refraction;     /* NULL: do not render. If `surface` is NULL,
                                   run between ripple_refraction_start and
                                   _finish */
    const int16_t **surface;    /* not NULL: store the heights here instead of
                                   rendering them */
} Pipeline;

void ripple_pipeline_run(const Pipeline *pipeline);

#endif
