/* SPDX-License-Identifier: MIT */
/*
 * Pictures that say something about the water: masks of its depth and maps of
 * its currents. The name "builtin:NAME" means one that the program carries
 * within itself.
 */
#ifndef RIPPLE_APP_IMAGE_MAP_LOADER_H
#define RIPPLE_APP_IMAGE_MAP_LOADER_H

#include "ripple.h"
#include "host/error.h"
#include "play/play_settings.h"

#ifdef RIPPLE_SDL
#include <SDL.h>

/* Reads any picture: a file or a built-in one. As load_file. */
int map_loader_read_picture(SDL_Surface **surface, const char *name,
                            Error *error);
#endif

/*
 * Brings a pool from some settings, or from those of a new pool where `from`
 * is NULL, to others: its settings, mask and current. Returns 0, or -1 with
 * some of them changed.
 *
 * In the picture of a mask, how bright a pixel is, is how deep the water is
 * there, from black, which is land, to white. In that of a current, red and
 * green are (value - 128) / 128 cells a step to the right and down. What is
 * transparent counts as black. Built without SDL, it reads no pictures.
 */
int map_loader_apply(Ripple *pool, const PlaySettings *from,
                     const PlaySettings *to, Error *error);

#endif
