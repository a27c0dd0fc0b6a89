/* SPDX-License-Identifier: MIT */
#include "ideal.h"

#include "lib/util/fixed.h"
#include "../random/source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PLANES 6

Formula formula_of(const RippleSettings *s)
{
    double friction = s->viscosity * s->time_step, divisor = friction + 2;
    double e = pow(s->speed * s->time_step / s->spacing, 2);
    double shift = s->damping > 0 ? 1 - ldexp(1, -s->damping) : 1;
    double kept = 1 - s->loss, rest = 1 - s->restore;

    switch (s->model) {
    case RIPPLE_MODEL_CLASSIC:
        return (Formula){shift, 2 * shift, shift / 2, 0, sqrt(0.5)};
    case RIPPLE_MODEL_ROUND:
        return (Formula){shift, 2 * shift, shift / 4, shift / 4, sqrt(0.75)};
    case RIPPLE_MODEL_WAVE:
        return (Formula){(2 - friction) / divisor, 4 / divisor, 2 * e / divisor,
                         0, sqrt(fmin(e, 0.5))};
    case RIPPLE_MODEL_SHALLOW:
        return (Formula){kept * s->beta, kept * (1 + s->beta), kept * s->alpha,
                         0, sqrt(2 * kept * s->alpha / (1 + kept * s->beta))};
    case RIPPLE_MODEL_SPRING: /* a speed is what the height changed by */
        return (Formula){rest, 1 + rest, rest * s->stiffness / 5, 0,
                         sqrt(s->stiffness / 5)};
    default:
        return (Formula){0};
    }
}

/* The depth of a cell or of one beyond the edge. */
static double depth_at(const Ideal *ideal, int x, int y)
{
    if (ideal->edges == RIPPLE_EDGES_WRAP) {
        x = (x + ideal->columns) % ideal->columns;
        y = (y + ideal->rows) % ideal->rows;
    }
    x = clamp_int(x, 0, ideal->columns - 1);
    y = clamp_int(y, 0, ideal->rows - 1);
    return ideal->depths[y * ideal->stride + x];
}

static double face_depth(double a, double b, int is_mirror)
{
    if (a > 0 && b > 0)
        return (a + b) / 2;
    return is_mirror ? 0 : a + b;
}

void ideal_open(Ideal *ideal, int columns, int rows,
                const RippleSettings *settings, const uint8_t *depths)
{
    size_t size = ((size_t)columns + 2) * ((size_t)rows + 2);
    int is_mirror = settings->shore == RIPPLE_SHORE_MIRROR;
    double *plane;

    *ideal = (Ideal){.formula = formula_of(settings),
                     .edges = settings->edges,
                     .columns = columns,
                     .rows = rows,
                     .stride = columns + 2};
    ideal->memory = calloc(PLANES * size, sizeof(double));
    RANDOM_EXPECT(ideal->memory != NULL);
    plane = ideal->memory + ideal->stride + 1;
    ideal->before = plane;
    ideal->now = plane + size;
    ideal->next = plane + 2 * size;
    ideal->right = plane + 3 * size;
    ideal->below = plane + 4 * size;
    ideal->depths = plane + 5 * size;
    for (int i = 0; i < columns * rows; i++) {
        int depth = depths != NULL ? depths[i] : 255;

        ideal->depths[i / columns * ideal->stride + i % columns] =
            depth > 0 ? 1 - (255 - depth) / 256.0 : 0;
    }
    for (int y = -1; y < rows; y++) {
        for (int x = -1; x < columns; x++) {
            double depth = depth_at(ideal, x, y);
            ptrdiff_t i = y * ideal->stride + x;

            ideal->right[i] =
                face_depth(depth, depth_at(ideal, x + 1, y), is_mirror);
            ideal->below[i] =
                face_depth(depth, depth_at(ideal, x, y + 1), is_mirror);
        }
    }
}

void ideal_close(Ideal *ideal)
{
    free(ideal->memory);
    *ideal = (Ideal){0};
}

void ideal_push(Ideal *ideal, const double *heights)
{
    double *oldest = ideal->before;

    ideal->before = ideal->now;
    ideal->now = oldest;
    for (int y = 0; y < ideal->rows; y++)
        memcpy(ideal->now + y * ideal->stride, heights + y * ideal->columns,
               (size_t)ideal->columns * sizeof *heights);
}

/* The halo of `now`; beyond fixed edges it is always 0. */
static void fill_halo(Ideal *ideal)
{
    int wraps = ideal->edges == RIPPLE_EDGES_WRAP;
    int left = wraps ? ideal->columns - 1 : 0,
        top = wraps ? ideal->rows - 1 : 0;
    size_t row = (size_t)ideal->stride * sizeof(double);

    if (ideal->edges == RIPPLE_EDGES_FIXED)
        return;
    for (int y = 0; y < ideal->rows; y++) {
        double *cells = ideal->now + y * ideal->stride;

        cells[-1] = cells[left];
        cells[ideal->columns] = cells[ideal->columns - 1 - left];
    }
    memcpy(ideal->now - ideal->stride - 1, ideal->now + top * ideal->stride - 1,
           row);
    memcpy(ideal->now + ideal->rows * ideal->stride - 1,
           ideal->now + (ideal->rows - 1 - top) * ideal->stride - 1, row);
}

/* (W now) of a cell, without diagonals. */
static inline double pull(const Ideal *ideal, ptrdiff_t i)
{
    const double *now = ideal->now + i, *right = ideal->right + i;
    const double *below = ideal->below + i;
    ptrdiff_t down = ideal->stride;
    double sum = right[0] * (now[1] - now[0]) + right[-1] * (now[-1] - now[0]) +
                 below[0] * (now[down] - now[0]) +
                 below[-down] * (now[-down] - now[0]);

    return ideal->formula.level * now[0] + ideal->formula.edge * sum;
}

static inline double pull_diagonals(const Ideal *ideal, ptrdiff_t i)
{
    const double *now = ideal->now + i;
    ptrdiff_t down = ideal->stride;

    return ideal->formula.diagonal *
           (now[-down - 1] + now[-down + 1] + now[down - 1] + now[down + 1] -
            4 * now[0]);
}

/* The height between a and b that is nearest to `target`. */
static double clamp_between(double target, double a, double b)
{
    return fmin(fmax(target, fmin(a, b)), fmax(a, b));
}

/* Less 1/2^10 if that lies between both too or the cell moves no more. */
static double sink(double height, double b, double mirror)
{
    double loss = fabs(height) / 1024, sunk = height - height / 1024;

    return fabs(height - b) <= loss || sunk == clamp_between(sunk, b, mirror)
               ? sunk
               : height;
}

/* Sets the height of edge cell i; `inward` leads to the next cell. Cells beside
   land and shallows, and those in corners, keep_share. */
static void let_waves_pass(Ideal *ideal, ptrdiff_t i, ptrdiff_t inward,
                           int is_corner)
{
    double r = ideal->formula.speed;
    double c = (r - 1) / (r + 1), d = (r * sqrt(2) - 1) / (r * sqrt(2) + 1);
    const double *b = ideal->before + i, *h = ideal->now + i;
    const double *depths = ideal->depths + i;
    double *x = ideal->next + i;
    double target = 2 * h[inward] - b[2 * inward] +
                    (c + d) * (x[inward] - h[0] - h[2 * inward] + b[inward]) +
                    c * d * (2 * h[inward] - x[2 * inward] - b[0]);

    if (is_corner)
        target = b[0] + (x[0] - b[0]) / (1 + r);
    else if (depths[0] + depths[inward] + depths[2 * inward] < 3)
        target = b[0] + (x[0] - b[0]) / (1 + r / 2);
    x[0] = sink(clamp_between(target, b[0], x[0]), b[0], x[0]);
}

static void step_open(Ideal *ideal)
{
    ptrdiff_t down = ideal->stride, last = (ideal->rows - 1) * down;
    int right = ideal->columns - 1;

    for (int y = 0; y < ideal->rows; y++) {
        int is_corner = y == 0 || y == ideal->rows - 1;

        let_waves_pass(ideal, y * down, 1, is_corner);
        let_waves_pass(ideal, y * down + right, -1, is_corner);
    }
    for (int x = 1; x < right; x++) {
        let_waves_pass(ideal, x, down, 0);
        let_waves_pass(ideal, last + x, -down, 0);
    }
}

void ideal_step(Ideal *ideal)
{
    double *oldest = ideal->before;

    fill_halo(ideal);
    for (int y = 0; y < ideal->rows; y++) {
        ptrdiff_t row = y * ideal->stride;

        for (ptrdiff_t i = row; i < row + ideal->columns; i++)
            ideal->next[i] = ideal->depths[i] > 0 ? pull(ideal, i) : 0;
        for (ptrdiff_t i = row; i < row + ideal->columns; i++)
            ideal->next[i] -= ideal->formula.kept * ideal->before[i];
        if (ideal->formula.diagonal == 0)
            continue;
        for (ptrdiff_t i = row; i < row + ideal->columns; i++)
            ideal->next[i] += pull_diagonals(ideal, i);
    }
    if (ideal->edges == RIPPLE_EDGES_OPEN)
        step_open(ideal);
    ideal->before = ideal->now;
    ideal->now = ideal->next;
    ideal->next = oldest;
}

double ideal_error(const Ideal *ideal, const double *heights)
{
    double error = 0, power = 0;

    for (int y = 0; y < ideal->rows; y++) {
        for (int x = 0; x < ideal->columns; x++) {
            double height = ideal->now[y * ideal->stride + x];

            error += pow(heights[y * ideal->columns + x] - height, 2);
            power += height * height;
        }
    }
    return sqrt(error / power);
}

/* F(x, h) = sum of (x - h)^2 + h A h + (x - h) A h, A = 2 - 2 W / (1 + k), is
   x^2 + h^2 - 2 x W h / (1 + k); W is symmetric: W x serves as well. */
double ideal_energy(Ideal *ideal)
{
    double sum = 0;

    fill_halo(ideal);
    for (int y = 0; y < ideal->rows; y++) {
        for (int x = 0; x < ideal->columns; x++) {
            ptrdiff_t i = y * ideal->stride + x;
            double now = ideal->now[i], before = ideal->before[i];
            double pulled = pull(ideal, i);

            if (ideal->formula.diagonal != 0)
                pulled += pull_diagonals(ideal, i);
            sum += now * now + before * before -
                   2 * before * pulled / (1 + ideal->formula.kept);
        }
    }
    return sum;
}
