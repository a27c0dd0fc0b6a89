/* SPDX-License-Identifier: MIT */
#include "calls.h"

#include "lib/util/fixed.h"
#include "lib/draw.h"
#include "lib/water/model.h"
#include "../setting_field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MASK_COLUMNS 24
#define MASK_ROWS    12
#define MAP_SIDE     8

/* Makes a call on both pools, with `pool` in it. */
#define CALL(call) \
    do { \
        Ripple *pool = pair->fast; \
        call; \
        pool = pair->reference; \
        call; \
    } while (0)

/* The same; the second call must return what the first one does, `result`. */
#define CALL_FOR(result, call) \
    do { \
        Ripple *pool = pair->fast; \
        (result) = (call); \
        pool = pair->reference; \
        RANDOM_EXPECT((call) == (result)); \
    } while (0)

typedef void Call(PoolPair *pair);

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

static int draw_x(PoolPair *pair)
{
    return source_wild(&pair->source, pair->limits.width);
}

static int draw_y(PoolPair *pair)
{
    return source_wild(&pair->source, pair->limits.height);
}

static RipplePixels make_pixels(const PoolPair *pair, uint32_t *words)
{
    int width = ripple_width(pair->fast);
    RipplePixels pixels = {.width = width,
                           .height = ripple_height(pair->fast),
                           .stride = (size_t)width,
                           .format = pair->format};

    if (pair->format == RIPPLE_FORMAT_RGB565)
        pixels.pixels565 = (uint16_t *)(void *)words;
    else
        pixels.pixels = words;
    return pixels;
}

static size_t count_words(const PoolPair *pair)
{
    return (size_t)pair->limits.width * (size_t)pair->limits.height;
}

static void paint_picture(PoolPair *pair, int seed)
{
    for (size_t i = 0; i < count_words(pair); i++)
        pair->picture[i] = ((uint32_t)i + (uint32_t)seed) * 2654435761u;
    ripple_invalidate(pair->fast);
}

/* The flow is the same, and within the limit, beyond the frame too. */
static void check_flow(const PoolPair *pair)
{
    int width = ripple_width(pair->fast), height = ripple_height(pair->fast);
    double unit = 65536 * RIPPLE_MAX_CURRENT;

    for (int i = -1; i < 9; i++) {
        int x = width * i / 7, y = height * (8 - i) / 7, flow[2], reference[2];

        ripple_current_at(pair->fast, x, y, &flow[0], &flow[1]);
        ripple_current_at(pair->reference, x, y, &reference[0], &reference[1]);
        RANDOM_EXPECT(flow[0] == reference[0] && flow[1] == reference[1]);
        RANDOM_EXPECT(abs(flow[0]) <= unit * width &&
                      abs(flow[1]) <= unit * height);
    }
}

/* Everything that can be asked of the pools is equal. Land and calm water are
   0; a step keeps springs within max_height. */
static void check_water(const PoolPair *pair, int has_stepped)
{
    const RippleSettings *settings = ripple_settings(pair->fast);
    int columns, rows, reference_columns, reference_rows;
    size_t stride, reference_stride;
    const int16_t *fast = ripple_heights(pair->fast, &columns, &rows, &stride);
    const int16_t *reference =
        ripple_heights(pair->reference, &reference_columns, &reference_rows,
                       &reference_stride);
    const uint8_t *mask = ripple_mask(pair->fast);
    const uint8_t *reference_mask = ripple_mask(pair->reference);
    int is_calm = ripple_is_calm(pair->fast);
    double max = has_stepped && settings->model == RIPPLE_MODEL_SPRING
                     ? settings->max_height + 1
                     : -INT16_MIN;
    size_t width = (size_t)columns;

    RANDOM_EXPECT(columns == reference_columns && rows == reference_rows);
    RANDOM_EXPECT((mask != NULL) == (reference_mask != NULL));
    RANDOM_EXPECT(mask == NULL ||
                  memcmp(mask, reference_mask, width * (size_t)rows) == 0);
    RANDOM_EXPECT(ripple_is_calm(pair->reference) == is_calm);
    for (size_t y = 0; y < (size_t)rows; y++, fast += stride) {
        RANDOM_EXPECT(memcmp(fast, reference + y * reference_stride,
                             width * sizeof *fast) == 0);
        for (size_t x = 0; x < width; x++)
            RANDOM_EXPECT(fast[x] == 0 ||
                          (!is_calm &&
                           (mask == NULL || mask[y * width + x] != 0) &&
                           abs(fast[x]) <= max));
    }
    RANDOM_EXPECT(ripple_current_divergence(pair->fast) ==
                  ripple_current_divergence(pair->reference));
    check_flow(pair);
}

static int is_within(const RippleRect *rects, int count, int x, int y)
{
    int i = 0;

    while (i < count && (x < rects[i].x || x >= rects[i].x + rects[i].width ||
                         y < rects[i].y || y >= rects[i].y + rects[i].height))
        i++;
    return i < count;
}

static void check_inside(const PoolPair *pair, const RippleRect *rect)
{
    RANDOM_EXPECT(rect->x >= 0 && rect->y >= 0 && rect->width >= 0 &&
                  rect->height >= 0 &&
                  rect->x + rect->width <= ripple_width(pair->fast) &&
                  rect->y + rect->height <= ripple_height(pair->fast));
}

/* The frames are equal and have changed only inside the rectangles. */
static void check_frames(const PoolPair *pair, const RippleRect *rects,
                         int count)
{
    size_t size = ripple_pixel_size(pair->format), at = 0;
    int width = ripple_width(pair->fast), height = ripple_height(pair->fast);
    const char *fast = (const char *)pair->fast_frame;
    const char *previous = (const char *)pair->previous;

    for (int i = 0; i < count; i++) {
        check_inside(pair, &rects[i]);
        RANDOM_EXPECT(rects[i].width > 0 && rects[i].height > 0);
    }
    RANDOM_EXPECT(memcmp(fast, pair->reference_frame,
                         size * (size_t)width * (size_t)height) == 0);
    for (int y = 0; y < height; y++) {
        int is_changed =
            memcmp(fast + at, previous + at, size * (size_t)width) != 0;

        for (int x = 0; x < width; x++, at += size)
            RANDOM_EXPECT(!is_changed ||
                          memcmp(fast + at, previous + at, size) == 0 ||
                          is_within(rects, count, x, y));
    }
}

/* ripple_render of one pool is ripple_render_at of the other. */
static int render(Ripple *pool, const RipplePixels *picture,
                  const RipplePixels *frame, const RippleRect **rects,
                  int phase)
{
    return phase == RIPPLE_MAX_PHASE && rects != NULL
               ? ripple_render(pool, picture, frame, rects)
               : ripple_render_at(pool, picture, frame, rects, phase);
}

static void draw(PoolPair *pair, int steps, int phase)
{
    RipplePixels picture = make_pixels(pair, pair->picture);
    RipplePixels fast = make_pixels(pair, pair->fast_frame);
    RipplePixels reference = make_pixels(pair, pair->reference_frame);
    const RippleRect *rects = NULL;
    int count;

    memcpy(pair->previous, pair->fast_frame,
           count_words(pair) * sizeof *pair->previous);
    count = steps
                ? ripple_advance_at(pair->fast, &picture, &fast, &rects, phase)
                : render(pair->fast, &picture, &fast, &rects, phase);
    if (steps && count >= 0)
        ripple_step(pair->reference);
    ripple_invalidate(pair->reference);
    RANDOM_EXPECT((render(pair->reference, &picture, &reference, NULL, phase) >=
                   0) == (count >= 0));
    if (count >= 0)
        check_frames(pair, rects, count);
    check_water(pair, steps && count >= 0);
}

static void call_advance(PoolPair *pair)
{
    for (int i = source_below(&pair->source, 2); i >= 0; i--)
        draw(pair, 1, (int)(pair->advances++ * 37 % (RIPPLE_MAX_PHASE + 1)));
}

static void call_render(PoolPair *pair)
{
    draw(pair, 0, source_wild(&pair->source, RIPPLE_MAX_PHASE));
}

static void call_step(PoolPair *pair)
{
    for (int i = source_below(&pair->source, 4); i >= 0; i--) {
        CALL(ripple_step(pool));
        check_water(pair, 1);
    }
}

static int may_flow(PoolPair *pair)
{
    return pair->flows++ < pair->limits.flows;
}

static RippleStone draw_stone(PoolPair *pair)
{
    RippleStone stone;

    stone.x = draw_x(pair);
    stone.y = draw_y(pair);
    stone.radius = source_wild(&pair->source, 20);
    stone.weight = source_wild(&pair->source, 2000);
    stone.profile = (RippleProfile)source_below(&pair->source, 3);
    return stone;
}

static void call_drop(PoolPair *pair)
{
    RippleStone stone = draw_stone(pair);

    CALL(ripple_drop(pool, &stone));
}

static void call_line(PoolPair *pair)
{
    RippleStone stone = draw_stone(pair);
    int x = draw_x(pair), y = draw_y(pair);

    CALL(ripple_drop_line(pool, &stone, x, y));
}

#define MAX_SPLASH 12 /* steps, most often */

static void call_splash(PoolPair *pair)
{
    RippleStone stone = draw_stone(pair);
    int steps = source_wild(&pair->source, MAX_SPLASH), error;

    CALL_FOR(error, ripple_splash(pool, &stone, steps));
    RANDOM_EXPECT((error == RIPPLE_OK) ==
                  (steps >= 1 && steps <= RIPPLE_MAX_SPLASH));
}

static void call_disturb(PoolPair *pair)
{
    RippleStone stone = draw_stone(pair);

    CALL(ripple_disturb(pool, stone.x, stone.y, stone.weight));
}

static void call_pull(PoolPair *pair)
{
    RippleStone stone = draw_stone(pair);

    CALL(ripple_pull(pool, stone.x, stone.y, stone.radius, stone.weight));
}

static void call_paint(PoolPair *pair)
{
    RippleStone stone = draw_stone(pair);
    int x = draw_x(pair), y = draw_y(pair);
    int depth = source_wild(&pair->source, 255), error;
    RippleRect part = {0, 0, 0, 0};

    if (pair->has_current && !may_flow(pair))
        return;
    CALL_FOR(error,
             ripple_paint_mask(pool, stone.x, stone.y, x, y, stone.radius,
                               depth, pool == pair->fast ? &part : NULL));
    RANDOM_EXPECT((error == RIPPLE_OK) == (depth >= 0 && depth <= 255));
    check_inside(pair, &part);
}

/* Sizes above `max` that ripple.h accepts need more memory than there is. */
static int is_affordable(int size, int max)
{
    return size <= max || size > RIPPLE_MAX_SIZE;
}

static void call_mask(PoolPair *pair)
{
    uint8_t mask[MASK_COLUMNS * MASK_ROWS];
    uint16_t heights[MASK_COLUMNS * MASK_ROWS];
    int width = source_wild(&pair->source, MASK_COLUMNS);
    int height = source_wild(&pair->source, MASK_ROWS);
    int share = source_byte(&pair->source), error;
    uint32_t chance = (uint32_t)source_byte(&pair->source);

    if ((pair->has_current && !may_flow(pair)) ||
        !is_affordable(width, MASK_COLUMNS) ||
        !is_affordable(height, MASK_ROWS))
        return;
    for (size_t i = 0; i < sizeof mask; i++) {
        chance = chance * 1664525u + 1013904223u;
        heights[i] = (uint16_t)(chance >> 14);
        mask[i] = (chance >> 24 & 255) < (uint32_t)share
                      ? (uint8_t)(chance >> 16)
                      : (chance >> 8 & 1 ? 255 : 0);
    }
    CALL_FOR(error,
             share % 8 == 6
                 ? ripple_set_land(pool, heights, width, height, MASK_COLUMNS)
                 : ripple_set_mask(pool, share == 255 ? NULL : mask, width,
                                   height, MASK_COLUMNS));
}

static void call_current(PoolPair *pair)
{
    double x = draw_number(&pair->source), y = draw_number(&pair->source);
    int error;

    if (!may_flow(pair))
        return;
    pair->has_current = 1;
    CALL_FOR(error, ripple_set_current(pool, x, y));
}

static void call_current_map(PoolPair *pair)
{
    float x[MAP_SIDE * MAP_SIDE], y[MAP_SIDE * MAP_SIDE];
    Source *source = &pair->source;
    int width = source_wild(source, MAP_SIDE);
    int height = source_wild(source, MAP_SIDE), error;

    if (!is_affordable(width, MAP_SIDE) || !is_affordable(height, MAP_SIDE) ||
        !may_flow(pair))
        return;
    pair->has_current = 1;
    for (int i = 0; i < COUNT(x); i++) {
        x[i] = (float)(source_byte(source) - 128) / 32;
        y[i] = (float)(source_byte(source) - 128) / 32;
    }
    CALL_FOR(error, ripple_set_current_map(pool, x, y, width, height));
}

/* Whole numbers up to this are drawn, where a setting takes larger ones. */
#define MAX_WHOLE 15

static void change_settings(RippleSettings *settings, Source *source)
{
    int count = 0, i, choice;
    double number;
    char *field;

    while (ripple_setting_info(count) != NULL)
        count++;
    i = source_below(source, count);
    field = (char *)settings + setting_field_find(i);
    if (ripple_setting_info(i)->type == RIPPLE_SETTING_NUMBER) {
        number = draw_number(source);
        memcpy(field, &number, sizeof number);
        return;
    }
    choice =
        source_wild(source, (int)fmin(ripple_setting_info(i)->max, MAX_WHOLE));
    memcpy(field, &choice, sizeof choice);
}

static void call_configure(PoolPair *pair)
{
    RippleSettings settings = *ripple_settings(pair->fast);
    char why[100];
    int error;

    for (int i = source_below(&pair->source, 3); i >= 0; i--)
        change_settings(&settings, &pair->source);
    error = ripple_settings_check(&settings, why, sizeof why);
    RANDOM_EXPECT(error == RIPPLE_OK || strlen(why) > 0);
    CALL(RANDOM_EXPECT(ripple_configure(pool, &settings) == error));
}

static void call_resize(PoolPair *pair)
{
    int width = draw_x(pair), height = draw_y(pair), error;

    if (!is_affordable(width, pair->limits.width) ||
        !is_affordable(height, pair->limits.height))
        return;
    CALL_FOR(error, ripple_resize(pool, width, height));
    RANDOM_EXPECT((error == RIPPLE_OK) ==
                  (width >= 1 && height >= 1 && width <= RIPPLE_MAX_SIZE &&
                   height <= RIPPLE_MAX_SIZE));
}

static void call_clear(PoolPair *pair)
{
    CALL(ripple_clear(pool));
    RANDOM_EXPECT(ripple_is_calm(pair->fast));
}

static void call_threads(PoolPair *pair)
{
    int max = pair->limits.threads;
    int threads = source_wild(&pair->source, max);

    if (threads == 0 || (threads > max && threads <= RIPPLE_MAX_THREADS))
        return;
    RANDOM_EXPECT((ripple_use_threads(pair->fast, threads) == RIPPLE_OK) ==
                  (threads >= 1 && threads <= max));
}

static void call_simd(PoolPair *pair)
{
    const char *name = ripple_simd_name(source_below(&pair->source, 6));

    RANDOM_EXPECT(ripple_use_simd(pair->fast, name != NULL ? name : "auto") ==
                  RIPPLE_OK);
}

static void call_skip(PoolPair *pair)
{
    ripple_skip_calm(pair->fast, source_below(&pair->source, 4) > 0);
}

static void call_format(PoolPair *pair)
{
    pair->format =
        (RippleFormat)source_below(&pair->source, RIPPLE_FORMAT_COUNT);
    paint_picture(pair, source_byte(&pair->source));
}

/* Pixels of any size that fit into a frame, or none; of either format. */
static RipplePixels draw_land(PoolPair *pair)
{
    RipplePixels land = make_pixels(pair, pair->previous);

    land.width = source_wild(&pair->source, pair->limits.width);
    land.height = source_wild(&pair->source, pair->limits.height);
    land.format =
        (RippleFormat)source_below(&pair->source, RIPPLE_FORMAT_COUNT);
    land.stride = (size_t)max_int(land.width, 0);
    land.pixels = pair->previous;
    land.pixels565 = (uint16_t *)(void *)pair->previous;
    return land;
}

static int lay_land(const PoolPair *pair, const Ripple *pool, uint32_t *words,
                    const RipplePixels *land, const RippleRect *part)
{
    RipplePixels picture = make_pixels(pair, pair->picture);
    RipplePixels floor = make_pixels(pair, words);

    return ripple_lay_land(pool, &picture, land, &floor, part);
}

static void call_floor(PoolPair *pair)
{
    RipplePixels land = draw_land(pair);
    const RipplePixels *laid =
        land.width <= pair->limits.width && land.height <= pair->limits.height
            ? &land
            : NULL;
    size_t size = count_words(pair) * sizeof *pair->fast_frame;
    RippleRect part;
    int error;

    part.x = draw_x(pair);
    part.y = draw_y(pair);
    part.width = draw_x(pair);
    part.height = draw_y(pair);
    memcpy(pair->reference_frame, pair->fast_frame, size);
    error = lay_land(pair, pair->fast, pair->fast_frame, laid, &part);
    RANDOM_EXPECT(lay_land(pair, pair->reference, pair->reference_frame, laid,
                           &part) == error);
    RANDOM_EXPECT((error == RIPPLE_OK) ==
                  (laid == NULL || (land.width >= 1 && land.height >= 1)));
    RANDOM_EXPECT(memcmp(pair->fast_frame, pair->reference_frame, size) == 0);
    ripple_invalidate(pair->fast);
}

/* Half of the cameras are looked through at once. */
static void call_camera(PoolPair *pair)
{
    Source *source = &pair->source;
    RippleSettings settings = *ripple_settings(pair->fast);
    RippleCamera camera = {.yaw = source_between(source, -362, 362),
                           .pitch = source_between(source, 0, 72),
                           .distance = draw_number(source)};
    int error;

    CALL_FOR(error, ripple_set_camera(pool, &camera));
    RANDOM_EXPECT(memcmp(ripple_camera(pair->fast),
                         ripple_camera(pair->reference), sizeof camera) == 0);
    if (source_byte(source) < 128)
        settings.view = RIPPLE_VIEW_PERSPECTIVE;
    CALL(RANDOM_EXPECT(ripple_configure(pool, &settings) == RIPPLE_OK));
}

static void check_pixel(const PoolPair *pair, int x, int y)
{
    check_inside(pair, &(RippleRect){x, y, 1, 1});
}

static void call_pick(PoolPair *pair)
{
    int x = draw_x(pair), y = draw_y(pair), place[2] = {-7, -8}, same[2];
    int kind = ripple_pick(pair->fast, x, y, &place[0], &place[1]);

    memcpy(same, place, sizeof same);
    RANDOM_EXPECT(ripple_pick(pair->reference, x, y, &same[0], &same[1]) ==
                  kind);
    RANDOM_EXPECT(memcmp(same, place, sizeof same) == 0);
    if (kind > 0)
        check_pixel(pair, place[0], place[1]);
    kind = ripple_project(pair->fast, x, y, &place[0], &place[1]);
    RANDOM_EXPECT(ripple_project(pair->reference, x, y, &same[0], &same[1]) ==
                  kind);
    RANDOM_EXPECT(kind == 0 || memcmp(same, place, sizeof same) == 0);
    if (kind > 0)
        check_pixel(pair, place[0], place[1]);
}

/* The corpus of the fuzzer holds the numbers of these rows. */
static Call *const calls[] = {
    call_step,   call_advance, call_render,  call_drop,        call_line,
    call_pull,   call_disturb, call_paint,   call_mask,        call_current,
    call_resize, call_clear,   call_threads, call_current_map, call_configure,
    call_simd,   call_skip,    call_format,  call_floor,       call_splash,
    call_camera, call_pick,
};

void pool_pair_create(PoolPair *pair, Source source,
                      const PoolPairLimits *limits)
{
    int width = source_between(&source, 1, limits->width);
    int height = source_between(&source, 1, limits->height);
    uint32_t **const planes[] = {&pair->picture, &pair->fast_frame,
                                 &pair->reference_frame, &pair->previous};
    RippleSettings settings;

    ripple_settings_init(&settings);
    settings.model = (RippleModel)source_below(&source, RIPPLE_MODEL_COUNT);
    settings.edges = (RippleEdges)source_below(&source, RIPPLE_EDGES_COUNT);
    *pair = (PoolPair){.source = source, .limits = *limits};
    for (int i = 0; i < 2; i++)
        RANDOM_EXPECT(ripple_create(i ? &pair->reference : &pair->fast, width,
                                    height, &settings) == RIPPLE_OK);
    ripple_skip_calm(pair->reference, 0);
    RANDOM_EXPECT(ripple_use_simd(pair->reference, "scalar") == RIPPLE_OK);
    for (int i = 0; i < COUNT(planes); i++) {
        *planes[i] = calloc(count_words(pair), sizeof **planes[i]);
        RANDOM_EXPECT(*planes[i] != NULL);
    }
    paint_picture(pair, 1);
}

void pool_pair_call(PoolPair *pair)
{
    calls[source_below(&pair->source, COUNT(calls))](pair);
    check_water(pair, 0);
}

void pool_pair_advance(PoolPair *pair, int steps)
{
    draw(pair, steps, RIPPLE_MAX_PHASE);
}

void pool_pair_destroy(PoolPair *pair)
{
    ripple_destroy(pair->fast);
    ripple_destroy(pair->reference);
    free(pair->picture);
    free(pair->fast_frame);
    free(pair->reference_frame);
    free(pair->previous);
}
