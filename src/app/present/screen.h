/* SPDX-License-Identifier: MIT */
/*
 * Where a frame is shown: in one window, or in one for each of several
 * displays, which show a part of it each. It holds no water; all it shows can
 * be uploaded again at any time, which is what a lost device asks for.
 */
#ifndef RIPPLE_APP_PRESENT_SCREEN_H
#define RIPPLE_APP_PRESENT_SCREEN_H

#include "ripple.h"
#include "app/present/displays.h"
#include "app/present/display_options.h"
#include "app/osd/panel.h"
#include "app/present/presenter.h"
#include "host/error.h"

#include <SDL.h>

typedef struct Screen {
    Presenter *presenters[DISPLAYS_MAX]; /* layers are on the first */
    int pane_count;
    int width, height; /* of the window, in pixels, or of the rectangle around
                          the displays, in units of the desktop; at least 1 */
    int frame_width, frame_height; /* of the frames there are textures for */
    int enlarges; /* frames keep their size, and are shown a whole number of
                     times as large, as far as there is room */
    int fills;    /* whole displays, and not an ordinary window */
    int dirty;    /* it holds more than the display shows */
} Screen;

/* Where the frame lies in a pane's window, which has a size too, in units of
   the mouse's position. */
typedef struct ScreenPlace {
    double left, top, width, height;
    double window_width, window_height;
} ScreenPlace;

/*
 * Opens a window for a frame of width x height pixels, smaller where the
 * display is, or larger, as the options ask. Returns 0, or -1 and nothing to
 * close.
 */
int screen_open(Screen *screen, const DisplayOptions *options, int width,
                int height, Error *error);

/* Opens a pane on each of the displays, at least one, and lets it fill that.
   Returns 0, or -1 and nothing to close. */
int screen_open_on(Screen *screen, const DisplayOptions *options,
                   const Displays *displays, Error *error);

/* Closes the panes and opens one on each of these displays; layers and textures
   are to be made anew. Returns 0, or -1 with some displays left out. */
int screen_fill(Screen *screen, const DisplayOptions *options,
                const Displays *displays, Error *error);

/* Closes all of it and zeroes the struct. */
void screen_close(Screen *screen);

/* Finds out how large it is: a window at most what the renderer's textures can
   hold. Where frames are not enlarged, they are to be as large. */
void screen_measure(Screen *screen);

/* Makes empty textures for frames as large and of the same format as this one,
   also after a lost device. Returns 0 or -1. */
int screen_make_texture(Screen *screen, const RipplePixels *frame,
                        Error *error);

/* Copies rectangles of the frame to the textures. */
void screen_upload(Screen *screen, const RipplePixels *frame,
                   const RippleRect *rects, int count);

/* Shows an overlay in a layer until the next call; NULL shows none. */
void screen_set_layer(Screen *screen, Layer layer, const Panel *panel);

/* Puts water and layers on the displays. */
void screen_present(Screen *screen, uint64_t now_ns);

/* Returns the index of the pane whose window has that id, or -1. */
int screen_find_presenter(const Screen *screen, Uint32 id);

void screen_find_place(const Screen *screen, int presenter, ScreenPlace *place);

/* Whether none of its panes can be seen. */
int screen_is_hidden(Screen *screen, uint64_t now_ns);

/* Takes notice of an event of type SDL_SYSWMEVENT, of any window. */
void screen_handle_system(Screen *screen, const SDL_SysWMEvent *event);

/* Frames per second that the fastest of its displays shows, never 0. */
int screen_refresh_rate(const Screen *screen);

/* Whether presenting waits for the display from now on. */
void screen_set_vsync(Screen *screen, int vsync);

/* Returns 0, or -1 where several displays are filled, and stay so. */
int screen_toggle_fullscreen(Screen *screen);

#endif
