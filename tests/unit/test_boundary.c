/* SPDX-License-Identifier: MIT */
/* Open edges, cell by cell, after the formulas of src/lib/water/README.md and
   boundary.c. */
#include "lib/water/boundary.h"
#include "lib/water/step.h"
#include "water.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tiles that end before a whole one, and rows that fill their memory. */
enum { WIDTH = 158, HEIGHT = 30 };

typedef struct Pond {
    Field field;
    Boundary boundary;
    Mask mask; /* zeros: open water */
    double r;  /* cells that waves travel a step */
    int one;   /* a height of 1: 4096 if heights have fractions, else 1 */
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

    ripple_mask_clear(&pond->mask);
    ripple_boundary_clear(&pond->boundary);
    ripple_field_clear(&pond->field);
    free(pond);
}

/* Calm water with open edges. */
static Pond *make_pond_of(int columns, int rows, int model)
{
    Pond *pond = support_own(calloc(1, sizeof *pond), free_pond);
    RippleSettings settings = water_settings(model, OPEN);

    EXPECT_OK(ripple_field_init(&pond->field, columns, rows));
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

static Pond *make_pond(int model)
{
    return make_pond_of(WIDTH, HEIGHT, model);
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

static void fill(Pond *pond, Plane *plane, int height)
{
    for (int i = 0; i < HEIGHT * WIDTH; i++)
        set(pond, plane, i % WIDTH, i / WIDTH, height);
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
    return (OpenStep){&pond->boundary.open, &pond->field,
                      pond->mask.depths != NULL ? &pond->mask : NULL,
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

/* A mask of many depths, two thirds of it open water. */
static void set_depths(Pond *pond)
{
    uint8_t depths[HEIGHT * WIDTH];
    uint64_t random = 3;

    for (int i = 0; i < HEIGHT * WIDTH; i++)
        depths[i] = (uint8_t)min_int(support_between(&random, 100, 1000),
                                     RIPPLE_DEPTH_OPEN);
    EXPECT_OK(ripple_mask_init(&pond->mask, &pond->field, 0));
    ripple_mask_set(&pond->mask, &pond->field, depths, WIDTH, HEIGHT, WIDTH);
}

/* Whether a cell went from `height` to `next` by sinking. */
static int has_sunk(const Pond *pond, int height, int next)
{
    int loss = find_loss(pond, height);

    return next == (height < 0 ? height + loss : height - loss);
}

/* The height lies between the one before and the one by a mirror; only a cell
   that moved by no more than its loss may then sink by that. */
TEST_LOOP(halo, cells_stay_between_two_heights, 6 * MODEL_COUNT)
{
    static const int max[] = {2, 900, 8000};
    Pond *pond = make_pond(_i % MODEL_COUNT);
    Leaving leaving;

    if (_i / MODEL_COUNT % 2)
        set_depths(pond);
    leaving = leave(pond, _i, max[_i / MODEL_COUNT / 2] * pond->one);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            int before = leaving.before.at[y][x];
            int mirror = leaving.mirror.at[y][x], next = leaving.next.at[y][x];
            int low = min_int(before, mirror), high = max_int(before, mirror);
            int reach = 2 * find_loss(pond, next) + 2;
            int is_ok = next >= low && next <= high;

            low = max_int(low, next - reach);
            high = min_int(high, next + reach);
            for (int height = low; height <= high && !is_ok; height++)
                is_ok = abs(height - before) <= find_loss(pond, height) &&
                        has_sunk(pond, height, next);
            EXPECT(is_ok);
        }
    }
}

/* Heights before may lie beyond max_height, as stones may. */
TEST(halo, edges_of_springs_end_at_max_height)
{
    RippleSettings settings = water_settings(SPRING, OPEN);
    Leaving leaving = leave(make_pond(SPRING), 3, INT16_MAX);
    int max = 0;

    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int x = i % WIDTH, y = i / WIDTH;

        if (count_edges(x, y) > 0)
            max = max_int(max, abs(leaving.next.at[y][x]));
    }
    EXPECT(max == (int)settings.max_height);
}

/* Water that stands still beside an edge sinks a step by 1, or by 1/2^10 if it
   has fractions, to 0. */
TEST_LOOP(halo, slow_cells_sink, MODEL_COUNT)
{
    static const int whole[][2] = {{0, 0},   {1, 0},   {-1, 0},
                                   {40, 39}, {-7, -6}, {7900, 7899}};
    static const int fine[][2] = {{0, 0},         {1, 0},
                                  {-1, 0},        {1024, 1023},
                                  {-1025, -1023}, {7900 * 4096, 7900 * 4092}};
    Pond *pond = make_pond(_i);
    const int(*heights)[2] = pond->one > 1 ? fine : whole;

    for (int i = 0; i < COUNT(whole); i++) {
        fill(pond, &pond->field.now, heights[i][0]);
        fill(pond, &pond->field.before, heights[i][0]);
        save_rows(pond);
        step_rows(pond);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++)
                EXPECT_INT(get(pond, &pond->field.before, x, y), ==,
                           heights[i][count_edges(x, y) > 0]);
        }
    }
}

/* Nearer to 0 if the cell is slow or if that lies on its way. */
static int sink(const Pond *pond, int height, int before, int mirror)
{
    int loss = find_loss(pond, height);
    int sunk = height < 0 ? height + loss : height - loss;

    return abs(height - before) <= loss ||
                   (int64_t)(sunk - before) * (sunk - mirror) <= 0
               ? sunk
               : height;
}

/* Sets the depth of one cell. */
static void set_depth(Pond *pond, int x, int y, int depth)
{
    Capsule brush = ripple_capsule_make(x, y, x, y, 1);

    if (pond->mask.depths == NULL)
        EXPECT_OK(ripple_mask_init(&pond->mask, &pond->field, 0));
    ripple_mask_paint(&pond->mask, &pond->field, &brush, depth);
}

/* before + (mirror - before) / (1 + edges r / 2), towards `before` */
static int resisting(const Pond *pond, int before, int mirror, int edges)
{
    double share = round(16384 / (1 + edges * pond->r / 2)) / 16384;

    return before + (int)((mirror - before) * share);
}

/* From 1000 to -3000 by a mirror; the water inside is at 0, which by the two
   equations gives another height. Land and shallows count in the three cells
   across the edge. */
TEST_LOOP(halo, land_near_resists, 4 * 2 * MODEL_COUNT)
{
    enum { PLACE = 13 };
    Pond *pond = make_pond(_i % MODEL_COUNT);
    int before = 1000 * pond->one, mirror = -3000 * pond->one;
    int distance = _i / MODEL_COUNT % 4, depth = _i / MODEL_COUNT / 4 * 200;
    Plane *next = &pond->field.before;
    const int cells[][2] = {
        {0, PLACE}, {WIDTH - 1, PLACE}, {PLACE, 0}, {PLACE, HEIGHT - 1}};

    for (int i = 0; i < 4; i++) {
        int x = cells[i][0], y = cells[i][1];

        set_depth(pond, x + distance * inward(x, WIDTH),
                  y + distance * inward(y, HEIGHT), depth);
        set(pond, next, x, y, before);
    }
    save_rows(pond);
    for (int i = 0; i < 4; i++)
        set(pond, next, cells[i][0], cells[i][1], mirror);
    step_rows(pond);
    for (int i = 0; i < 4; i++) {
        int height = get(pond, next, cells[i][0], cells[i][1]);
        int wanted =
            sink(pond, resisting(pond, before, mirror, 1), before, mirror);

        EXPECT((height == wanted) == (distance < 3));
    }
}

/* Corners have two edges to keep_share, with land or without. */
TEST_LOOP(halo, corners_resist, 2 * MODEL_COUNT)
{
    Pond *pond = make_pond(_i % MODEL_COUNT);
    Leaving leaving;

    if (_i / MODEL_COUNT)
        set_depths(pond);
    leaving = leave(pond, 4, 3000 * pond->one);
    for (int i = 0; i < 4; i++) {
        int x = i % 2 ? WIDTH - 1 : 0, y = i / 2 ? HEIGHT - 1 : 0;
        int before = leaving.before.at[y][x];
        int mirror = leaving.mirror.at[y][x];
        int wanted =
            sink(pond, resisting(pond, before, mirror, 2), before, mirror);

        EXPECT_INT(leaving.next.at[y][x], ==, wanted);
    }
}

/* A speed changes by what the edge takes from the height, in 1/16. That keeps
   max_height, even if a stone left the cell beyond it. */
TEST(halo, speeds_follow_heights)
{
    RippleSettings settings = water_settings(SPRING, OPEN);
    Pond *pond = make_pond(SPRING);
    Leaving leaving;
    Values old, speeds;

    stir(pond, &pond->field.speeds, 9, 32000);
    old = values_of(pond, &pond->field.speeds);
    leaving = leave(pond, 5, INT16_MAX);
    speeds = values_of(pond, &pond->field.speeds);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            int next = leaving.next.at[y][x];

            EXPECT(count_edges(x, y) == 0 || abs(next) <= settings.max_height);
            EXPECT_INT(
                speeds.at[y][x], ==,
                sat16(old.at[y][x] + 16 * (next - leaving.mirror.at[y][x])));
        }
    }
}

/* The halo is that of a mirror, corners too. */
TEST_LOOP(halo, open_edges_look_like_mirrors, MODEL_COUNT)
{
    Pond *pond = make_pond(_i);
    const Plane *next = &pond->field.before;

    leave(pond, 6, 3000 * pond->one);
    for (int y = -1; y <= HEIGHT; y++) {
        for (int x = -1; x <= WIDTH; x++)
            EXPECT_INT(get(pond, next, x, y), ==,
                       get(pond, next, clamp_int(x, 0, WIDTH - 1),
                           clamp_int(y, 0, HEIGHT - 1)));
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

/* The cells inside of a last row of tiles of one or two rows of cells lie in
   the row above, which may be skipped: they held 0, not what was kept last. */
TEST_LOOP(halo, skipped_rows_are_kept, 4)
{
    enum { COLUMNS = 9 };
    int rows = 17 + _i % 2, last = rows - 1, is_skipping = _i / 2;
    RippleSettings settings = water_settings(CLASSIC, OPEN);
    Pond *pond = make_pond_of(COLUMNS, rows, CLASSIC);
    Field *field = &pond->field;
    StepContext context = {.kernels = ripple_kernels_best(),
                           .stencil = ripple_model_stencil(&settings, 1),
                           .plain_stencil = ripple_model_stencil(&settings, 1),
                           .boundary = &pond->boundary,
                           .everywhere = !is_skipping};
    const int32_t *line = pond->boundary.open.before[SIDE_BOTTOM] + COLUMNS;

    for (int i = 0; i < 2 * COLUMNS; i++)
        pond->boundary.open.before[SIDE_BOTTOM][COLUMNS + i] = 1000;
    set(pond, &field->before, 4, last, 800);
    ripple_field_flags(field, &field->before, 2)[0] = RIPPLE_ACTIVE_ALL;
    ripple_field_count_row(field, &field->before, 2);
    for (int y = 0; y < field->tile_rows; y++)
        ripple_step_row(&context, field, &field->before, &field->speeds, y);
    for (int i = 0; i < 2 * COLUMNS; i++)
        EXPECT_INT(line[i], ==, 0);
}

/* Below 4 cells a side opposite edges would feed each other. */
TEST(halo, small_pools_have_fixed_edges)
{
    for (int columns = 1; columns < 6; columns++) {
        for (int rows = 1; rows < 6; rows++) {
            Pond *pond = make_pond_of(columns, rows, WAVE);

            EXPECT_INT(pond->boundary.kind, ==,
                       columns < 4 || rows < 4 ? FIXED : OPEN);
        }
    }
}

/* The cells inside of a last row of tiles of one or two rows of cells lie in
   the row above. */
TEST_LOOP(halo, last_rows_wait, RIPPLE_EDGES_COUNT)
{
    for (int rows = 4; rows < 40; rows++) {
        RippleSettings settings = water_settings(ROUND, _i);
        Pond *pond = make_pond_of(9, rows, ROUND);

        ripple_boundary_configure(&pond->boundary, &pond->field, &settings);
        for (int y = 0; y < pond->field.tile_rows; y++)
            EXPECT_INT(ripple_boundary_needs_row_above(&pond->boundary,
                                                       &pond->field, y),
                       ==, _i == OPEN && y > 0 && rows - y * 8 <= 2);
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
