/* SPDX-License-Identifier: MIT */
#include "water/advection.h"

#include "base/fixed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TOLERANCE      1e-4 /* of the divergence, in cells a step per cell */
#define MAX_ITERATIONS 2000
#define ONE            32768
#define ALMOST_ONE     32767

/* Cells that one pass may move for several steps, if the edges are open: their
   halo is the edge of one step ago. */
#define OPEN_REACH 0.6

void ripple_advection_clear_workspace(FlowWorkspace *workspace)
{
    ripple_projection_clear(&workspace->grid);
    free(workspace->rows);
    free(workspace->values);
    memset(workspace, 0, sizeof *workspace);
}

void ripple_advection_clear(Advection *advection)
{
    ripple_advection_clear_workspace(&advection->workspace);
    free(advection->map.x);
    free(advection->map.y);
    memset(advection, 0, sizeof *advection);
}

/* Also refuses NaN. */
static int is_flow(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!((double)values[i] >= -RIPPLE_MAX_CURRENT &&
              (double)values[i] <= RIPPLE_MAX_CURRENT))
            return 0;
    }
    return 1;
}

int ripple_advection_init(Advection *advection, const float *x, const float *y,
                          int width, int height)
{
    size_t count = (size_t)width * (size_t)height;
    FlowMap *map = &advection->map;

    memset(advection, 0, sizeof *advection);
    if (!is_flow(x, count) || !is_flow(y, count))
        return RIPPLE_ERROR_SETTING;
    map->x = malloc(count * sizeof *map->x);
    map->y = malloc(count * sizeof *map->y);
    if (map->x == NULL || map->y == NULL) {
        ripple_advection_clear(advection);
        return RIPPLE_ERROR_MEMORY;
    }
    memcpy(map->x, x, count * sizeof *x);
    memcpy(map->y, y, count * sizeof *y);
    map->width = width;
    map->height = height;
    return RIPPLE_OK;
}

int ripple_advection_is_still(const Advection *advection)
{
    const FlowMap *map = &advection->map;
    size_t count = (size_t)map->width * (size_t)map->height;

    for (size_t i = 0; i < count; i++) {
        if (map->x[i] != 0 || map->y[i] != 0)
            return 0;
    }
    return 1;
}

/* Bilinear; x and y are 0..1 over the whole map. */
static double sample_at(const float *values, const FlowMap *map, double x,
                        double y)
{
    double column = fmin(fmax(x * map->width - 0.5, 0), map->width - 1);
    double row = fmin(fmax(y * map->height - 0.5, 0), map->height - 1);
    int left = (int)column, top = (int)row;
    int right = left < map->width - 1 ? left + 1 : left;
    int bottom = top < map->height - 1 ? top + 1 : top;
    const float *above = values + (size_t)top * (size_t)map->width;
    const float *below = values + (size_t)bottom * (size_t)map->width;
    double dx = column - left, dy = row - top;

    return ((double)above[left] * (1 - dx) + (double)above[right] * dx) *
               (1 - dy) +
           ((double)below[left] * (1 - dx) + (double)below[right] * dx) * dy;
}

/* The first cell of the pool that lies in a cell of the grid. */
static int first_cell(int place, int count, int cells)
{
    return (int)((int64_t)place * cells / count);
}

static int is_mostly_land(const FlowWorkspace *workspace, const uint8_t *depths,
                          int column, int row)
{
    const FlowGrid *grid = &workspace->grid;
    int left = first_cell(column, grid->columns, workspace->columns);
    int right = first_cell(column + 1, grid->columns, workspace->columns);
    int top = first_cell(row, grid->rows, workspace->row_count);
    int bottom = first_cell(row + 1, grid->rows, workspace->row_count);
    int land = 0;

    for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x++)
            land += depths[(ptrdiff_t)y * workspace->columns + x] ==
                    RIPPLE_DEPTH_LAND;
    }
    return 2 * land >= (right - left) * (bottom - top);
}

static void sample_map(FlowWorkspace *workspace, const FlowMap *map,
                       const uint8_t *depths)
{
    FlowGrid *grid = &workspace->grid;
    int columns = grid->columns, rows = grid->rows;

    for (int y = 0; y < rows; y++) {
        for (int x = 0; x <= columns; x++)
            grid->x[y * (columns + 1) + x] =
                sample_at(map->x, map, (double)x / columns, (y + 0.5) / rows);
    }
    for (int y = 0; y <= rows; y++) {
        for (int x = 0; x < columns; x++)
            grid->y[y * columns + x] =
                sample_at(map->y, map, (x + 0.5) / columns, (double)y / rows);
    }
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++)
            grid->land[y * columns + x] =
                depths != NULL && is_mostly_land(workspace, depths, x, y);
    }
}

/* A grid of the pool's cells, scaled down to RIPPLE_FLOW_SIDE a side. */
static int make_grid(FlowGrid *grid, int columns, int rows)
{
    int side = max_int(columns, rows);
    double scale =
        side > RIPPLE_FLOW_SIDE ? (double)RIPPLE_FLOW_SIDE / side : 1;

    return ripple_projection_init(grid, (int)fmax(columns * scale, 1),
                                  (int)fmax(rows * scale, 1), 0);
}

static int is_uniform(const FlowMap *map)
{
    return map->width == 1 && map->height == 1;
}

int ripple_advection_make_workspace(FlowWorkspace *workspace,
                                    const Advection *advection, int columns,
                                    int rows, int has_land)
{
    FlowWorkspace made = {.columns = columns, .row_count = rows};
    size_t count;

    if (workspace->rows != NULL || ripple_advection_is_still(advection) ||
        (is_uniform(&advection->map) && !has_land))
        return RIPPLE_OK;
    if (make_grid(&made.grid, columns, rows) != RIPPLE_OK)
        return RIPPLE_ERROR_MEMORY;
    count = 2 * (size_t)made.grid.rows + 1;
    made.rows = calloc((size_t)rows, sizeof *made.rows);
    made.values = calloc(count * (size_t)columns, sizeof *made.values);
    if (made.rows == NULL || made.values == NULL) {
        ripple_advection_clear_workspace(&made);
        return RIPPLE_ERROR_MEMORY;
    }
    *workspace = made;
    return RIPPLE_OK;
}

/* Copies what later solutions and passes depend on; both have one shape. */
static void copy_workspace(FlowWorkspace *to, const FlowWorkspace *from)
{
    size_t rows = (size_t)from->row_count;
    size_t values = (2 * (size_t)from->grid.rows + 1) * (size_t)from->columns;

    ripple_projection_copy(&to->grid, &from->grid);
    memcpy(to->values, from->values, values * sizeof *to->values);
    memcpy(to->rows, from->rows, rows * sizeof *to->rows);
    for (size_t y = 0; y < rows; y++) {
        to->rows[y].x = to->values + (from->rows[y].x - from->values);
        to->rows[y].above = to->values + (from->rows[y].above - from->values);
        to->rows[y].below = to->values + (from->rows[y].below - from->values);
    }
}

int ripple_advection_copy(Advection *to, const Advection *from)
{
    const FlowWorkspace *workspace = &from->workspace;
    const FlowMap *map = &from->map;
    int error = RIPPLE_OK;

    memset(to, 0, sizeof *to);
    if (map->x != NULL)
        error =
            ripple_advection_init(to, map->x, map->y, map->width, map->height);
    if (error == RIPPLE_OK && workspace->rows != NULL)
        error = ripple_advection_make_workspace(
            &to->workspace, to, workspace->columns, workspace->row_count, 1);
    if (error != RIPPLE_OK) {
        ripple_advection_clear(to);
        return error;
    }
    if (workspace->rows != NULL)
        copy_workspace(&to->workspace, workspace);
    to->schedule = from->schedule;
    to->x = from->x;
    to->y = from->y;
    to->divergence = from->divergence;
    return RIPPLE_OK;
}

/* Chooses passes and interval for flows of up to `max` cells a step. Returns
   the factor from a flow per step to a flow per pass. */
static double choose_schedule(AdvectionSchedule *schedule, double max,
                              RippleEdges edges)
{
    double reach = edges == RIPPLE_EDGES_OPEN ? OPEN_REACH : 1;
    int interval = max > 0 ? (int)fmin(reach / max, RIPPLE_MAX_INTERVAL) : 1;

    schedule->interval = max_int(interval, 1);
    schedule->passes = clamp_int((int)ceil(max), 1, RIPPLE_MAX_PASSES);
    schedule->phase = 0;
    return (double)schedule->interval / schedule->passes;
}

AdvectionPlan ripple_advection_next(AdvectionSchedule *schedule)
{
    AdvectionPlan plan = {0, 0};

    if (schedule->passes == 0)
        return plan;
    if (schedule->leads)
        plan.before = schedule->passes;
    schedule->leads = schedule->phase == schedule->interval - 1;
    if (schedule->leads)
        plan.after = schedule->passes;
    schedule->phase = (schedule->phase + 1) % schedule->interval;
    return plan;
}

void ripple_advection_restart(AdvectionSchedule *schedule)
{
    schedule->phase = 0;
    schedule->leads = 0;
}

/* Always odd or 0: a weight of exactly 1/2 would round up every time and raise
   the water. */
static int16_t to_q15(double flow, double scale)
{
    int size = (int)fmin(fabs(flow * scale) * ONE, ALMOST_ONE);

    if (size > 0)
        size |= 1;
    return (int16_t)(flow < 0 ? -size : size);
}

/* The largest component on any face. */
static double max_component(const FlowGrid *grid)
{
    double max = 0;

    for (int i = 0; i < (grid->columns + 1) * grid->rows; i++)
        max = fmax(max, fabs(grid->x[i]));
    for (int i = 0; i < grid->columns * (grid->rows + 1); i++)
        max = fmax(max, fabs(grid->y[i]));
    return max;
}

/* The flow of one column of cells: x in each row of the grid, linear between
   the faces left and right; y on each face above and below. */
static void fill_column(const FlowGrid *grid, double scale, double place,
                        int16_t *flow_x, int16_t *flow_y, size_t stride)
{
    int column = (int)place;
    double weight = place - column;

    for (int row = 0; row < grid->rows; row++) {
        const double *face = grid->x + row * (grid->columns + 1) + column;

        flow_x[(size_t)row * stride] =
            to_q15(face[0] + (face[1] - face[0]) * weight, scale);
    }
    for (int row = 0; row <= grid->rows; row++)
        flow_y[(size_t)row * stride] =
            to_q15(grid->y[row * grid->columns + column], scale);
}

/*
 * Linear between opposite faces of the grid, so no cell of the pool gains more
 * than its cell of the grid. If the flow is anywhere faster than
 * RIPPLE_MAX_CURRENT, all of it is slowed down by the same factor.
 */
static void fill_rows(Advection *advection, RippleEdges edges)
{
    FlowWorkspace *workspace = &advection->workspace;
    const FlowGrid *grid = &workspace->grid;
    size_t stride = (size_t)workspace->columns;
    int16_t *flow_x = workspace->values;
    int16_t *flow_y = flow_x + (size_t)grid->rows * stride;
    double max = max_component(grid);
    double scale = max > RIPPLE_MAX_CURRENT ? RIPPLE_MAX_CURRENT / max : 1;

    advection->divergence = ripple_projection_divergence(grid) * scale;
    scale *= choose_schedule(&advection->schedule, max * scale, edges);
    for (int x = 0; x < workspace->columns; x++)
        fill_column(grid, scale, (x + 0.5) * grid->columns / workspace->columns,
                    flow_x + x, flow_y + x, stride);
    for (int y = 0; y < workspace->row_count; y++) {
        double place = (y + 0.5) * grid->rows / workspace->row_count;
        size_t row = (size_t)place;

        workspace->rows[y] =
            (FlowRow){flow_x + row * stride, flow_y + row * stride,
                      flow_y + (row + 1) * stride,
                      (int16_t)((place - (double)row) * ALMOST_ONE)};
    }
}

static void fit_uniform(Advection *advection, RippleEdges edges)
{
    double x = (double)advection->map.x[0], y = (double)advection->map.y[0];
    double scale =
        choose_schedule(&advection->schedule, fmax(fabs(x), fabs(y)), edges);

    advection->x = to_q15(x, scale);
    advection->y = to_q15(y, scale);
}

static void fit_grid(Advection *advection, const uint8_t *depths,
                     RippleEdges edges)
{
    FlowGrid *grid = &advection->workspace.grid;

    grid->wraps = edges == RIPPLE_EDGES_WRAP;
    sample_map(&advection->workspace, &advection->map, depths);
    ripple_projection_close_land(grid);
    ripple_projection_solve(grid, TOLERANCE, MAX_ITERATIONS);
    fill_rows(advection, edges);
}

void ripple_advection_fit(Advection *advection, const uint8_t *depths,
                          RippleEdges edges)
{
    int is_still = ripple_advection_is_still(advection);

    if (!is_still && (depths != NULL || !is_uniform(&advection->map))) {
        fit_grid(advection, depths, edges);
        return;
    }
    ripple_advection_clear_workspace(&advection->workspace);
    advection->divergence = 0;
    advection->schedule.passes = 0;
    if (!is_still)
        fit_uniform(advection, edges);
}
