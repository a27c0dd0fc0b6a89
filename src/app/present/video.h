/* SPDX-License-Identifier: MIT */
/* SDL's video subsystem: hints, the choice of a driver and of a renderer, start
   and stop. */
#ifndef RIPPLE_APP_PRESENT_VIDEO_H
#define RIPPLE_APP_PRESENT_VIDEO_H

#include "host/error.h"

#include <SDL.h>

#define ALL_DISPLAYS (-1)

/* How frames reach the displays: in which windows, and how many a second. */
typedef struct DisplayOptions {
    const char *renderer; /* "auto", or a name of --list renderers */
    int keeps_size;       /* a window larger than the display is not shrunk */
    int enlarges;         /* frames keep their size and are shown a whole number
                             of times as large */
    int fullscreen;
    int index;    /* of the display, from 0; ALL_DISPLAYS: one window on each */
    int spans;    /* one pool fills all displays together */
    int is_saver; /* a screensaver, on a window of its host */
    unsigned long window_id; /* of that, 0: to be found */
    int vsync;
    int max_fps;       /* frames per second, 0: no limit */
    int max_cpu;       /* percent of a core, 0: no limit */
    int saves_battery; /* halves the frame rate on battery */
    int prints_fps;
} DisplayOptions;

/* Starts SDL's video. Returns 0, or -1 with the reason in *error. Each
   successful start needs one stop. */
int video_start(const DisplayOptions *options, Error *error);
void video_stop(void);

/* Creates the renderer that options->renderer names, or the fastest for "auto",
   without vsync. Returns NULL with the reason in *error. */
SDL_Renderer *video_create_renderer(SDL_Window *window,
                                    const DisplayOptions *options,
                                    Error *error);

#endif
