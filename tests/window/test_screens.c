/* SPDX-License-Identifier: MIT */
/*
 * One pool over several displays, and the lists of displays. SDL's dummy
 * driver has a single display of 1024x768, which each window fills; its place,
 * beside the first or below, is for the test to choose. Displays that really
 * come and go are for tools/test-displays.sh.
 */
#include "stage.h"

#include "app/gl_context.h"
#include "app/setup.h"
#include "app/video.h"
#include "lib/util/fixed.h"
#include "../pictures.h"
#include "../process.h"
#include "../support.h"
#include "../test.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { WIDTH = 1024, HEIGHT = 768 };

/* The second display is to the right of the first, the third below it. */
static const Displays three = {3,
                               {{0, 0, WIDTH, HEIGHT},
                                {WIDTH, 0, WIDTH, HEIGHT},
                                {0, HEIGHT, WIDTH, HEIGHT}}};
static const Displays two = {
    2, {{0, 0, WIDTH, HEIGHT}, {WIDTH, 0, WIDTH, HEIGHT}}};
static const Displays one_left = {1, {{0, 0, WIDTH, HEIGHT}}};

TEST_CASE(screens, screens, .timeout_s = 60, .tear_down = stage_close);

TEST(screens, lists_of_displays)
{
    const SDL_Rect *left = &three.bounds[0], *right = &three.bounds[1];
    const SDL_Rect *below = &three.bounds[2];
    Displays displays = {0};
    SDL_Rect all = displays_union(&displays);

    EXPECT(SDL_RectEmpty(&all));
    displays_add(&displays, right);
    displays_add(&displays, below);
    displays_add(&displays, right); /* shows the same as the first */
    displays_add(&displays, &(SDL_Rect){5, 5, 0, 7});
    EXPECT_INT(displays.count, ==, 2);
    EXPECT_INT(displays_find(&displays, below), ==, 1);
    EXPECT_INT(displays_find(&displays, left), ==, -1);
    all = displays_union(&displays);
    EXPECT_INT(all.w, ==, 2 * WIDTH);
    EXPECT_INT(all.h, ==, 2 * HEIGHT);
    for (int i = 0; i < 2 * DISPLAYS_MAX; i++)
        displays_add(&displays, &(SDL_Rect){i, i, 9, 9});
    EXPECT_INT(displays.count, ==, DISPLAYS_MAX);
}

#define HORIZON "pond --view perspective --camera 0,30,1 --cell 4"

/* Always something to show, and little work. */
#define DRIZZLE "classic --cell 8 --rain 500 --rate 240"

/* Statements on several displays; a second is 1000 turns of 1 ms. */
static const struct {
    const char *options;
    const Displays *displays;
    const char *statements;
} rows[] = {
    /* All show one frame, and a ring comes across. */
    {"pond", &three,
     "frame-width == 2048; frame-height == 1536; click 1021 200; turn 24;"
     "window-shows 0 0 0; window-shows 1 1024 0; window-shows 2 0 768;"
     "water 1030 200 != 0"},
    /* A click in any window has its place in the pool; drags go on outside of
       their window. */
    {"pond --cell 4 --stone smooth", &three,
     "window 2; click 700 300; turn; water 700 1068 != 0"},
    {"pond --cell 4 --stone smooth", &three,
     "click 1064 60; turn; water 1064 60 != 0"},
    {"pond --cell 4 --stone smooth", &three,
     "window 1; click -40 60; turn; water 984 60 != 0"},
    /* In perspective too, whose middle shows that of the pool: clicks, and a
       drag of 90 degrees, half the width of both displays. */
    {HORIZON, &two,
     "frame-width == 2048; window-shows 0 0 0; window-shows 1 1024 0; window 1;"
     "click 0 384; turn 3; water 1024 384 != 0; window-shows 0 0 0;"
     "window-shows 1 1024 0; clear; turn; window 0; click 1023 384; turn 3;"
     "water 1023 384 != 0"},
    {HORIZON, &two,
     "press right 500 300; move 1524 300; turn; yaw == -90; wait 500;"
     "release right 1524 300; turn; yaw == -90; window 1; key Right; turn 24;"
     "yaw == -87; turn 150; window-shows 0 0 0; window-shows 1 1024 0"},
    /* Squares of 3x3 pixels fill 2048x768. */
    {"retro", &two,
     "frame-width == 683; frame-height == 256; window-pixel 0 400 != 0;"
     "window 1; window-pixel 1023 400 != 0"},
    {"pond --rain 50", &two,
     "window 1; minimise; turn; note step; turn 5; step >= noted+5; window 0;"
     "minimise; turn; note step; turn 5; step == noted; window 1; restore;"
     "turn 2; step > noted"},
    /* Displays that are filled go by the clock: none waits for another. */
    {DRIZZLE, &two,
     "turn; note shown; repeat 1000 {wait 1; now}; shown >= noted+58;"
     "shown <= noted+62"},
    {DRIZZLE, &one_left,
     "turn; note shown; repeat 1000 {wait 1; now}; shown >= noted+58;"
     "shown <= noted+62"},
    {DRIZZLE " --no-vsync", &two,
     "turn; note shown; repeat 1000 {wait 1; now}; shown >= noted+235;"
     "shown <= noted+242"},
    /* They stay full, and closing one window ends it. */
    {"pond", &two,
     "window 1; key F; turn; fullscreen == 1; message == 1; window 0;"
     "fullscreen == 1; window 1; close; turn; running == 0"},
};

TEST_LOOP(screens, displays, COUNT(rows))
{
    stage_open(rows[_i].options, rows[_i].displays);
    stage_play("%s", rows[_i].statements);
}

/* The camera of a screensaver turns on all displays together, 1 degree a
   second, and nobody else turns it. */
TEST(screens, spanned_screensaver_turns)
{
    stage_open(HORIZON, &two);
    stage.scene->player.turns_slowly = 1;
    stage_play("saver; turn; window-shows 0 0 0; window-shows 1 1024 0;"
               "note crc; note yaw; turn 12; yaw > noted+0.19;"
               "yaw < noted+0.21; crc != noted; window-shows 0 0 0;"
               "window-shows 1 1024 0; note shown; turn 5; shown == noted+5;"
               "note yaw; press right 500 300; move 900 300; turn; yaw > noted;"
               "yaw < noted+0.02");
}

TEST(screens, water_stays_when_displays_change)
{
    const Displays one = {1, {{WIDTH, 0, WIDTH, HEIGHT}}}, none = {0};
    stage_open("pond", &two);
    stage_play("click 300 300; turn");
    EXPECT_INT(window_fill(&stage.window, &one, stage.now_ns), ==, 0);
    stage_play("turn; frame-width == 1024; calm == 0;"
               "window-shows 0 0 0");
    EXPECT_INT(window_fill(&stage.window, &two, stage.now_ns), ==, 0);
    stage_play("turn; frame-width == 2048; calm == 0;"
               "window-shows 0 0 0; window-shows 1 1024 0");
    EXPECT_INT(window_fill(&stage.window, &none, stage.now_ns), ==, -1);
}

/* New windows on 1024x768, by options and picture, which may be none: the size
   of the frame, 7/10 of it, and of the window, at most 9/10 of it, with no side
   too thin unless --size asks for that. */
static const struct {
    const char *options;
    int picture[2], frame[2], window[2];
} sizes[] = {
    {"", {0, 0}, {717, 403}, {717, 403}},
    {"a.jpg", {0, 0}, {717, 403}, {717, 403}},
    {"a.jpg", {4000, 3000}, {717, 538}, {717, 538}},
    {"a.jpg", {100, 400}, {134, 538}, {134, 538}},
    {"a.jpg", {8000, 2}, {717, 64}, {717, 64}},
    {"--display 7", {0, 0}, {1280, 720}, {0, 0}}, /* there is none */
    {"--size 2000x30", {0, 0}, {2000, 30}, {2000, 30}},
    {"--size 20x30 a.jpg", {400, 300}, {20, 30}, {20, 30}},
    {"--size 8000x2", {0, 0}, {8000, 2}, {8000, 2}},
    {"--preset retro", {0, 0}, {320, 240}, {640, 480}},
    {"--preset retro --size 4x3", {0, 0}, {4, 3}, {920, 690}},
    {"--preset classic", {0, 0}, {1280, 720}, {922, 518}},
    {"--preset classic a.jpg", {400, 300}, {400, 300}, {400, 300}},
    {"--preset classic a.jpg", {8000, 2}, {8000, 2}, {922, 64}},
    {"--frames 1", {0, 0}, {1280, 720}, {922, 518}},
};

static void expect_size(int width, int height, const int size[2])
{
    EXPECT_INT(width, ==, size[0]);
    EXPECT_INT(height, ==, size[1]);
}

static void expect_window(DisplayOptions *options, int width, int height,
                          const int size[2])
{
    Screen screen;
    Error error;

    options->renderer = "surface";
    EXPECT_OK(screen_prepare(&screen, options, NULL, width, height, &error));
    SDL_GetWindowSize(screen.windows[0].window, &width, &height);
    screen_close(&screen);
    expect_size(width, height, size);
}

TEST_LOOP(screens, sizes_of_new_windows, COUNT(sizes))
{
    static const int filled[] = {70, 80};
    const int *shape = sizes[_i].picture, *frame = sizes[_i].frame;
    SDL_Surface *picture =
        shape[0] > 0 ? picture_draw(shape[0], shape[1], picture_colour) : NULL;
    Options options;
    Error error;
    int width, height;

    setenv("SDL_VIDEODRIVER", "dummy", 1);
    EXPECT_OK(SDL_Init(SDL_INIT_VIDEO));
    EXPECT_OK(process_parse(&options, sizes[_i].options, &error));
    setup_choose_size(&width, &height, &options, NULL, picture);
    expect_size(width, height, frame);
    if (sizes[_i].window[0] > 0)
        expect_window(&options.display, width, height, sizes[_i].window);
    setup_choose_size(&width, &height, &options, &(SDL_Rect){5, 6, 70, 80},
                      picture);
    if (options.scene.width > 0 || options.scene.settings.frame_width > 0)
        expect_size(width, height, frame);
    else
        expect_size(width, height, filled);
    config_clear(&options.config);
    SDL_FreeSurface(picture);
    SDL_Quit();
}

/* The pointer: whether it is in full screen, the time, an event or none, then
   whether it is shown and in how many ms it may hide. */
static const struct {
    int is_fullscreen, now_ms;
    Uint32 event;
    int is_shown, wait_ms;
} moments[] = {
    {0, 10000, 0, 1, -1},
    {1, 10000, SDL_MOUSEMOTION, 1, 2000},
    {1, 11000, SDL_KEYDOWN, 1, 1000},
    {1, 11999, SDL_FINGERMOTION, 1, 1},
    {1, 12000, 0, 0, -1},
    {1, 20000, SDL_KEYDOWN, 0, -1},
    {1, 21001, SDL_MOUSEBUTTONDOWN, 1, 2000},
    {1, 23001, SDL_MOUSEWHEEL, 1, 2000},
    {0, 23002, 0, 1, -1},
    {1, 30001, 0, 0, -1},
};

TEST(screens, pointer_hides_in_full_screen)
{
    uint64_t rests_ns = 0;

    setenv("SDL_VIDEODRIVER", "dummy", 1);
    EXPECT_OK(SDL_Init(SDL_INIT_VIDEO));
    for (int i = 0; i < COUNT(moments); i++) {
        uint64_t now_ns = (uint64_t)moments[i].now_ms * 1000000;
        int full = moments[i].is_fullscreen;

        if (moments[i].event != 0)
            cursor_handle(&rests_ns, &(SDL_Event){.type = moments[i].event},
                          now_ns);
        cursor_turn(rests_ns, full, now_ns);
        ck_assert_msg(SDL_ShowCursor(SDL_QUERY) == moments[i].is_shown &&
                          cursor_wait_ms(rests_ns, full, now_ns) ==
                              moments[i].wait_ms,
                      "moment %d", i);
    }
    SDL_Quit();
}

#ifdef __linux__

TEST(screens, graphics_cards_are_files)
{
    const char *folder = support_path("devices");

    EXPECT_OK(mkdir(folder, 0777));
    EXPECT_INT(gpu_is_possible(folder), ==, 0);
    support_write("devices/null", "");
    EXPECT_INT(gpu_is_possible(folder), ==, 0);
    support_write("devices/nvidiactl", "");
    EXPECT_INT(gpu_is_possible(folder), ==, 1);
}

#endif
