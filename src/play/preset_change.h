/* SPDX-License-Identifier: MIT */
/* A change to another preset while the pool lives. */
#ifndef RIPPLE_PLAY_PRESET_CHANGE_H
#define RIPPLE_PLAY_PRESET_CHANGE_H

#include "play/player.h"

/*
 * Takes all settings of preset number `preset` of presets_get, as the setting
 * "preset" does, and what goes on in it: the events of the preset before end
 * and its own begin now, while those of a script go on. Land that was painted
 * goes. Returns 0, or -1; without memory the events or land may stay.
 */
int preset_change(Player *player, int preset, Error *error);

#endif
