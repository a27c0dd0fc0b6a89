/* SPDX-License-Identifier: MIT */
/*
 * All that the command line and the configuration file can say, in one struct
 * whose parts go to those who need them. command_line fills it.
 */
#ifndef RIPPLE_APP_OPTIONS_H
#define RIPPLE_APP_OPTIONS_H

#include "app/config.h"
#include "media/output.h"
#include "app/video.h"
#include "app/scene.h"

#define OPTIONS_MAX_OUTPUTS 8
#define OPTIONS_WINDOW      (-1) /* frames: run in a window */

typedef enum OptionsTask {
    TASK_RUN,
    TASK_HELP,
    TASK_HELP_ALL,
    TASK_VERSION,
    TASK_LIST,
    TASK_SAVE,
} OptionsTask;

typedef struct Options {
    OptionsTask task;
    const char *list;    /* of TASK_LIST: its name */
    const char *picture; /* file or folder, NULL: the bed */
    int from_screen;     /* the desktop is the picture */
    double interval_s;   /* from one picture of a folder to the next */
    DisplayOptions display;
    SceneOptions scene; /* without script and folder; size 0x0: that of the
                           picture; interval, is_live, draws_later and
                           is_shown_by_gpu are for the caller */
    const char *script;
    int frames; /* OPTIONS_WINDOW, or the steps to run without one, or the
                   frames of a film */
    int shows_whole_film; /* frames were not asked for: a film has its own */
    OutputOption outputs[OPTIONS_MAX_OUTPUTS];
    int output_count;
    const char *heights;
    int ignores_config;
    Config config; /* of TASK_SAVE: what to write */
} Options;

#endif
