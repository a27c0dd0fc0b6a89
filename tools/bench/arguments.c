/* SPDX-License-Identifier: MIT */
#include "arguments.h"

#include "lib/util/fixed.h"
#include "lib/util/processors.h"
#include "lib/util/setting.h"
#include "os/parse.h"
#ifdef RIPPLE_SDL
#include "app/screen_window.h"
#endif

#include <getopt.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

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
    int kind = ripple_word_find(scenes_name, word);

    arguments->scenes[i] = (SceneKind)kind;
    return kind < 0 ? -1 : 0;
}

static int set_threads(Arguments *arguments, int i, const char *word)
{
    return parse_int(&arguments->threads[i], word, 1, RIPPLE_MAX_THREADS);
}

static const char *name_simd(int i)
{
    return i == 0 ? "auto" : ripple_simd_name(i - 1);
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
    int backend = ripple_word_find(ripple_backend_name, word);

    arguments->backends[i] = ripple_backend_name(backend);
    return backend < 0 ? -1 : 0;
}

static const char *name_renderer(int i)
{
#ifdef RIPPLE_SDL
    return screen_window_renderer(i);
#else
    return i == 0 ? "auto" : NULL;
#endif
}

static int set_renderer(Arguments *arguments, int i, const char *word)
{
    int renderer = ripple_word_find(name_renderer, word);

    arguments->renderers[i] = name_renderer(renderer);
    return renderer < 0 ? -1 : 0;
}

static const char *name_preset(int i)
{
    return play_settings_word(play_settings_find("preset"), i);
}

static int set_preset(Arguments *arguments, int i, const char *word)
{
    int preset = ripple_word_find(name_preset, word);
    PlayReason why;

    if (preset < 0)
        return -1;
    arguments->presets[i] = name_preset(preset);
    play_settings_set(&arguments->waters[i], "preset", word, &why);
    return 0;
}

static int set_seconds(Arguments *arguments, int i, const char *value)
{
    (void)i;
    return parse_number(&arguments->seconds, value, 0.01, 3600);
}

static int set_list(Arguments *arguments, int i, const char *value)
{
    (void)i;
    arguments->task = BENCH_WORDS;
    return strcmp(value, "words") == 0 ? 0 : -1;
}

static int set_plot(Arguments *arguments, int i, const char *value)
{
    (void)i;
    arguments->plot = value;
    return value[0] != '\0' ? 0 : -1;
}

/* The words of a list, which it counts. */
#define LIST(each, count) .set = (each), .offset = offsetof(Arguments, count)
/* Sets an int. */
#define FLAG(member, number) \
    .offset = offsetof(Arguments, member), .flag = (number)
/* Sets one of the water's settings. */
#define WATER .set = NULL

static const struct {
    const char *name, *value, *help;
    Set *set;
    size_t offset;
    int flag;
    const char *wants;
    const char *(*word)(int i); /* some of its values; NULL past the last */
} table[] = {
    {"sizes", "LIST", "WxH,... (320x240 to 3840x2160)",
     LIST(set_size, size_count),
     .wants = "must be sizes such as 640x480,1920x1080"},
    {"scenes", "LIST", "some of calm,drizzle,rain,storm (all)",
     LIST(set_scene, scene_count),
     .wants = "must be some of calm,drizzle,rain,storm", .word = scenes_name},
    {"threads", "LIST", "such as 1,2 (one for each core it may use)",
     LIST(set_threads, thread_count),
     .wants = "must be numbers from 1 to 64, such as 1,2"},
    {"simd", "LIST", "such as sse2,avx2 (auto: the best)",
     LIST(set_simd, simd_count),
     .wants =
         "must be instruction sets of this machine, see ripple --list simd",
     .word = name_simd},
    {"backend", "LIST", "who steps and renders: cpu,gpu (cpu)",
     LIST(set_backend, backend_count), .wants = "must be cpu, gpu or both",
     .word = ripple_backend_name},
    {"seconds", "S", "measure each row that long (2)", .set = set_seconds,
     .wants = "must be a number from 0.01 to 3600"},
    {"preset", "LIST", "such as classic,pond,hills (classic)",
     LIST(set_preset, preset_count),
     .wants = "must be some of ripple --list presets", .word = name_preset},
    {"model", "NAME", "one of ripple's models (as the preset has it)", WATER},
    {"filter", "NAME", "nearest or linear (as the preset has it)", WATER},
    {"light", "N", "0 to 100 (as the preset has it)", WATER},
    {"sky", "N", "0 to 100 (as the preset has it)", WATER},
    {"swell", "N", "0 to 100 (as the preset has it)", WATER},
    {"bend-limit", "N", "0 to 100 (as the preset has it)", WATER},
    {"cell", "N", "1, 2, 4, 8 or auto (as the preset has it)", WATER},
    {"view", "NAME", "one of ripple's views (as the preset has it)", WATER},
    {"pixels", "NAME", "argb8888 or rgb565 (as the preset has it)", WATER},
    {"csv", NULL, "print comma-separated values, with a CRC-32",
     FLAG(format, FORMAT_CSV)},
    {"json", NULL, "print the same as JSON", FLAG(format, FORMAT_JSON)},
    {"plot", "FILE", "draw frames per second into an SVG file", .set = set_plot,
     .wants = "must be a file name"},
    {"present", NULL, "also upload and present, in a window",
     FLAG(presents, 1)},
    {"renderers", "LIST", "such as surface,software for --present (auto)",
     LIST(set_renderer, renderer_count),
     .wants = "must be some of ripple --list renderers", .word = name_renderer},
    {"list", "WHAT", "words: those that options take", .set = set_list,
     .wants = "must be words"},
    {"help", NULL, "print this", FLAG(task, BENCH_HELP)},
    {"version", NULL, "print the version", FLAG(task, BENCH_VERSION)},
};

static const char *name_option(int i)
{
    return i < COUNT(table) ? table[i].name : NULL;
}

static void print_help(FILE *file)
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

/* Word i of an option, or NULL. */
static const char *get_word(int option, int i)
{
    int setting = play_settings_find(table[option].name);

    return table[option].word != NULL ? table[option].word(i)
           : setting >= 0             ? play_settings_word(setting, i)
                                      : NULL;
}

static void print_words(FILE *file)
{
    const char *word;

    for (int option = 0; option < COUNT(table); option++) {
        for (int i = 0; (word = get_word(option, i)) != NULL; i++)
            fprintf(file, "--%s %s\n", table[option].name, word);
    }
}

void arguments_print(const Arguments *arguments, FILE *file)
{
    if (arguments->task == BENCH_VERSION)
        fputs("ripple-bench " RIPPLE_VERSION "\n", file);
    else if (arguments->task == BENCH_WORDS)
        print_words(file);
    else
        print_help(file);
}

static int read_list(Arguments *arguments, Set *set, int *count,
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

static int is_preset(int index)
{
    return strcmp(table[index].name, "preset") == 0;
}

/* Sets it for each preset. Returns NULL, or why it is wrong. */
static const char *set_water(Arguments *arguments, const char *name,
                             const char *value, PlayReason *why)
{
    const char *wrong = NULL;

    for (int i = 0; i < arguments->preset_count && wrong == NULL; i++)
        wrong = play_settings_set(&arguments->waters[i], name, value, why);
    return wrong;
}

static int apply(Arguments *arguments, int index, const char *value,
                 Error *error)
{
    const char *name = table[index].name, *wrong = NULL;
    int *number = (int *)(void *)((char *)arguments + table[index].offset);
    PlayReason why;
    char what[128];

    if (table[index].value == NULL)
        *number = table[index].flag;
    else if (table[index].set == NULL)
        wrong = set_water(arguments, name, value, &why);
    else if ((table[index].offset != 0
                  ? read_list(arguments, table[index].set, number, value)
                  : table[index].set(arguments, 0, value)) != 0)
        wrong = table[index].wants;
    if (wrong == NULL)
        return 0;
    snprintf(what, sizeof what, "--%s %s", name, value);
    return error_set(error, what, "%s", wrong);
}

/* Why getopt refuses an option: as it lacks its value, with ':', or has one, or
   there is none. */
static int report_wrong(int code, char *argument, Error *error)
{
    const char *name = argument + strspn(argument, "-");
    char why[96] = "no such option, see --help";

    argument[strcspn(argument, "=")] = '\0';
    if (code == ':')
        return error_set(error, argument, "needs a value, see --help");
    if (ripple_word_find(name_option, name) >= 0)
        return error_set(error, argument, "takes no value");
    ripple_word_suggest(why, sizeof why, "--", name_option, name);
    return error_set(error, argument, "%s", why);
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
            arguments->task = BENCH_HELP;
        else if (code != 0)
            return report_wrong(code, argv[optind - 1], error);
        else if (is_preset(index) != pass &&
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
    const char *wrong = NULL;

    for (int i = 0; i < arguments->preset_count && wrong == NULL; i++)
        wrong = play_settings_check_look(&arguments->waters[i]);
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
    arguments->threads[0] = ripple_processors_count();
    arguments->renderer_count = 1;
    arguments->renderers[0] = "auto";
    if (simd == NULL || simd[0] == '\0')
        simd = "auto";
    if (read_list(arguments, set_simd, &arguments->simd_count, simd) != 0)
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
