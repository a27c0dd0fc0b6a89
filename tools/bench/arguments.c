/* SPDX-License-Identifier: MIT */
#include "arguments.h"

#include "base/fixed.h"
#include "host/parse.h"
#ifdef RIPPLE_SDL
#include "app/present/presenter.h"
#endif

#include <getopt.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <unistd.h>
#endif

#define SIZES \
    "320x240,640x480,800x600,1024x768,1280x720,1920x1080,2560x1440,3840x2160"
#define SCENES "calm,drizzle,rain,storm"

/* Takes word i of a list, or a value. Returns 0 or -1. */
typedef int Set(Arguments *arguments, int i, const char *word);

static int set_size(Arguments *arguments, int i, const char *word)
{
    return parse_size(&arguments->sizes[i].width, &arguments->sizes[i].height,
                      word);
}

static int set_scene(Arguments *arguments, int i, const char *word)
{
    return scenes_find(&arguments->scenes[i], word);
}

static int set_threads(Arguments *arguments, int i, const char *word)
{
    return parse_int(&arguments->threads[i], word, 1, RIPPLE_MAX_THREADS);
}

/* "auto" is the last level, the best. */
static int set_simd(Arguments *arguments, int i, const char *word)
{
    const char *level;

    for (int k = 0; (level = ripple_simd_name(k)) != NULL; k++) {
        arguments->simd[i] = level;
        if (strcmp(level, word) == 0)
            return 0;
    }
    return strcmp(word, "auto") == 0 ? 0 : -1;
}

static int set_backend(Arguments *arguments, int i, const char *word)
{
    const char *name;

    for (int k = 0; (name = ripple_backend_name(k)) != NULL; k++) {
        arguments->backends[i] = name;
        if (strcmp(name, word) == 0)
            return 0;
    }
    return -1;
}

/* "auto" is the first. */
static int set_renderer(Arguments *arguments, int i, const char *word)
{
    arguments->renderers[i] = "auto";
#ifdef RIPPLE_SDL
    const Presenter *presenter;
    const char *name;

    for (int p = 0; (presenter = presenters_get(p)) != NULL; p++) {
        for (int k = 0; (name = presenter->renderer(k)) != NULL; k++) {
            arguments->renderers[i] = name;
            if (strcmp(name, word) == 0)
                return 0;
        }
    }
#endif
    return strcmp(word, "auto") == 0 ? 0 : -1;
}

static int set_seconds(Arguments *arguments, int i, const char *value)
{
    (void)i;
    return parse_number(&arguments->seconds, value, 0.01, 3600);
}

static int set_preset(Arguments *arguments, int i, const char *value)
{
    PlayReason why;

    (void)i;
    arguments->preset = value;
    return play_settings_set(&arguments->water, "preset", value, &why) == NULL
               ? 0
               : -1;
}

static int set_plot(Arguments *arguments, int i, const char *value)
{
    (void)i;
    arguments->plot = value;
    return value[0] != '\0' ? 0 : -1;
}

/* The words of a list, which it counts. */
#define LIST(set, count)     set, offsetof(Arguments, count), 0
/* Sets an int. */
#define FLAG(member, number) NULL, NULL, offsetof(Arguments, member), number
/* Sets one of the water's settings. */
#define WATER                NULL, 0, 0

static const struct {
    const char *name, *value, *help, *wants;
    Set *set;
    size_t offset;
    int flag;
} table[] = {
    {"sizes", "LIST", "WxH,... (320x240 to 3840x2160)",
     "must be sizes such as 640x480,1920x1080", LIST(set_size, size_count)},
    {"scenes", "LIST", "some of calm,drizzle,rain,storm (all)",
     "must be some of calm,drizzle,rain,storm", LIST(set_scene, scene_count)},
    {"threads", "LIST", "such as 1,2 (one for each core)",
     "must be numbers from 1 to 64, such as 1,2",
     LIST(set_threads, thread_count)},
    {"simd", "LIST", "such as sse2,avx2 (auto: the best)",
     "must be instruction sets of this machine, see ripple --list simd",
     LIST(set_simd, simd_count)},
    {"backend", "LIST", "who steps and renders: cpu,gpu (cpu)",
     "must be cpu, gpu or both", LIST(set_backend, backend_count)},
    {"seconds", "S", "measure each row that long (2)",
     "must be a number from 0.01 to 3600", set_seconds, 0, 0},
    {"preset", "NAME", "one of ripple's presets (classic)",
     "no such preset, see ripple --list presets", set_preset, 0, 0},
    {"model", "NAME", "one of ripple's models (as the preset has it)",
     "no such model, see ripple --list models", WATER},
    {"filter", "NAME", "nearest or linear (as the preset has it)",
     "must be nearest or linear", WATER},
    {"light", "N", "0 to 100 (as the preset has it)",
     "must be a number from 0 to 100", WATER},
    {"sky", "N", "0 to 100 (as the preset has it)",
     "must be a number from 0 to 100", WATER},
    {"swell", "N", "0 to 100 (as the preset has it)",
     "must be a number from 0 to 100", WATER},
    {"bend-limit", "N", "0 to 100 (as the preset has it)",
     "must be a number from 0 to 100", WATER},
    {"cell", "N", "1, 2, 4, 8 or auto (as the preset has it)",
     "must be 1, 2, 4, 8 or auto", WATER},
    {"view", "NAME", "one of ripple's views (as the preset has it)",
     "must be water, heights, slopes, split or perspective", WATER},
    {"pixels", "NAME", "argb8888 or rgb565 (as the preset has it)",
     "must be argb8888 or rgb565", WATER},
    {"csv", NULL, "print comma-separated values, with a CRC-32",
     FLAG(format, FORMAT_CSV)},
    {"json", NULL, "print the same as JSON", FLAG(format, FORMAT_JSON)},
    {"plot", "FILE", "draw frames per second into an SVG file",
     "must be a file name", set_plot, 0, 0},
    {"present", NULL, "also upload and present, in a window",
     FLAG(presents, 1)},
    {"renderers", "LIST", "such as surface,software for --present (auto)",
     "must be some of ripple --list renderers",
     LIST(set_renderer, renderer_count)},
    {"help", NULL, "print this", FLAG(helps, 1)},
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
        fprintf(file, "  %-17s %s\n", usage, table[i].help);
    }
}

static int set_list(Arguments *arguments, Set *set, int *count,
                    const char *list)
{
    char word[32];

    for (*count = 0; *count < ARGUMENTS_MAX; list++) {
        size_t length = strcspn(list, ",");

        if (length >= sizeof word)
            return -1;
        snprintf(word, sizeof word, "%.*s", (int)length, list);
        if (set(arguments, (*count)++, word) != 0)
            return -1;
        list += length;
        if (*list == '\0')
            return 0;
    }
    return -1;
}

static int apply(Arguments *arguments, int index, const char *value,
                 Error *error)
{
    const char *name = table[index].name;
    int *number = (int *)(void *)((char *)arguments + table[index].offset);
    int result = 0;
    PlayReason why;
    char what[128];

    if (table[index].value == NULL)
        *number = table[index].flag;
    else if (table[index].set == NULL)
        result =
            play_settings_set(&arguments->water, name, value, &why) != NULL;
    else if (table[index].offset != 0)
        result = set_list(arguments, table[index].set, number, value);
    else
        result = table[index].set(arguments, 0, value);
    if (result == 0)
        return 0;
    snprintf(what, sizeof what, "--%s %s", name, value);
    return error_set(error, what, "%s", table[index].wants);
}

static int count_cores(void)
{
#ifdef _WIN32
    SYSTEM_INFO info;

    GetSystemInfo(&info);
    return (int)clamp_int64(info.dwNumberOfProcessors, 1, RIPPLE_MAX_THREADS);
#else
    return (int)clamp_int64(sysconf(_SC_NPROCESSORS_ONLN), 1,
                            RIPPLE_MAX_THREADS);
#endif
}

/* Applies --preset or, if `pass` is 1, all others: they override it wherever it
   stands. */
static int read_pass(Arguments *arguments, int pass, int argc, char **argv,
                     Error *error)
{
    struct option longs[COUNT(table) + 1] = {0};
    int code, index = 0;

    for (int i = 0; i < COUNT(table); i++) {
        longs[i].name = table[i].name;
        longs[i].has_arg =
            table[i].value != NULL ? required_argument : no_argument;
    }
    opterr = 0;
    optind = 1;
    while ((code = getopt_long(argc, argv, ":h", longs, &index)) != -1) {
        if (code == 'h')
            arguments->helps = 1;
        else if (code != 0)
            return error_set(error, argv[optind - 1], "%s",
                             code == ':' ? "needs a value, see --help"
                                         : "no such option, see --help");
        else if ((table[index].set != set_preset) == pass &&
                 apply(arguments, index, optarg, error) != 0)
            return -1;
    }
    return optind == argc ? 0
                          : error_set(error, argv[optind], "%s",
                                      "is not an option, see --help");
}

int arguments_is_gpu(const char *backend)
{
    return strcmp(backend, "gpu") == 0;
}

/* Refuses options that do not go together. */
static int check(Arguments *arguments, Error *error)
{
    const char *wrong = play_settings_check_look(&arguments->water);

    for (int i = 0; i < arguments->backend_count; i++)
        arguments->wants_gpu |= arguments_is_gpu(arguments->backends[i]);
    return wrong == NULL ? 0 : error_set(error, "--pixels rgb565", "%s", wrong);
}

int arguments_parse(Arguments *arguments, int argc, char **argv, Error *error)
{
    char *defaults[] = {"",
                        "--preset=classic",
                        "--seconds=2",
                        "--backend=cpu",
                        "--scenes",
                        SCENES,
                        "--sizes",
                        SIZES,
                        NULL};
    const char *simd = getenv("RIPPLE_SIMD");

    memset(arguments, 0, sizeof *arguments);
    arguments->thread_count = 1;
    arguments->threads[0] = count_cores();
    arguments->renderer_count = 1;
    arguments->renderers[0] = "auto";
    if (simd == NULL || simd[0] == '\0')
        simd = "auto";
    if (set_list(arguments, set_simd, &arguments->simd_count, simd) != 0)
        return error_set(error, "RIPPLE_SIMD", "%s",
                         "no such instruction set here");
    for (int pass = 0; pass < 2; pass++) {
        if (read_pass(arguments, pass, COUNT(defaults) - 1, defaults, error) !=
                0 ||
            read_pass(arguments, pass, argc, argv, error) != 0)
            return -1;
    }
    return check(arguments, error);
}
