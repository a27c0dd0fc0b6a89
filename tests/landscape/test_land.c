/* SPDX-License-Identifier: MIT */
/* Land maps: what mask they give, at every size, and the ground with its
   sunlight that relief makes of masks and maps. */
#include "lib/view3d/land_map.h"
#include "lib/view3d/terrain.h"
#include "../unit/water.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    COLUMNS = 150,
    ROWS = 97,
    CELLS = COLUMNS * ROWS,
    FLOORS = (COLUMNS + 1) * (ROWS + 1)
};

TEST_CASE(pool, land, .tear_down = support_release);

/* A plane: from `low` at the left of the map to `high` at its right. */
static const uint16_t *slope_map(uint16_t *map, int width, int height,
                                 const int values[2])
{
    for (int i = 0; i < width * height; i++)
        map[i] = (uint16_t)(values[0] + (values[1] - values[0]) * (i % width) /
                                            max_int(width - 1, 1));
    return map;
}

/* The depth in the middle of the pool, and its land, in percent. */
TEST(land, depths_of_maps)
{
    static const struct {
        int width, height, values[2], depth, land;
    } rows[] = {
        {1, 1, {65535, 65535}, 0, 80},    {1, 1, {32769, 32769}, 0, 1},
        {1, 1, {32768, 32768}, 1, 0},     {1, 1, {24576, 24576}, 127, 0},
        {1, 1, {16384, 16384}, 255, 0},   {1, 1, {0, 0}, 255, 0},
        {7, 300, {65535, 65535}, 0, 80},  {300, 2, {0, 0}, 255, 0},
        {150, 97, {40000, 40000}, 0, 50}, {640, 480, {65535, 0}, 1, 30},
        {2, 2, {0, 65535}, 1, 30},        {640, 480, {16384, 32768}, 127, 0},
    };
    static uint16_t map[640 * 480];

    for (int i = 0; i < COUNT(rows); i++) {
        int width = rows[i].width, height = rows[i].height, land = 0;
        Ripple *pool = water_pool(COLUMNS, ROWS, NULL);
        const uint8_t *depths;

        slope_map(map, width, height, rows[i].values);
        EXPECT_OK(ripple_set_land(pool, map, width, height, (size_t)width));
        depths = ripple_mask(pool);
        EXPECT_INT(depths == NULL, ==, rows[i].depth == 255);
        for (int cell = 0; depths != NULL && cell < CELLS; cell++)
            land += depths[cell] == 0;
        if (depths == NULL)
            continue;
        EXPECT_INT(
            abs(depths[ROWS / 2 * COLUMNS + COLUMNS / 2] - rows[i].depth), <=,
            2);
        EXPECT_INT(land * 100, >=, rows[i].land * CELLS);
        for (int x = 0; x < COLUMNS; x++)
            EXPECT_INT(depths[x] & depths[CELLS - 1 - x], ==, 255);
    }
}

TEST(land, bad_and_no_maps)
{
    Ripple *pool = water_pool(COLUMNS, ROWS, NULL);
    uint16_t map[4] = {65535, 65535, 65535, 65535};
    uint8_t mask[1] = {90};

    EXPECT_BAD_SIZE(ripple_set_land(pool, map, 0, 1, 1));
    EXPECT_BAD_SIZE(ripple_set_land(pool, map, 1, RIPPLE_MAX_SIZE + 1, 1));
    EXPECT_BAD_SIZE(ripple_set_land(pool, map, 2, 2, 1));
    EXPECT_BAD_SIZE(ripple_set_land(pool, map, 1, 2, SIZE_MAX / 2));
    ck_assert_ptr_null(ripple_mask(pool));
    EXPECT_OK(ripple_set_land(pool, map, 1, 2, 2));
    ck_assert_ptr_nonnull(ripple_mask(pool));
    EXPECT_OK(ripple_set_land(pool, NULL, -1, 0, 0));
    ck_assert_ptr_null(ripple_mask(pool));
    EXPECT_OK(ripple_set_land(pool, map, 2, 2, 2));
    EXPECT_OK(ripple_set_mask(pool, mask, 1, 1, 1));
    EXPECT_OK(ripple_resize(pool, 30, 40));
    EXPECT_INT(ripple_mask(pool)[0], ==, 90);
}

/* A map of deep sea, which needs no mask, and what is painted on it. */
TEST(land, painted_maps)
{
    uint16_t map[4] = {0, 0, 0, 0};
    Ripple *pool = water_pool(COLUMNS, ROWS, NULL);

    CONFIGURE(pool, with.view = RIPPLE_VIEW_PERSPECTIVE);
    EXPECT_OK(ripple_set_land(pool, map, 2, 2, 2));
    ck_assert_ptr_null(ripple_mask(pool));
    EXPECT_OK(ripple_paint_mask(pool, 50, 50, 60, 50, 8, 0, NULL));
    EXPECT_INT(ripple_mask(pool)[50 * COLUMNS + 55], ==, 0);
    EXPECT_OK(ripple_paint_mask(pool, 50, 50, 60, 50, 9, 255, NULL));
    ck_assert_ptr_null(ripple_mask(pool));
}

/* The map goes with the pool through sizes and cells. */
TEST(land, sizes)
{
    static const int values[2] = {0, 65535};
    uint16_t map[16 * 9];
    Ripple *pool = water_pool(160, 90, NULL);
    int columns, rows;

    slope_map(map, 16, 9, values);
    EXPECT_OK(ripple_set_land(pool, map, 16, 9, 16));
    for (int i = 0; i < 6; i++) {
        const uint8_t *depths;

        if (i % 2 == 0)
            EXPECT_OK(ripple_resize(pool, 64 << i, 400 - 70 * i));
        else
            CONFIGURE(pool, with.cell = i);
        ripple_cells(pool, &columns, &rows);
        depths = ripple_mask(pool) + rows / 2 * columns;
        EXPECT_INT(depths[columns / 4], >, 100);
        EXPECT_INT(depths[columns * 3 / 4], ==, 0);
    }
}

typedef struct Ground {
    Relief relief;
    uint8_t depths[CELLS];
    uint16_t map[CELLS];
} Ground;

static const float suns[][3] = {
    {-0.5f, -0.6f, 0.62f}, {0.9f, 0.1f, 0.42f},     {0, 0, 1},
    {0.3f, 0.8f, 0.52f},   {-0.99f, -0.1f, 0.001f}, {0.6f, -0.6f, 0.53f},
};

static int ground_at(const Ground *ground, int x, int y)
{
    return ground->relief.floor[y * ground->relief.stride + x].ground;
}

static int light_at(const Ground *ground, int x, int y)
{
    return ground->relief.light[y * COLUMNS + x];
}

/* A round island of 20 cells, a pier and shallows. */
static void open_ground(Ground *ground)
{
    EXPECT_OK(ripple_relief_init(&ground->relief, COLUMNS, ROWS));
    for (int i = 0; i < CELLS; i++) {
        int x = i % COLUMNS, y = i / COLUMNS;
        int is_island = (x - 50) * (x - 50) + (y - 48) * (y - 48) < 400;

        ground->depths[i] = (uint8_t)(is_island || (x > 100 && x < 104) ? 0
                                      : x >= 120                        ? 90
                                                                        : 255);
        ground->map[i] = (uint16_t)(32768 + 60 * (x - 70) + 20 * (y - 40));
    }
}

/* A map of the pool's own size is copied; sunk, it is alike at all edges, whose
   rows and columns are as deep as open water. */
TEST(land, scaled_and_sunk)
{
    static uint16_t all[CELLS];
    Ground ground;

    open_ground(&ground);
    ripple_land_map_scale(all, COLUMNS, ROWS,
                          &(LandSource){ground.map, COLUMNS, ROWS, COLUMNS});
    EXPECT(memcmp(all, ground.map, sizeof all) == 0);
    memset(all, 255, sizeof all);
    ripple_land_map_sink(all, COLUMNS, ROWS);
    for (int i = 0; i < CELLS; i++) {
        int x = i % COLUMNS, y = i / COLUMNS;
        int edge =
            min_int(min_int(x, COLUMNS - 1 - x), min_int(y, ROWS - 1 - y));

        EXPECT_INT(all[i], ==, all[y * COLUMNS + COLUMNS - 1 - x]);
        EXPECT_INT(all[i], ==, all[(ROWS - 1 - y) * COLUMNS + x]);
        EXPECT((edge == 0) == (all[i] == 16384));
        EXPECT((edge >= COLUMNS / 16) == (all[i] == 65535));
    }
    ripple_relief_clear(&ground.relief);
}

static void check_shores(const Ground *ground)
{
    for (int i = 0; i < CELLS; i++)
        EXPECT_INT(ground_at(ground, i % COLUMNS, i / COLUMNS) > 0, ==,
                   ground->depths[i] == 0);
}

TEST(land, ground_of_a_mask)
{
    Ground ground;

    open_ground(&ground);
    ripple_relief_update(&ground.relief, ground.depths, NULL, suns[0]);
    check_shores(&ground);
    EXPECT_INT(ground_at(&ground, 10, 48), ==, RIPPLE_RELIEF_OPEN);
    EXPECT_INT(ground_at(&ground, 135, 48), ==, RIPPLE_RELIEF_OPEN * 90 / 255);
    EXPECT_INT(ground_at(&ground, 50, 48), >, ground_at(&ground, 40, 48));
    EXPECT_INT(ground_at(&ground, 40, 48), >, ground_at(&ground, 32, 48));
    EXPECT_INT(ground_at(&ground, 20, 48), <, ground_at(&ground, 26, 48));
    EXPECT_INT(light_at(&ground, 10, 10), ==, RIPPLE_RELIEF_LEVEL);
    EXPECT_INT(light_at(&ground, 36, 38), >, RIPPLE_RELIEF_LEVEL);
    EXPECT_INT(light_at(&ground, 64, 58), <, RIPPLE_RELIEF_LEVEL * 7 / 8);
    ripple_relief_update(&ground.relief, NULL, NULL, suns[0]);
    EXPECT_INT(ground_at(&ground, 50, 48), ==, RIPPLE_RELIEF_OPEN);
    EXPECT_INT(light_at(&ground, 64, 58), ==, RIPPLE_RELIEF_LEVEL);
    ripple_relief_clear(&ground.relief);
}

/* The map is the ground but near cells where the mask says otherwise. */
TEST(land, ground_of_a_map)
{
    Ground ground;

    open_ground(&ground);
    ground.relief.map = ground.map;
    ripple_land_map_depths(ground.depths, ground.map, COLUMNS, ROWS);
    ripple_relief_update(&ground.relief, ground.depths, NULL, suns[2]);
    check_shores(&ground);
    for (int i = 0; i < CELLS; i++)
        EXPECT_INT(ground_at(&ground, i % COLUMNS, i / COLUMNS), ==,
                   ground.map[i] == 32768 ? -1 : ground.map[i] - 32768);
    ripple_relief_update(&ground.relief, NULL, NULL, suns[2]);
    EXPECT_INT(ground_at(&ground, 20, 20), ==, 60 * -50 + 20 * -20);
    EXPECT_INT(ground_at(&ground, 120, 60), ==, RIPPLE_RELIEF_OPEN);
    for (int i = 0; i < CELLS; i++)
        ground.depths[i] = i % COLUMNS < 60 ? 0 : 200;
    ripple_relief_update(&ground.relief, ground.depths, NULL, suns[2]);
    check_shores(&ground);
    EXPECT_INT(ground_at(&ground, 30, 50), <, 12000);
    EXPECT_INT(ground_at(&ground, 140, 50), ==, RIPPLE_RELIEF_OPEN * 200 / 255);
    /* Painted land stays where the part above it is made anew. */
    ripple_land_map_depths(ground.depths, ground.map, COLUMNS, ROWS);
    memset(ground.depths + 60 * COLUMNS, RIPPLE_DEPTH_LAND, 20);
    ripple_relief_update(&ground.relief, ground.depths, NULL, suns[2]);
    ripple_relief_update(&ground.relief, ground.depths,
                         &(RippleRect){0, 40, 9, 60 - 12 - 40}, suns[2]);
    check_shores(&ground);
    EXPECT_INT(ground_at(&ground, 10, 62), >, 60 * -60 + 20 * 22);
    EXPECT_INT(ground_at(&ground, 10, 73), ==, 60 * -60 + 20 * 33);
    ripple_relief_clear(&ground.relief);
}

/* The light of level ground where a shadow reaches so many cells above it: 2
   cells are its rim. */
static double soft_light(double cells)
{
    double t = fmin(fmax(cells / 2, 0), 1);

    return RIPPLE_RELIEF_LEVEL * (1 - t * t * (3 - 2 * t));
}

/* A wall throws a shadow away from the sun, softer at its end. */
TEST(land, shadows)
{
    Ground ground;

    open_ground(&ground);
    ground.relief.map = ground.map;
    for (int i = 0; i < CELLS; i++) {
        ground.depths[i] = i % COLUMNS == 70 ? 0 : 255;
        ground.map[i] = i % COLUMNS == 70 ? UINT16_MAX : 16384;
    }
    for (int i = 0; i < 2; i++) {
        const float sun[3] = {i == 0 ? 0.8f : -0.8f, 0, 0.6f};
        int away = i == 0 ? -1 : 1;

        ripple_relief_update(&ground.relief, ground.depths, NULL, sun);
        /* Rays fall 3 in 4 from the top of the wall. */
        for (int k = 2; k < 20; k++) {
            double light = soft_light(COLUMNS / 16.0 - 0.75 * k);

            EXPECT(fabs(light_at(&ground, 70 + away * k, 40) - light) <= 1.1);
            EXPECT_INT(light_at(&ground, 70 - away * k, 40), ==, 128);
        }
    }
    ripple_relief_clear(&ground.relief);
}

/* What is derived for a painted part is what is derived for all. */
TEST(land, painted_parts)
{
    Ground part, all;
    uint32_t chance = 1;

    for (int i = 0; i < 120; i++) {
        const float *sun = suns[i / 20];
        RippleRect rect;

        if (i % 20 == 0) {
            if (i > 0) {
                ripple_relief_clear(&part.relief);
                ripple_relief_clear(&all.relief);
            }
            open_ground(&part);
            open_ground(&all);
            part.relief.map = all.relief.map = i % 40 == 0 ? part.map : NULL;
            ripple_relief_update(&part.relief, part.depths, NULL, sun);
        }
        chance = chance * 1664525u + 1013904223u;
        rect =
            (RippleRect){(int)(chance >> 8) % (COLUMNS - 20),
                         (int)(chance >> 16) % (ROWS - 20),
                         1 + (int)(chance >> 24) % 20, 1 + (int)(chance >> 28)};
        for (int y = rect.y; y < rect.y + rect.height; y++)
            memset(part.depths + y * COLUMNS + rect.x, i % 3 * 90,
                   (size_t)rect.width);
        ripple_relief_update(&part.relief, part.depths, &rect, sun);
        ripple_relief_update(&all.relief, part.depths, NULL, sun);
        check_shores(&part);
        EXPECT(memcmp(part.relief.floor, all.relief.floor,
                      FLOORS * sizeof *all.relief.floor) == 0);
        EXPECT(memcmp(part.relief.light, all.relief.light, CELLS) == 0);
    }
    ripple_relief_clear(&part.relief);
    ripple_relief_clear(&all.relief);
}
