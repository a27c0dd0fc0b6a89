/* SPDX-License-Identifier: MIT */
#include "lib/cpu/pipeline.h"

#include "lib/util/fixed.h"

#include <stdatomic.h>

#define MAX_TILE_ROWS (RIPPLE_MAX_SIZE / RIPPLE_TILE_ROWS)
#define MAX_STAGES    (2 * RIPPLE_MAX_PASSES + 4)
#define COUNT_BITS    3 /* a stage waits for at most 6 rows */
#define MAX_COUNT     ((1u << COUNT_BITS) - 1)

_Static_assert((MAX_STAGES - 1) * COUNT_BITS - 1 <= 32,
               "the counts of a row fit");

/* With fewer active tiles, waking a thread costs more than it saves. */
#define FEW_TILES 64

typedef enum StageKind {
    STAGE_STEP,
    STAGE_ADVECT,
    STAGE_BLEND, /* in a pass without a step */
    STAGE_SWELL,
    STAGE_SCATTER,
    STAGE_GATHER,
    STAGE_RENDER,
} StageKind;

typedef struct Stage {
    StageKind kind;
    Plane *to;
    Plane *from;   /* of a step: first advected to Pass.advected, or NULL */
    int has_blend; /* also blends the row: the last to move heights */
} Stage;

typedef struct Pass {
    const Pipeline *pipeline;
    Plane *speeds;   /* stepped in place */
    Plane *advected; /* `next` or `speeds` of the step */
    Plane *newest;   /* the heights after all stages */
    int tile_rows, is_wrapped;
    int has_last_row_wait; /* see ripple_boundary_needs_row_above */
    int has_halo_wait; /* the last row of tiles is one cell high: the row above
                          it also reads the halo below, a copy of row 0 */
    int count;
    Stage stages[MAX_STAGES];
    /* By row, COUNT_BITS per stage: the number of rows of the previous stage
       that are not done yet. Leaves out the last stage, unless it is the only
       one. Small, since a Pass is on the stack. */
    atomic_uint_least32_t missing[MAX_TILE_ROWS];
    atomic_uchar missing_last[MAX_TILE_ROWS]; /* by row: the last stage */
} Pass;

static void blend_row(const Pipeline *pipeline, int y)
{
    Refraction *refraction = pipeline->refraction;

    ripple_blending_fill_row(&refraction->blending, refraction->kernels,
                             pipeline->boundary, pipeline->field, y);
}

static void do_stage(const Pass *pass, const Stage *stage, int y)
{
    const Pipeline *pipeline = pass->pipeline;
    Refraction *refraction = pipeline->refraction;

    switch (stage->kind) {
    case STAGE_STEP:
        if (stage->from != NULL)
            ripple_step_advect_row(pipeline->context, pipeline->field,
                                   pass->advected, stage->from, y);
        ripple_step_row(pipeline->context, pipeline->field, stage->to,
                        pass->speeds, y);
        break;
    case STAGE_ADVECT:
        ripple_step_advect_row(pipeline->context, pipeline->field, stage->to,
                               stage->from, y);
        break;
    case STAGE_BLEND:
        blend_row(pipeline, y);
        break;
    case STAGE_SWELL:
        ripple_swell_fill_row(&refraction->swell, pipeline->field, stage->from,
                              y);
        break;
    case STAGE_SCATTER:
        ripple_caustics_scatter_row(&refraction->caustics, refraction->kernels,
                                    pipeline->field, stage->from, y);
        break;
    case STAGE_GATHER:
        ripple_caustics_gather_row(&refraction->caustics, refraction->kernels,
                                   &refraction->args.optics.light,
                                   pipeline->field, stage->from, y);
        break;
    case STAGE_RENDER:
        ripple_refraction_render_row(refraction, pipeline->field, stage->from,
                                     y);
        break;
    }
    if (stage->has_blend)
        blend_row(pipeline, y);
}

static void run_stage(Pass *pass, int stage, int y);

/* The rows of the previous stage above and below that a stage reads. */
static int rows_around(const Pass *pass, int stage)
{
    return pass->stages[stage].kind == STAGE_GATHER ? 2 : 1;
}

/* The position of a stage's count in a row's bits. The first stage waits for at
   most 2 rows, so its count has one bit less. */
static int count_shift(int stage)
{
    return max_int(stage * COUNT_BITS - 1, 0);
}

/* 1 if the count of a stage is in missing_last. */
static int is_last(const Pass *pass, int stage)
{
    return stage > 0 && stage == pass->count - 1;
}

/* Counts down the rows that a stage waits for; runs the stage at 0. */
static void count_down(Pass *pass, int stage, int y)
{
    int shift = count_shift(stage);
    unsigned max = stage == 0 ? MAX_COUNT / 2 : MAX_COUNT;
    unsigned before;

    if (is_last(pass, stage))
        before = atomic_fetch_sub(&pass->missing_last[y], 1);
    else
        before =
            atomic_fetch_sub(&pass->missing[y], UINT32_C(1) << shift) >> shift &
            max;
    if (before == 1)
        run_stage(pass, stage, y);
}

/* Runs a stage on a row, then every stage that this made possible. */
static void run_stage(Pass *pass, int stage, int y)
{
    int around;

    do_stage(pass, &pass->stages[stage], y);
    if (pass->has_last_row_wait && pass->stages[stage].kind == STAGE_STEP &&
        y == pass->tile_rows - 2)
        count_down(pass, stage, y + 1);
    if (++stage == pass->count)
        return;
    around = rows_around(pass, stage);
    for (int i = y - around; i <= y + around; i++) {
        int row = i;

        if (pass->is_wrapped)
            row = (i + 2 * pass->tile_rows) % pass->tile_rows;
        if (row >= 0 && row < pass->tile_rows)
            count_down(pass, stage, row);
    }
    if (pass->has_halo_wait && pass->stages[stage].kind == STAGE_RENDER &&
        y == 0)
        count_down(pass, stage, pass->tile_rows - 2);
}

static void run_rows(void *argument, int first, int end)
{
    for (int y = first; y < end; y++)
        count_down(argument, 0, y);
}

static void add_stage(Pass *pass, StageKind kind, Plane *to, Plane *from)
{
    pass->stages[pass->count++] = (Stage){kind, to, from, 0};
}

static void swap(Plane **a, Plane **b)
{
    Plane *old = *a;

    *a = *b;
    *b = old;
}

/*
 * Advections before the step move `before` (or the speeds); the last of them is
 * part of the step itself, row by row. Advections after the step move the new
 * heights. Each moves a plane into its spare one, and the next moves it back.
 */
static void add_steps(Pass *pass, const Pipeline *pipeline)
{
    Field *field = pipeline->field;
    const StepContext *context = pipeline->context;
    int has_speeds = field->speeds.cells != NULL;
    Plane *next = &field->before, *other = &field->spare;
    Plane *other_speeds = &field->spare_speeds, *from = NULL;

    pass->speeds = &field->speeds;
    for (int i = 0; i < context->plan.before; i++) {
        if (has_speeds)
            swap(&pass->speeds, &other_speeds);
        else
            swap(&next, &other);
        pass->advected = has_speeds ? pass->speeds : next;
        from = has_speeds ? other_speeds : other;
        if (i < context->plan.before - 1)
            add_stage(pass, STAGE_ADVECT, pass->advected, from);
    }
    add_stage(pass, STAGE_STEP, next, from);
    for (int i = 0; i < context->plan.after; i++) {
        swap(&next, &other);
        add_stage(pass, STAGE_ADVECT, next, other);
    }
    pass->newest = next;
}

/* Blends the newest heights with those before them. A row needs no other row
   for that, so it is blended as soon as it is stepped, while it is in the
   cache. Returns the blend. */
static Plane *add_blend(Pass *pass, const Pipeline *pipeline)
{
    Blending *blending = &pipeline->refraction->blending;
    Field *field = pipeline->field;

    if (pass->count == 0) {
        blending->now = &field->now;
        blending->before = &field->before;
        add_stage(pass, STAGE_BLEND, NULL, NULL);
    } else {
        blending->now = pass->newest;
        blending->before = &field->now;
        pass->stages[pass->count - 1].has_blend = 1;
    }
    return &blending->surface;
}

/* The number of rows that a stage waits for at row y. The first stage waits
   only for its turn in run_rows. */
static int count_rows(const Pass *pass, int stage, int y)
{
    int last = pass->tile_rows - 1, rows = 1;
    int around = rows_around(pass, stage);
    StageKind kind = pass->stages[stage].kind;

    if (stage > 0 && pass->is_wrapped)
        rows = 1 + 2 * around;
    else if (stage > 0)
        rows = 1 + min_int(y, around) + min_int(last - y, around);
    rows += kind == STAGE_STEP && pass->has_last_row_wait && y == last;
    rows += kind == STAGE_RENDER && stage > 0 && pass->has_halo_wait &&
            y == last - 1;
    return rows;
}

static uint_least32_t count_missing(const Pass *pass, int y)
{
    uint_least32_t counts = 0;

    for (int stage = 0; stage < pass->count && !is_last(pass, stage); stage++)
        counts |= (uint_least32_t)count_rows(pass, stage, y)
                  << count_shift(stage);
    return counts;
}

/* Rows from 2 on wait for as many rows as row 2, except the last two. */
static void init_missing(Pass *pass)
{
    uint_least32_t counts = 0;
    int rows = 0;

    for (int y = 0; y < pass->tile_rows; y++) {
        if (y <= 2 || y >= pass->tile_rows - 2) {
            counts = count_missing(pass, y);
            rows = count_rows(pass, pass->count - 1, y);
        }
        atomic_init(&pass->missing[y], counts);
        atomic_init(&pass->missing_last[y], (unsigned char)rows);
    }
}

/* Swaps planes so that `now` and `speeds` hold the newest values. */
static void swap_planes(const Pass *pass)
{
    Field *field = pass->pipeline->field;

    if (pass->newest == &field->spare)
        ripple_field_swap_planes(&field->before, &field->spare);
    if (pass->speeds == &field->spare_speeds)
        ripple_field_swap_planes(&field->speeds, &field->spare_speeds);
    ripple_field_swap_planes(&field->now, &field->before);
}

static void plan_stages(Pass *pass, const Pipeline *pipeline)
{
    const StepContext *context = pipeline->context;
    Plane *rendered = &pipeline->field->now;

    pass->pipeline = pipeline;
    pass->tile_rows = pipeline->field->tile_rows;
    pass->is_wrapped = pipeline->boundary->kind == RIPPLE_EDGES_WRAP;
    pass->has_last_row_wait =
        context != NULL &&
        ripple_boundary_needs_row_above(pipeline->boundary, pipeline->field,
                                        pass->tile_rows - 1);
    pass->has_halo_wait =
        pass->is_wrapped && pass->tile_rows > 2 &&
        ripple_field_tile(pipeline->field, 0, pass->tile_rows - 1).height == 1;
    pass->count = 0;
    if (context != NULL) {
        add_steps(pass, pipeline);
        rendered = pass->newest;
    }
    if (pipeline->refraction == NULL)
        return;
    if (pipeline->refraction->blending.phase < RIPPLE_MAX_PHASE)
        rendered = add_blend(pass, pipeline);
    if (pipeline->refraction->swell.surface.cells != NULL) {
        add_stage(pass, STAGE_SWELL, NULL, rendered);
        rendered = &pipeline->refraction->swell.surface;
    }
    if (pipeline->surface != NULL)
        *pipeline->surface = rendered->cells;
    else if (pipeline->refraction->args.surface.light != NULL) {
        add_stage(pass, STAGE_SCATTER, NULL, rendered);
        add_stage(pass, STAGE_GATHER, NULL, rendered);
    }
    if (pipeline->surface == NULL)
        add_stage(pass, STAGE_RENDER, NULL, rendered);
}

void ripple_pipeline_run(const Pipeline *pipeline)
{
    Pass pass;
    int tiles = ripple_field_count_active(pipeline->field);

    if (pipeline->refraction != NULL)
        tiles += ripple_refraction_count_dirty(pipeline->refraction);
    plan_stages(&pass, pipeline);
    if (pass.count == 0)
        return;
    init_missing(&pass);
    ripple_thread_pool_run(tiles < FEW_TILES ? NULL : pipeline->thread_pool,
                           run_rows, &pass, pass.tile_rows);
    if (pipeline->context != NULL)
        swap_planes(&pass);
}
