/* SPDX-License-Identifier: MIT */
#include "app/setup.h"

#include "lib/util/fixed.h"
#include "media/map_loader.h"
#include "app/x11.h"
#include "app/screen.h"
#include "play/script.h"
#include "play/splash_size.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#define BED_WIDTH  1280 /* of its frame, unless a window has another size */
#define BED_HEIGHT 720

/* The first stone of a window, which falls like that of a click. */
#define FIRST_STEP  20
#define FIRST_PLACE "42%% 46%%"

static int wants_bed(const Options *options)
{
    return options->picture == NULL && !options->from_screen;
}

static FolderOrder find_order(const Options *options)
{
    return (FolderOrder){
        .use = options->frames == OPTIONS_WINDOW ? FILM_LIVE
               : options->shows_whole_film       ? FILM_ONCE
                                                 : FILM_LOOPED,
        .shuffles = options->shuffles,
        .seed = options->scene.seed,
        .remembers = options->display.is_wallpaper,
    };
}

/* Reads the picture asked for, or the bed. Without a thread, *cancel is NULL.
 */
static int read_picture(Setup *setup, SDL_atomic_t *cancel, Error *error)
{
    const Options *options = setup->options;
    FolderOrder order = find_order(options);

    error_clear(error);
    if (options->from_screen)
        return x11_read_screen(&setup->picture.source, setup->bounds, error);
    if (options->picture != NULL)
        return folder_read(&setup->picture, &setup->folder, options->picture,
                           &order, cancel, error);
    return map_loader_read_bed(&setup->picture.source,
                               options->scene.settings.bed, error);
}

static int read_meanwhile(void *context)
{
    Setup *setup = context;

    return read_picture(setup, &setup->cancel, &setup->error);
}

void setup_begin(Setup *setup, const Options *options)
{
    *setup = (Setup){.options = options};
    if (!options->from_screen)
        setup->thread = SDL_CreateThread(read_meanwhile, "picture", setup);
}

static int await_picture(Setup *setup, Error *error)
{
    int result;

    if (setup->thread == NULL)
        return read_picture(setup, NULL, error);
    SDL_WaitThread(setup->thread, &result);
    setup->thread = NULL;
    *error = setup->error;
    return result;
}

/* A window shows the bed if the picture asked for cannot be read: where nobody
   sees what is printed, its end would look like a crash. Sets *shows_bed. */
static int take_picture(Setup *setup, int *shows_bed, Error *error)
{
    const Options *options = setup->options;
    Error ignored;

    *shows_bed = wants_bed(options);
    if (await_picture(setup, error) == 0) {
        error_print(error);
        error_clear(error);
        return 0;
    }
    if (*shows_bed || options->frames != OPTIONS_WINDOW)
        return -1;
    *shows_bed = 1;
    return map_loader_read_bed(&setup->picture.source,
                               options->scene.settings.bed, &ignored);
}

/* Discs belong to presets that are to the letter what they were. */
static int is_as_it_was(const Options *options)
{
    return options->scene.settings.profile != RIPPLE_PROFILE_SMOOTH;
}

void setup_choose_size(int *width, int *height, const Options *options,
                       const SDL_Rect *bounds, const SDL_Surface *picture)
{
    const SceneOptions *scene = &options->scene;
    int is_bed = wants_bed(options) || picture == NULL;

    *width = is_bed ? BED_WIDTH : picture->w;
    *height = is_bed ? BED_HEIGHT : picture->h;
    if (scene->width > 0) {
        *width = scene->width;
        *height = scene->height;
    } else if (scene->settings.frame_width > 0) {
        *width = scene->settings.frame_width;
        *height = scene->settings.frame_height;
    } else if (bounds != NULL) {
        *width = min_int(bounds->w, RIPPLE_MAX_SIZE);
        *height = min_int(bounds->h, RIPPLE_MAX_SIZE);
    } else if (options->frames == OPTIONS_WINDOW && !is_as_it_was(options)) {
        screen_share_display(options->display.index, width, height);
    }
}

/* Whether nothing but rain moves the water of a window. Nobody waits for a
   screensaver. */
static int wants_first_stone(const Options *options)
{
    const PlaySettings *settings = &options->scene.settings;

    return options->frames == OPTIONS_WINDOW && !options->display.is_hosted &&
           options->script == NULL && settings->events[0] == '\0' &&
           settings->rain > 0 && !is_as_it_was(options);
}

/* Rain may begin after some seconds, and until then a window would look like a
   photograph. */
static void add_first_stone(Player *player)
{
    Ripple *pool = player->pool;
    RippleStone stone = splash_stone(pool, &player->settings, 0, 0, 1, 0);
    char line[96];
    Error ignored;
    Script first;

    snprintf(line, sizeof line, "%d click " FIRST_PLACE " %d %d\n", FIRST_STEP,
             stone.radius, stone.weight);
    if (script_parse(&first, line, "window", &ignored) != 0)
        return;
    script_delay(&first, player->lead);
    script_clear(&player->script);
    player->script = first;
}

int setup_read_clock(const PlaySettings *settings, char hour[8])
{
    time_t now;
    const struct tm *local;

    if (!settings->is_clock)
        return 0;
    now = time(NULL);
    local = localtime(&now);
    strftime(hour, 8, "%H:%M", local);
    return settings->minute != 1 + local->tm_hour * 60 + local->tm_min;
}

/* Takes folder and film over, even if it fails. */
static int create_scene(Scene **scene, const Options *options,
                        SceneOptions scene_options, SDL_Surface *surface,
                        Error *error)
{
    char hour[8];
    PlayReason why;
    uint64_t interval =
        (uint64_t)lround(options->interval_s * scene_options.rate);

    scene_options.interval = max_uint64(interval, 1);
    scene_options.order = find_order(options);
    scene_options.is_live = options->frames == OPTIONS_WINDOW;
    scene_options.turns_slowly = options->display.is_bare;
    scene_options.draws_later = scene_options.is_live;
    if (setup_read_clock(&scene_options.settings, hour)) {
        play_settings_set(&scene_options.settings, "light-from", hour, &why);
        scene_options.settings.is_clock = 1;
    }
    if (options->script != NULL &&
        script_read(&scene_options.script, options->script, error) != 0) {
        folder_close(scene_options.folder);
        film_close(scene_options.film);
        return -1;
    }
    if (scene_create(scene, &scene_options, surface, error) != 0)
        return -1;
    if (options->from_screen)
        bed_set_name(&(*scene)->bed, "screen");
    else if (options->picture != NULL)
        bed_set_name(&(*scene)->bed, options->picture);
    if (wants_first_stone(options))
        add_first_stone(&(*scene)->player);
    return 0;
}

int setup_finish(Scene **scene, Setup *setup, const SDL_Rect *bounds,
                 Error *error)
{
    const Options *options = setup->options;
    SceneOptions scene_options = options->scene;
    int result;

    setup->bounds = bounds;
    result = take_picture(setup, &scene_options.shows_bed, error);
    if (result == 0) {
        setup_choose_size(&scene_options.width, &scene_options.height, options,
                          bounds, setup->picture.source);
        scene_options.folder = setup->folder;
        scene_options.film = setup->picture.film;
        setup->folder = NULL;
        setup->picture.film = NULL;
        result = create_scene(scene, options, scene_options,
                              setup->picture.source, error);
    }
    setup_cancel(setup);
    return result;
}

void setup_cancel(Setup *setup)
{
    SDL_AtomicSet(&setup->cancel, 1);
    SDL_WaitThread(setup->thread, NULL);
    picture_clear(&setup->picture);
    folder_close(setup->folder);
    *setup = (Setup){.options = NULL};
}
