/* SPDX-License-Identifier: MIT */
/* The real window on an X server: mouse, keys, sizes, captures, and that it
   rests. desk.h describes the statements. */
#include "desk.h"

#include "../support.h"
#include "../test.h"

#include <stdio.h>

TEST_CASE(display, window, .timeout_s = 90, .waits = 1,
          .is_possible = desk_is_possible, .set_up = desk_open,
          .tear_down = desk_close);

static const char *const rows[] = {
    /* A click makes waves, and there is a key for calm water. */
    "pool --damping 9; calm; mouse 150 100; click 1; await 1000 60000; key c;"
    "await 0 0",
    /* The picture is fitted to every size of the window. */
    "pool; windowsize --sync % 420 310; calm 420 310;"
    "windowsize --sync % 120 350; calm 120 350;"
    "windowsize --sync % 33 21; calm 33 21; windowsize --sync % 300 200; calm",
    "pool --renderer software; windowsize --sync % 33 21; calm 33 21",
    /* The server forgets the pixels of a window that is not on the screen. */
    "pool; calm; windowunmap --sync %; sleep 300; windowmap --sync %; calm",
    /* Keys, and the title that follows them: a stone in the middle, land that
       is painted and taken back, presets. */
    "pool; calm; title ripple - pond - coffee.png; key Return;"
    "await 8000 60000; key c; mouse 60 60; mousedown 3; mouse 150 100;"
    "mouseup 3; await 2000 60000; key ctrl+z; await 0 0; key p;"
    "title ripple - storm - coffee.png; key P; key P;"
    "title ripple - retro - coffee.png; key q; end",
    /* The menu: Tab, Escape, and its button; beside it a click drops a
       stone. */
    "pool; calm; key Tab; await 8000 60000; key Down; key Escape; await 0 0;"
    "mouse 100 60; mouse 27 27; click 1; await 8000 60000; mouse 280 190; keep;"
    "click 1; await 500 60000; key Tab; key q; end",
    /* F9 starts and ends a film; a new size ends it, and so does quitting. */
    "pool; calm; key F9; records; key F9; film 1; keep; key F9; records;"
    "windowsize --sync % 400 300; film 2; calm 400 300; key F9; records;"
    "key q; film 3; end",
    /* A key turns the camera; a stone falls where a click shows water. */
    "pool --view perspective --camera 20,30,1;"
    "want 300 200 @coffee.png --view perspective --camera 20,30,1; await 0 0;"
    "key Right; want 300 200 @coffee.png --view perspective --camera 23,30,1;"
    "await 0 0; mouse 150 105; click 1; await 30 60000",
    /* The menu keeps settings in a file, and the next run begins with it. */
    "environment 5 XDG_CONFIG_HOME=@; pool; calm; key Tab; key Right;"
    "repeat 10 {key Up}; key Return; file ripple/ripple.conf; key Tab; key q; "
    "end; open --size 300x200; title ripple - storm - slate",
};

TEST_ROWS(window, statements, desk_run, rows)

static int has_manager(void)
{
    int has_all = desk_is_possible() && process_exists("openbox");

    if (!has_all)
        puts("skipped: no openbox, and only a window manager minimises");
    return has_all;
}

TEST_CASE(display, managed, .timeout_s = 90, .is_possible = has_manager,
          .set_up = desk_open, .tear_down = desk_close);

static const char *const managed_rows[] = {
    /* Minimised it costs nothing, though it rains, and then it goes on; where
       it comes back to, with its frame, does not matter. */
    "manager; open --preset storm --size 300x200; windowminimize %; hidden;"
    "rest 2; windowactivate %; seen; place 0 0 800 600; keep;"
    "await 500 480000",
    /* Full screen is the window manager's where there is one. */
    "manager; pool --fullscreen; calm 800 600; key f; sleep 300; key f;"
    "calm 800 600",
};

TEST_ROWS(managed, managed, desk_run, managed_rows)

/* Pictures and films that reach the limit of a file: a line each. */
TEST(window, limited_files)
{
    desk.ripple.file_bytes = 4000;
    desk_play("environment 5 PATH=/; pool; key s; lines 1; key F9; lines 2;"
              "key q; fails ripple: ripple-0001.png: File too large "
              "ripple: ripple-0001.y4m: File too large");
}
