/* SPDX-License-Identifier: MIT */
#include "app/scene.h"

#include "media/map_loader.h"
#include "lib/util/fixed.h"
#include "lib/draw.h"
#include "os/compat.h"
#include "os/xalloc.h"
#include "os/pixel_buffer.h"
#include "play/nature/rain.h"
#include "play/splash_size.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The picture that the water is drawn over. */
static const RipplePixels *floor_pixels(const Scene *scene)
{
    return land_floor_pixels(&scene->floor,
                             background_pixels(&scene->background));
}

/* The picture of land, loaded if there is land; NULL: that under the water. */
static const RipplePixels *find_land(Scene *scene)
{
    const char *name = play_settings_land(&scene->player.settings);
    Error error;

    if (ripple_mask(scene->player.pool) == NULL)
        return NULL;
    if (land_picture_show(&scene->land, name, &scene->frame,
                          scene->background.fit, &error) != 0)
        player_report(&scene->player, &error);
    return land_picture_pixels(&scene->land);
}

static void lay_floor(Scene *scene, const RippleRect *part)
{
    LandFloorPictures pictures = {background_pixels(&scene->background),
                                  find_land(scene)};

    if (land_floor_lay(&scene->floor, scene->player.pool, pictures,
                       scene->frame.format, part) != 0)
        player_miss(&scene->player);
}

/* Land stays in its place while the picture scrolls, so the whole background
   is drawn again then, and if land may have another picture. The view in
   perspective has made smaller ones of the picture. As PlayerHost's
   mask_changed. */
static void follow_mask(void *context, const RippleRect *part)
{
    Scene *scene = context;

    if (part == NULL || scrolling_is_moved(&scene->background.scrolling)) {
        scene->background.is_stale = 1;
        return;
    }
    lay_floor(scene, part);
    if (scene->player.settings.pool.view == RIPPLE_VIEW_PERSPECTIVE)
        ripple_invalidate(scene->player.pool);
}

/* Brings the floor up to date before it is looked at. */
static void refresh_floor(Scene *scene)
{
    Ripple *pool = scene->player.pool;
    ScrollingMask mask = {.depths = ripple_mask(pool)};
    int drawn;

    pictures_follow_bed(&scene->pictures);
    ripple_cells(pool, &mask.columns, &mask.rows);
    drawn = background_draw(&scene->background, mask);
    if (drawn == 0 && !land_floor_is_stale(&scene->floor, pool))
        return;
    if (drawn < 0)
        player_miss(&scene->player);
    lay_floor(scene, NULL);
    ripple_invalidate(pool);
}

static Scene *make_scene(const SceneOptions *options)
{
    Scene *scene = xalloc_get(sizeof *scene);

    scene->player = (Player){.settings = options->settings,
                             .rate = options->rate,
                             .seed = options->seed,
                             .threads = options->threads,
                             .simd = options->simd,
                             .script = options->script,
                             .is_live = options->is_live,
                             .turns_slowly = options->turns_slowly,
                             .host = {map_loader_apply, follow_mask, scene}};
    scene->background = (Background){.fit = options->fit,
                                     .rate = options->rate,
                                     .keeps_sources = options->is_live};
    scene->pictures =
        (Pictures){.player = &scene->player,
                   .background = &scene->background,
                   .slideshow = options->slideshow,
                   .bed = options->shows_bed ? options->settings.bed : -1,
                   .interval = options->interval};
    return scene;
}

static int open_scene(Scene *scene, const SceneOptions *options,
                      SDL_Surface *picture, Error *error)
{
    int width = options->width, height = options->height;
    RippleFormat format = options->settings.format;

    if (background_open(&scene->background, width, height, picture) != 0 ||
        pixel_buffer_init(&scene->own_frame, width, height, format) != 0 ||
        land_floor_init(&scene->floor, width, height, format) != 0)
        return player_report_memory(error, width, height);
    scene->frame = scene->own_frame;
    if (player_open(&scene->player, width, height, error) != 0)
        return -1;
    scene_gpu_open(&scene->gpu, scene->player.pool, options->backend,
                   options->is_shown_by_gpu ? GPU_SHOWN
                   : options->is_live       ? GPU_BESIDE
                                            : GPU_ALONE);
    lay_floor(scene, NULL);
    if (!options->draws_later)
        scene_render(scene, NULL);
    pictures_start(&scene->pictures);
    return 0;
}

int scene_create(Scene **scene, const SceneOptions *options,
                 SDL_Surface *picture, Error *error)
{
    *scene = make_scene(options);
    if (open_scene(*scene, options, picture, error) == 0) {
        background_play(&(*scene)->background, options->film, 0);
        return 0;
    }
    film_close(options->film);
    scene_destroy(*scene);
    *scene = NULL;
    return -1;
}

void scene_destroy(Scene *scene)
{
    if (scene == NULL)
        return;
    scene_gpu_begin(&scene->gpu, scene->player.pool);
    player_close(&scene->player);
    scene_gpu_close(&scene->gpu);
    pictures_close(&scene->pictures);
    background_close(&scene->background);
    pixel_buffer_clear(&scene->own_frame);
    land_floor_clear(&scene->floor);
    land_picture_clear(&scene->land);
    sprite_layer_clear(&scene->sprites);
    free(scene);
}

static int resize_pool(Scene *scene, int width, int height)
{
    Ripple *pool = scene->player.pool;
    int result;

    scene_gpu_begin(&scene->gpu, pool);
    result = ripple_resize(pool, width, height);
    scene_gpu_end(&scene->gpu, pool);
    return result;
}

int scene_resize(Scene *scene, int width, int height, Error *error)
{
    RippleFormat format = scene->frame.format;
    RipplePixels frame = {.width = 0};
    LandFloor floor = {.has_land = 0};
    Background background;

    if (background_resize(&background, &scene->background, width, height) != 0)
        return player_report_memory(error, width, height);
    if (pixel_buffer_init(&frame, width, height, format) != 0 ||
        pixel_buffer_occupy(&frame) != 0 ||
        land_floor_init(&floor, width, height, format) != 0 ||
        resize_pool(scene, width, height) != RIPPLE_OK) {
        background_close(&background);
        pixel_buffer_clear(&frame);
        land_floor_clear(&floor);
        return player_report_memory(error, width, height);
    }
    background_replace(&scene->background, &background);
    pixel_buffer_clear(&scene->own_frame);
    land_floor_clear(&scene->floor);
    sprite_layer_clear(&scene->sprites);
    scene->frame = scene->own_frame = frame;
    scene->floor = floor;
    scene->is_on_gpu = 0;
    return 0;
}

void scene_use_frame(Scene *scene, const RipplePixels *pixels)
{
    const RipplePixels *own = &scene->own_frame;

    if (pixels == NULL || pixels->width != own->width ||
        pixels->height != own->height)
        pixels = own;
    scene->frame = *pixels;
}

int scene_show(Scene *scene, SDL_Surface *picture, Slideshow *slideshow,
               Error *error)
{
    return pictures_show(&scene->pictures, picture, slideshow, error);
}

void scene_play(Scene *scene, Film *film)
{
    background_play(&scene->background, film, scene->player.step);
}

Film *scene_film(const Scene *scene)
{
    return scene->background.now.film;
}

int scene_show_next(Scene *scene, int by, Error *error)
{
    return pictures_show_next(&scene->pictures, by, error);
}

void scene_show_bed(Scene *scene)
{
    pictures_show_bed(&scene->pictures);
}

void scene_set_rate(Scene *scene, int rate)
{
    pictures_set_rate(&scene->pictures, rate);
    background_set_rate(&scene->background, rate, scene->player.step);
    scene->player.rate = rate;
}

/* Disturbs the pool before the next step, changes the picture, and counts the
   step. */
static void disturb(Scene *scene)
{
    player_disturb(&scene->player);
    pictures_step(&scene->pictures);
    scene->player.step++;
}

void scene_step(Scene *scene)
{
    disturb(scene);
    scene_gpu_begin(&scene->gpu, scene->player.pool);
    ripple_step(scene->player.pool);
    scene_gpu_end(&scene->gpu, scene->player.pool);
}

static int draw(Scene *scene, int steps, int phase_q8,
                const RipplePixels *frame, const RippleRect **changed)
{
    Ripple *pool = scene->player.pool;

    return steps > 0 ? ripple_advance_at(pool, floor_pixels(scene), frame,
                                         changed, phase_q8)
                     : ripple_render_at(pool, floor_pixels(scene), frame,
                                        changed, phase_q8);
}

/* Draws in memory, which shows an older frame if the last one stayed on the
   GPU. */
static int draw_in_memory(Scene *scene, int steps, int phase_q8,
                          const RippleRect **changed)
{
    const RippleRect *rects;
    int count;

    if (scene->is_on_gpu)
        ripple_invalidate(scene->player.pool);
    scene->is_on_gpu = 0;
    sprite_layer_lift(&scene->sprites, &scene->frame);
    count = draw(scene, steps, phase_q8, &scene->frame, &rects);
    if (count < 0)
        count = draw(scene, 0, RIPPLE_MAX_PHASE, &scene->frame, &rects);
    if (sprite_layer_lay(&scene->sprites, &scene->player, &scene->frame, &rects,
                         &count) != 0)
        player_miss(&scene->player);
    *changed = rects;
    return count;
}

/* The CPU lays sprites, on frames in memory. */
static int can_stay_on_gpu(const Scene *scene)
{
    return scene->gpu.is_on && scene->gpu.place != GPU_BESIDE &&
           sprite_layer_count(&scene->player, scene->frame.format) == 0;
}

/* Has the frame on the GPU be a texture, or copied to memory while other things
   are done. Returns whether it is so. */
static int leave_on_gpu(Scene *scene)
{
    Ripple *pool = scene->player.pool;

    scene->is_on_gpu = 1;
    scene->is_fetched = 0;
    return scene->gpu.place == GPU_SHOWN
               ? ripple_gpu_texture(pool) != 0
               : ripple_gpu_ask_frame(pool) == RIPPLE_OK;
}

/* Does a step if `steps` is 1, and draws. If the GPU has failed after the step,
   the CPU draws without another. */
static int render(Scene *scene, int steps, int phase_q8,
                  const RippleRect **changed)
{
    Player *player = &scene->player;
    const RippleRect *rects;
    int count = RIPPLE_ERROR_GPU;

    refresh_floor(scene);
    player_prepare_frame(player);
    scene_gpu_begin(&scene->gpu, player->pool);
    scene->phase_q8 = phase_q8;
    if (can_stay_on_gpu(scene))
        count = draw(scene, steps, phase_q8, NULL, &rects);
    if (count >= 0)
        steps = 0;
    if (count < 0 || !leave_on_gpu(scene))
        count = draw_in_memory(scene, steps, phase_q8, &rects);
    scene_gpu_end(&scene->gpu, player->pool);
    if (changed != NULL)
        *changed = rects;
    return count;
}

int scene_advance_at(Scene *scene, int phase_q8, const RippleRect **changed)
{
    disturb(scene);
    return render(scene, 1, phase_q8, changed);
}

int scene_advance(Scene *scene, const RippleRect **changed)
{
    return scene_advance_at(scene, RIPPLE_MAX_PHASE, changed);
}

int scene_render_at(Scene *scene, int phase_q8, const RippleRect **changed)
{
    return render(scene, 0, phase_q8, changed);
}

int scene_render(Scene *scene, const RippleRect **changed)
{
    return scene_render_at(scene, RIPPLE_MAX_PHASE, changed);
}

unsigned scene_texture(Scene *scene)
{
    return scene->is_on_gpu ? ripple_gpu_texture(scene->player.pool) : 0;
}

int scene_fetch_frame(Scene *scene)
{
    Ripple *pool = scene->player.pool;
    const RippleRect *ignored;

    if (!scene->is_on_gpu || scene->is_fetched)
        return 0;
    scene_gpu_begin(&scene->gpu, pool);
    scene->is_fetched = 1;
    if (ripple_gpu_take_frame(pool, &scene->frame) != RIPPLE_OK)
        draw_in_memory(scene, 0, scene->phase_q8, &ignored);
    scene_gpu_end(&scene->gpu, pool);
    return 1;
}

void scene_leave_gpu(Scene *scene)
{
    scene->is_on_gpu = 0;
    scene_gpu_leave(&scene->gpu, scene->player.pool);
}

/* Whether the frame changes with every step, however calm the water is. */
static int is_moving(const Scene *scene)
{
    const PlaySettings *settings = &scene->player.settings;

    return settings->scroll_x != 0 || settings->scroll_y != 0 ||
           settings->pool.swell > 0 ||
           background_in_transition(&scene->background);
}

uint64_t scene_calm_steps(const Scene *scene, uint64_t limit)
{
    uint64_t step = scene->player.step, due = scene->pictures.due;

    if (is_moving(scene))
        return 0;
    if (scene->pictures.slideshow != NULL)
        limit = min_uint64(limit, due > step ? due - step : 0);
    limit = min_uint64(limit, background_calm_steps(&scene->background, step));
    return player_calm_steps(&scene->player, limit);
}

void scene_print_speed(const Scene *scene, double frames_per_second)
{
    const Ripple *pool = scene->player.pool;
    double divergence = ripple_current_divergence(pool);
    const char *gpu = ripple_gpu_name(pool);
    char speed[256], flow[64] = "\n";

    snprintf(speed, sizeof speed, "%.1f frames per second, %s, %d threads%s%s",
             frames_per_second, ripple_simd(pool), ripple_threads(pool),
             gpu != NULL ? ", " : "", gpu != NULL ? gpu : "");
    if (divergence > 0)
        snprintf(flow, sizeof flow, ", divergence %.1e\n", divergence);
    compat_print(speed);
    compat_print(flow);
}
