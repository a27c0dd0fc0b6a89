/* SPDX-License-Identifier: MIT */
/* Golden views, which each level and number of threads draws alike, and what
   land and shores look like. */
#include "frames.h"
#include "parts.h"
#include "views.h"

#include <string.h>

enum { WIDTH = 160, HEIGHT = 100, SIZE = 64 };

TEST_CASE(views, golden, .timeout_s = 60, .tear_down = support_release);

typedef struct View {
    RippleCamera camera;
    RippleModel model;
    RippleEdges edges;
    int cell;
    Ground ground;
    int steps; /* after stones; 0: calm */
    double swell;
    int phase;
    int is_wild; /* the picture */
    uint32_t crc;
} View;

static const View views[] = {
    {{20, 18, 0.9}, ROUND, FIXED, 1, GROUND_ISLANDS, 0, 0, 256, 0, 0x77274512},
    {{20, 18, 0.9}, ROUND, FIXED, 1, GROUND_ISLANDS, 30, 0, 256, 0, 0x0377ad4a},
    {{-110, 5, 0.6},
     CLASSIC,
     OPEN,
     1,
     GROUND_ISLANDS,
     20,
     0,
     256,
     0,
     0xa5cefefa},
    {{0, 70, 1.5}, WAVE, MIRROR, 1, GROUND_ISLANDS, 40, 0, 100, 0, 0x9262c05b},
    {{180, 40, 4},
     SHALLOW,
     FIXED,
     2,
     GROUND_ISLANDS,
     25,
     0,
     256,
     0,
     0x8ba8cd78},
    {{270, 12, 0.2},
     SPRING,
     WRAP,
     1,
     GROUND_ISLANDS,
     25,
     0,
     256,
     1,
     0xe6caa85c},
    {{359, 25, 0.8}, ROUND, WRAP, 3, GROUND_SEA, 15, 80, 7, 1, 0x1de73c35},
    {{45, 3, 2}, WAVE, OPEN, 1, GROUND_SEA, 0, 50, 256, 0, 0x706a3939},
    {{-45, 30, 1}, ROUND, FIXED, 1, GROUND_ALL, 9, 0, 256, 1, 0xd749f1dd},
    {{90, 20, 0.35},
     SHALLOW,
     OPEN,
     1,
     GROUND_ISLANDS,
     60,
     30,
     200,
     0,
     0x7fb1e031},
    {{135, 55, 0.7},
     SPRING,
     MIRROR,
     4,
     GROUND_ISLANDS,
     35,
     0,
     256,
     0,
     0xa1ce0cf8},
    {{-200, 8, 1.2},
     CLASSIC,
     FIXED,
     0,
     GROUND_ISLANDS,
     50,
     0,
     0,
     1,
     0x5277dd63},
};

static uint32_t draw(const View *view, const char *simd, int threads)
{
    RipplePixels picture = view->is_wild ? water_wild(WIDTH, HEIGHT)
                                         : water_picture(WIDTH, HEIGHT);
    RipplePixels frame = water_blank(WIDTH, HEIGHT);
    Ripple *pool = views_pool(WIDTH, HEIGHT, view->cell, view->ground);

    CONFIGURE(pool, with.model = view->model, with.edges = view->edges,
              with.swell = view->swell);
    EXPECT_OK(ripple_use_simd(pool, simd));
    EXPECT_OK(ripple_use_threads(pool, threads));
    EXPECT_OK(ripple_set_camera(pool, &view->camera));
    if (view->steps > 0)
        views_stir(pool, view->steps);
    EXPECT_INT(ripple_advance_at(pool, &picture, &frame, NULL, view->phase), ==,
               1);
    return crc_frame(&frame);
}

TEST_LOOP(golden, every_level_and_thread, COUNT(views))
{
#ifdef __wasi__
    static const int threads[] = {1};
#else
    static const int threads[] = {1, 2, 7};
#endif
    const char *simd;
    uint32_t crc = draw(&views[_i], "scalar", 1);

    for (int i = 0; (simd = ripple_simd_name(i)) != NULL; i++) {
        for (int k = 0; k < COUNT(threads); k++) {
            if (draw(&views[_i], simd, threads[k]) != crc)
                ck_abort_msg("view %d: other bits with %s and %d threads", _i,
                             simd, threads[k]);
        }
    }
    if (crc != views[_i].crc)
        ck_abort_msg("view %d is 0x%08x, not 0x%08x", _i, (unsigned)crc,
                     (unsigned)views[_i].crc);
}

/* The ground of all cells, in units of the relief. */
static RipplePixels draw_ground(Ripple *pool, const RipplePixels *picture,
                                int height)
{
    const Maps *maps = &pool->perspective->maps;

    for (int i = 0; i < (SIZE + 1) * (SIZE + 1); i++)
        maps->places[i].ground = (int16_t)height;
    return views_render(pool, picture);
}

/* Where the depth goes to 0, water goes over into its land. */
TEST(golden, no_line_at_the_shore)
{
    Ripple *pool = views_pool(SIZE, SIZE, 1, GROUND_SEA);
    RipplePixels picture = water_picture(SIZE, SIZE), land, water;

    views_look(pool, 20, 60, 0.5);
    land = draw_ground(pool, &picture, 1);
    water = draw_ground(pool, &picture, -1);
    EXPECT_INT(ripple_pick(pool, SIZE / 2, SIZE / 2, NULL, NULL), ==, 1);
    EXPECT_INT(views_count_other(&land, &water, 1), ==, 0);
    water = draw_ground(pool, &picture, RIPPLE_RELIEF_OPEN);
    EXPECT_INT(views_count_other(&land, &water, 1), >, SIZE * SIZE / 2);
}

/* A fine pattern, as pictures of grass and sand are. */
static RipplePixels make_pattern(int width, int height)
{
    RipplePixels picture = water_picture(width, height);

    for (int i = 0; i < width * height; i++) {
        int x = i % width, y = i / width;
        uint32_t level = (uint32_t)(90 + (x / 2 * 29 + y / 2 * 53) % 64);

        picture.pixels[i] = 0xff000000u | level * 0x10101u;
    }
    return picture;
}

/* A camera that turns by 1/50 of a degree moves places by less than 1/5 of a
   pixel: hardly a pixel changes much. */
TEST(golden, no_shimmer)
{
    enum { FRAME_WIDTH = 320, FRAME_HEIGHT = 200 };
    Ripple *pool = views_pool(FRAME_WIDTH, FRAME_HEIGHT, 1, GROUND_ISLANDS);
    RipplePixels picture = make_pattern(FRAME_WIDTH, FRAME_HEIGHT);
    RipplePixels last = water_blank(FRAME_WIDTH, FRAME_HEIGHT), frame;
    int max = 0;

    for (int i = 0; i < 12; i++) {
        views_look(pool, 33 + i * 0.02, 14, 0.8);
        frame = views_render(pool, &picture);
        if (i > 0)
            max = max_int(max, views_count_other(&last, &frame, 24));
        memcpy(last.pixels, frame.pixels,
               FRAME_WIDTH * FRAME_HEIGHT * sizeof *frame.pixels);
    }
    EXPECT_INT(max * 100, <=, FRAME_WIDTH * FRAME_HEIGHT);
}
