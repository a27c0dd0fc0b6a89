/* SPDX-License-Identifier: MIT */
/* The real window on an X server: mouse, keys, sizes, captures, and that it
   rests. desk.h describes the statements. */
#include "desk.h"

#include "base/fixed.h"
#include "../support.h"
#include "../test.h"

#include <stdio.h>
#include <stdlib.h>

TEST_CASE(display, window, .timeout_s = 90, .is_possible = desk_is_possible,
          .set_up = desk_open, .tear_down = desk_close);

static const char *const rows[] = {
    /* A click makes waves, and there is a key for calm water. */
    "pool --damping 9; calm; mouse 150 100; click 1; await 1000 60000; key c;"
    "await 0 0",
    /* Paused, nothing moves, and a step does; 3 s later the message has gone.
     */
    "pool --preset classic --damping 10;"
    "calm; mouse 100 80; click 1; await 200 60000; key space; sleep 3000;"
    "shows 101 60000; keep; sleep 300; shows 0 0; key period; await 20 60000",
    /* The picture is fitted to every size of the window. */
    "pool; windowsize --sync % 420 310; calm 420 310;"
    "windowsize --sync % 120 350; calm 120 350;"
    "windowsize --sync % 33 21; calm 33 21;"
    "windowsize --sync % 300 200; calm",
    "pool; calm; rest 4",
    /* Saves and quits. */
    "pool; key s; key s; file ripple-0002.png; lines 2; key q;"
    "end ripple-0001.png ripple-0002.png",
    /* F9 starts and ends a film; a new size ends it, and so does quitting. */
    "pool; key F9; sleep 200; key F9; film 1;"
    "key F9; sleep 200; windowsize --sync % 400 300; film 2;"
    "key F9; sleep 200; key q; film 3; end",
    /* A small frame of 16 bits opens twice as large, and a click meets the
       pixel under the mouse. */
    "pool --preset retro; want 300 200 @coffee.png; double; await 0 0;"
    "mouse 500 200; click 1; await 1 240000; right-of 300",
};

TEST_LOOP(window, statements, COUNT(rows))
{
    desk_play("%s", rows[_i]);
}

/* The wave of a drag lies along the way of the mouse. */
TEST(window, drag)
{
    desk_play("pool --preset classic --damping 12; calm; mouse 40 100;"
              "mousedown 1; mouse 260 100; mouseup 1; await 1500 60000");
    RipplePixels now = desk_look();

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
    long deadline;
    int count = 0;

    desk_play("want 300 200 @coffee.png; environment 5 XDG_STATE_HOME=%s",
              desk.folder);
    deadline = process_clock_ms() + 2500;
    desk_play("pool; file ripple/greeted");
    while (process_clock_ms() < deadline && (count < 100 || count > 30000))
        count = desk_count_changes();
    if (process_clock_ms() < deadline)
        EXPECT_INT(count, >=, 100);
    else
        puts("skipped: too slow to see a line of three seconds");
    desk_play("await 0 0");
}

/* Minimised it costs nothing, though it rains, and then it goes on; where it
   comes back to, with its frame, does not matter. */
TEST(window, minimised_windows_cost_nothing)
{
    if (process_exists("openbox"))
        desk_play("manager; open --preset storm --size 300x200;"
                  "windowminimize %%; hidden; rest 2; windowactivate %%; seen;"
                  "place 0 0 800 600; keep; await 500 480000");
    else
        puts("skipped: no openbox, and only a window manager minimises");
}
