/* SPDX-License-Identifier: MIT */
/* Land in the mirror of the water. */
#include "lib/pool.h"
#include "views.h"

#include <math.h>

enum { WIDTH = 160, HEIGHT = 100 };

TEST_CASE(perspective, mirror, .timeout_s = 60, .tear_down = support_release);

static const RippleCamera cameras[] = {
    {20, 18, 0.9}, {-140, 3, 0.4}, {45, 50, 0.8}, {90, 9, 0.7}};

/* What a column of points is made of. */
typedef struct Column {
    const Perspective *view;
    Vector ahead;
} Column;

static float level_at(const Column *column, int i)
{
    float z = column->view->distances[i];
    Vector eye = column->view->eye.place;

    return ripple_maps_level(&column->view->maps, eye.x + column->ahead.x * z,
                             eye.y + column->ahead.y * z);
}

/* The steepest line from place i to any behind it. */
static double find_top(const Column *column, int i)
{
    const float *distances = column->view->distances;
    double far = hypot((double)column->ahead.x, (double)column->ahead.y);
    double top = 0, height = (double)level_at(column, i);

    for (int k = i + 1; k < column->view->count; k++) {
        double rise = (double)level_at(column, k) - height;
        double run = ((double)distances[k] - (double)distances[i]) * far;

        top = fmax(top, rise / sqrt(rise * rise + run * run));
    }
    return top;
}

/* Returns the number of points that mirror land. */
static int check_column(const Column *column, int x)
{
    const Perspective *view = column->view;
    const Reflection *reflection = &view->reflection;
    float at_one = view->eye.place.up * view->eye.focal;
    int i = view->count, count = 0;
    double top = 0;

    for (int y = 0; y < reflection->rows; y++) {
        float below =
            (float)(y * RIPPLE_MIRROR_ROWS) + 0.5f - view->eye.horizon;
        const Mirrored *point =
            &reflection->points[y * reflection->columns + x];
        int before = i;

        while (i > 0 &&
               (i == view->count || below * view->distances[i] > at_one))
            i--;
        if (below * view->distances[i] > at_one)
            top = 0;
        else if (i != before)
            top = find_top(column, i);
        EXPECT(fabs((double)point->top - top) < 1e-4);
        count += top > 0.01;
    }
    return count;
}

/* The hull tells the steepest line of all, and no land mirrors in itself. */
TEST_LOOP(mirror, steepest_lines, COUNT(cameras))
{
    Ripple *pool = views_pool(WIDTH, HEIGHT, 1, GROUND_ISLANDS);
    RipplePixels picture = water_picture(WIDTH, HEIGHT);
    int count = 0;

    EXPECT_OK(ripple_set_camera(pool, &cameras[_i]));
    views_render(pool, &picture);
    EXPECT_INT(pool->perspective->count, <=, 256);
    for (int x = 0; x < pool->perspective->reflection.columns; x++) {
        const Eye *eye = &pool->perspective->eye;
        float side = ((float)(x * RIPPLE_CAST_GROUP) + 0.5f - eye->middle) *
                     eye->inverse_focal;
        Column column = {pool->perspective,
                         {eye->forward_x + eye->right_x * side,
                          eye->forward_y + eye->right_y * side, 0}};

        count += check_column(&column, x);
    }
    EXPECT_INT(count, >, 9);
}

/* Without the mirrored land the water shows the blue sky instead. */
TEST(mirror, colour_of_land)
{
    Ripple *pool = views_pool(WIDTH, HEIGHT, 1, GROUND_ISLANDS);
    RipplePixels picture = water_blank(WIDTH, HEIGHT), frame, without;
    Reflection *reflection;
    int count = 0;

    for (int i = 0; i < WIDTH * HEIGHT; i++)
        picture.pixels[i] = 0xff800000u;
    views_look(pool, 0, 4, 0.6);
    frame = views_render(pool, &picture);
    reflection = &pool->perspective->reflection;
    for (int i = 0; i < reflection->columns * reflection->rows; i++)
        reflection->points[i].top = 0;
    without = water_blank(WIDTH, HEIGHT);
    EXPECT_INT(ripple_render(pool, &picture, &without, NULL), ==, 1);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int less =
            (int)(without.pixels[i] & 255) - (int)(frame.pixels[i] & 255);

        EXPECT_INT(less, >=, 0);
        count += less > 8;
    }
    EXPECT_INT(count, >, 60);
}
