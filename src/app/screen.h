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
    LAYER_MARK,
    LAYER_COUNT,
} ScreenLayer;

typedef struct Screen {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *water;
    SDL_Texture *layers[LAYER_COUNT]; /* NULL: nothing there */
    SDL_Rect places[LAYER_COUNT];
    int width, height;             /* of the window, in pixels, at least 1x1 */
    int frame_width, frame_height; /* of the water texture */
    int enlarges; /* frames keep their size, and are shown a whole number of
                     times as large, as far as there is room */
    int dirty;    /* it holds more than the display shows */
} Screen;

/* Where the frame lies in the window, which has a size too, in units of the
   mouse's position. */
typedef struct ScreenPlace {
    double left, top, width, height;
    double window_width, window_height;
} ScreenPlace;

/*
 * Opens a window for a frame of width x height pixels, smaller where the
 * display is, or larger, as the options ask. Returns 0, or -1 and nothing to
 * close.
 */
int screen_open(Screen *screen, const Options *options, int width, int height,
                Report *report);

/* Closes all of it and zeroes the struct. */
void screen_close(Screen *screen);

/* Finds out how large the window is: at most what the renderer's textures can
   hold. Where frames are not enlarged, they are to be as large. */
void screen_measure(Screen *screen);

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

void screen_find_place(const Screen *screen, ScreenPlace *place);

/* Frames per second that the display shows, never 0. */
int screen_refresh_rate(const Screen *screen);

void screen_toggle_fullscreen(Screen *screen);

#endif
