/* SPDX-License-Identifier: MIT */
/*
 * Loads masks, which are maps of the depth, and maps of currents. The name
 * "builtin:NAME" is a picture inside the program.
 */
#ifndef RIPPLE_APP_IMAGE_MAP_LOADER_H
#define RIPPLE_APP_IMAGE_MAP_LOADER_H

#include "ripple.h"
#include "host/error.h"
#include "play/play_settings.h"

#ifdef RIPPLE_SDL
#include <SDL.h>

/* Loads a picture from a file, as decoder_load, or a built-in one. */
int map_loader_read_picture(SDL_Surface **surface, const char *name,
                            SDL_atomic_t *cancel, Error *error);

/* Loads bed i of play_settings_bed. */
int map_loader_read_bed(SDL_Surface **surface, int bed, Error *error);
#endif

/*
 * Changes a pool's settings, mask, land and current from those in `from`, NULL:
 * of a new pool, to those in `to`. Returns 0, or -1 and has changed some of
 * them. A picture of land must be readable, and is not kept.
 *
 * The luma of a mask's pixel is the depth, from black: land, to white. Red and
 * green of a current's pixel are (value - 128) / 128 cells a step to the right
 * and down. Transparent pixels are black. Without SDL no pictures are loaded.
 */
int map_loader_apply(Ripple *pool, const PlaySettings *from,
                     const PlaySettings *to, Error *error);

#endif
