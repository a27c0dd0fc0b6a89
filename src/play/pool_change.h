/* SPDX-License-Identifier: MIT */
/*
 * Brings a pool from some settings to others, masks, land and currents
 * included, which are pictures that the program reads. The name "builtin:NAME"
 * is one that it carries within itself.
 */
#ifndef RIPPLE_PLAY_POOL_CHANGE_H
#define RIPPLE_PLAY_POOL_CHANGE_H

#include "ripple.h"
#include "os/error.h"
#include "play/play_settings.h"

/* Gives a pool a map, whose pixels are ARGB8888. Returns 0 or a RippleError. */
typedef int UseMap(Ripple *pool, const RipplePixels *map);

/* How a program reads pictures. All return -1 if they cannot. */
typedef struct MapReader {
    /* Gives a pool the picture of that name. Returns 0. */
    int (*use)(Ripple *pool, const char *name, UseMap *use, Error *error);
    /* Whether that picture can be read. Returns 0. NULL: it always can. */
    int (*check)(const char *name, Error *error);
    /* Gives a pool land that is no picture. Returns 1, or 0 if it is one. */
    int (*give_land)(Ripple *pool, const char *name, Error *error);
} MapReader;

/*
 * Changes a pool's settings, mask, land and current from those in `from`, NULL:
 * of a new pool, to those in `to`. Returns 0, or -1 and has changed some of
 * them. A picture of land must be readable, and is not kept.
 *
 * The luma of a mask's pixel is the depth, from black: land, to white. Red and
 * green of a current's pixel are (value - 128) / 128 cells a step to the right
 * and down. Transparent pixels are black.
 */
int pool_change(Ripple *pool, const PlaySettings *from, const PlaySettings *to,
                const MapReader *reader, Error *error);

/* Returns 0 for RIPPLE_OK, else -1 and what another code says of `name`. */
int pool_change_result(const char *name, int code, Error *error);

/* Gives a pool the built-in land `hills`. Returns 1, 0 if the name is another,
   or -1. */
int pool_change_give_hills(Ripple *pool, const char *name, Error *error);

#endif
