/* SPDX-License-Identifier: MIT */
#include "app/command_line.h"

#include "lib/util/processors.h"
#include "os/paths.h"
#include "os/xalloc.h"
#include "os/compat.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define DEFAULT_RATE       60
#define DEFAULT_INTERVAL_S 30
#define HEADLESS_SECONDS   10 /* of an output without --frames */

static void fill_in_defaults(Options *options)
{
    memset(options, 0, sizeof *options);
    options->display.renderer = "auto";
    options->display.vsync = 1;
    options->display.sound = -1;
    options->display.saves_battery = 1;
    options->scene.rate = DEFAULT_RATE;
    options->interval_s = DEFAULT_INTERVAL_S;
    options->frames = OPTIONS_WINDOW;
    options->scene.threads = ripple_processors_count();
    options->scene.simd = "auto";
    play_settings_init(&options->scene.settings);
}

/* Sets the options of a pass, of the file or of the command line. */
static int apply_pass(Options *options, int of_file, OptionPass pass,
                      Error *error)
{
    const Config *config = &options->config;
    const ConfigLine *lines = of_file ? config->lines : config->arguments;
    int count = of_file ? config->count : config->argument_count;

    for (int i = 0; i < count; i++) {
        int index = option_table_find(lines[i].name);
        const char *wrong = NULL;
        PlayReason why;

        if (option_table_get(index).pass == pass)
            wrong = option_table_set(options, index, lines[i].value, &why);
        if (wrong != NULL)
            return config_report(config, &lines[i], wrong, error);
    }
    return 0;
}

/* Relative paths in the file start at its own folder. */
static void complete_path(const Config *config, ConfigLine *line)
{
    char *folder = xalloc_copy(config->path);

    *strrchr(folder, '/') = '\0';
    line->path = paths_join(folder, line->value);
    line->value = line->path;
    free(folder);
}

/* No other value begins with '~' or is a URL. */
static void expand_home(ConfigLine *line)
{
    line->path = line->value != NULL ? paths_expand(line->value) : NULL;
    if (line->path != NULL)
        line->value = line->path;
}

static const char *check_line(const Config *config, ConfigLine *line,
                              PlayReason *why)
{
    int index = option_table_find(line->name);

    if (index < 0)
        return option_table_refuse(line->name, why);
    if (option_table_get(index).pass == PASS_ONE_RUN)
        return "is for the command line only";
    if (option_table_argument(index) == no_argument && line->value[0] != '\0')
        return "takes no value";
    if (option_table_argument(index) == required_argument &&
        line->value[0] == '\0')
        return "needs a value, see --help all";
    expand_home(line);
    if (line->path == NULL && option_table_names_file(index, line->value))
        complete_path(config, line);
    return NULL;
}

static int check_lines(Config *config, Error *error)
{
    for (int i = 0; i < config->count; i++) {
        PlayReason why = {""};
        const char *wrong = check_line(config, &config->lines[i], &why);

        if (wrong != NULL)
            return config_report(config, &config->lines[i], wrong, error);
    }
    return 0;
}

/* Tasks such as --help work whatever the file says. */
static int read_config(Options *options, Error *error)
{
    Config *config = &options->config;

    if (options->task != TASK_RUN && options->task != TASK_SAVE)
        return 0;
    config->path = config_find();
    if (!options->ignores_config &&
        (config_read(config, error) != 0 || check_lines(config, error) != 0))
        return -1;
    if (config->text == NULL && options->task == TASK_RUN) {
        free(config->path);
        config->path = NULL;
    }
    return 0;
}

static int report_unknown(int code, char **argv, Error *error)
{
    /* optind may still be at the word of an unknown letter */
    char letter[] = {'-', (char)optopt, '\0'};
    char *argument = code == '?' && optopt != 0 ? letter : argv[optind - 1];
    PlayReason why = {""};

    argument[strcspn(argument, "=")] = '\0';
    return error_set(error, argument, "%s",
                     code == ':' ? "needs a value, see --help all"
                                 : option_table_refuse(
                                       argument + strspn(argument, "-"), &why));
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

/* There is room for one option a word: repeated letters, as in -hh, count as
   one. */
static void add_argument(Config *config, int index, const char *value)
{
    ConfigLine *next = &config->arguments[config->argument_count];
    const char *name = option_table_get(index).name;

    if (config->argument_count > 0 && next[-1].name == name &&
        next[-1].value == NULL) {
        next[-1].value = value;
        return;
    }
    *next = (ConfigLine){.name = name, .value = value};
    config->argument_count++;
}

/* Reads all options and moves all other words to the end of argv. */
static int read_arguments(Config *config, int argc, char **argv, Error *error)
{
    struct option longs[OPTION_TABLE_MAX + 1] = {0};
    int code, index = 0;

    for (int i = 0; i < OPTION_TABLE_MAX &&
                    (longs[i].name = option_table_get(i).name) != NULL;
         i++)
        longs[i].has_arg = option_table_argument(i);
    restart_getopt();
    while ((code = getopt_long_only(argc, argv, ":h", longs, &index)) != -1) {
        const char *value = optarg;

        if (code == 'h')
            index = option_table_find("help");
        else if (code != 0)
            return report_unknown(code, argv, error);
        /* A value that may be left out can be a word of its own. */
        if (value == NULL && optind < argc && argv[optind][0] != '-' &&
            option_table_argument(index) == optional_argument)
            value = argv[optind++];
        add_argument(config, index, value);
    }
    return 0;
}

/* Sets an option from an environment variable, if that is set. */
static int take_variable(Options *options, const char *name, const char *option,
                         Error *error)
{
    const char *value = getenv(name);
    PlayReason why;
    const char *wrong =
        value != NULL && value[0] != '\0'
            ? option_table_set(options, option_table_find(option), value, &why)
            : NULL;

    return wrong == NULL ? 0 : error_set(error, name, "%s", wrong);
}

static int take_environment(Options *options, Error *error)
{
    if (options->display.is_hosted && options->display.window_id == 0 &&
        take_variable(options, "XSCREENSAVER_WINDOW", "window-id", error) != 0)
        return -1;
    return take_variable(options, "RIPPLE_SIMD", "simd", error);
}

/* Values that are valid alone may be invalid together. */
static int check_settings(const Options *options, Error *error)
{
    const RippleSettings *settings = &options->scene.settings.pool;
    const char *wrong = play_settings_check_look(&options->scene.settings);
    const char *hint = options->config.count > 0
                           ? " (--no-config ignores the configuration file)"
                           : "";
    char why[128], what[64];

    if (wrong != NULL)
        return error_set(error, "--pixels rgb565", "%s%s", wrong, hint);
    if (ripple_settings_check(settings, why, sizeof why) == RIPPLE_OK)
        return 0;
    snprintf(what, sizeof what, "--model %s",
             ripple_model_name(settings->model));
    return error_set(error, what, "%s%s", why, hint);
}

const char *command_line_keep(Config *config, const ConfigLine *argument)
{
    int index = option_table_find(argument->name);
    const char *name = argument->name, *wrong;
    char folder[PLAY_MAX_PATH], *path;

    if (option_table_get(index).pass == PASS_ONE_RUN)
        return "cannot be kept, it is for one run";
    if (argument->value == NULL)
        return config_set(config, name, "");
    if (!option_table_names_file(index, argument->value))
        return config_set(config, name, argument->value);
    if (getcwd(folder, sizeof folder) == NULL)
        return "the folder has no path that can be kept";
    path = paths_join(folder, argument->value);
    wrong = config_set(config, name, path);
    free(path);
    return wrong;
}

int command_line_check_config(Config *config, Error *error)
{
    Options alone = {0};
    int result;

    fill_in_defaults(&alone);
    alone.config = *config;
    config_split(&alone.config);
    result = check_lines(&alone.config, error) == 0 &&
                     apply_pass(&alone, 1, PASS_PRESET, error) == 0 &&
                     apply_pass(&alone, 1, PASS_PIXELS, error) == 0 &&
                     apply_pass(&alone, 1, PASS_REST, error) == 0 &&
                     check_settings(&alone, error) == 0
                 ? 0
                 : -1;
    *config = alone.config;
    return result;
}

/* Puts the options into the text of the file, but for those about the file. */
static int prepare_saving(Options *options, Error *error)
{
    for (int i = 0; i < options->config.argument_count; i++) {
        const ConfigLine *argument = &options->config.arguments[i];
        const char *wrong = NULL;

        if (strcmp(argument->name, "save-config") != 0 &&
            strcmp(argument->name, "no-config") != 0)
            wrong = command_line_keep(&options->config, argument);
        if (wrong != NULL)
            return config_report(&options->config, argument, wrong, error);
    }
    return options->config.path == NULL
               ? 0
               : command_line_check_config(&options->config, error);
}

static int has_line(const ConfigLine *lines, int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(lines[i].name, name) == 0)
            return 1;
    }
    return 0;
}

/* Whether the command line or the file has an option. */
static int is_given(const Config *config, const char *name)
{
    return has_line(config->arguments, config->argument_count, name) ||
           has_line(config->lines, config->count, name);
}

/* A preset on the command line does not undo single settings of the file; the
   other options of the command line do. A screensaver uses one thread, unless
   --threads is given. */
static int apply(Options *options, Error *error)
{
    if (apply_pass(options, 0, PASS_ONE_RUN, error) != 0)
        return -1;
    if (options->display.is_hosted)
        options->scene.threads = 1;
    options->display.is_bare = options->display.is_hosted ||
                               options->display.is_saver ||
                               options->display.is_wallpaper;
    if (read_config(options, error) != 0 ||
        apply_pass(options, 1, PASS_PRESET, error) != 0 ||
        apply_pass(options, 0, PASS_PRESET, error) != 0 ||
        apply_pass(options, 1, PASS_PIXELS, error) != 0 ||
        apply_pass(options, 1, PASS_REST, error) != 0 ||
        take_environment(options, error) != 0 ||
        apply_pass(options, 0, PASS_PIXELS, error) != 0 ||
        apply_pass(options, 0, PASS_REST, error) != 0)
        return -1;
    if (options->scene.settings.frame_width > 0) {
        const SceneOptions *scene = &options->scene;
        int is_given = scene->width > 0;

        options->display.min_width =
            is_given ? scene->width : scene->settings.frame_width;
        options->display.min_height =
            is_given ? scene->height : scene->settings.frame_height;
    }
    if (options->display.is_bare && !options->display.is_hosted &&
        !is_given(&options->config, "display"))
        options->display.index = ALL_DISPLAYS;
    options->display.fullscreen |= options->display.is_saver;
    /* So each display has a rain of its own. */
    if (options->display.is_hosted && !is_given(&options->config, "seed"))
        options->scene.seed = options->display.window_id;
    return check_settings(options, error);
}

/* A word that is no option is a value of --picture. */
static int add_picture(Config *config, const char *picture, Error *error)
{
    for (int i = 0; i < config->argument_count; i++) {
        const char *name = config->arguments[i].name;

        if (strcmp(name, "picture") == 0 || strcmp(name, "picture-from") == 0)
            return error_set(error, picture, "--%s already says what to show",
                             name);
    }
    config->arguments[config->argument_count++] =
        (ConfigLine){.name = "picture", .value = picture};
    return 0;
}

/* Refuses to replace the picture, which may be the only copy. */
static int check_output(const char *picture, const char *name,
                        const OutputOption *output, Error *error)
{
    const OutputOption source = {picture, OUTPUT_PNG, 0};

    return picture != NULL && strcmp(picture, "-") != 0 &&
                   output->path != NULL && output_is_same(&source, output)
               ? error_set(error, name, "%s would replace the picture",
                           output->path)
               : 0;
}

static int check_outputs(const Options *options, Error *error)
{
    const OutputOption heights = {options->heights, OUTPUT_HEIGHTS, 0};
    const char *picture = options->picture;

    for (int i = 0; i < options->output_count; i++) {
        if (check_output(picture, "--output", &options->outputs[i], error) != 0)
            return -1;
    }
    return check_output(picture, "--heights", &heights, error);
}

/* A postcard has settings to begin with. The scene reads its script once more,
   which a pipe cannot bear. */
static void begin_with_script(Options *options)
{
    struct stat status;
    Script script;
    Error ignored;

    if (options->script == NULL || stat(options->script, &status) != 0 ||
        !S_ISREG(status.st_mode) ||
        script_read(&script, options->script, &ignored) != 0)
        return;
    script_begin_with(&script, &options->scene.settings);
    script_clear(&script);
}

static int parse(Options *options, int argc, char **argv, Error *error)
{
    Config *config = &options->config;

    if (read_arguments(config, argc, argv, error) != 0)
        return -1;
    if (optind + 1 < argc)
        return error_set(error, argv[optind + 1],
                         "only one picture can be shown");
    if (optind < argc && add_picture(config, argv[optind], error) != 0)
        return -1;
    for (int i = 0; i < config->argument_count; i++)
        expand_home(&config->arguments[i]);
    if (has_line(config->arguments, config->argument_count, "mask") &&
        has_line(config->arguments, config->argument_count, "land"))
        return error_set(error, "--land",
                         "gives the mask too, so it does not go with --mask");
    if (apply(options, error) != 0 || check_outputs(options, error) != 0)
        return -1;
    if (options->task == TASK_SAVE)
        return prepare_saving(options, error);
    begin_with_script(options);
    if (options->frames == OPTIONS_WINDOW &&
        (options->output_count > 0 || options->heights != NULL)) {
        options->frames = HEADLESS_SECONDS * options->scene.rate;
        options->shows_whole_film = 1;
    }
    if (options->events != NULL && options->frames != OPTIONS_WINDOW)
        return error_set(error, "--events", "is for a window; see --script");
    return 0;
}

int command_line_parse(Options *options, int argc, char **argv,
                       int ignores_config, Error *error)
{
    int result;

    fill_in_defaults(options);
    options->ignores_config = ignores_config;
    options->config.arguments =
        xalloc_get(((size_t)argc + 1) * sizeof *options->config.arguments);
    result = parse(options, argc, argv, error);
    if (result != 0)
        config_clear(&options->config);
    return result;
}
