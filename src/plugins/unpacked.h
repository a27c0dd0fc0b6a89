/* SPDX-License-Identifier: MIT */
/* The maps and pictures of land that presets ask for, decoded when the plugin
   was built: it has no decoder. */
#ifndef RIPPLE_PLUGINS_UNPACKED_H
#define RIPPLE_PLUGINS_UNPACKED_H

#include "ripple.h"
#include "os/error.h"
#include "play/play_settings.h"

/* As PlayerHost. */
int unpacked_apply(Ripple *pool, const PlaySettings *from,
                   const PlaySettings *to, Error *error);

/* Makes *land, which pixel_buffer_clear frees, the picture of that name in the
   size that it has in a frame of `height` rows. Returns 0 or -1. */
int unpacked_make_land(RipplePixels *land, const char *name, int height);

#endif
