/* SPDX-License-Identifier: MIT */
#include "lib/look/caustics.h"

#include "lib/util/fixed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define REACH      RIPPLE_RAY_REACH
#define STRIP_ROWS (RIPPLE_TILE_ROWS + 2 * REACH)
#define MARGIN     8 /* columns left and right of a strip, at least REACH */

/* Limit of slopes, in cells of offset. */
#define MAX_SLOPE 12

_Static_assert(REACH + RIPPLE_COLLECT_AROUND <= RIPPLE_TILE_ROWS,
               "light needs three strips");

int ripple_caustics_init(Caustics *caustics, const Field *field)
{
    size_t columns = (size_t)field->tile_columns * RIPPLE_TILE_COLUMNS;
    size_t rows = (size_t)field->tile_rows;

    if (caustics->rays != NULL)
        return RIPPLE_OK;
    caustics->stride = columns + 2 * MARGIN;
    /* the last strip stays 0 */
    caustics->rays = calloc((rows + 1) * STRIP_ROWS,
                            caustics->stride * sizeof *caustics->rays);
    caustics->moved = calloc(rows + 2, field->tile_stride);
    if (caustics->rays == NULL || caustics->moved == NULL ||
        ripple_field_add_plane(field, &caustics->light) != RIPPLE_OK) {
        ripple_caustics_clear(caustics);
        return RIPPLE_ERROR_MEMORY;
    }
    return RIPPLE_OK;
}

void ripple_caustics_clear(Caustics *caustics)
{
    ripple_field_remove_plane(&caustics->light);
    free(caustics->rays);
    free(caustics->moved);
    memset(caustics, 0, sizeof *caustics);
}

RayBend ripple_caustics_bend(double refraction)
{
    double max_slope = fmin(MAX_SLOPE / refraction, INT16_MAX);
    double one = refraction * (1 << 8); /* in 1/2^8 cell */
    int doublings = 0;

    while (max_slope * (2 << doublings) <= INT16_MAX)
        doublings++;
    return (RayBend){
        .max_slope = (int16_t)max_slope,
        .doublings = (int16_t)doublings,
        .gain = (int16_t)lround(one * (1 << 15) / (1 << doublings)),
    };
}

/* Row y of the field in the strip of a row of tiles. */
static int16_t *strip_row(const Caustics *caustics, int tile_y, int y)
{
    int row = y - tile_y * RIPPLE_TILE_ROWS + REACH;

    return caustics->rays +
           ((size_t)tile_y * STRIP_ROWS + (size_t)row) * caustics->stride +
           MARGIN;
}

static uint8_t *moved_row(const Caustics *caustics, const Field *field,
                          int tile_y)
{
    return caustics->moved + (size_t)(tile_y + 1) * field->tile_stride + 1;
}

/* Subtracts rays where they start. Each block of 2 x 2 cells has two: its upper
   left cell, which is a node, and its lower right one, between four nodes. */
static void subtract_rays(const ScatterArgs *args)
{
    for (int y = 0; y < args->rows; y += 2) {
        int16_t *to = args->to + y * args->to_stride;
        int whole = y + 1 < args->rows ? args->columns / 2 * 2 : 0;

        for (int x = 0; x < whole; x++) {
            to[x] = (int16_t)(to[x] - RIPPLE_RAY / 4);
            to[args->to_stride + x] =
                (int16_t)(to[args->to_stride + x] - RIPPLE_RAY / 4);
        }
        for (int x = 0; x < args->columns; x += 2)
            to[x] = (int16_t)(to[x] - RIPPLE_RAY);
    }
}

static ScatterArgs make_tile_args(const Caustics *caustics, const Field *field,
                                  const Plane *plane, RippleRect tile)
{
    int tile_y = tile.y / RIPPLE_TILE_ROWS;

    return (ScatterArgs){
        .cells = plane->cells + (size_t)tile.y * field->stride + tile.x,
        .stride = (ptrdiff_t)field->stride,
        .to = strip_row(caustics, tile_y, tile.y) + tile.x,
        .to_stride = (ptrdiff_t)caustics->stride,
        .columns = tile.width,
        .rows = tile.height,
        .bend = caustics->bend,
    };
}

/* Subtracts rays after adding all: kernels add to numbers of 0 or more. */
static void scatter_tiles(const Caustics *caustics, const Kernels *kernels,
                          const Field *field, const Plane *plane, int tile_y)
{
    const uint8_t *moved = moved_row(caustics, field, tile_y);

    for (int i = 0; i < 2 * field->tile_columns; i++) {
        int x = i % field->tile_columns;
        ScatterArgs args = make_tile_args(caustics, field, plane,
                                          ripple_field_tile(field, x, tile_y));

        if (moved[x] && i < field->tile_columns)
            kernels->scatter(&args);
        else if (moved[x])
            subtract_rays(&args);
    }
}

/* Rounds a number of cells up to whole blocks. */
static int round_to_blocks(int cells)
{
    return (cells + 1) & ~1;
}

/* Adds the columns beyond the left and right edge to their mirror images, and
   copies those to the columns that collect reads. The mirror is in the middle
   of the first block outside. */
static void mirror_columns(int16_t *row, int columns)
{
    int16_t *end = row + columns;

    for (int i = -1; i < min_int(REACH - 2, columns); i++) {
        row[i] = (int16_t)(row[i] + row[-3 - i]);
        end[-1 - i] = (int16_t)(end[-1 - i] + end[2 + i]);
    }
    for (int i = 1 - RIPPLE_COLLECT_AROUND; i < 0; i++) {
        row[i - 1] = row[-2 - i];
        end[-i] = end[1 + i];
    }
}

/* Adds row `from` of a strip to row `to` if the strip has it. */
static void add_row(const Caustics *caustics, int tile_y, int to, int from,
                    int columns)
{
    int top = tile_y * RIPPLE_TILE_ROWS - REACH;
    int16_t *sum = strip_row(caustics, tile_y, to);
    const int16_t *row = strip_row(caustics, tile_y, from);

    if (from < top || from >= top + STRIP_ROWS)
        return;
    for (int x = -RIPPLE_COLLECT_AROUND; x < columns + RIPPLE_COLLECT_AROUND;
         x++)
        sum[x] = (int16_t)(sum[x] + row[x]);
}

/* Mirrors the rows as mirror_columns mirrors columns. */
static void mirror_rows(const Caustics *caustics, const Field *field,
                        int tile_y)
{
    int rows = round_to_blocks(field->rows);
    int columns = round_to_blocks(field->columns);

    for (int i = -1; i < min_int(REACH - 2, rows); i++) {
        add_row(caustics, tile_y, i, -3 - i, columns);
        add_row(caustics, tile_y, rows - 1 - i, rows + 2 + i, columns);
    }
}

void ripple_caustics_scatter_row(Caustics *caustics, const Kernels *kernels,
                                 const Field *field, const Plane *plane,
                                 int tile_y)
{
    uint8_t *moved = moved_row(caustics, field, tile_y);
    int top = tile_y * RIPPLE_TILE_ROWS - REACH;

    ripple_field_find_active(moved, field, plane, tile_y);
    if (memchr(moved, 1, (size_t)field->tile_columns) == NULL)
        return;
    memset(strip_row(caustics, tile_y, top) - MARGIN, 0,
           STRIP_ROWS * caustics->stride * sizeof *caustics->rays);
    scatter_tiles(caustics, kernels, field, plane, tile_y);
    for (int y = top; y < top + STRIP_ROWS; y++)
        mirror_columns(strip_row(caustics, tile_y, y),
                       round_to_blocks(field->columns));
    mirror_rows(caustics, field, tile_y);
}

/* Sets near[x] to 1 if rays of tile x or a neighbour may have moved, and
   has_strip[i] to 1 if some of row tile_y - 1 + i may have. */
static void find_near_moved(uint8_t *near, uint8_t *has_strip,
                            const Caustics *caustics, const Field *field,
                            int tile_y)
{
    memset(near, 0, (size_t)field->tile_columns);
    for (int i = 0; i < 3; i++) {
        const uint8_t *moved = moved_row(caustics, field, tile_y - 1 + i);

        has_strip[i] = 0;
        for (int x = 0; x < field->tile_columns; x++) {
            near[x] |= moved[x - 1] | moved[x] | moved[x + 1];
            has_strip[i] |= moved[x];
        }
    }
}

/* The row to read for row y, mirrored if beyond the first block outside. */
static int find_mirror_row(int y, int rows)
{
    if (y < -1)
        return -3 - y;
    return y > rows ? 2 * rows + 1 - y : y;
}

/* Finds the rays on a row of tiles and on the rows of cells around it. */
static void find_rays(CollectArgs *args, const Caustics *caustics,
                      const Field *field, const uint8_t *has_strip,
                      RippleRect row)
{
    int tile_y = row.y / RIPPLE_TILE_ROWS;
    const int16_t *none = strip_row(caustics, field->tile_rows,
                                    field->tile_rows * RIPPLE_TILE_ROWS);

    for (int i = 0; i < row.height + 2 * RIPPLE_COLLECT_AROUND; i++) {
        int y = find_mirror_row(row.y + i - RIPPLE_COLLECT_AROUND,
                                round_to_blocks(field->rows));

        for (int k = 0; k < RIPPLE_COLLECT_PLANES; k++) {
            int strip = tile_y - 1 + k;
            int top = strip * RIPPLE_TILE_ROWS - REACH;
            int has_row = has_strip[k] && y >= top && y < top + STRIP_ROWS;

            args->rays[i][k] = has_row ? strip_row(caustics, strip, y) : none;
        }
    }
}

void ripple_caustics_gather_row(Caustics *caustics, const Kernels *kernels,
                                const Field *field, int tile_y)
{
    uint8_t *flags = ripple_field_flags(field, &caustics->light, tile_y);
    uint8_t has_strip[RIPPLE_COLLECT_PLANES], near[RIPPLE_MAX_TILE_COLUMNS];
    RippleRect tile = ripple_field_tile(field, 0, tile_y);
    CollectArgs row = {.stride = (ptrdiff_t)field->stride, .rows = tile.height};

    find_near_moved(near, has_strip, caustics, field, tile_y);
    find_rays(&row, caustics, field, has_strip, tile);
    for (int x = 0; x < field->tile_columns; x++) {
        CollectArgs args = row;

        if (!near[x]) {
            ripple_field_reset_tile(field, &caustics->light, x, tile_y);
            continue;
        }
        tile = ripple_field_tile(field, x, tile_y);
        for (int i = 0; i < tile.height + 2 * RIPPLE_COLLECT_AROUND; i++) {
            for (int k = 0; k < RIPPLE_COLLECT_PLANES; k++)
                args.rays[i][k] += tile.x;
        }
        args.to =
            caustics->light.cells + (size_t)tile.y * field->stride + tile.x;
        args.columns = tile.width;
        flags[x] = kernels->collect(&args) ? RIPPLE_ACTIVE : 0;
    }
    ripple_field_count_row(field, &caustics->light, tile_y);
}
