/* SPDX-License-Identifier: MIT */
#include "calls.h"

#include "base/fixed.h"
#include "play/rain.h"
#include "../../tools/crc.h"

#include <stdlib.h>
#include <string.h>

#define MOST_WIDTH   420 /* enough tiles to be worth a crew */
#define MOST_HEIGHT  260
#define MOST_THREADS 16
#define MASK_COLUMNS 24
#define MASK_ROWS    16
#define MAP_COLUMNS  9
#define MAP_ROWS     7
#define SEED_HOW     0x686f77u
#define MOST_STONES  24

static int draw(uint64_t seed, uint64_t *drawn, int min, int max)
{
    uint64_t random = rain_random(seed, (*drawn)++);

    return min + (int)((random >> 16) % (uint64_t)(max - min + 1));
}

/* A number in least..most that decides what is done. Never two of them in one
   expression, whose order is the compiler's. */
static int choose(Play *play, int min, int max)
{
    return draw(play->number, &play->what, min, max);
}

/* The same for how it is done. */
static int choose_way(Play *play, int min, int max)
{
    return draw(play->number + SEED_HOW, &play->how, min, max);
}

static void expect(Play *play, int is_so, const char *what)
{
    if (!is_so && play->wrong == NULL)
        play->wrong = what;
}

static void free_pixels(RipplePixels *pixels)
{
    free(pixels->pixels);
    free(pixels->pixels565);
    *pixels = (RipplePixels){.width = 0};
}

static RipplePixels make_pixels(Play *play, int width, int height,
                                RippleFormat format)
{
    size_t count = (size_t)width * (size_t)height;
    RipplePixels pixels = {.width = width,
                           .height = height,
                           .stride = (size_t)width,
                           .format = format};

    if (format == RIPPLE_FORMAT_ARGB8888)
        pixels.pixels = calloc(count, sizeof *pixels.pixels);
    else
        pixels.pixels565 = calloc(count, sizeof *pixels.pixels565);
    expect(play, pixels.pixels != NULL || pixels.pixels565 != NULL,
           "there is no memory");
    return pixels;
}

static void paint_picture(Play *play, RipplePixels *picture)
{
    size_t count = (size_t)picture->width * (size_t)picture->height;
    uint32_t shade = (uint32_t)choose(play, 1, 0xffffff);

    for (size_t i = 0; i < count; i++) {
        uint32_t pixel = (uint32_t)i * shade;

        if (picture->format == RIPPLE_FORMAT_ARGB8888)
            picture->pixels[i] = pixel;
        else
            picture->pixels565[i] = (uint16_t)(pixel >> 8);
    }
}

static void renew_pixels(Play *play)
{
    RippleFormat format =
        choose(play, 1, 4) == 1 ? RIPPLE_FORMAT_RGB565 : RIPPLE_FORMAT_ARGB8888;
    int width = ripple_width(play->pool), height = ripple_height(play->pool);

    free_pixels(&play->picture);
    free_pixels(&play->frame);
    play->picture = make_pixels(play, width, height, format);
    play->frame = make_pixels(play, width, height, format);
    paint_picture(play, &play->picture);
    ripple_invalidate(play->pool);
}

static void choose_size(Play *play, int *width, int *height)
{
    int is_small = choose(play, 1, 4) == 1;

    *width = choose(play, 1, is_small ? 9 : MOST_WIDTH);
    *height = choose(play, 1, is_small ? 9 : MOST_HEIGHT);
}

/* Another pool, after this one is gone. */
static void renew(Play *play)
{
    int width, height;

    ripple_destroy(play->pool);
    choose_size(play, &width, &height);
    expect(play, ripple_create(&play->pool, width, height, NULL) == 0,
           "a pool cannot be made");
    renew_pixels(play);
}

static void resize(Play *play)
{
    int width, height;

    choose_size(play, &width, &height);
    expect(play, ripple_resize(play->pool, width, height) == 0,
           "the size cannot be changed");
    renew_pixels(play);
}

static void configure(Play *play)
{
    RippleSettings settings = *ripple_settings(play->pool);

    settings.model = (RippleModel)choose(play, 0, RIPPLE_MODEL_SPRING);
    settings.edges = (RippleEdges)choose(play, 0, RIPPLE_EDGES_COUNT - 1);
    settings.shore = (RippleShore)choose(play, 0, RIPPLE_SHORE_COUNT - 1);
    settings.damping = choose(play, 3, 9);
    settings.refraction = choose(play, 0, 40) / 10.0;
    if (choose(play, 1, 4) == 1)
        settings.cell = choose(play, 0, 3);
    settings.filter = (RippleFilter)choose(play, 0, RIPPLE_FILTER_COUNT - 1);
    settings.view = RIPPLE_VIEW_WATER;
    if (choose(play, 1, 4) == 1)
        settings.view = (RippleView)choose(play, 0, RIPPLE_VIEW_COUNT - 1);
    settings.light = choose(play, 0, 1) == 1 ? choose(play, 1, 100) : 0;
    settings.light_from = choose(play, -360, 360);
    expect(play, ripple_configure(play->pool, &settings) == 0,
           "settings are refused");
}

static RippleStone choose_stone(Play *play)
{
    RippleStone stone;

    stone.x = choose(play, -20, play->frame.width + 20);
    stone.y = choose(play, -20, play->frame.height + 20);
    stone.radius = choose(play, 0, 14);
    stone.weight = choose(play, -900, 3000);
    stone.profile = (RippleProfile)choose(play, 0, RIPPLE_PROFILE_BODY);
    return stone;
}

static void drop(Play *play)
{
    for (int i = choose(play, 1, MOST_STONES); i > 0; i--) {
        RippleStone stone = choose_stone(play);

        ripple_drop(play->pool, &stone);
    }
}

static void drag(Play *play)
{
    RippleStone stone = choose_stone(play);
    int x = choose(play, 0, play->frame.width);
    int y = choose(play, 0, play->frame.height);

    ripple_drop_line(play->pool, &stone, x, y);
    ripple_disturb(play->pool, stone.x, stone.y, stone.weight);
    ripple_pull(play->pool, stone.x, stone.y, 5, stone.weight);
}

static void set_mask(Play *play)
{
    uint8_t mask[MASK_ROWS][MASK_COLUMNS];

    if (choose(play, 1, 2) == 1) {
        expect(play, ripple_set_mask(play->pool, NULL, 0, 0, 0) == 0,
               "the mask stays");
        return;
    }
    for (int y = 0; y < MASK_ROWS; y++) {
        for (int x = 0; x < MASK_COLUMNS; x++)
            mask[y][x] =
                (uint8_t)(choose(play, 0, 3) > 0 ? 255 : choose(play, 0, 255));
    }
    expect(play,
           ripple_set_mask(play->pool, mask[0], MASK_COLUMNS, MASK_ROWS,
                           MASK_COLUMNS) == 0,
           "the mask is refused");
}

static void paint_mask(Play *play)
{
    int x = choose(play, 0, play->frame.width);
    int y = choose(play, 0, play->frame.height);
    int end_x = x + choose(play, -40, 40), end_y = y + choose(play, -40, 40);
    int radius = choose(play, 1, 12), depth = choose(play, 0, 2) * 127;
    RippleRect part;

    expect(play,
           ripple_paint_mask(play->pool, x, y, end_x, end_y, radius, depth,
                             &part) == 0,
           "land cannot be painted");
}

static void set_current(Play *play)
{
    float x[MAP_ROWS * MAP_COLUMNS], y[MAP_ROWS * MAP_COLUMNS];
    int kind = choose(play, 0, 3), error;

    if (kind == 0) {
        for (int i = 0; i < MAP_ROWS * MAP_COLUMNS; i++) {
            x[i] = (float)choose(play, -40, 40) / 20;
            y[i] = (float)choose(play, -40, 40) / 20;
        }
        error = ripple_set_current_map(play->pool, x, y, MAP_COLUMNS, MAP_ROWS);
    } else {
        error = ripple_set_current(
            play->pool, kind == 1 ? choose(play, -40, 40) / 10.0 : 0, 0);
    }
    expect(play, error == 0, "the current is refused");
}

static void lay_floor(Play *play)
{
    RipplePixels floor = make_pixels(play, play->frame.width,
                                     play->frame.height, play->frame.format);

    expect(play,
           ripple_lay_floor(play->pool, &play->picture, &floor, NULL) == 0,
           "the floor cannot be laid");
    free_pixels(&play->picture);
    play->picture = floor;
    ripple_invalidate(play->pool);
}

static void clear(Play *play)
{
    ripple_clear(play->pool);
    expect(play, ripple_is_calm(play->pool), "cleared water moves");
}

/* A frame that the look does not go with is refused without a step. */
static int looks_plain(const Play *play)
{
    const RippleSettings *settings = ripple_settings(play->pool);

    return play->frame.format == RIPPLE_FORMAT_ARGB8888 ||
           (settings->filter == RIPPLE_FILTER_NEAREST && settings->light == 0 &&
            settings->view == RIPPLE_VIEW_WATER);
}

static void step_and_render(Play *play)
{
    ripple_step(play->pool);
    expect(play,
           ripple_render(play->pool, &play->picture, &play->frame, NULL) >= 0,
           "it cannot be drawn");
}

static void advance(Play *play)
{
    if (!looks_plain(play)) {
        expect(play,
               ripple_advance(play->pool, &play->picture, &play->frame, NULL) ==
                   RIPPLE_ERROR_PIXELS,
               "pixels are taken that do not fit");
        ripple_step(play->pool);
    } else if (!play->is_wild || choose_way(play, 0, 1)) {
        step_and_render(play);
    } else {
        expect(play,
               ripple_advance(play->pool, &play->picture, &play->frame, NULL) >=
                   0,
               "it cannot be drawn");
    }
}

static void advance_far(Play *play)
{
    for (int i = choose(play, 2, 9); i > 0; i--)
        advance(play);
}

static const struct {
    void (*act)(Play *play);
    int share; /* of all acts */
} acts[] = {
    {advance_far, 40}, {drop, 20},        {drag, 10},      {resize, 5},
    {configure, 8},    {set_mask, 3},     {paint_mask, 4}, {set_current, 4},
    {lay_floor, 2},    {renew_pixels, 2}, {clear, 1},      {renew, 2},
};

/* How the next act is done. */
static void choose_how(Play *play)
{
    int levels = 0, threads = 1;
    const char *simd = "scalar";

    if (play->is_wild) {
        while (ripple_simd_name(levels) != NULL)
            levels++;
        simd = ripple_simd_name(choose_way(play, 0, levels - 1));
        threads = ripple_threads(play->pool);
        if (choose_way(play, 1, 3) == 1)
            threads = choose_way(play, 1, MOST_THREADS);
        ripple_skip_calm(play->pool, choose_way(play, 1, 4) > 1);
    } else {
        ripple_skip_calm(play->pool, 0);
    }
    expect(play, ripple_use_threads(play->pool, threads) == 0,
           "threads are refused");
    expect(play, ripple_use_simd(play->pool, simd) == 0,
           "an instruction set is refused");
}

static void look(Play *play)
{
    int columns, rows;
    size_t stride;
    const int16_t *heights =
        ripple_heights(play->pool, &columns, &rows, &stride);
    uint32_t frame = crc_frame(&play->frame);

    play->crc = crc_bytes(play->crc, &frame, sizeof frame);
    for (size_t y = 0; y < (size_t)rows; y++)
        play->crc = crc_bytes(play->crc, heights + y * stride,
                              (size_t)columns * sizeof *heights);
}

static void act(Play *play)
{
    int shares = 0, share, i = 0;

    for (int kind = 0; kind < COUNT(acts); kind++)
        shares += acts[kind].share;
    for (share = choose(play, 0, shares - 1); share >= acts[i].share; i++)
        share -= acts[i].share;
    acts[i].act(play);
}

void play_init(Play *play, uint64_t number, int is_wild)
{
    *play = (Play){.number = number, .is_wild = is_wild};
}

int play_on(Play *play, int count)
{
    if (play->pool == NULL)
        renew(play);
    for (int i = 0; i < count && play->acts < PLAY_ACTS; i++) {
        if (play->wrong != NULL)
            return 0;
        choose_how(play);
        act(play);
        play->acts++;
    }
    look(play);
    return play->acts < PLAY_ACTS;
}

void play_clear(Play *play)
{
    ripple_destroy(play->pool);
    free_pixels(&play->picture);
    free_pixels(&play->frame);
}
