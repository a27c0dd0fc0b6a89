/* SPDX-License-Identifier: MIT */
/* The presets: named settings with events of their own. */
#ifndef RIPPLE_PLAY_PRESETS_H
#define RIPPLE_PLAY_PRESETS_H

#include "play/play_settings.h"

/* Preset i, from 0; NULL, and *settings zeroed, past the last one. */
const char *presets_name(int i);
const char *presets_summary(int i);
void presets_get(int i, PlaySettings *settings);

#endif
