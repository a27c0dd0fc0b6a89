/* SPDX-License-Identifier: MIT */
/*
 * ripple: any picture as a pool of water. Reads the options, the script and
 * the picture, and hands them to the window or to the recorder.
 */
#include "maps.h"
#include "offscreen.h"
#include "options.h"
#include "presets.h"
#include "script.h"
#include "window.h"

#include <SDL.h>
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

static int read_picture(SDL_Surface **surface, const Options *options,
                        Report *report)
{
    const char *name =
        options->picture != NULL ? options->picture : "builtin:pebbles";

    return maps_read_picture(surface, name, report);
}

static void choose_size(int *width, int *height, const Options *options,
                        const SDL_Surface *surface)
{
    *width = options->picture != NULL ? surface->w : BUILTIN_WIDTH;
    *height = options->picture != NULL ? surface->h : BUILTIN_HEIGHT;
    if (options->water.frame_width > 0) {
        *width = options->water.frame_width;
        *height = options->water.frame_height;
    }
    if (options->width > 0) {
        *width = options->width;
        *height = options->height;
    }
}

static int open_scene(Scene *scene, const Options *options,
                      SDL_Surface *surface, Report *report)
{
    int width, height;

    *scene = (Scene){.water = options->water,
                     .fit = options->fit,
                     .rate = options->rate,
                     .seed = options->seed,
                     .threads = options->threads,
                     .simd = options->simd};
    if (options->script != NULL &&
        script_read(&scene->script, options->script, report) != 0)
        return -1;
    choose_size(&width, &height, options, surface);
    return scene_open(scene, width, height, surface, report);
}

static int run(const Options *options, Report *report)
{
    SDL_Surface *surface = NULL;
    Scene scene;
    int result;

    if (read_picture(&surface, options, report) != 0)
        return -1;
    if (open_scene(&scene, options, surface, report) != 0) {
        SDL_FreeSurface(surface);
        return -1;
    }
    if (options->frames == OPTIONS_WINDOW) {
        result = window_run(&scene, options, surface, report);
    } else {
        SDL_FreeSurface(surface);
        result = offscreen_run(&scene, options, report);
    }
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
    case TASK_RUN:
        result = run(&options, &report);
        break;
    }
    if (result != 0)
        fprintf(stderr, "ripple: %s\n", report.text);
    SDL_Quit();
    return result != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
