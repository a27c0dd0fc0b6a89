/* SPDX-License-Identifier: MIT */
#include "arguments.h"

#include "base/fixed.h"
#include "host/parse.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <unistd.h>
#endif

#define DEFAULT_SIZES \
    "320x240,640x480,800x600,1024x768,1280x720,1920x1080,2560x1440,3840x2160"
#define DEFAULT_SCENES  "calm,drizzle,rain,storm"
#define DEFAULT_SECONDS 2.0
#define DEFAULT_PRESET  "classic"
#define LONGEST_LIST    1024

/* Adds one word of a list; returns 0 or -1. */
typedef int AddWord(Arguments *arguments, const char *word);

static int add_size(Arguments *arguments, const char *word)
{
    int i = arguments->size_count;

    if (i == ARGUMENTS_MOST ||
        parse_size(&arguments->sizes[i].width, &arguments->sizes[i].height,
                   word) != 0)
        return -1;
    arguments->size_count++;
    return 0;
}

static int add_scene(Arguments *arguments, const char *word)
{
    int i = arguments->scene_count;

    if (i == ARGUMENTS_MOST || scenes_find(&arguments->scenes[i], word) != 0)
        return -1;
    arguments->scene_count++;
    return 0;
}

static int add_threads(Arguments *arguments, const char *word)
{
    int i = arguments->thread_count;

    if (i == ARGUMENTS_MOST ||
        parse_int(&arguments->threads[i], word, 1, RIPPLE_MAX_THREADS) != 0)
        return -1;
    arguments->thread_count++;
    return 0;
}

static int add_simd(Arguments *arguments, const char *word)
{
    const char *level, *best = "";

    if (arguments->simd_count == ARGUMENTS_MOST)
        return -1;
    for (int i = 0; (level = ripple_simd_name(i)) != NULL; i++) {
        best = level;
        if (strcmp(level, word) == 0)
            break;
    }
    if (strcmp(word, "auto") != 0 && strcmp(best, word) != 0)
        return -1;
    snprintf(arguments->simd[arguments->simd_count++],
             sizeof arguments->simd[0], "%s", best);
    return 0;
}

static int add_words(Arguments *arguments, AddWord *add, const char *list)
{
    char words[LONGEST_LIST], *rest = words, *comma;

    if (strlen(list) >= sizeof words)
        return -1;
    strcpy(words, list);
    do {
        comma = strchr(rest, ',');
        if (comma != NULL)
            *comma = '\0';
        if (add(arguments, rest) != 0)
            return -1;
        rest = comma != NULL ? comma + 1 : NULL;
    } while (rest != NULL);
    return 0;
}

static int set_sizes(Arguments *arguments, const char *value)
{
    arguments->size_count = 0;
    return add_words(arguments, add_size, value);
}

static int set_scenes(Arguments *arguments, const char *value)
{
    arguments->scene_count = 0;
    return add_words(arguments, add_scene, value);
}

static int set_threads(Arguments *arguments, const char *value)
{
    arguments->thread_count = 0;
    return add_words(arguments, add_threads, value);
}

static int set_simd(Arguments *arguments, const char *value)
{
    arguments->simd_count = 0;
    return add_words(arguments, add_simd, value);
}

static int set_seconds(Arguments *arguments, const char *value)
{
    return parse_number(&arguments->seconds, value, 0.01, 3600);
}

/* A preset takes what goes over it along. */
static int set_preset(Arguments *arguments, const char *value)
{
    arguments->preset = value;
    if (play_settings_set(&arguments->water, "preset", value) != NULL)
        return -1;
    for (int i = 0; i < arguments->override_count; i++)
        play_settings_set(&arguments->water, arguments->overrides[i].name,
                          arguments->overrides[i].value);
    return 0;
}

static int override(Arguments *arguments, const char *name, const char *value)
{
    int i = arguments->override_count;

    if (i == ARGUMENTS_MOST ||
        play_settings_set(&arguments->water, name, value) != NULL)
        return -1;
    arguments->overrides[i] = (Override){name, value};
    arguments->override_count++;
    return 0;
}

static int set_csv(Arguments *arguments, const char *value)
{
    (void)value;
    arguments->format = FORMAT_CSV;
    return 0;
}

static int set_json(Arguments *arguments, const char *value)
{
    (void)value;
    arguments->format = FORMAT_JSON;
    return 0;
}

static int set_plot(Arguments *arguments, const char *value)
{
    arguments->plot = value;
    return value[0] != '\0' ? 0 : -1;
}

static int set_present(Arguments *arguments, const char *value)
{
    (void)value;
    arguments->presents = 1;
    return 0;
}

static int set_help(Arguments *arguments, const char *value)
{
    (void)value;
    arguments->helps = 1;
    return 0;
}

/* Without a function the option is a setting of the water. */
static const struct {
    const char *name, *value;
    int (*set)(Arguments *arguments, const char *value);
    const char *help, *wants;
} table[] = {
    {"sizes", "LIST", set_sizes, "WxH,... (320x240 to 3840x2160)",
     "must be sizes such as 640x480,1920x1080"},
    {"scenes", "LIST", set_scenes, "of calm,drizzle,rain,storm (all)",
     "must be some of calm,drizzle,rain,storm"},
    {"threads", "LIST", set_threads, "such as 1,2 (one for each core)",
     "must be numbers from 1 to 64, such as 1,2"},
    {"simd", "LIST", set_simd, "such as sse2,avx2 (auto: the best)",
     "must be instruction sets of this machine, see ripple --list simd"},
    {"seconds", "S", set_seconds, "measure each row that long (2)",
     "must be a number from 0.01 to 3600"},
    {"preset", "NAME", set_preset, "of ripple's presets (classic)",
     "no such preset, see ripple --list presets"},
    {"filter", "NAME", NULL, "nearest or linear (as the preset has it)",
     "must be nearest or linear"},
    {"light", "N", NULL, "0 to 100 (as the preset has it)",
     "must be a number from 0 to 100"},
    {"cell", "N", NULL, "1, 2, 4, 8 or auto (as the preset has it)",
     "must be 1, 2, 4, 8 or auto"},
    {"pixels", "NAME", NULL, "argb8888 or rgb565 (as the preset has it)",
     "must be argb8888 or rgb565"},
    {"csv", NULL, set_csv, "print comma-separated values", ""},
    {"json", NULL, set_json, "print JSON", ""},
    {"plot", "FILE", set_plot, "draw frames per second into an SVG file",
     "must be a file name"},
    {"present", NULL, set_present, "also upload and present, in a window", ""},
    {"help", NULL, set_help, "print this", ""},
};

void arguments_print_help(FILE *file)
{
    fputs("Usage: ripple-bench [OPTION]...\n"
          "\n"
          "Measures the water beside the plain loop of 1999 and a bare copy.\n"
          "\n",
          file);
    for (int i = 0; i < COUNT(table); i++) {
        char usage[32];

        snprintf(usage, sizeof usage, "--%s %s", table[i].name,
                 table[i].value != NULL ? table[i].value : "");
        fprintf(file, "  %-16s %s\n", usage, table[i].help);
    }
}

static int apply(Arguments *arguments, int index, const char *value,
                 Error *error)
{
    const char *name = table[index].name;
    int result = table[index].set != NULL ? table[index].set(arguments, value)
                                          : override(arguments, name, value);
    char what[128];

    if (result == 0)
        return 0;
    snprintf(what, sizeof what, "--%s %s", name, value);
    return error_set(error, what, "%s", table[index].wants);
}

static long count_cores(void)
{
#ifdef _WIN32
    SYSTEM_INFO info;

    GetSystemInfo(&info);
    return (long)info.dwNumberOfProcessors;
#else
    return sysconf(_SC_NPROCESSORS_ONLN);
#endif
}

static int fill_in_defaults(Arguments *arguments, Error *error)
{
    const char *simd = getenv("RIPPLE_SIMD");
    long cores = count_cores();

    memset(arguments, 0, sizeof *arguments);
    arguments->seconds = DEFAULT_SECONDS;
    arguments->thread_count = 1;
    arguments->threads[0] = cores < 1                    ? 1
                            : cores > RIPPLE_MAX_THREADS ? RIPPLE_MAX_THREADS
                                                         : (int)cores;
    set_preset(arguments, DEFAULT_PRESET);
    set_sizes(arguments, DEFAULT_SIZES);
    set_scenes(arguments, DEFAULT_SCENES);
    if (set_simd(arguments, simd != NULL && simd[0] != '\0' ? simd : "auto") !=
        0)
        return error_set(error, "RIPPLE_SIMD", "%s",
                         "no such instruction set here");
    return 0;
}

int arguments_parse(Arguments *arguments, int argc, char **argv, Error *error)
{
    struct option longs[COUNT(table) + 1] = {0};
    const char *wrong;
    int code, index = 0;

    if (fill_in_defaults(arguments, error) != 0)
        return -1;
    for (int i = 0; i < COUNT(table); i++) {
        longs[i].name = table[i].name;
        longs[i].has_arg =
            table[i].value != NULL ? required_argument : no_argument;
    }
    opterr = 0;
    while ((code = getopt_long(argc, argv, ":h", longs, &index)) != -1) {
        if (code == 'h')
            arguments->helps = 1;
        else if (code != 0)
            return error_set(error, argv[optind - 1], "%s",
                             code == ':' ? "needs a value, see --help"
                                         : "no such option, see --help");
        else if (apply(arguments, index, optarg, error) != 0)
            return -1;
    }
    if (optind < argc)
        return error_set(error, argv[optind], "%s",
                         "is not an option, see --help");
    wrong = play_settings_check_look(&arguments->water);
    return wrong == NULL ? 0 : error_set(error, "--pixels rgb565", "%s", wrong);
}
