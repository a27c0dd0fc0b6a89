/* SPDX-License-Identifier: MIT */
#include "sweep.h"

#include <stdatomic.h>

#define MAX_TILE_ROWS (RIPPLE_MAX_SIZE / RIPPLE_TILE_ROWS)

/* With fewer wet tiles than this, waking another thread costs more than it
   saves. */
#define FEW_TILES 64

typedef struct Pass {
    const Sweep *sweep;
    int tile_rows;
    atomic_uchar missing[MAX_TILE_ROWS]; /* steps that a row's drawing awaits */
} Pass;

static void step_rows(void *argument, int first, int end)
{
    const Sweep *sweep = argument;

    for (int y = first; y < end; y++)
        model_step_row(sweep->heights, sweep->stepping, y);
}

static void draw_rows(void *argument, int first, int end)
{
    const Sweep *sweep = argument;

    for (int y = first; y < end; y++)
        optics_draw_row(sweep->optics, sweep->heights, &sweep->heights->now, y);
}

/* The newest heights are still in `before` here. */
static void step_and_draw_rows(void *argument, int first, int end)
{
    Pass *pass = argument;
    const Sweep *sweep = pass->sweep;

    for (int y = first; y < end; y++) {
        model_step_row(sweep->heights, sweep->stepping, y);
        for (int i = y - 1; i <= y + 1; i++) {
            if (i >= 0 && i < pass->tile_rows &&
                atomic_fetch_sub(&pass->missing[i], 1) == 1)
                optics_draw_row(sweep->optics, sweep->heights,
                                &sweep->heights->before, i);
        }
    }
}

static void step_and_draw(const Sweep *sweep, Crew *crew)
{
    Pass pass;
    int rows = sweep->heights->tile_rows;

    pass.sweep = sweep;
    pass.tile_rows = rows;
    for (int y = 0; y < rows; y++)
        atomic_init(&pass.missing[y],
                    (unsigned char)(1 + (y > 0) + (y < rows - 1)));
    crew_run(crew, step_and_draw_rows, &pass, rows);
}

void sweep_run(const Sweep *sweep)
{
    Heights *heights = sweep->heights;
    Sweep each = *sweep;
    int tiles = heights_wet_tiles(heights);

    if (sweep->optics != NULL)
        tiles += optics_bent_tiles(sweep->optics);

    Crew *crew = tiles < FEW_TILES ? NULL : sweep->crew;

    if (sweep->stepping != NULL && sweep->optics != NULL)
        step_and_draw(sweep, crew);
    else if (sweep->stepping != NULL)
        crew_run(crew, step_rows, &each, heights->tile_rows);
    else
        crew_run(crew, draw_rows, &each, heights->tile_rows);
    if (sweep->stepping != NULL)
        heights_swap(heights);
}
