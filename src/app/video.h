/* SPDX-License-Identifier: MIT */
/* SDL's video subsystem: hints, the choice of a driver, start and stop, and the
   mouse's pointer. */
#ifndef RIPPLE_APP_VIDEO_H
#define RIPPLE_APP_VIDEO_H

#include "app/display_options.h"
#include "os/error.h"

#include <SDL.h>
#include <stdint.h>

/* Starts SDL's video. Returns 0, or -1 with the reason in *error. Each
   successful start needs one stop. */
int video_start(const DisplayOptions *options, Error *error);
void video_stop(void);

/* Lets SDL fill this window, and those that open from now on, without OpenGL.
   Returns 0, or -1 without a change if it cannot on this desktop or has no
   format for its pixels, as for those of 10 bits a colour. */
int video_use_framebuffer(SDL_Window *window);

/* Hides the mouse's pointer in full screen once it has rested for two seconds,
   and shows it again with its next movement. */
typedef struct Cursor {
    uint64_t rests_ns; /* since when it rests */
} Cursor;

/* Looks at an event of any kind. */
void cursor_handle(Cursor *cursor, const SDL_Event *event, uint64_t now_ns);

/* Hides the pointer once it is time to, and shows it out of full screen. */
void cursor_turn(const Cursor *cursor, int is_fullscreen, uint64_t now_ns);

/* When to call cursor_turn, in ms from now; -1: no need to. */
int cursor_wait_ms(const Cursor *cursor, int is_fullscreen, uint64_t now_ns);

#endif
