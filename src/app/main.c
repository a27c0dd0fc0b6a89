/* SPDX-License-Identifier: MIT */
/*
 * ripple: any picture as a pool of water. Reads the options, the script and
 * the picture, and hands them to the window or to the recorder.
 */
#include "album.h"
#include "desktop.h"
#include "flags.h"
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

static int read_picture(SDL_Surface **surface, Album **album,
                        const Options *options, Report *report)
{
    const char *name =
        options->picture != NULL ? options->picture : "builtin:pebbles";

    *album = NULL;
    if (options->from_screen)
        return desktop_read(surface, report);
    return album_read(surface, album, name, report);
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

    if (options_parse(&options, argc, argv, &report) != 0) {
        fprintf(stderr, "ripple: %s\n", report.text);
        return EXIT_USAGE;
    }
    switch (options.task) {
    case TASK_HELP:
    case TASK_HELP_ALL:
        flags_print_help(stdout, options.task == TASK_HELP_ALL);
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
        result = run(&options, &report);
        break;
    }
    if (result != 0)
        fprintf(stderr, "ripple: %s\n", report.text);
    options_clear(&options);
    SDL_Quit();
    return result != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
