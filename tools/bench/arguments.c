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
    return parse_size(&arguments->widths[i], &arguments->heights[i], word);
}

static int set_threads(Arguments *arguments, int i, const char *word)
{
    return parse_int(&arguments->threads.values[i], word, 1,
                     RIPPLE_MAX_THREADS);
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

static const char *name_simd(int i)
{
    return i == 0 ? "auto" : ripple_simd_name(i - 1);
}

const char *arguments_simd(int i)
{
    int best = 0;

    while (name_simd(best + 1) != NULL)
        best++;
    return name_simd(i == 0 ? best : i);
}

const char *arguments_renderer(int i)
{
#ifdef RIPPLE_SDL
    return screen_window_renderer(i);
#else
    return i == 0 ? "auto" : NULL;
#endif
}

const char *arguments_preset(int i)
{
    return play_settings_word(play_settings_find("preset"), i);
}

/* A list whose words are parsed by a function, or those of another. */
#define LIST(list, each)  .offset = offsetof(Arguments, list), .set = (each)
#define WORDS(list, name) .offset = offsetof(Arguments, list), .word = (name)
/* Sets an int. */
#define FLAG(member, number) \
    .offset = offsetof(Arguments, member), .flag = (number)
/* Sets one of the water's settings. */
#define WATER .set = NULL

static const struct {
    const char *name, *value, *help;
    Set *set;
    size_t offset; /* of a List with LIST and WORDS */
    int flag;
    const char *wants;
    const char *(*word)(int i); /* NULL past the last */
} table[] = {
    {"sizes", "LIST", "WxH,... (320x240 to 3840x2160)", LIST(sizes, set_size),
     .wants = "must be sizes such as 640x480,1920x1080"},
    {"scenes", "LIST", "some of calm,drizzle,rain,storm (all)",
     WORDS(scenes, scenes_name),
     .wants = "must be some of calm,drizzle,rain,storm"},
    {"threads", "LIST", "such as 1,2 (one for each core it may use)",
     LIST(threads, set_threads),
     .wants = "must be numbers from 1 to 64, such as 1,2"},
    {"simd", "LIST", "such as sse2,avx2 (auto: the best)",
     WORDS(simd, name_simd),
     .wants =
         "must be instruction sets of this machine, see ripple --list simd"},
    {"backend", "LIST", "who steps and renders: cpu,gpu (cpu)",
     WORDS(backends, ripple_backend_name), .wants = "must be cpu, gpu or both"},
    {"seconds", "S", "measure each row that long (2)", .set = set_seconds,
     .wants = "must be a number from 0.01 to 3600"},
    {"preset", "LIST", "such as classic,pond,hills (classic)",
     WORDS(presets, arguments_preset),
     .wants = "must be some of ripple --list presets"},
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
    {"plot", "FILE", "write what gnuplot draws: frames per second",
     .set = set_plot, .wants = "must be a file name"},
    {"present", NULL, "also upload and present, in a window",
     FLAG(presents, 1)},
    {"renderers", "LIST", "such as surface,software for --present (auto)",
     WORDS(renderers, arguments_renderer),
     .wants = "must be some of ripple --list renderers"},
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

/* Reads a list of words into the list of an option. Returns 0 or -1. */
static int read_list(Arguments *arguments, int option, const char *words)
{
    List *list = (List *)(void *)((char *)arguments + table[option].offset);
    char word[32];

    for (list->count = 0; list->count < ARGUMENTS_MAX; words++) {
        size_t length = strcspn(words, ",");
        int i = list->count++;

        if (length >= sizeof word)
            return -1;
        snprintf(word, sizeof word, "%.*s", (int)length, words);
        if (table[option].set != NULL) {
            if (table[option].set(arguments, i, word) != 0)
                return -1;
        } else {
            list->values[i] = ripple_word_find(table[option].word, word);
            if (list->values[i] < 0)
                return -1;
        }
        words += length;
        if (*words == '\0')
            return 0;
    }
    return -1;
}

/* Sets it for each preset. Returns NULL, or why it is wrong. */
static const char *set_water(Arguments *arguments, const char *name,
                             const char *value, PlayReason *why)
{
    const char *wrong = NULL;

    for (int i = 0; i < arguments->presets.count && wrong == NULL; i++)
        wrong = play_settings_set(&arguments->waters[i], name, value, why);
    return wrong;
}

static void set_presets(Arguments *arguments)
{
    PlayReason why;

    for (int i = 0; i < arguments->presets.count; i++)
        play_settings_set(&arguments->waters[i], "preset",
                          arguments_preset(arguments->presets.values[i]), &why);
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
    else if (table[index].wants == NULL)
        wrong = set_water(arguments, name, value, &why);
    else if ((table[index].offset != 0
                  ? read_list(arguments, index, value)
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

static int is_water(int index)
{
    return table[index].value != NULL && table[index].wants == NULL;
}

/* Applies options of the water, which override the presets, or all others. */
static int read_words(Arguments *arguments, int of_water, int argc, char **argv,
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
        else if (is_water(index) == of_water &&
                 apply(arguments, index, optarg, error) != 0)
            return -1;
    }
    return optind == argc ? 0
                          : error_set(error, argv[optind], "%s",
                                      "is not an option, see --help");
}

int arguments_is_gpu(int backend)
{
    return strcmp(ripple_backend_name(backend), "gpu") == 0;
}

/* Refuses options that do not go together. */
static int check(Arguments *arguments, Error *error)
{
    const char *wrong = NULL;

    for (int i = 0; i < arguments->presets.count && wrong == NULL; i++)
        wrong = play_settings_check_look(&arguments->waters[i]);
    for (int i = 0; i < arguments->backends.count; i++)
        arguments->wants_gpu |= arguments_is_gpu(arguments->backends.values[i]);
    return wrong == NULL ? 0 : error_set(error, "--pixels rgb565", "%s", wrong);
}

int arguments_parse(Arguments *arguments, int argc, char **argv, Error *error)
{
    char *simd = getenv("RIPPLE_SIMD");
    char *defaults[] = {"",
                        "--preset=classic",
                        "--seconds=2",
                        "--backend=cpu",
                        "--renderers=auto",
                        "--scenes",
                        SCENES,
                        "--sizes",
                        SIZES,
                        "--simd",
                        simd == NULL || simd[0] == '\0' ? "auto" : simd,
                        NULL};

    *arguments = (Arguments){.threads = {1, {ripple_processors_count()}}};
    if (read_words(arguments, 0, COUNT(defaults) - 1, defaults, error) != 0 ||
        read_words(arguments, 0, argc, argv, error) != 0)
        return -1;
    set_presets(arguments);
    if (read_words(arguments, 1, argc, argv, error) != 0)
        return -1;
    return check(arguments, error);
}
