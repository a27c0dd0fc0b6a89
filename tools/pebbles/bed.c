/* SPDX-License-Identifier: MIT */
/*
 * Stones of eight size classes are dropped one after the other on a height
 * map, each to the lowest of a few places, so that they lie on and between
 * each other as in a stream. The current carries off what stands too open.
 */
#include "bed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "caustics.h"
#include "horizon.h"
#include "noise.h"
#include "random.h"

#define DESIGN_AREA (1920.0f * 1080.0f)

/* One layer of stones: how many in a design area, sizes, and how dropped. */
typedef struct Stage {
    int count;
    float smallest, largest;
    int tries;   /* places probed; the lowest is taken */
    float reach; /* of the tries, 0 for the whole frame */
    float open;  /* where more of the sky is open, the stone rolls away */
} Stage;

static const Stage STAGES[] = {
    /* count, smallest, largest, tries, reach, open */
    {2600, 5.0f, 17.0f, 2, 30.0f, 1.0f},   {260, 24.0f, 50.0f, 3, 60.0f, 1.0f},
    {42, 78.0f, 124.0f, 4, 0.0f, 1.0f},    {150, 44.0f, 78.0f, 5, 0.0f, 1.0f},
    {300, 24.0f, 44.0f, 7, 140.0f, 0.97f}, {900, 11.0f, 24.0f, 7, 60.0f, 0.82f},
    {5000, 4.5f, 11.0f, 7, 36.0f, 0.72f},  {24000, 1.8f, 4.5f, 6, 24.0f, 0.66f},
};

#define STAGE_COUNT ((int)(sizeof STAGES / sizeof STAGES[0]))

static void lay_sand(Bed *depth_map)
{
    Grid *grid = &depth_map->sand;
    for (int row = 0; row < grid->rows; row++)
        for (int column = 0; column < grid->columns; column++) {
            Vec3 p = {(float)column, (float)row, depth_map->slice * 7.3f};
            float dune = noise_fractal(scaled(p, 1.0f / 330.0f), 3).value;
            *grid_cell(grid, column, row) = 26.0f * dune;
        }
    size_t count = (size_t)grid->columns * (size_t)grid->rows;
    memcpy(depth_map->heights.cells, grid->cells, count * sizeof *grid->cells);
}

/* The slope of the bed under a stone at (x, y): its plane of best fit. */
static Vec3 bed_normal(const Bed *depth_map, float x, float y, float size)
{
    float sum_x = 0.0f, sum_y = 0.0f, squares = 0.0f;
    for (int j = -3; j <= 3; j++)
        for (int i = -3; i <= 3; i++) {
            float dx = (float)i * size * 0.25f, dy = (float)j * size * 0.25f;
            float h = grid_at(&depth_map->heights, x + dx, y + dy);
            sum_x += h * dx;
            sum_y += h * dy;
            squares += dx * dx;
        }
    Vec3 normal = {-sum_x / squares, -sum_y / squares, 1.0f};
    float steep = sqrtf(normal.x * normal.x + normal.y * normal.y);
    float limit = 0.5f;
    if (steep > limit) {
        normal.x *= limit / steep;
        normal.y *= limit / steep;
    }
    return unit(normal);
}

/* How high a stone's centre comes to rest over (x, y). */
static float rest_height(const Bed *depth_map, const Stone *stone, float x,
                         float y)
{
    float step = stone->size / 7.0f;
    float rest = -1e9f;
    for (int j = -7; j <= 7; j++)
        for (int i = -7; i <= 7; i++) {
            float dx = (float)i * step, dy = (float)j * step, low;
            if (!stone_hull(stone, dx, dy, -1.0f, &low))
                continue;
            float h = grid_at(&depth_map->heights, x + dx, y + dy) - low;
            rest = h > rest ? h : rest;
        }
    return rest;
}

/* Probes the stage's places and leaves the stone turned, shaped and laid. */
static void settle_stone(Bed *depth_map, Stone *stone, const Stage *stage,
                         Random *random)
{
    float x0 =
        random_between(random, -GRID_MARGIN, depth_map->width + GRID_MARGIN);
    float y0 =
        random_between(random, -GRID_MARGIN, depth_map->height + GRID_MARGIN);
    float angle = random_between(random, 0.0f, 2.0f * PI_F);
    Vec3 lean = scaled(random_direction(random), 0.13f);
    Random shape = *random;
    Stone probe = *stone;
    stone->centre.z = 1e9f;
    for (int i = 0; i < stage->tries; i++) {
        float x = x0, y = y0;
        if (stage->reach > 0.0f) {
            x += random_between(random, -stage->reach, stage->reach);
            y += random_between(random, -stage->reach, stage->reach);
        } else if (i > 0) {
            x = random_between(random, -GRID_MARGIN,
                               depth_map->width + GRID_MARGIN);
            y = random_between(random, -GRID_MARGIN,
                               depth_map->height + GRID_MARGIN);
        }
        Vec3 up = unit(add(bed_normal(depth_map, x, y, stone->size), lean));
        stone_turn(&probe, up, angle);
        stone_shape(&probe, shape);
        float sunk = 0.12f * stone->size;
        probe.centre =
            (Vec3){x, y, rest_height(depth_map, &probe, x, y) - sunk};
        if (probe.centre.z < stone->centre.z)
            *stone = probe;
    }
}

/* Whether the current would have carried the stone off the sandy patches. */
static bool is_swept(const Bed *depth_map, const Stone *stone)
{
    Vec3 p = {stone->centre.x / 520.0f, stone->centre.y / 520.0f,
              depth_map->slice * 5.7f + 0.5f};
    float bare = smoothstep(0.1f, 0.6f, noise_fractal(p, 2).value);
    return stone->size * bare > 12.0f;
}

static void stamp_stone(Bed *depth_map, const Stone *stone)
{
    Grid *grid = &depth_map->heights;
    float x = stone->centre.x + GRID_MARGIN, y = stone->centre.y + GRID_MARGIN;
    int left = (int)clamped(x - stone->size, 0, (float)grid->columns);
    int right = (int)clamped(x + stone->size + 1, 0, (float)grid->columns);
    int top = (int)clamped(y - stone->size, 0, (float)grid->rows);
    int bottom = (int)clamped(y + stone->size + 1, 0, (float)grid->rows);
    for (int row = top; row < bottom; row++)
        for (int column = left; column < right; column++) {
            float z;
            if (!stone_top(stone, (float)column - x, (float)row - y, &z))
                continue;
            float *cell = grid_cell(grid, column, row);
            z += stone->centre.z;
            *cell = z > *cell ? z : *cell;
        }
}

static int stage_total(const Bed *depth_map, const Stage *stage)
{
    float area = (depth_map->width + 2 * GRID_MARGIN) *
                 (depth_map->height + 2 * GRID_MARGIN);
    return (int)((float)stage->count * area / DESIGN_AREA);
}

/* Shape and rock have streams of their own, and neither disturbs the other. */
static void lay_stone(Bed *depth_map, int stage, int index)
{
    const Stage *plan = &STAGES[stage];
    Random random =
        random_seeded(depth_map->seed, (uint32_t)stage, (uint32_t)index);
    Random rock = random_seeded(
        depth_map->seed, (uint32_t)(STAGE_COUNT + stage), (uint32_t)index);
    Stone *stone = &depth_map->stones[depth_map->stone_count];
    float t = random_chance(&random);
    *stone = (Stone){.size = mix(plan->smallest, plan->largest, t * t)};
    stone->material = material_pick(stone->size, &rock);
    settle_stone(depth_map, stone, plan, &random);
    if (horizon_sky(&depth_map->heights, stone->centre, 0.5f) > plan->open ||
        is_swept(depth_map, stone))
        return;
    stamp_stone(depth_map, stone);
    depth_map->stone_count++;
}

static bool lay_stones(Bed *depth_map)
{
    int total = 0;
    for (int i = 0; i < STAGE_COUNT; i++)
        total += stage_total(depth_map, &STAGES[i]);
    depth_map->stones = calloc((size_t)total, sizeof *depth_map->stones);
    if (!depth_map->stones)
        return false;
    for (int i = 0; i < STAGE_COUNT; i++) {
        int count = stage_total(depth_map, &STAGES[i]);
        for (int j = 0; j < count; j++)
            lay_stone(depth_map, i, j);
    }
    return true;
}

bool bed_create(Bed *depth_map, uint32_t seed, int width, int height)
{
    float area = (float)width * (float)height;
    float scale = sqrtf(area / DESIGN_AREA);
    *depth_map = (Bed){.seed = seed,
                       .slice = (float)(seed % 4096),
                       .width = (float)width / scale,
                       .height = (float)height / scale};
    if (!grid_create(&depth_map->sand, depth_map->width, depth_map->height) ||
        !grid_create(&depth_map->heights, depth_map->width, depth_map->height))
        return false;
    for (int i = 0; i < 3; i++)
        if (!grid_create(&depth_map->caustics[i], depth_map->width,
                         depth_map->height))
            return false;
    lay_sand(depth_map);
    return lay_stones(depth_map) &&
           caustics_cast(depth_map->caustics, depth_map->seed);
}

void bed_destroy(Bed *depth_map)
{
    grid_destroy(&depth_map->sand);
    grid_destroy(&depth_map->heights);
    for (int i = 0; i < 3; i++)
        grid_destroy(&depth_map->caustics[i]);
    free(depth_map->stones);
}
