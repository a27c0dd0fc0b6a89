/* SPDX-License-Identifier: MIT */
/* Changes to the scene by keys and dropped files. Captions show the new value
   or the error. */
#ifndef RIPPLE_APP_WINDOW_CONTROLS_H
#define RIPPLE_APP_WINDOW_CONTROLS_H

#include "app/scene/scene.h"
#include "app/window/captions.h"

#include <stdint.h>

void controls_change_damping(Scene *scene, Captions *captions, int by,
                             uint64_t now_ns);
void controls_toggle_rain(Scene *scene, Captions *captions, uint64_t now_ns);
void controls_set_view(Scene *scene, Captions *captions, const char *view,
                       uint64_t now_ns);

/* Takes a file or folder as the picture. */
void controls_take_picture(Scene *scene, Captions *captions, const char *path,
                           uint64_t now_ns);

#endif
