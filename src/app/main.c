/* SPDX-License-Identifier: MIT */
/*
 * ripple: any picture as a pool of water. Reads the options, then prints what
 * they ask for, opens windows, or renders files without one.
 */
#include "app/x11.h"
#include "app/windows.h"
#include "app/scene.h"
#include "play/presets.h"
#include "app/option_table.h"
#include "app/command_line.h"
#include "media/decoder.h"
#include "os/compat.h"
#include "app/app.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXIT_USAGE 2

static int is_saver(const Options *options)
{
    return options->display.is_hosted || options->display.is_saver;
}

/* Finds the window of the screensaver's host, if it has one. The frame gets its
   size, unless the preset has one. */
static int find_window(Options *options, Error *error)
{
    int width, height;

    if (!options->display.is_hosted)
        return 0;
    if (host_window_find(&options->display.window_id, &width, &height, error) !=
        0)
        return -1;
    if (options->scene.settings.frame_width == 0) {
        options->scene.width = width;
        options->scene.height = height;
    }
    options->display.fullscreen = options->display.spans =
        options->display.index = 0;
    return 0;
}

static int parse_without_config(Options *options, int argc, char **argv,
                                Error *error)
{
    config_clear(&options->config);
    return command_line_parse(options, argc, argv, 1, error);
}

/* A screensaver runs without the configuration file if that has an error. */
static int parse(Options *options, int argc, char **argv, Error *error)
{
    Error first;

    if (command_line_parse(options, argc, argv, 0, error) == 0)
        return 0;
    if (!is_saver(options) || options->ignores_config ||
        options->task != TASK_RUN)
        return -1;
    first = *error;
    if (parse_without_config(options, argc, argv, error) != 0)
        return -1;
    error_print(&first);
    return 0;
}

/* A screensaver tries again without the configuration file: that may name,
   for example, a mask that is not there. */
static int run_saver(Options *options, int argc, char **argv, Error *error)
{
    if (find_window(options, error) != 0)
        return -1;
    if (app_run(options, error) == 0)
        return 0;
    if (options->config.count == 0)
        return -1;
    error_print(error);
    if (parse_without_config(options, argc, argv, error) != 0 ||
        find_window(options, error) != 0)
        return -1;
    return app_run(options, error);
}

/* Fails if standard output could not be written. */
static int finish_output(Error *error)
{
    return fflush(stdout) == 0 && !ferror(stdout)
               ? 0
               : error_set(error, "standard output", "could not be written");
}

static int save(const Options *options, Error *error)
{
    if (config_write(&options->config, error) != 0)
        return -1;
    puts(options->config.path);
    return finish_output(error);
}

static int run(Options *options, int argc, char **argv, Error *error)
{
    if (options->frames != OPTIONS_WINDOW)
        return headless_run(options, error);
    if (is_saver(options))
        return run_saver(options, argc, argv, error);
    return app_run(options, error);
}

static int find_gpu_of_windows(char *name, size_t size)
{
    const DisplayOptions options = {0};
    Error ignored;
    int result;

    if ((getenv("DISPLAY") == NULL && getenv("WAYLAND_DISPLAY") == NULL) ||
        video_start(&options, &ignored) != 0)
        return -1;
    result = scene_gpu_find_name(name, size);
    video_stop();
    return result;
}

/* GPUs with their names: that of windows, and that which is chosen without one,
   if it is another. */
static void list_backends(void)
{
    char name[128], of_windows[128];
    int is_there = scene_gpu_find_name(name, sizeof name) == 0;
    int has_windows = find_gpu_of_windows(of_windows, sizeof of_windows) == 0;

    puts("cpu");
    if (has_windows)
        printf("%-9s %s\n", "gpu", of_windows);
    if (is_there && (!has_windows || strcmp(name, of_windows) != 0))
        printf("%-9s %s%s\n", "gpu", name,
               has_windows ? ", without a window" : "");
}

/* "presets" is a list of option "preset"; simd has no s. */
static int is_list_of(const char *list, const char *option)
{
    size_t length = strlen(option);

    return strncmp(list, option, length) == 0 &&
           (list[length] == '\0' || strcmp(list + length, "s") == 0);
}

static const char *get_summary(const char *option, int i)
{
    return strcmp(option, "preset") == 0  ? presets_get(i)->summary
           : strcmp(option, "model") == 0 ? ripple_model_summary((RippleModel)i)
                                          : "";
}

/* Prints what --list NAME asks for: words of an option, or of all. */
static void print_list(const char *list)
{
    int has_all = strcmp(list, "words") == 0;
    const char *word;
    Option option;

    if (strcmp(list, "backends") == 0) {
        list_backends();
        return;
    }
    for (int k = 0; (option = option_table_get(k)).name != NULL; k++) {
        if (!has_all && !is_list_of(list, option.name))
            continue;
        /* "auto" is no instruction set. */
        for (int i = !has_all && strcmp(list, "simd") == 0;
             (word = option_table_word(k, i)) != NULL; i++) {
            const char *summary = get_summary(option.name, i);

            if (has_all)
                printf("--%s %s%s %s\n", option.name,
                       option.prefix != NULL ? option.prefix : "", word,
                       summary);
            else if (summary[0] != '\0')
                printf("%-9s %s\n", word, summary);
            else
                puts(word);
        }
    }
}

static int perform(Options *options, int argc, char **argv, Error *error)
{
    switch (options->task) {
    case TASK_HELP:
    case TASK_HELP_ALL:
        option_table_print(stdout, options->task == TASK_HELP_ALL);
        return finish_output(error);
    case TASK_VERSION:
        puts("ripple " RIPPLE_VERSION);
        return finish_output(error);
    case TASK_LIST:
        print_list(options->list);
        return finish_output(error);
    case TASK_SAVE:
        return save(options, error);
    case TASK_RUN:
        break;
    }
    return run(options, argc, argv, error);
}

int main(int argc, char **argv)
{
    Options options;
    Error error;
    int result;

    error_clear(&error);
    compat_fill_standard();
    if (argc == 3 && strcmp(argv[1], DECODER_OPTION) == 0)
        return decoder_serve(argv[2]) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    if (argc == 3 && strcmp(argv[1], DECODER_FILM_OPTION) == 0)
        return decoder_serve_film(argv[2]) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    decoder_use(compat_find_program(argv[0]));
    compat_report_large_files();
    windows_begin(&argc, &argv);
    result = parse(&options, argc, argv, &error);
    if (result != 0) {
        error.code = EXIT_USAGE;
    } else {
        result = perform(&options, argc, argv, &error);
        config_clear(&options.config);
        SDL_Quit();
    }
    if (result == 0)
        return EXIT_SUCCESS;
    error_print(&error);
    windows_complain(&error);
    return error.code;
}
