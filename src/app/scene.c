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
#define SMOOTH_DEPTH     5.0 /* per cell of radius */
#define DISC_DEPTH_LEAST 32
#define DISC_DEPTH_MOST  128
#define WEIGHT_MOST      12000 /* leaves room for waves to add up */
#define SPRING_DEPTH     6.0   /* times: a stone leaves springs no speed */
#define BODY_DEPTH       2.2   /* cells of offset per cell of radius */
#define RAIN_SCALE_LEAST 0.45
#define RAIN_SCALE_MOST  1.0

/*
 * A picture changes in so much time, from where a stone falls, and softer ones
 * side by side in rings after it: so many steps from ring to ring, and sizes
 * and depths as shares of those of usual stones.
 */
#define FADE_SECONDS     1.5
#define FADE_RING_STEPS  12
#define FADE_STONE_SCALE 2.5
#define FADE_STONE_DEPTH 0.3
#define FADE_RING_SCALE  2.0
#define FADE_RING_DEPTH  0.08

/* Streams of chance that must not repeat each other. */
#define SEED_RAIN_DROPS 0x72616966u
#define SEED_TOUCHES    0x68616e64u
#define SEED_CHANGES    0x70616765u

#define PI 3.14159265358979323846

/* Allocates a frame, and a floor where that is in another format than pictures
   have; neither on failure. */
static int make_frame(RipplePixels *frame, RipplePixels *floor, int width,
                      int height, RippleFormat format)
{
    memset(floor, 0, sizeof *floor);
    if (pixels_init(frame, width, height, format) == 0 &&
        (format == RIPPLE_FORMAT_ARGB8888 ||
         pixels_init(floor, width, height, format) == 0))
        return 0;
    pixels_clear(frame);
    return -1;
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

/* What to look at through the water. */
static const RipplePixels *find_floor(const Scene *scene)
{
    return has_floor(scene) ? &scene->floor : backdrop_pixels(&scene->backdrop);
}

/* Lays the floor anew after a change of the backdrop, or of the mask in a part
   of it; NULL: in all of it. */
static void lay_floor(Scene *scene, const RippleRect *part)
{
    const RipplePixels *picture = backdrop_pixels(&scene->backdrop);
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

/* After a change of the mask, in a part or NULL for all of it. */
static void follow_mask(Scene *scene, const RippleRect *part)
{
    if (drift_is_away(&scene->backdrop.drift))
        scene->backdrop.is_stale = 1; /* land does not drift */
    else
        lay_floor(scene, part);
}

/* Brings what lies under the water up to date before it is looked at. */
static void refresh_floor(Scene *scene)
{
    BackdropMask mask = {.depths = ripple_mask(scene->pool)};

    ripple_heights(scene->pool, &mask.columns, &mask.rows, NULL);
    if (!backdrop_draw(&scene->backdrop, mask))
        return;
    lay_floor(scene, NULL);
    ripple_invalidate(scene->pool);
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

/* From now on pictures change, if there are more to come. */
static void start_album(Scene *scene)
{
    if (scene->album == NULL)
        return;
    scene->due = scene->step + scene->every;
    album_prepare(scene->album, scene->frame.width, scene->frame.height,
                  scene->fit);
}

int scene_open(Scene *scene, int width, int height, SDL_Surface *source,
               Report *report)
{
    scene->backdrop = (Backdrop){.fit = scene->fit,
                                 .rate = scene->rate,
                                 .keeps_sources = scene->is_live};
    if (backdrop_open(&scene->backdrop, width, height, source) != 0 ||
        make_frame(&scene->frame, &scene->floor, width, height,
                   scene->water.format) != 0) {
        scene_close(scene);
        return report_memory(report, width, height);
    }
    if (try_script(scene, report) != 0 ||
        add_preset_events(scene, report) != 0 ||
        open_pool(scene, width, height, report) != 0) {
        scene_close(scene);
        return -1;
    }
    lay_floor(scene, NULL);
    scene_render(scene, NULL);
    start_album(scene);
    return 0;
}

void scene_close(Scene *scene)
{
    script_clear(&scene->script);
    ripple_destroy(scene->pool);
    album_close(scene->album);
    free(scene->running);
    backdrop_close(&scene->backdrop);
    pixels_clear(&scene->frame);
    pixels_clear(&scene->floor);
    memset(scene, 0, sizeof *scene);
}

int scene_resize(Scene *scene, int width, int height, Report *report)
{
    Backdrop backdrop;
    RipplePixels frame, floor;

    if (backdrop_resize(&backdrop, &scene->backdrop, width, height) != 0)
        return report_memory(report, width, height);
    if (make_frame(&frame, &floor, width, height, scene->frame.format) != 0) {
        backdrop_close(&backdrop);
        return report_memory(report, width, height);
    }
    if (ripple_resize(scene->pool, width, height) != RIPPLE_OK) {
        backdrop_close(&backdrop);
        pixels_clear(&frame);
        pixels_clear(&floor);
        return report_memory(report, width, height);
    }
    backdrop_close(&scene->backdrop);
    pixels_clear(&scene->frame);
    pixels_clear(&scene->floor);
    scene->backdrop = backdrop;
    scene->frame = frame;
    scene->floor = floor;
    scene->floor_has_land = 0;
    return 0;
}

int scene_show(Scene *scene, SDL_Surface *source, Album *album, Report *report)
{
    if (backdrop_show(&scene->backdrop, source) != 0) {
        album_close(album);
        return report_memory(report, scene->frame.width, scene->frame.height);
    }
    album_close(scene->album);
    scene->album = album;
    start_album(scene);
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

    return (RippleStone){
        x, y, (int)lround(radius),
        scene_weight(&scene->water, radius / ripple_cell(scene->pool), random),
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
        follow_mask(scene, &part);
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
    double depth = body->radius / ripple_cell(scene->pool) * BODY_DEPTH;
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

/* A stone for a fade, soft whatever the stones are like that hands drop. */
static RippleStone make_soft_stone(const Scene *scene, int x, int y,
                                   double scale, double depth)
{
    RippleStone stone = make_stone(scene, x, y, scale, 0);

    stone.weight = (int)lround(stone.weight * depth);
    stone.profile = RIPPLE_PROFILE_SMOOTH;
    return stone;
}

/*
 * A ring where a fade has come to: stones near enough to each other to make
 * one wave. Each direction is the one before, turned by the same angle.
 */
static void drop_ring(Scene *scene)
{
    const Fade *fade = &scene->backdrop.fade;
    double radius = fade_radius(fade, scene->frame.width, scene->frame.height);
    RippleStone stone = make_soft_stone(scene, fade->x, fade->y,
                                        FADE_RING_SCALE, FADE_RING_DEPTH);
    double part = stone.radius / (2 * fmax(radius, stone.radius));
    double across = 1, down = 0, rest = sqrt(1 - part * part);

    if (radius < stone.radius)
        return; /* the stone itself is still there */

    for (int i = 0; i < (int)(2 * PI / part); i++) {
        double turned = across * rest - down * part;

        stone.x = fade->x + (int)lround(radius * across);
        stone.y = fade->y + (int)lround(radius * down);
        ripple_drop(scene->pool, &stone);
        down = down * rest + across * part;
        across = turned;
    }
}

static void disturb_fade(Scene *scene)
{
    const Fade *fade = &scene->backdrop.fade;

    if (backdrop_is_fading(&scene->backdrop) &&
        (fade->place + 1) % FADE_RING_STEPS == 0)
        drop_ring(scene);
}

/* Lets a stone fall into the next picture, which shows from there on. */
static void start_fade(Scene *scene, Page *page)
{
    uint64_t seed = scene->seed + SEED_CHANGES, index = scene->changes++;
    double left = 0.25 + rain_fraction(rain_random(seed, 2 * index)) / 2;
    double top = 0.25 + rain_fraction(rain_random(seed, 2 * index + 1)) / 2;
    uint64_t steps = (uint64_t)lround(FADE_SECONDS * scene->rate);
    RippleStone stone = make_soft_stone(scene, (int)(left * scene->frame.width),
                                        (int)(top * scene->frame.height),
                                        FADE_STONE_SCALE, FADE_STONE_DEPTH);

    if (steps > scene->every)
        steps = scene->every;
    if (backdrop_fade(&scene->backdrop, page, stone.x, stone.y, (int)steps) ==
        0)
        ripple_drop(scene->pool, &stone);
}

/* Takes the next picture when it is time, and in a live scene when it is
   there. */
static void change_picture(Scene *scene)
{
    Page page;

    if (scene->album == NULL || scene->step < scene->due ||
        (scene->is_live && !album_is_ready(scene->album)))
        return;
    if (album_take(scene->album, &page) == 0)
        start_fade(scene, &page);
    start_album(scene);
}

/* What the script, hands, the rain and a change of pictures have for the next
   step, which is counted. */
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
    change_picture(scene);
    disturb_fade(scene);
    backdrop_step(&scene->backdrop, scene->water.scroll_x,
                  scene->water.scroll_y);
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
    refresh_floor(scene);
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

/* Whether what lies under the water changes with every step. */
static int is_moving(const Scene *scene)
{
    return scene->water.scroll_x != 0 || scene->water.scroll_y != 0 ||
           backdrop_is_fading(&scene->backdrop);
}

/* Steps from now to a given one, at most `limit`. */
static uint64_t count_until(const Scene *scene, uint64_t step, uint64_t limit)
{
    uint64_t ahead = step > scene->step ? step - scene->step : 0;

    return ahead < limit ? ahead : limit;
}

uint64_t scene_calm_steps(const Scene *scene, uint64_t limit)
{
    if (!ripple_is_calm(scene->pool) || scene->body.held || is_moving(scene))
        return 0;
    for (size_t i = 0; i < scene->running_count; i++) {
        uint64_t pause = find_pause(scene, &scene->running[i]);

        limit = pause < limit ? pause : limit;
    }
    if (scene->next_event < scene->script.count)
        limit = count_until(scene, scene->script.events[scene->next_event].step,
                            limit);
    if (scene->album != NULL)
        limit = count_until(scene, scene->due, limit);
    return rain_next(scene->seed, scene->step, limit, rain_per_step(scene)) -
           scene->step;
}

void scene_skip(Scene *scene, uint64_t steps)
{
    scene->step += steps;
}

int scene_render(Scene *scene, const RippleRect **changed)
{
    refresh_floor(scene);
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
        follow_mask(scene, NULL);
    scene->water = water;
    return 0;
}
