/* SPDX-License-Identifier: MIT */
/* Commands that need only the scene, its camera and captions; events.c does the
   others. */
#ifndef RIPPLE_APP_WINDOW_COMMANDS_H
#define RIPPLE_APP_WINDOW_COMMANDS_H

#include "app/scene/scene.h"
#include "app/window/captions.h"
#include "app/input/input.h"

#include <stdint.h>

/* Carries out COMMAND_PRESET, PICTURE, LIGHT, DAMPING, RAIN, VIEW, YAW, PITCH,
   NEARER, HOME, CALM or HELP and says so in a caption; ignores others. */
void commands_apply(const Command *command, Scene *scene, Glide *glide,
                    Captions *captions, uint64_t now_ns);

/* Takes a file or folder as the picture. */
void commands_take_picture(const char *path, Scene *scene, Captions *captions,
                           uint64_t now_ns);

#endif
