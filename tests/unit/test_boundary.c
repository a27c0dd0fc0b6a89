/* SPDX-License-Identifier: MIT */
/* Open edges, cell by cell, after the formulas of src/lib/water/README.md and
   boundary.c. */
#include "lib/water/boundary.h"
#include "lib/water/step.h"
#include "water.h"

#include <math.h>
#include <stdlib.h>

/* Tiles that end before a whole one, and rows that fill their memory. */
enum { WIDTH = 158, HEIGHT = 30 };

typedef struct Pond {
    Field field;
    Boundary boundary;
    double r; /* cells that waves travel a step */
    int one;  /* a height of 1: 4096 if heights have fractions, else 1 */
} Pond;

/* All heights of a plane in 1/one, as [y][x]. */
typedef struct Values {
    int32_t at[HEIGHT][WIDTH];
} Values;

/* The planes of a step of the edges: heights one step before `now`, those by a
   mirror, and the results. */
typedef struct Leaving {
    Values before, now, mirror, next;
} Leaving;

static void free_pond(void *memory)
{
    Pond *pond = memory;

    ripple_boundary_clear(&pond->boundary);
    ripple_field_clear(&pond->field);
    free(pond);
}

/* Calm water with open edges. */
static Pond *make_pond(int model)
{
    Pond *pond = support_own(calloc(1, sizeof *pond), free_pond);
    RippleSettings settings = water_settings(model, OPEN);

    EXPECT_OK(ripple_field_init(&pond->field, WIDTH, HEIGHT));
    if (ripple_model_of(&settings)->has_speeds)
        EXPECT_OK(ripple_field_add_plane(&pond->field, &pond->field.speeds));
    pond->one = 1;
    if (ripple_model_stencil(&settings, 0).kind == STENCIL_FINE) {
        EXPECT_OK(ripple_field_add_fractions(&pond->field));
        pond->one = 1 << RIPPLE_FRACTION_BITS;
    }
    EXPECT_OK(ripple_boundary_init(&pond->boundary, &pond->field));
    ripple_boundary_configure(&pond->boundary, &pond->field, &settings);
    pond->r = sqrt(ripple_model_of(&settings)->speed2(&settings));
    return pond;
}

static int16_t *cell_of(const Pond *pond, int16_t *part, int x, int y)
{
    return &ripple_field_halo_row(&pond->field, part, y)[x + 1];
}

/* Speeds have no fractions. */
static int get(const Pond *pond, const Plane *plane, int x, int y)
{
    int height = *cell_of(pond, plane->cells, x, y);

    if (plane->fractions == NULL)
        return height;
    return height * pond->one + *cell_of(pond, plane->fractions, x, y);
}

static void set(const Pond *pond, const Plane *plane, int x, int y, int value)
{
    int height = value;

    if (plane->fractions != NULL) {
        height = (int)floor((double)value / pond->one + 0.5);
        *cell_of(pond, plane->fractions, x, y) =
            (int16_t)(value - height * pond->one);
    }
    *cell_of(pond, plane->cells, x, y) = (int16_t)height;
}

/* Random cells and halo, a third of them small. */
static void stir(Pond *pond, Plane *plane, uint64_t random, int max)
{
    for (int y = -1; y <= HEIGHT; y++) {
        for (int x = -1; x <= WIDTH; x++) {
            int limit = (x + y) % 3 == 0 ? 4 : max;

            set(pond, plane, x, y, support_between(&random, -limit, limit));
        }
    }
    ripple_field_set_flags(&pond->field, RIPPLE_ACTIVE_ALL);
}

static Values values_of(const Pond *pond, const Plane *plane)
{
    Values values;

    for (int i = 0; i < HEIGHT * WIDTH; i++)
        values.at[i / WIDTH][i % WIDTH] =
            get(pond, plane, i % WIDTH, i / WIDTH);
    return values;
}

static OpenStep step_of(Pond *pond)
{
    return (OpenStep){&pond->boundary.open, &pond->field, NULL,
                      &pond->field.before, &pond->field.speeds};
}

static void save_rows(Pond *pond)
{
    OpenStep step = step_of(pond);

    for (int y = 0; y < pond->field.tile_rows; y++)
        ripple_boundary_save_row(&pond->boundary, &step, y);
}

static void step_rows(Pond *pond)
{
    OpenStep step = step_of(pond);

    for (int y = 0; y < pond->field.tile_rows; y++)
        ripple_boundary_step_row(&pond->boundary, &step, y);
}

/* A step of the edges between random heights. */
static Leaving leave(Pond *pond, int seed, int max)
{
    Field *field = &pond->field;
    Leaving leaving;

    stir(pond, &field->now, (uint64_t)seed, max);
    stir(pond, &field->before, (uint64_t)seed + 1, max);
    leaving.now = values_of(pond, &field->now);
    leaving.before = values_of(pond, &field->before);
    save_rows(pond);
    stir(pond, &field->before, (uint64_t)seed + 2, max);
    leaving.mirror = values_of(pond, &field->before);
    step_rows(pond);
    leaving.next = values_of(pond, &field->before);
    return leaving;
}

/* From the first of `count` cells 1 leads inside, from the last -1. */
static int inward(int place, int count)
{
    return (place == 0) - (place == count - 1);
}

/* 0 inside, 1 at an edge, 2 in a corner. */
static int count_edges(int x, int y)
{
    return (inward(x, WIDTH) != 0) + (inward(y, HEIGHT) != 0);
}

TEST_CASE(waves, halo, .timeout_s = 4);

/* (r - 1) / (r + 1) for waves that cross the edge at r cells a step. */
static double one_way(double r)
{
    return (r - 1) / (r + 1);
}

/* The height that lets waves pass, at 0 and at 45 degrees to the normal. */
static double find_passing(const Pond *pond, const Leaving *leaving, int x,
                           int y)
{
    double c = one_way(pond->r), d = one_way(pond->r * sqrt(2));
    double b[3], h[3], next[3];

    for (int i = 0; i < 3; i++) {
        int column = x + i * inward(x, WIDTH), row = y + i * inward(y, HEIGHT);

        b[i] = leaving->before.at[row][column];
        h[i] = leaving->now.at[row][column];
        next[i] = leaving->mirror.at[row][column];
    }
    return 2 * h[1] - b[2] + (c + d) * (next[1] - h[0] - h[2] + b[1]) +
           c * d * (2 * h[1] - next[2] - b[0]);
}

/* By how much a height sinks: 1/2^10 of it if it has fractions. */
static int find_loss(const Pond *pond, int height)
{
    return pond->one > 1 ? (int)ceil(abs(height) / 1024.0)
                         : min_int(abs(height), 1);
}

/* Fixed point and sinking make a difference of a few units. */
TEST_LOOP(halo, waves_leave_by_two_equations, MODEL_COUNT)
{
    Pond *pond = make_pond(_i);
    Leaving leaving = leave(pond, 3, 3000 * pond->one);

    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            int before = leaving.before.at[y][x];
            int mirror = leaving.mirror.at[y][x], next = leaving.next.at[y][x];

            if (count_edges(x, y) == 0)
                EXPECT_INT(next, ==, mirror);
            if (count_edges(x, y) == 1)
                EXPECT(fabs(next - fmax(fmin(find_passing(pond, &leaving, x, y),
                                             max_int(before, mirror)),
                                        min_int(before, mirror))) <
                       4 * pond->one + 1 + find_loss(pond, next));
        }
    }
}

/* By a mirror the whole tile is 0, but an edge cell of it is not, or only its
   fraction. */
TEST_LOOP(halo, edge_cells_wake_their_tile, 2 * 6)
{
    static const int cells[][2] = {{0, 12}, {WIDTH - 1, 12},         {70, 0},
                                   {0, 0},  {WIDTH - 1, HEIGHT - 1}, {70, 29}};
    int x = cells[_i % 6][0], y = cells[_i % 6][1];
    Pond *pond = make_pond(_i < 6 ? CLASSIC : WAVE);
    Plane *next = &pond->field.before;

    set(pond, next, x, y, 1000);
    set(pond, &pond->field.now, x + inward(x, WIDTH), y + inward(y, HEIGHT),
        500);
    save_rows(pond);
    set(pond, next, x, y, 0);
    step_rows(pond);
    EXPECT_INT(get(pond, next, x, y), >, 0);
    for (int i = 0; i < 4 * 3; i++) {
        int is_there =
            i % 3 == x / RIPPLE_TILE_COLUMNS && i / 3 == y / RIPPLE_TILE_ROWS;

        EXPECT_INT(ripple_field_flags(&pond->field, next, i / 3)[i % 3], ==,
                   is_there ? RIPPLE_ACTIVE_ALL : 0);
    }
}

/* Other edges begin with a calm halo, whose tiles are calm too. */
TEST_LOOP(halo, other_edges_begin_calm, MODEL_COUNT)
{
    Pond *pond = make_pond(_i);
    RippleSettings settings = water_settings(_i, FIXED);
    Field *field = &pond->field;
    Plane *now = &field->now;

    stir(pond, now, 3, 3000 * pond->one);
    for (int y = -1; y <= field->tile_rows; y++) {
        for (int x = -1; x <= field->tile_columns; x++)
            ripple_field_flags(field, now, y)[x] = RIPPLE_ACTIVE_ALL;
        now->active_tiles[y] = 3;
    }
    ripple_boundary_configure(&pond->boundary, field, &settings);
    for (int y = -1; y <= field->tile_rows; y++) {
        int is_inside = y >= 0 && y < field->tile_rows;

        EXPECT_INT(now->active_tiles[y], ==, is_inside ? 3 : 0);
        for (int x = -1; x <= field->tile_columns; x++)
            EXPECT_INT(ripple_field_flags(field, now, y)[x] != 0, ==,
                       is_inside && x >= 0 && x < field->tile_columns);
    }
    for (int y = -1; y <= HEIGHT; y++) {
        for (int x = -1; x <= WIDTH; x++) {
            int is_inside = x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT;

            EXPECT(get(pond, now, x, y) == 0 || is_inside);
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
