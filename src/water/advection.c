/* SPDX-License-Identifier: MIT */
#include "water/advection.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TOLERANCE       1e-4 /* of a cell's gain, in cells a step */
#define MOST_ITERATIONS 2000
#define ONE             32768
#define MOST            32767

/* Cells at once for several steps: what open edges show goes with the flow of
   one step. */
#define OPEN_REACH 0.6

void ripple_advection_clear_workspace(FlowWorkspace *workspace)
{
    ripple_projection_clear(&workspace->flow);
    free(workspace->rows);
    free(workspace->columns);
    memset(workspace, 0, sizeof *workspace);
}

void ripple_advection_clear(Advection *current)
{
    ripple_advection_clear_workspace(&current->workspace);
    free(current->drawn.x);
    free(current->drawn.y);
    memset(current, 0, sizeof *current);
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

int ripple_advection_init(Advection *current, const float *x, const float *y,
                          int width, int height)
{
    size_t count = (size_t)width * (size_t)height;
    FlowMap *drawn = &current->drawn;

    memset(current, 0, sizeof *current);
    if (!is_flow(x, count) || !is_flow(y, count))
        return RIPPLE_ERROR_SETTING;
    drawn->x = malloc(count * sizeof *drawn->x);
    drawn->y = malloc(count * sizeof *drawn->y);
    if (drawn->x == NULL || drawn->y == NULL) {
        ripple_advection_clear(current);
        return RIPPLE_ERROR_MEMORY;
    }
    memcpy(drawn->x, x, count * sizeof *x);
    memcpy(drawn->y, y, count * sizeof *y);
    drawn->width = width;
    drawn->height = height;
    return RIPPLE_OK;
}

int ripple_advection_is_still(const Advection *current)
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

static int is_mostly_land(const FlowGrid *flow, const Mask *shore, int column,
                          int row)
{
    int left = first_cell(column, flow->columns, shore->columns);
    int right = first_cell(column + 1, flow->columns, shore->columns);
    int top = first_cell(row, flow->rows, shore->rows);
    int bottom = first_cell(row + 1, flow->rows, shore->rows);
    int land = 0;

    for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x++)
            land += ripple_mask_is_land(shore, x, y);
    }
    return 2 * land >= (right - left) * (bottom - top);
}

static void draw_flow(FlowGrid *flow, const FlowMap *drawn, const Mask *shore)
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

/* Makes a grid of as many cells as the pool has, or fewer of the same shape. */
static int make_grid(FlowGrid *flow, const Field *heights)
{
    int longer =
        heights->columns > heights->rows ? heights->columns : heights->rows;
    double share =
        longer > RIPPLE_FLOW_SIDE ? (double)RIPPLE_FLOW_SIDE / longer : 1;
    int columns = (int)fmax(heights->columns * share, 1);
    int rows = (int)fmax(heights->rows * share, 1);

    return ripple_projection_init(flow, columns, rows, 0);
}

static int is_even(const FlowMap *drawn)
{
    return drawn->width == 1 && drawn->height == 1;
}

int ripple_advection_make_workspace(FlowWorkspace *workspace,
                                    const Advection *current,
                                    const Field *heights, int has_land)
{
    FlowWorkspace made = {.rows = NULL};
    size_t count;

    if (workspace->rows != NULL || ripple_advection_is_still(current) ||
        (is_even(&current->drawn) && !has_land))
        return RIPPLE_OK;
    if (make_grid(&made.flow, heights) != RIPPLE_OK)
        return RIPPLE_ERROR_MEMORY;
    count = 2 * (size_t)made.flow.rows + 1;
    made.rows = calloc((size_t)heights->rows, sizeof *made.rows);
    made.columns =
        calloc(count * (size_t)heights->columns, sizeof *made.columns);
    if (made.rows == NULL || made.columns == NULL) {
        ripple_advection_clear_workspace(&made);
        return RIPPLE_ERROR_MEMORY;
    }
    *workspace = made;
    return RIPPLE_OK;
}

/* Chooses how often to carry flows of up to `most` cells a step, and returns
   what makes a flow one of a pass. */
static double choose_passes(Advection *current, double max, RippleEdges edges)
{
    double reach = edges == RIPPLE_EDGES_OPEN ? OPEN_REACH : 1;
    int interval = max > 0 ? (int)fmin(reach / max, RIPPLE_MAX_INTERVAL) : 1;
    int passes = (int)ceil(max);

    current->interval = interval < 1 ? 1 : interval;
    current->passes = passes < 1                   ? 1
                      : passes > RIPPLE_MAX_PASSES ? RIPPLE_MAX_PASSES
                                                   : passes;
    current->phase = 0;
    return (double)current->interval / current->passes;
}

/* An odd number: blending by it has no half to round, which would lift the
   water. */
static int16_t to_pass(double flow, double scale)
{
    int size = (int)fmin(fabs(flow * scale) * ONE, MOST);

    if (size > 0)
        size |= 1;
    return (int16_t)(flow < 0 ? -size : size);
}

/* The fastest component on any face. */
static double find_fastest(const FlowGrid *flow)
{
    double max = 0;

    for (int i = 0; i < (flow->columns + 1) * flow->rows; i++)
        max = fmax(max, fabs(flow->across[i]));
    for (int i = 0; i < flow->columns * (flow->rows + 1); i++)
        max = fmax(max, fabs(flow->along[i]));
    return max;
}

/* What a column of cells has of the flow: across each row of the coarse grid,
   and along between these rows. */
static void spread_column(const FlowGrid *flow, double scale, double place,
                          int16_t *across, int16_t *along, size_t stride)
{
    int column = (int)place;
    double share = place - column;

    for (int row = 0; row < flow->rows; row++) {
        const double *face = flow->across + row * (flow->columns + 1) + column;

        across[(size_t)row * stride] =
            to_pass(face[0] + (face[1] - face[0]) * share, scale);
    }
    for (int row = 0; row <= flow->rows; row++)
        along[(size_t)row * stride] =
            to_pass(flow->along[row * flow->columns + column], scale);
}

/*
 * Between two opposite faces a flow goes evenly from the one to the other, so
 * that no cell of the pool gains more than its cell of the grid. What would be
 * too fast is slowed down everywhere by the same factor.
 */
static void spread(Advection *current, const Field *heights, RippleEdges edges)
{
    const FlowGrid *flow = &current->workspace.flow;
    size_t stride = (size_t)heights->columns;
    int16_t *across = current->workspace.columns;
    int16_t *along = across + (size_t)flow->rows * stride;
    double max = find_fastest(flow);
    double scale = max > RIPPLE_MAX_CURRENT ? RIPPLE_MAX_CURRENT / max : 1;

    current->divergence = ripple_projection_divergence(flow) * scale;
    scale *= choose_passes(current, max * scale, edges);
    for (int x = 0; x < heights->columns; x++)
        spread_column(flow, scale, (x + 0.5) * flow->columns / heights->columns,
                      across + x, along + x, stride);
    for (int y = 0; y < heights->rows; y++) {
        double place = (y + 0.5) * flow->rows / heights->rows;
        size_t row = (size_t)place;

        current->workspace.rows[y] =
            (FlowRow){across + row * stride, along + row * stride,
                      along + (row + 1) * stride,
                      (int16_t)((place - (double)row) * MOST)};
    }
}

static void fit_evenly(Advection *current, RippleEdges edges)
{
    double x = (double)current->drawn.x[0], y = (double)current->drawn.y[0];
    double scale = choose_passes(current, fmax(fabs(x), fabs(y)), edges);

    current->x = to_pass(x, scale);
    current->y = to_pass(y, scale);
}

static void fit_around(Advection *current, const Field *heights,
                       const Mask *shore, RippleEdges edges)
{
    FlowGrid *flow = &current->workspace.flow;

    flow->wraps = edges == RIPPLE_EDGES_WRAP;
    draw_flow(flow, &current->drawn, shore);
    ripple_projection_close_land(flow);
    ripple_projection_solve(flow, TOLERANCE, MOST_ITERATIONS);
    spread(current, heights, edges);
}

void ripple_advection_fit(Advection *current, const Field *heights,
                          const Mask *shore, RippleEdges edges)
{
    int is_still = ripple_advection_is_still(current);

    if (!is_still && (shore != NULL || !is_even(&current->drawn))) {
        fit_around(current, heights, shore, edges);
        return;
    }
    ripple_advection_clear_workspace(&current->workspace);
    current->divergence = 0;
    current->passes = 0;
    if (!is_still)
        fit_evenly(current, edges);
}
