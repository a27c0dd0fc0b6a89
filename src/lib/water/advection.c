/* SPDX-License-Identifier: MIT */
#include "lib/water/advection.h"

#include "lib/util/fixed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TOLERANCE      1e-4 /* of the divergence, in cells a step per cell */
#define MAX_ITERATIONS 2000
#define ONE            32768
#define ALMOST_ONE     32767
#define STRIP          32 /* int16_t in a cache line */

/* The most cells by which one pass for several steps may move heights at open
   edges, whose halo has the edge heights of one step earlier. */
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
    ripple_flow_map_clear(&advection->map);
    memset(advection, 0, sizeof *advection);
}

int ripple_advection_init(Advection *advection, const float *x, const float *y,
                          int width, int height)
{
    memset(advection, 0, sizeof *advection);
    return ripple_flow_map_init(&advection->map, x, y, width, height);
}

int ripple_advection_is_still(const Advection *advection)
{
    return ripple_flow_map_is_still(&advection->map);
}

/* The first cell of the pool in a cell of the grid. */
static int first_cell(int place, int count, int cells)
{
    return (int)((int64_t)place * cells / count);
}

/* Counts the land cells of each column in the rows top..bottom - 1. */
static void count_land(int16_t *counts, const uint8_t *depths, int columns,
                       int top, int bottom)
{
    memset(counts, 0, (size_t)columns * sizeof *counts);
    for (int y = top; y < bottom; y++) {
        const uint8_t *row = depths + (ptrdiff_t)y * columns;

        if (memchr(row, RIPPLE_DEPTH_LAND, (size_t)columns) == NULL)
            continue;
        for (int x = 0; x < columns; x++)
            counts[x] = (int16_t)(counts[x] + (row[x] == RIPPLE_DEPTH_LAND));
    }
}

/* A cell of the grid is land if at least half of its pool cells are land. */
static void find_land(const FlowWorkspace *workspace, const uint8_t *depths)
{
    const FlowGrid *grid = &workspace->grid;
    int columns = workspace->columns, starts[RIPPLE_FLOW_SIDE + 1] = {0};

    for (int x = 0; x <= grid->columns; x++)
        starts[x] = first_cell(x, grid->columns, columns);
    for (int y = 0; y < grid->rows; y++) {
        int top = first_cell(y, grid->rows, workspace->row_count);
        int bottom = first_cell(y + 1, grid->rows, workspace->row_count);

        count_land(workspace->counts, depths, columns, top, bottom);
        for (int x = 0; x < grid->columns; x++) {
            int land = 0;

            for (int i = starts[x]; i < starts[x + 1]; i++)
                land += workspace->counts[i];
            grid->land[y * grid->columns + x] =
                2 * land >= (starts[x + 1] - starts[x]) * (bottom - top);
        }
    }
}

/* Allocates a grid of the pool's size, scaled down to at most RIPPLE_FLOW_SIDE
   cells a side. */
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
    count = 2 * (size_t)made.grid.rows + 1; /* rows of values */
    made.rows = calloc((size_t)rows, sizeof *made.rows);
    made.values = calloc((count + 1) * (size_t)columns, sizeof *made.values);
    if (made.rows == NULL || made.values == NULL) {
        ripple_advection_clear_workspace(&made);
        return RIPPLE_ERROR_MEMORY;
    }
    made.counts = made.values + count * (size_t)columns;
    *workspace = made;
    return RIPPLE_OK;
}

/* Copies the state that later solutions and passes use. Both workspaces have
   the same shape. */
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
   the number of steps that a pass covers: flow per pass / flow per step. */
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

    if (schedule->passes == 0) {
        schedule->leads = 0;
        return plan;
    }
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

/* The result is odd or 0: a weight of exactly 1/2 would round up every time and
   raise the water. */
static int16_t to_q15(double flow, double scale)
{
    double whole = flow * scale * ONE;
    int rounded = (int)(whole > ALMOST_ONE    ? ALMOST_ONE
                        : whole < -ALMOST_ONE ? -ALMOST_ONE
                                              : whole);

    return (int16_t)(rounded +
                     (~rounded & 1) * ((rounded > 0) - (rounded < 0)));
}

static void convert_flows(int16_t *restrict to, const double *restrict flows,
                          int count, double scale)
{
    for (int i = 0; i < count; i++)
        to[i] = to_q15(flows[i], scale);
}

/* The maximum of |component| over all faces. */
static double max_component(const FlowGrid *grid)
{
    double max = 0;

    for (int i = 0; i < (grid->columns + 1) * grid->rows; i++)
        max = max_double(max, fabs(grid->x[i]));
    for (int i = 0; i < grid->columns * (grid->rows + 1); i++)
        max = max_double(max, fabs(grid->y[i]));
    return max;
}

/* Columns of cells that are filled together: a cache line. */
typedef struct Strip {
    int first, count;
    int columns[STRIP];   /* of the grid */
    double shares[STRIP]; /* weight of the face to the right */
} Strip;

static Strip make_strip(const FlowWorkspace *workspace, int first)
{
    Strip strip = {.first = first};

    strip.count = min_int(STRIP, workspace->columns - first);
    for (int i = 0; i < strip.count; i++) {
        double place =
            (first + i + 0.5) * workspace->grid.columns / workspace->columns;

        strip.columns[i] = (int)place;
        strip.shares[i] = place - strip.columns[i];
    }
    return strip;
}

/* Stores the flow of a strip of cells: x for each row of the grid, linear
   between the left and right faces; y for each row of faces. */
static void fill_strip(const FlowWorkspace *workspace, const Strip *strip,
                       double scale)
{
    const FlowGrid *grid = &workspace->grid;
    int left = strip->columns[0];
    int right = strip->columns[strip->count - 1];
    int16_t *to = workspace->values + strip->first;

    for (int row = 0; row < grid->rows; row++, to += workspace->columns) {
        const double *faces = grid->x + row * (grid->columns + 1);
        double flows[STRIP];

        for (int i = 0; i < strip->count; i++) {
            const double *face = faces + strip->columns[i];

            flows[i] = face[0] + (face[1] - face[0]) * strip->shares[i];
        }
        convert_flows(to, flows, strip->count, scale);
    }
    for (int row = 0; row <= grid->rows; row++, to += workspace->columns) {
        int16_t flows[STRIP];

        convert_flows(flows, grid->y + row * grid->columns + left,
                      right - left + 1, scale);
        for (int i = 0; i < strip->count; i++)
            to[i] = flows[strip->columns[i] - left];
    }
}

/*
 * Interpolates between opposite faces of the grid, so no cell of the pool gains
 * more water than the cell of the grid around it. If the flow exceeds
 * RIPPLE_MAX_CURRENT anywhere, all of it is scaled down by one factor.
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

    advection->divergence = ripple_projection_max_divergence(grid) * scale;
    scale *= choose_schedule(&advection->schedule, max * scale, edges);
    for (int x = 0; x < workspace->columns; x += STRIP) {
        Strip strip = make_strip(workspace, x);

        fill_strip(workspace, &strip, scale);
    }
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
    ripple_flow_map_sample(&advection->map, grid);
    if (depths != NULL)
        find_land(&advection->workspace, depths);
    else
        memset(grid->land, 0, (size_t)grid->columns * (size_t)grid->rows);
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

/* Converts 1/2^15 cells a pass to 1/2^16 cells a step. */
static int to_step_flow(const AdvectionSchedule *schedule, int flow)
{
    return flow * 2 * schedule->passes / schedule->interval;
}

void ripple_advection_flow_at(const Advection *advection, int column, int row,
                              int *x, int *y)
{
    const AdvectionSchedule *schedule = &advection->schedule;
    const FlowWorkspace *workspace = &advection->workspace;
    int flow_x = advection->x, flow_y = advection->y;

    *x = *y = 0;
    if (schedule->passes == 0)
        return;
    if (workspace->rows != NULL) {
        int i = clamp_int(column, 0, workspace->columns - 1);
        int k = clamp_int(row, 0, workspace->row_count - 1);
        const FlowRow *flow = &workspace->rows[k];

        flow_x = flow->x[i];
        flow_y = lerp(flow->above[i], flow->below[i], flow->share);
    }
    *x = to_step_flow(schedule, flow_x);
    *y = to_step_flow(schedule, flow_y);
}
