/* SPDX-License-Identifier: MIT */
#include "app/options/option_table.h"

#include "base/fixed.h"
#include "host/frame_limiter.h"
#include "host/step_clock.h"
#include "host/parse.h"
#include "host/paths.h"

#include <limits.h>
#include <string.h>

static const char *set_fit(Options *options, const char *value)
{
    return fit_find(&options->scene.fit, value) == 0
               ? NULL
               : "must be cover, contain, stretch or tile";
}

static const char *set_every(Options *options, const char *value)
{
    return parse_number(&options->interval_s, value, 0.1, 86400) == 0
               ? NULL
               : "must be a number of seconds from 0.1 to 86400";
}

/* Of the two that say what to show the later one counts. */
static const char *set_picture(Options *options, const char *value)
{
    options->from_screen = 0;
    options->picture = value;
    return NULL;
}

static const char *set_picture_from(Options *options, const char *value)
{
    options->picture = NULL;
    options->from_screen = 1;
    return strcmp(value, "screen") == 0 ? NULL : "must be screen";
}

static const char *set_size(Options *options, const char *value)
{
    options->display.keeps_size = 1;
    return parse_size(&options->scene.width, &options->scene.height, value) == 0
               ? NULL
               : "must be WIDTHxHEIGHT, each from 1 to 32768";
}

static const char *set_fullscreen(Options *options, const char *value)
{
    (void)value;
    options->display.fullscreen = 1;
    return NULL;
}

static const char *set_display(Options *options, const char *value)
{
    if (strcmp(value, "all") == 0) {
        options->display.index = ALL_DISPLAYS;
        return NULL;
    }
    return parse_int(&options->display.index, value, 0, INT_MAX) == 0
               ? NULL
               : "must be all, or the number of a display, 0 is the first";
}

static const char *set_span(Options *options, const char *value)
{
    (void)value;
    options->display.spans = 1;
    return NULL;
}

static const char *set_renderer(Options *options, const char *value)
{
    options->display.renderer = value;
    return NULL;
}

static const char *set_no_vsync(Options *options, const char *value)
{
    (void)value;
    options->display.vsync = 0;
    return NULL;
}

static const char *set_fps(Options *options, const char *value)
{
    (void)value;
    options->display.prints_fps = 1;
    return NULL;
}

static const char *set_max_fps(Options *options, const char *value)
{
    return parse_int(&options->display.max_fps, value, 1,
                     FRAME_LIMITER_MAX_RATE) == 0
               ? NULL
               : "must be a whole number from 1 to 1000";
}

static const char *set_max_cpu(Options *options, const char *value)
{
    return parse_int(&options->display.max_cpu, value, 1, 100) == 0
               ? NULL
               : "must be a whole number from 1 to 100, percent of a core";
}

static const char *set_battery(Options *options, const char *value)
{
    options->display.saves_battery = strcmp(value, "full") != 0;
    return !options->display.saves_battery || strcmp(value, "half") == 0
               ? NULL
               : "must be half or full";
}

static const char *set_rate(Options *options, const char *value)
{
    return parse_int(&options->scene.rate, value, 1, STEP_CLOCK_MAX_RATE) == 0
               ? NULL
               : "must be a whole number from 1 to 1000";
}

static const char *set_seed(Options *options, const char *value)
{
    return parse_uint64(&options->scene.seed, value) == 0
               ? NULL
               : "must be a whole number from 0 to 2^64 - 1";
}

static const char *set_threads(Options *options, const char *value)
{
    return parse_int(&options->scene.threads, value, 1, RIPPLE_MAX_THREADS) == 0
               ? NULL
               : "must be a whole number from 1 to 64";
}

static const char *set_simd(Options *options, const char *value)
{
    const char *name;

    options->scene.simd = value;
    if (strcmp(value, "auto") == 0)
        return NULL;
    for (int i = 0; (name = ripple_simd_name(i)) != NULL; i++) {
        if (strcmp(name, value) == 0)
            return NULL;
    }
    return "this machine has no such, see --list simd";
}

static const char *set_frames(Options *options, const char *value)
{
    return parse_int(&options->frames, value, 0, INT_MAX) == 0
               ? NULL
               : "must be a whole number from 0";
}

static const char *set_root(Options *options, const char *value)
{
    (void)value;
    options->display.is_saver = 1;
    return NULL;
}

#define WANTS_WINDOW "must be the number of a window, such as 0x1c00003"

static const char *set_window_id(Options *options, const char *value)
{
    options->display.is_saver = 1;
    return parse_id(&options->display.window_id, value) == 0 ? NULL
                                                             : WANTS_WINDOW;
}

static const char *set_script(Options *options, const char *value)
{
    options->script = value;
    return NULL;
}

static const char *set_output(Options *options, const char *value)
{
    OutputOption output;
    const char *wrong = sink_choose(&output, value);

    if (wrong != NULL)
        return wrong;
    if (options->output_count == OPTIONS_MAX_OUTPUTS)
        return "too many outputs";
    for (int i = 0; i < options->output_count; i++) {
        if (strcmp(value, "-") == 0 &&
            strcmp(options->outputs[i].path, "-") == 0)
            return "can be given once: two streams would mix";
    }
    options->outputs[options->output_count++] = output;
    return NULL;
}

static const char *set_heights(Options *options, const char *value)
{
    if (!paths_have_ending(value, "pgm"))
        return "must end in .pgm";
    options->heights = value;
    return NULL;
}

static const char *set_help(Options *options, const char *value)
{
    options->task = value == NULL ? TASK_HELP : TASK_HELP_ALL;
    return value == NULL || strcmp(value, "all") == 0
               ? NULL
               : "must be all, or nothing";
}

static const char *set_version(Options *options, const char *value)
{
    (void)value;
    options->task = TASK_VERSION;
    return NULL;
}

static const char *set_list(Options *options, const char *value)
{
    static const char *const lists[LIST_COUNT] = {
        [LIST_PRESETS] = "presets",
        [LIST_MODELS] = "models",
        [LIST_SIMD] = "simd",
        [LIST_RENDERERS] = "renderers",
    };

    for (int i = 0; i < LIST_COUNT; i++) {
        if (strcmp(value, lists[i]) == 0) {
            options->task = TASK_LIST;
            options->list = (OptionsList)i;
            return NULL;
        }
    }
    return "must be presets, models, simd or renderers";
}

static const char *set_save_config(Options *options, const char *value)
{
    (void)value;
    options->task = TASK_SAVE;
    return NULL;
}

static const char *set_no_config(Options *options, const char *value)
{
    (void)value;
    options->ignores_config = 1;
    return NULL;
}

/* Without a function the option belongs to the water. From --frames on they
   are for one run, not for a file. */
static const struct {
    const char *name;
    const char *value; /* what it is called in the help, NULL: takes none,
                          in brackets: may be left out */
    const char *(*set)(Options *options, const char *value);
    const char *help;
} table[] = {
    {"picture", "FILE", set_picture, "the same as PICTURE"},
    {"fit", "HOW", set_fit, "cover (default), contain, stretch or tile"},
    {"every", "SECONDS", set_every, "a folder: time for each picture (30)"},
    {"picture-from", "WHERE", set_picture_from, "screen: the desktop (X11)"},
    {"size", "WxH", set_size, "size of the window or frame"},
    {"fullscreen", NULL, set_fullscreen, "fill the screen"},
    {"display", "N", set_display, "0 is the first; all: a pool fills each"},
    {"span", NULL, set_span, "one pool fills all displays together"},
    {"renderer", "NAME", set_renderer, "auto, or one of --list renderers"},
    {"no-vsync", NULL, set_no_vsync, "do not wait for the display"},
    {"fps", NULL, set_fps, "print frames per second"},
    {"max-fps", "N", set_max_fps, "show at most N frames per second"},
    {"max-cpu", "PERCENT", set_max_cpu, "of one core: show fewer frames"},
    {"battery", "RATE", set_battery, "frames on it: half (default) or full"},
    {"preset", "NAME", NULL, "pond (default), or one of --list presets"},
    {"model", "NAME", NULL, "round (default), or one of --list models"},
    {"damping", "N", NULL, "1 (strong) to 15: lose 1/2^N a step"},
    {"viscosity", "X", NULL, "wave: how fast waves die down"},
    {"speed", "X", NULL, "wave: of the waves, in spacings a time"},
    {"time-step", "X", NULL, "wave: time a step takes"},
    {"spacing", "X", NULL, "wave: of the cells"},
    {"alpha", "X", NULL, "shallow: pull of the neighbours, 0..0.5"},
    {"beta", "X", NULL, "shallow: what is kept of the motion, 0..1"},
    {"loss", "X", NULL, "shallow: share of a height lost a step, 0..1"},
    {"stiffness", "X", NULL, "spring: pull of the neighbours, 0..2"},
    {"restore", "X", NULL, "spring: share of a height lost a step, 0..1"},
    {"max-speed", "X", NULL, "spring: limit of how fast heights change"},
    {"max-height", "X", NULL, "spring: limit of the heights"},
    {"edges", "NAME", NULL, "fixed (default), mirror, open or wrap"},
    {"mask", "FILE", NULL, "picture of the depth: black is land"},
    {"shore", "NAME", NULL, "fixed (default) or mirror"},
    {"current", "X,Y", NULL, "cells a step, or a map (red X, green Y)"},
    {"scroll", "X,Y", NULL, "pixels a second that the picture drifts"},
    {"stone", "NAME", NULL, "disc or smooth"},
    {"refraction", "X", NULL, "cells per unit of height difference, 0..4"},
    {"cell", "N", NULL, "pixels per cell of the water: 1, 2, 4, 8 or auto"},
    {"pixels", "NAME", NULL, "argb8888 (default), or rgb565: 16 bits each"},
    {"filter", "NAME", NULL, "nearest or linear: pixels of the picture"},
    {"light", "N", NULL, "0 (none) to 100: light, glints and caustics"},
    {"light-from", "ANGLE", NULL, "degrees against the clock from the right"},
    {"view", "NAME", NULL, "water, heights, slopes, or split: all of them"},
    {"rain", "X", NULL, "drops per second"},
    {"seed", "N", set_seed, "seed of all chance (default 0)"},
    {"rate", "N", set_rate, "steps per second (default 60)"},
    {"threads", "N", set_threads, "1 to 64 (default: the cores)"},
    {"simd", "NAME", set_simd, "auto (the best), or one of --list simd"},
    {"script", "FILE", set_script, "events by step number"},
    {"frames", "N", set_frames, "no window: run N steps, one a frame"},
    {"output", "FILE", set_output, ".png: last frame; .mp4 ...: every frame"},
    {"heights", "FILE", set_heights, ".pgm: the heights after the last step"},
    {"root", NULL, set_root, "a screensaver: draw on its window (X11)"},
    {"window-id", "ID", set_window_id, "a screensaver, on that window (X11)"},
    {"list", "WHAT", set_list, "presets, models, simd or renderers"},
    {"save-config", NULL, set_save_config, "keep these options, and end"},
    {"no-config", NULL, set_no_config, "without the options that are kept"},
    {"help", "[all]", set_help, "print these options, or all"},
    {"version", NULL, set_version, "print the version"},
};

_Static_assert(COUNT(table) <= OPTION_TABLE_MAX, "FLAGS_MOST is too small");

int option_table_count(void)
{
    return COUNT(table);
}

int option_table_find(const char *name)
{
    for (int i = 0; i < COUNT(table); i++) {
        if (strcmp(table[i].name, name) == 0)
            return i;
    }
    return -1;
}

const char *option_table_name(int index)
{
    return table[index].name;
}

OptionPass option_table_pass(int index)
{
    return index >= option_table_find("frames")       ? PASS_ONE_RUN
           : strcmp(table[index].name, "preset") == 0 ? PASS_PRESET
           : strcmp(table[index].name, "pixels") == 0 ? PASS_PIXELS
                                                      : PASS_REST;
}

OptionArgument option_table_value(int index)
{
    const char *value = table[index].value;

    return value == NULL     ? OPTION_NO_ARGUMENT
           : value[0] == '[' ? OPTION_MAYBE_ARGUMENT
                             : OPTION_ARGUMENT;
}

const char *option_table_set(Options *options, int index, const char *value)
{
    return table[index].set != NULL
               ? table[index].set(options, value)
               : play_settings_set(&options->scene.settings, table[index].name,
                                   value);
}

int option_table_names_file(int index, const char *value)
{
    return table[index].set == set_script || table[index].set == set_picture ||
           (table[index].set == NULL &&
            play_settings_names_file(table[index].name, value));
}

static void print_option(FILE *file, int index)
{
    const char *value = table[index].value;
    char usage[32];

    snprintf(usage, sizeof usage, "--%s%s%s", table[index].name,
             value != NULL ? " " : "", value != NULL ? value : "");
    fprintf(file, "  %-20s  %s\n", usage, table[index].help);
}

/* What people look for first, in this order. */
static const char *const common[] = {
    "preset", "rain",         "light", "damping",    "fit",
    "every",  "picture-from", "size",  "fullscreen", "frames",
    "output", "save-config",  "list",  "help",       "version",
};

static int is_common(int index)
{
    for (int i = 0; i < COUNT(common); i++) {
        if (strcmp(common[i], table[index].name) == 0)
            return 1;
    }
    return 0;
}

/* The headings of the others, and where in the table each begins. */
static const struct {
    const char *heading, *first;
} groups[] = {
    {"Window", "picture"},
    {"Water", "preset"},
    {"Look", "refraction"},
    {"Running", "rain"},
};

static void print_others(FILE *file)
{
    for (int i = 0; i < COUNT(table); i++) {
        for (int j = 0; j < COUNT(groups); j++) {
            if (i == option_table_find(groups[j].first))
                fprintf(file, "\n%s:\n", groups[j].heading);
        }
        if (!is_common(i))
            print_option(file, i);
    }
}

void option_table_print_help(FILE *file, int all)
{
    fputs("Usage: ripple [OPTION]... [PICTURE]\n"
          "\n"
          "Makes any picture a pool of water: click and a stone falls in.\n"
          "PICTURE may be a folder of them; without one it is a bed of\n"
          "pebbles. F1 shows the keys.\n"
          "\n",
          file);
    for (int i = 0; i < COUNT(common); i++)
        print_option(file, option_table_find(common[i]));
    if (!all)
        return;
    print_others(file);
    fputs("\n"
          "--frames, --output and --heights render without a window;\n"
          "--output may be given several times. Every frame goes into .y4m\n"
          "and - (Y4M), numbered files such as %05d.png, and, where the\n"
          "program ffmpeg is installed, .mp4, .webm, .gif, .webp and .apng.\n",
          file);
}
