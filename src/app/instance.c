/* SPDX-License-Identifier: MIT */
#include "app/instance.h"
#include "os/xalloc.h"

#include <stdlib.h>

Instance *instance_create(const Options *options, uint64_t index)
{
    Instance *instance = xalloc_get(sizeof *instance);

    instance->options = *options;
    instance->options.scene.seed += index;
    setup_begin(&instance->setup, &instance->options);
    return instance;
}

/* The part of the desktop that the instance covers, or NULL. */
static const SDL_Rect *find_bounds(const Instance *instance, SDL_Rect *bounds)
{
    const DisplayOptions *display = &instance->options.display;

    if (instance->displays.count > 0) {
        *bounds = displays_union(&instance->displays);
        return bounds;
    }
    if (display->fullscreen &&
        SDL_GetDisplayBounds(display->index, bounds) == 0)
        return bounds;
    return NULL;
}

int instance_prepare(Instance *instance, Error *error)
{
    const Displays *displays =
        instance->displays.count > 0 ? &instance->displays : NULL;
    SDL_Rect bounds;
    int width, height;

    setup_choose_size(&width, &height, &instance->options,
                      find_bounds(instance, &bounds), NULL);
    return window_prepare(&instance->window, &instance->options.display,
                          displays, width, height, error);
}

int instance_make_scene(Instance *instance, Error *error)
{
    SDL_Rect bounds;

    instance->options.scene.is_shown_by_gpu =
        screen_takes_textures(&instance->window.screen);
    return setup_finish(&instance->scene, &instance->setup,
                        find_bounds(instance, &bounds), error);
}

int instance_open(Instance *instance, Error *error)
{
    if (window_open(&instance->window, instance->scene,
                    &instance->options.display, step_clock_read_ns(),
                    error) != 0)
        return -1;
    instance->is_open = 1;
    return 0;
}

int instance_destroy(Instance *instance)
{
    int result = 0;

    setup_cancel(&instance->setup);
    if (instance->is_open)
        result = window_close(&instance->window);
    scene_destroy(instance->scene); /* may need the window's OpenGL */
    if (!instance->is_open)
        window_hide(&instance->window);
    free(instance);
    return result;
}
