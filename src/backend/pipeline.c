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
    STAGE_CARRY,
    STAGE_DRAW,
} StageKind;

typedef struct Stage {
    StageKind kind;
    HeightsBuffer *to, *from; /* a step's `from` is carried first, or NULL */
} Stage;

typedef struct Pass {
    const Sweep *sweep;
    HeightsBuffer *speeds;  /* what a step works on */
    HeightsBuffer *carried; /* where what it carries first goes */
    HeightsBuffer *newest;  /* where the heights end up */
    int tile_rows, wraps;
    int follows; /* the last row is stepped after the one before it */
    int count;
    Stage stages[MAX_STAGES];
    /* rows of the stage before that a row of a stage still awaits */
    atomic_uchar missing[MAX_STAGES][MAX_TILE_ROWS];
} Pass;

static void do_stage(const Pass *pass, const Stage *stage, int y)
{
    const Sweep *sweep = pass->sweep;

    switch (stage->kind) {
    case STAGE_STEP:
        if (stage->from != NULL)
            stepping_carry_row(sweep->stepping, sweep->heights, pass->carried,
                               stage->from, y);
        stepping_step_row(sweep->stepping, sweep->heights, stage->to,
                          pass->speeds, y);
        break;
    case STAGE_CARRY:
        stepping_carry_row(sweep->stepping, sweep->heights, stage->to,
                           stage->from, y);
        break;
    case STAGE_DRAW:
        optics_draw_row(sweep->optics, sweep->heights, stage->from, y);
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

static void add_stage(Pass *pass, StageKind kind, HeightsBuffer *to,
                      HeightsBuffer *from)
{
    pass->stages[pass->count++] = (Stage){kind, to, from};
}

static void swap(HeightsBuffer **a, HeightsBuffer **b)
{
    HeightsBuffer *was = *a;

    *a = *b;
    *b = was;
}

/*
 * With a current the step is made from what the current brought of the heights
 * before, or of the speeds, and then carried on: both buffers move along.
 */
static void add_steps(Pass *pass, const Sweep *sweep)
{
    Heights *heights = sweep->heights;
    const Stepping *stepping = sweep->stepping;
    int has_speeds = stepping->law.kind == LAW_SPRING;
    int passes = stepping->current != NULL ? stepping->current->passes : 0;
    HeightsBuffer *next = &heights->before, *other = &heights->spare;
    HeightsBuffer *other_speeds = &heights->spare_speeds, *from = NULL;

    pass->speeds = &heights->speeds;
    for (int i = 0; i < passes && stepping->carries_first; i++) {
        if (has_speeds)
            swap(&pass->speeds, &other_speeds);
        else
            swap(&next, &other);
        pass->carried = has_speeds ? pass->speeds : next;
        from = has_speeds ? other_speeds : other;
        if (i < passes - 1)
            add_stage(pass, STAGE_CARRY, pass->carried, from);
    }
    add_stage(pass, STAGE_STEP, next, from);
    for (int i = 0; i < passes && stepping->carries_on; i++) {
        swap(&next, &other);
        add_stage(pass, STAGE_CARRY, next, other);
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
    Heights *heights = pass->sweep->heights;

    if (pass->newest == &heights->spare)
        heights_exchange(&heights->before, &heights->spare);
    if (pass->speeds == &heights->spare_speeds)
        heights_exchange(&heights->speeds, &heights->spare_speeds);
    heights_exchange(&heights->now, &heights->before);
}

void sweep_run(const Sweep *sweep)
{
    Pass pass;
    Heights *heights = sweep->heights;
    int tiles = heights_wet_tiles(heights);

    if (sweep->optics != NULL)
        tiles += optics_bent_tiles(sweep->optics);
    pass.sweep = sweep;
    pass.tile_rows = heights->tile_rows;
    pass.wraps = sweep->stepping != NULL &&
                 sweep->stepping->edges->kind == RIPPLE_EDGES_WRAP;
    pass.follows =
        sweep->stepping != NULL &&
        edges_look_up(sweep->stepping->edges, heights, pass.tile_rows - 1);
    pass.count = 0;
    if (sweep->stepping != NULL)
        add_steps(&pass, sweep);
    if (sweep->optics != NULL)
        add_stage(&pass, STAGE_DRAW, NULL,
                  sweep->stepping != NULL ? pass.newest : &heights->now);
    await_all(&pass);
    crew_run(tiles < FEW_TILES ? NULL : sweep->crew, advance_rows, &pass,
             heights->tile_rows);
    if (sweep->stepping != NULL)
        take_newest(&pass);
}
