/* SPDX-License-Identifier: MIT */
/* What help, messages, labels and the mark of a recording list: that all lies
   in the window, and that a text is there or cut. */
#include "app/events.h"
#include "app/captions.h"
#include "lib/util/fixed.h"
#include "../support.h"
#include "../test.h"

#include <string.h>

static Canvas canvas;
static Ui ui;
static Captions captions;

TEST_CASE(window, captions, .timeout_s = 20);

static void begin(int width, int height)
{
    font_find(&ui.font);
    canvas_begin(&canvas, &ui.font, width, height);
    ui.canvas = &canvas;
    ui.width = width;
    ui.height = height;
    ui.text_size = 13;
}

static const CanvasList *end(void)
{
    canvas_end(&canvas);
    return &canvas.lists[canvas.now];
}

/* Lists a message and a mark; "" for none. */
static const CanvasList *list(const char *message, const char *mark, int width,
                              int height)
{
    memset(&captions, 0, sizeof captions);
    if (message[0] != '\0')
        captions_say(&captions, "%s", message);
    captions_mark(&captions, mark);
    begin(width, height);
    captions_show(&captions, &ui, 0, 1);
    captions_show_mark(&captions, &ui, 0);
    return end();
}

static void check_places(const CanvasList *seen, int width, int height)
{
    for (int i = 0; i < seen->count; i++) {
        const Shape *shape = &seen->items[i].shape;

        EXPECT(seen->items[i].length > 0 || (shape->x >= 0 && shape->y >= 0));
        EXPECT(shape->x + shape->width <= (float)width);
        EXPECT(shape->y <= (float)height);
    }
}

static const int sides[] = {1,   16,  40,  77,   100,  200, 320,
                            480, 640, 800, 1080, 2160, 7680};

/* Each is there in windows with room for it. */
TEST_LOOP(captions, fit_every_window, COUNT(sides))
{
    int height = sides[_i];

    for (int i = 0; i < COUNT(sides); i++) {
        int width = sides[i];
        UiScroll scroll = {0};
        const CanvasList *seen;

        begin(width, height);
        help_show(&ui, &scroll, events_help_line);
        check_places(seen = end(), width, height);
        EXPECT(seen->count > 8 || width < 320 || height < 200);
        EXPECT_INT(scroll.shown, <=, scroll.count);
        check_places(seen = list("saved ripple-0001.png", "", width, height),
                     width, height);
        EXPECT(seen->count > 1 || width < 77 || height < 40);
        check_places(seen = list("", "0:06  F9 stops", width, height), width,
                     height);
        EXPECT(seen->count > 1 || width < 40 || height < 40);
        begin(width, height);
        captions_show_labels(&ui, (RippleRect){0, 0, width, height});
        check_places(seen = end(), width, height);
        EXPECT(seen->count == 6 || width < 320 || height < 40);
    }
}

/* With less width it has more lines, and then ends in dots; no line begins
   inside of a character. */
TEST(captions, messages_are_broken_and_then_cut)
{
    char text[200] = "saved the words of a longer message, ";
    int count, is_cut = 0;

    for (int i = 0; i < 20; i++)
        strcat(text, "\xC3\xA9");
    count = list(text, "", 2000, 480)->count;
    EXPECT_INT(count, ==, 2); /* the panel, and a line */
    for (int width = 600; width >= 150; width -= 7) {
        const CanvasList *seen = list(text, "", width, 480);
        const CanvasItem *last = &seen->items[seen->count - 1];

        is_cut =
            last->length == 3 && memcmp(seen->text + last->text, "...", 3) == 0;
        EXPECT_INT(seen->count - is_cut, >=, count);
        count = seen->count - is_cut;
        for (int i = 0; i < seen->count; i++)
            EXPECT((seen->text[seen->items[i].text] & 0xC0) != 0x80);
    }
    EXPECT_INT(count, ==, 4);
    EXPECT_INT(is_cut, ==, 1);
    EXPECT_INT(list("", "", 150, 480)->count, ==, 0);
}

/* A message does not lie on the lines of the help, nor a label of the split
   view on the mark of a film. */
TEST(captions, lie_apart)
{
    Shape mark, label;

    list("saved ripple-0001.png", "", 640, 480);
    captions.help_shown = 1;
    begin(640, 480);
    captions_show(&captions, &ui, 0, 1);
    EXPECT_INT(end()->count, ==, 0);
    mark = list("", "0:06  F9 stops", 640, 480)->items[0].shape;
    begin(640, 480);
    captions_show_labels(&ui, (RippleRect){0, 0, 640, 480});
    label = end()->items[0].shape;
    ck_assert_float_ge(label.y, mark.y + mark.height);
}
