/* SPDX-License-Identifier: MIT */
/* How a picture is made to fit a frame: cut, enlarged, reduced, repeated. */
#include "media/fit.h"

#include "lib/util/fixed.h"
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

#define BLACK 0xFF000000
#define WHITE 0xFFFFFFFF

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

/* All pixels are opaque, and the margin is unchanged. */
static Target fit_into(int width, int height, SDL_Surface *source, Fit fit)
{
    Target target = make_target(width, height);

    ck_assert_msg(fit_picture(&target.pixels, source, fit) == 0, "%s",
                  SDL_GetError());
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width + MARGIN; x++)
            EXPECT(x < width ? target_at(&target, x, y) >> 24 == 255
                             : target_at(&target, x, y) == UNTOUCHED);
    }
    return target;
}

typedef uint32_t (*Colours)(int x, int y);

/* Fits a picture of these colours. The frame has the wanted ones, but for the
   tolerance, or, if that is NULL, is white in the middle. */
static void check_fit(Fit fit, const int from[2], Colours colours,
                      const int to[2], Colours wanted, int tolerance)
{
    SDL_Surface *source = picture_draw(from[0], from[1], colours);
    Target target = fit_into(to[0], to[1], source, fit);
    int wrong = wanted == NULL &&
                target_at(&target, (to[0] - 1) / 2, (to[1] - 1) / 2) != WHITE;

    for (int y = 0; wanted != NULL && y < to[1]; y++) {
        for (int x = 0; x < to[0]; x++)
            wrong += support_colour_distance(target_at(&target, x, y),
                                             wanted(x, y)) > tolerance;
    }
    if (wrong > 0)
        ck_abort_msg("fit %d, %dx%d to %dx%d: %d wrong pixels", (int)fit,
                     from[0], from[1], to[0], to[1], wrong);
    free(target.block);
    SDL_FreeSurface(source);
}

static uint32_t white(int x, int y)
{
    (void)x;
    (void)y;
    return WHITE;
}

static uint32_t checkers(int x, int y)
{
    return (x + y) % 2 ? WHITE : BLACK;
}

static uint32_t columns(int x, int y)
{
    (void)y;
    return checkers(x, 0);
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
    return y >= 20 && y < 70 ? WHITE : BLACK;
}

/* Grey by the column, so that a pixel shows where it came from. */
static uint32_t ramp(int x, int y)
{
    (void)y;
    return BLACK | (uint32_t)(x % 256) * 0x010101;
}

static uint32_t ramp_from_75(int x, int y)
{
    return ramp(x + 75, y);
}

/* Grey by the row. */
static uint32_t steps(int x, int y)
{
    return ramp(y, x);
}

static uint32_t steps_from_50(int x, int y)
{
    return ramp(y + 50, x);
}

static uint32_t tiles(int x, int y)
{
    return picture_colour(x % 7, y % 5);
}

TEST_CASE(load, fit, .timeout_s = 60);

TEST_LOOP(fit, same_size_is_copied, 4)
{
    static const int sizes[][2] = {{1, 1}, {16, 3}, {17, 9}, {2, 31}, {32, 32}};

    for (int i = 0; i < COUNT(sizes); i++)
        check_fit((Fit)_i, sizes[i], picture_colour, sizes[i], picture_colour,
                  0);
}

static const struct {
    int from[2];
    Colours colours;
    Fit fit;
    int to[2];
    Colours wanted;
    int tolerance;
} fits[] = {
    {{40, 20}, white, FIT_CONTAIN, {100, 91}, bars, 0},
    {{200, 50}, ramp, FIT_COVER, {50, 50}, ramp_from_75, 0},
    {{50, 200}, steps, FIT_COVER, {50, 50}, steps_from_50, 0},
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
    check_fit(fits[_i].fit, fits[_i].from, fits[_i].colours, fits[_i].to,
              fits[_i].wanted, fits[_i].tolerance);
}

/* White stays white in every size: no pixel comes from outside. */
TEST_LOOP(fit, odd_sizes, 4)
{
    static const int sides[] = {1, 2, 3, 5, 16, 31, 64, 257};
    enum { SIDES = COUNT(sides), SIZES = SIDES * SIDES };

    for (int i = 0; i < SIZES * SIZES; i++) {
        int from = i / SIZES, to = i % SIZES;

        check_fit((Fit)_i, (int[]){sides[from % SIDES], sides[from / SIDES]},
                  white, (int[]){sides[to % SIDES], sides[to / SIDES]},
                  _i == FIT_CONTAIN ? NULL : white, 0);
    }
}

TEST_LOOP(fit, extreme_sizes, 4)
{
    static const int shapes[][2] = {
        {1, 1}, {32768, 1}, {1, 32768}, {32768, 2}, {3, 32767}};
    enum { SHAPES = COUNT(shapes) };

    for (int i = 0; i < SHAPES * SHAPES; i++)
        check_fit((Fit)_i, shapes[i % SHAPES], white, shapes[i / SHAPES], NULL,
                  0);
}
