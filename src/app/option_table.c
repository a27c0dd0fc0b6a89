/* SPDX-License-Identifier: MIT */
#include "app/option_table.h"

#include "app/screen_window.h"
#include "lib/util/fixed.h"
#include "lib/util/setting.h"
#include "os/frame_limiter.h"
#include "os/step_clock.h"
#include "os/parse.h"
#include "os/paths.h"
#include "play/presets.h"

#include <getopt.h>
#include <limits.h>
#include <string.h>

/* The words of options whose values they are, by number. */
SETTING_WORDS(name_fit, "cover", "contain", "stretch", "tile")
SETTING_WORDS(name_battery, "full", "half")
SETTING_WORDS(name_backend, "cpu", "gpu", "auto") /* as BackendChoice */
SETTING_WORDS(name_source, "screen")
SETTING_WORDS(name_display, "all")
SETTING_WORDS(name_help, "all")
SETTING_WORDS(name_mask, "builtin:puddle", "builtin:harbour", "builtin:lens",
              "builtin:river")
SETTING_WORDS(name_land, "builtin:hills")
SETTING_WORDS(name_land_picture, "picture", "builtin:wall", "builtin:rock",
              "builtin:grass", "builtin:earth")
SETTING_WORDS(name_current, "builtin:river-flow")
SETTING_WORDS(name_list, "presets", "beds", "models", "simd", "backends",
              "renderers", "words")

_Static_assert(sizeof(Fit) == sizeof(int) && FIT_TILE == 3, "as in name_fit");

static const char *name_simd(int i)
{
    return i == 0 ? "auto" : ripple_simd_name(i - 1);
}

/* The later of --picture and --picture-from counts. */
static const char *set_picture(Options *options, const char *value)
{
    const char *builtin = paths_builtin(value);
    PlayReason why;
    int is_bed =
        builtin != NULL && play_settings_set(&options->scene.settings, "bed",
                                             builtin, &why) == NULL;

    options->from_screen = 0;
    options->picture = is_bed ? NULL : value;
    return NULL;
}

static const char *set_picture_from(Options *options, const char *value)
{
    (void)value;
    options->picture = NULL;
    options->from_screen = 1;
    return NULL;
}

static const char *set_size(Options *options, const char *value)
{
    options->display.keeps_size = 1;
    return parse_size(&options->scene.width, &options->scene.height, value) == 0
               ? NULL
               : "must be WIDTHxHEIGHT, each from 1 to 32768";
}

static const char *set_display(Options *options, const char *value)
{
    if (strcmp(value, "all") == 0) {
        options->display.index = ALL_DISPLAYS;
        return NULL;
    }
    return parse_int(&options->display.index, value, 0, INT_MAX) == 0
               ? NULL
               : "must be all, or the number of a display from 0, the first, "
                 "to 2147483647";
}

/* The preset so far comes again, as a still one. */
static const char *set_still(Options *options, const char *value)
{
    PlaySettings *settings = &options->scene.settings;
    PlayReason why;

    (void)value;
    settings->is_still = 1;
    play_settings_set(settings, "preset", presets_get(settings->preset)->name,
                      &why);
    return NULL;
}

static const char *set_seed(Options *options, const char *value)
{
    return parse_uint64(&options->scene.seed, value) == 0
               ? NULL
               : "must be a whole number from 0 to 2^64 - 1";
}

static const char *set_backend(Options *options, const char *value)
{
    options->scene.backend =
        (BackendChoice)ripple_word_find(name_backend, value);
    options->display.backend = options->scene.backend;
    return NULL;
}

static const char *set_simd(Options *options, const char *value)
{
    options->scene.simd = value;
    return NULL;
}

static const char *set_window_id(Options *options, const char *value)
{
    options->display.is_hosted = 1;
    return parse_id(&options->display.window_id, value) == 0
               ? NULL
               : "must be the number of a window from 1 to 2^32 - 1, such as "
                 "0x1c00003";
}

/* Refuses to write one file twice. */
static const char *check_other_outputs(const Options *options,
                                       const OutputOption *output)
{
    OutputOption heights = {options->heights, OUTPUT_HEIGHTS, 0};
    int is_taken = heights.path != NULL && output->format != OUTPUT_HEIGHTS &&
                   output_is_same(&heights, output);

    for (int i = 0; i < options->output_count; i++)
        is_taken = is_taken || output_is_same(&options->outputs[i], output);
    return is_taken ? "can be given once: another output is the same file"
                    : NULL;
}

static const char *set_output(Options *options, const char *value)
{
    OutputOption output;
    const char *wrong = output_choose(&output, value);

    if (wrong == NULL && options->output_count == OPTIONS_MAX_OUTPUTS)
        wrong = "can be given 8 times at most";
    if (wrong == NULL)
        wrong = check_other_outputs(options, &output);
    if (wrong == NULL)
        options->outputs[options->output_count++] = output;
    return wrong;
}

static const char *set_heights(Options *options, const char *value)
{
    if (!paths_have_ending(value, "pgm"))
        return "must end in .pgm";
    options->heights = value;
    return check_other_outputs(options,
                               &(OutputOption){value, OUTPUT_HEIGHTS, 0});
}

static const char *set_help(Options *options, const char *value)
{
    options->task = value == NULL ? TASK_HELP : TASK_HELP_ALL;
    return NULL;
}

static const char *set_list(Options *options, const char *value)
{
    options->task = TASK_LIST;
    options->list = value;
    return NULL;
}

#define FIELD(member)        .field = offsetof(Options, member)
#define FLAG(member, number) FIELD(member), .flag = (number)
#define WHOLE_NUMBER(member, from, to) \
    .type = RIPPLE_SETTING_INT, FIELD(member), .min = (from), .max = (to)
/* Some of its values. */
#define WORDS(name) .type = RIPPLE_SETTING_TEXT, .word = (name)

static const Option own[] = {
    {GROUP_WINDOW, "picture", "FILE", set_picture, WORDS(play_settings_bed),
     .prefix = "builtin:", .help = "the same as PICTURE; builtin:NAME: a bed"},
    {GROUP_WINDOW, "fit", "HOW", FIELD(scene.fit), .word = name_fit,
     .help = "cover (default), contain, stretch or tile"},
    {GROUP_WINDOW, "every", "SECONDS", .type = RIPPLE_SETTING_NUMBER,
     FIELD(interval_s), .min = 0.1, .max = 86400, .unit = "seconds",
     .help = "seconds for each picture of a folder, 0.1..86400 (30)"},
    {GROUP_WINDOW, "shuffle",
     .help = "show the pictures of a folder in random order",
     FLAG(shuffles, 1)},
    {GROUP_WINDOW, "picture-from", "WHERE", set_picture_from,
     .word = name_source, .help = "screen: the desktop (X11)"},
    {GROUP_WINDOW, "size", "WxH", set_size,
     .help = "size of the window or frame, up to 32768x32768"},
    {GROUP_WINDOW, "fullscreen", .help = "fill the screen",
     FLAG(display.fullscreen, 1)},
    {GROUP_WINDOW, "display", "N", set_display, WORDS(name_display),
     .help = "0 is the first; all: one pool on each"},
    {GROUP_WINDOW, "span", .help = "one pool fills all displays together",
     FLAG(display.spans, 1)},
    {GROUP_WINDOW, "wallpaper", .help = "behind all windows, on each display",
     FLAG(display.is_wallpaper, 1), .pass = PASS_ONE_RUN},
    {GROUP_WINDOW, "menu", .help = "open the menu at the start",
     FLAG(display.opens_menu, 1), .pass = PASS_ONE_RUN},
    {GROUP_WINDOW, "benchmark",
     .help = "measure this machine for half a minute (key B)",
     FLAG(display.benchmarks, 1), .pass = PASS_ONE_RUN},
    {GROUP_WINDOW, "renderer", "NAME", FIELD(display.renderer),
     WORDS(screen_window_renderer), .help = "auto, or one of --list renderers"},
    {GROUP_WINDOW, "no-vsync", .help = "do not wait for the display",
     FLAG(display.vsync, 0)},
    {GROUP_WINDOW, "fps",
     .help = "print frames per second, and show key I's counter",
     FLAG(display.prints_fps, 1)},
    {GROUP_WINDOW, "max-fps", "N",
     WHOLE_NUMBER(display.max_fps, 1, FRAME_LIMITER_MAX_RATE),
     .help = "show at most N frames per second, 1..1000"},
    {GROUP_WINDOW, "max-cpu", "PERCENT", WHOLE_NUMBER(display.max_cpu, 1, 100),
     .unit = "percent of a core",
     .help = "of one core at most, by showing fewer frames"},
    {GROUP_WINDOW, "sound", "N", WHOLE_NUMBER(display.sound, 0, 100),
     .help = "volume, 0..100 (30 once the water is touched)"},
    {GROUP_WINDOW, "battery", "RATE", FIELD(display.saves_battery),
     .word = name_battery,
     .help = "frame rate on battery: half (default) or full"},
    {GROUP_RUNNING, "still", .set = set_still, .pass = PASS_PRESET,
     .help = "no rain, swell or current of the preset"},
    {GROUP_RUNNING, "seed", "N", set_seed,
     .help = "seed of the random numbers (0)"},
    {GROUP_RUNNING, "rate", "N",
     WHOLE_NUMBER(scene.rate, 1, STEP_CLOCK_MAX_RATE),
     .help = "steps per second, 1..1000 (60)"},
    {GROUP_RUNNING, "threads", "N",
     WHOLE_NUMBER(scene.threads, 1, RIPPLE_MAX_THREADS),
     .help = "1..64 (one for each core it may use)"},
    {GROUP_RUNNING, "simd", "NAME", set_simd, .word = name_simd,
     .help = "auto (the best), or one of --list simd"},
    {GROUP_RUNNING, "backend", "NAME", set_backend, .word = name_backend,
     .help = "who steps the water: cpu (default), gpu or auto"},
    {GROUP_RUNNING, "script", "FILE", FIELD(script),
     .type = RIPPLE_SETTING_TEXT, .help = "events by step number"},
    {GROUP_RUNNING, "events", "FILE", FIELD(events),
     .type = RIPPLE_SETTING_TEXT,
     .help = "do the events that come from this pipe, or -",
     .pass = PASS_ONE_RUN},
    {GROUP_RUNNING, "frames", "N", WHOLE_NUMBER(frames, 0, INT_MAX),
     .help = "no window: N frames, one a step or as a film's",
     .pass = PASS_ONE_RUN},
    {GROUP_RUNNING, "output", "FILE", set_output,
     .help = ".png: last frame; .mp4 ...: every frame", .pass = PASS_ONE_RUN},
    {GROUP_RUNNING, "heights", "FILE", set_heights,
     .help = ".pgm: the heights after the last step, plus 32768",
     .pass = PASS_ONE_RUN},
    {GROUP_RUNNING, "root",
     .help = "a screensaver: draw on its host's window (X11)",
     FLAG(display.is_hosted, 1), .pass = PASS_ONE_RUN},
    {GROUP_RUNNING, "saver",
     .help = "a screensaver on all displays until any input",
     FLAG(display.is_saver, 1), .pass = PASS_ONE_RUN},
    {GROUP_RUNNING, "window-id", "ID", set_window_id,
     .help = "a screensaver on that window (X11)", .pass = PASS_ONE_RUN},
    {GROUP_RUNNING, "list", "WHAT", set_list, .word = name_list,
     .help = "presets, beds, models, simd, backends, renderers, words",
     .pass = PASS_ONE_RUN},
    {GROUP_RUNNING, "save-config",
     .help = "keep these options for later runs, and end",
     FLAG(task, TASK_SAVE), .pass = PASS_ONE_RUN},
    {GROUP_RUNNING, "no-config", .help = "ignore the options that were kept",
     FLAG(ignores_config, 1), .pass = PASS_ONE_RUN},
    {GROUP_RUNNING, "help", "[all]", set_help, .word = name_help,
     .help = "print these options, or all", .pass = PASS_ONE_RUN},
    {GROUP_RUNNING, "version", .help = "print the version",
     FLAG(task, TASK_VERSION), .pass = PASS_ONE_RUN},
};

/* The options of the short help, in order. */
SETTING_WORDS(name_common, "preset", "rain", "light", "damping", "fit", "every",
              "picture-from", "size", "fullscreen", "frames", "output",
              "save-config", "list", "help", "version")

/* Settings that are files: what the program contains for them. */
static const struct {
    const char *name;
    const char *(*word)(int i);
} files[] = {{"mask", name_mask},
             {"land", name_land},
             {"land-picture", name_land_picture},
             {"current", name_current}};

Option option_table_get(int index)
{
    const RippleSettingInfo *info;

    if (index < COUNT(own))
        return own[index];
    info = play_settings_info(index - COUNT(own));
    if (info == NULL)
        return (Option){.name = NULL};
    return (Option){
        .group = info->flags & RIPPLE_SETTING_LOOK ? GROUP_LOOK : GROUP_WATER,
        .name = info->name,
        .value = info->value,
        .help = info->help,
        .pass = info->flags & PLAY_RESETS_ALL    ? PASS_PRESET
                : info->flags & PLAY_RESETS_LOOK ? PASS_PIXELS
                                                 : PASS_REST,
        .is_setting = 1,
    };
}

static const char *name_option(int i)
{
    return option_table_get(i).name;
}

int option_table_find(const char *name)
{
    return ripple_word_find(name_option, name);
}

const char *option_table_refuse(const char *name, PlayReason *why)
{
    if (option_table_find(name) >= 0)
        return "takes no value";
    snprintf(why->text, sizeof why->text, "no such option, see --help all");
    ripple_word_suggest(why->text, sizeof why->text, "--", name_option, name);
    return why->text;
}

const char *option_table_word(int index, int i)
{
    Option option = option_table_get(index);

    for (int k = 0; k < COUNT(files); k++) {
        if (strcmp(files[k].name, option.name) == 0)
            return files[k].word(i);
    }
    return option.is_setting     ? play_settings_word(index - COUNT(own), i)
           : option.word != NULL ? option.word(i)
                                 : NULL;
}

int option_table_argument(int index)
{
    const char *value = option_table_get(index).value;

    return value == NULL     ? no_argument
           : value[0] == '[' ? optional_argument
                             : required_argument;
}

/* Reads a value into the field of an option. */
static const char *read_value(const Option *option, void *field,
                              const char *value, PlayReason *why)
{
    SettingRow row = {
        .info = {.type = option->type,
                 .min = option->min,
                 .max = option->word != NULL ? INT_MAX : option->max,
                 .unit = option->unit != NULL ? option->unit : ""},
        .word = option->word};

    return ripple_setting_read(&row, field, value, why->text,
                               sizeof why->text) == RIPPLE_OK
               ? NULL
               : why->text;
}

const char *option_table_set(Options *options, int index, const char *value,
                             PlayReason *why)
{
    Option option = option_table_get(index);
    void *field = (char *)options + option.field;
    const char *wrong = NULL;
    int choice;

    if (option.is_setting)
        return play_settings_set(&options->scene.settings, option.name, value,
                                 why);
    if (option.value == NULL && option.set == NULL) {
        *(int *)field = option.flag;
        return NULL;
    }
    if (option.set == NULL && option.type == RIPPLE_SETTING_TEXT) {
        *(const char **)field = value;
        return NULL;
    }
    if (option.set == NULL)
        return read_value(&option, field, value, why);
    if (option.word != NULL && option.type == RIPPLE_SETTING_WORD &&
        value != NULL)
        wrong = read_value(&option, &choice, value, why);
    return wrong != NULL ? wrong : option.set(options, value);
}

int option_table_names_file(int index, const char *value)
{
    Option option = option_table_get(index);

    return option.is_setting
               ? play_settings_names_file(option.name, value)
               : option.field == offsetof(Options, script) ||
                     (option.set == set_picture && strcmp(value, "-") != 0);
}

static void print_option(FILE *file, const Option *option)
{
    const char *value = option->value;
    char usage[32];

    snprintf(usage, sizeof usage, "--%s%s%s", option->name,
             value != NULL ? " " : "", value != NULL ? value : "");
    fprintf(file, "  %-20s  %s\n", usage, option->help);
}

static int is_common(const Option *option)
{
    return ripple_word_find(name_common, option->name) >= 0;
}

static void print_common(FILE *file)
{
    for (int i = 0; name_common(i) != NULL; i++) {
        Option option = option_table_get(option_table_find(name_common(i)));

        print_option(file, &option);
    }
}

static void print_others(FILE *file)
{
    static const char *const headings[GROUP_COUNT] = {
        [GROUP_WINDOW] = "Window",
        [GROUP_WATER] = "Water",
        [GROUP_LOOK] = "Look",
        [GROUP_RUNNING] = "Running",
    };

    for (int group = 0; group < GROUP_COUNT; group++) {
        Option option;

        fprintf(file, "\n%s:\n", headings[group]);
        for (int i = 0; (option = option_table_get(i)).name != NULL; i++) {
            if (option.group == (OptionGroup)group && !is_common(&option))
                print_option(file, &option);
        }
    }
}

void option_table_print(FILE *file, int all)
{
    fputs("Usage: ripple [OPTION]... [PICTURE]\n"
          "\n"
          "Makes any picture a pool of water: click and a stone falls in.\n"
          "PICTURE is a picture or film, a folder of them, or - for Y4M from\n"
          "a pipe; without one you see a bed, see --list beds. F1: the keys.\n"
          "\n",
          file);
    print_common(file);
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
