/* SPDX-License-Identifier: MIT */
/*
 * Any calls of ripple.h, on two pools: one works as fast as it can, with
 * threads and without the calm parts; its shadow is scalar, has one thread,
 * leaves nothing out and draws every pixel each time. Both must say the same,
 * hold the same heights and show the same pixels after every call.
 */
#include "base/fixed.h"
#include "ripple.h"
#include "fuzz.h"

#include <math.h>
#include <string.h>

#define MOST_WIDTH  130
#define MOST_HEIGHT 26
#define MOST_CALLS  20
#define MOST_FLOWS  1 /* to solve one takes as long as all else */
#define MOST_PIXELS (MOST_WIDTH * MOST_HEIGHT)

/* Room for pixels of either format. */
typedef struct Room {
    uint32_t words[MOST_PIXELS];
} Room;

typedef struct Twins {
    Ripple *fast, *shadow;
    RippleFormat format;
    int is_carried; /* there is, or was, a current */
    int flows;      /* solved so far */
    Room picture, fast_frame, shadow_frame, was;
} Twins;

typedef void Call(Twins *twins, Bytes *bytes);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return 0;
}

static double take_number(Bytes *bytes)
{
    static const double numbers[] = {0,    1e-300, 1e-6,     0.03, 0.1,   0.2,
                                     0.35, 0.5,    1,        1.5,  2,     4,
                                     12,   100,    -1,       -4,   32767, 1e4,
                                     1e6,  1e300,  INFINITY, -360, 360,   NAN};
    int kind = fuzz_byte(bytes);

    return kind < 128 ? fuzz_below(bytes, 256) / (double)(1 + kind % 64)
                      : numbers[kind % 24];
}

static RipplePixels pixels_of(const Twins *twins, Room *room)
{
    int width = ripple_width(twins->fast);
    RipplePixels pixels = {.width = width,
                           .height = ripple_height(twins->fast),
                           .stride = (size_t)width,
                           .format = twins->format};

    if (twins->format == RIPPLE_FORMAT_RGB565)
        pixels.pixels565 = (uint16_t *)(void *)room->words;
    else
        pixels.pixels = room->words;
    return pixels;
}

static void paint_picture(Twins *twins, int seed)
{
    for (uint32_t i = 0; i < MOST_PIXELS; i++)
        twins->picture.words[i] = (i + (uint32_t)seed) * 2654435761u;
    ripple_invalidate(twins->fast);
}

static void check_land(const uint8_t *depths, const uint8_t *shadow,
                       const int16_t *heights, size_t count)
{
    FUZZ_EXPECT(memcmp(depths, shadow, count) == 0);
    for (size_t i = 0; i < count; i++)
        FUZZ_EXPECT(depths[i] != 0 || heights[i] == 0);
}

/* That heights, and all that can be asked, are equal, and that calm is. */
static void check_water(const Twins *twins)
{
    static const int16_t calm[MOST_WIDTH];
    int columns, rows, shadow_columns, shadow_rows;
    size_t stride, shadow_stride;
    const int16_t *fast = ripple_heights(twins->fast, &columns, &rows, &stride);
    const int16_t *shadow = ripple_heights(twins->shadow, &shadow_columns,
                                           &shadow_rows, &shadow_stride);
    const uint8_t *mask = ripple_mask(twins->fast);
    const uint8_t *shadow_mask = ripple_mask(twins->shadow);
    int is_calm = ripple_is_calm(twins->fast);

    FUZZ_EXPECT(columns == shadow_columns && rows == shadow_rows);
    FUZZ_EXPECT((mask != NULL) == (shadow_mask != NULL));
    FUZZ_EXPECT(ripple_is_calm(twins->shadow) == is_calm);
    for (int y = 0; y < rows; y++) {
        const int16_t *row = fast + (ptrdiff_t)y * (ptrdiff_t)stride;
        size_t place = (size_t)y * (size_t)columns;
        size_t size = (size_t)columns * sizeof *row;

        FUZZ_EXPECT(memcmp(row,
                           shadow + (ptrdiff_t)y * (ptrdiff_t)shadow_stride,
                           size) == 0);
        FUZZ_EXPECT(!is_calm || memcmp(row, calm, size) == 0);
        if (mask != NULL)
            check_land(mask + place, shadow_mask + place, row, (size_t)columns);
    }
    FUZZ_EXPECT(ripple_current_divergence(twins->fast) ==
                ripple_current_divergence(twins->shadow));
}

/* Springs are held within their limit by each step; what a current brings in
   through open edges is not. */
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
            FUZZ_EXPECT(abs(heights[(size_t)y * stride + (size_t)x]) <=
                        settings->max_height + 1);
    }
}

static int is_within(const RippleRect *rect, int x, int y)
{
    return x >= rect->x && x < rect->x + rect->width && y >= rect->y &&
           y < rect->y + rect->height;
}

static const char *row_of(const Room *room, int y, size_t size)
{
    return (const char *)room->words + (size_t)y * size;
}

/* That the rectangles hold all pixels of a row that have changed. */
static void check_changes(const Twins *twins, const RippleRect *rects,
                          int count, int y)
{
    size_t size = ripple_pixel_size(twins->format);
    int width = ripple_width(twins->fast);
    const char *now = row_of(&twins->fast_frame, y, (size_t)width * size);
    const char *was = row_of(&twins->was, y, (size_t)width * size);

    for (int x = 0; x < width; x++) {
        size_t place = (size_t)x * size;
        int i = 0;

        if (memcmp(now + place, was + place, size) == 0)
            continue;
        while (i < count && !is_within(&rects[i], x, y))
            i++;
        FUZZ_EXPECT(i < count);
    }
}

/* That what is shown is equal, and has changed inside the rectangles alone. */
static void check_frames(const Twins *twins, const RippleRect *rects, int count)
{
    int width = ripple_width(twins->fast), height = ripple_height(twins->fast);
    size_t size = (size_t)width * ripple_pixel_size(twins->format);

    for (int i = 0; i < count; i++)
        FUZZ_EXPECT(rects[i].x >= 0 && rects[i].y >= 0 && rects[i].width > 0 &&
                    rects[i].height > 0 &&
                    rects[i].x + rects[i].width <= width &&
                    rects[i].y + rects[i].height <= height);
    for (int y = 0; y < height; y++) {
        const char *row = row_of(&twins->fast_frame, y, size);

        FUZZ_EXPECT(memcmp(row, row_of(&twins->shadow_frame, y, size), size) ==
                    0);
        if (memcmp(row, row_of(&twins->was, y, size), size) != 0)
            check_changes(twins, rects, count, y);
    }
}

/* Draws both, the fast one as it also steps or not. */
static void draw(Twins *twins, int steps)
{
    RipplePixels picture = pixels_of(twins, &twins->picture);
    RipplePixels fast = pixels_of(twins, &twins->fast_frame);
    RipplePixels shadow = pixels_of(twins, &twins->shadow_frame);
    const RippleRect *rects = NULL;
    int count;

    memcpy(&twins->was, &twins->fast_frame, sizeof twins->was);
    count = steps ? ripple_advance(twins->fast, &picture, &fast, &rects)
                  : ripple_render(twins->fast, &picture, &fast, &rects);
    if (steps && count >= 0)
        ripple_step(twins->shadow);
    ripple_invalidate(twins->shadow);
    FUZZ_EXPECT((ripple_render(twins->shadow, &picture, &shadow, NULL) >= 0) ==
                (count >= 0));
    if (count >= 0)
        check_frames(twins, rects, count);
    if (steps && count >= 0)
        check_limit(twins);
}

static void call_advance(Twins *twins, Bytes *bytes)
{
    for (int i = fuzz_below(bytes, 2); i >= 0; i--)
        draw(twins, 1);
}

static void call_render(Twins *twins, Bytes *bytes)
{
    (void)bytes;
    draw(twins, 0);
}

static void call_step(Twins *twins, Bytes *bytes)
{
    for (int i = fuzz_below(bytes, 4); i >= 0; i--) {
        ripple_step(twins->fast);
        ripple_step(twins->shadow);
        check_water(twins);
    }
    check_limit(twins);
}

/* Whether there may be one more flow around land, or from a map. */
static int may_flow(Twins *twins)
{
    return twins->flows++ < MOST_FLOWS;
}

static RippleStone take_stone(Bytes *bytes)
{
    RippleStone stone;

    stone.x = fuzz_wild(bytes, MOST_WIDTH);
    stone.y = fuzz_wild(bytes, MOST_HEIGHT);
    stone.radius = fuzz_wild(bytes, 20);
    stone.weight = fuzz_wild(bytes, 2000);
    stone.profile = (RippleProfile)fuzz_below(bytes, 3);
    return stone;
}

static void call_drop(Twins *twins, Bytes *bytes)
{
    RippleStone stone = take_stone(bytes);

    ripple_drop(twins->fast, &stone);
    ripple_drop(twins->shadow, &stone);
}

static void call_line(Twins *twins, Bytes *bytes)
{
    RippleStone stone = take_stone(bytes);
    int x = fuzz_wild(bytes, MOST_WIDTH), y = fuzz_wild(bytes, MOST_HEIGHT);

    ripple_drop_line(twins->fast, &stone, x, y);
    ripple_drop_line(twins->shadow, &stone, x, y);
}

static void call_disturb(Twins *twins, Bytes *bytes)
{
    RippleStone stone = take_stone(bytes);

    ripple_disturb(twins->fast, stone.x, stone.y, stone.weight);
    ripple_disturb(twins->shadow, stone.x, stone.y, stone.weight);
}

static void call_pull(Twins *twins, Bytes *bytes)
{
    RippleStone stone = take_stone(bytes);

    ripple_pull(twins->fast, stone.x, stone.y, stone.radius, stone.weight);
    ripple_pull(twins->shadow, stone.x, stone.y, stone.radius, stone.weight);
}

static void call_paint(Twins *twins, Bytes *bytes)
{
    RippleStone stone = take_stone(bytes);
    int x = fuzz_wild(bytes, MOST_WIDTH), y = fuzz_wild(bytes, MOST_HEIGHT);
    int depth = fuzz_wild(bytes, 255);
    RippleRect part = {0, 0, 0, 0};
    int error;

    if (twins->is_carried && !may_flow(twins))
        return;
    error = ripple_paint_mask(twins->fast, stone.x, stone.y, x, y, stone.radius,
                              depth, &part);
    FUZZ_EXPECT(ripple_paint_mask(twins->shadow, stone.x, stone.y, x, y,
                                  stone.radius, depth, NULL) == error);
    FUZZ_EXPECT((error == RIPPLE_OK) == (depth >= 0 && depth <= 255));
    FUZZ_EXPECT(part.x >= 0 && part.y >= 0 && part.width >= 0 &&
                part.height >= 0 &&
                part.x + part.width <= ripple_width(twins->fast) &&
                part.y + part.height <= ripple_height(twins->fast));
}

static void call_mask(Twins *twins, Bytes *bytes)
{
    uint8_t mask[24 * 12];
    int width = fuzz_wild(bytes, 24), height = fuzz_wild(bytes, 12);
    int share = fuzz_byte(bytes), error;
    uint32_t chance = (uint32_t)fuzz_byte(bytes);

    if (twins->is_carried && !may_flow(twins))
        return;
    if (share == 255) {
        FUZZ_EXPECT(ripple_set_mask(twins->fast, NULL, 0, 0, 0) == RIPPLE_OK);
        FUZZ_EXPECT(ripple_set_mask(twins->shadow, NULL, 0, 0, 0) == RIPPLE_OK);
        return;
    }
    if ((width > 24 && width <= RIPPLE_MAX_SIZE) ||
        (height > 12 && height <= RIPPLE_MAX_SIZE))
        return;
    for (size_t i = 0; i < sizeof mask; i++) {
        chance = chance * 1664525u + 1013904223u;
        mask[i] = (chance >> 24 & 255) < (uint32_t)share
                      ? (uint8_t)(chance >> 16)
                      : (chance >> 8 & 1 ? 255 : 0);
    }
    error = ripple_set_mask(twins->fast, mask, width, height, 24);
    FUZZ_EXPECT(ripple_set_mask(twins->shadow, mask, width, height, 24) ==
                error);
}

static void call_current(Twins *twins, Bytes *bytes)
{
    double x = take_number(bytes), y = take_number(bytes);

    if (!may_flow(twins))
        return;
    twins->is_carried = 1;
    FUZZ_EXPECT(ripple_set_current(twins->fast, x, y) ==
                ripple_set_current(twins->shadow, x, y));
}

static void call_current_map(Twins *twins, Bytes *bytes)
{
    float x[64], y[64];
    int width = fuzz_wild(bytes, 8), height = fuzz_wild(bytes, 8);

    if ((width > 8 && width <= RIPPLE_MAX_SIZE) ||
        (height > 8 && height <= RIPPLE_MAX_SIZE) || !may_flow(twins))
        return;
    twins->is_carried = 1;
    for (int i = 0; i < 64; i++) {
        x[i] = (float)(fuzz_byte(bytes) - 128) / 32;
        y[i] = (float)(fuzz_byte(bytes) - 128) / 32;
    }
    FUZZ_EXPECT(ripple_set_current_map(twins->fast, x, y, width, height) ==
                ripple_set_current_map(twins->shadow, x, y, width, height));
}

/* The numbers of the settings. */
static const size_t numbers[] = {
    offsetof(RippleSettings, refraction), offsetof(RippleSettings, light),
    offsetof(RippleSettings, light_from), offsetof(RippleSettings, viscosity),
    offsetof(RippleSettings, speed),      offsetof(RippleSettings, time_step),
    offsetof(RippleSettings, spacing),    offsetof(RippleSettings, alpha),
    offsetof(RippleSettings, beta),       offsetof(RippleSettings, loss),
    offsetof(RippleSettings, stiffness),  offsetof(RippleSettings, restore),
    offsetof(RippleSettings, max_speed),  offsetof(RippleSettings, max_height),
};

/* And all else, with how many there are of each. */
static const struct {
    size_t offset;
    int count;
} choices[] = {
    {offsetof(RippleSettings, model), 5},
    {offsetof(RippleSettings, edges), RIPPLE_EDGES_COUNT},
    {offsetof(RippleSettings, shore), RIPPLE_SHORE_COUNT},
    {offsetof(RippleSettings, filter), RIPPLE_FILTER_COUNT},
    {offsetof(RippleSettings, view), RIPPLE_VIEW_COUNT},
    {offsetof(RippleSettings, cell), 9},
    {offsetof(RippleSettings, damping), RIPPLE_MAX_DAMPING + 1},
};

static void change_settings(RippleSettings *settings, Bytes *bytes)
{
    int which = fuzz_below(bytes, 21), choice;
    double number;

    if (which < 14) {
        number = take_number(bytes);
        memcpy((char *)settings + numbers[which], &number, sizeof number);
        return;
    }
    choice = fuzz_wild(bytes, choices[which - 14].count - 1);
    memcpy((char *)settings + choices[which - 14].offset, &choice,
           sizeof choice);
}

static void call_configure(Twins *twins, Bytes *bytes)
{
    RippleSettings settings = *ripple_settings(twins->fast);
    char why[100];
    int error;

    for (int i = fuzz_below(bytes, 3); i >= 0; i--)
        change_settings(&settings, bytes);
    error = ripple_settings_check(&settings, why, sizeof why);
    FUZZ_EXPECT(error == RIPPLE_OK || strlen(why) > 0);
    FUZZ_EXPECT(ripple_configure(twins->fast, &settings) == error);
    FUZZ_EXPECT(ripple_configure(twins->shadow, &settings) == error);
}

static void call_resize(Twins *twins, Bytes *bytes)
{
    int width = fuzz_wild(bytes, MOST_WIDTH);
    int height = fuzz_wild(bytes, MOST_HEIGHT), error;

    if ((width > MOST_WIDTH && width <= RIPPLE_MAX_SIZE) ||
        (height > MOST_HEIGHT && height <= RIPPLE_MAX_SIZE))
        return;
    error = ripple_resize(twins->fast, width, height);
    FUZZ_EXPECT(ripple_resize(twins->shadow, width, height) == error);
    FUZZ_EXPECT((error == RIPPLE_OK) ==
                (width >= 1 && height >= 1 && width <= RIPPLE_MAX_SIZE &&
                 height <= RIPPLE_MAX_SIZE));
}

static void call_clear(Twins *twins, Bytes *bytes)
{
    (void)bytes;
    ripple_clear(twins->fast);
    ripple_clear(twins->shadow);
    FUZZ_EXPECT(ripple_is_calm(twins->fast));
}

static void call_threads(Twins *twins, Bytes *bytes)
{
    int threads = fuzz_wild(bytes, 4);

    if (threads > 4 && threads <= RIPPLE_MAX_THREADS)
        return;
    FUZZ_EXPECT((ripple_use_threads(twins->fast, threads) == RIPPLE_OK) ==
                (threads >= 1 && threads <= 4));
}

static void call_simd(Twins *twins, Bytes *bytes)
{
    const char *name = ripple_simd_name(fuzz_below(bytes, 6));

    FUZZ_EXPECT(ripple_use_simd(twins->fast, name != NULL ? name : "auto") ==
                RIPPLE_OK);
}

static void call_skip(Twins *twins, Bytes *bytes)
{
    ripple_skip_calm(twins->fast, fuzz_below(bytes, 4) > 0);
}

static void call_format(Twins *twins, Bytes *bytes)
{
    twins->format = (RippleFormat)fuzz_below(bytes, RIPPLE_FORMAT_COUNT);
    paint_picture(twins, fuzz_byte(bytes));
}

static void call_floor(Twins *twins, Bytes *bytes)
{
    RippleRect part = {
        fuzz_wild(bytes, MOST_WIDTH), fuzz_wild(bytes, MOST_HEIGHT),
        fuzz_wild(bytes, MOST_WIDTH), fuzz_wild(bytes, MOST_HEIGHT)};
    RipplePixels picture = pixels_of(twins, &twins->picture);
    RipplePixels floor = pixels_of(twins, &twins->fast_frame);

    FUZZ_EXPECT(ripple_lay_floor(twins->fast, &picture, &floor, &part) ==
                RIPPLE_OK);
    ripple_invalidate(twins->fast);
}

static Call *const calls[] = {
    call_step,   call_advance, call_render,  call_drop,        call_line,
    call_pull,   call_disturb, call_paint,   call_mask,        call_current,
    call_resize, call_clear,   call_threads, call_current_map, call_configure,
    call_simd,   call_skip,    call_format,  call_floor,
};

static void create(Twins *twins, Bytes *bytes)
{
    int width = fuzz_between(bytes, 1, MOST_WIDTH);
    int height = fuzz_between(bytes, 1, MOST_HEIGHT);
    RippleSettings settings;

    ripple_settings_init(&settings);
    settings.model = (RippleModel)fuzz_below(bytes, 5);
    settings.edges = (RippleEdges)fuzz_below(bytes, RIPPLE_EDGES_COUNT);
    FUZZ_EXPECT(ripple_create(&twins->fast, width, height, &settings) ==
                RIPPLE_OK);
    FUZZ_EXPECT(ripple_create(&twins->shadow, width, height, &settings) ==
                RIPPLE_OK);
    ripple_skip_calm(twins->shadow, 0);
    FUZZ_EXPECT(ripple_use_simd(twins->shadow, "scalar") == RIPPLE_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Twins twins;
    Bytes bytes = {data, size};

    memset(&twins, 0, sizeof twins);
    create(&twins, &bytes);
    paint_picture(&twins, 1);
    for (int i = 0; i < MOST_CALLS && bytes.left > 0; i++) {
        calls[fuzz_below(&bytes, COUNT(calls))](&twins, &bytes);
        check_water(&twins);
    }
    draw(&twins, 1);
    check_water(&twins);
    ripple_destroy(twins.fast);
    ripple_destroy(twins.shadow);
    return 0;
}
