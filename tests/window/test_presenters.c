/* SPDX-License-Identifier: MIT */
/*
 * Every presenter shows what SDL's does with SDL's software renderer,
 * pixel for pixel: the same calls to both, and the two pictures compared. The
 * stage's windows render in what the surface lends.
 */
#include "app/presenter.h"
#include "app/ui.h"
#include "lib/util/fixed.h"
#include "os/pixel_buffer.h"
#include "../process.h"
#include "../support.h"
#include "../test.h"

#include <stdlib.h>
#include <string.h>

TEST_CASE(screens, presenters, .timeout_s = 30, .tear_down = SDL_Quit);

enum { WIDTH = 200, HEIGHT = 150, PAIR = 2 };

typedef struct Shown {
    SDL_Window *window;
    const Presenter *presenter;
    void *self;
} Shown;

/* Frames on a graphics card need OpenGL, which the dummy driver has not. */
static void open_pair(Shown pair[PAIR], const Presenter *other)
{
    const char *renderers[] = {"software", other->renderer(0)};
    Error error;

    setenv("SDL_VIDEODRIVER", other->use_texture ? "offscreen" : "dummy", 1);
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
    EXPECT_OK(SDL_Init(SDL_INIT_VIDEO));
    for (int i = 0; i < PAIR; i++) {
        const Presenter *presenter = i > 0 ? other : &sdl_presenter;

        pair[i].presenter = presenter;
        pair[i].window =
            SDL_CreateWindow("", 0, 0, WIDTH, HEIGHT, presenter->window_flags);
        EXPECT_OK(presenter->open(&pair[i].self, pair[i].window, renderers[i],
                                  &error));
        EXPECT((SDL_GetRenderer(pair[i].window) != NULL) == (i == 0));
        if (presenter->set_vsync != NULL)
            presenter->set_vsync(pair[i].self, 0);
    }
}

/* Opens pair *i or a later one and counts it: not SDL's presenter itself, nor
   one that needs OpenGL where there is none. Returns 0 past the last. */
static int open_next(Shown pair[PAIR], int *i)
{
    static const Presenter *const others[] = {
#ifdef RIPPLE_OPENGL
        &gl_presenter,
#endif
        &surface_presenter,
    };

    while (*i < COUNT(others)) {
        const Presenter *other = others[(*i)++];

        if (other->use_texture == NULL || process_has_opengl()) {
            open_pair(pair, other);
            return 1;
        }
    }
    return 0;
}

static void close_pair(Shown pair[PAIR])
{
    for (int i = 0; i < PAIR; i++) {
        pair[i].presenter->close(pair[i].self);
        SDL_DestroyWindow(pair[i].window);
    }
    SDL_Quit();
}

/* A frame of different colours. */
static RipplePixels make_frame(int width, int height, RippleFormat format)
{
    RipplePixels colours = support_pixels(width, height), frame;

    EXPECT_OK(pixel_buffer_init(&frame, width, height, format));
    EXPECT_OK(ripple_copy_pixels(&colours, &frame));
    free(colours.pixels);
    return frame;
}

static void upload(Shown pair[PAIR], const RipplePixels *frame,
                   const SDL_Rect *rect)
{
    for (int i = 0; i < PAIR; i++)
        pair[i].presenter->upload(
            pair[i].self, rect, pixel_buffer_at(frame, rect->x, rect->y),
            (int)(frame->stride * ripple_pixel_size(frame->format)));
}

static void resize(Shown pair[PAIR], const RipplePixels *frame, int is_sharp)
{
    SDL_Rect all = {0, 0, frame->width, frame->height};
    Error error;

    for (int i = 0; i < PAIR; i++)
        EXPECT_OK(
            pair[i].presenter->resize(pair[i].self, frame, is_sharp, &error));
    upload(pair, frame, &all);
}

/* Lists `count` panels, moved by so much, or none. */
static void set_panels(Shown pair[PAIR], Canvas *canvas, int count, int by)
{
    static Alphabet font;
    Ui ui = {.canvas = canvas, .width = WIDTH, .height = HEIGHT, .size = 11};
    CanvasRects dirty;

    font_find(&font);
    ui.font = font;
    canvas_begin(canvas, &font, WIDTH, HEIGHT);
    for (int i = 0; i < count; i++) {
        RippleRect box = {20 * i + by, 14 * i - by, 60, 30};

        ui_draw_panel(&ui, box, 8);
        ui_draw(&ui, box.x + 8, box.y + 20, UI_TEXT, "paused");
    }
    canvas_end(canvas);
    canvas_paint(canvas, &dirty);
    for (int i = 0; i < PAIR * dirty.count; i++)
        pair[i % PAIR].presenter->set_overlay(pair[i % PAIR].self, canvas,
                                              dirty.rects[i / PAIR]);
}

/* Presents on both, and returns the largest difference in a channel, 0..255. */
static int present(Shown pair[PAIR], const SDL_Rect *target)
{
    RipplePixels shown[PAIR];
    int width, height, difference = 0;

    for (int i = 0; i < PAIR; i++) {
        SDL_GetWindowSize(pair[i].window, &width, &height);
        pair[i].presenter->measure(pair[i].self, &width, &height);
        shown[i] = support_pixels(width, height);
        pair[i].presenter->present(pair[i].self, target);
        EXPECT_OK(pair[i].presenter->read(pair[i].self, &shown[i]));
    }
    for (int i = 0; i < width * height; i++)
        difference =
            max_int(difference, support_colour_distance(shown[0].pixels[i],
                                                        shown[1].pixels[i]));
    for (int i = 0; i < PAIR; i++)
        free(shown[i].pixels);
    return difference;
}

/* How a frame is shown: its size, and the rectangle. Colours of 16 bits are
   made wider with a rounding of each presenter's own. */
static const struct {
    int width, height;
    RippleFormat format;
    int is_sharp;
    SDL_Rect target; /* empty: all of the window */
    int rounding;
} frames[] = {
    {WIDTH, HEIGHT, RIPPLE_FORMAT_ARGB8888, 0, {0}, 0},
    {WIDTH, HEIGHT, RIPPLE_FORMAT_RGB565, 0, {0}, 1},
    {60, 40, RIPPLE_FORMAT_ARGB8888, 1, {10, 15, 180, 120}, 0},
    {60, 40, RIPPLE_FORMAT_RGB565, 1, {10, 15, 180, 120}, 1},
    {60, 40, RIPPLE_FORMAT_ARGB8888, 1, {70, 55, 60, 40}, 0},
    {60, 40, RIPPLE_FORMAT_ARGB8888, 1, {-90, -7, 360, 240}, 0},
    {60, 40, RIPPLE_FORMAT_ARGB8888, 1, {210, 0, 60, 40}, 0},
};

/* All of it, a changed part, and again after a lost device. */
static void compare_frames(Shown pair[PAIR], int i)
{
    RipplePixels frame =
        make_frame(frames[i].width, frames[i].height, frames[i].format);
    const SDL_Rect *target = frames[i].target.w > 0 ? &frames[i].target : NULL;
    int rounding = frames[i].rounding;

    resize(pair, &frame, frames[i].is_sharp);
    /* The frame in all of the window must not stay around a smaller one. */
    for (int k = 0; k < PAIR; k++)
        pair[k].presenter->present(pair[k].self, NULL);
    EXPECT_INT(present(pair, target), <=, rounding);
    for (int y = 5; y < 14; y++)
        memset((void *)(uintptr_t)pixel_buffer_at(&frame, 7, y), 77, 60);
    upload(pair, &frame, &(SDL_Rect){7, 5, 30, 9});
    EXPECT_INT(present(pair, target), <=, rounding);
    for (int k = 0; k < PAIR; k++)
        pair[k].presenter->reset(pair[k].self);
    resize(pair, &frame, frames[i].is_sharp);
    EXPECT_INT(present(pair, target), <=, rounding);
    pixel_buffer_clear(&frame);
}

TEST_LOOP(presenters, frames, COUNT(frames))
{
    Shown pair[PAIR];

    for (int i = 0; open_next(pair, &i); close_pair(pair))
        compare_frames(pair, _i);
}

static void set_size(Shown pair[PAIR], int width, int height)
{
    for (int i = 0; i < PAIR; i++)
        SDL_SetWindowSize(pair[i].window, width, height);
}

/* Slopes, so that a place that is a little off has nearly the colour. */
static RipplePixels make_slopes(int width, int height)
{
    RipplePixels frame = make_frame(width, height, RIPPLE_FORMAT_ARGB8888);

    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            pixel_buffer_row(&frame, y)[x] =
                0xff000000u |
                (uint32_t)(x * 240 / width << 16 | y * 160 / height << 8 |
                           (x + y) * 100 / (width + height));
    }
    return frame;
}

static const struct {
    int width, height, rounding;
} slopes[] = {{60, 40, 2}, {WIDTH, HEIGHT, 3}};

/* Smooth frames, in windows of several sizes; some windows change their size
   before they are seen. The frame stays as it was, and its parts change. SDL
   rounds places to 1/16. */
TEST_LOOP(presenters, smooth_frames, COUNT(slopes))
{
    static const int sizes[][2] = {{WIDTH, HEIGHT}, {61, 40},        {30, 20},
                                   {9, 1},          {WIDTH, HEIGHT}, {90, 80}};
    int rounding = slopes[_i].rounding;
    RipplePixels frame = make_slopes(slopes[_i].width, slopes[_i].height);
    Shown pair[PAIR];

    for (int k = 0; open_next(pair, &k); close_pair(pair)) {
        resize(pair, &frame, 0);
        for (int i = 0; i < COUNT(sizes); i++) {
            set_size(pair, sizes[i][0], sizes[i][1]);
            EXPECT_INT(present(pair, NULL), <=, rounding);
            upload(pair, &frame, &(SDL_Rect){3, 5, 20, 10});
            EXPECT_INT(present(pair, NULL), <=, rounding);
            set_size(pair, 17, 12);
            set_size(pair, sizes[i][0], sizes[i][1]);
            EXPECT_INT(present(pair, NULL), <=, rounding);
        }
    }
    pixel_buffer_clear(&frame);
}

/* Alone, over an edge of the window, and over each other. SDL divides by 256
   instead of 255 and drops fractions. */
static void compare_layers(Shown pair[PAIR], Canvas *canvas)
{
    for (int count = 1; count < 4; count++) {
        for (int by = 0; by < 80; by += 13) {
            set_panels(pair, canvas, count, by);
            EXPECT_INT(present(pair, NULL), <=, 3);
        }
        set_panels(pair, canvas, 0, 0);
        EXPECT_INT(present(pair, NULL), ==, 0);
    }
    set_panels(pair, canvas, 3, 0);
    EXPECT_INT(present(pair, NULL), <=, 3);
}

/* The frame changes below them, in many small parts and in all. */
static void change_below(Shown pair[PAIR], const RipplePixels *frame,
                         Canvas *canvas)
{
    for (int y = 0; y < HEIGHT; y += 2) {
        for (int x = 0; x < WIDTH; x += 4)
            upload(pair, frame, &(SDL_Rect){x, y, 2, 1});
    }
    EXPECT_INT(present(pair, NULL), <=, 3);
    upload(pair, frame, &(SDL_Rect){0, 0, WIDTH, HEIGHT});
    EXPECT_INT(present(pair, NULL), <=, 3);
    set_panels(pair, canvas, 0, 0);
    EXPECT_INT(present(pair, NULL), ==, 0);
}

TEST(presenters, layers)
{
    RipplePixels frame = make_frame(WIDTH, HEIGHT, RIPPLE_FORMAT_ARGB8888);
    RipplePixels other_frame = make_slopes(WIDTH, HEIGHT);
    static Canvas canvas;
    Shown pair[PAIR];

    for (int i = 0; open_next(pair, &i); close_pair(pair)) {
        resize(pair, &frame, 0);
        canvas_clear(&canvas);
        compare_layers(pair, &canvas);
        change_below(pair, &other_frame, &canvas);
    }
    pixel_buffer_clear(&frame);
    pixel_buffer_clear(&other_frame);
}
