/* SPDX-License-Identifier: MIT */
#include "water/projection.h"

#include "ripple.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RESIDUAL, DIRECTION, PRODUCT };

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
    numbers = calloc(2 * (x_faces + y_faces) + 4 * padded, sizeof *numbers);
    grid->land = calloc(cells, 1);
    grid->memory = numbers;
    if (numbers == NULL || grid->land == NULL) {
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
    for (int i = 0; i < 3; i++)
        grid->work[i] = grid->potential + (size_t)(i + 1) * padded;
    return RIPPLE_OK;
}

void ripple_projection_clear(FlowGrid *grid)
{
    free(grid->memory);
    free(grid->land);
    memset(grid, 0, sizeof *grid);
}

void ripple_projection_copy(FlowGrid *grid, const FlowGrid *from)
{
    grid->wraps = from->wraps;
    memcpy(grid->potential, from->potential,
           (size_t)padded_count(grid) * sizeof *grid->potential);
}

/* The index of a cell, wrapped if the grid wraps, or -1 outside. */
static int cell_at(const FlowGrid *grid, int x, int y)
{
    assert(grid->columns > 0 && grid->rows > 0);
    if (grid->wraps) {
        x = (x + grid->columns) % grid->columns;
        y = (y + grid->rows) % grid->rows;
    }
    return x < 0 || x >= grid->columns || y < 0 || y >= grid->rows
               ? -1
               : y * grid->columns + x;
}

static int is_land(const FlowGrid *grid, int cell)
{
    return cell >= 0 && grid->land[cell];
}

static double *face_x(const FlowGrid *grid, int x, int y)
{
    return &grid->x[y * (grid->columns + 1) + x];
}

static double *face_y(const FlowGrid *grid, int x, int y)
{
    return &grid->y[y * grid->columns + x];
}

/* Called for each face with its entry of x_open or y_open and the cells on both
   sides of it; -1 is outside. */
typedef void EachFace(FlowGrid *grid, double *face, double *open, int before,
                      int after);

static void each_face(FlowGrid *grid, EachFace *each)
{
    for (int y = 0; y < grid->rows; y++) {
        for (int x = 0; x <= grid->columns; x++) {
            double *face = face_x(grid, x, y);

            each(grid, face, grid->x_open + (face - grid->x),
                 cell_at(grid, x - 1, y), cell_at(grid, x, y));
        }
    }
    for (int y = 0; y <= grid->rows; y++) {
        for (int x = 0; x < grid->columns; x++) {
            double *face = face_y(grid, x, y);

            each(grid, face, grid->y_open + (face - grid->y),
                 cell_at(grid, x, y - 1), cell_at(grid, x, y));
        }
    }
}

static void close_face(FlowGrid *grid, double *face, double *open, int before,
                       int after)
{
    *open = !is_land(grid, before) && !is_land(grid, after);
    *face *= *open;
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
    each_face(grid, close_face);
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
            max = fmax(max, fabs(divergence(grid, x, y)));
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

static double dot(const double *a, const double *b, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Stores the residual of the potential; returns its largest component. */
static double compute_residual(FlowGrid *grid)
{
    double *residual = grid->work[RESIDUAL], max = 0;

    apply_laplacian(grid, residual, grid->potential);
    for (int y = 0; y < grid->rows; y++) {
        for (int x = 0; x < grid->columns; x++) {
            double *cell = &residual[padded_cell(grid, x, y)];

            *cell = grid->land[y * grid->columns + x]
                        ? 0
                        : -divergence(grid, x, y) - *cell;
            max = fmax(max, fabs(*cell));
        }
    }
    return max;
}

/* Conjugate gradients. The halos of residual and product stay 0, so the loops
   run over whole arrays. */
static int solve(FlowGrid *grid, double tolerance, int max)
{
    int count = padded_count(grid), iterations = 0;
    double *residual = grid->work[RESIDUAL], *direction = grid->work[DIRECTION];
    double *product = grid->work[PRODUCT];
    double worst = compute_residual(grid),
           weight = dot(residual, residual, count);

    memcpy(direction, residual, (size_t)count * sizeof *direction);
    while (worst > tolerance && weight > 0 && iterations < max) {
        double step, was = weight;

        apply_laplacian(grid, product, direction);
        step = weight / dot(direction, product, count);
        worst = 0;
        for (int i = 0; i < count; i++) {
            grid->potential[i] += step * direction[i];
            residual[i] -= step * product[i];
            worst = fmax(worst, fabs(residual[i]));
        }
        weight = dot(residual, residual, count);
        for (int i = 0; i < count; i++)
            direction[i] = residual[i] + weight / was * direction[i];
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

    for (int i = 0; i < grid->columns * grid->rows; i++) {
        if (grid->land[i])
            grid->potential[padded_cell(grid, i % grid->columns,
                                        i / grid->columns)] = 0;
    }
    iterations = solve(grid, tolerance, max);
    subtract_gradient(grid);
    return iterations;
}
