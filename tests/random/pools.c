/* SPDX-License-Identifier: MIT */
#include "pools.h"

#include "lib/util/fixed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN_SIDE    4
#define MAX_STONES  5
#define HARD_STONES 200
#define MAX_WEIGHT  3000
#define HARD_WEIGHT 32000
#define MAX_RADIUS  12
#define MAX_FLOW    4 /* of ripple.h */

static const char *const mask_names[MASK_KINDS] = {
    "none", "block", "sparse", "dense", "noise", "beach", "cell", "channel"};
static const char *const current_names[CURRENT_KINDS] = {"none", "even",
                                                         "strong", "map"};

static double draw_between(Source *source, double min, double max)
{
    return min + (max - min) * source_between(source, 0, 65535) / 65535;
}

static double draw_log(Source *source, double min, double max)
{
    return fmin(exp(draw_between(source, log(min), log(max))), max);
}

/* One in four takes the fastest waves that are stable. */
static double draw_share(Source *source, double min)
{
    return source_below(source, 4) ? draw_between(source, min, 1) : 1;
}

static void draw_numbers(RippleSettings *settings, Source *source)
{
    double max;

    settings->time_step = settings->spacing = 1;
    settings->viscosity = draw_log(source, 0.008, 2);
    max = 0.5 * sqrt(settings->viscosity + 2);
    settings->speed = max * draw_share(source, 0.1);
    settings->loss = draw_log(source, 0.004, 0.3);
    settings->beta = source_below(source, 2) ? 1 : draw_between(source, 0.5, 1);
    max = (1 / (1 - settings->loss) + 1 + 2 * settings->beta) / 8;
    settings->alpha = fmin(max, 0.5) * draw_share(source, 0.05);
    settings->stiffness = draw_between(source, 0.05, 2);
    settings->restore = draw_log(source, 0.004, 0.2);
    settings->max_speed = draw_log(source, 100, 10000);
    settings->max_height = draw_log(source, 100, 32767);
}

static void draw_settings(RippleSettings *settings, Source *source)
{
    ripple_settings_init(settings);
    settings->model = (RippleModel)source_below(source, RIPPLE_MODEL_COUNT);
    settings->edges = (RippleEdges)source_below(source, RIPPLE_EDGES_COUNT);
    settings->shore = (RippleShore)source_below(source, RIPPLE_SHORE_COUNT);
    settings->damping = source_between(source, 1, 8);
    if (source_below(source, 3) != 0)
        draw_numbers(settings, source);
}

void random_pool_draw(RandomPool *random, int size, uint64_t number)
{
    Source *source = &random->source;
    int min = max_int(size / 10, MIN_SIDE);

    *random =
        (RandomPool){.source = source_from_seed(number * 977 + (uint64_t)size)};
    random->columns = source_between(source, min, size);
    random->rows = source_between(source, min, size);
    draw_settings(&random->settings, source);
    if (source_below(source, 2))
        random->mask = (MaskKind)source_below(source, MASK_KINDS);
    if (source_below(source, 2))
        random->current = (CurrentKind)source_below(source, CURRENT_KINDS);
    random->is_hard = source_below(source, 8) == 0;
    random->max_weight = random->is_hard ? HARD_WEIGHT : MAX_WEIGHT;
}

/* The smaller the stones, the more does rounding matter. */
void random_pool_slow(RandomPool *random)
{
    Source *source = &random->source;
    RippleSettings *settings = &random->settings;

    settings->damping = source_between(source, 6, 15);
    settings->viscosity = draw_log(source, 1e-7, 0.01);
    settings->speed = fmin(settings->speed,
                           sqrt(0.5) * settings->spacing / settings->time_step);
    settings->loss = draw_log(source, 1e-7, 0.01);
    settings->beta =
        source_below(source, 2) ? 1 : 1 - draw_log(source, 1e-7, 0.01);
    settings->alpha = fmin(settings->alpha, 0.49);
    settings->restore = draw_log(source, 1e-6, 0.01);
    settings->max_speed = draw_log(source, 20, 10000);
    settings->max_height = draw_log(source, 20, 32767);
    random->is_hard = 0;
    random->max_weight = (int)draw_log(source, 4, 6000);
}

void random_pool_draw_locked(RandomPool *random, int i)
{
    static const struct {
        RippleModel model; /* the number draws another if there are more */
        int size;
        uint64_t number;
    } locked[RANDOM_LOCKED] = {
        {RIPPLE_MODEL_CLASSIC, 10, 2969}, {RIPPLE_MODEL_CLASSIC, 10, 3341},
        {RIPPLE_MODEL_CLASSIC, 10, 5007}, {RIPPLE_MODEL_CLASSIC, 10, 8529},
        {RIPPLE_MODEL_ROUND, 10, 19322},  {RIPPLE_MODEL_WAVE, 10, 2887},
        {RIPPLE_MODEL_SHALLOW, 10, 6829}, {RIPPLE_MODEL_SHALLOW, 10, 18795},
        {RIPPLE_MODEL_SPRING, 14, 53022}, {RIPPLE_MODEL_SPRING, 10, 5216},
    };

    random_pool_draw(random, locked[i].size, locked[i].number);
    random->settings.model = locked[i].model;
    random_pool_slow(random);
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    RANDOM_EXPECT(memory != NULL);
    return memory;
}

static size_t count_cells(const RandomPool *random)
{
    return (size_t)random->columns * (size_t)random->rows;
}

/* The depth of cell (x, y); (x0, y0) and (x1, y1) are corners of a block. */
static int draw_depth(RandomPool *random, int x, int y, const int corners[4])
{
    Source *source = &random->source;
    int x0 = corners[0], y0 = corners[1];
    int is_block = x >= x0 && x <= corners[2] && y >= y0 && y <= corners[3];

    switch (random->mask) {
    case MASK_BLOCK:
        return is_block ? 0 : 255;
    case MASK_SPARSE:
        return source_below(source, 10) ? 255 : 0;
    case MASK_DENSE:
        return source_below(source, 4) ? 255 : 0;
    case MASK_NOISE:
        return source_below(source, 256);
    case MASK_BEACH:
        return clamp_int((x - x0) * 12, 0, 255);
    case MASK_CELL:
        return x == x0 && y == 1 ? 0 : 255;
    case MASK_CHANNEL:
        return abs(y - y0) <= 2 + (x0 + x) / 7 % 3 ? 255 : 0;
    default:
        return 255;
    }
}

static void set_mask(RandomPool *random)
{
    Source *source = &random->source;
    int columns = random->columns, rows = random->rows, corners[4];
    uint8_t *depths = allocate(count_cells(random), 1);

    corners[0] = source_below(source, columns);
    corners[1] = source_below(source, rows);
    corners[2] = source_between(source, corners[0], columns - 1);
    corners[3] = source_between(source, corners[1], rows - 1);
    for (int i = 0; i < columns * rows; i++)
        depths[i] =
            (uint8_t)draw_depth(random, i % columns, i / columns, corners);
    if (random->mask != MASK_NONE)
        RANDOM_EXPECT(ripple_set_mask(random->pool, depths, columns, rows,
                                      (size_t)columns) == RIPPLE_OK);
    free(depths);
}

static float limit_flow(double flow)
{
    return (float)fmax(fmin(flow, MAX_FLOW), -MAX_FLOW);
}

/* Up to 3 x 3 eddies, and the flow (x, y) everywhere. */
static void set_map(RandomPool *random, double x, double y, double waves_x,
                    double waves_y)
{
    double max = source_below(&random->source, 4) ? 0.6 : 3;
    int columns = random->columns, rows = random->rows;
    float *u = allocate(count_cells(random), sizeof *u);
    float *v = allocate(count_cells(random), sizeof *v);

    for (int i = 0; i < columns * rows; i++) {
        double a = waves_x * PI * (i % columns + 0.5) / columns;
        double b = waves_y * PI * (i / columns + 0.5) / rows;

        u[i] = limit_flow(x + max * sin(a) * cos(b));
        v[i] = limit_flow(y - max * cos(a) * sin(b));
    }
    RANDOM_EXPECT(ripple_set_current_map(random->pool, u, v, columns, rows) ==
                  RIPPLE_OK);
    free(u);
    free(v);
}

static void set_current(RandomPool *random)
{
    Source *source = &random->source;
    double max = random->current == CURRENT_STRONG ? MAX_FLOW : 0.4;
    double x = draw_between(source, -max, max);
    double y = draw_between(source, -max, max);
    int waves_x = source_between(source, 1, 3);
    int waves_y = source_between(source, 1, 3);

    if (random->current == CURRENT_MAP)
        set_map(random, x, y, waves_x, waves_y);
    else if (random->current != CURRENT_NONE)
        RANDOM_EXPECT(ripple_set_current(random->pool, x, y) == RIPPLE_OK);
}

void random_pool_create(RandomPool *random)
{
    RANDOM_EXPECT(ripple_create(&random->pool, random->columns, random->rows,
                                &random->settings) == RIPPLE_OK);
    set_mask(random);
    set_current(random);
}

int random_pool_stones(RandomPool *random)
{
    return random->is_hard ? HARD_STONES
                           : source_between(&random->source, 1, MAX_STONES);
}

RippleStone random_pool_stone(RandomPool *random)
{
    Source *source = &random->source;
    int max = random->max_weight;
    RippleStone stone;

    stone.x = source_below(source, random->columns);
    stone.y = source_below(source, random->rows);
    stone.radius = source_between(source, 1, MAX_RADIUS);
    stone.weight = source_between(source, -max / 2, max);
    stone.profile = (RippleProfile)source_below(source, 3);
    return stone;
}

void random_pool_drop(RandomPool *random)
{
    RippleStone stone = random_pool_stone(random);

    ripple_drop(random->pool, &stone);
}

void random_pool_stir(RandomPool *random)
{
    for (int i = random_pool_stones(random); i > 0; i--) {
        random_pool_drop(random);
        for (int wait = source_below(&random->source, RANDOM_WAIT); wait > 0;
             wait--)
            ripple_step(random->pool);
    }
}

void random_pool_print(const RandomPool *random)
{
    const RippleSettingInfo *info;
    char value[40];

    printf("%dx%d, mask %s, current %s%s", random->columns, random->rows,
           mask_names[random->mask], current_names[random->current],
           random->is_hard ? ", driven hard" : "");
    for (int i = 0; (info = ripple_setting_info(i)) != NULL; i++) {
        ripple_setting_get(&random->settings, info->name, value, sizeof value);
        printf(", %s %s", info->name, value);
    }
}
