/* SPDX-License-Identifier: MIT */
/*
 * Frames: refraction beside the literal one, light, calm water, edges, and that
 * skipping calm tiles changes nothing.
 */
#include "lib/look/lighting.h"
#include "lib/look/refraction.h"
#include "../naive.h"
#include "water.h"

#include <math.h>
#include <stdlib.h>
#include <stddef.h>
#include <string.h>

/* A pool with a picture and a frame of its size. */
typedef struct View {
    Ripple *pool;
    RipplePixels picture, frame;
} View;

static View make_view(int width, int height, int model, int damping,
                      double refraction)
{
    return (View){water_damped(width, height, model, damping, refraction),
                  water_wild(width, height), water_blank(width, height)};
}

static int draw(View *view)
{
    return ripple_render(view->pool, &view->picture, &view->frame, NULL);
}

TEST_CASE(refraction, picture, .timeout_s = 30);

TEST(picture, equals_naive)
{
    enum { WIDTH = 140, HEIGHT = 75, STEPS = 200 };
    View view = make_view(WIDTH, HEIGHT, CLASSIC, 5, 1);
    Naive water = naive_create(WIDTH, HEIGHT);
    uint64_t random = 5;

    for (int step = 0; step < STEPS; step++) {
        if (step % 31 == 0) {
            RippleStone stone = {support_between(&random, -4, WIDTH + 4),
                                 support_between(&random, -4, HEIGHT + 4),
                                 support_between(&random, 1, 14),
                                 support_between(&random, 32, 128), DISC};

            ripple_drop(view.pool, &stone);
            naive_stone(&water, stone.x, stone.y, stone.radius, stone.weight);
        }
        ripple_step(view.pool);
        naive_step(&water, 5);
        EXPECT_INT(draw(&view), >=, 0);
        for (int i = 0; i < WIDTH * HEIGHT; i++)
            EXPECT_INT(
                view.frame.pixels[i], ==,
                naive_pixel(&water, &view.picture, i % WIDTH, i / WIDTH));
    }
    naive_destroy(&water);
}

/* The looks of the water; from LOOKS on the other views, with two sizes of
   cells. */
enum {
    LOOKS = 8,
    VIEWS = RIPPLE_VIEW_COUNT - RIPPLE_VIEW_HEIGHTS,
    ALL_LOOKS = LOOKS + 2 * VIEWS,
};

static void choose_look(Ripple *pool, int look)
{
    if (look < LOOKS)
        CONFIGURE(pool, with.filter = (RippleFilter)(look % 2),
                  with.light = look / 2 % 2 ? 80 : 0,
                  with.sky = look / 2 % 2 ? 60 : 0,
                  with.bend_limit = look == 5 || look == 6 ? 3 : 0,
                  with.cell = look / 4 ? 3 : 1);
    else
        CONFIGURE(pool,
                  with.view = (RippleView)(look % VIEWS + RIPPLE_VIEW_HEIGHTS),
                  with.cell = look < LOOKS + VIEWS ? 1 : 4);
}

TEST_LOOP(picture, calm_water_shows_the_picture, 2 * LOOKS)
{
    static const int sizes[][2] = {{1, 1},   {1, 50},  {50, 1},  {2, 2},
                                   {64, 16}, {65, 17}, {63, 15}, {300, 200}};

    for (int i = 0; i < COUNT(sizes); i++) {
        View view = make_view(sizes[i][0], sizes[i][1], ROUND, 6, 1);
        const RippleRect *rects;

        choose_look(view.pool, _i % LOOKS);
        ripple_skip_calm(view.pool, _i < LOOKS);
        EXPECT_INT(ripple_render(view.pool, &view.picture, &view.frame, &rects),
                   ==, 1);
        EXPECT_INT(rects[0].width, ==, sizes[i][0]);
        EXPECT_INT(rects[0].height, ==, sizes[i][1]);
        water_check_pixels(&view.picture, &view.frame);
        EXPECT_INT(draw(&view), ==, _i < LOOKS ? 0 : 1);
    }
}

/* Pixels beyond the width of a row with a longer stride stay. */
TEST(picture, strides)
{
    enum { WIDTH = 70, HEIGHT = 40, STRIDE = 83 };
    Ripple *pool = water_damped(WIDTH, HEIGHT, ROUND, 6, 1);
    RipplePixels picture = water_picture(STRIDE, HEIGHT);
    RipplePixels frame = water_blank(STRIDE, HEIGHT);

    support_stir(pool, &(uint64_t){3}, 30000);
    picture.width = frame.width = WIDTH;
    EXPECT_INT(ripple_render(pool, &picture, &frame, NULL), ==, 1);
    for (int i = 0; i < STRIDE * HEIGHT; i++)
        EXPECT(i % STRIDE < WIDTH ? (frame.pixels[i] & 4095) < WIDTH
                                  : frame.pixels[i] == UNTOUCHED);
}

/* At refraction 1 every offset is a whole number of pixels. */
TEST(picture, whole_pixels_need_no_filter)
{
    View view = make_view(233, 141, CLASSIC, 5, 1);
    RipplePixels linear = water_blank(233, 141);
    uint64_t random = 3;

    for (int i = 0; i < 4; i++) {
        support_stir(view.pool, &random, 60);
        choose_look(view.pool, 2 * (i % 2));
        draw(&view);
        choose_look(view.pool, 2 * (i % 2) + 1);
        ripple_render(view.pool, &view.picture, &linear, NULL);
        water_check_pixels(&view.frame, &linear);
    }
}

/* One channel of a pixel of a lit grey floor, whose cell (20, 20) is high. */
static int lit_channel(Ripple *pool, int x, int y, int shift)
{
    RipplePixels picture = water_blank(40, 40), frame = water_blank(40, 40);

    for (int i = 0; i < 40 * 40; i++)
        picture.pixels[i] = 0x7f808080;
    ripple_clear(pool);
    water_set(pool, 20, 20, 30);
    ripple_invalidate(pool);
    ripple_render(pool, &picture, &frame, NULL);
    return (int)(frame.pixels[y * 40 + x] >> shift & 255);
}

static Lighting make_light(double strength, double refraction, double from,
                           double sky)
{
    RippleSettings settings = water_settings(ROUND, FIXED);

    settings.light = strength;
    settings.sky = sky;
    settings.refraction = refraction;
    settings.light_from = from;
    return ripple_lighting_make(&settings);
}

/* The numbers of the light by hand; slopes are doubled first where a number
   would exceed 1. */
TEST(picture, light_by_hand)
{
    /* strength, sky, refraction and light-from, then the numbers of Lighting
       but for its limits */
    static const double cases[][15] = {
        {100, 0, 0.0625, 0, -32767, 0, 10289, 17792, 24575, 0, 0, 400, 0, 16384,
         7680},
        {100, 100, 0.25, 90, 0, 32767, 10289, 17792, 24575, 6553, 5570, 400, 1,
         32767, 15360},
        {50, 60, 0.125, 180, 32767, 0, 5144, 8896, 12288, 3932, 3342, 200, 0,
         32767, 15360},
        {0, 0, 1, -90, 0, -32767, 10289, 17792, 24575, 0, 0, 400, 3, 32767,
         15360},
        {0, 50, 1, 30, -28377, 16383, 0, 0, 0, 3277, 2785, 0, 3, 32767, 15360},
        {0.5, 0, 4, 90, 0, 32767, 51, 89, 123, 0, 0, 2, 5, 32767, 15360},
    };

    for (int i = 0; i < COUNT(cases); i++) {
        const double *c = cases[i];
        Lighting light = make_light(c[0], c[2], c[3], c[1]);
        Lighting wanted = {.floor = {308, 154, 425, 0, 6},
                           .faint = {92, 46, 89, 0, 8},
                           .strong = {300, 150, 436, 0, 6}};
        int16_t numbers[11];

        for (int k = 0; k < COUNT(numbers); k++)
            numbers[k] = (int16_t)c[4 + k];
        memcpy(&wanted, numbers, sizeof numbers);
        EXPECT(memcmp(&light, &wanted, sizeof light) == 0);
    }
}

/* SoftLimit's formula; v >= 0. */
static int limit_softly(const SoftLimit *limit, int v)
{
    int near = min_int(v >> limit->halvings, limit->max);
    int64_t d = (limit->max - near) << limit->up;
    int64_t square = (d * d + (1 << 14)) >> 15;

    return (int)((limit->top - ((square * limit->factor + (1 << 14)) >> 15)) *
                 (1 << limit->halvings));
}

/* It never falls, starts with a slope of 1, and ends at the limit. */
TEST(picture, soft_limits)
{
    static const double limits[] = {0.3, 1,    10,   44,    150,
                                    256, 1000, 5120, 16383, 25600};

    for (int i = 0; i < COUNT(limits); i++) {
        SoftLimit limit = ripple_soft_limit_make(limits[i]);
        int step = 1 << limit.halvings, last = 0, end;

        EXPECT_INT(limit_softly(&limit, 0), ==, 0);
        for (int v = 0; v <= 32767; v++) {
            int limited = limit_softly(&limit, v);
            double off = v * v / (4 * limits[i]);

            EXPECT_INT(limited, >=, last);
            EXPECT_INT(limited, <=, v + step);
            if (v < 2 * limits[i])
                EXPECT(fabs(limited - (v - off)) <= 2 * step + v * 0.04);
            last = limited;
        }
        end = limits[i] > 16383 ? 0 : (int)limits[i];
        EXPECT(end == 0 || abs(last - end) <= 1);
        EXPECT_INT(last, <=, max_int((int)limits[i], 1));
    }
    EXPECT_INT(ripple_soft_limit_make(0).max, ==, 0);
}

/* Slopes towards the light mirror the sky and the sun; those away are darker.
   A crest gathers light. */
TEST(picture, light_adds)
{
    Ripple *pool = water_damped(40, 40, CLASSIC, 5, 1.0 / 16);
    static const struct {
        double from;
        int x, y;
    } sides[] = {{0, 21, 20},    {90, 20, 19},  {180, 19, 20}, {-90, 20, 21},
                 {-270, 20, 19}, {270, 20, 21}, {-360, 21, 20}};

    for (int i = 0; i < COUNT(sides); i++) {
        int x = sides[i].x, y = sides[i].y;

        CONFIGURE(pool, with.light = 0, with.sky = 100,
                  with.light_from = sides[i].from);
        EXPECT_INT(lit_channel(pool, x, y, 8), >, 140);
        EXPECT_INT(lit_channel(pool, 40 - x, 40 - y, 8), <, 120);
        EXPECT_INT(lit_channel(pool, 20, 20, 8), ==, 128);
        CONFIGURE(pool, with.light = 100, with.sky = 0);
        EXPECT_INT(lit_channel(pool, x, y, 8), >,
                   lit_channel(pool, 40 - x, 40 - y, 8));
        EXPECT_INT(lit_channel(pool, 20, 20, 24), ==, 0x7f);
        EXPECT_INT(lit_channel(pool, 5, 5, 8), ==, 128);
    }
}

/* The floor shows where light gathers: below a crest, 2 cells away from the
   sun, and it is missing around it. Nothing shows 14 cells beyond it. Crests in
   corners are alike along both edges. */
TEST_LOOP(picture, crests_gather_light, 3)
{
    View view = make_view(160, 160, ROUND, 6, 1.0 / 16);
    RippleStone crest = {80, 80, 16, -60, RIPPLE_PROFILE_SMOOTH};
    int cell = 1 + _i, middle = 160 * 80 + 80, below = 161 * 2 * cell;

    for (int i = 0; i < 160 * 160; i++)
        view.picture.pixels[i] = 0xff808080;
    CONFIGURE(view.pool, with.light = 100, with.light_from = 135,
              with.bend_limit = 8, with.cell = cell);
    ripple_drop(view.pool, &crest);
    crest.x = crest.y = 0;
    ripple_drop(view.pool, &crest);
    crest.x = crest.y = 159;
    ripple_drop(view.pool, &crest);
    draw(&view);
    for (int i = 0; i < 160 * 160; i++) {
        uint32_t turned = view.frame.pixels[i % 160 * 160 + i / 160];

        EXPECT_INT(abs((int)(view.frame.pixels[i] & 255) - (int)(turned & 255)),
                   <=, 4);
    }
    EXPECT_INT(view.frame.pixels[middle + below] & 255, >, 140);
    EXPECT_INT(view.frame.pixels[middle + below + 12 * 159] & 255, <, 128);
    for (int i = 16 + 14 * cell; i < 80; i++) {
        EXPECT_INT(view.frame.pixels[middle - i] & 255, ==, 128);
        EXPECT_INT(view.frame.pixels[middle - 160 * i] & 255, ==, 128);
    }
}

/* Calm slopes are grey; each third of a split view equals a view of its own. */
TEST(picture, views)
{
    enum { WIDTH = 200, HEIGHT = 61 };
    static const RippleView kinds[] = {RIPPLE_VIEW_HEIGHTS, RIPPLE_VIEW_WATER,
                                       RIPPLE_VIEW_WATER};
    View split = make_view(WIDTH, HEIGHT, ROUND, 6, 1.0 / 16);

    CONFIGURE(split.pool, with.view = RIPPLE_VIEW_SLOPES);
    draw(&split);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        EXPECT_INT(split.frame.pixels[i], ==, 0xff808080);
    support_stir(split.pool, &(uint64_t){8}, 400);
    CONFIGURE(split.pool, with.view = RIPPLE_VIEW_SPLIT);
    draw(&split);
    for (int third = 0; third < 3; third++) {
        View view = split;

        view.frame = water_blank(WIDTH, HEIGHT);
        CONFIGURE(view.pool, with.view = kinds[third],
                  with.light = third == 2 ? 100 : 0);
        draw(&view);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            int x = i % WIDTH;

            if (third == (x < 66 ? 0 : x < 133 ? 1 : 2))
                EXPECT_INT(split.frame.pixels[i], ==, view.frame.pixels[i]);
        }
    }
}

static void check_rects(const RippleRect *rects, int count,
                        const RipplePixels *before, const RipplePixels *frame)
{
    uint8_t *covered = calloc((size_t)frame->width, (size_t)frame->height);

    ck_assert_ptr_nonnull(covered);
    for (int i = 0; i < count; i++) {
        EXPECT(rects[i].x >= 0 && rects[i].y >= 0 && rects[i].width > 0 &&
               rects[i].height > 0);
        EXPECT_INT(rects[i].x + rects[i].width, <=, frame->width);
        EXPECT_INT(rects[i].y + rects[i].height, <=, frame->height);
        for (int y = rects[i].y; y < rects[i].y + rects[i].height; y++) {
            for (int x = rects[i].x; x < rects[i].x + rects[i].width; x++)
                EXPECT_INT(covered[y * frame->width + x]++, ==, 0);
        }
    }
    for (int i = 0; i < frame->width * frame->height; i++)
        EXPECT(covered[i] || before->pixels[i] == frame->pixels[i]);
    free(covered);
}

TEST_CASE(refraction, changes, .timeout_s = 60);

/*
 * An updated frame equals one that is drawn anew, and the rectangles are
 * disjoint and hold every pixel that has changed.
 */
TEST_LOOP(changes, changed_rects, ALL_LOOKS)
{
    enum { WIDTH = 270, HEIGHT = 90, CLEARED = 125, STEPS = 180 };
    View view = make_view(WIDTH, HEIGHT, _i % 2, 4, 1.0 / 4);
    RipplePixels before = water_blank(WIDTH, HEIGHT);
    RipplePixels whole = water_blank(WIDTH, HEIGHT);
    uint64_t random = (uint64_t)_i + 1;
    int idle = 0;

    choose_look(view.pool, _i);
    for (int step = 0; step < STEPS; step++) {
        const RippleRect *rects;
        int count;

        if (step % 60 < 3) {
            RippleStone stone = {support_between(&random, 0, WIDTH),
                                 support_between(&random, 0, HEIGHT),
                                 support_between(&random, 1, 9), 200,
                                 (RippleProfile)(_i / 2 % 2)};

            ripple_drop(view.pool, &stone);
        }
        if (step == CLEARED)
            ripple_clear(view.pool);
        ripple_step(view.pool);
        EXPECT_OK(ripple_copy_pixels(&view.frame, &before));
        count = ripple_render(view.pool, &view.picture, &view.frame, &rects);
        check_rects(rects, count, &before, &view.frame);
        idle += count == 0;
        ripple_invalidate(view.pool);
        EXPECT_INT(ripple_render(view.pool, &view.picture, &whole, NULL), ==,
                   1);
        water_check_pixels(&view.frame, &whole);
        /* `whole` was drawn last; make the pool go on with the frame. */
        draw(&view);
        water_check_pixels(&view.frame, &whole);
    }
    EXPECT_INT(idle, >, 0);
}

TEST(changes, only_active_tiles_are_drawn)
{
    enum { WIDTH = 1920, HEIGHT = 1080 };
    View view = make_view(WIDTH, HEIGHT, ROUND, 6, 1);
    const RippleRect *rects;
    int area = 0, count;

    draw(&view);
    water_disc(view.pool, 1000, 500, 5, 100);
    ripple_step(view.pool);
    count = ripple_render(view.pool, &view.picture, &view.frame, &rects);
    EXPECT_INT(count, >, 0);
    for (int i = 0; i < count; i++)
        area += rects[i].width * rects[i].height;
    EXPECT_INT(area, <, WIDTH * HEIGHT / 100);
}

enum { POISON = 0x123456 };

static void poison(RipplePixels *frame)
{
    for (int i = 0; i < frame->width * frame->height; i++)
        frame->pixels[i] = POISON;
}

/* In a tile of cells of 8 pixels only the surroundings of the waves are drawn,
   until they are gone. */
TEST(changes, only_active_blocks_are_drawn)
{
    enum { WIDTH = 512, HEIGHT = 64 };
    View view = make_view(WIDTH, HEIGHT, ROUND, 3, 1);
    int poisoned = 0, steps = 0;

    CONFIGURE(view.pool, with.cell = 8);
    draw(&view);
    water_disc(view.pool, 100, 36, 8, 200);
    draw(&view);
    poison(&view.frame);
    EXPECT_INT(draw(&view), ==, 1);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        poisoned += view.frame.pixels[i] == POISON;
    EXPECT_INT(poisoned, >=, (WIDTH - 128) * HEIGHT);
    EXPECT_INT(view.frame.pixels[36 * WIDTH + 100], !=, POISON);
    ripple_invalidate(view.pool);
    for (; !ripple_is_calm(view.pool) && steps < 5000; steps++)
        ripple_advance(view.pool, &view.picture, &view.frame, NULL);
    draw(&view);
    EXPECT_INT(steps, <, 5000);
    water_check_pixels(&view.picture, &view.frame);
}

/* One high cell anywhere shows as in a frame drawn anew, and leaves nothing. */
static void show_cell(View *view, int x, int y, RipplePixels *whole)
{
    water_set(view->pool, x, y, 2);
    draw(view);
    ripple_render(view->pool, &view->picture, whole, NULL);
    water_check_pixels(whole, &view->frame);
    draw(view);
    ripple_clear(view->pool);
    draw(view);
    water_check_pixels(&view->picture, &view->frame);
}

/* Open water and a coast; first with cells little larger than a pixel. */
TEST_LOOP(changes, cells_one_by_one, 3)
{
    enum { WIDTH = 333, HEIGHT = 319 };
    static const int cells[] = {RIPPLE_CELL_AUTO, 2, 5};
    View view = make_view(WIDTH, HEIGHT, ROUND, 6, 1);
    RipplePixels whole = water_blank(WIDTH, HEIGHT);
    int step = (_i > 0 ? cells[_i] : 1) * (SUPPORT_IS_SANITIZED ? 7 : 1);

    CONFIGURE(view.pool, with.cell = cells[_i]);
    water_wall(view.pool, 200, 0, 200, HEIGHT, 30);
    draw(&view);
    for (int x = 0; x < WIDTH; x += step)
        show_cell(&view, x, x % HEIGHT, &whole);
    for (int y = 0; y < HEIGHT; y += step) {
        show_cell(&view, 0, y, &whole);
        show_cell(&view, 64 * step % WIDTH, y, &whole);
        show_cell(&view, WIDTH - 1, y, &whole);
    }
}

/* Whether a pixel in the block of pixel x, in a row, samples a column of cells:
   the two that it lies between, and one on either side. */
static int block_samples(const GridMap *grid_map, int x, int column)
{
    const int16_t *first = grid_map->axis_x.first;
    int tile = ripple_grid_column(&grid_map->size, x) / RIPPLE_TILE_COLUMNS;
    int begin = x - x % RIPPLE_GROUP;

    for (int i = begin; i < begin + RIPPLE_GROUP && i < grid_map->size.width;
         i++) {
        if (ripple_grid_column(&grid_map->size, i) / RIPPLE_TILE_COLUMNS ==
                tile &&
            column >= first[i] - 1 && column <= first[i] + 2)
            return 1;
    }
    return 0;
}

TEST(changes, blocks_that_sample_a_cell)
{
    enum { WIDTH = 400, HEIGHT = 48, CELL = 5 };
    View view = make_view(WIDTH, HEIGHT, ROUND, 6, 1);
    GridMap grid_map;
    int columns, rows;

    CONFIGURE(view.pool, with.cell = CELL);
    ripple_heights(view.pool, &columns, &rows, NULL);
    EXPECT_OK(ripple_grid_map_init(&grid_map,
                                   (GridSize){WIDTH, HEIGHT, columns, rows}));
    draw(&view);
    for (int cell_x = 0; cell_x < WIDTH; cell_x += CELL) {
        int column = ripple_grid_column(&grid_map.size, cell_x);
        const uint32_t *row = view.frame.pixels + HEIGHT / 2 * WIDTH;

        poison(&view.frame);
        water_set(view.pool, cell_x, HEIGHT / 2, 2);
        draw(&view);
        for (int x = 0; x < WIDTH; x++)
            EXPECT_INT(row[x] != POISON, ==,
                       block_samples(&grid_map, x, column));
        ripple_clear(view.pool);
        draw(&view);
    }
    ripple_grid_map_clear(&grid_map);
}

/* Stores bypass the caches, with a distance in rows to the stores, if picture,
   frame and heights together exceed 16 MiB; never if cells are coarse. */
TEST(changes, frames_written_past_the_caches)
{
    static const struct {
        int width, height, stride;
        RippleFormat format;
        int gain_q12, rows_ahead;
    } cases[] = {
        {1024, 1365, 1024, RIPPLE_FORMAT_ARGB8888, 4095, 0},
        {1024, 1366, 1024, RIPPLE_FORMAT_ARGB8888, 4095, 256},
        {1024, 1366, 1024, RIPPLE_FORMAT_ARGB8888, 4096, 384},
        {1024, 1366, 2048, RIPPLE_FORMAT_ARGB8888, 0, 128},
        {2048, 1024, 2048, RIPPLE_FORMAT_RGB565, 8192, 0},
        {2048, 1025, 2048, RIPPLE_FORMAT_RGB565, 256, 256},
    };

    for (int i = 0; i < 2 * COUNT(cases); i++) {
        int width = cases[i / 2].width, height = cases[i / 2].height;
        int cell = i % 2 ? 4 : 1;
        RipplePixels pixels = {.width = width,
                               .height = height,
                               .stride = (size_t)cases[i / 2].stride,
                               .format = cases[i / 2].format};
        RenderArgs args = {.picture = pixels,
                           .frame = pixels,
                           .optics.gain_q12 = cases[i / 2].gain_q12};
        Field heights;
        GridMap grid_map;
        Refraction refraction;

        EXPECT_OK(ripple_field_init(&heights, width / cell, height / cell));
        EXPECT_OK(ripple_grid_map_init(
            &grid_map, (GridSize){width, height, width / cell, height / cell}));
        EXPECT_OK(ripple_refraction_init(&refraction, &heights, &grid_map));
        ripple_refraction_start(&refraction, ripple_kernels_best(), NULL,
                                &grid_map, &args);
        EXPECT_INT(refraction.args.rows_ahead, ==,
                   cell > 1 ? 0 : cases[i / 2].rows_ahead);
        ripple_refraction_clear(&refraction);
        ripple_grid_map_clear(&grid_map);
        ripple_field_clear(&heights);
    }
}

/* New settings show at once; another picture or frame is drawn completely. */
TEST(changes, what_makes_everything_stale)
{
    View view = make_view(100, 100, ROUND, 6, 1);
    View other = {view.pool, water_blank(100, 100), view.frame};
    View second = {view.pool, view.picture, water_blank(100, 100)};

    EXPECT_INT(draw(&view), ==, 1);
    EXPECT_INT(draw(&view), ==, 0);
    CONFIGURE(view.pool, with.refraction = 2);
    EXPECT_INT(draw(&view), ==, 1);
    CONFIGURE(view.pool, with.filter = RIPPLE_FILTER_LINEAR);
    EXPECT_INT(draw(&view), ==, 1);
    CONFIGURE(view.pool, with.light = 50);
    EXPECT_INT(draw(&view), ==, 1);
    CONFIGURE(view.pool, with.light_from = 10);
    EXPECT_INT(draw(&view), ==, 1);
    CONFIGURE(view.pool, with.sky = 30);
    EXPECT_INT(draw(&view), ==, 1);
    CONFIGURE(view.pool, with.bend_limit = 20);
    EXPECT_INT(draw(&view), ==, 1);
    CONFIGURE(view.pool, with.damping = 5);
    EXPECT_INT(draw(&view), ==, 0);
    EXPECT_INT(draw(&other), ==, 1);
    water_check_pixels(&other.picture, &view.frame);
    EXPECT_INT(draw(&view), ==, 1);
    EXPECT_INT(draw(&second), ==, 1);
    water_check_pixels(&view.picture, &second.frame);
}
