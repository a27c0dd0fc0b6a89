/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include "maps.h"
#include "pixels.h"
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
#define SPRING_DEPTH     6.0   /* times: a stone leaves springs no speed */
#define BODY_DEPTH       2.2   /* pixels of offset per pixel of radius */
#define RAIN_SCALE_LEAST 0.45
#define RAIN_SCALE_MOST  1.0

/* Streams of chance that must not repeat each other. */
#define SEED_RAIN_DROPS 0x72616966u
#define SEED_TOUCHES    0x68616e64u

/* What has the size of the pool. */
typedef struct Layers {
    RipplePixels picture, frame, floor;
} Layers;

static void clear_layers(Layers *layers)
{
    pixels_clear(&layers->picture);
    pixels_clear(&layers->frame);
    pixels_clear(&layers->floor);
}

/* Allocates picture and frame, and the floor where that is another format, and
   fills the picture; nothing on failure. */
static int make_layers(Layers *layers, const Scene *scene, int width,
                       int height, SDL_Surface *source)
{
    RippleFormat format = scene->water.format;

    memset(layers, 0, sizeof *layers);
    if (pixels_init(&layers->picture, width, height, RIPPLE_FORMAT_ARGB8888) ==
            0 &&
        pixels_init(&layers->frame, width, height, format) == 0 &&
        (format == RIPPLE_FORMAT_ARGB8888 ||
         pixels_init(&layers->floor, width, height, format) == 0) &&
        fit_picture(&layers->picture, source, scene->fit) == 0)
        return 0;
    clear_layers(layers);
    return -1;
}

/* Puts layers in the place of those that the scene has, which are freed. */
static void take_layers(Scene *scene, const Layers *layers)
{
    Layers old = {scene->picture, scene->frame, scene->floor};

    scene->picture = layers->picture;
    scene->frame = layers->frame;
    scene->floor = layers->floor;
    scene->floor_has_land = 0;
    clear_layers(&old);
}

static int report_memory(Report *report, int width, int height)
{
    char what[32];

    snprintf(what, sizeof what, "%dx%d", width, height);
    return report_failure(report, what, "%s",
                          ripple_error_text(RIPPLE_ERROR_MEMORY));
}

static int has_floor(const Scene *scene)
{
    return scene->floor.width > 0;
}

/* The picture to look at through the water. */
static const RipplePixels *find_floor(const Scene *scene)
{
    return has_floor(scene) ? &scene->floor : &scene->picture;
}

/* Lays the floor anew after a change of the picture, or of the mask in a part
   of it; NULL: in all of it. */
static void lay_floor(Scene *scene, const RippleRect *part)
{
    const RipplePixels *picture = &scene->picture;
    RippleFormat format = scene->frame.format;
    int has_land = ripple_mask(scene->pool) != NULL;
    int had_land = scene->floor_has_land;

    scene->floor_has_land = has_land;
    if (!has_land && format == picture->format) {
        pixels_clear(&scene->floor);
        return;
    }
    if (!has_floor(scene) && pixels_init(&scene->floor, picture->width,
                                         picture->height, format) != 0) {
        scene->floor_has_land = 0;
        return; /* the picture will do */
    }
    ripple_lay_floor(scene->pool, picture, &scene->floor,
                     has_land == had_land ? part : NULL);
}

/* Tries on a small pool of its own what the script will set. */
static int try_script(const Scene *scene, Report *report)
{
    Water water = scene->water;
    Ripple *pool = NULL;
    int result = 0;

    for (size_t i = 0; i < scene->script.count && result == 0; i++) {
        const Event *event = &scene->script.events[i];
        Water next = water;
        Report reason;

        if (event->kind != EVENT_SET)
            continue;
        if (pool == NULL && ripple_create(&pool, 8, 8, NULL) != RIPPLE_OK)
            break;
        water_change(&next, event->name, event->value);
        if (maps_change_water(pool, &water, &next, &reason) != 0)
            result = report_failure(report, "script", "line %d: %s",
                                    event->line, reason.text);
        water = next;
    }
    ripple_destroy(pool);
    return result;
}

/* Puts the events of the preset before those of the script. */
static int add_preset_events(Scene *scene, Report *report)
{
    Script preset;

    if (script_parse(&preset, scene->water.events, "preset", report) != 0)
        return -1;
    if (script_merge(&preset, &scene->script) != 0) {
        script_clear(&preset);
        return report_failure(report, "preset", "%s",
                              ripple_error_text(RIPPLE_ERROR_MEMORY));
    }
    scene->script = preset;
    return 0;
}

static int open_pool(Scene *scene, int width, int height, Report *report)
{
    int error = ripple_create(&scene->pool, width, height, NULL);

    if (error == RIPPLE_OK)
        error = ripple_use_threads(scene->pool, scene->threads);
    if (error == RIPPLE_OK)
        error = ripple_use_simd(scene->pool, scene->simd);
    if (error != RIPPLE_OK)
        return report_failure(report, "pool", "%s", ripple_error_text(error));
    return maps_change_water(scene->pool, NULL, &scene->water, report);
}

int scene_open(Scene *scene, int width, int height, SDL_Surface *source,
               Report *report)
{
    Layers layers;

    if (make_layers(&layers, scene, width, height, source) != 0) {
        scene_close(scene);
        return report_memory(report, width, height);
    }
    take_layers(scene, &layers);
    if (try_script(scene, report) != 0 ||
        add_preset_events(scene, report) != 0 ||
        open_pool(scene, width, height, report) != 0) {
        scene_close(scene);
        return -1;
    }
    lay_floor(scene, NULL);
    scene_render(scene, NULL);
    return 0;
}

void scene_close(Scene *scene)
{
    script_clear(&scene->script);
    ripple_destroy(scene->pool);
    free(scene->running);
    pixels_clear(&scene->picture);
    pixels_clear(&scene->frame);
    pixels_clear(&scene->floor);
    memset(scene, 0, sizeof *scene);
}

int scene_resize(Scene *scene, int width, int height, SDL_Surface *source,
                 Report *report)
{
    Layers layers;

    if (make_layers(&layers, scene, width, height, source) != 0)
        return report_memory(report, width, height);
    if (ripple_resize(scene->pool, width, height) != RIPPLE_OK) {
        clear_layers(&layers);
        return report_memory(report, width, height);
    }
    take_layers(scene, &layers);
    lay_floor(scene, NULL);
    ripple_invalidate(scene->pool);
    return 0;
}

int scene_show(Scene *scene, SDL_Surface *source, Report *report)
{
    if (fit_picture(&scene->picture, source, scene->fit) != 0)
        return report_memory(report, scene->picture.width,
                             scene->picture.height);
    lay_floor(scene, NULL);
    ripple_invalidate(scene->pool);
    return 0;
}

int scene_weight(const Water *water, double radius, uint64_t random)
{
    double depth = radius * SMOOTH_DEPTH;

    if (water->profile == RIPPLE_PROFILE_DISC)
        depth = DISC_DEPTH_LEAST +
                rain_fraction(random) * (DISC_DEPTH_MOST - DISC_DEPTH_LEAST);
    if (water->pool.model == RIPPLE_MODEL_SPRING)
        depth *= SPRING_DEPTH;
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

static void paint(Scene *scene, int x0, int y0, int x1, int y1, int radius,
                  int depth)
{
    RippleRect part;

    if (ripple_paint_mask(scene->pool, x0, y0, x1, y1, radius, depth, &part) ==
        RIPPLE_OK)
        lay_floor(scene, &part);
}

void scene_paint(Scene *scene, int x0, int y0, int x1, int y1, double scale,
                 int is_land)
{
    RippleStone stone = make_stone(scene, x0, y0, scale, 0);

    paint(scene, x0, y0, x1, y1, stone.radius, is_land ? 0 : 255);
}

void scene_hold_body(Scene *scene, int x, int y, double scale)
{
    HeldBody *body = &scene->body;

    if (!body->held) {
        body->was_x = x;
        body->was_y = y;
    }
    body->held = 1;
    body->x = x;
    body->y = y;
    body->radius = make_stone(scene, x, y, scale, 0).radius;
}

void scene_release_body(Scene *scene)
{
    scene->body.held = 0;
}

static void press_body(Scene *scene)
{
    HeldBody *body = &scene->body;
    double depth = body->radius * BODY_DEPTH;
    RippleStone hull = {body->was_x, body->was_y, body->radius, 0,
                        RIPPLE_PROFILE_BODY};

    if (!body->held)
        return;
    if (scene->water.pool.refraction > 0)
        depth /= scene->water.pool.refraction;
    hull.weight = (int)lround(fmin(depth, WEIGHT_MOST));
    ripple_drop_line(scene->pool, &hull, body->x, body->y);
    body->was_x = body->x;
    body->was_y = body->y;
}

static int between(int from, int to, int64_t part, int whole)
{
    return (int)(from + ((int64_t)to - from) * part / whole);
}

/* A boat's way in the step `place` of those that it has. */
static void sail(Scene *scene, const int *n, int64_t place)
{
    RippleStone hull = {between(n[0], n[2], place, n[6]),
                        between(n[1], n[3], place, n[6]), n[4], n[5],
                        RIPPLE_PROFILE_BODY};

    ripple_drop_line(scene->pool, &hull, between(n[0], n[2], place + 1, n[6]),
                     between(n[1], n[3], place + 1, n[6]));
}

/* A `set` was tried when the scene was opened; what has changed on the disk
   since then is told, and the water goes on. */
static void play_set(Scene *scene, const Event *event)
{
    Report report;

    if (scene_set(scene, event->name, event->value, &report) != 0)
        fprintf(stderr, "ripple: line %d: %s\n", event->line, report.text);
}

/* What an event does in the step `place` from when it happened. */
static void play(Scene *scene, const Event *event, uint64_t place)
{
    int n[SCRIPT_MAX_NUMBERS] = {0};
    RippleStone stone;

    script_place(n, event, scene->frame.width, scene->frame.height);
    stone = (RippleStone){n[0], n[1], n[2], n[3], scene->water.profile};
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
    case EVENT_PULL:
        ripple_pull(scene->pool, n[0], n[1], n[2], n[3]);
        break;
    case EVENT_BODY:
        stone.profile = RIPPLE_PROFILE_BODY;
        ripple_drop(scene->pool, &stone);
        break;
    case EVENT_BOAT:
        if (place < (uint64_t)n[6])
            sail(scene, n, (int64_t)place);
        break;
    case EVENT_LAND:
        paint(scene, n[0], n[1], n[0], n[1], n[2], 0);
        break;
    case EVENT_WALL:
        paint(scene, n[0], n[1], n[2], n[3], n[4], 0);
        break;
    case EVENT_WATER:
        paint(scene, n[0], n[1], n[0], n[1], n[2], 255);
        break;
    case EVENT_SET:
        play_set(scene, event);
        break;
    case EVENT_CLEAR:
        ripple_clear(scene->pool);
        break;
    }
}

/* How many steps an event takes each time. */
static uint64_t find_length(const Event *event)
{
    return event->kind == EVENT_BOAT ? (uint64_t)event->numbers[6] : 1;
}

static void keep_running(Scene *scene, size_t event)
{
    const Event *events = scene->script.events;
    Running *grown;

    if (events[event].every == 0 && find_length(&events[event]) == 1)
        return;
    grown = realloc(scene->running,
                    (scene->running_count + 1) * sizeof *scene->running);
    if (grown == NULL)
        return;
    scene->running = grown;
    scene->running[scene->running_count++] = (Running){event, scene->step};
}

static void play_running(Scene *scene)
{
    size_t kept = 0;

    for (size_t i = 0; i < scene->running_count; i++) {
        Running running = scene->running[i];
        const Event *event = &scene->script.events[running.event];
        uint64_t place = scene->step - running.start;

        if (event->every == 0 && place >= find_length(event))
            continue;
        scene->running[kept++] = running;
        if (event->every > 0)
            place %= event->every;
        if (place < find_length(event))
            play(scene, event, place);
    }
    scene->running_count = kept;
}

/* What the script, hands and the rain have for the next step, which is
   counted. */
static void disturb(Scene *scene)
{
    const Script *script = &scene->script;

    play_running(scene);
    while (scene->next_event < script->count &&
           script->events[scene->next_event].step <= scene->step) {
        play(scene, &script->events[scene->next_event], 0);
        keep_running(scene, scene->next_event++);
    }
    press_body(scene);

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
    return ripple_advance(scene->pool, find_floor(scene), &scene->frame,
                          changed);
}

/* Steps until a running event does something. */
static uint64_t find_pause(const Scene *scene, const Running *running)
{
    const Event *event = &scene->script.events[running->event];
    uint64_t place = scene->step - running->start;

    if (event->every > 0)
        place %= event->every;
    if (place < find_length(event))
        return 0;
    return event->every > 0 ? event->every - place : UINT64_MAX;
}

uint64_t scene_calm_steps(const Scene *scene, uint64_t limit)
{
    if (!ripple_is_calm(scene->pool) || scene->body.held)
        return 0;
    for (size_t i = 0; i < scene->running_count; i++) {
        uint64_t pause = find_pause(scene, &scene->running[i]);

        limit = pause < limit ? pause : limit;
    }
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
    return ripple_render(scene->pool, find_floor(scene), &scene->frame,
                         changed);
}

void scene_print_speed(const Scene *scene, double frames_per_second)
{
    double divergence = ripple_current_divergence(scene->pool);

    fprintf(stderr, "%.1f frames per second, %s, %d threads", frames_per_second,
            ripple_simd(scene->pool), ripple_threads(scene->pool));
    if (divergence > 0)
        fprintf(stderr, ", divergence %.1e", divergence);
    fputc('\n', stderr);
}

int scene_set(Scene *scene, const char *name, const char *value, Report *report)
{
    Water was = scene->water, water = was;
    const char *wrong = water_change(&water, name, value);
    const uint8_t *mask = ripple_mask(scene->pool);
    int is_mask = strcmp(name, "mask") == 0;

    if (wrong != NULL)
        return report_failure(report, name, "%s", wrong);
    if (is_mask)
        was.mask[0] = '\0'; /* land may have been painted since */
    if (maps_change_water(scene->pool, &was, &water, report) != 0) {
        Report ignored;

        if (!is_mask) /* of which a failure changes nothing */
            maps_change_water(scene->pool, &water, &scene->water, &ignored);
        return -1;
    }
    if (mask != NULL || strcmp(water.mask, scene->water.mask) != 0)
        lay_floor(scene, NULL);
    scene->water = water;
    return 0;
}
