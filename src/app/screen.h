/* SPDX-License-Identifier: MIT */
/*
 * The window and what SDL needs to fill it: a renderer, one streaming texture
 * as large as the frame, and overlays blended over it. It holds no water; all
 * it shows can be uploaded again at any time, which is what a lost device
 * asks for.
 */
#ifndef RIPPLE_APP_SCREEN_H
#define RIPPLE_APP_SCREEN_H

#include "../ripple.h"
#include "options.h"
#include "overlay.h"
#include "report.h"

#include <SDL.h>

typedef enum ScreenLayer {
    LAYER_HELP,
    LAYER_MESSAGE,
    LAYER_COUNT,
} ScreenLayer;

typedef struct Screen {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *water;
    SDL_Texture *layers[LAYER_COUNT]; /* NULL: nothing there */
    SDL_Rect places[LAYER_COUNT];
    int width, height; /* of the water texture */
} Screen;

/*
 * Opens a window for a frame of width x height pixels, smaller where the
 * display is, as the options ask. Returns 0, or -1 and nothing to close.
 */
int screen_open(Screen *screen, const Options *options, int width, int height,
                Report *report);

/* Closes all of it and zeroes the struct. */
void screen_close(Screen *screen);

/* The size of the frame that fills the window: its pixels, at least 1x1, at
   most what the renderer's textures can hold. */
void screen_find_size(const Screen *screen, int *width, int *height);

/* Makes an empty texture for frames as large and of the same format as this
   one, also after a lost device. Returns 0 or -1. */
int screen_make_texture(Screen *screen, const RipplePixels *frame,
                        Report *report);

/* Copies rectangles of the frame to the texture. */
void screen_upload(Screen *screen, const RipplePixels *frame,
                   const RippleRect *rects, int count);

/* Shows an overlay in a layer until the next call; NULL shows none. */
void screen_set_layer(Screen *screen, ScreenLayer layer,
                      const Overlay *overlay);

/* Puts water and layers on the display. */
void screen_present(Screen *screen);

/* Pixels of the frame per unit of the mouse's position, each axis. */
void screen_find_scale(const Screen *screen, double *scale_x, double *scale_y);

/* Frames per second that the display shows, never 0. */
int screen_refresh_rate(const Screen *screen);

void screen_toggle_fullscreen(Screen *screen);

#endif
