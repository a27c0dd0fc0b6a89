/* SPDX-License-Identifier: MIT */
/* How frames reach the displays: in which windows, and how many a second. */
#ifndef RIPPLE_APP_DISPLAY_OPTIONS_H
#define RIPPLE_APP_DISPLAY_OPTIONS_H

#include "app/gl_context.h"

#define ALL_DISPLAYS (-1)

typedef struct DisplayOptions {
    const char *renderer;  /* "auto", or a name of --list renderers */
    BackendChoice backend; /* of the water: its frames may be on the GPU */
    int keeps_size;        /* a window larger than the display is not shrunk */
    int min_width, min_height; /* as in Screen */
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

#endif
