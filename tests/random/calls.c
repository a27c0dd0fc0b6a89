/* SPDX-License-Identifier: MIT */
#include "calls.h"

#include "base/fixed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MASK_COLUMNS 24
#define MASK_ROWS    12
#define MAP_SIDE     8

/* Makes a call on both pools, with `pool` in it. */
#define CALL(call) \
    do { \
        Ripple *pool = twins->fast; \
        call; \
        pool = twins->shadow; \
        call; \
    } while (0)

/* The same; both calls must return `expected`. */
#define CALL_AND_EXPECT(expected, call) \
    CALL(RANDOM_EXPECT((call) == (expected)))

typedef void Call(Twins *twins);

/* A setting: mostly a small fraction, else a number at the end of a range. */
static double draw_number(Source *source)
{
    static const double numbers[] = {0,    1e-300, 1e-6,     0.03, 0.1,   0.2,
                                     0.35, 0.5,    1,        1.5,  2,     4,
                                     12,   100,    -1,       -4,   32767, 1e4,
                                     1e6,  1e300,  INFINITY, -360, 360,   NAN};
    int kind = source_byte(source);

    return kind < 128 ? source_below(source, 256) / (double)(1 + kind % 64)
                      : numbers[kind % COUNT(numbers)];
}

static int draw_x(Twins *twins)
{
    return source_wild(&twins->source, twins->limits.width);
}

static int draw_y(Twins *twins)
{
    return source_wild(&twins->source, twins->limits.height);
}

static RipplePixels make_pixels(const Twins *twins, uint32_t *words)
{
    int width = ripple_width(twins->fast);
    RipplePixels pixels = {.width = width,
                           .height = ripple_height(twins->fast),
                           .stride = (size_t)width,
                           .format = twins->format};

    if (twins->format == RIPPLE_FORMAT_RGB565)
        pixels.pixels565 = (uint16_t *)(void *)words;
    else
        pixels.pixels = words;
    return pixels;
}

static size_t count_words(const Twins *twins)
{
    return (size_t)twins->limits.width * (size_t)twins->limits.height;
}

static void paint_picture(Twins *twins, int seed)
{
    for (size_t i = 0; i < count_words(twins); i++)
        twins->picture[i] = ((uint32_t)i + (uint32_t)seed) * 2654435761u;
    ripple_invalidate(twins->fast);
}

static void check_row(const int16_t *fast, const int16_t *shadow, int columns,
                      int is_calm)
{
    RANDOM_EXPECT(memcmp(fast, shadow, (size_t)columns * sizeof *fast) == 0);
    for (int x = 0; is_calm && x < columns; x++)
        RANDOM_EXPECT(fast[x] == 0);
}

static void check_land(const uint8_t *fast, const uint8_t *shadow,
                       const int16_t *heights, int columns)
{
    RANDOM_EXPECT(memcmp(fast, shadow, (size_t)columns) == 0);
    for (int x = 0; x < columns; x++)
        RANDOM_EXPECT(fast[x] != 0 || heights[x] == 0);
}

/* Everything that can be asked of the pools is equal, and calm water is 0. */
static void check_water(const Twins *twins)
{
    int columns, rows, shadow_columns, shadow_rows;
    size_t stride, shadow_stride;
    const int16_t *fast = ripple_heights(twins->fast, &columns, &rows, &stride);
    const int16_t *shadow = ripple_heights(twins->shadow, &shadow_columns,
                                           &shadow_rows, &shadow_stride);
    const uint8_t *mask = ripple_mask(twins->fast);
    const uint8_t *shadow_mask = ripple_mask(twins->shadow);
    int is_calm = ripple_is_calm(twins->fast);

    RANDOM_EXPECT(columns == shadow_columns && rows == shadow_rows);
    RANDOM_EXPECT((mask != NULL) == (shadow_mask != NULL));
    RANDOM_EXPECT(ripple_is_calm(twins->shadow) == is_calm);
    for (size_t y = 0; y < (size_t)rows; y++) {
        size_t first = y * (size_t)columns;

        check_row(fast + y * stride, shadow + y * shadow_stride, columns,
                  is_calm);
        if (mask != NULL)
            check_land(mask + first, shadow_mask + first, fast + y * stride,
                       columns);
    }
    RANDOM_EXPECT(ripple_current_divergence(twins->fast) ==
                  ripple_current_divergence(twins->shadow));
}

/* Each step keeps springs within max_height, unless a current carries heights
   in through open edges. */
static void check_limit(const Twins *twins)
{
    const RippleSettings *settings = ripple_settings(twins->fast);
    int columns, rows;
    size_t stride;
    const int16_t *heights =
        ripple_heights(twins->fast, &columns, &rows, &stride);

    if (settings->model != RIPPLE_MODEL_SPRING || twins->is_carried)
        return;
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++)
            RANDOM_EXPECT(abs(heights[(size_t)y * stride + (size_t)x]) <=
                          settings->max_height + 1);
    }
}

static int is_within(const RippleRect *rect, int x, int y)
{
    return x >= rect->x && x < rect->x + rect->width && y >= rect->y &&
           y < rect->y + rect->height;
}

/* The changed rectangles hold every pixel of row y that has changed. */
static void check_changes(const Twins *twins, const RippleRect *rects,
                          int count, int y)
{
    size_t size = ripple_pixel_size(twins->format);
    int width = ripple_width(twins->fast);
    size_t row = (size_t)y * (size_t)width * size;
    const char *now = (const char *)twins->fast_frame + row;
    const char *previous = (const char *)twins->previous + row;

    for (int x = 0; x < width; x++) {
        size_t offset = (size_t)x * size;
        int i = 0;

        if (memcmp(now + offset, previous + offset, size) == 0)
            continue;
        while (i < count && !is_within(&rects[i], x, y))
            i++;
        RANDOM_EXPECT(i < count);
    }
}

static void check_inside(const Twins *twins, const RippleRect *rect)
{
    RANDOM_EXPECT(rect->x >= 0 && rect->y >= 0 && rect->width >= 0 &&
                  rect->height >= 0 &&
                  rect->x + rect->width <= ripple_width(twins->fast) &&
                  rect->y + rect->height <= ripple_height(twins->fast));
}

/* The frames are equal and have changed only inside the rectangles. */
static void check_frames(const Twins *twins, const RippleRect *rects, int count)
{
    size_t size =
        (size_t)ripple_width(twins->fast) * ripple_pixel_size(twins->format);

    for (int i = 0; i < count; i++) {
        check_inside(twins, &rects[i]);
        RANDOM_EXPECT(rects[i].width > 0 && rects[i].height > 0);
    }
    for (int y = 0; y < ripple_height(twins->fast); y++) {
        size_t row = (size_t)y * size;
        const char *fast = (const char *)twins->fast_frame + row;

        RANDOM_EXPECT(
            memcmp(fast, (const char *)twins->shadow_frame + row, size) == 0);
        if (memcmp(fast, (const char *)twins->previous + row, size) != 0)
            check_changes(twins, rects, count, y);
    }
}

static void draw(Twins *twins, int steps)
{
    RipplePixels picture = make_pixels(twins, twins->picture);
    RipplePixels fast = make_pixels(twins, twins->fast_frame);
    RipplePixels shadow = make_pixels(twins, twins->shadow_frame);
    const RippleRect *rects = NULL;
    int count;

    memcpy(twins->previous, twins->fast_frame,
           count_words(twins) * sizeof *twins->previous);
    count = steps ? ripple_advance(twins->fast, &picture, &fast, &rects)
                  : ripple_render(twins->fast, &picture, &fast, &rects);
    if (steps && count >= 0)
        ripple_step(twins->shadow);
    ripple_invalidate(twins->shadow);
    RANDOM_EXPECT((ripple_render(twins->shadow, &picture, &shadow, NULL) >=
                   0) == (count >= 0));
    if (count >= 0)
        check_frames(twins, rects, count);
    if (steps && count >= 0)
        check_limit(twins);
}

static void call_advance(Twins *twins)
{
    for (int i = source_below(&twins->source, 2); i >= 0; i--)
        draw(twins, 1);
}

static void call_render(Twins *twins)
{
    draw(twins, 0);
}

static void call_step(Twins *twins)
{
    for (int i = source_below(&twins->source, 4); i >= 0; i--) {
        CALL(ripple_step(pool));
        check_water(twins);
    }
    check_limit(twins);
}

static int may_flow(Twins *twins)
{
    return twins->flows++ < twins->limits.flows;
}

static RippleStone draw_stone(Twins *twins)
{
    RippleStone stone;

    stone.x = draw_x(twins);
    stone.y = draw_y(twins);
    stone.radius = source_wild(&twins->source, 20);
    stone.weight = source_wild(&twins->source, 2000);
    stone.profile = (RippleProfile)source_below(&twins->source, 3);
    return stone;
}

static void call_drop(Twins *twins)
{
    RippleStone stone = draw_stone(twins);

    CALL(ripple_drop(pool, &stone));
}

static void call_line(Twins *twins)
{
    RippleStone stone = draw_stone(twins);
    int x = draw_x(twins), y = draw_y(twins);

    CALL(ripple_drop_line(pool, &stone, x, y));
}

static void call_disturb(Twins *twins)
{
    RippleStone stone = draw_stone(twins);

    CALL(ripple_disturb(pool, stone.x, stone.y, stone.weight));
}

static void call_pull(Twins *twins)
{
    RippleStone stone = draw_stone(twins);

    CALL(ripple_pull(pool, stone.x, stone.y, stone.radius, stone.weight));
}

static void call_paint(Twins *twins)
{
    RippleStone stone = draw_stone(twins);
    int x = draw_x(twins), y = draw_y(twins);
    int depth = source_wild(&twins->source, 255), error;
    RippleRect part = {0, 0, 0, 0};

    if (twins->is_carried && !may_flow(twins))
        return;
    error = ripple_paint_mask(twins->fast, stone.x, stone.y, x, y, stone.radius,
                              depth, &part);
    RANDOM_EXPECT(ripple_paint_mask(twins->shadow, stone.x, stone.y, x, y,
                                    stone.radius, depth, NULL) == error);
    RANDOM_EXPECT((error == RIPPLE_OK) == (depth >= 0 && depth <= 255));
    check_inside(twins, &part);
}

/* Sizes above `max` that ripple.h accepts need more memory than there is. */
static int is_affordable(int size, int max)
{
    return size <= max || size > RIPPLE_MAX_SIZE;
}

static void call_mask(Twins *twins)
{
    uint8_t mask[MASK_COLUMNS * MASK_ROWS];
    Source *source = &twins->source;
    int width = source_wild(source, MASK_COLUMNS);
    int height = source_wild(source, MASK_ROWS);
    int share = source_byte(source), error;
    uint32_t chance = (uint32_t)source_byte(source);

    if (twins->is_carried && !may_flow(twins))
        return;
    if (share == 255) {
        CALL_AND_EXPECT(RIPPLE_OK, ripple_set_mask(pool, NULL, 0, 0, 0));
        return;
    }
    if (!is_affordable(width, MASK_COLUMNS) ||
        !is_affordable(height, MASK_ROWS))
        return;
    for (size_t i = 0; i < sizeof mask; i++) {
        chance = chance * 1664525u + 1013904223u;
        mask[i] = (chance >> 24 & 255) < (uint32_t)share
                      ? (uint8_t)(chance >> 16)
                      : (chance >> 8 & 1 ? 255 : 0);
    }
    error = ripple_set_mask(twins->fast, mask, width, height, MASK_COLUMNS);
    RANDOM_EXPECT(ripple_set_mask(twins->shadow, mask, width, height,
                                  MASK_COLUMNS) == error);
}

static void call_current(Twins *twins)
{
    double x = draw_number(&twins->source), y = draw_number(&twins->source);

    if (!may_flow(twins))
        return;
    twins->is_carried = 1;
    RANDOM_EXPECT(ripple_set_current(twins->fast, x, y) ==
                  ripple_set_current(twins->shadow, x, y));
}

static void call_current_map(Twins *twins)
{
    float x[MAP_SIDE * MAP_SIDE], y[MAP_SIDE * MAP_SIDE];
    Source *source = &twins->source;
    int width = source_wild(source, MAP_SIDE);
    int height = source_wild(source, MAP_SIDE);

    if (!is_affordable(width, MAP_SIDE) || !is_affordable(height, MAP_SIDE) ||
        !may_flow(twins))
        return;
    twins->is_carried = 1;
    for (int i = 0; i < COUNT(x); i++) {
        x[i] = (float)(source_byte(source) - 128) / 32;
        y[i] = (float)(source_byte(source) - 128) / 32;
    }
    RANDOM_EXPECT(ripple_set_current_map(twins->fast, x, y, width, height) ==
                  ripple_set_current_map(twins->shadow, x, y, width, height));
}

/* The settings of type double. */
static const size_t numbers[] = {
    offsetof(RippleSettings, refraction), offsetof(RippleSettings, light),
    offsetof(RippleSettings, light_from), offsetof(RippleSettings, viscosity),
    offsetof(RippleSettings, speed),      offsetof(RippleSettings, time_step),
    offsetof(RippleSettings, spacing),    offsetof(RippleSettings, alpha),
    offsetof(RippleSettings, beta),       offsetof(RippleSettings, loss),
    offsetof(RippleSettings, stiffness),  offsetof(RippleSettings, restore),
    offsetof(RippleSettings, max_speed),  offsetof(RippleSettings, max_height),
};

/* The other settings, with their number of values. */
static const struct {
    size_t offset;
    int count;
} choices[] = {
    {offsetof(RippleSettings, model), RIPPLE_MODEL_SPRING + 1},
    {offsetof(RippleSettings, edges), RIPPLE_EDGES_COUNT},
    {offsetof(RippleSettings, shore), RIPPLE_SHORE_COUNT},
    {offsetof(RippleSettings, filter), RIPPLE_FILTER_COUNT},
    {offsetof(RippleSettings, view), RIPPLE_VIEW_COUNT},
    {offsetof(RippleSettings, cell), 9},
    {offsetof(RippleSettings, damping), RIPPLE_MAX_DAMPING + 1},
};

static void change_settings(RippleSettings *settings, Source *source)
{
    int i = source_below(source, COUNT(numbers) + COUNT(choices)), choice;
    double number;

    if (i < COUNT(numbers)) {
        number = draw_number(source);
        memcpy((char *)settings + numbers[i], &number, sizeof number);
        return;
    }
    i -= COUNT(numbers);
    choice = source_wild(source, choices[i].count - 1);
    memcpy((char *)settings + choices[i].offset, &choice, sizeof choice);
}

static void call_configure(Twins *twins)
{
    RippleSettings settings = *ripple_settings(twins->fast);
    char why[100];
    int error;

    for (int i = source_below(&twins->source, 3); i >= 0; i--)
        change_settings(&settings, &twins->source);
    error = ripple_settings_check(&settings, why, sizeof why);
    RANDOM_EXPECT(error == RIPPLE_OK || strlen(why) > 0);
    CALL_AND_EXPECT(error, ripple_configure(pool, &settings));
}

static void call_resize(Twins *twins)
{
    int width = draw_x(twins), height = draw_y(twins), error;

    if (!is_affordable(width, twins->limits.width) ||
        !is_affordable(height, twins->limits.height))
        return;
    error = ripple_resize(twins->fast, width, height);
    RANDOM_EXPECT(ripple_resize(twins->shadow, width, height) == error);
    RANDOM_EXPECT((error == RIPPLE_OK) ==
                  (width >= 1 && height >= 1 && width <= RIPPLE_MAX_SIZE &&
                   height <= RIPPLE_MAX_SIZE));
}

static void call_clear(Twins *twins)
{
    CALL(ripple_clear(pool));
    RANDOM_EXPECT(ripple_is_calm(twins->fast));
}

static void call_threads(Twins *twins)
{
    int max = twins->limits.threads;
    int threads = source_wild(&twins->source, max);

    if (threads > max && threads <= RIPPLE_MAX_THREADS)
        return;
    RANDOM_EXPECT((ripple_use_threads(twins->fast, threads) == RIPPLE_OK) ==
                  (threads >= 1 && threads <= max));
}

static void call_simd(Twins *twins)
{
    const char *name = ripple_simd_name(source_below(&twins->source, 6));

    RANDOM_EXPECT(ripple_use_simd(twins->fast, name != NULL ? name : "auto") ==
                  RIPPLE_OK);
}

static void call_skip(Twins *twins)
{
    ripple_skip_calm(twins->fast, source_below(&twins->source, 4) > 0);
}

static void call_format(Twins *twins)
{
    twins->format =
        (RippleFormat)source_below(&twins->source, RIPPLE_FORMAT_COUNT);
    paint_picture(twins, source_byte(&twins->source));
}

static void call_floor(Twins *twins)
{
    RipplePixels picture = make_pixels(twins, twins->picture);
    RipplePixels floor = make_pixels(twins, twins->fast_frame);
    RippleRect part;

    part.x = draw_x(twins);
    part.y = draw_y(twins);
    part.width = draw_x(twins);
    part.height = draw_y(twins);
    RANDOM_EXPECT(ripple_lay_floor(twins->fast, &picture, &floor, &part) ==
                  RIPPLE_OK);
    ripple_invalidate(twins->fast);
}

/* The corpus of the fuzzer holds the numbers of these rows. */
static Call *const calls[] = {
    call_step,   call_advance, call_render,  call_drop,        call_line,
    call_pull,   call_disturb, call_paint,   call_mask,        call_current,
    call_resize, call_clear,   call_threads, call_current_map, call_configure,
    call_simd,   call_skip,    call_format,  call_floor,
};

static uint32_t *allocate(const Twins *twins)
{
    uint32_t *words = calloc(count_words(twins), sizeof *words);

    RANDOM_EXPECT(words != NULL);
    return words;
}

void twins_create(Twins *twins, Source source, const TwinsLimits *limits)
{
    int width = source_between(&source, 1, limits->width);
    int height = source_between(&source, 1, limits->height);
    RippleSettings settings;

    ripple_settings_init(&settings);
    settings.model =
        (RippleModel)source_below(&source, RIPPLE_MODEL_SPRING + 1);
    settings.edges = (RippleEdges)source_below(&source, RIPPLE_EDGES_COUNT);
    *twins = (Twins){.source = source, .limits = *limits};
    RANDOM_EXPECT(ripple_create(&twins->fast, width, height, &settings) ==
                  RIPPLE_OK);
    RANDOM_EXPECT(ripple_create(&twins->shadow, width, height, &settings) ==
                  RIPPLE_OK);
    ripple_skip_calm(twins->shadow, 0);
    RANDOM_EXPECT(ripple_use_simd(twins->shadow, "scalar") == RIPPLE_OK);
    twins->picture = allocate(twins);
    twins->fast_frame = allocate(twins);
    twins->shadow_frame = allocate(twins);
    twins->previous = allocate(twins);
    paint_picture(twins, 1);
}

void twins_call(Twins *twins)
{
    calls[source_below(&twins->source, COUNT(calls))](twins);
    check_water(twins);
}

void twins_advance(Twins *twins, int steps)
{
    draw(twins, steps);
    check_water(twins);
}

void twins_destroy(Twins *twins)
{
    ripple_destroy(twins->fast);
    ripple_destroy(twins->shadow);
    free(twins->picture);
    free(twins->fast_frame);
    free(twins->shadow_frame);
    free(twins->previous);
}
