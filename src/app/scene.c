/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include "rain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * The look of stones, chosen by eye at 640x480: a radius of a share of the
 * frame's shorter side, and a depth in pixels of offset. A smooth stone
 * keeps its slopes at every size, so its depth goes with its radius; a disc
 * has a depth of its own, between the 32 and 128 of source R.
 */
#define STONE_RADIUS     0.036
#define SMOOTH_DEPTH     5.0 /* per pixel of radius */
#define DISC_DEPTH_LEAST 32
#define DISC_DEPTH_MOST  128
#define WEIGHT_MOST      12000 /* leaves room for waves to add up */
#define RAIN_SCALE_LEAST 0.45
#define RAIN_SCALE_MOST  1.0

#define CACHE_LINE 64 /* rows that start on one are drawn fastest */

/* Streams of chance that must not repeat each other. */
#define SEED_RAIN_DROPS 0x72616966u
#define SEED_TOUCHES    0x68616e64u

static int pixels_init(RipplePixels *pixels, int width, int height)
{
    void *memory;

    *pixels = (RipplePixels){NULL, width, height, (size_t)width};
    if (width < 1 || height < 1 ||
        (size_t)height > SIZE_MAX / sizeof *pixels->pixels / (size_t)width)
        return -1;
    if (posix_memalign(&memory, CACHE_LINE,
                       (size_t)width * (size_t)height * sizeof(uint32_t)) != 0)
        return -1;
    pixels->pixels = memory;
    return 0;
}

/* Allocates and fills picture and frame for a size; nothing on failure. */
static int make_pixels(RipplePixels *picture, RipplePixels *frame, int width,
                       int height, SDL_Surface *source, Fit fit)
{
    frame->pixels = NULL;
    if (pixels_init(picture, width, height) == 0 &&
        pixels_init(frame, width, height) == 0 &&
        fit_picture(picture, source, fit) == 0)
        return 0;
    free(picture->pixels);
    free(frame->pixels);
    return -1;
}

static int report_memory(Report *report, int width, int height)
{
    char what[32];

    snprintf(what, sizeof what, "%dx%d", width, height);
    return report_failure(report, what, "%s",
                          ripple_error_text(RIPPLE_ERROR_MEMORY));
}

int scene_open(Scene *scene, int width, int height, SDL_Surface *source,
               Report *report)
{
    if (make_pixels(&scene->picture, &scene->frame, width, height, source,
                    scene->fit) != 0) {
        scene->picture.pixels = NULL;
        scene->frame.pixels = NULL;
        scene_close(scene);
        return report_memory(report, width, height);
    }

    int error = ripple_create(&scene->pool, width, height, &scene->water.pool);

    if (error == RIPPLE_OK)
        error = ripple_use_threads(scene->pool, scene->threads);
    if (error == RIPPLE_OK)
        error = ripple_use_simd(scene->pool, scene->simd);
    if (error != RIPPLE_OK) {
        scene_close(scene);
        return report_failure(report, "pool", "%s", ripple_error_text(error));
    }
    scene_render(scene, NULL);
    return 0;
}

void scene_close(Scene *scene)
{
    script_clear(&scene->script);
    ripple_destroy(scene->pool);
    free(scene->picture.pixels);
    free(scene->frame.pixels);
    memset(scene, 0, sizeof *scene);
}

int scene_resize(Scene *scene, int width, int height, SDL_Surface *source,
                 Report *report)
{
    RipplePixels picture, frame;

    if (make_pixels(&picture, &frame, width, height, source, scene->fit) != 0)
        return report_memory(report, width, height);
    if (ripple_resize(scene->pool, width, height) != RIPPLE_OK) {
        free(picture.pixels);
        free(frame.pixels);
        return report_memory(report, width, height);
    }
    free(scene->picture.pixels);
    free(scene->frame.pixels);
    scene->picture = picture;
    scene->frame = frame;
    ripple_invalidate(scene->pool);
    return 0;
}

int scene_show(Scene *scene, SDL_Surface *source, Report *report)
{
    if (fit_picture(&scene->picture, source, scene->fit) != 0)
        return report_memory(report, scene->picture.width,
                             scene->picture.height);
    ripple_invalidate(scene->pool);
    return 0;
}

int scene_weight(const Water *water, double radius, uint64_t random)
{
    double depth = radius * SMOOTH_DEPTH;

    if (water->profile == RIPPLE_PROFILE_DISC)
        depth = DISC_DEPTH_LEAST +
                rain_fraction(random) * (DISC_DEPTH_MOST - DISC_DEPTH_LEAST);
    if (water->pool.refraction > 0)
        depth /= water->pool.refraction;
    return (int)lround(fmin(depth, WEIGHT_MOST));
}

static RippleStone make_stone(const Scene *scene, int x, int y, double scale,
                              uint64_t random)
{
    int width = scene->frame.width, height = scene->frame.height;
    double side = width < height ? width : height;
    double radius = fmax(side * STONE_RADIUS * scale, 1);

    return (RippleStone){x, y, (int)lround(radius),
                         scene_weight(&scene->water, radius, random),
                         scene->water.profile};
}

RippleStone scene_stone(Scene *scene, int x, int y, double scale)
{
    uint64_t random = rain_random(scene->seed + SEED_TOUCHES, scene->touches++);

    return make_stone(scene, x, y, scale, random);
}

/* Rain drop number `index` of all there ever were in this scene's seed. */
static void drop_rain(Scene *scene, uint64_t index)
{
    uint64_t seed = scene->seed + SEED_RAIN_DROPS;
    double left = rain_fraction(rain_random(seed, 4 * index));
    double top = rain_fraction(rain_random(seed, 4 * index + 1));
    double size = rain_fraction(rain_random(seed, 4 * index + 2));
    double scale =
        RAIN_SCALE_LEAST + size * (RAIN_SCALE_MOST - RAIN_SCALE_LEAST);
    RippleStone stone = make_stone(scene, (int)(left * scene->frame.width),
                                   (int)(top * scene->frame.height), scale,
                                   rain_random(seed, 4 * index + 3));

    ripple_drop(scene->pool, &stone);
}

static double rain_per_step(const Scene *scene)
{
    return scene->water.rain / scene->rate;
}

static void play(Scene *scene, const Event *event)
{
    const int *n = event->numbers;
    RippleStone stone = {n[0], n[1], n[2], n[3], scene->water.profile};

    switch (event->kind) {
    case EVENT_STONE:
        ripple_drop(scene->pool, &stone);
        break;
    case EVENT_LINE:
        stone.radius = n[4];
        stone.weight = n[5];
        ripple_drop_line(scene->pool, &stone, n[2], n[3]);
        break;
    case EVENT_DISTURB:
        ripple_disturb(scene->pool, n[0], n[1], n[2]);
        break;
    case EVENT_SET:
        scene_set(scene, event->name, event->value);
        break;
    case EVENT_CLEAR:
        ripple_clear(scene->pool);
        break;
    }
}

/* What the script and the rain have for the next step, which is counted. */
static void disturb(Scene *scene)
{
    const Script *script = &scene->script;

    while (scene->next_event < script->count &&
           script->events[scene->next_event].step <= scene->step)
        play(scene, &script->events[scene->next_event++]);

    int drops = rain_count(scene->seed, scene->step, rain_per_step(scene));
    uint64_t most = WATER_MAX_RAIN; /* rain_count stays below, rate >= 1 */

    for (int i = 0; i < drops; i++)
        drop_rain(scene, scene->step * (most + 1) + (uint64_t)i);
    scene->step++;
}

void scene_step(Scene *scene)
{
    disturb(scene);
    ripple_step(scene->pool);
}

int scene_advance(Scene *scene, const RippleRect **changed)
{
    disturb(scene);
    return ripple_advance(scene->pool, &scene->picture, &scene->frame, changed);
}

uint64_t scene_calm_steps(const Scene *scene, uint64_t limit)
{
    if (!ripple_is_calm(scene->pool))
        return 0;
    if (scene->next_event < scene->script.count) {
        uint64_t step = scene->script.events[scene->next_event].step;
        uint64_t ahead = step > scene->step ? step - scene->step : 0;

        limit = ahead < limit ? ahead : limit;
    }
    return rain_next(scene->seed, scene->step, limit, rain_per_step(scene)) -
           scene->step;
}

void scene_skip(Scene *scene, uint64_t steps)
{
    scene->step += steps;
}

int scene_render(Scene *scene, const RippleRect **changed)
{
    return ripple_render(scene->pool, &scene->picture, &scene->frame, changed);
}

const char *scene_set(Scene *scene, const char *name, const char *value)
{
    const char *wrong = water_set(&scene->water, name, value);

    if (wrong == NULL)
        ripple_configure(scene->pool, &scene->water.pool);
    return wrong;
}
