/* SPDX-License-Identifier: MIT */
/*
 * All options in one table: what each takes, what it sets, when it is applied,
 * and its help. An option is known by its index in the table, whose order is
 * that of the help and means nothing else.
 */
#ifndef RIPPLE_APP_OPTION_TABLE_H
#define RIPPLE_APP_OPTION_TABLE_H

#include "app/config.h"
#include "app/scene.h"
#include "app/video.h"
#include "media/output.h"

#include <stddef.h>
#include <stdio.h>

#define OPTION_TABLE_MAX 96 /* options */

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

/* All that the command line and the configuration file can say; the parts go to
   those who need them. */
typedef struct Options {
    OptionsTask task;
    const char *list;    /* of TASK_LIST: its name */
    const char *picture; /* file or folder, NULL: the bed */
    int from_screen;     /* the desktop is the picture */
    double interval_s;   /* from one picture of a folder to the next */
    int shuffles;        /* these pictures */
    DisplayOptions display;
    SceneOptions scene; /* without script and folder; size 0x0: that of the
                           picture; interval, is_live, draws_later and
                           is_shown_by_gpu are for the caller */
    const char *script;
    const char *events; /* a pipe of them, or "-"; NULL: none */
    int frames; /* OPTIONS_WINDOW, or the steps to run without one, or the
                   frames of a film */
    int shows_whole_film; /* frames were not asked for: a film has its own */
    OutputOption outputs[OPTIONS_MAX_OUTPUTS];
    int output_count;
    const char *heights;
    int ignores_config;
    Config config; /* of TASK_SAVE: what to write */
} Options;

/*
 * When an option is applied: those for one run first, so that they work
 * whatever the configuration file says; then the preset, wherever it stands;
 * then the pixel format, as rgb565 turns off the preset's filter, light and
 * view; then the rest, in the order given. PASS_REST is 0, the default of a
 * row.
 */
typedef enum OptionPass {
    PASS_REST,
    PASS_PIXELS,
    PASS_PRESET,
    PASS_ONE_RUN, /* and is refused in the configuration file */
} OptionPass;

typedef enum OptionGroup {
    GROUP_WINDOW,
    GROUP_WATER,
    GROUP_LOOK,
    GROUP_RUNNING,
    GROUP_COUNT,
} OptionGroup;

typedef struct Option {
    OptionGroup group; /* its heading in the help */
    const char *name;
    const char *value; /* its name in the help, NULL: the option takes none, in
                          brackets: it may be left out */
    const char *(*set)(Options *options, const char *value);
    const char *help;
    OptionPass pass;
    int is_setting; /* a row of play's settings; else: */
    size_t field;   /* of Options, set if there is no `set`: */
    int flag;       /* an int, to this if the option takes no value, or else */
    RippleSettingType type; /* to a value of that type: WORD, the default, is
                               the number of one of the words, TEXT a word or
                               other text, which must outlive the options */
    double min, max;        /* of a number */
    const char *unit;       /* of a number, NULL for none; for messages */
    const char *(*word)(int i); /* NULL past the last */
    const char *prefix;         /* of the words, or NULL */
} Option;

/* Option `index`, from 0; its name is NULL past the last. */
Option option_table_get(int index);

/* Returns -1 for no such option. */
int option_table_find(const char *name);

/* Word i of an option, without its prefix; NULL past the last. */
const char *option_table_word(int index, int i);

/* Why getopt or ripple.conf cannot have an option: there is none, perhaps one
   near it, or it takes no value. The text may be in *why. */
const char *option_table_refuse(const char *name, PlayReason *why);

/* no_argument, required_argument or optional_argument of getopt. */
int option_table_argument(int index);

/* Whether that value of the option is the path of a file to read. */
int option_table_names_file(int index, const char *value);

/* Sets one option. Returns NULL, or why not, which may be in *why. */
const char *option_table_set(Options *options, int index, const char *value,
                             PlayReason *why);

/* Prints the text of --help: the common options, which fit one screen of 24
   lines, or all. */
void option_table_print(FILE *file, int all);

#endif
