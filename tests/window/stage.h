/* SPDX-License-Identifier: MIT */
/*
 * The window under SDL's dummy driver, with a clock of its own, and a language
 * of acts and expectations (verbs.h).
 *
 * A verb pushes an event, moves the clock or changes the scene:
 *
 *     turn [N]               N turns (1), each one step's time after the last
 *     until-calm N           turns until the water is calm, at most N
 *     now                    a turn at the same time as the last
 *     wait MS, clock NS      the time goes on, or is another
 *     sleep                  waits as long as the program would, then a turn
 *     doze MS                the same until that much time has passed
 *     key NAME [alt] [held]  as SDL names it, with '_' for a space
 *     press, release left|middle|right|x1 X Y
 *     click X Y              press left and release left
 *     move X Y;  wheel N;  shift 0|1;  finger down|move|up ID X Y
 *     quit, close, minimise, restore, new-display, reset, new-targets
 *     drop FILE              a file from the tests' folder
 *     presenter N            the statements that follow are of its window
 *     size W H               the window's, seen with the next turn
 *     set NAME VALUE, clear  as in a script
 *     reference              makes the same scene without a window
 *     reference drop X Y|drag X Y X Y|hold X Y|release|step
 *     limit FPS, battery 0|1, forget-message
 *     note NAME [X Y]        keeps a value, which is called `noted` from then;
 *                            crc and those with places share one
 *
 * An expectation compares a value with a number, `noted`, `noted+N` or
 * `noted-N`: "shown <= noted+20". stage.c lists the values. Some have
 * places: `water X Y` and `mask X Y` are of one cell, `water X Y X Y` and
 * `mask X Y X Y` the maximum of those on a line; `window-pixel X Y` is the
 * colour that the presenter shows there. More to expect:
 *
 *     says TEXT, mentions TEXT    the message, all of it or a part
 *     same-water                  the reference has the same heights
 *     picture                     the window shows the frame
 *     enlarged W H N              it has that size and shows the frame N times
 *                                 as large in its middle, with black around it
 *     presenter-shows N X Y       presenter N shows the frame from there on
 *     file NAME, no-file NAME     is in the working folder, or is not
 *     holds NAME [TEXT]           that file is this line, or empty
 */
#ifndef RIPPLE_TESTS_WINDOW_STAGE_H
#define RIPPLE_TESTS_WINDOW_STAGE_H

#include "app/options/options.h"
#include "app/window/window.h"

#define STAGE_STEP_NS ((uint64_t)STEP_CLOCK_SECOND_NS / 60 + 1)
#define STAGE_NOTES   40

typedef struct Stage {
    Options options;
    Scene *scene;
    Scene *reference; /* without a window; NULL until it is made */
    Window window;
    Error error;
    uint64_t now_ns;
    int presenter; /* whose window the events are of; -1: they name none */
    double notes[STAGE_NOTES];
} Stage;

/* Opens a window with the options of a command line, or, unless displays is
   NULL, fills these. */
void stage_open(Stage *stage, const char *line, const Displays *displays);
void stage_close(Stage *stage);

/* Runs statements. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void stage_play(Stage *stage, const char *format, ...);

/* The stage's scene, as new and without a window; the caller frees it. */
Scene *stage_make_reference(Stage *stage);

/* Goes on at that time. */
void stage_turn_at(Stage *stage, uint64_t now_ns);

/* A picture of 64x48 pixels with this colour at the top left, all of them
   different; the caller frees it. */
SDL_Surface *stage_make_picture(uint32_t colour);

#endif
