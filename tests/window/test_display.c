/* SPDX-License-Identifier: MIT */
/* The real window on an X server: mouse, keys, sizes, captures, and that it
   rests. desk.h describes the statements. */
#include "desk.h"

#include "base/fixed.h"
#include "../support.h"
#include "../test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Desk desk;

static void open_desk(void)
{
    desk_open(&desk, "800x600x24");
}

static void close_desk(void)
{
    desk_close(&desk);
}

TEST_CASE(display, window, .timeout_s = 90, .is_possible = desk_is_possible,
          .set_up = open_desk, .tear_down = close_desk);

static const struct {
    const char *options, *statements;
} rows[] = {
    /* A click makes waves, and there is a key for calm water. */
    {"--damping 9", "calm; mouse 150 100; click 1; await 1000 60000; key c;"
                    "await 0 0"},
    /* Paused, nothing moves, and a step does; 3 s later the message has gone.
     */
    {"--preset classic --damping 10",
     "calm; mouse 100 80; click 1; await 200 60000; key space; sleep 3000;"
     "shows 101 60000; keep; sleep 300; shows 0 0; key period; await 20 60000"},
    /* The picture is fitted to every size of the window. */
    {"", "windowsize --sync % 420 310; calm 420 310;"
         "windowsize --sync % 120 350; calm 120 350;"
         "windowsize --sync % 33 21; calm 33 21;"
         "windowsize --sync % 300 200; calm"},
    {"", "calm; rest 4"},
};

TEST_LOOP(window, statements, COUNT(rows))
{
    desk_open_calm_window(&desk, rows[_i].options);
    desk_play(&desk, "%s", rows[_i].statements);
}

/* The wave of a drag lies along the way of the mouse. */
TEST(window, drag)
{
    desk_open_calm_window(&desk, "--preset classic --damping 12");
    desk_play(&desk, "calm; mouse 40 100; mousedown 1; mouse 260 100;"
                     "mouseup 1; await 1500 60000");
    RipplePixels now = desk_look(&desk);

    for (int x = 40; x < 260; x += 20) {
        int changes = 0;

        for (int y = 60; y < 140; y++) {
            for (int i = y * DESK_WIDTH + x; i < y * DESK_WIDTH + x + 20; i++)
                changes += now.pixels[i] != desk.wanted.pixels[i];
        }
        EXPECT_INT(changes, >, 0);
    }
    free(now.pixels);
}

/* The line over calm water, as far as this machine is fast enough to see it;
   and that it goes. */
TEST(window, first_start)
{
    static char state[300];
    long deadline;
    int count = 0;

    desk_want(&desk,
              desk_draw_calm(DESK_WIDTH, DESK_HEIGHT,
                             process_repository_path("assets/coffee.png")));
    snprintf(state, sizeof state, "XDG_STATE_HOME=%s", desk.folder);
    desk.environment[5] = state;
    deadline = process_clock_ms() + 2500;
    desk_open_calm_window(&desk, "");
    desk_play(&desk, "file ripple/greeted");
    while (process_clock_ms() < deadline && (count < 100 || count > 30000))
        count = desk_count_changes(&desk);
    if (process_clock_ms() < deadline)
        EXPECT_INT(count, >=, 100);
    else
        puts("skipped: too slow to see a line of three seconds");
    desk_play(&desk, "await 0 0");
}

/* Waits for the end that a key brings about. */
static void expect_end(void)
{
    process_finish(&desk.ripple);
    ck_assert_str_eq(desk.ripple.err, "");
    EXPECT_INT(desk.ripple.status, ==, 0);
}

TEST(window, save_and_quit)
{
    desk_open_calm_window(&desk, "");
    desk_play(&desk, "key s; key s; file ripple-0002.png; lines 2; key q");
    expect_end();
    ck_assert_str_eq(desk.ripple.out, "ripple-0001.png\nripple-0002.png\n");
    process_clear(&desk.ripple);
}

/* Waits for that many lines of output in all, then checks the last file. */
static void expect_film(int lines, const char *name)
{
    char path[300], head[16] = "";
    FILE *file;

    process_await_lines(&desk.ripple, lines);
    EXPECT(strstr(desk.ripple.out, name) != NULL);
    snprintf(path, sizeof path, "%s/%s", desk.folder, name);
    file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    EXPECT_INT(fread(head, 1, 12, file), ==, 12);
    EXPECT(strcmp(head + 4, "ftypisom") == 0 ||
           memcmp(head, "YUV4MPEG2 ", 10) == 0);
    fclose(file);
}

/* F9 starts and ends a film; a new size ends it, and so does quitting. */
TEST(window, film)
{
    static const char *const ends[] = {"key F9", "windowsize --sync % 400 300",
                                       "key q"};

    desk_open_calm_window(&desk, "");
    for (int i = 0; i < COUNT(ends); i++) {
        char name[32];

        desk_play(&desk, "key F9; sleep 200; %s", ends[i]);
        snprintf(name, sizeof name, "ripple-%04d.%s", i + 1,
                 process_exists("ffmpeg") ? "mp4" : "y4m");
        expect_film(i + 1, name);
    }
    expect_end();
    process_clear(&desk.ripple);
}

/* The first column of the window, where the frame is twice as large, that is
   not as wanted; its width if all are. */
static int find_change(void)
{
    RipplePixels now = desk_look(&desk);
    int x = 0, is_same = 1;

    while (x < now.width && is_same) {
        for (int y = 0; y < now.height; y++) {
            size_t wanted =
                (size_t)(y / 2) * desk.wanted.stride + (size_t)(x / 2);

            /* The display rounds colours. */
            is_same &= support_colour_distance(
                           now.pixels[(size_t)y * now.stride + (size_t)x],
                           desk.wanted.pixels[wanted]) <= 8;
        }
        x += is_same;
    }
    free(now.pixels);
    return x;
}

static int is_unchanged(Desk *shown)
{
    return find_change() == shown->place.width;
}

/* A change, and all of it right of the middle. */
static int is_changed_right(Desk *shown)
{
    int x = find_change();

    EXPECT_INT(x, >, DESK_WIDTH);
    return x < shown->place.width;
}

/* A small frame of 16 bits opens twice as large, and a click meets the pixel
   under the mouse. */
TEST(window, retro)
{
    desk_open_calm_window(&desk, "--preset retro");
    EXPECT_INT(desk.place.width, ==, 2 * DESK_WIDTH);
    EXPECT_INT(desk.place.height, ==, 2 * DESK_HEIGHT);
    desk_want(&desk,
              desk_draw_calm(DESK_WIDTH, DESK_HEIGHT,
                             process_repository_path("assets/coffee.png")));
    desk_await(is_unchanged, &desk);
    desk_play(&desk, "mouse 500 200; click 1");
    desk_await(is_changed_right, &desk);
}

static int is_hidden(Desk *shown)
{
    return !desk_find_window(shown);
}

/* Minimised it costs nothing, though it rains, and then it goes on. */
TEST(window, minimised_windows_cost_nothing)
{
    const char *const argv[] = {"openbox", "--sm-disable", NULL};

    if (!process_exists("openbox")) {
        puts("skipped: no openbox, and only a window manager minimises");
        return;
    }
    desk.manager.environment = desk.environment;
    process_start(&desk.manager, argv);
    desk_open_window(&desk, "--preset storm --size 300x200");
    desk_play(&desk, "windowminimize %%");
    desk_await(is_hidden, &desk);
    desk_play(&desk, "rest 2; windowactivate %%");
    desk_await(desk_find_window, &desk);
    desk.place = (RippleRect){0, 0, 800, 600}; /* with its frame, anywhere */
    desk_play(&desk, "keep; await 500 480000");
}
