/* SPDX-License-Identifier: MIT */
/* Frames between two steps: the formula of ripple_render_at in plain words, its
   ends, and which pixels it writes. Suite pool has what it refuses, suite
   scenes the rest. */
#include "../naive.h"
#include "water.h"

enum { WIDTH = 150, HEIGHT = 37 };

TEST_CASE(refraction, blending, .tear_down = support_release);

typedef struct Drawn {
    Ripple *pool;
    RipplePixels picture, frame;
    const RippleRect *changed;
    int count;
} Drawn;

static Drawn open_water(const RippleSettings *settings)
{
    return (Drawn){water_pool(WIDTH, HEIGHT, settings),
                   water_wild(WIDTH, HEIGHT), water_blank(WIDTH, HEIGHT), NULL,
                   0};
}

static void draw_at(Drawn *drawn, int phase)
{
    drawn->count = ripple_render_at(drawn->pool, &drawn->picture, &drawn->frame,
                                    &drawn->changed, phase);
    EXPECT_INT(drawn->count, >=, 0);
}

static RipplePixels copy_frame(const Drawn *drawn)
{
    RipplePixels copy = water_blank(WIDTH, HEIGHT);

    EXPECT_OK(ripple_copy_pixels(&drawn->frame, &copy));
    return copy;
}

static void copy_heights(int32_t *to, const Ripple *pool)
{
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        to[i] = support_height(pool, i % WIDTH, i / WIDTH);
}

TEST(blending, heights_between_two_steps)
{
    static const int phases[] = {0, 1, 37, 128, 200, 255, 256};
    RippleSettings settings = water_settings(CLASSIC, FIXED);
    Naive water = naive_create(WIDTH, HEIGHT);
    Drawn drawn;

    settings.refraction = 1;
    drawn = open_water(&settings);
    water_disc(drawn.pool, 60, 15, 6, 90);
    water_disc(drawn.pool, 1, 36, 9, -41);
    water_step(drawn.pool, 7);
    copy_heights(water.before, drawn.pool);
    water_step(drawn.pool, 1);
    for (int i = 0; i < COUNT(phases); i++) {
        copy_heights(water.now, drawn.pool);
        for (int k = 0; k < WIDTH * HEIGHT; k++)
            water.now[k] = (phases[i] * water.now[k] +
                            (256 - phases[i]) * water.before[k] + 128) >>
                           8;
        draw_at(&drawn, phases[i]);
        for (int k = 0; k < WIDTH * HEIGHT; k++)
            EXPECT_INT(
                drawn.frame.pixels[(size_t)(k / WIDTH) * drawn.frame.stride +
                                   (size_t)(k % WIDTH)],
                ==, naive_pixel(&water, &drawn.picture, k % WIDTH, k / WIDTH));
    }
    naive_destroy(&water);
}

/* Bits of what a scene has. */
enum {
    HAS_LIGHT = 1,
    HAS_CURRENT = 2,
    HAS_LAND = 4,
    HAS_SWELL = 8,
    SCENES = 16
};

/* Phase 0 shows what the step before did, the last phase the newest step, with
   every model and all that is drawn; in a current too, which moves both. */
TEST_LOOP(blending, both_ends, SCENES *MODEL_COUNT)
{
    RippleSettings settings = water_settings(_i / SCENES, _i % 4);
    RipplePixels last;
    Drawn drawn;

    settings.light = _i & HAS_LIGHT ? 70 : 0;
    settings.bend_limit = _i & HAS_LIGHT ? 20 : 0;
    settings.cell = _i & HAS_LIGHT ? 2 : 1;
    settings.swell = _i & HAS_SWELL ? 60 : 0;
    drawn = open_water(&settings);
    if (_i & HAS_LAND)
        water_wall(drawn.pool, 40, 0, 50, HEIGHT, 5);
    if (_i & HAS_CURRENT)
        EXPECT_OK(ripple_set_current(drawn.pool, 0.9, 0.3));
    water_drop(drawn.pool, 80, 20, 9, 900);
    water_drop(drawn.pool, 147, 2, 6, 900);
    water_step(drawn.pool, 4);
    for (int i = 0; i < 12; i++) {
        draw_at(&drawn, 256);
        last = copy_frame(&drawn);
        draw_at(&drawn, 77 * i % 256);
        EXPECT_INT(
            ripple_advance(drawn.pool, &drawn.picture, &drawn.frame, NULL), >,
            0);
        draw_at(&drawn, 0);
        water_check_pixels(&last, &drawn.frame);
        ripple_render(drawn.pool, &drawn.picture, &drawn.frame, NULL);
        last = copy_frame(&drawn);
        ripple_invalidate(drawn.pool);
        draw_at(&drawn, 256);
        water_check_pixels(&last, &drawn.frame);
    }
}

/* 1 if a rectangle has the pixel. */
static int has_changed(const Drawn *drawn, int x, int y)
{
    int has = 0;

    for (int i = 0; i < drawn->count; i++) {
        const RippleRect *rect = &drawn->changed[i];

        has |= x >= rect->x && x < rect->x + rect->width && y >= rect->y &&
               y < rect->y + rect->height;
    }
    return has;
}

/* A tile that is calm now but was not a step ago is drawn, and nothing far from
   both; nothing is left over from other edges, and calm costs nothing. */
TEST(blending, only_what_moved)
{
    RippleSettings settings = water_settings(CLASSIC, WRAP);
    Drawn drawn, fresh;

    settings.damping = 1;
    drawn = open_water(&settings);
    draw_at(&drawn, 100);
    water_set(drawn.pool, 3, 3, 3);
    water_set(drawn.pool, 149, 4, 900);
    for (int i = 0; i < 3; i++) {
        draw_at(&drawn, 100);
        EXPECT(has_changed(&drawn, 3, 3));
        EXPECT(!has_changed(&drawn, 90, 20));
        water_step(drawn.pool, 1);
    }
    CONFIGURE(drawn.pool, with.edges = FIXED);
    draw_at(&drawn, 200);
    fresh = open_water(&settings);
    CONFIGURE(fresh.pool, with.edges = FIXED);
    draw_at(&fresh, 256);
    EXPECT_INT(water_rest(drawn.pool, 2000), <, 2000);
    draw_at(&drawn, 7);
    water_check_pixels(&fresh.frame, &drawn.frame);
    draw_at(&drawn, 7);
    EXPECT_INT(drawn.count, ==, 0);
}
