/* SPDX-License-Identifier: MIT */
/* SDL's video subsystem: hints, the choice of a driver, start and stop. */
#ifndef RIPPLE_APP_VIDEO_H
#define RIPPLE_APP_VIDEO_H

#include "app/display_options.h"
#include "os/error.h"

#include <SDL.h>

/* Starts SDL's video. Returns 0, or -1 with the reason in *error. Each
   successful start needs one stop. */
int video_start(const DisplayOptions *options, Error *error);
void video_stop(void);

/* Lets SDL fill this window, and those that open from now on, without OpenGL.
   Returns 0, or -1 without a change if it cannot on this desktop or has no
   format for its pixels, as for those of 10 bits a colour. */
int video_use_framebuffer(SDL_Window *window);

#endif
