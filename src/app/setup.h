/* SPDX-License-Identifier: MIT */
/* Makes the scene that the options ask for. */
#ifndef RIPPLE_APP_SETUP_H
#define RIPPLE_APP_SETUP_H

#include "app/option_table.h"
#include "os/error.h"
#include "app/scene.h"

#include <SDL.h>

/* A scene to come, whose picture a thread may read meanwhile. It must stay
   where it is. */
typedef struct Setup {
    const Options *options;
    const SDL_Rect *bounds; /* of a picture of the desktop; NULL: all of it */
    SDL_Thread *thread;     /* that reads; NULL: none */
    SDL_atomic_t cancel;    /* the thread is to end soon */
    Picture picture;
    Folder *folder;
    Error error; /* of the thread */
} Setup;

/* Begins to read the picture, unless that needs the display; the options must
   outlive the setup. It needs no video. */
void setup_begin(Setup *setup, const Options *options);

/*
 * The size of the frame of that picture, NULL: that is not known yet; at least
 * its proportions are those of most pictures. If bounds is not NULL, the window
 * fills that part of the desktop.
 */
void setup_choose_size(int *width, int *height, const Options *options,
                       const SDL_Rect *bounds, const SDL_Surface *picture);

/*
 * Makes the scene once the picture is read, here if setup_begin was not called
 * and nothing but the options is set. The scene has the size of bounds, and
 * shows that part if the picture is the desktop. Returns 0, or -1 and the
 * reason; a window shows the bed, with the reason in *error, if only the
 * picture cannot be read. Nothing of the setup is left.
 */
int setup_finish(Scene **scene, Setup *setup, const SDL_Rect *bounds,
                 Error *error);

/* If settings have the light of the clock, writes its hour, such as "18:30", if
   that is another than theirs. Returns whether it is. */
int setup_read_clock(const PlaySettings *settings, char hour[8]);

/* Gives up a setup, which may have been finished or be zero. */
void setup_cancel(Setup *setup);

#endif
