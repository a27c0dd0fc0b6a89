/* SPDX-License-Identifier: MIT */
/*
 * The command line of ripple and the file of settings that stay, read into one
 * struct. What options there are is said in flags.c; what belongs to the water
 * is handed on to play_settings_set.
 */
#ifndef RIPPLE_APP_OPTIONS_OPTIONS_H
#define RIPPLE_APP_OPTIONS_OPTIONS_H

#include "app/options/config.h"
#include "app/image/fit.h"
#include "app/output/sink.h"
#include "host/error.h"
#include "play/play_settings.h"

#define OPTIONS_MAX_OUTPUTS 8
#define OPTIONS_WINDOW      (-1) /* frames: run in a window */

#define OPTIONS_ALL_DISPLAYS (-1)

typedef enum OptionsTask {
    TASK_RUN,
    TASK_HELP,
    TASK_HELP_ALL,
    TASK_VERSION,
    TASK_LIST,
    TASK_SAVE,
} OptionsTask;

typedef enum OptionsList {
    LIST_PRESETS,
    LIST_MODELS,
    LIST_SIMD,
    LIST_RENDERERS,
    LIST_COUNT,
} OptionsList;

typedef struct Options {
    OptionsTask task;
    OptionsList list;    /* of TASK_LIST */
    const char *picture; /* file or folder, NULL: the built-in one */
    int from_screen;     /* the desktop is the picture */
    double every;        /* seconds from one picture of a folder to the next */
    Fit fit;
    int width, height; /* 0: from the picture */
    int fullscreen;
    int display;  /* 0 is the first, or OPTIONS_ALL_DISPLAYS: one window each */
    int spans;    /* one window for all displays */
    int is_saver; /* a screensaver, on a window of its host */
    unsigned long window_id; /* of that, 0: to be found */
    const char *renderer;
    int vsync;
    int max_fps;       /* frames per second, 0: no limit */
    int max_cpu;       /* percent of a core, 0: no limit */
    int saves_battery; /* on a battery half as many frames are shown */
    int fps;
    PlaySettings water;
    int rate;
    uint64_t seed;
    int threads;
    const char *simd; /* "auto" or a name this CPU has */
    int frames;       /* OPTIONS_WINDOW, or how many steps offscreen */
    const char *script;
    OutputOption outputs[OPTIONS_MAX_OUTPUTS];
    int output_count;
    const char *heights;
    int ignores_config;
    Config config; /* without a file all zero; of TASK_SAVE: what to write */
} Options;

/* Reads the arguments, which must outlive *options, and the file of settings.
   Returns 0, or -1 with the reason in the report and nothing to free. Free it
   with options_clear. */
int options_parse(Options *options, int argc, char **argv, Error *error);

/* Frees what came from the file. */
void options_clear(Options *options);

#endif
