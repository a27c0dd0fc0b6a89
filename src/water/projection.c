/* SPDX-License-Identifier: MIT */
#include "water/projection.h"

#include "ripple.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RESIDUAL, DIRECTION, PRODUCT };

/* Cells from one row of the potential to the next. */
static int ring_stride(const FlowGrid *flow)
{
    return flow->columns + 2;
}

static int ring_count(const FlowGrid *flow)
{
    return ring_stride(flow) * (flow->rows + 2);
}

/* The place of a cell in the potential. */
static int ring_cell(const FlowGrid *flow, int x, int y)
{
    return (y + 1) * ring_stride(flow) + x + 1;
}

int ripple_projection_init(FlowGrid *flow, int columns, int rows, int wraps)
{
    size_t cells = (size_t)columns * (size_t)rows;
    size_t across = cells + (size_t)rows, along = cells + (size_t)columns;
    size_t ring = ((size_t)columns + 2) * ((size_t)rows + 2);
    double *numbers;

    memset(flow, 0, sizeof *flow);
    numbers = calloc(2 * (across + along) + 4 * ring, sizeof *numbers);
    flow->land = calloc(cells, 1);
    flow->memory = numbers;
    if (numbers == NULL || flow->land == NULL) {
        ripple_projection_clear(flow);
        return RIPPLE_ERROR_MEMORY;
    }
    flow->columns = columns;
    flow->rows = rows;
    flow->wraps = wraps;
    flow->across = numbers;
    flow->along = flow->across + across;
    flow->across_open = flow->along + along;
    flow->along_open = flow->across_open + across;
    flow->potential = flow->along_open + along;
    for (int i = 0; i < 3; i++)
        flow->work[i] = flow->potential + (size_t)(i + 1) * ring;
    return RIPPLE_OK;
}

void ripple_projection_clear(FlowGrid *flow)
{
    free(flow->memory);
    free(flow->land);
    memset(flow, 0, sizeof *flow);
}

/* A cell by its place, on the other side where the grid wraps, or -1 outside.
 */
static int find_cell(const FlowGrid *flow, int x, int y)
{
    assert(flow->columns > 0 && flow->rows > 0);
    if (flow->wraps) {
        x = (x + flow->columns) % flow->columns;
        y = (y + flow->rows) % flow->rows;
    }
    return x < 0 || x >= flow->columns || y < 0 || y >= flow->rows
               ? -1
               : y * flow->columns + x;
}

static int is_land(const FlowGrid *flow, int cell)
{
    return cell >= 0 && flow->land[cell];
}

static double *face_across(const FlowGrid *flow, int x, int y)
{
    return &flow->across[y * (flow->columns + 1) + x];
}

static double *face_along(const FlowGrid *flow, int x, int y)
{
    return &flow->along[y * flow->columns + x];
}

/* Calls for each face, with whether it is open, and the cells before and
   after it; -1 is outside. */
typedef void EachFace(FlowGrid *flow, double *face, double *open, int before,
                      int after);

static void each_face(FlowGrid *flow, EachFace *each)
{
    for (int y = 0; y < flow->rows; y++) {
        for (int x = 0; x <= flow->columns; x++) {
            double *face = face_across(flow, x, y);

            each(flow, face, flow->across_open + (face - flow->across),
                 find_cell(flow, x - 1, y), find_cell(flow, x, y));
        }
    }
    for (int y = 0; y <= flow->rows; y++) {
        for (int x = 0; x < flow->columns; x++) {
            double *face = face_along(flow, x, y);

            each(flow, face, flow->along_open + (face - flow->along),
                 find_cell(flow, x, y - 1), find_cell(flow, x, y));
        }
    }
}

static void close_face(FlowGrid *flow, double *face, double *open, int before,
                       int after)
{
    *open = !is_land(flow, before) && !is_land(flow, after);
    *face *= *open;
}

/* The first and the last face of a torus are the same one. */
static void join_ends(FlowGrid *flow)
{
    for (int y = 0; y < flow->rows; y++) {
        double *first = face_across(flow, 0, y);
        double *last = face_across(flow, flow->columns, y);

        *first = *last = (*first + *last) / 2;
    }
    for (int x = 0; x < flow->columns; x++) {
        double *first = face_along(flow, x, 0);
        double *last = face_along(flow, x, flow->rows);

        *first = *last = (*first + *last) / 2;
    }
}

void ripple_projection_close_land(FlowGrid *flow)
{
    if (flow->wraps)
        join_ends(flow);
    each_face(flow, close_face);
}

static double divergence(const FlowGrid *flow, int x, int y)
{
    return *face_across(flow, x + 1, y) - *face_across(flow, x, y) +
           *face_along(flow, x, y + 1) - *face_along(flow, x, y);
}

double ripple_projection_divergence(const FlowGrid *flow)
{
    double max = 0;

    for (int y = 0; y < flow->rows; y++) {
        for (int x = 0; x < flow->columns; x++)
            max = fmax(max, fabs(divergence(flow, x, y)));
    }
    return max;
}

/* Beyond the edges the potential is zero, or that of the other side. */
static void fill_ring(const FlowGrid *flow, double *values)
{
    int stride = ring_stride(flow), columns = flow->columns, rows = flow->rows;
    size_t bytes = (size_t)stride * sizeof *values;

    for (int y = 0; y < rows; y++) {
        double *row = values + ring_cell(flow, 0, y);

        row[-1] = flow->wraps ? row[columns - 1] : 0;
        row[columns] = flow->wraps ? row[0] : 0;
    }
    if (flow->wraps) {
        memcpy(values, values + rows * stride, bytes);
        memcpy(values + (rows + 1) * stride, values + stride, bytes);
    } else {
        memset(values, 0, bytes);
        memset(values + (rows + 1) * stride, 0, bytes);
    }
}

/* result = minus the Laplacian of values, through the faces that are open */
static void apply_laplacian(const FlowGrid *flow, double *restrict result,
                            double *restrict values)
{
    int stride = ring_stride(flow), columns = flow->columns;

    fill_ring(flow, values);
    for (int y = 0; y < flow->rows; y++) {
        const double *open = flow->across_open + y * (columns + 1);
        const double *up = flow->along_open + y * columns;
        const double *down = up + columns;
        const double *from = values + ring_cell(flow, 0, y);
        double *to = result + ring_cell(flow, 0, y);

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

/* The residual of the present potential; returns its largest component. */
static double find_residual(FlowGrid *flow)
{
    double *residual = flow->work[RESIDUAL], max = 0;

    apply_laplacian(flow, residual, flow->potential);
    for (int y = 0; y < flow->rows; y++) {
        for (int x = 0; x < flow->columns; x++) {
            double *cell = &residual[ring_cell(flow, x, y)];

            *cell = flow->land[y * flow->columns + x]
                        ? 0
                        : -divergence(flow, x, y) - *cell;
            max = fmax(max, fabs(*cell));
        }
    }
    return max;
}

/* Rings of the residual and the product stay zero, so that whole arrays may
   be multiplied. */
static int solve(FlowGrid *flow, double tolerance, int max)
{
    int count = ring_count(flow), iterations = 0;
    double *residual = flow->work[RESIDUAL], *direction = flow->work[DIRECTION];
    double *product = flow->work[PRODUCT];
    double worst = find_residual(flow), weight = dot(residual, residual, count);

    memcpy(direction, residual, (size_t)count * sizeof *direction);
    while (worst > tolerance && weight > 0 && iterations < max) {
        double step, was = weight;

        apply_laplacian(flow, product, direction);
        step = weight / dot(direction, product, count);
        worst = 0;
        for (int i = 0; i < count; i++) {
            flow->potential[i] += step * direction[i];
            residual[i] -= step * product[i];
            worst = fmax(worst, fabs(residual[i]));
        }
        weight = dot(residual, residual, count);
        for (int i = 0; i < count; i++)
            direction[i] = residual[i] + weight / was * direction[i];
        iterations++;
    }
    fill_ring(flow, flow->potential);
    return iterations;
}

static void subtract_gradient(FlowGrid *flow)
{
    int stride = ring_stride(flow), columns = flow->columns;

    for (int y = 0; y < flow->rows; y++) {
        const double *from = flow->potential + ring_cell(flow, 0, y);

        for (int x = 0; x <= columns; x++)
            *face_across(flow, x, y) -=
                flow->across_open[y * (columns + 1) + x] *
                (from[x] - from[x - 1]);
    }
    for (int y = 0; y <= flow->rows; y++) {
        const double *from = flow->potential + ring_cell(flow, 0, y);

        for (int x = 0; x < columns; x++)
            *face_along(flow, x, y) -= flow->along_open[y * columns + x] *
                                       (from[x] - from[x - stride]);
    }
}

int ripple_projection_solve(FlowGrid *flow, double tolerance, int max)
{
    int iterations;

    for (int i = 0; i < flow->columns * flow->rows; i++) {
        if (flow->land[i])
            flow->potential[ring_cell(flow, i % flow->columns,
                                      i / flow->columns)] = 0;
    }
    iterations = solve(flow, tolerance, max);
    subtract_gradient(flow);
    return iterations;
}
