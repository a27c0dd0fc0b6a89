/* SPDX-License-Identifier: MIT */
/*
 * What is shown: a pool, the picture at its bottom, the frame seen from
 * above, and all that falls in by itself. A scene knows no window and no
 * clock; its frame is a function of its settings, its script, its seed and
 * the number of the step, plus what hands do to the pool.
 */
#ifndef RIPPLE_APP_SCENE_SCENE_H
#define RIPPLE_APP_SCENE_SCENE_H

#include "ripple.h"
#include "app/scene/slideshow.h"
#include "app/scene/background.h"
#include "app/image/fit.h"
#include "play/land_floor.h"
#include "play/playback.h"
#include "host/error.h"
#include "play/script.h"
#include "play/splash_size.h"
#include "play/play_settings.h"

#include <SDL_surface.h>

typedef struct Scene {
    PlaySettings water;
    Fit fit;
    int rate; /* steps per second, what rain is counted in */
    uint64_t seed;
    int threads;      /* see ripple_use_threads */
    const char *simd; /* see ripple_use_simd */
    Script script;
    Slideshow *slideshow; /* the pictures to come; NULL: it stays this one */
    uint64_t every;       /* steps from one to the next, at least 1 */
    int is_live;          /* sizes change, and no step may wait for a picture */
    Playback playback;    /* of the script */
    HeldBody body;
    uint64_t step;    /* number of the next step */
    uint64_t due;     /* the step that begins to change the picture */
    uint64_t changes; /* of the picture so far */
    uint64_t touches; /* stones dropped by hand so far */
    Ripple *pool;
    Background background;
    RipplePixels frame; /* as large as the pool */
    LandFloor floor;    /* the backdrop, with land laid in it */
    Error missed;       /* unless it is live: what was asked for in vain, and so
                            the frame is wrong; an empty text for nothing */
} Scene;

/*
 * Makes the pool, fits `source` into it and draws the first frame. The scene
 * must be zero but for the fields up to is_live; it owns script and album from
 * now on, also if this fails. The preset's events come before those of the
 * script. All that the script will set is tried first. Returns 0 or -1.
 */
int scene_open(Scene *scene, int width, int height, SDL_Surface *source,
               Error *error);

/* Frees all that the scene holds and zeroes it. */
void scene_close(Scene *scene);

/* Changes the size of a live scene, keeps the water. Fails without a change. */
int scene_resize(Scene *scene, int width, int height, Error *error);

/* Puts another picture under the water, and those of an album, or NULL, from
   now on; owns the album, also if this fails without another change. */
int scene_show(Scene *scene, SDL_Surface *source, Slideshow *slideshow,
               Error *error);

/* What the script and the rain have for this step, then the step. */
void scene_step(Scene *scene);

/* The same, and brings the frame up to date; returns and sets as
   ripple_render. Faster than scene_step and scene_render. */
int scene_advance(Scene *scene, const RippleRect **changed);

/*
 * How many steps from now nothing will happen if hands keep still, at most
 * `limit`; 0 unless the water is calm.
 */
uint64_t scene_calm_steps(const Scene *scene, uint64_t limit);

/* Counts steps of calm water as done without doing them. */
void scene_skip(Scene *scene, uint64_t steps);

/* Brings the frame up to date; returns and sets as ripple_render. */
int scene_render(Scene *scene, const RippleRect **changed);

/* Prints on standard error how fast it goes, what by, and how much water a
   map of currents still gains or loses somewhere. */
void scene_print_speed(const Scene *scene, double frames_per_second);

/*
 * A stone for a hand to drop at (x, y), as large a part of the frame as at
 * any other size; `scale` makes it larger or smaller.
 */
RippleStone scene_stone(Scene *scene, int x, int y, double scale);

/*
 * Gives the cells around a line, or a point, the depth of land or of open
 * water, with a brush as large as a stone of that scale.
 */
void scene_paint(Scene *scene, int x0, int y0, int x1, int y1, double scale,
                 int is_land);

/* Holds a body into the water at (x, y), as large as a stone of that scale,
   moves it there, or takes it out. */
void scene_hold_body(Scene *scene, int x, int y, double scale);
void scene_release_body(Scene *scene);

/* Hands a setting to play_settings_set and the pool. Returns 0, or -1 and
   changes nothing. */
int scene_set(Scene *scene, const char *name, const char *value, Error *error);

#endif
