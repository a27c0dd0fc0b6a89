/* SPDX-License-Identifier: MIT */
/*
 * Where a frame is shown: in one window, or in windows that fill several
 * displays and show a part of the frame each. It keeps no state of the scene:
 * everything can be uploaded again, as a lost device requires.
 *
 *     screen, with two windows          frame
 *     +--------+------------+           +-------------------+
 *     | area 0 |   area 1   |   shows   | part 0 |  part 1  |
 *     +--------+------------+           +-------------------+
 */
#ifndef RIPPLE_APP_SCREEN_H
#define RIPPLE_APP_SCREEN_H

#include "ripple.h"
#include "app/screen_window.h"
#include "os/error.h"

#include <SDL.h>

/* The places of displays on the desktop. */
#define DISPLAYS_MAX 16

/* Each place is there once: displays that show the same count as one. */
typedef struct Displays {
    int count;
    SDL_Rect bounds[DISPLAYS_MAX];
} Displays;

/* Reads the present displays, the main one first. */
void displays_read(Displays *displays);

/* Adds a place unless it is empty, there already, or the list is full. */
void displays_add(Displays *displays, const SDL_Rect *bounds);

/* Returns the index of exactly that place, or -1. */
int displays_find(const Displays *displays, const SDL_Rect *bounds);

/* The smallest rectangle around all of them; empty for none. */
SDL_Rect displays_union(const Displays *displays);

typedef struct Screen {
    ScreenWindow windows[DISPLAYS_MAX];
    int count;         /* of the windows */
    int width, height; /* of the window in pixels, or of the rectangle around
                          the displays in units of the desktop; at least 1 */
    int frame_width, frame_height; /* that there is room for */
    int min_width, min_height;     /* of a frame that fills the screen with
                                          squares, as large as that allows, one for
                                          each of its pixels; 0: its pixels are
                                          those of the screen */
    int fills;                     /* fills displays */
    int first_width, first_height; /* of the window when it was opened */
    SDL_Rect windowed; /* its place before full screen if no window manager
                          knows it; empty: it does */
    int dirty;         /* something has changed since it was presented */
    int is_open;
} Screen;

/* Where the frame lies in a window, in units of the mouse. */
typedef struct ScreenPlace {
    double left, top, width, height;
    double window_width, window_height;
} ScreenPlace;

/* Opens a hidden window for a frame of width x height pixels, shrunk to fit the
   display or enlarged as the options ask. Unless displays is NULL, opens one
   that fills each of them, at least one. Returns 0, or -1 and nothing to
   close. */
int screen_prepare(Screen *screen, const DisplayOptions *options,
                   const Displays *displays, int width, int height,
                   Error *error);

/* Shows the windows. The frame may have another size by now: a picture is read
   meanwhile. */
void screen_show(Screen *screen, const DisplayOptions *options, int width,
                 int height);

/* Makes a shape of width x height as large as fits 7/10 of the width and 7/10
   of the height of a display without its panels, but no side too thin to be
   clicked. A display that is not there changes nothing else. */
void screen_share_display(int display, int *width, int *height);

/* The size of the frame that fills the screen. */
void screen_choose_size(const Screen *screen, int *width, int *height);

/* Closes the windows and fills these displays instead; frame and overlay must
   be made again. Returns 0, or -1 with some displays left out. */
int screen_fill(Screen *screen, const DisplayOptions *options,
                const Displays *displays, Error *error);

/* Closes all of it and zeroes the struct. Does nothing if it is not open. */
void screen_close(Screen *screen);

/* Sets width and height, limited by what presenters can have; a window larger
   than all displays, and than when it was opened, shrinks to that. Frames are
   to have this size unless they are enlarged. */
void screen_measure(Screen *screen);

/* Makes room for frames of this size and format. Returns 0 or -1. */
int screen_resize(Screen *screen, const RipplePixels *frame, Error *error);

/* The pixels of the frame in its only window, to be rendered in until the next
   present, resize, reset, fill or close; NULL: there are none. */
const RipplePixels *screen_lend(const Screen *screen);

/* Whether screen_use_texture can be: in the only window, with a context of
   OpenGL that is current from now until the screen is closed. */
int screen_takes_textures(const Screen *screen);

/* Shows a texture of that context in place of the frame, until the next upload
   or resize; `is_new`: it shows something else than before. */
void screen_use_texture(Screen *screen, unsigned texture, int is_new);

/* Frees what a lost device held; screen_resize must follow, and the overlay. */
void screen_reset(Screen *screen);

/* Copies rectangles of the frame to the presenters. */
void screen_upload(Screen *screen, const RipplePixels *frame,
                   const RippleRect *rects, int count);

/* Shows frame and overlay on the displays that can be seen. */
void screen_present(Screen *screen, uint64_t now_ns);

/* Returns the index of the window that has that id, or -1. */
int screen_find_window(const Screen *screen, Uint32 id);

void screen_find_place(const Screen *screen, int window, ScreenPlace *place);

/* Whether none of its windows can be seen. */
int screen_is_hidden(Screen *screen, uint64_t now_ns);

/* Notes that the desktop hides a window, or shows it again. */
void screen_set_hidden(Screen *screen, int window, int hidden);

/* Whether X11 knows a window of it by that number. */
int screen_has_window(const Screen *screen, unsigned long id);

/* Handles an SDL_SYSWMEVENT of any window. */
void screen_handle_system(Screen *screen, const SDL_SysWMEvent *event);

/* Frames per second of the fastest of its displays, at least 1. */
int screen_refresh_rate(const Screen *screen);

/* Sets whether presenting waits for the display, if it can. Returns whether it
   does. */
int screen_set_vsync(Screen *screen, int vsync);

/* Takes the windows off the desktop, or puts them back where they were. */
void screen_step_aside(Screen *screen, int is_aside);

/* Whether its first window fills its display. */
int screen_is_fullscreen(const Screen *screen);

/* Returns 0, or -1 if it fills several displays, which stay filled. */
int screen_toggle_fullscreen(Screen *screen);

/* Rounds a position in pixels down, and limits those far outside, and
   not-a-number, so that an int can hold them. */
int screen_to_pixel(double position);

/* The pixel of a window at a position in units of the mouse. */
SDL_Point screen_find_pixel(const Screen *screen, int window, double x,
                            double y);

#endif
