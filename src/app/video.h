/* SPDX-License-Identifier: MIT */
/* SDL's video subsystem: the options of displays, hints, the choice of a
   driver, start and stop, and the mouse's pointer. */
#ifndef RIPPLE_APP_VIDEO_H
#define RIPPLE_APP_VIDEO_H

#include "app/gl_context.h"
#include "os/error.h"

#include <SDL.h>
#include <stdint.h>

#define ALL_DISPLAYS (-1)

/* How frames reach the displays: in which windows, and how many a second. */
typedef struct DisplayOptions {
    const char *renderer;  /* "auto", or a name of --list renderers */
    BackendChoice backend; /* of the water: its frames may be on the GPU */
    int keeps_size;        /* a window larger than the display is not shrunk */
    int min_width, min_height; /* as in Screen */
    int fullscreen;
    int index; /* of the display, from 0; ALL_DISPLAYS: one window on each */
    int spans; /* one pool fills all displays together */
    int is_hosted;           /* a screensaver, on a window of its host */
    int is_saver;            /* one of its own, which any input ends */
    unsigned long window_id; /* of that, 0: to be found */
    int is_wallpaper;        /* behind all other windows */
    int is_bare;    /* one of these three: without keys, captions and menu */
    int benchmarks; /* at the start */
    int opens_menu;
    int vsync;
    int max_fps;       /* frames per second, 0: no limit */
    int max_cpu;       /* percent of a core, 0: no limit */
    int saves_battery; /* halves the frame rate on battery */
    int prints_fps;
    int sound; /* volume, 0..100; -1: not chosen */
} DisplayOptions;

/* Starts SDL's video. Returns 0, or -1 with the reason in *error. Each
   successful start needs one stop. */
int video_start(const DisplayOptions *options, Error *error);
void video_stop(void);

/* Whether SDL's video is that of a Wayland compositor. */
int video_is_wayland(void);

/* Lets SDL fill this window, and those that open from now on, without OpenGL.
   Returns 0, or -1 without a change if it cannot on this desktop or has no
   format for its pixels, as for those of 10 bits a colour. */
int video_use_framebuffer(SDL_Window *window);

/* The mouse's pointer, which is hidden in full screen once it has rested for
   two seconds, and shown again with its next movement. Looks at an event of any
   kind; *rests_ns is since when it rests. */
void cursor_handle(uint64_t *rests_ns, const SDL_Event *event, uint64_t now_ns);

/* Hides the pointer once it is time to, and shows it out of full screen. */
void cursor_turn(uint64_t rests_ns, int is_fullscreen, uint64_t now_ns);

/* When to call cursor_turn, in ms from now; -1: no need to. */
int cursor_wait_ms(uint64_t rests_ns, int is_fullscreen, uint64_t now_ns);

#endif
