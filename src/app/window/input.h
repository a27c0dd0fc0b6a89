/* SPDX-License-Identifier: MIT */
/*
 * What people do: mouse, wheel and fingers drop stones and drag them, paint
 * land and row a boat; keys give commands. Turns SDL's events into drops on the
 * scene and into commands for whoever runs the window.
 */
#ifndef RIPPLE_APP_WINDOW_INPUT_H
#define RIPPLE_APP_WINDOW_INPUT_H

#include "app/scene/scene.h"
#include "app/present/screen.h"

#include <SDL.h>

#define INPUT_MAX_POINTERS 14 /* three buttons, ten fingers, one to spare */

typedef enum Command {
    COMMAND_NONE,
    COMMAND_PAUSE,
    COMMAND_STEP,
    COMMAND_CALM,
    COMMAND_RAIN,
    COMMAND_FULLSCREEN,
    COMMAND_SAVE,
    COMMAND_RECORD,
    COMMAND_RAISE_DAMPING,
    COMMAND_LOWER_DAMPING,
    COMMAND_VIEW_WATER,
    COMMAND_VIEW_HEIGHTS,
    COMMAND_VIEW_SLOPES,
    COMMAND_VIEW_SPLIT,
    COMMAND_HELP,
    COMMAND_QUIT,
    COMMAND_SIZE_CHANGED, /* of the stones, by the wheel */
} Command;

typedef enum Tool {
    TOOL_STONE,
    TOOL_LAND,
    TOOL_WATER, /* wipes land away */
    TOOL_BOAT,
} Tool;

/* Something that is pressed onto the water. */
typedef struct Pointer {
    int down;
    Tool tool;
    SDL_FingerID id; /* of the mouse: INPUT_MOUSE - its button */
    int x, y;
} Pointer;

typedef struct Input {
    double size; /* of the stones, 1 is the usual */
    Pointer pointers[INPUT_MAX_POINTERS];
} Input;

#define INPUT_MOUSE ((SDL_FingerID)-1)

void input_init(Input *input);

/* Handles an event of mouse, finger or key in a window that has the frame of
   the scene at a place; others are ignored. */
Command input_handle(Input *input, Scene *scene, const SDL_Event *event,
                     const ScreenPlace *place);

/* The lines of the help panel: a title, then keys and what they do. */
const char *const *input_help(int *count);

#endif
