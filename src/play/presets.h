/* SPDX-License-Identifier: MIT */
/* The presets: a table of texts, which play_settings reads. */
#ifndef RIPPLE_PLAY_PRESETS_H
#define RIPPLE_PLAY_PRESETS_H

typedef struct Preset {
    const char *name, *summary;
    const char *settings; /* "NAME VALUE NAME VALUE ...", changes of those that
                             the library has under that name */
    const char *events;   /* a script */
    int frame_width, frame_height; /* as in PlaySettings */
} Preset;

/* Preset i, from 0; NULL past the last one. */
const Preset *presets_get(int i);

#endif
