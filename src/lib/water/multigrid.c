/* SPDX-License-Identifier: MIT */
#include "lib/water/multigrid.h"

#include "lib/util/fixed.h"
#include "ripple.h"

#include <stdlib.h>
#include <string.h>

#define PLANES     6
#define SMOOTHINGS 2 /* of a level, on the way down and again on the way up */

/* The shares of Jacobi's step that a smoothing takes: those of Chebyshev for
   what a coarser level cannot see, the eigenvalues 0.5..2. */
static const float smooth_shares[SMOOTHINGS] = {1.39f, 0.562f};

static int level_stride(const MultigridLevel *level)
{
    return level->columns + 2;
}

static size_t level_count(const MultigridLevel *level)
{
    return (size_t)level_stride(level) * ((size_t)level->rows + 2);
}

/* The index of the first cell of a row. */
static int row_start(const MultigridLevel *level, int y)
{
    return (y + 1) * level_stride(level) + 1;
}

/* Each level gets its shape; returns the number of values in all. */
static size_t choose_levels(Multigrid *multigrid, int columns, int rows)
{
    size_t values = 0;

    for (;;) {
        MultigridLevel *level = &multigrid->levels[multigrid->count++];

        level->columns = columns;
        level->rows = rows;
        values += PLANES * level_count(level);
        if (columns == 1 && rows == 1)
            return values;
        columns = (columns + 1) / 2;
        rows = (rows + 1) / 2;
    }
}

int ripple_multigrid_init(Multigrid *multigrid, int columns, int rows)
{
    float *plane;

    memset(multigrid, 0, sizeof *multigrid);
    multigrid->memory = plane =
        calloc(choose_levels(multigrid, columns, rows), sizeof *plane);
    if (plane == NULL) {
        ripple_multigrid_clear(multigrid);
        return RIPPLE_ERROR_MEMORY;
    }
    for (int i = 0; i < multigrid->count; i++) {
        MultigridLevel *level = &multigrid->levels[i];
        float **const planes[PLANES] = {&level->west,  &level->north,
                                        &level->rate,  &level->right,
                                        &level->value, &level->spare};

        for (int k = 0; k < PLANES; k++) {
            *planes[k] = plane;
            plane += level_count(level);
        }
    }
    return RIPPLE_OK;
}

void ripple_multigrid_clear(Multigrid *multigrid)
{
    free(multigrid->memory);
    memset(multigrid, 0, sizeof *multigrid);
}

/* The rate of a cell is 1 / (how open its faces are together). */
static void set_rates(const MultigridLevel *level)
{
    int stride = level_stride(level);

    for (int y = 0; y < level->rows; y++) {
        int first = row_start(level, y);

        for (int i = first; i < first + level->columns; i++) {
            float open = level->west[i] + level->west[i + 1] + level->north[i] +
                         level->north[i + stride];

            level->rate[i] = open > 0 ? 1 / open : 0;
        }
    }
}

static void copy_faces(const MultigridLevel *level, const double *x_open,
                       const double *y_open)
{
    int columns = level->columns;

    for (int y = 0; y < level->rows; y++) {
        for (int x = 0; x <= columns; x++)
            level->west[row_start(level, y) + x] = (float)*x_open++;
    }
    for (int y = 0; y <= level->rows; y++) {
        for (int x = 0; x < columns; x++)
            level->north[row_start(level, y) + x] = (float)*y_open++;
    }
}

/* Sets the faces of `coarse` to half the sum of those that they cover. */
static void add_faces(const MultigridLevel *fine, const MultigridLevel *coarse)
{
    memset(coarse->west, 0, level_count(coarse) * sizeof *coarse->west);
    memset(coarse->north, 0, level_count(coarse) * sizeof *coarse->north);
    for (int y = 0; y < fine->rows; y++) {
        const float *from = fine->west + row_start(fine, y);
        float *to = coarse->west + row_start(coarse, y / 2);

        for (int x = 0; x <= coarse->columns; x++)
            to[x] += from[min_int(2 * x, fine->columns)] / 2;
    }
    for (int y = 0; y <= coarse->rows; y++) {
        const float *from =
            fine->north + row_start(fine, min_int(2 * y, fine->rows));
        float *to = coarse->north + row_start(coarse, y);

        for (int x = 0; x < fine->columns; x++)
            to[x / 2] += from[x] / 2;
    }
}

/* The potential 0 outside is nearer than a cell of level `number`: half a cell
   of it and half of the finest level, whose faces of the edge have been added.
 */
static void open_edges(const MultigridLevel *level, int number)
{
    float share = (float)((1 << number) + 2) / (float)((1 << number) + 1);
    float *top = level->north + row_start(level, 0);
    float *bottom = level->north + row_start(level, level->rows);

    for (int y = 0; y < level->rows; y++) {
        float *row = level->west + row_start(level, y);

        row[0] *= share;
        row[level->columns] *= share;
    }
    for (int x = 0; x < level->columns; x++) {
        top[x] *= share;
        bottom[x] *= share;
    }
}

void ripple_multigrid_open(Multigrid *multigrid, const double *x_open,
                           const double *y_open, int wraps)
{
    multigrid->wraps = wraps;
    copy_faces(&multigrid->levels[0], x_open, y_open);
    for (int i = 1; i < multigrid->count; i++) {
        add_faces(&multigrid->levels[i - 1], &multigrid->levels[i]);
        if (!wraps)
            open_edges(&multigrid->levels[i], i);
    }
    for (int i = 0; i < multigrid->count; i++)
        set_rates(&multigrid->levels[i]);
}

/* The potential around the pool: that of the opposite side, or 0. */
static void fill_halo(const MultigridLevel *level, int wraps)
{
    int stride = level_stride(level), columns = level->columns,
        rows = level->rows;
    size_t bytes = (size_t)stride * sizeof(float);
    float *above = level->value, *below = above + (rows + 1) * stride;

    for (int y = 0; y < rows; y++) {
        float *row = level->value + row_start(level, y);

        row[-1] = wraps ? row[columns - 1] : 0;
        row[columns] = wraps ? row[0] : 0;
    }
    if (wraps) {
        memcpy(above, below - stride, bytes);
        memcpy(below, above + stride, bytes);
    } else {
        memset(above, 0, bytes);
        memset(below, 0, bytes);
    }
}

/* The residual of the cells of a row: the right side less the flow out. */
static void residual_row(const MultigridLevel *level, int y, float *restrict to)
{
    int stride = level_stride(level), first = row_start(level, y);
    const float *value = level->value + first, *right = level->right + first;
    const float *west = level->west + first, *north = level->north + first;

    for (int x = 0; x < level->columns; x++)
        to[x] = right[x] - west[x] * (value[x] - value[x - 1]) -
                west[x + 1] * (value[x] - value[x + 1]) -
                north[x] * (value[x] - value[x - stride]) -
                north[x + stride] * (value[x] - value[x + stride]);
}

/* value += share * rate * residual, of all cells at once. */
static void smooth(MultigridLevel *level, int wraps, float share)
{
    float *was = level->value;

    fill_halo(level, wraps);
    for (int y = 0; y < level->rows; y++) {
        int first = row_start(level, y);
        float *restrict to = level->spare + first;
        const float *rate = level->rate + first, *value = was + first;

        residual_row(level, y, to);
        for (int x = 0; x < level->columns; x++)
            to[x] = value[x] + share * rate[x] * to[x];
    }
    level->value = level->spare;
    level->spare = was;
}

/* The first smoothing, from a value of 0. */
static void start(const MultigridLevel *level)
{
    for (int y = 0; y < level->rows; y++) {
        int first = row_start(level, y);

        for (int i = first; i < first + level->columns; i++)
            level->value[i] =
                smooth_shares[0] * level->rate[i] * level->right[i];
    }
}

/* Adds up the residuals of `fine`. */
static void go_down(const MultigridLevel *fine, const MultigridLevel *coarse,
                    int wraps)
{
    int pairs = fine->columns / 2;

    fill_halo(fine, wraps);
    memset(coarse->right, 0, level_count(coarse) * sizeof *coarse->right);
    for (int y = 0; y < fine->rows; y++) {
        float *from = fine->spare + row_start(fine, y);
        float *restrict to = coarse->right + row_start(coarse, y / 2);

        residual_row(fine, y, from);
        for (int x = 0; x < pairs; x++)
            to[x] += from[2 * x] + from[2 * x + 1];
        if (fine->columns % 2)
            to[pairs] += from[2 * pairs];
    }
}

static void go_up(const MultigridLevel *coarse, const MultigridLevel *fine)
{
    int pairs = fine->columns / 2;

    for (int y = 0; y < fine->rows; y++) {
        const float *from = coarse->value + row_start(coarse, y / 2);
        float *restrict to = fine->value + row_start(fine, y);

        for (int x = 0; x < pairs; x++) {
            to[2 * x] += from[x];
            to[2 * x + 1] += from[x];
        }
        if (fine->columns % 2)
            to[2 * pairs] += from[pairs];
    }
}

static void cycle(Multigrid *multigrid)
{
    MultigridLevel *levels = multigrid->levels;
    int wraps = multigrid->wraps, last = multigrid->count - 1;

    for (int i = 0; i <= last; i++) {
        start(&levels[i]);
        for (int k = 1; k < SMOOTHINGS; k++)
            smooth(&levels[i], wraps, smooth_shares[k]);
        if (i < last)
            go_down(&levels[i], &levels[i + 1], wraps);
    }
    for (int i = last; i >= 0; i--) {
        if (i < last)
            go_up(&levels[i + 1], &levels[i]);
        for (int k = 0; k < SMOOTHINGS; k++)
            smooth(&levels[i], wraps, smooth_shares[k]);
    }
}

void ripple_multigrid_correct(Multigrid *multigrid, const double *residual,
                              double *correction)
{
    const MultigridLevel *level = &multigrid->levels[0];

    for (int y = 0; y < level->rows; y++) {
        int first = row_start(level, y);

        for (int i = first; i < first + level->columns; i++)
            level->right[i] = (float)residual[i];
    }
    cycle(multigrid);
    for (int y = 0; y < level->rows; y++) {
        int first = row_start(level, y);

        for (int i = first; i < first + level->columns; i++)
            correction[i] = (double)level->value[i];
    }
}
