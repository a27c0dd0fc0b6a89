/* SPDX-License-Identifier: MIT */
#include "app/scene.h"

#include "media/map_loader.h"
#include "lib/draw.h"
#include "os/compat.h"
#include "os/xalloc.h"
#include "os/pixel_buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRIAL 8 /* cells a side of a pool that is made to learn a name */

/* After the end of the pool. */
static void close_gpu(SceneGpu *gpu)
{
    if (gpu->context == NULL)
        return;
    gl_context_leave(gpu->context);
    gl_context_destroy(gpu->context);
    gpu->context = NULL;
}

static int open_gpu(SceneGpu *gpu, Ripple *pool, BackendChoice choice,
                    Error *error)
{
    int code = RIPPLE_OK;

    if (gpu->place != GPU_SHOWN) {
        gpu->context = gl_context_create(NULL, error);
        if (gpu->context == NULL)
            return -1;
        if (gl_context_enter(gpu->context) != 0)
            code = RIPPLE_ERROR_GPU;
    }
    if (code == RIPPLE_OK)
        code =
            ripple_use_gpu(pool, SDL_GL_GetProcAddress, choice == BACKEND_GPU);
    if (gpu->place == GPU_BESIDE)
        gl_context_leave(gpu->context);
    gpu->is_on = code == RIPPLE_OK;
    if (gpu->is_on)
        return 0;
    close_gpu(gpu);
    return error_set(error, "OpenGL", "%s", ripple_error_text(code));
}

/* "ripple: --backend gpu: WHY, so the CPU steps the water" */
static void tell_backend(const char *why)
{
    error_tell("--backend gpu", "%s, so the CPU steps the water", why);
}

/* Has a GPU step the pool. If that cannot be, the CPU does, and a line says why
   if the choice was BACKEND_GPU, as it does if frames are read back for a
   window. */
static void start_gpu(SceneGpu *gpu, Ripple *pool, BackendChoice choice,
                      GpuPlace place)
{
    Error error;

    *gpu = (SceneGpu){.place = place, .tells = choice == BACKEND_GPU};
    if (choice == BACKEND_CPU ||
        (choice == BACKEND_AUTO && !gpu_is_possible("/dev")))
        return;
    if (open_gpu(gpu, pool, choice, &error) == 0) {
        if (place == GPU_BESIDE && choice == BACKEND_GPU)
            error_tell("--backend gpu", "this window cannot show its frames: "
                                        "they are read back");
    } else if (choice == BACKEND_GPU) {
        tell_backend(error.text);
    }
}

/* Goes on without the GPU. */
static void give_up(SceneGpu *gpu, Ripple *pool)
{
    ripple_use_backend(pool, "cpu");
    gpu->is_on = 0;
    close_gpu(gpu);
    tell_backend("OpenGL: the GPU has failed");
}

/* Around each step, frame and new size, and begin before the end of the pool.
   If the GPU has failed, a line says so, and the CPU goes on. */
static void begin_gpu(SceneGpu *gpu, Ripple *pool)
{
    if (gpu->context != NULL && gl_context_enter(gpu->context) != 0)
        give_up(gpu, pool);
}

static void end_gpu(SceneGpu *gpu, Ripple *pool)
{
    if (!gpu->is_on)
        return;
    if (gpu->place == GPU_BESIDE)
        ripple_gpu_leave(pool);
    if (strcmp(ripple_backend(pool), "cpu") == 0)
        give_up(gpu, pool);
    else if (gpu->place == GPU_BESIDE)
        gl_context_leave(gpu->context);
}

int scene_gpu_find_name(char *name, size_t size)
{
    SceneGpu gpu = {.place = GPU_ALONE};
    Ripple *pool;
    Error ignored;
    int result = -1;

    if (ripple_create(&pool, TRIAL, TRIAL, NULL) != RIPPLE_OK)
        return -1;
    if (open_gpu(&gpu, pool, BACKEND_GPU, &ignored) == 0) {
        snprintf(name, size, "%s", ripple_gpu_name(pool));
        begin_gpu(&gpu, pool);
        result = 0;
    }
    ripple_destroy(pool);
    close_gpu(&gpu);
    return result;
}

static Scene *make_scene(const SceneOptions *options)
{
    Scene *scene = xalloc_get(sizeof *scene);

    scene->player =
        (Player){.settings = options->settings,
                 .rate = options->rate,
                 .seed = options->seed,
                 .threads = options->threads,
                 .simd = options->simd,
                 .script = options->script,
                 .is_live = options->is_live,
                 .tints_picture = 1,
                 .turns_slowly = options->turns_slowly,
                 .host = {map_loader_apply, bed_follow_mask, &scene->bed}};
    scene->bed =
        (Bed){.player = &scene->player,
              .fit = options->fit,
              .format = options->settings.format,
              .folder = options->folder,
              .order = options->order,
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
    start_gpu(&scene->gpu, scene->player.pool, options->backend,
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
    begin_gpu(&scene->gpu, scene->player.pool);
    player_close(&scene->player);
    close_gpu(&scene->gpu);
    bed_close(&scene->bed);
    pixel_buffer_clear(&scene->own_frame);
    sprite_layer_clear(&scene->sprites);
    free(scene);
}

int scene_resize(Scene *scene, int width, int height, Error *error)
{
    RippleFormat format = scene->frame.format;
    RipplePixels frame = {.width = 0};
    Ripple *pool = scene->player.pool;
    int result = -1;
    Bed bed;

    if (bed_resize(&bed, &scene->bed, width, height) != 0)
        return player_report_memory(error, width, height);
    begin_gpu(&scene->gpu, pool);
    if (pixel_buffer_init(&frame, width, height, format) == 0 &&
        pixel_buffer_occupy(&frame) == 0)
        result = ripple_resize(pool, width, height);
    end_gpu(&scene->gpu, pool);
    if (result != RIPPLE_OK) {
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
    begin_gpu(&scene->gpu, scene->player.pool);
    ripple_step(scene->player.pool);
    end_gpu(&scene->gpu, scene->player.pool);
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

/* Says once that a GPU without exact floats does not draw in perspective. */
static void tell_view(SceneGpu *gpu, const Ripple *pool)
{
    if (gpu->tells && ripple_gpu_name(pool) != NULL)
        error_tell("--backend gpu", "the CPU draws in perspective");
    gpu->tells = 0;
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
    begin_gpu(&scene->gpu, player->pool);
    scene->phase_q8 = phase_q8;
    if (can_stay_on_gpu(scene))
        count = draw(scene, steps, phase_q8, NULL, &rects);
    if (count == RIPPLE_ERROR_GPU && can_stay_on_gpu(scene))
        tell_view(&scene->gpu, player->pool);
    if (count >= 0)
        steps = 0;
    if (count < 0 || !leave_on_gpu(scene))
        count = draw_in_memory(scene, steps, phase_q8, &rects);
    end_gpu(&scene->gpu, player->pool);
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
    begin_gpu(&scene->gpu, pool);
    scene->is_fetched = 1;
    if (ripple_gpu_take_frame(pool, &scene->frame) != RIPPLE_OK)
        draw_in_memory(scene, 0, scene->phase_q8, &ignored);
    end_gpu(&scene->gpu, pool);
    return 1;
}

void scene_leave_gpu(Scene *scene)
{
    scene->is_on_gpu = 0;
    if (!scene->gpu.is_on || scene->gpu.place != GPU_SHOWN)
        return;
    ripple_use_backend(scene->player.pool, "cpu");
    scene->gpu.is_on = 0;
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
