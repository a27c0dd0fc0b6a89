/* SPDX-License-Identifier: MIT */
/*
 * What lies over the water, of all windows: passes of the user interface with
 * events and without.
 */
#ifndef RIPPLE_APP_OVERLAY_H
#define RIPPLE_APP_OVERLAY_H

#include "app/screen.h"
#include "app/benchmark.h"
#include "app/counter.h"
#include "app/menu.h"

#include <SDL.h>
#include <stdint.h>

/* The outline of a stone around the mouse, while the wheel changes its size and
   for a second after. */
typedef struct Outline {
    int window;        /* of the screen: where the mouse is */
    int x, y;          /* its place, in units of the mouse */
    int is_known;      /* that place */
    uint64_t until_ns; /* when it disappears; 0: there is none */
} Outline;

/* Filled in by the window: the pointers. */
typedef struct Overlay {
    Screen *screen;
    const Scene *scene;
    Captions *captions;
    Menu *menu;
    Outline *outline;
    Counter *counter;
    const Benchmark *benchmark;
    Ui ui;
    SDL_Point mouse; /* its pixel in the window where it was last */
    UiEvent moved;   /* a move that is yet to be handled, or nothing */
    int moved_in;    /* that window */
} Overlay;

/* Lets it have an event of window `index`; returns whether the event was for it
   and nothing else. A move waits for the next event of another kind, or for
   overlay_finish: mice send a thousand a second. */
int overlay_handle(Overlay *overlay, const SDL_Event *event, int index,
                   uint64_t now_ns);

void overlay_finish(Overlay *overlay, uint64_t now_ns);

/* Lists what is to be seen; the screen is dirty if that has changed. */
void overlay_turn(Overlay *overlay, uint64_t now_ns);

/* Follows the mouse in window `window` of the screen; ignores other events. */
void outline_follow(Outline *outline, const SDL_Event *event, int window);

/* Shows it from now on. */
void outline_begin(Outline *outline, uint64_t now_ns);

/* How long it stays; UINT64_MAX if there is none. */
uint64_t outline_wait_ns(const Outline *outline, uint64_t now_ns);

#endif
