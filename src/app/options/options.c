/* SPDX-License-Identifier: MIT */
#include "app/options/options.h"

#include "app/options/option_table.h"
#include "host/paths.h"
#include "host/compat.h"

#include <SDL_cpuinfo.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_RATE      60
#define DEFAULT_EVERY     30 /* seconds */
#define OFFSCREEN_SECONDS 10 /* when --frames does not say */

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
    options->saves_battery = 1;
    options->rate = DEFAULT_RATE;
    options->every = DEFAULT_EVERY;
    options->frames = OPTIONS_WINDOW;
    options->threads = count_cores();
    options->simd = "auto";
    water_init(&options->water);
}

/* An option of the command line. */
typedef struct Argument {
    int index; /* of the option */
    const char *value;
} Argument;

typedef struct Arguments {
    Argument *items;
    int count;
} Arguments;

static int report_argument(const Argument *argument, const char *wrong,
                           Report *report)
{
    const char *value = argument->value != NULL ? argument->value : "";
    char what[128];

    snprintf(what, sizeof what, "--%s %s", flags_name(argument->index), value);
    return report_failure(report, what, "%s", wrong);
}

static int apply_arguments(Options *options, const Arguments *arguments,
                           FlagsPass pass, Report *report)
{
    for (int i = 0; i < arguments->count; i++) {
        const Argument *argument = &arguments->items[i];
        const char *wrong = NULL;

        if (flags_pass(argument->index) == pass)
            wrong = flags_set(options, argument->index, argument->value);
        if (wrong != NULL)
            return report_argument(argument, wrong, report);
    }
    return 0;
}

static int apply_file(Options *options, FlagsPass pass, Report *report)
{
    for (int i = 0; i < options->config.count; i++) {
        const ConfigLine *line = &options->config.lines[i];
        int index = flags_find(line->name);
        const char *wrong = NULL;

        if (flags_pass(index) == pass)
            wrong = flags_set(options, index, line->value);
        if (wrong != NULL)
            return config_report(&options->config, line, wrong, report);
    }
    return 0;
}

/* Files are named from the folder of the one that names them. */
static int complete_path(const Config *config, ConfigLine *line)
{
    int length = (int)(strrchr(config->path, '/') - config->path);
    char *folder = strndup(config->path, (size_t)length);
    char *path = folder != NULL ? path_join(folder, line->value) : NULL;

    free(folder);
    if (path == NULL)
        return -1;
    free(line->value);
    line->value = path;
    return 0;
}

static const char *check_line(const Config *config, ConfigLine *line)
{
    int index = flags_find(line->name);

    if (index < 0)
        return "no such option, see --help all";
    if (flags_pass(index) == PASS_ONE_RUN)
        return "is for the command line only";
    if (flags_value(index) == FLAGS_NO_VALUE && line->value[0] != '\0')
        return "takes no value";
    if (flags_value(index) == FLAGS_VALUE && line->value[0] == '\0')
        return "needs a value, see --help all";
    if (flags_names_file(index, line->value) &&
        complete_path(config, line) != 0)
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
                          code == ':' ? "needs a value, see --help all"
                                      : "no such option, see --help all");
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

/* A value that may be left out can also be the next word. */
static const char *take_next_word(int argc, char **argv)
{
    return optind < argc && argv[optind][0] != '-' ? argv[optind++] : NULL;
}

/* One that is said again at once, as by -hh, is one: there is room for as many
   as there are words. */
static void add_argument(Arguments *arguments, int index, const char *value)
{
    Argument *next = &arguments->items[arguments->count];

    if (arguments->count > 0 && next[-1].index == index &&
        next[-1].value == NULL) {
        next[-1].value = value;
        return;
    }
    *next = (Argument){index, value};
    arguments->count++;
}

/* Moves what is no option to the end of argv. */
static int read_arguments(Arguments *arguments, int argc, char **argv,
                          Report *report)
{
    static const int kinds[] = {
        [FLAGS_NO_VALUE] = no_argument,
        [FLAGS_VALUE] = required_argument,
        [FLAGS_MAYBE_VALUE] = optional_argument,
    };
    struct option longs[FLAGS_MOST + 1] = {0};
    int code, index = 0;

    for (int i = 0; i < flags_count(); i++) {
        longs[i].name = flags_name(i);
        longs[i].has_arg = kinds[flags_value(i)];
    }
    restart_getopt();
    while ((code = getopt_long_only(argc, argv, ":h", longs, &index)) != -1) {
        const char *value = optarg;

        if (code == 'h')
            index = flags_find("help");
        else if (code != 0)
            return report_unknown(code, argv, report);
        if (value == NULL && flags_value(index) == FLAGS_MAYBE_VALUE)
            value = take_next_word(argc, argv);
        add_argument(arguments, index, value);
    }
    return 0;
}

/* A variable stands for an option that is not given. */
static int take_variable(Options *options, const char *name, const char *option,
                         Report *report)
{
    const char *value = getenv(name);
    const char *wrong = value != NULL && value[0] != '\0'
                            ? flags_set(options, flags_find(option), value)
                            : NULL;

    return wrong == NULL ? 0 : report_failure(report, name, "%s", wrong);
}

static int take_environment(Options *options, Report *report)
{
    if (options->is_saver && options->window_id == 0 &&
        take_variable(options, "XSCREENSAVER_WINDOW", "window-id", report) != 0)
        return -1;
    return take_variable(options, "RIPPLE_SIMD", "simd", report);
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
    const char *name = flags_name(argument->index), *wrong;
    char folder[WATER_MAX_PATH], *path;

    if (flags_pass(argument->index) == PASS_ONE_RUN)
        return "cannot be kept, it is for one run";
    if (argument->value == NULL)
        return config_set(config, name, "");
    if (!flags_names_file(argument->index, argument->value))
        return config_set(config, name, argument->value);
    if (getcwd(folder, sizeof folder) == NULL)
        return "the folder has no path that can be kept";
    path = path_join(folder, argument->value);
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

/* Whether it says what to do with the file, and is not to be in it. */
static int is_about_file(int index)
{
    return index == flags_find("save-config") ||
           index == flags_find("no-config");
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

        if (!is_about_file(argument->index))
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
        if (strcmp(flags_name(arguments->items[i].index), name) == 0)
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
    int own = flags_find("picture"), screen = flags_find("picture-from");

    for (int i = 0; i < arguments->count; i++) {
        int index = arguments->items[i].index;

        if (index == own || index == screen)
            return report_failure(report, picture,
                                  "--%s already says what to show",
                                  flags_name(index));
    }
    arguments->items[arguments->count++] = (Argument){own, picture};
    return 0;
}

static int parse(Options *options, Arguments *arguments, int argc, char **argv,
                 Report *report)
{
    if (read_arguments(arguments, argc, argv, report) != 0)
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
