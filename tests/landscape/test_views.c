/* SPDX-License-Identifier: MIT */
/* Golden views, which each level and number of threads draws alike, and what
   land and shores look like. */
#include "lib/draw.h"
#include "lib/pool.h"
#include "views.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 160, HEIGHT = 100, SIZE = 64 };

TEST_CASE(views, golden, .timeout_s = 60, .tear_down = support_release);

#define ISLANDS GROUND_ISLANDS
#define SEA     GROUND_SEA
#define ALL     GROUND_ALL

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
    {{20, 18, 0.9}, ROUND, FIXED, 1, ISLANDS, 0, 0, 256, 0, 0x5afc7aff},
    {{20, 18, 0.9}, ROUND, FIXED, 1, ISLANDS, 30, 0, 256, 0, 0x1aa16ccc},
    {{-110, 5, 0.6}, CLASSIC, OPEN, 1, ISLANDS, 20, 0, 256, 0, 0x28341964},
    {{0, 70, 1.5}, WAVE, MIRROR, 1, ISLANDS, 40, 0, 100, 0, 0xf5c22995},
    {{180, 40, 4}, SHALLOW, FIXED, 2, ISLANDS, 25, 0, 256, 0, 0x2cffb674},
    {{270, 12, 0.2}, SPRING, WRAP, 1, ISLANDS, 25, 0, 256, 1, 0x8b5a1bc0},
    {{359, 25, 0.8}, ROUND, WRAP, 3, SEA, 15, 80, 7, 1, 0xeb43de32},
    {{45, 3, 2}, WAVE, OPEN, 1, SEA, 0, 50, 256, 0, 0x4770dc6e},
    {{-45, 30, 1}, ROUND, FIXED, 1, ALL, 9, 0, 256, 1, 0x68aea343},
    {{90, 20, 0.35}, SHALLOW, OPEN, 1, ISLANDS, 60, 30, 200, 0, 0x6e8daf55},
    {{135, 55, 0.7}, SPRING, MIRROR, 4, ISLANDS, 35, 0, 256, 0, 0x7e3fc686},
    {{-200, 8, 1.2}, CLASSIC, FIXED, 0, ISLANDS, 50, 0, 0, 1, 0x502098c7},
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
    const Perspective *perspective = pool->perspective;

    for (int i = 0; i < (SIZE + 1) * (SIZE + 1); i++) {
        perspective->maps.places[i].ground = (int16_t)height;
        perspective->relief.floor[i].ground = (int16_t)height;
    }
    return views_render(pool, picture);
}

/* Where the depth goes to 0, water goes over into its land. */
TEST(golden, no_line_at_the_shore)
{
    Ripple *pool = views_pool(SIZE, SIZE, 1, SEA);
    RipplePixels picture = water_picture(SIZE, SIZE), land, water;

    views_look(pool, 20, 60, 0.5);
    land = draw_ground(pool, &picture, 1);
    water = draw_ground(pool, &picture, -1);
    EXPECT_INT(ripple_pick(pool, SIZE / 2, SIZE / 2, NULL, NULL), ==, 1);
    EXPECT_INT(views_count_other(&land, &water, 2), ==, 0);
    water = draw_ground(pool, &picture, RIPPLE_RELIEF_OPEN);
    EXPECT_INT(views_count_other(&land, &water, 1), >, SIZE * SIZE / 2);
}

/* A frame, and what is needed to find its places in another one. */
typedef struct Shot {
    Eye eye;
    RipplePixels frame;
    const float *inverse;
} Shot;

static Shot take_shot(Ripple *pool, const RipplePixels *picture, double yaw,
                      double pitch, double distance)
{
    const Perspective *view = pool->perspective;
    size_t bytes = (size_t)view->inverse_stride * (size_t)view->size.height *
                   sizeof *view->inverse;
    Shot shot;
    float *inverse = support_own(malloc(bytes), free);

    views_look(pool, yaw, pitch, distance);
    shot.frame = views_render(pool, picture);
    shot.eye = view->eye;
    shot.inverse = memcpy(inverse, view->inverse, bytes);
    return shot;
}

/* How far a channel is outside the range of that of the four pixels about a
   place of a frame: 0 for what only moves. */
static int find_jump(uint32_t pixel, const RipplePixels *frame, int x, int y)
{
    const uint32_t *from = frame->pixels + y * frame->width + x;
    const uint32_t about[] = {from[0], from[1], from[frame->width],
                              from[frame->width + 1]};
    int jump = 0;

    for (int shift = 0; shift < 24; shift += 8) {
        int channel = (int)(pixel >> shift & 255), low = 255, high = 0;

        for (int i = 0; i < 4; i++) {
            low = min_int(low, (int)(about[i] >> shift & 255));
            high = max_int(high, (int)(about[i] >> shift & 255));
        }
        jump = max_int(jump, max_int(low - channel, channel - high));
    }
    return jump;
}

typedef struct Shimmer {
    int compared, jumps;
} Shimmer;

/* Follows what pixel (x, y) shows from one frame to the other; what another
   place hides there does not count. */
static void follow(Shimmer *shimmer, const Perspective *view, const Shot *from,
                   const Shot *to, int x, int y)
{
    const Eye *eye = &from->eye, *other = &to->eye;
    float z = 1 / from->inverse[y * view->inverse_stride + x], ahead, found;
    float side = ((float)x + 0.5f - eye->middle) * eye->inverse_focal * z;
    float up = (eye->horizon - ((float)y + 0.5f)) * eye->inverse_focal * z +
               eye->place.up - other->place.up;
    float to_x = eye->place.x + eye->forward_x * z + eye->right_x * side -
                 other->place.x;
    float to_y = eye->place.y + eye->forward_y * z + eye->right_y * side -
                 other->place.y;
    float column, row;

    ahead = to_x * other->forward_x + to_y * other->forward_y;
    side = to_x * other->right_x + to_y * other->right_y;
    column = other->middle + side / ahead * other->focal - 0.5f;
    row = other->horizon - up / ahead * other->focal - 0.5f;
    if (!(column >= 0 && row >= 0 && column < (float)view->size.width - 1 &&
          row < (float)view->size.height - 1))
        return;
    found = to->inverse[(int)row * view->inverse_stride + (int)column] * ahead;
    if (found > 1.05f || found < 0.95f)
        return;
    shimmer->compared++;
    shimmer->jumps += find_jump(from->frame.pixels[y * view->size.width + x],
                                &to->frame, (int)column, (int)row) > 24;
}

/* Degrees a frame: of the screensaver, and of a quick drag. */
static const double turns[] = {1 / 60.0, 0.25};

/* Each place keeps its colour on its way through the frame, even if the picture
   is noise: at most 1 % of the pixels jump. */
TEST_LOOP(golden, no_shimmer, COUNT(turns))
{
    enum { FRAME_WIDTH = 320, FRAME_HEIGHT = 200 };
    static const RippleCamera cameras[] = {
        {33, 14, 0.8}, {-110, 25, 1.5}, {200, 6, 0.5}, {80, 45, 3}};
    Ripple *pool = views_pool(FRAME_WIDTH, FRAME_HEIGHT, 1, ISLANDS);
    RipplePixels picture = water_wild(FRAME_WIDTH, FRAME_HEIGHT);

    for (int i = 0; i < COUNT(cameras); i++) {
        const RippleCamera *camera = &cameras[i];
        Shimmer shimmer = {0, 0};
        Shot from = take_shot(pool, &picture, camera->yaw, camera->pitch,
                              camera->distance);
        Shot to = take_shot(pool, &picture, camera->yaw + turns[_i],
                            camera->pitch, camera->distance);

        for (int y = 0; y < FRAME_HEIGHT; y++) {
            for (int x = 0; x < FRAME_WIDTH; x++) {
                if (from.inverse[y * pool->perspective->inverse_stride + x] > 0)
                    follow(&shimmer, pool->perspective, &from, &to, x, y);
            }
        }
        EXPECT_INT(shimmer.compared * 3, >, FRAME_WIDTH * FRAME_HEIGHT);
        EXPECT_INT(shimmer.jumps * 100, <=, shimmer.compared);
    }
}
