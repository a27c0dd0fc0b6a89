/* SPDX-License-Identifier: MIT */
/*
 * The window under SDL's dummy driver, shown by its surface, with a clock of
 * its own, and a language of acts and expectations (verbs.h). A process has one
 * stage.
 *
 *     open OPTIONS           opens the window, with a preset first
 *     end                    closes it; what follows is of files alone
 *
 * A verb pushes an event, moves the clock or changes the scene:
 *
 *     turn [N]               N turns (1), each one step's time after the last
 *     late N                 a turn N steps' time after the last
 *     now                    a turn at the same time as the last
 *     wait MS                the time goes on
 *     doze MS                waits as long as the program would, then a turn,
 *                            until that much time has passed
 *     key NAME [alt|ctrl|shift|held ...] [at PLACE]
 *                            the character or name that SDL has for it, with
 *                            '_' for a space, at that key of a US keyboard
 *     press, release left|middle|right|x1 X Y
 *     click X Y              press left and release left
 *     move X Y;  wheel N;  finger down|move|up ID X Y
 *     shift 0|1, ctrl 0|1    is held by the mouse
 *     leave                  the mouse leaves the window
 *     quit, close, minimise, restore, new-display, reset, new-targets
 *     drop FILE              a file from the tests' folder
 *     window N               the statements that follow are of that window
 *     size W H               the window's, seen with the next turn
 *     set NAME VALUE, clear  as in a script; '@' is the tests' folder
 *     refresh RATE           the display's, until it is measured
 *     limit FPS, battery 0|1, slow-cpu, saver, forget-message
 *     first-run              says what a first run says, 10 s later
 *     environment NAME TEXT  sets a variable; '@' is the tests' folder
 *     folder NAME            makes a folder in the tests' folder
 *     fifo NAME              makes a named pipe there, which nobody writes
 *     picture-file N COLOUR  writes a picture of one colour there
 *     write NAME TEXT        writes a line into a file, as `file` finds it
 *     quiet                  hides what the program prints as an error
 *     await-picture          the next picture of the folder has been read
 *     await-film             turns at the same time until the film that has
 *                            ended is complete or given up
 *     delay MS               real time goes by, for a child
 *     note NAME [X Y]        keeps a value, which is called `noted` from then;
 *                            crc and those with places share one
 *
 * The menu has more, with '_' for a space in labels:
 *
 *     choose LABEL           goes to that row by Down, and Right for actions
 *     tap LABEL PART         left click on "label", "less", "more" or "action"
 *                            of that row, or so far along its track, 0..1; at
 *                            the "close" of the head or the "bar", the row is -
 *     touch, hover, hold LABEL PART   the same by a finger; moves the mouse
 *                            there; presses left there
 *     row TEXT, value TEXT   the selected row is that, and shows that
 *
 * An expectation compares a value with a number, `noted`, `noted+N` or
 * `noted-N`: "shown <= noted+20". stage.c lists the values. Some have
 * places: `water X Y` and `mask X Y` are of one cell; `window-pixel X Y` is
 * the colour that the window shows there; `bytes NAME` and `crc NAME` are of a
 * file; `has-row LABEL` is 1 if the menu has such a row, `first` its first row
 * seen. More to expect:
 *
 *     says TEXT, mentions TEXT    the message, all of it or a part
 *     title TEXT, view TEXT       the window's title, the view of the pool
 *     marks TEXT                  beside the red dot of a recording
 *     picture                     the window shows the frame
 *     enlarged W H N              it has that size and shows the frame N times
 *                                 as large in its middle, with black around it
 *     window-shows N X Y          window N shows the frame from there on
 *     file NAME, no-file NAME     is in the working folder, or is not; '@' is
 *                                 the tests' folder
 *     holds NAME [TEXT]           that file is this line, or empty
 */
#ifndef RIPPLE_TESTS_WINDOW_STAGE_H
#define RIPPLE_TESTS_WINDOW_STAGE_H

#include "app/option_table.h"
#include "app/events.h"
#include "../verbs.h"

#define STAGE_STEP_NS ((uint64_t)STEP_CLOCK_SECOND_NS / 60 + 1)
#define STAGE_NOTES   48

typedef struct Stage {
    Options options;
    Scene *scene;
    Window window;
    Error error;
    uint64_t now_ns;
    int window_index; /* whose the events are; -1: they name none */
    double notes[STAGE_NOTES];
} Stage;

extern Stage stage;

/* Opens a window with the options of a command line, or, unless displays is
   NULL, fills these. */
void stage_open(const char *line, const Displays *displays);

/* Closes what is open. */
void stage_close(void);

/* Runs one statement, for other languages to end with. */
void stage_run(const Words *words);
#define stage_play(...) verbs_play(stage_run, __VA_ARGS__)

/* Takes the folders of the user away. */
void stage_leave_home(void);

#endif
