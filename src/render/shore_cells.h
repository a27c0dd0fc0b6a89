/* SPDX-License-Identifier: MIT */
/*
 * How far the cells of a part of the pool are from the shore. Threads share the
 * work in bands of rows.
 */
#ifndef RIPPLE_RENDER_SHORE_CELLS_H
#define RIPPLE_RENDER_SHORE_CELLS_H

#include "base/thread_pool.h"
#include "render/grid_map.h"
#include "water/mask.h"

typedef struct ShoreCells {
    const Mask *mask;
    RippleRect rect;    /* the cells */
    int16_t *distances; /* by cell; see ShorePoint */
    int16_t *shallows;  /* by cell: 255 - depth, 0 on land */
    int bands;          /* work for threads to share; 1 for one thread */
    RippleRect area;    /* also the cells that may be nearest */
    int size;           /* of a cell in 1/16 pixel */
    int limit;          /* farther cells, in cells, are far from the shore */
    int16_t *sharp;     /* distances before smoothing */
    int16_t *scratch;   /* three rows of the area for each band */
    uint8_t *near[2];   /* of the area: cells up or down to water and to land,
                           limited */
    void *memory;
} ShoreCells;

/* Measures the cells that some pixels show. Returns 0 or RIPPLE_ERROR_MEMORY;
   on error there is nothing to clear. */
int ripple_shore_cells_init(ShoreCells *cells, const Mask *mask,
                            const GridSize *size, RippleRect pixels,
                            ThreadPool *thread_pool);

/* Frees the memory. */
void ripple_shore_cells_clear(ShoreCells *cells);

/* The index of the first cell of a row, or of the nearest row. */
size_t ripple_shore_cells_row(const ShoreCells *cells, int row);

/* Where a band of `count` rows begins; the last one ends where a next one
   would begin. */
static inline int ripple_shore_band(const ShoreCells *cells, int count,
                                    int band)
{
    return (int)((int64_t)count * band / cells->bands);
}

#endif
