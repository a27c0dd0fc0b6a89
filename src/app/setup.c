/* SPDX-License-Identifier: MIT */
#include "app/setup.h"

#include "base/fixed.h"
#include "app/image/map_loader.h"
#include "app/scene/slideshow.h"
#include "app/platform/x11.h"
#include "play/script.h"
#include "play/splash_size.h"

#include <math.h>
#include <stdio.h>

#define BED_WIDTH  1280 /* of its window, unless --size says */
#define BED_HEIGHT 720

/* The first stone of a window, but for radius, weight and steps. */
#define FIRST_STONE "20 splash 42%% 46%% %d %d %d"

/* Replaces a picture of the desktop by the part in `bounds`, if it has all of
   that part. */
static void crop(SDL_Surface **surface, const SDL_Rect *bounds)
{
    SDL_Surface *desktop = *surface, *part;
    SDL_Rect all = {0, 0, desktop->w, desktop->h}, inside;

    if (!SDL_IntersectRect(&all, bounds, &inside) ||
        !SDL_RectEquals(&inside, bounds))
        return;
    part = SDL_CreateRGBSurfaceWithFormat(0, bounds->w, bounds->h, 32,
                                          desktop->format->format);
    if (part == NULL)
        return;
    SDL_SetSurfaceBlendMode(desktop, SDL_BLENDMODE_NONE);
    SDL_BlitSurface(desktop, bounds, part, NULL);
    SDL_FreeSurface(desktop);
    *surface = part;
}

static int wants_bed(const Options *options)
{
    return options->picture == NULL && !options->from_screen;
}

static int read_wanted(SDL_Surface **surface, SceneOptions *scene_options,
                       const Options *options, const SDL_Rect *bounds,
                       Error *error)
{
    if (options->picture != NULL)
        return slideshow_read(surface, &scene_options->slideshow,
                              options->picture, error);
    if (x11_read_screen(surface, error) != 0)
        return -1;
    if (bounds != NULL)
        crop(surface, bounds);
    return 0;
}

/* A screensaver that ends looks like a crash, so it shows the bed if it cannot
   read the picture asked for. */
static int read_picture(SDL_Surface **surface, SceneOptions *scene_options,
                        const Options *options, const SDL_Rect *bounds,
                        Error *error)
{
    if (!wants_bed(options)) {
        if (read_wanted(surface, scene_options, options, bounds, error) == 0)
            return 0;
        if (!options->display.is_saver)
            return -1;
        error_print(error);
    }
    scene_options->shows_bed = 1;
    return map_loader_read_bed(surface, options->scene.settings.bed, error);
}

static void choose_size(int *width, int *height, const Options *options,
                        const SDL_Rect *bounds, const SDL_Surface *surface)
{
    *width = wants_bed(options) ? BED_WIDTH : surface->w;
    *height = wants_bed(options) ? BED_HEIGHT : surface->h;
    if (bounds != NULL) {
        *width = min_int(bounds->w, RIPPLE_MAX_SIZE);
        *height = min_int(bounds->h, RIPPLE_MAX_SIZE);
    }
    if (options->scene.settings.frame_width > 0) {
        *width = options->scene.settings.frame_width;
        *height = options->scene.settings.frame_height;
    }
    if (options->scene.width > 0) {
        *width = options->scene.width;
        *height = options->scene.height;
    }
}

/* Whether nothing but rain moves the water of a window. Discs belong to presets
   that are to the letter what they were; nobody waits for a screensaver. */
static int wants_first_stone(const Options *options)
{
    const PlaySettings *settings = &options->scene.settings;

    return options->frames == OPTIONS_WINDOW && !options->display.is_saver &&
           options->script == NULL && settings->events[0] == '\0' &&
           settings->rain > 0 && settings->profile == RIPPLE_PROFILE_SMOOTH;
}

/* Rain may begin after some seconds, and until then a window would look like a
   photograph. */
static void add_first_stone(Player *player)
{
    Ripple *pool = player->pool;
    RippleStone stone = splash_stone(pool, &player->settings, 0, 0, 1, 0);
    RippleStone rim = splash_rim(&stone);
    int steps = splash_steps(pool, &stone);
    char lines[192];
    Error ignored;
    Script first;

    snprintf(lines, sizeof lines, FIRST_STONE "\n" FIRST_STONE, rim.radius,
             rim.weight, steps, stone.radius, stone.weight, steps);
    if (script_parse(&first, lines, "window", &ignored) != 0)
        return;
    script_delay(&first, player->lead);
    script_clear(&player->script);
    player->script = first;
}

/* Takes the slideshow over, even if it fails. */
static int create_scene(Scene **scene, const Options *options,
                        SceneOptions scene_options, SDL_Surface *surface,
                        Error *error)
{
    uint64_t interval =
        (uint64_t)lround(options->interval_s * scene_options.rate);

    scene_options.interval = max_uint64(interval, 1);
    scene_options.is_live = options->frames == OPTIONS_WINDOW;
    if (options->script != NULL &&
        script_read(&scene_options.script, options->script, error) != 0) {
        slideshow_close(scene_options.slideshow);
        return -1;
    }
    if (scene_create(scene, &scene_options, surface, error) != 0)
        return -1;
    if (wants_first_stone(options))
        add_first_stone(&(*scene)->player);
    return 0;
}

int setup_scene(Scene **scene, const Options *options, const SDL_Rect *bounds,
                Error *error)
{
    SDL_Surface *surface = NULL;
    SceneOptions scene_options = options->scene;
    int result;

    if (read_picture(&surface, &scene_options, options, bounds, error) != 0)
        return -1;
    choose_size(&scene_options.width, &scene_options.height, options, bounds,
                surface);
    result = create_scene(scene, options, scene_options, surface, error);
    SDL_FreeSurface(surface);
    return result;
}
