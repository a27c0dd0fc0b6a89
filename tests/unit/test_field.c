/* SPDX-License-Identifier: MIT */
/* The planes of heights and their flags, against the words of
 * lib/water/field.h. */
#include "lib/water/field.h"
#include "lib/kernels/kernels.h"
#include "lib/look/refraction.h"
#include "lib/water/boundary.h"
#include "lib/water/mask.h"
#include "water.h"

#include <stdlib.h>
#include <string.h>

/* Tiles that end before a whole one. */
enum { COLUMNS = 200, ROWS = 50, WIDE = 4, HIGH = 7 };

static void free_field(void *memory)
{
    ripple_field_clear(memory);
    free(memory);
}

/* With speeds and fractions, or with heights alone. */
static Field *make_field(int columns, int rows, int has_more)
{
    Field *field = support_own(calloc(1, sizeof *field), free_field);

    EXPECT_OK(ripple_field_init(field, columns, rows));
    if (has_more) {
        EXPECT_OK(ripple_field_add_plane(field, &field->speeds));
        EXPECT_OK(ripple_field_add_fractions(field));
    }
    return field;
}

static int16_t *cell_of(const Field *field, const Plane *plane, int x, int y)
{
    return &ripple_field_halo_row(field, plane->cells, y)[x + 1];
}

static int16_t *fraction_of(const Field *field, const Plane *plane, int x,
                            int y)
{
    return &ripple_field_halo_row(field, plane->fractions, y)[x + 1];
}

static uint8_t *flags_of(const Field *field, const Plane *plane, int x, int y)
{
    return &ripple_field_flags(field, plane, y)[x];
}

/* Random cells and halo, and the flags of all tiles. */
static void stir(Field *field, uint64_t seed)
{
    Plane *planes[] = {&field->now, &field->before, &field->speeds};

    for (int i = 0; i < 3 && planes[i]->cells != NULL; i++) {
        for (int y = -1; y <= field->rows; y++) {
            for (int x = -1; x <= field->columns; x++) {
                *cell_of(field, planes[i], x, y) =
                    (int16_t)(support_between(&seed, 0, 16000) * 2 - 16001);
                if (planes[i]->fractions != NULL)
                    *fraction_of(field, planes[i], x, y) =
                        (int16_t)(support_between(&seed, -900, 900) * 2 + 1);
            }
        }
    }
    ripple_field_set_flags(field, RIPPLE_ACTIVE_ALL);
}

TEST_CASE(pool, field, .timeout_s = 4);

TEST(field, rows_are_aligned)
{
    for (int columns = 1; columns < 140; columns++) {
        Field *field = make_field(columns, columns / 2 + 1, 1);
        size_t needed = (size_t)columns + 2;

        EXPECT_INT(field->stride % 32, ==, 0);
        EXPECT(field->stride >= needed && field->stride < needed + 32);
        EXPECT_INT((uintptr_t)field->now.cells % 64, ==, 0);
        EXPECT_INT((uintptr_t)field->before.cells % 64, ==, 0);
        EXPECT_INT((uintptr_t)field->now.fractions % 64, ==, 0);
        EXPECT_INT(field->tile_columns, ==, (columns + 63) / 64);
        EXPECT_INT(field->tile_rows, ==, (columns / 2 + 8) / 8);
        EXPECT_INT(field->tile_stride, ==, field->tile_columns + 2);
        EXPECT(ripple_field_is_zero(field));
        support_release();
    }
}

/* Fractions belong to heights, and to the spare plane of a current. */
TEST_LOOP(field, fractions_come_and_go, 2)
{
    Field *field = make_field(COLUMNS, ROWS, 0);
    Plane *plane;

    if (_i)
        EXPECT_OK(ripple_field_add_plane(field, &field->spare));
    EXPECT_OK(ripple_field_add_plane(field, &field->speeds));
    EXPECT_OK(ripple_field_add_fractions(field));
    EXPECT_INT(field->now.fractions != NULL, ==, 1);
    EXPECT_INT(field->before.fractions != NULL, ==, 1);
    EXPECT_INT(field->spare.fractions != NULL, ==, _i);
    EXPECT_INT(field->speeds.fractions != NULL, ==, 0);
    EXPECT(ripple_field_is_zero(field));
    stir(field, 3);
    EXPECT_OK(ripple_field_add_fractions(field));
    EXPECT_INT(*fraction_of(field, &field->now, 3, 3), !=, 0);
    ripple_field_remove_fractions(field);
    for (int i = 0; (plane = ripple_field_plane(field, i)) != NULL; i++)
        EXPECT(plane->fractions == NULL);
    EXPECT_INT(*cell_of(field, &field->now, 3, 3), !=, 0);
}

static int has(int flags, int wanted)
{
    return (flags & wanted) == wanted;
}

/* Tiles that share an active side, or two at a corner, and all of eight
   neighbours; the border counts too. */
TEST(field, who_is_active_and_who_is_near)
{
    enum {
        TOP = RIPPLE_ACTIVE_TOP,
        BOTTOM = RIPPLE_ACTIVE_BOTTOM,
        LEFT = RIPPLE_ACTIVE_LEFT,
        RIGHT = RIPPLE_ACTIVE_RIGHT,
    };
    Field *field = make_field(COLUMNS, ROWS, 0);
    uint64_t random = 3;

    for (int times = 0; times < 400; times++) {
        uint8_t active[WIDE + 1] = {0}, near[WIDE + 1] = {0};
        int at[HIGH + 2][WIDE + 2]; /* the border is 0 and the last */

        for (int y = 0; y < HIGH + 2; y++) {
            for (int x = 0; x < WIDE + 2; x++) {
                at[y][x] = support_between(&random, 0, times % 9) == 0
                               ? support_between(&random, 0, 31)
                               : 0;
                *flags_of(field, &field->now, x - 1, y - 1) = (uint8_t)at[y][x];
            }
        }
        for (int y = 1; y <= HIGH; y++) {
            ripple_field_find_reached(active, field, &field->now, y - 1);
            ripple_field_find_near_active(near, field, &field->now, y - 1);
            EXPECT_INT(active[WIDE] | near[WIDE], ==, 0);
            for (int x = 1; x <= WIDE; x++) {
                int any = 0;

                for (int i = 0; i < 9; i++)
                    any |= at[y + i / 3 - 1][x + i % 3 - 1];
                EXPECT_INT(near[x - 1], ==, any != 0);
                EXPECT_INT(active[x - 1], ==,
                           at[y][x] || has(at[y - 1][x], BOTTOM) ||
                               has(at[y + 1][x], TOP) ||
                               has(at[y][x - 1], RIGHT) ||
                               has(at[y][x + 1], LEFT) ||
                               has(at[y - 1][x - 1], BOTTOM | RIGHT) ||
                               has(at[y - 1][x + 1], BOTTOM | LEFT) ||
                               has(at[y + 1][x - 1], TOP | RIGHT) ||
                               has(at[y + 1][x + 1], TOP | LEFT));
            }
        }
    }
}

TEST(field, counts_of_active_tiles)
{
    Field *field = make_field(COLUMNS, ROWS, 0);
    uint64_t random = 3;
    int all = 0;

    for (int i = 0; i < 2 * HIGH; i++) {
        Plane *plane = i % 2 ? &field->before : &field->now;
        int count = 0;

        for (int x = -1; x <= WIDE; x++) {
            int flags = max_int(support_between(&random, -31, 31), 0);

            *flags_of(field, plane, x, i / 2) = (uint8_t)flags;
            count += flags != 0 && x >= 0 && x < WIDE;
        }
        ripple_field_count_row(field, plane, i / 2);
        EXPECT_INT(plane->active_tiles[i / 2], ==, count);
        all += count;
        EXPECT_INT(ripple_field_count_active(field), ==, all);
    }
}

TEST_LOOP(field, flags_of_all_planes, 2)
{
    Field *field = make_field(COLUMNS, ROWS, _i);
    Plane *planes[] = {&field->now, &field->before, &field->speeds};

    ripple_field_set_flags(field, RIPPLE_ACTIVE_ALL);
    EXPECT_INT(field->is_halo_stale, ==, 1);
    for (int i = 0; i < 2 + _i; i++) {
        for (int y = -1; y <= HIGH; y++) {
            int is_inside = y >= 0 && y < HIGH;

            EXPECT_INT(planes[i]->active_tiles[y], ==, is_inside ? WIDE : 0);
            for (int x = -1; x <= WIDE; x++)
                EXPECT_INT(*flags_of(field, planes[i], x, y), ==,
                           is_inside && x >= 0 && x < WIDE ? RIPPLE_ACTIVE_ALL
                                                           : 0);
        }
    }
}

/* All of a tile and nothing else, unless its flags say that it is 0. */
TEST_LOOP(field, a_tile_is_reset, 2)
{
    Field *field = make_field(COLUMNS, ROWS, 1);

    stir(field, 3);
    if (_i)
        *flags_of(field, &field->now, 3, 6) = 0;
    ripple_field_reset_tile(field, &field->now, 3, 6);
    for (int y = -1; y <= ROWS; y++) {
        for (int x = -1; x <= COLUMNS; x++) {
            int is_in = x >= 192 && x < COLUMNS && y >= 48 && y < ROWS && !_i;

            EXPECT((*cell_of(field, &field->now, x, y) == 0) == is_in);
            EXPECT((*fraction_of(field, &field->now, x, y) == 0) == is_in);
        }
    }
    for (int i = 0; i < WIDE * HIGH; i++)
        EXPECT_INT(*flags_of(field, &field->now, i % WIDE, i / WIDE) == 0, ==,
                   i == WIDE * HIGH - 1);
}

/* After a reset nothing is left, halo and border included. */
TEST_LOOP(field, a_field_is_reset, 2)
{
    Field *field = make_field(COLUMNS, ROWS, _i);
    Plane *planes[] = {&field->now, &field->before, &field->speeds};

    stir(field, 3);
    for (int i = 0; i < 2 + _i; i++) {
        memset(planes[i]->flag_memory, RIPPLE_ACTIVE_ALL,
               (WIDE + 2) * (HIGH + 2));
        planes[i]->active_tiles[-1] = planes[i]->active_tiles[HIGH] = WIDE;
    }
    ripple_field_reset(field);
    for (int i = 0; i < 2 + _i; i++) {
        for (int y = -1; y <= ROWS; y++) {
            for (int x = -1; x <= COLUMNS; x++)
                EXPECT_INT(*cell_of(field, planes[i], x, y), ==, 0);
            for (int x = -1; x <= COLUMNS && planes[i]->fractions != NULL; x++)
                EXPECT_INT(*fraction_of(field, planes[i], x, y), ==, 0);
        }
        for (int y = -1; y <= HIGH; y++) {
            EXPECT_INT(planes[i]->active_tiles[y], ==, 0);
            for (int x = -1; x <= WIDE; x++)
                EXPECT_INT(*flags_of(field, planes[i], x, y), ==, 0);
        }
    }
}

/* One height, fraction or speed anywhere, in a tile that is flagged. */
TEST(field, one_cell_is_not_zero)
{
    Field *field = make_field(COLUMNS, ROWS, 1);
    Plane *planes[] = {&field->now, &field->before, &field->speeds};

    for (int i = 0; i < 5 * COLUMNS * ROWS; i += 7) {
        int x = i / 5 % COLUMNS, y = i / 5 / COLUMNS;
        Plane *plane = planes[i % 5 % 3];
        int16_t *cell = i % 5 < 3 ? cell_of(field, plane, x, y)
                                  : fraction_of(field, plane, x, y);
        uint8_t *flags = flags_of(field, plane, x / 64, y / 8);

        EXPECT(ripple_field_is_zero(field));
        *cell = -2;
        *flags = RIPPLE_ACTIVE;
        ripple_field_count_row(field, plane, y / 8);
        EXPECT(!ripple_field_is_zero(field));
        *cell = 0; /* active tiles may be 0 */
        EXPECT(ripple_field_is_zero(field));
        *flags = 0;
        ripple_field_count_row(field, plane, y / 8);
    }
}

/* Only a lower limit changes heights, and speeds never. */
TEST(field, heights_are_limited)
{
    static const int limits[][2] = {/* set, in force */
                                    {8191, 8191},
                                    {INT16_MAX, 8191},
                                    {90, 90}};
    Field *field = make_field(COLUMNS, ROWS, 1);
    Plane *planes[] = {&field->now, &field->before, &field->speeds};
    Field *old = make_field(COLUMNS, ROWS, 1);
    Plane *sources[] = {&old->now, &old->before, &old->speeds};

    stir(field, 3);
    stir(old, 3);
    for (int i = 0; i < COUNT(limits); i++) {
        int max = limits[i][1];

        field->is_halo_stale = 0;
        ripple_field_limit(field, limits[i][0]);
        EXPECT_INT(field->max_height, ==, limits[i][0]);
        EXPECT_INT(field->is_halo_stale, ==, limits[i][0] == max);
        for (int j = 0; j < 3 * COLUMNS * ROWS; j++) {
            int x = j / 3 % COLUMNS, y = j / 3 / COLUMNS;
            int was = *cell_of(old, sources[j % 3], x, y);

            EXPECT_INT(*cell_of(field, planes[j % 3], x, y), ==,
                       j % 3 == 2 ? was : clamp_int(was, -max, max));
        }
    }
}

/* now - before, in 1/16 of a height a step; what moves makes its tile active.
 */
TEST(field, speeds_of_heights)
{
    Field *field = make_field(COLUMNS, ROWS, 1);

    for (int i = 0; i < COLUMNS * ROWS; i++) {
        int x = i % COLUMNS, y = i / COLUMNS;

        if (x / 64 == 2 || y / 8 == 3)
            continue;
        *cell_of(field, &field->now, x, y) = (int16_t)(i * 5 - 20000);
        *cell_of(field, &field->before, x, y) =
            (int16_t)(i * 5 - 20000 - i % 9);
    }
    *cell_of(field, &field->now, 199, 49) = INT16_MIN;
    *cell_of(field, &field->before, 199, 49) = 5;
    for (int y = -1; y <= ROWS; y++)
        *cell_of(field, &field->now, -1, y) =
            *cell_of(field, &field->now, COLUMNS, y) = 7;
    for (int x = 0; x < COLUMNS; x++)
        *cell_of(field, &field->now, x, ROWS) = 7;
    ripple_field_init_speeds(field);
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        int x = i % COLUMNS, y = i / COLUMNS;
        int moves = x / 64 != 2 && y / 8 != 3;

        EXPECT_INT(*cell_of(field, &field->speeds, x, y), ==,
                   i == COLUMNS * ROWS - 1 ? INT16_MIN
                   : moves                 ? i % 9 * 16
                                           : 0);
        EXPECT_INT(*flags_of(field, &field->now, x / 64, y / 8), ==,
                   moves ? RIPPLE_ACTIVE_ALL : 0);
        EXPECT_INT(*flags_of(field, &field->speeds, x / 64, y / 8), ==,
                   moves ? RIPPLE_ACTIVE_ALL : 0);
    }
    for (int y = -1; y <= ROWS; y++) {
        for (int x = -1; x <= COLUMNS; x += y < ROWS ? COLUMNS + 1 : 1)
            EXPECT_INT(*cell_of(field, &field->speeds, x, y), ==, 0);
    }
    EXPECT_INT(field->speeds.active_tiles[0], ==, WIDE - 1);
    EXPECT_INT(field->speeds.active_tiles[3], ==, 0);
    EXPECT_INT(field->now.active_tiles[6], ==, WIDE - 1);
}

/* Copies all that fits, from the top left corner, with its flags but not those
   of the border; the rest stays calm. */
TEST_LOOP(field, the_part_that_fits_is_copied, 8)
{
    static const int sizes[][2] = {{130, 60}, {260, 20}, {40, 7}, {300, 70}};
    int columns = sizes[_i / 2][0], rows = sizes[_i / 2][1];
    Field *from = make_field(COLUMNS, ROWS, 1);
    Field *to = make_field(columns, rows, _i % 2);
    Plane *planes[] = {&to->now, &to->before, &to->speeds};
    Plane *sources[] = {&from->now, &from->before, &from->speeds};

    stir(from, 5);
    for (int i = 0; i < 3 * (WIDE + 2) * (HIGH + 2); i++) {
        int x = i / 3 % (WIDE + 2) - 1, y = i / 3 / (WIDE + 2) - 1;

        *flags_of(from, sources[i % 3], x, y) = RIPPLE_ACTIVE_ALL;
    }
    *flags_of(from, &from->before, 0, 0) = 0;
    ripple_field_copy(to, from);
    EXPECT_INT(to->is_halo_stale, ==, 1);
    for (int i = 0; i < 2 + _i % 2; i++) {
        for (int y = -1; y <= rows; y++) {
            for (int x = -1; x <= columns; x++) {
                int is_in = x >= 0 && y >= 0 && x < min_int(columns, COLUMNS) &&
                            y < min_int(rows, ROWS);

                EXPECT_INT(*cell_of(to, planes[i], x, y), ==,
                           is_in ? *cell_of(from, sources[i], x, y) : 0);
                if (planes[i]->fractions != NULL)
                    EXPECT_INT(*fraction_of(to, planes[i], x, y), ==,
                               is_in ? *fraction_of(from, sources[i], x, y)
                                     : 0);
            }
        }
        for (int y = -1; y <= to->tile_rows; y++) {
            int count = 0;

            for (int x = -1; x <= to->tile_columns; x++) {
                int is_in =
                    x >= 0 && y >= 0 && x < min_int(to->tile_columns, WIDE) &&
                    y < min_int(to->tile_rows, HIGH) && (i != 1 || x + y > 0);

                EXPECT_INT(*flags_of(to, planes[i], x, y), ==,
                           is_in ? RIPPLE_ACTIVE_ALL : 0);
                count += is_in;
            }
            EXPECT_INT(planes[i]->active_tiles[y], ==, count);
        }
    }
}

/* A struct that is cleared is zero, and may be cleared again. */
TEST_LOOP(field, cleared_twice, 2)
{
    Field field;
    Boundary boundary;
    Mask mask;
    GridMap grid_map;
    Refraction refraction;

    EXPECT_OK(ripple_field_init(&field, COLUMNS, ROWS));
    EXPECT_OK(ripple_boundary_init(&boundary, &field));
    EXPECT_OK(ripple_mask_init(&mask, &field, 0));
    EXPECT_OK(ripple_grid_map_init(
        &grid_map, ripple_grid_choose(COLUMNS * (_i + 1), ROWS * (_i + 1), 0)));
    EXPECT_OK(ripple_refraction_init(&refraction, &field, &grid_map));
    for (int times = 0; times < 2; times++) {
        ripple_field_clear(&field);
        ripple_boundary_clear(&boundary);
        ripple_mask_clear(&mask);
        ripple_grid_map_clear(&grid_map);
        ripple_refraction_clear(&refraction);
        EXPECT(field.now.cells == NULL && field.before.cells == NULL);
        EXPECT(boundary.open.memory == NULL && boundary.kind == 0);
        EXPECT(mask.depths == NULL && mask.wraps == 0);
        EXPECT(grid_map.memory == NULL && grid_map.size.rows == 0);
        EXPECT(refraction.dirty == NULL && refraction.changed.count == 0 &&
               refraction.dirty_blocks.dirty == NULL);
    }
}
