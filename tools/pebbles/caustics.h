/* SPDX-License-Identifier: MIT */
/*
 * The net of light on the ground, cast by the waves far above it.
 */
#ifndef PEBBLES_CAUSTICS_H
#define PEBBLES_CAUSTICS_H

#include <stdbool.h>
#include <stdint.h>

#include "grid.h"

/* Adds the light of a wavy surface, 1 on average, to grids of zeros: red,
   green, blue. False without memory. */
bool caustics_cast(Grid caustics[3], uint32_t seed);

#endif
