/* SPDX-License-Identifier: MIT */
/*
 * The program in a window: lets the clock, hands and the desktop's wishes act
 * on the scene and shows what came of it. One turn after the other, each from
 * a time that the caller gives, so that tests can bring their own clock.
 */
#ifndef RIPPLE_APP_WINDOW_WINDOW_H
#define RIPPLE_APP_WINDOW_WINDOW_H

#include "app/window/captions.h"
#include "app/window/capture.h"
#include "app/window/pacing.h"
#include "app/window/input.h"
#include "host/step_clock.h"
#include "app/scene/scene.h"
#include "app/present/screen.h"

typedef struct Window {
    Scene *scene;
    const DisplayOptions *options;
    Screen screen;
    Captions captions;
    Input input;
    StepClock step_clock;
    Pacing pacing;
    Capture capture;
    int running, paused, hidden;
    int resized; /* the window has a new size */
    int lost;    /* the renderer has lost its textures */
    int stale;   /* the water may have changed since it was shown */
    int failed;  /* the report says why */
    Error *error;
} Window;

/* Opens a window on an open live scene and shows it, or, unless displays is
   NULL, fills these. Returns 0, or -1 and nothing to close. */
int window_open(Window *window, Scene *scene, const DisplayOptions *options,
                const Displays *displays, uint64_t now_ns, Error *error);

/* Says what there is to do, to someone who has never been told. */
void window_show_first_run(Window *window, uint64_t now_ns);

void window_close(Window *window);

/* Fills these displays instead. Returns 0, or -1 when it could fill none, and
   then has to be closed. */
int window_fill(Window *window, const Displays *displays, uint64_t now_ns);

/* Whether an event is for this window and no other. */
int window_owns(const Window *window, const SDL_Event *event);

/* Handles an event, of this window or of none. */
void window_handle(Window *window, const SDL_Event *event, uint64_t now_ns);

/* Does the steps that are due and shows the frame. window->running is 0 when
   it is time to go. */
void window_turn(Window *window, uint64_t now_ns);

/* How long nothing has to be done without an event, in ms; -1: for ever. */
int window_wait_ms(const Window *window, uint64_t now_ns);

#endif
