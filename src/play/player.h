/* SPDX-License-Identifier: MIT */
/*
 * A pool and all that falls into it: the events of the preset and the script,
 * the rain, and what the user drops, drags, paints and rows. What happens in a
 * step is a function of the settings, the script, the seed and the step's
 * number, plus what the user does. No clock, no picture: those belong to the
 * program that shows the pool.
 */
#ifndef RIPPLE_PLAY_PLAYER_H
#define RIPPLE_PLAY_PLAYER_H

#include "ripple.h"
#include "os/error.h"
#include "play/boat.h"
#include "play/floats.h"
#include "play/nature/fish.h"
#include "play/nature/leaves.h"
#include "play/play_settings.h"
#include "play/playback.h"
#include "play/script.h"

#define PLAYER_PRESET_EVENTS "preset" /* Event.file of those of the preset */

#define PLAYER_MAX_HEARD 32

/* A straight piece of the user's way over the pool, in pixels. */
typedef struct Stroke {
    int x0, y0, x1, y1;
} Stroke;

/* Why there is a sound. */
typedef enum HeardKind {
    HEARD_RAIN,
    HEARD_SCRIPT,
    HEARD_TOUCH, /* the user's stone */
    HEARD_WAKE,  /* of a stone that the user drags */
} HeardKind;

typedef struct Heard {
    HeardKind kind;
    RippleStone stone;
    int to_x, to_y; /* the end of a drag */
    uint64_t step;
} Heard;

/* The services that a program gives its player. */
typedef struct PlayerHost {
    /* Brings a pool from some settings, or from those of a new pool where
       `from` is NULL, to others, and loads masks and currents. Returns 0, or
       -1 with some of them changed. */
    int (*apply)(Ripple *pool, const PlaySettings *from, const PlaySettings *to,
                 Error *error);
    /* The mask has changed in a part, or in all of it where that is NULL. */
    void (*mask_changed)(void *context, const RippleRect *part);
    void *context;
} PlayerHost;

typedef struct Player {
    /* To be filled in before player_open: */
    PlaySettings settings;
    int rate; /* steps per second, the unit of rain */
    uint64_t seed;
    int threads;       /* see ripple_use_threads */
    const char *simd;  /* see ripple_use_simd */
    Script script;     /* the player's own from player_open on */
    int is_live;       /* 1: errors are printed and the water goes on; 0: the
                          first is kept in `missed` */
    int tints_picture; /* the program does, in flat views, by the hour */
    int turns_slowly;  /* the camera of the view in perspective, see camera_turn
                        */
    PlayerHost host;

    /* Filled in by player_open: */
    Ripple *pool;
    uint64_t step; /* the number of the next step */
    uint64_t lead; /* playback's step 0 is that many steps before step 0 */
    Error missed;  /* why the water is not as asked for; "" if it is */
    Playback playback;
    HeldBody body;
    Leaves leaves, foam;
    Shoal shoal;
    Boats boats;
    Floats floats;
    RippleCamera home; /* the camera as it was set last, not moved */
    uint64_t masks;    /* how often the whole mask has been set since */
    uint64_t touches;  /* stones that the user has dropped */
    double usual_rain; /* that player_toggle_rain turns on */
    Heard heard[PLAYER_MAX_HEARD]; /* until the program sets the count to 0 */
    int heard_count;
} Player;

/*
 * Makes the pool and warms it up: settings.warm_up steps pass before step 0, in
 * which it rains and the events of the preset happen; those of the script begin
 * with step 0. The events of the preset come before those of the script of the
 * same step; everything that the script will set is tried on a small pool
 * first. Returns 0, or -1 and nothing to close. If the end of the program is
 * asked for, the rest of the warm-up is left out.
 */
int player_open(Player *player, int width, int height, Error *error);

/* Frees all that the player holds and zeroes it. */
void player_close(Player *player);

/*
 * Skips steps: the water stays as it is, rain, events and swell are those of
 * the later step. Leaves drift, but start again every 7200 steps. Returns 0,
 * or -1 without memory.
 */
int player_skip(Player *player, uint64_t steps);

/* Disturbs the pool before the next step: events, the held body, rain; and
   moves leaves and boats. The caller steps the pool and then adds 1 to `step`.
 */
void player_disturb(Player *player);

/* Before a frame is drawn: sprites follow a change of the pool's size or of
   their number, and light flashes if there is lightning. */
void player_prepare_frame(Player *player);

/* The tint of the hour, of red, green and blue; 256 keeps them. */
void player_find_tint(const Player *player, int *tint);

/* How many steps from now nothing happens unless the user does something, at
   most `limit`; 0 unless the water is calm. */
uint64_t player_calm_steps(const Player *player, uint64_t limit);

/* Sets *error to "WIDTHxHEIGHT: out of memory". Always returns -1. */
int player_report_memory(Error *error, int width, int height);

/* Prints why the water is not as asked for if the player is live, or else keeps
   the first reason in `missed`. */
void player_report(Player *player, const Error *error);

/* Notes that there was no memory for the frame, unless the player is live. */
void player_miss(Player *player);

/* Does the event of a line, see script_parse_event, before the next step, and
   in the steps after if it lasts. Returns 0, or -1 and the reason. */
int player_play_line(Player *player, char *line, Error *error);

/* Applies play_settings_change to the settings and the pool. Returns 0, or -1
   and changes nothing. */
int player_set(Player *player, const char *name, const char *value,
               Error *error);

/* Turns the rain off, or on as it was; returns whether it rains now. */
int player_toggle_rain(Player *player);

/* The user lets the camera stand there, from now on; `home` stays. */
void player_aim_camera(Player *player, const RippleCamera *camera);

/* The user drops a stone at (x, y), a place of the pool as all that follow,
 * `scale` times as large as usual. */
void player_drop(Player *player, int x, int y, double scale);

/* The user drags a stone that was pressed down at the stroke's start. */
void player_drag(Player *player, const Stroke *stroke, double scale);

/* Makes land or open water around a stroke, with a brush of the radius of a
   stone of that scale. */
void player_paint(Player *player, const Stroke *stroke, double scale,
                  int is_land);

/* Holds a body into the water at (x, y), with the radius of a stone of that
   scale, or moves it there; rows the paper boat that lies there. */
void player_hold(Player *player, int x, int y, double scale);

void player_release(Player *player);

#endif
