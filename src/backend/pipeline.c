/* SPDX-License-Identifier: MIT */
#include "backend/pipeline.h"

#include <stdatomic.h>

#define MAX_TILE_ROWS (RIPPLE_MAX_SIZE / RIPPLE_TILE_ROWS)
#define MAX_STAGES    (2 * RIPPLE_MAX_PASSES + 1)

/* With fewer wet tiles than this, waking another thread costs more than it
   saves. */
#define FEW_TILES 64

typedef enum StageKind {
    STAGE_STEP,
    STAGE_ADVECT,
    STAGE_RENDER,
} StageKind;

typedef struct Stage {
    StageKind kind;
    Plane *to, *from; /* a step's `from` is carried first, or NULL */
} Stage;

typedef struct Pass {
    const Pipeline *pipeline;
    Plane *speeds;   /* what a step works on */
    Plane *advected; /* where what it carries first goes */
    Plane *newest;   /* where the heights end up */
    int tile_rows, wraps;
    int follows; /* the last row is stepped after the one before it */
    int count;
    Stage stages[MAX_STAGES];
    /* rows of the stage before that a row of a stage still awaits */
    atomic_uchar missing[MAX_STAGES][MAX_TILE_ROWS];
} Pass;

static void do_stage(const Pass *pass, const Stage *stage, int y)
{
    const Pipeline *pipeline = pass->pipeline;

    switch (stage->kind) {
    case STAGE_STEP:
        if (stage->from != NULL)
            ripple_step_advect_row(pipeline->context, pipeline->heights,
                                   pass->advected, stage->from, y);
        ripple_step_row(pipeline->context, pipeline->heights, stage->to,
                        pass->speeds, y);
        break;
    case STAGE_ADVECT:
        ripple_step_advect_row(pipeline->context, pipeline->heights, stage->to,
                               stage->from, y);
        break;
    case STAGE_RENDER:
        ripple_refraction_render_row(pipeline->refraction, pipeline->heights,
                                     stage->from, y);
        break;
    }
}

static void advance(Pass *pass, int stage, int y);

/* Counts one row less that a row of a stage awaits, and does it with none. */
static void release(Pass *pass, int stage, int y)
{
    if (atomic_fetch_sub(&pass->missing[stage][y], 1) == 1)
        advance(pass, stage, y);
}

/* Does a stage to a row, and then whatever has become possible by that. */
static void advance(Pass *pass, int stage, int y)
{
    do_stage(pass, &pass->stages[stage], y);
    if (pass->follows && pass->stages[stage].kind == STAGE_STEP &&
        y == pass->tile_rows - 2)
        release(pass, stage, y + 1);
    if (++stage == pass->count)
        return;
    for (int i = y - 1; i <= y + 1; i++) {
        int row = i;

        if (pass->wraps)
            row = (i + pass->tile_rows) % pass->tile_rows;
        if (row >= 0 && row < pass->tile_rows)
            release(pass, stage, row);
    }
}

static void advance_rows(void *argument, int first, int end)
{
    for (int y = first; y < end; y++)
        release(argument, 0, y);
}

static void add_stage(Pass *pass, StageKind kind, Plane *to, Plane *from)
{
    pass->stages[pass->count++] = (Stage){kind, to, from};
}

static void swap(Plane **a, Plane **b)
{
    Plane *was = *a;

    *a = *b;
    *b = was;
}

/*
 * With a current the step is made from what the current brought of the heights
 * before, or of the speeds, and then carried on: both buffers move along.
 */
static void add_steps(Pass *pass, const Pipeline *pipeline)
{
    Field *heights = pipeline->heights;
    const StepContext *context = pipeline->context;
    int has_speeds = context->stencil.kind == STENCIL_SPRING;
    int passes = context->current != NULL ? context->current->passes : 0;
    Plane *next = &heights->before, *other = &heights->spare;
    Plane *other_speeds = &heights->spare_speeds, *from = NULL;

    pass->speeds = &heights->speeds;
    for (int i = 0; i < passes && context->advects_before; i++) {
        if (has_speeds)
            swap(&pass->speeds, &other_speeds);
        else
            swap(&next, &other);
        pass->advected = has_speeds ? pass->speeds : next;
        from = has_speeds ? other_speeds : other;
        if (i < passes - 1)
            add_stage(pass, STAGE_ADVECT, pass->advected, from);
    }
    add_stage(pass, STAGE_STEP, next, from);
    for (int i = 0; i < passes && context->advects_after; i++) {
        swap(&next, &other);
        add_stage(pass, STAGE_ADVECT, next, other);
    }
    pass->newest = next;
}

/* A row of the first stage awaits only that its turn comes. */
static void await_all(Pass *pass)
{
    int last = pass->tile_rows - 1;

    for (int stage = 0; stage < pass->count; stage++) {
        int is_step = pass->stages[stage].kind == STAGE_STEP;

        for (int y = 0; y <= last; y++) {
            int rows = stage == 0 ? 1 : 3;

            if (stage > 0 && !pass->wraps)
                rows = 1 + (y > 0) + (y < last);
            rows += is_step && pass->follows && y == last;
            atomic_init(&pass->missing[stage][y], (unsigned char)rows);
        }
    }
}

static void take_newest(const Pass *pass)
{
    Field *heights = pass->pipeline->heights;

    if (pass->newest == &heights->spare)
        ripple_field_swap_planes(&heights->before, &heights->spare);
    if (pass->speeds == &heights->spare_speeds)
        ripple_field_swap_planes(&heights->speeds, &heights->spare_speeds);
    ripple_field_swap_planes(&heights->now, &heights->before);
}

void ripple_pipeline_run(const Pipeline *pipeline)
{
    Pass pass;
    Field *heights = pipeline->heights;
    int tiles = ripple_field_count_active(heights);

    if (pipeline->refraction != NULL)
        tiles += ripple_refraction_count_dirty(pipeline->refraction);
    pass.pipeline = pipeline;
    pass.tile_rows = heights->tile_rows;
    pass.wraps = pipeline->context != NULL &&
                 pipeline->context->edges->kind == RIPPLE_EDGES_WRAP;
    pass.follows = pipeline->context != NULL &&
                   ripple_boundary_needs_row_above(pipeline->context->edges,
                                                   heights, pass.tile_rows - 1);
    pass.count = 0;
    if (pipeline->context != NULL)
        add_steps(&pass, pipeline);
    if (pipeline->refraction != NULL)
        add_stage(&pass, STAGE_RENDER, NULL,
                  pipeline->context != NULL ? pass.newest : &heights->now);
    await_all(&pass);
    ripple_thread_pool_run(tiles < FEW_TILES ? NULL : pipeline->thread_pool,
                           advance_rows, &pass, heights->tile_rows);
    if (pipeline->context != NULL)
        take_newest(&pass);
}
