/* SPDX-License-Identifier: MIT */
#include "lib/water/projection.h"

#include "lib/util/fixed.h"
#include "ripple.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>

#define LANES 4

enum { RESIDUAL, DIRECTION, PRODUCT, CORRECTION };

/*
 * An approximate inverse of the Laplacian of projection.h, by one symmetric
 * V-cycle of geometric multigrid. Each level has half as many cells a side as
 * the next finer level; each of its cells covers four finer cells:
 *
 *     open faces   the mean of the two finer faces, so that narrow gaps stay
 *     down         the sum of the four residuals
 *     up           the same correction for all four
 *
 * Conjugate gradients with it take a few iterations at any grid size. It is
 * approximate, so floats suffice; their operations have a fixed order.
 */
#define PLANES     6
#define SMOOTHINGS 2 /* of a level on the way down, and again on the way up */

/* The weights of the Jacobi step in each smoothing: Chebyshev's for the
   eigenvalues 0.5..2, which coarser levels cannot represent. */
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

/* Sets the shapes of the levels; returns the total number of values. */
static size_t shape_levels(Multigrid *multigrid, int columns, int rows)
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

/* Frees the memory and zeroes the struct. */
static void clear_multigrid(Multigrid *multigrid)
{
    free(multigrid->memory);
    memset(multigrid, 0, sizeof *multigrid);
}

/* Allocates levels for a grid. Returns 0 or RIPPLE_ERROR_MEMORY; on error
 *multigrid is as after clear_multigrid. */
static int init_multigrid(Multigrid *multigrid, int columns, int rows)
{
    float *plane;

    memset(multigrid, 0, sizeof *multigrid);
    multigrid->memory = plane =
        calloc(shape_levels(multigrid, columns, rows), sizeof *plane);
    if (plane == NULL) {
        clear_multigrid(multigrid);
        return RIPPLE_ERROR_MEMORY;
    }
    for (int i = 0; i < multigrid->count; i++) {
        MultigridLevel *level = &multigrid->levels[i];
        float **const planes[PLANES] = {&level->west,  &level->north,
                                        &level->rate,  &level->rhs,
                                        &level->value, &level->spare};

        for (int k = 0; k < PLANES; k++) {
            *planes[k] = plane;
            plane += level_count(level);
        }
    }
    return RIPPLE_OK;
}

/* The rate of a cell is 1 / (sum of the openness of its faces). */
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

/* Sets the faces of `coarse` to half the sum of the fine faces they cover. */
static void coarsen_faces(const MultigridLevel *fine,
                          const MultigridLevel *coarse)
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

/* The potential 0 outside is less than a cell of level `number` away: half a
   cell of this level and half a cell of the finest level. The sums of finer
   edge faces already have the factors of the finer levels. */
static void scale_edges(const MultigridLevel *level, int number)
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

/* Sets the openness of each face, 0..1; arrays have the shapes of FlowGrid. */
static void set_openness(Multigrid *multigrid, const double *x_open,
                         const double *y_open, int wraps)
{
    multigrid->wraps = wraps;
    copy_faces(&multigrid->levels[0], x_open, y_open);
    for (int i = 1; i < multigrid->count; i++) {
        coarsen_faces(&multigrid->levels[i - 1], &multigrid->levels[i]);
        if (!wraps)
            scale_edges(&multigrid->levels[i], i);
    }
    for (int i = 0; i < multigrid->count; i++)
        set_rates(&multigrid->levels[i]);
}

/* Fills the halo with the potential of the opposite side, or 0. */
static void fill_level_halo(const MultigridLevel *level, int wraps)
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

/* Stores the residuals of a row: right-hand sides less outflow. */
static void find_residuals(const MultigridLevel *level, int y,
                           float *restrict to)
{
    int stride = level_stride(level), first = row_start(level, y);
    const float *value = level->value + first, *rhs = level->rhs + first;
    const float *west = level->west + first, *north = level->north + first;

    for (int x = 0; x < level->columns; x++)
        to[x] = rhs[x] - west[x] * (value[x] - value[x - 1]) -
                west[x + 1] * (value[x] - value[x + 1]) -
                north[x] * (value[x] - value[x - stride]) -
                north[x + stride] * (value[x] - value[x + stride]);
}

/* value += share * rate * residual, in all cells at once. */
static void smooth(MultigridLevel *level, int wraps, float share)
{
    float *old = level->value;

    fill_level_halo(level, wraps);
    for (int y = 0; y < level->rows; y++) {
        int first = row_start(level, y);
        float *restrict to = level->spare + first;
        const float *rate = level->rate + first, *value = old + first;

        find_residuals(level, y, to);
        for (int x = 0; x < level->columns; x++)
            to[x] = value[x] + share * rate[x] * to[x];
    }
    level->value = level->spare;
    level->spare = old;
}

/* The first smoothing, which starts from a value of 0. */
static void start_smoothing(const MultigridLevel *level)
{
    for (int y = 0; y < level->rows; y++) {
        int first = row_start(level, y);

        for (int i = first; i < first + level->columns; i++)
            level->value[i] = smooth_shares[0] * level->rate[i] * level->rhs[i];
    }
}

/* Sums the residuals of `fine` into the right-hand sides of `coarse`. */
static void restrict_residuals(const MultigridLevel *fine,
                               const MultigridLevel *coarse, int wraps)
{
    int pairs = fine->columns / 2;

    fill_level_halo(fine, wraps);
    memset(coarse->rhs, 0, level_count(coarse) * sizeof *coarse->rhs);
    for (int y = 0; y < fine->rows; y++) {
        float *from = fine->spare + row_start(fine, y);
        float *restrict to = coarse->rhs + row_start(coarse, y / 2);

        find_residuals(fine, y, from);
        for (int x = 0; x < pairs; x++)
            to[x] += from[2 * x] + from[2 * x + 1];
        if (fine->columns % 2)
            to[pairs] += from[2 * pairs];
    }
}

static void prolong_correction(const MultigridLevel *coarse,
                               const MultigridLevel *fine)
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

static void run_cycle(Multigrid *multigrid)
{
    MultigridLevel *levels = multigrid->levels;
    int wraps = multigrid->wraps, last = multigrid->count - 1;

    for (int i = 0; i <= last; i++) {
        start_smoothing(&levels[i]);
        for (int k = 1; k < SMOOTHINGS; k++)
            smooth(&levels[i], wraps, smooth_shares[k]);
        if (i < last)
            restrict_residuals(&levels[i], &levels[i + 1], wraps);
    }
    for (int i = last; i >= 0; i--) {
        if (i < last)
            prolong_correction(&levels[i + 1], &levels[i]);
        for (int k = 0; k < SMOOTHINGS; k++)
            smooth(&levels[i], wraps, smooth_shares[k]);
    }
}

/* Stores the correction of the potential for a residual. Both have a halo of
   one cell, which is not touched. The residual is 0 on land. */
static void find_correction(Multigrid *multigrid, const double *residual,
                            double *correction)
{
    const MultigridLevel *level = &multigrid->levels[0];

    for (int y = 0; y < level->rows; y++) {
        int first = row_start(level, y);

        for (int i = first; i < first + level->columns; i++)
            level->rhs[i] = (float)residual[i];
    }
    run_cycle(multigrid);
    for (int y = 0; y < level->rows; y++) {
        int first = row_start(level, y);

        for (int i = first; i < first + level->columns; i++)
            correction[i] = (double)level->value[i];
    }
}

/* Values from one row of the potential to the next, with the halo. */
static int padded_stride(const FlowGrid *grid)
{
    return grid->columns + 2;
}

static int padded_count(const FlowGrid *grid)
{
    return padded_stride(grid) * (grid->rows + 2);
}

/* The index of a cell in the potential. */
static int padded_cell(const FlowGrid *grid, int x, int y)
{
    return (y + 1) * padded_stride(grid) + x + 1;
}

int ripple_projection_init(FlowGrid *grid, int columns, int rows, int wraps)
{
    size_t cells = (size_t)columns * (size_t)rows;
    size_t x_faces = cells + (size_t)rows, y_faces = cells + (size_t)columns;
    size_t padded = ((size_t)columns + 2) * ((size_t)rows + 2);
    double *numbers;

    memset(grid, 0, sizeof *grid);
    numbers = calloc(2 * (x_faces + y_faces) + 5 * padded, sizeof *numbers);
    grid->land = calloc(cells, 1);
    grid->memory = numbers;
    if (numbers == NULL || grid->land == NULL ||
        init_multigrid(&grid->multigrid, columns, rows) != RIPPLE_OK) {
        ripple_projection_clear(grid);
        return RIPPLE_ERROR_MEMORY;
    }
    grid->columns = columns;
    grid->rows = rows;
    grid->wraps = wraps;
    grid->x = numbers;
    grid->y = grid->x + x_faces;
    grid->x_open = grid->y + y_faces;
    grid->y_open = grid->x_open + x_faces;
    grid->potential = grid->y_open + y_faces;
    for (int i = 0; i < COUNT(grid->work); i++)
        grid->work[i] = grid->potential + (size_t)(i + 1) * padded;
    return RIPPLE_OK;
}

void ripple_projection_clear(FlowGrid *grid)
{
    free(grid->memory);
    free(grid->land);
    clear_multigrid(&grid->multigrid);
    memset(grid, 0, sizeof *grid);
}

void ripple_projection_copy(FlowGrid *grid, const FlowGrid *from)
{
    grid->wraps = from->wraps;
    memcpy(grid->potential, from->potential,
           (size_t)padded_count(grid) * sizeof *grid->potential);
}

static double *face_x(const FlowGrid *grid, int x, int y)
{
    return &grid->x[y * (grid->columns + 1) + x];
}

static double *face_y(const FlowGrid *grid, int x, int y)
{
    return &grid->y[y * grid->columns + x];
}

/* Closes those of `count` faces in a row that have land on either side. */
static void close_faces(double *face, double *open, const unsigned char *before,
                        const unsigned char *after, int count)
{
    for (int i = 0; i < count; i++) {
        open[i] = !(before[i] | after[i]);
        face[i] *= open[i];
    }
}

/* A face at the edge is beside one cell only; on a torus it is between the
   cells at opposite edges. */
static void close_x_faces(FlowGrid *grid, int y)
{
    int columns = grid->columns;
    const unsigned char *land = grid->land + y * columns;
    const unsigned char *last = land + columns - 1;
    double *face = face_x(grid, 0, y), *open = grid->x_open + (face - grid->x);

    close_faces(face, open, grid->wraps ? last : land, land, 1);
    close_faces(face + 1, open + 1, land, land + 1, columns - 1);
    close_faces(face + columns, open + columns, last, grid->wraps ? land : last,
                1);
}

static void close_y_faces(FlowGrid *grid, int y)
{
    int columns = grid->columns, rows = grid->rows;
    int above = y > 0 ? y - 1 : grid->wraps ? rows - 1 : 0;
    int below = y < rows ? y : grid->wraps ? 0 : rows - 1;
    double *face = face_y(grid, 0, y);

    close_faces(face, grid->y_open + (face - grid->y),
                grid->land + above * columns, grid->land + below * columns,
                columns);
}

/* On a torus the first and the last face of a line are the same. */
static void join_ends(FlowGrid *grid)
{
    for (int y = 0; y < grid->rows; y++) {
        double *first = face_x(grid, 0, y);
        double *last = face_x(grid, grid->columns, y);

        *first = *last = (*first + *last) / 2;
    }
    for (int x = 0; x < grid->columns; x++) {
        double *first = face_y(grid, x, 0);
        double *last = face_y(grid, x, grid->rows);

        *first = *last = (*first + *last) / 2;
    }
}

void ripple_projection_close_land(FlowGrid *grid)
{
    if (grid->wraps)
        join_ends(grid);
    for (int y = 0; y < grid->rows; y++)
        close_x_faces(grid, y);
    for (int y = 0; y <= grid->rows; y++)
        close_y_faces(grid, y);
}

static double divergence(const FlowGrid *grid, int x, int y)
{
    return *face_x(grid, x + 1, y) - *face_x(grid, x, y) +
           *face_y(grid, x, y + 1) - *face_y(grid, x, y);
}

double ripple_projection_max_divergence(const FlowGrid *grid)
{
    double max = 0;

    for (int y = 0; y < grid->rows; y++) {
        for (int x = 0; x < grid->columns; x++)
            max = max_double(max, fabs(divergence(grid, x, y)));
    }
    return max;
}

static void fill_halo(const FlowGrid *grid, double *values)
{
    int stride = padded_stride(grid), columns = grid->columns,
        rows = grid->rows;
    size_t bytes = (size_t)stride * sizeof *values;

    for (int y = 0; y < rows; y++) {
        double *row = values + padded_cell(grid, 0, y);

        row[-1] = grid->wraps ? row[columns - 1] : 0;
        row[columns] = grid->wraps ? row[0] : 0;
    }
    if (grid->wraps) {
        memcpy(values, values + rows * stride, bytes);
        memcpy(values + (rows + 1) * stride, values + stride, bytes);
    } else {
        memset(values, 0, bytes);
        memset(values + (rows + 1) * stride, 0, bytes);
    }
}

/* result = -Laplacian(values), over open faces. */
static void apply_laplacian(const FlowGrid *grid, double *restrict result,
                            double *restrict values)
{
    int stride = padded_stride(grid), columns = grid->columns;

    fill_halo(grid, values);
    for (int y = 0; y < grid->rows; y++) {
        const double *open = grid->x_open + y * (columns + 1);
        const double *up = grid->y_open + y * columns;
        const double *down = up + columns;
        const double *from = values + padded_cell(grid, 0, y);
        double *to = result + padded_cell(grid, 0, y);

        for (int x = 0; x < columns; x++)
            to[x] = open[x] * (from[x] - from[x - 1]) +
                    open[x + 1] * (from[x] - from[x + 1]) +
                    up[x] * (from[x] - from[x - stride]) +
                    down[x] * (from[x] - from[x + stride]);
    }
}

/* Adds in LANES sums, which CPUs compute in parallel. */
static double dot(const double *a, const double *b, int count)
{
    double sums[LANES] = {0}, rest = 0;
    int i = 0;

    for (; i + LANES <= count; i += LANES) {
        for (int k = 0; k < LANES; k++)
            sums[k] += a[i + k] * b[i + k];
    }
    for (; i < count; i++)
        rest += a[i] * b[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest;
}

/* Stores the residual of the potential. */
static void compute_residual(FlowGrid *grid)
{
    double *residual = grid->work[RESIDUAL];

    apply_laplacian(grid, residual, grid->potential);
    for (int y = 0; y < grid->rows; y++) {
        double *row = residual + padded_cell(grid, 0, y);

        for (int x = 0; x < grid->columns; x++)
            row[x] = grid->land[y * grid->columns + x]
                         ? 0
                         : -divergence(grid, x, y) - row[x];
    }
}

static int is_solved(const FlowGrid *grid, double tolerance)
{
    const double *residual = grid->work[RESIDUAL];
    int count = padded_count(grid), above = 0;

    for (int i = 0; i < count; i++)
        above += fabs(residual[i]) > tolerance;
    return above == 0;
}

/* Moves the potential along a new direction: the correction plus a share of the
   old direction, as conjugate gradients do. Returns residual * correction;
   `last` is that of the previous iteration, or 0. The halos of residual,
   product and correction stay 0, so loops run over whole arrays. */
static double iterate(const FlowGrid *grid, double last)
{
    int count = padded_count(grid);
    double *residual = grid->work[RESIDUAL], *product = grid->work[PRODUCT];
    double *restrict direction = grid->work[DIRECTION];
    const double *correction = grid->work[CORRECTION];
    double weight = dot(residual, correction, count);
    double share = last > 0 ? weight / last : 0, step;

    for (int i = 0; i < count; i++)
        direction[i] = correction[i] + share * direction[i];
    apply_laplacian(grid, product, direction);
    step = weight / dot(direction, product, count);
    for (int i = 0; i < count; i++)
        grid->potential[i] += step * direction[i];
    for (int i = 0; i < count; i++)
        residual[i] -= step * product[i];
    return weight;
}

/* Conjugate gradients, preconditioned by multigrid. */
static int solve(FlowGrid *grid, double tolerance, int max)
{
    int iterations = 0;
    double weight = 0;

    compute_residual(grid);
    set_openness(&grid->multigrid, grid->x_open, grid->y_open, grid->wraps);
    while (iterations < max && !is_solved(grid, tolerance)) {
        find_correction(&grid->multigrid, grid->work[RESIDUAL],
                        grid->work[CORRECTION]);
        weight = iterate(grid, weight);
        iterations++;
    }
    fill_halo(grid, grid->potential);
    return iterations;
}

static void subtract_gradient(FlowGrid *grid)
{
    int stride = padded_stride(grid), columns = grid->columns;

    for (int y = 0; y < grid->rows; y++) {
        const double *from = grid->potential + padded_cell(grid, 0, y);

        for (int x = 0; x <= columns; x++)
            *face_x(grid, x, y) -=
                grid->x_open[y * (columns + 1) + x] * (from[x] - from[x - 1]);
    }
    for (int y = 0; y <= grid->rows; y++) {
        const double *from = grid->potential + padded_cell(grid, 0, y);

        for (int x = 0; x < columns; x++)
            *face_y(grid, x, y) -=
                grid->y_open[y * columns + x] * (from[x] - from[x - stride]);
    }
}

int ripple_projection_solve(FlowGrid *grid, double tolerance, int max)
{
    int iterations;

    for (int y = 0; y < grid->rows; y++) {
        const unsigned char *land = grid->land + y * grid->columns;
        double *potential = grid->potential + padded_cell(grid, 0, y);

        for (int x = 0; x < grid->columns; x++)
            potential[x] = land[x] ? 0 : potential[x];
    }
    iterations = solve(grid, tolerance, max);
    subtract_gradient(grid);
    return iterations;
}

/* Rejects NaN, too. */
static int is_in_range(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!((double)values[i] >= -RIPPLE_MAX_CURRENT &&
              (double)values[i] <= RIPPLE_MAX_CURRENT))
            return 0;
    }
    return 1;
}

int ripple_flow_map_init(FlowMap *map, const float *x, const float *y,
                         int width, int height)
{
    size_t count = (size_t)width * (size_t)height;

    memset(map, 0, sizeof *map);
    if (!is_in_range(x, count) || !is_in_range(y, count))
        return RIPPLE_ERROR_SETTING;
    map->x = malloc(count * sizeof *map->x);
    map->y = malloc(count * sizeof *map->y);
    if (map->x == NULL || map->y == NULL) {
        ripple_flow_map_clear(map);
        return RIPPLE_ERROR_MEMORY;
    }
    memcpy(map->x, x, count * sizeof *x);
    memcpy(map->y, y, count * sizeof *y);
    map->width = width;
    map->height = height;
    return RIPPLE_OK;
}

void ripple_flow_map_clear(FlowMap *map)
{
    free(map->x);
    free(map->y);
    memset(map, 0, sizeof *map);
}

int ripple_flow_map_is_still(const FlowMap *map)
{
    size_t count = (size_t)map->width * (size_t)map->height;

    for (size_t i = 0; i < count; i++) {
        if (map->x[i] != 0 || map->y[i] != 0)
            return 0;
    }
    return 1;
}

/* A point between two values along one axis of a map. */
typedef struct MapPlace {
    int first, next;
    double share; /* of next */
} MapPlace;

/* `point` is 0..1 over the whole axis. */
static MapPlace find_place(double point, int count)
{
    double value = fmin(fmax(point * count - 0.5, 0), count - 1);
    int first = (int)value;

    return (MapPlace){first, first < count - 1 ? first + 1 : first,
                      value - first};
}

/* Samples a row of `count` values bilinearly; `point` is its place, 0..1. */
static void sample_row(double *to, const float *values, const FlowMap *map,
                       const MapPlace *columns, int count, double point)
{
    MapPlace row = find_place(point, map->height);
    const float *above = values + (size_t)row.first * (size_t)map->width;
    const float *below = values + (size_t)row.next * (size_t)map->width;

    for (int i = 0; i < count; i++) {
        int left = columns[i].first, right = columns[i].next;
        double share = columns[i].share;

        to[i] =
            ((double)above[left] * (1 - share) + (double)above[right] * share) *
                (1 - row.share) +
            ((double)below[left] * (1 - share) + (double)below[right] * share) *
                row.share;
    }
}

void ripple_flow_map_sample(const FlowMap *map, FlowGrid *grid)
{
    int columns = grid->columns, rows = grid->rows;
    MapPlace faces[RIPPLE_FLOW_SIDE + 1], cells[RIPPLE_FLOW_SIDE];

    assert(columns <= RIPPLE_FLOW_SIDE);
    for (int x = 0; x <= columns; x++)
        faces[x] = find_place((double)x / columns, map->width);
    for (int x = 0; x < columns; x++)
        cells[x] = find_place((x + 0.5) / columns, map->width);
    for (int y = 0; y < rows; y++)
        sample_row(grid->x + y * (columns + 1), map->x, map, faces, columns + 1,
                   (y + 0.5) / rows);
    for (int y = 0; y <= rows; y++)
        sample_row(grid->y + y * columns, map->y, map, cells, columns,
                   (double)y / rows);
}
