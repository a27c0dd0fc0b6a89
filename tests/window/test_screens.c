/* SPDX-License-Identifier: MIT */
/*
 * One pool over several displays, and the lists of displays. SDL's dummy
 * driver has a single display of 1024x768, which each window fills; its place,
 * beside the first or below, is for the test to choose. Displays that really
 * come and go are for tools/test-displays.sh.
 */
#include "stage.h"

#include "base/fixed.h"
#include "../support.h"
#include "../test.h"

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
     "frame-width == 2048; frame-height == 1536; click 1021 200; turn 40;"
     "window-shows 0 0 0; window-shows 1 1024 0; window-shows 2 0 768;"
     "water 1030 200 != 0"},
    /* A click in any window has its place in the pool; drags go on outside of
       their window. */
    {"pond --cell 4 --stone smooth", &three,
     "click 100 50; turn; water 100 50 != 0"},
    {"pond --cell 4 --stone smooth", &three,
     "window 1; click 100 50; turn; water 1124 50 != 0"},
    {"pond --cell 4 --stone smooth", &three,
     "window 2; click 700 300; turn; water 700 1068 != 0"},
    {"pond --cell 4 --stone smooth", &three,
     "click 1064 60; turn; water 1064 60 != 0"},
    {"pond --cell 4 --stone smooth", &three,
     "window 1; click -40 60; turn; water 984 60 != 0"},
    /* 320x240 three times as large: 960x720 in the middle of 2048x768. */
    {"retro", &two,
     "frame-width == 320; window-pixel 543 400 == 0; window-pixel 545 400 != 0;"
     "window 1; window-pixel 478 400 != 0; window-pixel 480 400 == 0"},
    {"pond --rain 50", &two,
     "window 1; minimise; turn; note step; turn 5; step >= noted+5;"
     "window 0; minimise; turn; note step; turn 5; step == noted;"
     "window 1; restore; turn 2; step > noted"},
    /* Displays that are filled go by the clock: none waits for another. */
    {DRIZZLE, &two,
     "turn; note shown; repeat 1000 {wait 1; now};"
     "shown >= noted+58; shown <= noted+62"},
    {DRIZZLE, &one_left,
     "turn; note shown; repeat 1000 {wait 1; now};"
     "shown >= noted+58; shown <= noted+62"},
    {DRIZZLE " --max-fps 20", &one_left,
     "turn; note shown; repeat 1000 {wait 1; now};"
     "shown >= noted+19; shown <= noted+21"},
    {DRIZZLE " --no-vsync", &two,
     "turn; note shown; repeat 1000 {wait 1; now};"
     "shown >= noted+235; shown <= noted+242"},
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

TEST(screens, water_stays_when_displays_change)
{
    const Displays one = {1, {{WIDTH, 0, WIDTH, HEIGHT}}}, none = {0};
    stage_open("pond", &two);
    stage_play("click 300 300; turn");
    EXPECT_INT(window_fill(&stage.window, &one, stage.now_ns), ==, 0);
    stage_play("turn; windows == 1; frame-width == 1024; calm == 0;"
               "window-shows 0 0 0");
    EXPECT_INT(window_fill(&stage.window, &two, stage.now_ns), ==, 0);
    stage_play("turn; frame-width == 2048; calm == 0;"
               "window-shows 0 0 0; window-shows 1 1024 0");
    EXPECT_INT(window_fill(&stage.window, &none, stage.now_ns), ==, -1);
}
