/* SPDX-License-Identifier: MIT */
#include "current.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TOLERANCE       1e-4 /* of a cell's gain, in cells a step */
#define MOST_ITERATIONS 2000
#define ONE             32768
#define MOST            32767

void current_init(Current *current)
{
    memset(current, 0, sizeof *current);
}

static void forget_map(Current *current)
{
    free(current->memory);
    current->memory = current->flow_x = current->flow_y = NULL;
    flow_clear(&current->flow);
    current->divergence = 0;
}

void current_clear(Current *current)
{
    forget_map(current);
    free(current->drawn.x);
    free(current->drawn.y);
    current_init(current);
}

/* Written so that what is not a number is no flow either. */
static int is_flow(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!((double)values[i] >= -RIPPLE_MAX_CURRENT &&
              (double)values[i] <= RIPPLE_MAX_CURRENT))
            return 0;
    }
    return 1;
}

int current_set(Current *current, const float *x, const float *y, int width,
                int height)
{
    size_t count = (size_t)width * (size_t)height;
    FlowMap drawn = {NULL, NULL, width, height};

    if (!is_flow(x, count) || !is_flow(y, count))
        return RIPPLE_ERROR_SETTING;
    drawn.x = malloc(count * sizeof *drawn.x);
    drawn.y = malloc(count * sizeof *drawn.y);
    if (drawn.x == NULL || drawn.y == NULL) {
        free(drawn.x);
        free(drawn.y);
        return RIPPLE_ERROR_MEMORY;
    }
    memcpy(drawn.x, x, count * sizeof *x);
    memcpy(drawn.y, y, count * sizeof *y);
    free(current->drawn.x);
    free(current->drawn.y);
    current->drawn = drawn;
    return RIPPLE_OK;
}

int current_is_still(const Current *current)
{
    const FlowMap *drawn = &current->drawn;
    size_t count = (size_t)drawn->width * (size_t)drawn->height;

    for (size_t i = 0; i < count; i++) {
        if (drawn->x[i] != 0 || drawn->y[i] != 0)
            return 0;
    }
    return 1;
}

/* The value of a map at a place of 0..1 along each axis, between its
   pixels. */
static double sample(const float *values, const FlowMap *map, double x,
                     double y)
{
    double column = fmin(fmax(x * map->width - 0.5, 0), map->width - 1);
    double row = fmin(fmax(y * map->height - 0.5, 0), map->height - 1);
    int left = (int)column, top = (int)row;
    int right = left < map->width - 1 ? left + 1 : left;
    int bottom = top < map->height - 1 ? top + 1 : top;
    const float *above = values + (size_t)top * (size_t)map->width;
    const float *below = values + (size_t)bottom * (size_t)map->width;
    double across = column - left, along = row - top;

    return ((double)above[left] * (1 - across) +
            (double)above[right] * across) *
               (1 - along) +
           ((double)below[left] * (1 - across) +
            (double)below[right] * across) *
               along;
}

/* The first cell of the pool that lies in a cell of the grid. */
static int first_cell(int place, int count, int cells)
{
    return (int)((int64_t)place * cells / count);
}

static int is_mostly_land(const Flow *flow, const Shore *shore, int column,
                          int row)
{
    int left = first_cell(column, flow->columns, shore->columns);
    int right = first_cell(column + 1, flow->columns, shore->columns);
    int top = first_cell(row, flow->rows, shore->rows);
    int bottom = first_cell(row + 1, flow->rows, shore->rows);
    int land = 0;

    for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x++)
            land += shore_is_land(shore, x, y);
    }
    return 2 * land >= (right - left) * (bottom - top);
}

static void draw_flow(Flow *flow, const FlowMap *drawn, const Shore *shore)
{
    int columns = flow->columns, rows = flow->rows;

    for (int y = 0; y < rows; y++) {
        for (int x = 0; x <= columns; x++)
            flow->across[y * (columns + 1) + x] =
                sample(drawn->x, drawn, (double)x / columns, (y + 0.5) / rows);
    }
    for (int y = 0; y <= rows; y++) {
        for (int x = 0; x < columns; x++)
            flow->along[y * columns + x] =
                sample(drawn->y, drawn, (x + 0.5) / columns, (double)y / rows);
    }
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++)
            flow->land[y * columns + x] =
                shore != NULL && is_mostly_land(flow, shore, x, y);
    }
}

/* As many cells as the pool has, or fewer of the same shape. */
static int make_grid(Current *current, const Heights *heights, int wraps)
{
    int longer =
        heights->columns > heights->rows ? heights->columns : heights->rows;
    double share =
        longer > RIPPLE_FLOW_SIDE ? (double)RIPPLE_FLOW_SIDE / longer : 1;
    int columns = (int)fmax(heights->columns * share, 1);
    int rows = (int)fmax(heights->rows * share, 1);

    if (current->flow.columns == columns && current->flow.rows == rows) {
        current->flow.wraps = wraps;
        return RIPPLE_OK;
    }
    flow_clear(&current->flow);
    return flow_init(&current->flow, columns, rows, wraps);
}

static int choose_passes(double most)
{
    int passes = (int)ceil(most);

    return passes < 1                   ? 1
           : passes > RIPPLE_MAX_PASSES ? RIPPLE_MAX_PASSES
                                        : passes;
}

static int16_t to_pass(double flow, double scale)
{
    double value = flow * scale * ONE;

    return (int16_t)lround(fmin(fmax(value, -MOST), MOST));
}

/* The fastest component on any face. */
static double find_fastest(const Flow *flow)
{
    double most = 0;

    for (int i = 0; i < (flow->columns + 1) * flow->rows; i++)
        most = fmax(most, fabs(flow->across[i]));
    for (int i = 0; i < flow->columns * (flow->rows + 1); i++)
        most = fmax(most, fabs(flow->along[i]));
    return most;
}

/*
 * Between two opposite faces a flow goes evenly from the one to the other, so
 * that no cell of the pool gains more than its cell of the grid. What would be
 * too fast is slowed down everywhere by the same factor.
 */
static void spread(Current *current, const Heights *heights, const Shore *shore)
{
    const Flow *flow = &current->flow;
    double most = find_fastest(flow);
    double scale = most > RIPPLE_MAX_CURRENT ? RIPPLE_MAX_CURRENT / most : 1;

    current->passes = choose_passes(most);
    current->divergence = flow_divergence(flow) * scale;
    scale /= current->passes;
    for (int y = 0; y < heights->rows; y++) {
        double down = (y + 0.5) * flow->rows / heights->rows;
        int row = (int)down;
        size_t first = (size_t)y * heights->stride;

        for (int x = 0; x < heights->columns; x++) {
            double right = (x + 0.5) * flow->columns / heights->columns;
            int column = (int)right;
            const double *across =
                flow->across + row * (flow->columns + 1) + column;
            const double *along = flow->along + row * flow->columns + column;
            double flow_x =
                across[0] + (across[1] - across[0]) * (right - column);
            double flow_y =
                along[0] + (along[flow->columns] - along[0]) * (down - row);
            int is_dry = shore != NULL && shore_is_land(shore, x, y);

            current->flow_x[first + (size_t)x] =
                is_dry ? 0 : to_pass(flow_x, scale);
            current->flow_y[first + (size_t)x] =
                is_dry ? 0 : to_pass(flow_y, scale);
        }
    }
}

static int make_planes(Current *current, const Heights *heights)
{
    size_t cells = heights->stride * (size_t)heights->rows;

    free(current->memory);
    current->memory = calloc(2 * cells, sizeof *current->memory);
    if (current->memory == NULL)
        return RIPPLE_ERROR_MEMORY;
    current->flow_x = current->memory;
    current->flow_y = current->memory + cells;
    return RIPPLE_OK;
}

static void fit_evenly(Current *current)
{
    double x = (double)current->drawn.x[0], y = (double)current->drawn.y[0];

    forget_map(current);
    current->passes = choose_passes(fmax(fabs(x), fabs(y)));
    current->x = to_pass(x, 1.0 / current->passes);
    current->y = to_pass(y, 1.0 / current->passes);
}

int current_fit(Current *current, const Heights *heights, const Shore *shore,
                int wraps)
{
    const FlowMap *drawn = &current->drawn;

    current->passes = 0;
    if (current_is_still(current)) {
        forget_map(current);
        return RIPPLE_OK;
    }
    if (shore == NULL && drawn->width == 1 && drawn->height == 1) {
        fit_evenly(current);
        return RIPPLE_OK;
    }
    if (make_grid(current, heights, wraps) != RIPPLE_OK ||
        make_planes(current, heights) != RIPPLE_OK) {
        forget_map(current);
        return RIPPLE_ERROR_MEMORY;
    }
    draw_flow(&current->flow, drawn, shore);
    flow_close(&current->flow);
    flow_project(&current->flow, TOLERANCE, MOST_ITERATIONS);
    spread(current, heights, shore);
    return RIPPLE_OK;
}
