/* SPDX-License-Identifier: MIT */
/*
 * Pictures that say something about the water: masks of its depth and maps of
 * its currents. The name "builtin:NAME" means one that the program carries
 * within itself.
 */
#ifndef RIPPLE_APP_MAPS_H
#define RIPPLE_APP_MAPS_H

#include "../ripple.h"
#include "report.h"

#include <SDL.h>

/* Reads any picture: a file or a built-in one. As loader_read. */
int maps_read_picture(SDL_Surface **surface, const char *name, Report *report);

/*
 * Sets the mask of a pool from a picture: how bright a pixel is, is how deep
 * the water is there, from black, which is land, to white. Transparent counts
 * as black. Returns 0, or -1 and changes nothing.
 */
int maps_set_mask(Ripple *pool, const char *name, Report *report);

/*
 * Sets the current of a pool from a picture: (red - 128) / 128 cells a step to
 * the right and (green - 128) / 128 cells a step down. Returns 0, or -1 and
 * changes nothing.
 */
int maps_set_current(Ripple *pool, const char *name, Report *report);

#endif
