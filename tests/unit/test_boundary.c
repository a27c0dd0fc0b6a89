/* SPDX-License-Identifier: MIT */
/* The halo of open edges, cell by cell, after the formulas of
   src/water/README.md and boundary_open.c. */
#include "water/boundary.h"
#include "water/step.h"
#include "water.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tiles that end before a whole one, and rows that fill their memory. */
enum { WIDTH = 158, HEIGHT = 30 };

typedef struct Pond {
    Field field;
    Boundary boundary;
} Pond;

static void free_pond(void *memory)
{
    Pond *pond = memory;

    ripple_boundary_clear(&pond->boundary);
    ripple_field_clear(&pond->field);
    free(pond);
}

/* Calm water with open edges. */
static Pond *make_pond(int model, int has_current)
{
    Pond *pond = support_own(calloc(1, sizeof *pond), free_pond);
    RippleSettings settings = water_settings(model, OPEN);

    EXPECT_OK(ripple_field_init(&pond->field, WIDTH, HEIGHT));
    EXPECT_OK(ripple_boundary_init(&pond->boundary, &pond->field));
    ripple_boundary_configure(&pond->boundary, &pond->field, &settings,
                              has_current);
    return pond;
}

static int16_t *cell_of(const Pond *pond, const Plane *plane, int x, int y)
{
    return &ripple_field_halo_row(&pond->field, plane, y)[x + 1];
}

/* Random cells and halo, from as low as rounding matters. */
static void stir(Pond *pond, Plane *plane, uint64_t random)
{
    for (int y = -1; y <= HEIGHT; y++) {
        for (int x = -1; x <= WIDTH; x++) {
            int max = (x + y) % 3 == 0 ? 40 : 3000;

            *cell_of(pond, plane, x, y) =
                (int16_t)support_between(&random, -max, max);
        }
    }
    ripple_field_set_flags(&pond->field, RIPPLE_ACTIVE_ALL);
}

/* Sides are left, right, top and bottom, as `halo` counts them. */
static int side_length(int side)
{
    return side < 2 ? HEIGHT : WIDTH;
}

/* Halo cell i of a side, or the edge cell beside it. */
static int16_t *halo(const Pond *pond, const Plane *plane, int side, int i,
                     int inward)
{
    int far = (side == 1 ? WIDTH : HEIGHT) - inward, near = inward - 1;
    int at = side % 2 ? far : near;

    return side < 2 ? cell_of(pond, plane, at, i) : cell_of(pond, plane, i, at);
}

/* Each corner is the mean of the halo cells next to it, toward zero. */
static void check_corners(const Pond *pond, const Plane *plane)
{
    for (int i = 0; i < 4; i++) {
        int x = i % 2 ? WIDTH : -1, y = i / 2 ? HEIGHT : -1;
        int beside = *cell_of(pond, plane, i % 2 ? WIDTH - 1 : 0, y);
        int above = *cell_of(pond, plane, x, i / 2 ? HEIGHT - 1 : 0);

        EXPECT_INT(*cell_of(pond, plane, x, y), ==, (beside + above) / 2);
    }
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

static const uint8_t all_active[] = {1, 1, 1};

static void step_boundary(Pond *pond, const uint8_t *active)
{
    for (int y = 0; y < pond->field.tile_rows; y++)
        ripple_boundary_step_row(&pond->boundary, ripple_kernels_best(),
                                 &pond->field, &pond->field.before, active, y);
}

TEST_CASE(waves, halo, .timeout_s = 4);

/* A field of zeros and its boundary. */
static void init_halo(Field *field, Boundary *boundary, int columns, int rows,
                      const RippleSettings *settings)
{
    EXPECT_OK(ripple_field_init(field, columns, rows));
    EXPECT_OK(ripple_boundary_init(boundary, field));
    ripple_boundary_configure(boundary, field, settings, 0);
}

/* In a current the halo is the edge of one step ago, 1/32 and 1 lower. */
TEST(halo, currents_bring_lower_waves_in)
{
    Pond *pond = make_pond(ROUND, 1);
    const Field *field = &pond->field;

    stir(pond, &pond->field.now, 3);
    step_boundary(pond, all_active);
    for (int side = 0; side < 4; side++) {
        for (int i = 0; i < side_length(side); i++) {
            int height = *halo(pond, &field->now, side, i, 1);
            int lower = abs(height) - abs(height) / 32 - 1;

            EXPECT_INT(*halo(pond, &field->before, side, i, 0), ==,
                       height == 0 ? 0 : sign(height) * lower);
        }
    }
    check_corners(pond, &field->before);
}

/* (r - 1) / (r + 1) for waves that cross the edge at r cells a step. */
static double one_way(double r)
{
    return (r - 1) / (r + 1);
}

/*
 * The one-way equation for waves at 45 degrees to the normal, applied to what
 * the one for 0 degrees leaves over: of that, 1/128 is lost a step, and 1/8 if
 * cells have speeds. If waves lose more than a tenth of their energy a step,
 * the first equation is enough. Rounding, and what is small and comes to rest,
 * makes a difference of a few units; a halo cell that would not move becomes
 * the edge cell instead.
 */
TEST_LOOP(halo, waves_leave_by_two_equations, 2 * MODEL_COUNT)
{
    RippleSettings settings = water_settings(_i / 2, OPEN);
    const Model *model = ripple_model_of(&settings);
    double r, normal, oblique, kept = model->has_speeds ? 7 / 8.0 : 127 / 128.0;
    Pond *pond = make_pond(_i / 2, 0);
    const Plane *now = &pond->field.now, *next = &pond->field.before;

    if (_i % 2) {
        settings.damping = 3;
        settings.viscosity = 4;
        settings.loss = settings.restore = 0.11;
        ripple_boundary_configure(&pond->boundary, &pond->field, &settings, 0);
    }
    if (model->energy_kept(&settings) < 0.9)
        kept = 0;
    r = sqrt(model->speed2(&settings));
    normal = one_way(r);
    oblique = one_way(r * sqrt(2));
    stir(pond, &pond->field.now, 3);
    stir(pond, &pond->field.before, 4);
    for (int step = 0; step < 2; step++) {
        Pond *old = make_pond(_i / 2, 0);

        for (int side = 0; side < 4; side++)
            memcpy(old->boundary.open.residues[side].inner,
                   pond->boundary.open.residues[side].inner,
                   2 * (size_t)side_length(side) * sizeof(int16_t));
        step_boundary(pond, all_active);
        for (int side = 0; side < 4; side++) {
            const BoundaryResidues *residues =
                &pond->boundary.open.residues[side];
            const BoundaryResidues *before = &old->boundary.open.residues[side];

            for (int i = 0; i < side_length(side); i++) {
                int edge = *halo(pond, now, side, i, 1);
                int new_edge = *halo(pond, next, side, i, 1);
                double inner = new_edge - *halo(pond, now, side, i, 2) -
                               normal * (*halo(pond, next, side, i, 2) - edge);
                double outer = kept * (before->inner[i] +
                                       oblique * (inner - before->outer[i]));
                int old_halo = *halo(pond, now, side, i, 0);
                double wanted = edge + normal * (new_edge - old_halo) + outer;

                EXPECT(fabs(residues->inner[i] - inner) < 2);
                if (fabs(wanted - old_halo) < 6)
                    continue;
                EXPECT(fabs(residues->outer[i] - outer) < 4);
                EXPECT(fabs(*halo(pond, next, side, i, 0) - wanted) < 6);
            }
        }
        check_corners(pond, next);
    }
}

/*
 * (left + 2 cell + right) / 4 along each side, to nearest, halves toward zero;
 * an end counts for the neighbour that it lacks. Only for models with diagonal
 * weights, and not in a current.
 */
TEST_LOOP(halo, diagonals_smooth_it, 2 * MODEL_COUNT)
{
    RippleSettings settings = water_settings(_i / 2, OPEN);
    int is_smoothed = ripple_model_of(&settings)->has_diagonals && _i % 2 == 0;
    Pond *pond = make_pond(_i / 2, _i % 2), *old = make_pond(_i / 2, _i % 2);
    Plane *now = &pond->field.now;

    stir(pond, now, 3);
    stir(old, &old->field.now, 3);
    ripple_boundary_smooth(&pond->boundary, &pond->field);
    for (int side = 0; side < 4; side++) {
        int last = side_length(side) - 1;

        for (int i = 0; i <= last; i++) {
            int cell = *halo(old, &old->field.now, side, i, 0);
            int sum =
                *halo(old, &old->field.now, side, max_int(i - 1, 0), 0) +
                2 * cell +
                *halo(old, &old->field.now, side, min_int(i + 1, last), 0);

            EXPECT_INT(*halo(pond, now, side, i, 0), ==,
                       is_smoothed ? sign(sum) * ((abs(sum) + 1) / 4) : cell);
            EXPECT_INT(*halo(pond, now, side, i, 1), ==,
                       *halo(old, &old->field.now, side, i, 1));
        }
    }
    if (is_smoothed)
        check_corners(pond, now);
}

/* A last tile of one cell is left by waves of the tile behind it, whose flags
   tell whether they came to their common side. */
TEST_LOOP(halo, tiles_of_one_cell_look_behind, 4)
{
    enum { COLUMNS = 65, ROWS = 17 };
    static const struct {
        int x, y, flags, tile_y;
        BoundarySide side;
    } cases[] = {
        {4, 15, RIPPLE_ACTIVE_BOTTOM, 2, SIDE_BOTTOM},
        {4, 15, RIPPLE_ACTIVE_TOP, 2, SIDE_BOTTOM},
        {63, 4, RIPPLE_ACTIVE_RIGHT, 0, SIDE_RIGHT},
        {63, 4, RIPPLE_ACTIVE_LEFT, 0, SIDE_RIGHT},
    };
    RippleSettings settings = water_settings(CLASSIC, OPEN);
    const uint8_t active[2] = {0};
    Field field;
    Boundary boundary;

    init_halo(&field, &boundary, COLUMNS, ROWS, &settings);
    field.before.cells[cases[_i].y * (int)field.stride + cases[_i].x] = 1000;
    ripple_field_flags(&field, &field.before, cases[_i].y / 8)[0] =
        (uint8_t)cases[_i].flags;
    ripple_boundary_step_row(&boundary, ripple_kernels_best(), &field,
                             &field.before, active, cases[_i].tile_y);
    EXPECT_INT(boundary.open.residues[cases[_i].side].inner[4] != 0, ==,
               _i % 2 == 0);
    ripple_boundary_clear(&boundary);
    ripple_field_clear(&field);
}

/* So does a whole step: the last row of tiles is calm, the one above is not. */
TEST(halo, steps_of_one_row_of_cells_look_above)
{
    enum { COLUMNS = 9, ROWS = 17, LAST = 2 };
    RippleSettings settings = water_settings(CLASSIC, OPEN);
    StepContext context = {.kernels = ripple_kernels_best()};
    Field field;
    Boundary boundary;

    init_halo(&field, &boundary, COLUMNS, ROWS, &settings);
    context.boundary = &boundary;
    context.stencil = context.plain_stencil =
        ripple_model_stencil(&settings, 1);
    field.before.cells[(ROWS - 2) * (int)field.stride + 4] = 1000;
    ripple_field_flags(&field, &field.before, LAST - 1)[0] = RIPPLE_ACTIVE_ALL;
    ripple_field_count_row(&field, &field.before, LAST - 1);
    ripple_step_row(&context, &field, &field.before, &field.speeds, LAST);
    EXPECT_INT(boundary.open.residues[SIDE_BOTTOM].inner[4], !=, 0);
    ripple_boundary_clear(&boundary);
    ripple_field_clear(&field);
}

/* A residue alone is left to move water that is 0. */
TEST(halo, residues_are_not_calm)
{
    Pond *pond = make_pond(WAVE, 0);

    ripple_field_activate(&pond->field, 70, 70, 12);
    for (int side = 0; side < 4; side++) {
        const BoundaryResidues *left = &pond->boundary.open.residues[side];

        for (int i = 0; i < 2 * side_length(side); i++) {
            int16_t *residue = &(i % 2 ? left->inner : left->outer)[i / 2];

            EXPECT(ripple_boundary_is_zero(&pond->boundary, &pond->field));
            *residue = -1;
            EXPECT(!ripple_boundary_is_zero(&pond->boundary, &pond->field));
            *residue = 0;
        }
    }
}

/* Other edges begin with a calm halo, whose tiles are calm too. */
TEST(halo, other_edges_begin_calm)
{
    Pond *pond = make_pond(ROUND, 0);
    RippleSettings settings = water_settings(ROUND, FIXED);
    Field *field = &pond->field;
    Plane *now = &field->now;

    stir(pond, now, 3);
    for (int y = -1; y <= field->tile_rows; y++) {
        for (int x = -1; x <= field->tile_columns; x++)
            ripple_field_flags(field, now, y)[x] = RIPPLE_ACTIVE_ALL;
        now->active_tiles[y] = 3;
    }
    ripple_boundary_configure(&pond->boundary, field, &settings, 0);
    for (int y = -1; y <= field->tile_rows; y++) {
        int is_inside = y >= 0 && y < field->tile_rows;

        EXPECT_INT(now->active_tiles[y], ==, is_inside ? 3 : 0);
        for (int x = -1; x <= field->tile_columns; x++)
            EXPECT_INT(ripple_field_flags(field, now, y)[x] != 0, ==,
                       is_inside && x >= 0 && x < field->tile_columns);
    }
    for (int side = 0; side < 4; side++) {
        for (int i = 0; i < side_length(side); i++)
            EXPECT_INT(*halo(pond, now, side, i, 0), ==, 0);
    }
}

/* A single row of tiles has all four corners. */
TEST(halo, corners_of_one_row_of_tiles)
{
    enum { COLUMNS = 9, ROWS = 6 };
    RippleSettings settings = water_settings(CLASSIC, OPEN);
    const uint8_t active[1] = {1};
    Field field;
    Boundary boundary;

    init_halo(&field, &boundary, COLUMNS, ROWS, &settings);
    for (int i = 0; i < COLUMNS * ROWS; i++)
        field.before.cells[i / COLUMNS * (int)field.stride + i % COLUMNS] =
            (int16_t)(3000 + 100 * i);
    ripple_boundary_step_row(&boundary, ripple_kernels_best(), &field,
                             &field.before, active, 0);
    for (int i = 0; i < 4; i++) {
        int x = i % 2 ? COLUMNS : -1, y = i / 2 ? ROWS : -1;
        const int16_t *row =
            ripple_field_halo_row(&field, &field.before, y) + 1;
        int beside = row[i % 2 ? COLUMNS - 1 : 0];
        int above = row[x + (i / 2 ? -1 : 1) * (int)field.stride];

        EXPECT_INT(beside, !=, 0);
        EXPECT_INT(row[x], ==, (beside + above) / 2);
    }
    ripple_boundary_clear(&boundary);
    ripple_field_clear(&field);
}

/* Nothing leaves through tiles that were not stepped. */
TEST_LOOP(halo, calm_tiles_have_none, 3)
{
    Pond *pond = make_pond(ROUND, 0);
    const Plane *next = &pond->field.before;
    uint8_t active[] = {1, 1, 1};

    stir(pond, &pond->field.now, 3);
    stir(pond, &pond->field.before, 4);
    step_boundary(pond, all_active);
    active[_i] = 0;
    step_boundary(pond, active);
    for (int side = 0; side < 4; side++) {
        const BoundaryResidues *left = &pond->boundary.open.residues[side];
        int moving = 0;

        for (int i = 0; i < side_length(side); i++) {
            int tile = side < 2 ? 2 * side : i / RIPPLE_TILE_COLUMNS;
            int any =
                *halo(pond, next, side, i, 0) | left->inner[i] | left->outer[i];

            moving += any != 0;
            EXPECT(any == 0 || tile != _i);
        }
        EXPECT((moving > 0) == (side >= 2 || 2 * side != _i));
    }
}

/* A current does not move the halo: each row of tiles copies its part. */
TEST(halo, currents_leave_it_in_place)
{
    Pond *pond = make_pond(ROUND, 1);
    const Plane *from = &pond->field.now, *to = &pond->field.before;
    int last = pond->field.tile_rows - 1;

    stir(pond, &pond->field.now, 3);
    for (int tile_y = 0; tile_y <= last; tile_y++) {
        ripple_boundary_advect_row(&pond->boundary, &pond->field,
                                   &pond->field.before, from, tile_y);
        for (int side = 0; side < 4; side++) {
            for (int i = 0; i < side_length(side); i++) {
                int is_done = side == 2   ? 1
                              : side == 3 ? tile_y == last
                                          : i / RIPPLE_TILE_ROWS <= tile_y;

                EXPECT_INT(*halo(pond, to, side, i, 0), ==,
                           is_done ? *halo(pond, from, side, i, 0) : 0);
            }
        }
    }
    for (int i = 0; i < 4; i++) {
        int x = i % 2 ? WIDTH : -1, y = i / 2 ? HEIGHT : -1;

        EXPECT_INT(*cell_of(pond, to, x, y), ==, *cell_of(pond, from, x, y));
    }
}

/* The halo below a last row of tiles that is one cell high needs cell 1, which
   lies in the row above. */
TEST_LOOP(halo, one_row_of_cells_waits, RIPPLE_EDGES_COUNT)
{
    for (int rows = 4; rows < 40; rows++) {
        RippleSettings settings = water_settings(ROUND, _i);
        Field field;
        Boundary boundary;

        init_halo(&field, &boundary, 9, rows, &settings);
        for (int y = 0; y < field.tile_rows; y++)
            EXPECT_INT(ripple_boundary_needs_row_above(&boundary, &field, y),
                       ==, _i == OPEN && y > 0 && y * 8 == rows - 1);
        ripple_boundary_clear(&boundary);
        ripple_field_clear(&field);
    }
}

/* A wave that is leaving keeps the tiles at its part of the edge awake. */
TEST(halo, leaving_waves_keep_tiles_active)
{
    for (int side = 0; side < 4; side++) {
        for (int i = 0; i < side_length(side); i++) {
            Pond *pond = make_pond(ROUND, 0);
            Field *field = &pond->field;
            int x = side < 2 ? (side ? WIDTH - 1 : 0) : i;
            int y = side < 2 ? i : (side == 3 ? HEIGHT - 1 : 0);

            *halo(pond, &field->now, side, i, 0) = 4;
            ripple_field_activate(field, 70, 70, 12); /* something moves */
            ripple_boundary_smooth(&pond->boundary, field);
            EXPECT_INT(ripple_field_flags(
                           field, &field->now,
                           y / RIPPLE_TILE_ROWS)[x / RIPPLE_TILE_COLUMNS],
                       ==, RIPPLE_ACTIVE_ALL);
            EXPECT_INT(field->now.active_tiles[y / RIPPLE_TILE_ROWS], >=, 1);
            EXPECT(!ripple_boundary_is_zero(&pond->boundary, field));
            support_release();
        }
    }
}

/* Waves that leave where land comes are gone with it: then all is calm. */
TEST_LOOP(halo, land_stops_what_is_leaving, 4 * MODEL_COUNT)
{
    enum { SIZE = 60, REACH = 25 };
    Ripple *pool =
        water_bounded(SIZE, SIZE, _i % MODEL_COUNT, OPEN, RIPPLE_SHORE_FIXED);
    int side = _i / MODEL_COUNT, edge = side % 2 ? SIZE - 3 : 2;
    int x = side < 2 ? edge : SIZE / 2, y = side < 2 ? SIZE / 2 : edge;
    uint8_t mask[SIZE * SIZE];

    for (int i = 0; i < SIZE * SIZE; i++)
        mask[i] = abs(i % SIZE - x) < REACH && abs(i / SIZE - y) < REACH
                      ? RIPPLE_DEPTH_LAND
                      : RIPPLE_DEPTH_OPEN;
    water_drop(pool, x, y, 9, 2000);
    water_step(pool, 8);
    EXPECT(!ripple_is_calm(pool));
    EXPECT_OK(ripple_set_mask(pool, mask, SIZE, SIZE, SIZE));
    EXPECT_INT(water_count(pool), ==, 0);
    EXPECT(ripple_is_calm(pool));
}
