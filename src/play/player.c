/* SPDX-License-Identifier: MIT */
#include "play/player.h"

#include "os/parse.h"
#include "os/stop.h"
#include "lib/draw.h"
#include "lib/land.h"
#include "lib/util/fixed.h"
#include "play/daylight.h"
#include "play/nature/rain.h"
#include "play/splash_size.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Added to the seed: independent streams of random numbers. */
#define SEED_RAIN_DROPS 0x72616966u
#define SEED_TOUCHES    0x68616e64u
#define SEED_WARM_UP    0x7761726du
#define SEED_FOAM       0x666f616du
#define SEED_LIGHTNING  0x666c6173u

#define OPEN_WATER 255
#define MAX_DRIFT  7200 /* steps that leaves drift while steps are skipped */
#define SCARE      9    /* radii of a stone in which fish flee from it */
#define BODY_DEPTH 2.2  /* cells of offset per cell of radius */

/* A smooth stone that is dragged leaves a soft wake: factors of its weight and
   radius. */
#define DRAG_WEIGHT 0.2
#define DRAG_RADIUS 0.65

int player_report_memory(Error *error, int width, int height)
{
    char size[32];

    snprintf(size, sizeof size, "%dx%d", width, height);
    return error_set(error, size, "%s", ripple_error_text(RIPPLE_ERROR_MEMORY));
}

void player_report(Player *player, const Error *error)
{
    if (player->is_live)
        error_print(error);
    else if (player->missed.text[0] == '\0')
        player->missed = *error;
}

void player_miss(Player *player)
{
    if (!player->is_live && player->missed.text[0] == '\0')
        player_report_memory(&player->missed, ripple_width(player->pool),
                             ripple_height(player->pool));
}

/* Tries all settings of the script on a small pool. */
static int try_script(const Player *player, Error *error)
{
    PlaySettings settings = player->settings;
    Ripple *pool = NULL;
    int result = 0;

    for (size_t i = 0; i < player->script.count && result == 0; i++) {
        const Event *event = &player->script.events[i];
        PlaySettings next = settings;
        PlayReason why;
        Error reason;

        if (event->kind != EVENT_SET)
            continue;
        if (pool == NULL && ripple_create(&pool, 8, 8, NULL) != RIPPLE_OK)
            break;
        play_settings_change(&next, event->name, event->value, &why);
        if (player->host.apply(pool, &settings, &next, &reason) != 0)
            result = error_set(error, event->file, "line %d: %s", event->line,
                               reason.text);
        settings = next;
    }
    ripple_destroy(pool);
    return result;
}

/* Puts the events of the preset, which begin with the warm-up, before those of
   the script. */
static int add_preset_events(Player *player, Error *error)
{
    Script preset;

    if (script_parse(&preset, player->settings.events, PLAYER_PRESET_EVENTS,
                     error) != 0)
        return -1;
    if (player->settings.is_still)
        script_calm(&preset);
    player->lead = (uint64_t)player->settings.warm_up;
    script_begin_earlier(&preset, player->lead);
    script_delay(&player->script, player->lead);
    if (script_merge(&preset, &player->script) != 0) {
        script_clear(&preset);
        return error_set(error, "preset", "%s",
                         ripple_error_text(RIPPLE_ERROR_MEMORY));
    }
    player->script = preset;
    return 0;
}

static int open_pool(Player *player, int width, int height, Error *error)
{
    int code = ripple_create(&player->pool, width, height, NULL);

    if (code == RIPPLE_OK)
        code = ripple_use_threads(player->pool, player->threads);
    if (code == RIPPLE_OK)
        code = ripple_use_simd(player->pool, player->simd);
    if (code != RIPPLE_OK)
        return error_set(error, "pool", "%s", ripple_error_text(code));
    return player->host.apply(player->pool, NULL, &player->settings, error);
}

static RippleStone make_stone(Player *player, int x, int y, double scale)
{
    uint64_t random =
        rain_random(player->seed + SEED_TOUCHES, player->touches++);

    return splash_stone(player->pool, &player->settings, x, y, scale, random);
}

/* Stones are heard, and fish flee from them, but not from rain. */
static void hear(Player *player, HeardKind kind, RippleStone stone)
{
    if (kind != HEARD_RAIN)
        fish_scare(&player->shoal, stone.x, stone.y, SCARE * stone.radius);
    if (player->heard_count < PLAYER_MAX_HEARD)
        player->heard[player->heard_count++] =
            (Heard){kind, stone, stone.x, stone.y, player->step};
}

void player_drop(Player *player, int x, int y, double scale)
{
    RippleStone stone = make_stone(player, x, y, scale);

    hear(player, HEARD_TOUCH, stone);
    splash_drop_click(player->pool, &stone);
}

/*
 * A smooth stone adds to the water, and each piece of a drag begins where the
 * stone was pressed already: taking it out there leaves the same trench
 * however often the mouse reports.
 */
static void drag(Player *player, RippleStone stone, int x, int y)
{
    if (stone.profile == RIPPLE_PROFILE_SMOOTH) {
        stone.radius = max_int((int)lround(stone.radius * DRAG_RADIUS), 1);
        stone.weight = (int)lround(stone.weight * -DRAG_WEIGHT);
        ripple_drop(player->pool, &stone);
        stone.weight = -stone.weight;
    }
    ripple_drop_line(player->pool, &stone, x, y);
}

void player_drag(Player *player, const Stroke *stroke, double scale)
{
    RippleStone stone = make_stone(player, stroke->x0, stroke->y0, scale);
    Heard *heard = &player->heard[player->heard_count];

    hear(player, HEARD_WAKE, stone);
    if (heard < &player->heard[player->heard_count]) {
        heard->to_x = stroke->x1;
        heard->to_y = stroke->y1;
    }
    drag(player, stone, stroke->x1, stroke->y1);
}

/* The radius of a stone of that scale. */
static int scaled_radius(const Player *player, double scale)
{
    return splash_stone(player->pool, &player->settings, 0, 0, scale, 0).radius;
}

/* Follows a change of the mask in a part, as ripple_paint_mask returned. */
static void end_paint(Player *player, int code, const RippleRect *part)
{
    if (code == RIPPLE_OK)
        player->host.mask_changed(player->host.context, part);
    else
        player_miss(player);
}

static void paint(Player *player, const Stroke *stroke, int radius, int depth)
{
    RippleRect part;
    int code = ripple_paint_mask(player->pool, stroke->x0, stroke->y0,
                                 stroke->x1, stroke->y1, radius, depth, &part);

    end_paint(player, code, &part);
}

void player_paint(Player *player, const Stroke *stroke, double scale,
                  int is_land)
{
    RippleRect part;
    int code = ripple_paint_land(
        player->pool, stroke->x0, stroke->y0, stroke->x1, stroke->y1,
        scaled_radius(player, scale), is_land ? 0 : OPEN_WATER, &part);

    end_paint(player, code, &part);
}

void player_hold(Player *player, int x, int y, double scale)
{
    HeldBody *body = &player->body;

    if (!body->is_held)
        body->rowed = floats_find_boat(&player->floats, x, y);
    boat_hold(body, x, y, scaled_radius(player, scale));
}

void player_release(Player *player)
{
    player->body.is_held = 0;
}

/* Where stones are discs boats are the hard bodies of old. */
static int has_hard_boats(const Player *player)
{
    return player->settings.profile == RIPPLE_PROFILE_DISC;
}

static void press_body(Player *player)
{
    HeldBody *body = &player->body;
    double depth = body->radius / ripple_cell(player->pool) * BODY_DEPTH;
    int weight = splash_depth_weight(&player->settings, depth);

    if (!body->is_held)
        return;
    if (body->rowed >= 0 && body->rowed < player->floats.boats) {
        boat_press_held(player->pool, NULL, body, weight, player->step);
        floats_row(&player->floats, player->pool, body->rowed, body->last_x,
                   body->last_y);
    } else if (has_hard_boats(player))
        boat_drag_held(player->pool, &player->boats, body, weight);
    else
        boat_press_held(player->pool, &player->boats, body, weight,
                        player->step);
}

/* Lets the camera stand where it is asked for, or where a slow turn is. */
static void follow_camera(Player *player)
{
    RippleCamera camera = player->settings.camera;

    if (player->turns_slowly)
        camera = camera_turn(&camera, player->step, player->rate);
    ripple_set_camera(player->pool, &camera);
}

void player_aim_camera(Player *player, const RippleCamera *camera)
{
    player->settings.camera = *camera;
    follow_camera(player);
}

int player_set(Player *player, const char *name, const char *value,
               Error *error)
{
    PlaySettings before = player->settings, after = before;
    PlayReason why;
    const char *wrong = play_settings_change(&after, name, value, &why);
    const uint8_t *mask = ripple_mask(player->pool);
    int is_mask = play_settings_is_land(name);
    int is_camera = strcmp(name, "camera") == 0 || strcmp(name, "preset") == 0;

    if (wrong != NULL)
        return error_set(error, name, "%s", wrong);
    if (is_mask)
        before.mask[0] = before.land[0] =
            '\0'; /* land may have been painted since */
    if (player->host.apply(player->pool, &before, &after, error) != 0) {
        Error ignored;

        if (!is_mask) /* a mask that cannot be read changes nothing */
            player->host.apply(player->pool, &after, &player->settings,
                               &ignored);
        return -1;
    }
    is_mask |= play_settings_other_land(&after, &player->settings);
    player->masks += (unsigned)is_mask;
    if (mask != NULL || is_mask)
        player->host.mask_changed(player->host.context, NULL);
    player->settings = after;
    if (is_camera)
        player->home = after.camera;
    return 0;
}

int player_toggle_rain(Player *player)
{
    double *rain = &player->settings.rain;

    if (*rain > 0) {
        player->usual_rain = *rain;
        *rain = 0;
    } else {
        *rain = player->usual_rain;
    }
    return *rain > 0;
}

/* A `set` was tried when the player was opened; an error now means that a file
   has changed since. */
static void play_set(Player *player, const Event *event)
{
    Error reason, error;

    if (player_set(player, event->name, event->value, &reason) == 0)
        return;
    error_set(&error, event->file, "line %d: %s", event->line, reason.text);
    player_report(player, &error);
}

static void paint_spot(Player *player, const int *n, int depth)
{
    paint(player, &(Stroke){n[0], n[1], n[0], n[1]}, n[2], depth);
}

static void play_line(Ripple *pool, const int *n, RippleProfile profile)
{
    RippleStone stone = {n[0], n[1], n[4], n[5], profile};

    ripple_drop_line(pool, &stone, n[2], n[3]);
}

static void sail(Player *player, const int *n, uint64_t elapsed)
{
    BoatWay way = {n[0], n[1], n[2], n[3], n[4], n[5], n[6]};

    (has_hard_boats(player) ? boat_drag : boat_sail)(
        player->pool, &player->boats, &way, (int64_t)elapsed);
}

/* Does an event, as PlayEvent. */
static void play(void *context, const Event *event, uint64_t elapsed)
{
    Player *player = context;
    Ripple *pool = player->pool;
    int n[SCRIPT_MAX_NUMBERS] = {0};
    RippleStone stone;

    if (script_to_places(n, event, pool) != 0)
        return;
    stone = (RippleStone){n[0], n[1], n[2], n[3], player->settings.profile};
    if (event->kind <= EVENT_SPLASH || event->kind == EVENT_CLICK)
        hear(player, HEARD_SCRIPT, stone);
    switch (event->kind) {
    case EVENT_BODY:
        stone.profile = RIPPLE_PROFILE_BODY;
        ripple_drop(pool, &stone);
        break;
    case EVENT_STONE:
        ripple_drop(pool, &stone);
        break;
    case EVENT_SPLASH:
        ripple_splash(pool, &stone, n[4]);
        break;
    case EVENT_LINE:
        play_line(pool, n, player->settings.profile);
        break;
    case EVENT_DISTURB:
        ripple_disturb(pool, n[0], n[1], n[2]);
        break;
    case EVENT_PULL:
        ripple_pull(pool, n[0], n[1], n[2], n[3]);
        break;
    case EVENT_BOAT:
        sail(player, n, elapsed);
        break;
    case EVENT_LAND:
        paint_spot(player, n, 0);
        break;
    case EVENT_WALL:
        paint(player, &(Stroke){n[0], n[1], n[2], n[3]}, n[4], 0);
        break;
    case EVENT_WATER:
        paint_spot(player, n, OPEN_WATER);
        break;
    case EVENT_SET:
        play_set(player, event);
        break;
    case EVENT_CLEAR:
        ripple_clear(pool);
        break;
    case EVENT_CLICK:
        splash_drop_click(pool, &stone);
        break;
    case EVENT_DRAG:
        drag(player, (RippleStone){n[0], n[1], n[4], n[5], stone.profile}, n[2],
             n[3]);
        break;
    case EVENT_BEGIN: /* is of player_open */
        break;
    }
}

static int play_now(Player *player, const Event *event, Error *error)
{
    uint64_t step = player->step + player->lead;
    Script more = {NULL, 1};

    if (event->kind == EVENT_SET)
        return player_set(player, event->name, event->value, error);
    if (event->kind == EVENT_BEGIN)
        return error_set(error, "begin", "is for scripts");
    if (script_duration(event) == 1) {
        play(player, event, 0);
        return 0;
    }
    more.events = malloc(sizeof *more.events);
    if (more.events != NULL) {
        *more.events = *event;
        more.events->step = step;
        more.events->file = "event";
        if (script_merge(&player->script, &more) == 0 &&
            playback_seek(&player->playback, &player->script, step) == 0)
            return 0;
    }
    free(more.events);
    return error_set(error, "event", "%s",
                     ripple_error_text(RIPPLE_ERROR_MEMORY));
}

int player_play_line(Player *player, char *line, Error *error)
{
    Event event;
    PlayReason why;
    const char *word = line + strspn(line, " \t\r");
    const char *wrong = script_parse_event(&event, line, &why);
    int result = wrong != NULL ? error_set(error, word, "%s", wrong)
                               : play_now(player, &event, error);

    free(event.value);
    return result;
}

static double rain_per_step(const Player *player)
{
    return player->settings.rain / player->rate;
}

static void play_step(Player *player, uint64_t step)
{
    boats_fit(&player->boats, player->pool);
    if (playback_step(&player->playback, &player->script, step, play, player) !=
        0)
        player_miss(player);
}

static void rain(Player *player, uint64_t seed, uint64_t step)
{
    double per_step = rain_per_step(player);
    uint64_t drop = rain_before(seed, step, per_step);
    uint64_t end = rain_before(seed, step + 1, per_step);

    for (; drop < end; drop++)
        hear(player, HEARD_RAIN,
             splash_drop_rain(player->pool, &player->settings,
                              seed + SEED_RAIN_DROPS, drop));
}

static Daylight find_daylight(const Player *player)
{
    return player->settings.minute > 0
               ? daylight_at(player->settings.minute - 1)
               : (Daylight){0, 1, 1, 1, 1};
}

void player_find_tint(const Player *player, int *tint)
{
    int is_flat = player->settings.pool.view != RIPPLE_VIEW_PERSPECTIVE;
    Daylight hour = is_flat && !player->tints_picture
                        ? (Daylight){0, 1, 1, 1, 1}
                        : find_daylight(player);

    tint[0] = (int)(hour.red * 256);
    tint[1] = (int)(hour.green * 256);
    tint[2] = (int)(hour.blue * 256);
}

/* The light of the hour. Lightning flickers: for 3 steps, and for 4 more after
   as many. While it flashes, water has the strongest light and sky, from
   another side. */
static void shine(Player *player)
{
    double per_step = player->settings.lightning / (60.0 * player->rate);
    uint64_t seed = player->seed + SEED_LIGHTNING, step = player->step;
    uint64_t from = step > 9 ? step - 9 : 0;
    uint64_t start = rain_next(seed, from, 10, per_step);
    uint64_t age = step - start; /* huge if it starts later */
    RippleSettings lit = player->settings.pool;
    Daylight hour = find_daylight(player);
    const RippleSettings *now = ripple_settings(player->pool);

    lit.light *= hour.strength;
    lit.sky *= hour.strength;
    ripple_set_tint(player->pool, hour.red, hour.green, hour.blue);
    if (lit.light > 0 && (age < 3 || (age > 5 && age < 10))) {
        lit.light = RIPPLE_MAX_LIGHT;
        lit.sky = 100;
        lit.light_from = 360 * rain_fraction(rain_random(seed, start));
    }
    if (lit.light != now->light || lit.sky != now->sky ||
        lit.light_from != now->light_from)
        ripple_configure(player->pool, &lit);
}

void player_prepare_frame(Player *player)
{
    shine(player);
    fish_fit(&player->shoal, player->pool, player->seed, player->settings.fish);
    leaves_fit(&player->leaves, player->pool, player->seed,
               player->settings.leaves);
    leaves_fit(&player->foam, player->pool, player->seed + SEED_FOAM,
               player->settings.foam);
    floats_fit(&player->floats, player->pool, player->seed,
               player->settings.paper_boats, player->settings.ducks);
    boats_fit(&player->boats, player->pool);
}

static void move_sprites(Player *player)
{
    boats_step(&player->boats);
    for (int i = 0; i < player->boats.count; i++) {
        const SeenBoat *boat = &player->boats.boat[i];

        fish_scare(&player->shoal, boat->x, boat->y, 5 * boat->radius);
    }
    fish_step(&player->shoal, player->pool, player->seed,
              player->settings.fish);
    floats_step(&player->floats, player->pool, player->seed,
                player->settings.paper_boats, player->settings.ducks);
    leaves_step(&player->leaves, player->pool, player->seed,
                player->settings.leaves);
    leaves_step(&player->foam, player->pool, player->seed + SEED_FOAM,
                player->settings.foam);
}

/* Rain of the warm-up is that of another seed, backwards: its first slot of
   time ends where that of step 0 begins. */
static void warm_up(Player *player)
{
    for (uint64_t left = player->lead; left > 0 && stop_count() == 0; left--) {
        play_step(player, player->lead - left);
        rain(player, player->seed + SEED_WARM_UP, left - 1);
        move_sprites(player);
        ripple_step(player->pool);
    }
    player->heard_count = 0;
}

/* The steps that a script's begin has pass before the first frame. */
static int begin(Player *player)
{
    const Event *event = script_find_begin(&player->script);
    uint64_t until = 0;

    if (event == NULL || parse_uint64(&until, event->name) != 0)
        return 0;
    if (player_skip(player, event->step - player->lead) != 0)
        return -1;
    if (event->step > player->lead)
        ripple_clear(player->pool);
    while (player->step < until && stop_count() == 0) {
        player_disturb(player);
        ripple_step(player->pool);
        player->step++;
    }
    player->heard_count = 0;
    return 0;
}

int player_open(Player *player, int width, int height, Error *error)
{
    const Event *event;

    script_begin_with(&player->script, &player->settings);
    event = script_find_begin(&player->script);
    if (event != NULL)
        parse_uint64(&player->seed, event->value);
    player->foam.is_foam = 1;
    player->home = player->settings.camera;
    player->usual_rain =
        player->settings.rain > 0 ? player->settings.rain : PLAY_USUAL_RAIN;
    if (try_script(player, error) == 0 &&
        add_preset_events(player, error) == 0 &&
        open_pool(player, width, height, error) == 0) {
        warm_up(player);
        if (begin(player) == 0)
            return 0;
        player_report_memory(error, width, height);
    }
    player_close(player);
    return -1;
}

void player_close(Player *player)
{
    script_clear(&player->script);
    ripple_destroy(player->pool);
    playback_clear(&player->playback);
    memset(player, 0, sizeof *player);
}

int player_skip(Player *player, uint64_t steps)
{
    for (uint64_t i = 0; i < steps % MAX_DRIFT; i++)
        move_sprites(player);
    player->step += steps;
    ripple_pass_swell(player->pool, steps);
    return playback_seek(&player->playback, &player->script,
                         player->step + player->lead);
}

/* Whether the camera moves by itself, and is seen to. */
static int is_turning(const Player *player)
{
    return player->turns_slowly &&
           player->settings.pool.view == RIPPLE_VIEW_PERSPECTIVE;
}

void player_disturb(Player *player)
{
    play_step(player, player->step + player->lead);
    if (is_turning(player))
        follow_camera(player);
    press_body(player);
    rain(player, player->seed, player->step);
    move_sprites(player);
}

uint64_t player_calm_steps(const Player *player, uint64_t limit)
{
    if (!ripple_is_calm(player->pool) || player->body.is_held ||
        player->boats.count > 0 || player->shoal.count > 0 ||
        is_turning(player) || !floats_are_still(&player->floats) ||
        !leaves_are_still(&player->leaves, player->pool) ||
        !leaves_are_still(&player->foam, player->pool))
        return 0;
    limit = playback_pause(&player->playback, &player->script,
                           player->step + player->lead, limit);
    return rain_next(player->seed, player->step, limit, rain_per_step(player)) -
           player->step;
}
