/* SPDX-License-Identifier: MIT */
/* The panel of the menu: where its parts are, that it fits, that all of it can
   be read, and the shapes that it is drawn with. */
#include "app/osd/menu_mark.h"
#include "app/osd/menu_panel.h"
#include "app/osd/shape.h"
#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"
#include "../support.h"
#include "../test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 30, ACTIONS = 2 };

static MenuPanelRow rows[ROWS];

/* Numbers, words, and two actions. */
static void fill_rows(void)
{
    memset(rows, 0, sizeof rows);
    for (int i = 0; i < ROWS; i++) {
        MenuPanelRow *row = &rows[i];

        snprintf(row->label, sizeof row->label, "row ### %d", i);
        snprintf(row->value, sizeof row->value, "##%d", i);
        row->place = i % 2 ? (double)i / ROWS : -1;
        row->is_action = i >= ROWS - ACTIONS;
    }
}

static MenuPanel lay_out(int width, int height, int size, int selected,
                         int first)
{
    MenuPanel content = {.title = "title",
                         .rows = rows,
                         .count = ROWS,
                         .selected = selected,
                         .first = first};
    MenuPanel menu;

    fill_rows();
    menu_panel_lay_out(&menu, &content, &(PanelSpace){width, height, size});
    return menu;
}

/* The pixels of a panel over transparent black; of the test. */
static const RipplePixels *draw(const Panel *panel)
{
    static RipplePixels pixels;

    pixel_buffer_clear(&pixels);
    EXPECT_OK(pixel_buffer_init(&pixels, panel->width, panel->height,
                                RIPPLE_FORMAT_ARGB8888));
    memset(pixels.pixels, 0,
           pixels.stride * (size_t)pixels.height * sizeof *pixels.pixels);
    panel_draw(panel, &pixels);
    return &pixels;
}

TEST_CASE(osd, menu_panel, .timeout_s = 20);

/* It lies in every window, whole or not at all, and at 320x240 it is there. */
TEST(menu_panel, fits_every_window)
{
    static const int sides[] = {1, 20, 77, 150, 240, 320, 600, 1280, 3840};

    for (int i = 0; i < COUNT(sides) * COUNT(sides); i++) {
        int width = sides[i / COUNT(sides)], height = sides[i % COUNT(sides)];
        MenuPanel menu = lay_out(width, height, 12, 7, 0);
        Panel mark;

        EXPECT(menu.panel.x >= 0 && menu.panel.y >= 0);
        EXPECT_INT(menu.panel.x + menu.panel.width, <=, width);
        EXPECT_INT(menu.panel.y + menu.panel.height, <=, height);
        EXPECT(menu.panel.width > 0 || width < 320 || height < 150);
        EXPECT(menu.panel.width == 0 || menu.panel.size == 12 || width < 320 ||
               height < 240);
        menu_mark_lay_out(&mark, &(PanelSpace){width, height, 12});
        EXPECT(mark.x + mark.width <= width && mark.y + mark.height <= height);
    }
}

/* The selected row is always to be seen; it scrolls no further than that. The
   actions stay. */
TEST(menu_panel, scrolls_to_the_selected_row)
{
    enum { LIST = ROWS - ACTIONS };
    int first = 0, shown = lay_out(320, 240, 12, 0, 0).shown;

    EXPECT_INT(shown, ==, 4);
    for (int i = 0; i < 2 * LIST; i++) {
        int selected = i < LIST ? i : 2 * LIST - 1 - i;
        MenuPanel menu = lay_out(320, 240, 12, selected, first);

        EXPECT_INT(menu.shown, ==, shown);
        EXPECT_INT(menu.actions, ==, ACTIONS);
        EXPECT_INT(menu.first, ==,
                   i < LIST ? max_int(0, i - shown + 1)
                            : min_int(first, selected));
        first = menu.first;
    }
    EXPECT_INT(lay_out(320, 240, 12, ROWS - 1, 99).first, ==, LIST - shown);
    EXPECT_INT(lay_out(320, 240, 12, ROWS - 1, 3).first, ==, 3);
    EXPECT_INT(lay_out(1000, 2000, 12, 3, 9).first, ==, 0);
}

/* Where there is no room for all actions the last are left out. */
TEST(menu_panel, actions_with_little_room)
{
    MenuPanel menu;

    fill_rows();
    for (int i = ROWS - 8; i < ROWS; i++)
        rows[i].is_action = 1;
    menu_panel_lay_out(&menu,
                       &(MenuPanel){.title = "title",
                                    .rows = rows,
                                    .count = ROWS,
                                    .selected = ROWS - 1},
                       &(PanelSpace){320, 240, 12});
    EXPECT_INT(menu.actions, ==, 2);
    EXPECT_INT(menu.selected, ==, ROWS - 7);
    menu_panel_lay_out(&menu,
                       &(MenuPanel){.title = "title",
                                    .rows = rows,
                                    .count = ROWS,
                                    .selected = ROWS - 1},
                       &(PanelSpace){896, 504, 12});
    EXPECT_INT(menu.actions, ==, 8);
    EXPECT_INT(menu.selected, ==, ROWS - 1);
}

/* What is where, from the left of each row: the label, the track, and the
   arrows on both sides of the value; no track where there is no room. A word
   goes on from its first letter. */
TEST_LOOP(menu_panel, parts, 2)
{
    static const MenuPart with[] = {MENU_PART_LABEL, MENU_PART_TRACK,
                                    MENU_PART_LESS, MENU_PART_MORE};
    static const MenuPart without[] = {MENU_PART_LABEL, MENU_PART_LESS,
                                       MENU_PART_MORE};
    MenuPanel menu = lay_out(_i ? 290 : 900, 900, 12, 3, 0);
    const Panel *panel = &menu.panel;

    EXPECT_INT(menu.track_width > 0, ==, !_i);
    EXPECT_INT(menu.shown, ==, ROWS - ACTIONS);
    for (int i = 0; i < ROWS - ACTIONS; i++) {
        int y = panel->y + menu.top + i * menu.pitch + menu.pitch / 2;
        const MenuPart *wanted = i % 2 && !_i ? with : without;
        int found = 0;
        MenuPart last = MENU_PART_NONE;

        for (int x = panel->x; x < panel->x + panel->width; x++) {
            MenuPlace place = menu_panel_find(&menu, x, y);

            if (place.part == MENU_PART_NONE || place.part == last)
                continue;
            EXPECT_INT(place.row, ==, i);
            EXPECT_INT(place.part, ==, wanted[found]);
            last = wanted[found++];
        }
        EXPECT_INT(last, ==, MENU_PART_MORE);
        EXPECT_INT(
            menu_panel_find(&menu, panel->x + menu.less + panel->size, y).part,
            ==, i % 2 ? MENU_PART_LESS : MENU_PART_MORE);
    }
    EXPECT_INT(menu_panel_find(&menu, 0, 0).part, ==, MENU_PART_NONE);
    EXPECT_INT(menu_panel_find(&menu, 40, 20).part, ==, MENU_PART_INSIDE);
    EXPECT_INT(menu_panel_find(&menu, panel->x + menu.right - 3, 30).part, ==,
               MENU_PART_CLOSE);
}

/* The bar: from the first rows to the last ones, and never past them. */
TEST(menu_panel, bar)
{
    MenuPanel menu = lay_out(320, 240, 12, 0, 0);
    int last = 0, list = ROWS - ACTIONS;

    EXPECT_INT(menu_panel_find(&menu, menu.right + 12, menu.top + 20).part, ==,
               MENU_PART_BAR);
    EXPECT_INT(menu_panel_find(&menu, menu.left, menu.foot - 3).part, ==,
               MENU_PART_INSIDE);
    EXPECT_INT(menu_panel_scroll(&menu, -1000), ==, 0);
    for (int y = menu.top; y < menu.foot; y++) {
        int first = menu_panel_scroll(&menu, y);

        EXPECT(first >= last && first <= list - menu.shown);
        last = first;
    }
    EXPECT_INT(last, ==, list - menu.shown);
}

/* From one end of a track to the other, and beside it the nearest end. */
TEST(menu_panel, places)
{
    MenuPanel menu = lay_out(900, 900, 12, 3, 0);
    double last = 0;

    for (int x = -5; x < 400; x++) {
        double place = menu_panel_place(&menu, x);

        EXPECT(place >= last && place <= 1);
        last = place;
    }
    EXPECT(last == 1);
    EXPECT(fabs(menu_panel_place(&menu, menu.track + menu.track_width / 2) -
                0.5) < 0.02);
}

/* The luminance of a colour after WCAG, with that alpha over a grey. */
static double luminance(uint32_t argb, double grey)
{
    static const double weights[] = {0.0722, 0.7152, 0.2126};
    double alpha = (argb >> 24) / 255.0, sum = 0;

    for (int i = 0; i < 3; i++) {
        double value =
            (argb >> 8 * i & 255) / 255.0 * alpha + grey * (1 - alpha);

        sum +=
            weights[i] * (value <= 0.04045 ? value / 12.92
                                           : pow((value + 0.055) / 1.055, 2.4));
    }
    return sum;
}

/* Over a white and over a black picture text has a contrast of 4.5 to 1: the
   brightest pixel of each label and value, to the darkest of the row. */
TEST(menu_panel, contrast)
{
    MenuPanel menu = lay_out(900, 900, 24, 3, 0);
    const RipplePixels *pixels = draw(&menu.panel);

    for (int i = menu.first; i < menu.first + menu.shown; i++) {
        int top = menu.top + (i - menu.first) * menu.pitch;
        int sides[] = {menu.left, menu.track, menu.less, menu.right};

        for (int part = 0; part < 4; part += 2) {
            for (int grey = 0; grey < 2; grey++) {
                double min = 1, max = 0;

                for (int y = top + 4; y < top + menu.pitch - 4; y++) {
                    for (int x = sides[part]; x < sides[part + 1]; x++) {
                        double here = luminance(
                            *(uint32_t *)pixel_buffer_at(pixels, x, y), grey);

                        min = fmin(min, here);
                        max = fmax(max, here);
                    }
                }
                EXPECT((max + 0.05) / (min + 0.05) >= 4.5);
            }
        }
    }
}

/* The knob of a number is where its place is. */
TEST(menu_panel, knobs)
{
    MenuPanel menu = lay_out(900, 900, 12, 0, 0);
    int y = menu.top + 3 * menu.pitch + menu.pitch / 2;
    int middles[3];

    for (int i = 0; i < 3; i++) {
        int sum = 0, count = 0;
        const RipplePixels *pixels;

        rows[3].place = i / 2.0;
        pixels = draw(&menu.panel);
        for (int x = menu.track; x < menu.less; x++) {
            if (*(uint32_t *)pixel_buffer_at(pixels, x, y + 2) ==
                PANEL_KEY_COLOUR) {
                sum += x;
                count++;
            }
        }
        EXPECT_INT(count, >=, 3);
        middles[i] = sum / count;
    }
    EXPECT_INT(middles[0], >=, menu.track);
    EXPECT_INT(abs(middles[0] + middles[2] - 2 * middles[1]), <=, 2);
    EXPECT_INT(middles[2] - middles[0], >=, menu.track_width - 12);
}

/* A value that is too long ends in dots, and stays in its column. */
TEST(menu_panel, long_values_are_cut)
{
    MenuPanel menu = lay_out(900, 900, 12, 8, 0);
    const RipplePixels *pixels;
    uint32_t before[64];
    int x = menu.track - 3;

    pixels = draw(&menu.panel);
    for (int y = 0; y < menu.pitch; y++)
        before[y] = *(uint32_t *)pixel_buffer_at(pixels, x, menu.top + y);
    snprintf(rows[0].value, sizeof rows[0].value,
             "a holiday in the north of the south, 1999.jpg");
    pixels = draw(&menu.panel);
    for (int y = 0; y < menu.pitch; y++)
        EXPECT(before[y] ==
               *(uint32_t *)pixel_buffer_at(pixels, x, menu.top + y));
}

/* Opaque shapes have their colour inside, none outside, and a share of it on
   their edges; what is beyond the target is cut off. */
TEST(menu_panel, shapes)
{
    enum { SIDE = 20, GUARD = 4 };
    uint32_t sheet[SIDE * (SIDE + 2 * GUARD)] = {0};
    RipplePixels target = {.pixels = sheet + GUARD * SIDE,
                           .width = SIDE,
                           .height = SIDE,
                           .stride = SIDE};
    ShapeBox disc = {4, 4, 12, 12, 6}, bar = {-5, -5, 40, 7, 0};

    shape_draw_box(&target, &disc, 0xff336699);
    EXPECT(target.pixels[10 * SIDE + 10] == 0xff336699);
    EXPECT(target.pixels[4 * SIDE + 4] == 0);
    EXPECT(target.pixels[3 * SIDE + 10] == 0);
    EXPECT((target.pixels[5 * SIDE + 6] & 0xffffff) == 0x336699);
    EXPECT(target.pixels[5 * SIDE + 6] >> 24 > 0 &&
           target.pixels[5 * SIDE + 6] >> 24 < 255);
    shape_draw_box(&target, &bar, 0x80ffffff);
    EXPECT(target.pixels[0] == 0x80ffffff);
    EXPECT(target.pixels[SIDE + 19] == 0x80ffffff);
    EXPECT(target.pixels[2 * SIDE] == 0);
    bar.y = 8;
    shape_draw_box(&target, &bar, 0x80ffffff);
    EXPECT(target.pixels[10 * SIDE + 10] == 0xff99b3cc);
    memset(target.pixels, 0, (size_t)SIDE * SIDE * sizeof *sheet);
    shape_draw_cross(&target, &(ShapeBox){4, 4, 12, 12, 1}, 0xff336699);
    for (int i = 5; i < 15; i++) {
        EXPECT(target.pixels[i * SIDE + i] == 0xff336699);
        EXPECT(target.pixels[i * SIDE + 19 - i] == 0xff336699);
    }
    EXPECT(target.pixels[10 * SIDE + 5] == 0);
    EXPECT(target.pixels[5 * SIDE + 10] == 0);
    EXPECT(target.pixels[3 * SIDE + 3] == 0);
    for (int i = 0; i < GUARD * SIDE; i++)
        EXPECT(sheet[i] == 0 && sheet[SIDE * (SIDE + GUARD) + i] == 0);
}
