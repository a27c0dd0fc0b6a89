/* SPDX-License-Identifier: MIT */
/* From what the options say to a scene that can run. */
#ifndef RIPPLE_APP_SETUP_H
#define RIPPLE_APP_SETUP_H

#include "app/options/options.h"
#include "host/error.h"
#include "app/scene/scene.h"

#include <SDL.h>

/*
 * Reads picture and script and opens a scene for a window, or for the frames
 * that the options ask for; or, unless bounds is NULL, for a window that fills
 * a part of the desktop, of which it also shows just that part where the
 * desktop is the picture. Returns 0, or -1 and nothing to close.
 */
int setup_scene(Scene **scene, const Options *options, const SDL_Rect *bounds,
                Error *error);

#endif
