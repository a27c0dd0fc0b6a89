/* SPDX-License-Identifier: MIT */
#include "lib/water/boundary.h"

#include <string.h>

int ripple_boundary_init(Boundary *boundary, const Field *field)
{
    memset(boundary, 0, sizeof *boundary);
    return ripple_boundary_open_init(&boundary->open, field);
}

void ripple_boundary_clear(Boundary *boundary)
{
    ripple_boundary_open_clear(&boundary->open);
    memset(boundary, 0, sizeof *boundary);
}

static void clear_part_halo(const Field *field, int16_t *part)
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
        clear_part_halo(field, ripple_field_part(plane, i));
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
    ripple_boundary_open_configure(&boundary->open, settings);
}

int ripple_boundary_needs_row_above(const Boundary *boundary,
                                    const Field *field, int tile_y)
{
    return boundary->kind == RIPPLE_EDGES_OPEN &&
           ripple_boundary_open_needs_row_above(field, tile_y);
}

static void copy_flags(const Field *field, Plane *plane, int to_y, int from_y)
{
    memcpy(ripple_field_flags(field, plane, to_y) - 1,
           ripple_field_flags(field, plane, from_y) - 1, field->tile_stride);
    ripple_field_count_row(field, plane, from_y);
    plane->active_tiles[to_y] = plane->active_tiles[from_y];
}

/* Copies the outermost cells of a row of tiles to the halo: to that beside
   them, or, if the edges wrap, to that on the other side. */
static void copy_cells(const Field *field, int16_t *part, int tile_y, int wraps)
{
    RippleRect tile = ripple_field_tile(field, 0, tile_y);
    int columns = field->columns, rows = field->rows;
    size_t bytes = ((size_t)columns + 2) * sizeof(int16_t);

    for (int y = tile.y; y < tile.y + tile.height; y++) {
        int16_t *row = ripple_field_halo_row(field, part, y);

        row[wraps ? columns + 1 : 0] = row[1];
        row[wraps ? 0 : columns + 1] = row[columns];
    }
    if (tile_y == 0)
        memcpy(ripple_field_halo_row(field, part, wraps ? rows : -1),
               ripple_field_halo_row(field, part, 0), bytes);
    if (tile_y == field->tile_rows - 1)
        memcpy(ripple_field_halo_row(field, part, wraps ? -1 : rows),
               ripple_field_halo_row(field, part, rows - 1), bytes);
}

/* The flags of the border go the way of the cells. */
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
        ripple_boundary_open_save_row(step, tile_y);
}

void ripple_boundary_step_row(const Boundary *boundary, const OpenStep *step,
                              int tile_y)
{
    if (boundary->kind == RIPPLE_EDGES_OPEN)
        ripple_boundary_open_step_row(step, tile_y);
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
