/* SPDX-License-Identifier: MIT */
#include "play/preset_change.h"

#include "play/presets.h"

#include <stdlib.h>
#include <string.h>

/* Removes the events of the preset. */
static void drop_preset_events(Script *script)
{
    size_t kept = 0;

    for (size_t i = 0; i < script->count; i++) {
        Event event = script->events[i];

        if (strcmp(event.file, PLAYER_PRESET_EVENTS) == 0)
            free(event.value);
        else
            script->events[kept++] = event;
    }
    script->count = kept;
}

/* Puts events that begin now in the place of those of the preset. */
static int exchange_events(Player *player, Script *events)
{
    uint64_t step = player->step + player->lead;
    int result;

    script_delay(events, step);
    playback_clear(&player->playback);
    drop_preset_events(&player->script);
    result = script_merge(&player->script, events);
    if (playback_seek(&player->playback, &player->script, step) != 0)
        result = -1;
    return result;
}

/* Land that was painted goes even if both presets have the same mask or map. */
static int reset_land(Player *player, const PlaySettings *before, Error *error)
{
    const char *mask = player->settings.mask, *land = player->settings.land;

    if (ripple_mask(player->pool) == NULL ||
        play_settings_other_land(before, &player->settings))
        return 0;
    if (land[0] != '\0')
        return player_set(player, "land", land, error);
    if (mask[0] != '\0')
        return player_set(player, "mask", mask, error);
    ripple_set_mask(player->pool, NULL, 0, 0, 0);
    player->masks++;
    player->host.mask_changed(player->host.context, NULL);
    return 0;
}

int preset_change(Player *player, int preset, Error *error)
{
    const Preset *wanted = presets_get(preset);
    PlaySettings before = player->settings;
    Script events;
    int result;

    if (script_parse(&events, wanted->events, PLAYER_PRESET_EVENTS, error) != 0)
        return -1;
    if (before.is_still)
        script_calm(&events);
    result = player_set(player, "preset", wanted->name, error);
    if (result == 0)
        result = reset_land(player, &before, error);
    if (result == 0 && exchange_events(player, &events) != 0)
        result = error_set(error, wanted->name, "%s",
                           ripple_error_text(RIPPLE_ERROR_MEMORY));
    script_clear(&events);
    return result;
}
