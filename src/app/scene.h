/* SPDX-License-Identifier: MIT */
/*
 * A complete picture of water: a pool with all that falls into it, the bed
 * under it, and the frame, which is the pool seen from above. A scene knows no
 * window and no clock: its frame is a function of its options and the number of
 * steps, plus what the user does to the pool.
 *
 *                     pictures ─▶ Bed ──────┐
 *                                           ├─ render ─▶ frame ◀─ SpriteLayer
 *     script, rain, user ─▶ Player ─▶ pool ─┘
 */
#ifndef RIPPLE_APP_SCENE_H
#define RIPPLE_APP_SCENE_H

#include "ripple.h"
#include "app/bed.h"
#include "app/gl_context.h"
#include "media/fit.h"
#include "os/error.h"
#include "play/play_settings.h"
#include "play/player.h"
#include "play/script.h"
#include "play/sprite_layer.h"

typedef struct SceneOptions {
    int width, height; /* of the frame, in pixels */
    PlaySettings settings;
    Fit fit;
    int rate; /* steps per second: 1..STEP_CLOCK_MAX_RATE */
    uint64_t seed;
    int threads;      /* see ripple_use_threads */
    const char *simd; /* see ripple_use_simd */
    BackendChoice backend;
    int is_shown_by_gpu; /* its window shows textures of the context of OpenGL
                            that is current, see GPU_SHOWN */
    int shows_bed;       /* the picture is the bed of the settings */
    int draws_later;     /* the first frame is drawn with scene_render, maybe
                            in pixels of scene_use_frame */
    uint64_t interval;   /* steps from one picture to the next, at least 1 */
    Script script;       /* taken over by scene_create */
    Folder *folder;      /* the pictures to come, or NULL; taken over too */
    FolderOrder order;   /* of folders */
    Film *film;          /* that the picture begins, or NULL; taken over too */
    int turns_slowly;    /* see Player */
    int is_live; /* 1, for a window: sizes change, a step never waits for a
                    picture, and errors are printed; 0, for files: a frame is
                    exactly as asked for, or player.missed says why not */
} SceneOptions;

/*
 * The GPU that steps and draws the pool of a scene, if one does, and the
 * context of OpenGL in which all calls with that pool are made.
 *
 *     GPU_SHOWN    the window's, which shows textures: current until the window
 *                  closes, and nothing is read back
 *     GPU_ALONE    the scene's own, of no window: current until the scene ends
 *     GPU_BESIDE   the scene's own, beside a window's: current from begin to
 *                  end; end reads the heights back, so that all but steps and
 *                  frames can be done without it
 */
typedef enum GpuPlace {
    GPU_BESIDE,
    GPU_ALONE,
    GPU_SHOWN,
} GpuPlace;

typedef struct SceneGpu {
    int is_on; /* 0: the CPU does all */
    int tells; /* no line has said yet that the CPU draws in perspective */
    GpuPlace place;
    GlContext *context; /* its own, or NULL */
} SceneGpu;

typedef struct Scene {
    Player player;          /* the user acts on it directly */
    Bed bed;                /* under the water; it is shown and changed
                               directly, too */
    RipplePixels frame;     /* as rendered last, of the size of the pool */
    RipplePixels own_frame; /* that, unless others are used */
    SpriteLayer sprites;    /* over the frame */
    SceneGpu gpu;           /* that steps the pool */
    int is_on_gpu;          /* the frame that was rendered last is there */
    int is_fetched;         /* and in memory too */
    int phase_q8;           /* of that frame */
} Scene;

/*
 * Makes the pool, fits the picture into the frame and draws the first frame
 * unless that is for later.
 * The caller keeps the picture. Returns 0, or -1 with *scene NULL; script,
 * folder and film are taken over even then.
 */
int scene_create(Scene **scene, const SceneOptions *options,
                 SDL_Surface *picture, Error *error);

/* Frees all; NULL is allowed. */
void scene_destroy(Scene *scene);

/* Changes the size of a live scene and keeps the water. Returns 0, or -1
   without a change, as if the end of the program is asked for meanwhile. */
int scene_resize(Scene *scene, int width, int height, Error *error);

/* Has the frame in these pixels of its format from now on, which stay the
   caller's, or in the scene's own: if NULL, if they have another size, and once
   the size changes. Those until now are not touched. Others get all of the
   frame with the next rendering. */
void scene_use_frame(Scene *scene, const RipplePixels *pixels);

/* Changes the steps a second of a live scene, 1..STEP_CLOCK_MAX_RATE: rain,
   scrolling and pictures go by the clock, waves by steps. */
void scene_set_rate(Scene *scene, int rate);

/* Does the next step: events, rain, the change of pictures, then the pool. */
void scene_step(Scene *scene);

/* The same, and brings the frame up to date; returns and sets as
   ripple_render, but rectangles of leaves may overlap others. Faster than
   scene_step and scene_render. */
int scene_advance(Scene *scene, const RippleRect **changed);

/* Brings the frame up to date; returns and sets as scene_advance. */
int scene_render(Scene *scene, const RippleRect **changed);

/* The same between two steps, see ripple_render_at; without memory for that
   they show the newest. Leaves and pictures move by whole steps. */
int scene_advance_at(Scene *scene, int phase_q8, const RippleRect **changed);
int scene_render_at(Scene *scene, int phase_q8, const RippleRect **changed);

/* The texture that has the frame, until the scene is rendered, resized or
   destroyed; 0: it is in memory. */
unsigned scene_texture(Scene *scene);

/* Brings the frame that was rendered last into memory, where it stays until the
   next one, whatever has been done to the water since. Returns whether it was
   on the GPU alone. If that has failed, the frame is drawn again, and there is
   no texture. */
int scene_fetch_frame(Scene *scene);

/* Leaves the GPU of a window that is about to close. */
void scene_leave_gpu(Scene *scene);

/* How many steps from now nothing happens unless the user does something, at
   most `limit`; 0 unless the water is calm. */
uint64_t scene_calm_steps(const Scene *scene, uint64_t limit);

/* Prints on standard error the frame rate, the instruction set, the threads
   and, for a map of currents, the largest divergence of its flow. */
void scene_print_speed(const Scene *scene, double frames_per_second);

/* Writes the name of the GPU that BACKEND_GPU finds. Returns 0, or -1 if there
   is none. */
int scene_gpu_find_name(char *name, size_t size);

#endif
