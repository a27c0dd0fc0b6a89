/* SPDX-License-Identifier: MIT */
/*
 * One SDL window and what it shows: a streaming texture with a part of the
 * frame, drawn by a renderer, and panels blended over it in layers.
 */
#ifndef RIPPLE_APP_PRESENT_PRESENTER_H
#define RIPPLE_APP_PRESENT_PRESENTER_H

#include "ripple.h"
#include "app/present/video.h"
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
    SDL_Texture *texture;
    RippleRect part;                  /* of the frame, in the texture */
    SDL_Texture *layers[LAYER_COUNT]; /* NULL: empty */
    SDL_Rect layer_rects[LAYER_COUNT];
    SDL_Rect bounds;   /* of the display that it fills, empty for none */
    SDL_Rect area;     /* of the screen that it shows */
    int width, height; /* of the window, in pixels, at least 1x1 */
    int hidden;        /* minimised or withdrawn */
    Visibility visibility;
} Presenter;

/* Opens a window that is not shown yet; `place` and `flags` are as for
   SDL_CreateWindow. Returns NULL with the reason in *error. */
Presenter *presenter_create(const DisplayOptions *options,
                            const SDL_Rect *place, Uint32 flags, Error *error);

/* Closes the window and frees the presenter. */
void presenter_destroy(Presenter *presenter);

/* Sets width and height, limited by the size that textures can have. */
void presenter_measure(Presenter *presenter);

/* Makes an empty texture for a part of frames of this format. An enlarged
   texture is smooth, or shows square pixels if is_sharp. Returns 0 or -1. */
int presenter_make_texture(Presenter *presenter, const RipplePixels *frame,
                           const RippleRect *part, int is_sharp, Error *error);

/* Copies a rectangle of the frame to the texture, clipped to its part. */
void presenter_upload(Presenter *presenter, const RipplePixels *frame,
                      const RippleRect *rect);

/* Shows a panel in a layer from the next presenter_present on; NULL: none. */
void presenter_set_layer(Presenter *presenter, Layer layer, const Panel *panel);

/* Shows texture and layers on the display: the texture in a rectangle of the
   window with black around it or, if `target` is NULL, in all of the window. */
void presenter_present(Presenter *presenter, const SDL_Rect *target,
                       uint64_t now_ns);

#endif
