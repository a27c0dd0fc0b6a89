/* SPDX-License-Identifier: MIT */
/*
 * What happens to a scene in a day: spells of calm, rain, storm, hands and
 * changes, by chance, from a seed. Everything goes through what the program
 * itself has for it.
 */
#ifndef RIPPLE_TESTS_RANDOM_SCENARIO_H
#define RIPPLE_TESTS_RANDOM_SCENARIO_H

#include "app/scene/scene.h"

/* A pool to leave in the weather. */
typedef struct Climate {
    const char *name;
    const char *preset;
    int width, height;
    int draw_every; /* steps of moving water */
    int changes;    /* whether the preset does not always stay */
} Climate;

typedef enum Spell {
    SPELL_CALM,
    SPELL_RAIN,
    SPELL_STORM,
    SPELL_HANDS,
    SPELL_CHANGE,
    SPELL_COUNT,
} Spell;

typedef struct Weather {
    const Climate *climate;
    Scene *scene;
    uint64_t seed, drawn; /* of chance */
    Spell spell;
    uint64_t until; /* the step that ends the spell */
    int x, y;       /* where the hand is */
    int has_body;   /* in it */
    /* how often there was what */
    uint64_t spells[SPELL_COUNT];
    uint64_t resizes, settings, paintings;
} Weather;

/* The pool of that name, or number i from 0; NULL when there is none. */
const Climate *weather_climate(int i);
const Climate *weather_find(const char *name);

/* What there is before the next step. Returns 0, or -1 and the reason. */
int weather_blow(Weather *weather, Error *error);

/* How many steps from now on it keeps still, at most `limit`. */
uint64_t weather_calm_steps(const Weather *weather, uint64_t limit);

/* Brings the scene back to size, preset and open water of the climate, with
   nothing that falls in or moves, as before the first step; waves go on. */
int weather_settle(Weather *weather, Error *error);

#endif
