/* SPDX-License-Identifier: MIT */
#include "app/scene.h"

#include "media/map_loader.h"
#include "lib/draw.h"
#include "os/compat.h"
#include "os/xalloc.h"
#include "os/pixel_buffer.h"

#include <stdio.h>
#include <stdlib.h>

/* As PlayerHost's mask_changed. */
static void follow_mask(void *scene, const RippleRect *part)
{
    bed_follow_mask(&((Scene *)scene)->bed, part);
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
    scene->bed =
        (Bed){.player = &scene->player,
              .fit = options->fit,
              .format = options->settings.format,
              .folder = options->folder,
              .setting = options->shows_bed ? options->settings.bed : -1,
              .interval = options->interval};
    return scene;
}

static int open_scene(Scene *scene, const SceneOptions *options,
                      SDL_Surface *picture, Error *error)
{
    int width = options->width, height = options->height;
    RippleFormat format = options->settings.format;

    if (bed_open(&scene->bed, width, height, picture) != 0 ||
        pixel_buffer_init(&scene->own_frame, width, height, format) != 0)
        return player_report_memory(error, width, height);
    scene->frame = scene->own_frame;
    if (player_open(&scene->player, width, height, error) != 0)
        return -1;
    scene_gpu_open(&scene->gpu, scene->player.pool, options->backend,
                   options->is_shown_by_gpu ? GPU_SHOWN
                   : options->is_live       ? GPU_BESIDE
                                            : GPU_ALONE);
    if (!options->draws_later)
        scene_render(scene, NULL);
    bed_start(&scene->bed, options->film);
    return 0;
}

int scene_create(Scene **scene, const SceneOptions *options,
                 SDL_Surface *picture, Error *error)
{
    *scene = make_scene(options);
    if (open_scene(*scene, options, picture, error) == 0)
        return 0;
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
    bed_close(&scene->bed);
    pixel_buffer_clear(&scene->own_frame);
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
    Bed bed;

    if (bed_resize(&bed, &scene->bed, width, height) != 0)
        return player_report_memory(error, width, height);
    if (pixel_buffer_init(&frame, width, height, format) != 0 ||
        pixel_buffer_occupy(&frame) != 0 ||
        resize_pool(scene, width, height) != RIPPLE_OK) {
        bed_close(&bed);
        pixel_buffer_clear(&frame);
        return player_report_memory(error, width, height);
    }
    bed_replace(&scene->bed, &bed);
    pixel_buffer_clear(&scene->own_frame);
    sprite_layer_clear(&scene->sprites);
    scene->frame = scene->own_frame = frame;
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

void scene_set_rate(Scene *scene, int rate)
{
    bed_set_rate(&scene->bed, rate);
    scene->player.rate = rate;
}

/* Disturbs the pool before the next step, changes the picture, and counts the
   step. */
static void disturb(Scene *scene)
{
    player_disturb(&scene->player);
    bed_step(&scene->bed);
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
    return (steps > 0 ? ripple_advance_at : ripple_render_at)(
        scene->player.pool, bed_pixels(&scene->bed), frame, changed, phase_q8);
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

    bed_draw(&scene->bed);
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

uint64_t scene_calm_steps(const Scene *scene, uint64_t limit)
{
    const Player *player = &scene->player;

    return player->settings.pool.swell > 0
               ? 0
               : player_calm_steps(player, bed_calm_steps(&scene->bed, limit));
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
