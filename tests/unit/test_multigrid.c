/* SPDX-License-Identifier: MIT */
/* The solver behind the projection: it takes few steps whatever the shape of
   grid and land. */
#include "lib/water/projection.h"
#include "water.h"

#include <math.h>
#include <string.h>

#define TOLERANCE 1e-10
#define MANY      200 /* steps: a maze takes more than a pool */

typedef int IsLand(int x, int y, int columns, int rows);

static int none(int x, int y, int columns, int rows)
{
    return x >= columns || y >= rows;
}

static int all(int x, int y, int columns, int rows)
{
    return !none(x, y, columns, rows);
}

static int all_but_one(int x, int y, int columns, int rows)
{
    return x != columns / 2 || y != rows / 2;
}

/* A wall around the cells inside, which know no edge. */
static int border(int x, int y, int columns, int rows)
{
    return x == 0 || y == 0 || x == columns - 1 || y == rows - 1;
}

/* Walls that each leave one gap, at either end in turn. */
static int maze(int x, int y, int columns, int rows)
{
    return x % 4 == 2 && y != (x % 8 == 2 ? 0 : rows - 1) && x < columns;
}

static int islands(int x, int y, int columns, int rows)
{
    return (x * 7 + y * 3) % 11 < 3 && all(x, y, columns, rows);
}

static IsLand *const lands[] = {none, all, all_but_one, border, maze, islands};

typedef struct Shape {
    int columns, rows;
} Shape;

static const Shape shapes[] = {{1, 1}, {1, 2},  {2, 1},   {1, 17}, {17, 1},
                               {2, 2}, {3, 5},  {5, 3},   {4, 4},  {7, 2},
                               {8, 8}, {33, 9}, {31, 32}, {64, 3}, {65, 47}};

#define CASES (2 * COUNT(lands) * COUNT(shapes))

/* Case i: a random flow, the same each time. */
static void make_case(FlowGrid *grid, int i)
{
    Shape shape = shapes[i / 2 / COUNT(lands)];
    IsLand *is_land = lands[i / 2 % COUNT(lands)];
    int cells = shape.columns * shape.rows;
    uint64_t random = 4;

    EXPECT_OK(ripple_projection_init(grid, shape.columns, shape.rows, i % 2));
    for (int k = 0; k < cells + shape.rows; k++)
        grid->x[k] = support_between(&random, -1000, 1000) / 1000.0;
    for (int k = 0; k < cells + shape.columns; k++)
        grid->y[k] = support_between(&random, -1000, 1000) / 1000.0;
    for (int k = 0; k < cells; k++)
        grid->land[k] = (unsigned char)is_land(
            k % shape.columns, k / shape.columns, shape.columns, shape.rows);
    ripple_projection_close_land(grid);
}

TEST_CASE(advection, multigrid, .timeout_s = 60);

/* Nothing is left of the divergence after a few steps; closed faces stay
   closed, the two of a seam the same. A flow without divergence takes no step.
 */
TEST_LOOP(multigrid, every_shape_is_solved, CASES)
{
    FlowGrid grid;
    int steps;

    make_case(&grid, _i);
    steps = ripple_projection_solve(&grid, TOLERANCE, MANY);
    ck_assert_msg(steps < MANY, "%d x %d, land %d, wraps %d", grid.columns,
                  grid.rows, _i / 2 % COUNT(lands), grid.wraps);
    EXPECT(ripple_projection_max_divergence(&grid) < 1e-9);
    for (int i = 0; i < grid.columns * grid.rows; i++) {
        int y = i / grid.columns;

        EXPECT(!grid.land[i] ||
               (grid.x[i + y] == 0 && grid.x[i + y + 1] == 0 &&
                grid.y[i] == 0 && grid.y[i + grid.columns] == 0));
        if (grid.wraps && i % grid.columns == 0)
            EXPECT(fabs(grid.x[i + y] - grid.x[i + y + grid.columns]) < 1e-9);
        if (grid.wraps && y == 0)
            EXPECT(fabs(grid.y[i] - grid.y[grid.rows * grid.columns + i]) <
                   1e-9);
    }
    memset(grid.potential, 0,
           (size_t)((grid.columns + 2) * (grid.rows + 2)) *
               sizeof *grid.potential);
    EXPECT_INT(ripple_projection_solve(&grid, 1e-9, MANY), ==, 0);
    ripple_projection_clear(&grid);
}

/* The cost of a stroke: a flow over a full HD pool takes at most 12 steps, each
   of some 20 operations a cell, and so does each round rock put into it. */
TEST(multigrid, strokes_take_few_steps)
{
    enum { COLUMNS = 256, ROWS = 144, ROCKS = 12 };
    FlowGrid grid;

    EXPECT_OK(ripple_projection_init(&grid, COLUMNS, ROWS, 0));
    for (int rock = 0; rock < ROCKS; rock++) {
        int middle_x = 20 + rock * 19, middle_y = 72 + rock * 37 % 50 - 25;

        for (int i = 0; i < COLUMNS * ROWS; i++) {
            int x = i % COLUMNS - middle_x, y = i / COLUMNS - middle_y;

            grid.land[i] |= x * x + y * y < 36;
        }
        for (int i = 0; i < (COLUMNS + 1) * ROWS; i++)
            grid.x[i] = 0.4;
        memset(grid.y, 0, (size_t)(COLUMNS * (ROWS + 1)) * sizeof *grid.y);
        ripple_projection_close_land(&grid);
        EXPECT_INT(ripple_projection_solve(&grid, 1e-4, MANY), <=, 12);
        EXPECT(ripple_projection_max_divergence(&grid) < 1.1e-4);
    }
    ripple_projection_clear(&grid);
}
