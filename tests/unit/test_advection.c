/* SPDX-License-Identifier: MIT */
/* Currents: what they carry, and what they must not do. */
#include "base/fixed.h"
#include "water/advection.h"
#include "water/projection.h"
#include "../test.h"
#include "../support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const RippleModel models[] = {
    RIPPLE_MODEL_CLASSIC, RIPPLE_MODEL_ROUND,  RIPPLE_MODEL_WAVE,
    RIPPLE_MODEL_SHALLOW, RIPPLE_MODEL_SPRING,
};

#define MODEL_COUNT 5

static Ripple *make(int width, int height, RippleModel model, RippleEdges edges)
{
    RippleSettings settings;
    Ripple *pool;

    ripple_settings_init(&settings);
    settings.model = model;
    settings.edges = edges;
    settings.shore = RIPPLE_SHORE_MIRROR;
    ck_assert_int_eq(ripple_create(&pool, width, height, &settings), 0);
    return pool;
}

static void drop(Ripple *pool, int x, int y, int radius, int weight)
{
    RippleStone stone = {x, y, radius, weight, RIPPLE_PROFILE_SMOOTH};

    ripple_drop(pool, &stone);
}

static double energy(const Ripple *pool, int first, int last)
{
    double sum = 0;

    for (int y = 0; y < ripple_height(pool); y++) {
        for (int x = first; x < last; x++)
            sum += pow(support_height(pool, x, y), 2);
    }
    return sum;
}

TEST_CASE(advection, waves, .timeout_s = 60);

/* A ring's middle moves with the current, by so many cells a step. */
TEST_LOOP(waves, waves_are_carried_along, 6 * MODEL_COUNT)
{
    enum { SIZE = 280, STEPS = 60 };
    static const double flows[][2] = {{0.4, 0}, {-0.75, 0.2}, {0.05, -0.5},
                                      {1, 1},   {-1.6, 0.7},  {0, 2}};
    const double *flow = flows[_i / MODEL_COUNT];
    Ripple *pool =
        make(SIZE, SIZE, models[_i % MODEL_COUNT], RIPPLE_EDGES_FIXED);
    int x = SIZE / 2 - (int)(flow[0] * STEPS / 2);
    int y = SIZE / 2 - (int)(flow[1] * STEPS / 2);
    double sum = 0, right = 0, down = 0;

    EXPECT_INT(ripple_set_current(pool, flow[0], flow[1]), ==, 0);
    drop(pool, x, y, 14, 2000);
    for (int i = 0; i < STEPS; i++)
        ripple_step(pool);
    for (int i = 0; i < SIZE * SIZE; i++) {
        double power = pow(support_height(pool, i % SIZE, i / SIZE), 2);

        sum += power;
        right += power * (i % SIZE - x);
        down += power * (i / SIZE - y);
    }
    ck_assert_msg(fabs(right / sum - flow[0] * STEPS) < 1.5 &&
                      fabs(down / sum - flow[1] * STEPS) < 1.5,
                  "%s: %.2f %.2f for %.2f %.2f",
                  ripple_model_name(models[_i % MODEL_COUNT]), right / sum,
                  down / sum, flow[0] * STEPS, flow[1] * STEPS);
    ripple_destroy(pool);
}

/* A body that stands still in a current leaves a wake: what is downstream of
   it moves more than what is upstream. */
TEST_LOOP(waves, standing_body_leaves_a_wake, MODEL_COUNT)
{
    enum { WIDTH = 240, HEIGHT = 120, X = 120 };
    Ripple *pool = make(WIDTH, HEIGHT, models[_i], RIPPLE_EDGES_OPEN);
    RippleStone hull = {X, HEIGHT / 2, 7, 400, RIPPLE_PROFILE_BODY};

    EXPECT_INT(ripple_set_current(pool, 1, 0), ==, 0);
    for (int i = 0; i < 150; i++) {
        ripple_drop(pool, &hull);
        ripple_step(pool);
    }
    EXPECT(energy(pool, X + 10, WIDTH) > 2 * energy(pool, 0, X - 10));
    EXPECT(energy(pool, X + 10, WIDTH) > 1000);
    ripple_destroy(pool);
}

/* A number between those of a list, which stand in the middles of equal
   parts. */
static double between(const float *list, int count, double place)
{
    double at = fmin(fmax(place * count - 0.5, 0), count - 1);
    int i = (int)fmin(at, count - 2);

    return (double)list[i] + (at - i) * (double)(list[i + 1] - list[i]);
}

TEST_CASE(advection, fit, .timeout_s = 4);

/* What gains and loses nothing is carried as it was drawn, in any size: here
   each row flows to the right, and each column down, in a speed of its own. */
TEST_LOOP(fit, flows_are_kept_as_drawn, 4)
{
    enum { COLUMNS = 5, ROWS = 4 };
    static const int sizes[][2] = {{40, 24}, {24, 40}, {600, 150}, {3, 300}};
    static const float rows[ROWS] = {0.3f, -0.2f, 0.7f, 0.1f};
    static const float columns[COLUMNS] = {0.2f, -0.5f, 0.4f, 0.6f, -0.1f};
    int width = sizes[_i][0], height = sizes[_i][1];
    float x[COLUMNS * ROWS], y[COLUMNS * ROWS];
    Advection advection;
    Field field;

    for (int i = 0; i < COLUMNS * ROWS; i++) {
        x[i] = rows[i / COLUMNS];
        y[i] = columns[i % COLUMNS];
    }
    EXPECT_INT(ripple_field_init(&field, width, height), ==, 0);
    EXPECT_INT(ripple_advection_init(&advection, x, y, COLUMNS, ROWS), ==, 0);
    EXPECT_INT(ripple_advection_make_workspace(&advection.workspace, &advection,
                                               &field, 0),
               ==, 0);
    ripple_advection_fit(&advection, &field, NULL, RIPPLE_EDGES_FIXED);
    EXPECT(advection.divergence < 1e-4);
    EXPECT_INT(advection.schedule.passes, ==, 1);
    EXPECT_INT(advection.schedule.interval, ==, 1);
    for (int i = 0; i < width * height; i++) {
        const FlowGrid *grid = &advection.workspace.grid;
        const FlowRow *row = &advection.workspace.rows[i / width];
        double across = (i % width + 0.5) * grid->columns / width;
        double along = (i / width + 0.5) * grid->rows / height;
        double right =
            between(rows, ROWS, (floor(along) + 0.5) / grid->rows) * 32768;
        double down =
            between(columns, COLUMNS, (floor(across) + 0.5) / grid->columns) *
            32768;

        EXPECT(fabs(row->x[i % width] - right) <= 2);
        EXPECT(fabs(row->above[i % width] - down) <= 2);
        EXPECT(fabs(row->below[i % width] - down) <= 2);
        EXPECT_INT(row->share, ==, (int)((along - floor(along)) * INT16_MAX));
    }
    ripple_advection_clear(&advection);
    ripple_field_clear(&field);
}

/* Water that comes from both sides and leaves up and down, as fast as it is far
   from the middle; only at the rim does the map not say how fast. */
TEST(fit, meeting_flows_are_kept)
{
    enum { SIZE = 40, PIXELS = 80 };
    float x[PIXELS * PIXELS], y[PIXELS * PIXELS];
    Advection advection;
    Field field;
    double scale;

    for (int i = 0; i < PIXELS * PIXELS; i++) {
        x[i] = (float)((i % PIXELS + 0.5 - PIXELS / 2) * -0.01);
        y[i] = (float)((i / PIXELS + 0.5 - PIXELS / 2) * 0.01);
    }
    EXPECT_INT(ripple_field_init(&field, SIZE, SIZE), ==, 0);
    EXPECT_INT(ripple_advection_init(&advection, x, y, PIXELS, PIXELS), ==, 0);
    EXPECT_INT(ripple_advection_make_workspace(&advection.workspace, &advection,
                                               &field, 0),
               ==, 0);
    ripple_advection_fit(&advection, &field, NULL, RIPPLE_EDGES_FIXED);
    EXPECT(advection.divergence < 2e-4);
    EXPECT_INT(advection.schedule.interval, ==, 2);
    scale = 32768.0 * advection.schedule.interval / advection.schedule.passes;
    for (int row = 4; row < SIZE - 4; row++) {
        const FlowRow *flow = &advection.workspace.rows[row];

        for (int column = 4; column < SIZE - 4; column++) {
            double right = (column + 0.5 - SIZE / 2) * -0.02 * scale;
            double down = (row - SIZE / 2) * 0.02 * scale;

            EXPECT(fabs(flow->x[column] - right) < 0.01 * scale);
            EXPECT(fabs(flow->above[column] - down) < 0.01 * scale);
            EXPECT(fabs(flow->below[column] - down - 0.02 * scale) <
                   0.01 * scale);
        }
    }
    ripple_advection_clear(&advection);
    ripple_field_clear(&field);
}

static void paint_land(Mask *mask, const Field *field, int x0, int y0, int x1,
                       int y1, int radius)
{
    Capsule brush = ripple_capsule_make(x0, y0, x1, y1, radius);

    ripple_mask_paint(mask, field, &brush, RIPPLE_DEPTH_LAND);
}

/* As much flows through a narrow place as elsewhere; where that would be too
   fast, all of it is slowed down. */
TEST(fit, as_much_flows_through_a_narrow_place)
{
    enum { WIDTH = 64, HEIGHT = 32, MIDDLE = 32, MOST = 32767 };
    const float x = 3.9f, y = 0;
    Advection advection;
    Field field;
    Mask mask;
    int amount = 0, fastest = 0;

    EXPECT_INT(ripple_field_init(&field, WIDTH, HEIGHT), ==, 0);
    EXPECT_INT(ripple_mask_init(&mask, &field, 0), ==, 0);
    paint_land(&mask, &field, 0, 0, WIDTH, 0, 5);
    paint_land(&mask, &field, 0, HEIGHT - 1, WIDTH, HEIGHT - 1, 5);
    paint_land(&mask, &field, MIDDLE, 0, MIDDLE, 9, 3);
    paint_land(&mask, &field, MIDDLE, 22, MIDDLE, HEIGHT, 3);
    EXPECT_INT(ripple_advection_init(&advection, &x, &y, 1, 1), ==, 0);
    EXPECT_INT(ripple_advection_make_workspace(&advection.workspace, &advection,
                                               &field, 1),
               ==, 0);
    ripple_advection_fit(&advection, &field, &mask, RIPPLE_EDGES_FIXED);
    EXPECT(advection.divergence < 2e-4);
    EXPECT_INT(advection.schedule.passes, ==, 4);
    EXPECT_INT(advection.schedule.interval, ==, 1);
    for (int column = 0; column < WIDTH; column++) {
        int sum = 0;

        for (int row = 0; row < HEIGHT; row++) {
            int speed = advection.workspace.rows[row].x[column];

            sum += speed;
            fastest = speed > fastest ? speed : fastest;
        }
        amount = column == 0 ? sum : amount;
        EXPECT_INT(abs(sum - amount), <, amount / 100);
    }
    EXPECT_INT(amount, >, MOST);
    EXPECT_INT(fastest, >, MOST * 9 / 10);
    ripple_mask_clear(&mask);
    ripple_advection_clear(&advection);
    ripple_field_clear(&field);
}

/* How often even flows are carried, for how many steps, and how far by a pass,
   in an odd number of 1/2^15 cells. */
TEST(fit, even_flows_by_hand)
{
    static const struct {
        float x, y;
        RippleEdges edges;
        int every, passes, pass_x, pass_y;
    } cases[] = {
        {0.5f, 0, RIPPLE_EDGES_FIXED, 2, 1, 32767, 0},
        {0.25f, -0.125f, RIPPLE_EDGES_WRAP, 4, 1, 32767, -16385},
        {-0.1f, 0, RIPPLE_EDGES_MIRROR, 8, 1, -26215, 0},
        {0.0001f, 0.000001f, RIPPLE_EDGES_FIXED, 8, 1, 27, 0},
        {0, 0.00001f, RIPPLE_EDGES_FIXED, 8, 1, 0, 3},
        {0.5f, 0.75f, RIPPLE_EDGES_FIXED, 1, 1, 16385, 24577},
        {0, -1, RIPPLE_EDGES_FIXED, 1, 1, 0, -32767},
        {1.5f, 0.5f, RIPPLE_EDGES_FIXED, 1, 2, 24577, 8193},
        {-4, 3, RIPPLE_EDGES_FIXED, 1, 4, -32767, 24577},
        {0.25f, 0, RIPPLE_EDGES_OPEN, 2, 1, 16385, 0},
        {0.5f, 0, RIPPLE_EDGES_OPEN, 1, 1, 16385, 0},
    };
    Field field;

    EXPECT_INT(ripple_field_init(&field, 20, 10), ==, 0);
    for (int i = 0; i < COUNT(cases); i++) {
        Advection advection;

        EXPECT_INT(
            ripple_advection_init(&advection, &cases[i].x, &cases[i].y, 1, 1),
            ==, 0);
        EXPECT_INT(ripple_advection_make_workspace(&advection.workspace,
                                                   &advection, &field, 0),
                   ==, 0);
        advection.schedule.phase = 1;
        ripple_advection_fit(&advection, &field, NULL, cases[i].edges);
        EXPECT(advection.workspace.rows == NULL && advection.divergence == 0);
        EXPECT_INT(advection.schedule.phase, ==, 0);
        EXPECT_INT(advection.schedule.interval, ==, cases[i].every);
        EXPECT_INT(advection.schedule.passes, ==, cases[i].passes);
        EXPECT_INT(advection.x, ==, cases[i].pass_x);
        EXPECT_INT(advection.y, ==, cases[i].pass_y);
        ripple_advection_clear(&advection);
    }
    ripple_field_clear(&field);
}

/* The flow is fitted on as many cells as the pool has, or on 256 of the longer
   side; not at all where it is the same everywhere, or still. */
TEST(fit, grids)
{
    static const int sizes[][4] = {{7, 5, 7, 5},         {256, 256, 256, 256},
                                   {512, 300, 256, 150}, {300, 512, 150, 256},
                                   {1024, 3, 256, 1},    {3, 1024, 1, 256}};
    static const float flows[] = {1, 2}, none[] = {0, 0};
    Advection even, row, column, still;

    EXPECT_INT(ripple_advection_init(&even, flows, flows, 1, 1), ==, 0);
    EXPECT_INT(ripple_advection_init(&row, flows, flows, 2, 1), ==, 0);
    EXPECT_INT(ripple_advection_init(&column, flows, flows, 1, 2), ==, 0);
    EXPECT_INT(ripple_advection_init(&still, none, none, 2, 1), ==, 0);
    for (int i = 0; i < COUNT(sizes); i++) {
        Field field;
        FlowWorkspace workspace = {.rows = NULL};
        const FlowRow *rows;

        EXPECT_INT(ripple_field_init(&field, sizes[i][0], sizes[i][1]), ==, 0);
        EXPECT_INT(
            ripple_advection_make_workspace(&workspace, &even, &field, 0), ==,
            0);
        EXPECT_INT(
            ripple_advection_make_workspace(&workspace, &still, &field, 1), ==,
            0);
        EXPECT(workspace.rows == NULL);
        EXPECT_INT(
            ripple_advection_make_workspace(&workspace, &even, &field, 1), ==,
            0);
        EXPECT_INT(workspace.grid.columns, ==, sizes[i][2]);
        EXPECT_INT(workspace.grid.rows, ==, sizes[i][3]);
        rows = workspace.rows;
        EXPECT_INT(ripple_advection_make_workspace(&workspace, &row, &field, 1),
                   ==, 0);
        EXPECT(workspace.rows == rows);
        ripple_advection_clear_workspace(&workspace);
        EXPECT_INT(ripple_advection_make_workspace(&workspace, &row, &field, 0),
                   ==, 0);
        EXPECT(workspace.rows != NULL);
        ripple_advection_clear_workspace(&workspace);
        EXPECT_INT(
            ripple_advection_make_workspace(&workspace, &column, &field, 0), ==,
            0);
        EXPECT(workspace.rows != NULL);
        ripple_advection_clear_workspace(&workspace);
        ripple_field_clear(&field);
    }
    ripple_advection_clear(&even);
    ripple_advection_clear(&row);
    ripple_advection_clear(&column);
    ripple_advection_clear(&still);
}

/* Where a cell of the grid is several of the pool, it is land if half of them
   are. */
TEST(fit, grid_cells_that_are_mostly_land)
{
    enum { WIDTH = 512, HEIGHT = 8 };
    const float x = 0.5f, y = 0.25f;
    uint8_t depths[WIDTH * HEIGHT];
    uint64_t random = 2;
    Advection advection;
    Field field;
    Mask mask;

    for (int i = 0; i < WIDTH * HEIGHT; i++)
        depths[i] = support_between(&random, 0, 1) ? 255 : 0;
    EXPECT_INT(ripple_field_init(&field, WIDTH, HEIGHT), ==, 0);
    EXPECT_INT(ripple_mask_init(&mask, &field, 0), ==, 0);
    ripple_mask_set(&mask, &field, depths, WIDTH, HEIGHT, WIDTH);
    EXPECT_INT(ripple_advection_init(&advection, &x, &y, 1, 1), ==, 0);
    EXPECT_INT(ripple_advection_make_workspace(&advection.workspace, &advection,
                                               &field, 1),
               ==, 0);
    ripple_advection_fit(&advection, &field, &mask, RIPPLE_EDGES_FIXED);
    for (int i = 0; i < WIDTH / 2 * HEIGHT / 2; i++) {
        int column = i % (WIDTH / 2), row = i / (WIDTH / 2), count = 0;

        for (int k = 0; k < 4; k++)
            count +=
                depths[(2 * row + k / 2) * WIDTH + 2 * column + k % 2] == 0;
        EXPECT_INT(advection.workspace.grid.land[i], ==, count >= 2);
    }
    ripple_mask_clear(&mask);
    ripple_advection_clear(&advection);
    ripple_field_clear(&field);
}

TEST_CASE(advection, maps, .timeout_s = 300);

TEST(maps, wrong_currents_are_refused)
{
    Ripple *pool = make(40, 30, RIPPLE_MODEL_ROUND, RIPPLE_EDGES_OPEN);
    float x[4] = {0, 1, 2, 3}, y[4] = {0, 0, 0, 0};

    EXPECT_INT(ripple_set_current(pool, 4.01, 0), ==, RIPPLE_ERROR_SETTING);
    EXPECT_INT(ripple_set_current(pool, 0, -5), ==, RIPPLE_ERROR_SETTING);
    EXPECT_INT(ripple_set_current(pool, (double)NAN, 0), ==,
               RIPPLE_ERROR_SETTING);
    EXPECT_INT(ripple_set_current(pool, 0, (double)INFINITY), ==,
               RIPPLE_ERROR_SETTING);
    EXPECT_INT(ripple_set_current(pool, 4, -4), ==, 0);
    EXPECT_INT(ripple_set_current_map(pool, x, y, 2, 2), ==, 0);
    EXPECT_INT(ripple_set_current_map(pool, x, y, 0, 2), ==, RIPPLE_ERROR_SIZE);
    y[3] = 9;
    EXPECT_INT(ripple_set_current_map(pool, x, y, 2, 2), ==,
               RIPPLE_ERROR_SETTING);
    EXPECT_INT(ripple_set_current_map(pool, x, y, 1, 1), ==, 0);
    EXPECT_INT(ripple_set_current(pool, 0, 0), ==, 0);
    ripple_destroy(pool);
}

/* Flows at random, with islands; what comes out is the same each time. */
static void stir(FlowGrid *grid, int columns, int rows, int wraps)
{
    uint64_t random = 9;

    EXPECT_INT(ripple_projection_init(grid, columns, rows, wraps), ==, 0);
    for (int i = 0; i < (columns + 1) * rows; i++)
        grid->x[i] = support_between(&random, -1000, 1000) / 1000.0;
    for (int i = 0; i < columns * (rows + 1); i++)
        grid->y[i] = support_between(&random, -1000, 1000) / 1000.0;
    for (int i = 0; i < columns * rows; i++)
        grid->land[i] = i % columns % 7 < 2 && (i / columns + 3) % 5 < 2;
}

/* The more iterations, the less divergence, down to nothing; land lets
   nothing through, and a grid without divergence stays as it is. */
TEST_LOOP(maps, projection_converges, 2)
{
    static const int max[] = {0, 20, 40, 80, 160, 320};
    double before = 1e9;
    FlowGrid grid;

    for (int i = 0; i < COUNT(max); i++) {
        stir(&grid, 64, 48, _i);
        ripple_projection_close_land(&grid);
        EXPECT_INT(ripple_projection_solve(&grid, 1e-12, max[i]), <=, max[i]);
        ck_assert_msg(ripple_projection_divergence(&grid) < before * 0.7 ||
                          ripple_projection_divergence(&grid) < 1e-11,
                      "%g after %d iterations, %g before",
                      ripple_projection_divergence(&grid), max[i], before);
        before = ripple_projection_divergence(&grid);
        ripple_projection_clear(&grid);
    }
    EXPECT(before < 1e-9);
    stir(&grid, 64, 48, _i);
    ripple_projection_close_land(&grid);
    EXPECT_INT(ripple_projection_solve(&grid, 1e-10, 2000), <, 2000);
    for (int y = 0; y < 48 && grid.wraps; y++)
        EXPECT(fabs(grid.x[y * 65] - grid.x[y * 65 + 64]) < 1e-9);
    for (int x = 0; x < 64 && grid.wraps; x++)
        EXPECT(fabs(grid.y[x] - grid.y[48 * 64 + x]) < 1e-9);
    for (int y = 0; y < 48; y++) {
        for (int x = 1; x < 64; x++) {
            if (grid.land[y * 64 + x] || grid.land[y * 64 + x - 1])
                EXPECT(grid.x[y * 65 + x] == 0);
        }
    }
    memset(grid.potential, 0, 66 * 50 * sizeof *grid.potential);
    EXPECT_INT(ripple_projection_solve(&grid, 1e-9, 2000), ==, 0);
    ripple_projection_clear(&grid);
    stir(&grid, 1, 1, _i);
    ripple_projection_close_land(&grid);
    ripple_projection_solve(&grid, 1e-9, 10);
    EXPECT(ripple_projection_divergence(&grid) < 1e-9);
    ripple_projection_clear(&grid);
}

/* Each face of a grid, by its place among all: first those across. */
static double *find_face(const FlowGrid *grid, int i)
{
    int across = (grid->columns + 1) * grid->rows;

    return i < across ? &grid->x[i] : &grid->y[i - across];
}

static int count_faces(const FlowGrid *grid)
{
    return (grid->columns + 1) * grid->rows + grid->columns * (grid->rows + 1);
}

static double find_fastest(const FlowGrid *grid)
{
    double max = 0;

    for (int i = 0; i < count_faces(grid); i++) {
        double speed = fabs(*find_face(grid, i));

        if (speed > max)
            max = speed;
    }
    return max;
}

/* Wherever a flow is fastest, that tells how often it is carried. */
TEST(fit, the_fastest_face_counts)
{
    enum { COLUMNS = 3, ROWS = 2, FLOWS = 300 };
    uint64_t random = 7;
    Field field;

    EXPECT_INT(ripple_field_init(&field, COLUMNS, ROWS), ==, 0);
    for (int i = 0; i < FLOWS; i++) {
        float x[COLUMNS * ROWS], y[COLUMNS * ROWS];
        Advection advection;
        double max;

        for (int k = 0; k < COLUMNS * ROWS; k++) {
            x[k] = (float)support_between(&random, -1000, 1000) / 2000;
            y[k] = (float)support_between(&random, -1000, 1000) / 2000;
        }
        EXPECT_INT(ripple_advection_init(&advection, x, y, COLUMNS, ROWS), ==,
                   0);
        EXPECT_INT(ripple_advection_make_workspace(&advection.workspace,
                                                   &advection, &field, 0),
                   ==, 0);
        ripple_advection_fit(&advection, &field, NULL, RIPPLE_EDGES_FIXED);
        max = find_fastest(&advection.workspace.grid);
        EXPECT_INT(advection.schedule.interval, ==,
                   (int)fmin(fmax(1 / max, 1), 8));
        EXPECT_INT(advection.schedule.passes, ==, 1);
        ripple_advection_clear(&advection);
    }
    ripple_field_clear(&field);
}

/* A flow that land leaves nothing of is that of every step. */
TEST(fit, nothing_flows_through_land)
{
    enum { WIDTH = 20, HEIGHT = 10 };
    const float x = 0.25f, y = 0.5f;
    const uint8_t depths = 0;
    Advection advection;
    Field field;
    Mask mask;

    EXPECT_INT(ripple_field_init(&field, WIDTH, HEIGHT), ==, 0);
    EXPECT_INT(ripple_mask_init(&mask, &field, 0), ==, 0);
    ripple_mask_set(&mask, &field, &depths, 1, 1, 1);
    EXPECT_INT(ripple_advection_init(&advection, &x, &y, 1, 1), ==, 0);
    EXPECT_INT(ripple_advection_make_workspace(&advection.workspace, &advection,
                                               &field, 1),
               ==, 0);
    ripple_advection_fit(&advection, &field, &mask, RIPPLE_EDGES_FIXED);
    EXPECT_INT(advection.schedule.interval, ==, 1);
    EXPECT_INT(advection.schedule.passes, ==, 1);
    EXPECT(advection.divergence == 0);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const FlowRow *row = &advection.workspace.rows[i / WIDTH];

        EXPECT(row->x[i % WIDTH] == 0 && row->above[i % WIDTH] == 0 &&
               row->below[i % WIDTH] == 0);
    }
    ripple_mask_clear(&mask);
    ripple_advection_clear(&advection);
    ripple_field_clear(&field);
}

/* The cells on both sides of a face, -1 outside. */
static void find_sides(const FlowGrid *grid, int i, int sides[2])
{
    int columns = grid->columns, rows = grid->rows;
    int is_along = i >= (columns + 1) * rows;
    int place = is_along ? i - (columns + 1) * rows : i;
    int width = is_along ? columns : columns + 1;

    for (int side = 0; side < 2; side++) {
        int x = place % width - (!is_along && side == 0);
        int y = place / width - (is_along && side == 0);

        if (grid->wraps) {
            x = (x + columns) % columns;
            y = (y + rows) % rows;
        }
        sides[side] =
            x < 0 || x == columns || y < 0 || y == rows ? -1 : y * columns + x;
    }
}

/* A cell of land closes the faces around it, on a torus those of the other
   side too, and no others. */
TEST_LOOP(fit, land_closes_its_faces, 2)
{
    enum { COLUMNS = 4, ROWS = 3 };

    for (int cell = 0; cell < COLUMNS * ROWS; cell++) {
        FlowGrid grid;

        EXPECT_INT(ripple_projection_init(&grid, COLUMNS, ROWS, _i), ==, 0);
        grid.land[cell] = 1;
        for (int i = 0; i < count_faces(&grid); i++)
            *find_face(&grid, i) = 0.5;
        ripple_projection_close_land(&grid);
        for (int i = 0; i < count_faces(&grid); i++) {
            int sides[2];

            find_sides(&grid, i, sides);
            EXPECT(*find_face(&grid, i) ==
                   (sides[0] == cell || sides[1] == cell ? 0 : 0.5));
        }
        ripple_projection_clear(&grid);
    }
}

/* What flows through the seam of a torus is the mean of its two sides. */
TEST(fit, ends_of_a_torus_are_joined)
{
    enum { COLUMNS = 5, ROWS = 4 };
    FlowGrid grid;

    EXPECT_INT(ripple_projection_init(&grid, COLUMNS, ROWS, 1), ==, 0);
    for (int y = 0; y < ROWS; y++) {
        grid.x[y * (COLUMNS + 1)] = 1 + y;
        grid.x[y * (COLUMNS + 1) + COLUMNS] = 4;
    }
    for (int x = 0; x < COLUMNS; x++) {
        grid.y[x] = -1 - x;
        grid.y[ROWS * COLUMNS + x] = 7;
    }
    ripple_projection_close_land(&grid);
    for (int i = 0; i < 2; i++) {
        for (int y = 0; y < ROWS; y++)
            EXPECT(grid.x[y * (COLUMNS + 1) + i * COLUMNS] == (5 + y) / 2.0);
        for (int x = 0; x < COLUMNS; x++)
            EXPECT(grid.y[i * ROWS * COLUMNS + x] == (6 - x) / 2.0);
    }
    ripple_projection_clear(&grid);
}

/* Whatever flows through one face is lost to a cell, gained by another. */
TEST(fit, divergence_counts_every_face)
{
    FlowGrid grid;

    EXPECT_INT(ripple_projection_init(&grid, 4, 3, 0), ==, 0);
    EXPECT(ripple_projection_divergence(&grid) == 0);
    for (int i = 0; i < count_faces(&grid); i++) {
        *find_face(&grid, i) = i % 2 ? 0.25 : -0.25;
        EXPECT(ripple_projection_divergence(&grid) == 0.25);
        *find_face(&grid, i) = 0;
    }
    ripple_projection_clear(&grid);
}

/*
 * What is taken away is a gradient (Helmholtz): it has nothing in common with
 * what stays, and where the water is open, none of it goes around the corner
 * that four cells share. So it is from whatever potential the search begins.
 * Each face of a seam is there twice.
 */
TEST_LOOP(fit, projection_takes_a_gradient, 2)
{
    enum { COLUMNS = 12, ROWS = 9, WIDE = COLUMNS + 1 };
    FlowGrid grid, taken;
    double common = 0, max = 0;

    stir(&grid, COLUMNS, ROWS, _i);
    stir(&taken, COLUMNS, ROWS, _i);
    ripple_projection_close_land(&grid);
    ripple_projection_close_land(&taken);
    for (int i = 0; i < (COLUMNS + 2) * (ROWS + 2); i++)
        grid.potential[i] = i % 7 - 3;
    ripple_projection_solve(&grid, 1e-12, 2000);
    EXPECT(ripple_projection_divergence(&grid) < 1e-9);
    for (int i = 0; i < count_faces(&grid); i++) {
        int is_across = i < WIDE * ROWS;
        int is_seam =
            is_across ? i % WIDE == COLUMNS : i - WIDE * ROWS >= COLUMNS * ROWS;

        *find_face(&taken, i) -= *find_face(&grid, i);
        if (!_i || !is_seam)
            common += *find_face(&taken, i) * *find_face(&grid, i);
        max = fmax(max, fabs(*find_face(&taken, i)));
    }
    EXPECT(max > 0.1);
    EXPECT(fabs(common) < 1e-9);
    for (int y = 1; y < ROWS; y++) {
        for (int x = 1; x < COLUMNS; x++) {
            const unsigned char *land = grid.land + y * COLUMNS + x;

            if (!land[0] && !land[-1] && !land[-COLUMNS] && !land[-COLUMNS - 1])
                EXPECT(fabs(taken.x[y * WIDE + x] -
                            taken.x[(y - 1) * WIDE + x] -
                            taken.y[y * COLUMNS + x] +
                            taken.y[y * COLUMNS + x - 1]) < 1e-9);
        }
    }
    ripple_projection_clear(&grid);
    ripple_projection_clear(&taken);
}

/* A river as it may be drawn: it gains water in one place, loses some in
   another, and has an island in it. */
static void make_river(Ripple *pool)
{
    enum { COLUMNS = 32, ROWS = 24 };
    float x[COLUMNS * ROWS], y[COLUMNS * ROWS];

    for (int i = 0; i < COLUMNS * ROWS; i++) {
        int column = i % COLUMNS, row = i / COLUMNS;

        x[i] = (float)(0.4 + 0.3 * sin(column * 0.7) * cos(row * 0.5));
        y[i] = (float)(0.3 * sin(column * 0.4 + row * 0.9));
    }
    EXPECT_INT(ripple_paint_mask(pool, 30, 20, 34, 26, 5, 0, NULL), ==, 0);
    EXPECT_INT(ripple_set_current_map(pool, x, y, COLUMNS, ROWS), ==, 0);
    EXPECT(ripple_current_divergence(pool) < 2e-4);
}

/* For an hour of rain at 60 steps a second, the energy stays what the rain
   brings; then the river comes to rest. Four minutes under a sanitizer. */
TEST_LOOP(maps, an_hour_of_rain_on_a_river, MODEL_COUNT)
{
    enum { WIDTH = 64, HEIGHT = 48, MINUTE = 3600 };
    enum { HOUR = (SUPPORT_IS_WATCHED ? 4 : 60) * MINUTE };
    RippleModel model = models[_i];
    RippleEdges edges = _i % 2 ? RIPPLE_EDGES_WRAP : RIPPLE_EDGES_OPEN;
    Ripple *pool = make(WIDTH, HEIGHT, model, edges);
    uint64_t random = 4;
    double first = 0, last = 0;
    int steps = 0;

    make_river(pool);
    for (int i = 0; i < HOUR; i++) {
        if (i % 20 == 0)
            drop(pool, support_between(&random, 0, WIDTH),
                 support_between(&random, 0, HEIGHT), 5, 400);
        ripple_step(pool);
        if (i >= MINUTE / 2 && i < MINUTE && i % 60 == 0)
            first += energy(pool, 0, WIDTH);
        if (i >= HOUR - MINUTE / 2 && i % 60 == 0)
            last += energy(pool, 0, WIDTH);
    }
    ck_assert_msg(last < 2 * first && first > 0, "%s: %g, %g at first",
                  ripple_model_name(model), last, first);
    while (!ripple_is_calm(pool) && steps++ < 20000)
        ripple_step(pool);
    EXPECT_INT(steps, <, 20000);
    ripple_destroy(pool);
}

/* Nothing flows through land: a wall across the river keeps both sides. */
TEST_LOOP(waves, land_stops_a_current, MODEL_COUNT)
{
    enum { WIDTH = 160, HEIGHT = 64, WALL = 80 };
    Ripple *pool = make(WIDTH, HEIGHT, models[_i], RIPPLE_EDGES_OPEN);

    EXPECT_INT(ripple_paint_mask(pool, WALL, -9, WALL, HEIGHT + 9, 5, 0, NULL),
               ==, 0);
    EXPECT_INT(ripple_set_current(pool, 0.8, 0.1), ==, 0);
    for (int i = 0; i < 300; i++) {
        if (i % 20 == 0)
            drop(pool, 40, 32, 8, 900);
        ripple_step(pool);
        EXPECT(energy(pool, WALL, WIDTH) == 0);
    }
    EXPECT(energy(pool, 0, WALL) > 0);
    ripple_destroy(pool);
}

/* In a mirror everything goes the other way, at the edges too. */
TEST_LOOP(waves, currents_in_a_mirror, RIPPLE_EDGES_COUNT *MODEL_COUNT)
{
    enum { WIDTH = 90, HEIGHT = 50, STEPS = 60 };
    RippleEdges edges = (RippleEdges)(_i / MODEL_COUNT);
    Ripple *pool = make(WIDTH, HEIGHT, models[_i % MODEL_COUNT], edges);
    Ripple *turned = make(WIDTH, HEIGHT, models[_i % MODEL_COUNT], edges);

    EXPECT_INT(ripple_set_current(pool, 0.1, 0), ==, 0);
    EXPECT_INT(ripple_set_current(turned, -0.1, 0), ==, 0);
    drop(pool, WIDTH - 12, 20, 9, 900);
    drop(turned, 11, 20, 9, 900);
    for (int i = 0; i < STEPS; i++) {
        ripple_step(pool);
        ripple_step(turned);
    }
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        EXPECT_INT(support_height(pool, i % WIDTH, i / WIDTH), ==,
                   support_height(turned, WIDTH - 1 - i % WIDTH, i / WIDTH));
    ripple_destroy(pool);
    ripple_destroy(turned);
}

/* Water at rest stays at rest in any current. */
TEST_LOOP(waves, rest_in_a_current, RIPPLE_EDGES_COUNT *MODEL_COUNT)
{
    static const double flows[] = {0.02, 0.3, 0.5, 0.97, 2.2};
    RippleEdges edges = (RippleEdges)(_i / MODEL_COUNT);

    for (int i = 0; i < COUNT(flows); i++) {
        Ripple *pool = make(97, 61, models[_i % MODEL_COUNT], edges);
        uint64_t random = 3;
        int steps = 0;

        EXPECT_INT(ripple_set_current(pool, flows[i], -flows[i] / 3), ==, 0);
        support_stir(pool, &random, 2000);
        while (!ripple_is_calm(pool) && steps++ < 15000)
            ripple_step(pool);
        ck_assert_msg(steps < 15000, "%s, edges %d, current %g",
                      ripple_model_name(models[_i % MODEL_COUNT]), (int)edges,
                      flows[i]);
        ripple_destroy(pool);
    }
}

/* A slow current may be set again, and a mask painted, before each step. */
TEST_LOOP(waves, currents_are_fitted_at_any_time, 2 * MODEL_COUNT)
{
    Ripple *pool = make(120, 90, models[_i % MODEL_COUNT], RIPPLE_EDGES_FIXED);
    int first, max = 0, steps = 0;

    drop(pool, 60, 45, 12, 900);
    first = abs(support_height(pool, 60, 45));
    for (int i = 0; i < 200; i++) {
        if (_i < MODEL_COUNT || i == 0)
            EXPECT_INT(ripple_set_current(pool, 0.1, 0), ==, 0);
        if (i % 4 == 0)
            EXPECT_INT(ripple_paint_mask(pool, 9, 9, 9, 9, 3, 255, NULL), ==,
                       0);
        ripple_step(pool);
        for (int k = 0; k < 120 * 90; k++) {
            int height = abs(support_height(pool, k % 120, k / 120));

            max = height > max ? height : max;
        }
    }
    EXPECT_INT(max, <, 8 * first); /* crests grow before they spread */
    while (!ripple_is_calm(pool) && steps++ < 5000)
        ripple_step(pool);
    EXPECT_INT(steps, <, 5000);
    ripple_destroy(pool);
}

/* What falls into water that was calm for a while, or made so, moves as in a
   new pool. */
TEST_LOOP(waves, calm_water_is_like_new, MODEL_COUNT)
{
    Ripple *fresh = make(90, 70, models[_i], RIPPLE_EDGES_WRAP);
    Ripple *used = make(90, 70, models[_i], RIPPLE_EDGES_WRAP);

    EXPECT_INT(ripple_set_current(fresh, 0.3, 0.1), ==, 0);
    EXPECT_INT(ripple_set_current(used, 0.3, 0.1), ==, 0);
    drop(used, 20, 20, 9, 900);
    for (int i = 0; i < 5; i++)
        ripple_step(used);
    ripple_clear(used);
    for (int idle = 0; idle < 4; idle++) {
        ripple_clear(fresh);
        ripple_clear(used);
        for (int i = 0; i < idle; i++)
            ripple_step(used);
        drop(fresh, 50, 40, 9, 900);
        drop(used, 50, 40, 9, 900);
        for (int i = 0; i < 11; i++) {
            ripple_step(fresh);
            ripple_step(used);
        }
        for (int i = 0; i < 90 * 70; i++)
            EXPECT_INT(support_height(used, i % 90, i / 90), ==,
                       support_height(fresh, i % 90, i / 90));
    }
    ripple_destroy(fresh);
    ripple_destroy(used);
}

/* Land that comes while a slow current carries is dry from then on. */
TEST_LOOP(waves, new_land_is_dry_in_a_current, MODEL_COUNT)
{
    static const uint8_t mask[] = {255, 0, 0, 255};
    Ripple *pool = make(200, 100, models[_i], RIPPLE_EDGES_OPEN);
    int steps = 0;

    EXPECT_INT(ripple_set_current(pool, 0.1, 0), ==, 0);
    for (int i = 0; i < 5; i++)
        drop(pool, 30 + 35 * i, 50, 16, 900);
    for (int i = 0; i < 41; i++)
        ripple_step(pool);
    EXPECT_INT(ripple_set_mask(pool, mask, 4, 1, 4), ==, 0);
    for (int i = 0; i < 30; i++) {
        EXPECT(energy(pool, 50, 150) == 0);
        ripple_step(pool);
    }
    while (!ripple_is_calm(pool) && steps++ < 5000)
        ripple_step(pool);
    EXPECT_INT(steps, <, 5000);
    ripple_destroy(pool);
}
