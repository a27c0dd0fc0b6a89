/* SPDX-License-Identifier: MIT */
/*
 * Random events and turns of a small window, with a clock that goes forth and
 * back. A turn may do at most 4 steps (or skip calm ones), an event at most
 * one, and at the end the frame equals a complete rendering. Capture is left
 * out: it would start another program.
 */
#ifndef RIPPLE_TESTS_RANDOM_EVENTS_H
#define RIPPLE_TESTS_RANDOM_EVENTS_H

#include "app/command_line.h"
#include "app/events.h"
#include "source.h"

#define RANDOM_WINDOW_WIDTH    48
#define RANDOM_WINDOW_HEIGHT   32
#define RANDOM_WINDOW_MAX_SIDE 100

typedef struct RandomWindow {
    Source source;
    const char *folder; /* not owned */
    Options options;
    Scene *scene;
    Window window;
    uint64_t now_ns;
} RandomWindow;

/* Writes the pictures that events drop into a folder. */
void random_window_make_files(const char *folder);

/* Opens a window with a random preset, or one that fills random displays; SDL's
   video must be there. The caller must call random_window_close. */
void random_window_open(RandomWindow *tested, Source source,
                        const char *folder);

/* Sends random events, at most `count`, until the source or the window ends. */
void random_window_play(RandomWindow *tested, int count);

/* Takes one more turn and checks the frame. */
void random_window_close(RandomWindow *tested);

/* A picture of opaque pixels that differ; the caller frees it. */
SDL_Surface *random_make_picture(int width, int height);

/* Expects the frame to equal a complete rendering. */
void random_check_frame(Scene *scene);

#endif
