/* SPDX-License-Identifier: MIT */
#include "lib/look/caustics.h"

#include "lib/util/fixed.h"
#include "lib/util/trig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define REACH      RIPPLE_RAY_REACH
#define STRIP_ROWS (RIPPLE_TILE_ROWS + 2 * REACH)
#define MARGIN     8 /* columns left and right of a strip */

/* Slopes are cut off where they move light by this many cells. */
#define MAX_SLOPE 12

/* Cells by which the light lies off, away from the sun: so one sees depth. */
#define SHIFT     2.236
#define MAX_SHIFT 2

_Static_assert(REACH <= MARGIN, "rays stay in their strip");
_Static_assert(REACH <= RIPPLE_TILE_ROWS, "rays touch three rows of tiles");
_Static_assert(REACH + RIPPLE_COLLECT_RAYS + MAX_SHIFT <= 2 * RIPPLE_TILE_ROWS,
               "light needs five strips");

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
    caustics->moved = calloc(rows + 4, field->tile_stride);
    if (caustics->rays == NULL || caustics->moved == NULL ||
        ripple_field_add_plane(field, &caustics->light) != RIPPLE_OK ||
        ripple_field_add_plane(field, &caustics->shine) != RIPPLE_OK) {
        ripple_caustics_clear(caustics);
        return RIPPLE_ERROR_MEMORY;
    }
    return RIPPLE_OK;
}

void ripple_caustics_clear(Caustics *caustics)
{
    ripple_field_remove_plane(&caustics->light);
    ripple_field_remove_plane(&caustics->shine);
    free(caustics->rays);
    free(caustics->moved);
    memset(caustics, 0, sizeof *caustics);
}

void ripple_caustics_configure(Caustics *caustics,
                               const RippleSettings *settings)
{
    double from = settings->light_from;
    double max_slope = fmin(MAX_SLOPE / settings->refraction, INT16_MAX);
    double one = settings->refraction * (1 << 8); /* in 1/2^8 cell */
    int doublings = 0;

    while (max_slope * (2 << doublings) <= INT16_MAX)
        doublings++;
    caustics->bend = (RayBend){
        .max_slope = (int16_t)max_slope,
        .doublings = (int16_t)doublings,
        .gain = (int16_t)lround(one * (1 << 15) / (1 << doublings)),
        .depth = (int16_t)lround(settings->depth * (1 << 12)),
    };
    caustics->shift_x = (int)lround(-SHIFT * ripple_cosine(from));
    caustics->shift_y = (int)lround(SHIFT * ripple_sine(from));
}

/* Row y of the field, in the strip of row tile_y of tiles. */
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
    return caustics->moved + (size_t)(tile_y + 2) * field->tile_stride + 1;
}

/* Subtracts rays where they start. */
static void subtract_rays(const ScatterArgs *args)
{
    for (int y = 0; y < args->rows; y++) {
        int16_t *to = args->to + y * args->to_stride;

        for (int x = 0; x < args->columns; x++)
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

/* The cell that a cell outside mirrors, or the one itself. Fields that are
   narrower than the reach of rays mirror only once. */
static int mirror(int i, int count)
{
    if (i < 0)
        i = -1 - i;
    else if (i >= count)
        i = 2 * count - 1 - i;
    return clamp_int(i, 0, count - 1);
}

/* Adds what is beyond the left and right edge to its mirror images, and copies
   these to the columns beyond that collect may read. */
static void mirror_columns(int16_t *row, int columns)
{
    for (int i = 0; i < REACH; i++) {
        int left = mirror(-1 - i, columns),
            right = mirror(columns + i, columns);

        row[left] = (int16_t)(row[left] + row[-1 - i]);
        row[right] = (int16_t)(row[right] + row[columns + i]);
    }
    for (int i = 0; i < RIPPLE_COLLECT_RAYS + MAX_SHIFT; i++) {
        row[-1 - i] = row[mirror(-1 - i, columns)];
        row[columns + i] = row[mirror(columns + i, columns)];
    }
}

/* Adds the rows beyond the upper and lower edge to their mirror images. */
static void mirror_rows(const Caustics *caustics, const Field *field,
                        int tile_y)
{
    RippleRect tile = ripple_field_tile(field, 0, tile_y);

    for (int y = tile.y - REACH; y < tile.y + tile.height + REACH; y++) {
        const int16_t *row = strip_row(caustics, tile_y, y) - MARGIN;
        int16_t *to =
            strip_row(caustics, tile_y, mirror(y, field->rows)) - MARGIN;

        for (size_t x = 0; x < caustics->stride && to != row; x++)
            to[x] = (int16_t)(to[x] + row[x]);
    }
}

void ripple_caustics_scatter_row(Caustics *caustics, const Kernels *kernels,
                                 const Field *field, const Plane *plane,
                                 int tile_y)
{
    uint8_t *moved = moved_row(caustics, field, tile_y);
    int top = tile_y * RIPPLE_TILE_ROWS - REACH;

    ripple_field_find_reached(moved, field, plane, tile_y);
    if (memchr(moved, 1, (size_t)field->tile_columns) == NULL)
        return;
    memset(strip_row(caustics, tile_y, top) - MARGIN, 0,
           STRIP_ROWS * caustics->stride * sizeof *caustics->rays);
    scatter_tiles(caustics, kernels, field, plane, tile_y);
    for (int y = top; y < top + STRIP_ROWS; y++)
        mirror_columns(strip_row(caustics, tile_y, y), field->columns);
    mirror_rows(caustics, field, tile_y);
}

/* Sets near[x] to 1 if rays that reach tile x may have moved. */
static void mark_tiles_near_moved(uint8_t *near, const Caustics *caustics,
                                  const Field *field, int tile_y)
{
    memset(near, 0, (size_t)field->tile_columns);
    for (int y = tile_y - 2; y <= tile_y + 2; y++) {
        const uint8_t *moved = moved_row(caustics, field, y);

        for (int x = 0; x < field->tile_columns; x++)
            near[x] |= moved[x - 1] | moved[x] | moved[x + 1];
    }
}

/* Finds the rays of row y: those of three rows of tiles that reach it. */
static void find_rays(const int16_t **rays, const Caustics *caustics,
                      const Field *field, int y)
{
    int first = y / RIPPLE_TILE_ROWS - 1;

    for (int i = 0; i < RIPPLE_COLLECT_PLANES; i++) {
        const uint8_t *moved = moved_row(caustics, field, first + i);
        int top = (first + i) * RIPPLE_TILE_ROWS - REACH;
        int has_row = y >= top && y < top + STRIP_ROWS &&
                      memchr(moved, 1, (size_t)field->tile_columns) != NULL;

        rays[i] = has_row ? strip_row(caustics, first + i, y)
                          : strip_row(caustics, field->tile_rows,
                                      field->tile_rows * RIPPLE_TILE_ROWS);
    }
}

/* The arguments of a row of tiles; its rays begin at column 0. */
static CollectArgs make_row_args(const Caustics *caustics, const Field *field,
                                 const Lighting *lighting, RippleRect row)
{
    CollectArgs args = {.stride = (ptrdiff_t)field->stride,
                        .to_stride = (ptrdiff_t)field->stride,
                        .rows = row.height,
                        .top = -row.y,
                        .bottom = field->rows - 1 - row.y,
                        .bend = caustics->bend,
                        .lighting = *lighting};

    for (int i = 0; i < row.height + 2 * RIPPLE_COLLECT_RAYS; i++) {
        int y = row.y + i - RIPPLE_COLLECT_RAYS - caustics->shift_y;

        find_rays(args.rays[i], caustics, field, mirror(y, field->rows));
    }
    return args;
}

void ripple_caustics_gather_row(Caustics *caustics, const Kernels *kernels,
                                const Lighting *lighting, const Field *field,
                                const Plane *plane, int tile_y)
{
    uint8_t *light_flags = ripple_field_flags(field, &caustics->light, tile_y);
    uint8_t *shine_flags = ripple_field_flags(field, &caustics->shine, tile_y);
    uint8_t near[RIPPLE_MAX_TILE_COLUMNS];
    CollectArgs row = make_row_args(caustics, field, lighting,
                                    ripple_field_tile(field, 0, tile_y));

    mark_tiles_near_moved(near, caustics, field, tile_y);
    for (int x = 0; x < field->tile_columns; x++) {
        RippleRect tile = ripple_field_tile(field, x, tile_y);
        size_t first = (size_t)tile.y * field->stride + (size_t)tile.x;
        CollectArgs args = row;

        if (!near[x]) {
            ripple_field_reset_tile(field, &caustics->light, x, tile_y);
            ripple_field_reset_tile(field, &caustics->shine, x, tile_y);
            continue;
        }
        for (int i = 0; i < tile.height + 2 * RIPPLE_COLLECT_RAYS; i++) {
            for (int k = 0; k < RIPPLE_COLLECT_PLANES; k++)
                args.rays[i][k] += tile.x - caustics->shift_x;
        }
        args.cells = plane->cells + first;
        args.light = caustics->light.cells + first;
        args.shine = caustics->shine.cells + first;
        args.columns = tile.width;
        args.left = -tile.x;
        args.right = field->columns - 1 - tile.x;
        light_flags[x] = kernels->collect(&args) ? RIPPLE_ACTIVE : 0;
        shine_flags[x] = light_flags[x];
    }
    ripple_field_count_row(field, &caustics->light, tile_y);
}
