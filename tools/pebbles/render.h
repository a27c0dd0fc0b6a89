/* SPDX-License-Identifier: MIT */
/*
 * The picture of a bed, seen from straight above.
 */
#ifndef PEBBLES_RENDER_H
#define PEBBLES_RENDER_H

#include <stdbool.h>

#include <SDL.h>

#include "bed.h"

/* Fills all of an RGB24 surface of the bed's shape; false without memory. */
bool render_picture(const Bed *depth_map, SDL_Surface *picture);

#endif
