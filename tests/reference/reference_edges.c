/* SPDX-License-Identifier: MIT */
/*
 * Edges of the reference: what the halo, one cell around each plane, holds, and
 * how waves leave through open edges.
 */
#include "reference.h"

#include "lib/water/model.h"

#include <math.h>
#include <stdlib.h>

#define MIN_OPEN_CELLS 4 /* smaller pools have fixed edges */

/* Fixed edges instead of open ones in pools that are too small. */
static RippleEdges find_edges(const Reference *water)
{
    RippleEdges edges = water->settings.edges;
    int is_small = water->size.columns < MIN_OPEN_CELLS ||
                   water->size.rows < MIN_OPEN_CELLS;

    return edges == RIPPLE_EDGES_OPEN && is_small ? RIPPLE_EDGES_FIXED : edges;
}

/* The height of a halo cell: 0, the nearest cell, or the opposite one. */
static int32_t beyond_edge(const Reference *water, int32_t *plane, int x, int y)
{
    int columns = water->size.columns, rows = water->size.rows;

    switch (find_edges(water)) {
    case RIPPLE_EDGES_FIXED:
        return 0;
    case RIPPLE_EDGES_WRAP:
        return *plane_at(water, plane, (x + columns) % columns,
                         (y + rows) % rows);
    default:
        return *plane_at(water, plane, clamp_int(x, 0, columns - 1),
                         clamp_int(y, 0, rows - 1));
    }
}

void reference_copy_halo(const Reference *water, int32_t *plane)
{
    int columns = water->size.columns, rows = water->size.rows;

    for (int y = -1; y <= rows; y++) {
        for (int x = -1; x <= columns; x++) {
            if (x < 0 || x == columns || y < 0 || y == rows)
                *plane_at(water, plane, x, y) = beyond_edge(water, plane, x, y);
        }
    }
}

/* A cell at an open edge; (dx, dy) leads inside, diagonally from a corner. */
typedef struct EdgeCell {
    const Reference *water;
    int32_t *before; /* the plane of one step earlier than `now` */
    int x, y, dx, dy;
} EdgeCell;

/* A plane i cells inside of the edge. */
static int32_t inside(const EdgeCell *cell, int32_t *plane, int i)
{
    return *plane_at(cell->water, plane, cell->x + i * cell->dx,
                     cell->y + i * cell->dy);
}

/* Cells that long waves travel a step. */
static double find_reach(const Reference *water)
{
    return sqrt(ripple_model_of(&water->settings)->speed2(&water->settings));
}

/* The impedance of water beyond 1 or 2 faces: of the movement since `before`,
   1 / (1 + faces r / 2) in 1/2^14 is left, rounded towards `before`. */
static int64_t resist(const EdgeCell *cell, int faces)
{
    int64_t before = inside(cell, cell->before, 0);
    int64_t moved = inside(cell, cell->water->state.before, 0) - before;
    double left = 16384 / (1 + faces * find_reach(cell->water) / 2);

    return before + moved * lround(left) / 16384;
}

/*
 * Each one-way equation, with c for waves along the normal and d for those at
 * 45 degrees, is an operator on the heights across the edge:
 *
 *     (next + c now) at the edge - (now + c next) one cell inside = 0
 *
 * One after the other they say what the edge does, the newest height at the
 * edge being the only unknown.
 */
static int64_t let_pass(const EdgeCell *cell)
{
    double r = find_reach(cell->water), slanted = r / 0.70710678118654752440;
    double c = (r - 1) / (r + 1), d = (slanted - 1) / (slanted + 1);
    int64_t both = lround((c + d) * 4096), product = lround(c * d * 4096);
    const BackendState *state = &cell->water->state;
    int64_t next1 = inside(cell, state->before, 1);
    int64_t next2 = inside(cell, state->before, 2);
    int64_t now0 = inside(cell, state->now, 0);
    int64_t now1 = inside(cell, state->now, 1);
    int64_t now2 = inside(cell, state->now, 2);
    int64_t before0 = inside(cell, cell->before, 0);
    int64_t before1 = inside(cell, cell->before, 1);
    int64_t before2 = inside(cell, cell->before, 2);
    int64_t weighted = both * (next1 + before1 - now0 - now2) +
                       product * (2 * now1 - next2 - before0);

    return 2 * now1 - before2 + weighted / 4096;
}

/* Land or shallows in the three cells across the edge. */
static int is_land_near(const EdgeCell *cell)
{
    for (int i = 0; i < 3; i++) {
        if (reference_depth(cell->water, cell->x + i * cell->dx,
                            cell->y + i * cell->dy) != RIPPLE_DEPTH_OPEN)
            return 1;
    }
    return 0;
}

static int64_t find_target(const EdgeCell *cell)
{
    if (cell->dx != 0 && cell->dy != 0)
        return resist(cell, 2);
    return is_land_near(cell) ? resist(cell, 1) : let_pass(cell);
}

/* By how much a height sinks: by 1, or by 1/2^10 of a fine one, rounded up. */
static int32_t find_loss(const EdgeCell *cell, int32_t height)
{
    if (cell->water->one == 1)
        return height != 0;
    return (abs(height) + 1023) / 1024;
}

/* Between `before` and the height by a mirror; nearer to 0 by a loss if that is
   there too or if the cell moves by no more than the loss. Speeds change by
   what the height does; springs stay within max_height. */
static void move_cell(const EdgeCell *cell)
{
    const BackendState *state = &cell->water->state;
    int32_t *next = plane_at(cell->water, state->before, cell->x, cell->y);
    int32_t *speed = plane_at(cell->water, state->velocities, cell->x, cell->y);
    int32_t before = inside(cell, cell->before, 0), mirror = *next;
    int32_t low = mirror < before ? mirror : before;
    int32_t high = mirror < before ? before : mirror;
    int32_t height = (int32_t)clamp_int64(find_target(cell), low, high);
    int32_t loss = find_loss(cell, height);
    int32_t sunk = height < 0 ? height + loss : height - loss;
    int max = (int)lround(cell->water->settings.max_height);

    if (abs(height - before) <= loss || (sunk >= low && sunk <= high))
        height = sunk;
    if (ripple_model_of(&cell->water->settings)->has_speeds) {
        height = clamp_int(height, -max, max);
        *speed = sat16(*speed + 16 * (height - mirror));
    }
    *next = height;
}

/* From the first of `count` cells 1 leads inside, from the last -1. */
static int find_inward(int place, int count)
{
    return (place == 0) - (place == count - 1);
}

/* No cell at an edge is read for another, so that their order is free. */
void reference_open_edges(const Reference *water, int32_t *before)
{
    int columns = water->size.columns, rows = water->size.rows;

    if (find_edges(water) != RIPPLE_EDGES_OPEN)
        return;
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            EdgeCell cell = {water,
                             before,
                             x,
                             y,
                             find_inward(x, columns),
                             find_inward(y, rows)};

            if (cell.dx != 0 || cell.dy != 0)
                move_cell(&cell);
        }
    }
}
