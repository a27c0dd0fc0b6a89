/* SPDX-License-Identifier: MIT */
#include "flow.h"

#include "ripple.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RESIDUAL, DIRECTION, PRODUCT, SCALED };

int flow_init(Flow *flow, int columns, int rows, int wraps)
{
    size_t cells = (size_t)columns * (size_t)rows;
    size_t across = cells + (size_t)rows, along = cells + (size_t)columns;
    double *numbers;

    memset(flow, 0, sizeof *flow);
    numbers = calloc(across + along + 5 * cells, sizeof *numbers);
    flow->land = calloc(cells, 1);
    flow->memory = numbers;
    if (numbers == NULL || flow->land == NULL) {
        flow_clear(flow);
        return RIPPLE_ERROR_MEMORY;
    }
    flow->columns = columns;
    flow->rows = rows;
    flow->wraps = wraps;
    flow->across = numbers;
    flow->along = flow->across + across;
    flow->potential = flow->along + along;
    for (int i = 0; i < 4; i++)
        flow->work[i] = flow->potential + (size_t)(i + 1) * cells;
    return RIPPLE_OK;
}

void flow_clear(Flow *flow)
{
    free(flow->memory);
    free(flow->land);
    memset(flow, 0, sizeof *flow);
}

/* A cell by its place, on the other side where the grid wraps, or -1 outside.
 */
static int find_cell(const Flow *flow, int x, int y)
{
    if (flow->wraps) {
        x = (x + flow->columns) % flow->columns;
        y = (y + flow->rows) % flow->rows;
    }
    return x < 0 || x >= flow->columns || y < 0 || y >= flow->rows
               ? -1
               : y * flow->columns + x;
}

static int is_land(const Flow *flow, int cell)
{
    return cell >= 0 && flow->land[cell];
}

static double *face_across(const Flow *flow, int x, int y)
{
    return &flow->across[y * (flow->columns + 1) + x];
}

static double *face_along(const Flow *flow, int x, int y)
{
    return &flow->along[y * flow->columns + x];
}

/* Calls for each face with the cells before and after it; -1 is outside. */
typedef void EachFace(Flow *flow, double *face, int before, int after);

static void each_face(Flow *flow, EachFace *each)
{
    for (int y = 0; y < flow->rows; y++) {
        for (int x = 0; x <= flow->columns; x++)
            each(flow, face_across(flow, x, y), find_cell(flow, x - 1, y),
                 find_cell(flow, x, y));
    }
    for (int y = 0; y <= flow->rows; y++) {
        for (int x = 0; x < flow->columns; x++)
            each(flow, face_along(flow, x, y), find_cell(flow, x, y - 1),
                 find_cell(flow, x, y));
    }
}

static void close_face(Flow *flow, double *face, int before, int after)
{
    if (is_land(flow, before) || is_land(flow, after))
        *face = 0;
}

/* The first and the last face of a torus are the same one. */
static void join_ends(Flow *flow)
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

void flow_close(Flow *flow)
{
    if (flow->wraps)
        join_ends(flow);
    each_face(flow, close_face);
}

static double divergence(const Flow *flow, int x, int y)
{
    return *face_across(flow, x + 1, y) - *face_across(flow, x, y) +
           *face_along(flow, x, y + 1) - *face_along(flow, x, y);
}

double flow_divergence(const Flow *flow)
{
    double most = 0;

    for (int y = 0; y < flow->rows; y++) {
        for (int x = 0; x < flow->columns; x++)
            most = fmax(most, fabs(divergence(flow, x, y)));
    }
    return most;
}

/* A neighbour's part in the Laplacian: outside the potential is zero, and
   nothing passes a shore. */
static double difference(const Flow *flow, const double *values, int cell,
                         int neighbour)
{
    if (neighbour < 0)
        return values[cell];
    return flow->land[neighbour] ? 0 : values[cell] - values[neighbour];
}

/* result = minus the Laplacian of values */
static void apply_laplacian(const Flow *flow, double *result,
                            const double *values)
{
    for (int y = 0; y < flow->rows; y++) {
        for (int x = 0; x < flow->columns; x++) {
            int cell = y * flow->columns + x;

            result[cell] = 0;
            if (flow->land[cell])
                continue;
            result[cell] =
                difference(flow, values, cell, find_cell(flow, x - 1, y)) +
                difference(flow, values, cell, find_cell(flow, x + 1, y)) +
                difference(flow, values, cell, find_cell(flow, x, y - 1)) +
                difference(flow, values, cell, find_cell(flow, x, y + 1));
        }
    }
}

static double dot(const double *a, const double *b, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/*
 * Incomplete preconditioning by one symmetric Gauss-Seidel sweep:
 * result = (D + L)^-T D (D + L)^-1 residual.
 */
static double diagonal(const Flow *flow, int x, int y)
{
    return 4 - is_land(flow, find_cell(flow, x - 1, y)) -
           is_land(flow, find_cell(flow, x + 1, y)) -
           is_land(flow, find_cell(flow, x, y - 1)) -
           is_land(flow, find_cell(flow, x, y + 1));
}

static double water_at(const Flow *flow, const double *values, int x, int y)
{
    if (x < 0 || x >= flow->columns || y < 0 || y >= flow->rows ||
        flow->land[y * flow->columns + x])
        return 0;
    return values[y * flow->columns + x];
}

static void precondition(const Flow *flow, double *result,
                         const double *residual)
{
    int columns = flow->columns;

    for (int y = 0; y < flow->rows; y++) {
        for (int x = 0; x < columns; x++) {
            int cell = y * columns + x;
            double sides = diagonal(flow, x, y);

            result[cell] =
                flow->land[cell] || sides == 0
                    ? 0
                    : (residual[cell] + water_at(flow, result, x - 1, y) +
                       water_at(flow, result, x, y - 1)) /
                          sides;
        }
    }
    for (int y = flow->rows - 1; y >= 0; y--) {
        for (int x = columns - 1; x >= 0; x--) {
            int cell = y * columns + x;
            double sides = diagonal(flow, x, y);

            if (!flow->land[cell] && sides > 0)
                result[cell] += (water_at(flow, result, x + 1, y) +
                                 water_at(flow, result, x, y + 1)) /
                                sides;
        }
    }
}

/* The residual of the present potential; returns its largest component. */
static double find_residual(Flow *flow)
{
    double most = 0;

    apply_laplacian(flow, flow->work[RESIDUAL], flow->potential);
    for (int y = 0; y < flow->rows; y++) {
        for (int x = 0; x < flow->columns; x++) {
            int cell = y * flow->columns + x;
            double *residual = &flow->work[RESIDUAL][cell];

            *residual =
                flow->land[cell] ? 0 : -divergence(flow, x, y) - *residual;
            most = fmax(most, fabs(*residual));
        }
    }
    return most;
}

static int solve(Flow *flow, double tolerance, int most)
{
    int count = flow->columns * flow->rows;
    double *residual = flow->work[RESIDUAL], *direction = flow->work[DIRECTION];
    double *product = flow->work[PRODUCT], *scaled = flow->work[SCALED];
    double worst = find_residual(flow), weight;
    int iterations = 0;

    precondition(flow, scaled, residual);
    memcpy(direction, scaled, (size_t)count * sizeof *direction);
    weight = dot(residual, scaled, count);
    while (worst > tolerance && weight > 0 && iterations < most) {
        double step, was = weight;

        apply_laplacian(flow, product, direction);
        step = weight / dot(direction, product, count);
        worst = 0;
        for (int i = 0; i < count; i++) {
            flow->potential[i] += step * direction[i];
            residual[i] -= step * product[i];
            worst = fmax(worst, fabs(residual[i]));
        }
        precondition(flow, scaled, residual);
        weight = dot(residual, scaled, count);
        for (int i = 0; i < count; i++)
            direction[i] = scaled[i] + weight / was * direction[i];
        iterations++;
    }
    return iterations;
}

static void subtract_gradient(Flow *flow, double *face, int before, int after)
{
    double from = before >= 0 ? flow->potential[before] : 0;
    double to = after >= 0 ? flow->potential[after] : 0;

    if (!is_land(flow, before) && !is_land(flow, after))
        *face -= to - from;
}

int flow_project(Flow *flow, double tolerance, int most)
{
    int iterations;

    for (int i = 0; i < flow->columns * flow->rows; i++) {
        if (flow->land[i])
            flow->potential[i] = 0;
    }
    iterations = solve(flow, tolerance, most);
    each_face(flow, subtract_gradient);
    return iterations;
}
