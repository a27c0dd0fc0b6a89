/* SPDX-License-Identifier: MIT */
/*
 * The maps that presets name. A module cannot wait for a picture, so a change
 * that needs one fails, the page fetches it, gives it, and tries again.
 */
#ifndef RIPPLE_WEB_MAPS_H
#define RIPPLE_WEB_MAPS_H

#include "ripple.h"
#include "os/error.h"
#include "play/play_settings.h"

/* pool_change with these maps, as PlayerHost.apply. */
int web_maps_apply(Ripple *pool, const PlaySettings *from,
                   const PlaySettings *to, Error *error);

/* Says why a change failed. Returns 1 with the name of the map that it lacks,
   or -1. */
int web_maps_explain(const Error *error);

#endif
