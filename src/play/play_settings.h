/* SPDX-License-Identifier: MIT */
/*
 * The settings that a preset gives, an option overrides and a script changes,
 * each by one name.
 */
#ifndef RIPPLE_PLAY_PLAY_SETTINGS_H
#define RIPPLE_PLAY_PLAY_SETTINGS_H

#include "ripple.h"
#include "play/camera_moves.h"
#include "play/scrolling.h"

#define PLAY_DEFAULT_PRESET "pond"
#define PLAY_MAX_RAIN       10000.0
#define PLAY_USUAL_RAIN     1.0 /* turned on where a preset has none */
#define PLAY_MAX_WARM_UP    10000
#define PLAY_MAX_PATH       1024

typedef struct PlaySettings {
    RippleSettings pool;
    int preset;                       /* that gave the values, of presets_get */
    int is_still;                     /* presets bring nothing that moves by
                                         itself; no preset changes that */
    RippleProfile profile;            /* of stones */
    double rain;                      /* drops per second, 0..PLAY_MAX_RAIN */
    double lightning;                 /* flashes a minute */
    int bed;                          /* the floor without a picture */
    char mask[PLAY_MAX_PATH];         /* a picture, "" for none */
    char land[PLAY_MAX_PATH];         /* a height map, "" for none; then there
                                         is no mask */
    char land_picture[PLAY_MAX_PATH]; /* "" for play_settings_land to choose */
    char current[PLAY_MAX_PATH];      /* a map, "" for none, or: */
    double current_x, current_y;      /* cells a step */
    int scroll_x, scroll_y; /* of the picture; SCROLLING_UNITS is a pixel
                               of the frame a second */
    int leaves, foam;       /* that float, 0..LEAVES_MAX each */
    int fish;               /* 0..FISH_MAX */
    int paper_boats, ducks; /* 0..FLOATS_MAX each */
    int has_trees;          /* leaves are of several */
    int minute;   /* 1 + that of the day whose light there is; 0: light-from */
    int is_clock; /* the program is to set that of the clock */
    RippleCamera camera;           /* of the view in perspective */
    const char *events;            /* of the preset: a script */
    int frame_width, frame_height; /* of a frame whose pixels are shown as
                                      squares; 0: the size of the window */

    /* These never change after the start: */
    int warm_up;         /* steps before step 0, see player_open */
    RippleFormat format; /* of picture and frame */
} PlaySettings;

/* Flags of play's settings, after those of RippleSettingFlag. */
enum {
    PLAY_RESETS_ALL = 4,  /* sets all others too, so it is applied first */
    PLAY_RESETS_LOOK = 8, /* sets filter, view and light too: next */
    PLAY_AT_START = 16,   /* cannot change while the pool runs */
};

#define PLAY_MIN_DAMPING 1 /* with the library's 0 water may never rest */

/* Where a reason is kept that is not in static words. */
typedef struct PlayReason {
    char text[128];
} PlayReason;

/* Setting i, from 0: play's, then the library's; NULL past the last. */
const RippleSettingInfo *play_settings_info(int i);

/* The number of the setting of that name, -1 if there is none. */
int play_settings_find(const char *name);

/* The setting of that name, NULL if there is none. */
const RippleSettingInfo *play_settings_named(const char *name);

/* The word for a value of setting i; a preset's value is its number. NULL if
   there is none. */
const char *play_settings_word(int i, int value);

/* The value `by` places after this one in the list of words of a setting; the
   first follows the last. */
int play_settings_step_word(const char *name, int value, int by);

/* The name of a built-in picture for the floor, from 0; NULL past the last. */
const char *play_settings_bed(int i);

/* Fills in the default preset. */
void play_settings_init(PlaySettings *settings);

/*
 * Sets one value by the name of its row. Returns NULL, or changes nothing and
 * returns the reason, which may be in *why. Does not check whether values go
 * together: see ripple_settings_check.
 */
const char *play_settings_set(PlaySettings *settings, const char *name,
                              const char *value, PlayReason *why);

/* Writes a value as the text that play_settings_set takes, cut to `size`
   bytes; 32 are enough. Returns 0, or -1 if there is no such setting or it is a
   text other than the preset and the camera. */
int play_settings_get(const PlaySettings *settings, const char *name,
                      char *value, size_t size);

/* The same while the pool runs: refuses what cannot change then; a preset does
   not change it. */
const char *play_settings_change(PlaySettings *settings, const char *name,
                                 const char *value, PlayReason *why);

/* The name of the picture that land shows; NULL: the picture under the water.
   Unless set it is that with a land map or if the mask is
   the user's own, and rock otherwise. */
const char *play_settings_land(const PlaySettings *settings);

/* Whether this setting sets mask or land, and whether two differ in one. */
int play_settings_is_land(const char *name);
int play_settings_other_land(const PlaySettings *a, const PlaySettings *b);

/* Whether this value of this setting is the name of a file. */
int play_settings_names_file(const char *name, const char *value);

/* NULL, or why the look does not go with the format, in static words. */
const char *play_settings_check_look(const PlaySettings *settings);

#endif
