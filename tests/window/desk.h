/* SPDX-License-Identifier: MIT */
/*
 * The real window on a real X server, Xvfb, driven by xdotool and seen in the
 * server's own pixels, and a language for that (verbs.h):
 *
 *     open OPTIONS        starts ripple and waits for its window, which has the
 *                         focus then; DESK_OPTIONS of the environment are
 *                         more options
 *     pool [OPTIONS]      the same with 300x200 pixels of coffee.png, no rain
 *     manager             starts openbox and waits until it manages windows
 *     environment I TEXT  variable I of ripple is NAME=TEXT, or removed
 *                         a final '@' is ripple's folder
 *     ffmpeg SCRIPT       ripple finds no program but this one
 *     end [TEXT]          waits for ripple's end, without an error; TEXT is
 *                         what it has printed, with spaces for ends of lines
 *     fails TEXT          the same with status 1 and TEXT as its errors
 *     kill N              sends it a signal
 *     mouse X Y           moves the mouse to that pixel of the window
 *     place X Y W H       where the window is said to be
 *     sleep MS
 *     file NAME, lines N  waits for a file in ripple's folder, for lines that
 *                         ripple has printed
 *     records             calm water is recorded: waits until there are frames
 *     film N              the same for film N and as many lines
 *     complete NAME       a PNG or Y4M is whole
 *     rest SECONDS        waits until ripple takes under 1 % of a core for so
 *                         many seconds
 *     title TEXT          waits until the window has that title
 *     hidden, seen        waits until the window is so
 *     want W H [OPTIONS]  draws calm water headless, to compare with
 *     size W H            waits until the window has that size, and finds it
 *     calm [W H]          the same (300x200), and
 *                         waits until it shows calm water of coffee.png
 *     keep                takes the window's pixels to compare with
 *     await MIN MAX       waits until MIN to MAX pixels differ from those
 *
 * Any other statement is for xdotool, with the window's id in place of '%'.
 */
#ifndef RIPPLE_TESTS_WINDOW_DESK_H
#define RIPPLE_TESTS_WINDOW_DESK_H

#include "ripple.h"
#include "../process.h"
#include "../verbs.h"

enum { DESK_WIDTH = 300, DESK_HEIGHT = 200 }; /* of most windows */

typedef struct Desk {
    Process server, ripple, manager;
    char display[32]; /* DISPLAY=:N */
    char framebuffer[256];
    char folder[256]; /* where ripple works */
    const char *environment[9];
    char window[32];
    RippleRect place;    /* of the window on the screen */
    RipplePixels wanted; /* to compare with */
} Desk;

extern Desk desk; /* of this test */

/* Returns 0, and says so, if Xvfb or xdotool is missing. */
int desk_is_possible(void);

/* Starts a server with a screen of 800x600x24, or such a one; "300x200x24 1" is
   its screen 1, beside a larger screen 0. */
void desk_open(void);
void desk_open_screen(const char *screen);

/* Ends all that runs; ripple has printed no error. */
void desk_close(void);

/* Runs one statement, for other languages to end with. */
void desk_run(const Words *words);
#define desk_play(...) verbs_play(desk_run, __VA_ARGS__)

/* Has these pixels to compare with, and frees them in the end. */
void desk_want(RipplePixels wanted);

#endif
