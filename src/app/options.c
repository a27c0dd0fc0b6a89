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

static const char *set_picture_from(Options *options, const char *value)
{
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
    return parse_int(&options->display, value, 0, INT_MAX) == 0
               ? NULL
               : "must be the number of a display, 0 is the first";
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

/* Without a function the option belongs to the water. */
static const struct {
    const char *name;
    const char *value; /* what it is called in the help, NULL: takes none */
    const char *(*set)(Options *options, const char *value);
    const char *help;
} table[] = {
    {"fit", "HOW", set_fit, "cover (default), contain, stretch or tile"},
    {"every", "SECONDS", set_every, "a folder: time for each picture (30)"},
    {"picture-from", "WHERE", set_picture_from, "screen: the desktop (X11)"},
    {"size", "WxH", set_size, "size of the window or frame"},
    {"fullscreen", NULL, set_fullscreen, "fill the screen"},
    {"display", "N", set_display, "open on display N, 0 is the first"},
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
    {"list", "WHAT", set_list, "presets, models, simd or renderers"},
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

/* The preset comes first wherever it stands, then the format of the pixels,
   which takes the look along, then all others in order. */
typedef enum Pass {
    PASS_PRESET,
    PASS_PIXELS,
    PASS_REST,
} Pass;

static Pass find_pass(const char *name)
{
    return strcmp(name, "preset") == 0   ? PASS_PRESET
           : strcmp(name, "pixels") == 0 ? PASS_PIXELS
                                         : PASS_REST;
}

static int apply(Options *options, int index, const char *value, Pass pass,
                 Report *report)
{
    const char *name = table[index].name;
    const char *wrong;
    char what[128];

    if (find_pass(name) != pass)
        return 0;
    if (table[index].set != NULL)
        wrong = table[index].set(options, value);
    else
        wrong = water_set(&options->water, name, value);
    if (wrong == NULL)
        return 0;
    snprintf(what, sizeof what, "--%s %s", name, value != NULL ? value : "");
    return report_failure(report, what, "%s", wrong);
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

static int parse_pass(Options *options, int argc, char **argv, Pass pass,
                      Report *report)
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
        else if (apply(options, index, optarg, pass, report) != 0)
            return -1;
    }
    return 0;
}

/* RIPPLE_SIMD stands for --simd where that is not given. */
static int take_environment(Options *options, Report *report)
{
    const char *simd = getenv("RIPPLE_SIMD");
    const char *wrong =
        simd != NULL && simd[0] != '\0' ? set_simd(options, simd) : NULL;

    return wrong == NULL ? 0
                         : report_failure(report, "RIPPLE_SIMD", "%s", wrong);
}

/* Values may go together although each is in its range, or not. */
static int check_water(const Options *options, Report *report)
{
    const RippleSettings *settings = &options->water.pool;
    const char *wrong = water_check_look(&options->water);
    char why[128], what[64];

    if (wrong != NULL)
        return report_failure(report, "--pixels rgb565", "%s", wrong);
    if (ripple_settings_check(settings, why, sizeof why) == RIPPLE_OK)
        return 0;
    snprintf(what, sizeof what, "--model %s",
             ripple_model_name(settings->model));
    return report_failure(report, what, "%s", why);
}

int options_parse(Options *options, int argc, char **argv, Report *report)
{
    fill_in_defaults(options);
    if (take_environment(options, report) != 0)
        return -1;
    if (parse_pass(options, argc, argv, PASS_PRESET, report) != 0 ||
        parse_pass(options, argc, argv, PASS_PIXELS, report) != 0 ||
        parse_pass(options, argc, argv, PASS_REST, report) != 0)
        return -1;
    if (check_water(options, report) != 0)
        return -1;
    if (optind < argc)
        options->picture = argv[optind++];
    if (optind < argc)
        return report_failure(report, argv[optind], "%s",
                              "only one picture can be shown");
    if (options->picture != NULL && options->from_screen)
        return report_failure(report, options->picture, "%s",
                              "--picture-from already says what to show");
    if (options->frames == OPTIONS_WINDOW &&
        (options->output_count > 0 || options->heights != NULL))
        options->frames = OFFSCREEN_SECONDS * options->rate;
    return 0;
}
