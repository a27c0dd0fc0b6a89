/* SPDX-License-Identifier: MIT */
/* How a picture is made to fit a frame: cut, enlarged, reduced, repeated. */
#include "app/image/fit.h"

#include "base/fixed.h"
#include "../pictures.h"
#include "../support.h"
#include "../test.h"

#include <SDL.h>
#include <stdlib.h>

static int channels_differ(uint32_t a, uint32_t b)
{
    int max = 0;

    for (int shift = 0; shift < 32; shift += 8) {
        int difference = abs((int)(a >> shift & 255) - (int)(b >> shift & 255));

        max = difference > max ? difference : max;
    }
    return max;
}

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

/* How many pixels of the target, without its margin, differ from a function. */
static int count_wrong(const Target *target, uint32_t (*colour)(int x, int y))
{
    int wrong = 0;

    for (int y = 0; y < target->pixels.height; y++) {
        for (int x = 0; x < target->pixels.width; x++)
            wrong += target_at(target, x, y) != colour(x, y);
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

static SDL_Surface *make_surface(int width, int height,
                                 uint32_t (*colour)(int x, int y))
{
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(
        0, width, height, 32, SDL_PIXELFORMAT_ARGB8888);

    ck_assert_ptr_nonnull(surface);
    for (int y = 0; y < height; y++) {
        uint32_t *row =
            (uint32_t *)surface->pixels + (ptrdiff_t)y * (surface->pitch / 4);

        for (int x = 0; x < width; x++)
            row[x] = colour(x, y);
    }
    return surface;
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
        SDL_Surface *source = make_surface(width, height, picture_colour);
        Target target = fit_into(width, height, source, (Fit)_i);

        ck_assert_int_eq(count_wrong(&target, picture_colour), 0);
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
    SDL_Surface *source = make_surface(40, 20, quarters);

    for (int i = 0; i < COUNT(cases); i++) {
        Target target =
            fit_into(cases[i].width, cases[i].height, source, cases[i].fit);

        expect_quarters(&target, cases[i].area);
        free(target.block);
    }
    SDL_FreeSurface(source);
}

static uint32_t bars(int x, int y)
{
    (void)x;
    return y >= 20 && y < 70 ? 0xFFFFFFFF : 0xFF000000;
}

TEST(fit, contain_leaves_black_bars)
{
    SDL_Surface *source = make_surface(40, 20, white);
    Target target = fit_into(100, 91, source, FIT_CONTAIN);

    ck_assert_int_eq(count_wrong(&target, bars), 0);
    free(target.block);
    SDL_FreeSurface(source);
}

/* Grey by the column, so that a pixel shows where it came from. */
static uint32_t ramp(int x, int y)
{
    (void)y;
    return 0xFF000000 | (uint32_t)(x % 256) * 0x010101;
}

TEST(fit, cover_cuts_both_sides_alike)
{
    SDL_Surface *source = make_surface(200, 50, ramp);
    Target target = fit_into(50, 50, source, FIT_COVER);

    for (int x = 0; x < 50; x++)
        ck_assert_uint_eq(target_at(&target, x, 49), ramp(75 + x, 0));
    free(target.block);
    SDL_FreeSurface(source);
}

static uint32_t tiles(int x, int y)
{
    return picture_colour(x % 7, y % 5);
}

TEST(fit, tile_repeats)
{
    SDL_Surface *source = make_surface(7, 5, picture_colour);
    Target target = fit_into(33, 18, source, FIT_TILE);

    ck_assert_int_eq(count_wrong(&target, tiles), 0);
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
            make_surface(sides[i % SIDES], sides[i / SIDES], white);

        for (int k = 0; k < SIDES * SIDES; k++) {
            int width = sides[k % SIDES], height = sides[k / SIDES];
            Target target = fit_into(width, height, source, (Fit)_i);

            EXPECT_INT(target_at(&target, (width - 1) / 2, (height - 1) / 2),
                       ==, 0xFFFFFFFF);
            EXPECT_INT(_i == FIT_CONTAIN ? 0 : count_wrong(&target, white), ==,
                       0);
            free(target.block);
        }
        SDL_FreeSurface(source);
    }
}

static void expect_grey(int source_width, int source_height,
                        uint32_t (*colour)(int x, int y), int width, int height)
{
    SDL_Surface *source = make_surface(source_width, source_height, colour);
    Target target = fit_into(width, height, source, FIT_STRETCH);
    int max = 0;

    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int off = channels_differ(target_at(&target, x, y), 0xFF7F7F7F);

            max = off > max ? off : max;
        }
    }
    ck_assert_int_le(max, 4);
    free(target.block);
    SDL_FreeSurface(source);
}

TEST(fit, reducing_does_not_alias)
{
    expect_grey(512, 256, checkers, 64, 32);
    expect_grey(512, 256, columns, 64, 256);
    expect_grey(512, 256, columns, 64, 600);
    expect_grey(1001, 777, checkers, 125, 97);
    expect_grey(515, 301, columns, 200, 301);
}

TEST_LOOP(fit, extreme_sizes, 4)
{
    static const int shapes[][2] = {
        {1, 1}, {32768, 1}, {1, 32768}, {32768, 2}, {3, 32767}};
    enum { SHAPES = COUNT(shapes) };

    for (int i = 0; i < SHAPES * SHAPES; i++) {
        const int *from = shapes[i % SHAPES], *to = shapes[i / SHAPES];
        SDL_Surface *source = make_surface(from[0], from[1], white);
        Target target = fit_into(to[0], to[1], source, (Fit)_i);

        ck_assert_uint_eq(target_at(&target, (to[0] - 1) / 2, (to[1] - 1) / 2),
                          0xFFFFFFFF);
        free(target.block);
        SDL_FreeSurface(source);
    }
}

/* The far end of a long row keeps its place. */
TEST(fit, long_rows_keep_their_place)
{
    SDL_Surface *source = make_surface(32768, 2, ramp);
    Target target = fit_into(32768, 5, source, FIT_STRETCH);

    ck_assert_int_eq(count_wrong(&target, ramp), 0);
    free(target.block);
    SDL_FreeSurface(source);
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
