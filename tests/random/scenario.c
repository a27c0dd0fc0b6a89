/* SPDX-License-Identifier: MIT */
#include "scenario.h"

#include "base/fixed.h"
#include "play/presets.h"
#include "play/rain.h"

#include <string.h>

#define RATE        60
#define MINUTE      (60 * RATE)
#define MOST_VALUES 6

static const Climate climates[] = {
    {"classic", "classic", 320, 240, 4, 1},
    {"pond", "pond", 640, 360, 24, 0},
};

/* How long spells are, in steps. */
static const struct {
    int min, max;
} lengths[SPELL_COUNT] = {
    [SPELL_CALM] = {2 * MINUTE, 14 * MINUTE},
    [SPELL_RAIN] = {5 * RATE, 30 * RATE},
    [SPELL_STORM] = {2 * RATE, 8 * RATE},
    [SPELL_HANDS] = {5 * RATE, 20 * RATE},
    [SPELL_CHANGE] = {5 * RATE, 15 * RATE},
};

/* What is set by chance: nothing that keeps water from coming to rest. */
static const struct {
    const char *name;
    const char *values[MOST_VALUES]; /* up to NULL */
} settings[] = {
    {"edges", {"fixed", "mirror", "open", "wrap"}},
    {"shore", {"fixed", "mirror"}},
    {"mask", {"builtin:puddle", "builtin:lens", "builtin:river"}},
    {"current", {"0.3,-0.2", "-1.7,0.4", "0,0", "builtin:river-flow"}},
    {"view", {"water", "heights", "slopes", "split"}},
    {"filter", {"nearest", "linear"}},
    {"light", {"0", "30", "100"}},
    {"light-from", {"-90", "45"}},
    {"refraction", {"0", "0.02", "0.25", "4"}},
    {"stone", {"disc", "smooth"}},
    {"cell", {"1", "2", "auto"}},
    {"scroll", {"40,0", "-7,3"}},
};

/* What a pool may be set to that does not stay what it is. */
static const struct {
    const char *name;
    const char *values[MOST_VALUES];
} waters[] = {
    {"model", {"classic", "round", "wave", "shallow", "spring"}},
    {"damping", {"3", "5", "6", "8"}},
    {"viscosity", {"0.2", "1"}},
    {"loss", {"0.004", "0.02"}},
    {"restore", {"0.008", "0.03"}},
};

const Climate *weather_climate(int i)
{
    return i >= 0 && i < COUNT(climates) ? &climates[i] : NULL;
}

const Climate *weather_find(const char *name)
{
    for (int i = 0; i < COUNT(climates); i++) {
        if (strcmp(climates[i].name, name) == 0)
            return &climates[i];
    }
    return NULL;
}

/* A number in least..most. */
static int choose(Weather *weather, int min, int max)
{
    uint64_t random = rain_random(weather->seed, weather->drawn++);

    return min + (int)((random >> 16) % (uint64_t)(max - min + 1));
}

/* True once in so many times. */
static int now_and_then(Weather *weather, int times)
{
    return choose(weather, 1, times) == 1;
}

static int set(Weather *weather, const char *name, const char *value,
               Error *error)
{
    weather->settings++;
    return scene_set(weather->scene, name, value, error);
}

static int set_any(Weather *weather, const char *name,
                   const char *const *values, Error *error)
{
    int count = 0;

    while (count < MOST_VALUES && values[count] != NULL)
        count++;
    return set(weather, name, values[choose(weather, 0, count - 1)], error);
}

static int set_preset(Weather *weather, Error *error)
{
    int count = 0;

    while (presets_name(count) != NULL)
        count++;
    return set(weather, "preset", presets_name(choose(weather, 0, count - 1)),
               error);
}

static int change(Weather *weather, Error *error)
{
    int i = choose(weather, 0, COUNT(settings) - 1);
    int result = 0;

    if (weather->climate->changes && now_and_then(weather, 4))
        result = set_preset(weather, error);
    if (result == 0 && weather->climate->changes && now_and_then(weather, 3)) {
        int water = choose(weather, 0, COUNT(waters) - 1);

        result =
            set_any(weather, waters[water].name, waters[water].values, error);
    }
    if (result == 0)
        result = set_any(weather, settings[i].name, settings[i].values, error);
    return result == 0 ? set(weather, "rain", "0.3", error) : result;
}

static int resize(Weather *weather, Error *error)
{
    const Climate *climate = weather->climate;
    int width = choose(weather, climate->width / 2, climate->width * 5 / 4);
    int height = choose(weather, climate->height / 2, climate->height * 5 / 4);

    weather->resizes++;
    if (now_and_then(weather, 20))
        width = choose(weather, 1, 9);
    return scene_resize(weather->scene, width, height, error);
}

/* Land with the depth of the brush, or away with it. */
static void paint(Weather *weather, int is_land)
{
    Scene *scene = weather->scene;
    int y = choose(weather, 0, scene_frame(scene)->height);
    int x = choose(weather, 0, scene_frame(scene)->width);

    weather->paintings++;
    scene_paint(scene, &(Stroke){weather->x, weather->y, x, y}, 0.5, is_land);
}

/* A hand that drags, now with a stone, now with a body, and lets go. */
static void drag(Weather *weather)
{
    Scene *scene = weather->scene;
    int x = weather->x + choose(weather, -9, 9);
    int y = weather->y + choose(weather, -9, 9);

    if (now_and_then(weather, 40)) {
        x = choose(weather, -9, scene_frame(scene)->width + 9);
        y = choose(weather, -9, scene_frame(scene)->height + 9);
        scene_release_body(scene);
        weather->has_body = now_and_then(weather, 2);
        if (weather->has_body)
            scene_hold_body(scene, x, y, 2);
    } else if (weather->has_body) {
        scene_hold_body(scene, x, y, 2);
    } else if (now_and_then(weather, 6)) {
        scene_drag(scene, &(Stroke){weather->x, weather->y, x, y}, 1);
    }
    weather->x = x;
    weather->y = y;
}

static int start_spell(Weather *weather, Error *error)
{
    static const char *const rain[SPELL_COUNT] = {
        [SPELL_CALM] = "0",     [SPELL_RAIN] = "1.5", [SPELL_STORM] = "30",
        [SPELL_HANDS] = "0.05", [SPELL_CHANGE] = "2",
    };
    Spell spell = SPELL_CALM;

    if (weather->spell == SPELL_CALM)
        spell = (Spell)choose(weather, SPELL_CALM + 1, SPELL_COUNT - 1);
    scene_release_body(weather->scene);
    weather->has_body = 0;
    weather->spell = spell;
    weather->spells[spell]++;
    weather->until =
        scene_step_number(weather->scene) +
        (uint64_t)choose(weather, lengths[spell].min, lengths[spell].max);
    if (spell == SPELL_CALM)
        return weather_settle(weather, error);
    return set(weather, "rain", rain[spell], error);
}

int weather_blow(Weather *weather, Error *error)
{
    if (scene_step_number(weather->scene) >= weather->until)
        return start_spell(weather, error);
    if (weather->spell == SPELL_CALM)
        return 0;
    if (weather->spell == SPELL_HANDS)
        drag(weather);
    if (weather->spell == SPELL_CHANGE && now_and_then(weather, 60))
        return change(weather, error);
    if (weather->spell == SPELL_CHANGE && now_and_then(weather, 90))
        paint(weather, now_and_then(weather, 2));
    return now_and_then(weather, 90) ? resize(weather, error) : 0;
}

uint64_t weather_calm_steps(const Weather *weather, uint64_t limit)
{
    uint64_t step = scene_step_number(weather->scene), left;

    if (weather->spell != SPELL_CALM || weather->until <= step)
        return 0;
    left = weather->until - step;
    return left < limit ? left : limit;
}

int weather_settle(Weather *weather, Error *error)
{
    const Climate *climate = weather->climate;
    Scene *scene = weather->scene;
    Stroke middle = {0, climate->height / 2, climate->width,
                     climate->height / 2};

    scene_release_body(scene);
    weather->has_body = 0;
    if (scene_resize(scene, climate->width, climate->height, error) != 0 ||
        set(weather, "preset", climate->preset, error) != 0)
        return -1;
    scene_paint(scene, &middle, 99, 0); /* as wide as all of it */
    return set(weather, "rain", "0", error);
}
