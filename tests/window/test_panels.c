/* SPDX-License-Identifier: MIT */
/* The panels of the help and of a recording: what stands where. */
#include "app/osd/help_panel.h"
#include "app/osd/mark_panel.h"
#include "base/fixed.h"
#include "host/pixel_buffer.h"
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
