/* SPDX-License-Identifier: MIT */
/*
 * Turns SDL's events of mouse, wheel and fingers into actions on the scene:
 *
 *     left, finger   drops a stone and drags it,     wheel  size of all these
 *                    or what is chosen instead
 *     middle         rows a boat
 *     right          paints land, with Shift water
 *
 * In the view in perspective all these are where the pointer shows the pool:
 * beyond it a stroke ends, and it begins anew where the pointer comes back. The
 * right button, or three fingers, turn the camera there; with Shift the button
 * paints land. The wheel with Ctrl is the camera's distance, and glide.h says
 * how the camera gets there.
 */
#ifndef RIPPLE_APP_INPUT_H
#define RIPPLE_APP_INPUT_H

#include "app/scene.h"
#include "app/screen.h"
#include "app/glide.h"
#include "app/strokes.h"

#include <SDL.h>

#define INPUT_MAX_POINTERS 14 /* three buttons, ten fingers, one spare */

typedef enum Tool {
    TOOL_STONE,
    TOOL_LAND,
    TOOL_WATER, /* removes land */
    TOOL_BOAT,
    TOOL_CAMERA, /* turns it */
} Tool;

/* A button or finger that is down. */
typedef struct Pointer {
    int down;
    Tool tool;
    SDL_FingerID id; /* of the mouse: INPUT_MOUSE - its button */
    int x, y;        /* its pixel of the frame */
    int is_in_pool;  /* it was where its tool can be, last; then that place: */
    int place_x, place_y;
} Pointer;

typedef struct Input {
    double size; /* scale of stones, brush and boat: 0.25..4, at first 1 */
    Tool tool;   /* of the left button and of fingers */
    Pointer pointers[INPUT_MAX_POINTERS];
    Strokes strokes; /* of land, see strokes_clear */
    Glide glide;     /* of the camera */
} Input;

#define INPUT_MOUSE ((SDL_FingerID)-1)

/* What the user is to be told of an event. */
typedef enum InputResult {
    INPUT_NOTHING,
    INPUT_PAINTED, /* land */
    INPUT_OUTSIDE, /* the pointer shows no pool */
    INPUT_SIZED,   /* `size` is another one */
} InputResult;

/* Handles an event of mouse or finger in a window that shows the frame at
   `place`. Ignores other events. */
InputResult input_handle(Input *input, Scene *scene, const SDL_Event *event,
                         const ScreenPlace *place);

/* Brings the camera to where it is at that time. Returns whether the frame
   changes. */
int input_turn(Input *input, Scene *scene, uint64_t now_ns);

/* The pixel of the frame at a position in a window that shows it at `place`. */
SDL_Point input_find_pixel(const Scene *scene, const ScreenPlace *place,
                           double x, double y);

#endif
