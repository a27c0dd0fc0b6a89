/* SPDX-License-Identifier: MIT */
#include "lib/water/projection.h"

#include "lib/util/fixed.h"
#include "ripple.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LANES 4

enum { RESIDUAL, DIRECTION, PRODUCT, CORRECTION };

/* Values from one row of the potential to the next, halo included. */
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
        ripple_multigrid_init(&grid->multigrid, columns, rows) != RIPPLE_OK) {
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
    ripple_multigrid_clear(&grid->multigrid);
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

/* Closes `count` faces in a row between cells of which one is land. */
static void close_faces(double *face, double *open, const unsigned char *before,
                        const unsigned char *after, int count)
{
    for (int i = 0; i < count; i++) {
        open[i] = !(before[i] | after[i]);
        face[i] *= open[i];
    }
}

/* On a torus the faces at the edge are between its opposite cells, else beside
   one cell. */
static void close_x(FlowGrid *grid, int y)
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

static void close_y(FlowGrid *grid, int y)
{
    int columns = grid->columns, rows = grid->rows;
    int above = y > 0 ? y - 1 : grid->wraps ? rows - 1 : 0;
    int below = y < rows ? y : grid->wraps ? 0 : rows - 1;
    double *face = face_y(grid, 0, y);

    close_faces(face, grid->y_open + (face - grid->y),
                grid->land + above * columns, grid->land + below * columns,
                columns);
}

/* On a torus the first and the last face are one. */
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
        close_x(grid, y);
    for (int y = 0; y <= grid->rows; y++)
        close_y(grid, y);
}

static double divergence(const FlowGrid *grid, int x, int y)
{
    return *face_x(grid, x + 1, y) - *face_x(grid, x, y) +
           *face_y(grid, x, y + 1) - *face_y(grid, x, y);
}

double ripple_projection_divergence(const FlowGrid *grid)
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

/* Added up in LANES sums, which processors do at the same time. */
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

/* Makes the direction the correction plus a share of itself, and goes along it.
   Returns the weight of the correction, `was` that of the one before or 0. The
   halos of residual, product and correction stay 0, so the loops run over whole
   arrays. */
static double advance(const FlowGrid *grid, double was)
{
    int count = padded_count(grid);
    double *residual = grid->work[RESIDUAL], *product = grid->work[PRODUCT];
    double *restrict direction = grid->work[DIRECTION];
    const double *correction = grid->work[CORRECTION];
    double weight = dot(residual, correction, count);
    double share = was > 0 ? weight / was : 0, step;

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
    ripple_multigrid_open(&grid->multigrid, grid->x_open, grid->y_open,
                          grid->wraps);
    while (iterations < max && !is_solved(grid, tolerance)) {
        ripple_multigrid_correct(&grid->multigrid, grid->work[RESIDUAL],
                                 grid->work[CORRECTION]);
        weight = advance(grid, weight);
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
