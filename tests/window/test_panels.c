/* SPDX-License-Identifier: MIT */
/* The panels of the help and of a recording: what stands where. */
#include "app/osd/help_panel.h"
#include "app/osd/mark_panel.h"
#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"
#include "../support.h"
#include "../test.h"

#define DOT 0xFFFF5A50U

TEST_CASE(window, panels, .timeout_s = 4);

/* With room, text in a box stands beside the dot. */
TEST(panels, the_mark_has_text)
{
    MarkPanel mark, longer;
    RipplePixels pixels;
    int x, y, text = 0;

    mark_panel_lay_out(&mark, "0:06", &(PanelSpace){96, 80, 11});
    mark_panel_lay_out(&longer, "0:06 F9", &(PanelSpace){200, 80, 11});
    ck_assert_ptr_nonnull(mark.text);
    EXPECT_INT(mark.panel.x + mark.panel.width, ==, 96);
    EXPECT_INT(mark.panel.y, ==, 0);
    EXPECT_INT(longer.panel.width, >, mark.panel.width);
    EXPECT_OK(pixel_buffer_init(&pixels, mark.panel.width, mark.panel.height,
                                RIPPLE_FORMAT_ARGB8888));
    panel_draw(&mark.panel, &pixels);
    x = panel_text_x(&mark.panel) + mark.panel.size / 2;
    y = panel_text_y(&mark.panel) + mark.panel.size / 2;
    ck_assert_uint_eq(pixel_buffer_row(&pixels, y)[x], DOT);
    for (x += mark.panel.size; x < mark.panel.width; x++)
        text += pixel_buffer_row(&pixels, y)[x] == PANEL_TEXT_COLOUR;
    EXPECT_INT(text, >, 0);
    pixel_buffer_clear(&pixels);
}

/* Groups stay whole in columns that could hold them; a title has text beside
   it, which counts for the width. */
TEST(panels, help_keeps_groups_together)
{
    static const char *const groups[] = {
        "ripple", "a\tone", "b\ttwo", "c\tthree", "", "d\tfour", "e\tfive"};
    static const char *const titled[] = {"ripple\tand much text beside it",
                                         "a\tone"};
    const PanelSpace space = {900, 230, 13};
    HelpPanel help, plain;

    help_panel_lay_out(&help, groups, COUNT(groups), &space);
    ck_assert_int_eq(help.column_height, 3 * 2 * 13);
    ck_assert_int_eq(help.splits_groups, 0);
    help_panel_lay_out(&help, groups, COUNT(groups),
                       &(PanelSpace){900, 180, 13});
    ck_assert_int_eq(help.panel.size, 13);
    ck_assert_int_lt(help.column_height, 3 * 2 * 13);
    ck_assert_int_eq(help.splits_groups, 1);
    help_panel_lay_out(&help, titled, COUNT(titled), &space);
    help_panel_lay_out(&plain, groups, 2, &space);
    ck_assert_int_gt(help.panel.width, plain.panel.width + 13 * 10);
}
