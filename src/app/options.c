/* SPDX-License-Identifier: MIT */
#include "options.h"

#include "frames.h"
#include "pace.h"
#include "parse.h"
#include "path.h"

#include <SDL_cpuinfo.h>
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array)      ((int)(sizeof(array) / sizeof(array)[0]))
#define DEFAULT_RATE      60
#define DEFAULT_EVERY     30 /* seconds */
#define OFFSCREEN_SECONDS 10 /* when --frames does not say */

/* Each sets one option; returns NULL or why not, in static words. */
static const char *set_fit(Options *options, const char *value)
{
    return fit_find(&options->fit, value) == 0
               ? NULL
               : "must be cover, contain, stretch or tile";
}

static const char *set_every(Options *options, const char *value)
{
    return parse_number(&options->every, value, 0.1, 86400) == 0
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
    return parse_size(&options->width, &options->height, value) == 0
               ? NULL
               : "must be WIDTHxHEIGHT, each from 1 to 32768";
}

static const char *set_fullscreen(Options *options, const char *value)
{
    (void)value;
    options->fullscreen = 1;
    return NULL;
}

static const char *set_display(Options *options, const char *value)
{
    if (strcmp(value, "all") == 0) {
        options->display = OPTIONS_ALL_DISPLAYS;
        return NULL;
    }
    return parse_int(&options->display, value, 0, INT_MAX) == 0
               ? NULL
               : "must be all, or the number of a display, 0 is the first";
}

static const char *set_span(Options *options, const char *value)
{
    (void)value;
    options->spans = 1;
    return NULL;
}

static const char *set_renderer(Options *options, const char *value)
{
    options->renderer = value;
    return NULL;
}

static const char *set_no_vsync(Options *options, const char *value)
{
    (void)value;
    options->vsync = 0;
    return NULL;
}

static const char *set_fps(Options *options, const char *value)
{
    (void)value;
    options->fps = 1;
    return NULL;
}

static const char *set_max_fps(Options *options, const char *value)
{
    return parse_int(&options->max_fps, value, 1, FRAMES_MAX_RATE) == 0
               ? NULL
               : "must be a whole number from 1 to 1000";
}

static const char *set_max_cpu(Options *options, const char *value)
{
    return parse_int(&options->max_cpu, value, 1, 100) == 0
               ? NULL
               : "must be a whole number from 1 to 100, percent of a core";
}

static const char *set_rate(Options *options, const char *value)
{
    return parse_int(&options->rate, value, 1, PACE_MAX_RATE) == 0
               ? NULL
               : "must be a whole number from 1 to 1000";
}

static const char *set_seed(Options *options, const char *value)
{
    return parse_uint64(&options->seed, value) == 0
               ? NULL
               : "must be a whole number from 0 to 2^64 - 1";
}

static const char *set_threads(Options *options, const char *value)
{
    return parse_int(&options->threads, value, 1, RIPPLE_MAX_THREADS) == 0
               ? NULL
               : "must be a whole number from 1 to 64";
}

static const char *set_simd(Options *options, const char *value)
{
    const char *name;

    options->simd = value;
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
    options->is_saver = 1;
    return NULL;
}

#define WANTS_WINDOW "must be the number of a window, such as 0x1c00003"

static const char *set_window_id(Options *options, const char *value)
{
    options->is_saver = 1;
    return parse_id(&options->window_id, value) == 0 ? NULL : WANTS_WINDOW;
}

static const char *set_script(Options *options, const char *value)
{
    options->script = value;
    return NULL;
}

static const char *set_output(Options *options, const char *value)
{
    OutputOption output;
    const char *wrong = recording_choose(&output, value);

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
    if (!path_has_ending(value, "pgm"))
        return "must end in .pgm";
    options->heights = value;
    return NULL;
}

static const char *set_help(Options *options, const char *value)
{
    (void)value;
    options->task = TASK_HELP;
    return NULL;
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
    const char *value; /* what it is called in the help, NULL: takes none */
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
    {"help", NULL, set_help, "print this"},
    {"version", NULL, set_version, "print the version"},
};

void options_print_help(FILE *file)
{
    fputs("Usage: ripple [OPTION]... [PICTURE]\n"
          "\n"
          "Makes any picture a pool of water: click and a stone falls in.\n"
          "PICTURE may be a folder of them; without one it is a bed of\n"
          "pebbles.\n"
          "\n",
          file);
    for (int i = 0; i < COUNT(table); i++) {
        char usage[32];

        snprintf(usage, sizeof usage, "--%s%s%s", table[i].name,
                 table[i].value != NULL ? " " : "",
                 table[i].value != NULL ? table[i].value : "");
        fprintf(file, "  %-20s %s\n", usage, table[i].help);
    }
    fputs("\n"
          "--frames, --output and --heights render without a window;\n"
          "--output may be given several times. Every frame goes into .y4m\n"
          "and - (Y4M), numbered files such as %05d.png, and, where the\n"
          "program ffmpeg is installed, .mp4, .webm, .gif, .webp and .apng.\n"
          "F1 shows the keys.\n",
          file);
}

static int count_cores(void)
{
    int cores = SDL_GetCPUCount();

    return cores < 1                    ? 1
           : cores > RIPPLE_MAX_THREADS ? RIPPLE_MAX_THREADS
                                        : cores;
}

static void fill_in_defaults(Options *options)
{
    memset(options, 0, sizeof *options);
    options->renderer = "auto";
    options->vsync = 1;
    options->rate = DEFAULT_RATE;
    options->every = DEFAULT_EVERY;
    options->frames = OPTIONS_WINDOW;
    options->threads = count_cores();
    options->simd = "auto";
    water_init(&options->water);
}

/* An option of the command line. */
typedef struct Argument {
    int index; /* in the table */
    const char *value;
} Argument;

typedef struct Arguments {
    Argument *items;
    int count;
} Arguments;

/* What is for one run comes first: it may do without the file. The preset is
   next wherever it stands, then the format of the pixels, which takes the look
   along, then all others in order. */
typedef enum Pass {
    PASS_ONE_RUN,
    PASS_PRESET,
    PASS_PIXELS,
    PASS_REST,
} Pass;

/* Returns -1 for no such option. */
static int find_option(const char *name)
{
    for (int i = 0; i < COUNT(table); i++) {
        if (strcmp(table[i].name, name) == 0)
            return i;
    }
    return -1;
}

static Pass find_pass(int index)
{
    return index >= find_option("frames")             ? PASS_ONE_RUN
           : strcmp(table[index].name, "preset") == 0 ? PASS_PRESET
           : strcmp(table[index].name, "pixels") == 0 ? PASS_PIXELS
                                                      : PASS_REST;
}

static const char *set(Options *options, int index, const char *value)
{
    return table[index].set != NULL
               ? table[index].set(options, value)
               : water_set(&options->water, table[index].name, value);
}

static int report_argument(const Argument *argument, const char *wrong,
                           Report *report)
{
    const char *value = argument->value != NULL ? argument->value : "";
    char what[128];

    snprintf(what, sizeof what, "--%s %s", table[argument->index].name, value);
    return report_failure(report, what, "%s", wrong);
}

static int apply_arguments(Options *options, const Arguments *arguments,
                           Pass pass, Report *report)
{
    for (int i = 0; i < arguments->count; i++) {
        const Argument *argument = &arguments->items[i];
        const char *wrong = NULL;

        if (find_pass(argument->index) == pass)
            wrong = set(options, argument->index, argument->value);
        if (wrong != NULL)
            return report_argument(argument, wrong, report);
    }
    return 0;
}

static int apply_file(Options *options, Pass pass, Report *report)
{
    for (int i = 0; i < options->config.count; i++) {
        const ConfigLine *line = &options->config.lines[i];
        int index = find_option(line->name);
        const char *wrong = NULL;

        if (find_pass(index) == pass)
            wrong = set(options, index, line->value);
        if (wrong != NULL)
            return config_report(&options->config, line, wrong, report);
    }
    return 0;
}

static int names_file(int index, const char *value)
{
    return table[index].set == set_script || table[index].set == set_picture ||
           (table[index].set == NULL &&
            water_names_file(table[index].name, value));
}

/* Files are named from the folder of the one that names them. */
static int complete_path(const Config *config, ConfigLine *line)
{
    int length = (int)(strrchr(config->path, '/') - config->path);
    char *folder = strndup(config->path, (size_t)length);
    char *path = folder != NULL ? config_join(folder, line->value) : NULL;

    free(folder);
    if (path == NULL)
        return -1;
    free(line->value);
    line->value = path;
    return 0;
}

static const char *check_line(const Config *config, ConfigLine *line)
{
    int index = find_option(line->name);

    if (index < 0)
        return "no such option, see --help";
    if (find_pass(index) == PASS_ONE_RUN)
        return "is for the command line only";
    if (table[index].value == NULL && line->value[0] != '\0')
        return "takes no value";
    if (table[index].value != NULL && line->value[0] == '\0')
        return "needs a value, see --help";
    if (names_file(index, line->value) && complete_path(config, line) != 0)
        return "not enough memory";
    return NULL;
}

static int check_lines(Config *config, Report *report)
{
    for (int i = 0; i < config->count; i++) {
        const char *wrong = check_line(config, &config->lines[i]);

        if (wrong != NULL)
            return config_report(config, &config->lines[i], wrong, report);
    }
    return 0;
}

/* --help and the like must work whatever the file says. */
static int read_config(Options *options, Report *report)
{
    Config *config = &options->config;

    if (options->task != TASK_RUN && options->task != TASK_SAVE)
        return 0;
    config->path = config_find();
    if (!options->ignores_config &&
        (config_read(config, report) != 0 || check_lines(config, report) != 0))
        return -1;
    if (config->text == NULL && options->task == TASK_RUN)
        config_clear(config);
    return 0;
}

static int report_unknown(int code, char **argv, Report *report)
{
    const char *argument = argv[optind - 1];

    return report_failure(report, argument, "%s",
                          code == ':' ? "needs a value, see --help"
                                      : "no such option, see --help");
}

static void restart_getopt(void)
{
    opterr = 0;
#if defined(__linux__)
    optind = 0; /* glibc and musl: also forget where in a word it was */
#else
    optind = 1;
#endif
}

/* Moves what is no option to the end of argv. */
static int read_arguments(Options *options, Arguments *arguments, int argc,
                          char **argv, Report *report)
{
    struct option longs[COUNT(table) + 1] = {0};
    int code, index = 0;

    for (int i = 0; i < COUNT(table); i++) {
        longs[i].name = table[i].name;
        longs[i].has_arg =
            table[i].value != NULL ? required_argument : no_argument;
    }
    restart_getopt();
    while ((code = getopt_long_only(argc, argv, ":h", longs, &index)) != -1) {
        if (code == 'h')
            options->task = TASK_HELP;
        else if (code != 0)
            return report_unknown(code, argv, report);
        else
            arguments->items[arguments->count++] = (Argument){index, optarg};
    }
    return 0;
}

/* A variable stands for an option that is not given. */
static int take_variable(Options *options, const char *name,
                         const char *(*set_option)(Options *, const char *),
                         Report *report)
{
    const char *value = getenv(name);
    const char *wrong =
        value != NULL && value[0] != '\0' ? set_option(options, value) : NULL;

    return wrong == NULL ? 0 : report_failure(report, name, "%s", wrong);
}

static int take_environment(Options *options, Report *report)
{
    if (options->is_saver && options->window_id == 0 &&
        take_variable(options, "XSCREENSAVER_WINDOW", set_window_id, report) !=
            0)
        return -1;
    return take_variable(options, "RIPPLE_SIMD", set_simd, report);
}

/* Values may go together although each is in its range, or not. */
static int check_water(const Options *options, Report *report)
{
    const RippleSettings *settings = &options->water.pool;
    const char *wrong = water_check_look(&options->water);
    const char *hint =
        options->config.count > 0 ? " (--no-config leaves kept ones out)" : "";
    char why[128], what[64];

    if (wrong != NULL)
        return report_failure(report, "--pixels rgb565", "%s%s", wrong, hint);
    if (ripple_settings_check(settings, why, sizeof why) == RIPPLE_OK)
        return 0;
    snprintf(what, sizeof what, "--model %s",
             ripple_model_name(settings->model));
    return report_failure(report, what, "%s%s", why, hint);
}

/* Sets an option in the text of the file, a path in full. */
static const char *keep(Config *config, const Argument *argument)
{
    const char *name = table[argument->index].name, *wrong;
    char folder[WATER_MAX_PATH], *path;

    if (find_pass(argument->index) == PASS_ONE_RUN)
        return "cannot be kept, it is for one run";
    if (argument->value == NULL)
        return config_set(config, name, "");
    if (!names_file(argument->index, argument->value))
        return config_set(config, name, argument->value);
    if (getcwd(folder, sizeof folder) == NULL)
        return "the folder has no path that can be kept";
    path = config_join(folder, argument->value);
    wrong = path != NULL ? config_set(config, name, path) : "not enough memory";
    free(path);
    return wrong;
}

static int apply_whole_file(Options *options, Report *report)
{
    return apply_file(options, PASS_PRESET, report) != 0 ||
                   apply_file(options, PASS_PIXELS, report) != 0 ||
                   apply_file(options, PASS_REST, report) != 0
               ? -1
               : 0;
}

/* Brings the options into the text of the file, which must be right without
   them, too. */
static int prepare_saving(Options *options, const Arguments *arguments,
                          Report *report)
{
    Options alone = {0};
    int result;

    for (int i = 0; i < arguments->count; i++) {
        const Argument *argument = &arguments->items[i];
        const char *wrong = NULL;

        if (table[argument->index].set != set_save_config &&
            table[argument->index].set != set_no_config)
            wrong = keep(&options->config, argument);
        if (wrong != NULL)
            return report_argument(argument, wrong, report);
    }
    if (options->config.path == NULL)
        return 0;
    fill_in_defaults(&alone);
    alone.config = options->config;
    result = config_split(&alone.config, report) == 0 &&
                     check_lines(&alone.config, report) == 0 &&
                     apply_whole_file(&alone, report) == 0 &&
                     check_water(&alone, report) == 0
                 ? 0
                 : -1;
    options->config = alone.config;
    return result;
}

/* Whether the command line or the file has an option. */
static int is_said(const Options *options, const Arguments *arguments,
                   const char *name)
{
    for (int i = 0; i < arguments->count; i++) {
        if (strcmp(table[arguments->items[i].index].name, name) == 0)
            return 1;
    }
    for (int i = 0; i < options->config.count; i++) {
        if (strcmp(options->config.lines[i].name, name) == 0)
            return 1;
    }
    return 0;
}

/* No hand reaches the water of a screensaver: where nothing else moves it,
   and nobody wants it so, it rains, on each of several displays otherwise. */
static void suit_saver(Options *options, const Arguments *arguments)
{
    if (!is_said(options, arguments, "seed"))
        options->seed = options->window_id;
    if (options->water.rain <= 0 && options->water.events[0] == '\0' &&
        options->script == NULL && !is_said(options, arguments, "rain"))
        options->water.rain = WATER_USUAL_RAIN;
}

/* A screensaver leaves the cores to others. */
static int apply_one_run(Options *options, const Arguments *arguments,
                         Report *report)
{
    if (apply_arguments(options, arguments, PASS_ONE_RUN, report) != 0)
        return -1;
    if (options->is_saver)
        options->threads = 1;
    return 0;
}

/* A preset of the command line does not undo what the file says by name, but
   all else there does. */
static int apply(Options *options, const Arguments *arguments, Report *report)
{
    if (apply_one_run(options, arguments, report) != 0 ||
        read_config(options, report) != 0 ||
        apply_file(options, PASS_PRESET, report) != 0 ||
        apply_arguments(options, arguments, PASS_PRESET, report) != 0 ||
        apply_file(options, PASS_PIXELS, report) != 0 ||
        apply_file(options, PASS_REST, report) != 0)
        return -1;
    if (take_environment(options, report) != 0 ||
        apply_arguments(options, arguments, PASS_PIXELS, report) != 0 ||
        apply_arguments(options, arguments, PASS_REST, report) != 0)
        return -1;
    if (options->is_saver)
        suit_saver(options, arguments);
    return check_water(options, report);
}

/* What is no option is an argument of --picture. */
static int add_picture(Arguments *arguments, const char *picture,
                       Report *report)
{
    for (int i = 0; i < arguments->count; i++) {
        int index = arguments->items[i].index;

        if (table[index].set == set_picture ||
            table[index].set == set_picture_from)
            return report_failure(report, picture,
                                  "--%s already says what to show",
                                  table[index].name);
    }
    arguments->items[arguments->count++] =
        (Argument){find_option("picture"), picture};
    return 0;
}

static int parse(Options *options, Arguments *arguments, int argc, char **argv,
                 Report *report)
{
    if (read_arguments(options, arguments, argc, argv, report) != 0)
        return -1;
    if (optind + 1 < argc)
        return report_failure(report, argv[optind + 1], "%s",
                              "only one picture can be shown");
    if (optind < argc && add_picture(arguments, argv[optind], report) != 0)
        return -1;
    if (apply(options, arguments, report) != 0)
        return -1;
    if (options->task == TASK_SAVE)
        return prepare_saving(options, arguments, report);
    if (options->frames == OPTIONS_WINDOW &&
        (options->output_count > 0 || options->heights != NULL))
        options->frames = OFFSCREEN_SECONDS * options->rate;
    return 0;
}

int options_parse(Options *options, int argc, char **argv, Report *report)
{
    Arguments arguments = {calloc((size_t)argc + 1, sizeof(Argument)), 0};
    int result = -1;

    fill_in_defaults(options);
    if (arguments.items == NULL)
        report_failure(report, "ripple", "%s", "not enough memory");
    else
        result = parse(options, &arguments, argc, argv, report);
    free(arguments.items);
    if (result != 0)
        options_clear(options);
    return result;
}

void options_clear(Options *options)
{
    config_clear(&options->config);
}
