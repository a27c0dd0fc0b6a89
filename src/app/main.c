/* SPDX-License-Identifier: MIT */
/*
 * ripple: any picture as a pool of water. Reads the options, then prints what
 * they ask for, opens windows, or renders files without one.
 */
#include "app/x11.h"
#include "app/lists.h"
#include "app/option_table.h"
#include "app/command_line.h"
#include "app/headless.h"
#include "media/decoder.h"
#include "os/compat.h"
#include "app/app.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>

#define EXIT_USAGE 2

/* Finds the window of the screensaver host. The frame gets its size, unless
   the preset has one. */
static int find_window(Options *options, Error *error)
{
    int width, height;

    if (x11_find_window(&options->display.window_id, &width, &height, error) !=
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
    if (!options->display.is_saver || options->ignores_config ||
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
    if (options->display.is_saver)
        return run_saver(options, argc, argv, error);
    return app_run(options, error);
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
        lists_print(options->list);
        return finish_output(error);
    case TASK_SAVE:
        return save(options, error);
    case TASK_RUN:
        break;
    }
    return run(options, argc, argv, error);
}

/* The file of this program. */
static const char *find_program(const char *name)
{
    static char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

    return length > 0 ? path : name;
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
    decoder_use(find_program(argv[0]));
    compat_report_large_files();
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
    return error.code;
}
