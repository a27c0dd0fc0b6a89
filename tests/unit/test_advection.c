/* SPDX-License-Identifier: MIT */
/* Currents: how they move waves, and that they add no energy. */
#include "lib/water/advection.h"
#include "lib/water/mask.h"
#include "lib/water/projection.h"
#include "water.h"

#include <math.h>
#include <stdlib.h>

static Ripple *make(int width, int height, int model, int edges)
{
    return water_bounded(width, height, model, edges, RIPPLE_SHORE_MIRROR);
}

TEST_CASE(advection, waves, .timeout_s = 60);

/* Heights that a current has moved ahead lead no more after a step without. */
TEST(waves, still_water_has_no_lead)
{
    AdvectionSchedule schedule = {.passes = 2, .interval = 1};

    EXPECT_INT(ripple_advection_next(&schedule).after, ==, 2);
    EXPECT_INT(ripple_advection_next(&schedule).before, ==, 2);
    schedule.passes = 0;
    EXPECT_INT(ripple_advection_next(&schedule).before, ==, 0);
    schedule.passes = 2;
    EXPECT_INT(ripple_advection_next(&schedule).before, ==, 0);
}

TEST_LOOP(waves, waves_move_with_the_current, 6 * MODEL_COUNT)
{
    enum { SIZE = 280, STEPS = 60 };
    static const double flows[][2] = {{0.4, 0}, {-0.75, 0.2}, {0.05, -0.5},
                                      {1, 1},   {-1.6, 0.7},  {0, 2}};
    const double *flow = flows[_i / MODEL_COUNT];
    Ripple *pool = make(SIZE, SIZE, _i % MODEL_COUNT, FIXED);
    int x = SIZE / 2 - (int)(flow[0] * STEPS / 2);
    int y = SIZE / 2 - (int)(flow[1] * STEPS / 2);
    double sum = 0, right = 0, down = 0;

    EXPECT_OK(ripple_set_current(pool, flow[0], flow[1]));
    water_drop(pool, x, y, 14, 2000);
    water_step(pool, STEPS);
    for (int i = 0; i < SIZE * SIZE; i++) {
        double power = pow(support_height(pool, i % SIZE, i / SIZE), 2);

        sum += power;
        right += power * (i % SIZE - x);
        down += power * (i / SIZE - y);
    }
    ck_assert_msg(fabs(right / sum - flow[0] * STEPS) < 1.5 &&
                      fabs(down / sum - flow[1] * STEPS) < 1.5,
                  "model %d: %.2f %.2f for %.2f %.2f", _i % MODEL_COUNT,
                  right / sum, down / sum, flow[0] * STEPS, flow[1] * STEPS);
}

/* A flow fitted to a pool, with a mask where there is land. */
typedef struct Fit {
    Field field;
    Mask mask;
    int has_mask;
    Advection flow;
} Fit;

static void free_fit(void *memory)
{
    Fit *fit = memory;

    ripple_advection_clear(&fit->flow);
    if (fit->has_mask)
        ripple_mask_clear(&fit->mask);
    ripple_field_clear(&fit->field);
    free(fit);
}

static Fit *make_fit(int width, int height, int has_mask)
{
    Fit *fit = support_own(calloc(1, sizeof *fit), free_fit);

    fit->has_mask = has_mask;
    EXPECT_OK(ripple_field_init(&fit->field, width, height));
    if (has_mask)
        EXPECT_OK(ripple_mask_init(&fit->mask, &fit->field, 0));
    return fit;
}

static void set_flow(Fit *fit, const float *x, const float *y, int columns,
                     int rows, RippleEdges edges)
{
    Advection *flow = &fit->flow;

    EXPECT_OK(ripple_advection_init(flow, x, y, columns, rows));
    EXPECT_OK(ripple_advection_make_workspace(&flow->workspace, flow,
                                              fit->field.columns,
                                              fit->field.rows, fit->has_mask));
    flow->schedule.phase = 1;
    ripple_advection_fit(flow, fit->has_mask ? fit->mask.depths : NULL, edges);
    EXPECT_INT(flow->schedule.phase, ==, 0);
}

/* Linear interpolation of a list whose values lie in the middles of equal
   parts of 0..1. */
static double between(const float *list, int count, double place)
{
    double at = fmin(fmax(place * count - 0.5, 0), count - 1);
    int i = (int)fmin(at, count - 2);

    return (double)list[i] + (at - i) * (double)(list[i + 1] - list[i]);
}

TEST_CASE(advection, fit, .timeout_s = 4);

/* A flow without divergence is kept as drawn, in any size: here each row flows
   to the right, and each column down, at a speed of its own. */
TEST_LOOP(fit, flow_without_divergence_is_kept, 4)
{
    enum { COLUMNS = 5, ROWS = 4 };
    static const int sizes[][2] = {{40, 24}, {24, 40}, {600, 150}, {3, 300}};
    static const float rows[ROWS] = {0.3f, -0.2f, 0.7f, 0.1f};
    static const float columns[COLUMNS] = {0.2f, -0.5f, 0.4f, 0.6f, -0.1f};
    int width = sizes[_i][0], height = sizes[_i][1];
    float x[COLUMNS * ROWS], y[COLUMNS * ROWS];
    const FlowGrid *grid;
    Fit *fit;

    for (int i = 0; i < COLUMNS * ROWS; i++) {
        x[i] = rows[i / COLUMNS];
        y[i] = columns[i % COLUMNS];
    }
    fit = make_fit(width, height, 0);
    set_flow(fit, x, y, COLUMNS, ROWS, FIXED);
    grid = &fit->flow.workspace.grid;
    EXPECT(fit->flow.divergence < 1e-4);
    EXPECT_INT(fit->flow.schedule.passes, ==, 1);
    EXPECT_INT(fit->flow.schedule.interval, ==, 1);
    for (int i = 0; i < width * height; i++) {
        const FlowRow *row = &fit->flow.workspace.rows[i / width];
        double column = (i % width + 0.5) * grid->columns / width;
        double line = (i / width + 0.5) * grid->rows / height;
        double right =
            between(rows, ROWS, (floor(line) + 0.5) / grid->rows) * 32768;
        double down =
            between(columns, COLUMNS, (floor(column) + 0.5) / grid->columns) *
            32768;
        int x_flow, y_flow;

        ripple_advection_flow_at(&fit->flow, i % width, i / width, &x_flow,
                                 &y_flow);
        EXPECT_INT(x_flow, ==, 2 * row->x[i % width]);
        EXPECT(fabs(y_flow / 2.0 - down) <= 2);
        EXPECT(fabs(row->x[i % width] - right) <= 2);
        EXPECT(fabs(row->above[i % width] - down) <= 2);
        EXPECT(fabs(row->below[i % width] - down) <= 2);
        EXPECT_INT(row->share, ==, (int)((line - floor(line)) * INT16_MAX));
    }
}

/* Water that comes from both sides and leaves up and down, faster the farther
   from the middle. The map does not say how fast at the rim. */
TEST(fit, meeting_flows_are_kept)
{
    enum { SIZE = 40, PIXELS = 80 };
    float x[PIXELS * PIXELS], y[PIXELS * PIXELS];
    double scale;
    Fit *fit;

    for (int i = 0; i < PIXELS * PIXELS; i++) {
        x[i] = (float)((i % PIXELS + 0.5 - PIXELS / 2) * -0.01);
        y[i] = (float)((i / PIXELS + 0.5 - PIXELS / 2) * 0.01);
    }
    fit = make_fit(SIZE, SIZE, 0);
    set_flow(fit, x, y, PIXELS, PIXELS, FIXED);
    EXPECT(fit->flow.divergence < 2e-4);
    EXPECT_INT(fit->flow.schedule.interval, ==, 2);
    scale = 32768.0 * fit->flow.schedule.interval / fit->flow.schedule.passes;
    for (int row = 4; row < SIZE - 4; row++) {
        const FlowRow *flow = &fit->flow.workspace.rows[row];

        for (int column = 4; column < SIZE - 4; column++) {
            double right = (column + 0.5 - SIZE / 2) * -0.02 * scale;
            double down = (row - SIZE / 2) * 0.02 * scale;

            EXPECT(fabs(flow->x[column] - right) < 0.01 * scale);
            EXPECT(fabs(flow->above[column] - down) < 0.01 * scale);
            EXPECT(fabs(flow->below[column] - down - 0.02 * scale) <
                   0.01 * scale);
        }
    }
}

/* Face i of a grid: first all that are crossed along x, then those along y. */
static double *face(const FlowGrid *grid, int i)
{
    int count = (grid->columns + 1) * grid->rows;

    return i < count ? &grid->x[i] : &grid->y[i - count];
}

static int count_faces(const FlowGrid *grid)
{
    return (grid->columns + 1) * grid->rows + grid->columns * (grid->rows + 1);
}

TEST(fit, the_fastest_face_counts)
{
    enum { COLUMNS = 3, ROWS = 2 };
    uint64_t random = 7;

    for (int i = 0; i < 300; i++) {
        float x[COLUMNS * ROWS], y[COLUMNS * ROWS];
        const FlowGrid *grid;
        double max = 0;
        Fit *fit;

        for (int k = 0; k < COLUMNS * ROWS; k++) {
            x[k] = (float)support_between(&random, -1000, 1000) / 2000;
            y[k] = (float)support_between(&random, -1000, 1000) / 2000;
        }
        fit = make_fit(COLUMNS, ROWS, 0);
        set_flow(fit, x, y, COLUMNS, ROWS, FIXED);
        grid = &fit->flow.workspace.grid;
        for (int k = 0; k < count_faces(grid); k++) {
            double speed = fabs(*face(grid, k));

            max = speed > max ? speed : max;
        }
        EXPECT_INT(fit->flow.schedule.interval, ==,
                   (int)fmin(fmax(1 / max, 1), 8));
        EXPECT_INT(fit->flow.schedule.passes, ==, 1);
    }
}

/* A random flow with islands, the same each time. */
static void stir(FlowGrid *grid, int columns, int rows, int wraps)
{
    uint64_t random = 9;

    EXPECT_OK(ripple_projection_init(grid, columns, rows, wraps));
    for (int i = 0; i < count_faces(grid); i++)
        *face(grid, i) = support_between(&random, -1000, 1000) / 1000.0;
    for (int i = 0; i < columns * rows; i++)
        grid->land[i] = i % columns % 7 < 2 && (i / columns + 3) % 5 < 2;
    ripple_projection_close_land(grid);
}

/*
 * The part that projection takes away is a gradient (Helmholtz), whatever
 * potential the search starts from: it is orthogonal to the part that stays,
 * and in open water it has no circulation around the corner that four cells
 * share. Each face of a seam is stored twice.
 */
TEST_LOOP(fit, projection_takes_a_gradient, 2)
{
    enum { COLUMNS = 12, ROWS = 9, WIDE = COLUMNS + 1 };
    FlowGrid grid, taken;
    double common = 0, max = 0;

    stir(&grid, COLUMNS, ROWS, _i);
    stir(&taken, COLUMNS, ROWS, _i);
    for (int i = 0; i < (COLUMNS + 2) * (ROWS + 2); i++)
        grid.potential[i] = i % 7 - 3;
    ripple_projection_solve(&grid, 1e-12, 2000);
    EXPECT(ripple_projection_max_divergence(&grid) < 1e-9);
    for (int i = 0; i < count_faces(&grid); i++) {
        int is_x = i < WIDE * ROWS;
        int is_seam =
            is_x ? i % WIDE == COLUMNS : i - WIDE * ROWS >= COLUMNS * ROWS;

        *face(&taken, i) -= *face(&grid, i);
        if (!_i || !is_seam)
            common += *face(&taken, i) * *face(&grid, i);
        max = fmax(max, fabs(*face(&taken, i)));
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

TEST_CASE(advection, maps, .timeout_s = 60);

TEST(maps, wrong_currents_are_refused)
{
    Ripple *pool = make(40, 30, ROUND, OPEN);
    float x[4] = {0, 1, 2, 3}, y[4] = {0, 0, 0, 0};

    EXPECT_BAD_SETTING(ripple_set_current(pool, 4.01, 0));
    EXPECT_BAD_SETTING(ripple_set_current(pool, 4.0000001, 0));
    EXPECT_BAD_SETTING(ripple_set_current(pool, 0, -4.0000001));
    EXPECT_BAD_SETTING(ripple_set_current(pool, 0, -5));
    EXPECT_BAD_SETTING(ripple_set_current(pool, (double)NAN, 0));
    EXPECT_BAD_SETTING(ripple_set_current(pool, 0, (double)INFINITY));
    EXPECT_OK(ripple_set_current(pool, 4, -4));
    EXPECT_OK(ripple_set_current_map(pool, x, y, 2, 2));
    EXPECT_BAD_SIZE(ripple_set_current_map(pool, x, y, 0, 2));
    y[3] = 9;
    EXPECT_BAD_SETTING(ripple_set_current_map(pool, x, y, 2, 2));
    EXPECT_OK(ripple_set_current_map(pool, x, y, 1, 1));
    EXPECT_OK(ripple_set_current(pool, 0, 0));
}

/* A river as a user may draw it: with divergence and an island. */
static void make_river(Ripple *pool)
{
    enum { COLUMNS = 32, ROWS = 24 };
    float x[COLUMNS * ROWS], y[COLUMNS * ROWS];

    for (int i = 0; i < COLUMNS * ROWS; i++) {
        int column = i % COLUMNS, row = i / COLUMNS;

        x[i] = (float)(0.4 + 0.3 * sin(column * 0.7) * cos(row * 0.5));
        y[i] = (float)(0.3 * sin(column * 0.4 + row * 0.9));
    }
    EXPECT_OK(ripple_paint_mask(pool, 30, 20, 34, 26, 5, 0, NULL));
    EXPECT_OK(ripple_set_current_map(pool, x, y, COLUMNS, ROWS));
    EXPECT(ripple_current_divergence(pool) < 2e-4);
}

/* In minutes of rain at 60 steps a second the energy stays at the level of the
   rain; then the river comes to rest. */
TEST_LOOP(maps, rain_on_a_river, MODEL_COUNT)
{
    enum { WIDTH = 64, HEIGHT = 48, MINUTE = 3600 };
    enum { STEPS = (SUPPORT_IS_SANITIZED ? 6 : 15) * MINUTE };
    Ripple *pool = make(WIDTH, HEIGHT, _i, _i % 2 ? WRAP : OPEN);
    uint64_t random = 4;
    double first = 0, last = 0;

    make_river(pool);
    for (int i = 0; i < STEPS; i++) {
        if (i % 20 == 0)
            water_drop(pool, support_between(&random, 0, WIDTH),
                       support_between(&random, 0, HEIGHT), 5, 400);
        ripple_step(pool);
        if (i >= MINUTE && i < 3 * MINUTE && i % 60 == 0)
            first += water_energy(pool, 0, WIDTH);
        if (i >= STEPS - 2 * MINUTE && i % 60 == 0)
            last += water_energy(pool, 0, WIDTH);
    }
    ck_assert_msg(last < 2 * first && first > 0, "model %d: %g, %g at first",
                  _i, last, first);
    EXPECT_INT(water_rest(pool, 20000), <, 20000);
}

/* Nothing flows through land: a wall across the river keeps both sides. */
TEST_LOOP(waves, land_stops_a_current, MODEL_COUNT)
{
    enum { WIDTH = 160, HEIGHT = 64, WALL = 80 };
    Ripple *pool = make(WIDTH, HEIGHT, _i, OPEN);

    EXPECT_OK(ripple_paint_mask(pool, WALL, -9, WALL, HEIGHT + 9, 5, 0, NULL));
    EXPECT_OK(ripple_set_current(pool, 0.8, 0.1));
    for (int i = 0; i < 300; i++) {
        if (i % 20 == 0)
            water_drop(pool, 40, 32, 8, 900);
        ripple_step(pool);
        EXPECT(water_energy(pool, WALL, WIDTH) == 0);
    }
    EXPECT(water_energy(pool, 0, WALL) > 0);
}

/* A mirrored current and stone give mirrored water, at the edges too. */
TEST_LOOP(waves, currents_in_a_mirror, RIPPLE_EDGES_COUNT *MODEL_COUNT)
{
    enum { WIDTH = 90, HEIGHT = 50 };
    Ripple *pool = make(WIDTH, HEIGHT, _i % MODEL_COUNT, _i / MODEL_COUNT);
    Ripple *turned = make(WIDTH, HEIGHT, _i % MODEL_COUNT, _i / MODEL_COUNT);

    EXPECT_OK(ripple_set_current(pool, 0.1, 0));
    EXPECT_OK(ripple_set_current(turned, -0.1, 0));
    water_drop(pool, WIDTH - 12, 20, 9, 900);
    water_drop(turned, 11, 20, 9, 900);
    water_step(pool, 60);
    water_step(turned, 60);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        EXPECT_INT(support_height(pool, i % WIDTH, i / WIDTH), ==,
                   support_height(turned, WIDTH - 1 - i % WIDTH, i / WIDTH));
}

/* A slow current may be set, and a mask painted, before each step. */
TEST_LOOP(waves, currents_are_fitted_at_any_time, 2 * MODEL_COUNT)
{
    Ripple *pool = make(120, 90, _i % MODEL_COUNT, FIXED);
    int first, max = 0;

    water_drop(pool, 60, 45, 12, 900);
    first = abs(support_height(pool, 60, 45));
    for (int i = 0; i < 200; i++) {
        if (_i < MODEL_COUNT || i == 0)
            EXPECT_OK(ripple_set_current(pool, 0.1, 0));
        if (i % 4 == 0)
            EXPECT_OK(ripple_paint_mask(pool, 9, 9, 9, 9, 3, 255, NULL));
        ripple_step(pool);
        max = max_int(max, water_max(pool));
    }
    EXPECT_INT(max, <, 8 * first); /* crests rise before they spread */
    EXPECT_INT(water_rest(pool, 5000), <, 5000);
}

/* Stones in water that was calm for a while, or cleared, make the waves of a
   new pool, also if the model changes before the first step. */
TEST_LOOP(waves, calm_water_is_like_new, 2 * MODEL_COUNT)
{
    int model = _i % MODEL_COUNT;
    Ripple *fresh = make(90, 70, model, WRAP);
    Ripple *used = make(90, 70, model, WRAP);

    EXPECT_OK(ripple_set_current(fresh, 0.3, 0.1));
    EXPECT_OK(ripple_set_current(used, 0.3, 0.1));
    water_drop(used, 20, 20, 9, 900);
    water_step(used, 5);
    ripple_clear(used);
    for (int idle = 0; idle < 4; idle++) {
        water_step(used, idle);
        water_drop(fresh, 50, 40, 9, 900);
        water_drop(used, 50, 40, 9, 900);
        if (_i >= MODEL_COUNT) {
            CONFIGURE(fresh, with.model = SPRING);
            CONFIGURE(used, with.model = SPRING);
        }
        water_step(fresh, 11);
        water_step(used, 11);
        water_check_same(used, fresh);
        ripple_clear(fresh);
        ripple_clear(used);
    }
}

/* Land set in the middle of an interval of a slow current stays dry. A current
   rounds heights to whole ones, which end with the budget: 2^9 ln(2^37) steps.
 */
TEST_LOOP(waves, new_land_is_dry_in_a_current, MODEL_COUNT)
{
    static const uint8_t mask[] = {255, 0, 0, 255};
    Ripple *pool = make(200, 100, _i, OPEN);

    EXPECT_OK(ripple_set_current(pool, 0.1, 0));
    for (int i = 0; i < 5; i++)
        water_drop(pool, 30 + 35 * i, 50, 16, 900);
    water_step(pool, 41);
    EXPECT_OK(ripple_set_mask(pool, mask, 4, 1, 4));
    for (int i = 0; i < 30; i++) {
        EXPECT(water_energy(pool, 50, 150) == 0);
        ripple_step(pool);
    }
    EXPECT_INT(water_rest(pool, 13000), <, 13000);
}
