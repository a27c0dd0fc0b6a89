/* SPDX-License-Identifier: MIT */
/* How a picture is made to fit a frame: cut, enlarged, reduced, repeated. */
#include "app/image/fit.h"

#include "base/fixed.h"
#include "../pictures.h"
#include "../support.h"
#include "../test.h"

#include <SDL.h>
#include <stdlib.h>

/* A frame with a margin on the right that must stay unchanged. */
typedef struct Target {
    RipplePixels pixels;
    uint32_t *block;
} Target;

enum { MARGIN = 3, UNTOUCHED = 0x12345678 };

static Target make_target(int width, int height)
{
    Target target;
    size_t stride = (size_t)width + MARGIN;
    size_t count = stride * (size_t)height;

    target.block = malloc(count * sizeof *target.block);
    ck_assert_ptr_nonnull(target.block);
    for (size_t i = 0; i < count; i++)
        target.block[i] = UNTOUCHED;
    target.pixels = (RipplePixels){.pixels = target.block,
                                   .width = width,
                                   .height = height,
                                   .stride = stride};
    return target;
}

static uint32_t target_at(const Target *target, int x, int y)
{
    return target->pixels.pixels[(size_t)y * target->pixels.stride + (size_t)x];
}

/* How many pixels of the target, without its margin, differ by more than the
   tolerance from a function. */
static int count_wrong(const Target *target, uint32_t (*colour)(int x, int y),
                       int tolerance)
{
    int wrong = 0;

    for (int y = 0; y < target->pixels.height; y++) {
        for (int x = 0; x < target->pixels.width; x++)
            wrong += support_colour_distance(target_at(target, x, y),
                                             colour(x, y)) > tolerance;
    }
    return wrong;
}

/* All pixels are opaque, and the margin is unchanged. */
static void check_target(const Target *target)
{
    int width = target->pixels.width, wrong = 0;

    for (int y = 0; y < target->pixels.height; y++) {
        for (int x = 0; x < width; x++)
            wrong += target_at(target, x, y) >> 24 != 255;
        for (int x = width; x < width + MARGIN; x++)
            wrong += target_at(target, x, y) != UNTOUCHED;
    }
    ck_assert_int_eq(wrong, 0);
}

static Target fit_into(int width, int height, SDL_Surface *source, Fit fit)
{
    Target target = make_target(width, height);

    ck_assert_msg(fit_picture(&target.pixels, source, fit) == 0, "%s",
                  SDL_GetError());
    check_target(&target);
    return target;
}

static uint32_t white(int x, int y)
{
    (void)x;
    (void)y;
    return 0xFFFFFFFF;
}

static uint32_t checkers(int x, int y)
{
    return (x + y) % 2 ? 0xFFFFFFFF : 0xFF000000;
}

static uint32_t columns(int x, int y)
{
    (void)y;
    return x % 2 ? 0xFFFFFFFF : 0xFF000000;
}

TEST_CASE(load, fit, .timeout_s = 60);

TEST(fit, fit_names)
{
    static const char *const names[] = {"cover", "contain", "stretch", "tile"};
    Fit fit = FIT_COVER;

    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(fit_find(&fit, names[i]), 0);
        ck_assert_int_eq((int)fit, i);
    }
    ck_assert_int_eq(fit_find(&fit, "Cover"), -1);
    ck_assert_int_eq(fit_find(&fit, ""), -1);
    ck_assert_int_eq(fit, FIT_TILE);
}

static const int sizes[][2] = {{1, 1}, {16, 3}, {17, 9}, {2, 31}, {32, 32}};

TEST_LOOP(fit, same_size_is_copied, 4)
{
    for (int i = 0; i < COUNT(sizes); i++) {
        int width = sizes[i][0], height = sizes[i][1];
        SDL_Surface *source = picture_draw(width, height, picture_colour);
        Target target = fit_into(width, height, source, (Fit)_i);

        ck_assert_int_eq(count_wrong(&target, picture_colour, 0), 0);
        free(target.block);
        SDL_FreeSurface(source);
    }
}

/* Red, green, blue and white, clockwise from the top left of 40 x 20. */
static uint32_t quarters(int x, int y)
{
    if (y < 10)
        return x < 20 ? 0xFFFF0000 : 0xFF00FF00;
    return x < 20 ? 0xFFFFFFFF : 0xFF0000FF;
}

static void expect_quarters(const Target *target, SDL_Rect area)
{
    int right = area.x + area.w - 1, bottom = area.y + area.h - 1;

    ck_assert_uint_eq(target_at(target, area.x, area.y), 0xFFFF0000);
    ck_assert_uint_eq(target_at(target, right, area.y), 0xFF00FF00);
    ck_assert_uint_eq(target_at(target, right, bottom), 0xFF0000FF);
    ck_assert_uint_eq(target_at(target, area.x, bottom), 0xFFFFFFFF);
}

TEST(fit, orientation)
{
    static const struct {
        int width, height;
        Fit fit;
        SDL_Rect area;
    } cases[] = {
        {100, 90, FIT_STRETCH, {0, 0, 100, 90}},
        {7, 9, FIT_STRETCH, {0, 0, 7, 9}},
        {3, 200, FIT_STRETCH, {0, 0, 3, 200}},
        {100, 90, FIT_COVER, {0, 0, 100, 90}},
        {8, 30, FIT_COVER, {0, 0, 8, 30}},
        {100, 90, FIT_CONTAIN, {0, 20, 100, 50}},
        {100, 20, FIT_CONTAIN, {30, 0, 40, 20}},
        {8, 30, FIT_CONTAIN, {0, 13, 8, 4}},
        {100, 90, FIT_TILE, {0, 0, 40, 20}},
        {100, 90, FIT_TILE, {40, 60, 40, 20}},
    };
    SDL_Surface *source = picture_draw(40, 20, quarters);

    for (int i = 0; i < COUNT(cases); i++) {
        Target target =
            fit_into(cases[i].width, cases[i].height, source, cases[i].fit);

        expect_quarters(&target, cases[i].area);
        free(target.block);
    }
    SDL_FreeSurface(source);
}

static uint32_t grey(int x, int y)
{
    (void)x;
    (void)y;
    return 0xFF7F7F7F;
}

static uint32_t bars(int x, int y)
{
    (void)x;
    return y >= 20 && y < 70 ? 0xFFFFFFFF : 0xFF000000;
}

/* Grey by the column, so that a pixel shows where it came from. */
static uint32_t ramp(int x, int y)
{
    (void)y;
    return 0xFF000000 | (uint32_t)(x % 256) * 0x010101;
}

static uint32_t ramp_from_75(int x, int y)
{
    return ramp(x + 75, y);
}

static uint32_t tiles(int x, int y)
{
    return picture_colour(x % 7, y % 5);
}

static const struct {
    int from[2];
    uint32_t (*colour)(int x, int y);
    Fit fit;
    int to[2];
    uint32_t (*wanted)(int x, int y);
    int tolerance;
} fits[] = {
    {{40, 20}, white, FIT_CONTAIN, {100, 91}, bars, 0},
    {{200, 50}, ramp, FIT_COVER, {50, 50}, ramp_from_75, 0},
    {{7, 5}, picture_colour, FIT_TILE, {33, 18}, tiles, 0},
    /* The far end of a long row keeps its place. */
    {{32768, 2}, ramp, FIT_STRETCH, {32768, 5}, ramp, 0},
    /* Reducing does not alias. */
    {{512, 256}, checkers, FIT_STRETCH, {64, 32}, grey, 4},
    {{512, 256}, columns, FIT_STRETCH, {64, 256}, grey, 4},
    {{512, 256}, columns, FIT_STRETCH, {64, 600}, grey, 4},
    {{1001, 777}, checkers, FIT_STRETCH, {125, 97}, grey, 4},
    {{515, 301}, columns, FIT_STRETCH, {200, 301}, grey, 4},
};

TEST_LOOP(fit, fits, COUNT(fits))
{
    SDL_Surface *source =
        picture_draw(fits[_i].from[0], fits[_i].from[1], fits[_i].colour);
    Target target =
        fit_into(fits[_i].to[0], fits[_i].to[1], source, fits[_i].fit);

    ck_assert_int_eq(count_wrong(&target, fits[_i].wanted, fits[_i].tolerance),
                     0);
    free(target.block);
    SDL_FreeSurface(source);
}

/* White stays white in every size: no pixel comes from outside. */
TEST_LOOP(fit, odd_sizes, 4)
{
    static const int sides[] = {1, 2, 3, 5, 16, 31, 64, 257};
    enum { SIDES = COUNT(sides) };

    for (int i = 0; i < SIDES * SIDES; i++) {
        SDL_Surface *source =
            picture_draw(sides[i % SIDES], sides[i / SIDES], white);

        for (int k = 0; k < SIDES * SIDES; k++) {
            int width = sides[k % SIDES], height = sides[k / SIDES];
            Target target = fit_into(width, height, source, (Fit)_i);

            EXPECT_INT(target_at(&target, (width - 1) / 2, (height - 1) / 2),
                       ==, 0xFFFFFFFF);
            EXPECT_INT(_i == FIT_CONTAIN ? 0 : count_wrong(&target, white, 0),
                       ==, 0);
            free(target.block);
        }
        SDL_FreeSurface(source);
    }
}

TEST_LOOP(fit, extreme_sizes, 4)
{
    static const int shapes[][2] = {
        {1, 1}, {32768, 1}, {1, 32768}, {32768, 2}, {3, 32767}};
    enum { SHAPES = COUNT(shapes) };

    for (int i = 0; i < SHAPES * SHAPES; i++) {
        const int *from = shapes[i % SHAPES], *to = shapes[i / SHAPES];
        SDL_Surface *source = picture_draw(from[0], from[1], white);
        Target target = fit_into(to[0], to[1], source, (Fit)_i);

        ck_assert_uint_eq(target_at(&target, (to[0] - 1) / 2, (to[1] - 1) / 2),
                          0xFFFFFFFF);
        free(target.block);
        SDL_FreeSurface(source);
    }
}

TEST(fit, other_formats_are_refused)
{
    SDL_Surface *source =
        SDL_CreateRGBSurfaceWithFormat(0, 4, 4, 24, SDL_PIXELFORMAT_RGB24);
    Target target = make_target(4, 4);

    ck_assert_int_eq(fit_picture(&target.pixels, source, FIT_TILE), -1);
    free(target.block);
    SDL_FreeSurface(source);
}
