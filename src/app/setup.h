/* SPDX-License-Identifier: MIT */
/* Makes the scene that the options ask for. */
#ifndef RIPPLE_APP_SETUP_H
#define RIPPLE_APP_SETUP_H

#include "app/options/options.h"
#include "host/error.h"
#include "app/scene/scene.h"

#include <SDL.h>

/*
 * Reads the picture and the script and makes the scene, for a window or for
 * files. If bounds is not NULL, the window fills that part of the desktop: the
 * scene gets its size, and shows that part if the picture is the desktop.
 * Returns 0, or -1 and the reason.
 */
int setup_scene(Scene **scene, const Options *options, const SDL_Rect *bounds,
                Error *error);

#endif
