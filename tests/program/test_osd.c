/* SPDX-License-Identifier: MIT */
/*
 * The alphabet and shapes, and canvases and forms made of them. What is drawn
 * goes to a target that lies inside a larger sheet with a border of guard
 * pixels, so a write outside the target is seen wherever it lands.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "app/form.h"
#include "app/screen_window.h"
#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"
#include "../support.h"
#include "../test.h"
#include "../xorshift.h"

#define WIDTH  96
#define HEIGHT 80
#define BORDER 16
#define STRIDE (WIDTH + 2 * BORDER)
#define GUARD  0xDEADBEEFU
#define INK    0xFFC0A080U

typedef struct Sheet {
    uint32_t pixels[STRIDE * (HEIGHT + 2 * BORDER)];
    int width, height; /* of the target */
} Sheet;

static Sheet sheet; /* that is drawn on */

static const Alphabet *find_font(void)
{
    static Alphabet font;

    if (font.lines[0] == NULL)
        font_find(&font);
    return &font;
}

static RipplePixels target(void)
{
    return (RipplePixels){.pixels = sheet.pixels + BORDER * STRIDE + BORDER,
                          .width = sheet.width,
                          .height = sheet.height,
                          .stride = STRIDE};
}

/* Whether pixel i of the sheet lies in the target. */
static int is_inside(int i)
{
    int x = i % STRIDE - BORDER, y = i / STRIDE - BORDER;

    return x >= 0 && x < sheet.width && y >= 0 && y < sheet.height;
}

static void clear_sheet(int width, int height, uint32_t argb)
{
    sheet.width = width;
    sheet.height = height;
    for (int i = 0; i < COUNT(sheet.pixels); i++)
        sheet.pixels[i] = is_inside(i) ? argb : GUARD;
}

static uint32_t pixel_of(const Sheet *from, int x, int y)
{
    return from->pixels[(y + BORDER) * STRIDE + x + BORDER];
}

static uint32_t pixel(int x, int y)
{
    return pixel_of(&sheet, x, y);
}

static int alpha(int x, int y)
{
    return (int)(pixel(x, y) >> 24);
}

static void check_guard(void)
{
    for (int i = 0; i < COUNT(sheet.pixels); i++)
        EXPECT(is_inside(i) || sheet.pixels[i] == GUARD);
}

static int count_pixels(uint32_t argb)
{
    int count = 0;

    for (int i = 0; i < COUNT(sheet.pixels); i++)
        count += is_inside(i) && sheet.pixels[i] == argb;
    return count;
}

/* Draws over what is there; returns where the next text would begin. */
static float draw(float size, uint32_t argb, float x, float y, const char *text)
{
    RipplePixels pixels = target();
    FontPen pen = {&pixels, size, argb};
    float end = font_draw(find_font(), &pen, x, y, text, strlen(text));

    check_guard();
    return end;
}

/* Draws on an empty sheet. */
static void draw_alone(float size, float x, float y, const char *text)
{
    clear_sheet(WIDTH, HEIGHT, 0);
    draw(size, INK, x, y, text);
}

static int is_same(const Sheet *other)
{
    return memcmp(sheet.pixels, other->pixels, sizeof sheet.pixels) == 0;
}

/* Draws a shape on an empty sheet. */
static void draw_shape(Shape shape)
{
    static Canvas canvas;
    CanvasRects dirty;
    RipplePixels pixels;

    clear_sheet(WIDTH, HEIGHT, 0);
    pixels = target();
    canvas_clear(&canvas);
    canvas_begin(&canvas, find_font(), WIDTH, HEIGHT);
    canvas_add(&canvas, &shape);
    canvas_end(&canvas);
    canvas_paint(&canvas, &dirty);
    ripple_copy_pixels(&canvas.pixels, &pixels);
}

static float width_of(const char *text, float size)
{
    return font_width(find_font(), text, strlen(text), size);
}

TEST_CASE(osd, font, .timeout_s = 4);

/* The characters of ASCII, Latin-1 and Extended-A: each has a glyph of its own,
   near its line; a mark changes no width. */
TEST(font, glyphs)
{
    static Sheet sheets[0x180];

    for (int c = 0x21; c < COUNT(sheets); c++) {
        char text[3] = {(char)c, '\0', '\0'};
        int end;

        if ((c >= 0x7F && c <= 0xA0) || c == 0xAD) /* a soft hyphen */
            continue;
        if (c > 0x7F) {
            text[0] = (char)(0xC0 | c >> 6);
            text[1] = (char)(0x80 | (c & 63));
        }
        draw_alone(30, 20, 50, text);
        end = 20 + (int)ceilf(width_of(text, 30)) + 3;
        ck_assert_msg(count_pixels(INK) > 5, "%s", text);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            int x = i % WIDTH, y = i / WIDTH;

            if ((x < 16 || x >= end || y < 5 || y > 62) && pixel(x, y) != 0)
                ck_abort_msg("%s: %d, %d", text, x, y);
        }
        for (int other = 0; other < c; other++)
            ck_assert_msg(!is_same(&sheets[other]) || c == 0x110, "%s %x", text,
                          other);
        sheets[c] = sheet;
    }
    ck_assert_float_eq(width_of("\xC3\xA9t\xC3\xA9 \xC3\xA0", 20),
                       width_of("ete a", 20));
    ck_assert_float_eq(width_of("T\xC3\xA9", 20), width_of("Te", 20));
    ck_assert_float_eq(width_of("e\xCC\x81", 20), width_of("e", 20));
}

/* What cannot be drawn is three dots, however much there is in a row. */
TEST(font, unknown_characters_are_cut)
{
    static const char *const texts[] = {"\x7F",
                                        "\t",
                                        "\xE2\x82\xAC",
                                        "\xF0\x9F\x8C\x8A",
                                        "\xE6\x97\xA5\xE6\x9C\xAC",
                                        "\x80",
                                        "\xC3"};
    static Sheet dots;

    draw_alone(30, 20, 50, "\x01");
    ck_assert_int_gt(count_pixels(INK), 10);
    dots = sheet;
    for (int i = 0; i < COUNT(texts); i++) {
        draw_alone(30, 20, 50, texts[i]);
        ck_assert(is_same(&dots));
        ck_assert_float_eq(width_of(texts[i], 30), width_of("\x01", 30));
    }
}

TEST(font, width_adds_up)
{
    const char *text = "Hold the button; 0123456789 @ 60 fps (100 %)";
    float sum = 0, last = 0;

    ck_assert_float_eq(font_width(find_font(), text, 0, 20), 0);
    for (size_t i = 0; text[i] != '\0'; i++) {
        float width = font_width(find_font(), text, i + 1, 20);

        sum += font_width(find_font(), text + i, 1, 20);
        ck_assert_float_gt(width, last);
        ck_assert_float_eq_tol(width, sum, 1e-2F);
        ck_assert_float_eq_tol(font_width(find_font(), text, i + 1, 40),
                               2 * width, 1e-2F);
        last = width;
    }
    ck_assert_float_lt(width_of("AV", 20),
                       width_of("A", 20) + width_of("V", 20) - 0.5F);
    clear_sheet(WIDTH, HEIGHT, 0);
    ck_assert_float_eq_tol(draw(20, INK, 7, 30, "Tab. AVy"),
                           7 + width_of("Tab. AVy", 20), 1e-2F);
}

/* A small target holds the same as that part of a large one. */
TEST_LOOP(font, clips_at_every_edge, 4)
{
    static const float sizes[] = {2.5F, 12, 31, 60};
    static Sheet whole;
    enum { LEFT = 38, TOP = 30, PART_WIDTH = 23, PART_HEIGHT = 17 };

    for (int i = 0; i < 11 * 13; i++) {
        float x = (float)(-60 + 13 * (i % 13)),
              y = (float)(-20 + 11 * (i / 13));

        clear_sheet(WIDTH, HEIGHT, 0xFF203040);
        draw(sizes[_i], INK, x, y, "@Qj{");
        whole = sheet;
        clear_sheet(PART_WIDTH, PART_HEIGHT, 0xFF203040);
        draw(sizes[_i], INK, x - LEFT, y - TOP, "@Qj{");
        for (int p = 0; p < PART_WIDTH * PART_HEIGHT; p++) {
            int px = p % PART_WIDTH, py = p / PART_WIDTH;
            uint32_t wanted = pixel_of(&whole, px + LEFT, py + TOP);

            EXPECT_INT(support_colour_distance(pixel(px, py), wanted), <=, 1);
        }
    }
}

TEST(font, survives_any_place_and_size)
{
    static const float values[] = {0,     1e-6F, 0.3F,  -5,       7,   2000,
                                   -1e9F, 1e9F,  1e30F, INFINITY, NAN, -1e38F};
    int count = COUNT(values);

    for (int i = 0; i < count * count * count; i++) {
        float size = values[i % count];
        float x = values[i / count % count], y = values[i / count / count];

        clear_sheet(9, 5, 0);
        draw(size, INK, x, y, "g8%");
        if (!(size > 0))
            ck_assert_int_eq(count_pixels(0), 9 * 5);
    }
    clear_sheet(0, 0, 0);
    draw(20, INK, 0, 0, "g8%");
    ck_assert_float_eq(draw(-5, INK, 3, 0, "g8%"), 3);
    ck_assert_float_eq(width_of("g8%", -5), 0);
}

/* At whole sizes the edges of "E" and "z" fall between two rows of pixels. */
TEST(font, edges_are_sharp)
{
    for (int size = 10; size <= 40; size++) {
        int x_height = 0;

        draw_alone((float)size, 10, 60, "Ez");
        for (int x = 0; x < WIDTH; x++)
            EXPECT(pixel(x, 60) == 0 && pixel(x, 59 - size) == 0);
        ck_assert_uint_eq(pixel(10 + size / 2, 59), INK);
        ck_assert_uint_eq(pixel(10 + size / 2, 60 - size), INK);

        draw_alone((float)size, 10, 60, "z");
        for (int y = 59; y > 0; y--)
            x_height = pixel(10 + size / 3, y) == INK ? 60 - y : x_height;
        ck_assert_uint_eq(pixel(10 + size / 3, 59 - x_height), 0);
        ck_assert_int_ge(x_height, size * 6 / 10);
        ck_assert_int_le(x_height, size * 8 / 10);
    }
}

static uint32_t blend_exactly(uint32_t over, uint32_t under)
{
    double alpha = (over >> 24) / 255.0;
    double rest = (under >> 24) / 255.0 * (1 - alpha);
    uint32_t result = (uint32_t)lround((alpha + rest) * 255) << 24;

    for (int shift = 0; shift < 24; shift += 8) {
        double sum =
            alpha * (over >> shift & 255) + rest * (under >> shift & 255);

        result |= (uint32_t)lround(sum / (alpha + rest)) << shift;
    }
    return result;
}

/* Colours are source over destination; strokes that cross count once. */
TEST(font, ink_is_source_over)
{
    static const uint32_t unders[] = {0,          0xFF0000FF, 0x40FFFFFF,
                                      0xFFFFFFFF, 0xFF000000, 0x80FF00FF};
    static const uint32_t inks[] = {0x80FF0000, 0x01FFFFFF, 0xFE102030,
                                    0xFFFFFFFF, 0xFF000000, 0xFF010203,
                                    INK};

    for (int i = 0; i < COUNT(unders) * COUNT(inks); i++) {
        uint32_t under = unders[i / COUNT(inks)], ink = inks[i % COUNT(inks)];
        uint32_t expected = blend_exactly(ink, under);

        clear_sheet(WIDTH, HEIGHT, under);
        draw(60, ink, 20, 70, "H");
        ck_assert_uint_eq(pixel(20 + 11, 40), expected);
        ck_assert_uint_eq(pixel(20 + 30, 37), expected);
        ck_assert_uint_eq(pixel(0, 0), under);
        for (int p = 0; p < WIDTH * HEIGHT && under == 0; p++)
            EXPECT_INT(alpha(p % WIDTH, p / WIDTH), <=, ink >> 24);
    }
    clear_sheet(WIDTH, HEIGHT, INK);
    draw(60, INK, 20, 70, "&@");
    ck_assert_int_eq(count_pixels(INK), WIDTH * HEIGHT);
}

TEST_CASE(osd, text, .timeout_s = 4);

/* In windows of a display: it counts how fine that is, if it can be believed,
   and how large the window is. */
TEST(text, sizes)
{
    static const struct {
        TextDisplay display;
        int width, height, size;
    } cases[] = {
        {{1, 96, 96, 800}, 320, 240, 13},
        {{1, 96, 96, 800}, 1280, 800, 13},
        {{1, 96, 96, 1080}, 1920, 1080, 16},
        {{1, 96, 96, 2160}, 3840, 2160, 33},
        {{1, 96, 96, 2160}, 640, 480, 20},
        {{1, 96, 96, 1440}, 640, 480, 13},
        {{1, 192, 192, 2160}, 640, 480, 26},
        {{1, 144, 150, 1080}, 640, 480, 20},
        {{2, 96, 96, 2880}, 640, 480, 26},
        {{0.5, 0, 0, 0}, 640, 480, 13},
        {{1, 30, 30, 1080}, 640, 480, 13},
        {{1, 3000, 3000, 1080}, 640, 480, 13},
        {{1, 200, 100, 1080}, 640, 480, 13},
        {{1, NAN, NAN, 1080}, 640, 480, 13},
        {{1, INFINITY, INFINITY, 0}, 1, 1, 13},
    };

    for (int i = 0; i < COUNT(cases); i++)
        EXPECT_INT(screen_window_text_size(&cases[i].display, cases[i].width,
                                           cases[i].height),
                   ==, cases[i].size);
}

/* Light on the circle, dark on both sides of it, clear elsewhere: in the middle
   of a window, over its edges, and outside. */
TEST_LOOP(text, rings, 4)
{
    static const float places[][3] = {
        {48, 40, 30}, {48, 40, 2}, {96, 80, 40}, {-90, 5, 10}};
    const float *at = places[_i], line = 2;

    draw_shape((Shape){SHAPE_RING, at[0] - at[2], at[1] - at[2], 2 * at[2],
                       2 * at[2], 0, line, 0xFF000000U | UI_DARK});
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int x = i % WIDTH, y = i / WIDTH;
        float off = hypotf((float)x + 0.5F - at[0], (float)y + 0.5F - at[1]);

        off = fabsf(off - at[2]);
        if (off < 0.25F * line)
            EXPECT_INT(support_colour_distance(pixel(x, y), 0xFFFFFFFFu), <=,
                       1);
        else if (off > line - 0.2F && off < line)
            EXPECT(alpha(x, y) > 150 && (pixel(x, y) & 255) < 128);
        else if (off > 1.5F * line + 0.8F)
            EXPECT_INT(pixel(x, y), ==, 0);
    }
}

/* Opaque shapes have their colour inside, none outside, and a share of it on
   their edges. */
TEST(text, shapes)
{
    draw_shape((Shape){SHAPE_BOX, 10.5F, 10, 60, 40, 8, 0, INK});
    ck_assert_uint_eq(pixel(40, 30), INK);
    ck_assert_uint_eq(pixel(40, 10), INK);
    EXPECT_INT(alpha(40, 9), ==, 0);
    EXPECT_INT(abs(alpha(10, 30) - 128), <=, 1);
    EXPECT_INT(alpha(11, 11), ==, 0);
    draw_shape((Shape){SHAPE_CROSS, 10, 10, 40, 40, 2, 0, INK});
    ck_assert_uint_eq(pixel(30, 30), INK);
    ck_assert_uint_eq(pixel(20, 39), INK);
    EXPECT_INT(alpha(30, 15), ==, 0);
    draw_shape((Shape){SHAPE_FADE, 10, 10, 40, 40, 0, 0, INK});
    EXPECT_INT(alpha(20, 10), <, 8);
    EXPECT_INT(abs(alpha(20, 30) - 129), <=, 2);
    EXPECT_INT(alpha(20, 49), >, 247);
}

/* A canvas and what is listed on it. */
static Canvas canvas;

TEST_CASE(osd, canvas, .timeout_s = 20);

/* Lists the same for the same seed; some items are as in the last list. */
static void list_items(Canvas *to, int count, uint64_t seed)
{
    canvas_begin(to, find_font(), WIDTH, HEIGHT);
    for (int i = 0; i < count; i++) {
        uint64_t state = seed + (uint64_t)i % 3 * 977 + (uint64_t)i;
        uint32_t bits = (uint32_t)(xorshift_next(&state) >> 20);
        Shape shape = {.kind = (ShapeKind)(bits % 5),
                       .x = (float)(bits >> 3 & 127) - 16,
                       .y = (float)(bits >> 10 & 127) - 16,
                       .width = (float)(bits >> 17 & 31) + 4,
                       .height = (float)(bits >> 22 & 15) + 4,
                       .radius = 2,
                       .line = 2,
                       .argb = 0x80000000U | bits};

        if (bits >> 28 & 1) {
            shape.width = ceilf(width_of("ripple", shape.height));
            canvas_add_text(to, &shape, "ripple", 6);
        } else {
            canvas_add(to, &shape);
        }
    }
}

static int is_in(const CanvasRects *rects, int x, int y)
{
    int count = 0;

    for (int i = 0; i < rects->count; i++) {
        const RippleRect *rect = &rects->rects[i];

        count += x >= rect->x && x < rect->x + rect->width && y >= rect->y &&
                 y < rect->y + rect->height;
    }
    EXPECT_INT(count, <=, 1);
    return count;
}

/* What changes is painted as if all of it were; no rectangle meets another. */
TEST(canvas, paints_what_differs)
{
    static Canvas fresh;
    CanvasRects dirty, all;

    canvas_clear(&canvas);
    for (int round = 0; round < 300; round++) {
        int count = 1 + round % 12;

        list_items(&canvas, count, (uint64_t)round / 4 + 1);
        canvas_end(&canvas);
        canvas_paint(&canvas, &dirty);
        canvas_clear(&fresh);
        list_items(&fresh, count, (uint64_t)round / 4 + 1);
        canvas_end(&fresh);
        canvas_paint(&fresh, &all);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            int x = i % WIDTH, y = i / WIDTH;

            is_in(&dirty, x, y);
            if (is_in(&canvas.shown, x, y) && is_in(&fresh.shown, x, y))
                EXPECT_INT(support_colour_distance(
                               pixel_buffer_row(&canvas.pixels, y)[x],
                               pixel_buffer_row(&fresh.pixels, y)[x]),
                           <=, 1);
        }
    }
    canvas_clear(&fresh);
    canvas_clear(&canvas);
}

/* The same list again is nothing to paint, an empty one has no pixels. */
TEST(canvas, rests)
{
    CanvasRects dirty;

    list_items(&canvas, 9, 5);
    EXPECT_INT(canvas_end(&canvas), ==, 1);
    canvas_paint(&canvas, &dirty);
    ck_assert_ptr_nonnull(canvas.pixels.pixels);
    list_items(&canvas, 9, 5);
    EXPECT_INT(canvas_end(&canvas), ==, 0);
    list_items(&canvas, 0, 5);
    EXPECT_INT(canvas_end(&canvas), ==, 1);
    canvas_paint(&canvas, &dirty);
    EXPECT_INT(dirty.count, >, 0);
    EXPECT_INT(canvas.shown.count, ==, 0);
    ck_assert_ptr_null(canvas.pixels.pixels);
    list_items(&canvas, 3 * CANVAS_ITEMS, 5); /* those that fit */
    canvas_end(&canvas);
    canvas_paint(&canvas, &dirty);
    EXPECT_INT(canvas.lists[canvas.now].count, <=, CANVAS_ITEMS);
    canvas_clear(&canvas);
}

TEST_CASE(osd, form, .timeout_s = 20);

/* A form of 20 rows and 4 buttons lies in every window, whole or not at all,
   and at 320x240 it is there. */
TEST(form, fits_every_window)
{
    static const int sides[] = {1,   16,  64,  100,  160, 240,
                                320, 480, 800, 1080, 2160};
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h",
                                        "i", "j", "k", "l", "m", "n", "o", "p",
                                        "q", "r", "s", "t", "u", "v", "w", "x"};

    for (int i = 0; i < COUNT(sides) * COUNT(sides); i++) {
        int width = sides[i % COUNT(sides)], height = sides[i / COUNT(sides)];
        Ui ui = {.canvas = &canvas,
                 .width = width,
                 .height = height,
                 .text_size = 13,
                 .font = *find_font()};
        Form form = {0};
        FormChange change;

        canvas_begin(&canvas, find_font(), width, height);
        do {
            form_begin(&form, &ui, "ripple");
            for (int k = 0; k < 20; k++)
                form_row(&form, &(FormRow){names[k], names[k], "5", -1, 0},
                         &change);
            for (int k = 20; k < COUNT(names); k++)
                form_button(&form, names[k], "press", "S");
        } while (form_end(&form));
        canvas_end(&canvas);
        EXPECT(ui.size > 0 || width < 320 || height < 160);
        if (ui.size == 0) {
            EXPECT_INT(canvas.lists[canvas.now].count, ==, 0);
            continue;
        }
        EXPECT_INT(form.box.x + form.box.width, <=, width);
        EXPECT_INT(form.box.y + form.box.height, <=, height);
    }
}
