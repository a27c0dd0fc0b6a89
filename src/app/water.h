/* SPDX-License-Identifier: MIT */
/*
 * Everything about the water that a preset sets, an option overrides and a
 * script may change while it runs, each by the name it has in all three.
 */
#ifndef RIPPLE_APP_WATER_H
#define RIPPLE_APP_WATER_H

#include "../ripple.h"

#define WATER_DEFAULT_PRESET "pond"
#define WATER_MAX_RAIN       10000.0

typedef struct Water {
    RippleSettings pool;
    RippleProfile profile; /* of dropped stones */
    double rain;           /* drops per second, 0..WATER_MAX_RAIN */
} Water;

/* Fills in the default preset. */
void water_init(Water *water);

/*
 * Sets one value by name: preset, model, damping, stone, refraction, rain.
 * Returns NULL, or why not in static words, and then has changed nothing.
 */
const char *water_set(Water *water, const char *name, const char *value);

/* Name and summary of preset i from 0, or NULL past the last. */
const char *water_preset_name(int i);
const char *water_preset_summary(int i);

#endif
