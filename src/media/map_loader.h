/* SPDX-License-Identifier: MIT */
/*
 * Loads masks, which are maps of the depth, and maps of currents. The name
 * "builtin:NAME" is a picture inside the program.
 */
#ifndef RIPPLE_MEDIA_MAP_LOADER_H
#define RIPPLE_MEDIA_MAP_LOADER_H

#include "ripple.h"
#include "os/error.h"
#include "play/play_settings.h"

#ifdef RIPPLE_SDL
#include <SDL.h>

/* Loads a picture from a file, as decoder_load, or a built-in one. */
int map_loader_read_picture(SDL_Surface **surface, const char *name,
                            SDL_atomic_t *cancel, Error *error);

/* Loads bed i of play_settings_bed. */
int map_loader_read_bed(SDL_Surface **surface, int bed, Error *error);
#endif

/* As pool_change, with the pictures of files and those built in. Without SDL no
   pictures are loaded. */
int map_loader_apply(Ripple *pool, const PlaySettings *from,
                     const PlaySettings *to, Error *error);

#endif
