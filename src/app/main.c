/* SPDX-License-Identifier: MIT */
/*
 * ripple: any picture as a pool of water. Reads the options, the script and
 * the picture, and hands them to the window or to the recorder.
 */
#include "album.h"
#include "desktop.h"
#include "offscreen.h"
#include "options.h"
#include "presets.h"
#include "script.h"
#include "window.h"

#include <SDL.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>

#define EXIT_USAGE     2
#define BUILTIN        "builtin:pebbles"
#define BUILTIN_WIDTH  1280 /* of the window, when nobody asked */
#define BUILTIN_HEIGHT 720

static void list_presets(void)
{
    for (int i = 0; presets_name(i) != NULL; i++)
        printf("%-9s %s\n", presets_name(i), presets_summary(i));
}

static void list_models(void)
{
    for (int i = 0; ripple_model_name((RippleModel)i) != NULL; i++)
        printf("%-9s %s\n", ripple_model_name((RippleModel)i),
               ripple_model_summary((RippleModel)i));
}

static void list_simd(void)
{
    for (int i = 0; ripple_simd_name(i) != NULL; i++)
        printf("%s\n", ripple_simd_name(i));
}

static void list_renderers(void)
{
    SDL_RendererInfo info;

    puts("auto");
    for (int i = 0; i < SDL_GetNumRenderDrivers(); i++) {
        if (SDL_GetRenderDriverInfo(i, &info) == 0)
            puts(info.name);
    }
}

static void list(OptionsList what)
{
    static void (*const lists[LIST_COUNT])(void) = {
        [LIST_PRESETS] = list_presets,
        [LIST_MODELS] = list_models,
        [LIST_SIMD] = list_simd,
        [LIST_RENDERERS] = list_renderers,
    };

    lists[what]();
}

static void complain(const Report *report)
{
    fprintf(stderr, "ripple: %s\n", report->text);
}

/* To end is to have crashed, for a screensaver: without what it was to show it
   shows the built-in picture. */
static int read_picture(SDL_Surface **surface, Album **album,
                        const Options *options, Report *report)
{
    const char *name = options->picture != NULL ? options->picture : BUILTIN;

    int result;

    *album = NULL;
    result = options->from_screen ? desktop_read(surface, report)
                                  : album_read(surface, album, name, report);
    if (result == 0 || !options->is_saver)
        return result;
    complain(report);
    return album_read(surface, album, BUILTIN, report);
}

static void choose_size(int *width, int *height, const Options *options,
                        const SDL_Surface *surface)
{
    int is_builtin = options->picture == NULL && !options->from_screen;

    *width = is_builtin ? BUILTIN_WIDTH : surface->w;
    *height = is_builtin ? BUILTIN_HEIGHT : surface->h;
    if (options->water.frame_width > 0) {
        *width = options->water.frame_width;
        *height = options->water.frame_height;
    }
    if (options->width > 0) {
        *width = options->width;
        *height = options->height;
    }
}

/* Takes over the album, also when it fails. */
static int open_scene(Scene *scene, const Options *options,
                      SDL_Surface *surface, Album *album, Report *report)
{
    uint64_t every = (uint64_t)lround(options->every * options->rate);
    int width, height;

    *scene = (Scene){.water = options->water,
                     .fit = options->fit,
                     .rate = options->rate,
                     .seed = options->seed,
                     .threads = options->threads,
                     .simd = options->simd,
                     .album = album,
                     .every = every > 0 ? every : 1,
                     .is_live = options->frames == OPTIONS_WINDOW};
    if (options->script != NULL &&
        script_read(&scene->script, options->script, report) != 0) {
        scene_close(scene);
        return -1;
    }
    choose_size(&width, &height, options, surface);
    return scene_open(scene, width, height, surface, report);
}

static void end_as_asked(int number)
{
    (void)number;
    raise(SIGTERM);
}

/* A terminal that is closed ends the program in order, but under nohup. */
static void follow_terminal(void)
{
    struct sigaction action = {.sa_handler = end_as_asked,
                               .sa_flags = SA_RESTART};
    struct sigaction before;

    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
        sigaction(SIGHUP, &action, NULL);
}

static int run(const Options *options, Report *report)
{
    SDL_Surface *surface = NULL;
    Album *album;
    Scene scene;
    int result;

    if (read_picture(&surface, &album, options, report) != 0)
        return -1;
    result = open_scene(&scene, options, surface, album, report);
    SDL_FreeSurface(surface);
    if (result != 0)
        return -1;
    if (options->frames == OPTIONS_WINDOW)
        result = window_run(&scene, options, report);
    else
        result = offscreen_run(&scene, options, report);
    scene_close(&scene);
    return result;
}

/* Water that has no size of its own is as large as the window. */
static int find_window(Options *options, Report *report)
{
    int width, height;

    if (desktop_find_window(&options->window_id, &width, &height, report) != 0)
        return -1;
    if (options->water.frame_width == 0) {
        options->width = width;
        options->height = height;
    }
    return 0;
}

static int parse_without_config(Options *options, int argc, char **argv,
                                Report *report)
{
    char **arguments = calloc((size_t)argc + 2, sizeof *arguments);
    int result;

    options_clear(options);
    if (arguments == NULL)
        return report_failure(report, "ripple", "%s", "not enough memory");
    arguments[0] = argv[0];
    arguments[1] = "--no-config";
    for (int i = 1; i < argc; i++)
        arguments[i + 1] = argv[i];
    result = options_parse(options, argc + 1, arguments, report);
    free(arguments);
    return result;
}

/* A screensaver does without the file of settings when it cannot be read. */
static int parse(Options *options, int argc, char **argv, Report *report)
{
    Report first;

    if (options_parse(options, argc, argv, report) == 0)
        return 0;
    if (!options->is_saver || options->ignores_config ||
        options->task != TASK_RUN)
        return -1;
    first = *report;
    if (parse_without_config(options, argc, argv, report) != 0)
        return -1;
    complain(&first);
    return 0;
}

/* And when what it asks for, such as a mask, is not there. */
static int run_saver(Options *options, int argc, char **argv, Report *report)
{
    if (find_window(options, report) != 0)
        return -1;
    if (run(options, report) == 0)
        return 0;
    if (options->config.count == 0)
        return -1;
    complain(report);
    if (parse_without_config(options, argc, argv, report) != 0 ||
        find_window(options, report) != 0)
        return -1;
    return run(options, report);
}

/* What was asked for on standard output must have got there. */
static int finish_output(Report *report)
{
    return fflush(stdout) == 0 && !ferror(stdout)
               ? 0
               : report_failure(report, "standard output", "%s",
                                "could not be written");
}

static int save(const Options *options, Report *report)
{
    if (config_write(&options->config, report) != 0)
        return -1;
    puts(options->config.path);
    return finish_output(report);
}

int main(int argc, char **argv)
{
    Options options;
    Report report;
    int result = 0;

    if (parse(&options, argc, argv, &report) != 0) {
        complain(&report);
        return EXIT_USAGE;
    }
    switch (options.task) {
    case TASK_HELP:
        options_print_help(stdout);
        result = finish_output(&report);
        break;
    case TASK_VERSION:
        puts("ripple " RIPPLE_VERSION);
        result = finish_output(&report);
        break;
    case TASK_LIST:
        list(options.list);
        result = finish_output(&report);
        break;
    case TASK_SAVE:
        result = save(&options, &report);
        break;
    case TASK_RUN:
        follow_terminal();
        result = options.is_saver && options.frames == OPTIONS_WINDOW
                     ? run_saver(&options, argc, argv, &report)
                     : run(&options, &report);
        break;
    }
    if (result != 0)
        complain(&report);
    options_clear(&options);
    SDL_Quit();
    return result != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
