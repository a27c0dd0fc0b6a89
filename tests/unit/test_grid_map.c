/* SPDX-License-Identifier: MIT */
/* Cells of several pixels: which pixels lie over them, and how smoothly pixels
   sample them. */
#include "lib/look/grid_map.h"
#include "lib/util/shapes.h"
#include "water.h"

#include <math.h>
#include <stdlib.h>

TEST_CASE(grid_map, cells, .timeout_s = 60);

TEST(cells, how_many_cells)
{
    enum { AUTO = RIPPLE_CELL_AUTO };
    static const struct {
        int width, height, cell, columns, rows;
    } cases[] = {
        {320, 240, AUTO, 320, 240},
        {1920, 1080, AUTO, 427, 240},
        {3840, 2160, AUTO, 427, 240},
        {640, 480, AUTO, 320, 240},
        {32768, 32768, AUTO, 240, 240},
        {300, 279, AUTO, 300, 279},
        {300, 281, AUTO, 256, 240},
        {1, 5000, AUTO, 1, 5000},
        {300, 280, AUTO, 300, 280},
        {7, 281, AUTO, 6, 240},
        {2, 300, AUTO, 2, 300},
        {3, 300, AUTO, 2, 240},
        {641, 480, 1, 641, 480},
        {641, 480, 2, 321, 240},
        {641, 480, 8, 81, 60},
        {7, 9, 8, 7, 9},
        {3, 3, 2, 2, 2},
        {1, 100, 4, 1, 100},
    };

    for (int i = 0; i < COUNT(cases); i++) {
        GridSize size =
            ripple_grid_choose(cases[i].width, cases[i].height, cases[i].cell);

        EXPECT_INT(size.columns, ==, cases[i].columns);
        EXPECT_INT(size.rows, ==, cases[i].rows);
    }
}

static const int shapes[][4] = {{320, 240, 320, 240},   {641, 481, 321, 241},
                                {1920, 1080, 427, 240}, {100, 90, 37, 11},
                                {40, 30, 2, 2},         {32768, 60, 240, 7}};

static GridMap make_grid_map(const int *shape)
{
    GridMap grid_map;

    EXPECT_OK(ripple_grid_map_init(
        &grid_map, (GridSize){shape[0], shape[1], shape[2], shape[3]}));
    return grid_map;
}

/* 1 if a cell is one of the two that a pixel lies between. */
static int reads(const GridAxis *axis, int pixel, int cell)
{
    return axis->first[pixel] == cell ||
           (axis->first[pixel] + 1 == cell && axis->share[pixel] > 0);
}

/* The reach of a cell contains all pixels that read it, and only pixels over it
   and its eight neighbours. */
TEST_LOOP(cells, reach, COUNT(shapes))
{
    const int *shape = shapes[_i];
    RippleRect none = {1, 1, 0, 1}, cell = {0, 0, 1, 1}, over, rect;
    GridMap grid_map = make_grid_map(shape);

    EXPECT_INT(ripple_grid_reach(&grid_map.size, none).width, ==, 0);
    for (int i = 0; i < shape[2] && ripple_grid_is_coarse(&grid_map.size);
         i++) {
        RippleRect around = {i - 1, i % shape[3] - 1, 3, 3};

        cell.x = i;
        cell.y = i % shape[3];
        over = ripple_grid_pixels(&grid_map.size,
                                  ripple_rect_clip(around, shape[2], shape[3]));
        rect = ripple_grid_reach(&grid_map.size, cell);
        EXPECT(rect.x >= over.x && rect.x + rect.width <= over.x + over.width);
        EXPECT(rect.y >= over.y &&
               rect.y + rect.height <= over.y + over.height);
        for (int x = 0; x < shape[0]; x++)
            EXPECT(!reads(&grid_map.axis_x, x, cell.x) ||
                   (x >= rect.x && x < rect.x + rect.width));
        for (int y = 0; y < shape[1]; y++)
            EXPECT(!reads(&grid_map.axis_y, y, cell.y) ||
                   (y >= rect.y && y < rect.y + rect.height));
    }
    ripple_grid_map_clear(&grid_map);
}

/* first + share is the pixel's position between cell middles, clamped to the
   outermost cells. */
TEST_LOOP(cells, places, COUNT(shapes))
{
    const int *shape = shapes[_i];
    double cell = (double)shape[0] / shape[2];
    GridMap grid_map = make_grid_map(shape);

    for (int x = 0; x < shape[0] && ripple_grid_is_coarse(&grid_map.size);
         x++) {
        double place = fmin(fmax((x + 0.5) / cell - 0.5, 0), shape[2] - 1);
        double visibility =
            grid_map.axis_x.first[x] + grid_map.axis_x.share[x] / 32768.0;

        EXPECT(fabs(place - visibility) < 0.0001);
        EXPECT(place > 0 || grid_map.axis_x.share[x] == 0);
        EXPECT(grid_map.axis_x.first[x] >= 0 &&
               grid_map.axis_x.first[x] <= shape[2] - 2);
        if (x >= 7)
            EXPECT_INT(grid_map.axis_x.first[x] - grid_map.axis_x.first[x - 7],
                       <=, 6);
    }
    ripple_grid_map_clear(&grid_map);
}

enum { CELLS = 64, PIXELS = 512, FIRST = 128, MARGIN = 32 };

/* Interpolates bends of one unit for a slope of 2^`bits` from pixel FIRST on,
   along a row of heights that is the same above and below. */
static void interpolate(int16_t *bends, const double heights[2 * CELLS], int y,
                        int bits)
{
    static int16_t cells[CELLS + 2][2 * CELLS];
    GridMap grid_map =
        make_grid_map((const int[]){PIXELS, PIXELS, CELLS, CELLS});
    Optics optics = {.gain_q12 = 1 << (4 - bits)};
    InterpolateArgs args = {
        .to = bends,
        .to_stride = RIPPLE_INTERPOLATE_MAX,
        .surface = {.heights = &cells[1][MARGIN], .stride = 2 * CELLS},
        .optics = &optics,
        .columns = CELLS,
        .x = FIRST,
        .width = RIPPLE_INTERPOLATE_MAX,
        .y = y,
        .rows = 1,
        .axis_x = grid_map.axis_x,
    };

    for (int i = 0; i < (CELLS + 2) * 2 * CELLS; i++)
        cells[i / (2 * CELLS)][i % (2 * CELLS)] =
            (int16_t)lround(heights[i % (2 * CELLS)]);
    ripple_kernels_best()->interpolate(&args, TRAIT_BEND_X);
    ripple_grid_map_clear(&grid_map);
}

/* In cells. */
static double place_of(int x)
{
    return (FIRST + x + 0.5) * CELLS / PIXELS - 0.5;
}

/* Second differences of the interpolated slopes are those of the wave: facets
   would make them many times larger at the seams. */
TEST(cells, no_facets)
{
    double heights[2 * CELLS], wave = 0.1, max = 0;
    static int16_t slopes[8 * RIPPLE_INTERPOLATE_MAX];

    for (int x = 0; x < 2 * CELLS; x++)
        heights[x] = 20000 * sin(wave * (x - MARGIN));
    interpolate(slopes, heights, 12, 0);
    for (int x = 1; x < RIPPLE_INTERPOLATE_MAX; x++) {
        double slope = -40000 * sin(wave) * cos(wave * place_of(x));

        EXPECT(fabs(slopes[x] - slope) < 0.002 * 4000);
        max = fmax(max, abs(slopes[x] - slopes[x - 1]));
    }
    EXPECT(max < 1.1 * 40000 * sin(wave) * wave * CELLS / PIXELS);
}

/* A slope that changes by half a height a pixel does so at each pixel, not by 1
   at every other. */
TEST(cells, faint_slopes_change_evenly)
{
    double heights[2 * CELLS];
    static int16_t slopes[8 * RIPPLE_INTERPOLATE_MAX];

    for (int x = 0; x < 2 * CELLS; x++)
        heights[x] = (x - 64) * (x - 64);
    interpolate(slopes, heights, 0, -3);
    for (int x = 0; x < RIPPLE_INTERPOLATE_MAX; x++)
        EXPECT(fabs(slopes[x] / 8.0 + 4 * (place_of(x) - 32)) <= 1.0 / 8);
}
