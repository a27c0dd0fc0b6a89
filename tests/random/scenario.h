/* SPDX-License-Identifier: MIT */
/*
 * What happens to a scene in a day, drawn from a seed: phases of calm, rain,
 * storm, input and change, by the functions that the program itself calls.
 */
#ifndef RIPPLE_TESTS_RANDOM_SCENARIO_H
#define RIPPLE_TESTS_RANDOM_SCENARIO_H

#include "app/scene.h"
#include "source.h"

typedef struct ScenarioPool {
    const char *name, *preset;
    int width, height;
    int render_interval;   /* steps of moving water per frame */
    int has_other_presets; /* in phases of change */
} ScenarioPool;

/* Every second phase is calm. */
typedef enum Phase {
    PHASE_CALM,
    PHASE_RAIN,
    PHASE_STORM,
    PHASE_INPUT,
    PHASE_CHANGE,
    PHASE_COUNT,
} Phase;

typedef struct Scenario {
    const ScenarioPool *pool;
    Scene *scene; /* not owned */
    Source source;
    Phase phase;
    uint64_t end; /* the step after the phase */
    int x, y;     /* of the pointer */
    int has_body; /* under the pointer */
    int counts[PHASE_COUNT];
    int resizes, settings, strokes;
} Scenario;

/* The pool of that name, or NULL. */
const ScenarioPool *scenario_find_pool(const char *name);

/* Does what comes before the next step. Returns 0, or -1 and the reason. */
int scenario_act(Scenario *scenario, Error *error);

/* The steps from now on, at most `limit`, in which nothing happens. */
uint64_t scenario_calm_steps(const Scenario *scenario, uint64_t limit);

/* Ends rain, input and land and restores the pool's size and preset; waves
   stay. Returns 0, or -1 and the reason. */
int scenario_reset(Scenario *scenario, Error *error);

#endif
