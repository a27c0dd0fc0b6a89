/* SPDX-License-Identifier: MIT */
#include "app/scene/scene.h"

#include "base/fixed.h"
#include "app/image/map_loader.h"
#include "host/pixel_buffer.h"
#include "play/rain.h"

#include <math.h>
#include <string.h>

/* A picture changes in so much time, with so many steps from ring to ring. */
#define FADE_SECONDS    1.5
#define FADE_RING_STEPS 12

/* Streams of chance that must not repeat each other. */
#define SEED_RAIN_DROPS 0x72616966u
#define SEED_TOUCHES    0x68616e64u
#define SEED_CHANGES    0x70616765u

static int report_memory(Error *error, int width, int height)
{
    char what[32];

    snprintf(what, sizeof what, "%dx%d", width, height);
    return error_set(error, what, "%s", ripple_error_text(RIPPLE_ERROR_MEMORY));
}

/* Where sizes do not change either, a frame is what was asked for or none. */
static void miss(Scene *scene)
{
    if (!scene->is_live && scene->missed.text[0] == '\0')
        report_memory(&scene->missed, scene->frame.width, scene->frame.height);
}

/* What to look at through the water. */
static const RipplePixels *find_floor(const Scene *scene)
{
    return land_floor_pixels(&scene->floor,
                             background_pixels(&scene->background));
}

static void lay_floor(Scene *scene, const RippleRect *part)
{
    if (land_floor_lay(&scene->floor, scene->pool,
                       background_pixels(&scene->background),
                       scene->frame.format, part) != 0)
        miss(scene);
}

/* After a change of the mask, in a part or NULL for all of it. */
static void follow_mask(Scene *scene, const RippleRect *part)
{
    if (scrolling_is_moved(&scene->background.scrolling))
        scene->background.is_stale = 1; /* land does not drift */
    else
        lay_floor(scene, part);
}

/* Brings what lies under the water up to date before it is looked at. */
static void refresh_floor(Scene *scene)
{
    BackgroundMask mask = {.depths = ripple_mask(scene->pool)};
    int drawn;

    ripple_heights(scene->pool, &mask.columns, &mask.rows, NULL);
    drawn = background_draw(&scene->background, mask);
    if (drawn == 0)
        return;
    if (drawn < 0)
        miss(scene);
    lay_floor(scene, NULL);
    ripple_invalidate(scene->pool);
}

/* Tries on a small pool of its own what the script will set. */
static int try_script(const Scene *scene, Error *error)
{
    PlaySettings water = scene->water;
    Ripple *pool = NULL;
    int result = 0;

    for (size_t i = 0; i < scene->script.count && result == 0; i++) {
        const Event *event = &scene->script.events[i];
        PlaySettings next = water;
        Error reason;

        if (event->kind != EVENT_SET)
            continue;
        if (pool == NULL && ripple_create(&pool, 8, 8, NULL) != RIPPLE_OK)
            break;
        play_settings_change(&next, event->name, event->value);
        if (map_loader_apply(pool, &water, &next, &reason) != 0)
            result = error_set(error, "script", "line %d: %s", event->line,
                               reason.text);
        water = next;
    }
    ripple_destroy(pool);
    return result;
}

/* Puts the events of the preset before those of the script. */
static int add_preset_events(Scene *scene, Error *error)
{
    Script preset;

    if (script_parse(&preset, scene->water.events, "preset", error) != 0)
        return -1;
    if (script_merge(&preset, &scene->script) != 0) {
        script_clear(&preset);
        return error_set(error, "preset", "%s",
                         ripple_error_text(RIPPLE_ERROR_MEMORY));
    }
    scene->script = preset;
    return 0;
}

static int open_pool(Scene *scene, int width, int height, Error *error)
{
    int code = ripple_create(&scene->pool, width, height, NULL);

    if (code == RIPPLE_OK)
        code = ripple_use_threads(scene->pool, scene->threads);
    if (code == RIPPLE_OK)
        code = ripple_use_simd(scene->pool, scene->simd);
    if (code != RIPPLE_OK)
        return error_set(error, "pool", "%s", ripple_error_text(code));
    return map_loader_apply(scene->pool, NULL, &scene->water, error);
}

/* From now on pictures change, if there are more to come. */
static void start_album(Scene *scene)
{
    if (scene->slideshow == NULL)
        return;
    scene->due = scene->step + scene->every;
    slideshow_prepare(scene->slideshow, scene->frame.width, scene->frame.height,
                      scene->fit);
}

int scene_open(Scene *scene, int width, int height, SDL_Surface *source,
               Error *error)
{
    scene->background = (Background){.fit = scene->fit,
                                     .rate = scene->rate,
                                     .keeps_sources = scene->is_live};
    if (background_open(&scene->background, width, height, source) != 0 ||
        pixel_buffer_init(&scene->frame, width, height, scene->water.format) !=
            0 ||
        land_floor_init(&scene->floor, width, height, scene->water.format) !=
            0) {
        scene_close(scene);
        return report_memory(error, width, height);
    }
    if (try_script(scene, error) != 0 || add_preset_events(scene, error) != 0 ||
        open_pool(scene, width, height, error) != 0) {
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
    slideshow_close(scene->slideshow);
    playback_clear(&scene->playback);
    background_close(&scene->background);
    pixel_buffer_clear(&scene->frame);
    land_floor_clear(&scene->floor);
    memset(scene, 0, sizeof *scene);
}

int scene_resize(Scene *scene, int width, int height, Error *error)
{
    RippleFormat format = scene->frame.format;
    RipplePixels frame = {.width = 0};
    LandFloor floor = {.has_land = 0};
    Background background;

    if (background_resize(&background, &scene->background, width, height) != 0)
        return report_memory(error, width, height);
    if (pixel_buffer_init(&frame, width, height, format) != 0 ||
        land_floor_init(&floor, width, height, format) != 0 ||
        ripple_resize(scene->pool, width, height) != RIPPLE_OK) {
        background_close(&background);
        pixel_buffer_clear(&frame);
        land_floor_clear(&floor);
        return report_memory(error, width, height);
    }
    background_close(&scene->background);
    pixel_buffer_clear(&scene->frame);
    land_floor_clear(&scene->floor);
    scene->background = background;
    scene->frame = frame;
    scene->floor = floor;
    return 0;
}

int scene_show(Scene *scene, SDL_Surface *source, Slideshow *slideshow,
               Error *error)
{
    if (background_show(&scene->background, source) != 0) {
        slideshow_close(slideshow);
        return report_memory(error, scene->frame.width, scene->frame.height);
    }
    slideshow_close(scene->slideshow);
    scene->slideshow = slideshow;
    start_album(scene);
    return 0;
}

RippleStone scene_stone(Scene *scene, int x, int y, double scale)
{
    uint64_t random = rain_random(scene->seed + SEED_TOUCHES, scene->touches++);

    return splash_stone(scene->pool, &scene->water, x, y, scale, random);
}

/* A radius as scene_stone has it. */
static int find_radius(const Scene *scene, double scale)
{
    return splash_stone(scene->pool, &scene->water, 0, 0, scale, 0).radius;
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
    else
        miss(scene);
}

void scene_paint(Scene *scene, int x0, int y0, int x1, int y1, double scale,
                 int is_land)
{
    paint(scene, x0, y0, x1, y1, find_radius(scene, scale), is_land ? 0 : 255);
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
    body->radius = find_radius(scene, scale);
}

void scene_release_body(Scene *scene)
{
    scene->body.held = 0;
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
   since then is told, and in a window the water goes on. */
static void play_set(Scene *scene, const Event *event)
{
    Error error;
    char line[32];

    if (scene_set(scene, event->name, event->value, &error) == 0)
        return;
    snprintf(line, sizeof line, "line %d", event->line);
    if (scene->is_live)
        fprintf(stderr, "ripple: %s: %s\n", line, error.text);
    else if (scene->missed.text[0] == '\0')
        error_set(&scene->missed, line, "%s", error.text);
}

/* What an event does: a PlayEvent. */
static void play(void *context, const Event *event, uint64_t place)
{
    Scene *scene = context;
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

/* Lets a stone fall into the next picture, which shows from there on. */
static void start_fade(Scene *scene, Slide *slide)
{
    uint64_t seed = scene->seed + SEED_CHANGES, index = scene->changes++;
    double left = 0.25 + rain_fraction(rain_random(seed, 2 * index)) / 2;
    double top = 0.25 + rain_fraction(rain_random(seed, 2 * index + 1)) / 2;
    uint64_t steps = (uint64_t)lround(FADE_SECONDS * scene->rate);
    int x = (int)(left * scene->frame.width);
    int y = (int)(top * scene->frame.height);

    if (steps > scene->every)
        steps = scene->every;
    if (background_start_transition(&scene->background, slide, x, y,
                                    (int)steps) == 0)
        splash_drop_smooth(scene->pool, &scene->water, x, y);
    else
        miss(scene);
}

static void disturb_fade(Scene *scene)
{
    const Transition *transition = &scene->background.transition;

    if (background_in_transition(&scene->background) &&
        (transition->place + 1) % FADE_RING_STEPS == 0)
        splash_drop_ring(scene->pool, &scene->water, transition);
}

/* Takes the next picture when it is time, and in a live scene when it is
   there. */
static void change_picture(Scene *scene)
{
    Slide slide;

    if (scene->slideshow == NULL || scene->step < scene->due ||
        (scene->is_live && !slideshow_is_ready(scene->slideshow)))
        return;
    if (slideshow_take(scene->slideshow, &slide) == 0)
        start_fade(scene, &slide);
    start_album(scene);
}

static void rain(Scene *scene)
{
    int drops = rain_count(scene->seed, scene->step, rain_per_step(scene));
    uint64_t max = PLAY_MAX_RAIN; /* rain_count stays below, rate >= 1 */

    for (int i = 0; i < drops; i++)
        splash_drop_rain(scene->pool, &scene->water,
                         scene->seed + SEED_RAIN_DROPS,
                         scene->step * (max + 1) + (uint64_t)i);
}

/* What the script, hands, the rain and a change of pictures have for the next
   step, which is counted. */
static void disturb(Scene *scene)
{
    if (playback_step(&scene->playback, &scene->script, scene->step, play,
                      scene) != 0)
        miss(scene);
    if (scene->body.held)
        splash_press_body(scene->pool, &scene->water, &scene->body);
    rain(scene);
    change_picture(scene);
    disturb_fade(scene);
    background_step(&scene->background, scene->water.scroll_x,
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

/* Whether what lies under the water changes with every step. */
static int is_moving(const Scene *scene)
{
    return scene->water.scroll_x != 0 || scene->water.scroll_y != 0 ||
           background_in_transition(&scene->background);
}

uint64_t scene_calm_steps(const Scene *scene, uint64_t limit)
{
    if (!ripple_is_calm(scene->pool) || scene->body.held || is_moving(scene))
        return 0;
    limit =
        playback_pause(&scene->playback, &scene->script, scene->step, limit);
    if (scene->slideshow != NULL) {
        uint64_t ahead =
            scene->due > scene->step ? scene->due - scene->step : 0;

        limit = min_uint64(ahead, limit);
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

int scene_set(Scene *scene, const char *name, const char *value, Error *error)
{
    PlaySettings was = scene->water, water = was;
    const char *wrong = play_settings_change(&water, name, value);
    const uint8_t *mask = ripple_mask(scene->pool);
    int is_mask = strcmp(name, "mask") == 0;

    if (wrong != NULL)
        return error_set(error, name, "%s", wrong);
    if (is_mask)
        was.mask[0] = '\0'; /* land may have been painted since */
    if (map_loader_apply(scene->pool, &was, &water, error) != 0) {
        Error ignored;

        if (!is_mask) /* of which a failure changes nothing */
            map_loader_apply(scene->pool, &water, &scene->water, &ignored);
        return -1;
    }
    if (mask != NULL || strcmp(water.mask, scene->water.mask) != 0)
        follow_mask(scene, NULL);
    scene->water = water;
    return 0;
}
