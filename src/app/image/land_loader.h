/* SPDX-License-Identifier: MIT */
/* Loads land: maps of heights. */
#ifndef RIPPLE_APP_IMAGE_LAND_LOADER_H
#define RIPPLE_APP_IMAGE_LAND_LOADER_H

#include "ripple.h"
#include "host/error.h"

/* Gives a pool "builtin:hills" or the land of a PGM of 16 bits, half of whose
   largest value is sea level. Returns 1, or 0 if `name` is another picture, or
   -1. */
int land_loader_apply(Ripple *pool, const char *name, Error *error);

#endif
