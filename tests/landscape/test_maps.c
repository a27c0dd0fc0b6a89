/* SPDX-License-Identifier: MIT */
/* What the view in perspective shows of waves: by depth, and at the edges. */
#include "lib/view3d/terrain.h"

#include "../unit/water.h"

#include <stdlib.h>

enum { COLUMNS = 160, ROWS = 96, CELLS = COLUMNS * ROWS, BAND = COLUMNS / 16 };

TEST_CASE(perspective, maps, .timeout_s = 20, .tear_down = support_release);

typedef struct Sea {
    Relief relief;
    Maps maps;
    int16_t heights[CELLS];
} Sea;

/* A floor that rises from the left edge, where water is open, to land in the
   right quarter. */
static void open_sea(Sea *sea)
{
    uint8_t depths[CELLS];

    for (int i = 0; i < CELLS; i++)
        depths[i] = (uint8_t)max_int(255 - 255 * (i % COLUMNS) / 120, 0);
    EXPECT_OK(ripple_relief_init(&sea->relief, COLUMNS, ROWS));
    EXPECT_OK(ripple_maps_init(&sea->maps, &sea->relief));
    ripple_relief_update(&sea->relief, depths, NULL, (float[]){0, 0, 1});
    ripple_maps_set_ground(&sea->maps, &sea->relief);
    ripple_maps_scale(&sea->maps, 0.25);
}

static void survey(Sea *sea)
{
    for (int y = 0; y < ROWS; y++)
        ripple_maps_survey(&sea->maps, &sea->relief, sea->heights, COLUMNS, y);
}

static void close_sea(Sea *sea)
{
    ripple_maps_clear(&sea->maps);
    ripple_relief_clear(&sea->relief);
}

static const Place *place_at(const Sea *sea, int x, int y)
{
    return sea->maps.places + y * sea->maps.terrain.stride + x;
}

/* The light on the floor, in 1/100 of that of calm water. */
static int light_at(const Sea *sea, int x, int y)
{
    return sea->relief.floor[y * sea->relief.stride + x].light * 100 /
           ripple_maps_shine(sea->relief.light[y * COLUMNS + x]);
}

/* A ridge along x of 60 and a trough 20 cells below it, in deep water. */
TEST(maps, light_under_crests)
{
    const int x = 2 * BAND, crest = 30, trough = 50;
    Sea sea;

    open_sea(&sea);
    for (int i = 0; i < CELLS; i++) {
        int up = 60 - 20 * abs(i / COLUMNS - crest);
        int down = 60 - 20 * abs(i / COLUMNS - trough);

        sea.heights[i] = (int16_t)(max_int(up, 0) - max_int(down, 0));
    }
    survey(&sea);
    EXPECT_INT(light_at(&sea, x, crest), >, 120);
    EXPECT_INT(light_at(&sea, x, trough), <, 90);
    EXPECT_INT(light_at(&sea, x, 40), ==, 100);
    EXPECT_INT(light_at(&sea, x, crest), >, light_at(&sea, 100, crest));
    EXPECT_INT(place_at(&sea, x, crest)->water, >, 0);
    EXPECT_INT(place_at(&sea, x, crest)->water, ==,
               -place_at(&sea, x, trough)->water);
    EXPECT_INT(place_at(&sea, x, crest)->water, >,
               place_at(&sea, 1, crest)->water);
    EXPECT_INT(place_at(&sea, x, crest - 1)->slope_y, >, 0);
    EXPECT_INT(place_at(&sea, x, crest)->slope_x, ==, 0);
    close_sea(&sea);
}
