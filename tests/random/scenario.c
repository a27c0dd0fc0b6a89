/* SPDX-License-Identifier: MIT */
#include "scenario.h"

#include "lib/util/fixed.h"
#include "play/presets.h"

#include <string.h>

#define RATE       60
#define MINUTE     (60 * RATE)
#define MAX_VALUES 6

static const ScenarioPool pools[] = {
    {"classic", "classic", 320, 240, 4, 1},
    {"pond", "pond", 640, 360, 24, 0},
};

static const struct {
    int min_steps, max_steps;
    const char *rain;
} phases[PHASE_COUNT] = {
    [PHASE_CALM] = {2 * MINUTE, 14 * MINUTE, "0"},
    [PHASE_RAIN] = {5 * RATE, 30 * RATE, "1.5"},
    [PHASE_STORM] = {2 * RATE, 8 * RATE, "30"},
    [PHASE_INPUT] = {5 * RATE, 20 * RATE, "0.05"},
    [PHASE_CHANGE] = {5 * RATE, 15 * RATE, "2"},
};

typedef struct Choice {
    const char *name;
    const char *values[MAX_VALUES]; /* up to NULL */
} Choice;

/* Settings with which every pool still comes to rest. */
static const Choice choices[] = {
    {"edges", {"fixed", "mirror", "open", "wrap"}},
    {"shore", {"fixed", "mirror"}},
    {"mask", {"builtin:puddle", "builtin:lens", "builtin:river"}},
    {"current", {"0.3,-0.2", "-1.7,0.4", "0,0", "builtin:river-flow"}},
    {"view", {"water", "heights", "slopes", "split", "perspective"}},
    {"view", {"perspective"}},
    {"camera", {"20,18,0.9", "-200,3,0.2", "77.7,70,4", "360,9,0.5"}},
    {"land", {"builtin:hills"}},
    {"filter", {"nearest", "linear"}},
    {"light", {"0", "30", "100"}},
    {"light-from", {"-90", "45"}},
    {"sky", {"0", "50", "100"}},
    {"swell", {"0", "0", "80"}},
    {"swell-from", {"wind", "around"}},
    {"bend-limit", {"0", "0.5", "20", "100"}},
    {"refraction", {"0", "0.02", "0.25", "4"}},
    {"stone", {"disc", "smooth"}},
    {"cell", {"1", "2", "auto"}},
    {"scroll", {"40,0", "-7,3"}},
};

/* Settings of the water, for a pool with other presets. */
static const Choice water_choices[] = {
    {"damping", {"3", "5", "6", "8"}},
    {"viscosity", {"0.2", "1"}},
    {"loss", {"0.004", "0.02"}},
    {"restore", {"0.008", "0.03"}},
};

const ScenarioPool *scenario_find_pool(const char *name)
{
    for (int i = 0; i < COUNT(pools); i++) {
        if (strcmp(pools[i].name, name) == 0)
            return &pools[i];
    }
    return NULL;
}

static int draw(Scenario *scenario, int min, int max)
{
    return source_between(&scenario->source, min, max);
}

/* True once in `times` on average. */
static int is_drawn(Scenario *scenario, int times)
{
    return draw(scenario, 1, times) == 1;
}

static int set(Scenario *scenario, const char *name, const char *value,
               Error *error)
{
    scenario->settings++;
    return player_set(&scenario->scene->player, name, value, error);
}

static int set_choice(Scenario *scenario, const Choice *choice, Error *error)
{
    int count = 0;

    while (count < MAX_VALUES && choice->values[count] != NULL)
        count++;
    return set(scenario, choice->name,
               choice->values[draw(scenario, 0, count - 1)], error);
}

static int set_water(Scenario *scenario, Error *error)
{
    int i = draw(scenario, 0, COUNT(water_choices)), model;

    if (i < COUNT(water_choices))
        return set_choice(scenario, &water_choices[i], error);
    model = draw(scenario, 0, RIPPLE_MODEL_COUNT - 1);
    return set(scenario, "model", ripple_model_name((RippleModel)model), error);
}

static int set_preset(Scenario *scenario, Error *error)
{
    int count = 0;

    while (presets_get(count) != NULL)
        count++;
    return set(scenario, "preset",
               presets_get(draw(scenario, 0, count - 1))->name, error);
}

static int change(Scenario *scenario, Error *error)
{
    int i = draw(scenario, 0, COUNT(choices) - 1);

    if (scenario->pool->has_other_presets && is_drawn(scenario, 4) &&
        set_preset(scenario, error) != 0)
        return -1;
    if (scenario->pool->has_other_presets && is_drawn(scenario, 3) &&
        set_water(scenario, error) != 0)
        return -1;
    if (set_choice(scenario, &choices[i], error) != 0)
        return -1;
    return set(scenario, "rain", "0.3", error);
}

static int resize(Scenario *scenario, Error *error)
{
    const ScenarioPool *pool = scenario->pool;
    int width = draw(scenario, pool->width / 2, pool->width * 5 / 4);
    int height = draw(scenario, pool->height / 2, pool->height * 5 / 4);

    scenario->resizes++;
    if (is_drawn(scenario, 20))
        width = draw(scenario, 1, 9);
    return scene_resize(scenario->scene, width, height, error);
}

static void paint(Scenario *scenario, int is_land)
{
    const RipplePixels *frame = &scenario->scene->frame;
    Stroke stroke = {.x0 = scenario->x, .y0 = scenario->y};

    stroke.y1 = draw(scenario, 0, frame->height);
    stroke.x1 = draw(scenario, 0, frame->width);
    scenario->strokes++;
    player_paint(&scenario->scene->player, &stroke, 0.5, is_land);
}

/* Drags the pointer, with a stone or with a body, and sometimes lifts it. */
static void drag(Scenario *scenario)
{
    Scene *scene = scenario->scene;
    const RipplePixels *frame = &scene->frame;
    Stroke stroke = {.x0 = scenario->x, .y0 = scenario->y};

    stroke.x1 = scenario->x + draw(scenario, -9, 9);
    stroke.y1 = scenario->y + draw(scenario, -9, 9);
    if (is_drawn(scenario, 40)) {
        stroke.x1 = draw(scenario, -9, frame->width + 9);
        stroke.y1 = draw(scenario, -9, frame->height + 9);
        player_release(&scene->player);
        scenario->has_body = is_drawn(scenario, 2);
        if (scenario->has_body)
            player_hold(&scene->player, stroke.x1, stroke.y1, 2);
    } else if (scenario->has_body) {
        player_hold(&scene->player, stroke.x1, stroke.y1, 2);
    } else if (is_drawn(scenario, 6)) {
        player_drag(&scene->player, &stroke, 1);
    }
    scenario->x = stroke.x1;
    scenario->y = stroke.y1;
}

static int start_phase(Scenario *scenario, Error *error)
{
    Phase phase = PHASE_CALM;

    if (scenario->phase == PHASE_CALM)
        phase = (Phase)draw(scenario, PHASE_CALM + 1, PHASE_COUNT - 1);
    player_release(&scenario->scene->player);
    scenario->has_body = 0;
    scenario->phase = phase;
    scenario->counts[phase]++;
    scenario->end = scenario->scene->player.step +
                    (uint64_t)draw(scenario, phases[phase].min_steps,
                                   phases[phase].max_steps);
    if (phase == PHASE_CALM)
        return scenario_reset(scenario, error);
    return set(scenario, "rain", phases[phase].rain, error);
}

int scenario_act(Scenario *scenario, Error *error)
{
    if (scenario->scene->player.step >= scenario->end)
        return start_phase(scenario, error);
    if (scenario->phase == PHASE_CALM)
        return 0;
    if (scenario->phase == PHASE_INPUT)
        drag(scenario);
    if (scenario->phase == PHASE_CHANGE && is_drawn(scenario, 60))
        return change(scenario, error);
    if (scenario->phase == PHASE_CHANGE && is_drawn(scenario, 90))
        paint(scenario, is_drawn(scenario, 2));
    return is_drawn(scenario, 90) ? resize(scenario, error) : 0;
}

uint64_t scenario_calm_steps(const Scenario *scenario, uint64_t limit)
{
    uint64_t step = scenario->scene->player.step;

    if (scenario->phase != PHASE_CALM || scenario->end <= step)
        return 0;
    return min_uint64(scenario->end - step, limit);
}

int scenario_reset(Scenario *scenario, Error *error)
{
    const ScenarioPool *pool = scenario->pool;
    Scene *scene = scenario->scene;
    Stroke middle = {0, pool->height / 2, pool->width, pool->height / 2};

    player_release(&scene->player);
    scenario->has_body = 0;
    if (scene_resize(scene, pool->width, pool->height, error) != 0 ||
        set(scenario, "preset", pool->preset, error) != 0)
        return -1;
    /* The brush is wider than the pool. */
    player_paint(&scene->player, &middle, 99, 0);
    return set(scenario, "rain", "0", error);
}
