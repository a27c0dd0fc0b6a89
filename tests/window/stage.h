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
 *     until-calm N           turns until the water is calm, at most N
 *     now                    a turn at the same time as the last
 *     wait MS, clock NS      the time goes on, or is another
 *     sleep                  waits as long as the program would, then a turn
 *     doze MS                the same until that much time has passed
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
 *     reference              makes the same scene without a window, by the CPU
 *     reference drop X Y|drag X Y X Y|hold X Y|release|step
 *     reference catch-up     steps it to the step of the window
 *     refresh RATE           the display's, until it is measured
 *     limit FPS, battery 0|1, slow-cpu, saver, forget-message
 *     first-run              says what a first run says, 10 s later
 *     environment NAME TEXT  sets a variable; '@' is the tests' folder
 *     folder NAME            makes a folder in the tests' folder
 *     fifo NAME              makes a named pipe there, which nobody writes
 *     picture-file N COLOUR  writes a picture of that name there
 *     write NAME TEXT        writes a line into a file, as `file` finds it
 *     quiet                  hides what the program prints as an error
 *     await-picture          the next picture of the folder has been read
 *     await-film             turns at the same time until the film that has
 *                            ended is complete or given up
 *     delay MS               real time goes by, for a child
 *     note NAME [X Y]        keeps a value, which is called `noted` from then;
 *                            crc and those with places share one
 *
 * An expectation compares a value with a number, `noted`, `noted+N` or
 * `noted-N`: "shown <= noted+20". stage.c lists the values. Some have
 * places: `water X Y` and `mask X Y` are of one cell, `water X Y X Y` and
 * `mask X Y X Y` the maximum of those on a line; `window-pixel X Y` is the
 * colour that the window shows there; `bytes NAME` is the size of a file.
 * More to expect:
 *
 *     says TEXT, mentions TEXT    the message, all of it or a part
 *     title TEXT, view TEXT       the window's title, the view of the pool
 *     marks TEXT                  beside the red dot of a recording
 *     same-water, same-frame      the reference has the same heights, pixels
 *     picture                     the window shows the frame
 *     enlarged W H N              it has that size and shows the frame N times
 *                                 as large in its middle, with black around it
 *     window-shows N X Y          window N shows the frame from there on
 *     file NAME, no-file NAME     is in the working folder, or is not; '@' is
 *                                 the tests' folder
 *     holds NAME [TEXT]           that file is this line, or empty
 *     frames NAME HEAD SIZE       it has frames of that size after a head,
 * whole ones, at least one; all in bytes
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
    Scene *reference; /* without a window; NULL until it is made */
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

/* The stage's scene, as new and without a window; the caller frees it. */
Scene *stage_make_reference(void);

/* Whether a text is another one, in which '_' is a space. */
int seen_matches(const char *found, const char *text);

/* Finds an item in the list of a window's overlay: the first one from number
   `from` on that matches a text, or any if it is NULL. Returns -1 for none. */
int seen_text(const ScreenWindow *window, const char *text, int from);

/* The first item that is a shape of that kind and colour, 0 for any; or -1. */
int seen_shape(const ScreenWindow *window, ShapeKind kind, uint32_t argb);

/* An item, and its text: static, until the next call. */
const CanvasItem *seen_item(const ScreenWindow *window, int item);
const char *seen_read(const ScreenWindow *window, int item);

#endif
