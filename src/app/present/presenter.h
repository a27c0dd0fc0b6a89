/* SPDX-License-Identifier: MIT */
/*
 * One of SDL's windows and what fills it: a renderer, a streaming texture with
 * a part of the frame, and overlays blended over it.
 */
#ifndef RIPPLE_APP_PRESENT_PRESENTER_H
#define RIPPLE_APP_PRESENT_PRESENTER_H

#include "ripple.h"
#include "app/present/display_options.h"
#include "app/osd/panel.h"
#include "host/error.h"
#include "app/present/visibility.h"

#include <SDL.h>

typedef enum Layer {
    LAYER_HELP,
    LAYER_MESSAGE,
    LAYER_MARK,
    LAYER_COUNT,
} Layer;

typedef struct Presenter {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *water;
    SDL_Texture *layers[LAYER_COUNT]; /* NULL: nothing there */
    SDL_Rect places[LAYER_COUNT];
    SDL_Rect bounds;   /* of the display that it is to fill, empty for none */
    SDL_Rect area;     /* of the screen that it shows */
    RippleRect part;   /* of the frame that the texture holds */
    int width, height; /* of the window, in pixels, at least 1x1 */
    int hidden;        /* the desktop does not show it */
    Visibility visibility;
} Presenter;

/* Opens a window, not shown yet, at a place as SDL_CreateWindow takes it.
   Returns NULL with the reason in the report. */
Presenter *presenter_create(const DisplayOptions *options,
                            const SDL_Rect *place, Uint32 flags, Error *error);

/* Closes and frees all of it. */
void presenter_destroy(Presenter *presenter);

/* Finds out how large the window is: at most what textures can be. */
void presenter_measure(Presenter *presenter);

/* Makes an empty texture for a part of frames like this one, shown smoothly or
   with sharp pixels where it is enlarged. Returns 0 or -1. */
int presenter_make_texture(Presenter *presenter, const RipplePixels *frame,
                           const RippleRect *part, int is_sharp, Error *error);

/* Copies a rectangle of the frame to the texture, as far as that holds it. */
void presenter_upload(Presenter *presenter, const RipplePixels *frame,
                      const RippleRect *rect);

/* Shows an overlay in a layer until the next call; NULL shows none. */
void presenter_set_layer(Presenter *presenter, Layer layer, const Panel *panel);

/* Puts water and layers on the display, the water in a rectangle of the window
   with black around it, or, for NULL, in all of it. */
void presenter_present(Presenter *presenter, const SDL_Rect *target,
                       uint64_t now_ns);

#endif
