/* SPDX-License-Identifier: MIT */
#include "water/boundary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST        32767                  /* just less than one, in 1/2^15 */
#define HALF_ROOT   0.70710678118654752440 /* cos(45 degrees) */
#define USUAL_LEAK  7
#define SPRING_LEAK 3   /* nothing else slows the speeds of springs */
#define CALM_SHARE  32  /* what a current brings in is this much calmer */
#define SHORT_LIVED 0.9 /* waves that keep less than this a step */
#define LEAST_OPEN  4   /* across less, open edges would feed each other */

int ripple_boundary_init(Boundary *edges, const Field *heights)
{
    size_t rows = (size_t)heights->rows, columns = (size_t)heights->columns;
    int16_t *free_cells;

    memset(edges, 0, sizeof *edges);
    edges->memory = calloc(4 * (rows + columns), sizeof *edges->memory);
    if (edges->memory == NULL)
        return RIPPLE_ERROR_MEMORY;
    free_cells = edges->memory;
    for (int side = 0; side < SIDE_COUNT; side++) {
        size_t length = side < SIDE_TOP ? rows : columns;

        edges->rest[side] = (BoundaryResidue){free_cells, free_cells + length};
        free_cells += 2 * length;
    }
    return RIPPLE_OK;
}

void ripple_boundary_clear(Boundary *edges)
{
    free(edges->memory);
    memset(edges, 0, sizeof *edges);
}

/* The factor of a one-way equation for waves of r cells a step. */
static int16_t one_way_q15(double r)
{
    return (int16_t)lround((r - 1) / (r + 1) * MOST);
}

void ripple_boundary_reset(Boundary *edges, const Field *heights)
{
    memset(edges->memory, 0,
           4 * ((size_t)heights->rows + (size_t)heights->columns) *
               sizeof *edges->memory);
}

static int16_t *ring_row(const Field *heights, const Plane *buffer, int y)
{
    return buffer->cells + (ptrdiff_t)y * (ptrdiff_t)heights->stride - 1;
}

static void empty_ring(const Field *heights, Plane *buffer)
{
    size_t bytes = ((size_t)heights->columns + 2) * sizeof(int16_t);
    uint8_t *flags;

    if (buffer->cells == NULL)
        return;
    for (int y = 0; y < heights->rows; y++) {
        int16_t *row = ring_row(heights, buffer, y);

        row[0] = row[heights->columns + 1] = 0;
    }
    memset(ring_row(heights, buffer, -1), 0, bytes);
    memset(ring_row(heights, buffer, heights->rows), 0, bytes);
    for (int y = -1; y <= heights->tile_rows; y++) {
        flags = ripple_field_flags(heights, buffer, y);
        flags[-1] = flags[heights->tile_columns] = 0;
    }
    memset(ripple_field_flags(heights, buffer, -1), 0,
           heights->tile_stride - 2);
    memset(ripple_field_flags(heights, buffer, heights->tile_rows), 0,
           heights->tile_stride - 2);
    buffer->active_tiles[-1] = buffer->active_tiles[heights->tile_rows] = 0;
}

void ripple_boundary_configure(Boundary *edges, Field *heights,
                               const RippleSettings *settings, int has_current)
{
    double r = sqrt(ripple_model_speed2(settings));
    RippleEdges kind = settings->edges;

    if (kind == RIPPLE_EDGES_OPEN &&
        (heights->columns < LEAST_OPEN || heights->rows < LEAST_OPEN))
        kind = RIPPLE_EDGES_FIXED;
    if (kind != edges->kind || has_current != edges->follows) {
        Plane *buffer;

        for (int i = 0; (buffer = ripple_field_plane(heights, i)) != NULL; i++)
            empty_ring(heights, buffer);
        ripple_boundary_reset(edges, heights);
        heights->touched = 1;
    }
    edges->kind = kind;
    edges->follows = has_current;
    edges->normal_q15 = one_way_q15(r);
    edges->oblique_q15 = one_way_q15(r / HALF_ROOT);
    edges->decay =
        settings->model == RIPPLE_MODEL_SPRING ? SPRING_LEAK : USUAL_LEAK;
    edges->is_normal = ripple_model_energy_kept(settings) < SHORT_LIVED;
    edges->smooths = settings->model == RIPPLE_MODEL_ROUND;
}

/* A piece of an edge: cells 1 and 0 and the ring, as places in a buffer. */
typedef struct Piece {
    ptrdiff_t cell;    /* the first cell at the edge */
    ptrdiff_t along;   /* from one to the next */
    ptrdiff_t outside; /* from a cell to the ring; the other way is cell 1 */
    int count;
    int16_t *inner, *outer; /* the rest, from the first cell on */
} Piece;

/* In a current the ring becomes the edge of a step ago, a little calmer. */
static int follow_line(const Piece *piece, int16_t *next, const int16_t *now)
{
    int active = 0;

    for (int i = 0; i < piece->count; i++) {
        ptrdiff_t cell = piece->cell + i * piece->along;
        int height = now[cell] - now[cell] / CALM_SHARE;

        height -= (height > 0) - (height < 0);
        next[cell + piece->outside] = (int16_t)height;
        active |= height;
    }
    return active;
}

static AbsorbingBoundary make_outlet(const Boundary *edges, const Piece *piece,
                                     int16_t *next, const int16_t *now)
{
    return (AbsorbingBoundary){
        .next = next + piece->cell,
        .now = now + piece->cell,
        .along = piece->along,
        .outside = piece->outside,
        .inner = piece->inner,
        .outer = piece->outer,
        .count = piece->count,
        .normal = edges->normal_q15,
        .oblique = edges->oblique_q15,
        .is_normal = edges->is_normal,
        .decay = edges->decay,
    };
}

/* Returns RIPPLE_ACTIVE_ALL if something is still on its way: corners of the
   tiles next to it may see it. */
static int step_piece(const Boundary *edges, const Kernels *kernels,
                      const Piece *piece, int16_t *next, const int16_t *now)
{
    AbsorbingBoundary boundary;

    if (edges->follows)
        return follow_line(piece, next, now) != 0 ? RIPPLE_ACTIVE_ALL : 0;
    boundary = make_outlet(edges, piece, next, now);
    return kernels->absorb(&boundary, NULL) != 0 ? RIPPLE_ACTIVE_ALL : 0;
}

static Piece make_piece(const Boundary *edges, const Field *heights,
                        RippleRect tile, BoundarySide side)
{
    int is_upright = side < SIDE_TOP;
    int is_far = side == SIDE_RIGHT || side == SIDE_BOTTOM;
    ptrdiff_t stride = (ptrdiff_t)heights->stride;
    ptrdiff_t outside = (is_upright ? 1 : stride) * (is_far ? 1 : -1);
    int x = side == SIDE_RIGHT ? heights->columns - 1 : tile.x;
    int y = side == SIDE_BOTTOM ? heights->rows - 1 : tile.y;
    int first = is_upright ? tile.y : tile.x;

    return (Piece){.cell = y * stride + x,
                   .along = is_upright ? stride : 1,
                   .outside = outside,
                   .count = is_upright ? tile.height : tile.width,
                   .inner = edges->rest[side].inner + first,
                   .outer = edges->rest[side].outer + first};
}

/* A corner of the ring lies between the ring's cells next to it; those of one
   row of tiles are of the first or the last row, or of both. */
static void fill_corners(const Field *heights, int16_t *cells, int is_far)
{
    ptrdiff_t down = (ptrdiff_t)heights->stride;
    int16_t *left = cells + (is_far ? heights->rows : -1) * down - 1;
    int16_t *right = left + heights->columns + 1;
    ptrdiff_t inside = is_far ? -down : down;

    *left = (int16_t)((left[1] + left[inside]) / 2);
    *right = (int16_t)((right[-1] + right[inside]) / 2);
}

/* Beyond land, and beyond calm water, all is calm. */
static void calm_piece(const Piece *piece, int16_t *cells)
{
    for (int i = 0; i < piece->count; i++) {
        cells[piece->cell + i * piece->along + piece->outside] = 0;
        piece->inner[i] = piece->outer[i] = 0;
    }
}

int ripple_boundary_needs_row_above(const Boundary *edges, const Field *heights,
                                    int tile_y)
{
    return edges->kind == RIPPLE_EDGES_OPEN && tile_y > 0 &&
           tile_y == heights->tile_rows - 1 &&
           ripple_field_tile(heights, 0, tile_y).height == 1;
}

/* What a row of tiles of open edges is stepped from, and to. */
typedef struct Opening {
    const Boundary *edges;
    const Kernels *kernels;
    const Field *heights;
    Plane *next;
    const Plane *now;
    const uint8_t *moving;
} Opening;

/* Whether a tile, or in one of a single row or column of cells the tile behind
   it, moves at an edge. */
static int moves_at(const Opening *opening, BoundarySide side, int tile_x,
                    int tile_y)
{
    const Field *heights = opening->heights;
    RippleRect tile = ripple_field_tile(heights, tile_x, tile_y);
    const uint8_t *flags = ripple_field_flags(heights, opening->next, tile_y);

    if (opening->moving[tile_x])
        return 1;
    if (side == SIDE_RIGHT && tile.width == 1 && tile_x > 0)
        return flags[tile_x - 1] & RIPPLE_ACTIVE_RIGHT;
    if (side == SIDE_BOTTOM &&
        ripple_boundary_needs_row_above(opening->edges, heights, tile_y))
        return ripple_field_flags(heights, opening->next, tile_y - 1)[tile_x] &
               RIPPLE_ACTIVE_BOTTOM;
    return 0;
}

static void open_side(const Opening *opening, BoundarySide side, int tile_x,
                      int tile_y)
{
    const Field *heights = opening->heights;
    Plane *next = opening->next;
    Piece piece = make_piece(opening->edges, heights,
                             ripple_field_tile(heights, tile_x, tile_y), side);

    if (moves_at(opening, side, tile_x, tile_y))
        ripple_field_flags(heights, next, tile_y)[tile_x] |=
            (uint8_t)step_piece(opening->edges, opening->kernels, &piece,
                                next->cells, opening->now->cells);
    else
        calm_piece(&piece, next->cells);
}

/* Both sides at once take little more time than one of them. */
static void open_sides(const Opening *opening, int tile_y)
{
    const Boundary *edges = opening->edges;
    const Field *heights = opening->heights;
    int last = heights->tile_columns - 1, active;
    uint8_t *flags = ripple_field_flags(heights, opening->next, tile_y);
    int16_t *next = opening->next->cells;
    const int16_t *now = opening->now->cells;
    RippleRect tile = ripple_field_tile(heights, 0, tile_y);
    Piece left = make_piece(edges, heights, tile, SIDE_LEFT);
    Piece right = make_piece(edges, heights, tile, SIDE_RIGHT);
    AbsorbingBoundary boundary = make_outlet(edges, &left, next, now);
    AbsorbingBoundary opposite = make_outlet(edges, &right, next, now);

    if (edges->follows || !opening->moving[0] || !opening->moving[last]) {
        open_side(opening, SIDE_LEFT, 0, tile_y);
        open_side(opening, SIDE_RIGHT, last, tile_y);
        return;
    }
    active = opening->kernels->absorb(&boundary, &opposite);
    if (active & RIPPLE_BOUNDARY_ACTIVE)
        flags[0] = RIPPLE_ACTIVE_ALL;
    if (active & RIPPLE_OPPOSITE_ACTIVE)
        flags[last] = RIPPLE_ACTIVE_ALL;
}

static void open_row(const Opening *opening, int tile_y)
{
    const Field *heights = opening->heights;
    int last = heights->tile_columns - 1;

    open_sides(opening, tile_y);
    for (int x = 0; x <= last && tile_y == 0; x++)
        open_side(opening, SIDE_TOP, x, tile_y);
    for (int x = 0; x <= last && tile_y == heights->tile_rows - 1; x++)
        open_side(opening, SIDE_BOTTOM, x, tile_y);
    if (tile_y == 0)
        fill_corners(heights, opening->next->cells, 0);
    if (tile_y == heights->tile_rows - 1)
        fill_corners(heights, opening->next->cells, 1);
}

static void copy_border_flags(const Field *heights, Plane *buffer, int to_y,
                              int from_y)
{
    memcpy(ripple_field_flags(heights, buffer, to_y) - 1,
           ripple_field_flags(heights, buffer, from_y) - 1,
           heights->tile_stride);
    ripple_field_count_row(heights, buffer, from_y);
    buffer->active_tiles[to_y] = buffer->active_tiles[from_y];
}

/* Beyond the first row lies the last one, and beyond the last the first. */
static void wrap_row(const Field *heights, Plane *buffer, int tile_y)
{
    RippleRect tile = ripple_field_tile(heights, 0, tile_y);
    uint8_t *flags = ripple_field_flags(heights, buffer, tile_y);
    int columns = heights->columns, rows = heights->rows;
    size_t bytes = ((size_t)columns + 2) * sizeof(int16_t);

    for (int y = tile.y; y < tile.y + tile.height; y++) {
        int16_t *row = ring_row(heights, buffer, y);

        row[0] = row[columns];
        row[columns + 1] = row[1];
    }
    flags[-1] = flags[heights->tile_columns - 1];
    flags[heights->tile_columns] = flags[0];
    if (tile_y == 0) {
        memcpy(ring_row(heights, buffer, rows), ring_row(heights, buffer, 0),
               bytes);
        copy_border_flags(heights, buffer, heights->tile_rows, 0);
    }
    if (tile_y == heights->tile_rows - 1) {
        memcpy(ring_row(heights, buffer, -1),
               ring_row(heights, buffer, rows - 1), bytes);
        copy_border_flags(heights, buffer, -1, tile_y);
    }
}

static void mirror_row(const Field *heights, Plane *buffer, int tile_y)
{
    RippleRect tile = ripple_field_tile(heights, 0, tile_y);
    int columns = heights->columns, rows = heights->rows;
    size_t bytes = ((size_t)columns + 2) * sizeof(int16_t);

    for (int y = tile.y; y < tile.y + tile.height; y++) {
        int16_t *row = ring_row(heights, buffer, y);

        row[0] = row[1];
        row[columns + 1] = row[columns];
    }
    if (tile_y == 0)
        memcpy(ring_row(heights, buffer, -1), ring_row(heights, buffer, 0),
               bytes);
    if (tile_y == heights->tile_rows - 1)
        memcpy(ring_row(heights, buffer, rows),
               ring_row(heights, buffer, rows - 1), bytes);
}

void ripple_boundary_copy_row(const Boundary *edges, const Field *heights,
                              Plane *buffer, int tile_y)
{
    if (edges->kind == RIPPLE_EDGES_WRAP)
        wrap_row(heights, buffer, tile_y);
    else if (edges->kind == RIPPLE_EDGES_MIRROR)
        mirror_row(heights, buffer, tile_y);
}

void ripple_boundary_step_row(const Boundary *edges, const Kernels *kernels,
                              const Field *heights, Plane *next,
                              const Plane *now, const uint8_t *moving,
                              int tile_y)
{
    Opening opening = {edges, kernels, heights, next, now, moving};

    if (edges->kind == RIPPLE_EDGES_OPEN)
        open_row(&opening, tile_y);
    else
        ripple_boundary_copy_row(edges, heights, next, tile_y);
}

/* What is on its way out goes along, and so does what says so. */
static void carry_border_flags(const Field *heights, Plane *to,
                               const Plane *from, int tile_y)
{
    uint8_t *flags = ripple_field_flags(heights, to, tile_y);
    const uint8_t *were = ripple_field_flags(heights, from, tile_y);
    int last = heights->tile_columns - 1;
    int is_border = tile_y == 0 || tile_y == heights->tile_rows - 1;

    for (int x = 0; x <= last; x += is_border || last == 0 ? 1 : last)
        flags[x] |= were[x];
}

void ripple_boundary_advect_row(const Boundary *edges, const Field *heights,
                                Plane *to, const Plane *from, int tile_y)
{
    RippleRect tile = ripple_field_tile(heights, 0, tile_y);
    size_t bytes = ((size_t)heights->columns + 2) * sizeof(int16_t);

    if (edges->kind != RIPPLE_EDGES_OPEN) {
        ripple_boundary_copy_row(edges, heights, to, tile_y);
        return;
    }
    carry_border_flags(heights, to, from, tile_y);
    for (int y = tile.y; y < tile.y + tile.height; y++) {
        int16_t *row = ring_row(heights, to, y);
        const int16_t *source = ring_row(heights, from, y);

        row[0] = source[0];
        row[heights->columns + 1] = source[heights->columns + 1];
    }
    if (tile_y == 0)
        memcpy(ring_row(heights, to, -1), ring_row(heights, from, -1), bytes);
    if (tile_y == heights->tile_rows - 1)
        memcpy(ring_row(heights, to, heights->rows),
               ring_row(heights, from, heights->rows), bytes);
}

/*
 * Waves of the shortest length along the edge would be thrown back by the
 * corners' weights with more than they came with, so they are smoothed away.
 */
static void smooth(int16_t *ring, ptrdiff_t along, int count)
{
    int before = ring[0];

    for (int i = 0; i < count; i++) {
        int16_t *cell = ring + i * along;
        int after = i < count - 1 ? cell[along] : *cell;
        int sum = before + 2 * *cell + after;

        before = *cell;
        *cell = (int16_t)((sum + (sum > 0 ? 1 : 2)) >> 2);
    }
}

/* Marks a tile as wet whose piece of the ring is not calm. */
static void wake_piece(const Field *heights, Plane *buffer, const Piece *piece,
                       int tile_x, int tile_y)
{
    const int16_t *ring = buffer->cells + piece->cell + piece->outside;
    uint8_t *flags = &ripple_field_flags(heights, buffer, tile_y)[tile_x];
    int active = 0;

    for (int i = 0; i < piece->count; i++)
        active |= ring[i * piece->along];
    if (active != 0)
        *flags = RIPPLE_ACTIVE_ALL;
}

static void smooth_side(const Boundary *edges, const Field *heights,
                        Plane *buffer, BoundarySide side)
{
    RippleRect all = {0, 0, heights->columns, heights->rows};
    Piece line = make_piece(edges, heights, all, side);
    int tile_columns = heights->tile_columns, tile_rows = heights->tile_rows;
    int is_upright = side < SIDE_TOP;

    smooth(buffer->cells + line.cell + line.outside, line.along, line.count);
    for (int i = 0; i < (is_upright ? tile_rows : tile_columns); i++) {
        int x = is_upright ? (side == SIDE_LEFT ? 0 : tile_columns - 1) : i;
        int y = is_upright ? i : (side == SIDE_TOP ? 0 : tile_rows - 1);
        Piece piece =
            make_piece(edges, heights, ripple_field_tile(heights, x, y), side);

        wake_piece(heights, buffer, &piece, x, y);
        if (is_upright || i == tile_columns - 1)
            ripple_field_count_row(heights, buffer, y);
    }
}

void ripple_boundary_smooth(const Boundary *edges, const Field *heights,
                            Plane *buffer)
{
    if (!edges->smooths || edges->kind != RIPPLE_EDGES_OPEN || edges->follows ||
        ripple_field_count_active(heights) == 0)
        return;
    for (BoundarySide side = SIDE_LEFT; side < SIDE_COUNT; side++)
        smooth_side(edges, heights, buffer, side);
    fill_corners(heights, buffer->cells, 0);
    fill_corners(heights, buffer->cells, 1);
}

static void dry_line(const Piece *line, Plane *buffer, const Mask *shore)
{
    if (buffer->cells == NULL)
        return;
    for (int i = 0; i < line->count; i++) {
        ptrdiff_t cell = line->cell + i * line->along;

        if (shore->depth_map[cell] < 0)
            buffer->cells[cell + line->outside] = 0;
    }
}

void ripple_boundary_clear_land(Boundary *edges, Field *heights,
                                const Mask *shore)
{
    RippleRect all = {0, 0, heights->columns, heights->rows};

    if (edges->kind != RIPPLE_EDGES_OPEN)
        return;
    for (BoundarySide side = SIDE_LEFT; side < SIDE_COUNT; side++) {
        Piece line = make_piece(edges, heights, all, side);

        Plane *buffer;

        for (int i = 0; (buffer = ripple_field_plane(heights, i)) != NULL; i++)
            dry_line(&line, buffer, shore);
        for (int i = 0; i < line.count; i++) {
            if (shore->depth_map[line.cell + i * line.along] < 0)
                line.inner[i] = line.outer[i] = 0;
        }
    }
}

void ripple_boundary_refresh(const Boundary *edges, Field *heights)
{
    for (int y = 0; y < heights->tile_rows && heights->touched; y++) {
        ripple_boundary_copy_row(edges, heights, &heights->now, y);
        ripple_boundary_copy_row(edges, heights, &heights->before, y);
        if (heights->speeds.cells != NULL)
            ripple_boundary_copy_row(edges, heights, &heights->speeds, y);
    }
    heights->touched = 0;
}
