/* SPDX-License-Identifier: MIT */
#include "lib/water/boundary.h"

#include "lib/util/fixed.h"
#include "lib/water/model.h"

#include "lib/kernels/formula.h"
#include "lib/kernels/water.inc"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Open edges: waves leave the pool. A step treats the edges as mirrors, so
 * their halo is filled as for mirrors. Then the outermost cells are slowed
 * down: each gets a height between its height one step earlier and its stepped
 * height. No such height adds energy, whatever the water does
 * (src/lib/water/README.md).
 *
 *        cell 0   cell 1   cell 2         across the left edge; each with three
 *     |+--------+--------+--------+---    heights: x after the step (x0 by a
 *     ||  x0    |  x1    |  x2    |       mirror), h before it, b one step
 *     |+--------+--------+--------+---    earlier, kept in `before`
 *
 * Two one-way wave equations, applied one after the other, for waves at 0 and
 * at 45 degrees to the normal, give the height that lets waves pass. Source:
 * Higdon, "Absorbing boundary conditions for difference approximations to the
 * multi-dimensional wave equation", 1986. Near land and in the corners, cells
 * keep a share of their movement, as the water beyond would let them.
 *
 * Heights here are in 1/2^12 if they have fractions.
 */
#define COS_45 0.70710678118654752440
#define LINE   RIPPLE_TILE_COLUMNS /* cells */

/* Cells along a side, as offsets from cell (0, 0) of a plane. */
typedef struct Edge {
    ptrdiff_t cell;        /* the first one */
    ptrdiff_t along;       /* from a cell to the next */
    ptrdiff_t inward;      /* from a cell to the next one inside */
    const int32_t *before; /* `before` of the first cell */
    size_t length;         /* of the side */
} Edge;

/* Heights of up to LINE cells along an edge, of cells 0, 1 and 2 across it. */
typedef struct Line {
    int32_t next[RIPPLE_OPEN_DEPTH][LINE], now[RIPPLE_OPEN_DEPTH][LINE];
    const int32_t *before[RIPPLE_OPEN_DEPTH];
} Line;

/* Left and right sides are columns of cells, the others rows. */
static int is_column(BoundarySide side)
{
    return side == SIDE_LEFT || side == SIDE_RIGHT;
}

/* Returns 0 or RIPPLE_ERROR_MEMORY; on error *open is cleared. */
static int init_open(OpenBoundary *open, const Field *field)
{
    size_t rows = (size_t)field->rows, columns = (size_t)field->columns;
    int32_t *lines;

    memset(open, 0, sizeof *open);
    open->memory =
        calloc(2 * RIPPLE_OPEN_DEPTH * (rows + columns), sizeof *open->memory);
    if (open->memory == NULL)
        return RIPPLE_ERROR_MEMORY;
    lines = open->memory;
    for (BoundarySide side = SIDE_LEFT; side < SIDE_COUNT; side++) {
        open->before[side] = lines;
        lines += RIPPLE_OPEN_DEPTH * (is_column(side) ? rows : columns);
    }
    return RIPPLE_OK;
}

/* Frees the memory and zeroes the struct. */
static void clear_open(OpenBoundary *open)
{
    free(open->memory);
    memset(open, 0, sizeof *open);
}

/* The coefficient of a one-way equation, for waves of r cells a step. */
static double one_way_factor(double r)
{
    return (r - 1) / (r + 1);
}

/* Sets the coefficients for waves of the model. */
static void configure_open(OpenBoundary *open, const RippleSettings *settings)
{
    double r = sqrt(ripple_model_of(settings)->speed2(settings));
    double normal = one_way_factor(r), oblique = one_way_factor(r / COS_45);

    open->max_height = ripple_model_stencil(settings, 0).max_height;
    open->sum =
        (int32_t)lround((normal + oblique) * (1 << RIPPLE_OPEN_FACTOR_BITS));
    open->product =
        (int32_t)lround(normal * oblique * (1 << RIPPLE_OPEN_FACTOR_BITS));
    for (int i = 0; i < COUNT(open->kept); i++)
        open->kept[i] = (int32_t)lround((1 << RIPPLE_OPEN_SHARE_BITS) /
                                        (1 + (i + 1) * r / 2));
}

/* Returns 1 if the row above has cells 1 or 2 of the bottom edge. */
static int is_bottom_edge_split(const Field *field, int tile_y)
{
    return tile_y > 0 && tile_y == field->tile_rows - 1 &&
           ripple_field_tile(field, 0, tile_y).height < RIPPLE_OPEN_DEPTH;
}

static void copy_line(int32_t *to, const Plane *from, ptrdiff_t cell,
                      ptrdiff_t along, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = ripple_field_value(from, cell + i * along);
}

static void save_cells(const OpenStep *step, BoundarySide side, int depth,
                       int first, int count, ptrdiff_t cell, ptrdiff_t along)
{
    size_t length =
        (size_t)(is_column(side) ? step->field->rows : step->field->columns);
    int32_t *line = step->open->before[side] + (size_t)depth * length + first;

    copy_line(line, step->next, cell, along, count);
}

/* Saves a row's heights of one step earlier. Call before its step. */
static void save_open_row(const OpenStep *step, int tile_y)
{
    const Field *field = step->field;
    RippleRect tile = ripple_field_tile(field, 0, tile_y);
    ptrdiff_t stride = (ptrdiff_t)field->stride;

    for (int i = 0; i < RIPPLE_OPEN_DEPTH; i++) {
        int bottom = field->rows - 1 - i;

        save_cells(step, SIDE_LEFT, i, tile.y, tile.height, tile.y * stride + i,
                   stride);
        save_cells(step, SIDE_RIGHT, i, tile.y, tile.height,
                   tile.y * stride + field->columns - 1 - i, stride);
        if (tile_y == 0 && i < tile.height)
            save_cells(step, SIDE_TOP, i, 0, field->columns, i * stride, 1);
        if (bottom >= tile.y && bottom < tile.y + tile.height)
            save_cells(step, SIDE_BOTTOM, i, 0, field->columns, bottom * stride,
                       1);
    }
}

/* The cells of a side from number `first` on. */
static Edge make_edge(const OpenStep *step, BoundarySide side, int first)
{
    const Field *field = step->field;
    int is_upright = is_column(side);
    ptrdiff_t stride = (ptrdiff_t)field->stride;
    int x = side == SIDE_RIGHT ? field->columns - 1 : is_upright ? 0 : first;
    int y = side == SIDE_BOTTOM ? field->rows - 1 : is_upright ? first : 0;
    ptrdiff_t inward = is_upright ? 1 : stride;

    return (Edge){
        .cell = y * stride + x,
        .along = is_upright ? stride : 1,
        .inward = side == SIDE_RIGHT || side == SIDE_BOTTOM ? -inward : inward,
        .before = step->open->before[side] + first,
        .length = (size_t)(is_upright ? field->rows : field->columns),
    };
}

/*
 * Moves edge cells toward the height x0 that satisfies both one-way equations;
 * the drawing above has the letters. c and d are (r - 1) / (r + 1) for r cells
 * a step across the edge:
 *
 *     x0 = 2 h1 - b2 + (c + d) (x1 - h0 - h2 + b1) + c d (2 h1 - x2 - b0)
 */
static inline void let_waves_pass(const OpenBoundary *open, Line *line,
                                  int count, int is_fine)
{
    const int32_t *before0 = line->before[0];
    const int32_t *before1 = line->before[1], *before2 = line->before[2];

    for (int i = 0; i < count; i++) {
        int32_t h1 = line->now[1][i];
        int32_t sum =
            line->next[1][i] - line->now[0][i] - line->now[2][i] + before1[i];
        int32_t product = 2 * h1 - line->next[2][i] - before0[i];
        int32_t moved = divide_sum(sum, open->sum, product, open->product,
                                   RIPPLE_OPEN_FACTOR_BITS);

        line->next[0][i] = move(before0[i], line->next[0][i],
                                2 * h1 - before2[i] + moved, is_fine);
    }
}

static int is_land_near(const Mask *mask, const Edge *edge, ptrdiff_t cell)
{
    const int16_t *map = mask->depth_map + cell;

    return (map[0] | map[edge->inward] | map[2 * edge->inward]) != 0;
}

/* Sets the height of a cell, and adds the change to its speed. The `before` of
   springs may exceed max_height, because stones may raise cells above it. */
static void set_height(const OpenStep *step, ptrdiff_t cell, int32_t height)
{
    if (step->speeds->cells != NULL) {
        int16_t *speed = &step->speeds->cells[cell];
        int max = step->open->max_height;

        height = clamp_int(height, -max, max);
        *speed = sat16(*speed + (height - step->next->cells[cell]) *
                                    (1 << RIPPLE_SPEED_BITS));
    }
    ripple_field_set_value(step->next, cell, height);
}

/* Steps LINE cells or fewer. Returns 1 if a height is not 0. */
static int step_line(const OpenStep *step, const Edge *edge, int count)
{
    Line line;
    int any = 0, is_fine = step->next->fractions != NULL;

    for (int i = 0; i < RIPPLE_OPEN_DEPTH; i++) {
        ptrdiff_t cell = edge->cell + i * edge->inward;

        /* cppcheck-suppress uninitvar ; written here, not read */
        copy_line(line.next[i], step->next, cell, edge->along, count);
        copy_line(line.now[i], &step->field->now, cell, edge->along, count);
        line.before[i] = edge->before + (size_t)i * edge->length;
    }
    if (is_fine)
        let_waves_pass(step->open, &line, count, 1);
    else
        let_waves_pass(step->open, &line, count, 0);
    for (int i = 0; i < count; i++) {
        ptrdiff_t cell = edge->cell + i * edge->along;

        if (step->mask != NULL && is_land_near(step->mask, edge, cell))
            line.next[0][i] = keep_share(line.before[0][i],
                                         ripple_field_value(step->next, cell),
                                         step->open->kept[0], is_fine);
        set_height(step, cell, line.next[0][i]);
        any |= line.next[0][i];
    }
    return any != 0;
}

/* Steps the cells of one tile at a side, without the corners of the pool. */
static int step_side(const OpenStep *step, BoundarySide side, RippleRect tile)
{
    int is_upright = is_column(side);
    int first = is_upright ? tile.y : tile.x;
    int end = first + (is_upright ? tile.height : tile.width);
    int last = (is_upright ? step->field->rows : step->field->columns) - 1;
    Edge edge;

    first = max_int(first, 1);
    end = min_int(end, last);
    edge = make_edge(step, side, first);
    return step_line(step, &edge, end - first);
}

static int step_corner(const OpenStep *step, BoundarySide side, int y)
{
    Edge edge = make_edge(step, side, y);
    int32_t height =
        keep_share(edge.before[0], ripple_field_value(step->next, edge.cell),
                   step->open->kept[1], step->next->fractions != NULL);

    set_height(step, edge.cell, height);
    return height != 0;
}

static int step_tile_edges(const OpenStep *step, int tile_x, int tile_y)
{
    const Field *field = step->field;
    RippleRect tile = ripple_field_tile(field, tile_x, tile_y);
    int is_top = tile_y == 0, is_bottom = tile_y == field->tile_rows - 1;
    int is_end[] = {tile_x == 0, tile_x == field->tile_columns - 1};
    int any = 0;

    for (BoundarySide side = SIDE_LEFT; side <= SIDE_RIGHT; side++) {
        if (!is_end[side])
            continue;
        any |= step_side(step, side, tile);
        if (is_top)
            any |= step_corner(step, side, 0);
        if (is_bottom)
            any |= step_corner(step, side, field->rows - 1);
    }
    if (is_top)
        any |= step_side(step, SIDE_TOP, tile);
    if (is_bottom)
        any |= step_side(step, SIDE_BOTTOM, tile);
    return any;
}

/* Lets waves leave through the edges of a row of tiles that was stepped. Sets
   all flags of a tile at an edge if a cell there is not 0. */
static void step_open_row(const OpenStep *step, int tile_y)
{
    const Field *field = step->field;
    uint8_t *flags = ripple_field_flags(field, step->next, tile_y);
    int last = field->tile_columns - 1;
    int is_edge = tile_y == 0 || tile_y == field->tile_rows - 1;

    for (int x = 0; x <= last; x += is_edge || last == 0 ? 1 : last) {
        if (step_tile_edges(step, x, tile_y))
            flags[x] = RIPPLE_ACTIVE_ALL;
    }
}

int ripple_boundary_init(Boundary *boundary, const Field *field)
{
    memset(boundary, 0, sizeof *boundary);
    return init_open(&boundary->open, field);
}

void ripple_boundary_clear(Boundary *boundary)
{
    clear_open(&boundary->open);
    memset(boundary, 0, sizeof *boundary);
}

static void clear_halo_of_part(const Field *field, int16_t *part)
{
    size_t bytes = ((size_t)field->columns + 2) * sizeof(int16_t);

    if (part == NULL)
        return;
    for (int y = 0; y < field->rows; y++) {
        int16_t *row = ripple_field_halo_row(field, part, y);

        row[0] = row[field->columns + 1] = 0;
    }
    memset(ripple_field_halo_row(field, part, -1), 0, bytes);
    memset(ripple_field_halo_row(field, part, field->rows), 0, bytes);
}

static void clear_halo(const Field *field, Plane *plane)
{
    if (plane->cells == NULL)
        return;
    for (int i = 0; i < RIPPLE_PARTS; i++)
        clear_halo_of_part(field, ripple_field_part(plane, i));
    for (int y = -1; y <= field->tile_rows; y++) {
        uint8_t *flags = ripple_field_flags(field, plane, y);

        flags[-1] = flags[field->tile_columns] = 0;
    }
    memset(ripple_field_flags(field, plane, -1), 0, field->tile_stride - 2);
    memset(ripple_field_flags(field, plane, field->tile_rows), 0,
           field->tile_stride - 2);
    plane->active_tiles[-1] = plane->active_tiles[field->tile_rows] = 0;
}

void ripple_boundary_configure(Boundary *boundary, Field *field,
                               const RippleSettings *settings)
{
    RippleEdges kind = settings->edges;

    if (kind == RIPPLE_EDGES_OPEN && (field->columns < RIPPLE_OPEN_MIN_CELLS ||
                                      field->rows < RIPPLE_OPEN_MIN_CELLS))
        kind = RIPPLE_EDGES_FIXED;
    if (kind != boundary->kind) {
        Plane *plane;

        for (int i = 0; (plane = ripple_field_plane(field, i)) != NULL; i++)
            clear_halo(field, plane);
        field->is_halo_stale = 1;
    }
    boundary->kind = kind;
    configure_open(&boundary->open, settings);
}

int ripple_boundary_needs_row_above(const Boundary *boundary,
                                    const Field *field, int tile_y)
{
    return boundary->kind == RIPPLE_EDGES_OPEN &&
           is_bottom_edge_split(field, tile_y);
}

static void copy_flags(const Field *field, Plane *plane, int to_y, int from_y)
{
    memcpy(ripple_field_flags(field, plane, to_y) - 1,
           ripple_field_flags(field, plane, from_y) - 1, field->tile_stride);
    ripple_field_count_row(field, plane, from_y);
    plane->active_tiles[to_y] = plane->active_tiles[from_y];
}

/* Copies the outermost cells of a row of tiles to the halo beside them or, if
   the edges wrap, to the halo at the opposite edge. */
static void copy_cells(const Field *field, int16_t *part, int tile_y,
                       int is_wrapped)
{
    RippleRect tile = ripple_field_tile(field, 0, tile_y);
    int columns = field->columns, rows = field->rows;
    size_t bytes = ((size_t)columns + 2) * sizeof(int16_t);

    for (int y = tile.y; y < tile.y + tile.height; y++) {
        int16_t *row = ripple_field_halo_row(field, part, y);

        row[is_wrapped ? columns + 1 : 0] = row[1];
        row[is_wrapped ? 0 : columns + 1] = row[columns];
    }
    if (tile_y == 0)
        memcpy(ripple_field_halo_row(field, part, is_wrapped ? rows : -1),
               ripple_field_halo_row(field, part, 0), bytes);
    if (tile_y == field->tile_rows - 1)
        memcpy(ripple_field_halo_row(field, part, is_wrapped ? -1 : rows),
               ripple_field_halo_row(field, part, rows - 1), bytes);
}

/* Copies flags to the border, from the same side as cells. */
static void wrap_flags(const Field *field, Plane *plane, int tile_y)
{
    uint8_t *flags = ripple_field_flags(field, plane, tile_y);

    flags[-1] = flags[field->tile_columns - 1];
    flags[field->tile_columns] = flags[0];
    if (tile_y == 0)
        copy_flags(field, plane, field->tile_rows, 0);
    if (tile_y == field->tile_rows - 1)
        copy_flags(field, plane, -1, tile_y);
}

void ripple_boundary_copy_row(const Boundary *boundary, const Field *field,
                              Plane *plane, int tile_y)
{
    int is_wrapped = boundary->kind == RIPPLE_EDGES_WRAP;

    if (boundary->kind == RIPPLE_EDGES_FIXED)
        return;
    for (int i = 0; i < RIPPLE_PARTS; i++) {
        int16_t *part = ripple_field_part(plane, i);

        if (part != NULL)
            copy_cells(field, part, tile_y, is_wrapped);
    }
    if (is_wrapped)
        wrap_flags(field, plane, tile_y);
}

void ripple_boundary_save_row(const Boundary *boundary, const OpenStep *step,
                              int tile_y)
{
    if (boundary->kind == RIPPLE_EDGES_OPEN)
        save_open_row(step, tile_y);
}

void ripple_boundary_step_row(const Boundary *boundary, const OpenStep *step,
                              int tile_y)
{
    if (boundary->kind == RIPPLE_EDGES_OPEN)
        step_open_row(step, tile_y);
    ripple_boundary_copy_row(boundary, step->field, step->next, tile_y);
}

void ripple_boundary_refresh(const Boundary *boundary, Field *field)
{
    for (int y = 0; y < field->tile_rows && field->is_halo_stale; y++) {
        ripple_boundary_copy_row(boundary, field, &field->now, y);
        ripple_boundary_copy_row(boundary, field, &field->before, y);
        if (field->speeds.cells != NULL)
            ripple_boundary_copy_row(boundary, field, &field->speeds, y);
    }
    field->is_halo_stale = 0;
}
