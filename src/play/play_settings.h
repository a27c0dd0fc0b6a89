/* SPDX-License-Identifier: MIT */
/*
 * Everything about the water that a preset sets, an option overrides and a
 * script may change while it runs, each by the name it has in all three.
 */
#ifndef RIPPLE_PLAY_PLAY_SETTINGS_H
#define RIPPLE_PLAY_PLAY_SETTINGS_H

#include "ripple.h"
#include "play/scrolling.h"

#define PLAY_DEFAULT_PRESET "pond"
#define PLAY_MAX_RAIN       10000.0
#define PLAY_USUAL_RAIN     1.0 /* where a preset has none */
#define PLAY_MAX_PATH       1024

typedef struct PlaySettings {
    RippleSettings pool;
    RippleProfile profile;       /* of dropped stones */
    double rain;                 /* drops per second, 0..PLAY_MAX_RAIN */
    char mask[PLAY_MAX_PATH];    /* a picture of it, "" for none */
    char current[PLAY_MAX_PATH]; /* a map of it, "" for none, or: */
    double current_x, current_y; /* cells a step */
    int scroll_x, scroll_y;      /* of what lies below, SCROLLING_UNITS a pixel
                                    of the frame and second */
    const char *events;          /* of the preset: a script */

    /* What stays as it was at the start: */
    RippleFormat format; /* of picture and frame */
    int frame_width;     /* with frame_height the usual size of a frame that is
                            shown enlarged by whole numbers; 0: as large as the
                            window */
    int frame_height;
} PlaySettings;

/* Fills in the default preset. */
void play_settings_init(PlaySettings *water);

/*
 * Sets one value by name: a preset, or any that --help lists behind it.
 * Returns NULL, or why not in static words, and then has changed nothing.
 * Whether values go together is for ripple_settings_check to say.
 */
const char *play_settings_set(PlaySettings *water, const char *name,
                              const char *value);

/* The same while the water runs: what cannot change then is refused by its
   name, and left alone by a preset. */
const char *play_settings_change(PlaySettings *water, const char *name,
                                 const char *value);

/* Whether that value is the name of a file. */
int play_settings_names_file(const char *name, const char *value);

/* Why the look does not go with the pixels, in static words, or NULL. */
const char *play_settings_check_look(const PlaySettings *water);

#endif
