/* SPDX-License-Identifier: MIT */
/* The named sets of settings, with what happens in them by itself. */
#ifndef RIPPLE_PLAY_PRESETS_H
#define RIPPLE_PLAY_PRESETS_H

#include "play/play_settings.h"

/* Preset i from 0 on; NULL, and nothing in *water, past the last. */
const char *presets_name(int i);
const char *presets_summary(int i);
void presets_get(int i, PlaySettings *water);

#endif
