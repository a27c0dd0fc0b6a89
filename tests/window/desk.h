/* SPDX-License-Identifier: MIT */
/*
 * The real window on a real X server, Xvfb, driven by xdotool and seen in the
 * server's own pixels, and a language for that (verbs.h):
 *
 *     mouse X Y           moves the mouse to that pixel of the window
 *     sleep MS
 *     file NAME, lines N  waits for a file in ripple's folder, for lines that
 *                         ripple has printed
 *     rest SECONDS        waits until ripple takes under 1 % of a core for so
 *                         many seconds
 *     calm [W H]          finds the window, which has that size (300x200), and
 *                         waits until it shows calm water, to compare with
 *     keep                takes the window's pixels to compare with
 *     await MIN MAX       waits until MIN to MAX pixels differ from those
 *     shows MIN MAX       MIN to MAX pixels differ at once
 *
 * Any other statement is for xdotool, with the window's id in place of '%'.
 */
#ifndef RIPPLE_TESTS_WINDOW_DESK_H
#define RIPPLE_TESTS_WINDOW_DESK_H

#include "ripple.h"
#include "../process.h"

#define DESK_DEADLINE_MS 15000 /* of all that is waited for */
#define DESK_POLL_MS     40

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

/* Returns 0, and says so, if Xvfb or xdotool is missing. */
int desk_is_possible(void);

/* Starts a server with a screen such as "800x600x24". */
void desk_open(Desk *desk, const char *screen);

/* Starts ripple and waits for its window, which has the focus then. */
void desk_open_window(Desk *desk, const char *arguments);

/* The same for a window with the picture coffee.png and no rain. */
void desk_open_calm_window(Desk *desk, const char *options);

/* Ends all that runs; ripple has printed no error. */
void desk_close(Desk *desk);

/* Runs statements. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void desk_play(Desk *desk, const char *format, ...);

/* The pixels of the window, to be freed. */
RipplePixels desk_look(const Desk *desk);

/* The frame of calm water that ripple draws headless, to be freed. */
RipplePixels desk_draw_calm(int width, int height, const char *options);

/* Has these pixels to compare with, and frees them in the end. */
void desk_want(Desk *desk, RipplePixels wanted);

/* How many pixels of the window differ from the wanted ones. */
int desk_count_changes(const Desk *desk);

/* Waits until a function says yes. */
void desk_await(int (*is_so)(Desk *desk), Desk *desk);

/* Whether a window can be seen; its id is kept. */
int desk_find_window(Desk *desk);

#endif
